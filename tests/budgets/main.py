"""Budgets: small inputs that ask for much, every command at its limits, and the advice that messages give."""

import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import EVERYTHING, PROGRAM, ROOT, Report, each, harmful  # noqa: E402
import small  # noqa: E402

MEBIBYTES = 1100  # the budget, and what libraries take
TIMES = 8  # so many times the processor time of product.json, a fifth of a whole budget of work
EXAMPLES = os.path.join(ROOT, "examples")
ADVICE = re.compile(rb"(--memory|--work) ([0-9]+[KMGTPE]?)")


class Run:
    """One run in a folder: how it ended, what it took, the files that it made."""

    def __init__(self, folder, words):
        with tempfile.TemporaryDirectory(dir=folder) as work, tempfile.TemporaryFile() as out, \
                tempfile.TemporaryFile() as err:
            for name in os.listdir(folder):
                if os.path.isfile(os.path.join(folder, name)):
                    os.link(os.path.join(folder, name), os.path.join(work, name))
            before = set(os.listdir(work))
            child = subprocess.Popen([PROGRAM, *words], cwd=work, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = self.status = os.waitstatus_to_exitcode(status)
            self.seconds, self.mebibytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
            out.seek(0)
            err.seek(0)
            self.stdout, self.stderr = out.read(), err.read()
            self.made = {name: open(os.path.join(work, name), "rb").read()
                         for name in sorted(set(os.listdir(work)) - before)}

    def __str__(self):
        return f"status {self.status}, {self.seconds:.1f} s, {self.mebibytes:.0f} MiB, {sorted(self.made)}, " \
               f"{self.stderr[:300].decode(errors='replace')!r}"

    def refused(self, whole):
        """It said in one line, or three with a formula, which option allows it; what it made is as in a whole run."""
        lines = self.stderr.split(b"\n")
        return (self.status == 1 and self.made.items() <= whole.made.items() and len(lines) in (2, 4)
                and lines[0].startswith(b"attnviz: ") and ADVICE.search(lines[0]) and not harmful(self.stderr))

    def same(self, whole):
        """Where little work is left to look for reasons, check says so."""
        if b"Not all mistakes were tried" in self.stdout:
            return self.status == whole.status
        return (self.status, self.stdout, self.made) == (whole.status, whole.stdout, whole.made)


def check_small(report, folder):
    small.write(folder)
    usual = max(Run(folder, ["explain", "product.json"]).seconds for _ in range(2))
    for command, said in small.CASES if EVERYTHING else small.CASES[::4]:
        run = Run(folder, command.split())
        good = run.status == 0 if said is None else run.status == 1 and said in run.stderr and not run.made
        good = good and run.seconds < TIMES * usual and run.mebibytes < MEBIBYTES
        report.check(f"{command}: {run.seconds / usual:.1f} times the usual, {run.mebibytes:.0f} MiB", good, run)


# command, whether it does work
COMMANDS = [
    ("explain", True), ("explain --format json", True), ("explain masked --format markdown -o out.md", True),
    ("heatmap sentence.txt -o out.png", True), ("heatmap X.npy -o out.png", False),
    ("attend X.npy X.npy X.npy --only A -o out", True), ("generate translator-pairs", True),
    ("train learning --steps 20 -o out.safetensors", True), ("evaluate translator-pairs -n 8", True),
    ("check le-chat-noir answers.json", True), ("worksheet hard-attention --seed 4 -o out.pdf", True),
    ("lessons", False), ("glossary softmax", False), ("corpus pairs -n 5", False), ("help explain", False),
]
MORE = [
    ("explain learning --only L,G_Q", True), ("explain le-chat-noir --save α=out.npz", True),
    ("explain self-attention --without scale", True), ("heatmap -o out.png", True),
    ("heatmap sentence.txt -o out.svg", True), ("worksheet hard-attention -o out", True),
]
# each is tried some fifty times
COMMANDS = COMMANDS + MORE if EVERYTHING else COMMANDS[1::4]


def with_budget(words, option, amount):
    return [*words, option, str(amount)]


def least(folder, words, option, most, whole):
    """The smallest amount that is enough, up to one byte or multiply-add."""
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2 if low else max(1, high // 16)
        if Run(folder, with_budget(words, option, middle)).refused(whole):
            low = middle
        else:
            high = middle
    return high


def check_limits(folder, command, does_work):
    """Just enough is enough for the very same outcome; one less is refused, and nothing is left."""
    words, faults = shlex.split(command), []
    whole = Run(folder, words)
    for option, most in [("--memory", 1 << 26)] + [("--work", 1 << 38)] * does_work:
        enough = least(folder, words, option, most, whole)
        run, beyond = (Run(folder, with_budget(words, option, enough - k)) for k in (0, 1))
        if enough >= most or not run.same(whole):
            faults.append(f"{option} {enough}: {run}, not {whole}")
        if not beyond.refused(whole):
            faults.append(f"{option} {enough - 1}: {beyond}")
    return "; ".join(faults)


def check_advice(folder, command, does_work):
    """Whoever does what the message says comes through, and soon."""
    words, whole = shlex.split(command), Run(folder, shlex.split(command))
    asked = {"--memory": "1K", **({"--work": "10"} if does_work else {})}
    for _ in range(80):
        run = Run(folder, words + [word for pair in asked.items() for word in pair])
        advice = ADVICE.search(run.stderr)
        if not run.refused(whole) or not advice:
            return None if run.same(whole) else f"{asked}: {run}"
        asked[advice[1].decode()] = advice[2].decode()
    return f"no end: {asked}"


def check_commands(report, folder):
    for label, check in (("just within a budget, and just beyond it", check_limits),
                         ("the option that the message names", check_advice)):
        for (command, _), fault in zip(COMMANDS, each(lambda case, c=check: c(folder, *case), COMMANDS)):
            report.check(f"{label}: {command}", not fault, fault)


def check_mapped(report, folder):
    """What is mapped does not count: 256 MiB of numbers."""
    side = 8192
    with open(os.path.join(folder, "large.npy"), "wb") as file:
        file.write(small.npy(side, side, False))
        for row in range(side):
            file.write(struct.pack(f"<{side}f", *([0.0] * row + [1.0] + [0.0] * (side - row - 1))))
    run = Run(folder, ["heatmap", "large.npy", "-o", "out.png", "--memory", "16M"])
    report.check("a large map in little memory", run.status == 0 and run.mebibytes < 100 and "out.png" in run.made, run)


def main():
    report = Report("budgets")
    with tempfile.TemporaryDirectory(prefix="attnviz-budgets-") as folder:
        for name in ("sentence.txt", "answers.json"):
            with open(os.path.join(EXAMPLES, name), "rb") as source, open(os.path.join(folder, name), "wb") as copy:
                copy.write(source.read())
        with open(os.path.join(folder, "X.npy"), "wb") as file:
            file.write(small.npy(8, 4, False) + struct.pack("<32f", *(i % 7 / 7 for i in range(32))))
        check_commands(report, folder)
        if EVERYTHING:
            check_mapped(report, folder)
    with tempfile.TemporaryDirectory(prefix="attnviz-budgets-") as folder:
        check_small(report, folder)
    report.end()


main()
