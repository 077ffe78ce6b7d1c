"""What clients send is kept where the operator asks for it, and plays again to the same states."""
import json
import os
import re
import signal
import subprocess

import pytest

from client import PREVIEW, Client
from kit import PATIENCE, READY, SAMPLES, VERNIER, Server, Site

MEDIA = SAMPLES / 'vfr.mkv'
CANNOT_CREATE, NO_INPUT = 73, 66


@pytest.fixture
def recorded(serve, tmp_path):
    """A server that records, and the traces that it has written once it is told to stop."""
    folder = tmp_path / 'traces'

    def stop():
        assert server.stop() == 0, server.complaints
        return sorted(folder.iterdir())

    server = serve(SAMPLES, extra=['--record', folder])
    return server, stop


def scrub(client):
    """All kinds of messages, and some that are refused."""
    client.send('configure', snap={'to': 'step', 'step': 0.07, 'when': 'live'}, preview=PREVIEW)
    client.send('begin', gesture=1, x=10.5, y=3, extent=777)
    for step in range(1, 30):
        x, y = 10.5 + 11 * step, 3 + 4 * step
        client.numbered('move', gesture=1, samples=[[step * 16, x, y], [step * 16 + 8, x + 5, y]])
    client.send('configure', law={'kind': 'geometric'})
    client.numbered('move', gesture=1, samples=[[600, 400, 200], [610, 500, 190]])
    client.numbered('end', gesture=9)
    client.numbered('end', gesture=1)
    client.send('begin', gesture=2, control='dial', x=0, y=-40, turn={'frames': 30})
    client.numbered('move', gesture=2, samples=[[5, 40, 0], [10, 0, 40]])
    client.numbered('cancel', gesture=2)
    client.numbered('seek', to={'frame': 5000})
    seq = client.numbered('seek', to={'undo': True})
    client.expect('state', seq=seq)
    return [message for message in client.seen
            if isinstance(message, dict) and message['type'] in ('state', 'error')]


def replayed(vernier, trace):
    process = vernier('replay', MEDIA, trace, '--json')
    assert process.returncode == 0, process.stderr
    return [json.loads(line) for line in process.stdout.splitlines()]


def test_recorded_trace_plays_again_to_the_same_states(vernier, recorded):
    server, stop = recorded
    with Client(server, server.media(MEDIA.name)) as client:
        heard = scrub(client)
    (trace,) = stop()
    again = replayed(vernier, trace)
    assert len({message['seq'] for message in heard}) > 4
    for message in heard:
        same = [line for line in again if {**line, **message} == line]
        assert same, f'{message} is not among the states of the replay'
    assert {**again[-3], **heard[-1]} == again[-3]  # behind it are the gesture and the summary


def test_recorded_trace_is_what_was_sent(recorded):
    server, stop = recorded
    sent = []
    with Client(server) as client:
        send = client.socket.send
        client.socket.send = lambda text: (sent.append(json.loads(text)), send(text))
        client.send('open', media=server.media(MEDIA.name))
        client.expect('opened')
        scrub(client)
    (trace,) = stop()
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    moments = [line.pop('at') for line in lines]
    assert lines == sent
    assert moments[0] == 0 and moments == sorted(moments)


def test_server_against_server_ends_the_same(vernier, recorded, server):
    recording, stop = recorded
    with Client(recording, recording.media(MEDIA.name)) as client:
        last = scrub(client)[-1]
    (trace,) = stop()
    process = vernier('replay', MEDIA, trace, '--json', '--server', server.url)
    assert process.returncode == 0, process.stderr
    *_, state, _, _ = [json.loads(line) for line in process.stdout.splitlines()]
    assert {**state, **last} == state


def test_what_is_no_message_is_left_out(vernier, recorded):
    server, stop = recorded
    with Client(server, server.media(MEDIA.name)) as client:
        for text in ('{', '[]', '{"type":"play"}', '{"type":\n"seek",\n"seq":1,"to":{"frame":9}}'):
            client.socket.send(text)
        client.expect('state', seq=1)
    (trace,) = stop()
    assert len(trace.read_text().splitlines()) == 2
    assert replayed(vernier, trace)[1]['target']['frame'] == 9


