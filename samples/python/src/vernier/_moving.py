"""A session's socket that goes on at another server when its own is stopped, in mid-drag too.

A server that is one of several closes the sockets of those it sends on with code 1012. What it had
taken by then the next one tells in `resumed`; what it had not is sent again, so whoever drags or
seeks notices nothing but a pause. A connection that ends without any code is tried once more: the
code may have been lost with it, as TCP drops what was not read when the other side resets it.
"""
import random
import time
from collections import deque
from collections.abc import Mapping
from typing import Any

from . import _documents
from ._http import Deadline, Transport
from ._socket import Cut, Moved, Socket, failure
from .errors import Busy, ConnectionLost, RequestError

PAUSE = 0.2  # seconds in which all clients of a server go to others
NUMBERED = ("seek", "end", "cancel")

Message = Mapping[str, Any]


class MovingSocket:
    """The same as a `Socket`, from one thread at a time."""

    def __init__(self, transport: Transport, media: str, timeout: float | None = None) -> None:
        self._transport, self._media = transport, media
        self._socket = Socket(transport, media, timeout)
        self.timeout = self._socket.timeout
        self._open: Message = {}
        self._begun: Message | None = None
        self._sample: list[float] = []
        self._unanswered: Message | None = None
        self._seq = 0
        self._told: deque[_documents.Document] = deque()

    def send(self, message: Message) -> None:
        self._note(message)
        try:
            self._socket.send(message)
        except (Cut, Moved) as lost:
            self._told.append(self._go_on(lost))

    def receive(self, deadline: Deadline) -> _documents.Document | bytes:
        if self._told:
            return self._told.popleft()
        try:
            message = self._socket.receive(deadline)
        except (Cut, Moved) as lost:
            return self._go_on(lost)
        if not isinstance(message, bytes):
            self._hear(message)
        return message

    def close(self) -> None:
        self._socket.close()

    def _note(self, message: Message) -> None:
        """Remembers what would have to be sent again."""
        kind = message["type"]
        # A `painted` carries the number of an earlier message.
        self._seq = max(self._seq, message.get("seq", 0))
        if kind == "open":
            self._open = message
        elif kind == "begin":
            self._begun, self._sample = message, [0, message["x"], message["y"]]
        elif kind == "move":
            self._sample = message["samples"][-1]
        elif kind == "configure" or kind in NUMBERED:
            self._unanswered = message

    def _hear(self, message: _documents.Document) -> None:
        kind, asked = message.get("type"), self._unanswered
        if kind == "opened":
            self._open = {**self._open, "resume": _documents.field(message, "session", str)}
        if kind == "configured":
            configuration = _documents.document(message.get("configuration"), "configuration")
            self._open = {**self._open, "preview": configuration.get("preview")}
        if asked is None:
            return
        if asked["type"] == "configure":
            is_answer = kind in ("configured", "error")
        else:
            is_answer = kind in ("state", "error") and _number(message) >= asked["seq"]
        if is_answer:
            self._answered(asked)

    def _answered(self, asked: Message) -> None:
        self._unanswered = None
        if asked["type"] in NUMBERED:
            self._begun = None

    def _go_on(self, lost: Cut | Moved) -> _documents.Document:
        """Resumes where the session is now; gives the state there, as if it had been told."""
        if self._begun and self._begun.get("control") == "confirm":
            known = "is not" if isinstance(lost, Moved) else "may be done, or not"
            raise ConnectionLost(f"{lost}; what was to be confirmed {known}") from None
        if isinstance(lost, Moved):
            return self._move_on(Deadline(self.timeout))
        if "resume" not in self._open:
            raise lost
        try:
            return self._resume(Deadline(self.timeout))
        except (ConnectionLost, RequestError):
            raise lost from None

    def _move_on(self, deadline: Deadline) -> _documents.Document:
        while True:
            time.sleep(random.uniform(0, PAUSE))
            try:
                return self._resume(deadline)
            except (ConnectionLost, Busy):  # that one stops, too, or is not there
                if time.monotonic() > deadline.end:
                    raise

    def _resume(self, deadline: Deadline) -> _documents.Document:
        self._socket.close()
        self._socket = Socket(self._transport, self._media, self.timeout)
        self._socket.send(self._open)
        opened = self._socket.receive(deadline)
        while isinstance(opened, bytes) or opened.get("type") != "opened":
            if not isinstance(opened, bytes) and opened.get("type") == "error":
                raise failure(opened)
            opened = self._socket.receive(deadline)
        self._hear(opened)
        if "resumed" not in opened:
            raise ConnectionLost(f"{self._socket.url}: the session has not come to this server")
        resumed = _documents.document(opened["resumed"], "resumed")
        taken = _documents.field(resumed, "seq", int)
        state = dict(_documents.document(opened.get("state"), "state"))
        asked = self._unanswered
        if asked and asked["type"] in NUMBERED and asked["seq"] <= taken:
            # It was taken, and its answer was lost.
            self._answered(asked)
            state["seq"] = asked["seq"]
        self._send_again(resumed.get("drag"))
        return {**state, "type": "state"}

    def _send_again(self, drag: Any) -> None:
        """Goes on with the drag under way, and asks again what was not taken."""
        if self._begun:
            self._drag_on(self._begun, drag)
        if self._unanswered:
            self._socket.send(self._unanswered)

    def _drag_on(self, begun: Message, drag: Any) -> None:
        samples = [self._sample]
        if isinstance(drag, dict) and drag.get("gesture") == begun["gesture"]:
            y = drag["y"] if begun.get("control") == "dial" else begun["y"]
            begun = {**begun, "x": drag["x"], "y": y, "continues": True}
            # The first sample counts in full, however far the pointer is from the bar.
            samples.insert(0, [0, drag["x"], self._sample[2]])
        self._socket.send(begun)
        waits = self._unanswered is not None and "seq" in self._unanswered
        seq = self._seq - 1 if waits else self._seq
        gesture = begun["gesture"]
        self._socket.send({"type": "move", "gesture": gesture, "seq": seq, "samples": samples})


def _number(message: _documents.Document) -> int:
    seq = message.get("seq")
    return seq if isinstance(seq, int) else -1
