"""The Debian package, installed where it harms nobody."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess

from kit import LONG_PATIENCE, ROOT

BUILT = ROOT / '.build/deb'
UNITS = 'usr/lib/systemd/system'
# What dpkg wants to find, and its scripts, which run outside of the root for want of a shell in it.
PATH = os.environ['PATH'] + ':/usr/sbin:/sbin'
DPKG = ['fakeroot', 'dpkg', '--force-script-chrootless']


def run(*command, **options):
    """What a program says, which must be content."""
    environment = {**os.environ, 'PATH': PATH, 'SYSTEMD_COLORS': '0', 'LC_ALL': 'C.UTF-8'}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True,
                          env=environment, timeout=LONG_PATIENCE, **options)
    assert done.returncode == 0, f'{command}: {done.stdout}{done.stderr}'
    return done.stdout


def package():
    """The package that `make deb` has made."""
    built = list(BUILT.glob('vernier_*.deb'))
    assert len(built) == 1, 'make deb'
    return built[0]


def field(name):
    return run('dpkg-deb', '--field', package(), name).strip()


def earlier_package(folder):
    """The same package as an earlier Debian has it: of an earlier version, and on a library that
    is still there, with a file that is gone since."""
    tree = pathlib.Path(folder, 'earlier')
    run('dpkg-deb', '--raw-extract', package(), tree)
    control = tree / 'DEBIAN/control'
    text = re.sub(r'(?m)^Version: .*', 'Version: 0.1~deb11', control.read_text())
    control.write_text(re.sub(r'(?m)^Depends: .*', 'Depends: libc6', text))
    gone = tree / 'usr/share/vernier/web/gone.js'
    gone.parent.mkdir(parents=True)
    gone.write_text('')
    built = tree.with_suffix('.deb')
    # Not compressed: that would take most of the test.
    run('dpkg-deb', '-Znone', '--root-owner-group', '--build', tree, built)
    return built


class Installed:
    """A root folder with a package, as dpkg leaves it there, and Debian's own units."""

    def __init__(self, folder, built=None):
        self.root = pathlib.Path(folder)
        # As every Debian has it from 12 on: packages may name either.
        (self.root / 'usr/lib').mkdir(parents=True)
        (self.root / 'lib').symlink_to('usr/lib')
        known = self.root / 'var/lib/dpkg'
        for name in ('info', 'updates', 'triggers'):
            (known / name).mkdir(parents=True)
        # So that it knows which packages this machine has, and checks that nothing is wanting.
        shutil.copyfile('/var/lib/dpkg/status', known / 'status')
        self.dpkg('--install', built or package())

    def dpkg(self, *arguments):
        return run(*DPKG, f'--root={self.root}', *arguments)

    def path(self, absolute):
        return self.root / str(absolute).lstrip('/')

    def files(self):
        """Everything that is there of the package, by its absolute name."""
        known = self.root / 'var/lib'
        return {f'/{path.relative_to(self.root)}' for path in self.root.rglob('*')
                if path.is_file() and not path.is_relative_to(known)}

    def unit(self, name):
        """The settings of a unit, the last of each name."""
        text = self.path(f'{UNITS}/{name}').read_text()
        return dict(re.findall(r'^(\w+)=(.*)$', text, re.M))

    def command(self):
        """What the service would run, with its paths in this root."""
        settings = self.unit('vernier.service')
        text = self.path(settings['EnvironmentFile']).read_text()
        variables = {name: shlex.split(value)[0]
                     for name, value in re.findall(r'^(\w+)=(.*)$', text, re.M)}
        words = [word for term in settings['ExecStart'].split()
                 for word in (variables[term[1:]].split() if term[0] == '$' else [term])]
        ours = ('/usr/', '/var/')
        return [str(self.path(word)) if word.startswith(ours) else word for word in words]
