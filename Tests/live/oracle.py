"""What others say of a file: ffprobe its packets, the pixels of a picture their number."""
import bisect
import functools
import io
import json
import subprocess
from fractions import Fraction

from PIL import Image

# name: pictures displayed, number that the first one carries
SAMPLES = {
    'long-gop.mp4': (600, 0),
    'start.ts': (200, 0),
    'vfr.mkv': (150, 0),
    'hevc.mp4': (150, 0),
    'vp9.webm': (150, 0),
    'dropframe.mov': (240, 0),
    'edit-list.mp4': (117, 33),
}

BITS = 16


def run(*command, **options):
    return subprocess.run(command, capture_output=True, check=True, **options).stdout


@functools.cache
def probe(path, stream, entries):
    return json.loads(
        run('ffprobe', '-v', 'error', '-of', 'json', '-select_streams', str(stream),
            '-show_entries', entries, str(path)))


def packets(path, stream='V:0'):
    """The stream's packets in decode order, as ffprobe describes them."""
    return probe(path, stream, 'packet=pts,duration,flags')['packets']


def timebase(path, stream='V:0'):
    return Fraction(probe(path, stream, 'stream=time_base')['streams'][0]['time_base'])


class Frames:
    """Every displayed frame of a file, from its packets alone, in display order."""

    def __init__(self, path, stream='V:0'):
        self.timebase = timebase(path, stream)
        shown = [packet for packet in packets(path, stream) if 'D' not in packet['flags']]
        shown.sort(key=lambda packet: packet['pts'])
        self.pts = [packet['pts'] for packet in shown]
        self.key = ['K' in packet['flags'] for packet in shown]
        self.first = self.pts[0]
        self.end = self.pts[-1] + shown[-1]['duration']

    def __len__(self):
        return len(self.pts)

    def time(self, frame):
        """Seconds since the first displayed frame."""
        return float((self.pts[frame] - self.first) * self.timebase)

    def position(self, frame):
        return (self.pts[frame] - self.first) / (self.end - self.first)

    def at(self, position):
        """The frame that a position resolves to, in exact arithmetic.

        A double can miss the moment that it stands for by far less than a millionth of a tick.
        """
        ticks = Fraction(position) * (self.end - self.first) + Fraction(1, 10**6)
        return bisect.bisect_right(self.pts, self.first + ticks) - 1


def barcode(jpeg):
    """The number that a picture carries."""
    picture = Image.open(io.BytesIO(jpeg)).convert('L')
    row = picture.height // 20
    columns = [(2 * bit + 1) * picture.width // (2 * BITS) for bit in range(BITS)]
    return sum((picture.getpixel((x, row)) > 125) << bit for bit, x in enumerate(columns))


def barcodes(path):
    """The numbers of all displayed pictures of a file, decoded by ffmpeg from start to end."""
    blocks = run('ffmpeg', '-v', 'error', '-noautorotate', '-i', str(path), '-map', '0:V:0',
                 '-fps_mode', 'passthrough', '-vf',
                 f'crop=iw:ih/10:0:0,format=gray,scale={BITS}:1:flags=area',
                 '-f', 'rawvideo', '-')
    return [
        sum((blocks[start + bit] > 125) << bit for bit in range(BITS))
        for start in range(0, len(blocks), BITS)
    ]
