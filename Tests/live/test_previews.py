"""The pictures that follow the pointer: the right one at rest, and never too many on the way."""
import io
import re
import subprocess
import time

import pytest
from PIL import Image

from client import PREVIEW, Client, Preview
from kit import PATIENCE, SAMPLES
from oracle import SAMPLES as TABLE
from oracle import Frames, barcode


@pytest.fixture
def client(server):
    """Scrubs the file that is hardest to follow, and shows what it sees."""
    with Client(server, server.media('long-gop.mp4'), preview=PREVIEW) as client:
        yield client


def previews(messages):
    return [message for message in messages if isinstance(message, Preview)]


def drag(client, seconds, rate=120, paint=False):
    """Drags to and fro for so long, at 120 samples a second, and returns the pictures on the way."""
    client.begin(0, 0, 800)
    started, seen = time.monotonic(), len(client.seen)
    for step in range(round(seconds * rate)):
        client.move((100 + abs(step * 3 % 1000 - 500), 0))
        due = started + (step + 1) / rate - time.monotonic()
        for preview in previews(client.during(max(due, 0.0005))):
            if paint:
                client.send('painted', seq=preview.seq)
    return previews(client.seen[seen:])


@pytest.mark.parametrize('name', TABLE)
def test_pointer_at_rest_sees_the_very_frame(server, name):
    frames, first = Frames(SAMPLES / name), TABLE[name][1]
    with Client(server, server.media(name), preview=PREVIEW) as client:
        client.begin(0, 0, 800)
        for x in (700, 20, 333, 512):
            state = client.moved((x, 40))
        state = client.end()
        shown = client.exact_picture(state['target']['frame'])
    assert barcode(shown.picture) == state['target']['frame'] + first
    assert shown.pts == frames.pts[shown.frame]
    assert bool(shown.flags & 2) == frames.key[shown.frame]


def test_header_says_what_the_picture_is(client):
    state = client.seek(frame=301)
    shown = client.exact_picture(301)
    assert (shown.magic, shown.version, shown.format, shown.zero) == (0x564E, 1, 1, 0)
    assert (shown.seq, shown.pts) == (state['seq'], state['target']['pts'])
    assert (shown.width, shown.height) == (320, 180)
    assert Image.open(io.BytesIO(shown.picture)).size == (320, 180)
    assert shown.flags & ~0b111 == 0
    assert shown.decoded <= 52  # from the keyframe 250, and then a few that are stored before


def test_picture_of_a_frame_is_the_same_as_over_http(server, client):
    client.seek(frame=444)
    shown = client.exact_picture(444)
    medium = server.media('long-gop.mp4')
    answer = server.get(f'/api/v1/media/{medium}/frames/444.jpg?width=320')
    assert barcode(answer.body) == barcode(shown.picture) == 444


def test_nothing_is_sent_that_was_not_asked_for(server):
    with Client(server, server.media('start.ts')) as client:
        client.seek(frame=100)
        assert previews(client.during(0.5)) == []
        client.send('configure', preview=PREVIEW)
        assert client.exact_picture(100)


def test_client_that_never_paints_gets_two_and_then_four_a_second(client):
    started = time.monotonic()
    count = len(drag(client, 2))
    assert 3 <= count <= 2 + 4 * (time.monotonic() - started) + 1


def test_client_that_stops_painting_gets_two_more_and_then_none(client):
    drag(client, 0.5, paint=True)
    client.during(0.5)
    for preview in previews(client.seen):
        client.send('painted', seq=preview.seq)
    # Until none is on its way any more: a slow machine still makes some of before.
    while held := previews(client.during(1)):
        for preview in held:
            client.send('painted', seq=preview.seq)
    assert len(drag(client, 1.5)) <= 2


def test_acknowledging_brings_the_newest_picture_at_once(client):
    drag(client, 0.3, paint=True)
    unpainted = drag(client, 0.7)
    state = client.end()
    for preview in unpainted:
        client.send('painted', seq=preview.seq)
    assert client.exact_picture(state['target']['frame'])


def test_steady_pointer_keeps_seeing_new_pictures(client):
    shown = drag(client, 2, paint=True)
    # On a busy machine they come later, but they come on.
    ends = time.monotonic() + PATIENCE
    while len({preview.frame for preview in shown}) < 8 and time.monotonic() < ends:
        shown += drag(client, 1, paint=True)
    assert len({preview.frame for preview in shown}) >= 8
    state = client.end()
    assert barcode(client.exact_picture(state['target']['frame']).picture) == state['target']['frame']


def test_pictures_on_the_way_say_truly_which_frame_they_are(client):
    shown = drag(client, 1, paint=True)
    assert [barcode(preview.picture) for preview in shown] == [preview.frame for preview in shown]


