"""Memory that ends: every allocation fails in its turn, once or with all after it."""

import os
import signal
import subprocess
import tempfile

from common import EVERYTHING, HERE, OLD, SCRATCH, Folder, each, failed_well, is_message, is_whole, kept, with_picture

LIBRARY = os.path.join(SCRATCH.name, "scarce.so")

FILES = with_picture()

# name, words, the file that is written
COMMANDS = [
    ("explain", ["explain"], None),
    ("explain, as JSON", ["explain", "own.json", "--format", "json"], None),
    ("explain, some of it", ["explain", "--only", "y,c", "--at", "t=1", "--arithmetic",
                             "y_1,target_1,h_{1,2}", "--set", "e_{1,2}=2.0", "--zoom", "score"], None),
    ("explain, moved numbers", ["explain", "moved.json", "--arithmetic", "t_{2,1},D_{1,1},X_{2,1},n"],
     None),
    ("explain, large values", ["explain", "large.json", "--only", "n,m"], None),
    ("explain, a sentence", ["explain", "reader", "--sentence", "the cat", "--only", "A", "--color",
                             "always"], None),
    ("explain, without", ["explain", "self-attention", "--without", "scale", "--only", "A"], None),
    ("heatmap, without", ["heatmap", "masked", "--without", "mask", "-o", "out.png"], "out.png"),
    ("explain, a picture", ["explain", "soft-attention", "--input", "picture=drawn.png", "--only", "y"],
     None),
    ("explain, saved", ["explain", "own.json", "--save", "A=saved.npz"], "saved.npz"),
    ("explain, into a file", ["explain", "own.json", "-o", "out"], "out"),
    ("heatmap of a lesson", ["heatmap", "own.json", "-o", "out.png"], "out.png"),
    ("heatmap of a sentence", ["heatmap", "cat.txt", "-o", "out.png"], "out.png"),
    ("check", ["check", "le-chat-noir", "answers.json"], None),
    ("check, a fault", ["check", "le-chat-noir", "wrong.json", "--format", "json"], None),
    ("heatmap of numbers", ["heatmap", "heads.json", "--tokens", "tokens.json", "--words", "--hide-special",
                            "renormalise", "--heads", "mean", "-o", "out.png"], "out.png"),
    ("heatmap of an alignment", ["heatmap", "soft.txt", "--align", "links.txt", "-o", "out.png"], "out.png"),
    ("heatmap of a difference", ["heatmap", "heads.json", "--head", "1", "--diff", "heads.json", "-o",
                                 "out.png"], "out.png"),
    ("attend", ["attend", "qkv.json", "--heads", "2", "--causal", "--tokens", "words.txt"], None),
    ("lessons", ["lessons"], None),
    ("help", ["help", "explain"], None),
    ("heatmap of some maps", ["heatmap", "multi-head", "--show", "A", "--at", "j=2", "-o", "out.png"],
     "out.png"),
    ("heatmap as SVG", ["heatmap", "own.json", "-o", "out.svg"], "out.svg"),
    ("heatmap as PDF", ["heatmap", "own.json", "-o", "out.pdf"], "out.pdf"),
    ("heatmap read back", ["heatmap", "--read", "drawn.png"], None),
    ("worksheet", ["worksheet", "hard-attention", "--format", "latex"], None),
    ("worksheet as PDF", ["worksheet", "hard-attention", "--seed", "2", "-o", "out.pdf"], "out.pdf"),
    ("a fault in a lesson", ["explain", "wrong.json"], None),
    ("an unknown option", ["explain", "--onyl", "x"], None),
    ("an unknown value", ["explain", "--only", "e_9"], None),
    ("an unknown command", ["explian"], None),
    ("no command", [], None),
]


def build(report):
    cc = os.environ.get("CC", "cc")
    try:
        done = subprocess.run([cc, "-O1", "-fPIC", "-shared", os.path.join(HERE, "scarce.c"), "-o",
                               LIBRARY, "-ldl", "-pthread"], capture_output=True, check=False)
        why = done.stderr.decode(errors="replace")
    except OSError as fault:
        why = str(fault)
    if not os.path.exists(LIBRARY):
        report.skip("allocations that fail", f"the library that makes them fail is not built: {why}")
        return False
    return True


