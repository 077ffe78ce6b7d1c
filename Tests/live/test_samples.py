"""The samples are what the other tests take them for. Judged by ffmpeg, not by us."""
import json

import pytest

from kit import ROOT, SAMPLES
from oracle import SAMPLES as TABLE
from oracle import barcodes, packets, probe

videos = pytest.mark.parametrize('name', TABLE)


@videos
def test_pictures_carry_their_numbers_in_order(name):
    count, first = TABLE[name]
    assert barcodes(SAMPLES / name) == list(range(first, first + count))


@pytest.mark.parametrize('name, property', [
    ('start.ts', lambda shown: min(packet['pts'] for packet in shown) > 10 * 90000),
    ('vfr.mkv', lambda shown: len(distances(shown)) > 3),
    ('hevc.mp4', lambda shown: leading(shown) > 0),
    ('edit-list.mp4', lambda shown: sum('D' in packet['flags'] for packet in shown) == 33),
    ('long-gop.mp4', lambda shown: sum('K' in packet['flags'] for packet in shown) == 3),
])
def test_sample_has_the_property_it_is_made_for(name, property):
    assert property(packets(SAMPLES / name))


@pytest.mark.parametrize('name', [name for name in TABLE if name != 'vp9.webm'])
def test_pictures_are_stored_in_another_order_than_shown(name):
    stored = [packet['pts'] for packet in packets(SAMPLES / name)]
    assert stored != sorted(stored)


def test_drop_frame_sample_has_a_timecode_and_three_chapters():
    tags = probe(SAMPLES / 'dropframe.mov', 'V:0', 'stream_tags=timecode')['streams'][0]['tags']
    chapters = probe(SAMPLES / 'dropframe.mov', 'V:0', 'chapter=start_time')['chapters']
    assert tags['timecode'] == '01:00:00;00'
    assert [float(chapter['start_time']) for chapter in chapters] == [0, 2.5, 5]


@pytest.mark.parametrize('trace', sorted((ROOT / 'samples/traces').glob('*.jsonl')),
                         ids=lambda path: path.stem)
def test_trace_is_messages_in_the_order_of_their_time(trace):
    messages = [json.loads(line) for line in trace.read_text().splitlines()]
    moments = [message['at'] for message in messages]
    assert messages[0] == {'at': 0, 'type': 'open', 'media': ''}
    assert moments == sorted(moments)
    assert {message['type'] for message in messages} <= {
        'open', 'configure', 'begin', 'move', 'end', 'cancel', 'seek'}


def distances(shown):
    times = sorted(packet['pts'] for packet in shown)
    return {later - earlier for earlier, later in zip(times, times[1:])}


def leading(shown):
    """How many pictures are shown before the keyframe that they are stored after."""
    key, count = None, 0
    for packet in shown:
        if 'K' in packet['flags']:
            key = packet['pts']
        count += packet['pts'] < key
    return count
