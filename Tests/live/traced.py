"""Ends a process at a system call of one of its threads, of which the kernel tells (ptrace)."""
import ctypes
import os
import pathlib
import signal
import time

SYSCALL, GET_SYSCALL_INFO = 24, 0x420e
SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17
OPTION_TRACESYSGOOD = 1
ALL_THREADS = 0x40000000  # __WALL
ENTRY = 1

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def ptrace(request, thread, address=None, data=None):
    if libc.ptrace(request, thread, address, data) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def thread_named(pid, name):
    """The number of a thread of a process."""
    found = [int(task.name) for task in pathlib.Path(f'/proc/{pid}/task').iterdir()
             if (task / 'comm').read_text().strip() == name[:15]]
    assert len(found) == 1, f'{len(found)} threads are called {name}'
    return found[0]


def enters_call(thread):
    """Whether a thread that has stopped is about to make a system call."""
    told = (ctypes.c_uint8 * 96)()
    ptrace(GET_SYSCALL_INFO, thread, ctypes.sizeof(told), ctypes.addressof(told))
    return told[0] == ENTRY


def kill_at(pid, name, number, act, patience=1):
    """Kills a process before the system call of this number, from 1, that a thread makes after `act`.

    Returns whether it made as many; the thread goes on when it rests before.
    """
    thread = thread_named(pid, name)
    ptrace(SEIZE, thread, None, OPTION_TRACESYSGOOD)
    ptrace(INTERRUPT, thread)
    os.waitpid(thread, ALL_THREADS)
    ptrace(SYSCALL, thread)
    act()
    calls, rests = 0, time.monotonic() + patience
    while time.monotonic() < rests:
        stopped, status = os.waitpid(thread, ALL_THREADS | os.WNOHANG)
        if not stopped:
            time.sleep(0.001)
            continue
        if os.WIFSTOPPED(status) and os.WSTOPSIG(status) == signal.SIGTRAP | 0x80:
            rests = time.monotonic() + patience
            calls += enters_call(thread)
            if calls == number:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(thread, ALL_THREADS)
                return True
        ptrace(SYSCALL, thread)
    ptrace(INTERRUPT, thread)
    os.waitpid(thread, ALL_THREADS)
    ptrace(DETACH, thread)
    return False
