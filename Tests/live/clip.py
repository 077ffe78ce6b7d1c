"""A medium as a drag meets it: its frames, timecodes, chapters and stops, from ffprobe alone."""
import json
import math
from fractions import Fraction

from model import nearest_count
from oracle import Frames, run


class Refused(Exception):
    """What there is not in the medium."""


class Clip(Frames):
    """Every displayed frame of a file, and what can be found among them."""

    def __init__(self, path):
        super().__init__(path)
        found = json.loads(run(
            'ffprobe', '-v', 'error', '-of', 'json', '-show_chapters', '-select_streams', 'V:0',
            '-show_entries', 'stream=avg_frame_rate:stream_tags=timecode', str(path)))
        stream = found['streams'][0]
        self.rate = Fraction(stream['avg_frame_rate'])
        self.duration = float((self.end - self.first) * self.timebase)
        label = stream.get('tags', {}).get('timecode', '00:00:00:00')
        self.drops = 2 if ';' in label else 0
        self.start = self.count(label)
        self.chapters = [self.chapter(chapter) for chapter in found['chapters']]
        self.keys = [frame for frame in range(len(self)) if self.key[frame]]

    def showing(self, ticks):
        """The frame shown so many ticks after the first."""
        return max(frame for frame in range(len(self)) if self.pts[frame] - self.first <= ticks)

    def chapter(self, chapter):
        """Its first frame; one within a unit of the chapter's clock is meant by it."""
        unit = Fraction(chapter['time_base'])
        start = chapter['start'] * unit / self.timebase - self.first
        return self.showing(start + max(unit / self.timebase - 1, 0))

    def describe(self, frame):
        return {'frame': frame, 'pts': self.pts[frame], 'time': self.time(frame),
                'timecode': self.label(self.start + self.slot(self.pts[frame]))}

    # Timecode

    @property
    def labels(self):
        return round(self.rate)

    def slot(self, pts):
        """Which of the clock's equal parts a time is nearest to."""
        return math.floor((pts - self.first) * self.timebase * self.rate + Fraction(1, 2))

    def label(self, count):
        if self.drops:  # per minute, but not in each tenth
            tens, rest = divmod(count, 17982)
            count += 18 * tens + (2 * ((rest - 2) // 1798) if rest > 2 else 0)
        seconds, frames = divmod(count, self.labels)
        clock = f'{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}'
        return f'{clock}{";" if self.drops else ":"}{frames:02}'

    def count(self, label):
        hours, minutes, seconds, frames = map(int, label.replace(';', ':').split(':'))
        minutes += 60 * hours
        dropped = self.drops * (minutes - minutes // 10)
        return (60 * minutes + seconds) * self.labels + frames - dropped

    # Places to seek

    def labelled(self, label):
        count = self.count(label) - self.start
        if not 0 <= count < self.slot(self.end):
            raise Refused
        return max(frame for frame in range(len(self)) if self.slot(self.pts[frame]) <= count)

    def timed(self, seconds):
        tick = float(self.timebase)
        if not -tick / 2 <= seconds <= self.duration + tick / 2:
            raise Refused
        return self.showing(max(0, round(Fraction(seconds) / self.timebase)))

    def numbered(self, number):
        if number >= len(self):
            raise Refused
        return number

    def keyframe(self, which, frame):
        found = {
            'next': [key for key in self.keys if key > frame][:1],
            'previous': [key for key in self.keys if key < frame][-1:],
            'nearest': sorted(self.keys, key=lambda key: abs(self.pts[key] - self.pts[frame])),
        }[which]
        return found[0] if found else frame

    def neighbour(self, which, frame):
        later = [chapter for chapter in self.chapters if chapter > frame]
        earlier = [chapter for chapter in self.chapters if chapter < frame]
        return (later[:1] if which == 'next' else earlier[-1:]) or [frame]

    # Stops

    def stops(self, snap):
        """The positions that attract the pointer, in order; none of them, without stops."""
        match snap['to']:
            case 'step': return multiples(snap['step'])
            case 'count': return [i / snap['count'] for i in range(snap['count'] + 1)]
            case 'stops': return snap['stops']
            case 'time': return self.positions(self.every(snap['seconds']))
            case 'frame': return self.positions(range(len(self)))
            case 'keyframe': return self.positions(self.keys)
            case 'chapter': return self.positions(self.chapters)
        return []

    def every(self, seconds):
        """The frames shown at each multiple of some seconds, up to the end."""
        ticks = [round(Fraction(i * seconds) / self.timebase)
                 for i in range(int(self.duration / seconds) + 2)]
        return [self.showing(tick) for tick in ticks if tick <= self.end - self.first]

    def positions(self, frames):
        return [self.position(frame) for frame in frames]

    def nearest(self, raw, snap):
        """The stop that attracts a raw position: its number, or None without stops."""
        stops = self.stops(snap)
        if not stops:
            return None
        if snap['to'] == 'count':
            return nearest_count(raw, snap['count'])
        if snap['to'] == 'frame':
            return self.at(raw)
        rule = snap.get('rule', 'nearest')
        if rule == 'before':
            return max(i for i, key in enumerate(self.keys) if key <= self.at(raw) or i == 0)
        if rule == 'after':
            return min(i for i, stop in enumerate(stops) if stop >= raw or stop == stops[-1])
        return min(range(len(stops)), key=lambda i: (abs(raw - stops[i]), i))


def multiples(step):
    return [i * step for i in range(math.ceil(1 / step) + 1) if i * step <= 1]
