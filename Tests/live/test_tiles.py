"""Tiles for the bars of other players: each shows the frame of its cue's time."""
import bisect
import io
import re
import struct
import subprocess

import m3u8
import pytest
import webvtt
from PIL import Image

import oracle
from kit import SAMPLES

CUE = re.compile(r'(sprites/\d+\.jpg\?interval=\d+&width=\d+&v=\w{16})#xywh=(\d+),(\d+),(\d+),(\d+)')
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
            sheet = server.get(f'{address}/{path}')
            assert sheet.status == 200, sheet.body
            sheets[path] = Image.open(io.BytesIO(sheet.body))
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
    'sprites/0.jpg?width=641', 'sprites/0.jpg?interval=x', 'sprites/0.jpg?interval=1.5',
    'index.bif?width=0', 'index.bif?width=1000000', 'filmstrip.jpg', 'filmstrip.jpg?from=9&to=x',
    'filmstrip.jpg?from=0&width=0', 'filmstrip.jpg?from=0&count=61',
    'trickplay/1000000/0.jpg', 'trickplay/0/tiles.m3u8'])
def test_what_is_out_of_range_is_refused(server, path):
    answer = server.get(f'/api/v1/media/{server.media("start.ts")}/{path}')
    assert answer.status == 400
    assert 'expected' in answer.json()['detail']


@pytest.mark.parametrize('path', ['sprites/00.jpg', 'sprites/-1.jpg', 'sprites/0.png', 'sprites'])
def test_what_is_not_there_is_not_found(server, path):
    assert server.get(f'/api/v1/media/{server.media("start.ts")}/{path}').status == 404


@pytest.mark.parametrize('path', ['thumbnails.vtt', 'sprites/0.jpg', 'index.bif', 'filmstrip.jpg?from=0'])
def test_sound_has_no_tiles(server, path):
    answer = server.get(f'/api/v1/media/{server.media("audio.m4a")}/{path}')
    assert answer.status == 422
    assert 'no pictures' in answer.json()['detail']


