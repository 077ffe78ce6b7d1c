"""Makes video whose fields are coded one by one, as no encoder here does: H.264 (PAFF) and MPEG-2.

    fields.py pairs.flv PATH     H.264 with a packet for each frame, which has both of its fields
    fields.py split.flv PATH     the same with a packet for each field
    fields.py lone.flv PATH      the same, and between two frames a field without a partner
    fields.py lones.flv PATH     the same, with five such fields
    fields.py kept.flv PATH      the same with four at the end of a group, kept for others to refer to
    fields.py fields.m2v PATH    MPEG-2

The pictures, 256 × 64, carry their number in the upper half of their rows. In H.264, two of three
frames are pairs of fields, and every second frame is shown before the one that it is coded after. A
field's macroblocks are raw samples (I_PCM) or skipped, which repeats what they refer to."""
import pathlib
import sys

COLUMNS, FRAMES, GOP = 16, 100, 25
BLACK, WHITE, GREY = 16, 235, 128


class Bits:
    """Numbers in as many bits as they take."""

    def __init__(self):
        self.text = ''

    def put(self, count, value):
        self.text += f'{value:0{count}b}' if count else ''
        return self

    def golomb(self, *values):
        for value in values:
            self.text += '0' * ((value + 1).bit_length() - 1) + f'{value + 1:b}'
        return self

    def align(self):
        self.text += '0' * (-len(self.text) % 8)
        return self

    def data(self):
        return int('1' + self.align().text, 2).to_bytes(len(self.text) // 8 + 1, 'big')[1:]


def shade(number, column):
    """The luma of a column of macroblocks: a bit of the picture's number, the lowest on the left."""
    return WHITE if number >> column & 1 else BLACK


# H.264 (ITU-T H.264, 7.3)

def unit(kind, importance, bits):
    """A NAL unit, closed by a bit and with its emulation prevention bytes."""
    payload, zeros = bytearray(), 0
    for byte in bits.put(1, 1).data():
        if zeros >= 2 and byte <= 3:
            payload.append(3)
            zeros = 0
        payload.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes([importance << 5 | kind]) + payload


def sequence_set():
    bits = Bits().put(8, 77).put(8, 0).put(8, 30)
    bits.golomb(0, 0, 0, 4, 1).put(1, 0).golomb(COLUMNS - 1, 1)  # one reference frame
    bits.put(5, 0b00101)  # fields or frames; inference; not cropped; more follows
    bits.put(4, 0).put(1, 1).put(32, 1).put(32, 50).put(1, 1)  # 25 frames a second
    return unit(7, 3, bits.put(4, 0b0001).put(1, 1).golomb(0, 0, 10, 10, 1, 2))


def picture_set():
    bits = Bits().golomb(0, 0).put(2, 0).golomb(0, 0, 0).put(3, 0).golomb(0, 0, 0)
    return unit(8, 3, bits.put(3, 0b100))


def raw(bits, column, number, luma=None):
    """A macroblock of raw samples."""
    value = shade(number, column) if luma is None else luma
    bits.align()
    bits.text += f'{value:08b}' * 256 + f'{GREY:08b}' * 128


def slice_unit(number, order, count, *, structure, first=False, kept=True, intra=False, copies=False):
    """A coded frame or field; `copies`: it shows what it refers to, all over."""
    is_field = structure != 'frame'
    bits = Bits().golomb(0, 7 if intra else 5, 0).put(4, count % 16).put(1, is_field)
    if is_field:
        bits.put(1, structure == 'bottom')
    if first:
        bits.golomb(number // GOP % 2)
    bits.put(8, order % 256)
    if not intra:
        bits.put(2, 0)
    if kept:
        bits.put(2 if first else 1, 0)
    bits.golomb(0, 1)  # no change of the quantiser, no filter over the blocks' edges
    rows = 2 if is_field else 4
    if copies:
        bits.golomb(COLUMNS * rows)
    else:
        samples(bits, number, rows, intra)
    return unit(5 if first else 1, 3 if kept else 0, bits)


def samples(bits, number, rows, intra):
    for block in range(COLUMNS * rows if intra else COLUMNS * rows // 2):
        bits.golomb(*([25] if intra else [0, 30]))
        is_bar = block < COLUMNS * rows // 2
        raw(bits, block % COLUMNS, number, None if is_bar else 60 + 8 * (block % COLUMNS))
    if not intra:
        bits.golomb(COLUMNS * rows // 2)


def coded(number, count, kept):
    """The pictures of a frame: one frame, or two fields."""
    first, order = number % GOP == 0, 2 * (number % GOP)
    if number % 3 == 1:
        return [slice_unit(number, order, count, structure='frame', first=first, kept=kept, intra=first)]
    top = slice_unit(number, order, count, structure='top', first=first, kept=kept, intra=first)
    # The second field of a frame that is kept refers to the first alone.
    bottom = slice_unit(number, order + 1, count, structure='bottom', kept=kept, copies=kept)
    return [top, bottom]


def decoded_order():
    """(number, frame_num, whether others refer to it): 0, 2, 1, 4, 3, … of each GOP."""
    for start in range(0, FRAMES, GOP):
        yield start, 0, True
        for step in range(2, GOP, 2):
            yield start + step, step // 2, True
            yield start + step - 1, step // 2 + 1, False


def h264(splits, lones=0, keeps=False):
    """(decoding time, display time, keyframe, NAL units) of each packet, in ms."""
    time, (behind, delay) = 0, (48, 70) if keeps else (41, 30)
    for number, count, kept in decoded_order():
        pictures = coded(number, count, kept)
        shown = 40 * number + 80
        parts = [[picture] for picture in pictures] if splits else [pictures]
        for place, part in enumerate(parts):
            yield time + 20 * place, shown + 20 * place, number % GOP == 0 and place == 0, part
        time += 40
        for place in range(lones if number == behind else 0):
            order, number_of_it = (2 * GOP, count + place) if keeps else (2 * (number % GOP) + 1, count)
            lone = slice_unit(65535 - place, order, number_of_it, structure='top', kept=keeps)
            yield time - 10 + 2 * place, shown + delay + 2 * place, False, [lone]


def flash(packets):
    """FLV."""
    sets = [sequence_set(), picture_set()]
    record = bytes([1, *sets[0][1:4], 255])
    for one in sets:
        record += bytes([0xE1 if one is sets[0] else 1]) + len(one).to_bytes(2, 'big') + one
    data = b'FLV\x01\x01\0\0\0\x09\0\0\0\0' + tag(0, bytes([0x17, 0, 0, 0, 0]) + record)
    for decoded, shown, is_key, units in packets:
        head = bytes([0x17 if is_key else 0x27, 1]) + (shown - decoded).to_bytes(3, 'big')
        data += tag(decoded, head + b''.join(len(one).to_bytes(4, 'big') + one for one in units))
    return data


def tag(time, body):
    head = b'\x09' + len(body).to_bytes(3, 'big') + time.to_bytes(3, 'big') + bytes(4)
    return head + body + (len(head) + len(body)).to_bytes(4, 'big')


# MPEG-2 (ITU-T H.262, 6.2)

DC_SIZES = ['100', '00', '01', '101', '110', '1110', '11110', '111110', '1111110']


def start_code(kind, bits=None):
    return b'\0\0\1' + bytes([kind]) + (bits.data() if bits else b'')


def mpeg2():
    """A raw stream: the upper field of each frame, then the lower one, which repeats it."""
    rate = Bits().put(12, 16 * COLUMNS).put(12, 64).put(4, 1).put(4, 3).put(18, 5000).put(1, 1)
    size = Bits().put(12, 0x148).put(3, 0b001).put(17, 1).put(16, 0)
    headers = start_code(0xB3, rate.put(10, 20).put(3, 0)) + start_code(0xB5, size)
    data = b''
    for number in range(FRAMES):
        if number % GOP == 0:
            data += headers + start_code(0xB8, Bits().put(25, 1 << 12).put(2, 0b10))
        data += field(number, 1) + field(number, 2)
    return data + start_code(0xB7)


def field(number, structure):
    """A field as a picture of its own: 1 is the upper one, 2 the lower."""
    intra = number % GOP == 0 and structure == 1
    header = Bits().put(10, number % GOP).put(3, 1 if intra else 2).put(16, 0xFFFF)
    header.put(1 if intra else 5, 0 if intra else 0b01110)
    extension = Bits().put(4, 8).put(16, 0xFFFF if intra else 0x11FF).put(2, 0).put(2, structure).put(10, 0)
    return start_code(0, header) + start_code(0xB5, extension) + b''.join(
        start_code(row, slice_of(number, row, intra, copies=structure == 2)) for row in (1, 2))


def slice_of(number, row, intra, copies):
    bits = Bits().put(5, 1).put(1, 0)
    if copies or row == 2 and not intra:
        # Each macroblock as in the upper field that comes before.
        bits.text += ('1' + '001' + '01' + '0' + '11') * COLUMNS
        return bits
    last = GREY
    for column in range(COLUMNS):
        luma = shade(number, column) if row == 1 else 60 + 8 * column
        bits.text += '1' + ('1' if intra else '00011')
        for _ in range(4):
            bits.text += steady(luma - last)
            last = luma
        bits.text += '0010' * 2  # no change of either colour
    return bits


def steady(change):
    """A block of one luma, which is that of the block before and a change."""
    size = abs(change).bit_length()
    text = DC_SIZES[size]
    if size:
        text += f'{change if change > 0 else change + (1 << size) - 1:0{size}b}'
    return text + '10'


KINDS = {
    'pairs.flv': lambda: flash(h264(splits=False)),
    'split.flv': lambda: flash(h264(splits=True)),
    'lone.flv': lambda: flash(h264(splits=True, lones=1)),
    'lones.flv': lambda: flash(h264(splits=True, lones=5)),
    'kept.flv': lambda: flash(h264(splits=True, lones=4, keeps=True)),
    'fields.m2v': mpeg2,
}

if __name__ == '__main__':
    pathlib.Path(sys.argv[2]).write_bytes(KINDS[sys.argv[1]]())