def test_names_are_the_servers_own_and_the_files_its_owners(recorded):
    server, stop = recorded
    for _ in range(3):
        with Client(server) as client:
            client.send('open', media='../../../x')
            client.expect('error')
    traces = stop()
    assert len(traces) == 3
    for trace in traces:
        assert re.fullmatch(r'\d{8}T\d{6}Z-\d\.jsonl', trace.name)
        assert trace.stat().st_mode & 0o777 == 0o600


def test_session_that_resumes_is_not_recorded_again(recorded):
    server, stop = recorded
    media = server.media(MEDIA.name)
    with Client(server, media) as client:
        token = client.opened['session']
    with Client(server, media, resume=token) as client:
        scrub(client)
    assert len(stop()) == 1


def test_all_traces_together_have_a_limit(vernier, serve, tmp_path):
    folder = tmp_path / 'traces'
    server = serve(MEDIA, extra=['--record', folder, '--record-limit', '1'])
    samples = [[t, 1.5 * t, 0.25 * t] for t in range(64)]
    for _ in range(2):
        with Client(server, server.media(MEDIA.name)) as client:
            client.send('begin', gesture=1, x=0, y=0, extent=800)
            for _ in range(900):
                client.numbered('move', gesture=1, samples=samples)
            client.expect('state', seq=client.numbered('end', gesture=1))
    assert server.stop() == 0
    traces = sorted(folder.iterdir())
    assert 900_000 < sum(trace.stat().st_size for trace in traces) <= 1 << 20
    for trace in traces:
        assert vernier('replay', MEDIA, trace, '--json').returncode == 0


def test_folder_that_cannot_be_made_is_named(vernier, tmp_path):
    (tmp_path / 'file').touch()
    process = vernier('serve', MEDIA, '--port', '0', '--record', tmp_path / 'file/traces')
    assert process.returncode == CANNOT_CREATE
    assert str(tmp_path / 'file/traces') in process.stderr


# The command


class Started(Site):
    """A command that serves, in a folder of its own."""

    def __init__(self, folder, *arguments):
        command = [VERNIER, *map(str, arguments), '--port', '0', '--web', 'none']
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not (found := READY.search(self.process.stdout.readline())):
            assert self.process.poll() is None, self.process.stderr.read()
        self.url, self.port = found[0], int(found['port'])

    def finish(self, *signals):
        """Waits until it has ended; its exit code and what it said and complained of."""
        for number in signals:
            self.process.send_signal(number)
        said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, *said


def test_nothing_is_kept_unless_it_is_asked_for(tmp_path):
    server = Started(tmp_path, 'serve', MEDIA)
    with Client(server) as client:
        client.send('open', media='m')
        client.expect('error')
    assert server.finish(signal.SIGTERM)[0] == 0
    assert os.listdir(tmp_path) == []


def test_record_saves_the_first_client_and_ends_when_it_leaves(vernier, tmp_path):
    server = Started(tmp_path, 'record', MEDIA, '-o', 'drag.jsonl')
    with Client(server, Server([MEDIA], server.port).media(MEDIA.name)) as client:
        heard = scrub(client)
    code, said, complaints = server.finish()
    trace = tmp_path / 'drag.jsonl'
    count = len(trace.read_text().splitlines())
    assert code == 0, complaints
    assert f'{count} messages' in said and 'drag.jsonl' in said
    *_, state, _, _ = replayed(vernier, trace)
    assert {**state, **heard[-1]} == state


def test_record_writes_over_nothing(tmp_path, vernier):
    trace = tmp_path / 'drag.jsonl'
    trace.write_text('mine')
    process = vernier('record', MEDIA, '-o', trace, '--port', '0', '--web', 'none')
    assert process.returncode == CANNOT_CREATE
    assert str(trace) in process.stderr and trace.read_text() == 'mine'


def test_record_leaves_nothing_when_nobody_came(tmp_path):
    code, _, complaints = Started(tmp_path, 'record', MEDIA, '-o', 'drag.jsonl').finish(
        signal.SIGTERM)
    assert code == NO_INPUT
    assert 'nobody' in complaints and os.listdir(tmp_path) == []
