"""`vernier cut`: the frames in the result are those that were promised, by other decoders too."""
import bisect
import hashlib

import pytest

from cutting import cut, first_picture, starts
from kit import FULL, MATRIX, SAMPLES
from oracle import run

# Closed and open groups, pyramids, refreshed pictures, varying rates, edit lists, other clocks.
FILMS = [
    'h264-closed.mp4', 'h264-open.mp4', 'h264-open.mkv', 'h264-open.ts', 'h264-pyramid.mp4',
    'h264-refresh.mp4', 'vfr.mp4', 'vfr-uneven.mkv', 'cut.mp4', 'cut-open.mp4', 'start-10.ts',
    'late-video.mp4', 'no-edit-list.mp4', 'h264.avi', 'timecode.mov', 'joined.ts', 'paff.ts',
]
OTHER_FILMS = ['hevc-open.mp4', 'hevc-open.ts', 'vp9.webm', 'mpeg2-open.ts', 'av1.mp4']
KINDS = {'keyframes': ['mp4', 'mkv', 'ts', 'mov'], 'edit-list': ['mp4', 'mov'],
         'smart': ['mp4', 'mkv', 'ts', 'mov']}
CASES = [(name, mode, kind) for name in FILMS for mode in KINDS for kind in KINDS[mode]]
# Neither MPEG nor Apple has places for these; and ffmpeg's AV1 decoder shows what a list hides.
HELD = {'vp9.webm': {'keyframes': ['mp4', 'mkv'], 'edit-list': ['mp4']},
        'av1.mp4': {'keyframes': ['mp4', 'mkv'], 'edit-list': []}}
OTHER_CASES = [(name, mode, kind) for name in OTHER_FILMS for mode in ['keyframes', 'edit-list']
               for kind in HELD.get(name, KINDS)[mode]]
# A range over a keyframe, one within a group, one frame, and the end.
RANGES = [(13, 41), (27, 33), (30, 30), (20, -1)]


def is_chosen(name, mode, kind):
    """Each film is cut in each mode, and into each kind of file in one of the modes."""
    if FULL or mode == 'edit-list' or name not in FILMS:
        return True
    return (FILMS.index(name) + KINDS[mode].index(kind) + (mode == 'smart')) % 2 == 0


def last_frame(vernier, path):
    return len(vernier('index', path, '--csv').stdout.splitlines()) - 2


@pytest.mark.parametrize('name, mode, kind', [
    case for case in CASES + OTHER_CASES if is_chosen(*case)])
