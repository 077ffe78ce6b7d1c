"""`waveform` says what numpy finds in the samples that ffmpeg decodes, in the published format."""
import struct
import subprocess
import time

import numpy
import pytest

from kit import PATIENCE
from soundfiles import AAC, H264, Linear, Shown, make, wave


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    """Media whose sound is whole, late, split in two, in many channels, silent or none at all."""
    folder = tmp_path_factory.mktemp('waves')
    make(folder / 'film.mp4', 44100, 2, H264, AAC)
    make(folder / 'mono.wav', 48000, 1, (), ('-c:a', 'pcm_s16le'))
    make(folder / 'eight.flac', 48000, 8, (), ('-c:a', 'flac', '-sample_fmt', 's16'))
    make(folder / 'many.wav', 48000, 64, (), ('-c:a', 'pcm_s16le'), '-t', '1')
    make(folder / 'fast.wav', 192000, 2, (), ('-c:a', 'pcm_s16le'), '-t', '2')
    shift(folder / 'film.mp4', folder / 'late.mkv', '0.7')
    shift(folder / 'film.mp4', folder / 'early.mkv', '-0.5')
    ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=8000:d=5', '-c:a', 'pcm_s16le', folder / 'silent.wav')
    ffmpeg('-f', 'lavfi', '-i', 'testsrc=d=1', *H264, folder / 'mute.mp4')
    gap(folder / 'film.mp4', folder / 'gap.mkv')
    return folder


def ffmpeg(*arguments):
    subprocess.run(['ffmpeg', '-v', 'error', *map(str, arguments)], check=True)


def shift(film, path, seconds):
    """Has the sound begin so much later than the pictures."""
    ffmpeg('-i', film, '-itsoffset', seconds, '-i', film, '-map', '0:V', '-map', '1:a',
           '-c', 'copy', '-c:a', 'flac', '-sample_fmt', 's16', path)


def gap(film, path):
    """Leaves out a second of sound."""
    ffmpeg('-i', film, '-c:v', 'copy', '-c:a', 'pcm_s16le', '-af', "aselect='not(between(t,2,3))'",
           path)


@pytest.fixture(scope='module')
def waves(serve_once, folder):
    return serve_once(folder)


class Dat:
    """A file of audiowaveform, read by its published format: DataFormat.md, version 2."""

    def __init__(self, body):
        head = struct.unpack('<iIiiIi', body[:24])
        version, flags, self.rate, self.width, self.length, self.channels = head
        assert version == 2 and flags in (0, 1)
        self.bits = 8 if flags else 16
        numbers = numpy.frombuffer(body[24:], '<i1' if flags else '<i2')
        assert len(numbers) == 2 * self.length * self.channels
        self.points = numbers.reshape(self.length, self.channels, 2)


def asked(server, name, **query):
    """The answer, once the sound has been decoded."""
    query = '&'.join(f'{key}={value}' for key, value in query.items())
    address = f'/api/v1/media/{server.media(name)}/waveform?{query}'
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = server.get(address)
        if answer.status != 202:
            return answer
        assert int(answer.headers['Retry-After']) > 0
        time.sleep(0.02)
    raise AssertionError('the waveform never came')


def dat(server, name, **query):
    answer = asked(server, name, **query)
    assert answer.status == 200, answer.body
    return Dat(answer.body)


def extremes(samples, width):
    """The least and the greatest of each stretch, for each channel."""
    ends = numpy.arange(0, len(samples), width)
    least = numpy.minimum.reduceat(samples, ends, axis=0)
    return numpy.stack([least, numpy.maximum.reduceat(samples, ends, axis=0)], axis=2)


def shown(path):
    pictures = path.suffix in ('.mp4', '.mkv')
    return Shown(path, 'V:0' if pictures else 'a:0')


@pytest.mark.parametrize('channels', ['mix', 'split'])
@pytest.mark.parametrize('name', [
    'film.mp4', 'mono.wav', 'eight.flac', 'fast.wav', 'late.mkv', 'early.mkv', 'silent.wav'])
def test_peaks_are_those_that_numpy_finds(waves, folder, name, channels):
    path = folder / name
    frames = shown(path)
    more = ('-ac', '1') if channels == 'mix' else ()
    linear = Linear(path, zero=frames.zero, more=more, channels=1 if more else None)
    length = frames.sample(len(frames), linear.rate)
    samples = linear.between(0, length)
    for width in (256, 768, 1024, 16384):
        found = dat(waves, name, samplesPerPixel=width, channels=channels)
        assert (found.rate, found.width, found.bits) == (linear.rate, width, 16)
        numpy.testing.assert_array_equal(found.points, extremes(samples, width))


def test_gap_in_the_times_is_silence(waves, folder):
    found = dat(waves, 'gap.mkv', samplesPerPixel=256)
    silent = (found.points == 0).all(axis=(1, 2)).nonzero()[0] * 256 / found.rate
    assert 1.9 < silent.min() < 2.1 and 2.9 < silent.max() < 3.1
    assert len(silent) * 256 / found.rate == pytest.approx(1, abs=0.06)
    # What comes after it is where it was before, to one point.
    whole = dat(waves, 'film.mp4', samplesPerPixel=256)
    ours, theirs = found.points[600:1000, 0, 1], whole.points[600:1000, 0, 1]
    apart = [numpy.abs(ours[5:-5].astype(int) - theirs[5 + k:395 + k]).mean() for k in (-2, 0, 2)]
    assert apart[1] < min(apart[0], apart[2])


