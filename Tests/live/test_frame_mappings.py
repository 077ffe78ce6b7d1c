"""What torchcodec takes for custom_frame_mappings: the frames that ffprobe says there are."""
import io
import json

import pytest
from PIL import Image

import oracle
from kit import SAMPLES


@pytest.mark.parametrize('name', oracle.SAMPLES)
def test_each_frame_has_the_times_and_the_flag_that_its_packet_has(vernier, server, name):
    frames = oracle.Frames(SAMPLES / name)
    answer = server.get(f'/api/v1/media/{server.media(name)}/index?format=torchcodec')
    assert answer.headers['Content-Type'] == 'application/json'
    listed = answer.json()['frames']
    assert [(one['pts'], one['key_frame']) for one in listed] == list(zip(frames.pts, frames.key))
    after = [*frames.pts[1:], frames.end]
    assert [one['pts'] + one['duration'] for one in listed] == after
    printed = vernier('index', SAMPLES / name, '--format', 'torchcodec')
    assert json.loads(printed.stdout) == answer.json()


def test_ffprobe_lists_the_same(server):
    """Its JSON of frames is what torchcodec's own example passes on."""
    frames = oracle.probe(SAMPLES / 'start.ts', 'V:0', 'frame=pts,key_frame')['frames']
    listed = server.get(f'/api/v1/media/{server.media("start.ts")}/index?format=torchcodec').json()
    assert [(one['pts'], one['key_frame']) for one in listed['frames']] == [
        (one['pts'], one['key_frame']) for one in frames]


@pytest.mark.parametrize('words', [
    ['--format', 'ffms2'], ['--format', 'torchcodec', '--json'],
    ['--format', 'torchcodec', '--keyframes']])
def test_program_knows_no_other(vernier, words):
    assert vernier('index', SAMPLES / 'start.ts', *words).returncode == 64


def test_a_part_of_it_cannot_be_had(server):
    address = f'/api/v1/media/{server.media("start.ts")}/index?format=torchcodec'
    assert server.get(f'{address}&from=0.5').status == 400
    assert server.get(address.replace('torchcodec', 'ffms2')).status == 400


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


# Its seeks in transport streams miss a group, and the last frames it does not reach, by its own
# scan either.
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
