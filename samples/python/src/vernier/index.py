"""The table of all displayed frames."""
import array
import bisect
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, overload

from . import _arrays
from .errors import FrameIndexError, ProtocolError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from ._arrays import Integers, Reals

HEAD = "frame,pts,time,key"


class Entry(NamedTuple):
    """What is known of a frame without decoding it."""

    number: int
    pts: int
    duration: int
    key: bool


class Index(Sequence[Entry]):
    """Every displayed frame in display order; its columns are arrays where NumPy is there.

    Times are ticks of `timebase` seconds; `end` is where the last frame ends.
    """

    def __init__(self, pts: "array.array[int]", keys: bytearray, timebase: Fraction, end: int) -> None:
        self._pts, self._keys = pts, keys
        self.timebase, self.end = timebase, end

    @classmethod
    def read(cls, table: bytes, timebase: Fraction, end: int) -> "Index":
        """From the CSV of a server."""
        head, *lines = table.decode("ascii", "replace").splitlines() or [""]
        if head != HEAD:
            raise ProtocolError(f"an index begins with {head:.40}, not {HEAD}")
        pts, keys = array.array("q"), bytearray()
        for number, line in enumerate(lines):
            columns = line.split(",")
            if columns[0] != str(number) or len(columns) != 4:
                raise ProtocolError(f"line {number} of an index is {line:.40}")
            try:
                pts.append(int(columns[1]))
            except (ValueError, OverflowError):
                raise ProtocolError(f"frame {number} is shown at {columns[1]:.40}") from None
            keys.append(columns[3] == "true")
        return cls(pts, keys, timebase, end)

    def __len__(self) -> int:
        return len(self._pts)

    @overload
    def __getitem__(self, number: int) -> Entry: ...
    @overload
    def __getitem__(self, number: slice) -> list[Entry]: ...

    def __getitem__(self, number: int | slice) -> Entry | list[Entry]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        number = self.resolve(number)
        return Entry(number, self._pts[number], self._duration(number), bool(self._keys[number]))

    def resolve(self, number: int) -> int:
        """The number that is meant, counted from 0: -1 is the last frame."""
        if not -len(self) <= number < len(self):
            raise FrameIndexError(
                f"there is no frame {number}: the clip has {len(self)}", len(self))
        return number % len(self)

    @property
    def pts(self) -> "Integers":
        """When each frame is shown, in ticks."""
        return _arrays.integers(self._pts)

    @property
    def durations(self) -> "Integers":
        """How long each frame is shown, in ticks: until the next one, or the end."""
        return _arrays.steps(self.pts, self.end)

    @property
    def pts_seconds(self) -> "Reals":
        """When each frame is shown, by the stream's own clock."""
        return self.pts * float(self.timebase.numerator) / self.timebase.denominator

    @property
    def duration_seconds(self) -> "Reals":
        return self.durations * float(self.timebase.numerator) / self.timebase.denominator

    @property
    def keys(self) -> "NDArray[numpy.bool_]":
        """Whether each frame is a keyframe."""
        return _arrays.pixels(self._keys, (len(self),)).astype(bool)

    @property
    def start_seconds(self) -> float:
        """When the first frame is shown, by the stream's own clock."""
        return float(self[0].pts * self.timebase)

    @property
    def end_seconds(self) -> float:
        return float(self.end * self.timebase)

    def played_at(self, seconds: float) -> int:
        """The frame that is on the screen at a time of the stream's own clock."""
        if not self.start_seconds <= seconds < self.end_seconds:
            raise FrameIndexError(
                f"nothing is played at {seconds} s: the clip's {len(self)} frames go from "
                f"{self.start_seconds} to {self.end_seconds} s", len(self))
        return bisect.bisect_right(self._pts, seconds, key=self._seconds) - 1

    def first_from(self, seconds: float) -> int:
        """The first frame that is not shown before this time, or the number of frames."""
        return bisect.bisect_left(self._pts, seconds, key=self._seconds)

    def _seconds(self, pts: int) -> float:
        return float(pts * self.timebase)

    def _duration(self, number: int) -> int:
        after = self._pts[number + 1] if number + 1 < len(self) else self.end
        return after - self._pts[number]
