"""Pictures made small to be compared, and a sheet of those that differ, as PNG."""
import struct
import zlib
from typing import TYPE_CHECKING, Any

from ._arrays import need_numpy

if TYPE_CHECKING:
    from ._arrays import Pixels, Reals

CELL = 240  # columns of each picture on a sheet
ROWS = 8
AMPLIFIED = 4
LUMA = (0.299, 0.587, 0.114)


def colours(picture: Any) -> "Pixels":
    """A picture as height × width × 3, or × 1 where it is gray, in bytes, from gray, RGB or RGBA of
    8 or 16 bits."""
    need_numpy()
    import numpy
    array = numpy.asarray(picture)
    if array.ndim not in (2, 3) or 0 in array.shape or array.ndim == 3 and array.shape[2] not in (1, 3, 4):
        raise ValueError(f"a player gives height × width × 3, not {array.shape} in {array.dtype}")
    if array.dtype == numpy.uint16:
        array = (array >> 8).astype(numpy.uint8)
    if array.dtype != numpy.uint8:
        raise ValueError(f"a player gives bytes, not {array.dtype}")
    return array[:, :, :3] if array.ndim == 3 else array[:, :, None]


def small(picture: "Pixels", columns: int, rows: int) -> "Reals":
    """A picture at another size, each of whose pixels is the average of what lies below it."""
    import numpy
    array: Any = picture
    for axis, count in ((0, rows), (1, columns)):
        length = array.shape[axis]
        edges = numpy.arange(count) * length // count
        widths = numpy.maximum(numpy.diff(edges, append=length), 1)
        shape = [-1 if one == axis else 1 for one in range(3)]
        sums = numpy.add.reduceat(array, edges, axis=axis, dtype=numpy.float32)
        array = sums / widths.reshape(shape).astype(numpy.float32)
    return numpy.asarray(array)


def distance(one: "Reals", other: "Reals") -> float:
    """How far two small pictures are from each other on the average, in steps of 256; with one
    that is gray the other is compared as gray."""
    import numpy
    if one.shape[2] != other.shape[2]:
        one, other = (array @ LUMA if array.shape[2] == 3 else array[:, :, 0]
                      for array in (one, other))
    return float(numpy.abs(one - other).mean())


def cell(picture: "Pixels") -> "Pixels":
    """A picture as large as it is on a sheet."""
    rows = max(1, round(CELL * picture.shape[0] / picture.shape[1]))
    return small(picture, CELL, rows).astype("uint8")


class Sheet:
    """Rows of three pictures: what was asked for, what was shown, and the difference."""

    def __init__(self) -> None:
        self._rows: list[Any] = []

    def add(self, wanted: "Pixels", shown: "Pixels | None") -> None:
        """Adds a row; `shown` is a cell already, and none where a player showed nothing."""
        import numpy
        left = cell(colours(wanted)).astype(int)
        right = numpy.zeros_like(left)
        if shown is not None:
            right = right + small(shown, CELL, left.shape[0])
        difference = numpy.minimum(numpy.abs(left - right) * AMPLIFIED, 255)
        self._rows.append(numpy.hstack([left, right, difference]).astype(numpy.uint8))

    def png(self) -> bytes | None:
        """The sheet, or none where nothing differs."""
        import numpy
        return png(numpy.vstack(self._rows)) if self._rows else None


def png(picture: "Pixels") -> bytes:
    """The bytes of a PNG file of 8 bits for each of three colours."""
    height, width, _ = picture.shape
    lines = b"".join(b"\0" + line.tobytes() for line in picture)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(lines)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks)
