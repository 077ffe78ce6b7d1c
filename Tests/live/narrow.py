"""A way to a server on a socket in the file system that carries so many bytes a second."""
import contextlib
import socket
import threading
import time


class Narrow:
    """Listens at one path for those who want to reach another; all of them share the rate."""

    def __init__(self, path, there, rate):
        self.path, self.there, self.rate = path, there, rate
        self.carried = 0
        self.free = time.monotonic()  # when all that was let through will have passed
        self.lock = threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def address(self):
        return f'unix:{self.path}'

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                here, _ = self.listener.accept()
                there = socket.socket(socket.AF_UNIX)
                with contextlib.suppress(OSError):
                    there.connect(str(self.there))
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        """Passes on what comes, until one side ends, which ends the other."""
        with contextlib.suppress(OSError):
            while data := one.recv(16384):
                self.let_through(len(data))
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def let_through(self, count):
        """Waits until so many bytes have passed, after all others."""
        with self.lock:
            now = time.monotonic()
            self.free = max(self.free, now) + count / self.rate
            pause, self.carried = self.free - now, self.carried + count
        time.sleep(pause)
