"""Ready players for `vernier.exact`, each as its users seek; their libraries load when used."""
import base64
import importlib
import os
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

from . import _arrays
from .clip import Clip
from .errors import MissingPackage

if TYPE_CHECKING:
    from .index import Index

Path = str | os.PathLike[str]


def _library(name: str, package: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingPackage(f"this player needs {package}: pip install {package}") from error


class Vernier:
    """Vernier itself, for comparison."""

    name = "Vernier"

    def __init__(self, clip: Clip) -> None:
        self._clip = clip

    def __call__(self, number: int) -> Any:
        return self._clip[number].data


class OpenCV:
    """`VideoCapture`, which is set to the frame's number."""

    name = "OpenCV"

    def __init__(self, path: Path) -> None:
        self._cv2: Any = _library("cv2", "opencv-python-headless")
        self._capture = self._cv2.VideoCapture(os.fspath(path))

    def __call__(self, number: int) -> Any:
        self._capture.set(self._cv2.CAP_PROP_POS_FRAMES, number)
        there, picture = self._capture.read()
        if not there:
            raise LookupError("VideoCapture read nothing")
        return picture[:, :, ::-1]


class PyAV:
    """PyAV: a seek to the frame's time, then decoding up to the first frame not before it."""

    name = "PyAV"

    def __init__(self, path: Path, index: "Index") -> None:
        self._container = _library("av", "av").open(os.fspath(path))
        self._stream = self._container.streams.video[0]
        self._index = index

    def __call__(self, number: int) -> Any:
        pts = self._index[number].pts
        self._container.seek(pts, stream=self._stream)
        for frame in self._container.decode(self._stream):
            if frame.pts is not None and frame.pts >= pts:
                return frame.to_ndarray(format="rgb24")
        raise LookupError("decoding ended before this frame")


class TorchCodec:
    """torchcodec's `VideoDecoder`, by number."""

    name = "torchcodec"

    def __init__(self, path: Path, **options: Any) -> None:
        decoders = _library("torchcodec.decoders", "torchcodec")
        self._decoder = decoders.VideoDecoder(os.fspath(path), dimension_order="NHWC", **options)

    def __call__(self, number: int) -> Any:
        return self._decoder[number].numpy()


# Resolves with the pixels of what is on the screen once the seek has been shown.
SEEK = """([video, time, limit]) => new Promise((done, failed) => {
  setTimeout(() => failed(new Error(`no picture within ${limit} s`)), 1000 * limit);
  const give = () => {
    const canvas = document.createElement('canvas');
    const width = Math.min(video.videoWidth, 480);
    Object.assign(canvas, { width, height: Math.round(video.videoHeight * width / video.videoWidth) });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32768) {
      text += String.fromCharCode(...data.subarray(at, at + 32768));
    }
    done([canvas.width, canvas.height, btoa(text)]);
  };
  if (video.error) failed(new Error(video.error.message));
  video.onseeked = () => requestAnimationFrame(() => requestAnimationFrame(give));
  video.onerror = () => failed(new Error(video.error.message));
  video.currentTime = time;
})"""

LOAD = """([source, limit]) => new Promise((done, failed) => {
  setTimeout(() => failed(new Error(`not loaded within ${limit} s`)), 1000 * limit);
  document.querySelector('video')?.remove();
  const video = document.createElement('video');
  Object.assign(video, { muted: true, preload: 'auto', crossOrigin: 'anonymous', src: source });
  video.onloadeddata = () => done(video);
  video.onerror = () => failed(new Error(video.error.message));
  document.body.append(video);
})"""


class Video:
    """A browser's `<video>`: `currentTime` is set to the middle of the frame's time, by the clock
    of the stream. After an error the file is loaded anew.

    `page` is one of Playwright's synchronous interface, on the origin that `source` is of; without
    `source` it loads the file from the clip's own server. What takes longer than `timeout` seconds is
    an error: of some files a browser says neither that it can play them nor that it cannot.
    """

    def __init__(self, page: Any, clip: Clip, source: str | None = None, timeout: float = 10) -> None:
        self.name = f"{page.context.browser.browser_type.name} <video>"
        self._page, self._index, self._timeout = page, clip.index, timeout
        if source is None:
            # An empty page of the same origin: the server's own ones may load no more than they do.
            empty = f"{clip.url}/empty"
            page.route(empty, lambda route: route.fulfill(
                body="<!doctype html><body>", content_type="text/html"))
            page.goto(empty)
            source = f"{clip.path}/file"
        self._source = source
        self._video = self._load()

    def __call__(self, number: int) -> Any:
        entry = self._index[number]
        middle = (entry.pts + entry.duration / 2) * float(self._index.timebase)
        try:
            seek = [self._video, middle, self._timeout]
            width, height, pixels = self._page.evaluate(SEEK, seek)
        except Exception:
            self._video = self._load()
            raise
        return _arrays.pixels(base64.b64decode(pixels), (height, width, 4))[:, :, :3]

    def _load(self) -> Any:
        return self._page.evaluate_handle(LOAD, [self._source, self._timeout])


class Unable:
    """Stands for a player that could not open the file: it has none of its frames."""

    def __init__(self, name: str, error: Exception) -> None:
        self.name, self._reason = name, (str(error) or type(error).__name__).splitlines()[0]

    def __call__(self, number: int) -> Any:
        raise LookupError(self._reason)


def made(name: str, make: "Callable[[], Callable[[int], Any]]") -> "Callable[[int], Any]":
    """A player, or what stands for one that cannot open the file."""
    try:
        return make()
    except MissingPackage:
        raise
    except Exception as error:
        return Unable(name, error)


def each(path: Path, clip: Clip) -> "Iterator[tuple[str, Callable[[int], Any]]]":
    """Those of the players above that are installed here, but for the browser's."""
    makers: dict[str, Callable[[], Callable[[int], Any]]] = {
        Vernier.name: lambda: Vernier(clip), OpenCV.name: lambda: OpenCV(path),
        PyAV.name: lambda: PyAV(path, clip.index), TorchCodec.name: lambda: TorchCodec(path)}
    for name, make in makers.items():
        try:
            yield name, made(name, make)
        except MissingPackage:
            continue
