"""Small inputs that ask for much: each ends soon, in little memory, and says what would allow it."""

import json
import os
import struct
import zipfile

MEMORY, WORK = b"--memory ", b"--work "


def lesson(**parts):
    return json.dumps({"attnviz": 1, "title": "Small", **parts}, ensure_ascii=False).encode()


def one_value(given, compute):
    return lesson(given={"X": given}, steps=[{"compute": compute}])


def npy(rows, cols, turned):
    head = f"{{'descr': '<f4', 'fortran_order': {turned}, 'shape': ({rows}, {cols}), }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode()


def packed(path, rows, cols, turned=False):
    """An archive that is a thousandth of what it holds: zeros."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        with archive.open("X.npy", "w") as member:
            member.write(npy(rows, cols, turned))
            for _ in range(rows):
                member.write(bytes(4 * cols))


def keys(path):
    """3,000,000 of them."""
    with open(path, "wb") as file:
        file.write(b"{")
        for i in range(3000000):
            file.write(b'"%d":1,' % i)
        file.write(b'"last":1}')


WORDS = " ".join(f"w{i}" for i in range(4000)).encode()
GROWS = lesson(sequences={"v": ["a", "b", "<end>"],
                          "s": {"input": "s", "in": "v", "next": "P", "end": "<end>", "most": 4096}},
               indices={"t": "s"}, given={"E": {"random": [3, 16]}},
               steps=[{"compute": ["X = row(E, s)", "P = softmax(mask(X Xᵀ)) X Eᵀ - [0, 0, 100000]"]}])
CALLS = lesson(define={"f0(x)": "x", **{f"f{i}(x)": f"f{i - 1}(f{i - 1}(x))" for i in range(1, 40)}},
               steps=[{"compute": "y = f39(1)"}])
PAIRS = {"a": 4096, "b": 4096}, {"i": "a", "j": "b"}
TURNS = lesson(sequences=PAIRS[0], indices=PAIRS[1], steps=[{"for": "i", "steps": [{"for": "j", "steps": []}]}])
NAMED = lesson(sequences=PAIRS[0], indices=PAIRS[1], steps=[{"compute": "x_{i,j} = [i, j] · [j, i]"}])
SUMMED = lesson(sequences=PAIRS[0], indices=PAIRS[1], steps=[{"compute": "x = Σ_i Σ_j sqrt(i j)"}])
TRAINS = lesson(learned={"W": {"random": [200, 200]}}, steps=[
    {"compute": "L = norm(W W)"}, {"train": {"loss": "L", "steps": 1000000, "rate": 0.0001}}])


def files():
    """Name, and what is in it, or who writes it."""
    side = 20000
    return {
        "fill.json": one_value({"fill": 0.5, "size": [46340, 46340]}, "y = X_{1,1}"),
        "draw.json": one_value({"random": [14000, 14000]}, "y = X_{1,1}"),
        "keys.json": keys,
        "values.json": b'{"attnviz":1,"title":"x","steps":[' + b"0," * 2000000 + b"0]}",
        "words.txt": WORDS + b"\n",
        "grows.json": GROWS,
        "packed.npz": lambda path: packed(path, side, side),
        "turned.npz": lambda path: packed(path, 17000, 16600, True),
        "packed.json": lesson(given={"X": {"array": "packed.npz"}}, steps=[{"compute": "y = X_{1,1}"}]),
        "product.json": one_value({"random": [4000, 4000]}, "Y = X X"),
        "products.json": one_value({"random": [4000, 4000]}, "Y = X X X X X X"),
        "many.json": one_value({"random": [6000, 6000]}, "Y = 2 X"),
        "numbers.json": one_value({"fill": 1, "size": [4000, 4000]},
                                  ["Y = exp(X)"] + [f"Y{c} = sin(cos(tanh(X)))" for c in "abcdefghijklmnop"]),
        "calls.json": CALLS, "turns.json": TURNS, "named.json": NAMED, "summed.json": SUMMED, "trains.json": TRAINS,
    }


# command, what stands in its message; None: it is done
CASES = [
    ("explain fill.json", b"X (46340\xc3\x9746340) needs 8 GiB of memory, and the budget is 1 GiB: --memory 9G"),
    ("heatmap fill.json -o out.png", MEMORY),
    ("explain draw.json", b"X (14000\xc3\x9714000) needs 3.9"),
    ("heatmap keys.json -o out.png", MEMORY),
    ("check le-chat-noir keys.json", MEMORY),
    ("explain values.json", b"a step is an object"),
    ("heatmap words.txt -o out.png", MEMORY),
    ("explain grows.json", WORK),
    ("generate grows.json", WORK),
    ("heatmap packed.npz -o out.png", b"unpacking 1600000000 bytes of X needs 4.1"),
    ("heatmap turned.npz -o out.png", b"X, unpacked, needs 1.1 GiB of memory"),
    ("explain packed.json", WORK),
    ("explain product.json", None),
    ("explain products.json", b"the product (4000\xc3\x974000 and 4000\xc3\x974000) needs 6.6"),
    ("explain many.json --format json", b"writing 72000000 numbers as JSON needs 7.2"),
    ("explain many.json --only Y --format json -o out.json", b"writing 36000000 numbers as JSON"),
    ("explain numbers.json", MEMORY),
    ("explain calls.json", b"the next call would exceed the budget of work"),
    ("explain turns.json", b"the next step would exceed the budget of work"),
    ("explain named.json", MEMORY),
    ("explain summed.json", MEMORY),
    ("explain trains.json", b"training for 1000000 steps"),
]


def write(folder):
    for name, content in files().items():
        path = os.path.join(folder, name)
        if callable(content):
            content(path)
        else:
            with open(path, "wb") as file:
                file.write(content)
