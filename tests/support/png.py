"""PNG files of red, green and blue, read without a library."""

import struct
import zlib


def pixels(path):
    """Rows of RGB bytes of a PNG file without interlace, filters and all."""
    return films(path)[0]


def films(path):
    """The same of the still picture, and behind it of each frame of an animated one."""
    with open(path, "rb") as png:
        data = png.read()
    at, packed, width = 8, [b""], 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        content = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, _, depth, colour = struct.unpack(">IIBB", content[:10])
            assert (depth, colour) == (8, 2), (depth, colour)
        if kind == b"fcTL":
            packed.append(b"")
        if kind in (b"IDAT", b"fdAT"):
            packed[-1] += content[4:] if kind == b"fdAT" else content
        at += length + 12
    return [unpacked(part, width) for part in packed]


def unpacked(packed, width):
    raw, rows = zlib.decompress(packed), []
    before = bytes(3 * width)
    for start in range(0, len(raw), 3 * width + 1):
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + 3 * width])
        for i, byte in enumerate(row):
            left, up, corner = (row[i - 3] if i > 2 else 0), before[i], (before[i - 3] if i > 2 else 0)
            paeth = min((left, up, corner), key=lambda v, p=left + up - corner: abs(p - v))
            row[i] = (byte + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
        rows.append(bytes(row))
        before = row
    return rows
