"""Any frame of a video by its number, exactly: a client of Vernier.

    with vernier.serve("film.mp4") as server:
        clip = server.open()
        clip[120].data, clip[-1], clip[100:200:5].data, clip.at(seconds=4.2)

`vernier.aio` has the same for asyncio, `vernier.exact` holds players against it, and
`vernier.widget` is for notebooks.
"""
from . import aio, exact, players
from ._version import VERSION as __version__
from .clip import Clip
from .errors import (
    AccessDenied, Busy, ConnectionLost, FrameIndexError, MissingPackage, ProtocolError, Replaced,
    RequestError, ScrubError, StartError, TimedOut, UnknownMedia, VernierError, VersionError,
)
from .frames import Frame, FrameBatch, Picture
from .index import Entry, Index
from .messages import Preview, Proof, State, Target
from .scrub import Gesture, Replay, Scrub
from .server import Medium, Server, connect
from .serving import LocalServer, serve

__all__ = [
    "AccessDenied", "Busy", "Clip", "ConnectionLost", "Entry", "Frame", "FrameBatch",
    "FrameIndexError", "Gesture", "Index", "LocalServer", "Medium", "MissingPackage", "Picture",
    "Preview", "Proof", "ProtocolError", "Replaced", "Replay", "RequestError", "Scrub", "ScrubError",
    "Server", "StartError", "State", "Target", "TimedOut", "UnknownMedia", "VernierError",
    "VersionError", "__version__", "aio", "connect",
    "exact", "players", "serve",
]
