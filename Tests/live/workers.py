"""What becomes of the processes that read media for a server."""
import contextlib
import os
import pathlib
import signal
import time

from kit import PATIENCE


def status(process, field):
    """One line of what the kernel says of a process."""
    for line in pathlib.Path(f'/proc/{process}/status').read_text().splitlines():
        if line.startswith(f'{field}:'):
            return line.split(':', 1)[1].strip()
    raise AssertionError(f'the kernel says nothing of {field}')


def thread_names(process):
    """What each thread of a process that is still there is called."""
    names = []
    for task in pathlib.Path(f'/proc/{process}/task').iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            names.append((task / 'comm').read_text().strip())
    return names


def signal_all(processes, number):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


@contextlib.contextmanager
def asleep(processes):
    """Keeps processes from doing anything meanwhile; those that are left go on."""
    signal_all(processes, signal.SIGSTOP)
    try:
        yield
    finally:
        signal_all(processes, signal.SIGCONT)


def until(met, what):
    deadline = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def resting_memory(server):
    """What the server and its workers hold, once it is the same for half a second: a worker that
    has just started still takes what is its own."""
    looks = []

    def rests():
        looks.append(server.rss())
        time.sleep(0.1)
        return len(looks) > 5 and len(set(looks[-5:])) == 1

    until(rests, 'its memory rests')
    return looks[-1]


def processor_time(process):
    """Nanoseconds that a process has had of a processor; none once it has ended."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return int(pathlib.Path(f'/proc/{process}/schedstat').read_text().split()[0])
    return 0


def idle(server):
    """Waits until no worker has had a processor for a third of a second: what is made while nobody
    asks for anything is made then."""
    looks = []

    def rest():
        looks.append(sum(map(processor_time, server.workers)))
        time.sleep(0.1)
        return len(looks) > 4 and len(set(looks[-4:])) == 1

    until(rest, 'its workers have nothing to do')


def is_gone(process):
    """Whether a process has ended and been waited for."""
    return not pathlib.Path(f'/proc/{process}').exists()


def has_ended(process):
    """Whether a process runs no more, waited for or not: no thread is left that holds its files."""
    try:
        threads = os.listdir(f'/proc/{process}/task')
        return len(threads) <= 1 and status(process, 'State').startswith('Z')
    except (FileNotFoundError, ProcessLookupError):
        return True


def alive(server):
    """The workers that have not ended; one that ends while it has nothing to do is not replaced."""
    return [one for one in server.workers if not has_ended(one)]


def are_ready(server, count=1):
    """Whether all workers wait for work, without any right that they do not need."""
    found = alive(server)
    return len(found) >= count and all(
        status(one, 'Seccomp') == '2' and status(one, 'State').startswith('S') for one in found)
