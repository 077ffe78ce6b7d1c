"""Somebody who does nothing wrong, while others do or after they did, and what they left behind."""
import os
import pathlib
import time

from frames import text
from raw import RawSocket, settled

PROMPT = 0.05  # seconds


def descriptors(server):
    return len(os.listdir(f'/proc/{server.pid}/fd'))


def is_at_rest(server):
    """Whether it uses less than a fifth of a processor: who spins uses all of it."""
    before = ticks(server)
    time.sleep(0.5)
    return ticks(server) - before < os.sysconf('SC_CLK_TCK') / 10


def ticks(server):
    fields = pathlib.Path(f'/proc/{server.pid}/stat').read_text().rsplit(') ', 1)[1].split()
    return int(fields[11]) + int(fields[12])


def seconds_to_seek(socket, seq):
    """How long an answer takes, which is the right one."""
    start = time.monotonic()
    socket.send(text({'type': 'seek', 'seq': seq, 'to': {'frame': seq}}))
    state = socket.expect('state')
    assert (state['seq'], state['target']['frame']) == (seq, seq)
    return time.monotonic() - start


def answered(server, media):
    """Served within what a person waits."""
    with RawSocket(server, media) as socket:
        seconds_to_seek(socket, 1)


def prompt(server, name):
    """Served at once, once the trouble is over: this is the middle of nine times, since whatever
    else the machine does may take one of them."""
    with RawSocket(server, settled(server, name)) as socket:
        times = sorted(seconds_to_seek(socket, seq) for seq in range(1, 10))
    assert times[4] < PROMPT, times
