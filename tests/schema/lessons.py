"""Lessons that together have every key of the language, and files beside them that they name."""

import json
import os
import shutil
import struct
import wave

HEAD = {"attnviz": 1, "title": "T"}

# every kind of sequence, every form of a value
VALUES = {
    **HEAD,
    "summary": "every form",
    "seed": 7,
    "weights": "weights.safetensors",
    "config": ["config.json", "more.json"],
    "expects": {"number": [0.5, None, "half", True], "layers": {"least": "n", "if": "number"}},
    "sequences": {
        "words": ["the", "cat"],
        "sizes": [1, 4],
        "heads": 2,
        "file": {"file": "words.txt", "unknown": "cat"},
        "picked": {"tokens": ["cat", "the"], "in": "words"},
        "text": {"input": "sentence", "default": "the cat", "in": "words"},
        "moved": {"from": "text", "first": "the"},
        "grown": {"input": "more", "next": "row(C, before)", "end": "cat", "most": 4, "begin": "moved", "in": "words"},
        "before": {"from": "grown", "first": "the"},
        "layers": {"config": "layers"},
    },
    "indices": {"i": "words", "j": "heads"},
    "lengths": {"n": "words"},
    "given": {
        "a": 3,
        "b": [1, 2],
        "C": [[1, 2], [3, 4]],
        "D_j": [[1, 2], [3, 4]],
        "p": {"values": [1, 2], "cols": "words"},
        "E": {"random": [2, "n + 1"], "scale": 0.5, "rows": "words"},
        "u": {"uniform": [3]},
        "f": {"fill": 1, "size": []},
        "t": {"token": "cat", "of": "words"},
        "g": {"config": "number"},
        "W": {"weights": "w", "part": [1, 2], "transposed": True},
        "S": {"spelling": "text", "size": 5},
        "P": {"pixels": "picture.png", "input": "picture", "grid": [2, 2]},
        "w": {"sound": "sound.wav", "input": "sound", "rate": 8000, "size": "n"},
        "R_j": {"array": "arrays.json", "name": "R", "at": [2], "mask": True, "cols": "words"},
    },
    "learned": {"L_j": {"random": [2, 2]}},
    "define": {"half(x)": "x / 2", "both(x)": ["y = 2 x", "y + x, y"]},
    "steps": [{"compute": "m_i = 2 a"}],
    "switches": {"other": ["m_i = a", "half(x) = x"]},
    "vary": {"a": {"integers": [-2, 2]}, "b": {"halves": [0, 1], "keep": "zeros"}, "check": ["m_i > a"]},
}

# every key of a step
STEPS = {
    **HEAD,
    "sequences": {"words": ["the", "cat"]},
    "indices": {"i": "words"},
    "given": {"q": [1, 2], "a": 2},
    "define": {"half(x)": "x / 2"},
    "steps": [
        {"say": "Half is {=half(a)}.", "compute": "h = half(q)", "zoom": True,
         "stated": {"by": "the notes", "values": [0.5, 1]}},
        {"compute": ["v = 2 q", "w = v + q"], "show": ["v"], "zoom": ["half"], "arithmetic": "v_1",
         "stated": {"by": "the notes", "shape": [2]}, "check": ["v == 2 q", "a > 1"]},
        {"heatmap": "v", "table": ["q", "v"]},
        {"heatmap": ["v", "w"], "plot": {"y": ["v"], "x": "q", "log": "xy"}},
        {"heatmap": {"of": "v", "grid": [1, 2], "over": "picture.png"}},
        {"for": "i", "say": "Each.",
         "steps": [{"say": {"1": "First {=i}.", "2": "Then."}, "compute": "x_i = i"}, {"for": "i", "steps": []}][:1]},
    ],
}

# every key of training
TRAIN = {
    **HEAD,
    "sequences": {"words": ["the", "cat"], "x": {"input": "x", "default": "the", "in": "words"}},
    "indices": {"i": "x"},
    "learned": {"a": 2, "b": [1, 2]},
    "steps": [
        {"compute": ["y = 2 b", "L = (a - sum(x))^2 + norm(y)^2"]},
        {"say": "Training.", "check": "a > 0",
         "train": {"loss": "L", "steps": 5, "rate": 0.1, "method": "adam", "clip": 1, "warmup": 2,
                   "decay": "cosine", "order": "shuffled", "every": 1, "watch": ["a"], "curve": "losses",
                   "source": "made here",
                   "examples": "examples.txt", "inputs": ["x"], "batch": 2,
                   "validation": "examples.txt", "trial": 2, "weight_decay": 0.1,
                   "dropout": {"y": 0.5}, "noise": ["y"]}},
        {"plot": {"y": "losses"}},
    ],
}

