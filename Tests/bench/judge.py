"""What figures must keep to, as `limits.toml` says, and whether they do.

A bench calls `judge('index', 'MP4, every frame, beside ffprobe', 0.38)`. Each figure is printed
with its bound, and noted for `run.py` in the file that `VERNIER_FIGURES` names.
"""
import dataclasses
import functools
import json
import math
import os
import pathlib
import tomllib

LIMITS = pathlib.Path(__file__).with_name('limits.toml')
FIGURES = 'VERNIER_FIGURES'


@dataclasses.dataclass(frozen=True)
class Limit:
    """What one figure must keep to, and who says so."""
    part: str
    name: str
    bound: float
    is_most: bool
    source: str

    def holds(self, value):
        """Whether a value keeps to it; what is no number does not."""
        return value <= self.bound if self.is_most else value >= self.bound

    def better(self, values):
        """The best of some values."""
        numbers = [value for value in values if value == value] or list(values)
        return min(numbers) if self.is_most else max(numbers)

    def __str__(self):
        return f'{"≤" if self.is_most else "≥"} {self.bound:g}'


def read(text):
    """The limits that a text in TOML holds."""
    limits = [limit(**figure) for figure in tomllib.loads(text)['figure']]
    assert len({(one.part, one.name) for one in limits}) == len(limits), 'a figure is there twice'
    return limits


def limit(part, name, source, at_most=None, at_least=None):
    assert (at_most is None) != (at_least is None), f'{part}, {name}: one of at_most and at_least'
    is_most = at_most is not None
    return Limit(part, name, at_most if is_most else at_least, is_most, source)


@functools.cache
def limits():
    return read(LIMITS.read_text())


def judge(part, name, value):
    """Prints a figure, its bound and whether it keeps to it."""
    found = [one for one in limits() if (one.part, one.name) == (part, name)]
    if not found:
        raise LookupError(f'{LIMITS.name} has no figure “{name}” of “{part}”')
    print(line(found[0], value), flush=True)
    if os.environ.get(FIGURES):
        with open(os.environ[FIGURES], 'a') as file:
            print(json.dumps([part, name, float(value)]), file=file)


def line(limit, value):
    """A figure as it is printed."""
    mark = '✓' if limit.holds(value) else '✗'
    return f'{mark} {limit.part}: {limit.name:<52}{number(value):>9}  {limit}'


def number(value):
    """Four digits at the most that count, and none that do not."""
    return f'{value:.0f}' if 100 <= abs(value) < math.inf else f'{value:.4g}'
