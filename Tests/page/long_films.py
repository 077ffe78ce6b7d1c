"""Films of hours, whose pictures carry the number of their frame within each turn of twenty seconds."""
import subprocess

import pytest

from kit import SAMPLES

TURN, RATE = 600, 30  # frames of what is repeated, and frames a second
HOURS = {'two-hours.mp4': 2, 'ten-hours.mp4': 10}


def run(*arguments):
    subprocess.run(['ffmpeg', '-nostdin', '-v', 'error', '-y', *arguments], check=True)


@pytest.fixture(scope='module')
def long_films(serve_once, tmp_path_factory):
    """A server of both."""
    folder = tmp_path_factory.mktemp('long')
    turn = folder / 'turn.mp4'
    run('-i', str(SAMPLES / 'long-gop.mp4'), '-an', '-vf', 'scale=160:90', '-c:v', 'libx264',
        '-preset', 'veryfast', '-crf', '34', '-x264-params', 'keyint=150:scenecut=0', str(turn))
    for name, hours in HOURS.items():
        turns = hours * 3600 * RATE // TURN
        run('-stream_loop', str(turns - 1), '-i', str(turn), '-c', 'copy', str(folder / name))
    turn.unlink()
    return serve_once(folder)


def frames_of(name):
    return HOURS[name] * 3600 * RATE
