"""Where a film's numbers are: each field of its boxes, elements, chunks, tags and headers."""
import itertools
import struct
from typing import NamedTuple

MOST = 24  # numbers that are taken of one box, chunk or tag
PACKET = 188  # bytes of a packet of a transport stream


class Field(NamedTuple):
    """A number of a film: what it belongs to, where it is, and how it is written."""

    name: str
    at: int
    width: int  # bytes
    kind: str  # 'big', 'little', 'float', 'vint' (EBML's sizes), 'stamp' (of a PES header)


def fields(data, suffix):
    """All the fields of a film whose name ends so."""
    return list(PARSERS[suffix](data))


def row(name, start, end, width=4, kind='big'):
    """The first numbers of a row of them, and its last."""
    places = range(start, end - width + 1, width)
    for at in [*places[:MOST], *places[MOST:][-2:]]:
        yield Field(f'{name}+{at - start}', at, width, kind)


# MP4 and MOV: ISO/IEC 14496-12.

BOXES = {'moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl', 'mvex', 'moof', 'traf', 'mfra',
         'udta', 'gmhd'}
BEFORE_BOXES = {'meta': 4, 'stsd': 8, 'dref': 8, 'mp4a': 28,
                **dict.fromkeys(['avc1', 'hvc1', 'hev1', 'mp4v', 'apcn', 'jpeg'], 78)}
BYTES = {'avcC', 'hvcC', 'esds'}
NO_TABLES = {'mdat', 'free', 'ftyp', 'hdlr', 'ilst'}


def boxes(data, start, end):
    """The boxes of a piece of a film: type, start, payload, end."""
    while start + 8 <= end:
        size, name = struct.unpack_from('>I4s', data, start)
        head = 8
        if size == 1:
            (size,), head = struct.unpack_from('>Q', data, start + 8), 16
        if not head <= size <= end - start:
            return
        yield name.decode('latin-1'), start, start + head, start + size
        start += size


def box_fields(data, start=0, end=None, path=''):
    for name, begin, payload, after in boxes(data, start, len(data) if end is None else end):
        here = f'{path}/{name}'
        yield Field(f'{here} size', begin, 4, 'big')
        if name in BOXES | BEFORE_BOXES.keys():
            inner = payload + BEFORE_BOXES.get(name, 0)
            width = 2 if name in ('avc1', 'hvc1', 'hev1', 'mp4v', 'mp4a', 'apcn', 'jpeg') else 4
            yield from row(here, payload, inner, width)
            yield from box_fields(data, inner, after, here)
        elif name in BYTES:
            yield from row(here, payload, after, 1)
        elif name not in NO_TABLES:
            yield from row(here, payload, after)
            if data[payload:payload + 1] == b'\1':  # its version, in which times have eight bytes
                yield from row(f'{here} long', payload + 4, after, 8)


LONG = {  # the numbers of a box's first version, and of its second
    'mvhd': ('>IIII', '>QQIQ'), 'mdhd': ('>IIII', '>QQIQ'), 'tkhd': ('>IIIII', '>QQIIQ'),
    'elst': ('>Ii', '>Qq')}


def with_long_boxes(data):
    """The same film, which ends with its `moov`, with eight bytes for every time in it."""
    return b''.join(long_box(data, *box) for box in boxes(data, 0, len(data)))


def long_box(data, name, start, payload, end):
    if name in ('moov', 'trak', 'edts', 'mdia'):
        content = b''.join(long_box(data, *box) for box in boxes(data, payload, end))
    elif name in LONG and data[payload] == 0:
        content = b'\1' + data[payload + 1:payload + 4] + long_times(name, data[payload + 4:end])
    else:
        return data[start:end]
    return struct.pack('>I4s', 8 + len(content), name.encode()) + content


