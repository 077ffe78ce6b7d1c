"""In Japanese, all that a person reads or hears is Japanese."""
import re

# What is the same in every language: names of files, codecs, keys and units.
SAME = (r'Vernier|[\w-]+\.(mp4|mov|mkv|webm|ts|m4a)|h264|fps|ms|px|PTS|English|Alt|Shift|Ctrl|Esc'
        r'|LosslessCut|CMX|OpenTimelineIO|WebVTT|ffmpeg|csv|llc|edl|otio|ffmetadata|vtt|json'
        r'|vernier serve --export-dir DIR'
        r'|Arrow\w+|Page\w*|Home|End|Escape|Backspace|[kMGT]?B|MP4|MOV|MKV|WEBM|TS|M4A|f\d*')

# Every text that is in sight or is read aloud, in shadows too.
WORDS = """() => {
  const found = new Set();
  const names = ['aria-label', 'aria-valuetext', 'title', 'placeholder'];
  (function look(node) {
    if (node.nodeType === Node.TEXT_NODE) found.add(node.data);
    if (['STYLE', 'SCRIPT', 'NOSCRIPT'].includes(node.tagName)) return;
    for (const name of names) found.add(node.getAttribute?.(name) ?? '');
    for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]) look(child);
  })(document.body);
  return [...found].map((one) => one.trim()).filter(Boolean);
}"""


def english(page):
    """The English that is left."""
    words = [re.sub(rf'\b({SAME})\b', '', text) for text in page.evaluate(WORDS)]
    return [text for text in words if re.search('[A-Za-z]{2,}', text)]


def test_a_page_in_japanese_says_nothing_in_english(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=9, locale='ja-JP')
    page = scrubber.page
    for key in ['t', 'f', 'd', 'm', 'i', '.', 'o', 'n', 's', 's', 'w']:
        scrubber.press(key)
    page.locator('.segments li').wait_for()
    page.locator('.panel dd').first.wait_for()
    page.locator('#drawer vernier-dial[gears]').wait_for()
    scrubber.grab(0.2)
    scrubber.pull(0.5)
    scrubber.pull(0.5, away=90)
    scrubber.bar.get_by_text('フレーム').wait_for()
    scrubber.bubble.get_by_text('→').get_by_text('フレーム').wait_for()
    assert english(page) == []
    scrubber.release()
    scrubber.settle()
    for key in ['?', 'e', 'g', 'Shift+m', 'x']:
        scrubber.press(key)
        page.get_by_role('dialog').wait_for()
        assert english(page) == []
        page.keyboard.press('Escape')
        page.get_by_role('dialog').wait_for(state='detached')
    scrubber.press(' ')
    page.locator('#banner').wait_for()
    assert english(page) == []
