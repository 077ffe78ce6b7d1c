"""The arithmetic of the protocol's section 3, written from its text: quadratic law, step, count.

Python's floats are IEEE 754 doubles, so that equal means equal in every bit.
"""
import math


def clamp(value, low, high):
    return min(max(value, low), high)


def quadratic(d, falloff=10000, floor=0.01):
    return clamp(1 - d * d / falloff, floor, 1)


class Bar:
    """One gesture on the bar, with overshoot accumulated and without a jump at the press."""

    def __init__(self, start, x, y, extent):
        self.start, self.x, self.y, self.extent = start, x, y, extent
        self.travel, self.last = 0.0, None
        self.raw, self.gain = start, 1.0

    def move(self, x, y):
        self.gain = quadratic(abs(y - self.y))
        step = x - self.x if self.last is None else (x - self.last) * self.gain
        self.last = x
        self.travel = self.travel + step
        self.raw = clamp(self.start + self.travel / self.extent, 0, 1)


def nearest_step(raw, step):
    """The nearest i × step that is at most 1; halfway, the lower one."""
    around = range(max(0, math.floor(raw / step) - 2), math.ceil(raw / step) + 3)
    stops = [i * step for i in around if i * step <= 1]
    return min(stops, key=lambda stop: (abs(raw - stop), stop))


def nearest_count(raw, count):
    """The number of the nearest of `count` + 1 stops; halfway, the one away from zero."""
    return math.floor(raw * count + 0.5)
