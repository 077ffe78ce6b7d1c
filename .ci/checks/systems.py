"""The parts that are about other systems than this one: the next releases of Debian, the container
image, and what an earlier version leaves behind."""
from parts import BUILT, makers, part, python_tests

# Debian's next releases, in roots of their own; what a machine cannot run counts as not run.
TRIXIE = '.ci/root trixie make test'
SID = '.ci/root sid make test ONLY="build venv media package live api swift"'
# Made twice, as one commit gives the same bytes each time.
IMAGE = ('.ci/image trixie && cp .build/image/vernier.tar .build/checks/image.tar'
         ' && .ci/image trixie && cmp .build/image/vernier.tar .build/checks/image.tar')


def parts():
    """One after the other: each has as many lanes as the machine has cores."""
    return [
        *makers('build', 'venv', 'media', 'package'),
        part('trixie', TRIXIE, minutes=180, alone=True),
        part('sid', SID, minutes=120, alone=True),
        part('image', IMAGE, behind=('trixie',), minutes=60, alone=True,
             makes='.build/image/vernier.tar'),
        python_tests('image-run', 'Tests/image', *BUILT, 'image', alone=True),
        part('upgrade', '.ci/upgrade trixie', 'package', 'media', minutes=30, alone=True),
    ]
