"""All that can go wrong, as one tree: `except vernier.VernierError` catches each of them."""


class VernierError(Exception):
    """What failed, on what, and what to do."""


class StartError(VernierError):
    """The program `vernier` was not found, or ended before it served."""


class ConnectionLost(VernierError):
    """The server is out of reach, or ended before its answer did."""


class TimedOut(VernierError, TimeoutError):
    """What was asked did not come in time."""


class VersionError(VernierError):
    """The client and the server do not fit each other; the message names the versions of both."""


class ProtocolError(VernierError):
    """An answer is not one that a Vernier server gives."""


class FrameIndexError(VernierError, IndexError):
    """A frame, a time or a position that the clip does not have; `count` is how many it has."""

    def __init__(self, message: str, count: int) -> None:
        super().__init__(message)
        self.count = count


class RequestError(VernierError):
    """A request that the server refused: `status`, `title` and `detail` of its answer."""

    def __init__(self, what: str, status: int, title: str, detail: str) -> None:
        super().__init__(f"{what}: {status} {title}: {detail}")
        self.status, self.title, self.detail = status, title, detail


class AccessDenied(RequestError):
    """No token, or one that does not let in."""


class UnknownMedia(RequestError):
    """No medium, or none of this name, or nothing at this address."""


class Replaced(RequestError):
    """The file is another one since the clip was opened: open it again."""


class Busy(RequestError):
    """The server has no room for another client now."""


class ScrubError(VernierError):
    """A message that the server refused: `code` is what a program goes by; `seq` may be None."""

    def __init__(self, code: str, message: str, seq: int | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.seq = code, seq


class MissingPackage(VernierError, ImportError):
    """An optional package is needed for this."""


KINDS: dict[int, type[RequestError]] = {
    401: AccessDenied, 403: AccessDenied, 404: UnknownMedia, 409: Replaced, 503: Busy,
}
