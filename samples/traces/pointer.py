"""A pointer on an 800 pixel bar, the same on every run, and the messages that it makes.

The pointer follows minimum-jerk curves with a small tremor, is read 120 times a second, and is sent
once per picture of a 60 Hz screen, so most messages carry two coalesced samples.
"""
import math
import random

EXTENT = 800
TOP = 20  # the pointer takes the bar at half of its height
READ = 1000 / 120
SHOWN = 1000 / 60


class Trace:
    """The messages of one client, with the moment of each."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.at = 0.0
        self.seq = 0
        self.gesture = 0
        self.send('open', media='')

    def send(self, kind, **fields):
        self.lines.append({'at': round(self.at, 1), 'type': kind, **fields})

    def next_seq(self):
        self.seq += 1
        return self.seq

    def wait(self, milliseconds):
        self.at += milliseconds * (0.9 + 0.2 * self.random.random())

    def configure(self, **fields):
        self.wait(40)
        self.send('configure', **fields)

    def seek(self, **to):
        self.wait(260)
        self.send('seek', seq=self.next_seq(), to=to)

    def press(self, x, y=TOP, control='bar', **fields):
        self.wait(500)
        self.gesture += 1
        self.x, self.y, self.began = x, y, self.at
        fields = {'extent': EXTENT} | fields if control != 'dial' else fields
        self.send('begin', gesture=self.gesture, control=control, x=x, y=y, **fields)

    def glide(self, x, y=TOP, over=600):
        """Moves the pointer to (x, y) within `over` milliseconds and leaves it there."""
        from_x, from_y, started, sent = self.x, self.y, self.at, self.at
        samples = []
        for step in range(1, round(over / READ) + 1):
            self.at = started + step * READ
            way = eased(step * READ / over)
            tremor = 0.4 * math.sin(self.at / 37) + 0.2 * (self.random.random() - 0.5)
            self.x = round(from_x + (x - from_x) * way + tremor, 2)
            self.y = round(from_y + (y - from_y) * way + tremor, 2)
            samples.append([round(self.at - self.began, 1), self.x, self.y])
            if self.at - sent >= SHOWN - 0.1:
                self.move(samples)
                samples, sent = [], self.at
        self.move(samples)

    def turn(self, turns, over=600, radius=90):
        """Turns the pointer around the dial's centre, from where it is."""
        started, sent, samples = self.at, self.at, []
        angle = math.atan2(self.x, -self.y) / (2 * math.pi)
        for step in range(1, round(over / READ) + 1):
            self.at = started + step * READ
            now = 2 * math.pi * (angle + turns * eased(step * READ / over))
            far = radius + 3 * math.sin(self.at / 53)
            self.x, self.y = round(far * math.sin(now), 2), round(-far * math.cos(now), 2)
            samples.append([round(self.at - self.began, 1), self.x, self.y])
            if self.at - sent >= SHOWN - 0.1:
                self.move(samples)
                samples, sent = [], self.at
        self.move(samples)

    def place(self, x, y=TOP):
        """Puts the pointer at (x, y), exactly."""
        self.at += SHOWN
        self.x, self.y = x, y
        self.move([[round(self.at - self.began, 1), x, y]])

    def move(self, samples):
        if samples:
            self.send('move', gesture=self.gesture, seq=self.next_seq(), samples=samples)

    def release(self, kind='end'):
        self.wait(60)
        self.send(kind, gesture=self.gesture, seq=self.next_seq())


def eased(part):
    """How much of the way is done after `part` of the time: the minimum-jerk curve."""
    part = min(part, 1)
    return part**3 * (10 - 15 * part + 6 * part**2)
