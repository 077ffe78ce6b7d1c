"""Makes the turned, joined, damaged and lying files of the matrix from the sound ones, in this folder.

Bytes are put where no version of ffmpeg writes them, or each in its own way."""
import pathlib
import struct
import subprocess


def read(name):
    return pathlib.Path(name).read_bytes()


def cut(name, share=0.6):
    """The first part of a file, as when a copy was broken off."""
    data = read(name)
    return data[:int(len(data) * share)]


def spoiled(name, share, count, unit=1):
    """A file with `count` bytes overwritten, from the `unit` on at which `share` of it is over."""
    return overwritten(name, int(len(read(name)) * share) // unit * unit, count)


def overwritten(name, start, count):
    """A file with `count` bytes overwritten, from `start` on."""
    data = bytearray(read(name))
    data[start:start + count] = b'\xaa' * count
    return bytes(data)


def keyframe(name, number):
    """Where a keyframe of the pictures starts in a file, by ffprobe."""
    entries = ['-select_streams', 'v:0', '-show_entries', 'packet=pos,flags', '-of', 'csv=p=0']
    told = subprocess.run(['ffprobe', '-v', 'error', *entries, name], check=True, text=True,
                          capture_output=True).stdout
    found = [line.split(',')[0] for line in told.splitlines() if ',K' in line]
    return int(found[number])


def headers(name):
    """What comes before the first picture of raw H.264, which is an IDR picture."""
    return read(name)[:read(name).index(b'\0\0\1\x65')]


def claims(name, marker, value, skip=0):
    """A file in which the bytes behind `marker` are others."""
    data = bytearray(read(name))
    start = data.index(marker) + len(marker) + skip
    data[start:start + len(value)] = value
    return bytes(data)


def sparse_index():
    """An AVI whose index is nonsense in its last third."""
    data = bytearray(read('mpeg4.avi'))
    data[-800:-200] = (b'vernier\n' * 75)
    return bytes(data)


def element(data, start):
    """Where the length and the content of a Matroska element are, and where it ends."""
    size = start + 9 - data[start].bit_length()
    content = size + 9 - data[size].bit_length()
    length = int.from_bytes(data[size:content], 'big') & (1 << 7 * (content - size)) - 1
    return size, content, content + length


def unsized(name):
    """Matroska as what streams write it: the lengths of the segment and of all clusters are unknown."""
    data, start, count = bytearray(read(name)), 0, 0
    while start < len(data):
        size, content, end = element(data, start)
        kind = data[start:size]
        if kind in (b'\x18\x53\x80\x67', b'\x1f\x43\xb6\x75'):
            data[size:content] = (0x1FF >> content - size & 0xFF).to_bytes(1, 'big') + b'\xff' * (content - size - 1)
            count += 1
        start = content if kind == b'\x18\x53\x80\x67' else end
    assert count > 3, 'a segment and its clusters'
    return bytes(data)


def many_streams():
    """An AVI that describes its only stream 1500 times."""
    data = read('mjpeg.avi')
    start = data.index(b'strl') - 8
    size = 8 + struct.unpack_from('<I', data, start + 4)[0]
    header = data.index(b'hdrl') - 4
    length = struct.unpack_from('<I', data, header)[0] + size * 1499
    grown = data[:start] + data[start:start + size] * 1500 + data[start + size:]
    return grown[:header] + struct.pack('<I', length) + grown[header + 4:]


# A quarter turn, as ffmpeg 5 writes it.
TURN = struct.pack('>9i', 0, -1 << 16, 0, 1 << 16, 0, 0, 0, 0, 1 << 30)
NAN = struct.pack('>d', float('nan'))
MANY = struct.pack('>I', 10 ** 9)

FILES = {
    # Turned: the matrix is 36 bytes behind what begins the first track's header.
    'turned.mp4': lambda: claims('h264-closed.mp4', b'tkhd', TURN, skip=40),
    # Streams that were joined: the clock goes on anew, or goes back.
    'joined.ts': lambda: read('h264-open.ts') + read('sources/later.ts'),
    'joined-back.ts': lambda: read('start-10.ts') + read('sources/later.ts'),
    'resized.ts': lambda: read('h264.ts') + read('sources/narrow.ts'),
    'joined-open.h264': lambda: read('raw-open.h264') + read('raw.h264'),
    'joined-hevc.ts': lambda: read('hevc-open.ts') + read('hevc-open.ts'),
    'joined-mpeg2.ts': lambda: read('mpeg2-closed.ts') + read('mpeg2-open.ts'),
    'joined-lone.ts': lambda: read('paff-lone.ts') + read('sources/later.ts'),
    # Written by what cannot go back, as browsers do.
    'unsized.mkv': lambda: unsized('no-cues.mkv'),
    'unsized.webm': lambda: unsized('vp9.webm'),
    # Begun where there are no pictures yet.
    'late-video.ts': lambda: read('sources/quiet.ts') + read('sources/heard.ts'),
    # Begun at a keyframe that others refer across, or at none.
    'late.h264': lambda: headers('raw-open.h264') + read('raw-open.h264')[keyframe('raw-open.h264', 1):],
    'late.hevc': lambda: read('raw.hevc')[keyframe('raw.hevc', 1):],
    'late.m2v': lambda: read('raw.m2v')[read('raw.m2v').index(b'\0\0\1\0', 5000):],
    # Broken off.
    'cut-off.ts': lambda: cut('h264.ts'),
    'cut-off-broken.mkv': lambda: cut('h264.mkv'),
    'cut-off.avi': lambda: cut('mpeg4.avi'),
    'cut-off.flv': lambda: cut('h264.flv'),
    'cut-off-moov-first.mp4': lambda: cut('moov-first.mp4'),
    'cut-off-no-moov.mp4': lambda: cut('h264-closed.mp4'),
    'cut-off-fragments.mp4': lambda: cut('fragments.mp4'),
    'no-first-key.ts': lambda: read('h264.ts')[188 * 40:],
    # Overwritten.
    # In a place of the keyframe that decoders notice: each muxer's headers are as long as it likes.
    'spoiled.mkv': lambda: overwritten('h264.mkv', keyframe('h264.mkv', 2) + 1206, 400),
    'spoiled.ts': lambda: spoiled('h264.ts', 0.4, 940, unit=188),
    'spoiled.mp4': lambda: spoiled('moov-first.mp4', 0.5, 400),
    'spoiled-hevc.mkv': lambda: spoiled('hevc-open.mkv', 0.5, 400),
    'spoiled.mpg': lambda: spoiled('mpeg2.mpg', 0.5, 400),
    'spoiled-vp9.webm': lambda: spoiled('vp9.webm', 0.5, 400),
    'bad-index.avi': sparse_index,
    # Lies.
    'endless.mp4': lambda: claims('h264-no-b.mp4', b'stsz' + bytes(8), MANY),
    'endless-times.mp4': lambda: claims('h264-no-b.mp4', b'stts' + bytes(4) + struct.pack('>I', 1), MANY),
    'nan.flv': lambda: claims('h264.flv', b'duration', NAN, skip=1),
    'nan.mkv': lambda: claims('h264.mkv', b'\x44\x89\x88', NAN),
    'huge.y4m': lambda: read('raw.y4m').replace(b'W160 H90', b'W999999999 H999999999', 1),
    'many-streams.avi': many_streams,
    # No media.
    'empty.mp4': lambda: b'',
    'text.mp4': lambda: b'vernier\n' * 600,
}

for name, make in FILES.items():
    pathlib.Path(name).write_bytes(make())
