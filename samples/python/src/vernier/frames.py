"""Frames: their bytes as arrays, their place in time, and what their header says of both."""
import dataclasses
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, overload

from . import _arrays, _documents
from ._documents import field
from .errors import ProtocolError, VernierError

if TYPE_CHECKING:
    from ._arrays import Pixels, Reals

# What a server makes pictures of at most is 200 megapixels.
LARGEST_PICTURE = 8 * 200_000_000

# Formats whose pixels are one array: the samples of a pixel, and the bytes of a sample.
PACKED = {"rgb24": (3, 1), "bgr24": (3, 1), "rgba": (4, 1), "rgb48le": (3, 2), "gray": (1, 1)}


class Plane(NamedTuple):
    """Where a plane lies in a picture's bytes: `height` lines of `stride` bytes."""

    offset: int
    stride: int
    width: int
    height: int


@dataclasses.dataclass(frozen=True)
class Picture:
    """How the bytes of a picture are laid out, and what their colours mean."""

    width: int
    height: int
    format: str
    bytes: int
    planes: tuple[Plane, ...]
    range: str | None
    space: str | None
    primaries: str | None
    transfer: str | None
    sample_aspect_ratio: Fraction
    rotation: int

    @classmethod
    def read(cls, header: _documents.Document) -> "Picture":
        """What a header says, where its numbers fit together."""
        picture = cls(
            field(header, "width", int, 1), field(header, "height", int, 1),
            field(header, "format", str), field(header, "bytes", int, 1),
            tuple(map(_plane, _documents.items(header.get("planes"), "planes"))),
            _word(header, "range"), _word(header, "space"), _word(header, "primaries"),
            _word(header, "transfer"), _documents.ratio(header, "sampleAspectRatio"),
            field(header, "rotation", int))
        picture._check()
        return picture

    @property
    def array(self) -> tuple[tuple[int, ...], int]:
        """The shape of the pixels as one array, and the bytes of each of its items."""
        samples, size = PACKED.get(self.format, (0, 0))
        if not samples:
            raise VernierError(f"{self.format} is not one array: take the frame's planes")
        shape = (self.height, self.width)
        return (shape if samples == 1 else (*shape, samples)), size

    def _check(self) -> None:
        if self.bytes > LARGEST_PICTURE:
            raise ProtocolError(f"a picture of {self.bytes} bytes is larger than any there is")
        end = 0
        for plane in self.planes:
            if plane.offset != end:
                raise ProtocolError(f"a plane begins at byte {plane.offset}, not {end}")
            end += plane.stride * plane.height
        samples, size = PACKED.get(self.format, (0, 0))
        lines = [(plane.stride, plane.height) for plane in self.planes]
        packed = [(self.width * samples * size, self.height)]
        if end != self.bytes or samples and lines != packed:
            raise ProtocolError(
                f"{self.width}×{self.height} in {self.format} are not {self.bytes} bytes")


def _plane(value: _documents.Document) -> Plane:
    return Plane(field(value, "offset", int, 0), field(value, "stride", int, 1),
                 field(value, "width", int, 1), field(value, "height", int, 1))


def _word(of: _documents.Document, name: str) -> str | None:
    return None if of.get(name) is None else field(of, name, str)


@dataclasses.dataclass(frozen=True)
class Frame:
    """One displayed frame. Its bytes may be written to: they are the caller's own.

    `number` counts displayed frames from 0. `pts` and `duration` are ticks of `timebase` seconds,
    `start` is the pts of the clip's first frame.
    """

    number: int
    pts: int
    duration: int
    timebase: Fraction
    start: int
    picture: Picture
    buffer: memoryview

    @property
    def pts_seconds(self) -> float:
        """When it is shown, by the stream's own clock, as torchcodec has it."""
        return float(self.pts * self.timebase)

    @property
    def duration_seconds(self) -> float:
        return float(self.duration * self.timebase)

    @property
    def seconds(self) -> float:
        """When it is shown, since the first frame: what `clip.at(seconds=…)` takes."""
        return float((self.pts - self.start) * self.timebase)

    @property
    def data(self) -> "Pixels":
        """The pixels: height × width × 3 in `rgb24` and, of 16 bits, in `rgb48le`, height × width
        in `gray`; never a copy."""
        return _arrays.pixels(self.buffer, *self.picture.array)

    @property
    def planes(self) -> "list[Pixels]":
        """The bytes of each plane, lines × bytes, in any format; never a copy."""
        return [
            _arrays.pixels(self.buffer[one.offset:][:one.stride * one.height],
                           (one.height, one.stride))
            for one in self.picture.planes
        ]

    @property
    def upright(self) -> "Pixels":
        """The pixels as they are meant to be seen: turned as the file says."""
        return _arrays.turned(self.data, self.picture.rotation)


class FrameBatch(Sequence[Frame]):
    """Frames of equal size, in the order they were asked for."""

    def __init__(self, frames: Sequence[Frame], buffer: memoryview) -> None:
        self._frames, self._buffer = list(frames), buffer

    def __len__(self) -> int:
        return len(self._frames)

    @overload
    def __getitem__(self, place: int) -> Frame: ...
    @overload
    def __getitem__(self, place: slice) -> list[Frame]: ...

    def __getitem__(self, place: int | slice) -> Frame | list[Frame]:
        return self._frames[place]

    def __iter__(self) -> Iterator[Frame]:
        return iter(self._frames)

    @property
    def numbers(self) -> list[int]:
        return [frame.number for frame in self]

    @property
    def data(self) -> "Pixels":
        """The pixels: frames × height × width × 3 in `rgb24`; never a copy."""
        if not self._frames:
            return _arrays.pixels(b"", (0, 0, 0, 3))
        shape, size = self._frames[0].picture.array
        return _arrays.pixels(self._buffer, (len(self), *shape), size)

    @property
    def pts_seconds(self) -> "Reals":
        """When each is shown, by the stream's own clock."""
        return _arrays.reals([frame.pts_seconds for frame in self])

    @property
    def duration_seconds(self) -> "Reals":
        return _arrays.reals([frame.duration_seconds for frame in self])
