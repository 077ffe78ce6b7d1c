"""Frames without a loss: their pixels are those that ffmpeg has for the same frame, bit for bit."""
import io
import json
import socket
import struct
import subprocess

import pytest
from PIL import Image

import oracle
from kit import SAMPLES, VERNIER
from oracle import run
from pixels import FRAMES, KINDS, pixels, probed


@pytest.fixture(scope='module')
def films(tmp_path_factory):
    """Short films of many pixel formats; no picture is like another."""
    folder = tmp_path_factory.mktemp('films')
    for name, text in KINDS.items():
        size, form, *options = text.split()
        run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', f'testsrc2=s={size}:r=25:d=1', '-frames:v',
            str(FRAMES), '-pix_fmt', form, *options, folder / name)
    return folder


@pytest.fixture(scope='module')
def site(serve_once, films):
    return serve_once(films, SAMPLES)


def address(site, name, rest):
    return f'/api/v1/media/{site.media(name)}/{rest}'


@pytest.mark.parametrize('name', KINDS)
def test_pixels_of_a_frame_are_those_that_were_decoded(site, films, name):
    answer = site.get(address(site, name, 'frames/5.raw'))
    assert answer.body == pixels(films / name, 5)
    said, stream = json.loads(answer.headers['Vernier-Picture']), probed(films / name)
    assert (said['format'], said['width'], said['height'], said['bytes']) == (
        stream['pix_fmt'], stream['width'], stream['height'], len(answer.body))
    for field, name in (('range', 'color_range'), ('space', 'color_space'),
                        ('primaries', 'color_primaries'), ('transfer', 'color_transfer')):
        if name in stream:
            assert said[field] == stream[name], field


@pytest.mark.parametrize('name', ['ten.mkv', 'odd.mkv', 'nv12.nut', 'rgb.mkv', 'palette.mov'])
def test_planes_lie_where_the_header_says(site, films, name):
    answer = site.get(address(site, name, 'frames/2.raw'))
    said = json.loads(answer.headers['Vernier-Picture'])
    end = 0
    for plane in said['planes']:
        assert plane['offset'] == end
        end += plane['stride'] * plane['height']
        assert plane['stride'] % plane['width'] == 0
    assert end == said['bytes'] == len(answer.body)
    # Each plane alone, by ffmpeg's own filter.
    if name in ('ten.mkv', 'odd.mkv'):
        for plane, part in zip(said['planes'], 'yuv', strict=True):
            alone = run('ffmpeg', '-v', 'error', '-i', films / name, '-vf',
                        f"select='eq(n,2)',extractplanes={part}", '-frames:v', '1', '-f',
                        'rawvideo', '-')
            start = plane['offset']
            assert answer.body[start:start + plane['stride'] * plane['height']] == alone


@pytest.mark.parametrize('form', ['rgb24', 'rgb48le', 'gray'])
@pytest.mark.parametrize('name', KINDS)
def test_converted_pixels_are_those_of_ffmpeg(site, films, name, form):
    answer = site.get(address(site, name, f'frames/3.raw?format={form}'))
    assert json.loads(answer.headers['Vernier-Picture'])['format'] == form
    assert answer.body == pixels(films / name, 3, form=form)


@pytest.mark.parametrize('name, form', [
    ('ten.mkv', 'rgb48be'), ('gray.mkv', 'gray'), ('deep.mkv', 'gray16be'), ('rgb.mkv', 'rgb24'),
    ('alpha.mov', 'rgba'), ('odd.mkv', 'rgb24'), ('full.avi', 'rgb24'), ('fields.mkv', 'rgb24'),
    ('palette.mov', 'rgba'), ('nv12.nut', 'rgb24')])
def test_png_has_the_pixels_that_ffmpeg_writes(site, films, tmp_path, name, form):
    answer = site.get(address(site, name, 'frames/4.png'))
    assert answer.headers['Content-Type'] == 'image/png'
    assert 'type=' in answer.headers['Vernier-Picture']
    (tmp_path / 'frame.png').write_bytes(answer.body)
    assert probed(tmp_path / 'frame.png')['pix_fmt'] == form
    assert pixels(tmp_path / 'frame.png') == pixels(films / name, 4, form=form)


