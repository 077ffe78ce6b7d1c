"""What the client says of its types holds in the strictest reading."""
import subprocess
import sys

from conftest import SOURCES
from kit import ROOT

PROJECT = SOURCES.parent


def test_types_hold_in_the_strictest_reading():
    command = [sys.executable, '-m', 'mypy', '--config-file', PROJECT / 'pyproject.toml',
               '--cache-dir', ROOT / '.build/mypy', PROJECT / 'src/vernier']
    process = subprocess.run(command, capture_output=True, text=True)
    assert process.returncode == 0, process.stdout + process.stderr
    assert (SOURCES / 'vernier/py.typed').exists()
