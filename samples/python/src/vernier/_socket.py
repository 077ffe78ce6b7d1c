"""The socket of one session: messages out and in, errors of the one tree, a deadline for each wait."""
import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from . import _documents
from ._http import Deadline, Transport
from ._version import API, VERSION
from .errors import (
    KINDS, ConnectionLost, ProtocolError, RequestError, ScrubError, TimedOut, VernierError,
    VersionError,
)

SUBPROTOCOL = Subprotocol("vernier.v1")
LARGEST_MESSAGE = 1 << 26
MOVED = 1012
ENDED = (OSError, EOFError)
"""How the end of a connection is told. A killed server may take one more: its port closes
after its connections."""


class Cut(ConnectionLost):
    """The connection ended, and the server did not say why: it may still have the session."""


class Moved(ConnectionLost):
    """The server stops, and another one has the session."""


class Socket:
    """An open socket. One thread at a time uses it."""

    def __init__(self, transport: Transport, media: str, timeout: float | None = None) -> None:
        self.timeout = timeout or transport.timeout
        # A proxy before several servers goes by the media in the address.
        path = "/api/v1/scrub?media=" + quote(media, safe="")
        self.url = transport.url.replace("http", "ws", 1) + path
        with self._translated(), contextlib.ExitStack() as stack:
            self._socket = stack.enter_context(self._dial(transport))
            self._check_protocol(transport)
            self._closing = stack.pop_all()

    def send(self, message: Mapping[str, Any]) -> None:
        with self._translated():
            self._socket.send(json.dumps(message, allow_nan=False))

    def receive(self, deadline: Deadline) -> _documents.Document | bytes:
        """The next message; an `error` is one too, and is not raised."""
        with self._translated():
            data = self._socket.recv(deadline.left)
        if isinstance(data, bytes):
            return data
        return _documents.document(_documents.parse(data, "a message"), "a message")

    def close(self) -> None:
        with contextlib.suppress(WebSocketException, OSError):
            self._closing.close()

    def _dial(self, transport: Transport) -> contextlib.AbstractContextManager[ClientConnection]:
        return connect(
            self.url, subprotocols=[SUBPROTOCOL], additional_headers=transport.headers,
            compression=None, open_timeout=self.timeout, close_timeout=5, max_size=LARGEST_MESSAGE)

    def _check_protocol(self, transport: Transport) -> None:
        if self._socket.subprotocol != SUBPROTOCOL:
            raise VersionError(f"the server at {transport.url} does not speak {SUBPROTOCOL}, which "
                               f"vernier-client {VERSION} (interface {API}) needs")

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except VernierError:
            raise
        except TimeoutError:
            raise TimedOut(f"{self.url}: no answer within {self.timeout:g} s") from None
        except ConnectionClosed as error:
            raise _ended(error)(f"{self.url}: the server closed the socket: {error}") from None
        except InvalidStatus as error:
            status = error.response.status_code
            refusal = KINDS.get(status, RequestError)
            raise refusal(self.url, status, "Refused", error.response.reason_phrase) from None
        except (InvalidHandshake, WebSocketException) as error:
            if isinstance(error.__cause__, ENDED):
                raise ConnectionLost(f"{self.url}: {error.__cause__}") from error
            raise ProtocolError(f"{self.url}: this is no socket of a server: {error}") from error
        except ENDED as error:
            raise ConnectionLost(f"{self.url}: {error}") from error


def _ended(error: ConnectionClosed) -> type[ConnectionLost]:
    if error.rcvd is None:
        return Cut
    return Moved if error.rcvd.code == MOVED else ConnectionLost


def failure(message: _documents.Document) -> ScrubError:
    """The error that the server tells of."""
    seq = message.get("seq")
    return ScrubError(str(message.get("code")), str(message.get("message")),
                      seq if isinstance(seq, int) else None)


def await_index(transport: Transport, media: str, stream: int | None, timeout: float) -> None:
    """Waits until the server has indexed all of a medium, which it says on a socket."""
    socket, deadline = Socket(transport, media, timeout), Deadline(timeout)
    wanted = {} if stream is None else {"stream": stream}
    try:
        socket.send({"type": "open", "media": media, **wanted})
        while not _is_indexed(socket.receive(deadline)):
            pass
    finally:
        socket.close()


def _is_indexed(message: _documents.Document | bytes) -> bool:
    if isinstance(message, bytes):
        return False
    if message.get("type") == "error":
        raise failure(message)
    media = message.get("media")
    index = media.get("index") if isinstance(media, dict) else message
    state = index.get("state") if isinstance(index, dict) else None
    if state == "failed":
        raise ScrubError("index-failed", "the file cannot be indexed")
    return state == "complete"
