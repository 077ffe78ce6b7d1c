"""Several nodes are one server: what a client has on one it finds again, and one may go."""
from behind import NODES
from client import Client
from kit import SAMPLES
from oracle import barcode

NAME = 'long-gop.mp4'


def cookie(nginx):
    """The cookie of a browser that has never been here."""
    return nginx.get('/').headers['Set-Cookie'].split(';')[0]


def carriers(nginx):
    """How many sockets each node has opened."""
    return [node.metric('sockets_total') for node in nginx.nodes]


def test_page_alone_sets_a_cookie_that_only_we_read(nginx):
    header = nginx.get('/').headers['Set-Cookie']
    assert header.startswith('vernier_node=')
    for word in ('path=/', 'secure', 'httponly', 'samesite=strict'):
        assert word in header.lower()
    assert 'Set-Cookie' not in nginx.get('/', Cookie=header.split(';')[0]).headers
    for path in ('/main.js', '/api/v1/media', f'/api/v1/media/{nginx.media(NAME)}/frames/1.jpg'):
        assert 'Set-Cookie' not in nginx.get(path).headers


def test_browsers_are_spread_over_the_nodes_and_come_back_to_theirs(own_nginx):
    media = own_nginx.media(NAME)
    browsers = {}
    # Chance spreads them: of so few as ten, in one of twenty runs none comes to one of the nodes.
    for number in range(80):
        headers = {'Cookie': cookie(own_nginx)}
        before = carriers(own_nginx)
        with Client(own_nginx, media, headers=headers) as client:
            client.seek(frame=10 + number)
            token = client.opened['session']
        node = [now - then for now, then in zip(carriers(own_nginx), before)].index(1)
        browsers[node] = headers, token, 10 + number
        if len(browsers) == len(NODES):
            break
    assert sorted(browsers) == list(range(len(NODES))), 'all went to one node'
    for headers, token, frame in browsers.values():
        with Client(own_nginx, media, headers=headers, resume=token) as client:
            assert client.opened['state']['target']['frame'] == frame


def test_one_media_is_indexed_by_one_node(own_nginx):
    for path in SAMPLES.iterdir():
        own_nginx.get(f'/api/v1/media/{own_nginx.media(path.name)}/target?position=1')
    indexed = [node.metric('media_indexed_total') for node in own_nginx.nodes]
    assert sum(indexed) == len(list(SAMPLES.iterdir()))


def test_node_that_dies_is_missed_by_nobody(own_nginx):
    media = own_nginx.media(NAME)
    for stopped in range(len(own_nginx.nodes)):
        node = own_nginx.nodes[stopped]
        node.process.kill()
        node.process.wait()
        for frame in range(10 * stopped, 10 * stopped + 10):
            answer = own_nginx.get(f'/api/v1/media/{media}/frames/{frame}.jpg')
            assert (answer.status, barcode(answer.body)) == (200, frame)
            assert own_nginx.get(f'/main.js?{frame}').status == 200
            # Of twenty sockets at once, and two a second, nginx lets one address have no more.
            if frame % 10 < 6:
                with Client(own_nginx, media) as client:
                    assert client.seek(frame=frame)['target']['frame'] == frame
        # It left its socket's file behind.
        assert node.file.exists()
        node.start()


def test_without_any_node_it_says_so(own_nginx):
    for node in own_nginx.nodes:
        node.stop()
        assert not node.file.exists()
    answer = own_nginx.ask('/healthz')
    assert answer.status == 502 and answer.json()['status'] == 502
    assert answer.headers['Content-Type'] == 'application/problem+json'
