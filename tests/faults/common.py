"""What the fault tests share: a folder for each run, commands that reach every room, strace."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import (BUILD, EVERYTHING, PROGRAM, ROOT, TESTS, Outcome, Report, as_at_a_terminal, each,  # noqa: E402,F401
                     harmful, strict_json)

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(ROOT, "examples")
SCRATCH = tempfile.TemporaryDirectory(prefix="attnviz-faults-")
os.chmod(SCRATCH.name, 0o755)  # other users run the program there
OLD = b"old\n"
PLAIN = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}

# as it is now, whatever is built in the meantime
COPY = os.path.join(SCRATCH.name, "attnviz")
shutil.copy(PROGRAM, COPY)

LESSON = """{ "attnviz": 1, "title": "Own", "sequences": { "words": { "file": "words.txt" } },
  "indices": { "i": "words" }, "given": { "x_i": [[1, 2], [3, 4]], "W": { "weights": "w", "transposed": false } },
  "weights": "own.safetensors", "config": "config.json",
  "steps": [ { "say": "Two words.", "compute": "A = softmax(x W xᵀ / √2)", "heatmap": "A" } ] }
"""


def safetensors(*numbers):
    """A file with one matrix w of two rows."""
    import json
    import struct
    header = json.dumps({"w": {"dtype": "F32", "shape": [2, len(numbers) // 2],
                               "data_offsets": [0, 4 * len(numbers)]}}).encode()
    header += b" " * (-len(header) % 8)
    return struct.pack("<Q", len(header)) + header + struct.pack(f"<{len(numbers)}f", *numbers)


MOVED = """{ "attnviz": 1, "title": "Moved", "given": { "X": [[1, 2], [3.25, 0.1459]] },
  "define": { "f(x)": ["y = x^2", "2 y, y"] },
  "steps": [ { "compute": ["t = X'", "n = norm(X)", "D = grad(n, X)", "w, v = f(X)"], "zoom": ["f"],
               "table": ["t_1", "w_1"], "check": "t_{2,1} == X_{1,2}" },
             { "compute": "s = 2 n", "stated": { "by": "Nobody", "values": 1 } } ] }
"""

LARGE = """{ "attnviz": 1, "title": "Large", "given": { "X": { "random": [700, 700] } },
  "steps": [ { "compute": ["Z = softmax(X Xᵀ / 100)", "n = norm(Z)", "Y = attention(X, X, X)", "m = norm(Y)"] } ] }
"""

FILES = {"answers.json": b'{"e_1": [2.1, 0.3, 0.2], "\xce\xb1_1": [0.76, 0.13, 0.11]}\n',
         "large.json": LARGE.encode(), "moved.json": MOVED.encode(), "own.json": LESSON.encode(), "words.txt": b"cat\nmat\n", "config.json": b"{}\n",
         "heads.json": b"[[[1,0,0],[0.5,0.5,0],[0.2,0.3,0.5]],[[0,0,1],[0,1,0],[1,0,0]]]\n",
         "tokens.json": b'["no","##ir","[SEP]"]\n', "links.txt": b"0-0 0?1\n",
         "soft.txt": b"0 ||| a b ||| 1 ||| c ||| 1 2\n1\n0.5\n",
         "qkv.json": b'{"Q":[[1,0],[0,1]],"K":[[1,0],[0,2]],"V":[[1,2],[3,4]]}\n',
         "own.safetensors": safetensors(1, 0, 0, 1), "cat.txt": b"The cat sat.\n",
         "wrong.json": LESSON.replace("softmax", "sofmax").encode()}


def is_whole(content):
    """A picture, as far as its last bytes tell."""
    return (content.startswith(b"\x89PNG") and content.endswith(b"IEND\xaeB`\x82")
            or content.startswith(b"%PDF") and content.rstrip().endswith(b"%%EOF")
            or content.startswith(b"<?xml") and content.rstrip().endswith(b"</svg>"))


class Folder:
    """A fresh folder with the files above, gone at the end."""

    def __init__(self, files=FILES):
        self.path = tempfile.mkdtemp(dir=SCRATCH.name)
        os.chmod(self.path, 0o777)
        for name, content in files.items():
            self.write(name, content)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            shutil.rmtree(self.path)
        except OSError:  # a folder that nobody may write into
            subprocess.run(["chmod", "-R", "u+rwx", self.path], check=False)
            shutil.rmtree(self.path, ignore_errors=True)

    def name(self, name):
        return os.path.join(self.path, name)

    def write(self, name, content):
        with open(self.name(name), "wb") as file:
            file.write(content)

    def read(self, name):
        with open(self.name(name), "rb") as file:
            return file.read()

    def files(self):
        """All regular files of the folder with what they hold; other things by their kind."""
        return {name: self.read(name) if os.path.isfile(self.name(name)) else None
                for name in os.listdir(self.path)}

    def run(self, *words, before=(), seconds=60, stdin=subprocess.DEVNULL, **environment):
        """The program in this folder; before: a command that runs it."""
        try:
            done = subprocess.run([*before, COPY, *words], cwd=self.path, stdin=stdin,
                                  capture_output=True, timeout=seconds,
                                  env={**PLAIN, **environment})
            return Outcome(done.returncode, done.stdout, done.stderr)
        except subprocess.TimeoutExpired as late:
            return Outcome(None, late.stdout or b"", late.stderr or b"")

    def shell(self, script, seconds=60, before=(), **environment):
        """A script in this folder, with the program as $ATTNVIZ."""
        try:
            done = subprocess.run([*before, "sh", "-c", script], cwd=self.path, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=seconds,
                                  env={**PLAIN, "ATTNVIZ": COPY, **environment})
            return Outcome(done.returncode, done.stdout, done.stderr)
        except subprocess.TimeoutExpired as late:
            return Outcome(None, late.stdout or b"", late.stderr or b"")


def with_picture():
    """The files above, and a picture that carries its numbers."""
    with Folder() as folder:
        folder.run("heatmap", "own.json", "-o", "drawn.png")
        return {**FILES, "drawn.png": folder.read("drawn.png")}


def is_message(stderr):
    """One line for a person, or three with the formula, and nothing that harms a terminal."""
    lines = stderr.decode("utf-8", "replace").split("\n")
    return (len(lines) in (2, 4) and lines[-1] == "" and re.match(r"attnviz: .{10}", lines[0])
            and not harmful(stderr))


def failed_well(outcome, folder, before):
    """What is wrong with a run that may fail: None if it ended with 1, a message, and all files kept."""
    if outcome.status != 1:
        return f"status {outcome.status}: {outcome.message[:200]}"
    if not is_message(outcome.stderr):
        return f"no message: {outcome.message[:200]!r}"
    return kept(folder, before)


def kept(folder, before):
    after = folder.files()
    changed = sorted(name for name in {*before, *after} if before.get(name) != after.get(name)
                     or (name in before) != (name in after))
    return f"files that changed or are left: {changed}" if changed else None


def strace_fault():
    """Why strace cannot be used here, or None."""
    if not shutil.which("strace"):
        return "strace is not installed (Debian: apt install strace)"
    probe = subprocess.run(["strace", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "true"],
                           capture_output=True, check=False)
    if probe.returncode != 0:
        return "strace cannot trace here: " + probe.stderr.decode(errors="replace").split("\n")[0]
    return None


STRACE_FAULT = strace_fault()


def inject(*what, path=None):
    """A command that runs another one with faults put into its system calls."""
    words = ["strace", "-f", "-qqq", "-o", "/dev/null", "-e", "signal=none"]
    for one in what:
        words += ["-e", "inject=" + one]
    return words + (["-P", path] if path else [])
