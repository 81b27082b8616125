"""What the test scripts share: running the program, reading its JSON, counting what passed."""

import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TESTS)
DRAFTS = os.path.join(TESTS, "lessons", "drafts")
PROGRAM = os.path.abspath(os.environ.get("ATTNVIZ", os.path.join(ROOT, "attnviz")))
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
SANITIZED = "ASAN_OPTIONS" in os.environ  # many times slower, and larger
EVERYTHING = os.environ.get("EVERYTHING") == "1"  # make test-long: nothing is left out
FEW = not EVERYTHING  # some of many cases alone


def as_at_a_terminal():
    """Lets signals end what is started from here on: tests that run in the background may have inherited
    some as ignored."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


class Report:
    """Prints a line for every check, and the sum at the end."""

    def __init__(self, name):
        self.name, self.passed, self.failed, self.skipped = name, 0, 0, 0
        if not os.access(PROGRAM, os.X_OK):
            self.check("the program exists", False, f"{PROGRAM}: run make first")
            self.end()

    def check(self, label, holds, why=""):
        if holds:
            self.passed += 1
            print(f"ok {label}")
        else:
            self.failed += 1
            print(f"FAIL {label}: {why}")
        return bool(holds)

    def skip(self, label, reason):
        self.skipped += 1
        print(f"SKIP {label}: {reason}")

    def end(self):
        print(f"{self.name}: {self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        sys.exit(1 if self.failed else 0)


class Outcome:
    """How one run of the program ended. status: exit status, −signal, or None after the time limit."""

    def __init__(self, status, stdout, stderr):
        self.status, self.stdout, self.stderr = status, stdout, stderr

    @property
    def message(self):
        return self.stderr.decode("utf-8", "backslashreplace").rstrip("\n")

    def __str__(self):
        return f"status {self.status}, {self.message.splitlines()[:1]}"


# read by the program, but no lessons
OTHERS = ("definitions.json", "glossary.json", "pairs.json", "chinese.json", "repeats.json", "scenes.json",
          "translator-english.json", "translator-french.json", "writer-pieces.json")


def carried():
    """The names of the lessons in lessons/: those that are read for other things are none."""
    files = os.listdir(os.path.join(ROOT, "lessons"))
    return sorted(name[:-5] for name in files if name.endswith(".json") and name not in OTHERS)


def attnviz(*arguments, seconds=30, **options):
    seconds *= 10 if SANITIZED else 1
    try:
        done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=seconds, **options)
        return Outcome(done.returncode, done.stdout, done.stderr)
    except subprocess.TimeoutExpired as late:
        return Outcome(None, late.stdout or b"", late.stderr or b"")


def lesson_of(case, folder):
    """What a command is given: the name or file that the case is, or its text as JSON, written into the folder."""
    if not isinstance(case, dict):
        return case
    path = os.path.join(folder, "case.json")
    with open(path, "w", encoding="utf-8", errors="surrogatepass") as file:
        json.dump(case, file)
    return path


def each(function, cases):
    """function(case) for all cases, as many at once as there are processors; in the order of cases."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        return list(pool.map(function, cases))


def strict_json(text):
    """Parses as the standard has it: no key twice, no NaN, no Infinity."""

    def unique(pairs):
        keys = [key for key, _ in pairs]
        twice = {key for key in keys if keys.count(key) > 1}
        if twice:
            raise ValueError(f"keys that stand twice: {sorted(twice)}")
        return dict(pairs)

    def refuse(constant):
        raise ValueError(f"{constant} is no JSON")

    return json.loads(text, object_pairs_hook=unique, parse_constant=refuse)


# A fault in a lesson: attnviz: FILE:LINE:COLUMN: what is wrong, and what to do
PLACE = re.compile(r"attnviz: (?P<file>.*?):(?P<line>[0-9]+):(?P<column>[0-9]+): (?P<text>.+)")

# What must never reach a terminal raw: C0 without newline, DEL, C1, bidi and line controls.
HARMFUL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def harmful(output):
    """The first byte sequence of an output that could harm a terminal, or None."""
    try:
        found = HARMFUL.search(output.decode("utf-8"))
    except UnicodeDecodeError as fault:
        return f"ill-formed UTF-8 at byte {fault.start}"
    return f"U+{ord(found.group()):04X} at character {found.start()}" if found else None
