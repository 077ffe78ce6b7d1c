"""Tiles for the bars of other players: each shows the frame of its cue's time."""
import bisect
import io
import re
import subprocess

import pytest
import webvtt
from PIL import Image

import oracle
from kit import SAMPLES

CUE = re.compile(r'(sprites/\d+\.jpg\?interval=\d+&width=\d+)#xywh=(\d+),(\d+),(\d+),(\d+)')
MANY = 130  # more than a sheet holds


def tiles(server, name, query=''):
    """Each cue, and the picture that it names."""
    address = f'/api/v1/media/{server.media(name)}'
    answer = server.get(f'{address}/thumbnails.vtt{query}')
    assert answer.status == 200
    sheets = {}
    for cue in webvtt.from_string(answer.body.decode()):
        path, *area = CUE.fullmatch(cue.text).groups()
        if path not in sheets:
            sheets[path] = Image.open(io.BytesIO(server.get(f'{address}/{path}').body))
        x, y, width, height = map(int, area)
        assert x + width <= sheets[path].width and y + height <= sheets[path].height
        yield cue, sheets[path].crop((x, y, x + width, y + height))


def barcode(picture):
    png = io.BytesIO()
    picture.save(png, 'PNG')
    return oracle.barcode(png.getvalue())


@pytest.mark.parametrize('name', oracle.SAMPLES)
def test_every_tile_is_the_frame_at_its_cues_time(server, name):
    frames, first = oracle.Frames(SAMPLES / name), oracle.SAMPLES[name][1]
    times = [frames.time(frame) for frame in range(len(frames))]
    seen = list(tiles(server, name, '?interval=1'))
    for cue, picture in seen:
        shown = bisect.bisect_right(times, cue.start_in_seconds + 1e-6) - 1
        assert barcode(picture) == first + shown
    assert [cue.start_in_seconds for cue, _ in seen] == list(range(len(seen)))
    for (cue, _), (after, _) in zip(seen, seen[1:]):
        assert cue.end == after.start
    end = float((frames.end - frames.first) * frames.timebase)
    assert len(seen) - 1 < end <= len(seen)


@pytest.mark.parametrize('query, width, interval', [
    ('', 160, 10), ('?width=320', 320, 10), ('?width=16&interval=3', 16, 3),
    ('?interval=3600', 160, 3600)])
def test_tiles_are_as_wide_and_as_far_apart_as_asked_for(server, query, width, interval):
    seen = list(tiles(server, 'start.ts', query))
    assert len(seen) == -(-8 // interval)
    assert {picture.size for _, picture in seen} == {(width, round(width * 9 / 16))}


def test_a_long_media_fills_several_sheets(serve, tmp_path):
    path = tmp_path / 'long.mp4'
    bits = 'if(lt(Y,9),16+219*mod(floor(N/pow(2,floor(X/10))),2),16)'
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', f'color=s=160x90:r=1:d={MANY}',
         '-vf', f"format=yuv420p,geq=lum='{bits}':cb=128:cr=128",
         '-c:v', 'libx264', '-g', '10', path], check=True)
    server = serve(path)
    seen = list(tiles(server, 'long.mp4', '?interval=1'))
    assert [barcode(picture) for _, picture in seen] == list(range(MANY))
    sheets = f'/api/v1/media/{server.media("long.mp4")}/sprites'
    assert server.get(f'{sheets}/1.jpg?interval=1').status == 200
    assert server.get(f'{sheets}/2.jpg?interval=1').status == 404


@pytest.mark.parametrize('path', [
    'thumbnails.vtt?interval=0', 'thumbnails.vtt?interval=3601', 'thumbnails.vtt?width=15',
    'sprites/0.jpg?width=641', 'sprites/0.jpg?interval=x', 'sprites/0.jpg?interval=1.5'])
def test_what_is_out_of_range_is_refused(server, path):
    answer = server.get(f'/api/v1/media/{server.media("start.ts")}/{path}')
    assert answer.status == 400
    assert 'expected' in answer.json()['detail']


@pytest.mark.parametrize('path', ['sprites/00.jpg', 'sprites/-1.jpg', 'sprites/0.png', 'sprites'])
def test_what_is_not_there_is_not_found(server, path):
    assert server.get(f'/api/v1/media/{server.media("start.ts")}/{path}').status == 404


@pytest.mark.parametrize('path', ['thumbnails.vtt', 'sprites/0.jpg'])
def test_sound_has_no_tiles(server, path):
    answer = server.get(f'/api/v1/media/{server.media("audio.m4a")}/{path}')
    assert answer.status == 422
    assert 'no pictures' in answer.json()['detail']


def test_a_sheet_that_was_made_costs_no_decoding_again(server):
    def decoded():
        return int(re.search(rb'frames_decoded_total (\d+)', server.get('/metrics').body)[1])

    address = f'/api/v1/media/{server.media("vfr.mkv")}/sprites/0.jpg?interval=2&width=80'
    before = decoded()
    first = server.get(address)
    between = decoded()
    assert server.get(address).body == first.body
    assert before < between == decoded()
    assert server.get(address, If_None_Match=first.headers['ETag']).status == 304
