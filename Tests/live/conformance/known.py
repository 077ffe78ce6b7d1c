"""What libwebsockets is known not to do, and the versions of which that is known."""
import re
import subprocess

import pytest

VERSIONS = {(4, 1), (4, 3)}  # Debian 12's; Debian 13's and sid's


def version():
    """The major and minor version of the library that the program is built with."""
    command = ['pkg-config', '--modversion', 'libwebsockets']
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return tuple(map(int, re.match(r'(\d+)\.(\d+)', said).groups()))


VERSION = version()
IS_KNOWN = VERSION in VERSIONS


def unable(reason, raises=AssertionError, versions=VERSIONS):
    """Expects a test to fail with these versions; with any other one it has to pass."""
    names = ' and '.join('.'.join(map(str, each)) for each in sorted(versions))
    return pytest.mark.xfail(VERSION in versions, strict=True, raises=raises,
                             reason=f'libwebsockets {names} {reason}')
