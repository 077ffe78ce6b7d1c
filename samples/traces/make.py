#!/usr/bin/env python3
"""Makes the traces beside it, and below `expected` what each must be answered with.

The answers come from the protocol's arithmetic in Tests/live and from ffprobe, not from Vernier.
Needs the samples and what `Tests/requirements.txt` names: `.build/venv/bin/python make.py`.
"""
import json
import pathlib
import sys

from pointer import TOP, Trace


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


LAWS = {
    'quadratic': {'falloff': 5000, 'floor': 0.05},
    'quadratic-frame': {'floor': 'frame'},
    'linear': {'reach': 120, 'floor': 0.02},
    'linear-frame': {'floor': 'frame'},
    'tiered': {'tiers': [[0, 1], [30, 0.5], [60, 0.2], [100, 0.05]], 'hysteresis': 12},
    'geometric': {'from': 20, 'reach': 150, 'floor': 0.01},
    'geometric-frame': {'floor': 'frame'},
    'flat': {},
}

SNAPS = {
    'none': [{}],
    'step': [{'step': 0.3}],
    'count': [{'count': 7}],
    'time': [{'seconds': 0.5}],
    'frame': [{}],
    'keyframe': [{'rule': 'nearest'}, {'rule': 'before'}, {'rule': 'after'}],
    'chapter': [{}],
    'stops': [{'stops': [0, 0.1, 0.5, 0.55, 0.9]}],
}


def law(name):
    """Away from the bar and back, and to and fro at each distance."""

    def plot(trace):
        trace.configure(law={'kind': name.split('-')[0], **LAWS[name]})
        trace.press(200)
        trace.glide(260, TOP + 35, over=200)
        trace.glide(330, TOP + 110, over=200)
        trace.glide(500, TOP + 260, over=200)
        trace.glide(420, TOP + 50, over=300)
        trace.glide(440, over=150)
        trace.release()

    return 'law-' + name, plot


def snap(name):
    """The same way with stops, while moving and at its end."""

    def plot(trace):
        for fields in SNAPS[name]:
            for when in ('live', 'release'):
                trace.configure(snap={'to': name, **fields, 'when': when})
                trace.press(100)
                trace.glide(470, over=250)
                trace.glide(390, TOP - 60, over=200)
                trace.release()
                trace.seek(step=1)
                trace.seek(step=-3)

    return 'snap-' + name, plot


def switch(trace):
    """Other laws and snaps in the middle of a drag: neither moves anything."""
    trace.press(150)
    trace.glide(300, TOP + 60, over=200)
    for name in ('tiered', 'geometric', 'flat', 'linear'):
        trace.configure(law={'kind': name})
        trace.glide(trace.x + 60, TOP + 90, over=100)
    for stops in ({'to': 'count', 'count': 10}, {'to': 'keyframe'}, {'to': 'none'}):
        trace.configure(snap={**stops, 'when': 'live'})
        trace.glide(trace.x - 50, TOP, over=100)
    trace.release()


def dial_jog(trace):
    for turn in ({'position': 0.2}, {'frames': 25}):
        trace.press(0, -90, 'dial', turn=turn)
        trace.turn(2.6, over=500)
        trace.turn(-1.3, over=300)
        trace.release()


def dial_absolute(trace):
    """One turn is the whole range; the top is two ends, and not one place."""
    trace.press(90, 0, 'dial', turn={'position': 1}, mode='absolute')
    trace.turn(0.6, over=300)
    trace.turn(0.5, over=200)
    trace.turn(-1.4, over=400)
    trace.release()
    trace.press(0, 90, 'dial', turn={'position': 1}, mode='absolute')
    trace.release('cancel')


def confirm(trace):
    """Let go too early, just in time, held at the end, and given up."""
    for x, kind in ((699, 'end'), (700, 'end'), (1000, 'end'), (900, 'cancel')):
        trace.press(0, TOP, 'confirm', action='delete', extent=1000)
        trace.glide(x - 100, over=150)
        trace.place(x)
        trace.place(x, TOP + 5)
        trace.release(kind)
    trace.seek(frames=3)


def seeks(trace):
    for place in (
        {'position': 0.5}, {'time': 1.25}, {'frame': 100}, {'timecode': '01:00:02;05'},
        {'timecode': '00:00:03:10'}, {'frames': 7}, {'frames': -30}, {'keyframe': 'next'},
        {'keyframe': 'next'}, {'keyframe': 'previous'}, {'frames': 20}, {'keyframe': 'nearest'},
        {'chapter': 'next'}, {'chapter': 'next'}, {'chapter': 'previous'}, {'step': 1},
    ):
        trace.seek(**place)


def undo(trace):
    trace.seek(position=0.2)
    trace.press(200)
    trace.glide(400, over=200)
    trace.release()
    trace.press(400)  # moves nothing, so there is nothing to undo
    trace.release()
    trace.seek(frames=5)
    for _ in range(4):
        trace.seek(undo=True)


def interrupted(trace):
    """A gesture and a seek that come while another gesture is under way end it where it is."""
    trace.configure(snap={'to': 'step', 'step': 0.1, 'when': 'release'})
    trace.press(100)
    trace.glide(330, over=150)
    trace.press(300)
    trace.glide(250, over=150)
    trace.seek(frames=1)
    trace.press(0, TOP, 'confirm', action='publish')
    trace.glide(650, over=150)
    trace.seek(undo=True)


def refused(trace):
    """What is refused changes nothing."""
    trace.seek(position=0.4)
    trace.press(100)
    trace.glide(300, over=150)
    trace.gesture += 1
    trace.release()  # of a gesture that never began
    trace.seek(frame=4000000000)
    trace.seek(time=86400)
    trace.gesture -= 1
    trace.glide(320, over=100)
    trace.release()


def named(plot):
    return plot.__name__.replace('_', '-'), plot


PLOTS = [
    *map(named, [drag, fine_drag, step_drag, count_release, press_jump, overshoot, cancel, keys]),
    *map(law, LAWS), *map(snap, SNAPS),
    *map(named, [switch, dial_jog, dial_absolute, confirm, seeks, undo, interrupted, refused]),
]
MEDIA = ['vfr.mkv', 'dropframe.mov']


def write(path, lines, separators=None):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = [json.dumps(line, separators=separators) + '\n' for line in lines]
    path.write_text(''.join(text))


if __name__ == '__main__':
    folder = pathlib.Path(__file__).parent
    sys.path.insert(0, str(folder.parent.parent / 'Tests/live'))
    from answers import golden
    from clip import Clip

    clips = {name: Clip(folder.parent / 'media' / name) for name in MEDIA}
    for seed, (name, plot) in enumerate(PLOTS, start=1):
        trace = Trace(seed)
        plot(trace)
        write(folder / f'{name}.jsonl', trace.lines)
        for medium, clip in clips.items():
            expected = folder / 'expected' / medium / f'{name}.jsonl'
            write(expected, golden(trace.lines, clip), separators=(',', ':'))
