"""The digest library's own speed on three chunks: `digest.py windows|readinto FILE OFFSET CHUNK_BYTES`.

`windows` maps 32 MiB at a time, `readinto` fills one buffer of 1 MiB again and again. One thread, as Bob.
"""

import mmap
import os
import sys

from blake3 import blake3

WINDOW = 32 << 20
BUFFER = 1 << 20
CHUNKS = 3


def windows(fd, begin, end, hasher):
    """Digest the bytes from `begin` to `end` through maps that begin at multiples of the window."""
    while begin < end:
        start = begin // WINDOW * WINDOW
        stop = min(start + WINDOW, end)
        with mmap.mmap(fd, stop - start, access=mmap.ACCESS_READ, offset=start) as window:
            view = memoryview(window)
            hasher.update(view[begin - start :])
            view.release()
        begin = stop


def readinto(fd, begin, end, hasher):
    """Digest the bytes from `begin` to `end` through one buffer."""
    buffer = memoryview(bytearray(BUFFER))
    while begin < end:
        count = os.preadv(fd, [buffer[: min(BUFFER, end - begin)]], begin)
        hasher.update(buffer[:count])
        begin += count


def main(way, path, offset, chunk_bytes):
    """Print the digests of the chunks."""
    fd = os.open(path, os.O_RDONLY)
    feed = {"windows": windows, "readinto": readinto}[way]
    for chunk in range(CHUNKS):
        hasher = blake3()
        begin = int(offset) + chunk * int(chunk_bytes)
        feed(fd, begin, begin + int(chunk_bytes), hasher)
        print(hasher.hexdigest())


main(*sys.argv[1:])
