#!/usr/bin/env python3
"""same_output.py OLD NEW: what two builds of the program show differently.

Runs both over every lesson: as text, JSON, Markdown, LaTeX and HTML, with and without each switch, as worksheets and as
pictures. Lists every difference, and ends with status 1 if there is one.
"""

import concurrent.futures
import difflib
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MOST_LINES_SHOWN = 12


def run(program, arguments, folder):
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"})
    return done.returncode, done.stdout, done.stderr


def lesson_names(program):
    text = run(program, ["lessons"], ROOT)[1].decode()
    return re.findall(r"^  ([a-z][a-z-]*) {2,}", text, re.MULTILINE)


def switches_of(program, name):
    """The words that --without knows of a lesson, as its refusal lists them."""
    message = run(program, ["explain", name, "--without", "?"], ROOT)[2].decode()
    listed = re.search(r"can do without (.*), not '\?'", message)
    return re.split(r", | and ", listed[1]) if listed else []


def commands(program):
    for name in lesson_names(program):
        for form in ("text", "json", "markdown", "latex", "html"):
            yield ["explain", name, "--format", form]
        yield ["explain", name, "--color", "always", "--precision", "2"]
        for picture in ("out.png", "out.svg", "out.pdf"):
            yield ["heatmap", name, "-o", picture]
        for form in ("text", "markdown", "latex"):
            for state in ("--blank", "--partly", "--solved"):
                yield ["worksheet", name, "--seed", "7", "--format", form, state]
        yield ["worksheet", name, "--seed", "7", "-o", "out.pdf"]
        for switch in switches_of(program, name):
            for form in ("text", "json", "markdown", "latex", "html"):
                yield ["explain", name, "--without", switch, "--format", form]
            yield ["heatmap", name, "--without", switch, "-o", "out.png"]


def shown(program, arguments):
    """What a command says and writes: text as lines, other files as bytes."""
    with tempfile.TemporaryDirectory() as folder:
        status, out, err = run(program, arguments, folder)
        files = {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                files[name] = file.read()
    return {"status": str(status).encode(), "stdout": out, "stderr": err, **files}


def difference(old, new):
    try:
        lines = difflib.unified_diff(old.decode().splitlines(), new.decode().splitlines(), lineterm="", n=0)
        return "".join(f"\n      {line}" for line in list(lines)[2:2 + MOST_LINES_SHOWN])
    except UnicodeDecodeError:
        return f" {len(old)} bytes and {len(new)}"


def main():
    old, new = (os.path.abspath(path) for path in sys.argv[1:3])
    jobs = list(commands(old))
    different = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        pairs = pool.map(lambda job: (shown(old, job), shown(new, job)), jobs)
        for job, (before, after) in zip(jobs, pairs):
            for part in sorted(before.keys() | after.keys()):
                if before.get(part) != after.get(part):
                    different += 1
                    print("attnviz", *job, f"\n    {part}:" + difference(before.get(part, b""), after.get(part, b"")))
    print(f"{len(jobs)} commands, {different} differences")
    return different != 0


if __name__ == "__main__":
    sys.exit(main())
