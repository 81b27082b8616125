"""Weights files broken in every way that the safetensors format forbids; each has its own message."""

import json
import os
import struct

from judge import FOLDER, expect

FLOATS = struct.pack("<6f", 1, 2, 3, 4, 5, 6)


def entry(**changes):
    return {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24], **changes}


def pack(header, body=FLOATS, length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + body


def without(key):
    return {name: value for name, value in entry().items() if name != key}


two = {"a": entry(), "b": entry(data_offsets=[24, 48])}

# name: the file, and what its message must say
BROKEN = {
    "empty": (b"", ""), "seven bytes": (b"\0" * 7, ""), "a header of nothing": (pack(b""), ""),
    "header longer than the file": (pack({"a": entry()}, length=10**6), ""),
    "header of 2^64 - 1 bytes": (pack({"a": entry()}, length=2**64 - 1), ""),
    "header of 2^63 bytes": (pack({"a": entry()}, length=2**63), ""),
    "header that is no JSON": (pack(b"{nonsense}"), ""), "header that is a list": (pack(b"[1, 2]"), ""),
    "header with ill-formed UTF-8": (pack(b'{"\xff": 1}'), ""),
    "header of deep brackets": (pack(b'{"a":' + b"[" * 100000), ""),
    "a name twice": (pack(b'{"a":%s,"a":%s}' % (json.dumps(entry()).encode(),
                                                json.dumps(entry()).encode())), ""),
    "no dtype": (pack({"a": without("dtype")}), "dtype"),
    "no shape": (pack({"a": without("shape")}), "shape"),
    "no offsets": (pack({"a": without("data_offsets")}), "data_offsets"),
    "unknown dtype": (pack({"a": entry(dtype="F31")}), "F31"),
    "dtype a number": (pack({"a": entry(dtype=32)}), ""),
    "shape a number": (pack({"a": entry(shape=6)}), ""),
    "shape of text": (pack({"a": entry(shape=["2", 3])}), ""),
    "shape negative": (pack({"a": entry(shape=[-2, -3])}), ""),
    "shape of halves": (pack({"a": entry(shape=[1.5, 4])}), ""),
    "shape overflows": (pack({"a": entry(shape=[2**62, 2**62])}), ""),
    "shape overflows to 6": (pack({"a": entry(shape=[2**63, 2, 6])}), ""),
    "shape of 100 axes": (pack({"a": entry(shape=[1] * 98 + [2, 3])}), ""),
    "shape not its size": (pack({"a": entry(shape=[2, 2])}), ""),
    "offsets the wrong way": (pack({"a": entry(data_offsets=[24, 0])}), ""),
    "offsets negative": (pack({"a": entry(data_offsets=[-24, 0])}), ""),
    "offsets of three": (pack({"a": entry(data_offsets=[0, 12, 24])}), ""),
    "offsets beyond the file": (pack({"a": entry(shape=[2, 30], data_offsets=[0, 240])}), ""),
    "offsets of 2^64": (pack({"a": entry(data_offsets=[2**64 - 24, 2**64])}), ""),
    "offsets of 1e300": (pack({"a": entry(data_offsets=[0, 1e300])}), ""),
    "a hole": (pack({"a": entry(), "b": entry(data_offsets=[28, 52])}, FLOATS + b"\0" * 28), ""),
    "a hole at the start": (pack({"a": entry(data_offsets=[4, 28])}, FLOATS + b"\0" * 4), ""),
    "an overlap": (pack({"a": entry(), "b": entry(data_offsets=[20, 44])}, FLOATS * 2), ""),
    "bytes at the end": (pack({"a": entry()}, FLOATS + b"more"), ""),
    "bytes missing": (pack(two, FLOATS), ""),
    "metadata a number": (pack({"__metadata__": 3, "a": entry()}), ""),
    "a NaN": (pack({"a": entry()}, FLOATS[:20] + struct.pack("<f", float("nan"))), "NaN|nan|no number"),
    "an infinity": (pack({"a": entry()}, FLOATS[:20] + struct.pack("<f", float("inf"))), "inf"),
    "a double beyond float32": (pack({"a": entry(dtype="F64", data_offsets=[0, 48])},
                                     struct.pack("<6d", *[1e39] * 6)), ""),
    "floats without their scale": (pack({"a": entry(dtype="F8_E4M3", data_offsets=[0, 6])}, FLOATS[:6]), "F8_E4M3"),
    "twenty axes": (pack({"a": entry(shape=[1] * 18 + [2, 3])}), "axes"),
    "no rows": (pack({"a": entry(shape=[0, 3], data_offsets=[0, 0])}, b""), ""),
    "another name": (pack({"aa": entry()}), "'?a'?"),
}

# how a good file may be asked for wrongly
ASKED = {
    "part 4 of 3": {"weights": "a", "part": [4, 3]}, "part 0": {"weights": "a", "part": [0, 3]},
    "parts that do not fit": {"weights": "a", "part": [1, 2]},
    "parts of text": {"weights": "a", "part": ["1", "3"]},
    "part of half": {"weights": "a", "part": [1.5, 3]}, "no name": {"weights": ""},
    "a number": {"weights": 3},
    "an open brace": {"weights": "a{"}, "an unknown letter": {"weights": "a{q}"},
    "transposed text": {"weights": "a", "transposed": "yes"},
    "wrong rows": {"weights": "a", "rows": "four"}, "unknown rows": {"weights": "a", "rows": "nobody"},
}


def lesson(asked):
    return {"attnviz": 1, "title": "Weights", "weights": "broken.safetensors",
            "sequences": {"four": ["a", "b", "c", "d"]},
            "given": {"A": asked}, "steps": [{"compute": "B = A"}]}


def run(report):
    path = os.path.join(FOLDER, "broken.safetensors")
    good = pack({"a": entry()})
    for name, (data, message) in {"good": (good, ""), **BROKEN}.items():
        with open(path, "wb") as file:
            file.write(data)
        expect(report, f"weights: {name}", lesson({"weights": "a"}), 0 if name == "good" else 1,
               message, placed=False)
    with open(path, "wb") as file:
        file.write(good)
    for name, asked in ASKED.items():
        expect(report, f"weights asked for: {name}", lesson(asked), 1)
