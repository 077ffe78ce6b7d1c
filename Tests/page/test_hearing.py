"""What is heard under the pointer: the very samples of the film, one after the other, and in time."""
import base64
import pathlib
import sys

import numpy
import pytest

from .page_support import comes_to

sys.path.append(str(pathlib.Path(__file__).parents[1] / 'live'))

from soundfiles import AAC, H264, SECONDS, Linear, Shown, make  # noqa: E402
from test_waveform import asked  # noqa: E402

RATE = 48000
FADE = RATE // 200
LEAST = RATE // 20
# The first sample of each frame, at 25 frames a second.
STARTS = [frame * RATE // 25 for frame in range(25 * SECONDS)]

# Notes what the page has played, when its pictures come, and all that could not be heard by right.
HEARD = """() => {
  window.heard = { voices: [], painted: [], contexts: 0, unasked: 0, recorded: [] };
  const base64 = (buffer) => btoa(Array.from(new Uint8Array(buffer), (one) => String.fromCharCode(one)).join(''));
  window.AudioContext = class extends AudioContext {
    constructor(...given) {
      super(...given);
      heard.contexts += 1;
      heard.unasked += !navigator.userActivation.hasBeenActive;
      heard.context = this;
    }
  };
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (when) {
    const { context, buffer } = this;
    const at = performance.now() + (when - context.currentTime) * 1000;
    const channels = Array.from({ length: buffer.numberOfChannels }, (_, i) => buffer.getChannelData(i).slice());
    const voice = { when, at, from: when, until: when + buffer.duration, channels: channels.map(({ buffer }) => base64(buffer)) };
    heard.voices.push(voice);
    this.voice = voice;
    return start.call(this, when);
  };
  const stop = AudioScheduledSourceNode.prototype.stop;
  AudioScheduledSourceNode.prototype.stop = function (when = 0) {
    this.voice.until = Math.min(this.voice.until, when);
    return stop.call(this, when);
  };
  navigator.mediaDevices && (navigator.mediaDevices.getUserMedia = () => { heard.microphone = true; });
  new MutationObserver(() => {
    const canvas = document.querySelector('vernier-view')?.shadowRoot?.querySelector('canvas');
    if (!canvas || canvas.observed) return;
    canvas.observed = true;
    new MutationObserver(() => {
      const { frame, exact } = canvas.dataset;
      if (exact === 'true') heard.painted.push([Number(frame), performance.now()]);
    }).observe(canvas, { attributeFilter: ['data-frame', 'data-exact', 'data-seq'] });
  }).observe(document, { childList: true, subtree: true });
}"""


@pytest.fixture(scope='module')
def film(tmp_path_factory):
    return make(tmp_path_factory.mktemp('heard') / 'film.mp4', RATE, 2, H264, AAC)


@pytest.fixture(scope='module')
def listening(serve_once, film):
    server = serve_once(film)
    assert asked(server, film.name).status == 200
    return server


@pytest.fixture(scope='module')
def linear(film):
    return Linear(film, zero=Shown(film).zero)


@pytest.fixture
def visit_film(listening, film, open_page):
    """Opens the film on a page of its own, which keeps what an earlier one has chosen."""

    def visit_film():
        scrubber = open_page(listening)
        scrubber.page.add_init_script(f'({HEARD})()')
        scrubber.logged = []
        scrubber.page.on('console', lambda message: scrubber.logged.append(message.text))
        scrubber.page.goto('about:blank')
        scrubber.open(film.name, frame=10)
        return scrubber

    return visit_film


@pytest.fixture
def scrubber(visit_film):
    return visit_film()


def switch_on(scrubber, times=1):
    for _ in range(times):
        scrubber.press('h')
    scrubber.page.wait_for_function("() => window.heard.context?.state === 'running' && wire.configuration?.sound")
    wanted = ['off', 'frame', 'grain'][times]
    scrubber.page.wait_for_function('scrub => wire.configuration.sound.scrub === scrub', arg=wanted)


class Voice:
    """One of the page's sounds: when it was heard, and its samples in both channels."""

    def __init__(self, told):
        self.start, self.end, self.at = told['when'], told['until'], told['at']
        self.samples = numpy.stack([numpy.frombuffer(base64.b64decode(one), '<f4')
                                    for one in told['channels']], axis=1)


def voices(scrubber):
    """Those that were heard: one that is replaced before its time never is."""
    every = [Voice(told) for told in scrubber.page.evaluate('heard.voices')]
    return [voice for voice in every if voice.end > voice.start]


def of_frame(linear, frame, count=LEAST):
    start = STARTS[frame]
    return linear.between(start, start + count) / 32768


def frame_of(voice, linear):
    """The frame whose samples a sound has, beyond its fades."""
    middle = voice.samples[FADE:LEAST - FADE]
    for frame, start in enumerate(STARTS):
        wanted = linear.between(start + FADE, start + LEAST - FADE) / 32768
        if numpy.abs(middle - wanted).max() <= 1.01 / 32768:
            return frame
    raise AssertionError('samples that are of no frame')


def test_sound_is_off_until_it_is_switched_on_and_then_remembered(visit_film):
    scrubber = visit_film()
    page = scrubber.page
    scrubber.press('.')
    scrubber.settle()
    assert page.evaluate('heard.contexts') == 0 and 'sound' not in page.evaluate('wire.configuration')
    scrubber.press('t')
    button = page.get_by_role('button', name='Sound while scrubbing')
    assert button.get_attribute('aria-pressed') == 'false'
    button.click()
    page.get_by_text('Sound while scrubbing: Frame by frame').wait_for()
    page.wait_for_function("() => wire.configuration?.sound?.scrub === 'frame'")
    assert button.get_attribute('aria-pressed') == 'true'
    # Another visit, in which nothing has been pressed yet: browsers let no page be heard before. What
    # the tests ask of a page counts as pressed.
    scrubber = visit_film()
    page = scrubber.page
    page.wait_for_function("() => wire.configuration?.sound?.scrub === 'frame'")
    assert page.evaluate('heard.unasked') == 0
    scrubber.press('.')
    page.wait_for_function('() => heard.voices.length > 0')
    assert not [text for text in scrubber.logged if 'AudioContext' in text or 'autoplay' in text]
    assert not page.evaluate('heard.microphone')


def test_steps_with_keys_are_heard_with_their_own_samples(scrubber, film, linear):
    switch_on(scrubber)
    for number, (key, frame) in enumerate([('.', 11), ('.', 12), (',', 11), ('5', None)]):
        scrubber.press(key)
        state = scrubber.settle()
        scrubber.page.wait_for_function('number => heard.voices.length > number', arg=number)
        found = voices(scrubber)[number].samples
        frame = frame or state['target']['frame']
        wanted = of_frame(linear, frame, len(found))
        assert len(found) == LEAST
        assert numpy.abs(found - wanted)[FADE:-FADE].max() <= 1.01 / 32768
        # It fades in and out over 5 ms.
        ramp = (numpy.arange(FADE) + 0.5)[:, None] / FADE
        assert numpy.abs(found[:FADE] - wanted[:FADE] * ramp).max() <= 1.01 / 32768
        assert numpy.abs(found[-FADE:] - wanted[-FADE:] * ramp[::-1]).max() <= 1.01 / 32768


@pytest.mark.undisturbed
def test_a_drag_is_heard_one_sound_at_a_time_and_in_time_with_its_pictures(scrubber, film, linear):
    switch_on(scrubber)
    scrubber.page.evaluate('() => { heard.painted = []; }')
    scrubber.grab(0.1)
    for step in range(60):
        scrubber.pull(0.1 + step * 0.01, steps=1)
        scrubber.page.wait_for_timeout(16)
    scrubber.answered()
    heard = voices(scrubber)
    painted = scrubber.page.evaluate('heard.painted')
    scrubber.release()
    assert len(heard) >= 5
    for before, after in zip(heard, heard[1:]):
        assert before.end <= after.start + 1e-6
        assert before.end - before.start >= LEAST / RATE - 1e-6
    late = []
    for voice in heard:
        frame = frame_of(voice, linear)
        own = [at for shown, at in painted if shown == frame]
        if own:
            late.append(voice.at - own[0])
    print(f'{len(heard)} sounds; after their pictures, in ms: {[round(one) for one in late]}')
    assert late and max(late) <= 60


def test_it_is_silent_at_once_when_the_pointer_lifts_unless_the_rest_is_wanted(scrubber, film, linear):
    page = scrubber.page
    switch_on(scrubber)

    def lift(along):
        scrubber.grab(0.2)
        scrubber.pull(along, steps=3)
        scrubber.answered()
        page.wait_for_function('() => heard.voices.length > 0')
        page.evaluate("""() => {
          addEventListener('scrubend', () => setTimeout(() => {
            const [last] = heard.voices.slice(-1);
            window.lifted = {
              count: heard.voices.length, end: last.at + (last.until - last.when) * 1000, now: performance.now(),
            };
          }), { once: true, capture: true });
        }""")
        scrubber.release()
        scrubber.settle()
        page.wait_for_function('() => window.lifted')
        return page.evaluate('lifted')

    lifted = lift(0.6)
    # A fade, and what the audio device has taken before.
    assert lifted['end'] <= lifted['now'] + 30
    page.wait_for_timeout(200)
    assert page.evaluate('heard.voices.length') == lifted['count']
    scrubber.press('e')
    page.get_by_role('combobox', name='Sound after a drag').select_option('on')
    scrubber.press('Escape')
    page.evaluate('() => { heard.voices = []; delete window.lifted; }')
    lift(0.75)
    page.wait_for_function('() => heard.voices.length > lifted.count')
    frame = scrubber.settle()['target']['frame']
    assert frame_of(voices(scrubber)[-1], linear) == frame


def test_grains_overlap_by_half_and_are_windows_of_100_ms(scrubber, film, linear):
    switch_on(scrubber, times=2)
    scrubber.press('.')
    scrubber.settle()
    scrubber.page.wait_for_function('() => heard.voices.length > 0')
    [voice] = voices(scrubber)[:1]
    frame = scrubber.state['target']['frame']
    middle = (STARTS[frame] + LEAST // 2) // LEAST * LEAST
    window = numpy.sin(numpy.pi * (numpy.arange(2 * LEAST) + 0.5) / (2 * LEAST))[:, None] ** 2
    wanted = linear.between(middle - LEAST, middle + LEAST) / 32768 * window
    assert numpy.abs(voice.samples - wanted).max() <= 1.01 / 32768
