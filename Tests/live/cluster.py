"""Servers that share their rooms through Redis."""
import re
import subprocess
import time

from kit import PATIENCE, SAMPLES, VERNIER
from raw import settled
from roommates import MEDIA, Member, states


def node(serve, redis, *extra):
    """A server of the samples that shares its rooms through Redis."""
    server = serve(SAMPLES, extra=['--redis', getattr(redis, 'address', redis), *extra])
    settled(server, MEDIA)
    return server


def ends(*options):
    """How a server ends that cannot be started so."""
    command = [VERNIER, 'serve', '--port', '0', *map(str, options), SAMPLES]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def pair(serve, redis, *extra):
    """Two of them, both connected."""
    servers = [node(serve, redis, *extra) for _ in range(2)]
    for server in servers:
        connected(server)
    return servers


def metric(server, name):
    text = server.get('/metrics').body.decode()
    return int(re.search(rf'^vernier_{name} (\d+)$', text, re.M)[1])


def connected(server, now=1, within=PATIENCE):
    """Waits until a server has Redis, or has not; how long that took."""
    start = time.monotonic()
    while metric(server, 'cluster_connected') != now:
        assert time.monotonic() - start < within, server.complaints
        time.sleep(0.05)
    return time.monotonic() - start


def latest(member):
    """What a member was told of its room last."""
    told = [one for one in member.seen if isinstance(one, dict) and one['type'] == 'room']
    member.room = told[-1]
    return member.room


def told(member, fits):
    """What a member is told of its room, once it fits."""
    return member.room if fits(latest(member)) else member.heard(fits)


def reaches(member, reach):
    """Waits until a member is told how far its room reaches."""
    return told(member, lambda room: room['reach'] == reach)


def sees(member, count):
    """Waits until a member sees so many in its room."""
    return told(member, lambda room: len(room['members']) == count)


def led_by(member, leader):
    """Waits until a member knows who leads."""
    return told(member, lambda room: room['leader'] == (leader and leader.id))


def join(server, room, name='', **fields):
    """A member whose room reaches all servers."""
    member = Member(server, room, name, **fields)
    reaches(member, 'all')
    return member


def led(member, frame):
    """Waits until the leader has led a member to a frame, where that was the last."""
    by = [one for one in states(member.seen) if one.get('by')]
    return by[-1] if by and by[-1]['target']['frame'] == frame else member.led_to(frame)


def heard(one, kind, **fields):
    """A message of a kind, which may have come already."""
    for message in one.seen:
        if isinstance(message, dict) and message['type'] == kind and (
                fields.items() <= message.items()):
            return message
    return one.expect(kind, **fields)


def leaders(*members):
    """Who led in each epoch, as any of the members was ever told."""
    found = {}
    for member in members:
        for room in [*member.seen, member.room]:
            if isinstance(room, dict) and room['type'] == 'room' and room['leader']:
                found.setdefault(room['epoch'], set()).add(room['leader'])
    return found
