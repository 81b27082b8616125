"""Ways out of a lesson's folder: links, special files, names, and what is exchanged while it is read or written.

Each lesson lies in a folder "box"; "out" beside it holds the canary, a file of the kind that the lesson asks for.
Nothing of it may come to light, and nothing in "out" may change.
"""

import json
import os
import re
import shutil
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import zlib

from judge import FEW, SCRATCH, attnviz, each, fault_of, lesson

CANARY = "canary7351"
TOLD = re.compile(rb"7351|0\.733")  # the canary, or its number, or its colour


# ---- lessons that read, and what they would read ----

def safetensors(number):
    header = json.dumps({"a": {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]}}).encode()
    header += b" " * (-len(header) % 8)
    return struct.pack("<Q", len(header)) + header + struct.pack("<2f", number, 1)


def png(grey):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes([0, grey, grey, grey]))) + chunk(b"IEND", b""))


def wav(sample):
    form = struct.pack("<HHIIHH", 1, 1, 8000, 16000, 2, 16)
    return (b"RIFF\0\0\0\0WAVEfmt " + struct.pack("<I", len(form)) + form
            + b"data" + struct.pack("<Ih", 2, sample))


def learns(examples):
    return lesson(sequences={"V": ["a", "b"], "s": {"input": "t", "in": "V", "default": ["a"]}}, learned={"w": [1]},
                  steps=[{"train": {"loss": "sum(w)", "steps": 1, "rate": 0.1, "examples": examples,
                                    "inputs": ["t"]}}])


# name of the file, its bytes, the lesson that reads it under another name, the command
KINDS = {
    "words": ("f.txt", f"{CANARY}\nb\n".encode(),
              lambda name: lesson(sequences={"s": {"file": name}}, steps=[{"say": "{=s}"}]), "explain"),
    "array": ("f.json", b'{"a": [[7351, 1]]}',
              lambda name: lesson("x = A", given={"A": {"array": name}}), "explain"),
    "config": ("f.json", b'{"secret": 7351}',
               lambda name: lesson("x = A", config=name, given={"A": {"config": "secret"}}), "explain"),
    "weights": ("f.safetensors", safetensors(7351),
                lambda name: lesson("x = A", weights=name, given={"A": {"weights": "a"}}), "explain"),
    "learned": ("f.safetensors", safetensors(7351),
                lambda name: lesson("x = a", weights=name, learned={"a": [[1, 2]]}), "explain"),
    "pixels": ("f.png", png(187),
               lambda name: lesson("x = A", given={"A": {"pixels": name, "grid": [1, 1]}}), "explain"),
    "sound": ("f.wav", wav(24019),  # 0.7330
              lambda name: lesson("x = A", given={"A": {"sound": name, "rate": 8000}}), "explain"),
    "examples": ("f.txt", f"{CANARY}\n".encode(), learns, "explain"),
    "corpus": ("f.json", json.dumps({"attnviz-corpus": 1, CANARY: 1}).encode(),
               lambda name: learns({"corpus": name, "n": 1}), "explain"),
    # a picture tells nothing in words: that there is one is enough
    "over": ("f.png", png(187),
             lambda name: lesson(given={"A": [1]},
                                 steps=[{"heatmap": {"of": "A", "grid": [1, 1], "over": name}}]), "heatmap"),
}


def writes(name):
    return lesson(weights=name, learned={"W": [1, 2]},
                  steps=[{"train": {"loss": "sum(W)^2", "steps": 2, "rate": 0.1}}])


# ---- the ways ----

LINK, SPECIAL, NAME, MISSING = ("is a symbolic link", "is a device, a pipe or a socket|is a folder",
                                "in the lesson's own folder|u0000 is not allowed|carries no corpus",
                                "cannot be opened|cannot be written|the examples are missing")

