"""Limits that the README states, each with a film that shows what happens there."""
import json
import struct
import subprocess

import pytest

import oracle

BITS = 'if(lt(Y,9),16+219*mod(floor(N/pow(2,floor(X/10))),2),16)'
FILM = ['-f', 'lavfi', '-i', 'color=s=160x90:r={rate}:d={seconds}',
        '-vf', f"format=yuv420p,geq=lum='{BITS}':cb=128:cr=128"]
CONTAINERS = (b'moov', b'trak', b'edts')


def film(path, *options, rate=25, seconds=4):
    """Numbered pictures."""
    words = [word.format(rate=rate, seconds=seconds) if '{rate}' in word else word for word in FILM]
    subprocess.run(['ffmpeg', '-v', 'error', *words, *map(str, options), path], check=True)


def probed(path, *entries):
    """What ffprobe says of each frame."""
    told = subprocess.run(
        ['ffprobe', '-v', 'error', '-select_streams', 'v:0', '-show_frames', '-show_entries',
         f'frame={",".join(entries)}', '-of', 'json', path], check=True, capture_output=True)
    return json.loads(told.stdout)['frames']


def with_edits(content, edits):
    """An MP4 whose edit list has these segments: the length, and where in the media it starts."""
    entries = b''.join(struct.pack('>IiHH', length, start, 1, 0) for length, start in edits)
    elst = struct.pack('>I4sII', 16 + len(entries), b'elst', 0, len(edits)) + entries

    def rewritten(content):
        done, at = b'', 0
        while at < len(content):
            size, kind = struct.unpack('>I4s', content[at:at + 8])
            body = content[at + 8:at + size]
            if kind == b'elst':
                done += elst
            else:
                body = rewritten(body) if kind in CONTAINERS else body
                done += struct.pack('>I4s', 8 + len(body), kind) + body
            at += size
        return done

    return rewritten(content)


def with_repeated_fields(content):
    """An MPEG-2 stream of which every second picture asks for one field more, as telecine does."""
    content, count, at = bytearray(content), 0, 0
    while (at := content.find(b'\x00\x00\x01\xb5', at)) >= 0:
        if content[at + 4] >> 4 == 8:  # a picture coding extension
            count += 1
            content[at + 7] |= (count % 2) << 1
        at += 4
    assert count > 40
    return bytes(content)


def numbers(server, name):
    """The numbers in the pictures, in the order of the frames."""
    address = f'/api/v1/media/{server.media(name)}'
    count = len(server.get(f'{address}/index').json())
    return [oracle.barcode(server.get(f'{address}/frames/{frame}.jpg').body)
            for frame in range(count)]


# Of four seconds in ticks of 1/12800: the first and the third; the same with both ends between frames.
EDITS = {'at frames': [(1000, 0), (1000, 25_600)], 'between frames': [(990, 1300), (1010, 26_000)]}


@pytest.mark.parametrize('edits', EDITS)
def test_segments_of_an_edit_list_are_shown_as_libavformat_reads_them(serve, tmp_path, edits):
    folder = tmp_path / 'media'
    folder.mkdir()
    film(tmp_path / 'whole.mp4', '-c:v', 'libx264', '-bf', '0', '-g', '10')
    path = folder / 'edited.mp4'
    path.write_bytes(with_edits((tmp_path / 'whole.mp4').read_bytes(), EDITS[edits]))
    shown = probed(path, 'pts')
    server = serve(folder)
    index = server.get(f'/api/v1/media/{server.media("edited.mp4")}/index').json()
    assert [row['pts'] for row in index] == [frame['pts'] for frame in shown]
    # A frame is left out of which an edit cuts off the beginning.
    expected = {'at frames': [*range(25), *range(50, 75)], 'between frames': [*range(3, 28), *range(51, 77)]}
    assert numbers(server, 'edited.mp4') == expected[edits]


def test_telecine_flags_repeat_nothing(serve, tmp_path):
    folder = tmp_path / 'media'
    folder.mkdir()
    film(tmp_path / 'plain.m2v', '-c:v', 'mpeg2video', '-q:v', '2', '-g', '12', rate='24000/1001')
    path = folder / 'telecine.m2v'
    path.write_bytes(with_repeated_fields((tmp_path / 'plain.m2v').read_bytes()))
    repeats = [frame['repeat_pict'] for frame in probed(path, 'repeat_pict')]
    assert sum(repeat > 0 for repeat in repeats) >= len(repeats) // 2 - 1, 'the film asks for it'
    server = serve(folder)
    assert numbers(server, 'telecine.m2v') == list(range(len(repeats)))
