"""The image that `make image` has made: what is in it, and what it says of itself."""
import re
import stat

import pytest

LARGEST = 180_000_000  # bytes of all its files


@pytest.fixture(scope='module')
def files(image):
    """Each file of the image by its name."""
    with image.files() as held:
        yield {one.name: one for one in held}


def content(image, name):
    with image.files() as held:
        return held.extractfile(name).read().decode()


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


def test_it_trusts_whom_debian_trusts(image):
    assert content(image, 'etc/ssl/certs/ca-certificates.crt').count('BEGIN CERTIFICATE') > 100
