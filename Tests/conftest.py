"""What every test in Python can ask for: servers, the command line, real media."""
import os
import pathlib
import subprocess

import pytest

import turning
from behind import Nginx
from kit import CORPUS, LONG_PATIENCE, SAMPLES, VERNIER, Server


@pytest.fixture(scope='session', autouse=True)
def own_cache(tmp_path_factory):
    """Keeps indexes apart from the user's, and from those of the last run."""
    with pytest.MonkeyPatch.context() as patch:
        own_places(patch, tmp_path_factory)
        # Servers of media are on this machine, where no proxy of ours leads to.
        for name in [name for name in os.environ if name.lower().endswith('_proxy')]:
            patch.delenv(name)
        yield os.environ['XDG_CACHE_HOME']


@pytest.fixture(scope='session')
def server(tmp_path_factory):
    """A server of the samples, shared by all tests that leave it as they found it."""
    server = Server([SAMPLES], log=tmp_path_factory.mktemp('server') / 'log')
    yield server.start()
    assert server.stop() == 0 and not server.reports, server.complaints


@pytest.fixture(autouse=True)
def first_long_turn():
    """Notes in which test the loop of a server that others share was at work for too long."""
    yield
    if turning.NOTED:
        for server in Server.running:
            turning.watch(server)


@pytest.fixture
def serve(tmp_path, tmp_path_factory, monkeypatch):
    """Starts further servers: `serve(*paths, port=0, extra=[], …)`.

    They find nothing that another test had them decode.
    """
    own_places(monkeypatch, tmp_path_factory)
    yield from serving(tmp_path)


@pytest.fixture
def out(tmp_path):
    """Where exports go."""
    folder = tmp_path / 'exports'
    folder.mkdir()
    return folder


@pytest.fixture
def own_server(serve, out):
    """A server that exports, and that nobody else marks on."""
    return serve(SAMPLES, extra=['--export-dir', out])


@pytest.fixture(scope='module')
def serve_once(tmp_path_factory):
    """Starts servers that all tests of a module share, and nobody else's cache."""
    with pytest.MonkeyPatch.context() as patch:
        own_places(patch, tmp_path_factory)
        yield from serving(tmp_path_factory.mktemp('servers'))


def own_places(patch, tmp_path_factory):
    """Has servers keep what they keep where nobody else does."""
    for name in ('cache', 'state'):
        patch.setenv(f'XDG_{name.upper()}_HOME', str(tmp_path_factory.mktemp(name)))
    patch.delenv('STATE_DIRECTORY', raising=False)


def serving(folder):
    servers = []

    def start(*paths, port=0, extra=(), **options):
        log = folder / f'server{len(servers)}'
        servers.append(Server(paths, port, extra, log, **options))
        return servers[-1].start()

    yield start
    for server in servers:
        server.stop()
    assert not any(server.reports for server in servers), [one.complaints for one in servers]


@pytest.fixture(scope='session')
def nginx():
    """nginx in front of three nodes, shared by all tests that leave it as they found it."""
    yield from running(Nginx())


@pytest.fixture
def own_nginx():
    """nginx in front of three nodes, for one test."""
    yield from running(Nginx())


def running(nginx):
    try:
        yield nginx.start()
    finally:
        nginx.stop()


@pytest.fixture(scope='session')
def vernier():
    """Runs the command line: `vernier('index', path)` gives the finished process."""

    def run(*arguments, timeout=LONG_PATIENCE):
        command = [VERNIER, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout)

    return run


@pytest.fixture(scope='session')
def corpus():
    """The folder of real media, or a reason to skip."""
    if not CORPUS:
        pytest.skip('VERNIER_CORPUS names no folder of real media')
    return pathlib.Path(CORPUS)


def pytest_report_header():
    """Says what is made by chance is made from, at the head of each report."""
    return f'VERNIER_SEED={os.environ.get("VERNIER_SEED", 1)}'


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """Shows with a failing test what the servers complained of."""
    report = yield
    if report.failed:
        for server in Server.running:
            report.sections.append((f'stderr of {server.url}', server.complaints[-4000:]))
    return report