@pytest.mark.parametrize('name', ['start.ts', 'vfr.mkv', 'edit-list.mp4'])
def test_a_trickplay_list_leads_to_the_same_tiles(server, name):
    frames, first = oracle.Frames(SAMPLES / name), oracle.SAMPLES[name][1]
    times = [frames.time(frame) for frame in range(len(frames))]
    address = f'/api/v1/media/{server.media(name)}/trickplay/160'
    listed = m3u8.loads(server.get(f'{address}/tiles.m3u8?interval=1').body.decode())
    assert listed.is_images_only and listed.is_endlist
    [sheet] = listed.segments
    [tiles] = listed.data['tiles']
    assert tiles == {'resolution': '160x90', 'layout': '10x10', 'duration': 1}
    assert sheet.duration == -(-float((frames.end - frames.first) * frames.timebase) // 1)
    picture = Image.open(io.BytesIO(server.get(f'{address}/{sheet.uri}').body))
    for second in range(int(sheet.duration)):
        x, y = second % 10 * 160, second // 10 * 90
        shown = bisect.bisect_right(times, second + 1e-6) - 1
        assert barcode(picture.crop((x, y, x + 160, y + 90))) == first + shown


def bif(data):
    """The pictures of a file, each with its time in seconds (as Roku describes it)."""
    magic, version, count, unit = struct.unpack_from('<8s3I', data)
    assert (magic, version) == (b'\x89BIF\r\n\x1a\n', 0)
    assert not any(data[20:64])
    places = [struct.unpack_from('<2I', data, 64 + 8 * number) for number in range(count + 1)]
    assert places[-1] == (0xFFFFFFFF, len(data))
    for (number, start), (_, end) in zip(places, places[1:]):
        yield number * unit / 1000, data[start:end]


@pytest.mark.parametrize('name', oracle.SAMPLES)
def test_every_picture_of_a_bif_is_the_frame_of_its_time(server, name):
    frames, first = oracle.Frames(SAMPLES / name), oracle.SAMPLES[name][1]
    times = [frames.time(frame) for frame in range(len(frames))]
    answer = server.get(f'/api/v1/media/{server.media(name)}/index.bif?interval=1&width=320')
    assert answer.status == 200
    seen = list(bif(answer.body))
    assert [time for time, _ in seen] == list(range(len(seen)))
    end = float((frames.end - frames.first) * frames.timebase)
    assert len(seen) - 1 < end <= len(seen)
    for time, picture in seen:
        assert oracle.barcode(picture) == first + bisect.bisect_right(times, time + 1e-6) - 1


@pytest.mark.parametrize('query, expected', [
    ('from=40&to=60', range(40, 61)), ('from=0&to=99&count=12', range(0, 100, 9)),
    ('from=7', [7]), ('from=3&to=5&count=60', [3, 4, 5]), ('from=10&to=20&count=1', [10]),
    ('from=57&to=116&width=80', range(57, 117))])
def test_a_filmstrip_shows_exactly_its_frames(server, query, expected):
    width = 80 if 'width' in query else 160
    for name in 'start.ts', 'edit-list.mp4':
        address = f'/api/v1/media/{server.media(name)}/filmstrip.jpg?{query}'
        strip = Image.open(io.BytesIO(server.get(address).body))
        assert strip.size == (width * len(expected), width * 9 // 16)
        for place, frame in enumerate(expected):
            left = place * width
            shown = barcode(strip.crop((left, 0, left + width, strip.height)))
            assert shown == frame + oracle.SAMPLES[name][1]


def decoded(server):
    return int(re.search(rb'frames_decoded_total (\d+)', server.get('/metrics').body)[1])


def test_a_group_is_passed_through_once_for_all_of_its_frames(serve):
    """The long group's frames 100 to 129 come out on one way from its keyframe."""
    server = serve(SAMPLES / 'long-gop.mp4')
    address = f'/api/v1/media/{server.media("long-gop.mp4")}/filmstrip.jpg'
    assert server.get(f'{address}?from=100&to=129').status == 200
    assert 30 <= decoded(server) <= 131
    before = decoded(server)
    assert server.get(f'{address}?from=105&to=110').status == 200
    assert decoded(server) == before


def test_a_sheet_that_was_made_costs_no_decoding_again(server):
    address = f'/api/v1/media/{server.media("vfr.mkv")}/sprites/0.jpg?interval=2&width=80'
    before = decoded(server)
    first = server.get(address)
    between = decoded(server)
    assert server.get(address).body == first.body
    assert before < between == decoded(server)
    assert server.get(address, If_None_Match=first.headers['ETag']).status == 304


@pytest.mark.parametrize('name', ['start.ts', 'vfr.mkv', 'edit-list.mp4'])
def test_cues_in_json_are_those_of_the_webvtt(server, name):
    """As Vidstack reads it: with `text` in the first, each is a cue, below the page's address."""
    address = f'/api/v1/media/{server.media(name)}'
    answer = server.get(f'{address}/thumbnails.json?interval=1')
    assert answer.headers['Content-Type'] == 'application/json'
    listed, seen = answer.json(), list(tiles(server, name, '?interval=1'))
    assert len(listed) == len(seen)
    for one, (cue, _) in zip(listed, seen):
        assert set(one) == {'startTime', 'endTime', 'text'}
        assert one['startTime'] == cue.start_in_seconds
        hours, minutes, seconds = map(float, cue.end.split(':'))
        end = hours * 3600 + minutes * 60 + seconds
        assert one['endTime'] == pytest.approx(end, abs=0.001)
        assert one['text'] == f'{address}/{cue.text}'


@pytest.mark.parametrize('name', ['start.ts', 'vfr.mkv', 'edit-list.mp4'])
def test_ffmpeg_plays_the_i_frames_and_each_is_the_frame_of_its_time(server, name):
    frames, first = oracle.Frames(SAMPLES / name), oracle.SAMPLES[name][1]
    times = [frames.time(frame) for frame in range(len(frames))]
    address = f'/api/v1/media/{server.media(name)}'
    variants = m3u8.loads(server.get(f'{address}/trickplay.m3u8?interval=1').body.decode())
    [variant] = variants.iframe_playlists
    stated = variant.iframe_stream_info
    assert (stated.codecs, stated.resolution) == ('mjpg', (160, 90))
    path = f'{address}/{variant.uri}'
    playlist = m3u8.loads(server.get(path).body.decode())
    assert playlist.is_i_frames_only and playlist.is_endlist and playlist.playlist_type == 'vod'
    end = float((frames.end - frames.first) * frames.timebase)
    assert sum(segment.duration for segment in playlist.segments) == pytest.approx(end, abs=0.002)
    assert all(segment.duration <= playlist.target_duration for segment in playlist.segments)
    # Whatever segments take together that last from half to one and a half target durations.
    sizes = [len(server.get(f'{path.rsplit("/", 1)[0]}/{segment.uri}').body)
             for segment in playlist.segments]
    assert max(sizes) * 2 * 8 <= stated.bandwidth
    url = f'{server.url}{path}'
    shown = [bisect.bisect_right(times, second + 1e-6) - 1 for second in range(len(sizes))]
    assert oracle.barcodes(url) == [first + frame for frame in shown]
    probed = oracle.probe(url, 'V:0', 'frame=pts_time,key_frame,width,height')['frames']
    assert [(round(float(one['pts_time']), 3), one['key_frame'], one['width'], one['height'])
            for one in probed] == [(second, 1, 160, 90) for second in range(len(sizes))]


def boxes(data):
    """The boxes of an MP4 file, by their names, and where each begins (ISO/IEC 14496-12)."""
    place = 0
    while place < len(data):
        size, name = struct.unpack_from('>I4s', data, place)
        assert 8 <= size <= len(data) - place
        yield name.decode(), place, data[place + 8:place + size]
        place += size


def test_a_segment_is_a_fragment_with_one_picture(server):
    address = f'/api/v1/media/{server.media("start.ts")}/trickplay/160'
    head = dict((name, data) for name, _, data in
                boxes(server.get(f'{address}/init.mp4?interval=1').body))
    assert list(head) == ['ftyp', 'moov']
    assert [name for name, _, _ in boxes(head['moov'])] == ['mvhd', 'trak', 'mvex']
    answer = server.get(f'{address}/3.m4s?interval=1')
    assert answer.headers['Content-Type'] == 'video/iso.segment'
    (fragment, _, moof), (data, place, picture) = boxes(answer.body)
    assert (fragment, data) == ('moof', 'mdat')
    (_, _, number), (_, _, track) = boxes(moof)
    assert struct.unpack('>II', number) == (0, 4)
    _, (_, _, start), (_, _, run) = boxes(track)
    assert struct.unpack('>IQ', start) == (1 << 24, 3000)
    flags, count, offset, duration, size, sync = struct.unpack('>6I', run)
    assert (flags, count, duration, sync) == (0x701, 1, 1000, 0x02000000)
    assert (offset, size) == (place + 8, len(picture))
    assert Image.open(io.BytesIO(picture)).size == (160, 90)
    for rest, status in (('8.m4s?interval=1', 404), ('03.m4s', 404), ('-1.m4s', 404), ('x.m4s', 404),
                         ('99999999999999999999.m4s', 404), ('3.m4s?width=320', 404)):
        assert server.get(f'{address}/{rest}').status == status, rest
