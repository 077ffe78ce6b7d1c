"""What a compose file says, run without containers: each service's own command, as a process."""
import http.client
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

import pytest
import yaml

from behind import free_ports, listens, nobody, with_sbin
from kit import PATIENCE, ROOT, SAMPLES, Server, Site

FOLDER = ROOT / 'samples/deploy/compose'
GIVEN = {'MEDIA': str(SAMPLES), 'REDIS_PASSWORD': 'a-password-of-the-test'}
MAIN = """
daemon off;
pid {state}/pid;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {state}/body;
    proxy_temp_path {state}/proxy;
    fastcgi_temp_path {state}/fastcgi;
    uwsgi_temp_path {state}/uwsgi;
    scgi_temp_path {state}/scgi;
    include {state}/default.conf;
}}
"""


def compose():
    """The file, with its variables, each of which has to be given."""
    text = (FOLDER / 'compose.yaml').read_text()
    return yaml.safe_load(re.sub(r'\$\{(\w+):\?[^}]+\}', lambda found: GIVEN[found[1]], text))


def nodes_of(services):
    return {name: one for name, one in services.items() if name.startswith('node-')}


class Composed(Site):
    """All services; what they call each other by are ports of the loopback here."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='vernier-composed-'))
        self.folder.chmod(0o755)
        self.services = compose()['services']
        self.ports = dict(zip(self.services, free_ports(len(self.services))))
        self.port = self.ports['nginx']
        self.nodes = [self.node(name) for name in nodes_of(self.services)]
        self.processes = []

    @property
    def url(self):
        return f'http://localhost:{self.port}'

    def connection(self):
        return http.client.HTTPConnection('localhost', self.port, timeout=PATIENCE)

    def start(self):
        redis = self.command('redis') + ['--bind', '127.0.0.1', '--port', str(self.ports['redis'])]
        self.run(redis, self.ports['redis'])
        for node in self.nodes:
            node.start()
        self.run(self.nginx(), self.port, env=with_sbin(), **nobody())
        return self

    def together(self):
        """Waits until each node knows the others."""
        deadline = time.monotonic() + PATIENCE
        while not all('\nvernier_cluster_nodes 3\n' in node.get('/metrics').body.decode()
                      for node in self.nodes):
            assert time.monotonic() < deadline, [node.complaints for node in self.nodes]
            time.sleep(0.05)
        return self

    def stop(self):
        for node in self.nodes:
            if node.process:
                node.stop()
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
        shutil.rmtree(self.folder)

    def node(self, name):
        _, *options, media = self.command(name)
        return Server([media], self.ports[name], options, self.folder / name)

    def command(self, name):
        places = {'/media': str(SAMPLES), '/data': str(self.folder), '0.0.0.0': '127.0.0.1'}
        return [places.get(word, self.here(word)) for word in self.services[name]['command']]

    def here(self, text):
        """A text whose addresses are those of this machine."""
        for name, port in self.ports.items():
            address = re.escape(self.services[name]['networks']['inside']['ipv4_address'])
            text = re.sub(rf'\b{address}:\d+\b', f'127.0.0.1:{port}', text)
            text = re.sub(rf'\b{address}\b', '127.0.0.1', text)
        return text.replace('localhost:8080', f'localhost:{self.port}')

    def nginx(self):
        """Debian's, with the configuration that is mounted into the container."""
        state = self.folder / 'nginx'
        state.mkdir()
        if user := nobody():
            os.chown(state, user['user'], user['group'])
        text = self.here((FOLDER / 'nginx.conf').read_text())
        assert text.count('listen 8080;') == 1
        text = text.replace('listen 8080;', f'listen 127.0.0.1:{self.port};')
        (state / 'default.conf').write_text(text)
        (state / 'main.conf').write_text(MAIN.format(state=state))
        return ['nginx', '-e', f'{state}/error.log', '-c', f'{state}/main.conf']

    def run(self, command, port, **options):
        """Starts a process, and waits until it listens."""
        log = self.folder / f'{command[0]}.log'
        with log.open('wb') as output:
            process = subprocess.Popen(command, stdout=output, stderr=output, **options)
        self.processes.append(process)
        deadline = time.monotonic() + PATIENCE
        while not listens(port):
            assert time.monotonic() < deadline and process.poll() is None, log.read_text()
            time.sleep(0.02)


@pytest.fixture
def own_composed(monkeypatch):
    """All services, of which the nodes know each other, for a test that stops some of them."""
    for name, value in compose()['services']['node-1']['environment'].items():
        monkeypatch.setenv(name, value)
    made = Composed()
    try:
        yield made.start().together()
    finally:
        made.stop()
