"""A container of the image: by podman where the machine lets it, else in namespaces by hand."""
import functools
import http.client
import io
import json
import os
import pathlib
import signal
import subprocess
import tarfile
import time

from kit import LONG_PATIENCE, PATIENCE, ROOT, Site

ARCHIVE = ROOT / '.build/image/vernier.tar'
NAME = 'localhost/vernier:latest'

# What a runtime does before it starts the program: a root that is read only, with media that are,
# folders of its own where the image says so, and no device but these. No rights are left after it.
START = """
root=$1 user=$2 media=$3 volumes=$4; shift 4
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in null zero full random urandom; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
mount --bind "$media" "$root/media"
mount -o remount,bind,ro "$root/media"
for volume in $volumes; do
    mount -t tmpfs -o "mode=700,uid=$user,gid=$user" tmpfs "$root$volume"
done
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs env -i "${environment[@]}" \
    /usr/sbin/chroot --userspec="$user:$user" --groups= "$root" "$@"
"""


class Image:
    """The archive, as others read it."""

    def __init__(self, path=ARCHIVE):
        assert path.exists(), 'make image'
        with tarfile.open(path) as file:
            read = functools.partial(self._read, file)
            [listed] = json.loads(read('index.json'))['manifests']
            manifest = json.loads(read(self._place(listed)))
            self.description = json.loads(read(self._place(manifest['config'])))
            [self._layer] = [read(self._place(one)) for one in manifest['layers']]
        self.config = self.description['config']

    @staticmethod
    def _place(blob):
        return f'blobs/{blob["digest"].replace(":", "/")}'

    @staticmethod
    def _read(file, name):
        return file.extractfile(name).read()

    def files(self):
        """The layer, to be closed."""
        return tarfile.open(fileobj=io.BytesIO(self._layer))


class Container(Site):
    """One that runs the image's own command, at another port; media are mounted read only."""

    taken = None  # seconds from its start to its first answer

    def __init__(self, image, media, port):
        self.image, self.media_folder, self.port = image, pathlib.Path(media), port
        self.command = [word if word != '8080' else str(port) for word in image.config['Cmd']]
        self.process = None

    @property
    def url(self):
        return f'http://127.0.0.1:{self.port}'

    def connection(self):
        return http.client.HTTPConnection('127.0.0.1', self.port, timeout=PATIENCE)

    def start(self, log):
        begun = time.monotonic()
        with open(log, 'wb') as output:
            self.process = subprocess.Popen(self.run(*self.image.config['Entrypoint'], *self.command),
                                            stdout=output, stderr=output)
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert time.monotonic() < deadline and self.process.poll() is None, (
                pathlib.Path(log).read_text())
            time.sleep(0.01)
        self.taken = time.monotonic() - begun
        return self

    def answers(self):
        try:
            return self.ask('/readyz').status == 200
        except OSError:
            return False

    def stop(self):
        """Asks it to end as a runtime does, and returns its exit code."""
        self.end()
        return self.process.wait(PATIENCE)

    def said(self, *words, **environment):
        """The exit code of a program of the image, beside what runs, and what it says."""
        done = self.done(*words, **environment)
        return done.returncode, (done.stdout + done.stderr).decode()

    def done(self, *words, **environment):
        return subprocess.run(self.beside(*words, **environment), capture_output=True, timeout=PATIENCE)


class Podman(Container):
    """By podman, as the documents have it."""

    @staticmethod
    def is_here():
        """Whether podman can run anything here."""
        try:
            subprocess.run(['podman', 'load', '--quiet', '--input', ARCHIVE], check=True,
                           capture_output=True, timeout=LONG_PATIENCE)
            return not subprocess.run(
                ['podman', 'run', '--rm', '--entrypoint', 'bash', NAME, '-c', ':'],
                capture_output=True, timeout=LONG_PATIENCE).returncode
        except (OSError, subprocess.SubprocessError):
            return False

    @property
    def name(self):
        return f'vernier-test-{os.getpid()}'

    def run(self, *words):
        return ['podman', 'run', '--rm', '--name', self.name, '--read-only', '--read-only-tmpfs=false',
                '--cap-drop', 'all', '--publish', f'127.0.0.1:{self.port}:{self.port}',
                '--volume', f'{self.media_folder}:/media:ro', '--entrypoint', words[0], NAME,
                *words[1:]]

    def beside(self, *words, **environment):
        named = [word for pair in environment.items() for word in ('--env', '='.join(pair))]
        return ['podman', 'exec', *named, self.name, *words]

    def end(self):
        subprocess.run(['podman', 'stop', self.name], check=True, capture_output=True)


class Namespaces(Container):
    """Unpacked, and run by hand: what a runtime does, but with this machine's network."""

    def __init__(self, image, media, port, folder):
        super().__init__(image, media, port)
        self.root = pathlib.Path(folder)
        self.root.chmod(0o755)
        with image.files() as files:
            files.extractall(self.root, numeric_owner=True)

    def run(self, *words, **environment):
        named = [*self.image.config['Env'], *map('='.join, environment.items())]
        # Words of Bash's own, which knows how to quote them.
        start = 'environment=("${@:2:$1}"); shift $(($1 + 1))\n' + START
        return ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'bash', '-euc', start,
                'bash', str(len(named)), *named, str(self.root), self.user, str(self.media_folder),
                ' '.join(self.image.config['Volumes']), *words]

    beside = run

    @property
    def user(self):
        return self.image.config['User'].split(':')[0]

    @property
    def pid(self):
        """The program: the only child of what made its namespaces."""
        children = f'/proc/{self.process.pid}/task/{self.process.pid}/children'
        [child] = pathlib.Path(children).read_text().split()
        return int(child)

    def end(self):
        os.kill(self.pid, signal.SIGTERM)
