"""Three nodes, nginx and Redis as they are shipped: who looks at one media meets at one node."""
import contextlib
import hashlib
import json
import stat
import string
import time

import pytest

from behind import Nginx
from client import Client
from cluster import led, led_by, reaches, sees
from composed import compose
from oracle import barcode
from redis_server import SHIPPED, Redis, Refused
from roommates import MEDIA, Member
from stored import awaited

PASSWORD = 'a-long-password'
FILMS = 300
SOCKETS = 200


@contextlib.contextmanager
def nodes(folder):
    """The nodes behind nginx, each with a state of its own, as `node.conf` has it."""
    redis = Redis(folder).guard(PASSWORD).start()
    account = folder / 'redis-password'
    account.touch(mode=0o600)
    account.write_text(f'vernier {PASSWORD}\n')
    nginx = Nginx(['--redis', redis.address, '--redis-password-file', str(account)])
    nginx.redis = redis
    for number, node in enumerate(nginx.nodes):
        node.environment = {'STATE_DIRECTORY': str(folder / f'state{number}'),
                            'XDG_CACHE_HOME': str(folder / 'cache')}
    try:
        nginx.start()
        for node in nginx.nodes:
            awaited(lambda: node.metric('cluster_connected') == 1)
        yield nginx
    finally:
        nginx.stop()
        redis.stop()


@pytest.fixture(scope='module')
def shared(tmp_path_factory):
    with nodes(tmp_path_factory.mktemp('nodes')) as nginx:
        yield nginx


@pytest.fixture
def own(tmp_path):
    with nodes(tmp_path) as nginx:
        yield nginx


def way(media, number=0):
    """How somebody connects who looks at a media: each number is an address of its own."""
    return {'path': f'/api/v1/scrub?media={media}', 'source_address': (f'127.0.0.{number + 2}', 0)}


def counted(nginx, name):
    return [node.metric(name) for node in nginx.nodes]


def grown(nginx, name, before):
    return [now - then for now, then in zip(counted(nginx, name), before)]


def words_to_each(nginx):
    """For each node a word that, as the media in a socket's address, leads there."""
    found = {}
    for word in string.ascii_lowercase:
        before = counted(nginx, 'sockets_total')
        with Client(nginx, way=way(word, 100 + ord(word))):
            found[grown(nginx, 'sockets_total', before).index(1)] = word
        if len(found) == len(nginx.nodes):
            return [found[number] for number in sorted(found)]
    raise AssertionError(f'no word leads to some node: {found}')


def test_members_on_all_nodes_meet_and_a_media_is_marked_for_all(shared):
    media = shared.media(MEDIA)
    one, two, three = [Member(shared, 'met', word, follow=place > 0, way=way(word, 10 + place))
                       for place, word in enumerate(words_to_each(shared))]
    with one, two, three:
        for member in (one, two, three):
            reaches(member, 'all')
            sees(member, 3)
        one.lead()
        for member in (two, three):
            led_by(member, one)
        one.begin()
        one.moved((200, 0), (333, 0))
        for member in (two, three):
            led(member, one.seen[-1]['target']['frame'])
        target = one.end()['target']
        for member in (two, three):
            led(member, target['frame'])
    path = f'/api/v1/media/{media}/marks'
    segment = {'name': 'a', 'first': 1, 'last': 2}
    first, *others = shared.nodes
    first.get(path)
    version = first.get(path).json()['version']
    body = json.dumps({'version': version, 'segments': [segment]})
    assert first.put_marks(path, body, version).status == 200
    for node in others:
        assert awaited(lambda: [one['name'] for one in node.get(path).json()['segments']] == ['a'])
    assert counted(shared, 'cluster_failures_total') == [0, 0, 0]


@pytest.mark.parametrize('words', [
    'FLUSHALL', 'KEYS *', 'CONFIG GET dir', 'ACL LIST', 'SHUTDOWN', 'GET vernier:x', 'DEL vernier:x',
    'HSET other:x a b', 'XADD other:x * a b', 'PUBLISH other:x y', 'REPLICAOF 127.0.0.1 1',
])
def test_redis_does_nothing_else_for_the_nodes(shared, words):
    with pytest.raises(Refused, match='NOPERM'):
        shared.redis.ask(*words.split(), account=shared.redis.account)
    with pytest.raises(Refused, match='NOAUTH'):
        shared.redis.ask(*words.split())


def test_in_containers_the_account_may_do_the_same():
    command = compose()['services']['redis']['command']
    allowed = command[command.index('~vernier:*'):]
    assert (SHIPPED / 'users.acl').read_text().split()[-len(allowed):] == allowed


def test_the_settings_keep_what_was_marked(shared):
    redis = shared.redis
    assert (redis.folder / 'appendonlydir').is_dir()
    assert stat.S_IMODE(redis.path.stat().st_mode) == 0o770


def test_pictures_of_a_media_are_made_once(own):
    media = own.media(MEDIA)
    made = []
    for number in range(4):
        with Client(own, media, way=way(media, number), preview={'width': 320}) as client:
            for frame in (40, 300, 555):
                client.seek(frame=frame)
                assert barcode(client.exact_picture(frame).picture) == frame
        for frame in (41, 301):
            path = f'/api/v1/media/{media}/frames/{frame}.jpg?width=320'
            assert barcode(own.get(path).body) == frame
        made.append(counted(own, 'preview_misses_total'))
    assert sorted(made[0])[:2] == [0, 0] and max(made[0]) > 0
    assert made[1:] == made[:1] * 3
    decoded = counted(own, 'frames_decoded_total')
    assert sorted(decoded)[:2] == [0, 0] and max(decoded) > 0
    assert counted(own, 'media_indexed_total') == [min(1, count) for count in decoded]


def test_sockets_are_spread_evenly_over_many_media(shared):
    films = [hashlib.sha256(f'film {number}'.encode()).hexdigest()[:32] for number in range(FILMS)]
    before = counted(shared, 'sockets_total')
    for number, film in enumerate(films):
        Client(shared, way=way(film, 20 + number // 10)).socket.close()
    spread = grown(shared, 'sockets_total', before)
    share = FILMS / len(spread)
    assert sum(spread) == FILMS
    assert all(0.8 * share <= count <= 1.2 * share for count in spread), spread


def test_all_of_two_hundred_whose_node_is_killed_go_on_at_others(own):
    media = own.media(MEDIA)
    with contextlib.ExitStack() as stack:
        before = counted(own, 'sockets_total')
        ways = [way(media, number // 10) for number in range(SOCKETS)]
        clients = [stack.enter_context(Client(own, media, way=one)) for one in ways]
        sockets = grown(own, 'sockets_total', before)
        assert sorted(sockets) == [0, 0, SOCKETS]
        for number, client in enumerate(clients):
            client.seek(frame=number)
            client.seek(frame=number + 300)
        time.sleep(1)
        node = own.nodes[sockets.index(SOCKETS)]
        node.process.kill()
        node.process.wait()
        for number, client in enumerate(clients):
            token = client.opened['session']
            client.socket.close()
            again = stack.enter_context(Client(own, media, way=ways[number], resume=token))
            assert again.opened['state']['target']['frame'] == number + 300
            assert again.seek(undo=True)['target']['frame'] == number
