"""Confines a program as systemd would, as far as that takes no rights."""
import ctypes
import errno
import pathlib
import re
import struct

from package import run

NUMBERS = pathlib.Path('/usr/include/x86_64-linux-gnu/asm/unistd_64.h')

# Numbers of prctl(2), seccomp(2) and the filters that it takes, on Linux.
SET_NO_NEW_PRIVS, SET_SECCOMP, SET_MDWE = 38, 22, 65
FILTER = 2
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, NOT_PERMITTED = 0x7FFF0000, 0x00050000 | errno.EPERM

libc = ctypes.CDLL(None, use_errno=True)


def names(group):
    """The system calls of one of systemd's groups, which hold one another."""
    lines = run('systemd-analyze', 'syscall-filter', group).splitlines()
    words = [line.strip() for line in lines[1:] if not line.strip().startswith('#')]
    return set().union(*(names(word) if word[0] == '@' else {word} for word in words if word))


def allowed(unit):
    """The system calls that a unit's filters leave."""
    calls = set()
    for terms in re.findall(r'^SystemCallFilter=(.*)$', unit, re.M):
        is_refused = terms.startswith('~')
        for term in terms.lstrip('~').split():
            group = names(term) if term[0] == '@' else {term}
            calls = calls - group if is_refused else calls | group
    return calls


def program(calls):
    """A filter that refuses all calls but these, as systemd's does (struct sock_filter)."""
    numbers = dict(re.findall(r'__NR_(\w+) (\d+)', NUMBERS.read_text()))
    known = sorted(int(numbers[name]) for name in calls if name in numbers)
    steps = [(LOAD, 0, 0, 0)]
    for number in known:
        steps += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
    return b''.join(struct.pack('HBBI', *step) for step in [*steps, (RETURN, 0, 0, NOT_PERMITTED)])


def confinement(unit):
    """What a child does to itself before it becomes the program; made before there is a child."""
    code = program(allowed(unit))
    buffer = ctypes.create_string_buffer(code)
    header = struct.pack('HxxxxxxP', len(code) // 8, ctypes.addressof(buffer))

    def confine():
        assert libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        # Kernels before 6.3 cannot refuse memory that is both written and run.
        libc.prctl(SET_MDWE, 1, 0, 0, 0)
        assert libc.prctl(SET_SECCOMP, FILTER, header, 0, 0) == 0

    return confine, buffer
