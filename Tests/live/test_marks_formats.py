"""Marks go through every format, and readers that are not ours find the same frames in them."""
import csv
import html
import json
import pathlib
from fractions import Fraction

import opentimelineio as otio
import pytest
import webvtt

from kit import SAMPLES
from oracle import Frames, run

FOREIGN = pathlib.Path(__file__).parent / 'marks'
BAD_DATA, NO_INPUT, CANNOT_CREATE = 65, 66, 73
FORMATS = ['csv', 'llc', 'edl', 'otio', 'ffmetadata', 'vtt', 'json']
# name: exact frames a second, whether labels are dropped; None varies
RATES = {
    '23.976.mp4': ('24000/1001', None), '25.mp4': ('25', None),
    '29.97-drop.mov': ('30000/1001', '01:00:58;00'), '29.97.mov': ('30000/1001', '01:00:58:00'),
    '59.94.mp4': ('60000/1001', None), '59.94-drop.mov': ('60000/1001', '00:00:58;00'),
}
NAMES = ['Intro', 'A, "B" & <c>', '', 'x=y;z#\\', 'é 字']


def film(folder, name):
    """A small file of 300 frames at a rate, which crosses a full minute."""
    rate, label = RATES[name]
    path = folder / name
    timecode = ['-timecode', label] if label else []
    run('ffmpeg', '-v', 'error', '-y', '-f', 'lavfi', '-i', f'color=s=64x36:r={rate}',
        '-frames:v', '300', '-c:v', 'libx264', '-preset', 'ultrafast', *timecode, str(path))
    return path


@pytest.fixture(scope='module')
def films(tmp_path_factory):
    folder = tmp_path_factory.mktemp('films')
    return {name: film(folder, name) for name in RATES} | {
        name: SAMPLES / name for name in ('vfr.mkv', 'start.ts', 'edit-list.mp4')}


FILMS = [*RATES, 'vfr.mkv', 'start.ts', 'edit-list.mp4']


