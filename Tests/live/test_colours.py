"""Pictures have the colours that their files' numbers stand for, by the published formulas."""
import io
import math
import subprocess

import pytest
from PIL import Image

from kit import VERNIER

SIZE = 32
PATCHES = [(255, 255, 255), (0, 0, 0), (128, 128, 128), (200, 40, 40), (40, 180, 60), (30, 60, 220),
           (230, 210, 30)]
# The weights of red and blue in the luma: ITU-R BT.601, BT.709, BT.2020.
WEIGHTS = {'smpte170m': (0.299, 0.114), 'bt709': (0.2126, 0.0722), 'bt2020nc': (0.2627, 0.0593)}


def luma_chroma(rgb, matrix, full, bits):
    """What BT.601, 709 and 2020 write for a colour of 0…1."""
    (red, green, blue), (kr, kb) = rgb, WEIGHTS[matrix]
    luma = kr * red + (1 - kr - kb) * green + kb * blue
    chroma = [(blue - luma) / (2 * (1 - kb)), (red - luma) / (2 * (1 - kr))]
    unit = 2 ** (bits - 8)
    scales = (2 ** bits - 1, 2 ** bits - 1, 0) if full else (219 * unit, 224 * unit, 16 * unit)
    return [round(luma * scales[0] + scales[2]),
            *(round(value * scales[1]) + 128 * unit for value in chroma)]


def film(path, patches, matrix, full, bits=8, transfer='bt709', primaries='bt709'):
    """A picture of patches side by side, in exactly these numbers."""
    planes = [luma_chroma(patch, matrix, full, bits) for patch in patches]
    width = 1 if bits == 8 else 2
    tags = {'range': 'pc' if full else 'tv', 'colorspace': matrix, 'color_trc': transfer,
            'color_primaries': primaries}
    data = b''.join(
        b''.join(patch[plane].to_bytes(width, 'little') * SIZE for patch in planes) * SIZE
        for plane in range(3))
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-f', 'rawvideo', '-s', f'{SIZE * len(patches)}x{SIZE}',
         '-pix_fmt', 'yuv444p' if bits == 8 else 'yuv444p10le', '-i', '-',
         # From ffmpeg 7 on, the encoder's options would convert the numbers.
         '-vf', 'setparams=' + ':'.join(f'{name}={value}' for name, value in tags.items()),
         '-c:v', 'ffv1', path], input=data, check=True)
    return path


def colours(path, count):
    """The colour in the middle of each patch of the first picture."""
    out = path.with_suffix('.jpg')
    subprocess.run([VERNIER, 'frame', path, '0', '--quality', '100', '-o', out], check=True)
    picture = Image.open(io.BytesIO(out.read_bytes())).convert('RGB')
    return [picture.getpixel((SIZE * patch + SIZE // 2, SIZE // 2)) for patch in range(count)]


@pytest.mark.parametrize('bits', [8, 10])
@pytest.mark.parametrize('full', [False, True], ids=['limited', 'full'])
@pytest.mark.parametrize('matrix', WEIGHTS)
def test_a_colour_survives_every_matrix_and_range(tmp_path, matrix, full, bits):
    patches = [[value / 255 for value in patch] for patch in PATCHES]
    path = film(tmp_path / 'patches.mkv', patches, matrix, full, bits)
    for shown, meant in zip(colours(path, len(PATCHES)), PATCHES, strict=True):
        assert max(abs(a - b) for a, b in zip(shown, meant)) <= 3


def pq(light):
    """SMPTE ST 2084: the number that stands for light in cd/m²."""
    power = (light / 10000) ** (2610 / 16384)
    return ((3424 / 4096 + 2413 / 128 * power) / (1 + 2392 / 128 * power)) ** (2523 / 32)


def hlg(light):
    """BT.2100: the number that makes a screen of 1000 cd/m² show grey of so much light."""
    scene = (light / 1000) ** (1 / 1.2)
    if scene <= 1 / 12:
        return (3 * scene) ** 0.5
    return 0.17883277 * math.log(12 * scene - 0.28466892) + 0.55991073


LIGHTS = [0, 5, 20, 50, 80, 150, 203, 400, 500, 1000]


def greys(path, curve, transfer):
    film(path, [[curve(light)] * 3 for light in LIGHTS], 'bt2020nc', False, 10, transfer, 'bt2020')
    return colours(path, len(LIGHTS))


def srgb(light):
    return 255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


@pytest.mark.parametrize('transfer, curve', [('smpte2084', pq), ('arib-std-b67', hlg)])
def test_bright_light_is_brought_below_white_and_dark_light_stays(tmp_path, transfer, curve):
    """White is 203 cd/m² (BT.2408); below some 90 the curve of BT.2390 changes nothing."""
    seen = greys(tmp_path / 'greys.mkv', curve, transfer)
    assert all(max(colour) - min(colour) <= 2 for colour in seen)
    values = [colour[1] for colour in seen]
    for light, value in zip(LIGHTS, values, strict=True):
        if light <= 80:
            assert abs(value - srgb(light / 203)) <= 4
    assert all(a < b for a, b in zip(values, values[1:])), 'no two of these lights look the same'
    assert values[-1] >= 253


def test_both_ways_of_writing_bright_light_look_the_same(tmp_path):
    a = greys(tmp_path / 'pq.mkv', pq, 'smpte2084')
    b = greys(tmp_path / 'hlg.mkv', hlg, 'arib-std-b67')
    assert max(abs(x - y) for one, other in zip(a, b) for x, y in zip(one, other)) <= 4


def test_a_wide_gamut_is_brought_into_the_narrow_one(tmp_path):
    """BT.709's own red, written in BT.2020's colours (BT.2087), comes out as it was."""
    gamma = 2.4
    narrow = {'red': (1, 0, 0), 'green': (0, 1, 0), 'blue': (0, 0, 1), 'grey': (0.2, 0.2, 0.2)}
    wide = [(0.6274, 0.3293, 0.0433), (0.0691, 0.9195, 0.0114), (0.0164, 0.0880, 0.8956)]
    patches = [[sum(weight * part for weight, part in zip(row, colour)) ** (1 / gamma)
                for row in wide] for colour in narrow.values()]
    path = film(tmp_path / 'wide.mkv', patches, 'bt2020nc', False, 10, 'bt2020-10', 'bt2020')
    for shown, meant in zip(colours(path, len(patches)), narrow.values(), strict=True):
        wanted = [255 * value ** (1 / gamma) for value in meant]
        assert max(abs(a - b) for a, b in zip(shown, wanted)) <= 12
