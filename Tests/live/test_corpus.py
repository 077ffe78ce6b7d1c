"""Media made by others: the times that they publish, and what ffprobe displays of them."""
import json

import pytest

from oracle import probe


def index(vernier, path, *options):
    process = vernier('index', path, '--json', *options)
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


@pytest.mark.parametrize('stream, options, count', [
    (3, [], 390),  # the best one
    (3, ['--stream', '3'], 390),
    (0, ['--stream', '0'], 325),
])
def test_nasa_has_exactly_the_published_times(vernier, corpus, stream, options, count):
    path = corpus / 'nasa_13013.mp4'
    table = json.loads((corpus / f'{path.name}.stream{stream}.all_frames_info.json').read_text())
    published = [float(frame['pts_time']) for frame in table]
    times = [round(frame['time'], 6) for frame in index(vernier, path, *options)]
    assert len(published) == count
    assert times == published


@pytest.mark.parametrize('name', [
    'bigbuckbunny.mp4', 'bikes.mp4', 'edts.mp4', 'no-initial-keyframe.ts', 'sar_2x1.mp4',
])
def test_index_lists_the_frames_that_ffprobe_displays(vernier, corpus, name):
    shown = probe(corpus / name, 'V:0', 'frame=best_effort_timestamp,key_frame')['frames']
    listed = index(vernier, corpus / name)
    assert [frame['pts'] for frame in listed] == [
        frame['best_effort_timestamp'] for frame in shown]
    assert [frame['frame'] for frame in listed] == list(range(len(shown)))


def test_all_of_them_are_served(serve, corpus):
    server = serve(corpus)
    for path in corpus.iterdir():
        if path.suffix in ('.mp4', '.ts'):
            medium = server.media(path.name)
            info = server.get(f'/api/v1/media/{medium}').json()
            last = info['frames'] - 1
            for frame in (0, last // 2, last):
                answer = server.get(f'/api/v1/media/{medium}/frames/{frame}.jpg?width=160')
                assert answer.status == 200 and answer.body[:2] == b'\xff\xd8', path.name


def test_picture_with_wide_pixels_is_shown_in_its_true_shape(serve, corpus):
    server = serve(corpus)
    info = server.get(f'/api/v1/media/{server.media("sar_2x1.mp4")}').json()
    assert info['sar'] == [2, 1]
