"""Does what systemd does: passes a socket on, waits for notifications, restarts what hangs."""
import os
import pathlib
import signal
import socket
import subprocess
import time

from kit import PATIENCE, ROOT, VERNIER


class Supervisor:
    """One node, as `vernier.service` and `vernier.socket` have systemd run it."""

    def __init__(self, folder, paths, watchdog=2.0):
        self.folder = pathlib.Path(folder)
        self.file = self.folder / 'node.sock'
        self.paths = [str(path) for path in paths]
        self.watchdog = watchdog
        self.heard, self.starts = [], 0
        self.process = None
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.file))
        self.listener.listen()
        self.notifications = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notifications.bind(str(self.folder / 'notify'))

    def start(self):
        """Starts the program; the socket is its descriptor 3, as its variables say."""
        environment = {**os.environ, 'NOTIFY_SOCKET': str(self.folder / 'notify'),
                       'WATCHDOG_USEC': str(int(self.watchdog * 1e6)), 'LISTEN_FDS': '1'}
        # Only the shell that becomes the program knows its number.
        script = f'exec 3<&{self.listener.fileno()}; LISTEN_PID=$$ WATCHDOG_PID=$$ exec "$0" "$@"'
        command = [VERNIER, 'serve', '--web', str(ROOT / 'web'), *self.paths]
        with open(self.folder / 'out', 'ab') as out:
            self.process = subprocess.Popen(
                ['bash', '-c', script, *command], env=environment, stdout=out, stderr=out,
                pass_fds=[self.listener.fileno()])
        self.starts += 1
        return self

    def hear(self, timeout):
        """The next word, or nothing when none comes in time."""
        self.notifications.settimeout(timeout)
        try:
            word = self.notifications.recv(4096).decode()
        except TimeoutError:
            return None
        self.heard.append(word)
        return word

    def wait_for(self, word):
        deadline = time.monotonic() + PATIENCE
        while self.hear(0.1) != word:
            assert time.monotonic() < deadline, f'{word} is not in {self.heard}: {self.said}'

    def watch(self, until):
        """Looks after the program until something holds, and starts it anew when it hangs."""
        deadline = time.monotonic() + 3 * PATIENCE
        while not until():
            assert time.monotonic() < deadline, self.said
            if self.hear(self.watchdog) is None:
                self.process.send_signal(signal.SIGABRT)
                self.process.wait(PATIENCE)
                self.start()

    @property
    def said(self):
        return (self.folder / 'out').read_text()

    def stop(self):
        """Ends the program, and returns its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.listener.close()
        self.notifications.close()
        return self.process.wait()
