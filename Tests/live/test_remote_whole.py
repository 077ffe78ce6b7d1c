"""What a server sends no parts of is downloaded into the cache first, where that is asked for."""
import contextlib
import json
import pathlib
import signal
import subprocess
import time

import pytest

from elsewhere import Host, frame
from kit import LONG_PATIENCE, PATIENCE, SAMPLES, VERNIER
from oracle import Frames, barcode
from preloaded import preloaded
from workers import until

FILM = 'long-gop.mp4'
WHOLE = ['--remote-whole']
PIECE = 64 << 10


class WholeHost(Host):
    """Sends all of a film whatever is asked for, at so many bytes a second, and counts them.

    `limit` is how many bytes of it come until the connection breaks, once.
    """

    def __init__(self, film, rate=None, limit=None, **head):
        super().__init__(film, self.send)
        self.rate, self.limit, self.fields = rate, limit, head
        self.sent = 0

    def send(self, request):
        # The whole is of a version that was asked for, or none.
        wanted = request.headers.get('If-Match')
        assert wanted in (None, f'"{self.tag}"')
        fields = {'Content-Range': None, 'Content-Length': len(self.content), **self.fields}
        self.head(request, status=200, **fields)
        limit, self.limit = (self.limit, None) if wanted else (None, self.limit)
        for start in range(0, len(self.content), PIECE):
            piece = self.content[start:start + PIECE]
            if limit is not None and start >= limit:
                break
            request.wfile.write(piece)
            self.sent += len(piece)
            if self.rate:
                time.sleep(len(piece) / self.rate)
        request.close_connection = True
        return True


def command(host, place, number=300, extra=WHOLE):
    """A frame of the film, with a cache of its own."""
    picture = place / 'one.jpg'
    picture.unlink(missing_ok=True)
    told = subprocess.run(
        [VERNIER, 'frame', host.address, str(number), '-o', picture,
         '--index-cache', place / 'cache', *extra],
        capture_output=True, text=True, timeout=LONG_PATIENCE)
    return told, barcode(picture.read_bytes()) if picture.exists() else None


def kept(place):
    return list((place / 'cache/remote').glob('*.vnrw'))


def unfinished(place):
    return list((place / 'cache/remote').glob('*-new'))


def test_frame_is_shown_and_the_file_is_kept_and_taken_again(tmp_path):
    with WholeHost(FILM) as host:
        told, number = command(host, tmp_path)
        assert told.returncode == 0 and number == 300, told.stderr
        [file] = kept(tmp_path)
        assert file.read_bytes() == host.content and not unfinished(tmp_path)
        before = host.sent
        told, number = command(host, tmp_path, 77)
        assert told.returncode == 0 and number == 77
        # A look takes no more than what is on its way when the answer has been understood.
        assert host.sent - before < len(host.content) / 2
        listed = subprocess.run([VERNIER, 'cache', 'list', '--json', '--index-cache',
                                 tmp_path / 'cache'], capture_output=True, timeout=LONG_PATIENCE)
        assert json.loads(listed.stdout)['blocks'] == {'count': 1, 'bytes': len(host.content)}


@pytest.mark.parametrize('name', [FILM, 'start.ts', 'vfr.mkv', 'edit-list.mp4'])
def test_index_is_what_ffprobe_says_of_the_file_here(name, serve):
    with WholeHost(name) as host:
        server = serve(host.address, extra=WHOLE)
        rows = server.get(f'/api/v1/media/{server.media(name)}/index?format=json').json()
        truth = Frames(SAMPLES / name)
        assert [(row['pts'], row['key']) for row in rows] == list(zip(truth.pts, truth.key))


def test_all_read_one_download(serve):
    with WholeHost(FILM) as host:
        server = serve(host.address, extra=[*WHOLE, '--preview-cache', 'none'])
        assert [frame(server, number, FILM) for number in (599, 0, 250)] == [599, 0, 250]
        path = f'/api/v1/media/{server.media(FILM)}/file'
        assert server.get(path, Range='bytes=1000000-').body == host.content[1_000_000:]
        wholes = [wanted for _, wanted in host.asked if wanted is None]
        assert len(wholes) == 1


def test_progress_is_told_while_it_comes(serve):
    with WholeHost('start.ts', rate=200e3) as host:
        server = serve(host.address, extra=WHOLE)
        shares = set()

        def is_complete():
            index = server.get(f'/api/v1/media/{server.media("start.ts")}').json()['index']
            shares.add(index['progress'])
            return index['state'] == 'complete'
        until(is_complete, 'the index')
    between = [share for share in shares if 0 < share < 1]
    assert between, f'of a download that takes four seconds: {shares}'


