"""A web server of the films, and a link to it that is as slow as links are."""
import asyncio
import contextlib
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request

from clips import FILMS
from processes import running

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path += [str(TESTS), str(TESTS / 'page')]
from behind import free_ports  # noqa: E402
from slow_link import SlowLink  # noqa: E402

CONFIGURATION = """
daemon off; master_process off; user root; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    sendfile on; keepalive_requests 100000;
    server {{ listen 127.0.0.1:{port}; root {films}; }}
}}
"""


@contextlib.contextmanager
def web_server():
    """nginx with the films, and the port that it listens on."""
    with tempfile.TemporaryDirectory() as folder:
        [port] = free_ports(1)
        text = CONFIGURATION.format(folder=folder, port=port, films=FILMS)
        path = pathlib.Path(folder, 'nginx.conf')
        path.write_text(text)
        with running('nginx', '-e', f'{folder}/error.log', '-c', path, stderr=subprocess.DEVNULL):
            for _ in range(200):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(f'http://127.0.0.1:{port}/', timeout=1).close()
                    break
                time.sleep(0.02)
            yield port


class Link(SlowLink):
    """A way to a port on which each byte takes `delay` seconds, and all of one direction together
    no more than `bits` a second; counts what has come from there.
    """

    PIECE = 16384

    def __init__(self, there, delay, bits):
        super().__init__(delay, bits)
        self.there = there
        self.free = [0.0, 0.0]
        self.received = 0

    async def _accept(self, reader, writer):
        # The handshake of TCP goes there and back.
        await asyncio.sleep(2 * self.delay)
        there = await asyncio.open_connection('127.0.0.1', self.there)
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self._carry(0, reader, there[1]), self._carry(1, there[0], writer))

    async def _carry(self, way, reader, writer):
        with contextlib.suppress(OSError):
            # Not more is on its way than the link carries in half a second.
            arrivals = asyncio.Queue(maxsize=int(self.bits / 16 / self.PIECE))
            arriving = asyncio.create_task(self._deliver(arrivals, writer))
            while data := await reader.read(self.PIECE):
                now = self.loop.time()
                self.free[way] = max(now, self.free[way]) + 8 * len(data) / self.bits
                self.received += len(data) if way else 0
                await arrivals.put((self.free[way] + self.delay, data))
            await arrivals.put((self.loop.time() + self.delay, b''))
            await arriving

    async def _deliver(self, arrivals, writer):
        with contextlib.suppress(OSError):
            while True:
                due, data = await arrivals.get()
                await asyncio.sleep(due - self.loop.time())
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        writer.close()