# label, links by their name in the box, the name in the lesson, what the message says.
# {F} is the file's name, {E} its ending, {OUT} the folder outside, {UP} the way to the root from the box.
WAYS = [
    ("a link to a file", {"l{E}": "../out/{F}"}, "l{E}", LINK),
    ("a link to a file, with its ending", {"{F}": "../out/{F}"}, "{F}", LINK),
    ("an absolute link to a file", {"l{E}": "{OUT}/{F}"}, "l{E}", LINK),
    ("a link to a file in the box", {"l{E}": "inner/{F}"}, "l{E}", LINK),
    ("a link to a file, one folder down", {"inner/l{E}": "../../out/{F}"}, "inner/l{E}", LINK),
    ("a link to a file, three folders down", {"inner/a/b/l{E}": "../../../../out/{F}"}, "inner/a/b/l{E}", LINK),
    ("a link to a folder", {"d": "../out"}, "d/{F}", LINK),
    ("an absolute link to a folder", {"d": "{OUT}"}, "d/{F}", LINK),
    ("a link to a folder, one folder down", {"inner/d": "../../out"}, "inner/d/{F}", LINK),
    ("a link to a folder in the middle", {"inner/d": "../../out"}, "inner/d/deep/{F}", LINK),
    ("a link to a folder at the bottom", {"inner/a/b/d": "{OUT}/deep"}, "inner/a/b/d/{F}", LINK),
    ("a link to a folder in the box", {"d": "inner"}, "d/{F}", LINK),
    ("a link to the box itself", {"d": "."}, "d/d/inner/{F}", LINK),
    ("a link to the folder above", {"d": ".."}, "d/out/{F}", LINK),
    ("a link to the root", {"d": "/"}, "d{OUT}/{F}", LINK),
    ("a link up to the root", {"d": "{UP}"}, "d{OUT}/{F}", LINK),
    ("a chain of links to a file", {"l{E}": "m{E}", "m{E}": "n{E}", "n{E}": "../out/{F}"}, "l{E}", LINK),
    ("a chain of links to a folder", {"d": "e", "e": "inner/f", "inner/f": "../../out"}, "d/{F}", LINK),
    ("a link to a file through a link to a folder", {"d": "../out", "l{E}": "d/{F}"}, "l{E}", LINK),
    ("a link with dots and slashes around it", {"d": "../out"}, ".//./d//{F}", LINK),
    ("a link that leads nowhere", {"l{E}": "../out/none"}, "l{E}", LINK),
    ("a link to a folder that leads nowhere", {"d": "../none"}, "d/{F}", LINK),
    ("a link to itself", {"l{E}": "l{E}"}, "l{E}", LINK),
    ("two links to each other", {"l{E}": "m{E}", "m{E}": "l{E}"}, "l{E}", LINK),
    ("a folder that is a link to itself", {"d": "d"}, "d/{F}", LINK),
    ("a link to /dev/zero", {"l{E}": "/dev/zero"}, "l{E}", LINK),
    ("a link to /dev/null", {"l{E}": "/dev/null"}, "l{E}", LINK),
    ("a link to /dev/stdin", {"l{E}": "/dev/stdin"}, "l{E}", LINK),
    ("a link to an open file", {"l{E}": "/proc/self/fd/0"}, "l{E}", LINK),
    ("a link to the open files", {"d": "/proc/self/fd"}, "d/0{E}", LINK),
    ("a link to the working folder", {"d": "/proc/self/cwd"}, "d/{F}", LINK),
    ("a link to the root of the process", {"d": "/proc/self/root"}, "d{OUT}/{F}", LINK),
    ("a pipe that nobody writes", {}, "pipe{E}", SPECIAL),
    ("a pipe, one folder down", {}, "inner/pipe{E}", SPECIAL),
    ("a socket", {}, "socket{E}", SPECIAL),
    ("a device", {}, "device{E}", SPECIAL),
    ("a folder", {}, "folder{E}", SPECIAL),
    ("up and out", {}, "../out/{F}", NAME),
    ("a dot, then up", {}, "./../out/{F}", NAME),
    ("down, then up twice", {}, "inner/../../out/{F}", NAME),
    ("up behind empty components", {}, "inner//..///..//out/{F}", NAME),
    ("up behind a link", {"d": "inner/a"}, "d/../../out/{F}", NAME),
    ("up alone", {}, "..", NAME),
    ("down and up", {}, "inner/..", NAME),
    ("an absolute name", {}, "{OUT}/{F}", NAME),
    ("an absolute name with two slashes", {}, "/{OUT}/{F}", NAME),
    ("no name", {}, "", NAME),
    ("a dot", {}, ".", NAME),
    ("a folder with a slash", {}, "inner/", NAME),
    ("a folder with a slash and a dot", {}, "inner/.", NAME),
    ("a link with a slash", {"l{E}": "../out/{F}"}, "l{E}/", NAME),
    ("a link to a folder with a slash", {"d": "../out"}, "d/", NAME),
    ("a NUL in front of the rest", {}, "../out/{F}\0{E}", NAME),
    ("a NUL, then up", {}, "inner\0/../../out/{F}", NAME),
    ("a file of the box with a slash", {}, "inner/{F}/", NAME),
    ("a file taken for a folder", {}, "inner/{F}/../../../out/{F}", NAME),
    ("below a file", {}, "inner/{F}/{F}", MISSING),
    ("backslashes", {}, "..\\out\\{F}", MISSING),
    ("dots in percents", {}, "%2e%2e/out/{F}", MISSING),
    ("slashes in percents", {}, "..%2Fout%2F{F}", MISSING),
    ("wide dots", {}, "\uff0e\uff0e/out/{F}", MISSING),
    ("one letter of two dots", {}, "\u2025/out/{F}", MISSING),
    ("a wide slash", {}, "..\uff0fout\uff0f{F}", MISSING),
    ("the home folder", {}, "~/{F}", MISSING),
    ("a variable", {}, "$PWD/{F}", MISSING),
    ("an address", {}, "file://{OUT}/{F}", MISSING),
    ("a component of 300 bytes", {}, "d" * 300 + "/{F}", MISSING),
    ("a path of 5000 bytes", {}, "./" * 2500 + "none{E}", MISSING),
]
WRITE_INSIDE = ("backslashes", "slashes in percents", "a wide slash", "a path of 5000 bytes")  # a name like any other