def test_png_is_as_large_and_upright_as_the_jpeg(site, films):
    for name in ('stretched.mp4', 'odd.mkv'):
        sizes = {Image.open(io.BytesIO(site.get(address(site, name, f'frames/1.{kind}')).body)).size
                 for kind in ('png', 'jpg')}
        assert len(sizes) == 1, (name, sizes)


def turned(film, degrees):
    """An MP4 that is to be shown turned, by the matrix of its track header (ISO/IEC 14496-12, 8.3.2).

    The option of `ffmpeg` for it is another one from 6.0 on."""
    cosine, sine = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}[degrees]
    matrix = struct.pack('>9i', *(value << 16 for value in (cosine, sine, 0, -sine, cosine)), 0, 0, 0,
                         1 << 30)
    place = film.index(b'tkhd') + 44
    return film[:place] + matrix[:20] + film[place + 20:]


def test_png_is_turned_as_the_file_says(serve, tmp_path):
    upright = tmp_path / 'upright.mp4'
    run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=96x54:r=25:d=0.2', '-pix_fmt',
        'yuv420p', '-c:v', 'libx264', upright)
    for degrees in (90, 180, 270):
        (tmp_path / f'{degrees}.mp4').write_bytes(turned(upright.read_bytes(), degrees))
    server = serve(tmp_path)
    for degrees in (90, 180, 270):
        picture = Image.open(io.BytesIO(server.get(
            address(server, f'{degrees}.mp4', 'frames/2.png')).body))
        shown = run('ffmpeg', '-v', 'error', '-i', tmp_path / f'{degrees}.mp4', '-vf',
                     "select='eq(n,2)',format=rgb24", '-frames:v', '1', '-f', 'rawvideo', '-')
        assert picture.size == ((54, 96) if degrees != 180 else (96, 54))
        # ffmpeg turns before it converts; chroma of even sizes is the same either way.
        assert picture.tobytes() == shown, degrees


