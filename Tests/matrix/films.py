#!/usr/bin/env python3
"""Prints the paths of those files of the matrix that are undamaged films."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
MATRIX = ROOT / '.build/matrix'
LIST = ROOT / 'Tests/MediaTests/Matrix/MatrixFile.swift'


def listed():
    """Their names, each with what the tests in Swift say of it."""
    return re.findall(r'MatrixFile\(\s*"([^"]+)"([^)]*)\)', LIST.read_text())


if __name__ == '__main__':
    print(*(MATRIX / name for name, _ in listed()))
