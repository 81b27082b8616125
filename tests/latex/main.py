"""LaTeX of every lesson, and of lessons with hostile words, compiled by xelatex (and lualatex, if it is there)."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(TESTS, "support")]
from harness import DRAFTS, ROOT, Report, attnviz, carried, each, lesson_of  # noqa: E402
from words import DANGEROUS, lesson, lessons  # noqa: E402

TRIAL = r"\documentclass{article}\usepackage{amsmath,amssymb,booktabs,graphicx,fontspec,geometry}\begin{document}x\end{document}"
SCRIPTS = {"chinese": "我爱水课", "arabic": "مرحبا بالعالم", "hebrew": "שלום עולם", "russian": "привет", "greek": "αβγ",
           "japanese": "猫がマットに", "korean": "고양이", "hindi": "नमस्ते", "emoji": "😀👩‍👩‍👧", "accents": "ÀÉîøßşž"}


def compiled(engine, folder, name):
    """What is wrong with a document in a folder, and its log."""
    try:
        done = subprocess.run([engine, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", name],
                              cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=600, check=False)
    except subprocess.TimeoutExpired:
        return "no end within 600 s", ""
    log = os.path.join(folder, name.replace(".tex", ".log"))
    text = ""
    if os.path.exists(log):
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
    if done.returncode == 0 and os.path.exists(os.path.join(folder, name.replace(".tex", ".pdf"))):
        return None, text
    first = re.search(r"^!.*(\n.*){0,3}", text, re.MULTILINE)
    return f"status {done.returncode}: {first.group() if first else text[-300:]}", text


def works(engine):
    with tempfile.TemporaryDirectory(prefix="attnviz-latex-") as folder:
        with open(os.path.join(folder, "trial.tex"), "w", encoding="utf-8") as file:
            file.write(TRIAL)
        return shutil.which(engine) and compiled(engine, folder, "trial.tex")[0] is None


def judge(case, engine="xelatex", letters=False, command=("explain",)):
    """What is wrong with a lesson's page: its name in the program, its file, or its text as JSON.

    letters: none may be missing from the fonts, and nothing may be wider than the page."""
    with tempfile.TemporaryDirectory(prefix="attnviz-latex-") as folder:
        path = lesson_of(case, folder)
        outcome = attnviz(*command, path, "--format", "latex", "-o", os.path.join(folder, "page.tex"), seconds=120)
        if outcome.status == 1 and not letters:
            return None  # no lesson, and no page
        if outcome.status != 0:
            return f"{str(case)[:80]}: {outcome}"
        fault, log = compiled(engine, folder, "page.tex")
        wide = re.search(r"Overfull \\hbox \((\d{2,})\.\d+pt too wide\)", log)
        if letters and not fault and wide:
            fault = wide.group()
        if letters and not fault and "Missing character" in log:
            fault = re.search("Missing character.*", log).group()
        return f"{str(case)[:80]}: {fault}" if fault else None


def varies(name):
    with open(os.path.join(ROOT, "lessons", name + ".json"), encoding="utf-8") as file:
        return "vary" in json.load(file)


report = Report("latex")
if not works("xelatex"):
    report.skip("the LaTeX of lessons",
                "no xelatex with fontspec here (Debian: apt install texlive-xetex texlive-latex-recommended lmodern)")
    report.end()
names = carried()
for name, fault in zip(names, each(lambda name: judge(name, letters=True), names)):
    report.check(f"{name} compiles", fault is None, fault)
sheets = [(name, fill) for name in names if varies(name) for fill in ("--blank", "--partly", "--solved")]
report.check("lessons have worksheets", len(sheets) >= 30, sheets)
faults = each(lambda sheet: judge(sheet[0], letters=True, command=("worksheet", sheet[1])), sheets)
for (name, fill), fault in zip(sheets, faults):
    report.check(f"the worksheet of {name} {fill} compiles", fault is None, fault)
drafts = [os.path.join(DRAFTS, name) for name in sorted(os.listdir(DRAFTS)) if name.endswith(".json")]
faults = [fault for fault in each(judge, drafts) if fault]
report.check(f"{len(drafts)} drafts compile", not faults, "; ".join(faults[:3]))
for name, word in {**DANGEROUS, **SCRIPTS}.items():
    fault = judge(next(lessons(word)))
    report.check(f"words compile: {name}", fault is None, fault)
every = "".join(chr(code) for code in range(0x20, 0x7F))
pairs = " ".join(a + b for a in every for b in "`'-?![*\\{$&%#_^~\"|<>")
fault = judge(lesson(title=every, summary=pairs, sequences={"s": list(every) + ["[a]", "*", "\\\\", "&"]},
                     indices={"i": "s"}, steps=[{"say": pairs.replace("`", "").replace("{", ""), "compute": "y_i = i"}]))
report.check("every pair of signs compiles", fault is None, fault)
if works("lualatex"):
    fault = judge("cross-attention", "lualatex")
    report.check("cross-attention compiles with lualatex", fault is None, fault)
else:
    report.skip("lualatex", "it is not here, or cannot find its fonts")
report.end()
