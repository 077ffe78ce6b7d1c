"""Makes the archive of a container image from a root that the Debian package is installed in.

    python3 .ci/oci ROOT ARCHIVE

`SOURCE_DATE_EPOCH` is the time of all that is in it, `VERNIER_REVISION` the commit that it was
built from. It says how large the image is when unpacked, and what it is known by.
"""
import os
import pathlib
import sys

import archive
import contents
import layer
import settings


def main(root, out):
    held = contents.Contents(pathlib.Path(root))
    tree = held.tree()
    epoch = int(os.environ['SOURCE_DATE_EPOCH'])
    described = settings.described(held, epoch, os.environ['VERNIER_REVISION'])
    digest = archive.write(pathlib.Path(out), layer.tar(tree, epoch), described)
    print(f'{out}: {archive.NAME}, {digest}')
    print(f'{len(tree)} files, {layer.size(tree) / 1e6:.1f} MB unpacked, '
          f'{pathlib.Path(out).stat().st_size / 1e6:.1f} MB packed')


if __name__ == '__main__':
    main(*sys.argv[1:])
