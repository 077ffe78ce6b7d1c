"""A relay before a server whose connections a test can reset, as a network does that fails."""
import contextlib
import socket
import struct
import threading

RESET = struct.pack('ii', 1, 0)  # SO_LINGER of no seconds: what was not read is lost


class Relay:
    """Carries bytes between its clients and a port of this machine, until it cuts them off."""

    def __init__(self):
        self.port = None
        self.drops = False
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.host = f'127.0.0.1:{self.listener.getsockname()[1]}'
        self.sockets = []

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.refuse()
        self.cut()

    def refuse(self):
        """Takes no further connections."""
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def drop(self):
        """Takes connections and closes them at once, as the port of a process does that is killed."""
        self.drops = True

    def cut(self):
        """Resets all connections, on both sides."""
        sockets, self.sockets = self.sockets, []
        for one in sockets:
            with contextlib.suppress(OSError):
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                one.shutdown(socket.SHUT_RD)  # who reads it lets go
            one.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                if self.drops:
                    client.close()
                    continue
                there = socket.create_connection(('127.0.0.1', self.port))
                self.sockets += [client, there]
                for pair in ((client, there), (there, client)):
                    threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
