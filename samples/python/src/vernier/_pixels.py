"""Asks for the pixels of frames, one by one or in streams, and holds answers to what was asked."""
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from . import _documents
from ._documents import field
from ._http import Answer, Transport
from .errors import ConnectionLost, ProtocolError
from .frames import Picture

# As many as a server sends for one request.
LONGEST_STREAM = 65_536

Space = Callable[[int], memoryview]


class Pixels(NamedTuple):
    """One frame's, where they were read to."""

    number: int
    picture: Picture
    buffer: memoryview


class PixelSource:
    """The pixels of one clip; `same` are parameters that name its file, `format` None is as decoded."""

    def __init__(self, transport: Transport, path: str, same: Mapping[str, Any], format: str | None,
                 ) -> None:
        self._transport, self._path = transport, path
        self._query = {**same, "format": format}
        self.format = format

    def one(self, number: int, space: Space) -> Pixels:
        path = f"{self._path}/frames/{number}.raw"
        with self._transport.ask(path, self._query) as answer:
            header = self._header(answer, "Vernier-Picture")
            if (told := field(header, "frame", int, 0)) != number:
                raise ProtocolError(f"frame {told} came, and {number} was asked for")
            picture = Picture.read(header)
            buffer = space(picture.bytes)
            answer.fill(buffer)
            answer.rest(0)
        return Pixels(number, picture, buffer)

    def many(self, numbers: range, space: Space) -> Iterator[Pixels]:
        """Frames in ascending order, each read into the space that is given for it.

        A server ends a stream before a frame that is unlike the first, or that it cannot decode:
        that one is asked for by itself, and says why if it has to, and the others follow.
        """
        while numbers:
            done = 0
            try:
                for pixels in self._stream(numbers[:LONGEST_STREAM], space):
                    done += 1
                    yield pixels
            except _Ended:
                yield self.one(numbers[done], space)
                done += 1
            numbers = numbers[done:]

    def _stream(self, numbers: range, space: Space) -> Iterator[Pixels]:
        if len(numbers) == 1:
            yield self.one(numbers[0], space)
            return
        place = {"from": numbers[0], "to": numbers[-1] + 1, "step": numbers.step}
        with self._transport.ask(f"{self._path}/frames.raw", {**self._query, **place}) as answer:
            header = self._header(answer, "Vernier-Pictures")
            picture = Picture.read(header)
            if (count := field(header, "count", int, 0)) != len(numbers):
                raise ProtocolError(f"{count} frames come, and {len(numbers)} were asked for")
            for number in numbers:
                if not answer.has_more():
                    raise _Ended(f"the frames from {number} on did not come")
                buffer = space(picture.bytes)
                answer.fill(buffer)
                yield Pixels(number, picture, buffer)
            answer.rest(0)

    def _header(self, answer: Answer, name: str) -> _documents.Document:
        header = _documents.document(_documents.parse(answer.header(name), name), name)
        if self.format and header.get("format") != self.format:
            raise ProtocolError(f"{header.get('format')!r:.40} came, {self.format} was asked for")
        return header


class _Ended(ConnectionLost):
    """A stream that ended between two frames."""
