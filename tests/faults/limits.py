"""Limits of the system: disk space, file size, memory, stack, open files; and no fonts."""

import os
import shutil
import subprocess

from common import EVERYTHING, OLD, PROGRAM, Folder, each, failed_well, is_message

WRITERS = [("explain own.json -o out", "out"), ("heatmap own.json -o out.png", "out.png")]


def disk(report):
    """A real file system that is too small for the file."""
    probe = subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"],
                           capture_output=True, check=False) if shutil.which("unshare") else None
    if probe is None or probe.returncode != 0:
        why = probe.stderr.decode(errors="replace").strip() if probe else "there is no unshare"
        report.skip("a full disk", f"no small file system can be mounted here: {why}")
        return
    for words, target in WRITERS:
        for size in (4096, 8192):
            with Folder() as folder:
                outcome = folder.shell(f"""
                    mkdir small && mount -t tmpfs -o size={size} none small && echo old >small/{target} || exit 9
                    dd if=/dev/zero of=small/filler bs=512 2>/dev/null
                    "$ATTNVIZ" {words.replace("-o ", "-o small/")}
                    status=$?
                    ls -A small; cat small/{target}
                    exit $status""", before=("unshare", "-m"))
            good = outcome.status == 1 and outcome.stdout.split() == [b"filler", target.encode(), b"old"] \
                and is_message(outcome.stderr) and b"No space left" in outcome.stderr
            report.check(f"a disk of {size} bytes that is full: {words}", good,
                         (outcome.status, outcome.stdout, outcome.stderr))


def file_size(report):
    for words, target in WRITERS:
        for blocks in (0, 1):
            with Folder() as folder:
                folder.write(target, OLD)
                before = folder.files()
                # 512-byte blocks; the message goes through a pipe, which has no size
                outcome = folder.shell(f'ulimit -f {blocks}; "$ATTNVIZ" {words}')
                fault = failed_well(outcome, folder, before)
                if blocks and outcome.status == 0 and len(folder.read(target)) <= 1024:
                    fault = None
            report.check(f"files of {blocks} blocks: {words}", not fault, fault)


DRAWERS = ["heatmap own.json -o out.png", "heatmap cat.txt -o out.png", "heatmap cat.txt -o out.svg",
           "heatmap cat.txt -o out.pdf", "heatmap heads.json --tokens tokens.json -o out.png",
           "worksheet hard-attention -o out.pdf"]
OTHERS = ["explain own.json -o out", "explain --format json", "check le-chat-noir answers.json",
          "attend qkv.json --causal", "generate translator-pairs --sentence 'the cat sleeps'"]


LEAST = -(-os.path.getsize(PROGRAM) >> 20) + 2  # MiB: with less, the kernel cannot even map the program


def scarce(words, target, wanted, mebibytes):
    """What is wrong with a run in so much memory: whole or absent, and a line that says why."""
    with Folder() as folder:
        before = folder.files()
        outcome = folder.shell(f'ulimit -v {1024 * mebibytes}; exec timeout 10 "$ATTNVIZ" {words}')
        if outcome.status == wanted[0]:
            same = (outcome.stdout, target and folder.read(target)) == wanted[1:]
            return True, None if same else "another output"
        if outcome.status == 127 and b"shared" in outcome.stderr:  # said by the loader
            return False, None
        if outcome.status in (-5, -6) and words in DRAWERS:  # GLib ends the program, and we say that it did
            at = outcome.stderr.find(b"attnviz: a library")
            outcome = type(outcome)(1, outcome.stdout, outcome.stderr[at:])
        return False, failed_well(outcome, folder, before)


