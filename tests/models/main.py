"""The trained models, judged by what they write and where they look."""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import Report, attnviz  # noqa: E402
from meanings import meanings  # noqa: E402

report = Report("models")
JUDGED = ("article", "adjective", "noun", "verb", "clitic", "preposition")


def generated(lesson, source):
    outcome = attnviz("generate", lesson, "--input", f"source={source}")
    report.check(f"{lesson} writes for '{source}'", outcome.status == 0 and not outcome.stderr, outcome)
    return outcome.stdout.decode().strip()


def weights(lesson, name, source):
    """The map of this name, as {(row's word, column's word): weight}."""
    outcome = attnviz("explain", lesson, "--format", "json", "--input", f"source={source}")
    value = json.loads(outcome.stdout)["values"][name]
    rows, columns = (axis["labels"] for axis in value["axes"])
    return {(row, column): number for row, line in zip(rows, value["data"])
            for column, number in zip(columns, line)}


def evaluated(lesson):
    outcome = attnviz("evaluate", lesson, "--format", "json", seconds=120)
    if not report.check(f"{lesson} is evaluated", outcome.status == 0, outcome):
        return {}
    return json.loads(outcome.stdout)


def evaluate(lesson, most_wrong):
    """Exact match ≥ 99 %, and the alignment error rate at most so much."""
    got = evaluated(lesson)
    report.check(f"{lesson}: at least 2000 held-out sentences", got["examples"] >= 2000 and got["part"] == "test",
                 got)
    report.check(f"{lesson}: 99 of 100 word for word", got["exact"] >= 0.99 * got["examples"], got["exact"])
    align = {**got["align"][0], "examples": got["examples"]}
    report.check(f"{lesson}: alignment error rate", align["error_rate"] <= most_wrong, align)
    return align


def held_out():
    """No line to train with has the combination, in either language."""
    lines = attnviz("corpus", "pairs", "-n", "60000", seconds=60).stdout.decode().splitlines()
    report.check("a black cat is held out", len(lines) == 60000 and not any("black cat" in line for line in lines))


def translator():
    report.check("the black cat", generated("translator-pairs", "le chat noir") == "the black cat")
    cat = weights("translator-pairs", "α", "le chat noir")
    report.check("black looks at noir", cat["black", "noir"] >= 0.5, cat)
    report.check("cat looks at chat", cat["cat", "chat"] >= 0.5, cat)
    report.check("he sees it", generated("translator-pairs", "il la voit") == "he sees it")
    it = weights("translator-pairs", "α", "il la voit")
    report.check("it looks at la", max(("il", "la", "voit"), key=lambda word: it["it", word]) == "la", it)
    align = evaluate("translator-pairs", 0.03)
    values = json.loads(attnviz("explain", "translator-pairs", "--format", "json").stdout)["values"]
    told, tried = values["AER"]["data"], values["tried"]["data"]
    report.check("its lesson tells its alignment error", abs(told - 100 * align["error_rate"]) <= 0.0501, (told, align))
    report.check("its lesson tells of how many sentences", tried == align["examples"], (tried, align["examples"]))
    kinds = {kind["kind"]: kind for kind in align["kinds"]}
    for kind in JUDGED:
        report.check(f"translator: {kind}", kinds[kind]["wrong"] <= 0.05 * kinds[kind]["words"], kinds[kind])
    unknown = attnviz("generate", "translator-pairs", "--input", "source=le zèbre noir")
    report.check("an unknown word is named", "zèbre" in unknown.message, unknown)


def transformer():
    report.check("the black cat, by the transformer", generated("transformer", "le chat noir") == "the black cat")
    evaluate("transformer", 0.08)


def cross_attention():
    """Chinese is typed without blanks; 水 is easy before 课, and water elsewhere."""
    for chinese, english in (("我爱水课", "I love easy courses"), ("我喝水", "I drink water"), ("她不是老师。", "she is not a teacher."),
                             ("你昨天买了一本新书吗？", "did you buy a new book yesterday?"), ("两个人", "two people")):
        got = generated("cross-attention", chinese)
        report.check(f"{chinese} is {english}", got == english, got)
    A = weights("cross-attention", "A", "我爱水课")
    for reads, character in (("<start>", "我"), ("I", "爱"), ("love", "水"), ("easy", "课")):
        report.check(f"cross-attention: the row of {reads} looks at {character}", A[reads, character] > 0.5, A)
    got = evaluated("cross-attention")
    values = json.loads(attnviz("explain", "cross-attention", "--format", "json").stdout)["values"]
    align, (known, new) = got["align"][0], got["exact_parts"]
    report.check("cross-attention: 2000 sentences of the test, half of them held out",
                 got["part"] == "test" and known["examples"] == new["examples"] == 1000 and new["held_out"], got)
    report.check("cross-attention: 98 of 100 known combinations", known["exact"] >= 980, known)
    report.check("cross-attention: 95 of 100 held-out combinations", new["exact"] >= 950, new)
    report.check("cross-attention: alignment error", align["error_rate"] <= 0.08, align)
    for name, share in (("exact", got["exact"] / 2000), ("exact_known", known["exact"] / 1000), ("exact_new", new["exact"] / 1000),
                        ("AER", align["error_rate"])):
        told = values[name]["data"]
        report.check(f"cross-attention: its lesson tells {name}", abs(told - 100 * share) <= 0.0501, (told, share))


held_out()
PAIRS = """il voit le chat noir .	he sees the black cat .
il prend une table noire .	he takes a black table .
elle voit le chat .	she sees the cat .
elle prend la table .	she takes the table .
il prend le sac .	he takes the bag .
elle voit le sac .	she sees the bag .
il voit la porte .	he sees the door .
elle prend la porte .	she takes the door .
la porte est verte .	the door is green .
le sac est noir .	the bag is black .
il voit une table verte .	he sees a green table .
la table est verte .	the table is green .
"""


def phrases():
    """Noun phrases are cut out of pairs, and others put together from their words: adjectives agree with their nouns."""
    with tempfile.NamedTemporaryFile("w", suffix=".tsv", encoding="utf-8") as file:
        file.write(PAIRS)
        file.flush()
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "lessons", "phrases.awk")
        done = subprocess.run(["awk", "-v", "made=6", "-f", program, file.name, file.name], capture_output=True, timeout=60,
                              env={**os.environ, "LC_ALL": "C"})
    lines = [tuple(line.split("\t")) for line in done.stdout.decode().splitlines()]
    report.check("phrases are cut out of pairs", len(lines) == 14 and set(lines[:8]) == {
        ("le chat noir", "the black cat"), ("le chat", "the cat"), ("la table", "the table"), ("le sac", "the bag"),
        ("la porte", "the door"), ("une table verte", "a green table")}, f"{lines}, {done.stderr}")
    report.check("others are put together", set(lines[8:]) == {("le sac noir", "the black bag"), ("la porte verte", "the green door")},
                 lines[8:])


phrases()
translator()
transformer()
cross_attention()
meanings(report)
report.end()
