"""A browser's own player shows the very frames of a cut, from the first to the last."""
import pathlib
import sys

import pytest

from kit import MATRIX

sys.path.append(str(pathlib.Path(__file__).parents[1] / 'live'))
from cutting import cut  # noqa: E402

# Plays a film and reads the number in the top tenth of each frame that it sees: a busy machine drops
# some, and shows some while nobody looks. The first stays until it was read, and the last is waited
# for in the end, where it is shown late, if it is at all.
SEEN = """async ([url, playbackRate, last]) => {
  const video = Object.assign(document.createElement('video'), { muted: true });
  document.body.replaceChildren(video);
  const canvas = new OffscreenCanvas(320, 16);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const numbers = [];
  const read = () => {
    context.drawImage(video, 0, 0, video.videoWidth, video.videoHeight / 10, 0, 0, 320, 16);
    const row = context.getImageData(0, 8, 320, 1).data;
    const light = (bit) => row[4 * (20 * bit + 10) + 1] > 125;
    const number = [...Array(16).keys()].reduce((sum, bit) => sum + (light(bit) ? 2 ** bit : 0), 0);
    if (number !== numbers.at(-1)) numbers.push(number);
  };
  const look = () => {
    read();
    video.requestVideoFrameCallback(look);
  };
  const ended = new Promise((done, failed) => {
    video.addEventListener('ended', done);
    video.addEventListener('error', () => failed(new Error(video.error.message)));
  });
  const seen = new Promise((done) => video.requestVideoFrameCallback(() => {
    look();
    done();
  }));
  Object.assign(video, { preload: 'auto', src: url, playbackRate });
  await Promise.race([seen, ended]);
  await video.play();
  await ended;
  for (let frame = 0; frame < 300 && numbers.at(-1) !== last; frame += 1) {
    await new Promise(requestAnimationFrame);
    read();
  }
  return numbers;
}"""

# Closed and open groups, a varying rate, an edit list.
FILMS = ['h264-closed.mp4', 'h264-open.mp4', 'vfr.mp4', 'cut.mp4']
CASES = [(mode, kind) for mode in ('keyframes', 'edit-list', 'smart')
         for kind in ('mp4', 'mov', 'mkv') if (mode, kind) != ('edit-list', 'mkv')]


# The slowest that Chromium can.
RATES = [1, 0.5, 0.25, 0.125, *[0.0625] * 8]


def shows(page, address, promised):
    """Plays a film, slower and slower, until each promised frame was seen.

    Each time it shows them in their order, from the first to the last, and nothing else.
    """
    missing = set(promised)
    for rate in RATES:
        numbers = page.evaluate(SEEN, [address, rate, promised[-1]])
        assert numbers == [number for number in promised if number in set(numbers)]
        assert numbers[0] == promised[0]
        missing -= set(numbers)
        if not missing:
            return
    raise AssertionError(f'{missing} are never seen')


@pytest.mark.parametrize('mode, kind', CASES)
def test_chromium_shows_the_promised_frames(serve, visit, tmp_path, mode, kind):
    folder = tmp_path / 'media'
    folder.mkdir()
    # Each kind of file with every film would take minutes; MOV and MP4 are written alike.
    names = FILMS if kind == 'mp4' else FILMS[1:3]
    made = {name: cut(MATRIX / name, 30, 58, folder / f'{name}.{kind}', '--mode', mode)
            for name in names}
    server = serve(folder)
    page = visit()
    page.goto(f'{server.url}/')
    for name, film in made.items():
        media = server.media(f'{name}.{kind}')
        shows(page, f'/api/v1/media/{media}/file', film.promised(MATRIX / name))
