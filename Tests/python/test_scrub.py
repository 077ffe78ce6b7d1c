"""Sessions: gestures, states, pictures with proof, and traces that the program plays as well."""
import io
import json
import threading

import pytest
from PIL import Image
from websockets.sync import server

import barcodes
import vernier
from kit import ROOT, SAMPLES, VERNIER
from test_serving import FILM
from vernier._http import Transport

TRACES = ROOT / 'samples/traces'


@pytest.fixture
def clip(served):
    return served.open('vfr.mkv')


def shown(preview):
    return barcodes.of_file(preview.data)


def test_drag_ends_on_a_frame_that_its_picture_proves(clip):
    with clip.scrub(width=320) as scrub:
        assert scrub.state.position == 0 and scrub.state.phase == 'idle'
        with scrub.begin(100, extent=1000) as drag:
            for x in range(110, 600, 20):
                drag.move(x)
        # The law of the bar without a vertical way: as far as the pointer went.
        assert drag.state.raw == pytest.approx(0.49) and drag.state.phase == 'idle'
        proof = scrub.proof()
        assert proof.holds and proof.state is drag.state
        assert shown(proof.picture) == proof.state.target.frame == clip.frame_number(position=0.49)


def test_drag_away_from_the_bar_moves_finer(clip):
    with clip.scrub(width=None) as scrub, scrub.begin(0, extent=1000) as drag:
        drag.move_through([(0, 0, 0), (8, 0, 80), (16, 500, 80)])
        assert drag.end().raw == pytest.approx(0.5 * (1 - 80 ** 2 / 10000))


def test_seeks_go_where_they_say_and_back(clip):
    with clip.scrub() as scrub:
        assert scrub.seek(frame=77).target.frame == 77
        assert shown(scrub.proof().picture) == 77
        assert scrub.seek(frames=-7).target.frame == 70
        assert scrub.seek(keyframe='previous').target.key
        assert scrub.seek(undo=True).target.frame == 70
        assert shown(scrub.proof().picture) == 70
        assert scrub.seek(frame=70).target.frame == 70 and scrub.proof().holds


def test_cancel_and_errors_in_a_drag_put_the_position_back(clip):
    with clip.scrub() as scrub:
        scrub.seek(frame=30)
        drag = scrub.begin(0, extent=100)
        drag.move(70)
        assert drag.cancel().target.frame == 30
        with pytest.raises(KeyError), scrub.begin(0, extent=100) as drag:
            drag.move(70)
            raise KeyError
        assert scrub.state.target.frame == 30


def test_snap_is_configured_and_stops_are_told(clip):
    with clip.scrub(width=None) as scrub:
        told = scrub.configure(snap={'to': 'count', 'count': 4}, press='jump')
        assert told['snap']['count'] == 4 and told['press'] == 'jump'
        with scrub.begin(30, extent=100) as drag:
            pass
        assert (drag.state.stop, drag.state.position) == (1, 0.25)


@pytest.mark.parametrize(('way', 'outcome'), [(69, 'declined'), (70, 'confirmed')])
def test_confirm_control_says_how_it_went(clip, way, outcome):
    with clip.scrub() as scrub:
        with scrub.begin(0, extent=100, control='confirm', action='publish') as drag:
            drag.move(way)
        assert drag.outcome == outcome


def test_quarter_of_a_turn_of_the_dial_is_a_quarter_of_its_frames(clip):
    with clip.scrub() as scrub:
        with scrub.begin(0, -40, control='dial', turn={'frames': 40}) as drag:
            drag.move(40, 0)
        assert scrub.state.raw == pytest.approx(10 / 150) and scrub.proof().holds


def test_what_the_server_refuses_is_one_error_and_changes_nothing(clip):
    with clip.scrub() as scrub:
        scrub.seek(frame=5)
        with pytest.raises(vernier.ScrubError, match='invalid-configuration') as caught:
            scrub.configure(snap={'to': 'step', 'step': 7})
        assert caught.value.code == 'invalid-configuration'
        with pytest.raises(vernier.ScrubError, match='invalid-message'):
            scrub.seek(position=2)
        with pytest.raises(ValueError):
            scrub.seek(position=float('nan'))
        assert scrub.state.target.frame == 5


def test_session_goes_on_where_it_was(clip):
    with clip.scrub() as scrub:
        scrub.seek(frame=44)
    with clip.scrub(resume=scrub.session) as again:
        assert again.state.target.frame == 44 and again.seek(undo=True).target.frame == 0


