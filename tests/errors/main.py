"""The man page's example lesson, and slips in it: one message each, its place checked."""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import PLACE, Report, attnviz, each, strict_json  # noqa: E402

from slips import SLIPS, example  # noqa: E402

GOLDEN = os.path.dirname(os.path.abspath(__file__))


def place_of(text, offset):
    """Line and column of a character, from 1."""
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def faults_of_slip(slip, lesson, outcome, slipped):
    if lesson.count(slip.old) != 1:
        return f"{slip.old!r} stands {lesson.count(slip.old)} times in the example"
    if outcome.status != 1 or outcome.stdout:
        return f"status {outcome.status} instead of 1, {outcome.message!r}"
    found = PLACE.match(outcome.message)
    if not found:
        return f"no place in {outcome.message!r}"
    start = lesson.index(slip.old)
    wanted = place_of(slipped, slipped.index(slip.at, start) + slip.into)
    if wanted != (int(found["line"]), int(found["column"])):
        return f"the place is not {wanted[0]}:{wanted[1]} in {outcome.message!r}"
    if not re.search(slip.mend, outcome.message):
        return f"no mend {slip.mend!r} in {outcome.message!r}"
    return golden_fault(os.path.join(GOLDEN, slip.name + ".message"), outcome.message + "\n")


def golden_fault(path, message):
    if os.environ.get("UPDATE") == "1":
        with open(path, "w", encoding="utf-8") as file:
            file.write(message)
        return None
    try:
        with open(path, encoding="utf-8") as file:
            expected = file.read()
    except FileNotFoundError:
        return f"there is no {os.path.basename(path)}; it says {message!r}"
    return None if message == expected else f"says\n{message}instead of\n{expected}"


def main():
    report = Report("errors")
    lesson = example()
    with tempfile.TemporaryDirectory(prefix="attnviz-errors-") as folder:

        def explain(name, text, *options):
            os.makedirs(os.path.join(folder, name))
            with open(os.path.join(folder, name, "lesson.json"), "w", encoding="utf-8") as file:
                file.write(text)
            return attnviz("explain", *options, "./lesson.json", cwd=os.path.join(folder, name))

        report.check("the example runs", (outcome := explain("text", lesson)).status == 0, outcome)
        outcome = explain("json", lesson, "--format", "json")
        report.check("the example runs as JSON",
                     outcome.status == 0 and strict_json(outcome.stdout.decode()), outcome)

        def slip_in(slip):
            slipped = lesson.replace(slip.old, slip.new)
            return faults_of_slip(slip, lesson, explain(slip.name, slipped), slipped)

        for slip, fault in zip(SLIPS, each(slip_in, SLIPS)):
            report.check(f"slip {slip.name}", not fault, fault)
    report.end()


main()
