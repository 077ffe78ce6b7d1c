"""Media that tests make for themselves: made once, for all processes and all runs of the tests."""
import fcntl
import hashlib
import inspect
import pathlib
import shutil

from kit import ROOT

FOLDER = ROOT / '.build/made'


def made(name, make, *sources):
    """The folder that `make(folder)` fills, for those who leave it as it is.

    It is made anew when the file that `make` is written in has changed, or one of its sources.
    """
    digest = hashlib.sha256()
    for path in (inspect.getsourcefile(make), *sources):
        digest.update(pathlib.Path(path).read_bytes())
    folder = FOLDER / f'{name}-{digest.hexdigest()[:16]}'
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f'{name}.lock').open('w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            fill(name, folder, make)
    return folder


def fill(name, folder, make):
    """What was begun and never finished is no folder of anybody's."""
    for old in FOLDER.glob(f'{name}-*'):
        shutil.rmtree(old)
    draft = FOLDER / f'{name}-draft'
    draft.mkdir()
    make(draft)
    draft.rename(folder)
