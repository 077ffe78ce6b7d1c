"""Films that are whole but for a few numbers, which make no sense."""
import random
import struct
from collections import defaultdict

from kit import MATRIX
from numbers_in import fields, with_long_boxes, with_long_elements, with_sums

# Of each container what is written in different ways.
FILMS = [
    'chapters.mp4', 'vfr.mp4', 'wide-pixels.mp4', 'timecode.mov', 'fragments.mp4',
    'fragments-sidx.mp4', 'chapters.mkv', 'vp9.webm', 'h264.ts', 'h264.avi', 'h264.flv',
    'indexed.flv',
]
LONG = {'chapters.mp4': with_long_boxes, 'vfr.mp4': with_long_boxes,
        'timecode.mov': with_long_boxes, 'chapters.mkv': with_long_elements,
        'vp9.webm': with_long_elements}
WHOLE = -1
FIFTY_YEARS = 50 * 365 * 24 * 60 * 60  # seconds
UNITS = [1, 25, 1000, 12_800, 90_000, 10**6, 10**9]  # in a second
FLOATS = [0.0, -0.0, -1.0, 1e-9, 5e-324, 1e9, 1e15, float(1 << 53), float(1 << 62), float(1 << 63),
          9.3e18, 1e300, 1.7e308, -1e300, float('inf'), -float('inf'), float('nan')]


def integer(chance, bits, old):
    """A number of so many bits: at an end of what fits, a power of two, or a great time."""
    top = (1 << bits) - 1
    return top & chance.choice([
        0, 1, -1, -2, top >> 1, (top >> 1) - 1, (top >> 1) + 1, (top >> 1) + 2,
        1 << chance.randrange(bits), (1 << chance.randrange(bits)) - 1, old + 1, -old, old << 8,
        old * 1000, FIFTY_YEARS * chance.choice(UNITS), chance.getrandbits(bits)])


def stamp(old, value):
    """A time of a PES header: 33 bits with marks between them."""
    first = old[0] & 0xf1 | value >> 29 & 0xe
    return bytes([first]) + struct.pack('>HH', value >> 14 & 0xfffe | 1, value << 1 & 0xffff | 1)


def written(chance, field, old):
    """The bytes of a number that makes no sense, in the place of a field's own."""
    match field.kind:
        case 'float':
            return floating(chance.choice(FLOATS), field.width)
        case 'stamp':
            return stamp(old, integer(chance, 33, 0))
        case 'vint':
            bits = 7 * field.width
            value = integer(chance, bits, int.from_bytes(old) & ((1 << bits) - 1))
            return (value | 1 << bits).to_bytes(field.width)
        case order:
            value = integer(chance, 8 * field.width, int.from_bytes(old, order))
            return value.to_bytes(field.width, order)


def floating(value, width):
    if width == 8:
        return struct.pack('>d', value)
    return struct.pack('>f', value if abs(value) < 3e38 else value * float('inf'))


class Films:
    """Films made of one by chance: the same for the same seed and number."""

    def __init__(self, name, seed):
        self.name, self.seed = name, seed
        self.suffix = name.rpartition('.')[2]
        whole = (MATRIX / name).read_bytes()
        self.kinds = [whole, LONG[name](whole)] if name in LONG else [whole]

    def film(self, number):
        """A film, and what is absurd in it: nothing in `WHOLE`."""
        if number == WHOLE:
            return self.kinds[0], []
        chance = random.Random(f'{self.name} {self.seed} {number}')
        whole = chance.choice(self.kinds)
        data, said, named = bytearray(whole), [], defaultdict(list)
        for field in fields(whole, self.suffix):
            named[field.name].append(field)
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            said.append(self.spoil(data, chance, chance.choice(list(named.values()))))
        if self.suffix == 'ts':
            data = with_sums(data, whole)
        return bytes(data), said

    @staticmethod
    def spoil(data, chance, alike):
        """Changes one field, or as one all of its name from there on, as a clock that jumps."""
        start = chance.randrange(len(alike))
        field = alike[start]
        old = bytes(data[field.at:field.at + field.width])
        while (new := written(chance, field, old)) == old:
            pass
        for field in alike[start:] if chance.random() < 0.2 else [field]:
            data[field.at:field.at + field.width] = new[:field.width].ljust(field.width, b'\0')
        return f'{field.name} at {field.at}: {old.hex()} became {new.hex()}'
