"""An internet of its own for one program, in which this machine has addresses of all kinds.

Run within a new network namespace; tells by JSON what came of each redirect.
"""
import json
import os
import pathlib
import ssl
import subprocess
import sys
import tempfile

from elsewhere import Host, one_frame, refuse
from oracle import barcode

FILM, FRAME = 'long-gop.mp4', 300
# Two addresses that the whole internet reaches, and two of networks that it does not.
PUBLIC, OTHER, HOME, LINK = '8.8.8.8', '9.9.9.9', '10.1.2.3', '169.254.169.254'


def make_addresses():
    subprocess.run(['ip', 'link', 'set', 'lo', 'up'], check=True)
    for address in (PUBLIC, OTHER, HOME, LINK):
        subprocess.run(['ip', 'address', 'add', f'{address}/32', 'dev', 'lo'], check=True)


def make_certificate(folder):
    """A certificate for the addresses, and its key."""
    names = ','.join(f'IP:{address}' for address in (PUBLIC, OTHER, HOME))
    certificate, key = folder / 'certificate', folder / 'key'
    subprocess.run(
        ['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
         '-days', '2', '-subj', '/CN=films', '-addext', f'subjectAltName={names}', '-keyout', key,
         '-out', certificate], check=True, capture_output=True)
    return certificate, key


class Redirects:
    """A server without encryption and one with it, which lead from step to step of a path."""

    def __init__(self, folder):
        self.steps, self.asked = [], []
        self.plain, self.secure = (Host(FILM, self.act, at='0.0.0.0') for _ in range(2))
        certificate, key = make_certificate(folder)
        os.environ['SSL_CERT_FILE'] = str(certificate)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server = self.secure.server
        server.socket = context.wrap_socket(server.socket, server_side=True)

    def act(self, request):
        """Leads to the next step; the last one is the film."""
        step = int(request.path.split('/')[1])
        host, _ = request.request.getsockname()
        self.asked.append(host)
        if step + 1 == len(self.steps):
            return False
        return refuse(request, 302, Location=self.steps[step + 1])

    def address(self, place, step):
        """The address of a step: `https:` and an address of this machine, or that address alone."""
        scheme, _, host = place.rpartition(':')
        port = (self.secure if scheme else self.plain).server.server_address[1]
        return f'{scheme or "http"}://{host}:{port}/{step}/{FILM}'

    def follow(self, places, folder, named=()):
        """What comes of a frame of the film to which some steps lead."""
        self.steps = [self.address(place, step) for step, place in enumerate(places)]
        self.asked = []
        if named:
            others = [self.address(place, len(places) - 1) for place in named]
            return self.warm(folder, *others, self.steps[0])
        told, picture = one_frame(self.steps[0], FRAME, folder)
        shown = barcode(picture.read_bytes()) if picture.exists() else None
        return {'code': told.returncode, 'said': told.stderr, 'shown': shown, 'asked': self.asked}

    def warm(self, folder, *addresses):
        """What comes of several addresses that are named together."""
        command = [os.environ['VERNIER'], 'warm', '--index-cache', folder / 'cache', *addresses]
        told = subprocess.run(command, capture_output=True, text=True, timeout=120)
        return {'code': told.returncode, 'said': told.stderr, 'asked': self.asked}


def main():
    make_addresses()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        redirects = Redirects(folder)
        with redirects.plain, redirects.secure:
            found = [redirects.follow(case['places'], folder, case.get('named', ()))
                     for case in json.load(sys.stdin)]
    json.dump(found, sys.stdout)


if __name__ == '__main__':
    main()
