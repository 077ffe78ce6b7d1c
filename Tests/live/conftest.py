"""What tests of the program can ask for."""
import pytest

from kit import SAMPLES


@pytest.fixture
def out(tmp_path):
    folder = tmp_path / 'exports'
    folder.mkdir()
    return folder


@pytest.fixture
def house(serve, out):
    return serve(SAMPLES, extra=['--export-dir', out])
