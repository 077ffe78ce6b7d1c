"""A frame that is copied as a picture or as a link."""
import base64

from playwright.sync_api import expect

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
    expect(field).to_have_value(f'{server.url}/#media={server.media("start.ts")}&frame=33')
