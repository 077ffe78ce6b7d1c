"""A server: the media it has, and whether it fits this client."""
import re
from types import TracebackType
from typing import NamedTuple, Self

from . import _documents
from ._documents import field
from ._http import Transport
from ._version import API, VERSION
from .clip import Clip
from .errors import UnknownMedia, VersionError

RAW = "/api/v1/media/{id}/frames/{frame}.raw"


class Medium(NamedTuple):
    """A file that the server can open."""

    id: str
    name: str
    bytes: int


class Server:
    """What `vernier.connect(…)` gives. Any thread may use it at any time."""

    def __init__(self, url: str, token: str | None = None, timeout: float = 30) -> None:
        self._transport = Transport(url, token, timeout)
        try:
            self.version = self._check_version()
        except BaseException:
            self._transport.close()
            raise

    @property
    def url(self) -> str:
        return self._transport.url

    @property
    def media(self) -> list[Medium]:
        """The files that can be opened now."""
        listed = _documents.document(self._transport.json("/api/v1/media"), "the list of media")
        return [Medium(field(one, "id", str), field(one, "name", str), field(one, "bytes", int, 0))
                for one in _documents.items(listed.get("media"), "media")]

    def open(self, name: str | None = None, *, stream: int | None = None, format: str | None = "rgb24",
             timeout: float = 300) -> Clip:
        """Opens a medium by its name or id, or the only one; waits until all of it is indexed.

        `stream` picks another of its streams. `format` is that of the pixels, `rgb24`, `rgb48le` or
        `gray`, and None for planes as they were decoded. `timeout` is for the index of a file that is opened for the first time.
        """
        id = self._find(name)
        path, query = f"/api/v1/media/{id}", {"stream": stream}
        details = _documents.document(self._transport.json(path, query), "a medium")
        state = _documents.document(details.get("index"), "index").get("state")
        if state != "complete":
            from ._socket import await_index
            await_index(self._transport, id, stream, timeout)
            details = _documents.document(self._transport.json(path, query), "a medium")
        return Clip(self._transport, details, format)

    def close(self) -> None:
        """Closes the connections that are kept; a later request opens others."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def _find(self, name: str | None) -> str:
        if name and re.fullmatch("[0-9a-f]{32}", name):
            return name
        media = self.media
        found = [one for one in media if name is None or one.name == name]
        if len(found) == 1:
            return found[0].id
        there = ", ".join(sorted(one.name for one in media[:20])) or "nothing"
        raise UnknownMedia(f"open {name or 'the only medium'}", 404, "Unknown media",
                           f"{len(found)} media are called so; there is {there}")

    def _check_version(self) -> str:
        """The version of the server's interface, which has to be one that this client speaks."""
        document = self._transport.json("/api/openapi.json")
        described = _documents.document(document, "the description of the interface")
        version = field(_documents.document(described.get("info"), "info"), "version", str)
        lacks = RAW not in _documents.document(described.get("paths"), "paths")
        if version.split(".")[0] != API.split(".")[0] or lacks:
            what = f"has interface {version}" + (", without frames as they are decoded" * lacks)
            raise VersionError(f"the server at {self.url} {what}; vernier-client {VERSION} needs "
                               f"interface {API}: use a client and a server of the same release")
        return version


def connect(url: str, *, token: str | None = None, timeout: float = 30) -> Server:
    """A server that runs already; `timeout` is how many seconds any answer may take."""
    return Server(url, token, timeout)
