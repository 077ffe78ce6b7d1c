"""The other libraries that are measured, in an environment of their own."""
import pathlib
import subprocess
import sys

from clips import FILMS

PACKAGES = {'PyAV': ('av', 'av'), 'OpenCV': ('opencv-python-headless', 'cv2'),
            'decord': ('decord', 'decord'), 'torchcodec': ('torchcodec', 'torchcodec')}
# Brings more than five gigabytes with it: measured where somebody has put it.
HUGE = 'torchcodec'
PYTHON = FILMS / 'peers/bin/python'


def installed():
    """The names of those that can be had, which are installed unless they are."""
    if not PYTHON.exists():
        subprocess.run([sys.executable, '-m', 'venv', str(FILMS / 'peers')], check=True)
    return [name for name, (package, module) in PACKAGES.items() if has(name, package, module)]


def has(name, package, module):
    if imports(module):
        return True
    if name != HUGE:
        subprocess.run([PYTHON, '-m', 'pip', 'install', '-q', package], capture_output=True)
    if imports(module):
        return True
    print(f'({name} is not there, and left out)')
    return False


def imports(module):
    return subprocess.run([PYTHON, '-c', f'import {module}'], capture_output=True).returncode == 0


def reach(name, path, frames):
    """Milliseconds for each frame; the names of frames that came out wrong are counted."""
    script = pathlib.Path(__file__).with_name('peer.py')
    process = subprocess.run([PYTHON, script, name, str(path)], capture_output=True, text=True,
                             input=''.join(f'{frame}\n' for frame in frames))
    lines = [line.split() for line in process.stdout.splitlines()]
    wrong = sum(int(number) != frame for (_, number), frame in zip(lines, frames))
    return [float(taken) for taken, _ in lines], wrong + len(frames) - len(lines)
