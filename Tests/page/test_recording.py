"""What the page sends is kept as a trace, which plays again to where the page stood."""
import json

from kit import SAMPLES

MEDIA = SAMPLES / 'vfr.mkv'


def test_a_drag_on_the_page_plays_again_to_the_same_place(serve, open_page, vernier, tmp_path):
    server = serve(MEDIA, extra=['--record', tmp_path / 'traces'])
    scrubber = open_page(server, MEDIA.name)
    scrubber.grab(0.2)
    scrubber.pull(0.6)
    scrubber.pull(0.7, away=90)
    scrubber.release()
    frame = scrubber.land()
    shown = scrubber.answered()
    scrubber.page.close()
    assert server.stop() == 0, server.complaints
    (trace,) = (tmp_path / 'traces').iterdir()
    process = vernier('replay', MEDIA, trace, '--json')
    assert process.returncode == 0, process.stderr
    states = [json.loads(line) for line in process.stdout.splitlines()]
    last = [line for line in states if line['type'] == 'state'][-1]
    assert last['target']['frame'] == frame
    assert {name: last[name] for name in ('seq', 'position', 'raw')} == {
        name: shown[name] for name in ('seq', 'position', 'raw')}
