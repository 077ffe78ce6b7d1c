"""Films with absurd numbers in their boxes, elements, chunks, tags and headers are asked for
everything, while somebody else looks at a good one: none ends the server, and none holds it.

`VERNIER_ABSURD` is how many films there are, `VERNIER_SEED` what they are made from: `make nightly`
makes a thousand, from another seed each time.
"""
import os
import pathlib
import shutil
import threading
import time

import pytest

from absurd import FILMS, WHOLE, Films
from everything import Asker, has_cut_all
from frames import text
from kit import LONG_PATIENCE, PATIENCE, SAMPLES, SANITIZED
from oracle import barcode
from raw import RawSocket, settled
from stored import awaited

SEED = int(os.environ.get('VERNIER_SEED', 1))
COUNT = -(-int(os.environ.get('VERNIER_ABSURD', 24)) // len(FILMS))
BATCH = 10  # films in the folder at once
# Seconds of the loop's own time that another client's answer may wait for. What the loop does for
# all others meanwhile counts as well, so a film holds it that does so three times.
HELD = 1 if SANITIZED else 0.1
TRIES = 3
COMMANDS = [
    ['index'], ['index', '--json'], ['index', '--info'], ['index', '--keyframes', '--csv'],
    ['seek', '--position', '0.7'], ['seek', '--time', '1.5', '--snap', 'time:0.1'],
    ['frame', '3', '-o', '{folder}/3.jpg'], ['verify', '--seeks', '3'],
    *(['cut', '--in', '20%', '--out', '70%', '--overwrite', '--mode', mode,
       '-o', '{folder}/cut-{name}'] for mode in ('keyframes', 'edit-list', 'smart')),
]
# Done, different, called wrongly, damaged, and cannot be written: no fault of the program's own.
CODES = {0, 1, 64, 65, 73}
STATUSES = {200, 202, 400, 404, 422, 503}


class Other(threading.Thread):
    """Another client, who goes through a good film all the time, and what the server's loop
    computed before each of its answers: what else the machine does is not counted."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.goes_on = server, True
        self.media = settled(server, 'good.mp4')
        self.longest, self.failure = 0, None

    def run(self):
        try:
            with RawSocket(self.server, self.media) as socket:
                seq = 0
                while self.goes_on:
                    seq += 1
                    self.seek(socket, seq)
                    time.sleep(0.01)
        except Exception as failure:
            self.failure = failure

    def seek(self, socket, seq):
        before = self.computed()
        socket.send(text({'type': 'seek', 'seq': seq, 'to': {'frame': seq % 100}}))
        state = socket.expect('state')
        assert (state['seq'], state['target']['frame']) == (seq, seq % 100)
        self.longest = max(self.longest, self.computed() - before)

    def computed(self):
        """The processor time of the server's first thread, which is its loop, in seconds."""
        times = pathlib.Path(f'/proc/{self.server.pid}/schedstat').read_text()
        return int(times.split()[0]) / 1e9

    def looks(self, frame):
        path = f'/api/v1/media/{self.media}/frames/{frame}.jpg'
        return barcode(self.server.get(path).body) == frame

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.goes_on = False
        self.join(PATIENCE)


def listed(server, names):
    """The ids of films by name, once all are there."""
    found = {medium['name']: medium['id'] for medium in server.get('/api/v1/media').json()['media']}
    return found if names <= found.keys() else None


class Visit:
    """A server whose folder films come into, batch by batch, each asked for everything."""

    def __init__(self, server, folder, films, other):
        self.server, self.folder, self.films, self.other = server, folder, films, other
        self.asker = Asker(server)

    def holders(self, numbers, attempt):
        """The numbers of the films among these that hold the server, and what is absurd in them."""
        said = {f'{number}.{attempt}-{self.films.name}': self.films.film(number)
                for number in numbers}
        for name, (content, _) in said.items():
            (self.folder / name).write_bytes(content)
            # Of what was written a moment ago the end is waited for.
            os.utime(self.folder / name, (0, 0))
        ids = awaited(lambda: listed(self.server, said.keys()))
        found = {}
        for number, (name, (_, absurd)) in zip(numbers, said.items()):
            if (seconds := self.visit(ids[name], number, absurd)) > HELD:
                found[number] = seconds, absurd
        awaited(lambda: has_cut_all(self.server), LONG_PATIENCE)
        for name in said:
            (self.folder / name).unlink()
        return found

    def visit(self, media, number, absurd):
        """Asks for everything of a film, and returns for how long it held the server."""
        self.other.longest = 0
        self.asker.explore(media)
        words = f'VERNIER_SEED={SEED}, {number}-{self.films.name}: {absurd}'
        assert self.server.process.poll() is None, words
        assert self.other.looks(number % 100) and not self.other.failure, words
        return self.other.longest


@pytest.mark.parametrize('name', FILMS)
def test_absurd_numbers_neither_end_nor_hold_the_server(serve, tmp_path, out, name):
    folder = tmp_path / 'films'
    folder.mkdir()
    shutil.copy(SAMPLES / 'hevc.mp4', folder / 'good.mp4')
    server = serve(folder, extra=['--deadline', '5', '--export-dir', out])
    print(f'VERNIER_SEED={SEED}')
    with Other(server) as other:
        visit = Visit(server, folder, Films(name, SEED), other)
        # Of few films each may be refused; the first is whole, and answers what can be asked.
        for start in range(WHOLE, COUNT, BATCH):
            held = dict.fromkeys(range(start, min(start + BATCH, COUNT)))
            for attempt in range(TRIES):
                held = held and visit.holders(held, attempt)
            assert not held
    assert not other.failure
    assert set(visit.asker.statuses) <= STATUSES and visit.asker.statuses[200]
    assert not visit.asker.invalid_answers


@pytest.mark.parametrize('name', FILMS)
def test_commands_end_with_a_documented_code(vernier, tmp_path, name):
    films, path = Films(name, SEED), tmp_path / name
    print(f'VERNIER_SEED={SEED}')
    for number in range(COUNT):
        content, absurd = films.film(number)
        path.write_bytes(content)
        command, *options = COMMANDS[(number + FILMS.index(name)) % len(COMMANDS)]
        options = [option.format(folder=tmp_path, name=name) for option in options]
        process = vernier(command, path, *options)
        words = f'{number}-{name}: {absurd}: {process.stderr}'
        assert process.returncode in CODES, words
        assert process.returncode == 0 or process.stderr, words
