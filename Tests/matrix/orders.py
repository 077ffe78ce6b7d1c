"""Makes H.264 whose display order is coded as no encoder here does.

    orders.py expected.h264 PATH     order counts that follow from frames' numbers (type 1)
    orders.py reset.h264 PATH        a picture in each group that resets the counts without being a keyframe

The pictures are those of `fields.py`; every second one is shown before the one that it is coded after."""
import pathlib
import sys

import fields
from fields import COLUMNS, FRAMES, GOP, Bits, picture_set, samples, unit

RESET = 12  # the picture of a group that resets the counts


def sequence_set(kind):
    bits = Bits().put(8, 77).put(8, 0).put(8, 30).golomb(0, 0, kind)
    if kind == 0:
        bits.golomb(4)
    else:
        # No differences are coded; B-pictures come 2 before, and reference pictures 4 apart.
        bits.put(1, 1).golomb(signed(-2), 0, 1, signed(4))
    bits.golomb(1).put(1, 0).golomb(COLUMNS - 1, 3).put(1, 1)  # one reference frame, frames only
    bits.put(4, 0b1001).put(4, 0).put(1, 1).put(32, 1).put(32, 50).put(1, 1)
    return unit(7, 3, bits.put(4, 0b0001).put(1, 1).golomb(0, 0, 10, 10, 1, 2))


def signed(value):
    return 2 * value - 1 if value > 0 else -2 * value


def picture(number, count, order, *, first, kept, resets=False):
    """A frame; `order` is None where it is not coded."""
    bits = Bits().golomb(0, 7 if first else 5, 0).put(4, count % 16)
    if first:
        bits.golomb(number // GOP % 2)
    if order is not None:
        bits.put(8, order % 256)
    if not first:
        bits.put(2, 0)
    if first:
        bits.put(2, 0)
    elif resets:
        bits.put(1, 1).golomb(5, 0)
    elif kept:
        bits.put(1, 0)
    bits.golomb(0, 1)
    samples(bits, number, 4, first)
    return unit(5 if first else 1, 3 if kept else 0, bits)


def expected():
    units = []
    for number, count, kept in fields.decoded_order():
        first = number % GOP == 0
        units += [sequence_set(1), picture_set()] if first else []
        units.append(picture(number, count, None, first=first, kept=kept))
    return marked(units)


def reset():
    units = []
    for number, count, kept in fields.decoded_order():
        place = number % GOP
        units += [sequence_set(0), picture_set()] if place == 0 else []
        is_after = place > RESET or place == RESET - 1
        count, order = (count - RESET // 2, 2 * (place - RESET)) if is_after else (count, 2 * place)
        units.append(picture(number, count, order, first=place == 0, kept=kept, resets=place == RESET))
    return marked(units)


def marked(units):
    return b''.join(b'\0\0\0\1' + one for one in units)


KINDS = {'expected.h264': expected, 'reset.h264': reset}

if __name__ == '__main__':
    pathlib.Path(sys.argv[2]).write_bytes(KINDS[sys.argv[1]]())
