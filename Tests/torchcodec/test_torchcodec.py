"""torchcodec itself, told by our index where the frames of a film are."""
import io
import json

import pytest
from PIL import Image

import oracle
from kit import SAMPLES


# Frames of `start.ts`, whose keyframes are every fiftieth, and what torchcodec shows for them.
TARGETS = (0, 7, 50, 100, 149)
ASTRAY = [50, 50, 100, 150, 150]


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


@pytest.mark.parametrize('name', [name for name in oracle.SAMPLES if not name.endswith('.ts')])
def test_torchcodec_decodes_by_them_the_frame_of_each_number(vernier, decoders, name):
    path = SAMPLES / name
    film = decoders.VideoDecoder(path, custom_frame_mappings=mappings(vernier, path),
                                 dimension_order='NHWC')
    count, first = oracle.SAMPLES[name]
    listed = oracle.Frames(path)
    assert count == len(listed)
    for number in (count - 1, 0, count // 2, 7):
        frame = film.get_frame_at(number)
        assert oracle.barcode(png(frame.data.numpy())) == first + number
        assert frame.pts_seconds == pytest.approx(float(listed.pts[number] * listed.timebase))


def test_torchcodec_itself_goes_past_keyframes_of_a_transport_stream_whoever_lists_them(
        vernier, decoders):
    """It asks libavformat for the time at which a keyframe is shown. In a transport stream that
    one finds by the times of decoding, of which there is one like it behind the keyframe where
    frames are shown in another order than they are decoded in: so it decodes from the next group.
    By its own scan and by ffprobe's list it does the same, and right where the orders agree.
    """
    path = SAMPLES / 'start.ts'
    assert shown(decoders, path, TARGETS) == ASTRAY
    for listed in (mappings(vernier, path), probed(path)):
        assert shown(decoders, path, TARGETS, custom_frame_mappings=listed) == ASTRAY


def test_torchcodec_shows_the_frames_of_a_transport_stream_that_is_decoded_as_it_is_shown(
        vernier, decoders, tmp_path):
    path = tmp_path / 'in-order.ts'
    oracle.run('ffmpeg', '-v', 'error', '-i', SAMPLES / 'start.ts', '-an', '-c:v', 'libx264',
               '-bf', '0', '-g', '50', '-crf', '10', path)
    by_us = shown(decoders, path, TARGETS, custom_frame_mappings=mappings(vernier, path))
    assert by_us == shown(decoders, path, TARGETS) == list(TARGETS)


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


def shown(decoders, path, numbers, **options):
    """The frames that it shows for those, each from a decoder that has shown none before."""
    return [oracle.barcode(png(decoders.VideoDecoder(path, dimension_order='NHWC', **options)
                               .get_frame_at(number).data.numpy())) for number in numbers]


def probed(path):
    """The same list by ffprobe, whose word for a duration has changed with FFmpeg 7."""
    frames = oracle.probe(path, 'v:0', 'frame=pts,duration,pkt_duration,key_frame')['frames']
    return json.dumps({'frames': [{
        'pts': frame['pts'], 'duration': frame.get('duration', frame.get('pkt_duration')),
        'key_frame': frame['key_frame']} for frame in frames]})


def png(pixels):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, 'PNG')
    return file.getvalue()
