"""A session to drag and seek in: gestures go out; states, pictures and proofs come back."""
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from . import _documents
from ._http import Deadline, Transport
from ._moving import MovingSocket
from ._socket import failure
from .errors import ScrubError
from .messages import Preview, Proof, State
from .traces import Recorder, read_trace

if TYPE_CHECKING:
    from .clip import Clip

Message = State | Preview | ScrubError | Mapping[str, Any]
Place = tuple[float, float, float]


class Scrub:
    """What `clip.scrub()` gives; use it in a `with`, from one thread at a time.

    `width` and `quality` are those of the pictures, of which None asks for none. `trace` names a
    file that keeps what is sent, as `vernier replay` reads it. `resume` is the `session` of one
    that was lost. `timeout` is how many seconds any answer may take. Pictures count as painted when
    they come, unless `acknowledges` is false, and `painted` is called for each.
    """

    def __init__(self, transport: Transport, clip: "Clip", *, width: int | None = 320,
                 quality: int | None = None, trace: str | os.PathLike[str] | None = None,
                 resume: str | None = None, timeout: float | None = None,
                 acknowledges: bool = True) -> None:
        self.state: State
        self._acknowledges = acknowledges
        self.picture: Preview | None = None
        self.decisions: dict[int, str] = {}
        self.seq = self._gesture = 0
        self._socket = MovingSocket(transport, clip.id, timeout)
        self._recorder = Recorder(trace) if trace else None
        try:
            self._open(clip, _chosen(width=width, quality=quality) if width else None, resume)
        except BaseException:
            self.close()
            raise

    def _open(self, clip: "Clip", preview: dict[str, Any] | None, resume: str | None) -> None:
        self._send("open", media=clip.id, stream=clip.stream, preview=preview,
                   **_chosen(resume=resume))
        opened = self._document("opened")
        self.session = _documents.field(opened, "session", str)
        self.configuration = _documents.document(opened.get("configuration"), "configuration")
        self.state = State.read(opened.get("state"))

    def configure(self, **changes: Any) -> Mapping[str, Any]:
        """Changes `law`, `snap`, `overshoot`, `press` or `preview`; returns all of them."""
        self._send("configure", **changes)
        message = self._document("configured")
        self.configuration = _documents.document(message.get("configuration"), "configuration")
        return self.configuration

    def begin(self, x: float, y: float = 0, *, extent: float | None = None, control: str = "bar",
              turn: Mapping[str, float] | None = None, mode: str | None = None,
              action: str | None = None) -> "Gesture":
        """Takes hold of a control; `extent` is the track's length in the units of x."""
        self._gesture += 1
        self._send("begin", gesture=self._gesture, control=control, x=x, y=y,
                   **_chosen(extent=extent, turn=turn, mode=mode, action=action))
        return Gesture(self, self._gesture, confirms=control == "confirm")

    def seek(self, **to: Any) -> State:
        """Goes to `frame=`, `position=`, `time=`, `timecode=`, `frames=`, `keyframe=`, `chapter=`,
        `step=` or `undo=True`; returns the state there."""
        return self.answered("seek", to=to)

    def proof(self) -> Proof:
        """The exact picture of the place at rest, with the state that it proves; waits for it.

        Of what is asked for without pictures (`width=None`) there is none, and this times out.
        """
        deadline = Deadline(self._socket.timeout)
        while not self._is_proven():
            self._take(deadline)
        assert self.picture
        return Proof(self.state, self.picture)

    def answered(self, type: str, **fields: Any) -> State:
        """Sends a message with the next number, and returns the state that answers it."""
        seq = self.numbered(type, **fields)
        deadline = Deadline(self._socket.timeout)
        while self.state.seq < seq:
            self._take(deadline)
        return self.state

    def numbered(self, type: str, **fields: Any) -> int:
        """Sends a message with the next number, which it returns."""
        self.seq += 1
        self._send(type, seq=self.seq, **fields)
        return self.seq

    def painted(self, seq: int) -> None:
        """Says that a picture is on a screen, for which the server sends others."""
        self._socket.send({"type": "painted", "seq": seq})

    def events(self) -> Iterator[Message]:
        """Whatever comes, as it comes, until nothing has come for a whole timeout."""
        while True:
            yield self.receive(Deadline(self._socket.timeout))

    def receive(self, deadline: Deadline) -> Message:
        """The next message: a `State`, a `Preview`, a `ScrubError`, or another as it came."""
        data = self._socket.receive(deadline)
        if isinstance(data, bytes):
            self.picture = Preview.read(data)
            if self._acknowledges:
                self.painted(self.picture.seq)
            return self.picture
        if data.get("type") == "state":
            self.state = State.read(data)
            return self.state
        if data.get("type") in ("confirmed", "declined"):
            self.decisions[_documents.field(data, "gesture", int)] = str(data["type"])
        return failure(data) if data.get("type") == "error" else data

    def replay(self, trace: str | os.PathLike[str]) -> "Replay":
        """Sends what a trace holds, each gesture at once, in a session that is new."""
        played = Replay([], [], [])
        for message in read_trace(trace):
            if message["type"] != "open":
                self._send(**message)
            if message["type"] in ("end", "cancel", "seek"):
                self._settle(message["seq"], played)
        return played

    def close(self) -> None:
        self._socket.close()
        if self._recorder:
            self._recorder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def _send(self, type: str, **fields: Any) -> None:
        message = {"type": type, **fields}
        self._socket.send(message)
        if self._recorder:
            self._recorder.write(message)

    def _take(self, deadline: Deadline) -> Message:
        """The next message, where an error is raised."""
        message = self.receive(deadline)
        if isinstance(message, ScrubError):
            raise message
        return message

    def _document(self, type: str) -> Mapping[str, Any]:
        """The next message of this kind."""
        deadline = Deadline(self._socket.timeout)
        while True:
            message = self._take(deadline)
            if isinstance(message, dict) and message.get("type") == type:
                return message

    def _is_proven(self) -> bool:
        """Whether the newest picture is for the newest state, or shows what that names anyway."""
        picture, target = self.picture, self.state.target
        return picture is not None and picture.exact and target.exact and (
            picture.seq >= self.state.seq or picture.frame == target.frame)

    def _settle(self, seq: int, played: "Replay") -> None:
        """Waits for the answer to a message of a trace, and for the picture where it is a state."""
        deadline, self.seq = Deadline(self._socket.timeout), seq
        while True:
            message = self.receive(deadline)
            if isinstance(message, ScrubError):
                played.errors.append(message)
            answer = message.seq if isinstance(message, (State, ScrubError)) else None
            if answer == seq:
                break
        if isinstance(message, State):
            played.states.append(message)
            if self.configuration.get("preview"):
                played.proofs.append(self.proof())


