"""Scenes: what is said is true of the picture, nothing gives it away, and what is held out is nowhere else."""

import collections
import json
import os
import tempfile

from harness import ROOT, attnviz
from png import pixels

with open(os.path.join(ROOT, "lessons", "scenes.json"), encoding="utf-8") as file:
    FILE = json.load(file)
PLURALS = {thing["plural"]: name for name, thing in FILE["things"].items()}
SINGLE = {**{name: name for name in FILE["things"]}, **PLURALS}
BETWEEN = {"left": lambda a, b: a[0] + a[2] < b[0] + b[2], "right": lambda a, b: a[0] + a[2] > b[0] + b[2],
           "above": lambda a, b: a[3] < b[3] and a[1] < b[1], "below": lambda a, b: a[3] > b[3] and a[1] > b[1],
           "behind": lambda a, b: touch(a, b), "in": lambda a, b: touch(a, b)}


def touch(a, b):
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def lines(report, name, count, *options):
    outcome = attnviz("corpus", name, "-n", str(count), "--roles", *options)
    rows = [line.split("\t") for line in outcome.stdout.decode().splitlines()]
    report.check(f"{name} {' '.join(options)}: {count} lines", outcome.status == 0 and len(rows) == count, outcome)
    return rows


def boxes(text):
    found = collections.defaultdict(list)
    for box in text.split():
        word, corners = box.split(":")
        found[int(word)].append(tuple(map(int, corners.split(","))))
    return found


def things(row):
    """(noun, colour or None, size or None, boxes) of a caption, in its order."""
    words, where, kinds = row[0].split(), boxes(row[1]), row[3].split()
    said = {}
    for place, (word, kind) in enumerate(zip(words, kinds)):
        if word in FILE["colours"]:
            said["colour"] = word
        elif word in FILE["sizes"]:
            said["size"] = word
        elif word in SINGLE and kind == "noun":
            yield SINGLE[word], said.get("colour"), said.get("size"), where[place]
            said = {}


def untrue(rows):
    for row in rows:
        words, found = row[0].split(), list(things(row))
        for name, _, size, where in found:
            side = max(max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in where)
            if (size == "big" and side < 24 and "behind" not in words and "front" not in words) or (size == "small" and side > 26):
                yield f"{size}: {side} pixels", row
            if min(x1 - x0 for x0, _, x1, _ in where) < 4:
                yield "hardly to be seen", row
        for count, word in ((2, "two"), (3, "three")):
            if word in words and len([1 for *_, where in found if len(where) == count]) == 0:
                yield word, row
        if len(found) == 2:
            one, other = found[0][3][0], found[1][3][0]
            for word, holds in BETWEEN.items():
                if word in words and "relation" == row[3].split()[words.index(word)] and not holds(one, other):
                    yield word, row


def shade_of(name):
    return [tuple(int(shade[i:i + 2], 16) for i in (1, 3, 5)) for shade in FILE["colours"][name]]


def seen_colour(rows, box):
    """The colour of which most pixels of a box are nearest to a shade, weighing hue and not light."""
    votes = collections.Counter()
    for y in range(box[1], box[3]):
        for x in range(box[0], box[2]):
            pixel = rows[y][3 * x:3 * x + 3]
            near = {name: min(sum((a - b) ** 2 for a, b in zip(pixel, shade)) for shade in shade_of(name))
                    for name in FILE["colours"]}
            best = min(near, key=near.get)
            if near[best] < 1500:
                votes[best] += 1
    return votes


def drawn(report, kind, count):
    """The file of each of so many pictures of a corpus, and the columns of its line."""
    with tempfile.TemporaryDirectory(prefix="attnviz-drawn-") as folder:
        made = os.path.join(folder, "made")
        outcome = attnviz("corpus", kind, "-n", str(count), "--roles", "-o", made)
        with open(os.path.join(made, "examples.tsv"), encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file]
        report.check(f"{count} {kind} and their lines", outcome.status == 0 and len(os.listdir(made)) == count + 1 == len(rows) + 1, outcome)
        for name, *row in rows:
            yield os.path.join(made, name), row


