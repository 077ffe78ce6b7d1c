"""That an image is what the OCI's layout wants, whoever reads it, and the same bytes each time."""
import gzip
import hashlib
import io
import json
import os
import stat
import subprocess
import sys
import tarfile

import pytest

from kit import ROOT

sys.path.insert(0, str(ROOT / '.ci/oci'))

import archive  # noqa: E402
import contents  # noqa: E402
import layer  # noqa: E402
import paths  # noqa: E402

EPOCH = 1_700_000_000
DESCRIBED = {'architecture': 'amd64', 'os': 'linux', 'config': {'User': '7:7', 'Cmd': ['a', 'b']}}
TEXT = b'#!/bin/sh\n' * 5000


def folder(place, names=('usr/bin/run', 'etc/conf')):
    """A small root: programs, a file, and links on the way to them."""
    for name in names:
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(TEXT)
        path.chmod(0o755 if '/bin/' in name else 0o640)
    (place / 'bin').symlink_to('usr/bin')
    (place / 'etc/now').symlink_to('/etc/conf')
    (place / 'usr/bin/go').symlink_to('../../bin/./run')
    return place


def tree(place):
    held = {}
    for name in ('bin/go', 'etc/now'):
        held |= paths.reached(place, name)
    return {**held, 'tmp': layer.Entry(0o1777), 'var/own': layer.Entry(0o700, owner=7)}


def written(place, out):
    digest = archive.write(out, layer.tar(tree(place), EPOCH), DESCRIBED)
    with tarfile.open(out) as file:
        return digest, {one.name: file.extractfile(one).read() for one in file if one.isfile()}


def followed(files, blob):
    """A blob that a document leads to, which must be as long as it says and have that digest."""
    content = files[f'blobs/{blob["digest"].replace(":", "/")}']
    assert blob['digest'] == f'sha256:{hashlib.sha256(content).hexdigest()}'
    assert blob['size'] == len(content)
    return content


@pytest.fixture
def image(tmp_path):
    return written(folder(tmp_path / 'root'), tmp_path / 'image.tar')


def test_every_document_leads_to_blobs_of_its_digest_and_length(image):
    digest, files = image
    assert json.loads(files['oci-layout']) == {'imageLayoutVersion': '1.0.0'}
    [listed] = json.loads(files['index.json'])['manifests']
    assert listed['digest'] == digest and listed['mediaType'].endswith('.manifest.v1+json')
    assert listed['platform'] == {'architecture': 'amd64', 'os': 'linux'}
    manifest = json.loads(followed(files, listed))
    assert manifest['schemaVersion'] == 2 and manifest['mediaType'] == listed['mediaType']
    config = json.loads(followed(files, manifest['config']))
    assert config['config'] == DESCRIBED['config']
    [packed] = manifest['layers']
    unpacked = gzip.decompress(followed(files, packed))
    assert config['rootfs'] == {
        'type': 'layers', 'diff_ids': [f'sha256:{hashlib.sha256(unpacked).hexdigest()}']}
    named = {name.split('/')[-1] for name in files if name.startswith('blobs/')}
    assert named == {blob['digest'].split(':')[1]
                     for blob in (listed, manifest['config'], packed)}, 'and nothing else is in it'


def test_docker_finds_the_same_in_the_form_that_it_has_read_for_longer(image):
    _, files = image
    [listed] = json.loads(files['manifest.json'])
    assert json.loads(files[listed['Config']])['architecture'] == 'amd64'
    [packed] = listed['Layers']
    with tarfile.open(fileobj=io.BytesIO(files[packed])) as file:
        assert 'usr/bin/run' in file.getnames()
    [named] = json.loads(files['index.json'])['manifests']
    assert [*named['annotations'].values()] == 2 * listed['RepoTags']


def members(place):
    with tarfile.open(fileobj=io.BytesIO(layer.tar(tree(place), EPOCH))) as file:
        return file.getmembers()


def test_a_layer_has_what_paths_lead_to_and_the_links_on_the_way(tmp_path):
    found = {one.name: one for one in members(folder(tmp_path / 'root'))}
    assert [*found] == sorted(found) == [
        'bin', 'etc', 'etc/conf', 'etc/now', 'tmp', 'usr', 'usr/bin', 'usr/bin/go', 'usr/bin/run',
        'var', 'var/own']
    assert {one.mtime for one in found.values()} == {EPOCH}
    links = {name: one.linkname for name, one in found.items() if one.issym()}
    assert links == {'bin': 'usr/bin', 'etc/now': '/etc/conf', 'usr/bin/go': '../../bin/./run'}
    modes = {name: one.mode for name, one in found.items() if not one.issym()}
    assert modes == {'etc': 0o755, 'etc/conf': 0o640, 'tmp': 0o1777, 'usr': 0o755, 'usr/bin': 0o755,
                     'usr/bin/run': 0o755, 'var': 0o755, 'var/own': 0o700}
    assert {name: (one.uid, one.gid) for name, one in found.items() if one.uid or one.gid} == {
        'var/own': (7, 7)}
    assert not any(one.uname or one.gname for one in found.values())


def test_it_is_the_same_bytes_whenever_and_in_whatever_order_its_files_were_made(tmp_path):
    first = folder(tmp_path / 'first')
    other = folder(tmp_path / 'other', names=('etc/conf', 'usr/bin/run'))
    for path in other.rglob('*'):
        os.utime(path, (1, 1), follow_symlinks=False)
    for place in (first, other):
        written(place, place.with_suffix('.tar'))
    assert first.with_suffix('.tar').read_bytes() == other.with_suffix('.tar').read_bytes()
    (other / 'etc/conf').write_bytes(TEXT[:-1] + b'!')
    assert written(other, tmp_path / 'changed.tar')[0] != written(first, tmp_path / 'again.tar')[0]


def test_nothing_in_it_makes_anybody_somebody_else(tmp_path):
    place = folder(tmp_path / 'root')
    (place / 'usr/bin/run').chmod(0o6755)
    [mode] = [one.mode for one in members(place) if one.name == 'usr/bin/run']
    assert not mode & (stat.S_ISUID | stat.S_ISGID)


@pytest.mark.parametrize(('name', 'target'), [('a', 'a'), ('a', '/b/../a'), ('a', 'a/a')])
def test_a_link_to_itself_is_an_error(tmp_path, name, target):
    (tmp_path / name).symlink_to(target)
    (tmp_path / 'b').mkdir()
    with pytest.raises(OSError, match='link to itself'):
        paths.reached(tmp_path, name)


def test_what_is_no_file_is_an_error(tmp_path):
    os.mkfifo(tmp_path / 'pipe')
    with pytest.raises(ValueError, match='no file, folder or link'):
        paths.reached(tmp_path, 'pipe')


@pytest.mark.skipif(os.geteuid() != 0, reason='only root may change root')
def test_a_program_is_loaded_with_the_libraries_that_readelf_says_it_needs():
    needed = subprocess.run(['readelf', '--dynamic', '/bin/bash'], capture_output=True, text=True,
                            check=True).stdout
    names = {line.split('[')[1][:-1] for line in needed.splitlines() if '(NEEDED)' in line}
    found = {path.split('/')[-1] for path in contents.loads('/', 'bin/bash')}
    assert names and found >= names
    assert any(name.startswith('ld-') for name in found), 'the loader is one of them'
