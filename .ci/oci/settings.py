"""How a container of the image runs, and what the image says of itself."""
import datetime
import subprocess

PORT = 8080
SECOND = 1_000_000_000  # in the nanoseconds that health checks are told in


def described(held, epoch, revision):
    """The image's configuration, but for its layers."""
    created = datetime.datetime.fromtimestamp(epoch, datetime.UTC).isoformat()
    return {
        'architecture': machine(), 'os': 'linux', 'created': created, 'config': running(held) | {
            'Labels': labels(held, created, revision)},
        'history': [{'created': created, 'created_by': '.ci/image'}]}


def running(held):
    """What is run, as whom, and where it may write: its root may be read only."""
    return {
        'User': f'{held.user}:{held.user}',
        'Entrypoint': ['vernier'],
        # Whoever publishes the port says who reaches it: nobody else does.
        'Cmd': ['serve', '--host', '0.0.0.0', '--port', str(PORT), '--no-token', '/media'],
        'Env': ['PATH=/usr/bin', 'XDG_CACHE_HOME=/var/cache',
                'STATE_DIRECTORY=/var/lib/vernier/state'],
        'ExposedPorts': {f'{PORT}/tcp': {}},
        'Volumes': {f'/{name}': {} for name in held.own},
        'WorkingDir': '/',
        'StopSignal': 'SIGTERM',
        'Healthcheck': {'Test': ['CMD', 'healthy'], 'Interval': 10 * SECOND, 'Timeout': 5 * SECOND,
                        'StartPeriod': 10 * SECOND, 'Retries': 3}}


def labels(held, created, revision):
    """The names are those of the OCI's annotations."""
    told = {
        'title': 'vernier', 'description': 'Frame-exact scrub server', 'licenses': 'MIT',
        'vendor': 'Vernier Developers', 'version': held.version, 'revision': revision,
        'created': created, 'base.name': f'debian:{held.codename}'}
    return {f'org.opencontainers.image.{name}': value for name, value in told.items()}


def machine():
    """This machine's architecture: Debian and the OCI call the usual ones the same."""
    return subprocess.run(['dpkg', '--print-architecture'], check=True, capture_output=True,
                          text=True).stdout.strip()
