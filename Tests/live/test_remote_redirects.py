"""Where redirects are followed to, on an internet that a test has to itself."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

from kit import LONG_PATIENCE, VERNIER
from own_internet import FRAME, HOME, LINK, OTHER, PUBLIC

FOLLOWED = {
    'to another public address': [PUBLIC, OTHER],
    'three times': [PUBLIC, OTHER, PUBLIC, OTHER],
    'to https': [PUBLIC, f'https:{OTHER}'],
    'from https to https': [f'https:{PUBLIC}', f'https:{OTHER}'],
    'from a private address, which was named, to another': [HOME, '127.0.0.1'],
    'from a private address to a public one': [HOME, PUBLIC],
}
REFUSED = {
    'four times': [PUBLIC, OTHER, PUBLIC, OTHER, PUBLIC],
    'from https to http': [f'https:{PUBLIC}', OTHER],
    'to a private address': [PUBLIC, HOME],
    'to a private address by https': [PUBLIC, f'https:{HOME}'],
    'to this machine': [PUBLIC, '127.0.0.1'],
    'to this machine by a name': [PUBLIC, 'localhost'],
    'to this machine in other words': [PUBLIC, '[::ffff:127.0.0.1]'],
    'to this machine as no address': [PUBLIC, '0.0.0.0'],
    'to where clouds keep their keys': [PUBLIC, LINK],
    'to a private address by a public one': [PUBLIC, OTHER, HOME],
}


@pytest.fixture(scope='module')
def redirects():
    """What comes of each way, all of them in one network namespace."""
    command = ['unshare', '--net'] if os.geteuid() == 0 else ['unshare', '--net', '--map-root-user']
    if subprocess.run([*command, 'ip', 'link', 'set', 'lo', 'up'], capture_output=True).returncode:
        assert not os.environ.get('CI'), 'no network namespace can be made here'
        pytest.skip('no network namespace can be made here')
    cases = {name: {'places': places} for name, places in (FOLLOWED | REFUSED).items()}
    cases['named'] = {'places': [PUBLIC, HOME], 'named': [HOME]}
    told = subprocess.run(
        [*command, sys.executable, pathlib.Path(__file__).with_name('own_internet.py')],
        input=json.dumps(list(cases.values())), capture_output=True, text=True,
        timeout=LONG_PATIENCE,
        env=os.environ | {'VERNIER': str(VERNIER), 'PYTHONPATH': os.pathsep.join(sys.path)})
    assert told.returncode == 0, told.stderr
    return dict(zip(cases, json.loads(told.stdout)))


def last(places):
    """The address at the end of a way."""
    return places[-1].removeprefix('https:')


@pytest.mark.parametrize('way', FOLLOWED)
def test_redirect_is_followed(redirects, way):
    found = redirects[way]
    assert found['code'] == 0 and found['shown'] == FRAME, found
    assert last(FOLLOWED[way]) in found['asked']


@pytest.mark.parametrize('way', REFUSED)
def test_redirect_is_not_followed(redirects, way):
    found, places = redirects[way], REFUSED[way]
    assert found['code'] == 69 and 'leads elsewhere' in found['said'], found
    assert found['shown'] is None
    # Nobody has been asked at the end of the way.
    assert set(found['asked']) <= {place.removeprefix('https:') for place in places[:-1]}
    assert last(places) not in found['said']


def test_private_address_that_was_named_is_led_to(redirects):
    found = redirects['named']
    assert found['code'] == 0 and HOME in found['asked'] and PUBLIC in found['asked'], found
