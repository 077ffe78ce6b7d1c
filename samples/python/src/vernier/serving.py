"""Starts the program, waits until it serves, and sees to its end."""
import collections
import contextlib
import os
import re
import shutil
import subprocess
import threading
import weakref
from collections.abc import Sequence
from typing import IO

from .errors import StartError, TimedOut
from .server import Server

READY = re.compile(r"(http://\S+:\d+)")
DRAIN = 10  # seconds that it may take to end, before it is made to


class LocalServer(Server):
    """A `vernier serve` of our own, which ends with `close`, with this object, and with Python."""

    def __init__(self, command: Sequence[str], token: str | None, timeout: float) -> None:
        self._program = _Program(command)
        self._ending = weakref.finalize(self, self._program.stop)
        try:
            super().__init__(self._program.address(timeout), token, timeout)
        except BaseException:
            self._ending()
            raise

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._program.process.pid

    def close(self) -> None:
        """Ends the program, and waits until it is gone."""
        super().close()
        self._ending()


class _Program:
    """The process, what it says, and the address that it says it serves at."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, errors="replace")
        except OSError as error:
            raise StartError(f"{command[0]} cannot be started: {error}") from error
        self._watcher = _watcher(self.process.pid)
        self._said: collections.deque[str] = collections.deque(maxlen=20)
        self._settled, self._address = threading.Event(), ""
        assert self.process.stdout
        threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()

    def address(self, timeout: float) -> str:
        """Where it serves, as soon as it does."""
        if not self._settled.wait(timeout):
            raise TimedOut(f"{self.process.args!r} does not serve after {timeout:g} s")
        if not self._address:
            raise StartError(f"{self.process.args!r} ended before it served: {''.join(self._said)}")
        return self._address

    def stop(self) -> None:
        self._watcher.kill()
        self._watcher.communicate()
        self.process.terminate()
        try:
            self.process.wait(DRAIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _listen(self, output: IO[str]) -> None:
        with output, contextlib.suppress(ValueError):
            for line in output:
                self._said.append(line)
                if not self._address and (found := READY.search(line)):
                    self._address = found[1]
                    self._settled.set()
        self._settled.set()


def _watcher(pid: int) -> subprocess.Popen[bytes]:
    """Ends the process when Python ends without a chance to, as the pipe between both shows."""
    script = "read -r _; kill -TERM \"$0\""
    return subprocess.Popen(["/bin/sh", "-c", script, str(pid)], stdin=subprocess.PIPE,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            start_new_session=True)


def find_program(program: str | os.PathLike[str] | None = None) -> str:
    """The program: this one, else what `VERNIER` names, else the one in `PATH`."""
    wanted = os.fspath(program or os.environ.get("VERNIER") or "vernier")
    if found := shutil.which(wanted):
        return found
    raise StartError(f"there is no program {wanted}: install vernier, or name it in the "
                     "environment as VERNIER or here as program=…")


def serve(*paths: str | os.PathLike[str], program: str | os.PathLike[str] | None = None,
          port: int = 0, options: Sequence[str] = (), token: str | None = None,
          timeout: float = 30) -> LocalServer:
    """Serves files and folders of them on the loopback, at a port that the system chooses.

    `options` are further ones of `vernier serve`, such as a `--token-file`, of which `token` is
    one; `timeout` is how many seconds the start and any answer may take. Use it in a `with`, or
    call `close`.
    """
    if not paths:
        raise ValueError("a server needs at least one file or folder to serve")
    command = [find_program(program), "serve", "--port", str(port), *options]
    return LocalServer([*command, *(os.path.abspath(path) for path in paths)], token, timeout)
