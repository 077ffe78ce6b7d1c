"""`sound.wav` has exactly the samples that ffmpeg decodes from the start, wherever it begins."""
import os
import random

import numpy
import pytest

from kit import FULL
from made import made
from soundfiles import FILES, LOSSLESS, Linear, Shown, make_all, wave

SEED = int(os.environ.get('VERNIER_SEED', 1))
PLACES = 200 if FULL else 12


@pytest.fixture(scope='module')
def folder():
    return made('sounds', make_all)


@pytest.fixture(scope='module')
def sounds(serve_once, folder):
    return serve_once(folder)


def address(server, name):
    return f'/api/v1/media/{server.media(name)}/sound.wav'


def heard(server, name, start, end, **query):
    asked = ''.join(f'&{key}={value}' for key, value in query.items())
    answer = server.get(f'{address(server, name)}?from={start}&to={end}{asked}')
    assert answer.status == 200, answer.body
    return wave(answer.body)


def shown(path):
    pictures = FILES[path.name][2]
    return Shown(path, 'V:0' if pictures else 'a:0')


def form(path):
    return {'deep.wav': 's32le', 'flac.mkv': 's32le', 'float.wav': 'f32le'}.get(path.name, 's16le')


@pytest.mark.parametrize('name', FILES)
def test_samples_are_those_of_linear_decoding(sounds, folder, name):
    path = folder / name
    frames = shown(path)
    linear = Linear(path, zero=frames.zero, form=form(path))
    chance = random.Random(f'{SEED} {name}')
    places = [0, max(0, len(frames) - 3), *(chance.randrange(len(frames)) for _ in range(PLACES))]
    places.append(0)  # where a decoder must have forgotten all that it decoded since
    allowed = 0 if name.startswith(LOSSLESS) else 1
    for place in places:
        end = min(len(frames), place + chance.choice([1, 2, 3, 9]))
        start, stop = (frames.sample(edge, linear.rate) for edge in (place, end))
        (_, channels, rate, bits), samples = heard(sounds, name, place, end)
        assert (channels, rate) == (linear.channels, linear.rate)
        wanted = linear.between(start, stop)
        assert samples.shape == wanted.shape
        assert samples.dtype == wanted.dtype
        apart = numpy.abs(samples.astype(float) - wanted.astype(float)).max(initial=0)
        assert apart <= allowed, f'frames {place} to {end}: {apart} apart'
