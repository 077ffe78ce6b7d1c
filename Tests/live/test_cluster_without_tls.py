"""Redis over TLS, where the system's hiredis has none."""
import pytest

from cluster import ends


@pytest.mark.parametrize('address', ['rediss://127.0.0.1', 'rediss://store.example:7000/3'])
def test_nobody_is_left_to_believe_that_it_is_there(address):
    done = ends('--redis', address)
    assert done.returncode == 64
    assert '--redis: rediss:// needs TLS, which this hiredis has not' in done.stderr
