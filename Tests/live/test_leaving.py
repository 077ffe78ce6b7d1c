"""Clients that leave before they are answered leave nothing behind; sizes that cannot be."""
import os
import socket

import pytest

from client import PREVIEW, Client
from kit import SAMPLES
from oracle import barcode
from stored import awaited
from test_previews_on_disk import metric, picture

NAME = 'long-gop.mp4'
DECODERS = 8  # two workers with at most four each


def test_clients_that_leave_in_mid_decode_leave_no_order_behind(serve):
    server = serve(SAMPLES / NAME, extra=['--preview-cache', 'none'])
    media = server.media(NAME)
    picture(server, 0, name=NAME)
    descriptors = len(os.listdir(f'/proc/{server.pid}/fd'))
    for number in range(40):
        if number % 2:
            with Client(server, media, preview=PREVIEW) as client:
                client.seek(frame=249 + 250 * (number % 4 // 2))
        else:
            path = f'/api/v1/media/{media}/frames/{200 + number}.jpg?width={100 + number}'
            with socket.create_connection(('127.0.0.1', server.port)) as plain:
                plain.sendall(f'GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.encode())
    awaited(lambda: metric(server, 'picture_orders') == 0)
    assert metric(server, 'sockets') == 0
    assert metric(server, 'decoders') <= DECODERS
    awaited(lambda: len(os.listdir(f'/proc/{server.pid}/fd')) <= descriptors + 2 * DECODERS)
    before = metric(server, 'frames_decoded_total')
    assert barcode(picture(server, 100, name=NAME)) == 100
    awaited(lambda: metric(server, 'picture_orders') == 0)
    assert metric(server, 'frames_decoded_total') - before <= 101


@pytest.mark.parametrize('width', [0, -1, 15, 4097, 10**6, 10**30])
def test_width_that_cannot_be_is_refused_everywhere(server, vernier, width):
    media = server.media(NAME)
    answer = server.get(f'/api/v1/media/{media}/frames/1.jpg?width={width}')
    assert answer.status == 400 and 'width' in answer.json()['detail']
    with Client(server, media) as client:
        client.send_wrong('configure', preview={'width': width})
        assert 'width' in client.expect('error')['message']
        assert client.seek(frame=3)['target']['frame'] == 3
    process = vernier('frame', SAMPLES / NAME, 1, '-o', '-', '--width', width)
    assert process.returncode == 64 and '--width' in process.stderr
