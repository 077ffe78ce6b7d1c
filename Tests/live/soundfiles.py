"""Files with sound that ffmpeg has made, and their samples as ffmpeg decodes them from the start."""
import json
import subprocess
from fractions import Fraction

import numpy

from oracle import Frames, run

SECONDS = 6
PICTURES = ('-f', 'lavfi', '-i', f'testsrc=s=64x48:r=25:d={SECONDS}')
H264 = ('-c:v', 'libx264', '-preset', 'ultrafast', '-g', '40', '-pix_fmt', 'yuv420p')
VP8 = ('-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '40')
# Without noise substitution, which a decoder draws by lot from all that it has decoded before.
AAC = ('-c:a', 'aac', '-aac_pns', '0')

# name: samples a second, channels, how the pictures are coded (or none), how the sound is
FILES = {
    'mono.wav': (44100, 1, (), ('-c:a', 'pcm_s16le')),
    'deep.wav': (48000, 2, (), ('-c:a', 'pcm_s24le')),
    'float.wav': (48000, 2, (), ('-c:a', 'pcm_f32le')),
    'six.wav': (48000, 6, (), ('-c:a', 'pcm_s16le')),
    'pcm.mov': (48000, 2, H264, ('-c:a', 'pcm_s16be')),
    'pcm.mkv': (44100, 2, H264, ('-c:a', 'pcm_s16le')),
    'stereo.flac': (44100, 2, (), ('-c:a', 'flac', '-sample_fmt', 's16')),
    'flac.mkv': (48000, 6, H264, ('-c:a', 'flac')),
    'flac.ogg': (44100, 1, (), ('-c:a', 'flac', '-sample_fmt', 's16')),
    'alac.m4a': (44100, 2, (), ('-c:a', 'alac', '-sample_fmt', 's16p')),
    'aac.mp4': (44100, 2, H264, AAC),
    'aac.mov': (48000, 1, H264, AAC),
    'aac.mkv': (44100, 6, H264, AAC),
    'aac.ts': (48000, 2, H264, AAC),
    'aac.aac': (44100, 2, (), AAC),
    'vbr.mp3': (44100, 2, (), ('-c:a', 'libmp3lame', '-q:a', '5')),
    'low.mp3': (24000, 1, (), ('-c:a', 'libmp3lame', '-b:a', '24k')),
    'mp3.mp4': (48000, 2, H264, ('-c:a', 'libmp3lame', '-q:a', '4')),
    'mp3.mkv': (44100, 1, H264, ('-c:a', 'libmp3lame', '-b:a', '64k')),
    'opus.webm': (48000, 2, VP8, ('-c:a', 'libopus', '-b:a', '96k')),
    'opus.ogg': (48000, 1, (), ('-c:a', 'libopus', '-b:a', '32k')),
    'opus.mkv': (48000, 6, H264, ('-c:a', 'libopus', '-b:a', '192k')),
    'vorbis.webm': (44100, 2, VP8, ('-c:a', 'libvorbis', '-q:a', '3')),
    'vorbis.ogg': (48000, 1, (), ('-c:a', 'libvorbis', '-q:a', '2')),
    'ac3.mp4': (48000, 2, H264, ('-c:a', 'ac3', '-b:a', '192k')),
    'ac3.mkv': (48000, 6, H264, ('-c:a', 'ac3', '-b:a', '384k')),
    'ac3.ts': (44100, 1, H264, ('-c:a', 'ac3', '-b:a', '96k')),
    'eac3.mp4': (48000, 6, H264, ('-c:a', 'eac3', '-b:a', '256k')),
    'eac3.ts': (48000, 2, H264, ('-c:a', 'eac3', '-b:a', '128k')),
    'eac3.mkv': (48000, 1, H264, ('-c:a', 'eac3', '-b:a', '96k')),
}
LOSSLESS = ('pcm', 'flac', 'alac', 'mono', 'deep', 'float', 'six', 'stereo')


def tone(rate, channels, seconds=SECONDS):
    """Chirps of another pitch in each channel, over noise."""
    voices = '|'.join(
        f'0.4*sin({200 + 150 * n}*t*(1+t/3))*(0.6+0.4*sin({3 + n}*t))+0.05*(random({n})-0.5)'
        for n in range(channels))
    layout = {1: 'mono', 2: 'stereo', 6: '5.1'}.get(channels)
    shape = f':c={layout}' if layout else ''
    return ('-f', 'lavfi', '-i', f"aevalsrc='{voices}':s={rate}:d={seconds}{shape}")


def make(path, rate, channels, pictures, sound, *more):
    """Makes a file, unless it is there; returns its path."""
    if not path.exists():
        shown = (*PICTURES, *pictures) if pictures else ()
        inputs = (*shown[:len(PICTURES)], *tone(rate, channels))
        subprocess.run(['ffmpeg', '-v', 'error', *inputs, *shown[len(PICTURES):], *sound, *more,
                        '-fflags', '+bitexact', path], check=True)
    return path


def make_all(folder):
    for name, described in FILES.items():
        make(folder / name, *described)


class Linear:
    """The sound of a file from its first sample to its last, as ffmpeg decodes it."""

    def __init__(self, path, stream='a:0', zero=None, form='s16le', more=(), rate=None,
                 channels=None):
        described = json.loads(run(
            'ffprobe', '-v', 'error', '-of', 'json', '-select_streams', stream, '-show_entries',
            'stream=time_base,sample_rate,channels,codec_name:frame=pts,nb_samples',
            '-read_intervals', '%+#40', path))
        sound = described['streams'][0]
        self.rate, self.channels = int(sound['sample_rate']), sound['channels']
        first = next(frame for frame in described['frames'] if frame.get('nb_samples'))
        start = first['pts'] * Fraction(sound['time_base']) - (zero or 0)
        self.rate, self.channels = rate or self.rate, channels or self.channels
        self.start = round(start * self.rate)
        # Else the noise of AC-3 depends on all that was decoded before.
        noise = ('-cons_noisegen', '1') if 'ac3' in sound['codec_name'] else ()
        raw = run('ffmpeg', '-v', 'error', *noise, '-i', path, '-map', f'0:{stream}', *more,
                  '-f', form, '-')
        kind = {'s16le': '<i2', 's32le': '<i4', 'f32le': '<f4'}[form]
        self.samples = numpy.frombuffer(raw, kind).reshape(-1, self.channels)

    def between(self, start, end):
        """Samples on the clock of the frames; where there are none, silence."""
        result = numpy.zeros((end - start, self.channels), self.samples.dtype)
        first, last = max(start, self.start), min(end, self.start + len(self.samples))
        if first < last:
            result[first - start:last - start] = self.samples[first - self.start:last - self.start]
        return result


class Shown:
    """The frames of a file, and which samples are shown with them."""

    def __init__(self, path, stream='V:0'):
        frames = Frames(path, stream)
        self.edges = [*frames.pts, frames.end]
        self.timebase, self.first = frames.timebase, frames.first

    @property
    def zero(self):
        return self.first * self.timebase

    def __len__(self):
        return len(self.edges) - 1

    def sample(self, frame, rate):
        """The first sample that begins with a frame or later."""
        return -((self.first - self.edges[frame]) * self.timebase * rate // 1)


def wave(body):
    """The format of a WAV file, and its samples: (tag, channels, rate, bits), array."""
    assert body[:4] == b'RIFF' and body[8:16] == b'WAVEfmt '
    assert int.from_bytes(body[4:8], 'little') == len(body) - 8
    length = int.from_bytes(body[16:20], 'little')
    head = numpy.frombuffer(body[20:36], '<u2')
    tag, channels, bits = int(head[0]), int(head[1]), int(head[7])
    rate = int.from_bytes(body[24:28], 'little')
    if tag == 0xfffe:
        tag = int.from_bytes(body[44:46], 'little')
    data = 20 + length
    assert body[data:data + 4] == b'data'
    assert int.from_bytes(body[data + 4:data + 8], 'little') == len(body) - data - 8
    kind = {(1, 16): '<i2', (1, 32): '<i4', (3, 32): '<f4'}[tag, bits]
    samples = numpy.frombuffer(body[data + 8:], kind).reshape(-1, channels)
    return (tag, channels, rate, bits), samples
