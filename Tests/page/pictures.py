"""Pictures of the page in files, for people to look at, where `VERNIER_SCREENSHOTS` wants them."""
import os
import pathlib

FOLDER = os.environ.get('VERNIER_SCREENSHOTS')
SIZES = {'small': (320, 568), 'phone': (390, 844), 'desktop': (1280, 800)}
SCHEMES = ['dark', 'light']


def shoot(page, name):
    """Takes the page as it is, dark and light."""
    folder = pathlib.Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=folder / f'{name}-{scheme}.png')


def look(page, name):
    """Takes the page as it is in every size, if anyone wants to see it."""
    if not FOLDER:
        return
    # What fades in is there by then.
    page.wait_for_timeout(600)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({'width': width, 'height': height})
        # Bars and pictures take their new sizes.
        page.wait_for_timeout(300)
        shoot(page, f'state-{name}-{size}')
