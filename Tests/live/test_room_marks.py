"""Marks in a room: the others are told who has changed them."""
from client import Client
from roommates import MEDIA, Member


def is_here(client):
    """Waits for what was sent before."""
    client.send('ping', t=1)
    client.expect('pong')


def test_the_others_hear_who_has_changed_the_marks(own_server):
    with Member(own_server, 'marks', name='Ada') as one, Member(own_server, 'marks') as other, \
            Client(own_server, own_server.media(MEDIA)) as outside:
        for client in (one, outside):
            client.numbered('marks')
            client.version = client.expect('marks')['version']
        one.numbered('marks', version=one.version, edit={'in': 7})
        one.expect('marks', seq=one.seq)
        assert other.expect('marked')['by'] == one.id
        version = outside.expect('marks')['version']
        outside.numbered('marks', version=version, edit={'in': None})
        outside.expect('marks', seq=outside.seq)
        one.numbered('marks', version=99, edit={'in': 8})  # refused: the version is another
        one.error('invalid-message')
        is_here(one)
        is_here(other)
        heard = [[message['by'] for message in client.seen
                  if isinstance(message, dict) and message['type'] == 'marked']
                 for client in (one, other, outside)]
        assert heard == [[], [one.id], []], 'neither itself, nor who is elsewhere, nor of others'
