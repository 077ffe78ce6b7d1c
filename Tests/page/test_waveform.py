"""The sound is seen where it is: as numpy finds it in the samples that ffmpeg decodes."""
import pathlib
import subprocess
import sys

import numpy
import pytest
from playwright.sync_api import expect

from .conditions import UNTIL
from .page_support import comes_to
from .test_hearing import RATE

sys.path.append(str(pathlib.Path(__file__).parents[1] / 'live'))

from soundfiles import AAC, H264, Linear, Shown  # noqa: E402
from test_waveform import asked  # noqa: E402

SECONDS = 12
# Two seconds of sound, then one of silence, in growing loudness.
BURSTS = f"aevalsrc='(0.2+0.06*t)*sin(2600*t)*lt(mod(t,3),2)':s={RATE}:d={SECONDS}"
IN_BAR = "document.querySelector('vernier-bar').shadowRoot.querySelector('vernier-waveform')"
LARGE = "document.querySelector('.stage > vernier-waveform')"

# Waits until a waveform shows all that it can, then reads its pixels: for each column the height that
# is painted, above and below the middle, as a share of half.
COLUMNS = f"""async (width) => {{
  const wave = () => {IN_BAR} ?? {LARGE};
  await ({UNTIL})(() => wave()?.parts.isKnown && wave().parts.width <= width);
  for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
  const canvas = wave().shadowRoot.querySelector('canvas');
  const {{ width: across, height }} = canvas;
  const {{ data }} = canvas.getContext('2d').getImageData(0, 0, across, height);
  return Array.from({{ length: across }}, (_, x) => {{
    let [top, bottom] = [height, -1];
    for (let y = 0; y < height; y += 1) {{
      if (data[4 * (y * across + x) + 3] > 127) [top, bottom] = [Math.min(top, y), y];
    }}
    return [(height / 2 - top) / (height / 2 - 1), (bottom + 1 - height / 2) / (height / 2 - 1)];
  }});
}}"""


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp('waves')
    subprocess.run(['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', f'testsrc=s=64x48:r=25:d={SECONDS}',
                    '-f', 'lavfi', '-i', BURSTS, *H264, *AAC, folder / 'film.mp4'], check=True)
    subprocess.run(['ffmpeg', '-v', 'error', '-i', folder / 'film.mp4', '-vn', '-c:a', 'pcm_s16le',
                    folder / 'alone.wav'], check=True)
    return folder


@pytest.fixture(scope='module')
def waves(serve_once, folder):
    server = serve_once(folder)
    for name in ('film.mp4', 'alone.wav'):
        assert asked(server, name).status == 200
    return server


@pytest.fixture(scope='module')
def samples(folder):
    """All samples of the film beside its frames, mixed, in -1...1."""
    film = folder / 'film.mp4'
    linear = Linear(film, zero=Shown(film).zero, more=('-ac', '1'), channels=1)
    return linear.between(0, SECONDS * RATE)[:, 0] / 32768


def drawn(samples, low, high, columns):
    """What each pixel of a part of the track is to show: the greatest and the least sample in it."""
    edges = numpy.linspace(low, high, columns + 1) * len(samples)
    for first, last in zip(edges, edges[1:]):
        part = samples[int(first):max(int(numpy.ceil(last)), int(first) + 1)]
        yield part.max(), -part.min()


def view(scrubber):
    return scrubber.page.evaluate("document.querySelector('vernier-bar').range")


def close(found, wanted, pixels, points=1):
    """Whether columns are as high as is wanted somewhere within `points` beside each."""
    wanted = numpy.array(list(wanted))
    low = numpy.stack([numpy.roll(wanted, by, 0) for by in range(-points, points + 1)]).min(0)
    high = numpy.stack([numpy.roll(wanted, by, 0) for by in range(-points, points + 1)]).max(0)
    near = slice(points, -points)
    assert (found >= low - 1.5 / pixels)[near].all() and (found <= high + 1.5 / pixels)[near].all()


