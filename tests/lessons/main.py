"""Runs every lesson in every format."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import DRAFTS, ROOT, Report, attnviz, carried, each, harmful, strict_json  # noqa: E402

COLUMNS = 80


def width(text):
    """Columns on a terminal."""
    return sum(0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def faults_of_text(output):
    if found := harmful(output):
        yield found
        return
    lines = output.decode().split("\n")
    if lines[-1] != "" or len(lines) < 5:
        yield f"{len(lines)} lines, the last is {lines[-1]!r}"
    for number, line in enumerate(lines, 1):
        if width(line) > COLUMNS:
            yield f"line {number} has {width(line)} columns: {line}"
        if line != line.rstrip():
            yield f"line {number} ends with blanks: {line!r}"
        if re.search(r"\bnan\b|\binf\b", line):
            yield f"line {number} holds a number that is none: {line}"


def sizes_of(data):
    """Of nested lists, along their first entries; an empty list is the last."""
    return [len(data)] + (sizes_of(data[0]) if data else []) if isinstance(data, list) else []


def faults_of_value(name, value):
    if not {"formula", "axes", "data"} <= set(value):
        yield f"{name} has the keys {sorted(value)}"
        return
    sizes, axes = sizes_of(value["data"]), value["axes"]
    only_borders = sizes[:1] == [0] and value.get("borders")
    if len(sizes) != len(axes) and not only_borders:
        yield f"{name} has {len(axes)} axes and {len(sizes)} levels of numbers"
    for size, axis in zip(sizes, axes):
        if len(axis.get("labels") or range(size)) != size:
            yield f"{name} has {len(axis['labels'])} labels for {size} places"


def faults_of_json(output):
    try:
        document = strict_json(output.decode("utf-8"))
    except ValueError as fault:
        yield str(fault)
        return
    missing = {"attnviz", "lesson", "title", "values", "steps", "stated", "checks"} - set(document)
    if missing:
        yield f"without {sorted(missing)}"
        return
    if document["attnviz"] != 1 or not document["values"] or not document["steps"]:
        yield "attnviz is not 1, or no values, or no steps"
    for name, value in document["values"].items():
        yield from faults_of_value(name, value)
    for check in document["checks"]:
        if check["holds"] is not True:
            yield f"{check['formula']} is false"


def carried_lessons(report):
    """The lessons that the program carries."""
    names = carried()
    outcome = attnviz("lessons")
    text = outcome.stdout.decode("utf-8")
    listed = re.findall(r"^  ([a-z0-9-]+)  ", text, re.MULTILINE)
    report.check("attnviz lessons lists all", outcome.status == 0 and sorted(listed) == names,
                 f"{outcome}: {listed}")
    report.check("attnviz lessons fits 80 columns",
                 all(width(line) <= COLUMNS for line in text.split("\n")), text)
    raw = re.findall(r"\S*_[{a-z0-9]\S*", text)  # W_Q is as formulas have it
    report.check("attnviz lessons shows no formula as it is typed", not raw, raw)
    return names


def drawn_pictures(report):
    """A picture of lessons/ that a program of the same name draws is that, byte for byte."""
    folder = os.path.join(ROOT, "lessons")
    compiler = shutil.which("cc")
    if not compiler:
        report.skip("pictures of lessons are as drawn", "there is no C compiler")
        return
    for name in sorted(name[:-1] + "png" for name in os.listdir(folder) if name.endswith(".c")):
        with tempfile.TemporaryDirectory() as scratch, open(os.path.join(folder, name), "rb") as file:
            program = os.path.join(scratch, "draw")
            source = os.path.join(folder, name[:-4] + ".c")
            done = subprocess.run([compiler, "-std=c11", "-O1", source, "-o", program],
                                  capture_output=True, text=True, check=False)
            drawn = done.returncode == 0 and subprocess.run([program], capture_output=True, check=True)
            report.check(f"{name} is as drawn", drawn and drawn.stdout == file.read(), done.stderr)


def placed_diagrams(report):
    """What a NAME.flow says that Graphviz answered is what it answers, if it is the same Graphviz."""
    folder = os.path.join(ROOT, "lessons")
    version = shutil.which("dot") and subprocess.run(["dot", "-V"], capture_output=True, check=True).stderr
    for name in sorted(name for name in os.listdir(folder) if name.endswith(".flow")):
        with open(os.path.join(folder, name), "rb") as file:
            placed_by, _, rest = file.read().partition(b"\n")
        if not version or version.rstrip(b"\n") != placed_by:
            report.skip(f"{name} is as placed", f"{placed_by.decode()} is not here")
            continue
        asked, end, answer = rest.partition(b"\n}\ngraph ")
        asked += b"\n}\n"
        done = subprocess.run(["dot", "-Tplain"], input=asked, capture_output=True, check=False)
        report.check(f"{name} is as placed", end and done.stdout == b"graph " + answer, done.stderr)


def main():
    report = Report("lessons")
    drawn_pictures(report)
    placed_diagrams(report)
    drafts = sorted(os.path.join(DRAFTS, name) for name in os.listdir(DRAFTS)
                    if name.endswith(".json") and not name.endswith("-config.json"))
    lessons = drafts + carried_lessons(report)
    cases = [(lesson, form) for lesson in lessons for form in ("text", "json")]
    outcomes = each(lambda case: attnviz("explain", "--format", case[1], case[0], seconds=60), cases)
    for (lesson, form), outcome in zip(cases, outcomes):
        label = f"{os.path.basename(lesson)} as {form}"
        if not report.check(f"{label}: status 0", outcome.status == 0 and not outcome.stderr, outcome):
            continue
        faults = list((faults_of_text if form == "text" else faults_of_json)(outcome.stdout))
        report.check(f"{label}: well formed", not faults, "; ".join(faults[:3]))
    report.end()


main()