def test_the_pictures_are_those_promised(vernier, tmp_path, name, mode, kind):
    source = MATRIX / name
    turn = (CASES + OTHER_CASES).index((name, mode, kind))
    for number in range(2 if FULL else 1):
        first, last = RANGES[(turn + 2 * number + turn // 4) % 4]
        last = last if last >= 0 else last_frame(vernier, source)
        # A transport stream has no place for a timecode.
        made = cut(source, first, last, tmp_path / f'{number}.{kind}', '--mode', mode,
                   *(['--drop'] if (name, kind) == ('timecode.mov', 'ts') else []))
        assert made.numbers == made.promised(source)
        assert first in made.shown and last in made.shown
        if mode != 'keyframes':
            assert made.shown == range(first, last + 1) and made.unhidden == 0
        if mode != 'smart':
            assert made.encoded == 0
        checked = vernier('verify', made.output, '--seeks', 8)
        assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize('mode, kind', [
    (mode, kind) for mode in KINDS for kind in KINDS[mode]])
def test_sound_stays_within_a_millisecond(tmp_path, mode, kind):
    source = MATRIX / 'h264-closed.mp4'
    made = cut(source, 30, 80, tmp_path / f'cut.{kind}', '--mode', mode)
    zero, start = first_picture(source), first_picture(made.output)
    pictures = sorted(time for time, _ in starts(source, 'V:0'))
    shift = pictures[made.shown[0]] - zero
    where = {digest: time - zero - shift for time, digest in starts(source, 'a:0')}
    if kind == 'ts':
        # Frames of sound get a header there, so they are known by their order alone.
        times = [time - start for time, _ in starts(made.output, 'a:0')]
        expected = sorted(where.values())
        nearest = [min(abs(time - other) for other in expected) for time in times]
    else:
        nearest = [abs(time - start - where[digest]) for time, digest in starts(made.output, 'a:0')]
    length = pictures[made.shown[-1] + 1] - pictures[made.shown[0]]
    assert max(nearest) <= 0.001
    assert len(nearest) >= length / (1024 / 48000) - 1


@pytest.mark.parametrize('mode', KINDS)
def test_the_same_cut_has_the_same_bytes(tmp_path, mode):
    for name, kind in [('h264-closed.mp4', 'mp4'), ('h264-open.ts', 'mov'), ('chapters.mkv', 'mkv'),
                       ('h264-open.mkv', 'ts')]:
        if kind not in KINDS[mode]:
            continue
        digests = set()
        for number in range(2):
            made = cut(MATRIX / name, 30, 58, tmp_path / f'{name}{number}.{kind}', '--mode', mode)
            digests.add(hashlib.sha256(made.output.read_bytes()).digest())
        assert len(digests) == 1


def test_smart_encodes_only_up_to_the_first_keyframe_and_what_the_end_needs(tmp_path):
    source = MATRIX / 'h264-closed.mp4'
    made = cut(source, 30, 90, tmp_path / 'cut.mp4', '--mode', 'smart')
    assert made.encoded <= 50 - 30 + 4
    assert made.copied + made.encoded == 61
    theirs = {digest for _, digest in starts(source, 'V:0')}
    assert sum(digest in theirs for _, digest in starts(made.output, 'V:0')) == made.copied


def probe(path, *entries):
    return run('ffprobe', '-v', 'error', '-of', 'csv=p=0', *entries, str(path)).decode()


@pytest.mark.parametrize('mode', KINDS)
def test_what_belongs_to_the_film_is_kept(tmp_path, mode):
    turned = cut(MATRIX / 'turned.mp4', 30, 58, tmp_path / 'turned.mp4', '--mode', mode)
    assert 'rotation=90' in run('ffprobe', '-v', 'error', '-show_streams', turned.output).decode()
    wide = cut(MATRIX / 'wide-pixels.mp4', 30, 58, tmp_path / 'wide.mp4', '--mode', mode)
    aspect = ['-select_streams', 'V', '-show_entries', 'stream=sample_aspect_ratio']
    assert probe(wide.output, *aspect).strip() == '4:3'
    titled = cut(SAMPLES / 'dropframe.mov', 100, 200, tmp_path / 'chapters.mov', '--mode', mode)
    assert probe(titled.output, '-show_chapters')
    label = run('ffprobe', '-v', 'error', '-show_streams', titled.output).decode()
    assert 'TAG:timecode=01:00:' in label and 'TAG:timecode=01:00:00;02' not in label


def test_chapters_keep_their_place(tmp_path):
    source = MATRIX / 'chapters.mkv'
    made = cut(source, 25, 70, tmp_path / 'cut.mkv', '--mode', 'smart')
    pictures = sorted(time for time, _ in starts(source, 'V:0'))
    zero, end, start = pictures[25], pictures[71], first_picture(made.output)
    times = probe(made.output, '-show_entries', 'chapter=start_time,end_time').split()
    found = [float(part) - start for line in times for part in line.split(',')]
    # The source's chapters begin at 0, 1.2 and 2.5 seconds.
    expected = [0, 1.2 - zero, 1.2 - zero, 2.5 - zero, 2.5 - zero, end - zero]
    assert len(found) == 6
    assert all(abs(got - wanted) <= 0.0015 for got, wanted in zip(found, expected)), found


@pytest.mark.parametrize('name', ['paff.ts', 'paff.mp4', 'paff-pairs.mp4', 'paff-lone.ts'])
def test_no_pair_of_fields_is_split(tmp_path, name):
    made = cut(MATRIX / name, 30, 58, tmp_path / 'cut.mkv')
    assert made.numbers == list(made.shown)
    # A field without a partner comes behind frame 41, and shows nothing.
    lone = 1 if 'lone' in name else 0
    assert len(starts(made.output, 'V:0')) == len(made.numbers) + lone


@pytest.mark.parametrize('text, frame', [
    ('30', 30), ('f30', 30), ('1.2', 30), ('1.2s', 30), ('0:01.2', 30), ('0:00:01.2', 30),
    ('00:00:01:05', 30), ('30%', 30)])
def test_places_are_typed_in_many_ways(tmp_path, text, frame):
    made = cut(MATRIX / 'h264-no-b.mp4', text, text, tmp_path / 'cut.mp4', '--mode', 'edit-list')
    assert made.shown == range(frame, frame + 1)


def test_sound_alone_is_cut_at_its_packets(tmp_path):
    made = cut(MATRIX / 'tone.m4a', 20, 60, tmp_path / 'cut.m4a')
    source = [digest for _, digest in starts(MATRIX / 'tone.m4a', 'a:0')]
    assert [digest for _, digest in starts(made.output, 'a:0')] == source[20:61]
