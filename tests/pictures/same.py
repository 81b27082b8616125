"""same.py A.png B.(png|ppm): whether two renderings show the same picture.

Renderers smooth the edges of letters and stripes each in its own way. So only what is flat in A is
compared: every pixel whose neighbours all have its own colour, such as those inside cells, must have
nearly that colour in B. Prints what differs, and nothing if all is well.
"""
import struct
import sys
import zlib

import numpy as np

NEAR = 6  # of 255: a bar of colours is drawn as a gradient by one and in steps by the other
LEAST_FLAT = 0.25  # of the picture: small cells have little that is flat


def unfilter(kind, line, above, width):
    """A row of PNG bytes without its filter; `width` bytes make a pixel."""
    if kind == 0:
        return line
    if kind == 2:
        return line + above
    if kind == 1:
        return np.cumsum(line.reshape(-1, width), 0, np.uint8).reshape(-1)
    out, up = bytearray(width) + line.tobytes(), bytes(width) + above.tobytes()
    for i in range(width, len(out)):
        a, b, c = out[i - width], up[i], up[i - width]
        guess = (a + b) // 2
        if kind == 4:
            p, q, r = abs(b - c), abs(a - c), abs(a + b - c - c)
            guess = a if p <= q and p <= r else b if q <= r else c
        out[i] = (out[i] + guess) & 255
    return np.frombuffer(bytes(out[width:]), np.uint8)


def on_white(colors, alphas):
    """What a page shows of these colours."""
    parts = alphas[..., None] / 255
    return np.rint(colors * parts + 255 * (1 - parts)).astype(np.uint8)


def read_png(data):
    at, packed, palette = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert depth == 8
        elif kind == b"PLTE":
            palette = np.frombuffer(body, np.uint8).reshape(-1, 3)
        elif kind == b"tRNS" and palette is not None:
            alphas = np.full(len(palette), 255)
            alphas[:length] = np.frombuffer(body, np.uint8)
            palette = on_white(palette, alphas)
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    channels = {2: 3, 3: 1, 6: 4}[color]
    raw = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * channels)
    above, rows = np.zeros(width * channels, np.uint8), []
    for line in raw:
        above = unfilter(line[0], line[1:], above, channels)
        rows.append(above)
    pixels = np.array(rows).reshape(height, width, channels)
    if color == 6:
        return on_white(pixels[:, :, :3], pixels[:, :, 3])
    return palette[pixels[:, :, 0]] if color == 3 else pixels[:, :, :3]


def read_ppm(data):
    magic, size, most, body = data.split(b"\n", 3)
    assert magic == b"P6" and most == b"255"
    width, height = map(int, size.split())
    return np.frombuffer(body, np.uint8, width * height * 3).reshape(height, width, 3)


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    return (read_png if data[:4] == b"\x89PNG" else read_ppm)(data).astype(np.int16)


def flat(pixels):
    """True where all within 2 pixels have the same colour."""
    same = np.ones(pixels.shape[:2], bool)
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            same &= (np.roll(pixels, (dy, dx), (0, 1)) == pixels).all(2)
    same[:2] = same[-2:] = False
    same[:, :2] = same[:, -2:] = False
    return same


def main():
    a, b = read(sys.argv[1]), read(sys.argv[2])
    if abs(a.shape[0] - b.shape[0]) > 1 or abs(a.shape[1] - b.shape[1]) > 1:
        print(f"sizes {a.shape[1]}x{a.shape[0]} and {b.shape[1]}x{b.shape[0]}")
        return
    height, width = min(a.shape[0], b.shape[0]), min(a.shape[1], b.shape[1])
    a, b = a[:height, :width], b[:height, :width]
    look = flat(a)
    away = abs(a - b).max(2) * look
    if look.mean() < LEAST_FLAT:
        print(f"only {look.mean():.2f} of the picture is flat")
    if (away > NEAR).any():
        y, x = np.unravel_index(away.argmax(), away.shape)
        print(f"{(away > NEAR).sum()} flat pixels differ, most at ({x}, {y}): {a[y, x]} {b[y, x]}")
    if abs(a - b).mean() > 6:
        print(f"letters and edges: the mean difference is {abs(a - b).mean():.2f}")


main()
