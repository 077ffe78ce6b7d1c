"""HTTP for one server: connections that are kept, a deadline for all of an answer, typed errors."""
import contextlib
import http.client
import io
import socket
import threading
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from typing import Any

from . import _documents
from .errors import KINDS, ConnectionLost, ProtocolError, RequestError, TimedOut, VernierError

Query = Mapping[str, str | int | float | None]

# Of answers that are read as a whole: the table of a film of ten days has as much.
LARGEST_BODY = 1 << 28

# A connection that was kept may be gone by now, which shows before any byte of an answer.
GONE = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError)


class Deadline:
    """When to stop waiting, which whoever reads on may put off."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.renew()

    def renew(self) -> None:
        self.end = time.monotonic() + self.seconds

    @property
    def left(self) -> float:
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class _TimedReader(io.RawIOBase):
    """What comes over a socket until a deadline, however slowly it comes."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock, self._deadline = sock, deadline
        # This one keeps the socket open when its connection has been closed.
        self._file: Any = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Any:
        self._sock.settimeout(self._deadline.left)
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


class _Readable:
    """A socket as `http.client` wants to read from one."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self.reader = _TimedReader(sock, deadline)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self.reader, 1 << 16)


class Answer:
    """An answer that is still being read."""

    def __init__(self, response: http.client.HTTPResponse, what: str, deadline: Deadline) -> None:
        self._response, self._what, self._deadline = response, what, deadline

    def header(self, name: str) -> str:
        value = self._response.getheader(name)
        if value is None:
            raise ProtocolError(f"{self._what}: the answer lacks {name}")
        return value

    def fill(self, buffer: bytearray | memoryview) -> None:
        """Fills all of a buffer, each time with a whole timeout to do it in."""
        self._deadline.renew()
        rest = memoryview(buffer)
        with translated(self._what, self._deadline.seconds):
            while rest:
                count = self._response.readinto(rest)
                if not count:
                    raise ConnectionLost(f"{self._what}: the answer ended {len(rest)} bytes early")
                rest = rest[count:]

    def has_more(self) -> bool:
        """Whether another byte comes; waits for it."""
        self._deadline.renew()
        with translated(self._what, self._deadline.seconds):
            return bool(self._response.peek(1))

    def rest(self, limit: int = LARGEST_BODY) -> bytes:
        """All that is left, which may be `limit` bytes."""
        with translated(self._what, self._deadline.seconds):
            body = self._response.read(limit + 1)
            # A read of so many bytes takes an early end for the end.
            if self._response.length:
                raise ConnectionLost(
                    f"{self._what}: the answer ended {self._response.length} bytes early")
        if len(body) > limit:
            raise ProtocolError(f"{self._what}: the answer has more than {limit} bytes")
        return body

    @property
    def is_read(self) -> bool:
        return self._response.isclosed()


class Transport:
    """Asks one server; any thread may ask at any time."""

    def __init__(self, url: str, token: str | None = None, timeout: float = 30) -> None:
        parts = urllib.parse.urlsplit(url if "//" in url else f"//{url}", "http")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url} is not the address of a server, like http://127.0.0.1:8080")
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self.timeout = timeout
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._parts = parts
        self._kept: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def get(self, path: str, query: Query | None = None) -> bytes:
        with self.ask(path, query) as answer:
            return answer.rest()

    def json(self, path: str, query: Query | None = None) -> Any:
        return _documents.parse(self.get(path, query), f"the answer to {path}")

    @contextlib.contextmanager
    def ask(self, path: str, query: Query | None = None) -> Iterator[Answer]:
        """An answer to read from; what refuses it is raised here."""
        target = self._target(path, query)
        what, deadline = f"GET {self.url}{target}", Deadline(self.timeout)
        with translated(what, self.timeout):
            connection, response = self._begin(target, deadline)
        answer = Answer(response, what, deadline)
        try:
            if response.status != 200:
                raise _refusal(what, response.status, answer)
            yield answer
        finally:
            self._keep(connection, answer)

    def close(self) -> None:
        with self._lock:
            kept, self._kept = self._kept, []
        for connection in kept:
            connection.close()

    def _target(self, path: str, query: Query | None) -> str:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        return path + (f"?{urllib.parse.urlencode(given)}" if given else "")

    def _begin(self, target: str, deadline: Deadline,
               ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        with self._lock:
            kept = self._kept.pop() if self._kept else None
        if kept:
            with contextlib.suppress(*GONE):
                return kept, self._send(kept, target, deadline)
            kept.close()
        fresh = self._connection()
        return fresh, self._send(fresh, target, deadline)

    def _connection(self) -> http.client.HTTPConnection:
        secure = self._parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        assert self._parts.hostname
        return kind(self._parts.hostname, self._parts.port)

    def _send(self, connection: http.client.HTTPConnection, target: str, deadline: Deadline,
              ) -> http.client.HTTPResponse:
        connection.timeout = deadline.left
        try:
            if connection.sock:
                connection.sock.settimeout(deadline.left)
            connection.response_class = _timed(deadline)
            connection.request("GET", self._parts.path.rstrip("/") + target, headers=self.headers)
            return connection.getresponse()
        except BaseException:
            connection.close()
            raise

    def _keep(self, connection: http.client.HTTPConnection, answer: Answer) -> None:
        """Keeps a connection for the next request, unless its answer is left unread."""
        if answer.is_read and connection.sock:
            with self._lock:
                self._kept.append(connection)
        else:
            connection.close()


def _timed(deadline: Deadline) -> Any:
    def response(sock: socket.socket, *arguments: Any, **options: Any) -> http.client.HTTPResponse:
        readable: Any = _Readable(sock, deadline)
        return http.client.HTTPResponse(readable, *arguments, **options)
    return response


@contextlib.contextmanager
def translated(what: str, timeout: float) -> Iterator[None]:
    """Has what goes wrong on the way be of the one tree of errors."""
    try:
        yield
    except VernierError:
        raise
    except TimeoutError:
        raise TimedOut(f"{what}: no answer within {timeout:g} s") from None
    except http.client.IncompleteRead:
        raise ConnectionLost(f"{what}: the server ended in the middle of its answer") from None
    except (OSError, http.client.RemoteDisconnected) as error:
        raise ConnectionLost(f"{what}: {error}") from error
    except (http.client.HTTPException, ValueError) as error:
        raise ProtocolError(f"{what}: this is not HTTP as a server speaks it: {error!r:.100}") from error


def _refusal(what: str, status: int, answer: Answer) -> VernierError:
    """The error that an answer other than 200 stands for."""
    if status < 400:
        return ProtocolError(f"{what}: answered with {status}")
    try:
        problem = _documents.document(_documents.parse(answer.rest(1 << 16), "the refusal"), "it")
    except ProtocolError:
        problem = {}
    title, detail = (str(problem.get(name, "no reason is given")) for name in ("title", "detail"))
    return KINDS.get(status, RequestError)(what, status, title, detail)
