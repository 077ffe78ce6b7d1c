"""Servers that media lies on: Debian's nginx, and one of our own that does what it should not."""
import contextlib
import email.utils
import hashlib
import http.server
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time

import pytest

from behind import free_ports, listens, nobody, with_sbin
from kit import LONG_PATIENCE, PATIENCE, SAMPLES, VERNIER, words_of
from oracle import barcode

CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/state/pid;
events {{ worker_connections 256; }}
http {{
    log_format ranges '$request_method $uri $http_range $status $bytes_sent $connection '
                      '$server_protocol $body_bytes_sent';
    access_log {folder}/state/access.log ranges;
    client_body_temp_path {folder}/state/body;
    proxy_temp_path {folder}/state/proxy;
    fastcgi_temp_path {folder}/state/fastcgi;
    uwsgi_temp_path {folder}/state/uwsgi;
    scgi_temp_path {folder}/state/scgi;
    server {{
        listen 127.0.0.1:{port};
        listen 127.0.0.1:{secure} ssl http2;
        ssl_certificate {folder}/certificate;
        ssl_certificate_key {folder}/key;
        root {folder}/media;
        location /closed/ {{
            if ($arg_signature != "sesame") {{ return 403; }}
            alias {folder}/media/;
        }}
        location /slow/ {{ alias {folder}/media/; limit_rate 2m; }}
        location /listed/ {{
            alias {folder}/media/;
            autoindex on;
            autoindex_format json;
        }}
        location /moved/ {{ return 302 /$arg_to; }}
    }}
}}
"""


def names(server):
    """The names of all media, in order."""
    return sorted(media['name'] for media in server.get('/api/v1/media').json()['media'])


def frame(server, number, name):
    """The number that the picture of a frame carries."""
    answer = server.get(f'/api/v1/media/{server.media(name)}/frames/{number}.jpg')
    assert answer.status == 200, answer.body
    return barcode(answer.body)


def one_frame(address, number, folder):
    """What comes of having one frame decoded by a command, with nothing in a cache."""
    picture = folder / 'frame.jpg'
    picture.unlink(missing_ok=True)
    told = subprocess.run(
        [VERNIER, 'frame', address, str(number), '-o', picture, '--index-cache', 'none'],
        capture_output=True, text=True, timeout=LONG_PATIENCE)
    return told, picture


def fetcher(server):
    """The number of the process that asks servers for what lies elsewhere."""
    return next((process for process in server.workers if b'fetcher' in words_of(process)), None)


def metric(server, name):
    """A number that the server counts."""
    lines = server.get('/metrics').body.decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f'vernier_{name} '))


class WebServer:
    """nginx as a web server of media, without anything of ours in its configuration."""

    def __init__(self):
        self.folder = folder = pathlib.Path(tempfile.mkdtemp(prefix='vernier-web-'))
        folder.chmod(0o755)
        self.media = folder / 'media'
        shutil.copytree(SAMPLES, self.media)
        self.port, self.secure = free_ports(2)
        self.certificate = folder / 'certificate'
        subprocess.run(
            ['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256',
             '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext',
             'subjectAltName=DNS:localhost', '-keyout', folder / 'key', '-out', self.certificate],
            check=True, capture_output=True)
        (folder / 'state').mkdir()
        if user := nobody():
            for name in ('key', 'state'):
                os.chown(folder / name, user['user'], user['group'])
        text = CONFIGURATION.format(folder=folder, port=self.port, secure=self.secure)
        (folder / 'nginx.conf').write_text(text)
        self.process = None

    def address(self, path, secure=False):
        scheme, port = ('https', self.secure) if secure else ('http', self.port)
        return f'{scheme}://localhost:{port}/{path}'

    def start(self):
        command = ['nginx', '-e', f'{self.folder}/state/error.log', '-c', f'{self.folder}/nginx.conf']
        self.process = subprocess.Popen(command, env=with_sbin(), **nobody())
        deadline = time.monotonic() + PATIENCE
        while not listens(self.port):
            assert time.monotonic() < deadline and self.process.poll() is None
            time.sleep(0.02)
        return self

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        shutil.rmtree(self.folder)

    @property
    def requests(self):
        """What was asked for so far: method, path, range, status and bytes."""
        lines = (self.folder / 'state/access.log').read_text().splitlines()
        return [line.split()[:5] for line in lines]

    @property
    def connections(self):
        """By which connection each request came, by which protocol, and how many bytes were sent."""
        lines = (self.folder / 'state/access.log').read_text().splitlines()
        return [(line.split()[5], line.split()[6], int(line.split()[7])) for line in lines]

    @contextlib.contextmanager
    def watched(self, what='requests'):
        """The requests that come meanwhile."""
        before, found = len(getattr(self, what)), []
        yield found
        found += getattr(self, what)[before:]


class Host:
    """A web server of one film that sends ranges of it, unless a test has it do otherwise.

    `act(request)` is called for each request, may answer it, and returns whether it has.
    """

    def __init__(self, film, act=lambda request: False, at='127.0.0.1'):
        self.content = (SAMPLES / film).read_bytes()
        self.name = film
        self.act = act
        self.tag = hashlib.sha256(self.content).hexdigest()[:16]
        self.asked = []
        host = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def do_GET(self):
                host.asked.append((self.path, self.headers.get('Range')))
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    if not host.act(self):
                        host.serve(self)

            def handle(self):
                # Who asks may break off at any time.
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    super().handle()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((at, 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    @property
    def address(self):
        return f'http://127.0.0.1:{self.server.server_address[1]}/{self.name}'

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def part(self, request):
        """The first byte asked for, and the one behind the last."""
        if not request.headers['Range']:
            return 0, len(self.content)
        first, last = re.fullmatch(r'bytes=(\d+)-(\d+)', request.headers['Range']).groups()
        return int(first), min(int(last) + 1, len(self.content))

    def head(self, request, status=206, **changed):
        """Sends a head; what is `None` is left out of it."""
        first, end = self.part(request)
        fields = {
            'Content-Range': f'bytes {first}-{end - 1}/{len(self.content)}',
            'Content-Length': end - first, 'ETag': f'"{self.tag}"',
            'Last-Modified': email.utils.formatdate(1_700_000_000, usegmt=True),
            'Content-Type': 'video/mp4',
        }
        fields |= {name.replace('_', '-'): value for name, value in changed.items()}
        request.send_response(status)
        for name, value in fields.items():
            if value is not None:
                request.send_header(name, str(value))
        request.end_headers()

    def serve(self, request, **changed):
        wanted = request.headers.get('If-Match')
        if wanted and wanted != f'"{self.tag}"':
            request.send_response(412)
            request.send_header('Content-Length', '0')
            request.end_headers()
            return
        first, end = self.part(request)
        self.head(request, **changed)
        request.wfile.write(self.content[first:end])


def is_look(request):
    """Whether a request is the first, by which the server tells what is there."""
    return request.headers['Range'] == 'bytes=0-0'


def refuse(request, status, **fields):
    """Answers with a status and nothing else."""
    request.send_response(status)
    for name, value in {'Content-Length': 0, **fields}.items():
        request.send_header(name.replace('_', '-'), str(value))
    request.end_headers()
    return True


def reset(request):
    """Breaks a connection off without a word."""
    request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    request.close_connection = True
    request.connection.close()
    return True


@pytest.fixture(scope='module')
def web():
    """nginx with the samples, reached over TLS by who trusts its certificate."""
    web = WebServer().start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv('SSL_CERT_FILE', str(web.certificate))
        yield web
    web.stop()
