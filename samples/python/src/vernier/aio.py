"""The same for asyncio: what waits is awaited, and runs in a thread meanwhile.

    async with await vernier.aio.serve("film.mp4") as server:
        clip = await server.open()
        frame = await clip.get_frame_at(120)
        async for frame in clip: ...

What needs no waiting, such as `clip.sync.timebase`, is on the twin that is not asynchronous, `sync`.
"""
import asyncio
import os
from collections.abc import AsyncIterator, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from . import clip, index, messages, scrub, server
    from .frames import Frame, FrameBatch


class Server:
    """What `await vernier.aio.connect(…)` gives."""

    def __init__(self, sync: "server.Server") -> None:
        self.sync = sync

    async def media(self) -> "list[server.Medium]":
        return await asyncio.to_thread(lambda: self.sync.media)

    async def open(self, name: str | None = None, **options: Any) -> "Clip":
        opened = await asyncio.to_thread(self.sync.open, name, **options)
        await asyncio.to_thread(lambda: opened.index)
        return Clip(opened)

    async def close(self) -> None:
        await asyncio.to_thread(self.sync.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await self.close()


class Clip:
    """What `await server.open(…)` gives; several tasks may ask it for frames at once."""

    def __init__(self, sync: "clip.Clip") -> None:
        self.sync = sync

    def __len__(self) -> int:
        return len(self.sync)

    @property
    def index(self) -> "index.Index":
        return self.sync.index

    async def at(self, *, seconds: float | None = None, timecode: str | None = None,
                 position: float | None = None) -> "Frame":
        return await asyncio.to_thread(
            self.sync.at, seconds=seconds, timecode=timecode, position=position)

    async def get_frame_at(self, index: int) -> "Frame":
        return await asyncio.to_thread(self.sync.get_frame_at, index)

    async def get_frames_at(self, indices: Iterable[int]) -> "FrameBatch":
        return await asyncio.to_thread(self.sync.get_frames_at, list(indices))

    async def get_frames_in_range(self, start: int, stop: int, step: int = 1) -> "FrameBatch":
        return await asyncio.to_thread(self.sync.get_frames_in_range, start, stop, step)

    async def get_frame_played_at(self, seconds: float) -> "Frame":
        return await asyncio.to_thread(self.sync.get_frame_played_at, seconds)

    async def get_frames_played_at(self, seconds: Iterable[float]) -> "FrameBatch":
        return await asyncio.to_thread(self.sync.get_frames_played_at, list(seconds))

    async def get_frames_played_in_range(self, start_seconds: float, stop_seconds: float,
                                         ) -> "FrameBatch":
        return await asyncio.to_thread(
            self.sync.get_frames_played_in_range, start_seconds, stop_seconds)

    async def frames(self, start: int = 0, stop: int | None = None, step: int = 1,
                     ) -> "AsyncIterator[Frame]":
        """Those frames one after the other, as they are decoded, in one request."""
        following = self.sync.frames(start, stop, step)
        try:
            while (frame := await asyncio.to_thread(next, following, None)) is not None:
                yield frame
        finally:
            await asyncio.to_thread(getattr(following, "close"))

    def __aiter__(self) -> "AsyncIterator[Frame]":
        return self.frames()

    async def scrub(self, **options: Any) -> "Scrub":
        return Scrub(await asyncio.to_thread(self.sync.scrub, **options))


class Scrub:
    """What `await clip.scrub()` gives; one task at a time uses it."""

    def __init__(self, sync: "scrub.Scrub") -> None:
        self.sync = sync

    @property
    def state(self) -> "messages.State":
        return self.sync.state

    async def configure(self, **changes: Any) -> Any:
        return await asyncio.to_thread(self.sync.configure, **changes)

    async def begin(self, x: float, y: float = 0, **options: Any) -> "Gesture":
        return Gesture(await asyncio.to_thread(self.sync.begin, x, y, **options))

    async def seek(self, **to: Any) -> "messages.State":
        return await asyncio.to_thread(self.sync.seek, **to)

    async def proof(self) -> "messages.Proof":
        return await asyncio.to_thread(self.sync.proof)

    async def replay(self, trace: str | os.PathLike[str]) -> "scrub.Replay":
        return await asyncio.to_thread(self.sync.replay, trace)

    async def close(self) -> None:
        await asyncio.to_thread(self.sync.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await self.close()


class Gesture:
    """A drag under way; leaving its `async with` lets go, an error in it cancels."""

    def __init__(self, sync: "scrub.Gesture") -> None:
        self.sync = sync

    async def move(self, x: float, y: float = 0) -> int:
        return await asyncio.to_thread(self.sync.move, x, y)

    async def end(self) -> "messages.State":
        return await asyncio.to_thread(self.sync.end)

    async def cancel(self) -> "messages.State":
        return await asyncio.to_thread(self.sync.cancel)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await asyncio.to_thread(self.sync.__exit__, kind, error, trace)


async def connect(url: str, *, token: str | None = None, timeout: float = 30) -> Server:
    """A server that runs already."""
    from .server import connect as connect_now
    return Server(await asyncio.to_thread(connect_now, url, token=token, timeout=timeout))


async def serve(*paths: str | os.PathLike[str], **options: Any) -> Server:
    """Starts the program; the options are those of `vernier.serve`."""
    from .serving import serve as serve_now
    return Server(await asyncio.to_thread(serve_now, *paths, **options))
