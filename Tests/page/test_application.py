"""What the application adds to a bar and a picture: the list, marks, help, the panel."""
import json

import pytest
from playwright.sync_api import expect

from .page_support import comes_to, index_of


def test_back_and_forward_go_between_media_and_land_on_their_frames(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=40)
    scrubber.press('.')
    assert scrubber.land() == 41
    scrubber.open_list()
    scrubber.page.get_by_role('link', name='vfr.mkv').click()
    scrubber.page.wait_for_function("() => document.title.startsWith('vfr.mkv')")
    assert scrubber.land() == 0
    scrubber.press('Shift+ArrowRight')
    assert scrubber.land() == 10
    scrubber.page.wait_for_function("() => location.hash.endsWith('frame=10')")
    scrubber.page.go_back()
    scrubber.page.wait_for_function("() => document.title.startsWith('start.ts')")
    assert scrubber.land() == 41
    scrubber.page.go_forward()
    scrubber.page.wait_for_function("() => document.title.startsWith('vfr.mkv')")
    assert scrubber.land() == 10


# Where the parts of a text are seen, from the left.
ORDER = """(element) => {
  const text = element.firstChild;
  const at = (from, to) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return range.getBoundingClientRect().left;
  };
  const middle = text.data.search(/[ ×]/);
  return at(0, middle) < at(middle + 1, text.data.length);
}"""


def test_a_link_counts_although_the_page_writes_its_own_address_meanwhile(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=10)
    scrubber.page.evaluate("""() => {
        const before = location.href;
        location.hash = location.hash.replace('frame=10', 'frame=40');
        history.replaceState(null, '', before);
    }""")
    scrubber.page.wait_for_function("() => wire.state.target.frame === 40")
    assert scrubber.land() == 40


def test_sizes_are_not_turned_round_from_right_to_left(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=5)
    page = scrubber.page
    page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    for key in ['m', 'd', '.']:
        scrubber.press(key)
    size = page.locator('#list .size').first
    size.wait_for()
    assert size.evaluate(ORDER)
    # The panel is written anew as more is known.
    page.wait_for_function(f"""() => {{
      const names = Array.from(document.querySelectorAll('.panel dt'));
      const preview = names.find(({{ textContent }}) => textContent === 'Preview');
      return preview && ({ORDER})(preview.nextSibling);
    }}""")
    # It still begins where the name does.
    name = page.locator('#list .name').first.bounding_box()
    box = size.bounding_box()
    assert box['x'] + box['width'] == pytest.approx(name['x'] + name['width'], abs=1)


def test_marks_are_set_listed_jumped_to_and_kept(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=60)
    page = scrubber.page
    marks = page.locator('#marks')
    scrubber.press('i')
    marks.get_by_text('frame 60').wait_for()
    scrubber.press('Shift+ArrowRight')
    assert scrubber.land() == 70
    scrubber.press('o')
    marks.get_by_text('11 frames').wait_for()
    marks.get_by_role('button', name='In ').click()
    assert scrubber.land() == 60
    page.reload()
    scrubber.settle()
    marks.get_by_role('button', name='Out ').click()
    assert scrubber.land() == 70
    scrubber.press('o')
    marks.get_by_role('button', name='Out ').wait_for(state='detached')
    scrubber.press('Shift+i')
    assert scrubber.land() == 60
    scrubber.press('i')
    marks.wait_for(state='hidden')


def test_another_media_has_marks_of_its_own(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=70)
    page = scrubber.page
    scrubber.press('i')
    page.locator('#marks').get_by_text('frame 70').wait_for()
    page.goto(f'{server.url}/#media={server.media("start.ts")}')
    page.wait_for_function("() => document.title.startsWith('start.ts')")
    page.locator('#marks').wait_for(state='hidden')
    page.go_back()
    page.locator('#marks').get_by_text('frame 70').wait_for()
    assert scrubber.land() == 70


def test_an_address_that_was_just_chosen_is_kept_until_it_is_followed(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=70)
    page = scrubber.page
    chosen = f'#media={server.media("start.ts")}'
    # The page hears of a new address only when its other work is done.
    assert page.evaluate("""async (chosen) => {
      const { writeNow } = await import('/page/open-media.js');
      location.hash = chosen;
      writeNow();
      return location.hash;
    }""", chosen) == chosen
    page.wait_for_function("() => document.title.startsWith('start.ts')")
    page.go_back()
    page.wait_for_function("() => document.title.startsWith('long-gop.mp4')")
    assert scrubber.land() == 70


def test_marks_are_shown_once_their_frames_can_be_asked_for(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=70)
    page = scrubber.page
    page.route('**/target?frame=70', lambda route: route.abort(), times=1)
    scrubber.press('i')
    page.locator('#marks').get_by_text('frame 70').wait_for()


