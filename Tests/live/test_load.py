"""A crowd of clients: what `bench load` counts is what servers that are not ours have done."""
import contextlib
import json
import pathlib
import subprocess
import threading
import time

from websockets.sync.server import serve as answer

from cluster import pair
from kit import PATIENCE, ROOT, SAMPLES, VERNIER
from redis_server import start_redis  # noqa: F401 (a fixture)
from stored import awaited

MEDIA = SAMPLES / 'long-gop.mp4'
KIBIBYTE = 1024
ANY_NUMBER = ['--address-connections', '0']  # all of a crowd have one address


def words(url, *peer, **options):
    named = [word for name, value in options.items() for word in (f'--{name}', str(value))]
    return ['bench', 'load', *map(str, peer), '--server', url, '--json', *named]


def report(process):
    return json.loads(process.stdout)


@contextlib.contextmanager
def crowd(url, *peer, **options):
    """The command while it runs."""
    process = subprocess.Popen([VERNIER, *words(url, *peer, **options)], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def metric(server, name):
    lines = server.get('/metrics').body.decode().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f'vernier_{name} '))


def sessions(server, count):
    return awaited(lambda: metric(server, 'sessions') == count)


@contextlib.contextmanager
def echo(answers):
    """A server of Python's `websockets`, whose sockets are served by `answers`."""
    with answer(answers, '127.0.0.1', 0, subprotocols=['vernier.v1'], compression=None) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f'http://127.0.0.1:{server.socket.getsockname()[1]}'
        server.shutdown()
        thread.join()


def test_every_move_of_a_crowd_arrives_and_is_answered(serve, vernier):
    server = serve(MEDIA, extra=ANY_NUMBER)
    before = metric(server, 'messages_total')
    done = vernier(*words(server.url, MEDIA, idle=200, scrubbing=20, seconds=3))
    told = report(done)
    assert done.returncode == 0, done.stderr
    assert told['clients'] == {'idle': 200, 'scrubbing': 20, 'refused': 0, 'lost': 0}
    messages = told['messages']
    assert messages['sent'] == messages['answered'] == 20 * 60 * 3 and messages['dropped'] == 0
    opened_and_begun = 220 + 20
    heard = metric(server, 'messages_total') - before
    assert heard == messages['sent'] + opened_and_begun


def test_a_recorded_drag_is_sent_at_any_rate(serve, vernier):
    server = serve(MEDIA)
    trace = ROOT / 'samples/traces/drag.jsonl'
    options = {'idle': 0, 'scrubbing': 2, 'seconds': 2, 'rate': 240, 'trace': trace}
    done = vernier(*words(server.url, MEDIA, **options))
    assert done.returncode == 0, done.stderr
    assert report(done)['messages']['answered'] == 2 * 2 * 240


def test_followers_in_rooms_are_shown_what_their_leaders_do(serve, vernier):
    server = serve(MEDIA, extra=ANY_NUMBER)
    options = {'idle': 1, 'scrubbing': 1, 'rooms': 3, 'members': 4, 'seconds': 2}
    done = vernier(*words(server.url, MEDIA, **options))
    told = report(done)
    assert done.returncode == 0, done.stderr
    assert told['clients'] == {'idle': 1, 'scrubbing': 1 + 3, 'refused': 0, 'lost': 0}
    assert told['messages']['answered'] == 4 * 60 * 2
    followers, counts = told['followers'], told['followers']['messages']
    assert followers['clients'] == 3 * 3 and counts['dropped'] == 0
    came = counts['answered'] - counts['superseded']
    assert 9 * 20 < came <= metric(server, 'guided_total')
    assert 0 < followers['milliseconds']['p50'] <= followers['milliseconds']['p99']
    assert metric(server, 'rooms') == 3


def test_members_of_rooms_are_spread_over_servers(serve, start_redis, vernier):
    servers = pair(serve, start_redis(), *ANY_NUMBER)
    options = {'idle': 2, 'scrubbing': 2, 'rooms': 2, 'members': 4, 'seconds': 2}
    done = vernier(*words(servers[0].url, MEDIA, '--server', servers[1].url, **options))
    assert done.returncode == 0, done.stderr
    counts = report(done)['followers']['messages']
    assert counts['dropped'] == 0 and counts['answered'] > counts['superseded']
    assert [metric(server, 'sockets_total') for server in servers] == [6, 6]
    # Of each room's three followers, two are at the other server.
    assert all(metric(server, 'guided_total') > 20 for server in servers)


