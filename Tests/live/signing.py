"""Signs addresses of pictures, as the manual of operators says, by Python's own library."""
import base64
import hashlib
import hmac
import time

OLD = 'k' * 43


def query(media, seconds=3600, name='old', key=OLD, expires=None):
    """What signs the addresses of a media's pictures."""
    expires = str(int(time.time()) + seconds) if expires is None else expires
    code = hmac.new(key.encode(), f'vernier\n{media}\n{expires}'.encode(), hashlib.sha256).digest()
    signature = base64.urlsafe_b64encode(code).decode().rstrip('=')
    return f'expires={expires}&key={name}&signature={signature}'
