"""Standard input, output and error: closed, full, slow, or gone in the middle."""

import itertools
import os
import signal
import subprocess
import threading

from common import COPY, OLD, PLAIN, ROOT, Folder, each, is_message, kept

COMMANDS = [  # words, what they write
    ("explain", None), ("explain own.json --format json", None), ("lessons", None), ("help", None),
    ("explain --help", None), ("heatmap --help", None), ("lessons --help", None), ("--help", None),
    ("--version", None), ("explain own.json -o out", "out"), ("heatmap own.json -o out.png", "out.png"),
    ("heatmap cat.txt", "cat.png"), ("heatmap cat.txt --format pdf", "cat.pdf"), ("explain wrong.json", None), ("explain --onyl", None), ("", None), ("check le-chat-noir answers.json", None),
]


def start(words, redirections, target):
    with Folder() as folder:
        if target:
            folder.write(target, OLD)
        before = folder.files()
        outcome = folder.shell(f'"$ATTNVIZ" {words} {redirections}')
        return outcome, folder, before, folder.files()


def closed(report):
    """In all combinations. What is written to a file is what would have been, or nothing is."""
    ways = {0: "<&-", 1: ">&-", 2: "2>&-"}
    sets = [tuple(chosen) for n in (1, 2, 3) for chosen in itertools.combinations(ways, n)]

    def judge(case):
        (words, target), fds = case
        clean, _, _, wanted = start(words, "", target)
        outcome, _, _, files = start(words, " ".join(ways[fd] for fd in fds), target)
        speaks = clean.stdout and 1 in fds
        status = 1 if speaks and clean.status == 0 else clean.status
        fault = None
        if outcome.status != status:
            fault = f"status {outcome.status}, not {status}: {outcome.message[:200]}"
        elif files != wanted:
            fault = "another file came than with all open"
        elif speaks and 2 not in fds and clean.status == 0 and b"standard output: " not in outcome.stderr:
            fault = f"no message: {outcome.message[:200]}"
        return fault and f"attnviz {words} without {fds}: {fault}"

    cases = list(itertools.product(COMMANDS, sets))
    faults = [fault for fault in each(judge, cases) if fault]
    report.check(f"closed descriptors: {len(cases)} combinations", not faults, "; ".join(faults[:4]))


def full(report):
    """Nobody believes that all was printed."""
    for words, target in COMMANDS:
        clean, _, _, wanted = start(words, "", target)
        outcome, _, _, files = start(words, ">/dev/full", target)
        good = outcome.status == clean.status and files == wanted
        if clean.status == 0 and clean.stdout:
            good = outcome.status == 1 and is_message(outcome.stderr) and files == wanted
        report.check(f"attnviz {words} >/dev/full", good, outcome)
        outcome, _, _, _ = start(words, "2>/dev/full", target)
        report.check(f"attnviz {words} 2>/dev/full", outcome.status == clean.status, outcome)


def large_lesson(folder):
    import json
    rows = [[k % 7 + i / 8 for k in range(64)] for i in range(64)]
    lesson = {"attnviz": 1, "title": "Large", "given": {"X": rows},
              "steps": [{"compute": f"Y_{{{k}}} = softmax(X / {k})"} for k in range(1, 9)]}
    folder.write("large.json", json.dumps(lesson).encode())


def gone(report):
    """The reader of a pipe leaves: the usual signal, or an error where that is ignored."""
    for ignored in (False, True):
        with Folder() as folder:
            large_lesson(folder)
            before = folder.files()
            if ignored:
                run = subprocess.Popen(["sh", "-c", 'trap "" PIPE; exec "$0" "$@"', COPY, "explain",
                                        "large.json", "--format", "json"], cwd=folder.path,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            else:
                run = subprocess.Popen([COPY, "explain", "large.json", "--format", "json"],
                                       cwd=folder.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            run.stdout.read(1)
            run.stdout.close()
            message = run.stderr.read()
            status = run.wait(timeout=60)
            good = status == 1 and is_message(message) if ignored else status == -signal.SIGPIPE
            report.check(f"the reader leaves{', SIGPIPE ignored' if ignored else ''}",
                         good and not kept(folder, before), (status, message))


def feed(words, content, folder, pause):
    """Runs with content on standard input, one byte at a time; meanwhile it is stopped and goes on."""
    run = subprocess.Popen([COPY, *words], cwd=folder.path, stdin=subprocess.PIPE, env=PLAIN,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def drip():
        with run.stdin as pipe:
            for k, byte in enumerate(content):
                os.write(pipe.fileno(), bytes([byte]))
                if pause and k % 512 == 0:
                    run.send_signal(signal.SIGSTOP)
                    run.send_signal(signal.SIGCONT)

    thread = threading.Thread(target=drip)
    thread.start()
    out, err = run.stdout.read(), run.stderr.read()
    thread.join()
    return run.wait(), out, err


def slow(report):
    with open(os.path.join(ROOT, "lessons", "le-chat-noir.json"), "rb") as file:
        lesson = file.read()
    with Folder() as folder:
        folder.write("le-chat-noir.json", lesson)
        for words in (["explain", "/dev/stdin"], ["explain", "/dev/stdin", "--format", "json"]):
            with open(folder.name("le-chat-noir.json"), "rb") as file:
                wanted = folder.run(*words, stdin=file)
            status, out, _ = feed(words, lesson, folder, True)
            report.check(f"a byte at a time: {' '.join(words)}", (status, out) == (0, wanted.stdout), status)
        folder.run("heatmap", "cat.txt", "-o", "one.png")
        status, _, err = feed(["heatmap", "-", "-o", "two.png"], folder.read("cat.txt"), folder, True)
        report.check("a byte at a time: heatmap -",
                     status == 0 and folder.read("one.png") == folder.read("two.png"), err)
        reader = subprocess.Popen([COPY, "explain"], cwd=folder.path, stdout=subprocess.PIPE)
        out = b"".join(iter(lambda: os.read(reader.stdout.fileno(), 7), b""))
        reader.stdout.close()
        report.check("read seven bytes at a time",
                     (reader.wait(), out) == (0, folder.run("explain").stdout))


def run(report):
    closed(report)
    full(report)
    gone(report)
    slow(report)
