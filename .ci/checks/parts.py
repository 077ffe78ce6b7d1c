"""What there is to check: a table of parts, each one command that says by its exit code if it held."""
import dataclasses
import os
import pathlib
import random
import shlex

FOLDER = pathlib.Path('.build/checks')
PYTHON = '.build/venv/bin/python'
ROUNDS = os.environ.get('ROUNDS', '30')
SOAK = os.environ.get('SOAK', '600')
SEED = os.environ.get('VERNIER_SEED') or str(random.randrange(1 << 31))

# Tests are built without debug information, which takes a sixth of the time.
SWIFT_TESTS = '-debug-info-format none'

# Each module at once, which takes half of the time where all are built, in a folder of its own beside
# what is built file by file; on so many threads, as the package manager expects a file for each source,
# and in that folder, as the compiler leaves another one for each module where it is.
WHOLE = ('mkdir -p .build/whole && cd .build/whole && swift build --package-path ../.. --scratch-path .'
         f' --build-tests --jobs 2 {SWIFT_TESTS} -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2')

# All of them, run as it is: the package manager would run one part of them at a time.
RUN = 'debug/vernierPackageTests.xctest --testing-library swift-testing'
BUNDLE, CHANGED_BUNDLE = f'.build/whole/{RUN}', f'.build/{RUN}'

# Plugins that one part alone uses, and that take every process of pytest's seconds to import.
LIGHT = '-p no:schemathesis -p no:hypothesispytest'

# Suites that wait for real sockets, threads and processes, which disturb each other.
WAITING = r'^(System|Library|Pictures|Transport|Server|Command)Tests\.'
DECODING = r'^Media(Workers)?Tests\.'
FUZZ = 'FuzzTests'
THREADED = r'^(System|MediaWorkers|Library|Pictures|Transport|Server|Command)Tests\.'


@dataclasses.dataclass(frozen=True)
class Part:
    """One command of the shell, and what must be there before it."""

    name: str
    command: str
    after: tuple = ()
    behind: tuple = ()  # those that have to have ended, whether they held or not
    minutes: int = 20  # after which it is ended, and has failed
    alone: bool = False  # wants the machine for itself
    environment: dict = dataclasses.field(default_factory=dict)
    again: str = ''  # runs a single test once more, whose name is appended
    crowded: bool = False  # its tests' own seconds are mostly those of others
    makes: str = ''  # a pattern of what it takes minutes to make, and others need no more of

    def is_named(self, words):
        """Whether one of the words is its name, or the first word of it."""
        return any(self.name == word or self.name.startswith(f'{word}-') for word in words)

    @property
    def is_made(self):
        """Whether what others need of it is there already."""
        return self.makes != '' and any(pathlib.Path().glob(self.makes))

    @property
    def log(self):
        return FOLDER / f'{self.name}.log'

    @property
    def report(self):
        """Where its tests are listed, as JUnit XML."""
        return FOLDER / f'{self.name}.xml'

    @property
    def again_report(self):
        """The same of a test that was run once more."""
        return FOLDER / f'{self.name}.again.xml'


def part(name, command, *after, **more):
    return Part(name, command, after, **more)


def chosen(table, words):
    """The parts that are named, all where none is, with those that they need and that nobody has
    made yet; in the order of the table."""
    names = {one.name for one in table if not words or one.is_named(words)}
    by_name = {one.name: one for one in table}
    to_see = [by_name[name] for name in names]
    while to_see:
        needed = [by_name[name] for name in to_see.pop().after if name in by_name]
        missing = [one for one in needed if one.name not in names and not one.is_made]
        names.update(one.name for one in missing)
        to_see += missing
    return [one for one in table if one.name in names]


def python_tests(name, what, *after, workers=1, more='', plugins=LIGHT, **options):
    """A part of pytest's, on so many processes."""
    more = f'{plugins} {more}'.strip()
    spread = f' --numprocesses {workers} --dist worksteal' if workers > 1 else ''
    command = f'{PYTHON} -m pytest {what} --junitxml {FOLDER}/{name}.xml{spread} {more}'
    again = f'VERNIER_AGAIN=1 {PYTHON} -m pytest {more} --junitxml {FOLDER}/{name}.again.xml'
    return Part(name, command.strip(), after, again=again, **options)


def swift_tests(name, which, *after, run=BUNDLE, **options):
    """A part of Swift's tests: `which` are the options that choose them."""
    command = f'{run} --xunit-output {FOLDER}/{name}.xml {which}'
    again = f'{run} --no-parallel --xunit-output {FOLDER}/{name}.again.xml --filter'
    return Part(name, command, after, again=again, **options)


def quoted(pattern):
    return shlex.quote(pattern)


MEDIA = 'samples/make.sh && Tests/matrix/make.sh .build/matrix'
VENV = 'make --no-print-directory .build/venv/installed'
BUILT = ('build', 'venv', 'media')
TURNS = {'VERNIER_TURNS': f'{FOLDER}/turns.csv'}

API = 'Tests/live/test_api_properties.py'

# What a change must pass, the longest first where nothing else decides.
TEST = (
    part('build', 'make --no-print-directory build', makes='.build/release/vernier'),
    part('venv', VENV),
    part('media', MEDIA),
    part('build-tests', WHOLE, minutes=40, makes='.build/whole/debug/vernierPackageTests.xctest'),
    part('package', '.ci/deb', 'build', makes='.build/deb/*.deb'),
    python_tests('live', f'Tests/live --ignore {API}', *BUILT, 'package', workers=5, minutes=60,
                 environment=TURNS),
    python_tests('page', 'Tests/page', *BUILT, workers=2, more='-m "not undisturbed and not alone"',
                 minutes=40),
    # What waits or decodes goes test by test, and no two of these disturb each other.
    swift_tests('swift-server', f'--no-parallel --filter {quoted(WAITING)}', 'build-tests',
                'media', minutes=40),
    swift_tests('swift-media', f'--no-parallel --filter {quoted(DECODING)}', 'build-tests',
                'media', minutes=40),
    python_tests('kit', 'Tests/python', *BUILT),
    python_tests('api', API, *BUILT, plugins='', environment=TURNS),
    python_tests('turns', 'Tests/turns', behind=('live', 'api'), environment=TURNS),
    python_tests('firefox', 'Tests/firefox', *BUILT),
    swift_tests('swift-pure', f'--skip {quoted(f"{WAITING}|{DECODING}")}', 'build-tests',
                behind=('swift-server', 'swift-media'), crowded=True),
    part('lint', '.ci/lint'),
    part('page-modules', '.ci/test-page'),
    python_tests('checks', 'Tests/checks', 'venv'),
    part('wasm', '.ci/wasm .build/scrub-model.wasm'
         ' && cmp .build/scrub-model.wasm web/scrub-model.wasm', 'build-tests'),
    python_tests('undisturbed', 'Tests/page', *BUILT, workers=2, more='-m "undisturbed and not alone"',
                 alone=True),
    python_tests('timed', 'Tests/page', *BUILT, more='-m alone', alone=True),
)


def makers(*names):
    """The parts that make what others need, for other tables than this one."""
    return [one for one in TEST if one.name in names]
