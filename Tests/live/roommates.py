"""Clients that are in a room together."""
from client import Client

MEDIA = 'long-gop.mp4'


class Member(Client):
    """A client in a room, which knows what it was told of it last."""

    def __init__(self, server, room='r', name='', media=MEDIA, **fields):
        super().__init__(server, server.media(media), room=room, name=name, **fields)
        self.room = self.expect('room')

    @property
    def id(self):
        return self.room['you']

    def heard(self, fits=lambda room: True):
        """The next that it is told of the room, and that fits."""
        self.room = self.until(lambda message: isinstance(message, dict)
                               and message['type'] == 'room' and fits(message))
        return self.room

    def lead(self, on=True):
        self.send('lead', on=on)
        return self.heard(lambda room: (room['leader'] == self.id) == on)

    def follow(self, on=True):
        self.send('follow', on=on)
        return self.heard(lambda room: self.member(room)['follows'] == on)

    def member(self, room=None, id=None):
        return next(one for one in (room or self.room)['members'] if one['id'] == (id or self.id))

    def led_to(self, frame):
        """Waits until the leader has led it to a frame."""
        return self.until(lambda message: isinstance(message, dict) and message['type'] == 'state'
                          and message.get('by') and message['target']['frame'] == frame)


def names(room):
    return [one['name'] for one in room['members']]


def states(messages):
    return [one for one in messages if isinstance(one, dict) and one['type'] == 'state']
