"""The same drags on the model, natively, in node, in the browser and on a server: the same bits."""
import bisect
import json
import pathlib
import struct
import subprocess

import pytest
from websockets.sync.client import connect

from kit import FULL, PATIENCE, SAMPLES
from .random_gestures import SECONDS, write

HERE = pathlib.Path(__file__).parent
MEDIA = SAMPLES / 'dropframe.mov'
FILES, TRACES = 10 if FULL else 3, 1000


def exact(number):
    return f'{struct.unpack(">Q", struct.pack(">d", number))[0]:x}'


def states(lines):
    """What each message led to, as `play.js` says it, with the numbers of the messages."""
    found, decision = [], None
    for line in lines:
        # Every number as a double: an integer has no sign of zero.
        message = json.loads(line, parse_int=float)
        if message['type'] in ('gesture', 'summary'):
            continue
        assert message['type'] in ('state', 'confirmed', 'declined'), line
        if message['type'] != 'state':
            decision = message['type']
            continue
        numbers = [exact(message[name]) for name in ('position', 'raw', 'gain')]
        found.append((int(message['seq']), [*numbers, message.get('stop'), decision]))
        decision = None
    return found


@pytest.fixture(scope='module')
def media(server):
    """What the browser's model must know of the media, from the list of its frames."""
    address = f'/api/v1/media/{server.media(MEDIA.name)}'
    about, frames = server.get(address).json(), server.get(f'{address}/index?format=json').json()
    ticks = [frame['pts'] - about['first'] for frame in frames]
    span = about['end'] - about['first']
    second = about['timebase'][1] / about['timebase'][0]
    stops = {
        'frame': ticks,
        'keyframe': [tick for tick, frame in zip(ticks, frames) if frame['key']],
        'chapter': [ticks[chapter['frame']] for chapter in about['chapters']],
    }
    for seconds in SECONDS:
        moments = [round(i * seconds * second) for i in range(int(span / second / seconds) + 2)]
        stops[f'time {seconds}'] = [
            ticks[bisect.bisect_right(ticks, moment) - 1] for moment in moments if moment <= span]
    return {'frames': len(frames),
            'stops': {name: [tick / span for tick in all] for name, all in stops.items()}}


@pytest.fixture(scope='module')
def traces(tmp_path_factory, vernier):
    """The messages of many traces, and the states that the native model gives."""
    folder = tmp_path_factory.mktemp('traces')
    found = []
    for seed in range(FILES):
        path = folder / f'{seed}.jsonl'
        messages = write(path, seed, TRACES)
        process = vernier('replay', MEDIA, path, '--json')
        assert process.returncode == 0, process.stderr
        found.append((messages, states(process.stdout.splitlines())))
        assert len(found[-1][0]) == len(found[-1][1])
    return found


def differences(messages, native, other):
    """The first message after which two models are not the same in every bit."""
    for message, (_, ours), theirs in zip(messages, native, other, strict=True):
        if ours != theirs:
            return message, ours, theirs
    return None


def test_the_traces_leave_out_nothing(traces):
    told = [message for messages, _ in traces for message in messages]
    found = {message.get('control', 'bar') for message in told if message['type'] == 'begin'}
    found |= {message['law']['kind'] for message in told if 'law' in message}
    found |= {message['snap']['to'] for message in told if 'snap' in message}
    found |= {decision for _, native in traces for _, (*_, decision) in native}
    assert len(found) == 3 + 5 + 8 + 3
    assert sum(message['type'] == 'begin' for message in told) == FILES * TRACES
    positions = {position for _, native in traces for _, (position, *_) in native}
    assert len(positions) > 500 * FILES and {exact(0.0), exact(1.0)} < positions


def test_node_gives_the_bits_of_the_native_model(traces, media):
    for messages, native in traces:
        process = subprocess.run(
            ['node', HERE / 'play_in_node.mjs'], capture_output=True, text=True, timeout=PATIENCE,
            input=json.dumps({'messages': messages, 'media': media}))
        assert process.returncode == 0, process.stderr
        assert differences(messages, native, json.loads(process.stdout)) is None


def test_the_browser_gives_the_bits_of_the_native_model(traces, media, server, open_page):
    page = open_page(server).page
    page.route('**/play.js', lambda route: route.fulfill(path=HERE / 'play.js'))
    for messages, native in traces:
        # As text: Playwright takes objects apart slowly.
        found = page.evaluate("""async (text) => {
          const { ScrubModel } = await import('/client/scrub-model.js');
          const { play } = await import('/play.js');
          const { messages, media } = JSON.parse(text);
          const model = await ScrubModel.load(fetch('/scrub-model.wasm'));
          return JSON.stringify(play(model, messages, media));
        }""", json.dumps({'messages': messages, 'media': media}))
        assert differences(messages, native, json.loads(found)) is None


def served(messages, server):
    """The lines of a server, which waits for no one: it may leave out what nobody waits for."""
    address = f'ws://127.0.0.1:{server.port}/api/v1/scrub'
    with connect(address, subprotocols=['vernier.v1'], compression=None, legacy=True) as socket:
        socket.send(json.dumps({**messages[0], 'media': server.media(MEDIA.name)}))
        while json.loads(socket.recv(PATIENCE))['type'] != 'opened':
            pass
        for message in messages[1:]:
            socket.send(json.dumps(message))
            while message['type'] in ('end', 'cancel', 'seek'):
                yield (line := socket.recv(PATIENCE))
                if json.loads(line).get('seq') == message['seq']:
                    break


def test_the_server_gives_the_bits_of_the_native_model(traces, server):
    for messages, native in traces:
        # Messages without a number change the state too, under the number before them.
        right = {(seq, *state[:3]) for seq, state in native}
        lines = [line for line in served(messages, server) if '"configured"' not in line]
        answers = states(lines)
        assert len(answers) > TRACES
        assert {(seq, *state[:3]) for seq, state in answers} <= right
