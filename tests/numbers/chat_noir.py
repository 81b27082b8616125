"""le chat noir → the black cat: the numbers of the lecture notes, and what a changed one changes."""

import json
import os

import numpy as np

from compare import DRAFTS, compare, explain, given, softmax, values

ENGLISH = ["<start>", "<end>", "the", "a", "black", "white", "cat", "dog"]
SCORES = [[2.1, 0.3, 0.2], [0.1, 2.0, 2.4], [0.1, 2.6, 0.8]]
WEIGHTS = [[0.7605, 0.1257, 0.1138], [0.0566, 0.3786, 0.5648], [0.0658, 0.8017, 0.1325]]


def translate(v, change=None):
    """The decoder; change: (t, i, score) replaces one score."""
    h = [v.h_0]
    for x in v.E_F:
        h.append(0.5 * h[-1] + x)
    h, s, y = np.array(h[1:]), v.s_0, 0
    found = {name: [] for name in "sαecopy"}
    for t in range(3):
        s = 0.5 * s + v.E_E[y]
        e = h @ s
        if change and change[0] == t + 1:
            e[change[1] - 1] = change[2]
        α = softmax(e)
        c = α @ h
        o = v.W_o @ np.concatenate([s, c]) + v.b_o
        p = softmax(o)
        y = int(p.argmax())
        for name, value in zip("sαecop", (s, α, e, c, o, p)):
            found[name].append(value)
        found["y"].append(y + 1)
    return {"h": h, **{name: np.array(array) for name, array in found.items()}}


def run(report):
    path = os.path.join(DRAFTS, "le-chat-noir.json")
    with open(path, encoding="utf-8") as file:
        v = given(json.load(file))
    want = translate(v)
    for source, label in ((path, "the draft"), ("le-chat-noir", "the carried lesson")):
        try:
            document = explain(source)
            compare(report, f"le chat noir, {label}", values(document), want, 1e-6)
            notes(report, document, label)
            changed = values(explain(source, "--set", "e_{1,2} = 2.0"))
            compare(report, f"le chat noir, what if, {label}", changed, translate(v, (1, 2, 2.0)), 1e-6)
            report.check(f"α_1 after the change, {label}",
                         np.round(changed["α"][0], 4).tolist() == [0.4868, 0.4404, 0.0728],
                         changed["α"][0])
        except (RuntimeError, KeyError) as fault:
            report.check(f"le chat noir, {label}", False, repr(fault))


def notes(report, document, label):
    """The numbers that the lecture notes print, and what they say of them."""
    got = values(document)
    report.check(f"α to four decimals, {label}", np.round(got["α"], 4).tolist() == WEIGHTS, got["α"])
    report.check(f"e to six decimals, {label}", np.round(got["e"], 6).tolist() == SCORES, got["e"])
    y = document["values"]["y"]
    report.check(f"y in words, {label}", y.get("words") == ["the", "black", "cat"], y)
    stated = {entry["name"]: entry for entry in document["stated"]}
    α = stated.get("α", {})
    report.check(f"what the notes state of α, {label}",
                 abs(α.get("largest_difference", 9) - 0.0605) < 0.00005 and α.get("at") == [1, 1],
                 stated)
    report.check(f"what the notes state of e, {label}", abs(stated["e"]["largest_difference"]) < 1e-6,
                 stated)
    axes = document["values"]["α"]["axes"]
    report.check(f"words on both axes of α, {label}",
                 [axis.get("labels") for axis in axes] == [["the", "black", "cat"],
                                                           ["le", "chat", "noir"]], axes)
    checks = document["checks"]
    report.check(f"checks hold, {label}", checks and all(check["holds"] is True for check in checks),
                 checks)