def memory(report):
    """From where not even the loader can work to where all is well."""
    for words in (*DRAWERS, *OTHERS):
        target = words.split(" -o ")[1] if " -o " in words else None
        with Folder() as folder:
            whole = folder.shell(f'"$ATTNVIZ" {words}')
            wanted = (whole.status, whole.stdout, target and folder.read(target))
        sizes = range(LEAST, 513) if EVERYTHING else (LEAST, *range(LEAST // 128 * 128 + 128, 513, 128))
        results = list(zip(sizes, each(lambda size, w=words, t=target, x=wanted: scarce(w, t, x, size), sizes)))
        faults = [f"{size} MiB: {fault}" for size, (_, fault) in results if fault]
        report.check(f"little memory: {words}", not faults and results[-1][1][0],
                     "; ".join(faults[:4]) or "never enough")


def stack(report):
    """The deepest formulas and lessons that are accepted, and deeper ones, on a small stack."""
    shapes = {"brackets": "({0})", "roots": "√{0}", "functions": "exp({0})", "stacks": "[{0}]",
              "powers": "2^({0})", "primes": "{0}'", "minus": "(-{0})", "sigmas": "Σ_i {0}"}
    cases = []
    for name, shape in shapes.items():
        before, after = shape.split("{0}")
        for depth in (10, 50, 60, 62, 63, 64, 65, 66, 100, 127, 128, 129, 200, 1000, 20000) if EVERYTHING else (64, 65, 129, 20000):
            formula = "x = " + before * depth + "1" + after * depth
            cases.append((f"{depth} {name}", '{"attnviz": 1, "title": "Deep", "sequences": {"s": 1}, '
                          '"indices": {"i": "s"}, "steps": [{"compute": "' + formula + '"}]}'))
    calls = ", ".join([f'"f{k}(x)": "f{k - 1}(x)"' for k in range(2, 70)])
    for depth in (60, 64, 65, 69):
        cases.append((f"{depth} calls", '{"attnviz": 1, "title": "Deep", "define": {"f1(x)": "x + 1", '
                      + calls + '}, "steps": [{"compute": "y = f' + str(depth) + '(1)"}]}'))
    for depth in (15, 16, 17, 1000, 100000):
        cases.append((f"{depth} lists", '{"attnviz": 1, "title": "Deep", "given": {"X": '
                      + "[" * depth + "]" * depth + '}, "steps": [{"compute": "y = 1"}]}'))

    def judge(case):
        label, lesson = case
        with Folder({"deep.json": lesson.encode()}) as folder:
            outcome = folder.shell('ulimit -s 256; "$ATTNVIZ" explain deep.json')
        good = outcome.status == 0 or outcome.status == 1 and is_message(outcome.stderr)
        return outcome.status, None if good else f"{label}: {outcome}"

    results = each(judge, cases)
    faults = [fault for _, fault in results if fault]
    report.check(f"a stack of 256 KiB: {len(cases)} deep lessons", not faults, "; ".join(faults[:4]))
    statuses = {status for status, _ in results}
    report.check("some of them accepted, some refused", statuses >= {0, 1}, statuses)


def open_files(report):
    for words, target in WRITERS:
        for most in range(3, 9):
            with Folder() as folder:
                before = folder.files()
                outcome = folder.shell(f'ulimit -n {most}; "$ATTNVIZ" {words}')
                fault = None
                if outcome.status not in (0, 127):  # 127: the loader
                    fault = failed_well(outcome, folder, before)
                if fault and words.startswith("heatmap") and b"attnviz: " in outcome.stderr:
                    fault = None  # fontconfig says something, too
            report.check(f"{most} open files: {words}", not fault, fault)


def fonts(report):
    """Without a font there is no picture, and the message says what to install."""
    with Folder() as folder:
        os.mkdir(folder.name("none"))
        config = ('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
                  f"<dir>{folder.path}/none</dir><cachedir>{folder.path}/none</cachedir></fontconfig>")
        folder.write("fonts.conf", config.encode())
        before = folder.files()
        outcome = folder.run("heatmap", "own.json", "-o", "out.png", FONTCONFIG_FILE=folder.name("fonts.conf"))
        fault = failed_well(outcome, folder, before)
    report.check("no fonts", not fault and "install" in outcome.message, fault or outcome)


def run(report):
    for part in (disk, file_size, memory, stack, open_files, fonts):
        part(report)
