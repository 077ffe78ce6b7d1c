"""A server behind a proxy: it listens on a socket in the file system."""
import http.client
import re
import socket

from kit import PATIENCE, Server


class FileConnection(http.client.HTTPConnection):
    """A connection to a socket in the file system."""

    def __init__(self, path):
        super().__init__('localhost', timeout=PATIENCE)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Node(Server):
    """A server that listens on a socket in the file system."""

    ready = re.compile('Listening on ')

    def __init__(self, file, paths, extra=(), **options):
        super().__init__(paths, extra=extra, **options)
        self.file = file

    @property
    def url(self):
        return f'http+unix:{self.file}'

    @property
    def place(self):
        return ['--socket', str(self.file)]

    def connection(self):
        return FileConnection(self.file)

    def metric(self, name):
        text = self.get('/metrics').body.decode()
        return int(re.search(rf'^vernier_{name} (\d+)$', text, re.M)[1])
