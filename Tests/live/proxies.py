"""A proxy between the fetcher and servers, as curl's variables name one."""
import base64
import contextlib
import http.client
import http.server
import socket
import threading
from urllib.parse import urlsplit

from kit import PATIENCE


class Proxy:
    """Asks servers for its clients (RFC 9110, sections 9.3.6 and 3.7), and notes for what.

    `places` says where a name leads to, as a resolver that nobody else asks; a `password`, which
    `user` has, is wanted where there is one.
    """

    user = 'me'

    def __init__(self, places=None, password=None):
        self.places = places or {}
        self.password = password
        self.asked = []
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def do_GET(self):
                proxy.take(self, proxy.pass_on)

            def do_CONNECT(self):
                proxy.take(self, proxy.tunnel)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def address(self):
        key = f'{self.user}:{self.password}@' if self.password else ''
        return f'http://{key}127.0.0.1:{self.server.server_address[1]}'

    def take(self, request, answer):
        self.asked.append((request.command, request.path))
        key = base64.b64encode(f'{self.user}:{self.password}'.encode()).decode()
        if self.password and request.headers.get('Proxy-Authorization') != f'Basic {key}':
            request.send_response(407)
            request.send_header('Proxy-Authenticate', 'Basic realm="films"')
            request.send_header('Content-Length', '0')
            request.end_headers()
            return
        with contextlib.suppress(OSError):
            answer(request)

    def place(self, host, port):
        return self.places.get(host, (host, port))

    def pass_on(self, request):
        url = urlsplit(request.path)
        there = http.client.HTTPConnection(*self.place(url.hostname, url.port or 80),
                                           timeout=PATIENCE)
        fields = {name: value for name, value in request.headers.items()
                  if not name.lower().startswith('proxy-')}
        there.request('GET', url._replace(scheme='', netloc='').geturl(), headers=fields)
        answer = there.getresponse()
        body = answer.read()
        request.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ('connection', 'transfer-encoding', 'date', 'server'):
                request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)
        there.close()

    def tunnel(self, request):
        host, _, port = request.path.rpartition(':')
        there = socket.create_connection(self.place(host, int(port)), timeout=PATIENCE)
        request.send_response(200)
        request.end_headers()
        back = threading.Thread(target=carry, args=(there, request.connection), daemon=True)
        back.start()
        carry(request.connection, there)
        back.join(PATIENCE)
        there.close()
        request.close_connection = True


def carry(one, other):
    with contextlib.suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
        other.shutdown(socket.SHUT_WR)