def test_larger_file_than_the_cache_takes_is_told_of(tmp_path):
    with WholeHost(FILM) as host:
        told, number = command(host, tmp_path, extra=[*WHOLE, '--remote-cache', '16MiB'])
        assert told.returncode == 69 and number is None
        assert '--remote-cache' in told.stderr
        assert not kept(tmp_path) and not unfinished(tmp_path)


def test_cache_stays_within_its_bound(tmp_path):
    # Each fits by itself, and both do not.
    bound = [*WHOLE, '--remote-cache', '22MiB']
    for name in (FILM, 'start.ts'):
        with WholeHost(name) as host:
            told, _ = command(host, tmp_path, 10, extra=bound)
            assert told.returncode == 0, told.stderr
            [file] = kept(tmp_path)
            assert file.stat().st_size == len(host.content)


def test_slow_disk_keeps_what_a_command_has_read_to_its_end(tmp_path, monkeypatch):
    with WholeHost(FILM) as host:
        monkeypatch.setenv('LD_PRELOAD', str(preloaded('slow_disk.c', tmp_path)))
        told, number = command(host, tmp_path)
        assert told.returncode == 0 and number == 300, told.stderr
        [file] = kept(tmp_path)
        assert file.read_bytes() == host.content


def test_changed_file_is_downloaded_anew(tmp_path):
    with WholeHost(FILM) as host:
        assert command(host, tmp_path, 599)[1] == 599
        host.content, host.tag = (SAMPLES / 'hevc.mp4').read_bytes(), 'another'
        told, _ = command(host, tmp_path, 599)
        assert told.returncode == 64 and 'no frame 599' in told.stderr
        assert command(host, tmp_path, 50)[1] == 50


def test_killed_download_leaves_no_file_that_is_taken(tmp_path):
    with WholeHost(FILM, rate=2e6) as host:
        process = subprocess.Popen(
            [VERNIER, 'frame', host.address, '300', '-o', tmp_path / 'one.jpg', *WHOLE,
             '--index-cache', tmp_path / 'cache'], stderr=subprocess.DEVNULL)
        with contextlib.ExitStack() as stack:
            stack.callback(process.wait, PATIENCE)
            stack.callback(process.send_signal, signal.SIGKILL)
            until(lambda: unfinished(tmp_path) and unfinished(tmp_path)[0].stat().st_size > 0,
                  'a part of the file')
        assert not kept(tmp_path)
        host.rate = None
        told, number = command(host, tmp_path)
        assert told.returncode == 0 and number == 300
        [file] = kept(tmp_path)
        assert file.read_bytes() == host.content


def test_download_that_breaks_off_begins_anew(tmp_path):
    with WholeHost(FILM, limit=5 << 20) as host:
        told, number = command(host, tmp_path)
        assert told.returncode == 0 and number == 300, told.stderr
        assert len([wanted for _, wanted in host.asked if wanted is None]) == 2
        assert kept(tmp_path)[0].read_bytes() == host.content


@pytest.mark.parametrize('head, reason', [
    ({'Content-Length': None}, 'says how long it is'),
    ({'ETag': None, 'Last-Modified': None}, 'names no version'),
    ({'Content-Encoding': 'gzip'}, 'not what was asked for'),
])
def test_head_that_says_too_little_is_told_of(head, reason, tmp_path):
    with WholeHost(FILM, **head) as host:
        told, number = command(host, tmp_path)
        assert told.returncode == 69 and number is None and reason in told.stderr


def test_without_the_option_it_is_one_error_that_names_it(tmp_path):
    with WholeHost(FILM) as host:
        told, number = command(host, tmp_path, extra=[])
        assert told.returncode == 69 and number is None
        assert 'byte ranges' in told.stderr and '--remote-whole' in told.stderr
        assert len(host.asked) == 1


def test_parts_are_read_where_they_are_sent(tmp_path):
    with Host(FILM) as host:
        told, number = command(host, tmp_path)
        assert told.returncode == 0 and number == 300
        assert all(wanted for _, wanted in host.asked) and not kept(tmp_path)


def test_option_needs_a_folder():
    told = subprocess.run([VERNIER, 'serve', 'http://localhost/x.mp4', *WHOLE, '--index-cache',
                           'none'], capture_output=True, text=True, timeout=PATIENCE)
    assert told.returncode == 64 and '--index-cache' in told.stderr


def test_no_place_to_keep_it_is_told_of(tmp_path):
    (pathlib.Path(tmp_path) / 'cache').write_text('no folder')
    with WholeHost(FILM) as host:
        told, number = command(host, tmp_path)
        assert told.returncode == 69 and number is None and 'cannot be downloaded' in told.stderr
