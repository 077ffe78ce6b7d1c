"""The system's clock jumps, as when it is set by an operator or by the network: nobody notices."""
import shutil
import struct
import subprocess
import time

import pytest

from canary import prompt
from client import PREVIEW, Client
from kit import SAMPLES
from oracle import barcode
from preloaded import preloaded
from stored import awaited
from test_access import TOKEN, bearer, link

NAME, OTHER = 'long-gop.mp4', 'hevc.mp4'
DAY = 24 * 60 * 60


class Clock:
    """The system's clock, as a server sees it."""

    def __init__(self, path):
        self.path = path
        path.write_bytes(bytes(16))

    def jump(self, seconds):
        """Puts it so many seconds off the right time."""
        with open(self.path, 'r+b') as file:
            file.write(struct.pack('=q', seconds))

    @property
    def looks(self):
        """How often anybody looked at it."""
        return struct.unpack('=qq', self.path.read_bytes())[1]


@pytest.fixture(scope='module')
def shim(tmp_path_factory):
    return preloaded('clock.c', tmp_path_factory.mktemp('clock'))


@pytest.fixture
def clock(shim, tmp_path, monkeypatch):
    """A clock that servers go by which are started from here on."""
    clock = Clock(tmp_path / 'clock')
    monkeypatch.setenv('CLOCK', str(clock.path))
    monkeypatch.setenv('LD_PRELOAD', str(shim))
    return clock


@pytest.fixture
def media(tmp_path):
    folder = tmp_path / 'media'
    folder.mkdir()
    for name in (NAME, OTHER):
        shutil.copy2(SAMPLES / name, folder)
    return folder


def test_clock_is_off_as_it_is_put(clock):
    for jump in (0, DAY, -DAY):
        clock.jump(jump)
        date = int(subprocess.run(['date', '+%s'], capture_output=True, check=True).stdout)
        assert abs(date - time.time() - jump) < 60


@pytest.mark.parametrize('jumps', [(DAY, 0), (-DAY, 0), (DAY, -DAY), (366 * DAY, -366 * DAY)])
def test_pointer_goes_on_where_it_was_when_the_clock_jumps(serve, clock, media, jumps):
    server = serve(media)
    with Client(server, server.media(NAME), preview=PREVIEW) as scrubber, \
            Client(server, server.media(NAME)) as canary:
        scrubber.begin(0, 0, 800)
        scrubber.moved((200, 0))
        for number, jump in enumerate(jumps):
            clock.jump(jump)
            before = scrubber.moved((300 + number, 0))
            assert canary.seek(frame=33 + number)['target']['frame'] == 33 + number
            assert scrubber.moved((300 + number, 50))['position'] == before['position']
        looks = clock.looks
        scrubber.during(1.5)  # long enough for all that happens every second
        frame = scrubber.end()['target']['frame']
        assert barcode(scrubber.exact_picture(frame).picture) == frame
        assert not [message for message in scrubber.seen + canary.seen
                    if isinstance(message, dict) and message['type'] == 'error']
    with Client(server, server.media(OTHER), preview=PREVIEW) as late:
        late.seek(frame=77)
        assert barcode(late.exact_picture(77).picture) == 77
    assert clock.looks > looks, 'nobody looked at it'
    prompt(server, OTHER)
    assert server.stop() == 0 and server.complaints == ''


@pytest.mark.parametrize('jump', [DAY, -DAY])
def test_what_expires_does_so_by_its_own_time(serve, clock, media, tmp_path, jump):
    tokens = tmp_path / 'tokens'
    tokens.write_text(TOKEN + '\n')
    tokens.chmod(0o600)
    server = serve(media, extra=['--token-file', tokens])
    listed = server.get('/api/v1/media', **bearer(TOKEN)).json()['media']
    medium = next(one['id'] for one in listed if one['name'] == NAME)
    with Client(server, medium, headers=bearer(TOKEN)) as lost:
        lost.seek(frame=301)
        session = lost.opened['session']
    clock.jump(jump)
    assert server.get(link(server.output)).status == 303, 'the link is still young'
    with Client(server, medium, headers=bearer(TOKEN), resume=session) as client:
        assert client.opened['state']['target']['frame'] == 301
    assert awaited(lambda: server.get('/readyz').status == 200)
