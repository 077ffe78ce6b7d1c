"""Libraries that programs load before others, so that their system does what it seldom does."""
import pathlib
import subprocess


def preloaded(name, folder):
    """Makes the library of a file beside this one, and says where it is."""
    source = pathlib.Path(__file__).with_name(name)
    library = folder / f'{source.stem}.so'
    subprocess.run(['clang', '-O1', '-Wall', '-Werror', '-shared', '-fPIC', '-o', library, source],
                   check=True)
    return library
