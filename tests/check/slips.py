"""Right answers, answers with a slip and answers out of nothing, each judged by `attnviz check`."""

import itertools
import json
import os
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numbers"))
from compare import ROOT, Named, Report, attnviz, each, explain, given, read_safetensors, strict_json, values  # noqa: E402
from harness import FEW, carried  # noqa: E402
from lessons import MODELS, SLIPS, Student  # noqa: E402

FOLDER = tempfile.TemporaryDirectory(prefix="attnviz-check-")
LAYOUTS = ("transposed", "order")
DECIMALS = 4


def numbers_of(name):
    """All that the lesson gives or has learned, and what the program computes before its attention."""
    found = values(explain(name))
    with open(os.path.join(ROOT, "lessons", name + ".json"), encoding="utf-8") as file:
        lesson = json.load(file)
    found.update(given({**lesson, "given": lesson.get("given", {})}))
    if "weights" in lesson:
        found.update(read_safetensors(os.path.join(ROOT, "lessons", lesson["weights"])))
    return Named(found)


def computed(model, v, *slips, decimals=2):
    """The values, or None where the slip cannot be computed."""
    try:
        with np.errstate(all="ignore"):
            found = model(v, Student(*slips, decimals=decimals))
    except ValueError:
        return None
    bad = any(np.isnan(x).any() or np.isposinf(x).any() for x in found.values())
    return None if bad else {name: np.asarray(x, float) for name, x in found.items()}


def differ(a, b):
    """Whether a reader of four decimals can tell them apart."""
    if a.shape != b.shape:
        return True
    same = np.isneginf(a) & np.isneginf(b)
    return bool((np.abs(np.where(same, 0, a) - np.where(same, 0, b)) > 10 * 10.0**-DECIMALS).any())


def judged(task):
    lesson, answers, decimals = task
    handle, path = tempfile.mkstemp(suffix=".json", dir=FOLDER.name)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({name: np.round(x, decimals).tolist() for name, x in answers.items()}, file)
    outcome = attnviz("check", "--format", "json", lesson, path)
    os.unlink(path)
    if outcome.status not in (0, 3):
        return {"verdict": "fault", "says": outcome.message}
    told = strict_json(outcome.stdout.decode("utf-8"))
    return {**told, "status": outcome.status}


def first_reasons(told):
    """Of the first value that is wrong: the slips of each of its reasons."""
    for value in told.get("values", ()):
        if value["name"] == told.get("first"):
            return [reason["slips"] for reason in value["reasons"]]
    return []


def wrong_cases(lesson, v):
    """(slip, which of the values are handed in, these)"""
    model = MODELS[lesson]
    right = computed(model, v)
    for slip in SLIPS:
        wrong = computed(model, v, slip)
        names = [name for name in right if wrong and differ(wrong[name], right[name])]
        if not names:
            continue
        if slip == "rounded early":  # what is handed in has more digits than what it was made of
            last = np.round(wrong[names[-1]], DECIMALS)
            if not np.allclose(last, np.round(last, 3), atol=1e-9):
                yield slip, "the last alone", {names[-1]: last}
            continue
        yield slip, "all", wrong
        if len(names) > 1 or len(right) > 1:
            yield slip, "the last alone", {names[-1]: wrong[names[-1]]}


def equal_slips(lesson, v, slip, name):
    """The slips that give the same numbers for this value."""
    wrong = computed(MODELS[lesson], v, slip)
    return [other for other in SLIPS if (x := computed(MODELS[lesson], v, other)) and
            x[name].shape == wrong[name].shape and np.allclose(x[name], wrong[name], atol=1e-6)]


def layout_cases(lesson, v, generator):
    right = computed(MODELS[lesson], v)
    for name, x in right.items():
        if x.ndim != 2 or np.isinf(x).any():
            continue
        if differ(x.T, x):
            yield "transposed", name, {name: x.T}
        order = generator.permutation(len(x))
        if differ(x[order], x):
            yield "order", name, {name: x[order]}


def pair_cases(lesson, v):
    model = MODELS[lesson]
    right = computed(model, v)
    singles = {slip: wrong for slip in SLIPS if (wrong := computed(model, v, slip))}
    for one, other in itertools.combinations(singles, 2):
        both = computed(model, v, one, other)
        if not both or "rounded early" in (one, other):
            continue
        name = list(right)[-1]
        if all(differ(both[name], x[name]) for x in (right, singles[one], singles[other])):
            if differ(singles[one][name], right[name]) and differ(singles[other][name], right[name]):
                yield {one, other}, name, {name: both[name]}