@pytest.mark.parametrize('name', ['start.ts', 'vfr.mkv', 'hevc.mp4', 'edit-list.mp4'])
def test_png_is_of_that_very_frame(server, name):
    count, first = oracle.SAMPLES[name]
    for frame in (0, count // 4 + 1):
        answer = server.get(address(server, name, f'frames/{frame}.png'))
        assert oracle.barcode(answer.body) == first + frame


@pytest.mark.parametrize('name, start, end, step, form', [
    ('ten.mkv', 0, FRAMES, 1, None), ('fields.mkv', 2, 8, 1, None), ('odd.mkv', 1, 9, 3, 'rgb24'),
    ('stretched.mp4', 0, 9, 4, None), ('long-gop.mp4', 20, 30, 1, None),
    ('start.ts', 7, 200, 97, 'gray'), ('start.ts', 195, 200, 1, 'rgb24')])
def test_many_frames_are_what_each_is_alone(site, films, name, start, end, step, form):
    path = SAMPLES / name if (SAMPLES / name).exists() else films / name
    asked = f'from={start}&to={end}&step={step}' + (f'&format={form}' if form else '')
    answer = site.get(address(site, name, f'frames.raw?{asked}'))
    said = json.loads(answer.headers['Vernier-Pictures'])
    count = len(range(start, end, step))
    assert (said['count'], said['from'], said['to'], said['step']) == (count, start, end, step)
    assert said['bytes'] * count == len(answer.body)
    assert answer.body == pixels(path, start, count, form, step)


def test_header_says_when_the_frame_is_shown(site):
    name = 'vfr.mkv'
    frames = oracle.Frames(SAMPLES / name)
    for frame in (0, 77, len(frames) - 1):
        said = json.loads(site.get(address(site, name, f'frames/{frame}.raw'))
                          .headers['Vernier-Picture'])
        assert (said['frame'], said['pts']) == (frame, frames.pts[frame])
        after = frames.pts[frame + 1] if frame + 1 < len(frames) else frames.end
        assert said['duration'] == after - said['pts']
        num, den = said['timebase']
        assert frames.timebase * den == num


@pytest.mark.parametrize('name', ['ten.mkv', 'deep.mkv', 'gray.mkv', 'odd.mkv', 'full.avi',
                                  'fields.mkv', 'stretched.mp4'])
def test_film_is_read_by_ffmpeg_as_the_same_frames(site, films, tmp_path, name):
    answer = site.get(address(site, name, 'frames.y4m?from=1&to=8'))
    film = tmp_path / 'film.y4m'
    film.write_bytes(answer.body)
    read, made = probed(film), probed(films / name)
    shared = ('width', 'height', 'pix_fmt', 'r_frame_rate', 'field_order', 'sample_aspect_ratio')
    assert {key: read.get(key) for key in shared[:4]} == {key: made.get(key) for key in shared[:4]} \
        or made['pix_fmt'].startswith('yuvj')
    assert ('tt' in read.get('field_order', '')) == (name == 'fields.mkv')
    assert read.get('sample_aspect_ratio') in ('4:3' if name.startswith('str') else '1:1',)
    assert pixels(film, count=7) == pixels(films / name, 1, 7)


def test_film_has_no_place_for_other_pixels(site):
    answer = site.get(address(site, 'rgb.mkv', 'frames.y4m?from=0&to=2'))
    assert answer.status == 422
    assert 'bgr0' in answer.json()['detail'] and 'frames.raw' in answer.json()['detail']


@pytest.mark.parametrize('rest, status', [
    ('frames/9.png', 404), ('frames/01.raw', 404), ('frames/-1.png', 404), ('frames/x.raw', 404),
    ('frames/99999999999999999999.raw', 404), ('frames/1.raw?format=bgr24', 400),
    ('frames.raw', 400), ('frames.raw?from=0', 400), ('frames.raw?from=5&to=5', 400),
    ('frames.raw?from=6&to=5', 400), ('frames.raw?from=0&to=10', 404),
    ('frames.raw?from=0&to=9&step=0', 400), ('frames.y4m?from=-1&to=2', 400),
    ('frames.raw?from=0&to=99999999999', 400), ('frames.raw?from=0&to=2147483647', 422),
])
def test_what_cannot_be_is_a_problem(site, rest, status):
    answer = site.get(address(site, 'gray.mkv', rest))
    assert answer.status == status, answer.body
    assert answer.headers['Content-Type'] == 'application/problem+json'


def test_pixels_of_a_version_never_change_and_say_so(site):
    version = site.get(address(site, 'gray.mkv', '')[:-1]).json()['version']
    for rest in ('frames/1.png?', 'frames/1.raw?', 'frames.raw?from=0&to=3&',
                 'frames.y4m?from=0&to=3&'):
        kept = site.get(address(site, 'gray.mkv', f'{rest}v={version}'))
        assert 'immutable' in kept.headers['Cache-Control']
        etag = kept.headers['ETag']
        again = site.get(address(site, 'gray.mkv', rest), If_None_Match=etag)
        assert (again.status, again.body) == (304, b'')
        assert site.get(address(site, 'gray.mkv', f'{rest}v=0')).status == 409
    tags = {site.get(address(site, 'gray.mkv', rest)).headers['ETag'] for rest in (
        'frames/1.png', 'frames/1.raw', 'frames/1.raw?format=gray', 'frames/2.raw',
        'frames.raw?from=0&to=3', 'frames.raw?from=0&to=3&step=2', 'frames.y4m?from=0&to=3')}
    assert len(tags) == 7


@pytest.fixture(scope='module')
def changing(tmp_path_factory):
    """A film whose pictures become larger, in mid-file."""
    folder = tmp_path_factory.mktemp('changing')
    for number, size in enumerate(('96x54', '128x72')):
        run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', f'testsrc2=s={size}:r=25:d=1', '-frames:v',
            '5', '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-bf', '0', '-f', 'h264',
            folder / f'{number}.part')
    (folder / 'changing.h264').write_bytes(
        b''.join((folder / f'{number}.part').read_bytes() for number in range(2)))
    return folder / 'changing.h264'


