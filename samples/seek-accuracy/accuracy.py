#!/usr/bin/env python3
"""Prints how many frames players show right, of those they are asked for at random."""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import sys

import vernier
from vernier import exact, players


def main():
    options = arguments()
    results = []
    with chromium(options.no_browser) as page:
        for path in options.files:
            results += measured(path, page, options)
    if options.json:
        print(json.dumps([document(result) for result in results], indent=1))
    else:
        print(table(results))
    return int(any(result.wrong for result in results if result.player == 'Vernier'))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('files', nargs='+', type=pathlib.Path)
    parser.add_argument('--frames', type=int, default=20, help='frames of each file, at random')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--sheets', type=pathlib.Path, help='where pictures of the differences go')
    parser.add_argument('--json', action='store_true', help='every wrong frame, for programs')
    parser.add_argument('--no-browser', action='store_true')
    return parser.parse_args()


@contextlib.contextmanager
def chromium(without):
    """A page of Chromium, or none where there is no Playwright."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        without = True
    if without:
        yield None
        return
    found = os.environ.get('VERNIER_CHROMIUM') or shutil.which('chromium-headless-shell')
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=['--no-sandbox'])
        yield browser.new_page()
        browser.close()


def measured(path, page, options):
    """The results of every player for a file."""
    with vernier.serve(path) as server:
        clip = server.open()
        there = list(players.each(path, clip))
        if page:
            name = 'Chromium <video>'
            there.append((name, players.made(name, lambda: players.Video(page, clip))))
        for name, player in there:
            result = exact.measure(
                player, clip, frames=options.frames, seed=options.seed, name=name)
            keep(result, options.sheets)
            yield result


def keep(result, folder):
    if folder and result.sheet:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f'{result.player.split()[0]}-{result.clip}.png').write_bytes(result.sheet)


def document(result):
    return {'player': result.player, 'clip': result.clip, 'seed': result.seed,
            'frames': len(result.verdicts), 'right': result.share,
            'wrong': [{'frame': one.frame, 'shown': one.shown, 'problem': one.problem}
                      for one in result.wrong]}


def table(results):
    """A row for each file, a column for each player, and all of it in the last row."""
    names = list(dict.fromkeys(result.player for result in results))
    clips = list(dict.fromkeys(result.clip for result in results))
    rows = [['', *names]]
    for clip in clips:
        rows.append([clip, *(told([one for one in results if (one.clip, one.player) == (clip, name)])
                             for name in names)])
    rows.append(['all', *(told([one for one in results if one.player == name]) for name in names)])
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = ['  '.join([row[0].ljust(widths[0]), *(
        cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]) for row in rows]
    return '\n'.join(line.rstrip() for line in lines)


def told(results):
    """How many frames are right; a dash where a player showed nothing at all."""
    asked = [verdict for result in results for verdict in result.verdicts]
    if all(verdict.shown is None for verdict in asked):
        return '–'
    right = sum(verdict.off == 0 for verdict in asked)
    return f'{100 * right / len(asked):.0f} %'


if __name__ == '__main__':
    sys.exit(main())
