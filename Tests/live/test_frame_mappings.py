"""What torchcodec takes for custom_frame_mappings: the frames that ffprobe says there are."""
import json

import pytest

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
