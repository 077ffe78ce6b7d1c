"""Makes MPEG-4 part 2 as old encoders wrote it, from a raw stream (.m4v) whose pictures are one VOP each.

    mpeg4.py packed SOURCE PATH     AVI in which a P-VOP and the B-VOP after it are one chunk, and a chunk
                                    without a picture stands in the place of the second (DivX)
    mpeg4.py skipped SOURCE PATH    raw stream of which some B-VOPs are not coded: they show nothing"""
import pathlib
import re
import struct
import sys

VOP, VOL = b'\0\0\1\xb6', b'\0\0\1\x20'
DIVX = b'\0\0\1\xb2DivX503b1393p'  # by which libavcodec knows chunks of two pictures
TICKS = 5  # bits of a VOP's time: 25 a second


def pictures(data):
    """The VOPs, each with the headers that come before it."""
    starts = [found.start() for found in re.finditer(re.escape(VOP), data)]
    heads = [data.rfind(b'\0\0\1\xb3', 0, start) for start in starts]  # a group begins before its first
    begins = [0] + [head if head > before else start
                    for head, before, start in zip(heads[1:], starts, starts[1:])]
    return [data[begin:end] for begin, end in zip(begins, [*begins[1:], len(data)])]


def kind(picture):
    return 'IPBS'[picture[picture.index(VOP) + 4] >> 6]


def uncoded(picture, kind):
    """A VOP at the time of another, without content."""
    start = picture.index(VOP) + 4
    bits = f'{int.from_bytes(picture[start:start + 6], "big"):048b}'
    seconds = bits.index('0', 2)
    bits = f'{"IPBS".index(kind):02b}' + bits[2:seconds + 2 + TICKS] + '1' + '0'
    bits += '0' + '1' * (-(len(bits) + 1) % 8)
    return picture[:start] + int(bits, 2).to_bytes(len(bits) // 8, 'big')


def packed(data):
    """Chunks, and which of them are keyframes."""
    vops, chunks = pictures(data), []
    vops[0] = vops[0].replace(b'\0\0\1\xb3', DIVX + b'\0\0\1\xb3', 1)
    for vop, after in zip(vops, [*vops[1:], b'']):
        if kind(vop) == 'B':
            chunks.append((uncoded(vop, 'P'), False))
        else:
            is_pair = after and kind(after) == 'B'
            chunks.append((vop + (after if is_pair else b''), kind(vop) == 'I'))
    return chunks


def skipped(data):
    vops = pictures(data)
    return b''.join(uncoded(vop, 'B') if place % 7 == 5 and kind(vop) == 'B' else vop
                    for place, vop in enumerate(vops))


def chunk(name, content):
    return name + struct.pack('<I', len(content)) + content + bytes(len(content) % 2)


def listed(name, *parts):
    return chunk(b'LIST', name + b''.join(parts))


def avi(chunks, width, height):
    count = len(chunks)
    main = struct.pack('<14I', 40_000, 0, 0, 0x10, count, 0, 1, 1 << 16, width, height, 0, 0, 0, 0)
    stream = b'vidsDIVX' + struct.pack('<10I4H', 0, 0, 0, 1, 25, 0, count, 1 << 16, 0, 0, 0, 0, width, height)
    shape = struct.pack('<3I2H4s5I', 40, width, height, 1, 24, b'DX50', width * height * 3, 0, 0, 0, 0)
    header = listed(b'hdrl', chunk(b'avih', main),
                    listed(b'strl', chunk(b'strh', stream), chunk(b'strf', shape)))
    index, place = b'', 4
    for content, is_key in chunks:
        index += b'00dc' + struct.pack('<3I', 0x10 if is_key else 0, place, len(content))
        place += 8 + len(content) + len(content) % 2
    movi = listed(b'movi', *(chunk(b'00dc', content) for content, _ in chunks))
    return chunk(b'RIFF', b'AVI ' + header + movi + chunk(b'idx1', index))


if __name__ == '__main__':
    source = pathlib.Path(sys.argv[2]).read_bytes()
    made = avi(packed(source), 160, 90) if sys.argv[1] == 'packed' else skipped(source)
    pathlib.Path(sys.argv[3]).write_bytes(made)
