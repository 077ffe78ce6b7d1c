"""A clip: one medium of a server, whose frames are had by number, by time and by timecode."""
import math
import urllib.parse
from collections.abc import Generator, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from . import _documents, _plans
from ._documents import field
from ._http import Transport
from ._pixels import Pixels, PixelSource
from .errors import FrameIndexError, ProtocolError
from .frames import Frame, FrameBatch
from .index import Index

if TYPE_CHECKING:
    from .scrub import Scrub


class Clip:
    """What `server.open(…)` gives. Any thread may ask it for frames at any time.

    `len(clip)` is the number of displayed frames, `clip[n]` any of them, exactly, `clip[a:b:c]` a
    batch; `for frame in clip` decodes once, straight on, and holds one frame at a time.
    """

    def __init__(self, transport: Transport, details: _documents.Document, format: str | None,
                 ) -> None:
        self.transport = transport
        self.details = dict(details)
        self.id = field(details, "id", str)
        self.name = field(details, "name", str)
        self.version = field(details, "version", str)
        self.stream = field(details, "stream", int, 0)
        self.timebase = _documents.ratio(details, "timebase")
        self.start = field(details, "first", int)
        self._index: Index | None = None
        self._pixels = PixelSource(transport, self.path, self._same, format)

    def __repr__(self) -> str:
        return f"<Clip {self.name}: {len(self)} frames>"

    @property
    def index(self) -> Index:
        """Every displayed frame with its time, as arrays; read once."""
        if self._index is None:
            table = self.transport.get(f"{self.path}/index", {**self._same, "format": "csv"})
            end = field(self.details, "end", int)
            index = Index.read(table, self.timebase, end)
            if len(index) != (frames := field(self.details, "frames", int, 0)):
                raise ProtocolError(f"{self.name} has {frames} frames, and {len(index)} are listed")
            self._index = index
        return self._index

    @property
    def average_fps(self) -> float:
        """Frames for each second of the whole clip."""
        return len(self) / (self.index.end_seconds - self.index.start_seconds)

    def __len__(self) -> int:
        return field(self.details, "frames", int, 0)

    @overload
    def __getitem__(self, place: int) -> Frame: ...
    @overload
    def __getitem__(self, place: slice) -> FrameBatch: ...

    def __getitem__(self, place: int | slice) -> Frame | FrameBatch:
        if isinstance(place, slice):
            return self.get_frames_at(range(*place.indices(len(self))))
        return self.get_frame_at(place)

    def __iter__(self) -> Iterator[Frame]:
        return self.frames()

    def frames(self, start: int = 0, stop: int | None = None, step: int = 1,
               ) -> Generator[Frame, None, None]:
        """Those frames one after the other, as they are decoded, in one request."""
        numbers = range(*slice(start, stop, step).indices(len(self)))
        if numbers.step < 0:
            raise ValueError("frames come forward only: take the batch clip[a:b:-1]")
        return self._following(numbers)

    def at(self, *, seconds: float | None = None, timecode: str | None = None,
           position: float | None = None) -> Frame:
        """The frame on the screen so many seconds after the first, at a timecode, or a position."""
        return self[self.frame_number(seconds=seconds, timecode=timecode, position=position)]

    def frame_number(self, *, seconds: float | None = None, timecode: str | None = None,
                     position: float | None = None) -> int:
        """The number of the frame that `at` gives."""
        place = {"time": seconds, "timecode": timecode, "position": position}
        asked = [(name, value) for name, value in place.items() if value is not None]
        if len(asked) != 1:
            raise TypeError("exactly one of seconds, timecode and position says where")
        self._check_place(seconds, position)
        target = self.transport.json(f"{self.path}/target", {"stream": self.stream, **dict(asked)})
        return field(_documents.document(target, "a target"), "frame", int, 0)

    def get_frame_at(self, index: int) -> Frame:
        """A frame by its number; below zero from the end."""
        return self._frame(self._pixels.one(self.index.resolve(index), _own_space))

    def get_frames_at(self, indices: Iterable[int]) -> FrameBatch:
        """Frames by their numbers, in that order; neighbours at equal steps are one request."""
        numbers = [self.index.resolve(number) for number in indices]
        store = _plans.Store(numbers)
        for run in _plans.runs(numbers):
            for pixels in self._pixels.many(run, store.next):
                store.done(self._frame(pixels))
        return FrameBatch(*store.batch())

    def get_frames_in_range(self, start: int, stop: int, step: int = 1) -> FrameBatch:
        """The frames of `range(start, stop, step)`."""
        return self.get_frames_at(range(start, stop, step))

    def get_frame_played_at(self, seconds: float) -> Frame:
        """The frame on the screen at a time of the stream's own clock, as `pts_seconds` has it."""
        return self[self.index.played_at(seconds)]

    def get_frames_played_at(self, seconds: Iterable[float]) -> FrameBatch:
        """The frames on the screen at those times."""
        return self.get_frames_at([self.index.played_at(one) for one in seconds])

    def get_frames_played_in_range(self, start_seconds: float, stop_seconds: float) -> FrameBatch:
        """Every frame on the screen from a time up to, and without, another."""
        if not start_seconds <= stop_seconds <= self.index.end_seconds:
            raise FrameIndexError(
                f"{start_seconds} to {stop_seconds} s is no stretch of the clip, whose "
                f"{len(self)} frames end at {self.index.end_seconds} s", len(self))
        if start_seconds == stop_seconds:
            return self.get_frames_at([])
        first = self.index.played_at(start_seconds)
        return self.get_frames_in_range(first, self.index.first_from(stop_seconds))

    def jpeg(self, number: int, width: int | None = None, quality: int | None = None) -> bytes:
        """A frame as JPEG, at most so wide."""
        number = self.index.resolve(number)
        query = {**self._same, "width": width, "quality": quality}
        return self.transport.get(f"{self.path}/frames/{number}.jpg", query)

    def scrub(self, **options: Any) -> "Scrub":
        """Opens a session to drag and seek in; the options are those of `Scrub`."""
        from .scrub import Scrub
        return Scrub(self.transport, self, **options)

    def page_file(self, path: str) -> bytes:
        """A file of the page that its server has, such as `elements/vernier-bar.js`."""
        return self.transport.get(f"/{urllib.parse.quote(path)}")

    @property
    def url(self) -> str:
        """The address of its server."""
        return self.transport.url

    @property
    def path(self) -> str:
        """Where it lies on its server."""
        return f"/api/v1/media/{self.id}"

    @property
    def _same(self) -> dict[str, Any]:
        """What has a server refuse to answer for another file in the place of this one."""
        return {"stream": self.stream, "v": self.version}

    def _following(self, numbers: range) -> Generator[Frame, None, None]:
        for pixels in self._pixels.many(numbers, _own_space):
            yield self._frame(pixels)

    def _frame(self, pixels: Pixels) -> Frame:
        entry = self.index[pixels.number]
        return Frame(entry.number, entry.pts, entry.duration, self.timebase, self.start,
                     pixels.picture, pixels.buffer)

    def _check_place(self, seconds: float | None, position: float | None) -> None:
        end = float((field(self.details, "end", int) - self.start) * Fraction(self.timebase))
        for value, last, unit in ((seconds, end, " s"), (position, 1, "")):
            if value is not None and not (math.isfinite(value) and 0 <= value <= last):
                raise FrameIndexError(f"{value}{unit} is not on the clip, whose {len(self)} frames "
                                      f"go from 0 to {last}{unit}", len(self))


def _own_space(size: int) -> memoryview:
    return memoryview(bytearray(size))
