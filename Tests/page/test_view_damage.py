"""A picture whose damage the decoder concealed says that it is not all as it was."""
import json
import os
import random
import subprocess

import pytest
from playwright.sync_api import expect

from kit import SAMPLES

GROUP = 30


@pytest.fixture(scope='module')
def spoiled(serve_once, tmp_path_factory):
    """A server of a film in groups of 30, with one broken packet early in the second group."""
    path = tmp_path_factory.mktemp('spoiled') / 'spoiled.mp4'
    run('ffmpeg', '-v', 'error', '-i', SAMPLES / 'hevc.mp4', '-frames:v', 3 * GROUP,
        '-vf', 'scale=320:180:flags=area', '-c:v', 'libx264', '-bf', '0', '-flags', '+cgop',
        '-g', GROUP, '-keyint_min', GROUP, '-sc_threshold', '0', path)
    packets = json.loads(run('ffprobe', '-v', 'error', '-of', 'json', '-select_streams', 'V:0',
                             '-show_entries', 'packet=pos,size', path))['packets']
    place, size = (int(packets[GROUP + 5][name]) for name in ['pos', 'size'])
    data = bytearray(path.read_bytes())
    data[place + size // 2:place + size] = random.Random(3).randbytes(size - size // 2)
    path.write_bytes(data)
    os.utime(path, (0, 0))
    return serve_once(path)


def run(*command):
    return subprocess.run([*map(str, command)], check=True, capture_output=True).stdout


def test_concealed_damage_is_marked_for_eyes_and_ears_and_nothing_else_is(spoiled, open_page):
    scrubber = open_page(spoiled, 'spoiled.mp4', frame=GROUP - 1)
    badge = scrubber.page.locator('vernier-view').get_by_role('status')
    view = scrubber.page.locator('vernier-view')
    assert badge.count() == 0 and view.get_attribute('damaged') is None
    for frame, marked in [(GROUP + 10, True), (2 * GROUP, False), (GROUP + 20, True), (0, False)]:
        scrubber.page.goto(f'{spoiled.url}/#media={spoiled.media("spoiled.mp4")}&frame={frame}')
        expect(scrubber.page.locator('#frame')).to_have_text(f'Frame {frame} of {3 * GROUP - 1}')
        scrubber.settle()
        expect(badge).to_have_text('Damage concealed' if marked else '')
        assert (view.get_attribute('damaged') is not None) == marked
        assert badge.is_visible() == marked
    assert scrubber.page.locator('#exact[data-damaged]').count() == 0
