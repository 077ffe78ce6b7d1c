"""Traces of random drags, over every control, law and snap of the protocol, from one seed."""
import json
import random

SNAPS = ['none', 'step', 'count', 'time', 'frame', 'keyframe', 'chapter', 'stops']
LAWS = ['quadratic', 'linear', 'tiered', 'geometric', 'flat']
SECONDS = [0.04, 0.5, 1, 2.5]


class RandomGestures:
    """Writes trace after trace; `lines` is what went over the socket."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.lines = []
        self.seq = self.gesture = 0
        self.add('open', media='')

    def add(self, kind, **fields):
        self.lines.append({'at': len(self.lines), 'type': kind, **fields})

    def numbered(self, kind, **fields):
        self.seq += 1
        self.add(kind, seq=self.seq, **fields)

    def often(self, share):
        return self.chance.random() < share

    def trace(self):
        """One gesture, mostly with settings of its own, and now and then a seek or two."""
        if self.often(0.8):
            self.add('configure', **self.settings())
        if self.often(0.2):
            self.seek()
        self.gesture += 1
        control = self.chance.choice(['bar', 'bar', 'dial', 'confirm'])
        getattr(self, control)()
        if self.often(0.9):
            self.numbered('cancel' if self.often(0.15) else 'end', gesture=self.gesture)

    def seek(self):
        way = self.chance.choice([{'position': self.chance.random()},
                                  {'position': self.chance.randint(0, 8) / 8},
                                  {'step': self.chance.randint(-3, 3)}])
        self.numbered('seek', to=way)

    # The controls.

    def bar(self):
        extent = self.chance.choice([800, 1024, 1, self.chance.uniform(0.5, 5000)])
        self.x, self.y = self.chance.uniform(-0.1, 1.1) * extent, self.chance.uniform(-50, 50)
        self.add('begin', gesture=self.gesture, x=self.x, y=self.y, extent=extent)
        self.drag(extent)

    def confirm(self):
        extent = self.chance.choice([100, self.chance.uniform(1, 500)])
        self.x = self.y = 0
        fields = {'control': 'confirm', 'action': 'cut', 'x': 0, 'y': 0, 'extent': extent}
        self.add('begin', gesture=self.gesture, **fields)
        self.drag(extent)

    def dial(self):
        turn = self.chance.choice([{'position': 1}, {'frames': 25},
                                   {'position': self.chance.uniform(0.01, 3)}])
        self.x, self.y = self.chance.gauss(0, 90), self.chance.gauss(0, 90)
        fields = {'control': 'dial', 'turn': turn, 'mode': self.chance.choice(['jog', 'absolute'])}
        self.add('begin', gesture=self.gesture, x=self.x, y=self.y, extent=200, **fields)
        self.drag(200)

    def drag(self, extent):
        for _ in range(self.chance.randint(0, 4)):
            samples = [self.sample(t, extent) for t in range(self.chance.randint(1, 6))]
            self.numbered('move', gesture=self.gesture, samples=samples)
            if self.often(0.1):
                self.add('configure', **self.settings())

    def sample(self, t, extent):
        way = self.chance.randrange(4)
        if way == 0:
            self.y += self.chance.uniform(-80, 80)
        elif way == 1:
            self.x += self.chance.randint(-3, 3)
        else:
            self.x += self.chance.gauss(0, extent / 4)
            self.y += self.chance.choice([0, self.chance.gauss(0, 40)])
        return [t, self.x, self.y]

    # How the model is to answer.

    def settings(self):
        all = {
            'law': self.law(), 'snap': self.snap(),
            'overshoot': self.chance.choice(['accumulate', 'clamp']),
            'press': self.chance.choice(['hold', 'hold', 'jump']),
        }
        return {name: value for name, value in all.items() if self.often(0.7)}

    def law(self):
        kind = self.chance.choice(LAWS)
        floor = self.chance.choice(['frame', 0.01, self.chance.uniform(0.001, 1)])
        first = self.chance.uniform(0, 50)
        return {
            'quadratic': {'falloff': self.chance.uniform(10, 20000), 'floor': floor},
            'linear': {'reach': self.chance.uniform(1, 300), 'floor': floor},
            'tiered': {'tiers': self.tiers(), 'hysteresis': self.chance.choice([0, 15, 40])},
            'geometric': {'from': first, 'reach': first + self.chance.uniform(1, 200),
                          'floor': floor},
            'flat': {},
        }[kind] | {'kind': kind}

    def tiers(self):
        edges = sorted(self.chance.sample(range(1, 200), self.chance.randint(0, 7)))
        return [[edge, self.chance.uniform(0.01, 1)] for edge in [0, *edges]]

    def snap(self):
        to = self.chance.choice(SNAPS)
        places = {self.chance.choice([self.chance.random(), self.chance.randint(0, 16) / 16])
                  for _ in range(self.chance.randint(1, 30))}
        fields = {
            'step': {'step': self.chance.choice([0.1, 0.25, 0.3, self.chance.uniform(1e-4, 1)])},
            'count': {'count': self.chance.choice([1, 2, 10, self.chance.randint(1, 5000)])},
            'time': {'seconds': self.chance.choice(SECONDS)},
            'keyframe': {'rule': self.chance.choice(['nearest', 'before', 'after'])},
            'stops': {'stops': sorted(places)},
        }.get(to, {})
        return {'to': to, 'when': self.chance.choice(['live', 'release']), **fields}


def write(path, seed, traces):
    """Writes a file of so many traces, and returns its messages."""
    gestures = RandomGestures(seed)
    for _ in range(traces):
        gestures.trace()
    path.write_text(''.join(json.dumps(line) + '\n' for line in gestures.lines))
    return gestures.lines
