"""Lessons given to the program, its values as NumPy arrays, and arrays compared."""

import json
import os
import re
import struct
import sys
import tempfile

import numpy as np

from chance import drawn

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import DRAFTS, ROOT, Report, attnviz, each, strict_json  # noqa: E402,F401

SCRATCH = tempfile.TemporaryDirectory(prefix="attnviz-numbers-")


class Named(dict):
    """Values by name, v["h_0"] or v.h."""

    __getattr__ = dict.__getitem__


def numbers(data):
    """Nested lists as an array of the float32 they stand for; a list of arrays where sizes differ."""
    try:
        return np.array(data, dtype=float).astype(np.float32).astype(float)
    except ValueError:
        return [numbers(part) for part in data]


def explain(lesson, *options):
    """The JSON of a lesson: a path, or a document that is written to a file first."""
    path = lesson
    if isinstance(lesson, dict):
        handle, path = tempfile.mkstemp(suffix=".json", dir=SCRATCH.name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(lesson, file, ensure_ascii=False)
    outcome = attnviz("explain", "--format", "json", *options, path)
    if outcome.status not in (0, 3):
        raise RuntimeError(outcome.message)
    return strict_json(outcome.stdout.decode("utf-8"))


def values(document):
    """All values of the JSON, borders (h_0) beside the rest."""
    found = Named()
    for name, value in document["values"].items():
        found[name] = numbers(value["data"])
        for border, data in value.get("borders", {}).items():
            found[border] = numbers(data)
    return found


def differs(got, want, tolerance):
    """What is wrong with got, or None. Written so that a NaN is wrong."""
    want = np.asarray(want, dtype=float)
    if np.shape(got) != want.shape:
        return f"shape {np.shape(got)} instead of {want.shape}"
    masked = np.isneginf(want)
    if (np.isneginf(got) != masked).any():
        return "−∞ stands at other places"
    got, want = np.where(masked, 0, got), np.where(masked, 0, want)
    room = tolerance * max(1.0, np.abs(want).max(initial=0))
    difference = np.abs(got - want).max(initial=0)
    return None if difference <= room else f"differs by {difference:.3g}, more than {room:.3g}"


def compare(report, label, got, want, tolerance=2e-6):
    """One check for all values of `want` (name to array, or to a list of arrays)."""
    faults = []
    for name, array in want.items():
        if name not in got:
            faults.append(f"{name} is missing")
        elif isinstance(array, list):
            faults += [f"{name}, number {k + 1}, {fault}" for k, part in enumerate(array)
                       if (fault := differs(got[name][k], part, tolerance))]
        elif fault := differs(got[name], array, tolerance):
            faults.append(f"{name} {fault}")
    report.check(label, not faults, "; ".join(faults[:4]))


# ---- what a lesson gives ----


def split_name(key):
    """"W_{Q,l}" is the word W and the subscripts Q and l."""
    word, _, rest = key.partition("_")
    return word, [sub for sub in rest.strip("{}").split(",") if sub]


def read_safetensors(path):
    with open(path, "rb") as file:
        data = file.read()
    length, = struct.unpack("<Q", data[:8])
    header, body = json.loads(data[8:8 + length]), data[8 + length:]
    types = {"F32": "<f4", "F16": "<f2"}
    return {name: np.frombuffer(body[slice(*entry["data_offsets"])], types[entry["dtype"]])
            .reshape(entry["shape"]).astype(np.float32)
            for name, entry in header.items() if name != "__metadata__"}


def counts(lesson):
    """How long each sequence is, by its name and by its letters."""
    length = Named()
    for name, sequence in lesson.get("sequences", {}).items():
        if isinstance(sequence, dict) and "from" in sequence:
            length[name] = length[sequence["from"]]
        elif isinstance(sequence, dict):
            length[name] = len(sequence.get("tokens", ()))
        else:
            length[name] = sequence if isinstance(sequence, int) else len(sequence)
    for letter, name in {**lesson.get("indices", {}), **lesson.get("lengths", {})}.items():
        length[letter] = length[name]
    return length


READ = {"token", "weights", "config", "pixels", "sound", "spelling", "array"}  # sources that are read, not written out


def given(lesson):
    """What `given` gives, written out, filled or drawn, by stacked name (h_i is h); borders as h_0."""
    length, found = counts(lesson), Named()

    def size(entry, at):
        if isinstance(entry, int):
            return entry
        if " " in entry:  # 2 H
            return int(np.prod([size(int(part) if part.isdigit() else part, at) for part in entry.split()]))
        if entry in found:
            return int(found[entry])
        word, subs = split_name(entry)
        if subs:
            return lesson["sequences"][word][at[subs[0]] - 1]
        return length[word] if word in length else int(found[word])

    def one(entry, name, places, at):
        if isinstance(entry, dict) and "values" in entry:
            entry = entry["values"]
        if isinstance(entry, dict):
            kind = next(kind for kind in ("random", "uniform", "fill") if kind in entry)
            shape = [size(part, at) for part in entry["size" if kind == "fill" else kind]]
            if kind == "fill":
                return np.full(shape, entry["fill"])
            return drawn(f"{name}_{','.join(places)}", lesson.get("seed", 1), shape, kind,
                         entry.get("scale", 1)).astype(float)
        return np.array(entry, np.float32).astype(float)

    for key, entry in lesson.get("given", {}).items():
        if isinstance(entry, dict) and entry.keys() & READ:
            continue
        word, subs = split_name(key)
        letters = [sub for sub in subs if sub in lesson.get("indices", {})]
        places = [sub for sub in subs if sub.isdigit()]
        rest = [sub for sub in subs if sub not in letters and sub not in places]
        name = word + ("_" + ",".join(rest) if rest else "")
        if letters and isinstance(entry, dict) and "values" not in entry:
            k, = letters
            parts = [one(entry, name, places + [str(n)], {k: n}) for n in range(1, length[k] + 1)]
            same = len({part.shape for part in parts}) == 1
            array = np.stack(parts) if same else parts
        else:
            array = one(entry, name, places, {})
        found[f"{name}_{places[0]}" if places else name] = array
    return found


def redraw(lesson, generator):
    """The same lesson with other numbers; positive where they were, so that a log stays a log, and a mask stays one."""

    def other(entry):
        if isinstance(entry, dict):
            return {**entry, "values": other(entry["values"])} if "values" in entry else entry
        old = np.array(entry, float)
        if old.ndim == 0:
            return entry
        new = generator.normal(size=old.shape)
        if (old > 0).all():
            new = generator.uniform(0.1, 2, size=old.shape)
        if old.ndim == 2 and set(old.flat) == {0, 1}:  # a mask: each row has a 1
            new = generator.integers(0, 2, size=old.shape)
            new[np.arange(len(new)), generator.integers(0, new.shape[1], size=len(new))] = 1
        return np.round(new, 4).tolist()

    return {**lesson, "given": {key: other(entry) for key, entry in lesson["given"].items()}}


# ---- mathematics ----


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def layer_norm(X, γ=1.0, β=0.0, ε=1e-5):
    mean, var = X.mean(-1, keepdims=True), X.var(-1, keepdims=True)
    return (X - mean) / np.sqrt(var + ε) * γ + β


def attention_weights(Q, K, M=None):
    scores = Q @ K.T / np.sqrt(K.shape[1])
    return softmax(scores if M is None else np.where(M == 0, -np.inf, scores))


def attend(Q, K, V, M=None):
    return attention_weights(Q, K, M) @ V


def halves(X):
    return np.split(X, 2, axis=1)


def heads(Q, K, V, M=None):
    """Attention in two heads, put side by side."""
    return np.hstack([attend(q, k, v, M) for q, k, v in zip(halves(Q), halves(K), halves(V))])


def norm(x):
    return np.sqrt((x * x).sum(-1))


def derivative(f, x, step=1e-5):
    """∂f/∂x by central differences in double: the axes of f, then those of x."""
    x = np.array(x, float)
    columns = []
    for place in np.ndindex(x.shape):
        moved = x.copy()
        moved[place] = x[place] + step
        above = np.array(f(moved))
        moved[place] = x[place] - step
        columns.append((above - np.array(f(moved))) / (2 * step))
    last = np.stack(columns, axis=-1)
    return last.reshape(last.shape[:-1] + x.shape)


def sizes_of_derivatives(f, x):
    """How far each row of f moves with each row of x: |∂f_k/∂x_i|."""
    return np.sqrt((derivative(f, x)**2).sum(axis=(1, 3)))
