"""The parts that are long by nature, each in full, with another seed every night."""
import pathlib
import re

from parts import (BUILT, FUZZ, PYTHON, ROUNDS, SEED, SOAK, SWIFT_TESTS, THREADED, makers, part,
                   python_tests, quoted, swift_tests)

NOISE = {'VERNIER_FUZZ': ROUNDS, 'VERNIER_SEED': SEED}
FULL = {'VERNIER_FULL': '1'}
SOAKED = {'VERNIER_SOAK': SOAK}
ASAN = {'ASAN_OPTIONS': 'detect_leaks=1', 'VERNIER_SANITIZED': '1',
        'VERNIER': '.build/asan/release/vernier'}
TSAN = {'VERNIER_SANITIZED': '1', 'VERNIER': '.build/tsan/debug/vernier'}
TSAN_TESTS = f'.ci/sanitized tsan test {SWIFT_TESTS} --skip-build --disable-xctest'
# How many frames of each film each player shows right, Vernier all of them.
ACCURACY = (f'PYTHONPATH=samples/python/src VERNIER=.build/release/vernier {PYTHON}'
            ' samples/seek-accuracy/accuracy.py $(Tests/matrix/films.py) --frames 10')
# Films that list no keyframes, on a disk of 50 MB/s.
SLOW_DISK = f'VERNIER=.build/release/vernier {PYTHON} Tests/bench/slow_disk.py'
CROWDED = 'Tests/live/test_faults.py Tests/live/test_socket.py'


def parts():
    """What `make test` samples, in full; what disturbs it made long, the sanitizers, and the benches
    last."""
    return [
        *makers('build', 'venv', 'media', 'build-tests', 'package'),
        part('build-asan', '.ci/sanitized asan build --configuration release --product vernier --jobs 2',
             'build', minutes=60, makes='.build/asan/release/vernier'),
        python_tests('hostile', 'Tests/live/test_hostile_media.py', 'build-asan', 'venv', 'media',
                     workers=2, minutes=180, environment={**ASAN, **NOISE}),
        *in_full(),
        python_tests('noise', 'Tests/live/test_fuzzed_clients.py', 'build-asan', 'venv', 'media',
                     minutes=30, environment={**ASAN, **NOISE, 'VERNIER_FUZZ': '20'}),
        python_tests('absurd', 'Tests/live/test_absurd_films.py', *BUILT, workers=2, minutes=60,
                     environment={'VERNIER_ABSURD': '1000', 'VERNIER_SEED': SEED}),
        swift_tests('fuzz', f'--filter {quoted(FUZZ)}', 'build-tests', 'media',
                    minutes=40, environment=NOISE),
        part('build-tsan', f'.ci/sanitized tsan build --build-tests --jobs 2 {SWIFT_TESTS}',
             'build-asan', minutes=60, makes='.build/tsan/debug/vernierPackageTests.xctest'),
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
        part('slow-disk', SLOW_DISK, *BUILT, 'peers', minutes=30, alone=True),
        part('bench', 'make --no-print-directory bench', *BUILT, minutes=90, alone=True),
    ]


def in_full():
    """The tests that `make test` takes samples of, with all of them."""
    tests = [path for path in sorted(pathlib.Path('Tests').glob('*/test_*.py'))
             if re.search(r'from kit import .*\bFULL\b', path.read_text())]
    folders = sorted({path.parent.name for path in tests})
    for folder in folders:
        files = ' '.join(str(path) for path in tests if path.parent.name == folder)
        yield python_tests(f'full-{folder}', files, *BUILT, 'package', workers=3, minutes=60, plugins='',
                           environment=FULL)
    suites = [path.stem for path in sorted(pathlib.Path('Tests').glob('*Tests/*Tests.swift'))
              if 'Fuzz.isFull' in path.read_text()]
    yield swift_tests('full-swift', f'--filter {quoted("|".join(suites))}', 'build-tests', 'media',
                      environment=FULL)
