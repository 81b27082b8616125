"""What becomes of the files of `attnviz train`, whenever it is stopped and resumed, and what its films are."""

import fcntl
import os
import pty
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import zlib

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TESTS, "support"))
from harness import DRAFTS, PROGRAM, ROOT, Report  # noqa: E402
import terminals  # noqa: E402


def start(folder, *words, **how):
    return subprocess.Popen([PROGRAM, "train", *words], cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def stopped(report):
    """At forty moments from the start to past the end: a file is whole, the old one, or what was learned so far."""
    with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
        path, kept = os.path.join(folder, "w.safetensors"), os.path.join(folder, "w.checkpoint.safetensors")
        words = ("learning", "-o", path, "--steps", "400")
        begun = time.monotonic()
        start(folder, *words).communicate()
        spent = time.monotonic() - begun
        new = read(path)
        start(folder, *words, "--seed", "7").communicate()
        old = read(path)
        report.check("another seed gives other weights", new != old)
        draw = random.Random(1)
        seen = {"old": 0, "new": 0, "so far": 0}
        for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
            faults = []
            for _ in range(40):
                with open(path, "wb") as file:
                    file.write(old)
                run = start(folder, *words)
                time.sleep(draw.random() * 1.3 * spent)
                run.send_signal(number)
                run.communicate()
                now, far = read(path), os.path.exists(kept)
                seen["so far" if far else "old" if now == old else "new"] += 1
                if far and run.returncode != -number:
                    faults.append(f"status {run.returncode}")
                if far:
                    again = start(folder, *words, "--resume", "--threads", str(draw.randint(1, 2)))
                    again.communicate()
                    if again.returncode or read(path) != new:
                        faults.append("resumed, it came to other weights")
                    os.remove(kept)
                elif now not in (old, new):
                    faults.append(f"{len(now)} bytes")
                left = [name for name in os.listdir(folder) if name != "w.safetensors"]
                if left and number != signal.SIGKILL:
                    faults.append(f"left behind: {left}")
                for name in left:
                    os.remove(os.path.join(folder, name))
            report.check(f"stopped by {number.name}: the old weights, the new ones, or some that lead there",
                         not faults, faults)
        report.check("all were seen", min(seen.values()) > 0, seen)


# "a" and "a a" are learned, which cannot both be right, so the order of the examples shows; others are tried, whose
# loss is lowest on the way.
VALIDATED = """{"attnviz": 1, "title": "Tried", "weights": "w.safetensors",
"sequences": {"v": ["a", "b"], "s": {"input": "x", "default": "a", "in": "v"}},
"given": {"k": 400, "g": [1, 1], "right": [5, 9]}, "learned": {"w": {"random": [2, "k"]}},
"steps": [{"compute": ["y = sum(row(w, s))", "L = (sum(y) - g_1)^2 / k"]}, {"show": ["right"]}, {"train": {"loss": "L", "steps": 3000, "rate": 0.01,
"method": "adam", "examples": "a.txt", "inputs": ["x"], "batch": 3, "order": "shuffled", "validation": "ab.txt",
"trial": 50, "curve": "c"}}]}"""


def write_lesson(folder, text):
    with open(os.path.join(folder, "l.json"), "w", encoding="utf-8") as file:
        file.write(text)


def write_validated(folder):
    write_lesson(folder, VALIDATED)
    for name, text in (("a.txt", "a\n" * 5 + "a a\n" * 4), ("ab.txt", "a b\nb\na a b\n")):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def resumed(report):
    """Killed in the middle, with checkpoints: the weights and the log of a training without a break."""
    with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
        write_validated(folder)
        out, err = start(folder, "l.json", "--log", "l.tsv", "--threads", "1").communicate()
        whole, log = read(os.path.join(folder, "w.safetensors")), read(os.path.join(folder, "l.tsv"))
        rows = [line.split("\t") for line in log.decode().splitlines()]
        report.check("a row for each trial", rows[0] == ["step", "loss", "validation", "rate"] and len(rows) == 61
                     and [row[0] for row in rows[1:]] == [str(50 * i) for i in range(1, 61)], rows[:3])
        lowest = min(rows[1:], key=lambda row: float(row[2]))[0]
        report.check("the best is told", f"after step {lowest}, the lowest".encode() in out and lowest != "3000", out)
        checkpoint = os.path.join(folder, "w.checkpoint.safetensors")
        for number in (signal.SIGKILL, signal.SIGTERM):
            for threads in ("1", "2"):
                words = ("l.json", "--log", "l.tsv", "--checkpoint", "100", "--threads", threads)
                for name in ("w.safetensors", "l.tsv"):
                    os.remove(os.path.join(folder, name))
                if os.path.exists(checkpoint):
                    os.remove(checkpoint)
                run = start(folder, *words)
                while run.poll() is None and not os.path.exists(checkpoint):
                    time.sleep(0.001)
                run.send_signal(number)
                run.communicate()
                report.check(f"{number.name} in the middle, --threads {threads}: a checkpoint",
                             run.returncode == -number and os.path.exists(checkpoint), os.listdir(folder))
                run = start(folder, *words, "--resume")
                _, err = run.communicate()
                report.check("resumed: the same weights, byte by byte, and the same log",
                             read(os.path.join(folder, "w.safetensors")) == whole
                             and read(os.path.join(folder, "l.tsv")) == log, err)
        for words in (("--seed", "4"), ("--steps", "3001"), ("--set", "w_1,1 = 2")):
            run = start(folder, "l.json", "--resume", *words)
            _, err = run.communicate()
            report.check(f"resumed with {words[0]}: refused", run.returncode == 1 and b"of another training" in err
                         and read(os.path.join(folder, "w.safetensors")) == whole, err)
        for what, before, after in (("a formula", "^2 /", "^4 /"), ("a given number", "[1, 1]", "[2, 1]"),
                                    ("the rate", "0.01", "0.02"), ("the batch", '"batch": 3', '"batch": 2'),
                                    ("the first numbers", '"random"', '"scale": 0.5, "random"')):
            write_lesson(folder, VALIDATED.replace(before, after))
            _, err = start(folder, "l.json", "--resume").communicate()
            report.check(f"resumed with another lesson, {what}: refused", b"of another training" in err, err)
        for what, before, after in (("the title", "Tried", "Tried twice"), ("what is told", '{"show": ["right"]}',
                                    '{"say": "Right: {=right_1}", "show": "right", "check": "right_1 < right_2"}'),
                                    ("a number that is only told", "[5, 9]", "[6, 9, 9]")):
            write_lesson(folder, VALIDATED.replace(before, after))
            os.remove(os.path.join(folder, "w.safetensors"))
            _, err = start(folder, "l.json", "--resume").communicate()
            report.check(f"resumed with other words, {what}: the same weights, byte by byte",
                         read(os.path.join(folder, "w.safetensors")) == whole, err)
        write_lesson(folder, VALIDATED)
        with open(os.path.join(folder, "a.txt"), "a", encoding="utf-8") as file:
            file.write("b\n")
        _, err = start(folder, "l.json", "--resume").communicate()
        report.check("resumed with other examples: refused", b"of another training" in err, err)
        os.remove(checkpoint)
        run = start(folder, "l.json", "--resume")
        _, err = run.communicate()
        report.check("nothing to resume", run.returncode == 1 and b"no checkpoint to resume from: " in err, err)


def twice(report):
    """The same signal twice at once, as timeout(1) sends it, is one wish."""
    for _ in range(8):
        with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
            log = os.path.join(folder, "l.tsv")
            run = start(folder, "learning", "-o", "w.safetensors", "--steps", "100000", "--log", log)
            while run.poll() is None and not (os.path.exists(log) and os.path.getsize(log)):
                time.sleep(0.01)  # it has begun when it writes its table
            run.send_signal(signal.SIGTERM)
            time.sleep(0.002)
            run.send_signal(signal.SIGTERM)
            run.communicate()
            report.check("the same signal twice at once: what was learned is kept", run.returncode == -signal.SIGTERM
                         and sorted(os.listdir(folder)) == ["l.tsv", "w.checkpoint.safetensors", "w.safetensors"],
                         os.listdir(folder))


def full_disk(report):
    """A checkpoint larger than a file may be: the training stops, the fault is told, no old file is lost."""
    with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
        write_validated(folder)
        paths = [os.path.join(folder, name) for name in ("w.safetensors", "w.checkpoint.safetensors")]
        for path in paths:
            with open(path, "wb") as file:
                file.write(b"old")
        shell = f'ulimit -f {{}}; exec "{PROGRAM}" train l.json --checkpoint 100'
        for blocks, weights in ((24, True), (1, False)):
            run = subprocess.run(["sh", "-c", shell.format(blocks)], cwd=folder, capture_output=True, check=False)
            said = f"files of at most {blocks} blocks"
            report.check(f"{said}: status 1 and which file", run.returncode == 1 and b"w.checkpoint" in run.stderr
                         if weights else run.returncode == 1, run.stderr)
            report.check(f"{said}: the checkpoint is the old one", read(paths[1]) == b"old")
            report.check(f"{said}: the weights are whole", len(read(paths[0])) > 3000 if weights
                         else read(paths[0]) == b"old", run.stdout)
            with open(paths[0], "wb") as file:
                file.write(b"old")
            report.check(f"{said}: nothing is left behind",
                         sorted(os.listdir(folder)) == sorted(["l.json", "a.txt", "ab.txt"] + list(map(os.path.basename, paths))),
                         os.listdir(folder))


def begin_lines(folder):
    return start(folder, "translator-pairs", "-o", "w.safetensors", "--steps", "20000", "--threads", "1")


def end_lines(report, run, begun):
    """Where standard error is no terminal, a long training says every ten seconds how far it is."""
    time.sleep(max(0, begun + 14 - time.monotonic()))
    run.terminate()
    _, err = run.communicate()
    told = err.decode().splitlines()
    report.check("a line after ten seconds", len(told) >= 1 and all(
        re.fullmatch(r"step \d+ of 20000, loss [\d.e-]+, rate 0.00\d+, .* left", line) for line in told), told)


def on_terminal(folder, columns, *words):
    """The status of a training, and what a terminal of so many columns shows of it."""
    above, below = pty.openpty()
    fcntl.ioctl(below, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    run = subprocess.Popen([PROGRAM, "train", *(words or ["learning"])], cwd=folder, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=below)
    os.close(below)
    shown = b""
    try:
        while part := os.read(above, 4096):
            shown += part
    except OSError:  # the terminal is closed
        pass
    os.close(above)
    return run.wait(), shown


def quiet(report):
    """No terminal: nothing on standard error. A terminal: a bar, gone at the end."""
    with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
        run = start(folder, "learning")
        _, err = run.communicate()
        report.check("no bar where nobody looks", run.returncode == 0 and err == b"", err)
        if none := terminals.none_given():
            report.skip("the bar on a terminal", none)
            return
        status, shown = on_terminal(folder, 80)
        report.check("a bar on a terminal", status == 0 and "█ step 200 of 200, loss 0.0027".encode() in shown
                     and shown.endswith(b"\r\x1b[K"), shown[-300:])
        write_validated(folder)
        status, shown = on_terminal(folder, 80, "l.json", "--steps", "1000000", "--patience", "400")
        report.check("the bar of a training that ends early is gone", status == 0 and b"\x1b[K" in shown
                     and shown.endswith(b"\r\x1b[K"), shown[-300:])
        for columns in (200, 80, 63, 50, 20, 1, 0):
            status, shown = on_terminal(folder, columns)
            lines = [line.decode() for line in shown.split(b"\r\x1b[K")]
            widest = max(map(len, lines))
            report.check(f"a line of {columns} columns holds it", status == 0 and widest < (columns or 80)
                         and (columns < 63 or any(" left" in line for line in lines)), lines[-2:])


def chunks(content):
    at = 8
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at:at + 8])
        data = content[at + 8:at + 8 + length]
        (check,) = struct.unpack(">I", content[at + 8 + length:at + 12 + length])
        assert check == zlib.crc32(kind + data), kind
        yield kind, data
        at += 12 + length


