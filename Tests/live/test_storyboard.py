"""Pictures from all over a film that cost no decoding, and a part of its index."""
import re
import time

import pytest

import oracle
from kit import PATIENCE, SAMPLES

NAMES = ['start.ts', 'vfr.mkv', 'dropframe.mov', 'edit-list.mp4']


@pytest.fixture(scope='module')
def server(serve_once):
    """A server on which nobody drags: what a drag passes becomes a part of the storyboard."""
    return serve_once(SAMPLES)


def decoded(server):
    return int(re.search(rb'frames_decoded_total (\d+)', server.get('/metrics').body)[1])


def whole(server, name, query=''):
    """The storyboard once all of it is made; what was listed before is a part of it."""
    address = f'/api/v1/media/{server.media(name)}/storyboard?{query}'
    for end in [time.monotonic() + PATIENCE]:
        while not (found := server.get(address).json())['complete']:
            assert time.monotonic() < end, found
            time.sleep(0.02)
    return found


@pytest.mark.parametrize('name', NAMES)
def test_it_lists_keyframes_whose_pictures_are_there(server, name):
    frames, (_, offset) = oracle.Frames(SAMPLES / name), oracle.SAMPLES[name]
    found = whole(server, name, 'count=60')
    listed = [picture['frame'] for picture in found['pictures']]
    keys = [frame for frame in range(len(frames)) if frames.key[frame]]
    assert listed == keys
    for frame, picture in zip(listed, found['pictures']):
        assert picture['position'] == pytest.approx(frames.position(frame), abs=1e-12)
    before = decoded(server)
    path = f'/api/v1/media/{server.media(name)}'
    for frame in listed:
        picture = server.get(
            f'{path}/frames/{frame}.jpg?width={found["width"]}&quality={found["quality"]}')
        assert oracle.barcode(picture.body) == frame + offset
    assert decoded(server) == before


@pytest.mark.parametrize('low, high, count', [(0, 1, 3), (0.3, 0.8, 5), (0.5, 0.5, 1)])
def test_it_lists_the_picture_nearest_to_the_middle_of_each_part(server, low, high, count):
    frames = oracle.Frames(SAMPLES / 'dropframe.mov')
    keys = [frame for frame in range(len(frames)) if frames.key[frame]]
    expected = set()
    for part in range(count):
        middle = frames.pts[frames.at(low + (high - low) * (part + 0.5) / count)]
        expected.add(min(keys, key=lambda frame: abs(frames.pts[frame] - middle)))
    found = whole(server, 'dropframe.mov', f'from={high}&to={low}&count={count}')
    assert [picture['frame'] for picture in found['pictures']] == sorted(expected)


def test_it_is_of_the_version_that_is_asked_for(server):
    address = f'/api/v1/media/{server.media("start.ts")}'
    version = server.get(address).json()['version']
    answer = server.get(f'{address}/storyboard?v={version}')
    assert (answer.status, answer.headers['Cache-Control']) == (200, 'no-cache')
    assert server.get(f'{address}/storyboard?v=0123456789abcdef').status == 409


@pytest.mark.parametrize('path', [
    'storyboard?count=0', 'storyboard?count=61', 'storyboard?from=-0.1', 'storyboard?to=nan',
    'index?format=csv&from=2', 'index?to=x'])
def test_what_is_out_of_range_is_refused(server, path):
    answer = server.get(f'/api/v1/media/{server.media("start.ts")}/{path}')
    assert answer.status == 400 and 'expected' in answer.json()['detail']


def test_sound_has_no_storyboard(server):
    answer = server.get(f'/api/v1/media/{server.media("audio.m4a")}/storyboard')
    assert answer.status == 422 and 'no pictures' in answer.json()['detail']


@pytest.mark.parametrize('low, high', [(0, 1), (0.25, 0.25), (0.4, 0.6), (0.99, 1)])
@pytest.mark.parametrize('name', ['vfr.mkv', 'edit-list.mp4'])
def test_a_part_of_the_index_has_the_frames_that_are_shown_there(server, name, low, high):
    frames = oracle.Frames(SAMPLES / name)
    address = f'/api/v1/media/{server.media(name)}/index'
    rows = server.get(f'{address}?format=csv&from={low}&to={high}').body.decode().splitlines()
    expected = range(frames.at(low), min(frames.at(high), len(frames) - 1) + 1)
    assert rows[0] == 'frame,pts,time,key'
    assert [int(row.split(',')[0]) for row in rows[1:]] == list(expected)
    listed = server.get(f'{address}?from={low}&to={high}').json()
    assert [entry['pts'] for entry in listed] == [frames.pts[frame] for frame in expected]
    whole = server.get(f'{address}?format=csv').headers['ETag']
    part = server.get(f'{address}?format=csv&from={low}&to={high}').headers['ETag']
    assert (part == whole) == (len(expected) == len(frames))