def snapshot(folder):
    """All that lies in a folder: kind, mode, inode, time and content."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in [".", *folders, *files]:
            path = os.path.join(place, name)
            about = os.lstat(path)
            content = b""
            if stat.S_ISREG(about.st_mode):
                with open(path, "rb") as file:
                    content = file.read()
            found[path] = (about.st_mode, about.st_ino, about.st_mtime_ns, content)
    return found


class Box:
    """A folder for a lesson, and the canary beside it."""

    def __init__(self, file, content):
        self.path = tempfile.mkdtemp(dir=SCRATCH.name)
        self.box, self.out, self.file = self.at("box"), self.at("out"), file
        os.makedirs(self.at("box/inner/a/b"))
        os.makedirs(self.at("out/deep"))
        for place in ("out", "out/deep"):
            self.write(f"{place}/{file}", content)
        self.before = snapshot(self.out)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path)

    def at(self, name):
        return os.path.join(self.path, name)

    def write(self, name, content):
        with open(self.at(name), "wb") as file:
            file.write(content)

    def fill(self, text):
        up = "../" * (self.box.count("/") + 1)
        ending = os.path.splitext(self.file)[1]
        return (text.replace("{F}", self.file).replace("{E}", ending)
                .replace("{OUT}", self.out).replace("{UP}", up))

    def make(self, links):
        for name, target in links.items():
            os.symlink(self.fill(target), self.at("box/" + self.fill(name)))
        for name in ("pipe{E}", "inner/pipe{E}"):
            os.mkfifo(self.at("box/" + self.fill(name)))
        os.mkdir(self.at("box/" + self.fill("folder{E}")))
        try:
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(self.at("box/" + self.fill("socket{E}")))
        except OSError:  # the name of a socket is short
            os.mkfifo(self.at("box/" + self.fill("socket{E}")))
        try:
            os.mknod(self.at("box/" + self.fill("device{E}")), stat.S_IFCHR | 0o666, os.makedev(1, 5))
        except PermissionError:
            os.mkfifo(self.at("box/" + self.fill("device{E}")))

    def run(self, command, document, *options):
        self.write("box/lesson.json", json.dumps(document).encode())
        # the working folder of the program is outside, too
        return attnviz(command, self.at("box/lesson.json"), *options, seconds=20, cwd=self.out)

    def again(self, command):
        """The lesson that stands there, many times."""
        path = self.at("box/lesson.json")
        return each(lambda _: attnviz(command, path, seconds=20, cwd=self.path), range(TIMES))

    def escaped(self, outcome):
        """What was read or written outside, or None."""
        if TOLD.search(outcome.stdout + outcome.stderr):
            return f"the canary was read: {outcome.stdout[-80:]!r} {outcome.message[-200:]}"
        if snapshot(self.out) != self.before:
            return "something outside has changed"
        if any(name.startswith(".attnviz-") for _, _, files in os.walk(self.path) for name in files):
            return "an unfinished file is left"
        return None


# ---- one after the other ----

def read_by(way):
    """What is wrong, for each kind of file that a lesson reads in this way."""
    label, links, name, said = way
    for kind, (file, content, make, command) in KINDS.items():
        with Box(file, content) as box:
            box.make(links)
            box.write("box/inner/" + file, content.replace(b"7351", b"1234"))
            outcome = box.run(command, make(box.fill(name)), *(("-o", "../o.png") if command == "heatmap" else ()))
            fault = box.escaped(outcome) or fault_of(outcome)
            if not fault and outcome.status != 1:
                fault = "it is read"
            if not fault and not re.search(said, outcome.message):
                fault = f"the message does not say why: {outcome.message}"
        if fault:
            return f"{kind}: {fault}"
    return None


def written_by(way):
    """The same of training, where the file outside is there, and where it could be made."""
    label, links, name, said = way
    for there in (True, False):
        with Box("w.safetensors", b"old") as box:
            box.make(links)
            box.write("box/inner/w.safetensors", b"old")
            if not there:
                os.remove(box.at("out/w.safetensors"))
                os.remove(box.at("out/deep/w.safetensors"))
                box.before = snapshot(box.out)
            outcome = box.run("train", writes(box.fill(name)))
            fault = box.escaped(outcome)
            if not fault and outcome.status not in ((0,) if label in WRITE_INSIDE else (1, 2)):
                fault = f"status {outcome.status}: {outcome.message}"
            if not fault and outcome.status and not re.search(said, outcome.message):
                fault = f"the message does not say why: {outcome.message}"
        if fault:
            return fault
    return None


def ways(report):
    chosen = WAYS[::4] if FEW else WAYS
    report.check(f"{len(WAYS)} ways out of a lesson's folder", len({way[0] for way in WAYS}) >= 40, len(WAYS))
    for label, take in (("reading", read_by), ("training writes", written_by)):
        for way, fault in zip(chosen, each(take, chosen)):
            report.check(f"{label} by {way[0]}", not fault, fault)


def allowed(report):
    """What lies in the folder is read, so that the canary would be seen; and what the user names may be a link."""
    for kind, (file, content, make, command) in KINDS.items():
        with Box(file, content) as box:
            box.write("box/inner/" + file, content)
            outcome = box.run(command, make("inner/" + file), *(("-o", "../o.png") if command == "heatmap" else ()))
            shown = TOLD.search(outcome.stdout + outcome.stderr) or os.path.exists(box.at("o.png"))
            report.check(f"{kind}: a file in the folder is read", shown, outcome)
            os.remove(box.at("box/inner/" + file))
            os.link(box.at("out/" + file), box.at("box/inner/" + file))
            outcome = box.run(command, make("inner/" + file), *(("-o", "../p.png") if command == "heatmap" else ()))
            shown = TOLD.search(outcome.stdout + outcome.stderr) or os.path.exists(box.at("p.png"))
            report.check(f"{kind}: a hard link is the file, as the manual says", shown, outcome)
    file, content, make, _ = KINDS["words"]
    with Box(file, content) as box:
        box.write("box/" + file, content)
        box.run("explain", make(file))
        os.symlink("box", box.at("folder"))
        os.symlink("box/lesson.json", box.at("lesson.json"))
        box.write(file, b"beside\n")
        for label, path, words in (("the lesson's folder", "folder/lesson.json", CANARY),
                                   ("the lesson", "lesson.json", "beside")):
            outcome = attnviz("explain", box.at(path))
            report.check(f"{label} may be a link: the user names it",
                         outcome.status == 0 and words in outcome.stdout.decode(), outcome)
    file, content, make, _ = KINDS["pixels"]
    with Box(file, content) as box:
        document = make("inner/own.png")
        document["given"]["A"]["input"] = "picture"
        box.write("box/inner/own.png", png(1))
        os.symlink("../out/" + file, box.at("box/link.png"))
        outcome = box.run("explain", document, "--input", "picture=" + box.at("box/link.png"))
        report.check("a picture that the user names may be a link",
                     outcome.status == 0 and TOLD.search(outcome.stdout), outcome)
        # the same file, named by the lesson too
        document["steps"].append({"heatmap": {"of": "A_{1,1}", "over": "link.png"}})
        outcome = box.run("explain", document, "--input", "picture=" + box.at("box/link.png"))
        report.check("and the lesson may not follow it for that", outcome.status == 1
                     and LINK in outcome.message, outcome)
        document["steps"][-1] = {"heatmap": {"of": "A_1", "grid": [1, 3], "over": "link.png"}}
        document["given"]["A"]["pixels"] = "link.png"
        outcome = box.run("heatmap", document, "-o", "../o.png")
        report.check("a picture that the user could name is the lesson's until then",
                     outcome.status == 1 and LINK in outcome.message and not os.path.exists(box.at("o.png")), outcome)


# ---- while another program exchanges what is read or written ----

SWAP = """
import ctypes, os, sys
a, b = (os.fsencode(name) for name in sys.argv[1:])
library = ctypes.CDLL(None)
at_once = getattr(library, "renameat2", None)  # both are always there
target = os.readlink(b)
print("begun", flush=True)
while True:
    if at_once is None or at_once(-100, a, -100, b, 2) != 0:
        at_once = None
        os.rename(a, a + b".held")
        os.rename(b, a)
        os.rename(a + b".held", b)
    if not os.path.islink(a) and not os.path.islink(b):  # a new file has taken its place
        os.symlink(target, b + b".new")
        os.rename(b + b".new", b)
