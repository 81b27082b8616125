"""What the module of a page says, beside what the program says."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), folder) for folder in ("support", "numbers")]
import formulas  # noqa: E402
from harness import EVERYTHING, Report, attnviz, carried, each  # noqa: E402

LONG = 600  # seconds; the slowest lesson takes 25 on an idle machine
# what takes the module more than two seconds is left to make test-long
SLOW = {"long-range", "meaning", "positions", "reader", "speech", "speech-letters", "taught", "translator", "translator-plain",
        "video", "writer", "captioner", "captioner-hard", "question", "patches"}
LESSONS = [name for name in carried() if EVERYTHING or name not in SLOW]
CHANGES = 200 if EVERYTHING else 60
NODE = shutil.which("node") or shutil.which("nodejs")


def ask(page, requests, folder):
    """The answers of the module: (told, text in bytes) each, or the message why there are none."""
    done = subprocess.run([NODE, os.path.join(HERE, "ask.js"), page, folder], input=json.dumps(requests).encode(),
                          capture_output=True, timeout=LONG)
    if done.returncode or not done.stdout:
        return done.stderr.decode("utf-8", "replace")[:300] or "it did not answer"
    answers = []
    for number, told in enumerate(json.loads(done.stdout)):
        with open(os.path.join(folder, str(number)), "rb") as file:
            answers.append((told, file.read()))
    return answers


def differs(name, options, answer):
    """How an answer of the module differs from what the program writes with these options; None: it does not."""
    said = attnviz("explain", name, "--format", "json", *options, seconds=LONG)
    told, text = answer
    wrong = said.status not in (0, 3)  # 3: a check is false
    if told == wrong:
        return f"{name} {options}: the module {'tells' if told else 'fails: ' + text.decode()[:200]}, the program: {said}"
    if told and text != said.stdout:
        at = next((i for i, (a, b) in enumerate(zip(text, said.stdout)) if a != b), min(len(text), len(said.stdout)))
        return f"{name} {options}: from byte {at} on, {text[at - 40:at + 40]!r} is not {said.stdout[at - 40:at + 40]!r}"
    return None


def judge(name):
    """The faults of the page of a lesson: as it is, and with numbers changed."""
    draw = random.Random(name)
    with tempfile.TemporaryDirectory(prefix="attnviz-module-") as folder:
        page = os.path.join(folder, "page.html")
        written = attnviz("explain", name, "--format", "html", "-o", page, seconds=LONG)
        if written.status != 0:
            return [f"{name}: {written}"]
        with open(page, encoding="utf-8") as file:
            names = sorted(set(re.findall(r' data-n="([^"]*)"', file.read())))
        count = min(len(names), max(1, round(CHANGES / len(LESSONS)) + 1))
        sets = [f"{number} = {draw.choice([0, 1, -1, draw.uniform(-2, 2)]):.3g}" for number in draw.sample(names, count)]
        answers = ask(page, [["format json"], *(["format json", "set " + text] for text in sets)], folder)
        if isinstance(answers, str):
            return [f"{name}: {answers}"]
        options = [[], *(["--set", text] for text in sets)]
        return [fault for option, answer in zip(options, answers) if (fault := differs(name, option, answer))] or len(sets)


def judge_functions():
    """Every function and operator of the language, which a module that was made before one of them lacks; None: no fault."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    lesson = formulas.lesson_of("a", 0, formulas.draw(1), [])
    lesson["steps"] = [{"compute": [f"f_{{{letters[k // 26]}{letters[k % 26]}}} = {formula}"
                                    for k, formula in enumerate(formulas.FORMULAS)]}]
    with tempfile.TemporaryDirectory(prefix="attnviz-module-") as folder:
        page, own = os.path.join(folder, "page.html"), os.path.join(folder, "functions.json")
        with open(own, "w", encoding="utf-8") as file:
            json.dump(lesson, file)
        attnviz("explain", own, "-o", page)
        answers = ask(page, [["format json"]], folder)
        return answers if isinstance(answers, str) else differs(own, [], answers[0])


def judge_looks():
    """A training that is looked at more often; None: no fault."""
    with tempfile.TemporaryDirectory(prefix="attnviz-module-") as folder:
        page = os.path.join(folder, "page.html")
        attnviz("explain", "learning", "-o", page)
        answers = ask(page, [["format json", "every 40"]], folder)
        return answers if isinstance(answers, str) else differs("learning", ["--every", "40"], answers[0])


def judge_picture():
    """A picture of the reader, in place of the lesson's and with its name; None: no fault."""
    lessons = os.path.join(os.path.dirname(os.path.dirname(HERE)), "lessons")
    with tempfile.TemporaryDirectory(prefix="attnviz-module-") as folder:
        page, own = os.path.join(folder, "page.html"), os.path.join(folder, "dog.png")
        shutil.copy(os.path.join(lessons, "thing.png"), own)
        option = ["--input", "picture=" + own]
        attnviz("explain", "soft-attention", *option, "-o", page)
        answers = ask(page, [["format json"]], folder)
        with open(page, encoding="utf-8") as file:
            told_path = folder in file.read()
        fault = answers if isinstance(answers, str) else differs("soft-attention", option, answers[0])
        return "the page tells the folder" if told_path else fault


report = Report("module")
if not NODE:
    report.skip("the module of a page", "there is no node to run it")
    report.end()
changed = 0
for name, faults in zip(LESSONS, each(judge, LESSONS)):
    report.check(f"the module computes {name}", isinstance(faults, int), faults)
    changed += faults if isinstance(faults, int) else 0
functions = judge_functions()
report.check("every function of the language", functions is None, functions)
fault = judge_picture()
looks = judge_looks()
report.check("a training that is looked at more often", looks is None, looks)
report.check("a picture of the reader", fault is None, fault)
report.check(f"{changed} changed numbers", changed >= CHANGES, "too few")
report.end()
