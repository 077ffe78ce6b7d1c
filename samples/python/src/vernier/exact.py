"""Holds any player against the very frames: which of those it shows are others, and by how many.

A player is anything that gives a picture for a frame's number, as an array, height × width or
height × width × 3 or 4; `vernier.players` has ready ones.

    vernier.exact.assert_exact(player, clip, frames=50, seed=1)
"""
import os
import random
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _pictures
from .clip import Clip
from .frames import Frame

if TYPE_CHECKING:
    from ._arrays import Pixels, Reals

Player = Callable[[int], Any]
Report = Callable[["Result"], None]

# Told of each result of `assert_exact`; the plugin for pytest puts them into its reports.
listeners: list[Report] = []

# Of the small pictures that are compared: more tell no more apart, and take longer.
COLUMNS, ROWS = 96, 54

# A player may show a frame slightly off in its colours: it is right at once where it is closer to
# the target than half of the way to the frames beside that. If not, all those around are looked at.
BESIDE, NEAR = 2, 0.5

# In steps of 256: two frames that differ by less on the average are the same to look at.
ALIKE = 0.0005


class Verdict(NamedTuple):
    """What a player showed when it was asked for `frame`: the frame `shown`, as near as can be told.

    `distance` is how far its picture is from that frame's on the average, in steps of 256;
    `problem` is the error where it showed none.
    """

    frame: int
    shown: int | None
    distance: float
    problem: str | None = None

    @property
    def off(self) -> int | None:
        """How many frames too late, or below zero, too early."""
        return None if self.shown is None else self.shown - self.frame

    def __str__(self) -> str:
        if self.off is None:
            return f"frame {self.frame}: no picture: {self.problem}"
        return f"frame {self.frame}: shows {self.shown} ({self.off:+d})"


class Result(NamedTuple):
    """How exact a player is, of one clip."""

    player: str
    clip: str
    seed: int
    verdicts: list[Verdict]
    wrong: list[Verdict]
    sheet: bytes | None  # PNG: the frames, what was shown for them, and the difference

    @property
    def share(self) -> float:
        """The share of right frames, in 0…1."""
        return 1 - len(self.wrong) / len(self.verdicts) if self.verdicts else 1.0

    def __str__(self) -> str:
        head = (f"{self.player} shows {len(self.wrong)} of {len(self.verdicts)} frames of "
                f"{self.clip} wrong (seed {self.seed})")
        return "\n".join([head, *(f"  {verdict}" for verdict in self.wrong)])


def assert_exact(player: Player, clip: Clip, *, frames: int | Iterable[int] = 50, seed: int = 1,
                 around: int = 250, name: str | None = None,
                 sheet: str | os.PathLike[str] | None = None) -> Result:
    """Fails where a player shows other frames than it is asked for; says which, and by how many.

    The options are those of `measure`; `sheet` names a PNG file for the differences.
    """
    result = measure(player, clip, frames=frames, seed=seed, around=around, name=name)
    for listener in listeners:
        listener(result)
    if result.sheet and sheet:
        with open(sheet, "wb") as file:
            file.write(result.sheet)
    if result.wrong:
        raise AssertionError(str(result))
    return result


def measure(player: Player, clip: Clip, *, frames: int | Iterable[int] = 50, seed: int = 1,
            around: int = 250, name: str | None = None) -> Result:
    """Asks a player for frames, these or so many at random, and finds which it has shown.

    What it shows is looked for among the `around` frames before and after the one it was asked for.
    """
    numbers = [clip.index.resolve(number) for number in chosen(frames, len(clip), seed)]
    answers = {number: _asked(player, number) for number in numbers}
    judge, sheet = Judge(clip, around), _pictures.Sheet()
    found = {number: judge.verdict(answers[number]) for number in sorted(answers)}
    verdicts = [found[number] for number in numbers]
    wrong = [verdict for verdict in verdicts if verdict.off != 0]
    for verdict in wrong[:_pictures.ROWS]:
        sheet.add(clip[verdict.frame].upright, answers[verdict.frame].picture)
    title = str(name or getattr(player, "name", None) or getattr(player, "__name__", "the player"))
    return Result(title, clip.name, seed, verdicts, wrong, sheet.png())


def chosen(frames: int | Iterable[int], count: int, seed: int) -> list[int]:
    """The numbers meant by `frames`: those, or so many at random with both ends among them."""
    if not isinstance(frames, int):
        return list(frames)
    ends = [0, count - 1][:min(frames, count)]
    others = random.Random(seed).sample(range(count), min(frames, count))
    return ends + [number for number in others if number not in ends][:frames - len(ends)]


class Answer(NamedTuple):
    """What a player gave for a frame, made small; it is the whole of what is kept of it."""

    frame: int
    seen: "Reals | None"
    picture: "Pixels | None"
    problem: str | None


def _asked(player: Player, number: int) -> Answer:
    """Asks a player; what it raises is its problem, not the test's."""
    try:
        picture = _pictures.colours(player(number))
    except Exception as error:
        return Answer(number, None, None, f"{type(error).__name__}: {error}")
    return Answer(number, _pictures.small(picture, COLUMNS, ROWS), _pictures.cell(picture), None)


class Judge:
    """Finds the frame of a clip that a picture shows, by looking at those nearby."""

    def __init__(self, clip: Clip, around: int) -> None:
        self._clip, self._around = clip, around
        self._known: dict[int, list[Reals]] = {}

    def verdict(self, answer: Answer) -> Verdict:
        """What a picture shows. Answers come in the order of their frames, so that those around
        one are forgotten before there are too many."""
        number, seen = answer.frame, answer.seen
        if seen is None:
            return Verdict(number, None, 0, answer.problem)
        self._forget(number - self._around)
        distances = self._distances(seen, self._between(number, BESIDE))
        if not self._is_clear(number, distances):
            distances = self._distances(seen, self._between(number, self._around))
        shown = min(distances, key=lambda one: (distances[one], abs(one - number)))
        if self._apart(number, shown) <= ALIKE:
            shown = number
        return Verdict(number, shown, distances[shown])

    def _is_clear(self, number: int, distances: dict[int, float]) -> bool:
        """Whether a picture is so close to the target that it can be no other frame."""
        apart = [self._apart(number, one) for one in distances]
        nearest = min((one for one in apart if one > ALIKE), default=0)
        return distances[number] < NEAR * nearest

    def _between(self, number: int, around: int) -> Sequence[int]:
        return range(max(0, number - around), min(len(self._clip), number + around + 1))

    def _forget(self, first: int) -> None:
        for number in [number for number in self._known if number < first]:
            del self._known[number]

    def _distances(self, seen: "Reals", numbers: Sequence[int]) -> dict[int, float]:
        self._learn(numbers)
        return {number: min(_pictures.distance(seen, one) for one in self._known[number])
                for number in numbers}

    def _apart(self, one: int, other: int) -> float:
        """How far two frames are from each other."""
        return _pictures.distance(self._known[one][0], self._known[other][0])

    def _learn(self, numbers: Sequence[int]) -> None:
        missing = [number for number in numbers if number not in self._known]
        if missing:
            for frame in self._clip.frames(missing[0], missing[-1] + 1):
                if frame.number not in self._known:
                    self._known[frame.number] = _views(frame)


def _views(frame: Frame) -> "list[Reals]":
    """A frame as players may show it: turned as the file says, or as it is stored."""
    views = [frame.upright, frame.data] if frame.picture.rotation else [frame.data]
    return [_pictures.small(_pictures.colours(view), COLUMNS, ROWS) for view in views]
