"""System calls that fail, or in which a signal comes (strace puts them in)."""

import os
import re
import signal
import subprocess

from common import (COPY, EVERYTHING, OLD, PLAIN, STRACE_FAULT, Folder, as_at_a_terminal, each, failed_well, inject,
                    is_message, kept)

WRITERS = [(["explain", "own.json", "-o", "out"], "out"),
           (["explain", "own.json", "--save", "A=out.json"], "out.json"),
           (["heatmap", "own.json", "-o", "out.png"], "out.png"),
           (["heatmap", "cat.txt", "-o", "out.png"], "out.png"),
           (["heatmap", "own.json", "-o", "out.svg"], "out.svg"),
           (["heatmap", "own.json", "-o", "out.pdf"], "out.pdf"),
           (["worksheet", "hard-attention", "-o", "out.pdf"], "out.pdf")]
# those that each call fails for: without EVERYTHING=1 a text, and a picture of a sentence
FAILING = WRITERS if EVERYTHING else [WRITERS[0], WRITERS[3]]


# whichever of the calls of this name the C library makes
RENAME, UNLINK = "/^rename", "/^unlink"


def clean_file(words, target):
    with Folder() as folder:
        outcome = folder.run(*words)
        return folder.read(target), outcome


def start(words, target, *what, old=True):
    """One run with faults put in: outcome, what is wrong with it as a failure, and the target."""
    with Folder() as folder:
        if old:
            folder.write(target, OLD)
        before = folder.files()
        outcome = folder.run(*words, before=inject(*what))
        untidy = failed_well(outcome, folder, before)
        files = folder.files()
        return outcome, untidy, files.get(target), sorted(files.keys() - before.keys())


def trace(words):
    """The calls of one run that open, connect, start, write or close something, with their process."""
    with Folder() as folder:
        subprocess.run(["strace", "-f", "-qqq", "-o", "trace", "-e",
                        "trace=open,openat,creat,socket,connect,execve,fork,vfork,fsync,close", COPY, *words], cwd=folder.path,
                       stdin=subprocess.DEVNULL, capture_output=True, check=False, env=PLAIN)
        return folder.read("trace").decode(errors="replace").split("\n")


def places(words):
    """The numbers, among those of the first thread, of the calls that open the new file and close it."""
    calls = trace(words)
    first = calls[0].split()[0]
    calls = [line for line in calls if line.startswith(first + " ")]
    synced = next(k for k, line in enumerate(calls) if " fsync(" in line)
    opens = [line for line in calls[:synced] if " openat(" in line]
    closes = [line for line in calls[:synced] if " close(" in line]
    excl = next(k for k, line in enumerate(opens, 1) if "O_EXCL" in line)
    return {"open": excl, "close": len(closes) + 1}


def each_write(report):
    """The disk is full at the first write, at the second, and so on until none is left to fail."""
    for words, target in [*FAILING, (["explain"], None)]:
        faults, number = [], 0
        whole = clean_file(words, target)[0] if target else None
        for number in range(1, 50):
            outcome, untidy, content, left = start(words, target or "none", f"write:error=ENOSPC:when={number}")
            if outcome.status == 0 and (target is None or content == whole):
                break
            # the picture is in its place already when its name cannot be printed
            if target and content == whole and outcome.status == 1 and not left:
                continue
            if untidy or b"No space" not in outcome.stderr:
                faults.append(f"write {number}: {untidy or outcome.message}")
        report.check(f"{' '.join(words)}: each write fails", not faults and number > 1,
                     "; ".join(faults) or number)


def files_fail(report):
    """label, the calls, the file they belong to, a part of the message."""
    for words, target in FAILING:
        where = places(words)
        for label, what, message in (
                ("fsync fails", ["fsync:error=EIO"], "cannot be written: Input/output error"),
                ("close fails", ["close:error=EIO:when={close}"], "cannot be written: Input/output error"),
                ("rename fails", [RENAME + ":error=EACCES"], "cannot be put in its place: Permission denied"),
                ("the new file cannot be made", ["openat:error=EROFS:when={open}"],
                 "cannot be written: Read-only file system"),
                ("rename and unlink fail", [RENAME + ":error=EXDEV", UNLINK + ":error=EPERM"],
                 "is left behind (Operation not permitted)")):
            outcome, untidy, content, left = start(words, target, *(one.format(**where) for one in what))
            if "left behind" in message:
                good = outcome.status == 1 and is_message(outcome.stderr) and content == OLD and \
                    len(left) == 1 and left[0] in outcome.message
            else:
                good = not untidy
            report.check(f"{' '.join(words)}: {label}", good and message in outcome.message,
                         untidy or outcome)
        whole, _ = clean_file(words, target)
        outcome, _, content, left = start(words, target, "fsync:error=EINVAL")
        report.check(f"{' '.join(words)}: a file system without fsync",
                     outcome.status == 0 and content == whole and not left, outcome)
        outcome, _, content, left = start(words, target, "write:error=EINTR:when=1")
        report.check(f"{' '.join(words)}: writes are interrupted",
                     outcome.status == 0 and content == whole and not left, outcome)


