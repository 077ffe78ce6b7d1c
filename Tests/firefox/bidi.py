"""A browser over WebDriver BiDi: one command at a time, and what the browser tells in between."""
import base64
import json

from websockets.sync.client import connect

from kit import PATIENCE

# What the keyboard's keys without a sign of their own are called, as WebDriver numbers them.
KEYS = {
    'Backspace': '\ue003', 'Tab': '\ue004', 'Enter': '\ue007', 'Shift': '\ue008',
    'Control': '\ue009', 'Alt': '\ue00a', 'Escape': '\ue00c', 'PageUp': '\ue00e',
    'PageDown': '\ue00f', 'End': '\ue010', 'Home': '\ue011', 'ArrowLeft': '\ue012',
    'ArrowUp': '\ue013', 'ArrowRight': '\ue014', 'ArrowDown': '\ue015',
}

# Finds an element by its selector, and from there into shadow trees: `host >>> part`.
FIND = """(path) => path.split(' >>> ').reduce(
  (root, selector) => (root.shadowRoot ?? root).querySelector(selector), document)"""


class Browser:
    """A session with a browser that listens at an address."""

    def __init__(self, address):
        # Where it runs is nobody else's business.
        self.connection = connect(
            f'{address}/session', max_size=None, proxy=None,
            open_timeout=PATIENCE, ping_timeout=PATIENCE)
        self.last = 0
        self.events = []

    def __enter__(self):
        self.socket = self.connection.__enter__()
        self.send('session.new', capabilities={})
        return self

    def __exit__(self, *reason):
        return self.connection.__exit__(*reason)

    def send(self, method, **params):
        """Sends a command and gives its result; events that come before it are kept."""
        self.last += 1
        self.socket.send(json.dumps({'id': self.last, 'method': method, 'params': params}))
        # A page that waits in vain says for what.
        while (answer := json.loads(self.socket.recv(2 * PATIENCE))).get('id') != self.last:
            self.events.append(answer)
        assert answer['type'] == 'success', f'{method}: {answer["message"]}'
        return answer['result']

    def tab(self, width, height):
        """Opens a tab that shares nothing with any other."""
        person = self.send('browser.createUserContext')['userContext']
        tab = self.send('browsingContext.create', type='tab', userContext=person)['context']
        self.send('browsingContext.setViewport', context=tab,
                  viewport={'width': width, 'height': height})
        return Tab(self, person, tab)

    def window(self):
        """Firefox's own window around the pages, to which more is allowed than to them."""
        [window] = self.send('browsingContext.getTree', **{'moz:scope': 'chrome'})['contexts']
        return Tab(self, None, window['context'])


class Tab:
    """A page, with a keyboard, a wheel and a pointer for it."""

    def __init__(self, browser, person, context):
        self.browser, self.person, self.context = browser, person, context

    def send(self, method, **params):
        return self.browser.send(method, context=self.context, **params)

    def go(self, url):
        self.send('browsingContext.navigate', url=url, wait='complete')

    def reload(self):
        self.send('browsingContext.reload', wait='complete')

    def close(self):
        """Closes it, and forgets what was stored."""
        self.browser.send('browser.removeUserContext', userContext=self.person)

    def evaluate(self, expression, *arguments):
        """The value of an expression, of a promise, or of a function given the arguments."""
        code = f"""(async (...given) => {{
          const it = ({expression});
          return JSON.stringify(await (it instanceof Function ? it(...given) : it));
        }})(...{json.dumps(arguments)})"""
        answer = self.browser.send('script.evaluate', expression=code, awaitPromise=True,
                                   userActivation=False, target={'context': self.context})
        assert answer['type'] == 'success', answer['exceptionDetails']['text']
        return json.loads(answer['result'].get('value', 'null'))

    def box(self, path):
        """Where an element is: its left, its top, its width and its height."""
        return self.evaluate(f"""(path) => {{
          const {{ x, y, width, height }} = ({FIND})(path).getBoundingClientRect();
          return [x, y, width, height];
        }}""", path)

    def shot(self):
        """The page as PNG."""
        return base64.b64decode(self.send('browsingContext.captureScreenshot')['data'])

    def act(self, kind, actions, **source):
        self.send('input.performActions',
                  actions=[{'type': kind, 'id': f'{kind}{source}', 'actions': actions, **source}])

    def key(self, kind, key):
        """`Down` or `Up`."""
        self.act('key', [{'type': f'key{kind}', 'value': KEYS.get(key, key)}])

    def press(self, keys):
        """Presses a key, with others held: `Shift+ArrowLeft`."""
        *held, key = keys.split('+') if len(keys) > 1 else [keys]
        for one in held:
            self.key('Down', one)
        self.key('Down', key)
        self.key('Up', key)
        for one in reversed(held):
            self.key('Up', one)

    def wheel(self, x, y, down):
        turn = {'type': 'scroll', 'x': round(x), 'y': round(y), 'deltaX': 0, 'deltaY': down}
        self.act('wheel', [turn])

    def pointer(self, kind='mouse'):
        return Pointer(self, kind)


class Pointer:
    """A mouse, a pen or a finger."""

    def __init__(self, tab, kind):
        self.tab, self.kind = tab, kind

    def act(self, *actions):
        self.tab.act('pointer', actions, parameters={'pointerType': self.kind})

    def move(self, *points):
        """Goes from point to point."""
        self.act(*({'type': 'pointerMove', 'x': x, 'y': y} for x, y in points))

    def down(self):
        self.act({'type': 'pointerDown', 'button': 0})

    def up(self):
        self.act({'type': 'pointerUp', 'button': 0})
