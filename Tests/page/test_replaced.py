"""A film that was replaced: nothing that the browser has kept of the old one is shown again."""
import os
import re
import shutil
from urllib.parse import parse_qs, urlsplit

from kit import SAMPLES

from .page_support import Scrubber
from .test_overview import NOTE, SEEN

OF_VERSION = re.compile(r'/api/v1/media/[^/]+/(frames/|filmstrip|index|storyboard|sprites)')


def versions(addresses):
    """The versions that addresses name; for those that name none the browser asks each time."""
    return {version for address in addresses if OF_VERSION.search(address)
            for version in parse_qs(urlsplit(address).query).get('v', [])}


def look(scrubber, asked):
    """Opens the film; gives what its bar shows, and which versions were asked for."""
    asked.clear()
    scrubber.open('film.mp4', frame=30)
    scrubber.page.evaluate(NOTE)
    seen = {cell['number'] for cell in scrubber.page.evaluate(SEEN)}
    return seen, scrubber.barcode, versions(asked)


def test_a_film_that_was_replaced_is_the_new_one_wherever_it_is_seen(serve, tmp_path, visit):
    shutil.copy(SAMPLES / 'long-gop.mp4', tmp_path / 'film.mp4')
    server = serve(tmp_path)
    described = f'/api/v1/media/{server.media("film.mp4")}'
    old = server.get(described).json()['version']
    scrubber, asked = Scrubber(visit(), server), []
    scrubber.page.on('request', lambda request: asked.append(request.url))
    seen, shown, named = look(scrubber, asked)
    assert max(seen) > 400 and shown == 30 and named == {old}
    scrubber.page.goto('about:blank')
    shutil.copy(SAMPLES / 'hevc.mp4', tmp_path / 'new')
    os.replace(tmp_path / 'new', tmp_path / 'film.mp4')
    new = server.get(described).json()['version']
    assert new != old
    seen, shown, named = look(scrubber, asked)
    assert 100 < max(seen) < 150 and shown == 30 and named == {new}
