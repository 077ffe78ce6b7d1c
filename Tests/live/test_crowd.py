"""Several clients at once, each with a film of its own."""
import shutil
import threading

from client import PREVIEW, Client
from kit import LONG_PATIENCE, SAMPLES
from oracle import barcode

CLIENTS = 8
MEGABYTE = 1 << 20
MEMORY = 32  # MiB of pictures
# A decoder holds some twenty pictures of this size; a worker keeps four; there are two.
DECODERS = 8 * 20 * 1920 * 1080 * 3 // 2


def scrub(server, media, number, ends):
    """A drag that goes to and fro, and rests somewhere."""
    with Client(server, media, preview=PREVIEW) as client:
        client.begin(0, 0, 600)
        for step in range(60):
            client.move((300 + (number + step) * 37 % 300, 0))
            client.during(0.02)
        frame = client.end()['target']['frame']
        shown = client.exact_picture(frame, LONG_PATIENCE)
        ends[number] = (frame, shown.frame, barcode(shown.picture))


def test_every_one_of_eight_gets_its_exact_picture_within_the_bounds(serve, tmp_path):
    for number in range(CLIENTS):
        shutil.copy2(SAMPLES / 'long-gop.mp4', tmp_path / f'{number}.mp4')
    server = serve(tmp_path, extra=['--preview-memory', str(MEMORY)])
    media = [server.media(f'{number}.mp4') for number in range(CLIENTS)]
    for one in media:
        server.get(f'/api/v1/media/{one}/target?frame=0')
    before, ends = server.rss(), {}
    crowd = [threading.Thread(target=scrub, args=(server, one, number, ends))
             for number, one in enumerate(media)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    assert set(ends) == set(range(CLIENTS))
    assert all(frame == shown == number for frame, shown, number in ends.values())
    assert server.rss() - before < MEMORY * MEGABYTE + DECODERS + 64 * MEGABYTE
