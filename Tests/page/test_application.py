"""What the application adds to a bar and a picture: the list, go-to, marks, shuttle, settings."""
import base64
import json

import pytest

# The number that the player's picture carries; see BARCODE.
PLAYED = """() => {
  const video = document.querySelector('vernier-view').shadowRoot.querySelector('video');
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0);
  const { width, height } = canvas;
  const row = context.getImageData(0, Math.floor(height / 20), width, 1).data;
  let number = 0;
  for (let bit = 0; bit < 16; bit += 1) {
    const at = 4 * Math.floor(((bit + 0.5) / 16) * width);
    if (0.299 * row[at] + 0.587 * row[at + 1] + 0.114 * row[at + 2] > 125) number += 2 ** bit;
  }
  return number;
}"""

# The number in a PNG, given as base64.
IN_PNG = """async (data) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(picture, 0, 0);
  const row = context.getImageData(0, Math.floor(height / 20), width, 1).data;
  let number = 0;
  for (let bit = 0; bit < 16; bit += 1) {
    const at = 4 * Math.floor(((bit + 0.5) / 16) * width);
    if (0.299 * row[at] + 0.587 * row[at + 1] + 0.114 * row[at + 2] > 125) number += 2 ** bit;
  }
  return { number, width, height };
}"""

CLIPBOARD = """async () => {
  const [item] = await navigator.clipboard.read();
  const blob = await item.getType('image/png');
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(',')[1]);
    reader.readAsDataURL(blob);
  });
}"""


def index_of(server, media):
    """Every frame of a media, as the server lists them."""
    found = server.get(f'/api/v1/media/{server.media(media)}/index?format=csv').body.decode()
    rows = [line.split(',') for line in found.splitlines()[1:]]
    return [{'frame': int(row[0]), 'pts': int(row[1]), 'key': row[3] in ('1', 'true')}
            for row in rows]


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


def test_the_go_to_field_goes_where_it_is_told(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=5)
    steps = [
        ('01:00:00;02', 2), ('01:00:01:00', 30), ('f123', 123), ('50%', 120), ('+10f', 130),
        ('-30f', 100), ('0', 0), ('2.1', 62), ('0:04.000', 119), ('100 %', 239),
    ]
    field = scrubber.page.get_by_role('textbox', name='Go to')
    for written, frame in steps:
        scrubber.press('g')
        field.fill(written)
        scrubber.page.keyboard.press('Enter')
        field.wait_for(state='detached')
        assert scrubber.land() == frame, written


def test_the_go_to_field_says_why_it_does_not_go(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=5)
    scrubber.press('g')
    field = scrubber.page.get_by_role('textbox', name='Go to')
    for written, why in [
        ('01:01:00;00', '01:01:00;00 does not exist: drop-frame'),
        ('01:05:00;01', 'does not exist: drop-frame'),
        ('01:10:00;00', 'from 01:00:00;00 to 01:00:07;29'),
        ('f240', 'from 0 to 239'), ('99', 'from 0 to 8'), ('101%', 'Write a timecode'),
        ('soon', 'Write a timecode'),
    ]:
        field.fill(written)
        scrubber.page.keyboard.press('Enter')
        scrubber.page.get_by_role('alert').get_by_text(why).wait_for()
    scrubber.page.keyboard.press('Escape')
    field.wait_for(state='detached')
    assert scrubber.land() == 5


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
    # Another media has marks of its own.
    page.goto(f'{server.url}/#media={server.media("start.ts")}')
    page.wait_for_function("() => document.title.startsWith('start.ts')")
    marks.wait_for(state='hidden')
    page.go_back()
    marks.get_by_text('11 frames').wait_for()
    assert scrubber.land() == 70
    scrubber.press('o')
    marks.get_by_role('button', name='Out ').wait_for(state='detached')
    marks.get_by_role('button', name='Clear').click()
    marks.wait_for(state='hidden')


def test_a_loop_plays_between_the_marks_alone(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=60)
    page = scrubber.page
    for key, frame in [('i', 60), ('Shift+ArrowRight', 70), ('Shift+ArrowRight', 80), ('o', 80)]:
        scrubber.press(key)
        assert scrubber.land() == frame
    for key in ['r', 'Alt+ArrowLeft', 'g']:
        scrubber.press(key)
    page.get_by_role('textbox', name='Go to').fill('f60')
    page.keyboard.press('Enter')
    page.get_by_role('dialog').wait_for(state='detached')
    assert scrubber.land() == 60
    scrubber.press(' ')
    page.wait_for_selector('vernier-view[player]')
    seen = []
    for _ in range(100):
        seen.append(page.evaluate(PLAYED))
        page.wait_for_timeout(30)
    scrubber.press(' ')
    page.wait_for_selector('vernier-view:not([player])')
    assert 60 <= scrubber.land() <= 110
    turns = sum(after < before for before, after in zip(seen, seen[1:]))
    # A busy browser turns late, by less than a second.
    assert turns >= 1 and min(seen) >= 60 and max(seen) <= 110


