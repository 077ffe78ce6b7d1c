"""Debian's nginx with the configuration that is shipped, in front of three nodes."""
import http.client
import os
import pathlib
import pwd
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time

from kit import PATIENCE, ROOT, SAMPLES, Site
from node import Node

SHIPPED = ROOT / 'samples/deploy/nginx.conf'
NODES = ['vernier', 'vernier@2', 'vernier@3']

MAIN = """
daemon off;
worker_processes 2;
pid {state}/pid;
events {{ worker_connections 512; }}
http {{
    access_log {state}/access.log;
    client_body_temp_path {state}/body;
    proxy_temp_path {state}/proxy;
    fastcgi_temp_path {state}/fastcgi;
    uwsgi_temp_path {state}/uwsgi;
    scgi_temp_path {state}/scgi;
    include {shipped};
}}
"""


class Nginx(Site):
    """nginx as a user who may nothing, its nodes, and the folder that all of it is in."""

    def __init__(self, extra=()):
        self.extra = list(extra)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='vernier-nginx-'))
        self.folder.chmod(0o755)
        self.state = self._own('state')
        self.media_folder = self.folder / 'media'
        shutil.copytree(SAMPLES, self.media_folder)
        self.port, self.plain_port, self.metrics_port = free_ports(3)
        self._certify()
        self._configure()
        self.nodes = self._nodes()
        self.process = None

    @property
    def url(self):
        return f'https://localhost:{self.port}'

    @property
    def tls(self):
        return {'ssl': ssl.create_default_context(cafile=self.folder / 'certificate')}

    def connection(self):
        context = ssl.create_default_context(cafile=self.folder / 'certificate')
        return http.client.HTTPSConnection('localhost', self.port, timeout=PATIENCE, context=context)

    def say(self, text, name='localhost'):
        """Sends bytes, and returns the answer's head, and what comes with it."""
        context = ssl.create_default_context(cafile=self.folder / 'certificate')
        context.check_hostname = False
        with socket.create_connection(('127.0.0.1', self.port), timeout=PATIENCE) as plain:
            with context.wrap_socket(plain, server_hostname=name) as connection:
                connection.sendall(text)
                answer = b''
                while b'\r\n\r\n' not in answer and (more := connection.recv(65536)):
                    answer += more
                return answer

    def start(self):
        for node in self.nodes:
            node.start()
        command = ['nginx', '-e', f'{self.state}/error.log', '-c', f'{self.folder}/main.conf']
        with open(self.folder / 'nginx.err', 'wb') as err:
            self.process = subprocess.Popen(command, stderr=err, env=with_sbin(), **nobody())
        deadline = time.monotonic() + PATIENCE
        while not listens(self.port):
            assert time.monotonic() < deadline and self.process.poll() is None, self.complaints
            time.sleep(0.02)
        return self

    @property
    def complaints(self):
        """What nginx has to say."""
        said = [self.folder / 'nginx.err', self.state / 'error.log']
        return ''.join(path.read_text() for path in said if path.exists())

    def stop(self):
        for node in self.nodes:
            node.stop()
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)
        shutil.rmtree(self.folder)

    def _own(self, name):
        """A folder that nginx may write to."""
        folder = self.folder / name
        folder.mkdir()
        if user := nobody():
            os.chown(folder, user['user'], user['group'])
        return folder

    def _nodes(self):
        """The nodes, whose sockets nginx's group may connect to."""
        run, name = self._own('run'), f'localhost:{self.port}'
        run.chmod(0o2755)
        extra = ['--allow-host', name, '--allow-origin', f'https://{name}', '--accel', '/accel',
                 '--trust-proxy', 'unix', *self.extra]
        return [Node(run / f'{node}.sock', [self.media_folder], extra, log=self.folder / node)
                for node in NODES]

    def _certify(self):
        key, certificate = self.folder / 'key', self.folder / 'certificate'
        subprocess.run(
            ['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256',
             '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext',
             'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
            check=True, capture_output=True)
        if user := nobody():
            os.chown(key, user['user'], user['group'])

    def _configure(self):
        """The configuration as it is shipped, but for the places that are somewhere else here."""
        text = SHIPPED.read_text()
        for theirs, ours in [
            ('    listen [::]:80 default_server;\n', ''),
            ('    listen [::]:443 ssl http2;\n', ''),
            ('    listen [::]:443 ssl http2 default_server;\n', ''),
            ('listen 80 ', f'listen 127.0.0.1:{self.plain_port} '),
            ('listen 443 ', f'listen 127.0.0.1:{self.port} '),
            ('listen 127.0.0.1:9180', f'listen 127.0.0.1:{self.metrics_port}'),
            ('vernier.example', 'localhost'),
            ('/etc/ssl/vernier/fullchain.pem', f'{self.folder}/certificate'),
            ('/etc/ssl/vernier/privkey.pem', f'{self.folder}/key'),
            ('/var/lib/nginx/vernier', f'{self.state}/cache'),
            ('/var/lib/vernier/media', f'{self.media_folder}'),
            ('/run/vernier/', f'{self.folder}/run/'),
        ]:
            assert theirs in text, f'{theirs} is not in {SHIPPED}'
            text = text.replace(theirs, ours)
        shipped = self.folder / 'shipped.conf'
        shipped.write_text(text)
        main = MAIN.format(state=self.state, shipped=shipped)
        (self.folder / 'main.conf').write_text(main)


def nobody():
    """The user that nginx runs as when the tests run as root, who may open everything."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam('nobody')
    return {'user': user.pw_uid, 'group': user.pw_gid, 'extra_groups': []}


def with_sbin():
    return {**os.environ, 'PATH': os.environ['PATH'] + ':/usr/sbin:/sbin'}


def free_ports(count):
    sockets = [socket.create_server(('127.0.0.1', 0)) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in sockets]
    for listener in sockets:
        listener.close()
    return ports


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(('127.0.0.1', port)) == 0