def rows(frames):
    """Segments of one frame and of many, at both ends and across each other."""
    last = len(frames) - 1
    ends = [(0, 0), (last, last), (0, last), (last // 3, last // 2), (59, 61)]
    return [{'name': name, 'first': a, 'last': b} for name, (a, b) in zip(NAMES, ends)]


@pytest.fixture
def convert(vernier, tmp_path):
    """Has marks written in a format: `convert(media, rows, 'edl')` is the file."""

    def convert(media, segments, ending):
        source, target = tmp_path / 'marks.json', tmp_path / f'out.{ending}'
        source.write_text(json.dumps({'segments': segments}))
        process = vernier('marks', media, '--import', source, '--export', target)
        assert process.returncode == 0, process.stderr
        return target

    return convert


def read(vernier, media, marks):
    """The segments that Vernier reads from a file."""
    process = vernier('marks', media, '--import', marks, '--json')
    assert process.returncode == 0, process.stderr
    return [{key: segment[key] for key in ('name', 'first', 'last')}
            for segment in json.loads(process.stdout)['segments']]


@pytest.mark.parametrize('ending', FORMATS)
@pytest.mark.parametrize('name', FILMS)
def test_marks_come_back_from_every_format(vernier, films, convert, name, ending):
    segments = rows(Frames(films[name]))
    assert read(vernier, films[name], convert(films[name], segments, ending)) == segments


def spans(frames, segments):
    """Where segments start and end, in exact seconds from the first frame."""
    ends = [*frames.pts, frames.end]
    return [tuple((ends[place] - frames.first) * frames.timebase
                  for place in (segment['first'], segment['last'] + 1)) for segment in segments]


def labels(frames, segments):
    return [(segment['first'], segment['last'] + 1 - segment['first']) for segment in segments]


@pytest.mark.parametrize('name', FILMS)
def test_ffprobe_finds_the_chapters_to_the_tick(films, convert, name):
    frames = Frames(films[name])
    segments = rows(frames)
    path = convert(films[name], segments, 'ffmetadata')
    found = json.loads(run('ffprobe', '-v', 'error', '-of', 'json', '-show_chapters',
                           '-f', 'ffmetadata', str(path)))['chapters']
    times = [tuple(chapter[end] * Fraction(chapter['time_base']) for end in ('start', 'end'))
             for chapter in found]
    assert times == spans(frames, segments)
    assert [chapter.get('tags', {}).get('title', '').strip() for chapter in found] == NAMES


@pytest.mark.parametrize('name', FILMS)
def test_webvtt_reader_finds_the_cues_to_the_millisecond(films, convert, name):
    frames = Frames(films[name])
    segments = rows(frames)
    cues = webvtt.read(str(convert(films[name], segments, 'vtt')))
    for cue, (start, end) in zip(cues, spans(frames, segments), strict=True):
        assert abs(seconds(cue.start) - start) <= Fraction(1, 2000)
        assert abs(seconds(cue.end) - end) <= Fraction(1, 2000)
    assert [html.unescape(cue.text).strip() for cue in cues] == NAMES


def seconds(clock):
    hours, minutes, rest = clock.split(':')
    return 3600 * int(hours) + 60 * int(minutes) + Fraction(rest)


@pytest.mark.parametrize('name', FILMS)
def test_csv_reader_finds_seconds(films, convert, name):
    frames = Frames(films[name])
    segments = rows(frames)
    with open(convert(films[name], segments, 'csv'), newline='') as file:
        found = list(csv.reader(file))
    for row, (start, end) in zip(found, spans(frames, segments), strict=True):
        assert abs(Fraction(row[0]) - start) <= Fraction(1, 10**9)
        assert abs(Fraction(row[1]) - end) <= Fraction(1, 10**9)
    assert [row[2] for row in found] == NAMES


# Timelines


def clips(timeline):
    return [clip for track in timeline.tracks for clip in track if isinstance(clip, otio.schema.Clip)]


@pytest.mark.parametrize('name', RATES)
def test_opentimelineio_finds_the_frames(films, convert, name):
    segments = rows(Frames(films[name]))
    timeline = otio.adapters.read_from_file(str(convert(films[name], segments, 'otio')))
    found = clips(timeline)
    for clip, (first, count) in zip(found, labels(None, segments), strict=True):
        zero = clip.media_reference.available_range
        assert (zero.duration.value, clip.source_range.duration.value) == (300, count)
        assert clip.source_range.start_time.value - zero.start_time.value == first
        assert clip.source_range.start_time.rate == pytest.approx(float(Fraction(RATES[name][0])))
    assert [clip.name for clip in found] == NAMES
    label = RATES[name][1]
    if label:
        rate = float(Fraction(RATES[name][0]))
        assert otio.opentime.to_timecode(zero.start_time, rate, ';' in label) == label


def test_opentimelineio_finds_the_ticks_of_a_varying_rate(films, convert):
    frames = Frames(films['vfr.mkv'])
    segments = rows(frames)
    path = convert(films['vfr.mkv'], segments, 'otio')
    for clip, (start, end) in zip(clips(otio.adapters.read_from_file(str(path))),
                                  spans(frames, segments), strict=True):
        span = clip.source_range
        assert span.start_time.to_seconds() == pytest.approx(float(start), abs=1e-9)
        assert span.duration.to_seconds() == pytest.approx(float(end - start), abs=1e-9)


def test_what_opentimelineio_writes_is_read(vernier, films, tmp_path):
    media, rate = films['29.97-drop.mov'], 30000 / 1001
    start = otio.opentime.from_timecode('01:00:58;00', rate)
    time = lambda frame: otio.opentime.RationalTime(frame, rate)
    track = otio.schema.Track(kind='Video')
    track.append(otio.schema.Gap(duration=time(9)))
    track.append(otio.schema.Clip(name='one', source_range=otio.opentime.TimeRange(
        start + time(60), time(30))))
    timeline = otio.schema.Timeline(tracks=[track])
    path = tmp_path / 'cut.otio'
    otio.adapters.write_to_file(timeline, str(path))
    assert read(vernier, media, path) == [{'name': 'one', 'first': 60, 'last': 89}]


@pytest.mark.parametrize('name', RATES)
def test_edl_adapter_finds_the_frames(films, convert, name):
    segments = rows(Frames(films[name]))
    rate, label = RATES[name]
    timeline = otio.adapters.read_from_file(
        str(convert(films[name], segments, 'edl')), rate=float(Fraction(rate)))
    zero = otio.opentime.from_timecode(label or '00:00:00:00', float(Fraction(rate)))
    found = clips(timeline)
    for clip, (first, count) in zip(found, labels(None, segments), strict=True):
        assert clip.source_range.start_time.value - zero.value == first
        assert clip.source_range.duration.value == count
    # The adapter calls a clip without a name by its event's number.
    assert [clip.name for clip in found] == [name or '003' for name in NAMES]


# At 29.97 the adapter writes drop-frame labels whatever it has read, so only those can come back.
@pytest.mark.parametrize('name', ['25.mp4', '29.97-drop.mov', '59.94-drop.mov'])
def test_what_the_edl_adapter_writes_is_read(vernier, films, convert, tmp_path, name):
    segments = [row | {'name': f'clip{number}'} for number, row in
                enumerate(rows(Frames(films[name])))]
    rate = float(Fraction(RATES[name][0]))
    timeline = otio.adapters.read_from_file(
        str(convert(films[name], segments, 'edl')), rate=rate)
    path = tmp_path / 'theirs.edl'
    otio.adapters.write_to_file(timeline, str(path), rate=rate)
    assert [(row['first'], row['last']) for row in read(vernier, films[name], path)] == [
        (row['first'], row['last']) for row in segments]


# What others write


@pytest.mark.parametrize('name, segments', {
    'losslesscut.csv': [('First segment starting at 0', 0, 47),
                        ('Another "quoted" label, with a comma', 60, 89),
                        ('Last segment', 180, 239)],
    'losslesscut-1.llc': [('First', 0, 47), ('Say "so"', 60, 89), ('', 180, 239)],
    'losslesscut-2.llc': [('First', 0, 47), ('A marker', 60, 60)],
    'dissolve.edl': [('First', 0, 47), ('Second', 60, 89)],
}.items())
def test_files_of_other_programs_are_read(vernier, name, segments):
    found = read(vernier, SAMPLES / 'dropframe.mov', FOREIGN / name)
    assert [tuple(segment.values()) for segment in found] == segments


def test_chapters_that_ffmpeg_writes_are_read(vernier, tmp_path):
    path = tmp_path / 'chapters.ffmetadata'
    run('ffmpeg', '-v', 'error', '-i', str(SAMPLES / 'dropframe.mov'), '-f', 'ffmetadata', str(path))
    found = read(vernier, SAMPLES / 'dropframe.mov', path)
    assert [tuple(segment.values()) for segment in found] == [
        ('Part 1', 0, 74), ('Part 2', 75, 149), ('Part 3', 150, 239)]


def test_ffmpeg_puts_our_chapters_into_a_file(convert, tmp_path):
    media = SAMPLES / 'vfr.mkv'
    frames = Frames(media)
    segments = [{'name': 'a=b', 'first': 0, 'last': 59}, {'name': 'c', 'first': 60, 'last': 149}]
    out = tmp_path / 'out.mkv'
    run('ffmpeg', '-v', 'error', '-i', str(media), '-i', str(convert(media, segments, 'ffmetadata')),
        '-map_chapters', '1', '-c', 'copy', str(out))
    found = json.loads(run('ffprobe', '-v', 'error', '-of', 'json', '-show_chapters', str(out)))
    assert [(chapter['tags']['title'], Fraction(chapter['start_time'])) for chapter in
            found['chapters']] == [(row['name'], start) for row, (start, _) in
                                   zip(segments, spans(frames, segments))]


# What cannot be


@pytest.mark.parametrize('name, text, line, words', [
    ('x.csv', '0,1,a\n3,2,b\n', 'line 2', 'exchange'),
    ('x.csv', '0,1,a\n0,99,b\n', 'line 2', 'move it'),
    ('x.csv', '0,1,\n' * 1_000_000, 'line 10001', 'split'),
    ('x.llc', '{version: 1, cutSegments: [{start: 9, end: 1}]}', 'segment 1', 'exchange'),
    ('x.llc', '{version: 1, cutSegments: [', '', 'JSON'),
    ('x.otio', '{}', '', 'OTIO_SCHEMA'),
    ('x.edl', 'TITLE: x\n\n001 AX V C 00:00:01:00\n', 'line 3', 'timecodes'),
    ('x.ffmetadata', ';FFMETADATA1\n[CHAPTER]\nSTART=0\n', 'line 2', 'END'),
    ('x.vtt', 'WEBVTT\n\n00:01.000 -> 00:02.000\n', 'line 3', '-->'),
    ('x.json', '{"in": 9, "out": 3, "segments": []}', '', 'in point'),
])
def test_bad_marks_are_refused_with_the_place_and_what_to_do(
        vernier, tmp_path, name, text, line, words):
    path, out = tmp_path / name, tmp_path / 'out.csv'
    path.write_text(text)
    process = vernier('marks', SAMPLES / 'vfr.mkv', '--import', path, '--export', out)
    assert process.returncode == BAD_DATA
    assert name in process.stderr and line in process.stderr and words in process.stderr
    assert len(process.stderr) < 400 and process.stdout == '' and not out.exists()


def test_places_that_are_not_there_are_named(vernier, tmp_path):
    missing = vernier('marks', SAMPLES / 'vfr.mkv', '--import', tmp_path / 'none.csv')
    assert (missing.returncode, 'none.csv' in missing.stderr) == (NO_INPUT, True)
    out = tmp_path / 'no' / 'out.csv'
    process = vernier('marks', SAMPLES / 'vfr.mkv', '--import', FOREIGN / 'losslesscut-2.llc',
                      '--export', out)
    assert (process.returncode, str(out) in process.stderr) == (CANNOT_CREATE, True)


def test_without_json_there_is_a_line_for_each_segment(vernier):
    process = vernier('marks', SAMPLES / 'dropframe.mov', '--import', FOREIGN / 'losslesscut-1.llc')
    lines = process.stdout.splitlines()
    assert len(lines) == 4 and '01:00:02;00' in lines[2] and '60–89' in lines[2]
