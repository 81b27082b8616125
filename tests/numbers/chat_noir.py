"""le chat noir → the black cat: the numbers of the lecture notes, and what a changed one changes."""

import json
import os

import numpy as np

from compare import ROOT, compare, explain, given, softmax, values

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
    with open(os.path.join(ROOT, "lessons", "le-chat-noir.json"), encoding="utf-8") as file:
        v = given(json.load(file))
    try:
        document = explain("le-chat-noir")
        compare(report, "le chat noir", values(document), translate(v), 1e-6)
        notes(report, document)
        changed = values(explain("le-chat-noir", "--set", "e_{1,2} = 2.0"))
        compare(report, "le chat noir, what if", changed, translate(v, (1, 2, 2.0)), 1e-6)
        report.check("α_1 after the change",
                     np.round(changed["α"][0], 4).tolist() == [0.4868, 0.4404, 0.0728], changed["α"][0])
    except (RuntimeError, KeyError) as fault:
        report.check("le chat noir", False, repr(fault))


def notes(report, document):
    """The numbers that the lecture notes print, and what they say of them."""
    got = values(document)
    report.check("α to four decimals", np.round(got["α"], 4).tolist() == WEIGHTS, got["α"])
    report.check("e to six decimals", np.round(got["e"], 6).tolist() == SCORES, got["e"])
    y = document["values"]["y"]
    report.check("y in words", y.get("words") == ["the", "black", "cat"], y)
    stated = {entry["name"]: entry for entry in document["stated"]}
    α = stated.get("α", {})
    report.check("what the notes state of α",
                 abs(α.get("largest_difference", 9) - 0.0605) < 0.00005 and α.get("at") == [1, 1],
                 stated)
    report.check("what the notes state of e", abs(stated["e"]["largest_difference"]) < 1e-6,
                 stated)
    axes = document["values"]["α"]["axes"]
    report.check("words on both axes of α",
                 [axis.get("labels") for axis in axes] == [["the", "black", "cat"],
                                                           ["le", "chat", "noir"]], axes)
    checks = document["checks"]
    report.check("checks hold", checks and all(check["holds"] is True for check in checks),
                 checks)
