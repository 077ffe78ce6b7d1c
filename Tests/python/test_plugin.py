"""The plugin as others use it: marks, fixtures, and what is found in JUnit XML and as a picture."""
import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from conftest import SOURCES
from kit import MATRIX, VERNIER

TESTS = '''
import pytest, vernier

@pytest.mark.vernier("vfr.mp4")
def test_right(vernier_clip, vernier_path):
    assert vernier_path.name == vernier_clip.name == "vfr.mp4"
    vernier.exact.assert_exact(lambda n: vernier_clip[n].data, vernier_clip, frames=3, name="right")

@pytest.mark.vernier("vfr.mp4")
def test_late(vernier_clip, vernier_server):
    vernier.exact.assert_exact(lambda n: vernier_clip[n + 2].data, vernier_clip, frames=[5, 90],
                               name="late")

def test_unmarked(vernier_clip):
    pass
'''


@pytest.fixture(scope='module')
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp('plugin')
    (folder / 'vfr.mp4').symlink_to(MATRIX / 'vfr.mp4')
    (folder / 'test_players.py').write_text(TESTS)
    environment = {**os.environ, 'PYTHONPATH': str(SOURCES), 'VERNIER': VERNIER,
                   'PYTEST_DISABLE_PLUGIN_AUTOLOAD': '1'}
    process = subprocess.run(
        [sys.executable, '-m', 'pytest', '-p', 'vernier.plugin', '-p', 'no:cacheprovider',
         '--strict-markers', '--junitxml', 'found.xml', '--vernier-sheets', 'sheets'],
        cwd=folder, env=environment, capture_output=True, text=True)
    found = ElementTree.parse(folder / 'found.xml').iter('testcase')
    return folder, process, {case.get('name'): case for case in found}


def properties(case):
    return {one.get('name'): one.get('value') for one in case.iter('property')}


def test_right_player_passes_and_is_counted(run):
    _, process, cases = run
    assert cases['test_right'].find('failure') is None, process.stdout
    assert properties(cases['test_right']) == {
        'vernier.right.vfr.mp4.frames': '3', 'vernier.right.vfr.mp4.wrong': '0'}


def test_late_player_fails_with_every_frame_that_was_wrong(run):
    folder, process, cases = run
    failure = cases['test_late'].find('failure')
    assert 'late shows 2 of 2 frames of vfr.mp4 wrong' in failure.get('message')
    found = properties(cases['test_late'])
    assert found['vernier.late.vfr.mp4.wrong'] == 'frame 5: shows 7 (+2), frame 90: shows 92 (+2)'
    sheet = folder / found['vernier.late.vfr.mp4.sheet']
    assert sheet.read_bytes().startswith(b'\x89PNG')


def test_clip_without_a_mark_says_how_to_mark_it(run):
    _, process, cases = run
    assert cases['test_unmarked'].find('error') is not None
    assert '@pytest.mark.vernier("film.mp4")' in process.stdout