def films(report):
    with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
        path = os.path.join(folder, "f.png")
        run = start(folder, "learning", "--film", path, "--every", "20")
        _, err = run.communicate()
        report.check("a film is written", run.returncode == 0, err)
        kinds, frames, still, sequence = [], [], b"", []
        for kind, data in chunks(read(path)):
            kinds.append(kind)
            if kind == b"IHDR":
                width, height = struct.unpack(">II", data[:8])
            elif kind == b"acTL":
                count, plays = struct.unpack(">II", data)
            elif kind == b"IDAT":
                still += data
            elif kind == b"fcTL":
                sequence.append(struct.unpack(">I", data[:4])[0])
                report.check(f"frame {len(frames) + 1} fills the picture",
                             struct.unpack(">IIII", data[4:20]) == (width, height, 0, 0))
                frames.append(b"")
            elif kind == b"fdAT":
                sequence.append(struct.unpack(">I", data[:4])[0])
                frames[-1] += data[4:]
        report.check("its pictures are those announced, again and again",
                     (count, plays) == (len(frames), 0) and count == 11, (count, plays, len(frames)))
        report.check("acTL comes before IDAT, fcTL behind it",
                     kinds.index(b"acTL") < kinds.index(b"IDAT") < kinds.index(b"fcTL") and kinds[-1] == b"IEND")
        report.check("they are numbered in one row", sequence == list(range(len(sequence))))
        rows = [zlib.decompress(frame) for frame in frames]
        report.check("each is whole", all(len(row) == height * (1 + 3 * width) for row in rows))
        report.check("no two are alike", len(set(rows)) == len(rows))
        report.check("the still picture is the last", zlib.decompress(still) == rows[-1])
        before = read(path)
        run = start(folder, "learning", "--film", path, "--watch", "L")
        _, err = run.communicate()
        report.check("a number is no film, and the old one stays",
                     run.returncode == 2 and b"single number" in err and read(path) == before, err)


