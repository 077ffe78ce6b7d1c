#!/usr/bin/env python3
"""Makes the traces beside it: what a hand would do on an 800 pixel bar, the same on every run.

The hand follows minimum-jerk curves with a small tremor, is read 120 times a second, and is sent
once per picture of a 60 Hz screen, so most messages carry two coalesced samples.
"""
import json
import math
import pathlib
import random

EXTENT = 800
TOP = 20  # the hand takes the bar at half of its height
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

    def press(self, x, y=TOP):
        self.wait(500)
        self.gesture += 1
        self.x, self.y, self.began = x, y, self.at
        self.send('begin', gesture=self.gesture, control='bar', x=x, y=y, extent=EXTENT)

    def glide(self, x, y=TOP, over=600):
        """Moves the hand to (x, y) within `over` milliseconds and leaves it there."""
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

    def move(self, samples):
        if samples:
            self.send('move', gesture=self.gesture, seq=self.next_seq(), samples=samples)

    def release(self, kind='end'):
        self.wait(60)
        self.send(kind, gesture=self.gesture, seq=self.next_seq())

    def write(self, path):
        path.write_text(''.join(json.dumps(line) + '\n' for line in self.lines))


def eased(part):
    """How much of the way is done after `part` of the time: the minimum-jerk curve."""
    part = min(part, 1)
    return part**3 * (10 - 15 * part + 6 * part**2)


def drag(trace):
    trace.press(180)
    trace.glide(620, over=900)
    trace.glide(560, over=400)
    trace.release()


def fine_drag(trace):
    trace.press(300)
    trace.glide(420, over=500)
    trace.glide(450, TOP - 95, over=500)  # off the bar: finer
    trace.glide(560, TOP - 95, over=700)
    trace.glide(500, TOP - 130, over=500)  # beyond 100 units: the finest
    trace.glide(500, TOP, over=500)  # back on it: coarse again
    trace.glide(470, over=300)
    trace.release()


def step_drag(trace):
    trace.configure(snap={'to': 'step', 'step': 0.1, 'when': 'live'})
    trace.press(100)
    trace.glide(700, over=1200)
    trace.glide(380, over=700)
    trace.release()


def count_release(trace):
    trace.configure(snap={'to': 'count', 'count': 7, 'when': 'release'})
    for x in (330, 610):
        trace.press(120)
        trace.glide(x, over=600)
        trace.release()


def press_jump(trace):
    trace.configure(press='jump')
    trace.press(640)
    trace.release()
    trace.press(200)
    trace.glide(260, over=400)
    trace.release()


def overshoot(trace):
    for kind in ('accumulate', 'clamp'):
        trace.configure(overshoot=kind)
        trace.press(100)
        trace.glide(1150, over=900)  # beyond the end, and part of the way back
        trace.glide(900, over=500)
        trace.release()
        trace.seek(position=0)


def cancel(trace):
    trace.seek(position=0.25)
    trace.press(200)
    trace.glide(520, TOP - 40, over=600)
    trace.release('cancel')


def keys(trace):
    for _ in range(5):
        trace.seek(frames=1)
    trace.seek(frames=-1)
    trace.seek(position=1)
    trace.seek(frames=1)  # already at the last frame
    trace.seek(frames=-10)
    trace.seek(position=0)
    trace.seek(frames=-1)  # already at the first


if __name__ == '__main__':
    folder = pathlib.Path(__file__).parent
    plots = [drag, fine_drag, step_drag, count_release, press_jump, overshoot, cancel, keys]
    for seed, plot in enumerate(plots, start=1):
        trace = Trace(seed)
        plot(trace)
        trace.write(folder / (plot.__name__.replace('_', '-') + '.jsonl'))
