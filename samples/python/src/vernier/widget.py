"""A clip in a notebook: the bar and the picture of the page, in Jupyter, VS Code and marimo.

    widget = vernier.widget.Scrubber(clip)
    widget                       # drag it; I and O mark from a frame to another
    widget.frame, widget.position, widget.marks

Everything goes through the notebook's own connection: its browser need not reach the server.
"""
import threading
from typing import Any

try:
    import anywidget
    import traitlets
except ImportError as error:
    from .errors import MissingPackage
    raise MissingPackage("the widget needs anywidget: pip install 'vernier-client[widget]'") from error

from ._bundle import bundle
from ._http import Deadline
from .clip import Clip
from .errors import ConnectionLost, ScrubError, TimedOut
from .messages import Preview, State
from .scrub import Gesture, Scrub

# A server asks an idle client for a sign of life long before.
PATIENCE = 24 * 3600


class Scrubber(anywidget.AnyWidget):  # type: ignore[misc]
    """The widget. Setting `frame` or `position` goes there; `marks` are `{name, first, last}`, of
    frames, both of which a mark covers. `error` is what went wrong last, in words."""

    frame = traitlets.Int(0).tag(sync=True)
    position = traitlets.Float(0.0).tag(sync=True)
    marks = traitlets.List(traitlets.Dict()).tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    _esm = traitlets.Unicode().tag(sync=True)
    _media = traitlets.Dict().tag(sync=True)
    _segments = traitlets.Unicode("").tag(sync=True)
    _timecode = traitlets.Unicode("").tag(sync=True)
    # How often the playhead has come to rest, as the browser counts it: marimo runs cells again for
    # what the browser has changed, and for nothing else.
    _rests = traitlets.Int(0).tag(sync=True)

    def __init__(self, clip: Clip, width: int = 640, **options: Any) -> None:
        self.clip = clip
        self._scrub = Scrub(clip.transport, clip, width=width, acknowledges=False)
        self._gesture: Gesture | None = None
        self._last: Preview | None = None
        names = ("kind", "name", "width", "height", "cover", "frames", "duration")
        super().__init__(_esm=bundle(clip.page_file), **options,
                         _media={name: clip.details.get(name) for name in names})
        self._show(self._scrub.state)
        self.observe(self._go, ["frame", "position"])
        self.observe(self._draw_marks, "marks")
        self.on_msg(self._hear)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def close(self) -> None:
        """Takes the widget away, and ends its session."""
        self._scrub.close()
        super().close()

    def _hear(self, _: Any, message: dict[str, Any], __: Any) -> None:
        """What the elements report."""
        try:
            self._pass_on(dict(message))
        except (ConnectionLost, TimedOut) as error:
            self.error = str(error)

    def _pass_on(self, message: dict[str, Any]) -> None:
        kind = message.pop("type")
        if kind == "begin":
            self._gesture = self._scrub.begin(**message)
        elif kind == "move" and self._gesture:
            self._gesture.move_through(message["samples"])
        elif kind in ("end", "cancel") and self._gesture:
            self._scrub.numbered(kind, gesture=self._gesture.number)
            self._gesture = None
        elif kind == "seek":
            self._scrub.numbered("seek", to=message["to"])
        elif kind == "painted":
            self._scrub.painted(message["seq"])
        elif kind == "shown" and self._last:
            self._send_picture(self._last)

    def _listen(self) -> None:
        """Shows what the server says, until the session ends."""
        try:
            while True:
                message = self._scrub.receive(Deadline(PATIENCE))
                if isinstance(message, State):
                    self._show(message)
                elif isinstance(message, Preview):
                    self._send_picture(message)
                elif isinstance(message, ScrubError):
                    self.error = str(message)
        except (ConnectionLost, TimedOut) as error:
            self.error = str(error)

    def _show(self, state: State) -> None:
        with self.hold_sync():
            self._timecode = state.target.timecode
            self.frame, self.position = state.target.frame or 0, state.position

    def _send_picture(self, picture: Preview) -> None:
        self._last = picture
        fields = {**picture._asdict(), "type": "preview", "pts": str(picture.pts)}
        self.send(fields, [fields.pop("data")])

    def _go(self, change: Any) -> None:
        """Goes where the notebook's own code says; where the server says it is, it is already."""
        if threading.current_thread() is not self._listener:
            self._scrub.numbered("seek", to={change.name: change.new})

    def _draw_marks(self, _: Any) -> None:
        index = self.clip.index
        start, length = index[0].pts, index.end - index[0].pts
        ends = [(index[one["first"]], index[one["last"]]) for one in self.marks]
        self._segments = ", ".join(
            f"{(first.pts - start) / length} {(last.pts + last.duration - start) / length}"
            for first, last in ends)
