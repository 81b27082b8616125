"""The same input gives the same bytes: again, in any locale, time zone, folder; by any compiler."""

import os
import shutil
import subprocess

from common import COPY, EVERYTHING, ROOT, SCRATCH, Folder, each

COMMANDS = ["explain", "check le-chat-noir answers.json", "explain le-chat-noir --format json", "explain own.json", "explain own.json --format json",
            "explain scaling", "explain large.json --only n,m --precision 9", "explain --only y --at t=1 --arithmetic y_1,h_{1,2}", "explain reader --sentence 'The cat' --only A",
            "lessons", "glossary", "glossary α", "corpus pairs -n 50", "corpus repeats -n 50 --words 8-10", "help explain", "explain wrong.json", "explain --set e_{1,2}=2,0",
            "explain own.json --save A=out.npz; cat out.npz", "explain own.json --save A=out.csv; cat out.csv",
            "heatmap le-chat-noir -o out.png; cat out.png", "heatmap cat.txt -o out.png; cat out.png",
            "heatmap multi-head -o out.png; cat out.png", "heatmap multi-head -o out.svg; cat out.svg",
            "heatmap cat.txt -o out.pdf --theme dark; cat out.pdf", "heatmap --read out.png",
            "worksheet hard-attention", "worksheet le-chat-noir --partly -o out.pdf; cat out.pdf"]


def outputs(program=COPY, before="", where=".", **environment):
    """What all commands print and draw, one after the other."""
    with Folder() as folder:
        if where != ".":
            os.mkdir(folder.name(where))
            for name in folder.files():
                if name != where:
                    os.rename(folder.name(name), os.path.join(folder.path, where, name))
        outcomes = []
        for words in COMMANDS:
            done = folder.shell(f'cd {where}; {before} "$PROGRAM" {words}', PROGRAM=program, **environment)
            outcomes.append((done.status, done.stdout, done.stderr))
        return outcomes


def first_difference(one, other):
    return next((words for words, a, b in zip(COMMANDS, one, other) if a != b), None)


def comma_locale(report):
    """A folder with a locale whose decimal point is a comma, or None."""
    folder = os.path.join(SCRATCH.name, "locales")
    os.makedirs(folder, exist_ok=True)
    made = os.path.join(folder, "de_DE.UTF-8")
    if shutil.which("localedef"):
        subprocess.run(["localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", made],
                       capture_output=True, check=False)
    # a tool that hears it shows that it is one
    spoken = subprocess.run(["sh", "-c", "printf '%.1f' 0,5"], capture_output=True, check=False,
                            env={**os.environ, "LOCPATH": folder, "LC_ALL": "de_DE.UTF-8"})
    bash = subprocess.run(["bash", "-c", "printf '%.1f' 0,5"], capture_output=True, check=False,
                          env={**os.environ, "LOCPATH": folder, "LC_ALL": "de_DE.UTF-8"}) \
        if shutil.which("bash") else spoken
    if b"0,5" in (spoken.stdout, bash.stdout):
        return {"LOCPATH": folder, "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}
    report.skip("a locale with a decimal comma", "localedef cannot make one here (Debian: apt install locales)")
    return None


def surroundings(report):
    wanted = outputs()
    report.check("the commands work", all(status in (0, 1, 2) for status, _, _ in wanted)
                 and sum(status == 0 for status, _, _ in wanted) >= 12, [status for status, _, _ in wanted])
    around = {"again": {}, "LC_ALL=C": {"LC_ALL": "C"}, "LC_ALL=C.UTF-8": {"LC_ALL": "C.UTF-8"},
              "a locale that is not there": {"LC_ALL": "xx_XX"}, "TZ": {"TZ": "Asia/Tokyo"},
              "COLUMNS": {"COLUMNS": "50", "LINES": "10"}, "HOME": {"HOME": "/nowhere"},
              "memory that is not zero": {"MALLOC_PERTURB_": "165"}, "another folder": {"where": "folder"},
              "TERM": {"TERM": "dumb"}, "NO_COLOR": {"NO_COLOR": "1"}, "one core": {"before": "taskset 1"},
              "another umask": {"before": "umask 077;"}, "a small stack": {"before": "ulimit -s 512;"}}
    if not shutil.which("taskset"):
        del around["one core"]
    comma = comma_locale(report)
    if comma:
        around["a decimal comma"] = comma
    for k in range(9 if EVERYTHING else 3):
        around[f"again, {k + 2} times"] = {}
    results = each(lambda name: outputs(**around[name]), around)
    for name, result in zip(around, results):
        report.check(f"the same bytes: {name}", result == wanted, first_difference(wanted, result))


def make(folder, cc, flags):
    """The program built by another compiler, in a copy of the tree; the path, or None and why not."""
    for name in ("lib", "cli", "lessons", "tests/packages.sh", "Makefile"):
        source, target = os.path.join(ROOT, name), os.path.join(folder, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, target)
    done = subprocess.run(["make", f"-j{os.cpu_count() or 2}", "all", f"CC={cc}", f"CFLAGS={flags}",
                           "UNROLLED="],
                          cwd=folder, capture_output=True, check=False)
    program = os.path.join(folder, "attnviz")
    return program if done.returncode == 0 else None, done.stderr.decode(errors="replace")[-300:]


def compilers(report):
    """gcc and clang, without optimisation and with much; char signed or not."""
    wanted = outputs()
    builds = [(cc, flags) for cc in ("gcc", "clang") for flags in ("-O0", "-O1", "-O2", "-O3", "-O2 -funsigned-char")]
    for cc, flags in builds if EVERYTHING else [("clang", "-O0 -funsigned-char")]:
        label = f"the same bytes from {cc} {flags}"
        if not shutil.which(cc):
            report.skip(label, f"{cc} is not installed")
            continue
        folder = os.path.join(SCRATCH.name, "build-" + "".join(c for c in cc + flags if c.isalnum()))
        program, why = make(folder, cc, flags)
        if not program:
            report.check(label, False, why)
            continue
        result = outputs(program)
        report.check(label, result == wanted, first_difference(wanted, result))
        shutil.rmtree(folder)


def run(report):
    surroundings(report)
    compilers(report)
