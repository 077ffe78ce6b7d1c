"""Which system calls the filter lets through on each machine, by that machine's own numbers.

The numbers are those of the kernel's tables, syscall_64.tbl of x86 and asm-generic/unistd.h; the
filter is not run, but followed as the kernel would (linux/filter.h, linux/seccomp.h).
"""
import pathlib
import subprocess
import typing

import pytest

SOURCE = pathlib.Path(__file__).with_name('filter.c')
LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
ALLOWED, EPERM, ENOSYS, KILLED = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
EXECUTABLE, NEEDS_NO_NAME, IS_THREAD, SET_NAME = 4, 0x1000, 0x10000, 15
OWN = 4711
HARMLESS = {1, 2, 3, 4, 1030}  # F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC


class Machine(typing.NamedTuple):
    """A kind of machine: how to ask for it, its number, and those of its system calls."""
    flags: list
    audit: int
    free: set
    mmap: int
    mprotect: int
    clone: int
    clone3: int
    newfstatat: int
    prctl: int
    tgkill: int
    fcntl: int
    # Opening, connecting, executing, tracing, and letting others do it.
    never: dict


X86_64 = Machine(
    [], 0xC000003E, {
        0, 1, 3, 5, 7, 8, 11, 12, 13, 14, 15, 17, 18, 19, 20, 24, 25, 28, 35, 39, 46, 47, 60, 74,
        75, 77, 96, 98, 131, 186, 202, 204, 219, 228, 230, 231, 271, 273, 285, 318, 324, 334,
    }, mmap=9, mprotect=10, clone=56, clone3=435, newfstatat=262, prctl=157, tgkill=234,
    fcntl=72, never={
        'open': 2, 'openat': 257, 'openat2': 437, 'socket': 41, 'connect': 42, 'execve': 59,
        'execveat': 322, 'fork': 57, 'vfork': 58, 'ptrace': 101, 'io_uring_setup': 425, 'bpf': 321,
        'unlink': 87, 'kill': 62, 'pkey_mprotect': 329, 'memfd_create': 319, 'ioctl': 16})

AARCH64 = Machine(
    ['-U__x86_64__', '-D__aarch64__'], 0xC00000B7, {
        46, 47, 57, 62, 63, 64, 65, 66, 67, 68, 73, 80, 82, 83, 93, 94, 98, 99, 101, 113, 115, 123,
        124, 128, 132, 134, 135, 139, 165, 169, 172, 178, 211, 212, 214, 215, 216, 233, 278,
        283, 293,
    }, mmap=222, mprotect=226, clone=220, clone3=435, newfstatat=79, prctl=167, tgkill=131,
    fcntl=25, never={
        'openat': 56, 'openat2': 437, 'socket': 198, 'connect': 203, 'execve': 221,
        'execveat': 281, 'ptrace': 117, 'io_uring_setup': 425, 'bpf': 280, 'unlinkat': 35,
        'kill': 129, 'pkey_mprotect': 288, 'memfd_create': 279, 'ioctl': 29})


@pytest.fixture(params=[X86_64, AARCH64], ids=['x86-64', 'aarch64'], scope='module')
def machine(request):
    return request.param


@pytest.fixture(scope='module')
def follow(machine, tmp_path_factory):
    """What becomes of a call: `follow(number, *arguments)`."""
    folder = tmp_path_factory.mktemp('filter')
    generic = folder / 'asm'
    generic.mkdir()
    if machine is AARCH64:
        # As arch/arm64/include/uapi/asm of the kernel has them.
        for name in pathlib.Path('/usr/include/asm-generic').glob('*.h'):
            (generic / name.name).write_text(f'#include <asm-generic/{name.name}>\n')
        (generic / 'unistd.h').write_text(
            '#define __ARCH_WANT_NEW_STAT\n#define __ARCH_WANT_SYS_CLONE3\n'
            '#include <asm-generic/unistd.h>\n')
        (generic / 'bitsperlong.h').write_text(
            '#define __BITS_PER_LONG 64\n#include <asm-generic/bitsperlong.h>\n')
        (generic / 'byteorder.h').write_text('#include <linux/byteorder/little_endian.h>\n')
    program = folder / 'filter'
    subprocess.run(['clang', '-Wall', '-Werror', *machine.flags, '-isystem', folder, '-o', program,
                    SOURCE], check=True)
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    steps = [tuple(map(int, line.split())) for line in lines.splitlines()]
    return lambda number, *arguments, audit=machine.audit: run(steps, number, audit, arguments)


def run(steps, number, audit, arguments):
    """Follows a filter as the kernel does."""
    # struct seccomp_data: number, machine, place, and the halves of six arguments, lower first.
    words = [number, audit, 0, 0]
    for argument in (*arguments, *[0] * (6 - len(arguments))):
        words += [argument & 0xFFFFFFFF, argument >> 32]
    at, value = 0, 0
    while True:
        code, then, otherwise, operand = steps[at]
        at += 1
        if code == LOAD:
            value = words[operand // 4]
        elif code == EQUAL:
            at += then if value == operand else otherwise
        elif code == ANY_BIT:
            at += then if value & operand else otherwise
        else:
            assert code == RETURN
            return operand


def test_these_calls_and_no_other_are_free(machine, follow):
    assert {number for number in range(1024) if follow(number) == ALLOWED} == machine.free | {
        machine.mmap, machine.mprotect}


def test_what_opens_executes_or_traces_is_refused_whatever_it_asks_for(machine, follow):
    for name, number in machine.never.items():
        for argument in (0, 1, 0xFFFFFFFF, (1 << 64) - 1):
            assert follow(number, *[argument] * 6) == EPERM, name


@pytest.mark.parametrize('call', ['mmap', 'mprotect'])
def test_no_memory_becomes_executable(machine, follow, call):
    number = getattr(machine, call)
    for rights in range(8):
        answer = EPERM if rights & EXECUTABLE else ALLOWED
        assert follow(number, 0, 4096, rights, 0x22) == answer


def test_threads_are_made_and_processes_are_not(machine, follow):
    assert follow(machine.clone, IS_THREAD | 0x3D0F00) == ALLOWED
    assert follow(machine.clone, 17) == EPERM
    assert follow(machine.clone3, IS_THREAD) == ENOSYS


def test_no_file_is_looked_at_by_its_name(machine, follow):
    assert follow(machine.newfstatat, 3, 0, 0, NEEDS_NO_NAME) == EPERM
    assert follow(machine.newfstatat, 3, 0, 0, 0) == EPERM


def test_a_signal_goes_to_the_own_process_alone(machine, follow):
    assert follow(machine.tgkill, OWN, 7, 6) == ALLOWED
    assert all(follow(machine.tgkill, process, 7, 9) == EPERM for process in (0, 1, OWN + 1))


def test_a_descriptor_is_told_to_send_no_signals(machine, follow):
    allowed = {command for command in range(2048) if follow(machine.fcntl, 3, command) == ALLOWED}
    assert allowed == HARMLESS


def test_of_a_process_only_the_names_of_its_threads_are_set(machine, follow):
    assert follow(machine.prctl, SET_NAME) == ALLOWED
    assert all(follow(machine.prctl, option) == EPERM for option in range(80) if option != SET_NAME)


def test_another_machines_calls_end_the_process(machine, follow):
    other = AARCH64 if machine is X86_64 else X86_64
    assert follow(0, audit=other.audit) == KILLED
    assert follow(0, audit=0x40000003) == KILLED, 'i386, whose calls have other numbers'
