"""Sound and metadata that few containers hold are kept in those, byte for byte and at their time."""
import json
import subprocess

import pytest

import transport
from cutting import attempt, starts
from kit import MATRIX
from oracle import run

FILM = MATRIX / 'h264-closed.mp4'
SOUNDS = {'adpcm_ms': 48000, 'adpcm_ima_wav': 48000, 'adpcm_yamaha': 48000, 'adpcm_swf': 44100,
          'adpcm_g722': 16000, 'adpcm_g726': 8000, 'wmav2': 48000, 'g723_1': 8000}


@pytest.fixture(scope='session')
def sounds(tmp_path_factory):
    """A film with a sound of each kind that Matroska holds as WAV does."""
    maps = [part for number, (codec, rate) in enumerate(SOUNDS.items())
            for part in ('-map', '1:a', f'-c:a:{number}', codec, f'-ar:a:{number}', str(rate),
                         f'-ac:a:{number}', '1')]
    path = tmp_path_factory.mktemp('sounds') / 'sounds.mkv'
    run('ffmpeg', '-v', 'error', '-i', str(FILM), '-i', str(MATRIX / 'sources/tone.wav'),
        '-map', '0:V', '-c:v', 'copy', *maps, str(path))
    return path


def described(path):
    """What a decoder has to know of each sound."""
    told = run('ffprobe', '-v', 'error', '-of', 'json', '-select_streams', 'a', '-show_data_hash',
               'adler32', '-show_entries', 'stream=codec_name,codec_tag,sample_rate,channels,'
               'bits_per_sample,extradata_hash', str(path))
    return json.loads(told)['streams']


def test_sound_of_windows_is_kept_in_matroska(sounds, tmp_path):
    output = tmp_path / 'cut.mkv'
    made = attempt(sounds, 25, 74, output)
    assert made.returncode == 0 and 'left out' not in made.stdout, made.stderr
    assert described(output) == described(sounds)
    assert [one['codec_name'] for one in described(output)] == list(SOUNDS)
    shift = sorted(starts(sounds, 'V:0'))[25][0] - min(starts(output, 'V:0'))[0]
    for number in range(len(SOUNDS)):
        theirs, ours = starts(sounds, f'a:{number}'), starts(output, f'a:{number}')
        near = [min((abs(time + shift - other), own == digest) for other, own in theirs)
                for time, digest in ours]
        assert max(near)[0] <= 0.001 and all(same for _, same in near)
        assert len(ours) >= 0.4 * len(theirs)


def test_sound_that_ffmpeg_itself_cannot_copy_to_quicktime_is_named(sounds, tmp_path):
    lost = ', '.join(f'stream {number} (audio, {codec})' for number, codec in enumerate(SOUNDS, 1))
    refused = attempt(sounds, 25, 74, tmp_path / 'cut.mov')
    assert refused.returncode == 64 and f'cannot hold {lost} of' in refused.stderr
    for number in range(len(SOUNDS)):
        copy = tmp_path / f'{number}.mov'
        run_anyway('ffmpeg', '-v', 'error', '-i', sounds, '-map', f'0:a:{number}', '-c', 'copy', copy)
        # It is refused, cannot be decoded, or comes back as one packet that nobody can seek in.
        assert heard(sounds, number)[0] and heard(copy, 0) != heard(sounds, number)


def heard(path, number):
    """The samples of a sound, and its packets."""
    stream = f'a:{number}'
    packets = run_anyway('ffprobe', '-v', 'error', '-select_streams', stream, '-show_data_hash',
                         'adler32', '-show_entries', 'packet=data_hash', '-of', 'csv=p=0', path)
    return run_anyway('ffmpeg', '-v', 'error', '-i', path, '-map', f'0:{stream}', '-f', 's16le',
                      '-'), packets


def run_anyway(*command):
    return subprocess.run(command, capture_output=True).stdout


# The key of a local set, by SMPTE 336M, and its length.
KEY = bytes.fromhex('060e2b34020b01010e01030101000000') + bytes([10])


def measured(number):
    return KEY + bytes([number] * 10)


def tagged(number):
    """An ID3 tag of version 2.4, as streams over HTTP carry them (and 2.3, now and then)."""
    return b'ID3' + bytes([3 + number % 2, 0, 0, 0, 0, 0, 16]) + b'PRIV\0\0\0\6\0\0' + bytes([65 + number] * 6)


# What it is, whether it has times of its own, and its units. The header of a unit of KLV that has
# times (MISB ST 1402) counts them and tells of its length.
METADATA = {
    'klv': (transport.KLV, False, measured),
    'synchronous klv': (transport.SYNCHRONOUS_KLV, True,
                        lambda number: bytes([0, number, 0xdf, 0, 27]) + measured(number)),
    'timed id3': (transport.TIMED_ID3, True, tagged),
    'teletext': (transport.TELETEXT, True, lambda number: b'\x10' + b''.join(
        b'\x02\x2c\xe7\x27' + bytes((7 * number + row) % 256 for _ in range(42)) for row in range(3))),
}
# Others that carry the time of recording before each of their packets (192 bytes).
METADATA['timed id3 of a disc'] = METADATA['timed id3']


@pytest.mark.parametrize('name', METADATA)
def test_metadata_of_a_transport_stream_keeps_every_byte_and_its_place(tmp_path, name):
    kind, is_timed, unit = METADATA[name]
    source = MATRIX / 'h264-open.ts'
    pictures = sorted(time for time, _ in starts(source, 'V:0'))
    given = [(pictures[0] + 0.24 * number, unit(number)) for number in range(16)]
    film = transport.add(source.read_bytes(), kind, given, is_timed)
    if 'disc' in name:
        film = b''.join(bytes(4) + packet for packet in transport.packets(film))
    (tmp_path / 'film.ts').write_bytes(film)
    made = attempt(tmp_path / 'film.ts', 25, 74, tmp_path / 'cut.ts', '--mode', 'smart')
    assert made.returncode == 0 and 'left out' not in made.stdout, made.stderr
    first, end = pictures[25], pictures[75]
    shift = first - min(time for time, _ in starts(tmp_path / 'cut.ts', 'V:0'))
    found = transport.units((tmp_path / 'cut.ts').read_bytes())
    # Those without a time are where they were in the file, where a picture is up to four ahead.
    ahead = 0 if is_timed else 0.2
    kept = [own for _, own in found]
    sure = [own for time, own in given if first + ahead <= time < end - ahead]
    assert [own for own in kept if own in sure] == sure and len(sure) > 4
    assert all(first - ahead - 0.001 <= time < end + ahead for time, own in given if own in kept)
    if is_timed:
        times = {one: time for time, one in given}
        assert all(abs(time + shift - times[own]) <= 0.001 for time, own in found)
    # Other readers see the same in both.
    ours, theirs = [digests(tmp_path / one) for one in ('cut.ts', 'film.ts')]
    assert len(ours) == len(found) and ''.join(ours) in ''.join(theirs)


def digests(path):
    told = run('ffprobe', '-v', 'error', '-of', 'json', '-select_streams', '1', '-show_data_hash',
               'adler32', '-show_entries', 'packet=data_hash', str(path))
    return [packet['data_hash'] for packet in json.loads(told)['packets']]