@pytest.mark.parametrize('name', ['film.mp4', 'eight.flac'])
def test_both_forms_and_both_depths_say_the_same(waves, name):
    for channels in ('mix', 'split'):
        deep = dat(waves, name, samplesPerPixel=512, channels=channels)
        for bits in (8, 16):
            query = {'samplesPerPixel': 512, 'channels': channels, 'bits': bits}
            binary = dat(waves, name, **query)
            text = asked(waves, name, format='json', **query).json()
            numbers = binary.points.reshape(-1).tolist()
            assert text == {
                'version': 2, 'channels': binary.channels, 'sample_rate': binary.rate,
                'samples_per_pixel': 512, 'bits': bits, 'length': binary.length, 'data': numbers}
            wanted = deep.points if bits == 16 else (deep.points / 256).astype(int)
            numpy.testing.assert_array_equal(binary.points, wanted)


def test_part_of_it_begins_with_the_point_of_its_first_frame(waves, folder):
    frames = shown(folder / 'film.mp4')
    whole = dat(waves, 'film.mp4', samplesPerPixel=256)
    for start, end in ((0, 1), (7, 50), (149, 150), (20, 20)):
        part = dat(waves, 'film.mp4', samplesPerPixel=256, **{'from': start, 'to': end})
        first, last = (frames.sample(edge, whole.rate) for edge in (start, end))
        points = whole.points[first // 256:-(-last // 256)]
        numpy.testing.assert_array_equal(part.points, points)


def test_without_a_zoom_there_are_some_two_thousand_points(waves):
    found = dat(waves, 'fast.wav')
    assert found.width % 256 == 0 and 1000 <= found.length <= 4000


def test_answers_are_kept_by_their_tags_and_versions(waves):
    media = waves.media('film.mp4')
    version = waves.get(f'/api/v1/media/{media}').json()['version']
    assert dat(waves, 'film.mp4').length
    tags = set()
    for query in ('', 'bits=8', 'channels=split', 'format=json', 'from=3', 'samplesPerPixel=1024'):
        address = f'/api/v1/media/{media}/waveform?{query}&v={version}'
        answer = waves.get(address)
        assert 'immutable' in answer.headers['Cache-Control']
        tag = answer.headers['ETag']
        assert not tag.startswith('W/')
        tags.add(tag)
        assert waves.get(address, If_None_Match=tag).status == 304
        assert waves.get(f'/api/v1/media/{media}/waveform?v=old').status == 409
    assert len(tags) == 6


@pytest.mark.parametrize('name', ['mute.mp4'])
def test_media_without_sound_says_so(waves, name):
    for path in ('waveform', 'sound.wav?to=1'):
        answer = waves.get(f'/api/v1/media/{waves.media(name)}/{path}')
        assert (answer.status, answer.json()['title']) == (422, 'No sound')


@pytest.mark.parametrize('query', [
    'samplesPerPixel=100', 'samplesPerPixel=300', 'bits=12', 'channels=left', 'format=png',
    'from=-1', 'to=x', 'from=9&to=3', 'from=0&to=1000000', 'sound=99999'])
def test_impossible_questions_are_refused(waves, query):
    assert dat(waves, 'film.mp4').length
    answer = waves.get(f'/api/v1/media/{waves.media("film.mp4")}/waveform?{query}')
    assert answer.status == 400


def test_sixty_four_channels_are_mixed_and_not_split(waves):
    found = dat(waves, 'many.wav', samplesPerPixel=256)
    assert (found.channels, found.length) == (1, 188) and found.points.any()
    assert asked(waves, 'many.wav', channels='split').status == 400


def test_what_is_known_outlives_the_server(serve, folder):
    server = serve(folder)
    first = asked(server, 'film.mp4').body
    server.stop()
    server.start()
    assert asked(server, 'film.mp4').body == first


def test_too_much_sound_at_once_is_refused_before_it_is_decoded(waves, folder):
    ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '1100', '-c:a', 'pcm_s16le',
           folder / 'long.wav')
    media = waves.media('long.wav')
    answer = waves.get(f'/api/v1/media/{media}/sound.wav')
    assert (answer.status, answer.json()['title']) == (422, 'Too much at once')
    assert waves.get(f'/api/v1/media/{media}/sound.wav?to=900').status == 200


def test_another_rate_is_that_of_linear_resampling(waves, folder):
    frames = shown(folder / 'mono.wav')
    media = waves.media('mono.wav')
    linear = Linear(folder / 'mono.wav', zero=frames.zero, more=('-ar', '44100'), rate=44100)
    count = len(frames)  # of packets, whose length is libavformat's
    for start, end in ((count // 6, count // 6 + 3), (count // 2, count - 1)):
        answer = waves.get(f'/api/v1/media/{media}/sound.wav?from={start}&to={end}&rate=44100')
        (_, _, rate, _), samples = wave(answer.body)
        assert rate == 44100
        wanted = linear.between(*(frames.sample(edge, rate) for edge in (start, end)))
        assert numpy.abs(samples.astype(int) - wanted).max() <= 1


def test_beeps_are_at_their_frames(waves, folder):
    """A tone that sounds with each tenth frame alone is seen and heard at those frames."""
    path = folder / 'beeps.mp4'
    ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=64x48:r=25:d=4', '-f', 'lavfi', '-i',
           "aevalsrc='0.8*sin(6000*t)*lt(mod(floor(t*25),10),1)':s=48000:d=4", *H264, *AAC, path)
    media = waves.media('beeps.mp4')
    loud = []
    for frame in range(95):
        answer = waves.get(f'/api/v1/media/{media}/sound.wav?from={frame}&to={frame + 1}')
        _, samples = wave(answer.body)
        # In the middle of a frame, as the filters of a codec ring.
        middle = samples[len(samples) // 3:-len(samples) // 3].astype(float)
        loud.append(numpy.sqrt((middle**2).mean()) > 5000)
    assert [frame for frame, is_loud in enumerate(loud) if is_loud] == list(range(0, 95, 10))
