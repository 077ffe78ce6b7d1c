"""Cuts, and what others say of them."""
import functools
import json
import os
import re
import subprocess

from kit import LONG_PATIENCE, VERNIER
from oracle import barcodes, run

LINE = re.compile(r'frames (\d+) to (\d+)(?:; (\d+) before them)?.*?(\d+) packets copied, (\d+) frames')


class Cut:
    """A cut that was made, and what was said of it before."""

    def __init__(self, output, process):
        self.output = output
        first, last, unhidden, self.copied, self.encoded = (
            int(number or 0) for number in LINE.search(process.stdout).groups())
        self.shown = range(first, last + 1)
        self.unhidden = unhidden

    def promised(self, source):
        """The numbers of the pictures that it said it would show."""
        numbers = all_numbers(source)
        shown = [numbers[frame] for frame in self.shown]
        return list(range(shown[0] - self.unhidden, shown[0])) + shown

    @property
    def numbers(self):
        return barcodes(self.output)


@functools.cache
def all_numbers(path):
    """The numbers of a source's pictures, which many cuts are made of."""
    return barcodes(path)


def command(source, first, last, output, *options):
    words = ['cut', source, '--in', first, '--out', last, '-o', output, *options]
    return [VERNIER, *map(str, words)]


def attempt(*words, **options):
    """The finished process, however it ended."""
    return subprocess.run(command(*words), capture_output=True, text=True,
                          timeout=LONG_PATIENCE, **options)


def cut(*words):
    process = attempt(*words)
    assert process.returncode == 0, process.stderr
    return Cut(words[3], process)


def starts(path, stream):
    """When each packet of a stream begins, in seconds, with its bytes' sum; hidden ones left out."""
    entries = 'packet=pts_time,flags,data_hash'
    answer = run('ffprobe', '-v', 'error', '-of', 'json', '-select_streams', stream,
                 '-show_data_hash', 'adler32', '-show_entries', entries, str(path))
    return [(float(packet['pts_time']), packet['data_hash'])
            for packet in json.loads(answer)['packets'] if 'D' not in packet['flags']]


def first_picture(path):
    return min(time for time, _ in starts(path, 'V:0'))


def beside(folder):
    """What lies in a folder, hidden files too."""
    return sorted(os.listdir(folder))
