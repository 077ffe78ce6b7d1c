"""Which requests a list of frames takes, and where each of them lies in the batch."""
from collections.abc import Iterator, Sequence

from .errors import ProtocolError
from .frames import Frame


def runs(numbers: Sequence[int]) -> Iterator[range]:
    """The wanted numbers, ascending and each once, as stretches at equal steps.

    What lies far from its neighbours is a request by itself, as is a pair.
    """
    wanted = sorted(set(numbers))
    while wanted:
        count = _equal_steps(wanted)
        step = wanted[1] - wanted[0] if count > 1 else 1
        yield range(wanted[0], wanted[count - 1] + 1, step)
        del wanted[:count]


def _equal_steps(wanted: Sequence[int]) -> int:
    """How many of the first ones are equally far from each other; 1 where only two are."""
    if len(wanted) < 2:
        return len(wanted)
    step, count = wanted[1] - wanted[0], 2
    while count < len(wanted) and wanted[count] - wanted[count - 1] == step:
        count += 1
    return count if count > 2 or step == 1 else 1


class Store:
    """One piece of memory for a batch, and the place of each frame in it."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers
        self._first = {number: place for place, number in reversed(list(enumerate(numbers)))}
        self._ascending = iter(sorted(self._first))
        self._frames: dict[int, Frame] = {}
        self._buffer = memoryview(b"")
        self._size = 0

    def next(self, size: int) -> memoryview:
        """The space for the next frame in ascending order."""
        if not self._size:
            self._size, self._buffer = size, memoryview(bytearray(size * len(self._numbers)))
        if size != self._size:
            raise ProtocolError("the clip's pictures change in size: take its frames one by one")
        return self._space(self._first[next(self._ascending)])

    def done(self, frame: Frame) -> None:
        self._frames[frame.number] = frame

    def batch(self) -> tuple[list[Frame], memoryview]:
        """All frames in the order they were wanted; what was wanted twice is there twice."""
        frames = []
        for place, number in enumerate(self._numbers):
            frame = self._frames[number]
            if place != self._first[number]:
                space = self._space(place)
                space[:] = frame.buffer
                frame = Frame(**{**vars(frame), "buffer": space})
            frames.append(frame)
        return frames, self._buffer

    def _space(self, place: int) -> memoryview:
        return self._buffer[place * self._size:(place + 1) * self._size]
