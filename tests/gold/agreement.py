"""Writes agreement.tsv: beginnings of sentences whose next word is a verb that agrees with its subject, as in
Linzen, Dupoux and Goldberg (2016). The same lines on every machine and every run."""

import os
import random

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "agreement.tsv")
LINES, MOST = 400, 4  # lines, and most nouns of the other number between subject and verb

PEOPLE = {"boy": "boys", "girl": "girls", "woman": "women", "man": "men", "child": "children", "teacher": "teachers",
          "doctor": "doctors", "farmer": "farmers", "neighbour": "neighbours", "friend": "friends", "king": "kings",
          "soldier": "soldiers", "student": "students", "sister": "sisters", "brother": "brothers"}
THINGS = {"key": "keys", "book": "books", "picture": "pictures", "letter": "letters", "box": "boxes", "lamp": "lamps",
          "flower": "flowers", "chair": "chairs", "bottle": "bottles", "knife": "knives", "bicycle": "bicycles",
          "cup": "cups", "bag": "bags", "hat": "hats", "basket": "baskets"}
PLACES = {"house": "houses", "window": "windows", "door": "doors", "table": "tables", "tree": "trees", "wall": "walls",
          "garden": "gardens", "bridge": "bridges", "shop": "shops", "church": "churches", "car": "cars",
          "school": "schools", "tower": "towers", "bed": "beds", "cupboard": "cupboards"}
NOUNS = {**PEOPLE, **THINGS, **PLACES}
BE = [("is", "are"), ("was", "were"), ("has", "have"), ("does", "do")]
DOINGS = [("sleeps", "sleep"), ("laughs", "laugh"), ("waits", "wait"), ("knows", "know"), ("wants", "want")]
STATES = [("looks", "look"), ("seems", "seem"), ("stays", "stay"), ("needs", "need"), ("costs", "cost")]
OPENERS = ["", "", "", "in the morning", "in the end", "as you know ,", "I think that"]
ADJECTIVES = ["", "", "old", "small", "beautiful", "new"]
LINKS = ["near", "behind", "beside", "next to", "opposite", "close to"]
SAW = ["saw", "liked", "found", "remembered"]  # past: the verb of the clause must not tell the number
ADVERBS = ["", "", "", "often", "still", "really"]


class Draw:
    """Choices that depend on the seed alone: Python promises it of random(), not of choice()."""

    def __init__(self, seed):
        self.numbers = random.Random(seed)

    def __call__(self, choices):
        return choices[int(self.numbers.random() * len(choices))]


def insert(draw, other, same):
    """The order of the nouns between: True for the other number."""
    order = [True] * other
    for _ in range(same):
        order.insert(draw(range(len(order) + 1)), False)
    return order


class Sentence:
    def __init__(self, draw, plural, other, same):
        self.draw, self.free = draw, {kind: list(nouns) for kind, nouns in
                                      (("people", PEOPLE), ("things", THINGS), ("places", PLACES))}
        self.kind = draw(["people", "things"])
        opener = draw(OPENERS)
        words = [opener, "the", draw(ADJECTIVES), self.noun(self.kind, plural)]
        self.subject = len(self.split(words)) - 1
        clause = other + same > 0 and draw([True, False])
        for index, different in enumerate(insert(draw, other, same)):
            number = plural != different
            if clause and index == 0:
                words += self.clause(number)
            else:
                words += [draw(LINKS), "the", draw(ADJECTIVES), self.noun("places", number)]
        words.append(draw(ADVERBS))
        self.words = self.split(words)
        self.words[0] = self.words[0][0].upper() + self.words[0][1:]
        pair = draw(BE + (DOINGS if self.kind == "people" else STATES))
        self.right, self.wrong = pair[plural], pair[not plural]

    @staticmethod
    def split(words):
        return " ".join(words).split()

    def noun(self, kind, plural):
        """A noun that the sentence does not have yet."""
        noun = self.draw(self.free[kind])
        self.free[kind].remove(noun)
        return NOUNS[noun] if plural else noun

    def clause(self, plural):
        """A relative clause of one noun: its subject or its object."""
        if self.kind == "people" and self.draw([True, False]):
            return ["who", self.draw(SAW), "the", self.noun("things", plural)]
        return ["that", "the", self.noun("people", plural), self.draw(SAW)]


def lines():
    """As many for each count of nouns of the other number, half of them plural. Where none is between, half have
    nouns of the same number there; else a third has one of them among the others."""
    draw, found = Draw(20), {}
    while len(found) < LINES:
        place = len(found)
        other, plural, turn = place % (MOST + 1), place // (MOST + 1) % 2 == 1, place // (2 * MOST + 2)
        same = (turn % 4 + 1) * (turn % 8 >= 4) if other == 0 else int(turn % 3 == 0)
        made = Sentence(draw, plural, other, same)
        text = " ".join(made.words)
        found.setdefault(text, "\t".join([text, made.right, made.wrong, str(len(made.words) - made.subject),
                                          str(other)]))
    return list(found.values())


if __name__ == "__main__":
    with open(FILE, "w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines()))
