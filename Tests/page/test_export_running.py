"""An export on its way: how far it is, that it can be given up, and what it says when it fails."""
import functools
import json
import shutil

from playwright.sync_api import expect

from kit import LONG_PATIENCE

from .marking import MEDIA, Marker, between
from .page_support import comes_to
from .pictures import look
from .test_export_page import Sheet


def long_export(own_server, open_page):
    """One that has most of a film to encode."""
    marker = Marker(open_page(own_server, MEDIA, frame=30))
    marker.mark(1, 249)
    sheet = Sheet(marker)
    sheet.says('Encoded anew: 249')
    sheet.start.click()
    return marker, sheet


def test_every_page_sees_how_far_it_is_and_may_give_it_up(own_server, out, open_page):
    marker, sheet = long_export(own_server, open_page)
    progress = sheet.dialog.get_by_role('progressbar', name=sheet.name.input_value())
    progress.wait_for()
    other = Marker(open_page(own_server, MEDIA, frame=30))
    other.marks.wait_for()
    there = Sheet(other).dialog
    there.get_by_role('progressbar').wait_for()
    marker.page.wait_for_function(
        "() => document.querySelector('.exports vernier-dial')?.getAttribute('position') > 0",
        timeout=1000 * LONG_PATIENCE)
    assert progress.get_attribute('aria-valuemax') == '100'
    look(marker.page, 'export-running')
    there.get_by_role('button', name='Cancel', exact=True).click()
    sheet.says('It was cancelled')
    expect(there.get_by_role('progressbar')).to_have_count(0)
    assert list(out.iterdir()) == []


def test_it_goes_on_while_nobody_looks_and_says_when_it_is_done(own_server, out, open_page):
    marker = Marker(open_page(own_server, MEDIA, frame=30))
    marker.mark(100, 110)
    sheet = Sheet(marker)
    sheet.says('Starts at')
    sheet.start.click()
    sheet.dialog.get_by_role('progressbar').wait_for()
    marker.page.keyboard.press('Escape')
    marker.page.locator('.toast').get_by_text('is exported').wait_for(timeout=1000 * LONG_PATIENCE)
    assert len(list(out.iterdir())) == 1


class Hold:
    """Keeps back what a page asks of exports, until it is let go."""

    def __init__(self):
        self.kept, self.is_over = [], False

    def __call__(self, _, upstream, message):
        send = functools.partial(upstream.send, json.dumps(message))
        if self.is_over or message['type'] != 'export':
            return send()
        self.kept.append(send)

    def end(self):
        self.is_over = True
        for send in self.kept:
            send()


def test_an_answer_for_a_sheet_that_is_gone_is_no_trouble_to_the_next(own_server, open_page):
    marker, hold = Marker(open_page(own_server, MEDIA, frame=30)), Hold()
    between(marker.scrubber, hold)
    marker.mark(100, 110)
    sheet = Sheet(marker)
    comes_to(marker.page, lambda: len(hold.kept) > 0, True)
    marker.page.keyboard.press('Escape')
    sheet.dialog.wait_for(state='detached')
    hold.end()
    Sheet(marker).says('Starts at')


def test_a_plan_that_is_left_is_given_up(own_server, open_page):
    marker = Marker(open_page(own_server, MEDIA, frame=30))
    marker.mark(100, 110)
    sheet = Sheet(marker)
    sheet.says('Starts at')
    sheet.chooses('Copied, at keyframes')
    sheet.says('Starts at frame 0')
    marker.page.keyboard.press('Escape')
    sheet.dialog.wait_for(state='detached')
    marker.scrubber.press('.')
    marker.scrubber.land()

    def states():
        return [cut['state'] for cut in own_server.get('/api/v1/exports').json()['cuts']]

    comes_to(marker.page, states, ['cancelled', 'cancelled'])


def test_what_fails_says_what_and_why(own_server, out, open_page):
    marker = Marker(open_page(own_server, MEDIA, frame=30))
    marker.mark(100, 110)
    sheet = Sheet(marker)
    sheet.says('Starts at')
    shutil.rmtree(out)
    sheet.start.click()
    expect(sheet.plan).to_have_attribute('data-failed', '', timeout=1000 * LONG_PATIENCE)
    [cut] = own_server.get('/api/v1/exports').json()['cuts']
    assert cut['state'] == 'failed' and sheet.plan.inner_text() == cut['message']
    look(marker.page, 'export-failed')
