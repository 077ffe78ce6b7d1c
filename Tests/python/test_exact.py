"""Players held against the very frames: what is right passes, what is off is named, by how many."""
import io

import numpy
import pytest
from PIL import Image

import vernier
from barcodes import number
from kit import MATRIX, VERNIER
from oracle import SAMPLES as NAMES
from vernier import exact, players


FILM = MATRIX / 'vfr.mp4'


@pytest.fixture(scope='module')
def clip():
    with vernier.serve(FILM, program=VERNIER) as server:
        yield server.open()


def shifted(clip, **off):
    """A player that is right but for these frames, `f7=2` for frame 7."""
    def player(wanted):
        return clip[wanted + off.get(f'f{wanted}', 0)].data
    return player


def test_vernier_is_exact_of_each_sample(served):
    for name in NAMES:
        clip = served.open(name)
        result = exact.assert_exact(players.Vernier(clip), clip, frames=[1, len(clip) // 2])
        assert (result.share, result.player, result.sheet) == (1, 'Vernier', None)


def test_what_is_off_is_named_and_by_how_many(clip):
    player = shifted(clip, f9=1, f40=-1, f41=-40, f60=30)
    with pytest.raises(AssertionError) as caught:
        exact.assert_exact(player, clip, frames=[3, 9, 40, 41, 60, 99], name='mine', seed=5)
    assert str(caught.value).splitlines() == [
        'mine shows 4 of 6 frames of vfr.mp4 wrong (seed 5)', '  frame 9: shows 10 (+1)',
        '  frame 40: shows 39 (-1)', '  frame 41: shows 1 (-40)', '  frame 60: shows 90 (+30)']


def small(picture):
    return numpy.asarray(Image.fromarray(picture).resize((213, 120)))


def gray(picture):
    return numpy.asarray(Image.fromarray(picture).convert('L'))


def pale(picture):
    return (picture * 0.86 + 16).astype('uint8')


def coarse(picture):
    file = io.BytesIO()
    Image.fromarray(picture).save(file, 'JPEG', quality=30)
    return numpy.asarray(Image.open(file))


def with_alpha(picture):
    return numpy.dstack([picture, numpy.full(picture.shape[:2], 255, 'uint8')])


@pytest.mark.parametrize('seen', [small, gray, pale, coarse, with_alpha])
def test_frame_is_known_in_other_sizes_and_colours(clip, seen):
    right = exact.measure(lambda wanted: seen(clip[wanted].data), clip, frames=6)
    assert right.share == 1, right
    late = exact.measure(lambda wanted: seen(clip[wanted + 1].data), clip, frames=[5, 70])
    assert [verdict.off for verdict in late.verdicts] == [1, 1]


def test_what_a_player_raises_or_gives_wrongly_is_its_failure(clip):
    def player(wanted):
        if wanted == 1:
            raise OSError('no such frame')
        return {2: None, 3: numpy.zeros((0, 4, 3), 'uint8'), 4: numpy.zeros((9, 9, 3))}[wanted]

    result = exact.measure(player, clip, frames=[1, 2, 3, 4])
    assert [verdict.off for verdict in result.wrong] == [None] * 4
    assert 'no picture: OSError: no such frame' in str(result)


def test_differences_are_a_picture(clip, tmp_path):
    sheet = tmp_path / 'sheet.png'
    with pytest.raises(AssertionError):
        exact.assert_exact(shifted(clip, f9=30, f10=7), clip, frames=[8, 9, 10], sheet=sheet)
    picture = numpy.asarray(Image.open(sheet))
    assert picture.shape == (270, 720, 3)
    left, middle, right = picture[:135, :240], picture[:135, 240:480], picture[:135, 480:]
    assert (number(left), number(middle)) == (9, 39)
    assert numpy.array_equal(right, numpy.minimum(numpy.abs(left.astype(int) - middle) * 4, 255))


def test_still_pictures_are_not_told_apart(clip):
    class Still:
        """A clip of which every frame looks the same."""
        name, index = 'still', clip.index

        def __len__(self):
            return len(clip)

        def __getitem__(self, wanted):
            return clip[0]

        def frames(self, start, stop):
            return (vernier.Frame(**{**vars(clip[0]), 'number': one}) for one in range(start, stop))

    assert exact.measure(lambda wanted: clip[0].data, Still(), frames=3, around=9).share == 1


def test_turned_films_are_known_turned_or_as_stored():
    with vernier.serve(MATRIX / 'turned.mp4', program=VERNIER) as server:
        clip = server.open()
        assert clip[3].picture.rotation in (90, 270) and clip[3].upright.shape != clip[3].data.shape
        for view in ('data', 'upright'):
            result = exact.measure(lambda wanted: getattr(clip[wanted], view), clip, frames=4)
            assert result.share == 1, result
        late = exact.measure(lambda wanted: clip[wanted + 1].upright, clip, frames=[4])
        assert late.verdicts[0].off == 1


def test_chosen_frames_are_those_of_the_seed_with_both_ends():
    one, other = exact.chosen(10, 500, 1), exact.chosen(10, 500, 2)
    assert one != other and one == exact.chosen(10, 500, 1)
    assert one[:2] == other[:2] == [0, 499] and len(set(one)) == 10
    assert exact.chosen(10, 3, 1)[:2] == [0, 2] and sorted(exact.chosen(10, 3, 1)) == [0, 1, 2]
    assert exact.chosen(1, 500, 1) == [0] and exact.chosen(range(3), 500, 1) == [0, 1, 2]


@pytest.fixture(scope='module')
def page(browser):
    page = browser.new_page()
    yield page
    page.close()


def opencv(file, clip, page):
    return players.OpenCV(file)


def pyav(file, clip, page):
    return players.PyAV(file, clip.index)


def video(file, clip, page):
    return players.Video(page, clip)


@pytest.mark.parametrize(('file', 'maker'), [
    ('vfr.mp4', opencv), ('h264.ts', opencv), ('start-10.ts', opencv), ('vfr.mp4', pyav),
    ('h264.ts', pyav), ('vfr.mp4', video), ('start-10.mp4', video)])
def test_other_players_are_judged_as_their_pictures_say(file, maker, page):
    with vernier.serve(MATRIX / file, program=VERNIER) as server:
        clip = server.open()
        player, seen = maker(MATRIX / file, clip, page), {}

        def watched(wanted):
            picture = player(wanted)
            seen[wanted] = number(picture)
            return picture

        verdicts = exact.measure(watched, clip, frames=8, seed=3).verdicts
    assert {one.frame: one.shown for one in verdicts if one.frame in seen} == seen
    assert len(seen) > 4


def test_browser_that_says_nothing_of_a_file_is_not_waited_for(page):
    with vernier.serve(MATRIX / 'vfr.mp4', program=VERNIER) as server:
        clip = server.open()
        page.route('**/never.mp4', lambda route: None)
        with pytest.raises(Exception, match='not loaded within 1 s'):
            players.Video(page, clip, f'{clip.url}/never.mp4', timeout=1)
        page.unroute('**/never.mp4')
        assert number(players.Video(page, clip)(3)) == 3


def test_player_that_cannot_open_a_file_has_none_of_its_frames(tmp_path, monkeypatch):
    with vernier.serve(MATRIX / 'vfr.mp4', program=VERNIER) as server:
        clip = server.open()
        (tmp_path / 'none.mp4').write_bytes(b'no film')
        found = dict(players.each(tmp_path / 'none.mp4', clip))
        shares = {name: exact.measure(player, clip, frames=3, name=name).share
                  for name, player in found.items()}
        assert shares.pop('Vernier') == 1 and 'PyAV' in shares and set(shares.values()) == {0}
        with pytest.raises(LookupError, match='Invalid data'):
            found['PyAV'](0)


def test_player_whose_library_is_missing_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__('sys').modules, 'av', None)
    with pytest.raises(vernier.MissingPackage, match='pip install av'):
        players.PyAV('film.mp4', None)