# examples that a corpus makes
CORPUS = {
    **HEAD,
    "sequences": {"x": {"input": "x", "default": "the"}},
    "learned": {"a": 2},
    "steps": [{"train": {"loss": "a^2", "steps": 1, "rate": 0.1, "inputs": ["x"],
                         "examples": {"corpus": "pairs", "n": 2, "part": "train", "words": [3, 6],
                                      "seed": 2}}}],
}

# pictures that a corpus makes, what is asked of them, and the answers
SCENES = {
    **HEAD,
    "sequences": {"q": {"input": "question", "default": "what"}, "r": {"input": "answer", "default": "red"}},
    "given": {"P": {"pixels": "picture.png", "input": "picture", "grid": [2, 2]}},
    "learned": {"a": 2},
    "steps": [{"train": {"loss": "a^2", "steps": 1, "rate": 0.1, "inputs": ["picture", "question", "answer"],
                         "examples": {"corpus": "scenes", "n": 2, "questions": True}}}],
}

# pictures that a corpus makes, and a label of each
LABELS = {
    **HEAD,
    "sequences": {"c": {"input": "label", "default": "red"}},
    "given": {"P": {"pixels": "picture.png", "input": "picture", "grid": [2, 2]}},
    "learned": {"a": 2},
    "steps": [{"train": {"loss": "a^2", "steps": 1, "rate": 0.1, "inputs": ["picture", "label"],
                         "examples": {"corpus": "scenes", "n": 2, "say": "COLOUR"}}}],
}

# how good a model is, on lines of a corpus, and of a file
EVALUATE = {
    **HEAD,
    "sequences": {"words": ["the", "cat"], "x": {"input": "x", "default": "the"},
                  "y": {"input": "y", "in": "words", "next": "row(C, b)", "end": "cat"},
                  "b": {"from": "y", "first": "the"}},
    "given": {"C": [[1, 2], [3, 4]]},
    "steps": [{"compute": "A = C"}],
    "evaluate": {"examples": {"corpus": "pairs", "n": 2, "part": "test", "words": [3, 6], "seed": 2},
                 "inputs": ["x", "y"], "exact": "y", "align": ["A"],
                 "looks": [{"map": "A", "from": "VERB", "to": "subject", "among": "words"},
                           {"map": ["A"], "to": -1},
                           {"map": "A", "from": "noun", "to": "box", "grid": [1, 2]}],
                 "choose": {"corpus": "pairs", "n": 3, "part": "validation"}},
}
FROM_FILE = {**EVALUATE, "evaluate": {"examples": "examples.txt", "inputs": ["y"], "exact": "y", "align": [],
                                      "looks": []}}

# several models with the same formulas
MODELS = {
    **HEAD,
    "weights": {"j": ["weights.safetensors", "weights.safetensors"]},
    "sequences": {"models": ["one", "two"]},
    "indices": {"j": "models"},
    "given": {"W_j": {"weights": "w"}},
    "learned": {"L_j": {"random": [2, 2]}},
    "steps": [{"compute": "M_j = W_j"}],
}

ALL = {"values": VALUES, "models": MODELS, "steps": STEPS, "train": TRAIN, "corpora": CORPUS, "scenes": SCENES, "labels": LABELS,
       "evaluating": EVALUATE, "evaluating from a file": FROM_FILE}


def put_files(folder, picture):
    """The files that the lessons name."""
    with open(os.path.join(folder, "examples.txt"), "w", encoding="utf-8") as file:
        file.write("the\ncat the\nthe cat\n")
    with open(os.path.join(folder, "words.txt"), "w", encoding="utf-8") as file:
        file.write("the\ncat\n")
    with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
        json.dump({"layers": 2, "number": 0.5}, file)
    with open(os.path.join(folder, "arrays.json"), "w", encoding="utf-8") as file:
        json.dump({"R": [[[1, 0], [0, 1]]] * 2}, file)
    shutil.copy(picture, os.path.join(folder, "picture.png"))
    with wave.open(os.path.join(folder, "sound.wav"), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(struct.pack("<3h", 0, 16384, -16384))
    header = json.dumps({"w": {"dtype": "F32", "shape": [2, 4], "data_offsets": [0, 32]}}).encode()
    header += b" " * (-len(header) % 8)
    with open(os.path.join(folder, "weights.safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header + struct.pack("<8f", *range(8)))
