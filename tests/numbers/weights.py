"""Values from safetensors and config files, drawn values, spelling vectors."""

import json
import os
import struct

import numpy as np

import chance
from compare import SCRATCH, compare, explain, read_safetensors, values

FOLDER = os.path.join(SCRATCH.name, "weights")


def as_bf16(array):
    """The upper half of each float32."""
    return (np.asarray(array, np.float32).view(np.uint32) >> 16).astype(np.uint16)


CODES = {"F32": lambda a: a.astype("<f4"), "F64": lambda a: a.astype("<f8"),
         "F16": lambda a: a.astype("<f2"), "BF16": as_bf16}


def write_safetensors(path, tensors):
    """tensors: name to (type, array)."""
    header, body = {"__metadata__": {"format": "pt"}}, b""
    for name, (kind, array) in tensors.items():
        data = CODES[kind](array).tobytes()
        header[name] = {"dtype": kind, "shape": list(array.shape),
                        "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + body)


def write_lesson(name, lesson):
    path = os.path.join(FOLDER, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(lesson, file, ensure_ascii=False)
    return path


def tried(report, label, path, want, tolerance=0.0, options=()):
    try:
        document = explain(path, *options)
        compare(report, label, values(document), want, tolerance)
        return document
    except RuntimeError as fault:
        report.check(label, False, fault)
        return None


def sources(report):
    """Every type and way to take a tensor out of a file; all numbers are exact in float32."""
    random = np.random.default_rng(5)
    A = random.normal(size=(4, 6)).astype(np.float32)
    half = random.normal(size=(3, 2)).astype(np.float16).astype(np.float32)
    brain = (as_bf16(random.normal(size=(2, 3))).astype(np.uint32) << 16).view(np.float32)
    v, layers = np.array([1, 2, 3, 4, 5, 6],
                         np.float32), random.normal(size=(2, 3, 3)).astype(np.float32)
    odd = np.array([6e-8, -65504, 2**-14, 0], np.float32).astype(np.float16).astype(np.float32)
    write_safetensors(os.path.join(FOLDER, "all.safetensors"), {
        "a": ("F32", A), "h.weight": ("F16", half), "b.0": ("BF16", brain),
        "d": ("F64", A.astype(float) / 3),
        "v": ("F32", v), "odd": ("F16", odd), "layer.0.w": ("F32", layers[0]),
        "layer.1.w": ("F32", layers[1]),
        "W_Q": ("F32", half), "U_1": ("F32", layers[0]), "U_2": ("F32", layers[1])})
    with open(os.path.join(FOLDER, "all-config.json"), "w", encoding="utf-8") as file:
        json.dump({"n_layer": 2, "eps": 1e-5, "name": "tiny"}, file)
    lesson = {
        "attnviz": 1, "title": "Sources", "weights": "all.safetensors", "config": "all-config.json",
        "sequences": {"layers": {"config": "n_layer"}, "four": ["p", "q", "r", "s"]},
        "indices": {"l": "layers"},
        "lengths": {"n": "four", "L": "layers"},
        "given": {
            "ε": {"config": "eps"}, "A": {"weights": "a", "rows": "four"},
            "A_t": {"weights": "a", "transposed": True},
            "B_x": {"weights": "a", "part": [1, 3]}, "B_y": {"weights": "a", "part": [3, 3]},
            "F": {"weights": "h.weight"}, "B": {"weights": "b.0"}, "D": {"weights": "d"},
            "O": {"weights": "odd"},
            "V": {"weights": "v"}, "V_x": {"weights": "v", "part": [2, 2]},
            "W_l": {"weights": "layer.{l-1}.w"}},
        "learned": {"W_Q": {"random": [3, 2]}, "U_l": {"random": [3, 3]},
                    "W_{new}": {"random": [2, 2]}},
        "steps": [{"compute": ["two = L", "T = A + 0"]}]}
    document = tried(report, "sources of weights", write_lesson("sources.json", lesson), {
        "ε": np.float32(1e-5), "A": A, "A_t": A.T, "B_x": A[:, :2], "B_y": A[:, 4:], "F": half,
        "B": brain,
        "D": (A.astype(float) / 3).astype(np.float32), "O": odd, "V": v, "V_x": v[3:], "W": layers,
        "W_Q": half, "U": layers, "two": 2})
    if document:
        labels = document["values"]["T"]["axes"][0].get("labels")
        report.check("rows names the axis", labels == ["p", "q", "r", "s"], labels)


def within_one_step(got, want):
    """At most one float32 apart everywhere."""
    got, want = np.asarray(got, np.float32), np.asarray(want, np.float32)
    step = np.maximum(np.spacing(np.abs(want)), np.finfo(np.float32).tiny)
    return got.shape == want.shape and bool((np.abs(got.astype(float) - want) <= step).all())


def draws(report):
    """The numbers of "Chance": they depend on seed and name alone."""
    for seed in (None, 0, 7, 123456789012):
        lesson = {
            "attnviz": 1, "title": "Chance", "sequences": {"d": [1, 4, 16], "three": 3, "two": 2},
            "indices": {"k": "d", "i": "three", "j": "two"}, "lengths": {"n": "three"},
            "given": {"R": 5, "W_Q": {"random": [7, 3], "scale": 0.3}, "u": {"uniform": [9]},
                      "x_i": {"random": [4]},
                      "Q_k": {"random": ["R", "d_k"]}, "α_{j,i}": {"random": ["n - 1"]},
                      "我": {"random": [2]},
                      "b_2": {"random": [3]}},
            "learned": {"U": {"random": [2, 2], "scale": 2}},
            "steps": [{"compute": "one = 1"}]}
        if seed is not None:
            lesson["seed"] = seed
        seed = 1 if seed is None else seed
        normal = {"W_Q": ("W_Q_", (7, 3), 0.3), "我": ("我_", (2,), 1), "U": ("U_", (2, 2), 2)}
        want = {name: chance.drawn(key, seed, shape, scale=scale) for name,
                (key, shape, scale) in normal.items()}
        want["u"] = chance.drawn("u_", seed, (9,), "uniform")
        want["x"] = np.stack([chance.drawn(f"x_{i}", seed, (4,)) for i in (1, 2, 3)])
        want["α"] = np.array([[chance.drawn(f"α_{j},{i}", seed,
                                            (2,)) for i in (1, 2, 3)] for j in (1, 2)])
        for k, width in enumerate((1, 4, 16), 1):
            want[f"Q {k}"] = chance.drawn(f"Q_{k}", seed, (5, width))
        try:
            got = values(explain(lesson))
        except RuntimeError as fault:
            report.check(f"drawn numbers, seed {seed}", False, fault)
            continue
        got.update({f"Q {k + 1}": part for k, part in enumerate(got["Q"])})
        wrong = [name for name in want if not within_one_step(got[name], want[name])]
        report.check(f"drawn numbers, seed {seed}", not wrong, f"{wrong} are others")


def spelled(report):
    words = ["Chat", "noir", "Élan", "我", "aaaa", "l'eau", "قطة", "7", "СЛОВО", "I", "U.S.", "iPod", "3D", "McCoy", "ǅ"]
    for size in (1, 16, 512):
        lesson = {"attnviz": 1, "title": "Spelling", "sequences": {"sentence": words},
                  "given": {"C": {"spelling": "sentence", "size": size}},
                  "steps": [{"compute": "n = norm(C)"}]}
        tried(report, f"spelling in {size} columns", write_lesson("spelling.json", lesson),
              {"C": np.stack([chance.spelling(word, size) for word in words])})


def run(report):
    os.makedirs(FOLDER)
    sources(report)
    draws(report)
    spelled(report)