def test_those_for_whom_a_server_has_no_room_are_refused(serve, vernier):
    server = serve(MEDIA, extra=['--connections', '12'])
    done = vernier(*words(server.url, MEDIA, idle=20, scrubbing=0, seconds=1))
    assert done.returncode == 1
    assert report(done)['clients']['refused'] == 8
    assert '8 clients were refused' in done.stderr


def test_a_server_that_does_not_know_the_media_refuses_all(serve, vernier):
    server = serve(MEDIA)
    done = vernier(*words(server.url, SAMPLES / 'vfr.mkv', idle=2, scrubbing=1, seconds=1))
    assert done.returncode == 1
    assert '3 clients were refused, 60 messages were dropped: no media has this id' in done.stderr


def test_what_a_killed_server_owed_is_dropped(serve):
    server = serve(MEDIA)
    with crowd(server.url, MEDIA, idle=5, scrubbing=5, seconds=20) as load:
        awaited(lambda: metric(server, 'messages_total') > 100)
        server.process.kill()
        told, complaint = load.communicate(timeout=PATIENCE)
    told = json.loads(told)
    assert load.returncode == 1 and 'messages were dropped' in complaint
    assert told['clients']['lost'] == 10
    assert 0 < told['messages']['answered'] <= told['messages']['sent'] < 5 * 60 * 20
    assert told['messages']['dropped'] == 5 * 60 * 20 - told['messages']['answered']


def test_where_nobody_listens_there_is_no_load(vernier):
    done = vernier(*words('http://127.0.0.1:1', MEDIA, idle=1))
    assert done.returncode == 69 and 'cannot open a socket' in done.stderr


def test_an_echo_answers_in_order(vernier):
    def all_of_it(socket):
        for message in socket:
            socket.send(message)

    with echo(all_of_it) as url:
        done = vernier(*words(url, '--echo', idle=3, scrubbing=3, seconds=2))
    assert done.returncode == 0, done.stderr
    assert report(done)['messages']['answered'] == 3 * 60 * 2


def test_what_an_echo_swallows_is_dropped(vernier):
    def two_thirds(socket):
        for number, message in enumerate(socket):
            if number % 3:
                socket.send(message)

    with echo(two_thirds) as url:
        done = vernier(*words(url, '--echo', idle=0, scrubbing=1, seconds=1))
    assert done.returncode == 1
    assert report(done)['messages']['dropped'] == 20


def test_a_server_that_stops_for_a_while_is_late_for_all_it_was_sent_meanwhile(vernier):
    """One answer alone is late where a load waits for it before it sends the next."""
    def pausing(socket):
        for number, message in enumerate(socket):
            if number == 60:
                time.sleep(1)
            socket.send(message)

    with echo(pausing) as url:
        done = vernier(*words(url, '--echo', idle=0, scrubbing=1, seconds=4))
    times = report(done)['milliseconds']
    assert times['max'] >= 1000
    # One of a hundred messages that are sent at 60 a second is the third latest of 240.
    assert times['p99'] >= 900


def private(pid):
    """Bytes that a process has for itself alone."""
    lines = pathlib.Path(f'/proc/{pid}/smaps_rollup').read_text().splitlines()
    sizes = {line.split(':')[0]: line.split()[1] for line in lines[1:]}
    return KIBIBYTE * (int(sizes['Private_Dirty']) + int(sizes['Swap']))


def test_an_idle_client_takes_24_kibibytes_at_most(serve):
    server = serve(MEDIA, extra=ANY_NUMBER)
    options = {'scrubbing': 0, 'seconds': 60}
    with crowd(server.url, MEDIA, idle=500, **options):
        sessions(server, 500)
        few = private(server.pid)
        with crowd(server.url, MEDIA, idle=1000, **options):
            sessions(server, 1500)
            many = private(server.pid)
    each = (many - few) / 1000
    print(f'{each / KIBIBYTE:.1f} KiB for each idle client')
    assert 0 < each <= 24 * KIBIBYTE
