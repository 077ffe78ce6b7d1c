#!/usr/bin/env python3
"""Measures how soon something of a place is seen that nothing near has been decoded of.

By eight clients at once that have just opened a film each; in 4K beside 1080p; and in a film that is
one group of five minutes, where what the decoder passes is shown, and then backward from there.
"""
import itertools
import random

from clips import CLIPS, clip, film
from crowd import CLIENTS, together
from drags import GOP, Dragger, keyframe, near, p95, slowness
from judge import judge
from server import is_wrong, serving
from tables import machine, table

RESTS, SEEKS = 5, 12
GROUP = CLIPS['group.mp4'][0]
BACK = 100
# Frames in a group of the film in 4K.
SHORT = 60


def places(seed, total, count, group):
    """Places of which each is more than a group from the one before, whose picture is still shown."""
    chance, found = random.Random(seed), [0]
    while len(found) <= count:
        place = chance.randrange(total)
        if abs(place - found[-1]) > group:
            found.append(place)
    return found[1:]


def looks(server, media, frames, group):
    """Milliseconds until the first picture within a group of each place, and how many exact ones were
    wrong."""
    with Dragger(server, media) as client:
        found = [client.look(frame) for frame in frames]
    wrong = sum(is_wrong(pictures[-1].bytes, frame) for pictures, frame in zip(found, frames))
    return [1000 * near(pictures, frame, group).at
            for pictures, frame in zip(found, frames)], wrong


def crowd():
    """The first pictures of eight clients, each of which looks at a film of its own."""
    total = CLIPS['long.mp4'][0]

    def look(server, media, seed):
        return looks(server, media, places(seed, total, RESTS, GOP), GOP)

    found, _ = together('long.mp4', look)
    return [time for times, _ in found for time in times], sum(wrong for _, wrong in found)


def sized(name):
    """The first pictures of a film of twelve seconds, each by a server that has seen none of it."""
    path, total, times, wrong = clip(name), CLIPS[name][0], [], 0
    for frame in places(3, total, SEEKS, SHORT):
        with serving(path) as server:
            first, bad = looks(server, server.media(name), [frame], SHORT)
        times += first
        wrong += bad
    return times, wrong


def one_group():
    """The gaps between pictures on the way into a long group, and from step to step back, in ms."""
    path = clip('group.mp4')
    with serving(path) as server:
        with Dragger(server, server.media(path.name)) as client:
            way = client.look(GROUP * 9 // 10)
            start = GROUP * 9 // 10
            steps = [client.look(start - step) for step in range(1, BACK + 1)]
    gaps = [1000 * (after - before) for before, after in itertools.pairwise(
        [0, *(picture.at for picture in way)])]
    far = [abs(picture.frame - start) for picture in way]
    back = [1000 * pictures[-1].at for pictures in steps]
    wrong = sum(is_wrong(pictures[-1].bytes, start - step)
                for step, pictures in enumerate([way, *steps]))
    return gaps, sum(after > before for before, after in itertools.pairwise(far)), back, wrong


def main():
    machine()
    eight, wrong = crowd()
    large, more = sized('large.mp4')
    usual, others = sized('usual.mp4')
    gaps, farther, back, last = one_group()
    table('the first picture of a place, in ms', ('median', 'p95'), [
        (name, f'{sorted(times)[len(times) // 2]:.0f}', f'{p95(times):.0f}') for name, times in (
            (f'{CLIENTS} clients', eight), ('1080p', usual), ('4K', large),
            ('one group, from picture to picture', gaps), ('one group, step by step back', back))])
    slower = slowness(keyframe(film()))
    judge('first', 'eight clients at once, p95 in ms', p95(eight) / slower)
    judge('first', '4K, p95 beside 1080p', p95(large) / p95(usual))
    judge('first', 'one group: the first picture, in ms', gaps[0] / slower)
    judge('first', 'one group: the longest gap on the way, in ms', max(gaps) / slower)
    judge('first', 'one group: pictures farther than the one before', farther)
    judge('first', 'one group: a step back, p95 in ms', p95(back) / slower)
    judge('first', 'wrong pictures', wrong + more + others + last)


if __name__ == '__main__':
    main()