@pytest.mark.parametrize('scale', [1, 2], ids=['plain', 'dense'])
def test_the_whole_film_and_its_parts_are_drawn_as_loud_as_they_are(waves, open_page, samples, scale):
    scrubber = open_page(waves, 'film.mp4', frame=100, device_scale_factor=scale)
    found = numpy.array(scrubber.page.evaluate(COLUMNS, 10 ** 6))
    assert len(found) == pytest.approx(scale * scrubber.bar.bounding_box()['width'], abs=4)
    half = 24 * scale
    close(found, drawn(samples, 0, 1, len(found)), half)
    # Three silences of a second each, and no other.
    silent = (found.max(1) <= 2 / half).astype(int)
    assert (numpy.diff(silent) == 1).sum() + silent[0] == 4
    for _ in range(10):
        scrubber.press('+')
    found = numpy.array(scrubber.page.evaluate(COLUMNS, 256))
    low, high = view(scrubber)
    assert high - low < 0.2
    close(found, drawn(samples, low, high, len(found)), half, points=8 * scale)
    for _ in range(30):
        scrubber.press('+')
    # Single samples.
    found = numpy.array(scrubber.page.evaluate(COLUMNS, 1))
    low, high = view(scrubber)
    close(found, drawn(samples, low, high, len(found)), half, points=2)


def test_an_overview_is_seen_until_all_of_the_sound_is_decoded(waves, open_page):
    body = waves.get(f'/api/v1/media/{waves.media("film.mp4")}/waveform').body
    seen = []

    def answer(route):
        if seen:
            return route.continue_()
        return route.fulfill(status=202, headers={'Retry-After': '1', 'Vernier-Sound': 'overview'},
                             content_type='application/octet-stream', body=body)

    scrubber = open_page(waves)
    page = scrubber.page
    page.route('**/waveform?*', answer)
    scrubber.open('film.mp4')
    # Paler than what is sure.
    page.wait_for_function(f"() => {IN_BAR}?.parts.isKnown && {IN_BAR}.hasAttribute('rough')")
    paler = f"getComputedStyle({IN_BAR}.shadowRoot.querySelector('canvas')).opacity"
    assert float(page.evaluate(paler)) == 0.5
    seen.append(True)
    page.wait_for_function(f"() => {IN_BAR}.parts.isKnown && !{IN_BAR}.hasAttribute('rough')")
    assert float(page.evaluate(paler)) == 1


def test_sound_alone_is_large_with_its_playhead_and_marks(waves, open_page, folder):
    scrubber = open_page(waves)
    page = scrubber.page
    # It has no picture to wait for.
    page.goto(f'{waves.url}/#media={waves.media("alone.wav")}')
    wave = page.locator('.stage > vernier-waveform')
    wave.wait_for()
    expect(page.locator('vernier-view svg')).to_be_hidden()
    found = numpy.array(page.evaluate(COLUMNS, 10 ** 6))
    samples = Linear(folder / 'alone.wav').samples[:, 0] / 32768
    close(found, drawn(samples, 0, 1, len(found)), wave.bounding_box()['height'] / 2)
    stage = page.locator('.stage').bounding_box()
    assert wave.bounding_box()['height'] > 0.6 * stage['height']
    scrubber.press('5')
    page.wait_for_function('() => Math.abs(wire.state.position - 0.5) < 0.01')
    playhead = wave.locator('.playhead')
    middle = wave.bounding_box()['x'] + wave.bounding_box()['width'] / 2
    comes_to(page, lambda: abs(playhead.bounding_box()['x'] - middle) < 8, True)
    scrubber.press('i')
    page.locator('.stage > vernier-waveform[stops]').wait_for()
    scrubber.press('7')
    scrubber.press('o')
    scrubber.press('n')
    page.locator('.stage > vernier-waveform[segments]').wait_for()
    path = page.locator('.stage > vernier-waveform .segments').get_attribute('d')
    first, last = (float(path.split(letter)[1].split()[0].split('V')[0]) for letter in 'MH')
    assert (first, last) == pytest.approx((0.5, 0.7), abs=0.005)


def test_the_pointer_drags_on_the_large_waveform_as_on_the_bar(waves, open_page):
    scrubber = open_page(waves)
    page = scrubber.page
    page.goto(f'{waves.url}/#media={waves.media("alone.wav")}')
    page.locator('.stage > vernier-waveform').wait_for()
    box = page.locator('.stage > vernier-waveform').bounding_box()
    y = box['y'] + box['height'] / 2
    page.mouse.move(box['x'] + 0.2 * box['width'], y)
    page.mouse.down()
    page.mouse.move(box['x'] + 0.6 * box['width'], y, steps=8)
    page.mouse.up()
    assert scrubber.answered()['position'] == pytest.approx(0.4, abs=0.01)
    page.keyboard.down('Control')
    page.mouse.wheel(0, -300)
    page.keyboard.up('Control')
    page.wait_for_selector('vernier-bar[range]')
    comes_to(page, lambda: page.locator('.stage > vernier-waveform').get_attribute('range'),
             scrubber.bar.get_attribute('range'))