def test_l_plays_faster_and_k_rests_on_the_exact_frame(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    page = scrubber.page
    rate = "document.querySelector('vernier-view').shadowRoot.querySelector('video').playbackRate"
    for expected in [1, 2, 4, 8, 8]:
        scrubber.press('l')
        page.wait_for_selector('vernier-view[player]')
        assert page.evaluate(rate) == expected
    page.get_by_text('Playing ×8').wait_for()
    page.wait_for_function('() => document.querySelector("vernier-bar").getAttribute("position") > 0.1')
    scrubber.press('k')
    assert scrubber.land() > 60


def test_j_goes_backward_through_the_server_s_pictures(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=110)
    page = scrubber.page
    page.evaluate('wire.frames = []')
    scrubber.press('j')
    page.get_by_text('Backward ×1').wait_for()
    scrubber.press('j')
    page.get_by_text('Backward ×2').wait_for()
    page.wait_for_function('() => wire.state.target.frame < 80')
    scrubber.press('k')
    frame = scrubber.land()
    assert frame < 80
    frames = page.evaluate('wire.frames')
    assert frames == sorted(frames, reverse=True) and len(set(frames)) > 5
    # All of it was one move.
    scrubber.press('Shift+Backspace')
    assert scrubber.land() == 110


def test_l_goes_on_where_the_browser_cannot_play(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=10)
    scrubber.press('l')
    scrubber.page.wait_for_function('() => wire.state.target.frame > 20')
    scrubber.press('k')
    assert scrubber.land() > 20


def test_k_held_makes_j_and_l_step(server, open_page):
    scrubber = open_page(server, 'vfr.mkv', frame=20)
    page = scrubber.page
    scrubber.press('k')
    page.keyboard.down('k')
    page.wait_for_timeout(100)
    for key, frame in [('l', 21), ('l', 22), ('j', 21)]:
        scrubber.press(key)
        assert scrubber.land() == frame
    page.keyboard.up('k')


def test_snap_and_law_switch_in_mid_drag_and_move_nothing(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=20)
    keyframes = {one['frame'] for one in index_of(server, 'dropframe.mov') if one['key']}
    scrubber.press('t')
    snap = scrubber.page.get_by_role('combobox', name='Snap')
    scrubber.grab(0.1)
    scrubber.pull(0.35)
    before = scrubber.answered()
    for choice in ['frame', 'keyframe']:
        scrubber.press('s')
        scrubber.page.wait_for_function(
            'choice => document.querySelector("[name=snap]").value === choice', arg=choice)
    scrubber.press('Shift+s')
    assert scrubber.answered()['raw'] == before['raw']
    assert snap.input_value() == 'keyframe'
    scrubber.pull(0.45)
    assert scrubber.answered()['target']['frame'] in keyframes - {before['target']['frame']}
    scrubber.pull(0.46, away=100)
    # Halfway to where the linear law comes to a stop.
    assert scrubber.answered()['gain'] == pytest.approx(0.5, abs=0.02)
    scrubber.release()
    assert scrubber.land() in keyframes


def test_settings_survive_a_reload(server, open_page):
    scrubber = open_page(server, 'start.ts')
    page = scrubber.page
    scrubber.press('t')
    page.get_by_role('combobox', name='Snap').select_option('keyframe')
    scrubber.press('e')
    page.get_by_role('combobox', name='Appearance').select_option('dark')
    page.reload()
    scrubber.settle()
    page.locator('#tools').wait_for()
    assert page.get_by_role('combobox', name='Snap').input_value() == 'keyframe'
    assert page.evaluate('document.documentElement.style.colorScheme') == 'dark'
    keyframes = {one['frame'] for one in index_of(server, 'start.ts') if one['key']}
    scrubber.grab(0.2)
    scrubber.pull(0.55)
    assert scrubber.answered()['target']['frame'] in keyframes
    scrubber.release()
    scrubber.land()


@pytest.mark.parametrize('broken', [
    "localStorage.vernier = '{'", "localStorage.vernier = '[7]'",
    "Storage.prototype.setItem = () => { throw new Error('full'); }; localStorage.vernier = 1",
    "Object.defineProperty(window, 'localStorage', { get() { throw new Error('closed'); } })",
])
def test_a_broken_store_breaks_nothing_else(server, open_page, broken):
    scrubber = open_page(server)
    scrubber.page.add_init_script(f"if (location.protocol === 'http:') {{ {broken} }}")
    scrubber.page.goto('about:blank')
    scrubber.open('start.ts', 7)
    assert scrubber.land() == 7
    scrubber.press('t')
    scrubber.page.get_by_role('combobox', name='Snap').select_option('keyframe')
    scrubber.page.locator('vernier-bar').focus()
    scrubber.press('.')
    assert scrubber.land() == 8


def test_the_help_lists_every_key_that_is_bound(server, open_page):
    scrubber = open_page(server, 'start.ts')
    scrubber.page.get_by_role('button', name='Help').click()
    dialog = scrubber.page.get_by_role('dialog', name='Help')
    dialog.wait_for()
    bound = scrubber.page.evaluate(
        "import('/keys.js').then(({ actions }) => Object.keys(actions))")
    listed = dialog.locator('kbd').evaluate_all('all => all.map((key) => key.title)')
    digits = [str(digit) for digit in range(10)]
    assert sorted(listed) == sorted([key for key in bound if key not in digits] + [''] * 3)
    assert ['0', '…', '9'] == [
        text for text in dialog.locator('kbd').all_inner_texts() if text in '0…9']
    for name in dialog.locator('dt').all_inner_texts():
        assert name.strip()


def test_a_frame_is_copied_as_a_picture_and_as_a_link(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=123,
                         permissions=['clipboard-read', 'clipboard-write'])
    page = scrubber.page
    scrubber.press('c')
    page.get_by_text('Frame 123 is copied').wait_for()
    found = page.evaluate(IN_PNG, page.evaluate(CLIPBOARD))
    media = server.get(f'/api/v1/media/{server.media("long-gop.mp4")}').json()
    assert found == {'number': 123, 'width': media['width'], 'height': media['height']}
    scrubber.press('Shift+c')
    page.get_by_text('A link to frame 123').wait_for()
    link = page.evaluate('navigator.clipboard.readText()')
    page.goto('about:blank')
    page.goto(link)
    assert scrubber.land() == 123


def test_where_nothing_can_be_copied_it_is_saved_or_shown(server, open_page):
    scrubber = open_page(server)
    page = scrubber.page
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto('about:blank')
    scrubber.open('start.ts', 33)
    scrubber.settle()
    with page.expect_download() as download:
        scrubber.press('c')
    page.get_by_text('frame 33 is saved').wait_for()
    assert download.value.suggested_filename == 'start.ts-33.png'
    saved = base64.b64encode(download.value.path().read_bytes()).decode()
    assert page.evaluate(IN_PNG, saved)['number'] == 33
    scrubber.press('Shift+c')
    field = page.get_by_role('textbox', name='Copy link')
    assert field.input_value() == f'{server.url}/#media={server.media("start.ts")}&frame=33'


def test_the_page_speaks_japanese_to_those_who_do(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=9, locale='ja-JP')
    page = scrubber.page
    assert page.locator('html').get_attribute('lang') == 'ja'
    page.get_by_text('フレーム 9 / 239').wait_for()
    page.get_by_role('slider', name='位置').wait_for()
    page.wait_for_selector('vernier-bar[aria-valuetext^="フレーム 9、"]')
    scrubber.press('e')
    page.get_by_role('combobox', name='言語').select_option('en')
    page.get_by_text('Frame 9 of 239').wait_for()
    assert page.locator('html').get_attribute('lang') == 'en'
    page.get_by_role('combobox', name='Language').wait_for()
    page.reload()
    page.get_by_text('Frame 9 of 239').wait_for()


def test_the_list_is_searched_and_walked_by_keys(server, open_page):
    scrubber = open_page(server, 'start.ts')
    page = scrubber.page
    scrubber.press('/')
    field = page.get_by_role('searchbox', name='Search media')
    page.wait_for_function("() => document.activeElement.id === 'search'")
    field.fill('M')
    names = page.locator('#list li:not([hidden]) .name')
    assert all('m' in name.lower() for name in names.all_inner_texts())
    field.fill('MP4 ')
    assert names.all_inner_texts() == ['edit-list.mp4', 'hevc.mp4', 'long-gop.mp4']
    for key in ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']:
        page.keyboard.press(key)
    assert page.evaluate('document.activeElement.title') == 'hevc.mp4'
    page.keyboard.press('Enter')
    page.wait_for_function("() => document.title.startsWith('hevc.mp4')")
    scrubber.land()
    page.wait_for_selector('a[aria-current][title="hevc.mp4"]')


def test_the_list_shows_posters_and_opens_by_itself_without_a_link(server, open_page):
    scrubber = open_page(server)
    scrubber.page.locator('#media').wait_for()
    poster = scrubber.page.locator('a[title="dropframe.mov"] img')
    poster.scroll_into_view_if_needed()
    scrubber.page.wait_for_function("""() => {
      const image = document.querySelector('a[title="dropframe.mov"] img');
      return image.complete && image.naturalWidth === 160;
    }""")
    scrubber.page.wait_for_selector('a[title="audio.m4a"] img', state='detached')


def test_the_panel_tells_what_a_frame_is(server, open_page):
    scrubber = open_page(server, 'dropframe.mov')
    page = scrubber.page
    index = index_of(server, 'dropframe.mov')
    keyframes = [one['frame'] for one in index if one['key']]
    scrubber.press('d')
    for key in ['Shift+ArrowRight', 'Alt+ArrowRight', '.']:
        scrubber.press(key)
        frame = scrubber.land()
        page.wait_for_function(
            'frame => document.querySelector(".panel dd")?.textContent === frame', arg=str(frame))
        names = page.locator('.panel dt').all_inner_texts()
        found = dict(zip(names, page.locator('.panel dd').all_inner_texts()))
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
            page.get_by_role('dialog').wait_for(state='detached')
