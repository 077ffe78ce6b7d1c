"""The socket as a client sees it: what it opens with, the model's numbers, where seeks go."""
import random

import pytest

from client import Client
from kit import SAMPLES
from model import Bar, nearest_count, nearest_step
from oracle import Frames


@pytest.fixture
def client(server):
    with Client(server, server.media('start.ts')) as client:
        yield client


@pytest.fixture(scope='module')
def frames():
    return Frames(SAMPLES / 'start.ts')


# Opening.


def test_session_opens_at_the_first_frame_with_the_protocols_defaults(client, frames):
    opened = client.opened
    assert client.socket.subprotocol == 'vernier.v1'
    assert opened['session'] and opened['media']['name'] == 'start.ts'
    state = opened['state']
    assert (state['phase'], state['position'], state['raw']) == ('idle', 0, 0)
    assert (state['target']['frame'], state['target']['pts']) == (0, frames.first)
    configuration = opened['configuration']
    assert configuration['law'] == {'kind': 'quadratic', 'falloff': 10000, 'floor': 0.01}
    assert configuration['snap'] == {'to': 'none', 'when': 'live'}
    assert (configuration['overshoot'], configuration['press']) == ('accumulate', 'hold')


def test_socket_tells_of_the_medium_what_http_tells(server, client):
    told = server.get(f'/api/v1/media/{server.media("start.ts")}').json()
    assert client.opened['media'] == told


def test_fields_that_nobody_knows_are_ignored(client):
    client.send('configure', snap={'to': 'none', 'colour': 'red'}, weather='fine')
    assert client.expect('configured')['configuration'] == client.opened['configuration']


# The model.


def test_quadratic_law_agrees_in_every_bit(client):
    chance = random.Random(11)
    raw = 0.0
    for _ in range(40):
        x, y, extent = chance.uniform(0, 900), chance.uniform(-50, 50), chance.uniform(50, 2000)
        client.begin(x, y, extent)
        bar = Bar(raw, x, y, extent)
        for _ in range(4):
            points = [(chance.uniform(-200, 1200), y + chance.gauss(0, 60)) for _ in range(3)]
            state = client.moved(*points)
            for point in points:
                bar.move(*point)
            assert (state['raw'], state['position']) == (bar.raw, bar.raw)
            assert (state['gain'], state['phase']) == (bar.gain, 'scrubbing')
        raw = client.end()['raw']
        assert raw == bar.raw


def test_every_state_names_the_frame_of_its_position(client, frames):
    chance = random.Random(12)
    client.begin()
    for _ in range(50):
        state = client.moved((chance.uniform(0, 900), chance.uniform(0, 90)))
        target = state['target']
        assert target['frame'] == frames.at(state['position'])
        assert target['pts'] == frames.pts[target['frame']]
        assert target['time'] == pytest.approx(frames.time(target['frame']), abs=1e-9)
        assert target['key'] == frames.key[target['frame']]


def test_vertical_motion_alone_never_moves_the_position(client):
    client.seek(frame=77)
    client.begin(400, 0)
    before = client.moved((430, 0))
    for y in (5, 60, 99, 150, 3000, -80, 0):
        state = client.moved((430, y))
        assert (state['raw'], state['target']) == (before['raw'], before['target'])
    assert client.end()['raw'] == before['raw']


def test_first_sample_counts_in_full_however_far_from_the_bar(client):
    client.begin(100, 0, extent=800)
    assert client.moved((180, 500))['raw'] == 80 / 800


def test_farther_from_the_bar_one_unit_is_worth_less_and_the_state_says_how_much(client, frames):
    client.begin(100, 0, extent=800)
    seconds = float((frames.end - frames.first) * frames.timebase)
    for y, gain in ((0, 1), (50, 0.75), (80, 0.36), (99.9, 0.01), (300, 0.01)):
        state = client.moved((100, y))
        assert state['gain'] == pytest.approx(gain)
        assert state['secondsPerUnit'] == pytest.approx(gain * seconds / 800)
        assert state['framesPerUnit'] == pytest.approx(gain * len(frames) / 800, rel=0.01)


@pytest.mark.parametrize('step', [0.1, 0.3, 0.01, 0.0625, 0.9])
def test_step_snapping_agrees_in_every_bit(client, step):
    client.send('configure', snap={'to': 'step', 'step': step})
    chance = random.Random(step)
    client.begin(0, 0, 500)
    for _ in range(25):
        state = client.moved((chance.uniform(-20, 520), chance.uniform(-20, 20)))
        assert state['position'] == nearest_step(state['raw'], step)


def test_count_snaps_when_let_go_and_names_the_stop_before(client):
    client.send('configure', snap={'to': 'count', 'count': 7, 'when': 'release'})
    client.begin(0, 0, 700)
    for x in (40, 149, 151, 360, 700):
        state = client.moved((x, 0))
        assert state['position'] == state['raw']
        assert state['stop'] == nearest_count(state['raw'], 7)
    state = client.moved((333, 0))
    state = client.end()
    assert state['position'] == state['raw'] == 3 / 7


def test_motion_beyond_the_end_counts_unless_told_otherwise(client):
    client.begin(0, 0, 800)
    assert client.moved((1000, 0), (900, 0))['raw'] == 1
    client.end()
    client.seek(position=0)
    client.send('configure', overshoot='clamp')
    client.begin(0, 0, 800)
    assert client.moved((1000, 0), (900, 0))['raw'] == pytest.approx(1 - 100 / 800)


