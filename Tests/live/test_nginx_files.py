"""nginx sends media files itself, of which nodes only say which: X-Accel-Redirect."""
import pytest

from kit import SAMPLES

NAME = 'hevc.mp4'
ODD = 'a ?b=c#d%2e%2e&é+"film";映画.mp4'


@pytest.fixture(scope='module')
def content():
    return (SAMPLES / NAME).read_bytes()


@pytest.fixture(scope='module')
def file(nginx):
    return f'/api/v1/media/{nginx.media(NAME)}/file'


def test_node_names_the_file_and_sends_none_of_it(nginx, file):
    answer = nginx.nodes[0].ask(file)
    assert answer.headers['X-Accel-Redirect'] == f'/accel{nginx.media_folder}/{NAME}'
    assert (answer.status, answer.body) == (200, b'')


def test_nobody_hears_where_the_file_lies(nginx, file):
    answer = nginx.get(file)
    assert 'X-Accel-Redirect' not in answer.headers
    assert str(nginx.media_folder) not in str(answer.headers)


@pytest.mark.parametrize('path', ['/accel{folder}/{name}', '/accel/', '/problem'])
def test_nobody_reaches_the_folder_itself(nginx, path):
    assert nginx.ask(path.format(folder=nginx.media_folder, name=NAME)).status == 404


def test_whole_file_arrives_unchanged(nginx, file, content):
    answer = nginx.get(file)
    assert (answer.status, answer.body) == (200, content)
    assert answer.headers['Accept-Ranges'] == 'bytes'
    assert answer.headers['Content-Type'] == 'video/mp4'
    head = nginx.request(file, 'HEAD')
    assert (head.status, head.body) == (200, b'')
    assert head.headers['Content-Length'] == str(len(content))


@pytest.mark.parametrize('wanted, part', [
    ('bytes=0-0', slice(0, 1)), ('bytes=70000-140001', slice(70000, 140002)),
    ('bytes=1000-', slice(1000, None)), ('bytes=-5000', slice(-5000, None)),
    ('bytes=100-99999999999', slice(100, None)),
])
def test_part_is_that_part(nginx, file, content, wanted, part):
    answer = nginx.ask(file, Range=wanted)
    start, stop, _ = part.indices(len(content))
    assert (answer.status, answer.body) == (206, content[part])
    assert answer.headers['Content-Range'] == f'bytes {start}-{stop - 1}/{len(content)}'


def test_part_beyond_the_file_cannot_be_had(nginx, file, content):
    answer = nginx.ask(file, Range=f'bytes={len(content)}-')
    assert answer.status == 416
    assert answer.headers['Content-Range'] == f'bytes */{len(content)}'


def test_many_parts_are_the_whole(nginx, file, content):
    answer = nginx.get(file, Range='bytes=0-1,5-6')
    assert (answer.status, answer.body) == (200, content)


def test_part_of_another_version_is_not_mixed_with_this_one(nginx, file, content):
    etag = nginx.get(file).headers['ETag']
    same = nginx.ask(file, Range='bytes=0-9', If_Range=etag)
    other = nginx.get(file, Range='bytes=0-9', If_Range='"another"')
    assert (same.status, same.body) == (206, content[:10])
    assert (other.status, len(other.body)) == (200, len(content))
    assert nginx.get(file, If_None_Match=etag).status == 304


def test_name_may_hold_anything(own_nginx, content):
    (own_nginx.media_folder / ODD).write_bytes(content)
    odd = f'/api/v1/media/{own_nginx.media(ODD)}/file'
    assert own_nginx.ask(odd, Range='bytes=5-9').body == content[5:10]
    assert own_nginx.get(odd).body == content


def test_file_that_became_a_link_is_not_sent(own_nginx):
    secret = own_nginx.folder / 'secret'
    secret.write_text('secret')
    file = own_nginx.media_folder / NAME
    path = f'/api/v1/media/{own_nginx.media(NAME)}/file'
    file.unlink()
    file.symlink_to(secret)
    answer = own_nginx.ask(path)
    assert answer.status in (404, 422) and b'secret' not in answer.body
