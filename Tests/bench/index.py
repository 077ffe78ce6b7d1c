#!/usr/bin/env python3
"""Measures finding every frame of a file beside `ffprobe`, which reads the same packets.

All run one after the other on each file, several rounds in turn. The processor time of the best
round counts, so that what else the machine does matters least; none of them waits or uses a second
core. Prints tables and judges nothing. The films of two hours are made once, in `.build/bench`.
"""
import os
import pathlib
import platform
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / 'samples/media'
FILMS = ROOT / '.build/bench'
VERNIER = os.environ.get('VERNIER', str(ROOT / '.build/release/vernier'))
ROUNDS = 7
SOURCE = 'testsrc=size=64x36:rate=25:duration=7200'
CODEC = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '250', '-pix_fmt', 'yuv420p']


def scan(path):
    return [VERNIER, 'index', str(path), '--csv', '--index-cache', 'none']


def keyframes(path):
    return [VERNIER, 'index', str(path), '--keyframes', '--csv', '--index-cache', 'none']


def reopen(path, cache):
    return [VERNIER, 'seek', str(path), '--frame', '0', '--index-cache', str(cache)]


def ffprobe(path):
    return ['ffprobe', '-v', 'error', '-select_streams', 'V:0', '-of', 'csv',
            '-show_entries', 'packet=pts_time,flags', str(path)]


def run(command):
    """Milliseconds of a processor, and MiB at the most, that a command takes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    taken = 1000 * (usage.ru_utime + usage.ru_stime)
    assert process.returncode == 0, command
    return taken, usage.ru_maxrss / 1024


def best(commands, rounds=ROUNDS):
    """The least time and the least peak of each command."""
    measured = [[run(command) for command in commands] for _ in range(rounds)]
    return [tuple(map(min, zip(*runs))) for runs in zip(*measured)]


def samples():
    print(f'{"sample":<16}{"vernier":>9}{"ffprobe":>9}{"ratio":>7}')
    totals = [0, 0]
    videos = sorted(path for path in SAMPLES.iterdir() if path.suffix != '.m4a')
    for path in videos:
        times = [taken for taken, _ in best([scan(path), ffprobe(path)])]
        totals = [total + one for total, one in zip(totals, times)]
        print(row(path.name, times))
    print(row('all', totals))


def row(name, times):
    return f'{name:<16}{times[0]:>9.1f}{times[1]:>9.1f}{times[0] / times[1]:>7.2f}'


def films():
    """Two hours in 180,000 frames, in the three containers that are most unlike."""
    FILMS.mkdir(parents=True, exist_ok=True)
    first = FILMS / 'film.mp4'
    make(first, ['-f', 'lavfi', '-i', SOURCE, *CODEC])
    others = [FILMS / 'film.mkv', FILMS / 'film.ts']
    for path in others:
        make(path, ['-i', str(first), '-c', 'copy'])
    return [first, *others]


def make(path, arguments):
    if path.exists():
        return
    draft = path.with_name('new-' + path.name)
    subprocess.run(['ffmpeg', '-v', 'error', '-y', *arguments, str(draft)], check=True)
    # A file that was just written may still change, so that its index would not be kept.
    os.utime(draft, (0, 0))
    draft.rename(path)


def bare_loop():
    """The program that does nothing but read packets."""
    program = FILMS / 'packets'
    flags = subprocess.run(['pkg-config', '--cflags', '--libs', 'libavformat', 'libavcodec'],
                           check=True, capture_output=True, text=True).stdout.split()
    source = ROOT / 'Tests/bench/packets.c'
    subprocess.run(['cc', '-O2', '-o', str(program), str(source), *flags], check=True)
    return program


def two_hours():
    bare = bare_loop()
    head = ('ffprobe', 'scan', 'ratio', 'keys', 'ratio', 're-open', 'ratio', 'bytes/f', 'bare MiB',
            'scan MiB', 'ratio')
    print(f'\n{"two hours":<10}' + ''.join(f'{name:>9}' for name in head))
    for path in films():
        with tempfile.TemporaryDirectory() as cache:
            run(reopen(path, cache))
            kept = sum(file.stat().st_size for file in pathlib.Path(cache).iterdir())
            commands = [ffprobe(path), scan(path), keyframes(path), reopen(path, cache),
                        [VERNIER, '--help'], [str(bare), str(path)]]
            probe, full, first, again, start, loop = best(commands)
        # A re-open counts without the start of the process, which the other times include.
        opening = again[0] - start[0]
        cells = [probe[0], full[0], full[0] / probe[0], first[0], first[0] / probe[0], opening,
                 opening / probe[0], kept / 180_000, loop[1], full[1], full[1] / loop[1]]
        print(f'{path.name:<10}' + ''.join(f'{cell:>9.3f}' for cell in cells))


def main():
    print(f'{platform.machine()}, {os.cpu_count()} cores, best of {ROUNDS} runs, ms of processor')
    samples()
    two_hours()


if __name__ == '__main__':
    main()