def long_times(name, content):
    short, long = LONG[name]
    if name != 'elst':
        size = struct.calcsize(short)
        return struct.pack(long, *struct.unpack(short, content[:size])) + content[size:]
    edits = struct.iter_unpack('>Ii4s', content[4:])
    return content[:4] + b''.join(struct.pack(long, *edit[:2]) + edit[2] for edit in edits)


# Matroska and WebM: RFC 9559.

MASTERS = {0x1a45dfa3, 0x18538067, 0x114d9b74, 0x4dbb, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0xe1,
           0x55b0, 0x55d0, 0x7670, 0x1f43b675, 0xa0, 0x1c53bb6b, 0xbb, 0xb7, 0x1043a770, 0x45b9,
           0xb6, 0x80, 0x1254c367, 0x7373, 0x63c0, 0x6d80, 0x6240, 0x5034}
FLOATS = {0x4489, 0xb5, 0x78b5, 0x23314f, *range(0x55d1, 0x55db), *range(0x7673, 0x7676)}
SEEK_HEAD = 0x114d9b74
BLOCKS = {0xa1, 0xa3}
DECODERS = 0x63a2  # what the decoder is told
NO_NUMBERS = {0x4282, 0x4d80, 0x5741, 0x7ba9, 0x536e, 0x86, 0x22b59c, 0x85, 0x437c, 0x45a3, 0x4487,
              0xec, 0xbf, 0x53ab, 0x73a4, 0x258688, DECODERS}


def vint(data, at, keep=False):
    """A number of variable length, and how many bytes it takes."""
    length = 9 - data[at].bit_length()
    value = int.from_bytes(data[at:at + length])
    return (value if keep else value & ((1 << 7 * length) - 1)), length


def elements(data, start, end):
    """The elements of a piece of a film: id, start, size's place, payload, end."""
    while start < end:
        name, width = vint(data, start, keep=True)
        size, more = vint(data, start + width)
        payload = start + width + more
        unknown = size == (1 << 7 * more) - 1
        after = end if unknown else min(end, payload + size)
        yield name, start, start + width, payload, after
        start = after


def element_fields(data, start=0, end=None, path=''):
    for name, _, size, payload, after in elements(data, start, len(data) if end is None else end):
        here = f'{path}/{name:x}'
        yield Field(f'{here} size', size, payload - size, 'vint')
        if name in MASTERS:
            yield from element_fields(data, payload, after, here)
        elif name in BLOCKS:
            yield Field(f'{here} time', payload + 1, 2, 'big')
            yield Field(f'{here} flags', payload + 3, 1, 'big')
        elif name not in NO_NUMBERS and 0 < after - payload <= 8:
            kind = 'float' if name in FLOATS else 'big'
            yield Field(here, payload, after - payload, kind)
        elif name == DECODERS:
            yield from row(here, payload, after, 1)


def with_long_elements(data, start=0, end=None):
    """The same film with eight bytes for every number in it, and no list of what is where."""
    content = b''
    pieces = elements(data, start, len(data) if end is None else end)
    for name, begin, size, payload, after in pieces:
        value = data[payload:after]
        if name == SEEK_HEAD:
            continue
        if name in MASTERS:
            value = with_long_elements(data, payload, after)
        elif name in FLOATS:
            value = struct.pack('>d', *struct.unpack('>f' if len(value) == 4 else '>d', value))
        elif name not in NO_NUMBERS | BLOCKS and 0 < len(value) <= 8:
            value = value.rjust(8, b'\0')
        content += data[begin:size] + (1 << 56 | len(value)).to_bytes(8) + value
    return content


# AVI: RIFF's chunks.


def chunk_fields(data, start=0, end=None, path=''):
    end = len(data) if end is None else end
    for number in itertools.count():
        if start + 8 > end:
            return
        name, size = struct.unpack_from('<4sI', data, start)
        here = f'{path}/{name.decode("latin-1")}'
        after = min(end, start + 8 + size)
        if number < MOST or name in (b'LIST', b'idx1'):
            yield Field(f'{here} size', start + 4, 4, 'little')
        if name in (b'RIFF', b'LIST'):
            yield from chunk_fields(data, start + 12, after, here)
        elif not name[:2].isdigit() and name not in (b'JUNK', b'ISFT'):
            yield from row(here, start + 8, after, kind='little')
        start = after + after % 2


