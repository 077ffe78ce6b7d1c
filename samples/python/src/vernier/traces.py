"""Traces: what one client sent, in the JSON Lines that `vernier replay` reads."""
import json
import os
import time
from collections.abc import Iterator, Mapping
from typing import Any

from . import _documents
from .errors import ProtocolError

# What says only that a picture was seen, or names a session that is gone, is no part of a trace.
LEFT_OUT = ("painted",)


class Recorder:
    """Writes messages with the time when they were sent."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._file = open(path, "w", encoding="utf-8")
        self._began = time.monotonic()

    def write(self, message: Mapping[str, Any]) -> None:
        at = round((time.monotonic() - self._began) * 1000, 1)
        fields = {"media": ""} if message["type"] == "open" else {}
        self._file.write(json.dumps({"at": at, **message, **fields}) + "\n")

    def close(self) -> None:
        self._file.close()


def read_trace(path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    """The messages of a trace."""
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            what = f"line {number} of {os.fspath(path)}"
            message = dict(_documents.document(_documents.parse(line, what), what))
            if not isinstance(message.get("type"), str):
                raise ProtocolError(f"{what} has no type")
            if message["type"] in ("end", "cancel", "seek"):
                _documents.field(message, "seq", int, 0)
            message.pop("at", None)
            if message["type"] not in LEFT_OUT:
                yield message
