"""`vernier waveform` writes what the server answers, and pictures of it."""
import re

import numpy
import pytest
from PIL import Image

from soundfiles import AAC, H264, Linear, Shown, make
from test_waveform import Dat, extremes


@pytest.fixture(scope='module')
def film(tmp_path_factory):
    return make(tmp_path_factory.mktemp('drawn') / 'film.mp4', 44100, 2, H264, AAC)


@pytest.mark.parametrize('split', [False, True])
def test_numbers_are_those_that_numpy_finds(vernier, film, tmp_path, split):
    out = tmp_path / 'out.dat'
    more = ['--split'] if split else []
    done = vernier('waveform', film, '-o', out, '--width', 300, *more)
    assert done.returncode == 0, done.stderr
    found = Dat(out.read_bytes())
    frames = Shown(film)
    linear = Linear(film, zero=frames.zero, more=() if split else ('-ac', '1'),
                    channels=2 if split else 1)
    samples = linear.between(0, frames.sample(len(frames), linear.rate))
    assert 100 <= found.length <= 300
    numpy.testing.assert_array_equal(found.points, extremes(samples, found.width))


def test_picture_is_as_high_as_it_is_loud(vernier, film, tmp_path):
    for ending in ('png', 'svg', 'dat'):
        done = vernier('waveform', film, '-o', tmp_path / f'out.{ending}', '--width', 200,
                       '--height', 101, '--from', 10, '--to', 90)
        assert done.returncode == 0, done.stderr
    picture = numpy.asarray(Image.open(tmp_path / 'out.png'))
    assert picture.shape == (101, 200)
    found = Dat((tmp_path / 'out.dat').read_bytes())
    columns = numpy.arange(200) * found.length // 200
    for side, place in ((1, 'first'), (0, 'last')):
        wanted = (32767 - found.points[columns, 0, side].astype(int)) * 100 // 65535
        dark = picture == 0
        rows = dark.argmax(axis=0) if place == 'first' else 100 - dark[::-1].argmax(axis=0)
        numpy.testing.assert_array_equal(rows, wanted)
    drawn = re.findall(r'M(\d+) (\d+)h1v(\d+)h-1z', (tmp_path / 'out.svg').read_text())
    assert [(int(x), int(y), int(h)) for x, y, h in drawn] == [
        (x, int(picture[:, x].argmin()), int((picture[:, x] == 0).sum())) for x in range(200)]


@pytest.mark.parametrize('words, code', [
    ([], 64), (['-o', 'out.mp3'], 64), (['-o', 'out.dat', '--from', '9999999'], 64)])
def test_wrong_words_are_refused(vernier, film, words, code):
    assert vernier('waveform', film, *words).returncode == code


def test_file_without_sound_says_so(vernier, tmp_path):
    done = vernier('waveform', make_mute(tmp_path), '-o', tmp_path / 'out.dat')
    assert done.returncode == 65 and 'has no sound' in done.stderr


def make_mute(folder):
    path = make(folder / 'film.mp4', 44100, 1, H264, ('-an',))
    return path
