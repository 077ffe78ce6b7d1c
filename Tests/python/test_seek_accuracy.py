"""The sample that compares players: its table, and each player held against its own pictures."""
import json
import os
import subprocess
import sys

import pytest

from conftest import SOURCES
from kit import MATRIX, ROOT, SAMPLES, VERNIER

SCRIPT = ROOT / 'samples/seek-accuracy/accuracy.py'
# The last one makes OpenCV and <video> show other frames.
FILES = [SAMPLES / 'edit-list.mp4', MATRIX / 'vfr.mp4', MATRIX / 'h264-open.mp4']


@pytest.fixture(scope='module')
def measured(tmp_path_factory):
    """What the script says of each file and player, and where its pictures are."""
    folder = tmp_path_factory.mktemp('accuracy')
    answer = accuracy(*FILES, '--frames', 5, '--json', '--sheets', folder)
    return {(one['player'], one['clip']): one for one in json.loads(answer)}, folder


def accuracy(*words):
    environment = {**os.environ, 'PYTHONPATH': str(SOURCES), 'VERNIER': VERNIER}
    return subprocess.run([sys.executable, SCRIPT, *map(str, words)], env=environment, check=True,
                          capture_output=True, text=True).stdout


def test_vernier_is_right_everywhere(measured):
    results, _ = measured
    assert [results['Vernier', file.name]['right'] for file in FILES] == [1, 1, 1]


def test_chromium_and_opencv_are_measured_and_shown_where_they_differ(measured):
    results, folder = measured
    for player in ('Chromium <video>', 'OpenCV'):
        for file in FILES:
            result = results[player, file.name]
            assert result['frames'] == 5 and len(result['wrong']) == round(5 - 5 * result['right'])
            shown = [one for one in result['wrong'] if one['shown'] is not None]
            sheet = folder / f'{player.split()[0]}-{file.name}.png'
            assert sheet.exists() or not shown


def test_table_has_a_row_for_each_file_and_a_column_for_each_player():
    lines = accuracy(FILES[0], '--frames', 3, '--no-browser').splitlines()
    assert lines[0].split()[:2] == ['Vernier', 'OpenCV']
    assert [line.split()[0] for line in lines[1:]] == ['edit-list.mp4', 'all']
    assert lines[1].split()[1:3] == ['100', '%']
