"""Files of an image, and the tar that they are, whose bytes depend on nothing else."""
import dataclasses
import io
import os
import pathlib
import stat
import tarfile


@dataclasses.dataclass(frozen=True)
class Entry:
    """A file, which has content, a symbolic link, which has a target, or else a folder."""

    mode: int = 0o755
    content: bytes | None = None
    target: str | None = None
    owner: int = 0  # its user and its group


def taken(path):
    """What lies at a path; it becomes root's, and nobody's who is somebody by running it."""
    kind = path.lstat().st_mode
    mode = stat.S_IMODE(kind) & 0o1777
    if stat.S_ISLNK(kind):
        return Entry(0o777, target=os.readlink(path))
    if stat.S_ISREG(kind):
        return Entry(mode, content=path.read_bytes())
    if stat.S_ISDIR(kind):
        return Entry(mode)
    raise ValueError(f'{path} is no file, folder or link')


def with_folders(tree):
    """A tree with the folders that its files lie in, where it does not say what they are like."""
    names = map(pathlib.PurePosixPath, tree)
    folders = {str(folder) for name in names for folder in name.parents[:-1]}
    return {**dict.fromkeys(folders, Entry()), **tree}


def tar(tree, epoch):
    """A tree as tar: by name, each file at that time."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode='w', format=tarfile.PAX_FORMAT) as file:
        for name, entry in sorted(with_folders(tree).items()):
            file.addfile(_header(name, entry, epoch), io.BytesIO(entry.content or b''))
    return buffer.getvalue()


def size(tree):
    """The bytes of its files."""
    return sum(len(entry.content or b'') for entry in tree.values())


def _header(name, entry, epoch):
    header = tarfile.TarInfo(name)
    header.mode, header.mtime = entry.mode, epoch
    header.uid = header.gid = entry.owner
    if entry.target is not None:
        header.type, header.linkname = tarfile.SYMTYPE, entry.target
    elif entry.content is None:
        header.type = tarfile.DIRTYPE
    else:
        header.size = len(entry.content)
    return header
