"""The parts that are long by nature, each in full, with another seed every night."""
import dataclasses

from parts import (BUILT, FUZZ, PYTHON, ROUNDS, SEED, SOAK, SWIFT_TESTS, TEST, THREADED, part,
                   python_tests, quoted, swift_tests)

NOISE = {'VERNIER_FUZZ': ROUNDS, 'VERNIER_SEED': SEED}
SOAKED = {'VERNIER_SOAK': SOAK}
ASAN = {'ASAN_OPTIONS': 'detect_leaks=1', 'VERNIER_SANITIZED': '1',
        'VERNIER': '.build/asan/debug/vernier'}
TSAN = {'VERNIER_SANITIZED': '1', 'VERNIER': '.build/tsan/debug/vernier'}
TSAN_TESTS = f'.ci/sanitized tsan test {SWIFT_TESTS} --skip-build --disable-xctest'
# Debian's next releases, in roots of their own; what a machine cannot run counts as not run.
TRIXIE = '.ci/root trixie make test'
SID = '.ci/root sid make test ONLY="build venv media package live api swift"'
# Made twice, as one commit gives the same bytes each time.
IMAGE = ('.ci/image trixie && cp .build/image/vernier.tar .build/checks/image.tar'
         ' && .ci/image trixie && cmp .build/image/vernier.tar .build/checks/image.tar')
# How many frames of each film each player shows right, Vernier all of them.
ACCURACY = (f'PYTHONPATH=samples/python/src VERNIER=.build/release/vernier {PYTHON}'
            ' samples/seek-accuracy/accuracy.py $(Tests/matrix/films.py) --frames 10')
# Films that list no keyframes, on a disk of 50 MB/s.
SLOW_DISK = f'VERNIER=.build/release/vernier {PYTHON} Tests/bench/slow_disk.py'
CROWDED = 'Tests/live/test_faults.py Tests/live/test_socket.py'


def parts():
    """All of `make test`, what disturbs it made long, the sanitizers, other systems, and the
    benches last."""
    return [
        *(in_full(one) for one in TEST),
        part('build-asan', '.ci/sanitized asan build --product vernier --jobs 2', 'build',
             makes='.build/asan/debug/vernier'),
        python_tests('hostile', 'Tests/live/test_hostile_media.py', 'build-asan', 'venv', 'media',
                     workers=2, minutes=60, environment={**ASAN, **NOISE}),
        python_tests('noise', 'Tests/live/test_fuzzed_clients.py', 'build-asan', 'venv', 'media',
                     minutes=30, environment={**ASAN, **NOISE, 'VERNIER_FUZZ': '20'}),
        python_tests('absurd', 'Tests/live/test_absurd_films.py', *BUILT, workers=2, minutes=60,
                     environment={'VERNIER_ABSURD': '1000', 'VERNIER_SEED': SEED}),
        swift_tests('fuzz', f'--filter {quoted(FUZZ)}', 'build-tests', 'media',
                    behind=('swift-pure',), minutes=40, environment=NOISE),
        part('build-tsan', f'.ci/sanitized tsan build --build-tests --jobs 2 {SWIFT_TESTS}',
             'build-asan', makes='.build/tsan/debug/vernierPackageTests.xctest'),
        # One test is about a disk that is slower than the program, which no disk is now.
        swift_tests('tsan', f'--no-parallel --filter {quoted(THREADED)}'
                    ' --skip "what the disk does not take"',
                    'build-tsan', 'media', run=TSAN_TESTS, minutes=40),
        python_tests('tsan-live', CROWDED, 'build-tsan', 'venv', 'media',
                     minutes=30, environment=TSAN),
        python_tests('conformance', 'Tests/live/conformance', *BUILT, workers=4),
        part('notebook', 'make --no-print-directory .build/notebook/installed', 'venv'),
        python_tests('notebooks', 'Tests/notebooks', *BUILT, 'notebook'),
        part('peers', 'make --no-print-directory .build/venv/bench', 'venv'),
        python_tests('torchcodec', 'Tests/torchcodec', *BUILT, 'peers'),
        part('accuracy', ACCURACY, *BUILT, 'peers', minutes=60),
        python_tests('soak-server', 'Tests/live/test_soak.py', *BUILT,
                     more='--capture no', minutes=30, environment=SOAKED),
        python_tests('soak-page', 'Tests/page/test_memory.py', *BUILT,
                     more='--capture no', minutes=30, environment=SOAKED),
        python_tests('drag-page', 'Tests/page/test_long_tasks.py', *BUILT, environment=SOAKED,
                     alone=True),
        # Each has as many lanes as the machine has cores.
        part('trixie', TRIXIE, minutes=180, alone=True),
        part('sid', SID, minutes=120, alone=True),
        part('image', IMAGE, behind=('trixie',), minutes=60, alone=True,
             makes='.build/image/vernier.tar'),
        python_tests('image-run', 'Tests/image', *BUILT, 'image', alone=True),
        part('upgrade', '.ci/upgrade trixie', 'package', 'media', minutes=30, alone=True),
        part('slow-disk', SLOW_DISK, *BUILT, 'peers', minutes=30, alone=True),
        part('bench', 'make --no-print-directory bench', *BUILT, minutes=90, alone=True),
    ]


def in_full(one):
    environment = {**one.environment, 'VERNIER_FULL': '1'}
    return dataclasses.replace(one, minutes=2 * one.minutes, environment=environment)