def start(words, target, before=(), **scarce):
    """One run in a folder of its own: outcome, files before, files after, what is wrong."""
    with Folder(FILES) as folder:
        if target:
            folder.write(target, OLD)
        files = folder.files()
        scarce["LD_PRELOAD"] = LIBRARY
        if before:
            before = [*before, "env", *(f"{name}={value}" for name, value in scarce.items())]
        outcome = folder.run(*words, before=before, **({} if before else scarce))
        return outcome, folder.files(), failed_well(outcome, folder, files), kept(folder, files)


def calls(words, target, **whose):
    """The ways that lead to each allocation, in their order."""
    with tempfile.NamedTemporaryFile(dir=SCRATCH.name) as file:
        start(words, target, SCARCE_LIST=file.name, **whose)
        return file.read().decode().split()


def new_ones(ways, seen):
    """The numbers of the allocations that no other reached by the same way before, in this command or,
    as `seen` knows, in an earlier one."""
    numbers = []
    for number, way in enumerate(ways, 1):
        if way not in seen:
            seen.add(way)
            numbers.append(number)
    return numbers


def same(outcome, files, clean):
    return (outcome.status, outcome.stdout, outcome.stderr, files) == clean


def strict(words, target, clean, number, ever):
    """One failure in our own code, cJSON or libpng: all is well, or a message and nothing done."""
    mode = {"SCARCE_EVER": "1"} if ever else {}
    outcome, files, fault, _ = start(words, target, SCARCE_FAIL=str(number), SCARCE_OURS="1", **mode)
    if clean[0] == 2 and outcome.status == 2 and is_message(outcome.stderr) and files == clean[3]:
        return None
    if fault and not same(outcome, files, clean):
        return f"allocation {number}{' and all after it' if ever else ''}: {fault}"
    return None


# without memory fontconfig may wait for itself for ever
TERM_LATE = ["timeout", "-s", "TERM", "4"]


def changed_beside_unfinished(files, target):
    """GLib without any memory calls itself until a stack ends, and fontconfig may follow a null pointer: on a
    thread of theirs no handler can run then, and what is unfinished stays behind. Everything else is as it
    was."""
    others = {name: content for name, content in files.items() if not name.startswith(".attnviz-")}
    return None if others == {**FILES, target: OLD} else f"files after a crash: {sorted(others)}"


def weak(words, target, clean, number, ever):
    """One failure anywhere. GLib ends the program then, and says so; files are whole or untouched."""
    mode = {"SCARCE_EVER": "1"} if ever else {}
    outcome, files, _, untidy = start(words, target, before=TERM_LATE, SCARCE_FAIL=str(number), **mode)
    if outcome.status == -signal.SIGSEGV and {*files} != {*clean[3]}:
        untidy = untidy and changed_beside_unfinished(files, target)
    name = f"allocation {number}{' and all after it' if ever else ''}: status {outcome.status}"
    # Pango warns, too, of a font that it then draws nothing with
    if outcome.status == 0 and b"scaled font" in outcome.stderr and files != clean[3]:
        return f"{name}, and boxes in place of letters"
    # libraries without memory may draw less in a picture that is whole
    if untidy and not ({*files} == {*clean[3]} and is_whole(files[target])):
        return f"{name}, {untidy}"
    if outcome.status == 1 and b"attnviz: " not in outcome.stderr:
        return f"{name} and no message"
    return None


def sweep(report, label, judge, numbers, words, target, clean, nth_ever=1):
    """nth_ever: of every so-manieth allocation all after it fail, too, in a run of its own."""
    cases = [(number, False) for number in numbers]
    cases += [(number, True) for number in numbers[::nth_ever]]
    faults = [fault for fault in each(lambda case: judge(words, target, clean, *case), cases) if fault]
    report.check(f"{label}: {len(cases)} failures of memory", not faults,
                 f"{len(faults)} of them: " + "; ".join(faults[:4]))


def run(report):
    if not build(report):
        return
    ours, theirs = set(), set()
    for name, words, target in COMMANDS:
        outcome, files, _, _ = start(words, target)
        clean = (outcome.status, outcome.stdout, outcome.stderr, files)
        ways = calls(words, target, SCARCE_OURS="1")
        report.check(f"{name}: allocations are counted", len(ways) > 0, ways)
        numbers = range(1, len(ways) + 1) if EVERYTHING else new_ones(ways, ours)
        sweep(report, name, strict, numbers, words, target, clean, 1 if EVERYTHING else 5)
        if target and target.startswith("out."):
            numbers = new_ones(calls(words, target), set() if EVERYTHING else theirs)
            numbers = numbers if EVERYTHING else numbers[::20]
            sweep(report, name + ", libraries too", weak, numbers, words, target, clean, 10 if EVERYTHING else 100)
