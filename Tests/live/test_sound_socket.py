"""While a pointer moves, what is shown is heard: the very samples of its frame, and never too many."""
import subprocess

import numpy
import pytest

from client import PREVIEW, Client, Preview, Sound
from soundfiles import AAC, H264, Linear, Shown, make
from test_waveform import asked

SECONDS = 6
FRAMES = 25 * SECONDS


@pytest.fixture(scope='module')
def film(tmp_path_factory):
    return make(tmp_path_factory.mktemp('heard') / 'film.mp4', 48000, 2, H264, AAC)


@pytest.fixture(scope='module')
def beeps(film):
    """A film in which each tenth frame alone is heard."""
    path = film.parent / 'beeps.mov'
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', f'testsrc=s=64x48:r=25:d={SECONDS}',
         '-f', 'lavfi', '-i',
         f"aevalsrc='0.8*sin(6000*t)*lt(mod(floor(t*25),10),1)':s=48000:d={SECONDS}",
         *H264, '-c:a', 'pcm_s16le', path], check=True)
    return path


@pytest.fixture(scope='module')
def server(serve_once, film, beeps):
    server = serve_once(film.parent)
    for path in (film, beeps):
        assert asked(server, path.name).status == 200
    return server


def listener(server, path, preview=None, **sound):
    client = Client(server, server.media(path.name), preview=preview)
    client.send('configure', sound={'scrub': 'frame', **sound})
    told = client.expect('configured')['configuration']['sound']
    assert told == {'scrub': 'frame', 'rate': 48000, 'channels': 1, **sound}
    return client


def is_sound(message):
    return isinstance(message, Sound)


def heard(client, frame):
    """What is heard with a frame: its samples."""
    seq = client.seek(frame=frame)['seq']
    sound = client.until(lambda one: is_sound(one) and one.preview.seq == seq)
    assert sound.preview.frame == frame
    client.send('heard', seq=seq)
    return sound, numpy.frombuffer(sound.samples, '<i2').reshape(-1, sound.channels)


@pytest.mark.parametrize('channels', [1, 2])
def test_samples_are_those_that_are_shown_with_the_frame(server, film, channels):
    frames = Shown(film)
    linear = Linear(film, zero=frames.zero, more=('-ac', str(channels)), channels=channels)
    with listener(server, film, channels=channels) as client:
        for frame in (0, 1, 77, 30, 149, 31):
            sound, samples = heard(client, frame)
            start = frames.sample(frame, 48000)
            assert (sound.rate, sound.channels, len(samples)) == (48000, channels, 2400)
            assert sound.preview.pts == frames.edges[frame]
            wanted = linear.between(start, start + 2400)
            assert numpy.abs(samples.astype(int) - wanted).max() <= 1


def test_beeps_are_heard_at_their_frames(server, beeps):
    with listener(server, beeps, rate=44100) as client:
        loud = []
        for frame in range(0, FRAMES - 2, 3):
            _, samples = heard(client, frame)
            loud.append((frame, numpy.abs(samples[100:1600]).max() > 10000))
    assert [frame for frame, is_loud in loud if is_loud] == list(range(0, FRAMES - 2, 30))


def test_grains_are_windows_on_a_grid(server, film):
    frames = Shown(film)
    linear = Linear(film, zero=frames.zero, more=('-ac', '1'), channels=1)
    with listener(server, film, scrub='grain') as client:
        for frame in (0, 5, 6, 100):
            _, samples = heard(client, frame)
            middle = (frames.sample(frame, 48000) + 1200) // 2400 * 2400
            wanted = linear.between(middle - 2400, middle + 2400)
            assert numpy.abs(samples.astype(int) - wanted).max() <= 1


def test_drag_is_heard_with_two_unheard_at_most_and_its_end_always(server, film):
    with listener(server, film, preview=PREVIEW) as client:
        client.begin(x=0, extent=400)
        sounds = []
        for x in range(0, 390, 3):
            client.move((x, 0))
            sounds += collected(client, 0.01)
        assert 1 <= len(sounds) <= 2
        client.end()
        sounds += collected(client, 0.3)
        assert len(sounds) == 2
        client.send('heard', seq=sounds[-1].preview.seq)
        state = [one for one in client.seen if isinstance(one, dict) and 'target' in one][-1]
        last = client.until(is_sound)
        assert last.preview.frame == state['target']['frame']
        assert any(isinstance(one, Preview) for one in client.seen)


def collected(client, seconds):
    return [one for one in client.during(seconds) if is_sound(one)]


def test_nothing_is_heard_that_was_not_asked_for(server, film):
    with Client(server, server.media(film.name)) as client:
        client.seek(frame=40)
        client.send('configure', sound={'scrub': 'off'})
        client.seek(frame=50)
        assert not any(is_sound(one) for one in client.during(0.3))


@pytest.mark.parametrize('sound', [
    {'scrub': 'loud'}, {'scrub': 'frame', 'rate': 44150}, {'scrub': 'frame', 'channels': 3}, {}])
def test_what_cannot_be_heard_is_refused(server, film, sound):
    with Client(server, server.media(film.name)) as client:
        client.send_wrong('configure', sound=sound)
        client.error('invalid-configuration')


def test_resumed_session_is_heard_as_before(server, film):
    wanted = {'scrub': 'frame', 'rate': 44100, 'channels': 2}
    with listener(server, film, rate=44100, channels=2) as lost:
        token = lost.opened['session']
    with Client(server, server.media(film.name), resume=token) as client:
        assert client.opened['configuration']['sound'] == wanted
        sound, samples = heard(client, 40)
        assert (sound.rate, samples.shape) == (44100, (2205, 2))


def test_session_that_outlives_its_server_is_heard_as_before(serve, film):
    server = serve(film)
    with listener(server, film, scrub='grain') as lost:
        token = lost.opened['session']
    server.stop()
    server.start()
    with Client(server, server.media(film.name), resume=token) as client:
        told = client.opened['configuration']['sound']
        assert told == {'scrub': 'grain', 'rate': 48000, 'channels': 1}
