"""A cut loses nothing without a word: what its container cannot hold is named before and after."""
import json

import pytest

from cutting import attempt, beside, starts
from exporting import Cutter, names
from kit import MATRIX
from oracle import run

FILM = MATRIX / 'h264-closed.mp4'
# What a film has besides its pictures, by the kind of file that it comes in.
SOUND = 'stream 2 (audio, pcm_u8)'
WORDS = {'mkv': 'stream 3 (subtitle, subrip)', 'mov': 'stream 3 (subtitle, mov_text)'}
FONT = 'stream 4 (attachment, ttf)'
DATA = 'stream 4 (data, bin_data)'
LOST = {
    ('film.mkv', 'mkv'): [],
    ('film.mkv', 'mp4'): [SOUND, WORDS['mkv'], FONT],
    ('film.mkv', 'mov'): [WORDS['mkv'], FONT],
    ('film.mkv', 'ts'): [SOUND, WORDS['mkv'], FONT, '3 chapters'],
    ('film.mov', 'mov'): [],
    ('film.mov', 'mp4'): [SOUND],
    ('film.mov', 'm4v'): [SOUND, 'the timecode'],
    ('film.mov', 'mkv'): [WORDS['mov']],
    ('film.mov', 'ts'): [SOUND, WORDS['mov'], '3 chapters', 'the timecode'],
    ('data.mov', 'mov'): [],
    ('data.mov', 'mp4'): [SOUND],
    ('data.mov', 'mkv'): [WORDS['mov'], DATA],
}


@pytest.fixture(scope='session')
def films(tmp_path_factory):
    """Films with two sounds, subtitles and chapters; and with a font, timecode, or other data."""
    folder = tmp_path_factory.mktemp('films')
    (folder / 'words.srt').write_text(''.join(
        f'{n + 1}\n00:00:0{n},000 --> 00:00:0{n},900\nNumber {n}\n\n' for n in range(4)))
    (folder / 'font.ttf').write_bytes(bytes(300))
    tone, chapters = MATRIX / 'sources/tone.wav', MATRIX / 'sources/chapters.txt'
    inputs = [part for path in [FILM, tone, folder / 'words.srt', chapters]
              for part in ('-i', str(path))]
    maps = ['-map', '0:v', '-map', '0:a', '-map', '1:a', '-map', '2', '-map_chapters', '3',
            '-c', 'copy', '-c:a:1', 'pcm_u8']
    own = {'mkv': ['-c:s', 'subrip', '-attach', str(folder / 'font.ttf'),
                   '-metadata:s:t', 'mimetype=application/x-truetype-font'],
           'mov': ['-c:s', 'mov_text', '-timecode', '01:00:00:00']}
    for kind, options in own.items():
        run('ffmpeg', '-v', 'error', *inputs, *maps, *options, str(folder / f'film.{kind}'))
    film = (folder / 'film.mov').read_bytes()
    # What cameras write beside their pictures is of another kind than timecode, and copied.
    data = film.replace(b'mhlrtmcd', b'mhlrmeta').replace(b'\0\0\0\x24tmcd', b'\0\0\0\x24gpmd')
    assert len(data) == len(film) and data.count(b'gpmd') == 1
    (folder / 'data.mov').write_bytes(data)
    words = folder / 'words.mov'
    run('ffmpeg', '-v', 'error', '-i', str(FILM), '-i', str(folder / 'words.srt'), '-map', '0:V',
        '-map', '1', '-c', 'copy', '-c:s', 'mov_text', str(words))
    camera = words.read_bytes().replace(b'mhlrtext', b'mhlrmeta')
    (folder / 'camera.mov').write_bytes(camera.replace(b'\0\0\0\x40text', b'\0\0\0\x40gpmd'))
    return folder


def kinds(path):
    """What a file has, in order, without tracks that its container makes of something else."""
    told = json.loads(run('ffprobe', '-v', 'error', '-of', 'json', '-show_streams', '-show_chapters',
                          '-show_format', str(path)))
    streams = ['data' if one.get('codec_tag_string') == 'gpmd' else one['codec_type']
               for one in told['streams']
               if one['codec_type'] != 'data' or one.get('codec_tag_string') == 'gpmd']
    tags = [value for one in [*told['streams'], told['format']]
            for key, value in one.get('tags', {}).items() if key.lower() == 'timecode']
    return streams, len(told['chapters']), tags[:1]


@pytest.mark.parametrize('source, kind', LOST)
def test_what_cannot_be_held_is_named_before_and_after(films, tmp_path, source, kind):
    film, output = films / source, tmp_path / f'cut.{kind}'
    lost = ', '.join(LOST[source, kind])
    refused = attempt(film, 25, 74, output)
    if lost:
        assert refused.returncode == 64 and f'cannot hold {lost} of' in refused.stderr
        assert '--drop' in refused.stderr and beside(tmp_path) == []
        made = attempt(film, 25, 74, output, '--drop')
        assert f'left out: {lost}\n' in made.stdout and f'without {lost}\n' in made.stdout
    else:
        made = refused
        assert 'left out' not in made.stdout and 'without' not in made.stdout
    assert made.returncode == 0, made.stderr
    streams, chapters, timecode = kinds(film)
    left = [kind for number, kind in enumerate(streams) if f'stream {number} ' not in lost]
    assert kinds(output)[0] == left
    assert kinds(output)[1] == (0 if 'chapters' in lost else 3)
    held = timecode and 'timecode' not in lost
    assert kinds(output)[2] == (['01:00:01:00'] if held else [])