def test_stream_ends_where_the_pictures_become_larger(serve, changing):
    server = serve(changing)
    where = address(server, changing.name, '')
    said = [json.loads(server.get(f'{where}frames/{n}.raw').headers['Vernier-Picture'])
            for n in (4, 5)]
    assert [one['width'] for one in said] == [96, 128]
    connection = server.connection()
    connection.request('GET', f'{where}frames.raw?from=0&to=10')
    answer = connection.getresponse()
    assert int(answer.headers['Content-Length']) == 10 * said[0]['bytes']
    with pytest.raises(Exception, match='IncompleteRead') as cut:
        answer.read()
    assert len(cut.value.partial) == 5 * said[0]['bytes']
    rest = server.get(f'{where}frames.raw?from=5&to=10')
    assert len(rest.body) == 5 * said[1]['bytes']


def test_client_that_reads_slowly_has_the_server_wait(serve, tmp_path):
    film = tmp_path / 'large.mkv'
    run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25', '-frames:v', '150',
        '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', film)
    server = serve(film)
    where = address(server, film.name, '')
    before = memory(server)
    slow = socket.create_connection(('127.0.0.1', server.port))
    slow.sendall(f'GET {where}frames.raw?from=0&to=150 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.encode())
    slow.recv(1000)
    # Others go on meanwhile, by the same worker.
    whole = server.get(f'{where}frames.raw?from=0&to=150').body
    assert len(whole) == 150 * 640 * 360 * 3 // 2 == len(pixels(film, 0, 150))
    assert memory(server) - before < 40 << 20  # of the 52 MB that both streams have
    slow.close()
    assert server.get(f'{where}frames/7.raw').body == whole[7 * 345600:8 * 345600]


def memory(server):
    """Bytes of memory that the server's process has now."""
    with open(f'/proc/{server.pid}/statm') as counts:
        return int(counts.read().split()[1]) * 4096


def test_program_writes_the_same_picture_and_the_same_film(vernier, site, films, tmp_path):
    for name in ('ten.mkv', 'stretched.mp4'):
        picture, film = tmp_path / 'out.png', tmp_path / 'out.y4m'
        assert vernier('frame', films / name, '4', '-o', picture).returncode == 0
        assert picture.read_bytes() == site.get(address(site, name, 'frames/4.png')).body
        assert vernier('frame', films / name, '2-6', '-o', film).returncode == 0
        whole = site.get(address(site, name, 'frames.y4m?from=2&to=7')).body
        assert film.read_bytes() == whole
        piped = subprocess.run([VERNIER, 'frame', films / name, '2-6', '-o', '-', '--format', 'y4m'],
                               stdout=subprocess.PIPE, check=True).stdout
        assert piped == whole


@pytest.mark.parametrize('words', [
    ['2-6', '-o', 'x.png'], ['6-2', '-o', 'x.y4m'], ['1-2-3', '-o', 'x.y4m'], ['1-', '-o', 'x.y4m'],
    ['1', '-o', 'x.png', '--width', '64'], ['1', '-o', 'x.jpg', '--format', 'webp']])
def test_program_refuses_what_makes_no_picture(vernier, films, words):
    assert vernier('frame', films / 'gray.mkv', *words).returncode == 64


def test_a_film_that_cannot_be_leaves_nothing(vernier, films, tmp_path):
    for name, frames, code in (('rgb.mkv', '0-2', 65), ('gray.mkv', '0-99', 64)):
        assert vernier('frame', films / name, frames, '-o', tmp_path / 'x.y4m').returncode == code
    assert list(tmp_path.iterdir()) == []
