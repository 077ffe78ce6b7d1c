#!/usr/bin/env python3
"""Lets another library show frames of a file; run by `correct.py`.

A program of its own, since some end or hang on some files: reads a line of JSON for each file,
`{"path", "frames", "times", "starts"}`, and writes one with the numbers that were seen.
"""
import json
import sys

from barcodes import number


def each(show, questions):
    """What is seen for each question; nothing where there is no answer."""
    seen = []
    for question in questions:
        try:
            seen.append(show(question))
        except Exception:  # whatever a library says, it has no picture
            seen.append(None)
    return seen


def pyav(path, frames, times, starts):
    """The recipe of its documentation: to the keyframe before, and on to the last frame in time."""
    import av

    with av.open(path) as container:
        stream = container.streams.video[0]

        def at(time):
            container.seek(int(time / stream.time_base), stream=stream)
            shown = None
            for frame in container.decode(stream):
                if shown is not None and frame.time > time:
                    break
                shown = frame
            return number(shown.to_ndarray(format='gray'))

        return {'time': each(at, starts)}


def opencv(path, frames, times, starts):
    import cv2

    capture = cv2.VideoCapture(path, cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, 1])
    capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 0)

    def at(frame):
        capture.set(cv2.CAP_PROP_POS_FRAMES, frame)
        _, picture = capture.read()
        return number(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))

    return {'number': each(at, frames)}


def decord(path, frames, times, starts):
    import decord

    reader = decord.VideoReader(path, num_threads=1)
    return {'number': each(lambda frame: number(reader[frame].asnumpy()[:, :, 1]), frames)}


PEERS = {'PyAV': pyav, 'OpenCV': opencv, 'decord': decord}

if __name__ == '__main__':
    peer = PEERS[sys.argv[1]]
    for line in sys.stdin:
        try:
            answer = peer(**json.loads(line))
        except Exception:  # it cannot even open the file
            answer = {}
        print(json.dumps(answer), flush=True)
