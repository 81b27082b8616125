"""What becomes of the files of `attnviz train`, whenever it is stopped, and what its films are."""

import fcntl
import os
import pty
import random
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


def killed(report):
    """At forty moments from the start to past the end."""
    with tempfile.TemporaryDirectory(prefix="attnviz-train-") as folder:
        path = os.path.join(folder, "w.safetensors")
        words = ("learning", "-o", path, "--steps", "400")
        begun = time.monotonic()
        start(folder, *words).communicate()
        spent = time.monotonic() - begun
        new = read(path)
        start(folder, *words, "--seed", "7").communicate()
        old = read(path)
        report.check("another seed gives other weights", new != old)
        draw = random.Random(1)
        seen = {"old": 0, "new": 0}
        for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
            faults = []
            for _ in range(40):
                with open(path, "wb") as file:
                    file.write(old)
                run = start(folder, *words)
                time.sleep(draw.random() * 1.3 * spent)
                run.send_signal(number)
                run.communicate()
                now = read(path)
                if now not in (old, new):
                    faults.append(f"{len(now)} bytes")
                seen["old" if now == old else "new"] += 1
                left = [name for name in os.listdir(folder) if name != "w.safetensors"]
                if left and number != signal.SIGKILL:
                    faults.append(f"left behind: {left}")
                for name in left:
                    os.remove(os.path.join(folder, name))
            report.check(f"stopped by {number.name}: the old weights or the new ones", not faults, faults)
        report.check("both were seen", min(seen.values()) > 0, seen)


def on_terminal(folder, columns):
    """The status of a training, and what a terminal of so many columns shows of it."""
    above, below = pty.openpty()
    fcntl.ioctl(below, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    run = subprocess.Popen([PROGRAM, "train", "learning"], cwd=folder, stdin=subprocess.DEVNULL,
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
        written = []
        for threads in ("1", "2"):
            run = start(folder, "meaning.json", "--threads", threads, "-o", f"{threads}.safetensors")
            out, err = run.communicate()
            report.check(f"12 examples, --threads {threads}", b"on 12 examples, Adam" in out, (out, err))
            written.append(read(os.path.join(folder, f"{threads}.safetensors")))
        report.check("the same weights with one thread and with two", written[0] == written[1])
        before = read(os.path.join(folder, "meaning-examples.txt"))
        os.link(os.path.join(folder, "meaning-examples.txt"), os.path.join(folder, "x.safetensors"))
        run = start(folder, "meaning.json", "-o", "x.safetensors")
        _, err = run.communicate()
        report.check("the examples are not overwritten", run.returncode == 2 and b"would overwrite" in err
                     and read(os.path.join(folder, "meaning-examples.txt")) == before, err)


def main():
    report = Report("train")
    killed(report)
    quiet(report)
    films(report)
    no_films(report)
    examples(report)
    report.end()


main()
