"""The plugin for pytest: a server for the marked file, and results in the reports.

    @pytest.mark.vernier("film.mp4")
    def test_my_player_is_exact(vernier_clip):
        vernier.exact.assert_exact(my_player, vernier_clip, frames=50, seed=1)
"""
import os
import pathlib
import re
from collections.abc import Iterator

import pytest

from . import exact
from .clip import Clip
from .server import Server
from .serving import serve


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("vernier", "frames of media, exactly")
    group.addoption("--vernier-sheets", metavar="DIR",
                    help="writes a picture of the differences of each inexact player into DIR")
    group.addoption("--vernier-program", metavar="PROGRAM",
                    help="the program to start; the one in VERNIER or in PATH by default")
    group.addoption("--vernier-url", metavar="URL",
                    help="a server to use instead, which has the marked files by their names")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "vernier(file, stream=None): the media file that vernier_clip is of, as seen "
        "from the folder of the test's file")


@pytest.fixture(scope="session")
def _vernier_servers(pytestconfig: pytest.Config) -> "Iterator[dict[pathlib.Path, Server]]":
    servers: dict[pathlib.Path, Server] = {}
    yield servers
    for server in set(servers.values()):
        server.close()


@pytest.fixture
def vernier_path(request: pytest.FixtureRequest) -> pathlib.Path:
    """The marked file."""
    mark = _mark(request)
    return pathlib.Path(request.path.parent, os.fspath(mark.args[0])).resolve()


@pytest.fixture
def vernier_server(request: pytest.FixtureRequest, vernier_path: pathlib.Path,
                   _vernier_servers: "dict[pathlib.Path, Server]") -> Server:
    """A server of the marked file; tests of the same file share it."""
    url = request.config.getoption("--vernier-url")
    if vernier_path not in _vernier_servers:
        program = request.config.getoption("--vernier-program")
        _vernier_servers[vernier_path] = Server(url) if url else serve(vernier_path, program=program)
    return _vernier_servers[vernier_path]


@pytest.fixture
def vernier_clip(request: pytest.FixtureRequest, vernier_server: Server,
                 vernier_path: pathlib.Path) -> Clip:
    """The marked file as a clip."""
    return vernier_server.open(vernier_path.name, stream=_mark(request).kwargs.get("stream"))


@pytest.fixture(autouse=True)
def _vernier_results(request: pytest.FixtureRequest) -> Iterator[None]:
    """Puts what `assert_exact` finds into the test's properties, which JUnit XML holds."""
    def note(result: exact.Result) -> None:
        what = f"vernier.{result.player}.{result.clip}"
        properties = request.node.user_properties
        properties.append((f"{what}.frames", len(result.verdicts)))
        properties.append((f"{what}.wrong", ", ".join(map(str, result.wrong)) or 0))
        folder = request.config.getoption("--vernier-sheets")
        if result.sheet and folder:
            properties.append((f"{what}.sheet", _keep(folder, request.node.name, result)))

    exact.listeners.append(note)
    yield
    exact.listeners.remove(note)


def _keep(folder: str, test: str, result: exact.Result) -> str:
    assert result.sheet
    name = re.sub(r"[^\w.-]+", "-", f"{test}-{result.player}-{result.clip}").strip("-")
    path = pathlib.Path(folder, f"{name}.png")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(result.sheet)
    return str(path)


def _mark(request: pytest.FixtureRequest) -> pytest.Mark:
    mark: pytest.Mark | None = request.node.get_closest_marker("vernier")
    if mark is None or not mark.args:
        raise pytest.UsageError(f"{request.node.nodeid} asks for a clip: mark it with "
                                "@pytest.mark.vernier(\"film.mp4\")")
    return mark