def test_decibels_show_what_is_quiet_and_off_shows_nothing(waves, open_page, samples):
    scrubber = open_page(waves, 'film.mp4', frame=100)
    page = scrubber.page
    page.evaluate(COLUMNS, 10 ** 6)
    scrubber.press('v')
    page.wait_for_function(f"() => {IN_BAR}.getAttribute('scale') === 'decibels'")
    found = numpy.array(page.evaluate(COLUMNS, 10 ** 6))
    linear = numpy.array(list(drawn(samples, 0, 1, len(found))))
    wanted = numpy.maximum(1 + 20 * numpy.log10(numpy.maximum(linear, 1e-9)) / 60, 0)
    close(found, wanted, 24)
    scrubber.press('v')
    page.wait_for_function(f'() => !{IN_BAR}')


def test_a_screen_reader_is_told_how_loud_it_is_at_the_playhead(waves, open_page, samples, folder):
    scrubber = open_page(waves, 'film.mp4', frame=40)
    shown = Shown(folder / 'film.mp4')
    for frame, key in [(40, None), (41, '.'), (62, '6')]:
        if key:
            scrubber.press(key)
        frame = scrubber.settle()['target']['frame']
        first, last = (shown.sample(one, RATE) for one in (frame, frame + 1))
        # Points of 256 samples, that of the frame's last one included.
        part = samples[first // 256 * 256:-(-last // 256) * 256]
        loudest = 20 * numpy.log10(numpy.abs(part).max())
        table = scrubber.page.get_by_role('table', name=f'Waveform, frame {frame}')
        said = table.get_by_role('cell').inner_text()
        assert float(said.replace('−', '-').removesuffix(' dB')) == pytest.approx(loudest, abs=0.15)


def test_silence_is_found_and_listed_as_stops_to_snap_to(waves, open_page):
    scrubber = open_page(waves, 'film.mp4', frame=10)
    page = scrubber.page
    scrubber.press('e')
    page.get_by_role('combobox', name='Snap', exact=True).last.select_option('stops')
    page.get_by_role('button', name='List where silence begins and ends').click()
    field = page.get_by_role('textbox', name='Listed stops')
    comes_to(page, lambda: field.input_value() != '', True)
    found = [float(one) for one in field.input_value().split(', ')]
    assert found == pytest.approx([2, 3, 5, 6, 8, 9, 11], abs=0.03)
    page.keyboard.press('Escape')
    page.wait_for_function("() => wire.configuration.snap.to === 'stops'")
    scrubber.grab(0.1)
    scrubber.pull(0.27)
    scrubber.answered()
    scrubber.release()
    assert scrubber.settle()['target']['frame'] / 25 == pytest.approx(2, abs=0.05)


def test_colours_follow_the_theme_and_forced_colours(waves, open_page):
    scrubber = open_page(waves, 'film.mp4', frame=100, color_scheme='light')
    page = scrubber.page
    colour = f"""() => {{
      const canvas = {IN_BAR}.shadowRoot.querySelector('canvas');
      const {{ data }} = canvas.getContext('2d').getImageData(100, canvas.height / 2, 1, 1);
      return [...data].slice(0, 3).reduce((sum, one) => sum + one) / 3;
    }}"""
    page.evaluate(COLUMNS, 10 ** 6)
    assert page.evaluate(colour) < 60
    page.emulate_media(color_scheme='dark')
    comes_to(page, lambda: page.evaluate(colour) > 200, True)
    page.emulate_media(color_scheme='light', forced_colors='active')
    comes_to(page, lambda: page.evaluate(colour) < 60, True)


@pytest.mark.undisturbed
def test_zooming_draws_with_the_display(waves, open_page):
    scrubber = open_page(waves, 'film.mp4', frame=100)
    page = scrubber.page
    page.evaluate(COLUMNS, 10 ** 6)
    took = page.evaluate(f"""async () => {{
      const wave = {IN_BAR};
      const took = [];
      for (let i = 1; i <= 60; i += 1) {{
        const begin = performance.now();
        wave.setAttribute('range', `${{0.5 - 0.5 / i}} ${{0.5 + 0.5 / i}}`);
        await new Promise(requestAnimationFrame);
        await new Promise((done) => requestAnimationFrame(done));
        took.push(performance.now() - begin);
      }}
      return took.toSorted((one, other) => one - other);
    }}""")
    print(f'two animation frames with a waveform drawn anew: median {took[30]:.1f} ms, most {took[-1]:.1f}')
    assert took[30] < 40
