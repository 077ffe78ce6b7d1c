"""The arithmetic of the protocol's section 3, written from its text: laws, snaps, angles.

Python's floats are IEEE 754 doubles, so that equal means equal in every bit. Where the text leaves
the bits to a mathematical library, which never two have the same, roots and products take its
place; `test_replay` holds those against the library.
"""
import math

TIERS = [[0, 1], [50, 0.5], [100, 0.25], [150, 0.1]]


def clamp(value, low=0, high=1):
    return min(max(value, low), high)


def quadratic(d, falloff=10000, floor=0.01):
    return clamp(1 - d * d / falloff, floor, 1)


def linear(d, reach=200, floor=0.01):
    return clamp(1 - d / reach, floor, 1)


def geometric(d, start=24, reach=240, floor=0.01):
    return power(floor, clamp((d - start) / (reach - start), 0, 1))


def power(base, exponent):
    """base ** exponent within 0…1: a root of the base for each binary digit of the exponent."""
    if exponent == 1:
        return base
    root, result, digits = math.sqrt(base), 1.0, int(exponent * 2**60)
    for digit in range(60):
        result = math.sqrt(result) * (root if digits >> digit & 1 else 1)
    return result


def tier(d, tiers, hysteresis, last=0):
    """The last tier that was entered; one is left only `hysteresis` before its edge."""
    entered = max(i for i, (edge, _) in enumerate(tiers) if d >= edge or i == 0)
    kept = max(i for i in range(last + 1) if i == 0 or d >= tiers[i][0] - hysteresis)
    return max(entered, kept)


class Law:
    """A law as a client configures it, on a track of so many frames."""

    def __init__(self, fields=None, frames=0):
        self.fields = {'kind': 'quadratic', **(fields or {})}
        self.frames = frames
        self.tiers = self.fields.get('tiers', TIERS)
        self.tier = 0

    def floor(self, extent):
        default = 'frame' if self.fields['kind'] == 'geometric' else 0.01
        floor = self.fields.get('floor', default)
        return min(1, extent / (4 * self.frames)) if floor == 'frame' else floor

    def follow(self, d):
        """Lets the pointer come to distance d."""
        self.tier = tier(d, self.tiers, self.fields.get('hysteresis', 15), self.tier)

    def gain(self, d, extent):
        fields, floor = self.fields, self.floor(extent)
        match fields['kind']:
            case 'quadratic': return quadratic(d, fields.get('falloff', 10000), floor)
            case 'linear': return linear(d, fields.get('reach', 200), floor)
            case 'geometric':
                return geometric(d, fields.get('from', 24), fields.get('reach', 240), floor)
            case 'tiered': return self.tiers[self.tier][1]
            case 'flat': return 1


class Bar:
    """The pointer on the bar, from `begin` on, with overshoot accumulated."""

    def __init__(self, start, x, y, extent, law=None):
        self.start, self.x, self.y, self.extent = start, x, y, extent
        self.law = law or Law()
        self.law.tier = 0
        self.travel, self.last, self.distance = 0.0, None, 0.0
        self.raw = start

    @property
    def gain(self):
        return self.law.gain(self.distance, self.extent)

    def move(self, x, y):
        """Follows the pointer, and tells whether it went along the track."""
        before = self.x if self.last is None else self.last
        self.distance = abs(y - self.y)
        self.law.follow(self.distance)
        self.travel += (x - before) * (1 if self.last is None else self.gain)
        self.last = x
        self.raw = clamp(self.reach)
        return x != before

    @property
    def reach(self):
        return self.start + self.travel / self.extent

    def anchor(self, raw):
        self.start, self.travel, self.raw = raw, 0.0, raw


class Dial:
    """The pointer on the dial, from `begin` on; no place on it is finer than another."""

    gain = 1

    def __init__(self, start, x, y, worth, mode):
        self.mode, self.worth = mode, worth
        self.start = 0.0 if mode == 'absolute' else start
        self.angle, self.origin = turn(x, y), 0.0
        if mode == 'jog':
            self.origin = self.angle
        self.raw = clamp(self.reach)

    def move(self, x, y):
        """Follows the pointer the shorter way around, and tells whether it turned the dial."""
        after = turn(x, y)
        turns = math.floor(self.angle)
        change = after - (self.angle - turns)
        if change != 0:
            turns += -1 if change > 0.5 else 1 if change <= -0.5 else 0
            self.angle = turns + after
            self.raw = clamp(self.reach)
        return change != 0

    @property
    def reach(self):
        return self.start + (self.angle - self.origin) * self.worth

    def anchor(self, raw):
        if self.mode == 'jog':
            self.start, self.origin, self.raw = raw, self.angle, raw


def turn(x, y):
    """The angle of a place around the centre: 0…1 turns from the top, clockwise."""
    longer, shorter = max(abs(x), abs(y)), min(abs(x), abs(y))
    eighth = arctangent(shorter / longer) * (1 / (2 * math.pi))
    angle = 0.25 - eighth if abs(x) > abs(y) else eighth
    angle = 0.5 - angle if y > 0 else angle
    angle = 1 - angle if x < 0 else angle
    return angle if angle < 1 else 0.0


def arctangent(slope):
    """By Gregory's series, of an angle that was halved three times."""
    for _ in range(3):
        slope = slope / (1 + math.sqrt(1 + slope * slope))
    series = 0.0
    for divisor in range(17, 0, -2):
        series = 1 / divisor - slope * slope * series
    return 8 * slope * series


def nearest_step(raw, step):
    """The nearest i × step that is at most 1; halfway, the lower one."""
    around = range(max(0, math.floor(raw / step) - 2), math.ceil(raw / step) + 3)
    stops = [i * step for i in around if i * step <= 1]
    return min(stops, key=lambda stop: (abs(raw - stop), stop))


def nearest_count(raw, count):
    """The number of the nearest of `count` + 1 stops; halfway, the one away from zero."""
    return min(range(count + 1), key=lambda i: (abs(i - raw * count), -i))
