"""Finds what lies at a path of a root that is not this machine's."""
import os
import pathlib

from layer import taken

MOST_LINKS = 40  # as Linux has it


def reached(root, name):
    """What a path leads to, and each link on the way, by their own names."""
    found, at, rest, links = {}, pathlib.PurePosixPath(), steps(name), 0
    while rest:
        at = at.parent if (step := rest.pop()) == '..' else at / step
        if (here := root / at).is_symlink():
            found[str(at)] = taken(here)
            target = os.readlink(here)
            at = pathlib.PurePosixPath() if target.startswith('/') else at.parent
            rest += steps(target)
            if (links := links + 1) > MOST_LINKS:
                raise OSError(f'{root}: {name} is a link to itself')
    found[str(at)] = taken(root / at)
    return found


def steps(path):
    """The names in a path, the first one last."""
    return [part for part in reversed(pathlib.PurePosixPath(path).parts) if part != '/']
