"""A node that systemd watches: it inherits its socket, and its loop's turns are signs of life."""
import os
import signal
import socket
import subprocess

import pytest

from kit import PATIENCE, ROOT, SAMPLES, VERNIER
from node import FileConnection, Node
from stuck import stuck
from supervisor import Supervisor


@pytest.fixture
def supervisor(tmp_path):
    supervisor = Supervisor(tmp_path, [SAMPLES])
    yield supervisor.start()
    supervisor.stop()


def status(file, path='/healthz'):
    """What a client is answered."""
    connection = FileConnection(file)
    try:
        connection.request('GET', path)
        return connection.getresponse().status
    finally:
        connection.close()


def test_ready_is_said_once_then_signs_of_life_and_the_end(supervisor):
    supervisor.wait_for('READY=1')
    assert status(supervisor.file) == 200
    for _ in range(3):
        supervisor.wait_for('WATCHDOG=1')
    assert supervisor.stop() == 0
    assert supervisor.heard.count('READY=1') == 1
    assert supervisor.heard[0] == 'READY=1'


def test_end_is_announced(supervisor):
    supervisor.wait_for('READY=1')
    supervisor.process.terminate()
    supervisor.wait_for('STOPPING=1')
    assert supervisor.process.wait(PATIENCE) == 0


def test_inherited_socket_stays(supervisor):
    supervisor.wait_for('READY=1')
    supervisor.process.terminate()
    assert supervisor.process.wait(PATIENCE) == 0
    assert supervisor.file.exists()
    # A client that comes in between waits for the next.
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(supervisor.file))
        client.sendall(b'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
        supervisor.start().wait_for('READY=1')
        assert client.recv(4096).startswith(b'HTTP/1.1 200 ')


def test_stuck_loop_gives_no_sign_of_life_and_is_replaced(supervisor):
    supervisor.wait_for('READY=1')
    first = supervisor.process.pid
    with stuck(first):
        others = [os.path.basename(task) for task in os.listdir(f'/proc/{first}/task')]
        assert len(others) > 1, 'no thread is left that could pretend to be the loop'
        supervisor.watch(until=lambda: supervisor.starts > 1)
    supervisor.wait_for('READY=1')
    assert supervisor.process.pid != first
    assert status(supervisor.file) == 200


def test_loop_that_goes_on_in_time_is_left_alone(supervisor):
    supervisor.wait_for('READY=1')
    with stuck(supervisor.process.pid):
        while supervisor.hear(0.5):
            pass
    supervisor.wait_for('WATCHDOG=1')
    assert supervisor.starts == 1 and status(supervisor.file) == 200


def test_without_a_supervisor_a_stuck_loop_ends_the_program(tmp_path):
    node = Node(tmp_path / 's', [SAMPLES], log=tmp_path / 'node').start()
    with stuck(node.pid):
        assert node.process.wait(PATIENCE) == 70
    assert 'the loop has not turned' in node.complaints
    node.stop()


def test_systemd_itself_can_pass_a_socket_on(tmp_path):
    file = tmp_path / 's'
    command = ['systemd-socket-activate', '--listen', str(file), '--setenv', 'XDG_CACHE_HOME',
               VERNIER, 'serve', '--web', str(ROOT / 'web'), str(SAMPLES)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        while b'Listening' not in process.stdout.readline():
            assert process.poll() is None
        assert status(file) == 200
        assert b'the inherited socket' in process.stdout.read1(65536)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        process.stdout.close()


def test_socket_meant_for_another_process_is_not_taken(tmp_path):
    node = Node(tmp_path / 's', [SAMPLES], log=tmp_path / 'node')
    os.environ.update(LISTEN_PID='1', LISTEN_FDS='1')
    try:
        node.start()
    finally:
        del os.environ['LISTEN_PID'], os.environ['LISTEN_FDS']
    assert status(tmp_path / 's') == 200
    assert node.stop() == 0 and not (tmp_path / 's').exists()


def test_descriptor_that_is_no_socket_is_an_error(tmp_path):
    script = 'exec 3</dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" serve --web none "$1"'
    done = subprocess.run(['bash', '-c', script, VERNIER, str(SAMPLES)],
                          capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 69
    assert 'descriptor 3 is no listening stream socket' in done.stderr