"""


class Swapping:
    """A file or folder and a link to another change places as fast as they can."""

    def __init__(self, box, one, link):
        self.names = box.at(one), box.at(link)

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, "-c", SWAP, *self.names], stdout=subprocess.PIPE)
        self.process.stdout.readline()

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


TIMES = 20 if FEW else 200
DECOY = json.dumps(lesson("x = 1")).encode()


def exchange(report, label, box, pair, command, lessons):
    """Runs lessons in turn while two names are exchanged: each run is right or refused, and some are either."""
    names = [box.at(f"box/lesson-{k}.json") for k in range(len(lessons))]
    for name, document in zip(names, lessons):
        box.write(name, json.dumps(document).encode())
    with Swapping(box, *pair):
        outcomes = each(lambda k: attnviz(command, names[k % len(names)], seconds=20, cwd=box.path), range(TIMES))
    wrong = [outcome.message for outcome in outcomes
             if TOLD.search(outcome.stdout + outcome.stderr) or outcome.status not in (0, 1)]
    ended = {outcome.status for outcome in outcomes}
    report.check(f"{label}, {TIMES} times", not wrong and (FEW or len(ended) == 2),
                 wrong[:2] or f"it ended with {ended}")


PAIRS = (("a file and a link to one", "{F}", {"other": "../out/{F}"}, ("box/{F}", "box/other")),
         ("a folder and a link to one", "sub/{F}", {"other": "../out"}, ("box/sub", "box/other")),
         ("a folder in the middle and a link to one", "inner/sub/deep/{F}", {"inner/other": "../../out"},
          ("box/inner/sub", "box/inner/other")))


def race_to_read(report):
    for label, name, links, pair in PAIRS:
        with Box("f.json", b"canary7351\n") as box:  # the arrays and the words of different lessons
            os.makedirs(box.at("box/sub"))
            os.makedirs(box.at("box/inner/sub/deep"))
            box.make(links)
            box.write("box/" + box.fill(name), b"[1234]\n")
            makers = [KINDS[kind][2] for kind in ("words", "array")]
            exchange(report, f"{label} are exchanged while it is read", box, [box.fill(one) for one in pair],
                     "explain", [make(box.fill(name)) for make in makers])


def race_of_folders(report):
    """The lesson's own folder and a link to another, with a lesson of the same name: no mixture of the two."""
    file, content, make, command = KINDS["words"]
    with Box(file, content) as box:
        box.write("box/" + file, b"mine\n")
        box.run(command, make(file))
        box.write("out/lesson.json", DECOY)
        os.symlink("out", box.at("other"))
        with Swapping(box, "box", "other"):
            told = {outcome.stdout for outcome in box.again(command)}
        report.check(f"a lesson's own folder is exchanged while it is read, {TIMES} times",
                     len(told) >= (1 if FEW else 2) and not any(TOLD.search(one) for one in told), told)
    with Box("w.safetensors", b"old") as box:
        box.write("box/w.safetensors", b"old")
        box.run("train", writes("w.safetensors"))
        box.write("out/lesson.json", DECOY)
        box.before = snapshot(box.out)
        os.symlink("out", box.at("other"))
        with Swapping(box, "box", "other"):
            ended = {outcome.status for outcome in box.again("train")}
        fault = box.escaped(attnviz("help"))
        report.check(f"a lesson's own folder is exchanged while it is trained, {TIMES} times",
                     not fault and (FEW or 0 in ended and len(ended) > 1), fault or ended)


def race_to_write(report):
    for label, name, links, pair in PAIRS:
        with Box("w.safetensors", b"old") as box:
            os.makedirs(box.at("box/sub"))
            os.makedirs(box.at("box/inner/sub/deep"))
            box.make(links)
            box.write("box/" + box.fill(name), b"old")
            exchange(report, f"{label} are exchanged while it is trained", box, [box.fill(one) for one in pair],
                     "train", [writes(box.fill(name))])
            fault = box.escaped(attnviz("help"))
            report.check(f"{label}: nothing outside has changed", not fault, fault)


def run(report):
    for part in (ways, allowed, race_to_read, race_of_folders, race_to_write):
        part(report)
