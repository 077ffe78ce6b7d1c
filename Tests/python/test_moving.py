"""A server that stops sends a session on to another: whoever drags or seeks notices but a pause."""
import signal
import threading
import time

import pytest

import vernier
from composed import own_composed  # noqa: F401 (a fixture)
from kit import PATIENCE, SAMPLES, VERNIER
from relay import Relay
from stored import awaited

NAME = 'long-gop.mp4'


@pytest.fixture
def clip(own_composed):
    with vernier.connect(own_composed.url) as server:
        yield server.open(NAME)


def sessions(node):
    text = node.get('/metrics').body.decode()
    return int(text.split('\nvernier_sessions ')[1].split()[0])


def stop_its_node(composed):
    """Asks the node that has the session to stop; gives it."""
    node, = awaited(lambda: [
        node for node in composed.nodes if node.process.poll() is None and sessions(node)])
    node.process.send_signal(signal.SIGTERM)
    return node


@pytest.mark.parametrize('rests', [False, True], ids=['in motion', 'at rest'])
def test_a_drag_goes_on_where_it_was(own_composed, clip, rests):
    with clip.scrub(width=None) as scrub:
        scrub.configure(law={'kind': 'flat'})
        start = scrub.seek(frame=100).raw
        drag = scrub.begin(100, extent=1000)
        for x in range(101, 200):
            drag.move(x)
        node = stop_its_node(own_composed)
        if rests:
            assert node.process.wait(PATIENCE) == 0
        for x in range(200, 400):
            drag.move(x)
            time.sleep(0.002)
        state = drag.end()
        assert state.raw == pytest.approx(start + 0.299, abs=1e-9)
        assert scrub.seek(undo=True).target.frame == 100
        assert scrub.seek(undo=True).target.frame == 0
        assert node.process.wait(PATIENCE) == 0


def test_a_drag_is_taken_back_to_where_it_began_elsewhere(own_composed, clip):
    with clip.scrub(width=320) as scrub:
        scrub.seek(frame=100)
        drag = scrub.begin(100, extent=1000)
        drag.move(200)
        stop_its_node(own_composed).process.wait(PATIENCE)
        drag.move(300)
        assert drag.cancel().target.frame == 100
        assert scrub.proof().holds
        assert scrub.seek(undo=True).target.frame == 0


def test_seeks_are_done_once_each_while_nodes_stop_one_after_the_other(own_composed, clip):
    stopped = []

    def roll():
        for _ in own_composed.nodes[:-1]:
            time.sleep(0.4)
            stopped.append(stop_its_node(own_composed))
            stopped[-1].process.wait(PATIENCE)

    with clip.scrub(width=None) as scrub:
        thread = threading.Thread(target=roll)
        thread.start()
        count = 0
        while thread.is_alive() or count < 20:
            count += 1
            assert scrub.seek(frames=1).target.frame == count
            assert count < 590, 'there are no more frames'
            time.sleep(0.02)
        thread.join()
        assert len({node.port for node in stopped}) == 2
        for frame in range(count - 1, max(-1, count - 190), -1):
            assert scrub.seek(undo=True).target.frame == frame


def test_what_is_configured_stays_so(own_composed, clip):
    with clip.scrub(width=320) as scrub:
        scrub.configure(snap={'to': 'keyframe', 'rule': 'before'}, preview={'width': 64})
        stop_its_node(own_composed).process.wait(PATIENCE)
        configuration = scrub.configure(overshoot='clamp')
        assert configuration['snap']['to'] == 'keyframe' and configuration['overshoot'] == 'clamp'
        scrub.seek(frame=33)
        assert scrub.proof().picture.width == 64


def test_without_any_server_it_is_lost(own_composed, clip):
    with clip.scrub(width=None, timeout=2) as scrub:
        for node in own_composed.nodes:
            assert node.stop() == 0
        with pytest.raises(vernier.VernierError):
            scrub.seek(frame=3)


@pytest.fixture
def relay():
    with Relay() as relay, vernier.serve(
            SAMPLES / NAME, program=VERNIER, options=['--allow-host', relay.host]) as server:
        relay.port = int(server.url.rsplit(':', 1)[1])
        yield relay


@pytest.fixture
def relayed(relay):
    with vernier.connect(f'http://{relay.host}') as server:
        yield server.open(NAME)


def test_a_drag_goes_on_after_its_connection_was_reset(relay, relayed):
    with relayed.scrub(width=None) as scrub:
        scrub.configure(law={'kind': 'flat'})
        start = scrub.seek(frame=100).raw
        drag = scrub.begin(100, extent=1000)
        for x in range(101, 400):
            drag.move(x)  # whose answers are not read, so that the end is not, either
            if x % 100 == 0:
                relay.cut()
        state = drag.end()
        assert state.raw == pytest.approx(start + 0.299, abs=1e-9)
        assert scrub.seek(undo=True).target.frame == 100


def test_seeks_are_done_once_each_while_connections_are_reset(relay, relayed):
    with relayed.scrub(width=320) as scrub:
        for count in range(1, 50):
            if count % 7 == 0:
                relay.cut()
            assert scrub.seek(frames=1).target.frame == count
        assert scrub.proof().holds
        assert scrub.seek(undo=True).target.frame == 48


def test_what_was_to_be_confirmed_is_said_to_be_unknown_when_its_connection_is_reset(relay, relayed):
    with relayed.scrub(width=None) as scrub:
        drag = scrub.begin(0, extent=100, control='confirm', action='delete')
        relay.cut()
        with pytest.raises(vernier.ConnectionLost, match='may be done, or not'):
            for x in range(100):
                drag.move(x)
                time.sleep(0.01)


@pytest.mark.parametrize('go', [Relay.refuse, Relay.drop])
def test_a_server_that_has_gone_is_not_waited_for(relay, relayed, go):
    with relayed.scrub(width=None) as scrub:
        go(relay)
        relay.cut()
        began = time.monotonic()
        with pytest.raises(vernier.ConnectionLost):
            scrub.seek(frame=3)
        assert time.monotonic() - began < scrub._socket.timeout / 2
