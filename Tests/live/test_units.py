"""The units, judged by systemd itself, and the service run as they say."""
import configparser
import os
import re
import shutil
import subprocess
import tempfile

import pytest

from behind import nobody
from confined import NUMBERS, confinement
from kit import PATIENCE, SAMPLES, VERNIER, Response
from node import FileConnection
from oracle import barcode
from package import UNITS, Installed, run
from redis_server import SHIPPED
from stored import awaited

NUMBERED = ['hevc.mp4', 'long-gop.mp4', 'start.ts', 'vfr.mkv', 'vp9.webm']
EXPOSURE = 5  # of 100; systemd says that up to 20 is good


@pytest.fixture(scope='module')
def installed():
    with tempfile.TemporaryDirectory(prefix='vernier-root-') as folder:
        os.chmod(folder, 0o755)
        yield prepared(Installed(f'{folder}/root'))


def prepared(installed):
    # The targets and slices that units refer to, and the program.
    for path in os.scandir(f'/{UNITS}'):
        if path.is_file() and not installed.path(path.path).exists():
            shutil.copyfile(path.path, installed.path(path.path))
    installed.path('/bin').mkdir(exist_ok=True)
    shutil.copy('/bin/kill', installed.path('/bin/kill'))
    return installed


def verify(installed, *units):
    run('systemd-analyze', f'--root={installed.root}', '--man=no', 'verify', *units)


def safe(installed, unit):
    run('systemd-analyze', f'--root={installed.root}', '--offline=yes', '--no-pager',
        f'--threshold={EXPOSURE}', 'security', unit)


@pytest.fixture
def several(installed):
    """Redis and nodes that share it, as the README of the samples has them installed."""
    folder = installed.path('/etc/systemd/system')
    shutil.copy(SHIPPED / 'vernier-redis.service', folder)
    shutil.copy('/usr/bin/redis-server', installed.path('/usr/bin'))
    for unit in ('vernier', 'vernier@'):
        (folder / f'{unit}.service.d').mkdir(exist_ok=True)
        shutil.copy(SHIPPED / 'node.conf', folder / f'{unit}.service.d')
        for kind in ('service', 'socket'):
            if '@' in unit:
                shutil.copyfile(installed.path(f'{UNITS}/vernier.{kind}'), folder / f'{unit}.{kind}')
    yield
    for unit in ('vernier', 'vernier@'):
        shutil.rmtree(folder / f'{unit}.service.d')


def test_systemd_finds_no_fault_in_them(installed):
    verify(installed, 'vernier.service', 'vernier.socket')


def test_copies_under_the_name_of_a_template_are_any_number_of_nodes(installed):
    folder = installed.path('/etc/systemd/system')
    source = installed.path(UNITS)
    shutil.copyfile(source / 'vernier.service', folder / 'vernier@.service')
    with pytest.raises(AssertionError, match='vernier@2.socket not found'):
        verify(installed, 'vernier@2.service')
    shutil.copyfile(source / 'vernier.socket', folder / 'vernier@.socket')
    verify(installed, 'vernier@2.service', 'vernier@2.socket', 'vernier@3.service')


def test_redis_and_nodes_that_share_it_are_units_without_a_fault(installed, several):
    verify(installed, 'vernier-redis.service', 'vernier.service', 'vernier@2.service')
    safe(installed, 'vernier-redis.service')


def test_a_node_that_shares_keeps_its_own_state_in_a_place_of_its_own():
    own = configparser.RawConfigParser(strict=False)
    own.read_string((SHIPPED / 'node.conf').read_text().replace('ExecStart=\n', ''))
    assert own['Service']['StateDirectory'] == 'vernier/state%i'
    words = own['Service']['ExecStart'].split()
    settings = (SHIPPED / 'redis.conf').read_text()
    assert words[words.index('--redis') + 1] == 'unix:' + re.search('unixsocket (.*)', settings)[1]
    taken = subprocess.run([VERNIER, *words[1:-2], '/nowhere'], capture_output=True, text=True)
    assert '/etc/vernier/redis-password' in taken.stderr, 'it takes these words'


def test_systemd_calls_the_service_safe(installed):
    safe(installed, 'vernier.service')


def test_reload_is_a_signal_that_the_program_knows(installed, serve):
    server = serve(SAMPLES, extra=['--log', 'json'])
    command = installed.unit('vernier.service')['ExecReload']
    run(*command.replace('$MAINPID', str(server.pid)).split())
    awaited(lambda: '"event":"reloaded"' in server.complaints)
    assert server.get('/healthz').status == 200


def test_what_does_not_mend_itself_is_not_tried_again(installed):
    # Wrong words, data such as tokens, and input that is missing (sysexits.h).
    codes = installed.unit('vernier.service')['RestartPreventExitStatus'].split()
    assert codes == ['64', '65', '66']


def test_group_that_may_connect_is_nginxs(installed):
    assert installed.unit('vernier.socket')['SocketGroup'] == 'www-data'
    assert 'www-data' in open('/usr/share/base-passwd/group.master').read()


@pytest.fixture
def service(installed):
    """The installed service, as a user who may nothing, confined as its unit says."""
    unit = installed.path(f'{UNITS}/vernier.service').read_text()
    media = installed.path('/var/lib/vernier/media')
    shutil.copytree(SAMPLES, media, dirs_exist_ok=True)
    confine, _kept = confinement(unit)
    cache = installed.path('/var/cache/vernier')
    cache.mkdir(parents=True)
    file = cache / 'socket'
    if user := nobody():
        os.chown(cache, user['user'], user['group'])
    command = [*installed.command(), '--socket', str(file)]
    environment = {'XDG_CACHE_HOME': str(cache.parent), 'LANG': 'C.UTF-8'}
    process = subprocess.Popen(command, env=environment, preexec_fn=confine, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **nobody())
    while 'Listening' not in (line := process.stdout.readline()):
        assert line, f'it ended with {process.wait()}'
    yield file, process
    process.kill()
    process.stdout.close()


@pytest.mark.skipif(not NUMBERS.exists(), reason='the numbers of system calls are those of x86-64')
def test_service_works_with_the_rights_that_it_keeps(service):
    file, process = service

    def get(path):
        connection = FileConnection(file)
        connection.request('GET', path, headers={'Host': 'vernier.example'})
        answer = Response(connection.getresponse())
        connection.close()
        return answer

    assert get('/').body.startswith(b'<!doctype html>')
    media = {medium['name']: medium['id'] for medium in get('/api/v1/media').json()['media']}
    for name in NUMBERED:
        path = f'/api/v1/media/{media[name]}'
        assert get(f'{path}/index').json()[7]['frame'] == 7
        assert barcode(get(f'{path}/frames/7.jpg').body) == 7
    awaited(lambda: len(list(file.parent.rglob('*.vnix'))) == len(NUMBERED))
    process.terminate()
    assert process.wait(PATIENCE) == 0
    assert 'less protection' not in process.stdout.read()
