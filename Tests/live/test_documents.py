"""What the documents say is so: their commands run, their snippets are those that other tests run."""
import json
import os
import re
import shutil
import signal
import subprocess

import pytest

from client import Client, Preview
from kit import LONG_PATIENCE, ROOT, SAMPLES, VERNIER

PAGES = sorted((ROOT / 'docs').glob('*.md'))
BY_HAND = [page for page in PAGES if not page.name.startswith('protocol-')]
DOCUMENTS = [*BY_HAND, *(ROOT / name for name in ('README.md', 'CONTRIBUTING.md'))]
ADDRESS = 'http://127.0.0.1:8080'
FENCE = re.compile(r'^```(\w+)\n(.*?)^```$', re.M | re.S)
# What a document may have at hand: a film, a folder of media, a trace, and marks.
MARKS = '0.2,0.4,first\n1,2,second\n'


def named(pages):
    return pytest.mark.parametrize('page', pages, ids=lambda page: page.name)


def blocks(page, kind):
    return [text for language, text in FENCE.findall(page.read_text()) if language == kind]


@pytest.fixture
def place(tmp_path):
    """A folder with what the documents' commands are about."""
    (tmp_path / 'media').mkdir()
    shutil.copy(SAMPLES / 'vfr.mkv', tmp_path / 'media')
    shutil.copy(SAMPLES / 'edit-list.mp4', tmp_path / 'film.mp4')
    shutil.copy(SAMPLES / 'audio.m4a', tmp_path / 'song.m4a')
    shutil.copy(ROOT / 'samples/traces/drag.jsonl', tmp_path)
    (tmp_path / 'marks.csv').write_text(MARKS)
    (tmp_path / 'cuts').mkdir()
    return tmp_path


def serves_and_ends(line, place):
    """Starts a server as a document does, but on any port, and ends it once it serves."""
    words = line.removeprefix('vernier ').split()
    log = place / 'served'
    with log.open('w') as output:
        server = subprocess.Popen([VERNIER, *words, '--port', '0'], cwd=place, stdout=subprocess.PIPE,
                                  stderr=output, text=True)
    told = ''
    while not told.startswith('Open http'):
        told = server.stdout.readline()
        assert told, (line, log.read_text())
    server.send_signal(signal.SIGTERM)
    assert server.wait(LONG_PATIENCE) == 0, line


def runs(commands, place):
    shell = subprocess.run(
        ['bash', '-euo', 'pipefail', '-c', commands], cwd=place, capture_output=True, text=True,
        timeout=LONG_PATIENCE, env={**os.environ, 'PATH': f'{place / "bin"}:{os.environ["PATH"]}'})
    assert shell.returncode == 0, (commands, shell.stdout[-2000:], shell.stderr[-2000:])


@named([page for page in DOCUMENTS if blocks(page, 'sh')])
def test_every_command_runs(page, place, serve):
    (place / 'bin').mkdir()
    (place / 'bin/vernier').symlink_to(VERNIER)
    url = ADDRESS
    if any(ADDRESS in block for block in blocks(page, 'sh')):
        url = serve(place / 'film.mp4').url.rstrip('/')
    for block in blocks(page, 'sh'):
        for line in block.splitlines():
            if line.startswith('vernier serve'):
                serves_and_ends(line, place)
            else:
                runs(line.replace(ADDRESS, url), place)


@named(DOCUMENTS)
def test_every_link_leads_somewhere(page):
    text = page.read_text()
    links = re.findall(r'\]\(([^)#]+)(?:#[^)]*)?\)|src="([^"]+)"', text)
    for link in filter(None, (link or source for link, source in links)):
        assert '://' in link or (page.parent / link).exists(), link


@named(DOCUMENTS)
def test_every_file_target_and_option_that_is_named_is_there(page):
    text = page.read_text()
    for path in re.findall(r'`((?:samples|web|Sources|Tests|\.ci)/[\w./-]*\w)`', text):
        assert (ROOT / path).exists(), path
    targets = re.findall(r'^([a-z-]+):', (ROOT / 'Makefile').read_text(), re.M)
    for target in re.findall(r'(?:`|^ {4})make ([a-z-]+)', text, re.M):
        assert target in targets, target
    manual = subprocess.run([VERNIER, 'help', 'roff'], capture_output=True, text=True,
                            check=True).stdout.replace('\\-', '-')
    for option in set(re.findall(r'`(--[a-z0-9-]+)', text)) - {'--help'}:
        assert option in manual, option


def test_the_pages_of_the_protocol_are_those_of_its_descriptions():
    made = subprocess.run([ROOT / '.ci/protocol-page', '--check'], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr


@named([page for page in DOCUMENTS if blocks(page, 'js')])
def test_the_page_to_embed_is_the_one_that_is_tested_in_a_browser(page):
    shown, = blocks(page, 'js')
    assert shown in (ROOT / 'samples/embed/embed.js').read_text()


def test_the_conversation_is_answered_by_the_exact_picture(server):
    block, = blocks(ROOT / 'docs/embedding.md', 'json')
    with Client(server) as client:
        for line in block.splitlines():
            message = json.loads(line)
            if message['type'] == 'open':
                message['media'] = server.media('long-gop.mp4')
            client.send(**message)
            if message['type'] == 'open':
                client.expect('opened')
        last = message['seq']
        target = client.expect('state', seq=last, phase='idle')['target']
        shown = client.until(
            lambda one: isinstance(one, Preview) and one.is_exact and one.frame == target['frame'])
        assert target['frame'] > 0 and shown.width == 640