@pytest.mark.parametrize('source, kind', [('mkv', 'mkv'), ('mov', 'mov'), ('mov', 'mkv')])
def test_all_streams_are_copies_at_their_place(films, tmp_path, source, kind):
    """The first sound is asked for in `test_cut.py`."""
    film, output = films / f'film.{source}', tmp_path / f'cut.{kind}'
    assert attempt(film, 25, 74, output, '--drop', '--mode', 'smart').returncode == 0
    pictures = sorted(time for time, _ in starts(film, 'V:0'))
    shift = pictures[25] - min(time for time, _ in starts(output, 'V:0'))
    theirs, ours = starts(film, 'a:1'), starts(output, 'a:1')
    assert len(ours) >= sum(pictures[25] <= time < pictures[74] for time, _ in theirs)
    # The packets of a steady tone may be alike, so they are known by the nearest in time.
    near = [min((abs(time + shift - other), own == digest) for other, own in theirs)
            for time, digest in ours]
    assert max(near)[0] <= 0.001 and all(same for _, same in near)


def test_a_second_sound_keeps_its_time_where_its_packets_are_others(films, tmp_path):
    """QuickTime divides sound that is not compressed anew, so its samples are compared."""
    film, output = films / 'film.mkv', tmp_path / 'cut.mov'
    assert attempt(film, 25, 74, output, '--drop', '--mode', 'smart').returncode == 0
    pictures = sorted(time for time, _ in starts(film, 'V:0'))
    shift = pictures[25] - min(time for time, _ in starts(output, 'V:0'))
    theirs, ours = [run('ffmpeg', '-v', 'error', '-i', path, '-map', 'a:1', '-f', 'u8', '-')
                    for path in (film, output)]
    begin = [float(run('ffprobe', '-v', 'error', '-select_streams', 'a:1', '-of', 'csv=p=0',
                       '-show_entries', 'stream=start_time', path)) for path in (film, output)]
    place = round((begin[1] + shift - begin[0]) * 48000)
    # The tone repeats itself after more than two milliseconds, so within one it is at one place.
    assert any(theirs[place + off:place + off + len(ours)] == ours for off in range(-48, 49))
    assert len(ours) >= (pictures[75] - pictures[25]) * 48000 - 48


@pytest.mark.parametrize('kind', ['mkv', 'ts'])
def test_all_streams_have_the_same_bytes_each_time(films, tmp_path, kind):
    made = []
    for number in range(2):
        output = tmp_path / f'{number}.{kind}'
        assert attempt(films / 'film.mkv', 25, 74, output, '--drop').returncode == 0
        made.append(output.read_bytes())
    assert made[0] == made[1]


@pytest.mark.parametrize('kind', ['mov', 'mp4'])
def test_what_a_camera_measures_keeps_every_byte_and_its_time(films, tmp_path, kind):
    film, output = films / 'camera.mov', tmp_path / f'cut.{kind}'
    made = attempt(film, 25, 74, output)
    assert made.returncode == 0 and 'left out' not in made.stdout, made.stderr
    shift = sorted(starts(film, 'V:0'))[25][0] - min(starts(output, 'V:0'))[0]
    theirs, ours = starts(film, 'd:0'), starts(output, 'd:0')
    expected = [(time, own) for time, own in theirs if 0.9 < time < 3]
    assert [own for _, own in ours] == [own for _, own in expected]
    assert all(abs(time + shift - other) <= 0.001 for (time, _), (other, _) in zip(ours, expected))


@pytest.mark.parametrize('source, kind', [
    ('cover-first.mp4', 'mkv'), ('cover-attached.mkv', 'mkv'), ('cover-attached.mkv', 'mp4')])
def test_a_cover_is_kept(tmp_path, source, kind):
    output = tmp_path / f'cut.{kind}'
    made = attempt(MATRIX / source, 25, 74, output)
    assert made.returncode == 0 and 'left out' not in made.stdout, made.stderr
    told = run('ffprobe', '-v', 'error', '-of', 'json', '-show_streams', output)
    cover, = [one['index'] for one in json.loads(told)['streams'] if one['disposition']['attached_pic']]
    shown = [run('ffmpeg', '-v', 'error', '-i', path, '-map', f'0:{stream}', '-f', 'rawvideo', '-')
             for path, stream in [(output, cover), (MATRIX / 'sources/cover.png', 0)]]
    assert shown[0] == shown[1]


def test_a_client_agrees_to_what_is_left_out(serve, films, out):
    server = serve(films, extra=['--export-dir', out])
    with Cutter(server, 'film.mkv') as client:
        plan = client.plan(25, 74, name='cut.ts')
        assert plan['dropped'] == [
            {'what': 'stream', 'stream': 2, 'kind': 'audio', 'codec': 'pcm_u8'},
            {'what': 'stream', 'stream': 3, 'kind': 'subtitle', 'codec': 'subrip'},
            {'what': 'stream', 'stream': 4, 'kind': 'attachment', 'codec': 'ttf'},
            {'what': 'chapters'}]
        assert f'leaves out {SOUND}' in client.refused(start=plan['id'])
        assert names(out) == []
        client.ask(start=plan['id'], drop=True)
        done = client.cut(plan['id'], 'done', 'failed')
        assert done['state'] == 'done' and done['dropped'] == plan['dropped']
        assert 'dropped' not in client.plan(25, 74, name='cut.mkv')
    assert kinds(out / 'cut.ts')[0] == ['video', 'audio']
