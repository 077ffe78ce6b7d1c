"""The compose file of three nodes: its commands work together, and it opens no more than it says."""
import os
import shutil
import subprocess
import sys
import types

import pytest

from client import Client
from cluster import connected, join, metric, sees
from composed import Composed, compose, nodes_of
from kit import PATIENCE, ROOT, SAMPLES, VERNIER
from oracle import barcode
from stored import awaited

sys.path.insert(0, str(ROOT / '.ci/oci'))

import archive  # noqa: E402
import contents  # noqa: E402
import settings  # noqa: E402

NAME = 'long-gop.mp4'


@pytest.fixture(scope='module')
def services():
    return compose()['services']


@pytest.fixture(scope='module')
def composed(services):
    with pytest.MonkeyPatch.context() as patch:
        for name, value in services['node-1']['environment'].items():
            patch.setenv(name, value)
        made = Composed()
        try:
            yield made.start()
        finally:
            made.stop()


def test_there_are_three_nodes_of_the_image_that_is_made_here(services):
    nodes = nodes_of(services)
    assert len(nodes) == 3
    for node in nodes.values():
        assert node['image'] == archive.NAME and node['command'][0] == 'serve'
        places = {volume.split(':')[1] for volume in node['volumes']}
        assert places == {'/media', *(f'/{name}' for name in contents.Contents.own)}
        assert node['healthcheck']['test'] == ['CMD', contents.HEALTHY.name]


def test_nodes_may_write_nothing_else_and_nginx_alone_is_reached_and_by_this_machine(services):
    for name, node in nodes_of(services).items():
        assert node['read_only'] and node['cap_drop'] == ['ALL'], name
        assert node['security_opt'] == ['no-new-privileges:true']
        assert f'{SAMPLES}:/media:ro' in node['volumes']
    published = {name: one['ports'] for name, one in services.items() if 'ports' in one}
    assert published == {'nginx': ['127.0.0.1:8080:8080']}
    assert compose()['networks']['inside']['internal']
    assert [name for name, one in services.items() if 'outside' in one['networks']] == ['nginx']


def test_members_of_a_room_meet_on_any_two_nodes(composed):
    for node in composed.nodes:
        connected(node)
    with join(composed.nodes[0], 'met', 'Ada') as ada, join(composed.nodes[-1], 'met', 'Bo') as bo:
        sees(ada, 2)
        sees(bo, 2)


def test_what_asks_of_one_media_goes_to_one_node_and_many_are_spread_over_all(composed):
    def asked(paths):
        before = [metric(node, 'requests_total') for node in composed.nodes]
        for path in paths:
            composed.ask(path)
        after = [metric(node, 'requests_total') for node in composed.nodes]
        return sorted(now - then - 1 for now, then in zip(after, before))

    one = f'/api/v1/media/{composed.media(NAME)}'
    assert asked(f'{one}/frames/{frame}.jpg' for frame in range(12)) == [0, 0, 12]
    spread = asked(f'/api/v1/media/{number:032x}' for number in range(60))
    assert sum(spread) == 60 and spread[0] > 0


def test_browsers_scrub_through_nginx_and_pages_of_others_may_not(composed):
    media = composed.media(NAME)
    with Client(composed, media, origin=composed.url) as client:
        assert client.seek(frame=33)['target']['frame'] == 33
    with pytest.raises(Exception, match='403'):
        Client(composed, media, origin='http://elsewhere.example')
    assert composed.ask('/api/v1/media', Host='elsewhere.example').status == 421
    assert composed.ask('/metrics').status == 404


def test_a_node_that_dies_is_missed_by_nobody(composed):
    media = composed.media(NAME)
    for node in composed.nodes:
        node.process.kill()
        node.process.wait()
        for frame in (5, 6):
            answer = composed.get(f'/api/v1/media/{media}/frames/{frame}.jpg')
            assert (answer.status, barcode(answer.body)) == (200, frame)
            with Client(composed, media) as client:
                assert client.seek(frame=frame)['target']['frame'] == frame
        node.start()


def is_healthy(server):
    """What the image's health check says of a server."""
    check = subprocess.run([contents.HEALTHY], capture_output=True, timeout=PATIENCE,
                           env={**os.environ, 'VERNIER_PORT': str(server.port)})
    return check.returncode == 0


def test_the_health_check_tells_a_node_that_can_serve_from_one_that_cannot(serve, tmp_path):
    folder = tmp_path / 'media'
    folder.mkdir()
    shutil.copy2(SAMPLES / NAME, folder)
    server = serve(folder)
    assert is_healthy(server)
    shutil.rmtree(folder)
    awaited(lambda: server.ask('/readyz').status == 503)
    assert not is_healthy(server)
    server.stop()
    assert not is_healthy(server)


def test_the_image_s_own_command_is_one_that_the_program_takes():
    held = types.SimpleNamespace(user=999, own=contents.Contents.own)
    words = settings.running(held)['Cmd']
    assert '/media' in words and not os.path.exists('/media/gone')
    gone = [word.replace('/media', '/media/gone') for word in words]
    done = subprocess.run([VERNIER, *gone], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 66 and '/media/gone' in done.stderr
