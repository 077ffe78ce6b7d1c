"""The package as it is installed: from its folder and from its wheel, in an environment of its own."""
import os
import subprocess
import sys
import zipfile

import pytest

from conftest import SOURCES
from kit import FULL, MATRIX, VERNIER

PROJECT = SOURCES.parent
USE = '''
import importlib.metadata, sys, vernier
assert vernier.__file__.startswith(sys.prefix), vernier.__file__
assert importlib.metadata.version("vernier-client") == vernier.__version__
(plugin,) = importlib.metadata.entry_points(group="pytest11")
print(plugin.value)
with vernier.serve(sys.argv[1]) as server:
    frame = server.open()[7]
    print(frame.number, len(frame.buffer))
    try:
        frame.data
    except vernier.MissingPackage as error:
        print(error)
'''


# What a night installs from its folder as well, with a builder of its own, takes longer.
WAYS = ['wheel', 'folder'] if FULL else ['wheel']


def pip(*words):
    command = [sys.executable, '-m', 'pip', '--disable-pip-version-check', *map(str, words)]
    process = subprocess.run(command, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.fixture(scope='module')
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp('wheel')
    pip('wheel', '--no-deps', '--no-build-isolation', '--wheel-dir', folder, PROJECT)
    (found,) = folder.glob('vernier_client-*-py3-none-any.whl')
    return found


def test_wheel_has_all_of_the_package_and_nothing_else(wheel):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if '.dist-info/' not in name}
    sources = {str(path.relative_to(SOURCES)) for path in (SOURCES / 'vernier').iterdir()
               if path.is_file()}
    assert names == sources and {'vernier/py.typed', 'vernier/_front.js'} <= names


@pytest.mark.parametrize('what', WAYS)
def test_installed_package_works_with_its_one_library(wheel, what, tmp_path):
    python = tmp_path / 'venv/bin/python'
    subprocess.run([sys.executable, '-m', 'venv', '--without-pip', tmp_path / 'venv'], check=True)
    pip('--python', python, 'install', PROJECT if what == 'folder' else wheel)
    environment = {name: value for name, value in os.environ.items() if name != 'PYTHONPATH'}
    process = subprocess.run([python, '-c', USE, MATRIX / 'vfr.mp4'], capture_output=True, text=True,
                             env={**environment, 'VERNIER': VERNIER})
    assert process.stdout.splitlines() == [
        'vernier.plugin', f'7 {160 * 90 * 3}',
        "arrays need NumPy: pip install 'vernier-client[numpy]'"], process.stderr
    listed = pip('--python', python, 'freeze').splitlines()
    names = {line.partition(' ')[0].partition('=')[0] for line in listed}
    assert names == {'vernier-client', 'websockets'}
