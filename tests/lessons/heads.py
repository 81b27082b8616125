"""What the heads of the reader do: measured anew, and held against what its lesson says of them.

UPDATE=1 writes what was measured into the lesson.
"""

import json
import os
import re

from harness import ROOT, attnviz

LESSON = os.path.join(ROOT, "lessons", "reader.json")
LEAST = 0.6  # of the rows: in fewer a head has not got this job

# what a look is called, and what its rows are rows of
JOBS = {("verb", None, "subject"): ("verb → its subject", "made sentences with words between the two"),
        ("place", "bank", "decider"): ("'bank' → what decides it", "made sentences"),
        ("object", None, "verb"): ("object → its verb", "made sentences"),
        (None, None, -1): ("every word → the one before", "words in made sentences"),
        (None, None, 1): ("every word → the one after", "words in made sentences"),
        (None, None, 0): ("every word → itself", "words in made sentences")}


def measure():
    """How many sentences; of each map the looks whose job it does."""
    outcome = attnviz("evaluate", "reader", "--format", "json", seconds=600)
    if outcome.status != 0:
        raise RuntimeError(outcome.stderr.decode())
    told, found = json.loads(outcome.stdout), {}
    if told.get("chosen_on") != "validation":
        raise RuntimeError("the rules beside the heads are not chosen on validation")
    for look in told["looks"]:
        job, rows = JOBS[look.get("from"), look.get("word"), look["to"]]
        for one in look["maps"]:
            jobs = found.setdefault(re.sub(r"[^\d,]", "", one["map"]), [])
            if one["right"] >= LEAST * one["lines"]:
                jobs.append({"job": job, "of": rows, **one})
    return told["examples"], found


def percent(part, of):
    """What is not all is never 100 %."""
    share = 1000 * part / of
    tenths = round(share) if part in (0, of) else min(max(round(share), 1), 999)
    return f"{tenths / 10:g} %"


def note(jobs):
    """A sentence for each job, beside what the simplest rule would reach on the same rows."""
    return " ".join(f"{one['job']} in {percent(one['right'], one['lines'])} of {one['lines']} {one['of']}; "
                    f"{one['rule']['name']} would be right in {percent(one['rule']['right'], one['lines'])}."
                    for one in sorted(jobs, key=lambda one: -one["right"] / one["lines"]))


def said(count):
    """The prose of the step that draws the maps."""
    return (f"What each head often does was measured on {count} made sentences that training never saw: in how "
            "many rows of its map the largest weight lies there. Beside it stands what the simplest rule would "
            "reach in the same rows, always the word so many places away, or always the nearest word of one kind: "
            "the rule that was best on other sentences. What a head does in fewer than "
            f"{100 * LEAST:.0f} % of the rows is not told: it may do something else, or share the work.")


def best(found, job):
    return max((one["right"] / one["lines"] for jobs in found.values() for one in jobs if one["job"] == job),
               default=0)


def words(report):
    """The reader's vocabulary: the words of the grammar that stand in its training sentences."""
    with open(os.path.join(os.path.dirname(LESSON), "reader-words.txt"), encoding="utf-8") as file:
        own = set(file.read().split())
    corpus = ("corpus", "reading")
    lines = attnviz(*corpus, "-n", "120000", seconds=120).stdout.decode().splitlines()
    stood = {word for line in lines for part in line.split("\t")[:2] for word in part.split()}
    known = set(attnviz(*corpus, "--vocabulary", "source").stdout.decode().split())
    wanted = (stood & known) | {"<mask>", "<unknown>"}
    report.check("the reader's words are those of its training", own == wanted, own ^ wanted)


def heads(report):
    with open(LESSON, encoding="utf-8") as file:
        text = file.read()
    count, found = measure()
    notes, prose = [note(jobs) for jobs in found.values()], said(count)
    if os.environ.get("UPDATE") == "1":
        quoted = ",\n".join(f"          {json.dumps(one, ensure_ascii=False)}" for one in notes)
        text = re.sub(r'("notes": \[).*?\]', lambda m: f"{m[1]}\n{quoted}\n        ]", text, 1, re.S)
        text = re.sub(r'("say": ")What each head does.*?"', lambda m: f'{m[1]}{prose}"', text, 1)
        with open(LESSON, "w", encoding="utf-8") as file:
            file.write(text)
    drawn = next(step for step in json.loads(text)["steps"] if "heatmap" in step)
    report.check("the notes under the reader's maps are measured, and the rules beside them", drawn["heatmap"]["notes"] == notes,
                 f"{notes}: UPDATE=1 writes them")
    report.check("a head looks from the verb to its subject, over what stands between",
                 best(found, "verb → its subject") >= 0.95, found)
    report.check("a head looks from 'bank' to what decides it",
                 best(found, "'bank' → what decides it") >= 0.98, found)
    report.check("what the reader says of its heads is measured", drawn["say"] == prose, prose)
