"""What HTTP answers, compared with ffprobe and with the pictures' own numbers."""
import csv
import io
import random

import pytest

from kit import ROOT, SAMPLES
from oracle import SAMPLES as TABLE
from oracle import Frames

videos = pytest.mark.parametrize('name', TABLE)


@pytest.fixture(scope='module')
def at(server):
    """The address of a medium: `at('start.ts', 'index')`."""
    ids = {}

    def address(name, rest=''):
        if name not in ids:
            ids[name] = server.media(name)
        return f'/api/v1/media/{ids[name]}{rest}'

    return address


# The page.


WEB = ROOT / 'web'
TYPES = {
    '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml',
    '.png': 'image/png', '.wasm': 'application/wasm', '.json': 'application/json',
}


def test_root_is_the_page(server):
    assert server.get('/').body == (WEB / 'index.html').read_bytes()


@pytest.mark.parametrize('file', sorted(path for path in WEB.rglob('*') if path.suffix in TYPES),
                         ids=lambda path: str(path.relative_to(WEB)))
def test_page_is_served_with_the_type_that_browsers_insist_on(server, file):
    answer = server.get(f'/{file.relative_to(WEB)}')
    assert (answer.status, answer.body) == (200, file.read_bytes())
    assert answer.headers['Content-Type'].split(';')[0] == TYPES[file.suffix]
    assert answer.headers['X-Content-Type-Options'] == 'nosniff'


def test_page_may_load_nothing_from_elsewhere(server):
    policy = server.get('/').headers['Content-Security-Policy']
    assert "default-src 'none'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert policy.count('unsafe') == 1 and 'http:' not in policy and '*' not in policy


@pytest.mark.parametrize('path', ['/nothing-here', '/api/v1/nothing', '/api/v1/media/0/nothing'])
def test_unknown_address_is_a_problem_not_a_page(server, path):
    assert_problem(server.get(path), 404)


@pytest.mark.parametrize('path', ['/healthz', '/readyz', '/metrics'])
def test_server_says_how_it_is(server, path):
    assert server.get(path).status == 200


def test_metrics_are_prometheus_text(server):
    answer = server.get('/metrics')
    assert answer.headers['Content-Type'].startswith('text/plain')
    names = [line.split('{')[0].split(' ')[0] for line in answer.body.decode().splitlines()
             if line and not line.startswith('#')]
    assert names and all(name.startswith(('vernier_', 'process_')) for name in names)


# Media.


def test_list_has_every_sample_and_says_nothing_of_where_they_lie(server):
    answer = server.get('/api/v1/media')
    listed = {medium['name']: medium['bytes'] for medium in answer.json()['media']}
    assert listed == {path.name: path.stat().st_size for path in SAMPLES.iterdir()}
    assert str(SAMPLES) not in answer.body.decode()


def test_ids_stay_the_same_in_another_process(server, serve):
    other = serve(SAMPLES)
    assert other.get('/api/v1/media').json() == server.get('/api/v1/media').json()


@videos
def test_info_matches_what_ffprobe_lists(server, at, name):
    info, frames = server.get(at(name)).json(), Frames(SAMPLES / name)
    assert info['name'] == name
    assert info['timebase'] == [frames.timebase.numerator, frames.timebase.denominator]
    assert (info['first'], info['end']) == (frames.first, frames.end)
    assert (info['frames'], info['keyframes']) == (len(frames), sum(frames.key))


def test_drop_frame_sample_tells_its_timecode_and_chapters(server, at):
    info = server.get(at('dropframe.mov')).json()
    assert info['timecode'] == '01:00:00;00'
    assert len(info['chapters']) == 3


def test_audio_is_a_medium_too(server, at):
    info = server.get(at('audio.m4a')).json()
    assert info['kind'] == 'audio' and info['frames'] > 0


# The index.


@videos
def test_index_as_json_lists_what_ffprobe_lists(server, at, name):
    frames = Frames(SAMPLES / name)
    index = server.get(at(name, '/index?format=json')).json()
    assert [(row['frame'], row['pts'], row['key']) for row in index] == rows(frames)
    times = [row['time'] for row in index]
    assert times == pytest.approx([frames.time(n) for n in range(len(frames))], abs=1e-9)


@videos
def test_index_as_csv_says_the_same(server, at, name):
    answer = server.get(at(name, '/index?format=csv'))
    assert answer.headers['Content-Type'].startswith('text/csv')
    index = list(csv.DictReader(io.StringIO(answer.body.decode())))
    assert list(index[0]) == ['frame', 'pts', 'time', 'key']
    key = {'true': True, '1': True, 'false': False, '0': False}
    assert [(int(row['frame']), int(row['pts']), key[row['key']]) for row in index] == rows(
        Frames(SAMPLES / name))


def rows(frames):
    return list(zip(range(len(frames)), frames.pts, frames.key))


# Targets.


@videos
def test_position_of_every_frame_leads_back_to_it(server, at, name):
    frames = Frames(SAMPLES / name)
    for number in range(len(frames)):
        position = frames.position(number)
        target = server.get(at(name, f'/target?position={position!r}')).json()
        assert (target['frame'], target['pts']) == (number, frames.pts[number]), position


@videos
def test_random_positions_resolve_as_exact_arithmetic_says(server, at, name):
    frames, chance = Frames(SAMPLES / name), random.Random(2)
    for position in [0, 1, *(chance.random() for _ in range(60))]:
        target = server.get(at(name, f'/target?position={position!r}')).json()
        assert target['frame'] == frames.at(position)
        assert target['exact'] is True


@videos
def test_frame_and_time_name_the_same_target(server, at, name):
    frames = Frames(SAMPLES / name)
    for number in {0, 1, len(frames) // 2, len(frames) - 1}:
        by_frame = server.get(at(name, f'/target?frame={number}')).json()
        by_time = server.get(at(name, f'/target?time={frames.time(number)!r}')).json()
        assert by_frame == by_time
        assert by_frame['frame'] == number
        assert by_frame['key'] == frames.key[number]


@pytest.mark.parametrize('position, snap, expected', [
    (0.349, 'step:0.1', 0.3),
    (0.25, 'step:0.5', 0),  # halfway: the lower
    (0.95, 'step:0.3', 0.9),  # there is no stop at 1
    (0.26, 'count:4', 0.25),
    (0.125, 'count:4', 0.25),  # halfway: away from zero
])
def test_target_snaps_before_it_resolves(server, at, position, snap, expected):
    frames = Frames(SAMPLES / 'long-gop.mp4')
    answer = server.get(at('long-gop.mp4', f'/target?position={position}&snap={snap}'))
    assert answer.json()['frame'] == frames.at(expected)


@pytest.mark.parametrize('query', [
    '', 'position=1.5', 'position=-0.1', 'position=nan', 'position=inf', 'position=x', 'time=nan',
    'frame=600', 'frame=-1', 'frame=1.5', 'position=0.5&snap=step:0', 'position=0.5&snap=step:1',
    'position=0.5&snap=count:0', 'position=0.5&snap=what',
])
def test_impossible_target_is_a_problem(server, at, query):
    assert_problem(server.get(at('long-gop.mp4', f'/target?{query}')), 400, 404, 422)


def test_unknown_medium_is_a_problem(server):
    assert_problem(server.get('/api/v1/media/0123456789abcdef'), 404)


def assert_problem(answer, *statuses):
    assert answer.status in statuses
    assert answer.headers['Content-Type'] == 'application/problem+json'
    problem = answer.json()
    assert problem['status'] == answer.status and problem['title']
