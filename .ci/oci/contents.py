"""What an image holds: of a root of Debian, all that the program loads, and nothing else.

Installed, the package and what it depends on have twice the size: most of that is a system that
no container starts, and data that no library here reads. What is held is listed as installed, with
its licences, so that whoever looks for known faults finds it.
"""
import pathlib
import re
import subprocess

from layer import Entry, taken
from paths import reached

HEALTHY = pathlib.Path(__file__).with_name('healthy')
# libwebsockets loads its loop by name. Bash runs the health check.
PROGRAMS = ('usr/bin/vernier', 'bin/bash', 'usr/lib/*/libwebsockets-evlib_ev.so')
DATA = ('etc/ssl/certs/ca-certificates.crt', 'etc/nsswitch.conf', 'etc/os-release',
        'etc/debian_version')
# Of these there is nothing else to tell whose they are.
PACKAGES = {'vernier', 'ca-certificates', 'base-files'}
ACCOUNTS = {'root', 'nogroup', 'nobody', 'vernier'}
EMPTY = ('dev', 'etc', 'media', 'proc', 'run', 'sys')
DPKG = pathlib.PurePosixPath('var/lib/dpkg')


class Contents:
    """The files of a root that an image is made of."""

    own = ('var/cache/vernier', 'var/lib/vernier/state')  # folders of the program's user

    def __init__(self, root):
        self.root = root
        self.stanzas = {re.match(r'Package: (\S+)', text)[1]: text
                        for text in self.text(DPKG / 'status').strip().split('\n\n')}
        self.version = re.search(r'(?m)^Version: (\S+)', self.stanzas['vernier'])[1]
        self.codename = re.search(r'(?m)^VERSION_CODENAME=(\w+)', self.text('etc/os-release'))[1]
        self.user = int(re.search(r'(?m)^vernier:[^:]*:(\d+)', self.text('etc/passwd'))[1])

    def text(self, name):
        return (self.root / name).read_text()

    def tree(self):
        """Each file, link and folder by its name."""
        files = self.loaded() | self.all_reached(DATA)
        packages = sorted(PACKAGES | self.packages(files))
        told = '\n\n'.join(self.stanzas[name] for name in packages)
        return {
            **dict.fromkeys(EMPTY, Entry()), 'tmp': Entry(0o1777),
            **files, **self.all_reached(f'usr/share/doc/{name}/copyright' for name in packages),
            **{f'etc/{name}': self.accounts(name) for name in ('passwd', 'group')},
            **{name: Entry(0o700, owner=self.user) for name in self.own},
            'usr/bin/healthy': Entry(0o755, HEALTHY.read_bytes()),
            str(DPKG / 'status'): Entry(0o644, f'{told}\n'.encode())}

    def loaded(self):
        """The programs, and all libraries that they come with."""
        programs = [str(path.relative_to(self.root)) for pattern in PROGRAMS
                    for path in self.root.glob(pattern)]
        if len(programs) != len(PROGRAMS):
            raise LookupError(f'of {PROGRAMS} there are {programs}')
        libraries = {path for name in programs for path in loads(self.root, name)}
        return self.all_reached([*programs, *libraries])

    def all_reached(self, names):
        return {at: entry for name in names for at, entry in reached(self.root, name).items()}

    def packages(self, files):
        """The packages that the files are of, by what dpkg has noted of each."""
        owners = {}
        for noted in sorted((self.root / DPKG / 'info').glob('*.list')):
            package = noted.stem.split(':')[0]
            owners |= dict.fromkeys(noted.read_text().splitlines(), package)
        # Packages may name files as they lay before /lib was a link to /usr/lib.
        places = [(f'/{name}', f'/{name}'.replace('/usr/', '/', 1))
                  for name, entry in files.items() if entry.content is not None]
        return {owners[place] for both in places for place in both if place in owners}

    def accounts(self, name):
        lines = [line for line in self.text(f'etc/{name}').splitlines(keepends=True)
                 if line.split(':')[0] in ACCOUNTS]
        return Entry(0o644, ''.join(lines).encode())


def loads(root, program):
    """The libraries that a program of a root is loaded with, and their loader."""
    said = subprocess.run(['chroot', root, 'ldd', f'/{program}'], check=True, capture_output=True,
                          text=True).stdout
    if missing := re.findall(r'(\S+) => not found', said):
        raise LookupError(f'{program} lacks {", ".join(missing)}')
    return {path[1:] for path in re.findall(r'(/\S+) \(0x', said)}