def test_superseded_seeks_are_not_all_drawn(client):
    for frame in range(0, 600, 4):
        client.numbered('seek', to={'frame': frame})
    client.exact_picture(596)
    assert len(previews(client.seen)) < 75


def is_steady(widths, small):
    """Whether five pictures in a row have been small, or whole."""
    return len(widths) >= 5 and all((width < 1280) == small for width in widths[-5:])


@pytest.mark.parametrize('bits_per_second, delay, small', [
    (1_000_000, 0, True), (1_000_000, 0.2, True), (100_000_000, 0.3, False)])
def test_a_slow_link_brings_smaller_pictures_and_the_whole_one_at_rest(
        server, bits_per_second, delay, small):
    """The link takes its time for every byte, and has a delay that no size changes."""
    whole = {'width': 1280, 'quality': 90}
    with Client(server, server.media('long-gop.mp4'), preview=whole) as client:
        widths, due = [], []
        client.begin(0, 0, 3000)
        for step in range(600):
            # A fast link is not taken for a slow one however long the pointer moves.
            if (small or step >= 150) and is_steady(widths, small):
                break
            client.move((step, 0))
            for shown in previews(client.during(0.05)):
                widths.append(shown.width)
                start = max([time.monotonic(), *(at for at, _ in due[-1:])])
                due.append((start + 8 * len(shown.picture) / bits_per_second, shown.seq))
            while due and due[0][0] + delay <= time.monotonic():
                client.send('painted', seq=due.pop(0)[1])
        client.end()
        frame = client.seek(frame=200)['target']['frame']
        for _, seq in due:
            client.send('painted', seq=seq)
        shown = client.picture_that(
            lambda shown: shown.is_exact and (shown.frame, shown.width) == (frame, 1280))
    assert frame == barcode(shown.picture) == 200
    assert is_steady(widths, small), widths
    # Keyframes that are shown first are the storyboard's, of 480 columns.
    assert set(widths) <= {1280, 640, 480, 320, 160}


def decoded(server):
    return int(re.search(rb'frames_decoded_total (\d+)', server.get('/metrics').body)[1])


@pytest.mark.parametrize('step', [1, 5, 30])
def test_a_slow_pointer_that_goes_back_has_each_frame_of_a_group_decoded_once(serve, step):
    """The group that ends at frame 249 is as long as groups usually get."""
    server = serve(SAMPLES / 'long-gop.mp4')
    with Client(server, server.media('long-gop.mp4'), preview=PREVIEW) as client:
        client.exact_picture(0)
        client.seek(frame=249)
        client.exact_picture(249)
        before = decoded(server)
        for frame in range(249 - step, 0, -step):
            client.seek(frame=frame)
            assert barcode(client.exact_picture(frame).picture) == frame
        # The decoder was drained or stood behind; what it holds back comes on top.
        assert decoded(server) - before <= 250 + 24


def test_equal_steps_forward_decode_little_that_they_do_not_reach(serve):
    """Half of the film's frames are such that no other refers to them."""
    server = serve(SAMPLES / 'long-gop.mp4')
    with Client(server, server.media('long-gop.mp4'), preview=PREVIEW) as client:
        client.exact_picture(0)
        count = 0
        for frame in range(6, 240, 6):
            client.seek(frame=frame)
            shown = client.exact_picture(frame)
            assert barcode(shown.picture) == frame
            # Not all that the server decodes: on a busy machine it has time for more between two steps.
            count += shown.decoded
        assert count <= 0.75 * 240


def test_a_pointer_that_goes_to_and_fro_over_what_it_saw_has_nothing_decoded(serve):
    server = serve(SAMPLES / 'long-gop.mp4')
    with Client(server, server.media('long-gop.mp4'), preview=PREVIEW) as client:
        way = [*range(100, 160, 5), *range(155, 100, -5)]
        for frame in way:
            client.seek(frame=frame)
            client.exact_picture(frame)
        before = [client.seek(frame=frame) and client.exact_picture(frame).decoded for frame in way]
    assert set(before) == {0}


def test_a_step_back_in_an_endless_group_does_not_keep_all_of_it(serve, tmp_path):
    film = tmp_path / 'endless.mp4'
    subprocess.run(['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=64x36:r=25:d=60',
                    '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '3', '-g', '9999', film],
                   check=True)
    server = serve(film)
    with Client(server, server.media(film.name), preview=PREVIEW) as client:
        client.seek(frame=1400)
        client.exact_picture(1400)
        before = decoded(server)
        client.seek(frame=1399)
        client.exact_picture(1399)
    assert decoded(server) - before < 0.75 * 1399
