"""Files of scenes: damaged, absurd, at their limits, with words that command a terminal."""

import json
import os
import random
import re

from grammars import ROOT, check_all, expect
from judge import DANGEROUS
from mutations import change_number, delete_part, flip_bytes, repeat_part, swap_tokens

SQUARE = {"parts": ["colour polygon 0 0 100 0 100 100 0 100"]}
TINY = {"attnviz-corpus": 1, "picture": [16, 16], "colours": {"red": ["#c8241e"], "blue": ["#2450b8"]},
        "grounds": {"grass": {"phrase": "on the grass", "colours": ["#6aa544"]}},
        "things": {"box": SQUARE, "cup": SQUARE}, "sizes": {"": [30, 40]}, "captions": ["a COLOUR NOUN"]}
PARTS = ["|", "?", "/", ".2", "NOUN", "COLOUR", "PHRASE.2", "RELATION", "a/an", "101", "-1", "#", "ellipse", "polygon", "x", " "]


def scenes(**parts):
    return {**TINY, **parts}


def change_text(data, choice):
    """One string with a word more, less, or another."""
    text = data.decode()
    a, b = choice.choice([match.span() for match in re.finditer(r'"(?:[^"\\]|\\.)*"', text)])
    tokens = [match.span() for match in re.finditer(r"[^\s\"]+", text[:b - 1]) if match.start() > a]
    c, d = choice.choice(tokens or [(a + 1, a + 1)])
    new = choice.choice(["", choice.choice(PARTS), text[c:d] + choice.choice(PARTS), text[c:d] + " " + choice.choice(PARTS)])
    return (text[:c] + new + text[d:]).encode()


def limits(report):
    one = {"parts": ["colour ellipse 50 50 50 50"]}
    expect(report, "256 things", scenes(things={f"t{k}": one for k in range(256)}), 0)
    expect(report, "257 things", scenes(things={f"t{k}": one for k in range(257)}), 1, "2 to 256 of them")
    expect(report, "65 parts", scenes(things={"box": SQUARE, "cup": {"parts": one["parts"] * 65}}), 1, "1 to 64 parts")
    expect(report, "65 corners", scenes(things={"box": SQUARE, "cup": {"parts": ["dark polygon" + " 1 2" * 65]}}), 1,
           "at most 64 corners")
    expect(report, "9 poses", scenes(things={"box": SQUARE, "cup": {"poses": {f"p{k}": one["parts"] for k in range(9)}}}), 1,
           "1 to 8 poses")
    expect(report, "33 words", scenes(captions=["NOUN" + " x" * 32]), 1, "at most 32")
    expect(report, "1025 captions", scenes(captions=["NOUN"] * 1025), 1, "1 to 1024 texts")
    expect(report, "a word of 65 bytes", scenes(captions=["NOUN " + "x" * 65]), 1, "at most 64 bytes")
    expect(report, "257 pixels", scenes(picture=[257, 16]), 1, "from 16 to 256")
    expect(report, "256 pixels", scenes(picture=[256, 256]), 0)
    expect(report, "2000 strokes as large as the picture", scenes(picture=[256, 256], grounds={"grass": {
        "phrase": "grass", "colours": ["#6aa544"], "strokes": ["2000 100 100 #000000"]}}), 1, "more than 20 times")
    expect(report, "the most and largest things, never to be seen", scenes(
        picture=[256, 256], sizes={"": [85, 90]}, captions=["a NOUN behind a NOUN.2 RELATION"], relations={"x": "behind"},
        things={name: {"parts": ["dark polygon 0 0 100 0 100 100 0 100"] * 64} for name in ("box", "cup")}), 1, "after 0 lines")
    expect(report, "20 strokes as large as the picture", scenes(picture=[256, 256], grounds={"grass": {
        "phrase": "grass", "colours": ["#6aa544"], "strokes": ["20 100 100 #000000"]}}), 0)
    expect(report, "4 MiB and more", json.dumps(TINY) + " " * (4 << 20), 1, "at most 4 MiB")
    expect(report, "a part of nothing", scenes(things={"box": {"parts": ["dark ellipse 50 50 0 0"]}, "cup": SQUARE}), 0)
    expect(report, "nothing to be seen", scenes(things={"box": {"parts": ["dark ellipse 50 50 0 0"]},
                                                        "cup": {"parts": ["dark ellipse 50 50 0 0"]}}), 1, "after 0 lines")
    expect(report, "all is held out", scenes(**{"held-out": {"always": [
        f"{colour} {thing}" for colour in ("red", "blue") for thing in ("box", "cup")]}}), 1, "after 0 lines")


def wrong_types(report):
    wrong = [None, True, 3.5, -1, "x", "", [], {}, [[]], {"a": None}, [None], [1], ["x", "x", "x"], {"": []}, {"a": [1, 2]}]
    names = ("attnviz-corpus title summary picture colours grounds things sizes patterns relations numbers sides phrases "
             "captions questions held-out").split()
    check_all(report, "wrong types in scenes", [scenes(**{name: value}) for name in names for value in wrong])
    check_all(report, "wrong types in grounds",
              [scenes(grounds={"grass": {"phrase": "grass", "colours": ["#6aa544"], name: value}})
               for name in "phrase colours strokes sky sky-strokes light".split() for value in wrong])
    check_all(report, "wrong types in things",
              [scenes(things={"box": {**SQUARE, name: value}, "cup": SQUARE})
               for name in "plural parts poses".split() for value in wrong])


def dangerous(report):
    cases = []
    for word in DANGEROUS.values():
        cases += [scenes(captions=[word]), scenes(things={word: SQUARE, "cup": SQUARE}), scenes(colours={word: ["#c8241e"], "b": [word]}),
                  scenes(grounds={"grass": {"phrase": "grass " + word, "colours": ["#6aa544"]}}),
                  scenes(relations={word: "left"}), scenes(relations={"x": word}), scenes(**{word: 1})]
    check_all(report, "words of scenes that command a terminal", cases)


def run(report):
    with open(os.path.join(ROOT, "examples", "toys.json"), "rb") as file:
        toys = file.read()
    with open(os.path.join(ROOT, "lessons", "scenes.json"), "rb") as file:
        carried = file.read()
    expect(report, "the smallest scenes", TINY, 0)
    limits(report)
    wrong_types(report)
    dangerous(report)
    check_all(report, "prefixes of toys.json", [toys[:end] for end in range(0, len(toys), 11)])
    for mutate, count in ((flip_bytes, 100), (delete_part, 150), (repeat_part, 100), (swap_tokens, 200),
                          (change_number, 100), (change_text, 400)):
        choice = random.Random("scenes " + mutate.__name__)
        cases = [mutate(choice.choice([toys, toys, carried]), choice) for _ in range(count)]
        check_all(report, f"damaged scenes: {mutate.__name__.replace('_', ' ')}", cases)
