"""Runs hostile input and says what was wrong with how the program took it."""

import itertools
import json
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import (BUILD, DRAFTS, FEW, PLACE, SANITIZED, Report, attnviz, each, harmful,  # noqa: E402,F401
                     strict_json)
from words import DANGEROUS, lesson, lessons  # noqa: E402,F401

SECONDS = 60  # an input that takes longer hangs, however busy the machine

# The drafts' data files lie in the same folder, so that weights and words are found.
SCRATCH = tempfile.TemporaryDirectory(prefix="attnviz-hostile-")
FOLDER = os.path.join(SCRATCH.name, "lessons")
shutil.copytree(DRAFTS, FOLDER)
KEPT = os.path.join(BUILD, "hostile")  # inputs that were taken badly
NUMBER = itertools.count(1)
MOST = 20  # inputs of one kind that are taken; EVERYTHING=1 takes all

# A data file that is not there is named instead of a place in the lesson.
NO_FILE = re.compile(r"attnviz: .+: (the file cannot be|this is not a regular file)")


def fault_of(outcome, placed=True):
    """What is wrong with an outcome, or None. placed: the fault is in the lesson's text."""
    if outcome.status is None:
        return f"no end within {SECONDS} s"
    if outcome.status not in (0, 1, 3):
        return str(outcome)
    if outcome.status == 1 and outcome.stdout:
        return "half an answer stands before the message"
    first = outcome.message.split("\n")[0]
    good = PLACE.match(first) or NO_FILE.match(first) or not placed and first.startswith("attnviz: ")
    if outcome.status == 1 and not good:
        return f"the message names no place: {first!r}"
    if outcome.status == 0 and outcome.stderr:
        return f"status 0, yet a message: {first!r}"
    return harmful(outcome.stdout) or harmful(outcome.stderr)


def explain(document, *options):
    """document: bytes, text, or what becomes JSON. Returns the outcome and the file's path."""
    if not isinstance(document, (bytes, str)):
        document = json.dumps(document, ensure_ascii=False)
    if isinstance(document, str):
        document = document.encode("utf-8", "surrogatepass")
    path = os.path.join(FOLDER, f"case-{next(NUMBER)}.json")
    with open(path, "wb") as file:
        file.write(document)
    return attnviz("explain", *options, path, seconds=SECONDS), path


def taken(document):
    """None if a document was taken well, else what was wrong and where a copy is kept."""
    outcome, path = explain(document)
    fault = fault_of(outcome)
    if fault:
        os.makedirs(KEPT, exist_ok=True)
        shutil.copy(path, KEPT)
        fault += f" ({os.path.join(KEPT, os.path.basename(path))})"
    os.remove(path)
    return fault


def check_all(report, label, cases, judge=taken):
    """No case has a fault, which judge tells; where few are asked for, at most MOST of them from first to last."""
    if FEW and cases:
        cases = cases[::-(-len(cases) // MOST)]
    faults = [fault for fault in each(judge, cases) if fault]
    report.check(f"{label}: {len(cases)} inputs", not faults,
                 f"{len(faults)} of them: " + "; ".join(faults[:3]))


def expect(report, label, document, status, message="", options=(), placed=True):
    """One document whose status, and a part of whose message, are known."""
    outcome, _ = explain(document, *options)
    fault = fault_of(outcome, placed)
    if not fault and outcome.status != status:
        fault = f"status {outcome.status} instead of {status}: {outcome.message[:200]}"
    if not fault and not re.search(message, outcome.message):
        fault = f"no {message!r} in {outcome.message[:300]!r}"
    report.check(label, not fault, fault)
