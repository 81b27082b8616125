"""What the shipped models make of the sentences in this folder."""

import json

from harness import attnviz

HEADS = {"governor": None, "subject": "Subject", "object": "Object", "antecedent": "Antecedent"}


def looks(text):
    """For each taught head of the reader and each word: its words, and where the row has its largest weight;
    0: at the start mark."""
    names = [f"α_{{{head}}}" for head in HEADS]
    told = attnviz("explain", "reader", "--sentence", text, "--only", ",".join(names), "--format", "json", seconds=60)
    values = json.loads(told.stdout)["values"]
    maps = {head: values[f"α_{head}"] for head in HEADS}
    words = maps["governor"]["axes"][0]["labels"]
    return words, {head: [row.index(max(row)) for row in value["data"]] for head, value in maps.items()}


def wanted_of(head, row, keys):
    """The words that a head may look at from this one, and whether it may rest."""
    if head == "governor":
        return {int(row[6])}, False
    places = {int(place) for place in keys.get(HEADS[head], "0").split(",")}
    if head == "subject" and "Understood" in keys:
        return {int(keys["Understood"]), 0}, True
    return places, True


def judge(tree, counts):
    """Counts [right, faint, wrong] of the rows that should look at a word, and of those that should rest."""
    words, found = looks(tree.comments["text"])
    if words != [row[1] for row in tree.rows]:
        return False
    for head, places in found.items():
        for row, place in zip(tree.rows, places):
            wanted, may_rest = wanted_of(head, row, tree.keys_of(row))
            kind = "at rest" if wanted == {0} and head != "governor" else "looking"
            how = 0 if place in wanted else 1 if place == 0 and may_rest else 2
            counts[head, kind][how] += 1
    return True


def pronoun_found(row):
    """Whether the antecedent head looks from the pronoun to its antecedent; None: other words were cut."""
    words, found = looks(row[0])
    if len(words) != len(row[0].split()):
        return None
    weights = found["antecedent"][int(row[1]) - 1]
    return weights == int(row[2])


def translation(french):
    return attnviz("generate", "translator", "--sentence", french, seconds=60).stdout.decode().strip().rstrip(".").strip()
