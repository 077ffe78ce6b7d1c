"""Films that were damaged on purpose, in every container, are asked for everything that there is of
a film: the server and its other clients stand.

`VERNIER_FUZZ` is how many tens of them there are, `VERNIER_SEED` what they are made from: `make
nightly` makes 300 for each container, from another seed each time.
"""
import os
import random
import shutil

import pytest

from everything import Asker, has_cut_all
from kit import MATRIX, SAMPLES
from oracle import barcode
from stored import awaited
from workers import are_ready, until

FILMS = [
    'h264-long.mp4', 'fragments.mp4', 'timecode.mov', 'h264.mkv', 'vp9.webm', 'h264.ts',
    'mpeg2.mpg', 'h264.avi', 'h264.flv', 'theora.ogv', 'mpeg2.mxf', 'wmv2.asf', 'ffv1.nut',
    'raw.h264', 'raw.hevc', 'av1.obu', 'vp9.ivf', 'tone.mp3', 'tone.flac', 'tone.m4a', 'moving.gif',
    'still.png',
]
TENS = int(os.environ.get('VERNIER_FUZZ', 0))
COUNT = 10 * TENS or 4
BATCH = 25  # films in the folder at once
SEED = int(os.environ.get('VERNIER_SEED', 1))
DEADLINE = 5  # seconds that a worker has for one step
SPARE = 13  # descriptors of connections that just end, of workers on demand, and of the program
HELD = min(COUNT, 64)  # files that a server holds open, though nobody uses them
PACKS = 32  # files of previews that it holds open


class Damage:
    """Ways to spoil bytes, all of them from one seed."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def place(self, data):
        """Half of them are at the ends, where headers and indexes are."""
        near = min(len(data), 4096)
        return self.chance.choice([
            self.chance.randrange(near), len(data) - 1 - self.chance.randrange(near),
            self.chance.randrange(len(data)), self.chance.randrange(len(data))])

    def bytes(self, data):
        for _ in range(self.chance.randint(1, 40)):
            data[self.place(data)] = self.chance.randrange(256)

    def bits(self, data):
        for _ in range(self.chance.randint(1, 8)):
            data[self.place(data)] ^= 1 << self.chance.randrange(8)

    def sizes(self, data):
        """Numbers that say how much there is of something."""
        for _ in range(self.chance.randint(1, 3)):
            place, width = self.place(data), self.chance.choice([2, 4, 8])
            number = self.chance.choice([0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 63 - 1])
            order = self.chance.choice(['big', 'little'])
            data[place:place + width] = (number % 2 ** (8 * width)).to_bytes(width, order)

    def pieces(self, data):
        """A piece that is missing, there twice, or somewhere else."""
        start, length = self.place(data), self.chance.randint(1, 2000)
        piece = data[start:start + length]
        if self.chance.random() < 0.6:
            del data[start:start + length]
        if self.chance.random() < 0.6:
            place = self.place(data) if data else 0
            data[place:place] = piece

    def end(self, data):
        del data[self.place(data):]

    def spoil(self, whole):
        data = bytearray(whole)
        for way in self.chance.choices([self.bytes, self.bits, self.sizes, self.pieces, self.end],
                                       weights=[4, 3, 4, 2, 1], k=self.chance.randint(1, 3)):
            if data:
                way(data)
        return bytes(data)


class FuzzedServer(Asker):
    """A server of one folder, asked for all that its films can make it do."""

    def __init__(self, server, folder):
        super().__init__(server)
        self.folder = folder

    def show(self, films):
        for name, content in films.items():
            (self.folder / name).write_bytes(content)
            # Of what was written a moment ago the end is waited for.
            os.utime(self.folder / name, (0, 0))
        # The server looks into a folder once a second at most.
        for medium in awaited(lambda: self.listed(films)):
            self.explore(medium['id'])
        # Everything else goes before them.
        awaited(lambda: has_cut_all(self.server), patience=600)
        for name in films:
            (self.folder / name).unlink()

    def listed(self, films):
        """What the server tells of all of them, or nothing."""
        told = [medium for medium in self.server.get('/api/v1/media').json()['media']
                if medium['name'] in films]
        return told if len(told) == len(films) else None

    def descriptors(self):
        return len(os.listdir(f'/proc/{self.server.pid}/fd'))

    def serves(self):
        return barcode(self.server.get(
            f'/api/v1/media/{self.server.media("good.mp4")}/frames/7.jpg').body) == 7


@pytest.mark.parametrize('film', FILMS)
def test_damaged_films_harm_nobody(serve, tmp_path, out, film):
    folder = tmp_path / 'films'
    folder.mkdir()
    shutil.copy2(SAMPLES / 'hevc.mp4', folder / 'good.mp4')
    whole, damage = (MATRIX / film).read_bytes(), Damage(f'{film} {SEED}')
    options = ['--deadline', str(DEADLINE), '--export-dir', out]
    tested = FuzzedServer(serve(folder, extra=options), folder)
    assert tested.serves()
    until(lambda: are_ready(tested.server, 4), 'four workers')
    pid, before = tested.server.pid, tested.descriptors()
    for start in range(0, COUNT, BATCH):
        tested.show({f'{number}-{film}': damage.spoil(whole)
                     for number in range(start, min(start + BATCH, COUNT))})
        assert tested.serves(), f'seed {SEED}'
    assert tested.server.process.poll() is None and tested.server.pid == pid
    assert set(tested.statuses) <= {200, 202, 400, 404, 422, 503}, f'seed {SEED}'
    assert not tested.invalid_answers, f'seed {SEED}'
    # Two to make pictures, two to scan, two for pixels, one for sheets, two for sound.
    assert len(tested.server.workers) <= 9
    awaited(lambda: tested.descriptors() <= before + SPARE + HELD + PACKS)
