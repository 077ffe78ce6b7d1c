"""What a collector reads, by Prometheus' own parser."""
import shutil
import subprocess

import pytest
from prometheus_client.parser import text_string_to_metric_families

from client import Client
from kit import SAMPLES
from soundfiles import AAC, make
from stored import awaited

NAME = 'hevc.mp4'
HISTOGRAMS = ['vernier_answer_seconds', 'vernier_picture_seconds', 'vernier_sound_seconds',
              'vernier_scan_seconds', 'vernier_loop_turn_seconds']
BOUNDED = ['connections', 'sessions', 'parked', 'preview_memory_bytes', 'picture_orders',
           'decoders']


class Numbers:
    """All numbers of a moment."""

    def __init__(self, server):
        answer = server.get('/metrics')
        assert answer.status == 200, answer.body
        text = answer.body.decode()
        self.families = {family.name: family for family in text_string_to_metric_families(text)}
        samples = [sample for family in self.families.values() for sample in family.samples]
        self.plain = {sample.name: sample.value for sample in samples if not sample.labels}

    def __getitem__(self, name):
        return self.plain[f'vernier_{name}']

    def buckets(self, name):
        """The bounds of a histogram and how many took no longer, ascending."""
        return [(float(sample.labels['le']), sample.value)
                for sample in self.families[name].samples if sample.name == f'{name}_bucket']


def pictures(server, media, frames):
    for frame in frames:
        assert server.get(f'/api/v1/media/{media}/frames/{frame}.jpg?width=64').status == 200


def test_every_family_is_described_once_and_counters_are_named_as_such(server):
    text = server.get('/metrics').body.decode()
    heads = [line.split()[2] for line in text.splitlines() if line.startswith('# TYPE ')]
    assert len(heads) == len(set(heads))
    for family in Numbers(server).families.values():
        assert family.documentation and family.type in ('counter', 'gauge', 'histogram')


@pytest.mark.parametrize('name', HISTOGRAMS)
def test_a_histogram_counts_all_in_its_last_bucket(server, name):
    pictures(server, server.media(NAME), [3])
    numbers = Numbers(server)
    buckets = numbers.buckets(name)
    assert numbers.families[name].type == 'histogram'
    assert buckets == sorted(buckets) and buckets[-1][0] == float('inf')
    counts = [count for _, count in buckets]
    assert counts == sorted(counts)
    assert counts[-1] == numbers.plain[f'{name}_count']
    assert numbers.plain[f'{name}_sum'] >= 0


def test_answers_pictures_and_scans_are_each_counted_once(serve):
    server = serve(SAMPLES / NAME, extra=['--preview-cache', 'none'])
    media = server.media(NAME)
    with Client(server, media) as client:
        before = Numbers(server)
        for frame in range(5):
            client.seek(frame=frame)
        pictures(server, media, [4, 9, 4])
        after = Numbers(server)
    assert after['answer_seconds_count'] - before['answer_seconds_count'] == 5
    assert after['picture_seconds_count'] - before['picture_seconds_count'] == 2
    assert after['scan_seconds_count'] == after['media_indexed_total'] == 1
    assert 0 < after['picture_seconds_sum'] < 20


def test_what_grows_with_clients_is_told_beside_its_bound(serve):
    server = serve(SAMPLES / NAME, extra=['--preview-memory', '3', '--decoders', '3'])
    media = server.media(NAME)
    with Client(server, media), Client(server):
        numbers = Numbers(server)
        assert (numbers['sockets'], numbers['sessions'], numbers['parked']) == (2, 1, 0)
        assert numbers['connections'] == 3, 'two sockets and who asks'
    awaited(lambda: Numbers(server)['parked'] == 1)
    numbers = Numbers(server)
    assert all(numbers[name] <= numbers[f'{name}_limit'] for name in BOUNDED)
    assert numbers['preview_memory_bytes_limit'] == 3 << 20
    assert (numbers['connections_limit'], numbers['sessions_limit']) == (4096, 3840)
    assert (numbers['parked_limit'], numbers['decoders_limit']) == (4096, 18)


def test_decoders_come_to_their_bound_and_no_further(serve, tmp_path):
    for number in range(12):
        shutil.copy2(SAMPLES / NAME, tmp_path / f'{number}.mp4')
    server = serve(tmp_path)
    for number in range(12):
        pictures(server, server.media(f'{number}.mp4'), [1])
    numbers = Numbers(server)
    # Two of each worker's six are for glances, which nobody has asked for.
    assert (numbers['decoders'], numbers['decoders_limit']) == (8, 12)


def test_sounds_are_counted_as_they_are_decoded_and_read(serve, tmp_path):
    make(tmp_path / 'sound.m4a', 48000, 1, (), AAC)
    server = serve(tmp_path)
    before = Numbers(server)
    assert before['sounds_known_total'] == before['sound_reads_total'] == before['sounds_waiting'] == 0
    sound = f'/api/v1/media/{server.media("sound.m4a")}'
    for frame in range(3):
        assert server.get(f'{sound}/sound.wav?from={frame}&to={frame + 1}').status == 200
    after = Numbers(server)
    assert (after['sounds_known_total'], after['sound_reads_total']) == (1, 3)
    assert after['sound_seconds_count'] == 3 and after['sounds_waiting'] == 0


def test_sound_that_nobody_waits_for_is_given_up_and_begun_anew(serve, tmp_path):
    short = make(tmp_path / 'short.m4a', 48000, 2, (), AAC)
    long = tmp_path / 'media' / 'long.m4a'
    long.parent.mkdir()
    # Ten hours, which take longer to decode than the server has patience.
    subprocess.run(['ffmpeg', '-v', 'error', '-stream_loop', '6000', '-i', short, '-c', 'copy', long],
                   check=True)
    server = serve(long)
    address = f'/api/v1/media/{server.media("long.m4a")}/waveform'
    awaited(lambda: server.get(address).status == 202)
    assert Numbers(server)['sounds_waiting'] == 1
    awaited(lambda: Numbers(server)['sounds_left_total'] == 1)
    assert Numbers(server)['sounds_waiting'] == 0
    assert server.get(address).status == 202
    assert Numbers(server)['sounds_waiting'] == 1
