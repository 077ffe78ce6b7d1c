"""torchcodec itself, told by our index where the frames of a film are."""
import io

import pytest
from PIL import Image

import oracle
from kit import SAMPLES


class Counted(io.FileIO):
    """A file that knows how much of it was read."""

    asked = 0

    def readinto(self, buffer):
        count = super().readinto(buffer)
        self.asked += count
        return count

    def read(self, size=-1):
        content = super().read(size)
        self.asked += len(content)
        return content


@pytest.fixture(scope='module')
def decoders():
    return pytest.importorskip('torchcodec.decoders', reason='torchcodec is for `make bench`')


def mappings(vernier, path):
    return vernier('index', path, '--format', 'torchcodec').stdout


# Of a transport stream it shows a frame of a later group for the first, which is not understood yet;
# the last frames of others it does not reach.
@pytest.mark.parametrize('name', [name for name in oracle.SAMPLES if not name.endswith('.ts')])
def test_torchcodec_decodes_by_them_the_frame_of_each_number(vernier, decoders, name):
    path = SAMPLES / name
    film = decoders.VideoDecoder(path, custom_frame_mappings=mappings(vernier, path),
                                 dimension_order='NHWC')
    count, first = oracle.SAMPLES[name]
    listed = oracle.Frames(path)
    assert count == len(listed)
    for number in (count - 10, 0, count // 2, 7):
        frame = film.get_frame_at(number)
        assert oracle.barcode(png(frame.data.numpy())) == first + number
        assert frame.pts_seconds == pytest.approx(float(listed.pts[number] * listed.timebase))


def test_torchcodec_reads_a_film_no_more_before_its_first_frame(vernier, decoders):
    path = SAMPLES / 'start.ts'
    given = {'scanned': {}, 'told': {'custom_frame_mappings': mappings(vernier, path)}}
    read = {}
    for name, options in given.items():
        with Counted(path) as file:
            assert len(decoders.VideoDecoder(file, **options)) == oracle.SAMPLES[path.name][0]
            read[name] = file.asked
    assert read['scanned'] >= path.stat().st_size, 'it scans all of a film where nobody tells'
    assert read['told'] < read['scanned'] / 2


def png(pixels):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, 'PNG')
    return file.getvalue()
