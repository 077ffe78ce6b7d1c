"""The other libraries that are measured, each in processes of its own, since some end or hang."""
import functools
import pathlib
import statistics
import subprocess
import sys

MODULES = {'PyAV': 'av', 'OpenCV': 'cv2', 'decord': 'decord', 'torchcodec': 'torchcodec.decoders'}


@functools.cache
def installed():
    """The names of those that can be loaded; told are those that can not."""
    found = [name for name, module in MODULES.items() if can_load(module)]
    for name in MODULES.keys() - set(found):
        print(f'({name} cannot be loaded here, and is left out)', flush=True)
    return found


def can_load(module):
    return subprocess.run([sys.executable, '-c', f'import {module}'],
                          capture_output=True).returncode == 0


def reach(name, path, frames):
    """Milliseconds for each frame, and how many came out wrong or not at all."""
    script = pathlib.Path(__file__).with_name('peer.py')
    process = subprocess.run([sys.executable, script, name, str(path)], capture_output=True,
                             text=True, input=''.join(f'{frame}\n' for frame in frames))
    lines = [line.split() for line in process.stdout.splitlines()]
    wrong = sum(int(number) != frame for (_, number), frame in zip(lines, frames))
    return [float(taken) for taken, _ in lines], wrong + len(frames) - len(lines)


def fastest(measured):
    """The least mean of the peers that showed every frame; `measured` holds what `reach` gives."""
    return min(statistics.fmean(times) for times, wrong in measured if times and not wrong)
