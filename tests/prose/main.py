"""The numbers that are typed in the prose of lessons, the table of what the lessons correct, and phrases to avoid.

Prose is titles, summaries, what steps say, and the notes below maps. What {=formula} puts in is computed and not
looked at; nor are the subscripts of names in backticks. Every other number, in digits or in words ("half",
"twice"; not "one", which is rarely a count), lies within a text that numbers.json lists for this lesson:

  "text"     as it stands in the prose, {=} for what is computed; "…" at its end: and all that follows there
  "of"       "notes": in the notes below maps alone
and one of these, which says why the number is right:
  "by"       a part of the lesson's file (or of "file") that computes, checks or gives it, and is no prose
  "test"     the file of the test that measures it anew
  "cited"    the source
  "fact"     a definition, a name, or what follows by counting
  "example"  words that are quoted or told as an example
"""

import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import ROOT, Report, carried, strict_json  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
WHY = {"by", "test", "cited", "fact", "example"}
WORDS = ("zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
         "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety dozen dozens hundred hundreds "
         "thousand thousands million millions billion half halves quarter quarters thirds twice thrice double "
         "doubles doubled threefold").split()
NUMBER = re.compile(r"[²³½¼¾]|(?<!\w)−?\d+(?:[.,]\d+)*|\b(?:" + "|".join(WORDS) + r")\b", re.IGNORECASE)
COMPUTED = re.compile(r"\{=[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
SUBSCRIPT = re.compile(r"_(?:\{[^{}]*\}|\w+)")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


# ---- prose ----


def notes_of(step):
    maps = step.get("heatmap", [])
    for one in maps if isinstance(maps, list) else [maps]:
        yield from one.get("notes", []) if isinstance(one, dict) else []


def prose_of_steps(steps, at):
    for number, step in enumerate(steps, 1):
        say, place = step.get("say", ""), f"{at}{number}"
        for text in say.values() if isinstance(say, dict) else [say]:
            yield f"step {place}", "say", text
        for note in notes_of(step):
            yield f"step {place}, a note", "notes", note
        yield from prose_of_steps(step.get("steps", []), f"{place}.")


def prose(lesson):
    """(place, kind, text) of all that a reader of the lesson reads as sentences."""
    yield "the title", "title", lesson["title"]
    yield "the summary", "summary", lesson.get("summary", "")
    yield from prose_of_steps(lesson["steps"], "")


def typed(text):
    """The text without what is computed, and where its numbers stand."""
    bare = COMPUTED.sub("{=}", text)
    blank = re.sub("`[^`]*`", lambda code: SUBSCRIPT.sub(lambda sub: "_" * len(sub[0]), code[0]), bare)
    return bare, [match.span() for match in NUMBER.finditer(blank)]


# ---- the list ----


def spans_of(entry, kind, text):
    """Where the text of an entry stands in a piece of prose."""
    if entry.get("of", kind) != kind:
        return
    wanted, open_end = entry["text"].removesuffix("…"), entry["text"].endswith("…")
    at = text.find(wanted)
    while at >= 0:
        yield at, len(text) if open_end else at + len(wanted)
        at = -1 if open_end else text.find(wanted, at + 1)


def without_prose(name, lesson):
    """The file of a lesson; of its sentences only what they compute."""
    source = read("lessons", name + ".json")
    for _, _, text in prose(lesson):
        computed = " ".join(COMPUTED.findall(text))
        source = source.replace(json.dumps(text, ensure_ascii=False), computed) if text else source
    return source


def fault_of(entry, name, lesson):
    """What is wrong with why an entry says its number is right, or None."""
    if len(WHY & set(entry)) != 1 or set(entry) - WHY - {"text", "of", "file"}:
        return f"it needs one of {sorted(WHY)}, and has {sorted(entry)}"
    if "test" in entry and (not os.path.exists(os.path.join(ROOT, entry["test"])) or name not in read(entry["test"])):
        return f"there is no test {entry['test']} that speaks of {name}"
    if "by" in entry:
        source = read(entry["file"]) if "file" in entry else without_prose(name, lesson)
        if entry["by"] not in source:
            return f"there is no {entry['by']!r} in {entry.get('file', name + '.json')}"
    return None if entry[(WHY & set(entry)).pop()] else "it says nothing"


def check_entry(report, name, lesson, entry, pieces):
    label = f"{name}: '{entry['text']}'"
    held = [numbers for kind, text, numbers in pieces for span in spans_of(entry, kind, text)
            if any(span[0] <= at and end <= span[1] for at, end in numbers)]
    if report.check(f"{label} is in its prose, with a number", held,
                    "take it out of tests/prose/numbers.json, or write it as the lesson has it"):
        fault = fault_of(entry, name, lesson)
        report.check(f"{label} is justified", fault is None, fault)


def check_lesson(report, name, entries):
    lesson = strict_json(read("lessons", name + ".json"))
    pieces, missing = [], []
    for place, kind, text in prose(lesson):
        bare, numbers = typed(text)
        pieces.append((kind, bare, numbers))
        spans = [span for entry in entries for span in spans_of(entry, kind, bare)]
        missing += [f"{place}: '{bare[at:end]}' in '{bare[max(0, at - 30):end + 30]}'" for at, end in numbers
                    if not any(span[0] <= at and end <= span[1] for span in spans)]
    report.check(f"{name}: every typed number is listed", not missing, "; ".join(missing) +
                 ": let {=formula} put it in, or list in tests/prose/numbers.json what justifies it")
    for entry in entries:
        check_entry(report, name, lesson, entry, pieces)


def self_test(report):
    """The finder finds."""
    found = [typed(text)[0][at:end] for text in ("Twice {=a_{1,2}:0} of 3, a half, `h_1 = 2 x_{3}`, n², word i − 1",)
             for at, end in typed(text)[1]]
    report.check("numbers are found in digits and in words", found == ["Twice", "3", "half", "2", "²", "1"], found)


# ---- what the lessons correct ----


def rows_of_table():
    """(what the notes say, [(lesson, number of a step)]) of the table in lessons/README.md."""
    table = read("lessons", "README.md").partition("| In the notes |")[2].partition("\n\n")[0]
    for line in table.splitlines()[2:]:
        said, _, where = (cell.strip() for cell in line.strip("|").split("|"))
        places = []
        for place in where.split("; "):
            lesson, _, steps = place.partition(", step")
            places += [(lesson, int(number)) for number in re.findall(r"\d+", steps)]
        yield said, places


def corrections(report):
    listed = strict_json(read("tests", "prose", "corrections.json"))
    rows = dict(rows_of_table())
    report.check("lessons/README.md lists the corrections", list(rows) == list(listed),
                 set(rows) ^ set(listed) or "in another order")
    for said, places in rows.items():
        held = listed.get(said, {})
        report.check(f"'{said}': in the steps that the table names",
                     [f"{lesson}, step {step}" for lesson, step in places] == list(held), f"{places}, {list(held)}")
        for lesson, step in places:
            steps = strict_json(read("lessons", lesson + ".json"))["steps"] if lesson in carried() else []
            told = json.dumps(steps[step - 1], ensure_ascii=False) if step <= len(steps) else ""
            part = held.get(f"{lesson}, step {step}")
            report.check(f"'{said}' is corrected in {lesson}, step {step}", part and part in told,
                         f"there is no {part!r}")


# ---- phrases to avoid ----

CODE = re.compile(r'\\\n|//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|\s+|.', re.DOTALL)


def literals(source):
    """The texts of C source, each of several pieces as one."""
    text = ""
    for token in CODE.findall(source):
        if token[0] == '"' and len(token) > 1:
            text += token[1:-1]
        elif not token.isspace() and not token.startswith(("//", "/*", "\\")):
            if text:
                yield text
            text = ""


def avoided():
    """(the phrases of the style page, its text without itself)"""
    page = read("lessons", "WRITING.md")
    before, _, style = page.partition("\n## Style")
    listed = re.search(r"- Avoid[^*]*\*([^*]+)\*", style)
    return [" ".join(phrase.split()) for phrase in listed[1].split(",")] if listed else [], before


def written(before):
    """(where, text) of all that the project says: messages and help, man pages, lessons, other pages, examples."""
    for pattern in ("lib/**/*.[ch]", "cli/*.[ch]"):
        for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
            yield path, "\n".join(literals(read(path)))
    for pattern in ("man/*.[135]", "lessons/*.json", "lessons/*.md", "*.md", "*/README.md", "examples/*.[cj]*", "examples/*.py"):
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            yield path, before if path.endswith("WRITING.md") else read(path).replace("\\-", "-")


def style(report):
    phrases, before = avoided()
    report.check("WRITING.md lists phrases to avoid", len(phrases) > 9, phrases)
    report.check("literals join their pieces", list(literals('f("it is" /* x */\n  " told", 1);')) == ["it is told"])
    wanted = re.compile(r"\b(?:" + "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in phrases) + r")\b", re.IGNORECASE)
    report.check("phrases are found over line ends", wanted.search("A fault is\ntold.") and not wanted.search("This toldest"))
    found = [f"{os.path.relpath(path, ROOT)}: …{text[max(0, match.start() - 40):match.end() + 30]!r}…"
             for path, text in written(before) for match in wanted.finditer(text)]
    report.check("nothing that the project says has a phrase that the style page avoids", not found, "\n  ".join(found))


def main():
    report = Report("prose")
    self_test(report)
    style(report)
    listed = strict_json(read("tests", "prose", "numbers.json"))
    names = carried()
    report.check("numbers.json speaks of lessons alone", set(listed) <= set(names), set(listed) - set(names))
    for name in names:
        check_lesson(report, name, listed.get(name, []))
    corrections(report)
    report.end()


main()
