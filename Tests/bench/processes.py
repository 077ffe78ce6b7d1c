"""Processes that are measured: what they take of the processor and of memory."""
import contextlib
import os
import pathlib
import subprocess


def run(command):
    """Milliseconds of a processor, and MiB at the most, that a command takes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return 1000 * (usage.ru_utime + usage.ru_stime), usage.ru_maxrss / 1024


@contextlib.contextmanager
def running(*command, **options):
    """A process, ended in the end."""
    process = subprocess.Popen(list(map(str, command)), **options)
    try:
        yield process
    finally:
        if process.stdin:
            process.stdin.close()
        process.terminate()
        process.wait(timeout=30)


def cpu_seconds(pid):
    """What all threads of a process have had of the processor."""
    tasks = pathlib.Path(f'/proc/{pid}/task').iterdir()
    return sum(int((task / 'schedstat').read_text().split()[0]) for task in tasks) / 1e9


def pin(pid, core):
    """Keeps all threads of a process on a core."""
    for task in pathlib.Path(f'/proc/{pid}/task').iterdir():
        with contextlib.suppress(ProcessLookupError):
            os.sched_setaffinity(int(task.name), {core})


def own_memory(pid):
    """Bytes that a process has for itself alone."""
    lines = pathlib.Path(f'/proc/{pid}/smaps_rollup').read_text().splitlines()[1:]
    return 1024 * sum(int(line.split()[1]) for line in lines
                      if line.startswith(('Private_Dirty', 'Swap:')))


def peak(pid):
    """MiB that a process has at most taken so far."""
    status = pathlib.Path(f'/proc/{pid}/status').read_text()
    return int(status.split('VmHWM:')[1].split()[0]) / 1024


def children(pid):
    """The processes that a process has started."""
    files = pathlib.Path(f'/proc/{pid}/task').glob('*/children')
    return [int(number) for file in files for number in file.read_text().split()]
