"""The file itself over HTTP, whole and in part (RFC 9110, section 14)."""
import pytest

from kit import SAMPLES

NAME = 'hevc.mp4'


@pytest.fixture(scope='module')
def content():
    return (SAMPLES / NAME).read_bytes()


@pytest.fixture(scope='module')
def file(server):
    return f'/api/v1/media/{server.media(NAME)}/file'


def test_whole_file_arrives_unchanged(server, file, content):
    answer = server.get(file)
    assert (answer.status, answer.body) == (200, content)
    assert answer.headers['Accept-Ranges'] == 'bytes'
    assert answer.headers['Content-Length'] == str(len(content))
    assert answer.headers['Content-Type'] == 'video/mp4'


def test_head_has_the_headers_of_get_and_no_body(server, file):
    head, get = server.request(file, 'HEAD'), server.get(file)
    assert (head.status, head.body) == (200, b'')
    for name in ('Content-Length', 'Content-Type', 'ETag', 'Accept-Ranges'):
        assert head.headers[name] == get.headers[name]


@pytest.mark.parametrize('wanted, part', [
    ('bytes=0-0', slice(0, 1)),
    ('bytes=0-999', slice(0, 1000)),
    ('bytes=70000-140001', slice(70000, 140002)),
    ('bytes=1000-', slice(1000, None)),
    ('bytes=-1', slice(-1, None)),
    ('bytes=-5000', slice(-5000, None)),
    ('bytes=100-99999999999', slice(100, None)),
    ('bytes=-99999999999', slice(0, None)),
])
def test_part_is_that_part(server, file, content, wanted, part):
    answer = server.get(file, Range=wanted)
    start, stop, _ = part.indices(len(content))
    assert (answer.status, answer.body) == (206, content[part])
    assert answer.headers['Content-Range'] == f'bytes {start}-{stop - 1}/{len(content)}'


@pytest.mark.parametrize('wanted', ['bytes={size}-', 'bytes=99999999999-', 'bytes=-0'])
def test_part_beyond_the_file_cannot_be_had(server, file, content, wanted):
    answer = server.get(file, Range=wanted.format(size=len(content)))
    assert answer.status == 416
    assert answer.headers['Content-Range'] == f'bytes */{len(content)}'


@pytest.mark.parametrize('wanted', [
    'bytes=5-3', 'bytes=', 'bytes=x-y', 'lines=1-2', 'bytes', 'bytes=1', 'bytes=--5',
])
def test_range_that_means_nothing_is_ignored_or_refused(server, file, content, wanted):
    answer = server.get(file, Range=wanted)
    assert answer.status in (200, 400, 416)
    assert answer.status != 200 or answer.body == content


def test_part_of_another_version_is_not_mixed_with_this_one(server, file, content):
    etag = server.get(file).headers['ETag']
    same = server.get(file, Range='bytes=0-9', If_Range=etag)
    other = server.get(file, Range='bytes=0-9', If_Range='"another"')
    assert (same.status, same.body) == (206, content[:10])
    assert (other.status, len(other.body)) == (200, len(content))


def test_file_that_the_client_has_is_not_sent_again(server, file):
    etag = server.get(file).headers['ETag']
    assert server.get(file, If_None_Match=etag).status == 304
