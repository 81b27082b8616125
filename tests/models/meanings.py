"""The lesson `meaning`: what lessons/models.sh wrote for it of the sixty sentences of tests/gold/bank.tsv, and what
it says of them.

The lesson reads each sentence anew: its row must be the one that was written, and the nearest of all. The figures
are counted once more from the rows.
"""

import math
import os

from harness import ROOT, attnviz, each, strict_json

ALIKE = 0.9999  # the lesson takes rows that are more alike for the same


def gold():
    """(sentence, sense, place of the word that decides) of each line."""
    with open(os.path.join(ROOT, "tests", "gold", "bank.tsv"), encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file]
    return [(sentence, sense, int(decider)) for sentence, sense, _, decider in lines]


def lines_of(name):
    with open(os.path.join(ROOT, "lessons", name), encoding="utf-8") as file:
        return file.read().splitlines()


def unit(row):
    length = math.sqrt(sum(number * number for number in row))
    return [number / length for number in row]


def cosine(a, b):
    return sum(p * q for p, q in zip(a, b))


def told(*options):
    """The values of the lesson."""
    outcome = attnviz("explain", "meaning", "--format", "json", *options, seconds=60)
    return strict_json(outcome.stdout.decode("utf-8"))["values"]


def read_anew(sentence):
    """The word's row after layer 2, and the sentence of the sixty that is nearest to it."""
    values = told("--only", "x,near", "--input", f"sentence={sentence}")
    return values["x"]["data"][0][1], values["near"]["words"][0]


def agreeing(rows, kinds):
    """In how many the nearest other row is of the same kind."""
    rows = [unit(row) for row in rows]
    count = 0
    for row, kind in zip(rows, kinds):
        alike = [cosine(row, other) for other in rows]
        nearest = max((number, -place) for place, number in enumerate(alike) if number <= ALIKE)  # the first of equals
        count += kinds[-nearest[1]] == kind
    return count


def meanings(report):
    lines = gold()
    values = told("--only", "R,M,D,knows,sense,ends,same_{sense},same_{end}")
    data = {name: value["data"] for name, value in values.items()}
    sentences = [sentence for sentence, _, _ in lines]
    senses = [[int(sense == "money"), int(sense == "river")] for _, sense, _ in lines]
    ends = [[int(sentence.endswith(" bank .")), int(not sentence.endswith(" bank ."))] for sentence in sentences]
    deciders = [sentence.split()[decider - 1] for sentence, _, decider in lines]
    vocabulary = set(lines_of("reader-words.txt"))
    report.check("meaning: the sixty sentences", lines_of("bank.txt") == sentences)
    report.check("meaning: their senses, half and half",
                 data["sense"] == senses and senses == sorted(senses, reverse=True) and sum(s[0] for s in senses) == 30,
                 data["sense"])
    report.check("meaning: where the word stands", data["ends"] == ends, data["ends"])
    known = [[int(word in vocabulary or word.lower() in vocabulary)] for word in deciders]
    report.check("meaning: which deciding words the reader knows", data["knows"] == known, data["knows"])
    for (row, nearest), sentence, written in zip(each(read_anew, sentences), sentences, data["R"]):
        report.check(f"meaning: the row of '{sentence}'",
                     cosine(unit(row), unit(written)) > ALIKE and nearest == sentence, nearest)
    for name, kinds in (("same_sense", senses), ("same_end", ends)):
        counted = [agreeing(data[rows], kinds) for rows in "RMD"]
        report.check(f"meaning: {name} is counted right", data[name] == counted, f"{data[name]}, {counted}")