LARGE = """{"attnviz": 1, "title": "Large", "learned": {"W": {"fill": 1, "size": [20000, 2]},
"V": {"fill": 1, "size": [9000, 500]}}, "steps": [{"compute": "L = norm(W) + norm(V)"},
{"train": {"loss": "L", "steps": 3, "rate": 0.1}}]}"""

NO_FILMS = (
    ("learning", "f.png", ("--every", "1", "--steps", "600"), b"at most 600 pictures, not 601: look less often"),
    ("learning", "f.png", ("--every", "1", "--steps", "100", "--strip"), b"at most 100 pictures, not 101"),
    ("learning", "f.svg", ("--every", "7", "--steps", "695"), b"at most 100 pictures, not 101"),
    ("learning", "f.png", ("--watch", "L"), b"L is a single number"),
    ("large.json", "f.png", ("--watch", "W"), b"larger than 16384 pixels a side"),
    ("large.json", "f.png", ("--watch", "V", "--strip"), b"do not fit on one picture of 16384 pixels a side"),
)


def no_films(report):
    """A film that cannot be is refused before the first step: no weights are written either."""
    for lesson, film, words, message in NO_FILMS:
        with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
            with open(os.path.join(folder, "large.json"), "w", encoding="utf-8") as file:
                file.write(LARGE)
            run = start(folder, lesson, "--film", film, "-o", "w.safetensors", *words)
            out, err = run.communicate()
            report.check(f"no film: {' '.join(words)}", run.returncode == 2 and message in err and out == b""
                         and os.listdir(folder) == ["large.json"], (out, err, os.listdir(folder)))



