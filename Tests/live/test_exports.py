"""Cuts over the socket: promised, made, confirmed, and never half."""
import shutil

import pytest

from client import Client
from cutting import all_numbers
from exporting import Cutter, names, state
from kit import LONG_PATIENCE, SAMPLES
from oracle import barcodes
from stored import awaited

LONG = SAMPLES / 'long-gop.mp4'


@pytest.mark.parametrize('mode', ['keyframes', 'edit-list', 'smart'])
def test_a_cut_shows_what_was_promised_before_it_began(own_server, out, mode):
    with Cutter(own_server) as client, Cutter(own_server, 'start.ts') as other:
        plan = client.plan(mode=mode)
        assert names(out) == [], 'a plan writes nothing'
        client.ask(start=plan['id'])
        cut = client.cut(plan['id'], 'done')
        shown = range(plan['shown']['first'], plan['shown']['last'] + 1)
        numbers = all_numbers(LONG)
        assert barcodes(out / 'cut.mp4') == [numbers[frame] for frame in shown]
        assert cut['shown'] == plan['shown'] and cut['progress'] == 1
        if mode != 'keyframes':
            assert shown == range(100, 131)
        file = {'name': 'cut.mp4', 'bytes': (out / 'cut.mp4').stat().st_size}
        assert cut['bytes'] == file['bytes']
        assert other.until(lambda message: message.get('files'))['files'] == [file]
    assert own_server.get('/api/v1/exports').json()['files'] == [file]
    whole = own_server.get('/api/v1/exports/cut.mp4')
    assert whole.body == (out / 'cut.mp4').read_bytes()
    assert 'attachment' in whole.headers['Content-Disposition']
    part = own_server.get('/api/v1/exports/cut.mp4', Range='bytes=10-19')
    assert part.status == 206 and part.body == whole.body[10:20]


def test_a_cut_is_the_same_as_on_the_command_line(own_server, out, vernier, tmp_path):
    with Cutter(own_server) as client:
        client.made(mode='smart')
    vernier('cut', LONG, '--in', 100, '--out', 130, '--mode', 'smart', '-o', tmp_path / 'cut.mp4')
    assert (out / 'cut.mp4').read_bytes() == (tmp_path / 'cut.mp4').read_bytes()


def test_progress_grows_and_a_cut_goes_on_without_its_client(own_server, out):
    with Cutter(own_server) as client:
        plan = client.plan(180, 260, 'smart')
        client.ask(start=plan['id'])
        client.cut(plan['id'], 'running')
    with Cutter(own_server) as client:
        client.cut(plan['id'], 'done')
        running = [cut['progress'] for message in client.seen if message.get('type') == 'exports'
                   for cut in message['cuts'] if cut['state'] == 'running']
        assert running == sorted(running)
    assert barcodes(out / 'cut.mp4') == all_numbers(LONG)[180:261]


def test_a_cut_that_is_given_up_leaves_nothing(own_server, out):
    with Cutter(own_server) as client:
        plans = [client.plan(1, 599, 'smart', f'{name}.mp4') for name in 'abc']
        for plan in plans[:2]:
            client.ask(start=plan['id'])
        for plan in plans:
            client.ask(cancel=plan['id'])
        for plan in plans:
            assert plan['id'] in [cut['id'] for cut in client.ask()['cuts']]
            # Its process is the last that a busy machine lets work.
            awaited(lambda: state(own_server, plan['id']) == 'cancelled', LONG_PATIENCE)
    assert names(out) == []


def test_a_file_is_replaced_only_when_a_user_confirms_it(own_server, out):
    (out / 'cut.mp4').write_bytes(b'precious')
    with Cutter(own_server) as client:
        plan = client.plan()
        assert plan['replaces']
        assert 'replaces a file' in client.refused(start=plan['id'])
        assert (out / 'cut.mp4').read_bytes() == b'precious'
        client.confirm(f'start-export:{plan["id"]}')
        client.cut(plan['id'], 'done')
        client.confirm(f'start-export:{plan["id"]}')
        assert 'does not wait' in client.error('invalid-message')['message']
    assert barcodes(out / 'cut.mp4')


