"""Every example in Python of the documents, run as it stands there."""
import os
import re
import shutil
import subprocess
import sys

import pytest

from conftest import SOURCES
from kit import ROOT, SAMPLES, VERNIER

PAGES = [ROOT / 'docs/python.md', ROOT / 'README.md', SOURCES.parent / 'README.md']
EXAMPLES = [(page, number, code) for page in PAGES for number, code in enumerate(
    re.findall(r'^```python\n(.*?)^```$', page.read_text(), re.M | re.S), 1)]


def run(code, folder):
    """Runs an example in a folder that has the film; a test is one for pytest."""
    for name in ('film.mkv', 'film.mp4'):
        # With its age: a file of just now is taken for a recording that goes on.
        shutil.copy2(SAMPLES / 'vfr.mkv', folder / name)
    file = folder / 'test_example.py'
    file.write_text(code)
    environment = {**os.environ, 'PYTHONPATH': str(SOURCES), 'VERNIER': VERNIER,
                   'PYTEST_DISABLE_PLUGIN_AUTOLOAD': '1'}
    how = ['-m', 'pytest', '-q', '-p', 'vernier.plugin', '-p', 'no:cacheprovider']
    command = [sys.executable, *(how if '\ndef test_' in code else ['-W', 'error']), file]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize(('page', 'number', 'code'), EXAMPLES, ids=[
    f'{page.parent.name}-{page.name}-{number}' for page, number, _ in EXAMPLES])
def test_example_runs_as_it_stands(page, number, code, tmp_path):
    process = run(code, tmp_path)
    assert process.returncode == 0, process.stdout + process.stderr


def test_errors_of_the_page_are_those_there_are():
    import vernier
    rows = re.findall(r'^\| (`.*?) \|', PAGES[0].read_text(), re.M)
    named = set(re.findall(r'`(\w+)`', ' '.join(rows)))
    there = {name for name, value in vars(vernier).items()
             if isinstance(value, type) and issubclass(value, vernier.VernierError)}
    assert there - named == {'VernierError', 'RequestError'}
    assert all(hasattr(vernier, name) or name in ('IndexError', 'TimeoutError', 'ImportError')
               for name in named)
