"""What lies on the track is marked exactly where the position is when it is there."""
import re

import pytest

from .alone import alone, open_alone  # noqa: F401
from .page_support import comes_to
from .test_bar_wheel import about, line, ticks, turn, view


@pytest.mark.parametrize('direction', ['ltr', 'rtl'])
def test_ticks_stand_where_the_line_is_at_their_frame(alone, open_page, direction):
    scrubber = open_alone(open_page, alone, 'dropframe.mov', direction=direction,
                          stops=[0.25, 0.5, 0.75])
    media, index = about(scrubber, 'dropframe.mov')
    keys = [entry['frame'] for entry in index if entry['key']]
    chapters = [chapter['frame'] for chapter in media['chapters'] if chapter['frame'] > 0]
    width = scrubber.bar.bounding_box()['width']
    scrubber.page.wait_for_function(
        f"() => document.querySelector('vernier-bar').shadowRoot.querySelector('.keyframes')"
        f"?.getAttribute('d').split('M').length === {len(keys) + 1}")
    assert ticks(scrubber, 'stops') == pytest.approx([width / 4, width / 2, width * 3 / 4], abs=1)
    for kind, frames in [('keyframes', keys), ('track path', chapters)]:
        for x, frame in zip(ticks(scrubber, kind), frames, strict=True):
            scrubber.page.evaluate(f"""() => document.querySelector('vernier-bar').dispatchEvent(
              new CustomEvent('scrubseek', {{ detail: {{ to: {{ frame: {frame} }} }} }}))""")
            assert scrubber.land() == frame
            drawn = line(scrubber)
            assert (drawn if direction == 'ltr' else width - drawn) == pytest.approx(x, abs=1)


def test_keyframes_are_marked_when_so_few_are_in_view_that_they_stand_apart(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=120)
    _, index = about(scrubber, 'dropframe.mov')
    # As if every frame were one.
    rows = ''.join(f'{entry["frame"]},{entry["pts"]},0,true\n' for entry in index)
    # The pictures along the bar ask for a part.
    scrubber.page.route(re.compile(r'/index\?(?!.*from=)'),
                        lambda route: route.fulfill(body=f'frame,pts,time,key\n{rows}'))
    scrubber.page.evaluate("""() => {
      const bar = document.querySelector('vernier-bar');
      bar.setAttribute('keyframes', 240);
      bar.setAttribute('range', '0 0.999');
    }""")
    scrubber.page.mouse.move(*scrubber.point(0.5))
    scrubber.page.wait_for_timeout(200)
    assert ticks(scrubber, 'keyframes') == []
    turn(scrubber, 3, 'Control')
    scrubber.page.wait_for_function("""() => document.querySelector('vernier-bar').shadowRoot
      .querySelector('.keyframes').getAttribute('d') !== ''""")
    places = ticks(scrubber, 'keyframes')
    low, high = view(scrubber)
    width = scrubber.bar.bounding_box()['width']
    assert len(places) == sum(low <= entry['frame'] / 240 <= high for entry in index)
    assert len(places) * 6 <= width


def test_the_part_that_is_indexed_is_marked(alone, open_page):
    attributes = {'buffered': '0 0.25, 0.5 0.75', 'indexed': '0.8'}
    scrubber = open_alone(open_page, alone, 'start.ts', attributes=attributes)
    scrubber.bar.locator('.buffered').wait_for(state='attached')
    width = scrubber.bar.bounding_box()['width']
    comes_to(scrubber.page, lambda: ticks(scrubber, 'buffered'), pytest.approx([0, width / 2], abs=1))
    comes_to(scrubber.page, lambda: scrubber.bar.locator('.unknown').bounding_box()['width'],
             pytest.approx(0.2 * width, abs=1))


def test_the_ruler_says_the_times_of_what_is_in_view(alone, open_page):
    scrubber = open_alone(open_page, alone, 'long-gop.mp4')
    scrubber.page.mouse.move(*scrubber.point(0.5))
    turn(scrubber, 6, 'Control')
    low, high = view(scrubber)
    box = scrubber.bar.bounding_box()
    overview = scrubber.bar.locator('.overview').bounding_box()
    assert [overview['x'], overview['width']] == pytest.approx(
        [box['x'] + low * box['width'], (high - low) * box['width']], abs=2)
    labels = scrubber.page.locator('vernier-ruler span').all()
    assert len(labels) > 3
    for label in labels:
        place = label.bounding_box()
        minutes, seconds = label.inner_text().split(':')
        position = (60 * int(minutes) + float(seconds)) / 20
        x = box['x'] + (position - low) / (high - low) * box['width']
        assert place['x'] + place['width'] / 2 == pytest.approx(x, abs=1)