# FLV: version 10.1 of its specification.


def tag_fields(data):
    yield Field('head', 5, 4, 'big')
    at = 13
    while at + 11 <= len(data):
        kind, size = data[at], int.from_bytes(data[at + 1:at + 4])
        yield Field(f'{kind} size', at + 1, 3, 'big')
        yield Field(f'{kind} time', at + 4, 3, 'big')
        yield Field(f'{kind} age', at + 7, 1, 'big')
        yield Field(f'{kind} before', at + 11 + size, 4, 'big')
        if kind == 18:
            yield from script_fields(data, at + 11, at + 11 + size)
        elif kind == 9 and data[at + 12] == 0:  # what the decoder is told
            yield from row('told', at + 16, at + 11 + size, 1)
        elif kind == 9:
            yield Field('shown', at + 13, 3, 'big')
        at += size + 15


def script_fields(data, start, end):
    """The numbers of `onMetaData`, each behind the length and the text of its name."""
    for at in range(start, end - 9):
        for size in range(1, 32):
            name = data[at - size:at]
            is_named = data[at - size - 2:at - size] == size.to_bytes(2) and name.isalpha()
            if data[at] == 0 and is_named and data[at - size - 3] != 2:  # which says: a text
                yield Field(f'script {name.decode()}', at + 1, 8, 'float')


# Transport streams: ISO/IEC 13818-1.


def packet_fields(data):
    for at in range(0, len(data), PACKET):
        pid = int.from_bytes(data[at + 1:at + 3]) & 0x1fff
        payload = at + 4
        if data[at + 3] & 0x20:
            payload += 1 + data[at + 4]
            yield Field(f'{pid} filler', at + 4, 1, 'big')
            if data[at + 4] and data[at + 5] & 0x10:
                yield Field(f'{pid} clock', at + 6, 4, 'big')
        if data[at + 1] & 0x40 and data[payload:payload + 3] == b'\0\0\1':
            yield from pes_fields(data, payload, pid)
        elif data[at + 1] & 0x40 and pid in (0, 17, 0x1000):
            yield from row(f'{pid} table', payload + 1, section_end(data, payload) - 4, 1)


def pes_fields(data, at, pid):
    yield Field(f'{pid} size', at + 4, 2, 'big')
    yield Field(f'{pid} head', at + 8, 1, 'big')
    if data[at + 7] & 0x80:
        yield Field(f'{pid} pts', at + 9, 5, 'stamp')
    if data[at + 7] & 0x40:
        yield Field(f'{pid} dts', at + 14, 5, 'stamp')


def section_end(data, payload):
    """Where a table ends that begins at once, with the sum that proves it."""
    return payload + 4 + (int.from_bytes(data[payload + 2:payload + 4]) & 0xfff)


def with_sums(data, whole):
    """The film with sums that fit its tables, which are where they are in the whole one."""
    data = bytearray(data)
    for at in range(0, len(whole), PACKET):
        pid = int.from_bytes(whole[at + 1:at + 3]) & 0x1fff
        if pid in (0, 17, 0x1000) and whole[at + 1] & 0x40:
            payload = at + 4
            end = section_end(whole, payload)
            data[end - 4:end] = crc(data[payload + 1:end - 4]).to_bytes(4)
    return bytes(data)


def crc(content):
    total = 0xffffffff
    for byte in content:
        total ^= byte << 24
        for _ in range(8):
            total = total << 1 & 0xffffffff ^ (0x04c11db7 if total >> 31 else 0)
    return total


PARSERS = {'mp4': box_fields, 'mov': box_fields, 'mkv': element_fields, 'webm': element_fields,
           'avi': chunk_fields, 'flv': tag_fields, 'ts': packet_fields}
