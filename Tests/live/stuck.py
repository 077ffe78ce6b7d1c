"""Keeps one thread of a process from running, while its other threads go on."""
import contextlib
import ctypes
import os

# The numbers of ptrace(2) and waitpid(2) on Linux.
SEIZE, INTERRUPT, DETACH, WALL = 0x4206, 0x4207, 17, 0x40000000

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def trace(request, thread):
    assert libc.ptrace(request, thread, None, None) == 0, os.strerror(ctypes.get_errno())


@contextlib.contextmanager
def stuck(thread):
    """Stops the thread with this number; a process's first thread has the process's number."""
    trace(SEIZE, thread)
    trace(INTERRUPT, thread)
    os.waitpid(thread, WALL)
    try:
        yield
    finally:
        with contextlib.suppress(AssertionError):
            trace(DETACH, thread)
