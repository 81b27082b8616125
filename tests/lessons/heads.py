"""What the heads of the reader do: measured anew, and held against what its lesson says of them.

UPDATE=1 writes what was measured into the lesson.
"""

import json
import os
import re

from harness import ROOT, attnviz

LESSON = os.path.join(ROOT, "lessons", "reader.json")
LEAST = 0.6  # of the rows: in fewer a head has not got this job

JOBS = {("verb", None, "subject"): "the verb to its subject",
        ("place", "bank", "decider"): "'bank' to what decides it",
        ("object", None, "verb"): "the object to its verb",
        (None, None, -1): "every word to the one before",
        (None, None, 1): "every word to the one after",
        (None, None, 0): "every word to itself"}


def measure():
    """How many sentences; of each map the jobs that it does, with their share of the rows."""
    outcome = attnviz("evaluate", "reader", "--format", "json", seconds=600)
    if outcome.status != 0:
        raise RuntimeError(outcome.stderr.decode())
    told, found = json.loads(outcome.stdout), {}
    for look in told["looks"]:
        job = JOBS[look.get("from"), look.get("word"), look["to"]]
        for one in look["maps"]:
            jobs = found.setdefault(re.sub(r"[^\d,]", "", one["map"]), [])
            if one["right"] >= LEAST * one["lines"]:
                jobs.append((one["right"] / one["lines"], job))
    return told["examples"], found


def note(jobs):
    told = [f"{job} {share:.0%}".replace("%", " %") for share, job in sorted(jobs, reverse=True)]
    return ", ".join(told) or "none of the jobs that were measured"


def said(count, found):
    """The prose of the step that draws the maps."""
    layers = {}
    for place, jobs in found.items():
        layer, head = place.split(",")
        layers.setdefault(layer, []).append(f"head {head}: {note(jobs)}")
    told = ". ".join(f"Layer {layer}, {'; '.join(heads)}" for layer, heads in layers.items())
    return (f"What each head does, measured on {count} sentences that training never saw; the number "
            f"says in how many rows of the map the largest weight lies there. {told}. What a head does "
            f"in fewer than {100 * LEAST:.0f} % of the rows is not told: it may do something else, or "
            "share the work.")


def best(found, job):
    return max((share for jobs in found.values() for share, told in jobs if told == job), default=0)


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
    notes, prose = [note(jobs) for jobs in found.values()], said(count, found)
    if os.environ.get("UPDATE") == "1":
        quoted = ",\n".join(f"          {json.dumps(one, ensure_ascii=False)}" for one in notes)
        text = re.sub(r'("notes": \[).*?\]', lambda m: f"{m[1]}\n{quoted}\n        ]", text, 1, re.S)
        text = re.sub(r'("say": ")What each head does.*?"', lambda m: f'{m[1]}{prose}"', text, 1)
        with open(LESSON, "w", encoding="utf-8") as file:
            file.write(text)
    drawn = next(step for step in json.loads(text)["steps"] if "heatmap" in step)
    report.check("the notes above the reader's maps are measured", drawn["heatmap"]["notes"] == notes,
                 f"{notes}: UPDATE=1 writes them")
    report.check("a head looks from the verb to its subject, over what stands between",
                 best(found, "the verb to its subject") >= 0.95, found)
    report.check("a head looks from 'bank' to what decides it",
                 best(found, "'bank' to what decides it") >= 0.98, found)
    report.check("what the reader says of its heads is measured", drawn["say"] == prose, prose)