def examples(report):
    """A lesson with examples of its own beside it."""
    with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
        for name in ("meaning.json", "meaning-examples.txt"):
            shutil.copy(os.path.join(DRAFTS, name), folder)
        lesson = read(os.path.join(folder, "meaning.json")).decode()
        with open(os.path.join(folder, "meaning.json"), "w", encoding="utf-8") as file:
            file.write(lesson.replace('"train": {', '"train": { "source": "written by \\"hand\\"",', 1))
        written = []
        for threads in ("1", "2"):
            run = start(folder, "meaning.json", "--threads", threads, "-o", f"{threads}.safetensors")
            out, err = run.communicate()
            report.check(f"12 examples, --threads {threads}", b"on 12 examples, Adam" in out, (out, err))
            written.append(read(os.path.join(folder, f"{threads}.safetensors")))
        report.check("the same weights with one thread and with two", written[0] == written[1])
        report.check("they say where the examples come from", b',"source":"written by \\"hand\\""}' in written[0],
                     written[0][:200])
        before = read(os.path.join(folder, "meaning-examples.txt"))
        os.link(os.path.join(folder, "meaning-examples.txt"), os.path.join(folder, "x.safetensors"))
        run = start(folder, "meaning.json", "-o", "x.safetensors")
        _, err = run.communicate()
        report.check("the examples are not overwritten", run.returncode == 2 and b"would overwrite" in err
                     and read(os.path.join(folder, "meaning-examples.txt")) == before, err)


def carried(report):
    """Each lesson of the program that trains would begin: only data that others own may be missing."""
    with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
        for name in sorted(os.listdir(os.path.join(ROOT, "lessons"))):
            lesson, ending = os.path.splitext(name)
            if ending != ".json" or b'"train": {' not in read(os.path.join(ROOT, "lessons", name)):
                continue
            run = start(folder, lesson, "--steps", "1", "--memory", "6G", "-o", "w.safetensors")
            _, err = run.communicate()
            report.check(f"{lesson} trains", run.returncode == 0 or b"does not carry the examples" in err, err)


def main():
    report = Report("train")
    with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
        begun, long_one = time.monotonic(), begin_lines(folder)
        stopped(report)
        resumed(report)
        twice(report)
        full_disk(report)
        quiet(report)
        films(report)
        no_films(report)
        examples(report)
        carried(report)
        end_lines(report, long_one, begun)
    report.end()


main()
