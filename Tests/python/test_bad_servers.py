"""Servers that end, lie, dawdle or are of another version: one typed error each, and in time."""
import contextlib
import itertools
import json
import time

import pytest

import vernier
from fake import API, CLIP, FRAMES, HEADER, ID, MEDIA, SIZE, answer, picture, pictures, table, told

RAW, RANGE = f'{MEDIA}/frames/7.raw', f'{MEDIA}/frames.raw'


@pytest.fixture
def opened(fake):
    """Opens the clip of the fake server, whose connections end with the test."""
    with contextlib.ExitStack() as stack:
        def open_clip(timeout=10):
            return stack.enter_context(vernier.connect(fake.url, timeout=timeout)).open()

        yield open_clip


def chunked(*chunks, last=True):
    """A range in chunks; without the last one it is not whole."""
    head = pictures(3, b'').split(b'Content-Length: 0\r\n')
    body = b''.join(b'%x\r\n%s\r\n' % (len(chunk), chunk) for chunk in chunks)
    return b'Transfer-Encoding: chunked\r\n'.join(head) + body + b'0\r\n\r\n' * last


@pytest.mark.parametrize('sent', [0, 1, SIZE // 2, SIZE - 1])
def test_server_that_ends_in_mid_array_is_one_error(fake, opened, sent):
    clip = opened()
    fake.answers[RAW] = picture(7, bytes(sent), length=SIZE)
    fake.answers[RANGE] = pictures(3, bytes(SIZE + sent), length=3 * SIZE)
    fake.closing = {RAW, RANGE, f'{MEDIA}/frames/8.raw'}
    fake.answers[f'{MEDIA}/frames/8.raw'] = picture(8, bytes(sent), length=SIZE)
    with pytest.raises(vernier.ConnectionLost):
        clip[7]
    with pytest.raises(vernier.ConnectionLost):
        clip[7:10]
    frames = clip.frames(7, 10)
    assert next(frames).number == 7
    with pytest.raises(vernier.ConnectionLost):
        list(frames)


def test_frame_before_which_a_range_ends_is_asked_for_by_itself(fake, opened):
    clip = opened()
    fake.answers[RANGE] = pictures(3, bytes(SIZE), length=3 * SIZE)
    fake.closing = {RANGE}
    fake.answers[f'{MEDIA}/frames/8.raw'] = told({'title': 'x', 'detail': 'damaged'}, status='422 No')
    frames = clip.frames(7, 10)
    assert next(frames).number == 7
    with pytest.raises(vernier.RequestError, match='damaged'):
        next(frames)
    fake.answers[f'{MEDIA}/frames/8.raw'] = picture(
        8, bytes(SIZE // 2), height=3, bytes=SIZE // 2,
        planes=[{'offset': 0, 'stride': 24, 'width': 8, 'height': 3}])
    assert [frame.data.shape[0] for frame in clip.frames(7, 10)] == [6, 3, 6]
    with pytest.raises(vernier.ProtocolError, match='change in size'):
        clip[7:10]


@pytest.mark.parametrize('cut', [0, 10, SIZE + 3])
def test_server_that_ends_in_mid_chunk_is_the_same_error(fake, opened, cut):
    clip = opened()
    whole = chunked(bytes(SIZE), bytes(SIZE), bytes(SIZE))
    fake.answers[RANGE] = whole[:len(whole) - 2 * SIZE - 40 + cut]
    fake.closing = {RANGE}
    with pytest.raises(vernier.ConnectionLost):
        clip[7:10]
    fake.answers[RANGE] = whole
    assert clip[7:10].numbers == [7, 8, 9]


def test_server_that_has_gone_is_the_same_error(fake, opened):
    clip = opened()
    fake.stop()
    with pytest.raises(vernier.ConnectionLost):
        clip[7]
    with pytest.raises(vernier.ConnectionLost):
        clip.scrub()
    with pytest.raises(vernier.ConnectionLost):
        vernier.connect(fake.url)


def test_kept_connection_that_was_closed_meanwhile_is_opened_again(fake, opened):
    clip = opened()
    for _ in range(3):
        fake.closing = {RAW}
        assert clip[7].number == 7
        fake.closing = set()
        assert clip[8].number == 8


def test_connection_that_ends_with_an_answer_has_all_of_it(fake, opened):
    clip = opened()
    fake.answers[RAW] = answer(bytes(SIZE), Vernier_Picture=json.dumps(HEADER), Connection='close')
    fake.closing = {RAW}
    assert [clip[7].number, clip[7].number, clip[8].number] == [7, 7, 8]


def drip(content):
    """An answer that comes byte by byte, ten a second."""
    def pieces():
        for byte in content:
            yield bytes([byte])
            time.sleep(0.1)
    return pieces


@pytest.mark.parametrize('content', [
    pytest.param(lambda: itertools.repeat(b'', 1), id='nothing'),
    pytest.param(drip(picture(7)), id='a head that drips'),
    pytest.param(lambda: [picture(7)[:-9]], id='a body that stops'),
])
def test_nobody_waits_longer_than_the_timeout(fake, opened, content):
    clip = opened(timeout=0.3)
    clip.index
    fake.answers[RAW] = content
    began = time.monotonic()
    with pytest.raises(vernier.TimedOut, match='0.3 s') as caught:
        clip[7]
    assert isinstance(caught.value, TimeoutError)
    assert time.monotonic() - began < 3


@pytest.mark.parametrize('change', [
    {'frame': 8}, {'width': 0}, {'width': 9}, {'height': -6}, {'bytes': 1 << 62}, {'bytes': SIZE - 1},
    {'format': 'yuv420p'}, {'format': None}, {'planes': []}, {'planes': None}, {'planes': [7]},
    {'planes': [{'offset': 4, 'stride': 24, 'width': 8, 'height': 6}]},
    {'planes': [{'offset': 0, 'stride': 1 << 60, 'width': 8, 'height': 1 << 60}]},
    {'width': 1e300}, {'width': True}, {'width': '8'}, {'sampleAspectRatio': [1, 0]}, {'rotation': None},
])
def test_header_that_does_not_fit_is_refused_before_its_bytes(fake, opened, change):
    clip = opened()
    fake.answers[RAW] = picture(7, **change)
    with pytest.raises(vernier.ProtocolError):
        clip[7]


@pytest.mark.parametrize('content', [
    answer(bytes(SIZE)), answer(bytes(SIZE), Vernier_Picture='{'), answer(b'', Vernier_Picture='[' * 9999),
    answer(bytes(SIZE), Vernier_Picture='[1]'), picture(7, bytes(SIZE + 1)), b'SSH-2.0-OpenSSH\r\n',
    answer(b'', '301 Moved', Location='/'), answer(b'', '204 No Content'),
    answer(bytes(SIZE), **{f'A{n}': 1 for n in range(200)}),
])
def test_answer_that_is_no_frame_is_refused(fake, opened, content):
    clip = opened()
    fake.answers[RAW] = content
    with pytest.raises((vernier.ProtocolError, vernier.ConnectionLost)):
        clip[7]


@pytest.mark.parametrize('content', [
    pictures(2, bytes(3 * SIZE)), pictures(4, bytes(3 * SIZE)), pictures(3, bytes(3 * SIZE + 1)),
    pictures(-1, b''), pictures(None, b''), picture(7),
])
def test_range_of_another_length_is_refused(fake, opened, content):
    clip = opened()
    fake.answers[RANGE] = content
    with pytest.raises(vernier.ProtocolError):
        clip[7:10]


@pytest.mark.parametrize('content', [
    b'', b'frame,pts\n', table(19), table(21), table().replace(b'3,8', b'4,8'),
    table().replace(b'3,8', b'3,x'), table().replace(b'3,8', b'3,' + b'9' * 30), b'\xff\xfe',
])
def test_index_that_cannot_be_right_is_refused(fake, opened, content):
    clip = opened()
    fake.answers[f'{MEDIA}/index'] = answer(content)
    with pytest.raises(vernier.ProtocolError):
        clip.index


@pytest.mark.parametrize('change', [
    {'id': 7}, {'frames': -1}, {'frames': 1 << 70}, {'timebase': [1, 0]}, {'timebase': 'no'},
    {'index': None}, {'version': None}, {'first': 0.5}, {'end': None},
])
def test_medium_that_cannot_be_right_is_refused(fake, opened, change):
    fake.answers[MEDIA] = told({**CLIP, **change})
    with pytest.raises(vernier.ProtocolError):
        opened().index


@pytest.mark.parametrize('document', ['nothing', [], {}, {'media': {}}, {'media': [[]]},
                                      {'media': [{'id': ID, 'name': None, 'bytes': 1}]}])
def test_list_that_cannot_be_right_is_refused(fake, opened, document):
    fake.answers['/api/v1/media'] = told(document)
    with pytest.raises(vernier.ProtocolError):
        opened()


@pytest.mark.parametrize(('described', 'said'), [
    ({**API, 'info': {'version': '2.4.0'}}, '2.4.0'),
    ({**API, 'paths': {}}, 'interface 1.0.0, without frames as they are decoded'),
])
def test_versions_that_do_not_fit_name_each_other(fake, described, said):
    fake.answers['/api/openapi.json'] = told(described)
    with pytest.raises(vernier.VersionError) as caught:
        vernier.connect(fake.url)
    assert said in str(caught.value)
    assert f'vernier-client {vernier.__version__} needs interface 1.0.0' in str(caught.value)


@pytest.mark.parametrize(('status', 'kind'), [
    ('401 Unauthorized', vernier.AccessDenied), ('403 Forbidden', vernier.AccessDenied),
    ('404 Not Found', vernier.UnknownMedia), ('409 Conflict', vernier.Replaced),
    ('422 Unprocessable', vernier.RequestError), ('503 Full', vernier.Busy),
])
def test_refusals_say_what_the_server_said(fake, opened, status, kind):
    clip = opened()
    problem = {'title': 'Some title', 'detail': 'and what to do', 'status': int(status[:3])}
    fake.answers[RAW] = told(problem, status=status)
    with pytest.raises(kind, match='Some title: and what to do') as caught:
        clip[7]
    assert caught.value.status == int(status[:3])
    fake.answers[RAW] = answer(b'<h1>no</h1>', status)
    with pytest.raises(kind, match='no reason is given'):
        clip[7]


def test_what_goes_wrong_is_of_one_tree():
    errors = [value for name, value in vars(vernier).items()
              if isinstance(value, type) and issubclass(value, Exception)]
    assert len(errors) == 14
    assert all(issubclass(error, vernier.VernierError) for error in errors)


def test_requests_for_a_frame_say_which_bytes_of_the_file_are_meant(fake, opened):
    clip = opened()
    clip[7]
    assert fake.asked[-1] == f'{RAW}?stream=0&v={CLIP["version"]}&format=rgb24'


def test_frames_outside_are_index_errors_with_the_count(fake, opened):
    clip = opened()
    for ask in (lambda: clip[FRAMES], lambda: clip[-FRAMES - 1], lambda: clip.get_frames_at([1, 99]),
                lambda: clip.get_frame_played_at(99.0), lambda: clip.get_frame_played_at(0.4),
                lambda: clip.get_frames_played_in_range(0.5, 9), lambda: clip.at(seconds=2.1),
                lambda: clip.at(seconds=float('nan')), lambda: clip.at(position=1.01),
                lambda: clip.get_frames_in_range(15, 21), lambda: clip.jpeg(20)):
        with pytest.raises(IndexError, match='20') as caught:
            ask()
        assert caught.value.count == FRAMES


def test_server_that_speaks_no_socket_is_a_typed_error(fake, opened):
    clip = opened()
    fake.answers['/api/v1/scrub'] = told({'title': 'x', 'detail': 'y'}, status='403 Forbidden')
    with pytest.raises(vernier.AccessDenied):
        clip.scrub()
    fake.answers['/api/v1/scrub'] = answer(b'hello')
    with pytest.raises(vernier.VernierError):
        clip.scrub()
    fake.answers['/api/v1/scrub'] = lambda: iter([])
    with pytest.raises(vernier.TimedOut):
        clip.scrub(timeout=0.2)


def test_json_is_told_from_what_is_not(fake):
    fake.answers['/api/openapi.json'] = answer(b'<html>')
    with pytest.raises(vernier.ProtocolError, match='is not JSON'):
        vernier.connect(fake.url)
    fake.answers['/api/openapi.json'] = answer(json.dumps([API]).encode())
    with pytest.raises(vernier.ProtocolError):
        vernier.connect(fake.url)
