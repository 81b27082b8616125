"""Markdown of every lesson, and of lessons with hostile words, read by cmark: only what a page is made of."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(TESTS, "support")]
from harness import DRAFTS, ROOT, Report, attnviz, carried, each, harmful, lesson_of  # noqa: E402
from words import DANGEROUS, lessons, varied  # noqa: E402

LESSONS = os.path.join(ROOT, "lessons")
READERS = [["cmark-gfm", "-e", "table", "-e", "strikethrough", "-e", "autolink"], ["cmark"]]
READER = next((reader for reader in READERS if shutil.which(reader[0])), None)
ALLOWED = {"document", "heading", "paragraph", "text", "softbreak", "strong", "list", "item", "block_quote", "image",
           "table", "table_header", "table_row", "table_cell"}
FORMULA = re.compile(r"(?<!\\)(?P<dollars>\${1,2})(?P<formula>[^$]+)(?P=dollars)")


def formula_faults(page):
    """What is wrong with the formulas: braces that do not match, or signs that Markdown could take."""
    for found in FORMULA.finditer(page):
        formula, depth = found["formula"], 0
        for sign in formula:
            depth += (sign == "{") - (sign == "}")
            if depth < 0:
                break
        if depth or re.search(r"[<>|*`\n]", formula):
            yield f"the formula {formula!r}"


def table_faults(page):
    """Rows of one table have as many cells."""
    cells = 0
    for line in page.split("\n"):
        line = line.lstrip("> ")
        count = len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) if line.startswith("|") else 0
        if cells and count and count != cells:
            yield f"a row of {count} beside one of {cells}: {line!r}"
        cells = count


def page_faults(page, folder, allowed=ALLOWED):
    if harmful(page.encode()):
        yield harmful(page.encode())
    done = subprocess.run([*READER, "-t", "xml"], input=page.encode(), capture_output=True, timeout=60, check=False)
    if done.returncode:
        yield f"{READER[0]} ends with {done.returncode}"
        return
    kinds = {}
    for element in xml.etree.ElementTree.fromstring(done.stdout).iter():
        kinds.setdefault(element.tag.rpartition("}")[2], []).append(element)
    # an extension of GitHub's finds addresses of mail in the words themselves, behind any sign
    if all(link.get("destination").startswith("mailto:") for link in kinds.get("link", [])):
        kinds.pop("link", None)
    if set(kinds) - allowed:
        yield f"it holds {sorted(set(kinds) - allowed)}"
    if [heading.get("level") for heading in kinds.get("heading", [])].count("1") != 1:
        yield "not one title"
    for image in kinds.get("image", []):
        name = re.sub("%([0-9A-F]{2})", lambda code: chr(int(code.group(1), 16)), image.get("destination"))
        if not os.path.exists(os.path.join(folder, name)):
            yield f"no picture {name!r} beside it"
    if len(re.findall(r"(?<!\\)\$", FORMULA.sub("", page))):
        yield "a dollar without its other"
    yield from formula_faults(page)
    yield from table_faults(page)


def judge(case):
    """What is wrong with the page of a lesson: its name in the program, its file, or its text as JSON."""
    with tempfile.TemporaryDirectory(prefix="attnviz-page-") as folder:
        lesson = lesson_of(case, folder)
        path = os.path.join(folder, "page.md")
        outcome = attnviz("explain", lesson, "--format", "markdown", "-o", path)
        if isinstance(case, dict) and outcome.status == 1:
            return None  # no lesson, and no page
        if outcome.status != 0:
            return f"{str(case)[:80]}: {outcome}"
        with open(path, encoding="utf-8") as file:
            faults = list(page_faults(file.read(), folder))
        return f"{str(case)[:80]}: {faults[:3]}" if faults else None


def has_sheet(name):
    with open(os.path.join(LESSONS, name + ".json"), encoding="utf-8") as file:
        return "vary" in json.load(file)


def is_draft(name):
    """A lesson, and not what lessons read."""
    with open(os.path.join(DRAFTS, name), "rb") as file:
        return name.endswith(".json") and b'"steps"' in file.read()


def judge_sheet(case):
    """The same of its worksheet, which has lines to be typed."""
    with tempfile.TemporaryDirectory(prefix="attnviz-page-") as folder:
        path = lesson_of(case, folder)
        outcome = attnviz("worksheet", path, "--format", "markdown")
        if isinstance(case, dict) and outcome.status == 1:
            return None
        if outcome.status != 0:
            return f"{str(case)[:80]}: {outcome}"
        faults = list(page_faults(outcome.stdout.decode("utf-8"), folder, ALLOWED | {"code_block"}))
        return f"{str(case)[:80]}: {faults[:3]}" if faults else None


report = Report("page")
if READER is None:
    report.skip("pages", "neither cmark-gfm nor cmark is installed")
    report.end()
for name in carried():
    fault = judge(name)
    report.check(f"page of {name}", fault is None, fault)
sheets = [name for name in carried() if has_sheet(name)]
faults = [fault for fault in each(judge_sheet, sheets) if fault]
report.check(f"worksheets of {len(sheets)} lessons", not faults and len(sheets) >= 10, "; ".join(faults[:3]))
drafts = [os.path.join(DRAFTS, name) for name in sorted(os.listdir(DRAFTS)) if is_draft(name)]
faults = [fault for fault in each(judge, drafts) if fault and "status 1" not in fault]
report.check(f"pages of {len(drafts)} drafts", not faults, "; ".join(faults[:3]))
for name, word in DANGEROUS.items():
    faults = [fault for fault in each(judge, lessons(word)) if fault]
    report.check(f"a page with the words {name}", not faults, "; ".join(faults[:3]))
    faults = [fault for fault in each(judge_sheet, map(varied, lessons(word))) if fault]
    report.check(f"a worksheet with the words {name}", not faults, "; ".join(faults[:3]))
report.end()
