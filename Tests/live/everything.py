"""Asks for everything that there is of a film, over HTTP and over the socket."""
from collections import Counter
from http.client import IncompleteRead

from client import Client, Preview

LONGEST = 60  # seconds that any answer may take
MARKS = ['csv', 'llc', 'edl', 'otio', 'ffmetadata', 'vtt', 'json']
# What there is of a film besides its index and its frames.
PARTS = [
    '', '/index?format=csv', '/thumbnails.vtt', '/thumbnails.vtt?interval=1',
    '/sprites/0.jpg?interval=1&width=64', '/sprites/0.jpg?interval=3600&width=640',
    '/trickplay/64/tiles.m3u8', '/trickplay/64/0.jpg', '/index.bif?width=64',
    '/filmstrip.jpg?from=0&to={last}&count=12&width=64', '/marks',
    '/storyboard?from=0.2&to=0.9&count=60', '/index?format=csv&from=0.5&to=0.5',
    *(f'/marks?format={name}' for name in MARKS),
    '/frames/{last}.png', '/frames/0.raw', '/frames.raw?from=0&to=3', '/thumbnails.json',
    '/index?format=torchcodec', '/trickplay.m3u8', '/trickplay/64/iframes.m3u8',
    '/trickplay/64/init.mp4', '/trickplay/64/0.m4s', '/waveform?format=json&width=50',
    '/waveform?format=dat&from=0&to={last}', '/sound.wav?from=0&to={last}',
]
TARGETS = ['position=0.7', 'position=1', 'time=1.5', 'time=-1e300', 'time=1e300', 'frame={last}',
           'timecode=00:00:01:00', 'timecode=99:59:59:24', 'position=0.3&snap=time:0.1',
           'position=0.3&snap=time:1e-300', 'frame=0&snap=keyframe:after',
           'position=0.9&snap=chapter', 'position=0.9&snap=step:1e-9']
WIDTHS = [16, 160, 4096]
SNAPS = [{'to': 'none'}, {'to': 'step', 'step': 0.3}, {'to': 'count', 'count': 7},
         {'to': 'time', 'seconds': 0.5}, {'to': 'time', 'seconds': 1e-9}, {'to': 'frame'},
         {'to': 'keyframe', 'rule': 'after', 'when': 'release'}, {'to': 'chapter'},
         {'to': 'stops', 'stops': [0, 0.5, 1]}]
SEEKS = [{'position': 0.5}, {'time': 1.5}, {'time': 1e300}, {'time': -1e300}, {'frame': 0},
         {'timecode': '00:00:01:00'}, {'frames': 7}, {'frames': -(2**31)}, {'keyframe': 'next'},
         {'keyframe': 'previous'}, {'chapter': 'next'}, {'chapter': 'previous'}, {'step': 2},
         {'undo': True}]


class Asker:
    """Asks a server for all that its films can make it do."""

    def __init__(self, server):
        self.server = server
        self.server.patience = LONGEST
        self.statuses, self.invalid_answers = Counter(), []

    def ask(self, path):
        """An answer is as published, and comes in time."""
        try:
            answer = self.server.get(path)
        except IncompleteRead:
            # As published: pixels of frames end where one of them cannot be decoded.
            assert '/frames.raw?' in path
            return None
        self.statuses[answer.status] += 1
        # Damage is told of as such, by a worker that is believed.
        if b'answered what cannot be' in answer.body:
            self.invalid_answers.append(path)
        return answer

    def explore(self, media):
        path = f'/api/v1/media/{media}'
        index = self.ask(f'{path}/index?format=json')
        last = len(index.json()) - 1 if index.status == 200 else 0
        for frame in {0, last // 2, last}:
            for width in WIDTHS:
                self.ask(f'{path}/frames/{frame}.jpg?width={width}')
        for part in [*PARTS, *(f'/target?{target}' for target in TARGETS)]:
            self.ask(path + part.format(last=last))
        scrub(self.server, media, last)


def scrub(server, media, last):
    """A pointer drags through it in every way, and what is around its last place is cut out."""
    with Client(server) as client:
        client.send('open', media=media, preview={'width': 160})
        told = client.until(kind('opened', 'error'), LONGEST)
        if told['type'] == 'error':
            return
        for snap in SNAPS:
            client.send('configure', snap=snap)
            drag(client)
        turn(client)
        for to in SEEKS:
            answered(client, 'seek', 'state', to=to)
        frame = drag(client)['target']['frame']
        if told['media']['kind'] == 'video':
            rests(client, frame)
        wish = {'first': max(0, frame - 9), 'last': min(frame, last), 'mode': 'keyframes'}
        cuts(client, {**wish, 'name': f'{media}.mkv'})


def drag(client):
    """Along the bar and away from it; returns the state at its end."""
    client.begin(0, 0, 800)
    for x in range(100, 801, 100):
        client.move((x, 0), (x - 60, 0), (x, 90))
    return released(client)


def turn(client):
    """One and a half turns of a dial."""
    client.begin(0, -90, 1, control='dial', turn={'frames': 25})
    client.move((90, 0), (0, 90), (-90, 0), (0, -90), (90, 0), (0, 90))
    released(client)


def released(client):
    seq = client.numbered('end', gesture=client.gesture)
    return client.expect('state', LONGEST, seq=seq)


def kind(*kinds):
    return lambda message: isinstance(message, dict) and message['type'] in kinds


def rests(client, frame):
    """Looks at all that comes, until it is the frame's own picture, or why there is none."""
    def ends(message):
        if isinstance(message, Preview):
            client.send('painted', seq=message.seq)
            return message.is_exact and message.frame == frame
        # Of places that are none, as a chapter of a film without any, the others spoke.
        return message['type'] == 'error' and message['code'] in ('decode-failed', 'index-failed')

    if not any(map(ends, client.seen)):
        client.until(ends, LONGEST)


def cuts(client, wish):
    """Has something cut out, if that can be; nobody waits for it to be done."""
    def planned(message):
        return kind('exports')(message) and state(message, number) != 'planning'

    told = answered(client, 'export', 'exports', cut=wish)
    if told['type'] == 'error':
        return
    number = told['cuts'][-1]['id']
    if not planned(told):
        told = client.until(planned, LONGEST)
    if state(told, number) == 'planned':
        answered(client, 'export', 'exports', start=number, drop=True)


def answered(client, question, answer, **fields):
    """What comes for a message: its answer, or an error."""
    seq = client.numbered(question, **fields)
    return client.until(lambda message: kind(answer, 'error')(message)
                        and message.get('seq') == seq, LONGEST)


def state(told, number):
    return next(cut['state'] for cut in told['cuts'] if cut['id'] == number)


def has_cut_all(server):
    cuts = server.get('/api/v1/exports').json()['cuts']
    return all(cut['state'] in ('done', 'failed') for cut in cuts)
