"""File names that lead out of the lesson's folder, files that are none, and strange names."""

import os

from judge import FOLDER, SCRATCH, attnviz, expect, fault_of, harmful, lesson


def run(report):
    outside = os.path.join(SCRATCH.name, "outside.txt")
    with open(outside, "w", encoding="utf-8") as file:
        file.write("secret\nwords\n")
    for name in ("../outside.txt", outside, "./../outside.txt", "x/../../outside.txt", "..",
                 "/etc/passwd", "", ".", "no-such.txt",
                 "a\tb", "~/x"):
        for label, document in {
                "words": lesson("x = 1", sequences={"s": {"file": name}}),
                "weights": lesson("x = 1", weights=name, given={"A": {"weights": "a"}}),
                "array": lesson("x = 1", given={"A": {"array": name}}),
                "config": lesson("x = 1", config=name, given={"A": {"config": "a"}}),
                "sound": lesson("x = 1", given={"A": {"sound": name, "rate": 8000}}),
                "pixels": lesson("x = 1", given={"A": {"pixels": name, "grid": [2, 2]}})}.items():
            expect(report, f"{label} from {name!r}", document, 1)

    def argument(label, path, status=1, message=""):
        outcome = attnviz("explain", path, seconds=10)
        fault = fault_of(outcome, placed=False)
        report.check(label, not fault and outcome.status == status and message in outcome.message,
                     fault or outcome)

    argument("a folder", FOLDER)
    argument("a missing file", os.path.join(FOLDER, "missing.json"), 1, "missing.json")
    argument("an endless file", "/dev/zero")
    argument("no bytes", "/dev/null")
    argument("a name too long", "./" + "x" * 5000 + ".json")
    argument("a file name that clears the screen", "./\x1b[2J\u202e.json")
    outcome = attnviz("explain", "no-such-lesson\x1b[2J")
    report.check("a lesson name that clears the screen",
                 outcome.status in (1, 2) and not harmful(outcome.stderr), outcome)