def random_answers(right, generator):
    """As large as the right ones, of the same kind, and nothing else."""
    found = {}
    for name, x in right.items():
        noise = generator.normal(size=x.shape) * np.std(np.where(np.isinf(x), 0, x))
        if x.ndim and (x >= 0).all() and np.allclose(x.sum(-1), 1, atol=1e-3):
            noise = np.exp(3 * noise)
            noise /= noise.sum(-1, keepdims=True)
        found[name] = noise
    return found


def run_right(report, given_numbers):
    tasks = [(name, computed(MODELS[name], v), decimals)
             for name, v in given_numbers.items() for decimals in (2, 3, 4)]
    for (name, _, decimals), told in zip(tasks, each(judged, tasks)):
        marks = [(value["name"], value["mark"]) for value in told.get("values", ())
                 if value["mark"] not in ("right", "rounded", "follows")]
        report.check(f"{name}: right with {decimals} decimals",
                     told["verdict"] == "right" and told["status"] == 0, told.get("says", marks))


def run_wrong(report, numbers, kind, cases, named, share):
    """Each case (lesson, slip, which, answers): the share of those of which the slip is named."""
    tasks = [(lesson, answers, DECIMALS) for lesson, _, _, answers in cases]
    good = 0
    for (lesson, slip, which, answers), told in zip(cases, each(judged, tasks)):
        reasons = first_reasons(told)
        if kind == "slips" and told.get("first") in answers and [slip] not in reasons:
            reasons += [[slip] for other in equal_slips(lesson, numbers[lesson], slip, told["first"])
                        if [other] in reasons][:1]
        fine = told["verdict"] == "wrong" and told["status"] == 3 and named(slip, reasons)
        good += fine
        if not fine:
            print(f"# {lesson}, {slip}, {which}: {told['verdict']}, {told.get('first')}, {reasons}"
                  f" {told.get('says', '')}")
    report.check(f"{kind}: {good} of {len(cases)} are named, {100 * good / max(1, len(cases)):.1f} %",
                 cases and good >= share * len(cases), f"less than {100 * share} %")


def checked_own(lesson):
    """What check says of all that explain prints of the lesson."""
    path = os.path.join(FOLDER.name, lesson + ".json")
    attnviz("explain", lesson, "--format", "json", "-o", path, seconds=60)
    return attnviz("check", lesson, path, seconds=60)


def main():
    report = Report("check")
    for name, outcome in zip(carried(), each(checked_own, carried())):
        report.check(f"{name}: what explain prints of it is right", outcome.stdout.endswith(b"All are right.\n"), outcome)
    generator = np.random.default_rng(7)
    chosen = sys.argv[1:] or list(MODELS)
    numbers = {name: numbers_of(name) for name in chosen}
    run_right(report, numbers)
    wrong = [(name, *case) for name, v in numbers.items() for case in wrong_cases(name, v)][::4 if FEW else 1]
    run_wrong(report, numbers, "slips", wrong, lambda slip, reasons: [slip] in reasons, 0.95)
    layouts = [(name, *case) for name, v in numbers.items()
               for case in layout_cases(name, v, generator)][::8 if FEW else 2]
    run_wrong(report, numbers, "layouts", layouts, lambda slip, reasons: [slip] in reasons, 0.95)
    pairs = [(name, *case) for name, v in numbers.items() for case in pair_cases(name, v)]
    pairs = [pairs[i] for i in generator.permutation(len(pairs))[:20 if FEW else 60]]
    run_wrong(report, numbers, "two slips at once", pairs,
              lambda both, reasons: any(set(r) == both for r in reasons), 0.8)
    tasks = [(name, random_answers(computed(MODELS[name], v), generator), DECIMALS)
             for name, v in numbers.items() for _ in range(2)]
    for (name, _, _), told in zip(tasks, each(judged, tasks)):
        stories = [reason for value in told["values"] for reason in value["reasons"]]
        report.check(f"{name}: numbers out of nothing have no reason",
                     told["verdict"] == "wrong" and not stories, stories)
    report.end()


main()
