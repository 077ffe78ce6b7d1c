"""Adds streams to a transport stream that ffmpeg copies and cannot make, and reads them back."""
import struct

PACKET, PROGRAM, ADDED = 188, 0x1000, 0x180
PRIVATE, METADATA = 0xbd, 0xfc
# What a stream is known by: its type, its descriptors, and the id of its PES packets.
KLV = 0x06, b'\x05\x04KLVA', PRIVATE
SYNCHRONOUS_KLV = 0x15, b'\x26\x09\x01\x00\xffKLVA\x00\x0f', METADATA
TIMED_ID3 = 0x15, b'\x26\x0d\xff\xffID3 \xffID3 \x00\x0f', PRIVATE
TELETEXT = 0x06, b'\x56\x05eng\x09\x00', PRIVATE


def add(film, kind, units, timed=True):
    """`film` with a stream of units, each (seconds, bytes), before pictures that are shown then."""
    left, added, count = sorted(units), bytearray(), 0
    for packet in packets(film):
        if pid(packet) == PROGRAM:
            packet = described(packet, kind)
        time = time_of(payload(packet)) if begins(packet) else None
        while left and time is not None and left[0][0] <= time:
            seconds, unit = left.pop(0)
            for piece in pieces(pes(kind[2], seconds if timed else None, unit), count):
                added += piece
                count += 1
        added += packet
    assert not left, 'a unit is beyond the end'
    return bytes(added)


def units(film):
    """The units of streams of data and text in a film, each (seconds, bytes)."""
    found, open_at = [], {}
    for packet in packets(film):
        if begins(packet) and payload(packet)[3] in (PRIVATE, METADATA):
            open_at[pid(packet)] = len(found)
            found.append(b'')
        if pid(packet) in open_at:
            found[open_at[pid(packet)]] += payload(packet)
    return [(time_of(unit), unit[9 + unit[8]:]) for unit in found]


def packets(film):
    return [film[start:start + PACKET] for start in range(0, len(film), PACKET)]


def pid(packet):
    return struct.unpack('>H', packet[1:3])[0] & 0x1fff


def payload(packet):
    if not packet[3] & 0x10:
        return b''
    return packet[4 + (1 + packet[4] if packet[3] & 0x20 else 0):]


def begins(packet):
    """Whether a PES packet begins in a transport packet."""
    return bool(packet[1] & 0x40) and payload(packet)[:3] == b'\0\0\1'


def time_of(unit):
    """When what a PES packet has is shown, in seconds, if it says so."""
    if not unit[7] & 0x80:
        return None
    high, middle, low = struct.unpack('>BHH', unit[9:14])
    return ((high >> 1 & 7) << 30 | middle >> 1 << 15 | low >> 1) / 90000


def described(packet, kind):
    """A program's table of streams with one more in it."""
    number, descriptors, _ = kind
    length = struct.unpack('>H', packet[6:8])[0] & 0xfff
    table = packet[5:8 + length - 4] + struct.pack(
        '>BHH', number, 0xe000 | ADDED, 0xf000 | len(descriptors)) + descriptors
    table = table[:1] + struct.pack('>H', 0xb000 | len(table) + 1) + table[3:]
    whole = packet[:5] + table + struct.pack('>I', checksum(table))
    return whole.ljust(PACKET, b'\xff')


def checksum(table):
    """CRC-32 of ISO/IEC 13818-1, annex A."""
    value = 0xffffffff
    for byte in table:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04c11db7 if value >> 31 else 0)) & 0xffffffff
    return value


def pes(number, seconds, unit):
    """A unit as a PES packet, with its time if it has one."""
    time = b''
    if seconds is not None:
        ticks = round(seconds * 90000)
        time = struct.pack('>BHH', 0x21 | ticks >> 29 & 0xe, ticks >> 14 & 0xfffe | 1,
                           ticks << 1 & 0xfffe | 1)
    body = bytes([0x84, 0x80 if time else 0, len(time)]) + time + unit
    return b'\0\0\1' + struct.pack('>BH', number, len(body)) + body


def pieces(unit, count):
    """A PES packet in transport packets, the last of which is filled up."""
    room = PACKET - 4 - 2
    for number, start in enumerate(range(0, len(unit), room)):
        piece = unit[start:start + room]
        filling = room - len(piece)
        head = struct.pack('>BHB', 0x47, (0x4000 if start == 0 else 0) | ADDED,
                           0x30 | count + number & 15)
        yield head + bytes([1 + filling, 0]) + b'\xff' * filling + piece