def test_a_file_that_comes_between_plan_and_cut_is_not_replaced(own_server, out):
    with Cutter(own_server) as client:
        plan = client.plan()
        assert not plan['replaces']
        (out / 'cut.mp4').write_bytes(b'precious')
        client.ask(start=plan['id'])
        cut = client.cut(plan['id'], 'failed')
        assert 'is there already' in cut['message'] and '/proc' not in cut['message']
    assert (out / 'cut.mp4').read_bytes() == b'precious' and names(out) == ['cut.mp4']


def test_of_two_cuts_of_one_name_the_second_fails(own_server, out):
    with Cutter(own_server) as one, Cutter(own_server, 'start.ts') as two:
        plans = [one.plan(name='x.ts'), two.plan(0, 10, name='x.ts')]
        one.ask(start=plans[0]['id'])
        two.ask(start=plans[1]['id'])
        states = [one.cut(plan['id'], 'done', 'failed')['state'] for plan in plans]
    assert states == ['done', 'failed'] and names(out) == ['x.ts']


def test_an_exported_file_is_deleted_once_and_only_when_confirmed(own_server, out):
    shutil.copy2(SAMPLES / 'start.ts', out / 'a:b.ts')
    with Cutter(own_server) as client:
        assert [file['name'] for file in client.exports['files']] == ['a:b.ts']
        client.begin(0, 0, 100, control='confirm', action='delete-export:a:b.ts')
        client.moved((69, 0))
        client.end()
        assert names(out) == ['a:b.ts']
        client.confirm('delete-export:a:b.ts')
        assert client.until(lambda message: message.get('files') == [])
        assert names(out) == []
        client.confirm('delete-export:a:b.ts')
        assert 'no exported file' in client.error('invalid-message')['message']


@pytest.mark.parametrize('how', ['close', 'abort'])
def test_what_is_confirmed_as_the_socket_drops_is_done_once(own_server, out, how):
    """The last message of the drag has left, and nothing can be answered any more."""
    (out / 'cut.mp4').write_bytes(b'precious')
    client = Cutter(own_server)
    plan = client.plan()
    client.begin(0, 0, 100, control='confirm', action=f'start-export:{plan["id"]}')
    client.move((75, 0))
    client.numbered('end', gesture=client.gesture)
    if how == 'close':
        client.socket.close()
    else:
        client.socket.socket.close()
    awaited(lambda: state(own_server, plan['id']) == 'done', LONG_PATIENCE)
    once = (out / 'cut.mp4').read_bytes()
    assert once != b'precious'
    with Cutter(own_server) as again:
        again.confirm(f'start-export:{plan["id"]}')
        assert 'does not wait' in again.error('invalid-message')['message']
    assert (out / 'cut.mp4').read_bytes() == once


def test_nothing_is_done_when_the_socket_drops_before_the_pointer_is_released(own_server, out):
    shutil.copy2(SAMPLES / 'start.ts', out / 'cut.ts')
    client = Cutter(own_server)
    client.begin(0, 0, 100, control='confirm', action='delete-export:cut.ts')
    client.moved((99, 0))
    client.socket.socket.close()
    with Cutter(own_server) as other:
        other.during(0.5)
        assert [file['name'] for file in other.ask()['files']] == ['cut.ts']


def test_pictures_come_while_a_cut_is_made(own_server):
    """A drag comes first: it is answered while the encoder works."""
    with Cutter(own_server) as client, Client(own_server, own_server.media('start.ts'),
                                         preview={'width': 160}) as scrubber:
        plan = client.plan(1, 599, 'smart')
        client.ask(start=plan['id'])
        client.cut(plan['id'], 'running')
        for frame in range(0, 50, 10):
            scrubber.seek(frame=frame)
            scrubber.exact_picture(frame)
        client.ask(cancel=plan['id'])
