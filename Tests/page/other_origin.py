"""What a page of another origin tries with a server that it has no business with."""
import functools
import http.server
import threading

# Each attempt ends with what it got: `read` what another origin must not, or something less.
ATTEMPTS = """async ({ server, media }) => {
  const at = (path) => `${server}/api/v1/media${path}`;
  const told = (text) => text.includes('start.ts') || text.startsWith('/9j') ? 'read' : 'nothing';
  const fetched = async (path, options) => {
    try {
      const answer = await fetch(at(path), options);
      return answer.type === 'opaque' ? 'opaque' : told(await answer.text());
    } catch {
      return 'refused';
    }
  };
  const socket = () => new Promise((resolve) => {
    const one = new WebSocket(`${server.replace('http', 'ws')}/api/v1/scrub`, 'vernier.v1');
    one.onopen = () => one.send(JSON.stringify({ type: 'open', media }));
    one.onmessage = ({ data }) => { resolve(told(data)); one.close(); };
    one.onerror = () => resolve('refused');
  });
  const painted = (image) => {
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d').drawImage(image, 0, 0);
    try {
      return told(canvas.toDataURL('image/jpeg').split(',')[1]);
    } catch {
      return 'tainted';
    }
  };
  const picture = (crossOrigin) => new Promise((resolve) => {
    const image = new Image();
    image.crossOrigin = crossOrigin;
    image.onload = () => resolve(painted(image));
    image.onerror = () => resolve('refused');
    image.src = at(`/${media}/frames/7.jpg`);
  });
  return {
    socket: await socket(),
    list: await fetched(''),
    'list without leave': await fetched('', { mode: 'no-cors' }),
    'list with cookies': await fetched('', { credentials: 'include' }),
    file: await fetched(`/${media}`, { mode: 'no-cors' }),
    picture: await picture(null),
    'picture with leave': await picture('anonymous'),
  };
}"""

FRAME = """(address) => new Promise((resolve) => {
  const frame = document.createElement('iframe');
  frame.onload = () => resolve(frame.contentDocument?.body.innerText ?? null);
  frame.src = address;
  document.body.append(frame);
})"""


class OtherOrigin:
    """A page of another origin: another port of this machine, by any of its names."""

    def __init__(self, folder):
        (folder / 'index.html').write_text('<!doctype html><title>Elsewhere</title><p>elsewhere')
        handler = functools.partial(SilentHandler, directory=folder)
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, name='127.0.0.1'):
        return f'http://{name}:{self.server.server_port}'

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class SilentHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *_):
        pass
