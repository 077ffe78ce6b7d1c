"""Clients that have cuts made."""
import os

from client import Client
from kit import LONG_PATIENCE
from stored import awaited


class Cutter(Client):
    """A client that has cuts made."""

    def __init__(self, server, media='long-gop.mp4'):
        super().__init__(server, server.media(media))
        self.expect_index(server, media)
        self.exports = self.ask()

    def expect_index(self, server, media):
        """Only a whole index can be cut by."""
        path = f'/api/v1/media/{server.media(media)}'
        awaited(lambda: server.get(path).json()['index']['state'] == 'complete')

    def ask(self, **wish):
        return self.expect('exports', seq=self.numbered('export', **wish))

    def refused(self, **wish):
        """What the server says to a wish that it refuses."""
        seq = self.numbered('export', **wish)
        error = self.expect('error')
        assert error['seq'] == seq
        return error['message']

    def plan(self, first=100, last=130, mode='keyframes', name='cut.mp4'):
        """Has a cut planned, and gives the plan."""
        wish = {'first': first, 'last': last, 'mode': mode, 'name': name}
        cut = self.ask(cut=wish)['cuts'][-1]
        return self.cut(cut['id'], 'planned', 'failed')

    def cut(self, number, *states, timeout=LONG_PATIENCE):
        """The cut, as soon as it is in one of these states."""
        def found(message):
            return [cut for cut in message.get('cuts', [])
                    if cut['id'] == number and cut['state'] in states]

        return found(self.until(lambda message: found(message), timeout))[0]

    def made(self, **wish):
        """A cut from plan to file."""
        plan = self.plan(**wish)
        assert plan['state'] == 'planned', plan
        self.ask(start=plan['id'])
        return self.cut(plan['id'], 'done', 'failed')


def state(server, number):
    """How far a cut has come."""
    cuts = server.get('/api/v1/exports').json()['cuts']
    return next(cut['state'] for cut in cuts if cut['id'] == number)


def names(folder):
    return sorted(os.listdir(folder))
