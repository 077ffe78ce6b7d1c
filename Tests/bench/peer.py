#!/usr/bin/env python3
"""Lets another library reach frames; run by `peers.py`.

  peer.py NAME FILE < frames    prints, for each frame, the milliseconds and the number it carries

A frame's time is half a frame past its own, as all take the frame shown at a time or the next.
Reading the number is not counted, nor is anything done to the picture.
"""
import sys
import time

from barcodes import number

RATE = 30


def pyav(path):
    import av
    container = av.open(path)
    stream = container.streams.video[0]
    stream.thread_type = 'AUTO'
    first = stream.start_time or 0

    def reach(frame):
        wanted = first + round((frame - 0.5) / RATE / stream.time_base)
        container.seek(max(first, wanted), stream=stream)
        for picture in container.decode(stream):
            if picture.pts >= wanted:
                return picture.to_ndarray(format='gray')
        raise EOFError
    return reach


def pyav_keyframes(path):
    """Not the frame itself, but the keyframe before it: the quickest look at a place."""
    import av
    container = av.open(path)
    stream = container.streams.video[0]
    stream.thread_type = 'NONE'
    first = stream.start_time or 0

    def reach(frame):
        container.seek(first + round(frame / RATE / stream.time_base), stream=stream)
        return next(container.decode(stream)).to_ndarray(format='gray')
    return reach


def opencv(path):
    import cv2
    film = cv2.VideoCapture(path)

    def reach(frame):
        # Going on is its way to the next frame; positions are for those that are not.
        if int(film.get(cv2.CAP_PROP_POS_FRAMES)) != frame:
            film.set(cv2.CAP_PROP_POS_FRAMES, frame)
        return film.read()[1]
    return reach


def decord(path):
    import decord
    film = decord.VideoReader(path, num_threads=1 if path.endswith('.webm') else 0)
    return lambda frame: film[frame].asnumpy()


def torchcodec(path):
    from torchcodec.decoders import VideoDecoder
    film = VideoDecoder(path, num_ffmpeg_threads=2, dimension_order='NHWC')
    return lambda frame: film[frame].numpy()


def main(name, path):
    reach = {'PyAV': pyav, 'PyAV, keyframes': pyav_keyframes, 'OpenCV': opencv, 'decord': decord,
             'torchcodec': torchcodec}[name](path)
    for line in sys.stdin:
        start = time.perf_counter()
        pixels = reach(int(line))
        taken = 1000 * (time.perf_counter() - start)
        print(f'{taken:.3f} {number(pixels)}', flush=True)


main(*sys.argv[1:])
