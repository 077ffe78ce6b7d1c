"""A browser's own player shows the very frames of a cut, from the first to the last."""
import pathlib
import sys

import pytest

from kit import MATRIX

sys.path.append(str(pathlib.Path(__file__).parents[1] / 'live'))
from cutting import cut  # noqa: E402

# Plays a film and reads the number in the top tenth of each frame, and says whether it missed one:
# a busy machine drops some, and shows some while nobody looks. The first stays until it was read,
# and the last is there to be read in the end.
PLAYED = """async ([url, playbackRate]) => {
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
  let presented = 0;
  let missed = false;
  const look = (_, { presentedFrames }) => {
    read();
    missed ||= presentedFrames > presented + 1;
    presented = presentedFrames;
    video.requestVideoFrameCallback(look);
  };
  const ended = new Promise((done, failed) => {
    video.addEventListener('ended', done);
    video.addEventListener('error', () => failed(new Error(video.error.message)));
  });
  const seen = new Promise((done) => video.requestVideoFrameCallback((...frame) => {
    look(...frame);
    done();
  }));
  Object.assign(video, { preload: 'auto', src: url, playbackRate });
  await Promise.race([seen, ended]);
  await video.play();
  await ended;
  await new Promise((done) => setTimeout(done, 100));
  read();
  return { numbers, missed: missed || video.getVideoPlaybackQuality().droppedVideoFrames > 0 };
}"""

# Closed and open groups, a varying rate, an edit list.
FILMS = ['h264-closed.mp4', 'h264-open.mp4', 'vfr.mp4', 'cut.mp4']
CASES = [(mode, kind) for mode in ('keyframes', 'edit-list', 'smart')
         for kind in ('mp4', 'mov', 'mkv') if (mode, kind) != ('edit-list', 'mkv')]


def played(page, address):
    """The numbers of all frames, played so slowly that none is missed."""
    for rate in (0.5, 0.25, 0.125):
        answer = page.evaluate(PLAYED, [address, rate])
        if not answer['missed']:
            break
    return answer['numbers']


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
        shown = played(page, f'/api/v1/media/{media}/file')
        assert shown == film.promised(MATRIX / name), name
