"""Cuts are made by a process that may write one file and do nothing else, and may end at any time."""
import contextlib
import os
import pathlib
import resource
import shutil
import signal

import pytest

from cutting import all_numbers
from exporting import Cutter, names
from kit import SAMPLES
from oracle import barcode, barcodes
from workers import asleep, has_ended, is_gone, signal_all, status, until

LONG = SAMPLES / 'long-gop.mp4'
BUSINESS = 10  # how far everything else goes before it, in the kernel's measure


def files(process):
    """What a process has open besides its standard files."""
    found = []
    for link in pathlib.Path(f'/proc/{process}/fd').glob('[0-9]*'):
        if int(link.name) > 2:
            found.append(os.readlink(link))
    return sorted(found)


def writes(process):
    """Whether it is at work; before it has given up its rights it still has what its server has."""
    try:
        return status(process, 'Seccomp') == '2' and any(
            name.endswith('.part') for name in files(process))
    except OSError:
        return False


def cutter(server):
    """The process that writes a file, once there is one."""
    until(lambda: any(map(writes, server.workers)), 'a process that cuts')
    return next(filter(writes, server.workers))


def descriptors(server):
    """How many the server holds open beside those of its workers, one each, and of previews: decoders
    begin, and pictures come, when there is time for them."""
    while True:
        workers = server.workers
        with contextlib.suppress(FileNotFoundError):
            others = [name for name in files(server.pid) if not name.endswith('.vnpk')]
            if server.workers == workers:
                return len(others) - len(workers)


@contextlib.contextmanager
def cut_from(server, first):
    """A client with a cut that encodes up to frame 250 at first, its id, and its process."""
    with Cutter(server) as client:
        plan = client.plan(first, 599, 'smart')
        assert plan['state'] == 'planned', plan
        client.ask(start=plan['id'])
        client.cut(plan['id'], 'running')
        yield client, plan['id'], cutter(server)


@pytest.fixture
def cutting(own_server):
    """The same of a cut that goes on for long."""
    with cut_from(own_server, 1) as cut:
        yield cut


def test_what_cuts_has_given_up_all_but_two_files(cutting, own_server, out):
    _, _, process = cutting
    assert status(process, 'NoNewPrivs') == '1'
    assert status(process, 'Seccomp') == '2'
    channel, = [name for name in files(process) if name.startswith('socket:')]
    source, = [name for name in files(process) if name == str(LONG)]
    draft, = [name for name in files(process) if name.startswith(f'{out}/')]
    assert set(files(process)) == {channel, source, draft}
    most, _ = resource.prlimit(process, resource.RLIMIT_FSIZE)
    # Room for what is encoded, and not for filling a disk.
    assert LONG.stat().st_size < most < 4 << 30
    for limit in (resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_CORE):
        assert resource.prlimit(process, limit)[1] != resource.RLIM_INFINITY
    others = [one for one in own_server.workers if one != process and not has_ended(one)]
    assert others and all(resource.prlimit(one, resource.RLIMIT_FSIZE)[1] == 0 for one in others)


def test_everything_else_goes_before_what_cuts(cutting, own_server):
    _, _, process = cutting
    assert os.getpriority(os.PRIO_PROCESS, process) == BUSINESS
    assert os.getpriority(os.PRIO_PROCESS, own_server.pid) == os.getpriority(os.PRIO_PROCESS, 0)


def test_a_cut_whose_process_ends_fails_and_the_next_is_made(cutting, own_server, out):
    client, cut, process = cutting
    signal_all([process], signal.SIGKILL)
    message = client.cut(cut, 'failed')['message']
    assert 'was ended by signal 9' in message and '/proc' not in message
    assert names(out) == []
    until(lambda: is_gone(process), 'the process is waited for')
    before = descriptors(own_server)
    assert client.made(mode='smart')['state'] == 'done'
    assert barcodes(out / 'cut.mp4') == all_numbers(LONG)[100:131]
    assert names(out) == ['cut.mp4']
    until(lambda: descriptors(own_server) <= before, 'nothing of a cut stays open')


def test_a_cut_whose_process_says_nothing_fails_in_time(serve, out):
    server = serve(SAMPLES, extra=['--export-dir', out, '--deadline', '2'])
    # A busy machine may take longer for the index, and is asked again.
    until(lambda: server.get(f'/api/v1/media/{server.media(LONG.name)}/index').status == 200,
          'the index is there')
    with Cutter(server) as client:
        plan = client.plan(1, 599, 'smart')
        client.ask(start=plan['id'])
        client.cut(plan['id'], 'running')
        process = cutter(server)
        with asleep([process]):
            message = client.cut(plan['id'], 'failed')['message']
        assert 'took longer than 20.0 seconds' in message
        assert names(out) == [] and is_gone(process)
    picture = server.get(f'/api/v1/media/{server.media("start.ts")}/frames/7.jpg')
    assert barcode(picture.body) == 7


def test_a_process_that_writes_more_than_it_may_fails(own_server, out):
    # It writes once all up to frame 250 is encoded.
    with cut_from(own_server, 200) as (client, cut, process):
        resource.prlimit(process, resource.RLIMIT_FSIZE, (1000, 1000))
        assert 'cannot be written: File too large' in client.cut(cut, 'failed')['message']
        assert names(out) == []


def test_the_process_of_a_cut_that_is_given_up_ends_with_it(cutting, out):
    client, cut, process = cutting
    client.ask(cancel=cut)
    client.cut(cut, 'cancelled')
    until(lambda: is_gone(process), 'nothing is cut any more')
    assert names(out) == []


def test_a_file_that_ends_three_of_them_is_left_alone(serve, out, tmp_path):
    folder = tmp_path / 'films'
    folder.mkdir()
    shutil.copy2(LONG, folder)
    shutil.copy2(SAMPLES / 'start.ts', folder)
    server = serve(folder, extra=['--export-dir', out])
    with Cutter(server) as client, Cutter(server, 'start.ts') as other:
        plans = [client.plan(1, 599, 'smart', f'{number}.mp4') for number in range(4)]
        for plan in plans[:3]:
            client.ask(start=plan['id'])
            signal_all([cutter(server)], signal.SIGKILL)
            assert 'was ended by signal' in client.cut(plan['id'], 'failed')['message']
        client.ask(start=plans[3]['id'])
        assert 'left alone' in client.cut(plans[3]['id'], 'failed')['message']
        assert 'left alone' in client.plan(0, 9)['message']
        assert other.made(first=0, last=9, name='start.ts')['state'] == 'done'
    assert names(out) == ['start.ts']


def test_nothing_is_left_to_do_once_all_is_cut(own_server, out):
    with Cutter(own_server) as client:
        client.made(name='first.mp4')
        before = descriptors(own_server)
        for number in range(5):
            client.made(name=f'{number}.mp4')
        until(lambda: len(own_server.workers) <= 4, 'no process is kept for cuts')
        until(lambda: descriptors(own_server) <= before, 'nothing stays open')
    assert len(names(out)) == 6
