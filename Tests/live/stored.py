"""What is kept on disk, read by code written anew from the description of its formats."""
import contextlib
import os
import struct
import time

from kit import PATIENCE

WORD = 1 << 64


def checksum(body):
    """The sum that proves a stored index, a pack's header, a head and a picture."""
    total = len(body)
    for (word,) in struct.iter_unpack('<Q', body + bytes(-len(body) % 8 or (8 if not body else 0))):
        total = mix(total ^ word)
    return total if len(body) % 8 or not body else mix(total)


def mix(number):
    product = number * 0x9E3779B97F4A7C15 % WORD
    return product ^ product >> 32


def sealed(content, body):
    """The file with another body, and a length and a sum that fit it."""
    return content[:8] + struct.pack('<QQ', len(body), checksum(body)) + body


def awaited(find, patience=PATIENCE):
    """What `find` finds, once it finds anything."""
    deadline = time.monotonic() + patience
    while not (found := find()):
        assert time.monotonic() < deadline, 'it did not come'
        time.sleep(0.02)
    return found


def resting(folder):
    """Waits until nothing below a folder has been written for half a second."""
    looks = []

    def rests():
        looks.append(files(folder))
        time.sleep(0.1)
        return len(looks) > 5 and all(look == looks[-1] for look in looks[-6:])

    awaited(rests)


def files(folder):
    """The size and the time of all that lies below a folder, where drafts come and go."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                stat = os.stat(os.path.join(place, name))
                found[place, name] = stat.st_size, stat.st_mtime_ns
    return found


def packs(cache):
    """The packs below a cache folder, in the order of their names."""
    return sorted((cache / 'previews').glob('*.vnpk'))


def previews(pack):
    """Ordinal to picture, of every record of a pack, each of which must be whole."""
    content = pack.read_bytes()
    assert content[:8] == b'VNPK\x01\0\0\0'
    size, total = struct.unpack('<QQ', content[8:24])
    assert checksum(content[24:24 + size]) == total
    found, place = {}, 24 + size
    while place < len(content):
        head = content[place:place + 32]
        ordinal, _, _, _, length, total, own = struct.unpack('<IIHHIQQ', head)
        picture = content[place + 32:place + 32 + length]
        assert (checksum(head[:24]), checksum(picture)) == (own, total)
        found[ordinal] = picture
        place += 32 + length
    return found
