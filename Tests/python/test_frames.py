"""Frames by number, time and range: each is the one that its own pixels say it is."""
import asyncio
import random
import subprocess
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

import vernier
from barcodes import number
from kit import MATRIX, SAMPLES, VERNIER
from oracle import SAMPLES as NAMES
from oracle import Frames


@pytest.fixture(params=NAMES)
def sample(request, served):
    """A clip, and the number that its first picture carries."""
    return served.open(request.param), NAMES[request.param][1]


@pytest.fixture
def clip(served):
    return served.open('vfr.mkv')


def test_any_frame_is_the_one_of_that_number(sample):
    clip, first = sample
    for wanted in random.Random(1).sample(range(len(clip)), 4):
        frame = clip[wanted]
        assert (frame.number, number(frame.data)) == (wanted, wanted + first)
    last = clip[-1]
    assert (last.number, number(last.data)) == (len(clip) - 1, len(clip) - 1 + first)


@pytest.mark.parametrize(('format', 'kind', 'shape'), [
    ('rgb24', 'u1', (360, 640, 3)), ('rgb48le', '<u2', (360, 640, 3)), ('gray', 'u1', (360, 640))])
def test_pixels_are_those_of_ffmpeg(served, format, kind, shape):
    command = ['ffmpeg', '-v', 'error', '-i', SAMPLES / 'vfr.mkv', '-fps_mode', 'passthrough',
               '-frames:v', '3', '-pix_fmt', format, '-f', 'rawvideo', '-']
    raw = subprocess.run(command, capture_output=True, check=True).stdout
    clip = served.open('vfr.mkv', format=format)
    ours = clip[0:3].data
    assert ours.dtype == kind and clip[0].data.shape == shape
    assert (ours == numpy.frombuffer(raw, kind).reshape(3, *shape)).all()


def test_frames_that_change_in_size_are_gone_through():
    with vernier.serve(MATRIX / 'resized.ts', program=VERNIER) as server:
        clip = server.open()
        sizes = [frame.data.shape[:2] for frame in clip]
    assert len(sizes) == len(clip) and len(set(sizes)) > 1


@pytest.mark.parametrize('place', [
    slice(10, 20), slice(100, 140, 5), slice(5, 6), slice(-3, None), slice(30, 20), slice(20, 10, -3),
    slice(None, None, 40),
])
def test_slices_are_those_of_a_list(clip, place):
    wanted = list(range(len(clip)))[place]
    batch = clip[place]
    assert batch.numbers == wanted and len(batch) == len(wanted)
    assert [number(picture) for picture in batch.data] == wanted
    assert [number(frame.data) for frame in batch] == wanted


def test_lists_keep_their_order_and_what_is_twice_in_them(clip):
    wanted = [90, 3, 3, 4, 5, -1, 60, 90]
    batch = clip.get_frames_at(wanted)
    there = [one % len(clip) for one in wanted]
    assert batch.numbers == there and [number(picture) for picture in batch.data] == there
    batch.data[1] = 0
    assert number(batch.data[2]) == 3, 'no two share their bytes'


def test_going_through_it_is_one_request_and_every_frame_once(clip):
    assert [number(frame.data) for frame in clip] == list(range(150))
    assert [number(frame.data) for frame in clip.frames(7, 30, 4)] == list(range(7, 30, 4))


def test_going_through_it_may_stop_at_any_frame(clip):
    for frame in clip:
        if frame.number == 2:
            break
    assert clip[5].number == 5


def test_times_are_those_of_ffprobe(sample):
    clip, _ = sample
    frames = Frames(SAMPLES / clip.name)
    assert clip.timebase == frames.timebase
    assert clip.index.pts.tolist() == frames.pts and clip.index.keys.tolist() == frames.key
    assert clip.index.durations.sum() == clip.index.end - frames.first
    entry = clip.index[7]
    assert clip.index.pts_seconds[7] == float(entry.pts * clip.timebase)
    assert clip.index.duration_seconds[7] == float(entry.duration * clip.timebase)


def test_a_frame_says_when_it_is_shown(clip):
    frames, frame = Frames(SAMPLES / 'vfr.mkv'), clip[40]
    assert frame.pts == frames.pts[40]
    assert frame.pts_seconds == pytest.approx(float(frames.pts[40] * frames.timebase))
    assert frame.duration == frames.pts[41] - frames.pts[40]
    assert clip.at(seconds=frame.seconds).number == 40


def test_times_mean_the_frame_on_the_screen(served):
    clip = served.open('start.ts')
    index, frames = clip.index, Frames(SAMPLES / 'start.ts')
    middle = index.pts_seconds + index.duration_seconds / 2
    assert clip.get_frames_played_at(middle[[3, 150, 7]]).numbers == [3, 150, 7]
    assert clip.get_frame_played_at(index.pts_seconds[12]).number == 12
    assert clip.get_frames_played_in_range(middle[5], index.pts_seconds[9]).numbers == [5, 6, 7, 8]
    assert clip.get_frames_played_in_range(middle[5], middle[9]).numbers == [5, 6, 7, 8, 9]
    assert len(clip.get_frames_played_in_range(middle[5], middle[5])) == 0
    assert clip.index.start_seconds == float(frames.first * frames.timebase) > 0


def test_timecodes_and_positions_mean_a_frame(served):
    clip = served.open('dropframe.mov')
    assert number(clip.at(timecode='01:00:02;12').data) == 72
    assert clip.at(position=1).number == 239 and clip.at(position=0).number == 0
    with pytest.raises(TypeError):
        clip.at(seconds=1, position=0)


def test_what_there_is_is_listed_and_opened(served):
    assert {one.name for one in served.media} >= set(NAMES)
    with pytest.raises(vernier.UnknownMedia, match='vfr.mkv'):
        served.open('nothing.mkv')
    with pytest.raises(vernier.UnknownMedia, match='8 media'):
        served.open()
    with pytest.raises(vernier.UnknownMedia):
        served.open('0' * 32)


def test_planes_are_those_that_were_decoded(served):
    frame = served.open('vfr.mkv', format=None).get_frame_at(33)
    luma, *chroma = frame.planes
    assert frame.picture.format == 'yuv420p' and luma.shape == (360, 640)
    assert [plane.shape for plane in chroma] == [(180, 320)] * 2
    assert number(luma) == 33
    with pytest.raises(vernier.VernierError, match='planes'):
        frame.data


def test_tasks_ask_at_once_and_go_through_it(served):
    async def run():
        server = await vernier.aio.connect(served.url)
        async with server:
            clip = await server.open('vfr.mkv')
            wanted = [77, 3, 149, 20]
            frames = await asyncio.gather(*(clip.get_frame_at(one) for one in wanted))
            assert [number(frame.data) for frame in frames] == wanted
            assert [frame.number async for frame in clip.frames(4, 9)] == [4, 5, 6, 7, 8]
            assert (await clip.get_frames_in_range(0, 9, 4)).numbers == [0, 4, 8]
            assert (await clip.at(seconds=0)).number == 0
            async with await clip.scrub() as scrub:
                async with await scrub.begin(0, extent=100) as drag:
                    await drag.move(50)
                assert (await scrub.proof()).holds
    # Not in this thread, which may have a browser's own loop.
    with ThreadPoolExecutor() as thread:
        thread.submit(lambda: asyncio.run(run())).result()
