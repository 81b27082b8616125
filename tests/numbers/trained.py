"""The gradients that the carried models are trained by, beside finite differences in float64."""

import json
import os
import shutil
import tempfile

import numpy as np

import carried
from compare import ROOT, Named, given, read_safetensors
from harness import attnviz

# sentences of equal lengths, which go together, and of another; what is written is mostly wrong, so
# that there is much to learn
PAIRS = [("le chat noir", "the dog sees <end>"), ("il la voit", "a black cat <end>"),
         ("le chien ne dort pas", "the cat does not sleep <end>")]
CHINESE = [("我 爱 水 课", "he drinks tea <end>"), ("她 不 喝 水", "I love courses <end>"), ("你 有 书 吗 ？", "she likes books ? <end>")]
TREES = [("The cats to the door sees .", "2 6 5 5 2 0 6", "0 0 0 0 0 2 0", "0 0 0 0 0 0 0", "? 0 0 0 0 ? 0",
          "The cat to the door sees .", "0 1 0 0 0 0 0"),
         ("The keys <mask> the cabinet are .", "2 6 ? ? 2 0 6", "? ? ? ? ? ? ?", "0 0 0 0 0 5 0", "0 0 0 0 0 2 0",
          "The keys to the cabinet are .", "0 0 2 0 0 1 0"),
         ("She <mask> him .", "2 0 2 2", "0 1 0 0", "0 3 0 0", "0 0 0 0", "She saw him .", "0 2 0 0")]
EXAMPLES = {"translator-pairs": (carried.translator_pairs, "L", PAIRS), "transformer": (carried.transformer, "J", PAIRS),
            "cross-attention": (carried.cross_attention, "J", CHINESE),
            "reader": (carried.reader, "Loss", TREES), "long-range": (carried.long_range, "Loss_GRU", TREES)}
RATE = 0.1  # small, for what is computed after the step too


def plain_step(lesson):
    """One step down the plain gradient of the examples."""
    for step in lesson["steps"]:
        if "train" in step:
            step["train"] = {"loss": step["train"]["loss"], "inputs": step["train"]["inputs"], "steps": 1,
                             "rate": RATE, "examples": "examples.tsv", "batch": 8}
    lesson.pop("evaluate", None)
    return lesson


def gradient(name, lesson, examples, before, folder):
    """What one step took off, by the rate; None, and why, if there was none."""
    for entry in os.listdir(carried.LESSONS):
        if entry.endswith(".txt") or f'"{entry}"' in json.dumps(lesson["given"]):
            shutil.copy(os.path.join(carried.LESSONS, entry), folder)
    with open(os.path.join(folder, "examples.tsv"), "w", encoding="utf-8") as file:
        file.writelines("\t".join(part) + "\n" for part in examples)
    path = os.path.join(folder, name + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(plain_step(lesson), file, ensure_ascii=False)
    out = os.path.join(folder, "out.safetensors")
    outcome = attnviz("train", path, "--from", os.path.join(carried.LESSONS, lesson["weights"]), "-o", out)
    if outcome.status != 0:
        return None, outcome
    after = read_safetensors(out)
    return {key: (before[key].astype(float) - after[key]) / RATE for key in after if key in before}, ""


def slope(loss, v, key, direction, step=1e-5):
    at = np.array(v[key], float)
    values = []
    for side in (step, -step):
        v[key] = at + side * direction
        values.append(loss(v))
    v[key] = at
    return (values[0] - values[1]) / (2 * step)


def check(report, name):
    model, what, examples = EXAMPLES[name]
    with open(os.path.join(carried.LESSONS, name + ".json"), encoding="utf-8") as file:
        lesson = json.load(file)
    before = read_safetensors(os.path.join(carried.LESSONS, lesson["weights"]))
    with tempfile.TemporaryDirectory(prefix="attnviz-trained-") as folder:
        got, why = gradient(name, json.loads(json.dumps(lesson)), examples, before, folder)
    if not report.check(f"{name} takes a plain step", got, why):
        return
    v, draw, worst = Named(given(lesson)), np.random.default_rng(1), {}
    v.update(before)

    def loss(v):
        return np.mean([model(v, *parts)[what] for parts in examples])

    for key, g in got.items():
        if g.size < 2:
            continue
        other = draw.standard_normal(g.shape)
        direction = g / max(np.linalg.norm(g), 1e-12) + other / np.linalg.norm(other)
        want, have = slope(loss, v, key, direction), np.sum(g * direction)
        worst[key] = abs(want - have) / max(np.linalg.norm(g), 1e-6)
    report.check(f"{name}: the gradient of each of {len(worst)} learned values",
                 len(worst) > 5 and max(worst.values()) < 1e-3,
                 sorted(((value, key) for key, value in worst.items()), reverse=True)[:5])


def run(report):
    for name in EXAMPLES:
        check(report, name)
