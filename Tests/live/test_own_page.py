"""The page is part of the program: a copy of that alone, in any folder, serves it."""
import shutil

import pytest

from kit import ROOT, SAMPLES, VERNIER, Server

WEB = ROOT / 'web'
PAGE = {str(path.relative_to(WEB)): path for path in WEB.rglob('*') if path.is_file()}


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """Serves by a copy of the program in a folder with nothing but a film: `alone(**options)`."""
    folder = tmp_path / 'somewhere'
    folder.mkdir()
    shutil.copy(VERNIER, folder / 'vernier')
    shutil.copy(SAMPLES / 'start.ts', folder / 'film.ts')
    monkeypatch.chdir(folder)
    servers = []

    def start(**options):
        server = Server(['film.ts'], log=tmp_path / 'log', program=folder / 'vernier', **options)
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        assert server.stop() == 0 and server.complaints == ''


def test_the_program_alone_serves_every_file_of_its_page(alone):
    server = alone(web=None)
    assert server.get('/').body == PAGE['index.html'].read_bytes()
    for name, path in PAGE.items():
        assert server.get(f'/{name}').body == path.read_bytes(), name
    assert server.get('/main.js').headers['content-type'] == 'text/javascript; charset=utf-8'
    assert [one['name'] for one in server.get('/api/v1/media').json()['media']] == ['film.ts']


def test_another_page_takes_its_place(alone, tmp_path):
    (tmp_path / 'page').mkdir()
    (tmp_path / 'page/index.html').write_text('<p>mine')
    server = alone(web=tmp_path / 'page')
    assert server.get('/').body == b'<p>mine'
    assert server.get('/main.js').status == 404


def test_none_is_no_page(alone):
    server = alone(web='none')
    assert server.get('/').status == 404
    assert server.get('/api/v1/media').status == 200
