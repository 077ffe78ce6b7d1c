"""Sound as it should not be: joined, changing in mid-file, without a sample, or in odd codecs."""
import json
import random
import struct
import subprocess
import time
from fractions import Fraction

import numpy
import pytest

from kit import FULL, PATIENCE
from oracle import run
from soundfiles import AAC, Linear, Shown, make, tone, wave
from test_waveform import Dat, asked

MP3 = ('-c:a', 'libmp3lame', '-b:a', '64k')


def ffmpeg(*arguments):
    subprocess.run(['ffmpeg', '-v', 'error', *map(str, arguments)], check=True)


def joined(folder, ending, codec, *formats):
    """Files of other rates and channels, one after the other in one file, as `cat` joins them."""
    parts = []
    for number, (rate, channels) in enumerate(formats):
        parts.append(folder / f'part{number}{ending}')
        make(parts[-1], rate, channels, (), codec)
    path = folder / 'media' / f'joined{ending}'
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b''.join(part.read_bytes() for part in parts))
    return path


def samples(server, path, frame, end):
    name = path.name
    answer = server.get(f'/api/v1/media/{server.media(name)}/sound.wav?from={frame}&to={end}')
    assert answer.status == 200, answer.body
    return wave(answer.body)[1]


def is_alive(server):
    return server.get('/healthz').status == 200


def placed(path, rate, zero, end):
    """The samples that ffmpeg decodes, each frame where ffprobe says that it belongs; else silence."""
    described = json.loads(run(
        'ffprobe', '-v', 'error', '-of', 'json', '-select_streams', 'a:0', '-show_entries',
        'stream=time_base:frame=pts,nb_samples', path))
    timebase = Fraction(described['streams'][0]['time_base'])
    linear = Linear(path).samples
    result = numpy.zeros((end, linear.shape[1]), linear.dtype)
    done = 0
    for frame in described['frames']:
        count = frame['nb_samples']
        start = round((frame['pts'] * timebase - zero) * rate)
        first, last = max(start, 0), min(start + count, end)
        if first < last:
            result[first:last] = linear[done + first - start:done + last - start]
        done += count
    return result


def starts(server, path, rate):
    """The first frame's time, and the first sample of each frame, as the server lists them."""
    address = f'/api/v1/media/{server.media(path.name)}'
    described = server.get(address).json()
    timebase = Fraction(*described['timebase'])
    rows = server.get(f'{address}/index?format=csv').body.decode().split()[1:]
    times = [int(row.split(',')[1]) - described['first'] for row in rows]
    edges = [*times, described['end'] - described['first']]
    return described['first'] * timebase, [-(-one * timebase * rate // 1) for one in edges]


def check(server, path, wanted, edges, places):
    for place in places:
        found = samples(server, path, place, place + 3)
        part = wanted[edges[place]:edges[place + 3]]
        apart = numpy.abs(found.astype(int) - part).max()
        assert apart <= 1, f'frame {place}: {apart} apart'


def test_he_aac_is_that_of_linear_decoding_with_the_noise_of_its_upper_band(serve, corpus):
    """That noise goes on from frame to frame, from wherever a decoder began."""
    path = corpus / 'no-initial-keyframe.ts'
    server = serve(path)
    assert asked(server, path.name).status == 200
    zero, edges = starts(server, path, 44100)
    wanted = Linear(path, zero=zero).between(0, edges[-1])
    places = list(range(0, len(edges) - 4, 3))
    random.Random(23).shuffle(places)
    check(server, path, wanted, edges, places)


def test_mp3_files_one_after_the_other_are_heard_up_to_the_end(serve, tmp_path):
    path = joined(tmp_path, '.mp3', MP3, (44100, 2), (44100, 2))
    server = serve(path)
    answer = asked(server, path.name)
    # The head of the second file is no sound, and leaves a gap.
    assert (answer.status, answer.headers['vernier-sound']) == (200, 'damaged=1')
    zero, edges = starts(server, path, 44100)
    wanted = placed(path, 44100, zero, edges[-1])
    count = len(edges) - 1
    chance = random.Random(7)
    places = [chance.randrange(count - 4) for _ in range(12)] + [count - 4]
    meeting = range(count // 2 - 8, count // 2 + 8)
    check(server, path, wanted, edges, [*places, *meeting])


@pytest.mark.parametrize('ending, codec', [('.mp3', MP3), ('.aac', AAC)])
def test_rate_and_layout_that_change_in_mid_file_leave_a_clear_state(serve, tmp_path, ending, codec):
    path = joined(tmp_path, ending, codec, (44100, 2), (24000, 1))
    server = serve(path)
    answer = asked(server, path.name)
    assert answer.status in (200, 422), answer.body
    if answer.status == 200:
        # What is of the first rate is there; of the rest it is said that it is damaged.
        assert int(answer.headers['vernier-sound'].removeprefix('damaged=')) > 0
        found = samples(server, path, 20, 23)
        frames = Shown(path, 'a:0')
        linear = Linear(tmp_path / f'part0{ending}', zero=frames.zero)
        first, last = (frames.sample(edge, 44100) for edge in (20, 23))
        assert numpy.abs(found.astype(int) - linear.between(first, last)).max() <= 1
    assert is_alive(server)


def test_no_sample_at_all_is_said_to_be_none(serve, tmp_path):
    ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=64x48:r=25:d=2', *tone(48000, 2, 2), '-c:v', 'libx264',
           '-c:a', 'pcm_s16le', '-bsf:a', 'noise=drop=1', tmp_path / 'none.mov')
    server = serve(tmp_path)
    answer = asked(server, 'none.mov')
    assert answer.status == 422 and b'sound' in answer.body
    assert is_alive(server)


def test_days_of_sound_end_in_a_clear_state_and_hold_nobody(serve, tmp_path):
    """Ten days of 8 kHz at night: silence, with a beep in the last tenth."""
    hours = 240 if FULL else 6
    length, beep = hours * 3600 * 8000, hours * 3600 * 7200
    with open(tmp_path / 'days.au', 'wb') as file:
        file.write(b'.snd' + struct.pack('>5I', 24, 0xffffffff, 2, 8000, 1))
        file.truncate(24 + length)
        file.seek(24 + beep)
        file.write(bytes([100, 156]) * 40_000)
    make(tmp_path / 'short.wav', 8000, 1, (), ('-c:a', 'pcm_s16le'))
    server = serve(tmp_path)
    address = f'/api/v1/media/{server.media("days.au")}/waveform'
    deadline = time.monotonic() + hours * PATIENCE / 6
    # Until its packets are known, an answer may take longer than anyone waits.
    while (answer := server.get(address)).status in (202, 503) and time.monotonic() < deadline:
        assert samples(server, tmp_path / 'short.wav', 3, 5).any()
        time.sleep(0.1)
    assert answer.status == 200, answer.body
    found = Dat(answer.body)
    (loud,) = numpy.nonzero(numpy.abs(found.points.astype(int)).max(axis=(1, 2)) > 10_000)
    first, last = (place // found.width for place in (beep, beep + 79_999))
    assert loud.tolist() == list(range(first, last + 1))
