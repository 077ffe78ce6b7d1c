"""The films that are measured, made once in `.build/bench`; every picture carries its number."""
import os
import pathlib
import subprocess

from barcodes import BITS

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / 'samples/media'
FILMS = ROOT / '.build/bench'
VERNIER = os.environ.get('VERNIER', str(ROOT / '.build/release/vernier'))

FLIGHT = ('mandelbrot=s=480x270:maxiter=256:end_pts=600:end_scale=0.0005'
          ':start_x=-0.743643887037151:start_y=0.131825904205330')
PATTERN = 'testsrc2=s=640x360'
CHART = 'testsrc2=s=1920x1080'
GRAIN = ',noise=alls=12:allf=t'
H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-bf', '3']


def scene(source, width, height, seconds, effect=''):
    """A filter graph of pictures that carry their number in 16 bits along their upper edge."""
    return (f'{source}:r=30{effect},trim=duration={seconds},scale={width}:{height},'
            'format=yuv420p[scene];'
            f'color=c=black:s={BITS}x2:r=30:d={seconds},format=yuv444p,'
            "geq=lum='16+219*mod(floor(N/pow(2,X)),2)':cb=128:cr=128,"
            f'scale={width}:{height // 10}:flags=neighbor,format=yuv420p[bits];'
            '[scene][bits]overlay=format=yuv420:shortest=1')


CLIPS = {
    'long.mp4': (1800, [scene(FLIGHT, 1920, 1080, 60), *H264,
                        '-x264-params', 'keyint=250:min-keyint=250:scenecut=0']),
    'short.mp4': (18000, [scene(PATTERN, 1280, 720, 600), *H264,
                          '-x264-params', 'keyint=30:min-keyint=30:scenecut=0']),
    'small.mp4': (1800, [scene(FLIGHT, 480, 270, 60), *H264,
                         '-x264-params', 'keyint=250:min-keyint=250:scenecut=0']),
    'hevc.mp4': (900, [scene(FLIGHT, 1920, 1080, 30), '-c:v', 'libx265', '-preset', 'ultrafast',
                       '-x265-params', 'log-level=none:keyint=250:open-gop=0']),
    # Twelve seconds in 4K and in 1080p.
    'large.mp4': (360, [scene(FLIGHT, 3840, 2160, 12), *H264,
                        '-x264-params', 'keyint=60:min-keyint=60:scenecut=0']),
    'usual.mp4': (360, [scene(FLIGHT, 1920, 1080, 12), *H264,
                        '-x264-params', 'keyint=60:min-keyint=60:scenecut=0']),
    # One group of five minutes, as recordings of calls and screens have.
    'group.mp4': (9000, [scene(PATTERN, 1280, 720, 300), *H264,
                         '-x264-params', 'keyint=9000:min-keyint=9000:scenecut=0']),
    'vp9.webm': (600, [scene(FLIGHT, 1280, 720, 20), '-c:v', 'libvpx-vp9', '-deadline', 'realtime',
                       '-cpu-used', '8', '-b:v', '2M', '-g', '120', '-row-mt', '1']),
}


def film():
    """Two hours in 1080p whose groups have 250 frames; its pictures repeat after 750."""
    codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '6M', '-bf', '3',
             '-x264-params', 'keyint=250:min-keyint=250:scenecut=0']
    part = make(FILMS / 'part.mp4', ['-filter_complex', scene(CHART, 1920, 1080, 25, GRAIN), *codec])
    return make(FILMS / 'film.mp4', ['-stream_loop', '287', '-i', str(part), '-c', 'copy'])


def clip(name):
    """The path of a film, which is made unless it is there."""
    graph, *codec = CLIPS[name][1]
    return make(FILMS / name, ['-filter_complex', graph, *codec])


def make(path, arguments):
    """Makes a film with ffmpeg, unless it is there."""
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name('new-' + path.name)
    subprocess.run(['ffmpeg', '-v', 'error', '-y', *arguments, str(draft)], check=True)
    # A file that was just written may still change, so that its index would not be kept.
    os.utime(draft, (0, 0))
    draft.rename(path)
    return path


def program(name, *packages):
    """A C program of this folder, compiled."""
    FILMS.mkdir(parents=True, exist_ok=True)
    path = FILMS / name
    flags = subprocess.run(['pkg-config', '--cflags', '--libs', *packages],
                           check=True, capture_output=True, text=True).stdout.split()
    source = pathlib.Path(__file__).with_name(f'{name}.c')
    subprocess.run(['cc', '-O2', '-o', str(path), str(source), *flags], check=True)
    return path