class Replay(NamedTuple):
    """What came back of a trace: the answers to what ended a gesture or was a seek, and errors."""

    states: list[State]
    proofs: list[Proof]
    errors: list[ScrubError]


class Gesture:
    """A drag under way; leaving its `with` lets go, an error in it cancels."""

    def __init__(self, scrub: Scrub, number: int, confirms: bool) -> None:
        self.number, self.state = number, scrub.state
        self._scrub, self._confirms = scrub, confirms
        self._began = time.monotonic()
        self.is_over = False

    def move(self, x: float, y: float = 0) -> int:
        """Moves the pointer there now; returns the message's number, whose answer may be skipped
        for a later one's."""
        return self.move_through([((time.monotonic() - self._began) * 1000, x, y)])

    def move_through(self, places: Iterable[Place]) -> int:
        """Moves through places `(t, x, y)`, t in milliseconds since the beginning, as one message."""
        samples = [list(place) for place in places]
        return self._scrub.numbered("move", gesture=self.number, samples=samples)

    def end(self) -> State:
        """Lets go; returns the state there."""
        return self._finish("end")

    def cancel(self) -> State:
        """Lets go, and has the position return to where it was."""
        return self._finish("cancel")

    @property
    def outcome(self) -> str | None:
        """`confirmed` or `declined`, of a confirm control that is over."""
        return self._scrub.decisions.get(self.number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if not self.is_over:
            self.cancel() if error else self.end()

    def _finish(self, type: str) -> State:
        self.is_over = True
        self.state = self._scrub.answered(type, gesture=self.number)
        deadline = Deadline(self._scrub._socket.timeout)
        while self._confirms and not self.outcome:
            self._scrub._take(deadline)
        return self.state


def _chosen(**fields: Any) -> dict[str, Any]:
    """Those that were given."""
    return {name: value for name, value in fields.items() if value is not None}
