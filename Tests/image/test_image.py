"""The image that `make image` has made: what is in it, and that it runs with nothing but media."""
import re
import socket
import stat

import pytest

from container import Image, Namespaces, Podman
from kit import ROOT, SAMPLES
from oracle import barcode

LARGEST = 180_000_000  # bytes of all its files
NAMES = ['long-gop.mp4', 'vp9.webm', 'hevc.mp4']


@pytest.fixture(scope='module')
def image():
    return Image()


@pytest.fixture(scope='module')
def files(image):
    """Each file of the image by its name."""
    with image.files() as held:
        yield {one.name: one for one in held}


def content(image, name):
    with image.files() as held:
        return held.extractfile(name).read().decode()


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture(scope='module')
def container(image, tmp_path_factory):
    if Podman.is_here():
        made = Podman(image, SAMPLES, free_port())
    else:
        made = Namespaces(image, SAMPLES, free_port(), tmp_path_factory.mktemp('root'))
    yield made.start(tmp_path_factory.mktemp('container') / 'log')
    assert made.stop() == 0


def test_it_is_no_larger_than_allowed(files):
    assert sum(one.size for one in files.values()) <= LARGEST


def test_every_file_is_root_s_and_nobody_becomes_another_by_running_it(image, files):
    own = {name[1:] for name in image.config['Volumes']}
    user = int(image.config['User'].split(':')[0])
    assert user != 0 and own
    for name, one in files.items():
        assert one.isfile() or one.isdir() or one.issym(), name
        assert (one.uid, one.gid) == ((user, user) if name in own else (0, 0)), name
        assert not one.mode & (stat.S_ISUID | stat.S_ISGID), name
        assert one.issym() or not one.mode & stat.S_IWOTH or name == 'tmp', name


def test_it_says_what_it_is_and_how_it_runs(image, files):
    config = image.config
    assert config['Entrypoint'] == ['vernier'] and config['Cmd'][0] == 'serve'
    assert config['ExposedPorts'] == {'8080/tcp': {}}
    labels = {name.removeprefix('org.opencontainers.image.'): value
              for name, value in config['Labels'].items()}
    assert {'title', 'version', 'revision', 'licenses', 'created', 'base.name'} <= {*labels}
    assert re.fullmatch('[0-9a-f]{40}', labels['revision'])
    assert f'Version: {labels["version"]}\n' in content(image, 'var/lib/dpkg/status')
    assert labels['created'] == image.description['created']
    assert len({one.mtime for one in files.values()}) == 1


def test_every_package_that_it_has_a_file_of_is_listed_with_its_licence(image, files):
    status = content(image, 'var/lib/dpkg/status')
    packages = re.findall(r'^Package: (\S+)', status, re.M)
    assert {'vernier', 'libc6', 'libwebsockets-evlib-ev', 'bash'} <= {*packages}
    assert packages == sorted(packages)
    assert status.count('\nStatus: install ok installed\n') == len(packages)
    for name in packages:
        doc = f'usr/share/doc/{name}'
        assert f'{doc}/copyright' in files or files[doc].issym(), name


@pytest.mark.parametrize('name', NAMES)
def test_it_shows_the_very_frame_of_media_that_are_mounted_read_only(container, name):
    for frame in (0, 33, 7):
        answer = container.get(f'/api/v1/media/{container.media(name)}/frames/{frame}.jpg')
        assert barcode(answer.body) == frame


def test_it_serves_its_page_and_keeps_marks_where_it_may_write(container):
    assert container.get('/').body == (ROOT / 'web/index.html').read_bytes()
    path = f'/api/v1/media/{container.media(NAMES[0])}/marks'
    kept = container.put_marks(path, '{"segments":[{"first":0,"last":1}]}')
    assert (kept.status, container.get(path).json()['version']) == (200, 1)


def test_the_program_has_no_rights_and_its_root_is_read_only(image, container):
    user = image.config['User'].split(':')[0]
    code, said = container.said('bash', '-c', 'cat() { while read -r line; do echo "$line"; done; };'
                                ' cat </proc/self/status; : >/media/new; : >/new; : >/etc/new')
    status = dict(re.findall(r'^(\w+):\s*(.*)$', said, re.M))
    assert status['Uid'].split() == status['Gid'].split() == [user] * 4
    assert int(status['CapEff'], 16) == int(status['CapPrm'], 16) == 0
    assert status['NoNewPrivs'] == '1'
    assert code and said.count('Read-only file system') + said.count('Permission denied') == 3


def test_its_health_check_holds_while_it_serves_and_only_then(image, container):
    kind, *words = image.config['Healthcheck']['Test']
    assert kind == 'CMD'
    assert container.said(*words, VERNIER_PORT=str(container.port)) == (0, '')
    code, _ = container.said(*words, VERNIER_PORT=str(free_port()))
    assert code != 0
