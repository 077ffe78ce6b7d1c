"""Where a pointer lands that lets go, and how far that is, by what ffprobe says of a file."""
import bisect
import functools
import json
import subprocess

from kit import SAMPLES


@functools.cache
def frames_of(media):
    """When each frame is shown, and whether it is a keyframe, as ffprobe says."""
    command = ['ffprobe', '-v', 'error', '-of', 'json', '-select_streams', 'V:0',
               '-show_entries', 'packet=pts_time,flags', '-show_chapters', SAMPLES / media]
    found = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    packets = sorted((float(one['pts_time']), 'K' in one['flags']) for one in found['packets'])
    start = packets[0][0]
    chapters = [float(one['start_time']) for one in found['chapters']]
    return [time - start for time, _ in packets], [key for _, key in packets], chapters


def shown_at(times, moment):
    """The frame that is shown then; what has been written is rounded to a microsecond."""
    return bisect.bisect_right(times, moment + 1e-6) - 1


def stops_of(media, snap):
    """The frames that a snap stops at."""
    times, keys, chapters = frames_of(media)
    moments = {'second': range(int(times[-1]) + 1), 'chapter': chapters}.get(snap)
    if moments is None:
        return [frame for frame, key in enumerate(keys) if key]
    return sorted({shown_at(times, moment) for moment in moments})


def clock(seconds):
    total = round(seconds * 1000)
    return f'{total // 60000}:{total // 1000 % 60:02}.{total % 1000:03}'


def distance(times, start, end):
    """The way from a frame to another one as people read it."""
    seconds = times[end] - times[start]
    sign = '−' if seconds < 0 else '+'
    if abs(seconds) >= 1:
        return f'{sign}{abs(seconds):.2f} s'
    return f'{sign}{abs(end - start)} frame{"s" if abs(end - start) != 1 else ""}'


def nearest(media, snap, frame):
    times, *_ = frames_of(media)
    return min(stops_of(media, snap), key=lambda stop: abs(times[stop] - times[frame]))
