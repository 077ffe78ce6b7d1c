"""The page as most people will meet it: over TLS, through nginx, from one of several nodes."""
NAME = 'long-gop.mp4'


def test_a_drag_through_nginx_ends_on_the_exact_frame(nginx, open_page):
    scrubber = open_page(nginx, NAME, frame=300, ignore_https_errors=True)
    assert scrubber.land() == 300
    scrubber.grab(0.2)
    scrubber.pull(0.6)
    scrubber.pull(0.5, away=90)
    scrubber.release()
    assert scrubber.land() > 0
    assert scrubber.page.evaluate('isSecureContext && crossOriginIsolated')
    protocol = "performance.getEntriesByType('navigation')[0].nextHopProtocol"
    assert scrubber.page.evaluate(protocol) == 'h2'