def reads_fail(report):
    for words, target, path, call, message in (
            (["explain", "own.json", "-o", "out"], "out", "own.json", "read:error=EIO",
             "own.json: the file cannot be read: Input/output error"),
            (["explain", "own.json", "-o", "out"], "out", "words.txt", "read:error=EIO",
             "words.txt: the file cannot be read: Input/output error"),
            (["explain", "own.json", "-o", "out"], "out", "own.json", "read:error=EIO:when=2",
             "own.json: the file cannot be read: Input/output error"),
            (["explain", "own.json", "-o", "out"], "out", "own.json", "openat:error=EMFILE",
             "own.json: the file cannot be opened: Too many open files"),
            (["explain", "own.json", "-o", "out"], "out", "own.safetensors", "openat:error=EACCES",
             "own.safetensors: the file cannot be opened: Permission denied"),
            (["explain", "own.json", "-o", "out"], "out", "own.safetensors", "mmap:error=ENODEV",
             "own.safetensors: the file cannot be mapped: No such device"),
            (["heatmap", "cat.txt"], "cat.png", "cat.txt", "read:error=EIO",
             "cat.txt: the file cannot be read: Input/output error"),
            (["heatmap", "cat.txt"], "cat.png", "cat.txt", "read:error=EISDIR",
             "cat.txt: the file cannot be read: Is a directory")):
        with Folder() as folder:
            if target:
                folder.write(target, OLD)
            before = folder.files()
            outcome = folder.run(*words, before=inject(call, path=path))
            outcome.stderr = re.sub(rb"strace: Requested path .*\n", b"", outcome.stderr)
            untidy = failed_well(outcome, folder, before)
        report.check(f"{path}: {call}", not untidy and message in outcome.message, untidy or outcome)
    with Folder() as folder:
        wanted = folder.run("explain", "own.json").stdout
        outcome = folder.run("explain", "own.json", before=inject("read:error=EINTR:when=1..3", path="own.json"))
    report.check("a read is interrupted", (outcome.status, outcome.stdout) == (0, wanted), outcome)


def no_threads(report):
    """Where no thread can be made, one does all the work."""
    with Folder() as folder:
        for words in (["explain", "large.json", "--only", "n,m", "--precision", "9"], ["heatmap", "cat.txt"]):
            wanted = folder.run(*words).stdout
            outcome = folder.run(*words, before=inject("clone3,clone:error=EAGAIN"))
            if words[0] == "heatmap":  # GLib ends the program then
                good = outcome.status in (0, -5, -6) and not any(name.startswith(".att") for name in folder.files())
            else:
                good = (outcome.status, outcome.stdout) == (0, wanted)
            report.check(f"{' '.join(words)}: without threads", good, outcome)


def signals(report):
    """A signal at each step of writing: dead by it, and the target is the old one or the new, whole."""
    cases = [(words, target, call, name) for words, target in FAILING
             for call in ("fsync", RENAME, "write", "openat:{open}", "close:{close}")
             for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGKILL")]

    as_at_a_terminal()
    wholes = {" ".join(words): clean_file(words, target)[0] for words, target in FAILING}
    where = {" ".join(words): places(words) for words, _ in FAILING}

    def judge(case):
        words, target, call, name = case
        whole = wholes[" ".join(words)]
        what, _, number = call.format(**where[" ".join(words)]).partition(":")
        outcome, _, content, left = start(words, target, f"{what}:signal={name}:when={number or 1}")
        fault = None
        if outcome.status != -getattr(signal, name):
            fault = f"status {outcome.status}"
        elif content not in (OLD, whole):
            fault = "the target is neither the old nor the new one"
        elif left and name != "SIGKILL":
            fault = f"{left} stays"
        return fault and f"{name} in {call}, {' '.join(words)}: {fault}"

    faults = [fault for fault in each(judge, cases) if fault]
    report.check(f"signals while a file is written: {len(cases)}", not faults, "; ".join(faults[:4]))
    with Folder() as folder:
        words, target = WRITERS[0]
        whole, _ = clean_file(words, target)
        folder.run(*words, before=inject("fsync:signal=SIGKILL"))
        outcome = folder.run(*words)
        report.check("after SIGKILL the next run works",
                     outcome.status == 0 and folder.read(target) == whole, outcome)


def nothing_else(report):
    """No network, no other program, and one file opened for writing, which is new."""
    for words, target in WRITERS:
        calls = [re.sub(r"^[0-9]+ +", "", line) for line in trace(words)]
        starts = [line for line in calls if re.match(r"(execve|v?fork)\(", line)]
        talks = [line for line in calls if re.match(r"(socket|connect)\(", line)]
        writes = [line for line in calls if re.match(r"(openat|open|creat)\(", line)
                  and re.search(r"O_WRONLY|O_RDWR|O_CREAT", line) and " = -1 " not in line]
        label = " ".join(words)
        report.check(f"{label}: starts no program", len(starts) == 1, starts)
        report.check(f"{label}: no network", not talks, talks)
        report.check(f"{label}: writes one new file",
                     len(writes) == 1 and "O_EXCL" in writes[0] and ".attnviz-" in writes[0], writes)


def run(report):
    if STRACE_FAULT:
        report.skip("system calls that fail, and signals in them", STRACE_FAULT)
        return
    for part in (each_write, files_fail, reads_fail, no_threads, signals, nothing_else):
        part(report)