def test_the_help_lists_every_key_that_is_bound(server, open_page):
    scrubber = open_page(server, 'start.ts')
    scrubber.page.get_by_role('button', name='Help').click()
    dialog = scrubber.page.get_by_role('dialog', name='Help')
    dialog.wait_for()
    bound = scrubber.page.evaluate(
        "import('/page/keys.js').then(({ actions }) => Object.keys(actions))")
    listed = dialog.locator('kbd').evaluate_all('all => all.map((key) => key.title)')
    digits = [str(digit) for digit in range(10)]
    assert sorted(listed) == sorted([key for key in bound if key not in digits] + [''] * 3)
    assert ['0', '…', '9'] == [
        text for text in dialog.locator('kbd').all_inner_texts() if text in '0…9']
    for name in dialog.locator('dt').all_inner_texts():
        assert name.strip()


def test_the_list_is_searched_and_walked_by_keys(server, open_page):
    scrubber = open_page(server, 'start.ts')
    page = scrubber.page
    scrubber.press('/')
    field = page.get_by_role('searchbox', name='Search media')
    page.wait_for_function("() => document.activeElement.id === 'search'")
    field.fill('M')
    names = page.locator('#list li:not([hidden]) .name')
    # None at all would be all of them, too.
    comes_to(page, lambda: {'m' in name.lower() for name in names.all_inner_texts()}, {True})
    field.fill('MP4 ')
    expect(names).to_have_text(['edit-list.mp4', 'hevc.mp4', 'long-gop.mp4'])
    for key in ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']:
        page.keyboard.press(key)
    page.wait_for_function("() => document.activeElement.title === 'hevc.mp4'")
    page.keyboard.press('Enter')
    page.wait_for_function("() => document.title.startsWith('hevc.mp4')")
    scrubber.land()
    page.wait_for_selector('a[aria-current][title="hevc.mp4"]')


def test_the_list_shows_posters_and_opens_by_itself_without_a_link(server, open_page):
    scrubber, refused = open_page(server), []
    # Anything that is refused is an error on the browser's console.
    scrubber.page.on('response', lambda one: one.status >= 400 and refused.append(one.url))
    scrubber.page.reload()
    scrubber.page.locator('#media').wait_for()
    poster = scrubber.page.locator('a[title="dropframe.mov"] img')
    poster.scroll_into_view_if_needed()
    scrubber.page.wait_for_function("""() => {
      const image = document.querySelector('a[title="dropframe.mov"] img');
      return image.complete && image.naturalWidth === 160;
    }""")
    scrubber.page.locator('a[title="audio.m4a"]').scroll_into_view_if_needed()
    scrubber.page.wait_for_selector('a[title="audio.m4a"] img', state='detached')
    scrubber.land()
    assert refused == []


def test_the_panel_tells_what_a_frame_is(server, open_page):
    scrubber = open_page(server, 'dropframe.mov')
    page = scrubber.page
    index = index_of(server, 'dropframe.mov')
    keyframes = [one['frame'] for one in index if one['key']]
    scrubber.press('d')
    page.locator('.panel dd').first.wait_for()
    # Also of the picture that was there before it.
    page.locator('.panel dt', has_text='Preview').wait_for()
    for key in ['Shift+ArrowRight', 'Alt+ArrowRight', '.']:
        scrubber.press(key)
        frame = scrubber.land()
        page.wait_for_function(
            'frame => document.querySelector(".panel dd")?.textContent === frame', arg=str(frame))
        page.locator('.panel dt', has_text='Latency').wait_for()
        found = page.evaluate('''() => Object.fromEntries(Array.from(
          document.querySelectorAll('.panel dt'),
          (name) => [name.textContent, name.nextElementSibling.textContent]))''')
        key_before = max(one for one in keyframes if one <= frame)
        assert found['PTS'] == str(index[frame]['pts'])
        assert found['Timebase'] == '1/30000'
        assert found['Picture'] == ('keyframe' if frame == key_before else 'not a keyframe')
        assert found['From keyframe'] == str(frame - key_before)
        assert found['Latency'].endswith(' ms') and found['Decoded'].isdigit()


def test_all_that_can_be_pressed_is_large_enough(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', viewport={'width': 320, 'height': 640})
    page = scrubber.page
    for key in ['t', 'i', 'm']:
        scrubber.press(key)
    page.locator('#marks').wait_for()
    for dialog in [None, 'e', '?', 'g']:
        if dialog:
            scrubber.press(dialog)
            page.get_by_role('dialog').wait_for()
        sizes = page.evaluate("""() => [...document.querySelectorAll(
          'dialog[open] :is(button, select, input), body:not(:has(dialog)) :is(button, a, select, input)'
        )].filter((one) => one.checkVisibility()).map((one) => {
          const { width, height, left, right } = one.getBoundingClientRect();
          return [one.outerHTML.slice(0, 60), Math.round(width), Math.round(height), left, right];
        })""")
        assert sizes
        small = [one for one in sizes if one[1] < 44 or one[2] < 44]
        outside = [one for one in sizes if one[3] < 0 or one[4] > 320]
        assert not small and not outside, json.dumps([small, outside], indent=1)
        if dialog:
            page.keyboard.press('Escape')
            page.locator('dialog').wait_for(state='detached')
