"""What the tests of a part came to, read from their JUnit XML."""
import collections
import dataclasses
import pathlib
import re
import xml.etree.ElementTree as ElementTree


@dataclasses.dataclass(frozen=True)
class Test:
    """One test, its seconds, and what became of it: `passed`, `failed`, `skipped`, `expected`
    to fail, or `unsteady`."""

    group: str
    name: str
    seconds: float
    state: str

    @property
    def title(self):
        return f'{self.group}.{self.name}'

    @property
    def address(self):
        """How pytest is asked for it, whose names begin below `Tests`."""
        file, classes = pathlib.Path('Tests', *self.group.split('.')), []
        while not file.with_suffix('.py').exists() and file.name:
            file, classes = file.parent, [file.name, *classes]
        return '::'.join([f'{file}.py', *classes, self.name])

    @property
    def pattern(self):
        """How `swift test` is asked for it."""
        return '^' + re.sub(r'([^\w\s`/:,-])', r'\\\1', f'{self.group}/{self.name}')


def tests(report):
    """The tests in a report; none where there is no report."""
    found = []
    # Swift names the file of its newer tests after the one that was asked for.
    for path in (report, report.with_name(f'{report.stem}-swift-testing.xml')):
        if path.exists():
            found += [test(case) for case in ElementTree.parse(path).iter('testcase')]
    return found


def test(case):
    return Test(case.get('classname', ''), case.get('name', ''), float(case.get('time') or 0),
                state(case))


def state(case):
    if case.find('failure') is not None or case.find('error') is not None:
        return 'failed'
    skipped = case.find('skipped')
    if skipped is None:
        return 'passed'
    return 'expected' if skipped.get('type') == 'pytest.xfail' else 'skipped'


def counted(found):
    """How many came to what, in words."""
    counts = collections.Counter(test.state for test in found)
    words = {'expected': 'expected to fail'}
    return ', '.join(f'{counts[state]} {words.get(state, state)}'
                     for state in ('failed', 'unsteady', 'passed', 'expected', 'skipped') if counts[state])