def test_press_jumps_only_when_told_to(client):
    client.begin(600, 0, 800)
    assert client.end()['raw'] == 0
    client.send('configure', press='jump')
    client.begin(600, 0, 800)
    assert client.moved((600, 0))['raw'] == 600 / 800


@pytest.mark.parametrize('change', [
    {'law': {'kind': 'flat'}}, {'overshoot': 'clamp'}, {'press': 'jump'},
    {'snap': {'to': 'count', 'count': 3, 'when': 'release'}},
])
def test_configuring_in_mid_drag_moves_nothing(client, change):
    client.begin(100, 0)
    before = client.moved((250, 30))
    client.send('configure', **change)
    client.expect('configured')
    after = client.moved((250, 30))
    assert (after['raw'], after['position']) == (before['raw'], before['position'])


def test_flat_law_ignores_the_distance(client):
    client.send('configure', law={'kind': 'flat'})
    client.begin(0, 0, 800)
    assert client.moved((0, 90), (200, 90))['raw'] == 200 / 800


def test_cancel_returns_to_where_the_pointer_began(client):
    before = client.seek(frame=60)
    client.begin(100, 0)
    assert client.moved((500, 40))['target'] != before['target']
    after = client.end('cancel')
    assert (after['raw'], after['target']) == (before['raw'], before['target'])
    assert after['phase'] == 'idle'


def test_second_pointer_ends_the_first_where_it_is(client):
    client.begin(0, 0, 800)
    first = client.moved((400, 0))
    client.begin(0, 0, 800)
    assert client.moved((80, 0))['raw'] == first['raw'] + 80 / 800


def test_seek_ends_the_drag_of_the_bar(client):
    client.begin(0, 0, 800)
    client.moved((400, 0))
    assert client.seek(frame=3)['phase'] == 'idle'
    client.move((500, 0))
    client.error('unknown-gesture')


# Seeks.


@pytest.mark.parametrize('to, frame', [
    ({'position': 0.5}, 100), ({'position': 0}, 0), ({'position': 1}, 199),
    ({'time': 1.0}, 25), ({'time': 1.039}, 25), ({'time': 0}, 0),
    ({'frame': 123}, 123), ({'frames': 5}, 65), ({'frames': -1}, 59),
    ({'frames': -1000}, 0), ({'frames': 1000}, 199),
    ({'keyframe': 'next'}, 100), ({'keyframe': 'previous'}, 50), ({'keyframe': 'nearest'}, 50),
])
def test_seek_goes_there(client, to, frame):
    client.seek(frame=60)
    assert client.seek(**to)['target']['frame'] == frame


def test_keyframes_of_the_sample_are_where_the_table_above_has_them(frames):
    assert [number for number, key in enumerate(frames.key) if key] == [0, 50, 100, 150]


def test_position_after_a_seek_is_that_of_the_frame(client, frames):
    for frame in (1, 77, 199):
        state = client.seek(frame=frame)
        assert state['raw'] == state['position'] == frames.position(frame)


def test_target_names_the_keyframe_that_decoding_starts_from(client, frames):
    target = client.seek(frame=77)['target']
    assert target['keyframe']['frame'] == 50 and target['keyframe']['pts'] == frames.pts[50]
    assert target['exact'] is True


@pytest.mark.parametrize('timecode, frame', [
    ('01:00:00;00', 0), ('01:00:00;29', 29), ('01:00:01;00', 30), ('01:00:07;29', 239),
])
def test_timecode_names_a_frame(server, timecode, frame):
    with Client(server, server.media('dropframe.mov')) as client:
        assert client.seek(timecode=timecode)['target']['frame'] == frame
        assert client.seek(frame=frame)['target']['timecode'] == timecode


def test_chapters_are_walked_through(server):
    with Client(server, server.media('dropframe.mov')) as client:
        walked = [client.seek(chapter='next')['target']['frame'] for _ in range(2)]
        walked.append(client.seek(chapter='previous')['target']['frame'])
    assert walked == [74, 149, 74]  # the frames shown at 2.5 s and 5 s


def test_steps_walk_along_the_stops(client):
    client.send('configure', snap={'to': 'step', 'step': 0.1})
    assert client.seek(step=3)['position'] == 3 * 0.1
    assert client.seek(step=-1)['position'] == 2 * 0.1


def test_undo_returns_through_seeks_and_gestures(client):
    client.seek(frame=30)
    client.begin(0, 0, 800)
    client.moved((100, 0))
    client.end()
    assert client.seek(undo=True)['target']['frame'] == 30
    assert client.seek(undo=True)['target']['frame'] == 0


def test_every_seek_is_answered_however_many_there_are(client):
    wanted = {client.numbered('seek', to={'frame': frame}): frame for frame in range(200)}
    last = max(wanted)
    client.expect('state', seq=last)
    answers = [message for message in client.seen if message['type'] == 'state']
    assert {state['seq']: state['target']['frame'] for state in answers} == wanted


def test_two_clients_do_not_disturb_each_other(server, client):
    with Client(server, server.media('vfr.mkv')) as other:
        for frame in (10, 50, 20):
            assert client.seek(frame=frame)['target']['frame'] == frame
            assert other.seek(frame=frame + 1)['target']['frame'] == frame + 1