def wrong_colours(report):
    """Boxes of 300 pictures by day: the colour that is said is among the two that are seen most there."""
    seen = wrong = 0
    for path, row in drawn(report, "scenes", 300):
        picture = pixels(path)
        for _, colour, _, where in things(row):
            if colour and "night" not in row[0] and "striped" not in row[0] and "spotted" not in row[0]:
                votes = seen_colour(picture, where[0])
                seen += 1
                wrong += colour not in [best for best, _ in votes.most_common(2)]
    report.check("the colour that is said is there", seen > 50 and wrong <= seen // 20, f"{wrong} of {seen} not")


def even(counts, share):
    """Whether counts differ by less than this share of their mean."""
    mean = sum(counts) / len(counts)
    return max(counts) - mean < share * mean and mean - min(counts) < share * mean


def evenness(report, rows):
    nouns, colours, sizes, grounds = (collections.Counter() for _ in range(4))
    middle = collections.defaultdict(list)
    for row in rows:
        for name, colour, size, where in things(row):
            nouns[name] += 1
            colours[colour] += colour is not None
            sizes[name, size] += size is not None
            for word in row[0].split():
                grounds[name, word] += word in FILE["grounds"]
            middle[name] += [x0 + x1 for x0, _, x1, _ in where]
    report.check("each thing as often as the others", len(nouns) == len(FILE["things"]) and even(nouns.values(), 0.15), nouns)
    report.check("each colour as often", even([colours[name] for name in FILE["colours"]], 0.25), colours)
    for ground in FILE["grounds"]:
        counts = [grounds[name, ground] for name in nouns]
        report.check(f"each thing as often with {ground}", even(counts, 0.4), counts)
    for size in ("small", "big"):
        counts = [sizes[name, size] for name in nouns]
        report.check(f"each thing as often {size}", even(counts, 0.5), counts)
    means = {name: sum(places) / len(places) / 2 for name, places in middle.items()}
    report.check("each thing as far to the left as to the right", all(abs(mean - 32) < 2 for mean in means.values()), means)


def kind_of(question):
    """The template that a question comes from."""
    words = ["a" if word == "an" else word for word in question.split() if word not in SINGLE]
    for name, group in (("COLOUR", FILE["colours"]), ("PATTERN", FILE["patterns"])):
        words = [name if word in group else word for word in words]
    text = " ".join(words)
    for relation in FILE["relations"]:
        text = text.replace(f" {relation} the", " RELATION the")
    return text


def guesses(report, known, asked):
    """The best answer to each question, if nothing is known but what was answered before."""
    answers, rough = (collections.defaultdict(collections.Counter) for _ in range(2))
    for question, answer, *_ in known:
        answers[question][answer] += 1
        rough[kind_of(question)][answer] += 1
    right, count = collections.Counter(), collections.Counter()
    for question, answer, *_ in asked:
        kind = kind_of(question)
        best = (answers.get(question) or rough[kind]).most_common(1)[0][0]
        count[kind] += 1
        right[kind] += best == answer
    for kind in sorted(count):
        few = min(len(rough[kind]), 2 if "doing" in kind else 99)
        share = right[kind] / count[kind]
        report.check(f"'{kind}' cannot be guessed", count[kind] > 100 and share < 1.15 / few + 0.03,
                     f"{100 * share:.1f} % of {count[kind]} with {few} answers")


def held_out(report, train, test):
    combinations = {(colour, name) for row in train for name, colour, _, _ in things(row) if colour}
    report.check("brown dog is held out", ("brown", "dog") not in combinations)
    held = len(FILE["things"]) * len(FILE["colours"]) - len(combinations)
    report.check("about a tenth is held out", 0.07 < held / (held + len(combinations)) < 0.14, held)
    marked = [row for row in test if row[2] == "held-out"]
    report.check("half of the test has something that is", 0.45 < len(marked) / len(test) < 0.55, len(marked))
    check(report, "a line that is not marked has nothing that is",
          (row for row in train + [row for row in test if row[2] == "-"]
           for name, colour, _, _ in things(row) if colour and (colour, name) not in combinations))
    both = [row for row in marked if all(colour for _, colour, _, _ in things(row))]
    check(report, "a line that is marked has something that is",
          (row for row in both if all((colour, name) in combinations for name, colour, _, _ in things(row))))


def check(report, label, faults):
    faults = list(faults)
    report.check(label, not faults, f"{len(faults)}, such as {faults[:2]}")


def run(report):
    train, test = lines(report, "scenes", 20000), lines(report, "scenes", 3000, "--part", "test")
    validation = lines(report, "scenes", 500, "--part", "validation")
    check(report, "captions are true", untrue(train + test + validation))
    check(report, "a and an", (row for row in train for word, after in zip(row[0].split(), row[0].split()[1:])
                               if word in ("a", "an") and (word == "an") != (after[0] in "aeiou")))
    evenness(report, train)
    held_out(report, train + validation, test)
    wrong_colours(report)
    known = lines(report, "questions", 20000)
    guesses(report, known, lines(report, "questions", 6000, "--seed", "2"))
    guesses(report, known, lines(report, "questions", 6000, "--part", "test"))
