"""Changes lib/ one operator at a time and tells which changes no test notices."""

import argparse
import glob
import hashlib
import json
import os
import random
import signal
import sys
import time

import bench
from mutants import mutants_of

ROOMS = ["tensor", "record", "formula"]
FLOOR = 85  # of a hundred changes, so many must be noticed
RESULTS = f"{bench.FOLDER}/results.json"


def arguments():
    parser = argparse.ArgumentParser(prog="tests/mutation/run-long", description=__doc__)
    parser.add_argument("--room", action="append", metavar="NAME", help="lib/NAME (tensor, record, formula)")
    parser.add_argument("--file", action="append", metavar="FILE", help="only changes of this file")
    parser.add_argument("--sample", type=int, default=300, metavar="N", help="so many of a room; 0: all")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (1)")
    parser.add_argument("--survivors", action="store_true",
                        help="what was noticed in this file once counts as noticed still")
    parser.add_argument("--test", action="append", metavar="NAME",
                        help="only these unit tests, without sanitizers: quicker, and at most too strict")
    parser.add_argument("--no-scripts", action="store_true", help="only the unit tests")
    parser.add_argument("--list", action="store_true", help="only list the changes")
    return parser.parse_args()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def digest(paths):
    return hashlib.sha256("".join(path + read(path) for path in sorted(paths)).encode()).hexdigest()


class Results:
    """What came of each change, kept in build/mutation: a run that was stopped goes on where it was."""

    def __init__(self, survivors):
        self.survivors = survivors
        self.state = digest(glob.glob("lib/**/*.[ch]", recursive=True) + glob.glob("tests/unit/*.[ch]"))
        self.all = json.loads(read(RESULTS)) if os.path.exists(RESULTS) else {}

    def key(self, mutant, source):
        text = "\0".join([mutant.path, source, str(mutant.start), mutant.put])
        return hashlib.sha256(text.encode()).hexdigest()

    def find(self, key):
        known = self.all.get(key)
        if known and (known["state"] == self.state or (self.survivors and known["end"] != "survived")):
            return known["end"], known["by"]
        return None

    def put(self, key, end, by):
        self.all[key] = {"end": end, "by": by, "state": self.state}

    def save(self):
        os.makedirs(bench.FOLDER, exist_ok=True)
        with open(RESULTS + "~", "w", encoding="utf-8") as file:
            json.dump(self.all, file)
        os.replace(RESULTS + "~", RESULTS)


def read_equivalent():
    """The changes that change nothing: {(file, function, before, after): reason}."""
    known, place = {}, {}
    for number, line in enumerate(read(os.path.join(bench.HERE, "equivalent.txt")).splitlines(), 1):
        mark, text = line[:1], " ".join(line[1:].split())
        if line.startswith("lib/"):
            place = {"at": tuple(line.split(": ")), "reason": None}
        elif mark in {"-", "+"}:
            place[mark] = text
        elif mark == "=":
            known[*place["at"], place["-"], place["+"]] = text
        elif line and mark != "#":
            sys.exit(f"equivalent.txt:{number}: a line begins with a file's path, -, + or =")
    return known


def told(mutant):
    return f"{mutant.path}: {mutant.function}\n- {mutant.before}\n+ {mutant.after}"


def changes_of(room, wanted):
    """[(mutant, source)] of a room, and the names of all of them."""
    changes = []
    for path in sorted(glob.glob(f"lib/{room}/**/*.[ch]", recursive=True)):
        if not wanted or path in wanted:
            source = read(path)
            changes += [(mutant, source) for mutant in mutants_of(path, source)]
    return changes


def check_equivalent(equivalent):
    """What is listed must exist, or the list would grow old unseen."""
    names = {mutant.name for room in ROOMS for mutant, _ in changes_of(room, None)}
    old = [name for name in equivalent if name not in names]
    for path, function, before, after in old:
        print(f"FAIL mutation/equivalent: there is no such change:\n{path}: {function}\n"
              f"- {before}\n+ {after}")
    return not old


def try_room(room, options, equivalent, results):
    """Prints the survivors and the score; True if it is high enough."""
    changes = changes_of(room, options.file)
    total = len(changes)
    if 0 < options.sample < total:
        chosen = sorted(random.Random(options.seed).sample(range(total), options.sample))
        changes = [changes[i] for i in chosen]
    if options.list:
        for mutant, _ in changes:
            print(f"{mutant.path}:{mutant.line}: {told(mutant).partition(': ')[2]}")
        return True
    ends = {"invalid": 0, "same": 0, "equivalent": 0, "noticed": 0, "survived": 0}
    place, tried, begin = None, 0, time.monotonic()
    for mutant, source in changes:
        key = results.key(mutant, source)
        end, by = ("equivalent", "") if mutant.name in equivalent else results.find(key) or (None, None)
        if not end:
            place = place or bench.Bench(room, options.test)
            end, by = place.try_mutant(mutant, source, not options.no_scripts)
            results.put(key, end, by)
            tried += 1
            if tried % 5 == 0:
                results.save()
        ends[end] += 1
        if end == "survived":
            lines = place.lines.get(mutant.path, {}) if place else {}
            reached = "" if lines.get(mutant.line, 1) else " (no unit test gets here)"
            print(f"SURVIVED {mutant.path}:{mutant.line}{reached}\n{told(mutant)}", flush=True)
    results.save()
    counted = ends["noticed"] + ends["survived"]
    score = 100 * ends["noticed"] / counted if counted else 100
    seconds = (time.monotonic() - begin) / tried if tried else 0
    good = score >= FLOOR
    print(f"{'ok' if good else 'FAIL'} mutation/{room}: {score:.1f} % of {counted} changes noticed "
          f"({len(changes)} of {total} tried; {ends['survived']} survived; {ends['equivalent']} listed and "
          f"{ends['same']} found equivalent, {ends['invalid']} do not compile; {seconds:.2f} s each)")
    return good


def main():
    os.chdir(bench.ROOT)
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # results are kept then, too
    if options.file and not options.room:
        options.room = [room for room in ROOMS if any(f"lib/{room}/" in path for path in options.file)]
    equivalent, results = read_equivalent(), Results(options.survivors)
    passed = failed = 0
    try:
        verdicts = [check_equivalent(equivalent)]
        for room in options.room or ROOMS:
            verdicts.append(try_room(room, options, equivalent, results))
        passed, failed = verdicts.count(True), verdicts.count(False)
    except bench.Broken as reason:
        print(f"FAIL mutation: {reason}")
        failed += 1
    finally:
        results.save()
    print(f"mutation: {passed} passed, {failed} failed, 0 skipped")
    sys.exit(1 if failed else 0)


main()
