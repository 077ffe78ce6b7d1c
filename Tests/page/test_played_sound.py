"""What the page plays, rendered: the very samples of the film, faded, and added where they overlap."""
import numpy

from .test_hearing import (  # noqa: F401 (fixtures)
    FADE, LEAST, RATE, STARTS, film, linear, listening, of_frame, scrubber, visit_film)

# Plays three sounds of the server into a context that renders what is heard, at given times.
RENDER = """async ([frames, times, scrub, silence]) => {
  const { decodeSound } = await import('/client/sound-message.js');
  const { SoundPlayer } = await import('/client/sound-player.js');
  const { VernierClient } = await import('/vernier-client.js');
  const client = new VernierClient();
  const next = (type) => new Promise((done) => client.addEventListener(type, done, { once: true }));
  client.configure({ sound: { scrub, rate: 48000, channels: 2 } });
  client.open(decodeURIComponent(new URLSearchParams(location.hash.slice(1)).get('media')));
  await next('configured');
  const sounds = [];
  for (const frame of frames) {
    client.seek({ frame });
    const { detail } = await next('binary');
    sounds.push(decodeSound(detail));
    client.tell('heard', { seq: sounds.at(-1).seq });
  }
  client.close();
  const context = new OfflineAudioContext(2, 48000 / 2, 48000);
  const player = new SoundPlayer(context);
  times.forEach((time, i) => context.suspend(time).then(() => {
    if (i === silence) player.silence();
    else player.play(sounds[i], scrub === 'grain');
    context.resume();
  }));
  const rendered = await context.startRendering();
  return [0, 1].map((i) => Array.from(rendered.getChannelData(i)));
}"""

QUANTUM = 128 / RATE


def rendered(scrubber, frames, times, scrub, silence=-1):
    # A context is suspended at the start of one of its quanta.
    places = [round(time / QUANTUM) * 128 for time in times]
    found = scrubber.page.evaluate(RENDER, [frames, [place / RATE for place in places], scrub, silence])
    return numpy.array(found).T, places


def shaped(samples, up=FADE, down=FADE):
    gain = numpy.ones(len(samples))
    gain[:up] = (numpy.arange(up) + 0.5) / up
    gain[len(gain) - down:] = ((numpy.arange(down) + 0.5) / down)[::-1]
    return samples * gain[:, None]


def test_what_is_played_is_what_the_film_holds_sample_by_sample(scrubber, film, linear):
    # The third comes while the second waits for the first, and takes its place.
    found, places = rendered(scrubber, [20, 40, 60], [0, 0.01, 0.02], 'frame')
    wanted = numpy.zeros_like(found)
    wanted[:LEAST] = shaped(of_frame(linear, 20))
    wanted[LEAST:2 * LEAST] = shaped(of_frame(linear, 60))
    assert numpy.abs(found - wanted).max() <= 1.1 / 32768
    assert numpy.abs(found).max() > 0.05


def test_grains_are_added_where_they_overlap_and_nothing_else(scrubber, film, linear):
    found, _ = rendered(scrubber, [20, 21, 23], [0, 0.02, 0.06], 'grain')
    window = numpy.sin(numpy.pi * (numpy.arange(2 * LEAST) + 0.5) / (2 * LEAST))[:, None] ** 2
    wanted = numpy.zeros_like(found)
    for number, frame in enumerate([20, 21, 23]):
        middle = (STARTS[frame] + LEAST // 2) // LEAST * LEAST
        grain = linear.between(middle - LEAST, middle + LEAST) / 32768 * window
        wanted[number * LEAST:(number + 2) * LEAST] += grain
    assert numpy.abs(found - wanted).max() <= 2.1 / 32768


def test_silence_falls_within_five_milliseconds(scrubber, film, linear):
    found, (_, lift) = rendered(scrubber, [20, 40], [0, 0.02], 'frame', silence=1)
    own = shaped(of_frame(linear, 20))
    assert numpy.abs(found[:lift] - own[:lift]).max() <= 1.1 / 32768
    assert numpy.abs(found[:lift]).max() > 0.05
    assert numpy.abs(found[lift + FADE + 1:]).max() == 0