def test_pictures_have_the_asked_width(clip):
    with clip.scrub(width=96, quality=50) as scrub:
        scrub.seek(frame=9)
        picture = scrub.proof().picture
        assert (picture.width, picture.height, picture.format) == (96, 54, 'jpeg')
        assert Image.open(io.BytesIO(picture.data)).size == (96, 54)


def test_events_come_as_they_come(clip):
    with clip.scrub() as scrub:
        scrub.numbered('seek', to={'frame': 8})
        kinds = set()
        for event in scrub.events():
            kinds.add(type(event))
            if isinstance(event, vernier.Preview) and event.exact and event.frame == 8:
                break
        assert kinds >= {vernier.State, vernier.Preview} and shown(event) == 8


@pytest.mark.parametrize('name', ['drag', 'interrupted', 'refused', 'confirm', 'seeks', 'dial-jog'])
def test_traces_play_to_what_is_expected_of_them(clip, name):
    expected = [json.loads(line) for line in
                (TRACES / f'expected/vfr.mkv/{name}.jsonl').read_text().splitlines()]
    with clip.scrub(width=64) as scrub:
        played = scrub.replay(TRACES / f'{name}.jsonl')
    states = {one['seq']: one for one in expected if one['type'] == 'state'}
    assert played.states or name == 'refused'
    for state in played.states:
        said = states[state.seq]
        assert (state.position, state.raw, state.target.frame) == (
            said['position'], said['raw'], said['target']['frame']), state.seq
    assert all(proof.holds for proof in played.proofs)
    codes = [one['code'] for one in expected if one['type'] == 'error']
    assert [error.code for error in played.errors] == codes[:len(played.errors)]


def test_what_was_recorded_plays_again_here_and_in_the_program(clip, tmp_path, vernier):
    trace = tmp_path / 'drag.jsonl'
    with clip.scrub(trace=trace) as scrub:
        scrub.configure(snap={'to': 'step', 'step': 0.07})
        with scrub.begin(3, 2, extent=700) as drag:
            drag.move_through([(0, 13, 2), (9, 220.5, 30), (14, 260, 71.25)])
        scrub.proof()
        last = scrub.seek(frames=3)
    with clip.scrub() as again:
        assert again.replay(trace).states[-1] == last
    process = vernier('replay', FILM, trace, '--json')
    assert process.returncode == 0, process.stderr
    lines = [json.loads(line) for line in process.stdout.splitlines()]
    states = [line for line in lines if line['type'] == 'state']
    assert states[-1]['position'] == last.position and states[-1]['seq'] == last.seq
    assert states[-1]['target']['frame'] == last.target.frame


@pytest.mark.parametrize('line', ['{', '[]', '{"at": 1}', '{"type": "end"}', '{"type": "seek", "seq": "1"}'])
def test_trace_that_cannot_be_read_names_the_line(clip, tmp_path, line):
    trace = tmp_path / 'bad.jsonl'
    trace.write_text('{"at": 0, "type": "open", "media": ""}\n' + line + '\n')
    with clip.scrub() as scrub, pytest.raises(vernier.ProtocolError):
        scrub.replay(trace)


@pytest.mark.parametrize('said', [
    '{', '[]', '"opened"', {'type': 'opened'}, {'type': 'opened', 'session': 7},
    {'type': 'opened', 'session': 's', 'configuration': {}, 'state': {'seq': -1}}, b'VN', bytes(40),
    b'VN\x01\x07' + bytes(40)])
def test_server_that_says_other_things_is_a_protocol_error(clip, said):
    def answer(socket):
        socket.recv()
        socket.send(said if isinstance(said, (str, bytes)) else json.dumps(said))
        for _ in socket:
            pass

    with server.serve(answer, '127.0.0.1', 0, subprotocols=['vernier.v1']) as fake:
        thread = threading.Thread(target=fake.serve_forever)
        thread.start()
        port = fake.socket.getsockname()[1]
        with pytest.raises(vernier.ProtocolError):
            vernier.Scrub(Transport(f'http://127.0.0.1:{port}', timeout=5), clip)
        fake.shutdown()
        thread.join()


def test_server_that_speaks_another_protocol_is_named_with_both_versions(clip):
    with server.serve(lambda socket: socket.recv(), '127.0.0.1', 0) as fake:
        thread = threading.Thread(target=fake.serve_forever)
        thread.start()
        with pytest.raises(vernier.VersionError, match=f'vernier.v1.*{vernier.__version__}'):
            vernier.Scrub(Transport(f'http://127.0.0.1:{fake.socket.getsockname()[1]}'), clip)
        fake.shutdown()
        thread.join()
