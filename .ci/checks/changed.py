"""The parts that tell in a minute whether a small change holds: lint, what is pure, what changed."""
import pathlib
import re
import subprocess

from parts import (BUILT, CHANGED_BUNDLE, MEDIA, SWIFT_TESTS, VENV, part, python_tests, quoted,
                   swift_tests)

PURE = r'^(Basics|ScrubModel|ScrubModelWASM|Timeline|Marks|Wire|Scrubbing|Architecture)Tests\.'
SUITE = re.compile(r'^(?:@Suite.*\n)?(?:final class|struct|enum|actor) (\w+Tests)\b', re.M)


def parts():
    """Those of every small change, and those of the files that this one touches."""
    files = touched()
    table = [
        part('build-tests', f'swift build --build-tests --jobs 2 {SWIFT_TESTS}'),
        part('lint', '.ci/lint'),
        part('page-modules', '.ci/test-page'),
        swift_tests('swift-pure', f'--filter {quoted(PURE)}', 'build-tests', run=CHANGED_BUNDLE),
    ]
    if suites := sorted(suites_of(files)):
        pattern = quoted(rf'\.({"|".join(suites)})(/|$)')
        table += [part('media', MEDIA),
                  swift_tests('swift-changed', f'--no-parallel --filter {pattern}',
                              'swift-pure', 'media', run=CHANGED_BUNDLE)]
    if tests := sorted(python_tests_of(files)):
        table += [part('build', 'make --no-print-directory build', 'build-tests'),
                  part('venv', VENV), part('media', MEDIA)]
        table += [python_tests('python-changed', ' '.join(tests), *BUILT, workers=2,
                               plugins='')]
    return list({one.name: one for one in table}.values())


def touched():
    """The files of what is not committed, or of the last commit where all is."""
    files = git('status', '--porcelain', '--untracked-files=all')
    names = [line[3:].rpartition(' -> ')[2] for line in files]
    return [pathlib.Path(name) for name in names or git('diff', '--name-only', 'HEAD~1', 'HEAD')]


def git(*words):
    answer = subprocess.run(['git', *words], capture_output=True, text=True, check=True)
    return answer.stdout.splitlines()


def suites_of(files):
    """The Swift suites in the touched files, and those named after the touched sources, that are not
    pure."""
    everywhere = {path.stem: path for path in pathlib.Path('Tests').rglob('*Tests.swift')}
    for file in files:
        test = file if 'Tests' in file.parts else everywhere.get(f'{file.stem}Tests')
        if file.suffix == '.swift' and test and test.exists() and not is_pure(test):
            yield from SUITE.findall(test.read_text())


def is_pure(test):
    """Whether it runs with every small change anyway."""
    return re.match(PURE, '.'.join(test.parts[1:])) is not None


def python_tests_of(files):
    """The touched test files in Python, and those named after the touched files of the page."""
    for file in files:
        if file.match('Tests/*/test_*.py') and file.exists():
            yield str(file)
        page = pathlib.Path('Tests/page', f'test_{file.stem.replace("-", "_")}.py')
        if file.match('web/**/*.js') and page.exists():
            yield str(page)
