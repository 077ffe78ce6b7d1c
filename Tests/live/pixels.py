"""Short films of many pixel formats, and what ffmpeg has of their pixels."""
import json

from oracle import run

# How the decoded pixels of each kind of file are made: size, pixel format, codec, and more.
KINDS = {
    'ten.mkv': '98x54 yuv422p10le -c:v ffv1 -color_range tv -colorspace bt2020nc '
               '-color_primaries bt2020 -color_trc smpte2084',
    'gray.mkv': '96x54 gray -c:v ffv1',
    'deep.mkv': '96x54 gray10le -c:v ffv1',
    'rgb.mkv': '96x54 bgr0 -c:v ffv1',
    'alpha.mov': '96x54 rgba -c:v png',
    'odd.mkv': '97x55 yuv420p -c:v ffv1',
    'full.avi': '96x54 yuvj420p -c:v mjpeg',
    'fields.mkv': '96x64 yuv420p -c:v mpeg2video -flags +ildct+ilme -vf setfield=tff',
    'palette.mov': '96x54 pal8 -c:v png -vf split[a][b];[a]palettegen[p];[b][p]paletteuse',
    'nv12.nut': '96x54 nv12 -c:v rawvideo',
    'stretched.mp4': '96x54 yuv420p -c:v libx264 -bf 2 -vf setsar=4/3',
}
FRAMES = 9


def pixels(path, frame=0, count=1, form=None, step=1):
    """The pixels that ffmpeg has of frames, one after the other."""
    chosen = f"select='gte(n,{frame})*not(mod(n-{frame},{step}))'"
    converted = ['-pix_fmt', form] if form else []
    if form == 'gray':  # The luma as it is: FFmpeg 9 would make that of BT.601 of it.
        chosen += ',setparams=colorspace=unknown'
    return run('ffmpeg', '-v', 'error', '-noautorotate', '-i', str(path), '-map', '0:V:0', '-vf',
               chosen, '-frames:v', str(count), '-fps_mode', 'passthrough', *converted, '-f',
               'rawvideo', '-')


def probed(path):
    return json.loads(run('ffprobe', '-v', 'error', '-select_streams', 'V:0', '-of', 'json',
                          '-show_streams', str(path)))['streams'][0]
