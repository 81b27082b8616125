"""The lesson `meaning`, on pairs of sentences that differ in the word that decides what 'bank' is.

Both sentences of a pair are of the part `test`, which training has not seen: made of lines of it, with
the deciding word exchanged for one of the other meaning that stands in other lines of it.
UPDATE=1 writes what was measured into the lesson.
"""

import json
import os
import re

from harness import ROOT, attnviz, each

LESSON = os.path.join(ROOT, "lessons", "meaning.json")
PAIRS = 200
MEANINGS = ("money", "river")


def fields():
    """Of each form of a word that decides: its field, and its forms."""
    with open(os.path.join(ROOT, "lessons", "reading.json"), encoding="utf-8") as file:
        words = json.load(file)["words"]
    found = {}
    for name in ("ACTOR", "GOODS"):
        for entry in words[name]["entries"]:
            forms, _, has = entry.partition(" | ")
            for number, form in enumerate(forms.split()):
                found[form] = (name, number, re.search("field=([a-z]+)", has)[1])
    return found


def lines():
    """(words, place of the decider, verb) of the held-out lines in which 'bank' is right."""
    outcome = attnviz("corpus", "reading", "-n", "6000", "--part", "test", "--roles", seconds=60)
    for line in outcome.stdout.decode().splitlines():
        _, words, _, roles = line.split("\t")
        words, places = words.split(), dict(role.split(":") for role in roles.split())
        if "decider" in places and words[int(places["place"])] == "bank":
            yield words, int(places["decider"]), words[int(places["verb"])]


def pairs():
    """(sentence, sentence, the two words) that differ in the decider alone."""
    known, held = fields(), list(lines())
    stands = {(words[place], verb) for words, place, verb in held}
    made = []
    for words, place, verb in held:
        name, number, field = known[words[place]]
        others = sorted(form for form, (n, k, f) in known.items()
                        if (n, k) == (name, number) and f in MEANINGS and f != field and
                        (form, verb) in stands and form not in words)
        if others:
            other = words[:place] + [others[len(made) % len(others)]] + words[place + 1:]
            made.append((" ".join(words), " ".join(other), place))
    return made[::max(1, len(made) // PAIRS)][:PAIRS]


def seen(pair):
    """Whether 'bank' looks at the decider in both, takes home what differs by more than the average of
    the other words, of one meaning each, and has the row after the layer that differs most."""
    sentence, other, place = pair
    outcome = attnviz("explain", "meaning", "--format", "json", "--only", "A_X,A_Y,taken,apart", "--input",
                      f"sentence={sentence}", "--input", f"other={other}")
    values = json.loads(outcome.stdout)["values"]
    words = sentence.split()
    bank = words.index("bank")
    looks = all(row.index(max(row)) == place
                for row in (values[name]["data"][bank] for name in ("A_X", "A_Y")))
    taken, apart = ([values[name]["data"][i] for i in range(len(words)) if i != place]
                    for name in ("taken", "apart"))
    bank -= place < bank
    mean = (sum(taken) - taken[bank]) / (len(taken) - 1)
    return looks, taken[bank] > mean, apart[bank] == max(apart)


def measured():
    found = each(seen, pairs())
    looking, taking, differing = (sum(column) for column in zip(*found))
    return {"pairs": len(found), "looking": looking, "taking": taking, "differing": differing}


def meanings(report):
    with open(LESSON, encoding="utf-8") as file:
        text = file.read()
    got = measured()
    if os.environ.get("UPDATE") == "1":
        for name, number in got.items():
            text = re.sub(rf'("{name}": )\d+', rf"\g<1>{number}", text, 1)
        with open(LESSON, "w", encoding="utf-8") as file:
            file.write(text)
    given = json.loads(text)["given"]
    report.check("meaning: what it says of held-out pairs is measured",
                 got == {name: given[name] for name in got}, f"{got}: UPDATE=1 writes it")
    report.check("meaning: held-out pairs", got["pairs"] >= 100, got)
    report.check("meaning: 'bank' looks at what decides it", got["looking"] >= 0.98 * got["pairs"], got)
    report.check("meaning: what 'bank' takes home differs more than elsewhere",
                 got["taking"] >= 0.9 * got["pairs"], got)
    report.check("meaning: the rows of 'bank' differ most", got["differing"] >= 0.9 * got["pairs"], got)
