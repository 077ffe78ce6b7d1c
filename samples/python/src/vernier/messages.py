"""What a server says in a session, as values."""
import dataclasses
import struct
from typing import Any, NamedTuple

from . import _documents
from ._documents import field
from .errors import ProtocolError

HEADER = struct.Struct(">HBBHHHHIIqI")
MAGIC, FORMATS, UNKNOWN = 0x564E, {1: "jpeg", 2: "webp"}, 0xFFFFFFFF


@dataclasses.dataclass(frozen=True)
class Target:
    """The frame that a position leads to; its number is None while the scan has not come so far."""

    frame: int | None
    pts: int
    time: float
    timecode: str
    key: bool
    exact: bool

    @classmethod
    def read(cls, value: Any) -> "Target":
        target = _documents.document(value, "a target")
        frame = None if target.get("frame") is None else field(target, "frame", int, 0)
        return cls(frame, field(target, "pts", int), field(target, "time", float),
                   field(target, "timecode", str), field(target, "key", bool),
                   field(target, "exact", bool))


@dataclasses.dataclass(frozen=True)
class State:
    """Where the position is, and which frame that is; `raw` is the position before snapping."""

    seq: int
    phase: str
    position: float
    raw: float
    gain: float
    stop: int | None
    target: Target

    @classmethod
    def read(cls, value: Any) -> "State":
        state = _documents.document(value, "a state")
        return cls(
            field(state, "seq", int, 0), field(state, "phase", str), field(state, "position", float),
            field(state, "raw", float), field(state, "gain", float),
            None if state.get("stop") is None else field(state, "stop", int),
            Target.read(state.get("target")))


class Preview(NamedTuple):
    """A picture, and what is said of it: `exact` means that it is the target's own frame.

    `seq` is the message that it answers, `decoded` how many frames were decoded for it, `data` the
    picture itself in `format`, which is jpeg or webp.
    """

    exact: bool
    key: bool
    damaged: bool
    width: int
    height: int
    seq: int
    frame: int | None
    pts: int
    decoded: int
    format: str
    data: bytes

    @classmethod
    def read(cls, message: bytes) -> "Preview":
        if len(message) <= HEADER.size:
            raise ProtocolError(f"a picture has {len(message)} bytes, less than its header")
        magic, version, format, flags, width, height, _, seq, frame, pts, decoded = (
            HEADER.unpack_from(message))
        if (magic, version) != (MAGIC, 1) or format not in FORMATS:
            raise ProtocolError(f"a picture begins with {message[:4].hex()}")
        exact, key, damaged = (bool(flags >> bit & 1) for bit in range(3))
        return cls(exact, key, damaged, width, height, seq, None if frame == UNKNOWN else frame,
                   pts, decoded, FORMATS[format], message[HEADER.size:])


class Proof(NamedTuple):
    """What the server says of a place at rest, and the picture that it sent for it."""

    state: State
    picture: Preview

    @property
    def holds(self) -> bool:
        """Whether the picture is flagged exact, and is the very frame that the state names."""
        target, picture = self.state.target, self.picture
        return (picture.exact and target.exact and picture.frame == target.frame
                and picture.pts == target.pts)
