"""What a server must answer to a client's messages, written from the protocol's text.

Plays one conversation on a `Clip` and says of each answer what a golden file says of it.
"""
from clip import Refused
from model import Bar, Dial, Law, clamp


class Knob:
    """The knob that confirms: at the end of its way at once, at 70 % of it when let go."""

    def __init__(self, begin):
        self.gesture, self.action = begin['gesture'], begin['action']
        self.x, self.extent = begin['x'], begin['extent']
        self.share, self.decision = 0, None

    def move(self, x):
        self.share = clamp((x - self.x) / self.extent)
        return self.decide('confirmed') if self.share == 1 else []

    def end(self):
        return self.decide('confirmed' if self.share >= 0.7 else 'declined')

    def decide(self, decision):
        if self.decision:
            return []
        self.decision = decision
        return [{'type': decision, 'gesture': self.gesture, 'action': self.action}]


class Conversation:
    """One client's session, idle at position 0 at first."""

    def __init__(self, clip):
        self.clip = clip
        self.position = self.raw = 0.0
        self.law, self.snap = Law(frames=len(clip)), {'to': 'none', 'when': 'live'}
        self.clamps = self.jumps = False
        self.seq, self.history = 0, []
        self.gesture = self.drag = self.knob = None

    def answers(self, message):
        """The lines of a golden file that answer a message."""
        if message['type'] == 'painted':
            return []
        try:
            self.check(message)
            decisions = getattr(self, message['type'])(message) or []
        except (Refused, LookupError) as error:
            code = 'invalid-message' if isinstance(error, Refused) else 'unknown-gesture'
            return [{'type': 'error', 'seq': message['seq'], 'code': code}]
        self.seq = message.get('seq', self.seq)
        return decisions + [self.state()]

    def state(self):
        state = {'type': 'state', 'seq': self.seq, 'phase': 'scrubbing' if self.drag else 'idle',
                 'position': self.position, 'raw': self.raw,
                 'gain': self.drag.gain if self.drag else 1}
        stop = self.clip.nearest(self.raw, self.snap)
        if stop is not None:
            state['stop'] = stop
        return {**state, 'target': self.clip.describe(self.clip.at(self.position))}

    def check(self, message):
        if message.get('seq', self.seq + 1) <= self.seq:
            raise Refused
        if message['type'] in ('move', 'end', 'cancel') and message['gesture'] != self.gesture:
            raise LookupError
        for kind, value in message.get('to', {}).items():
            if kind in ('frame', 'time', 'timecode'):
                self.frame(kind, value, here=0)

    def open(self, _):
        pass

    def configure(self, message):
        self.snap = {'when': 'live', **message.get('snap', self.snap)}
        self.clamps = message.get('overshoot', 'clamp' if self.clamps else '') == 'clamp'
        self.jumps = message.get('press', 'jump' if self.jumps else '') == 'jump'
        if 'law' in message:
            self.law = Law(message['law'], len(self.clip))
            if isinstance(self.drag, Bar):
                self.drag.law = self.law
                self.law.follow(self.drag.distance)
        self.forget_overshoot()

    # Gestures

    def begin(self, message):
        decisions = self.finish()
        self.gesture = message['gesture']
        x, y, control = message['x'], message['y'], message.get('control', 'bar')
        if control == 'confirm':
            self.knob = Knob(message)
            return decisions
        self.origin, self.moved = (self.position, self.raw), False
        if control == 'dial':
            ((unit, worth),) = message['turn'].items()
            worth = worth / len(self.clip) if unit == 'frames' else worth
            mode = message.get('mode', 'jog')
            self.drag = Dial(self.raw, x, y, worth, mode)
            jumps = mode == 'absolute'
        else:
            self.drag = Bar(self.raw, x, y, message['extent'], self.law)
            jumps = self.jumps
            if jumps:
                self.drag.anchor(clamp(x / message['extent']))
        if jumps:
            self.settle()
        return decisions

    def move(self, message):
        decisions = []
        for _, x, y in message['samples']:
            if self.knob:
                decisions = self.knob.move(x) or decisions
            elif self.drag.move(x, y):
                raw = self.drag.raw
                self.forget_overshoot()
                self.drag.raw = raw
                self.settle()
        return decisions

    def settle(self):
        self.moved = True
        self.raw = self.position = self.drag.raw
        if self.snap['when'] == 'live':
            self.position = self.snapped(self.raw)

    def snapped(self, raw):
        stop = self.clip.nearest(raw, self.snap)
        return raw if stop is None else self.clip.stops(self.snap)[stop]

    def forget_overshoot(self):
        if self.clamps and self.drag and not 0 <= self.drag.reach <= 1:
            self.drag.anchor(self.drag.raw)

    def end(self, _):
        return self.finish()

    def finish(self):
        """Ends the gesture where it is, if there is one."""
        decisions = self.knob.end() if self.knob else []
        if self.drag:
            if self.snap['when'] == 'release' and self.moved:
                self.raw = self.position = self.snapped(self.raw)
            if self.position != self.origin[0]:
                self.history.append(self.origin[0])
        self.gesture = self.drag = self.knob = None
        return decisions

    def cancel(self, _):
        decisions = self.knob.decide('declined') if self.knob else []
        if self.drag:
            self.position, self.raw = self.origin
        self.gesture = self.drag = self.knob = None
        return decisions

    # Seeks

    def seek(self, message):
        ((kind, value),) = message['to'].items()
        decisions = self.finish()
        if kind == 'undo':
            position = self.history.pop() if self.history else self.position
        else:
            position = self.destination(kind, value)
            self.history.append(self.position)
        self.position = self.raw = position
        return decisions

    def destination(self, kind, value):
        if kind == 'position':
            return value
        if kind == 'step':
            stops = self.clip.stops(self.snap)
            nearest = self.clip.nearest(self.position, self.snap)
            return stops[clamp(nearest + value, 0, len(stops) - 1)] if stops else self.position
        here = self.clip.at(self.position)
        frame = self.frame(kind, value, here)
        return self.position if frame == here else self.clip.position(frame)

    def frame(self, kind, value, here):
        clip = self.clip
        match kind:
            case 'frame': return clip.numbered(value)
            case 'time': return clip.timed(value)
            case 'timecode': return clip.labelled(value)
            case 'frames': return clamp(here + value, 0, len(clip) - 1)
            case 'keyframe': return clip.keyframe(value, here)
            case 'chapter': return clip.neighbour(value, here)[0]


def golden(messages, clip):
    """Every answer to a trace's messages."""
    conversation = Conversation(clip)
    return [answer for message in messages for answer in conversation.answers(message)]
