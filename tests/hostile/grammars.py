"""Grammars and files of pairs: damaged, absurd, at their limits, with words that command a terminal."""

import json
import os
import random
import re

import judge
from judge import DANGEROUS, FOLDER, NUMBER, PLACE, SECONDS, attnviz, harmful
from mutations import change_number, delete_part, flip_bytes, repeat_part, swap_tokens

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
RULE_TOKEN = re.compile(r"[A-Z]+|[a-z]+|\S")
RULE_PARTS = ["|", "@", "?", "[", "]", ":", ",", ".", "=", "NP", "NOUN", "LINE", "number", "gender=m", "x",
              "noun:", "-", " "]
# a grammar that gives no more lines, or a sentence twice, is a fault of the whole file
WHOLE = re.compile(r"attnviz: .+: (after \d+ lines|'.*' has two translations|a grammar has at most 4 MiB|there is no line)")

TINY = {"attnviz-corpus": 1, "words": {"W": {"entries": ["x | x", "y | y"]}}, "rules": {"LINE": ["W"]}}


def run_corpus(document, *options, ending="json"):
    if not isinstance(document, (bytes, str)):
        document = json.dumps(document, ensure_ascii=False)
    if isinstance(document, str):
        document = document.encode("utf-8", "surrogatepass")
    path = os.path.join(FOLDER, f"corpus-{next(NUMBER)}.{ending}")
    with open(path, "wb") as file:
        file.write(document)
    outcome = attnviz("corpus", path, "-n", "20", "--roles", *options, seconds=SECONDS)
    os.remove(path)
    return outcome


def fault_of(outcome):
    if outcome.status is None:
        return f"no end within {SECONDS} s"
    if outcome.status not in (0, 1):
        return str(outcome)
    first = outcome.message.split("\n")[0]
    if outcome.status == 1 and not PLACE.match(first) and not WHOLE.match(first):
        return f"the message names no place: {first!r}"
    if outcome.status == 1 and outcome.stdout and not WHOLE.match(first):
        return f"half an answer stands before the message {first!r}"
    if outcome.status == 0 and outcome.stderr:
        return f"status 0, yet a message: {first!r}"
    return harmful(outcome.stdout.replace(b"\t", b" ")) or harmful(outcome.stderr)


def check_all(report, label, cases, ending="json"):
    judge.check_all(report, label, cases, lambda case: fault_of(run_corpus(case, ending=ending)))


def expect(report, label, document, status, message=""):
    outcome = run_corpus(document)
    fault = fault_of(outcome)
    if not fault and (outcome.status != status or not re.search(message, outcome.message)):
        fault = str(outcome)
    report.check(label, not fault, fault)


def change_rule(data, choice):
    """One string with a token more, less, or another."""
    text = data.decode()
    a, b = choice.choice([match.span() for match in re.finditer(r'"(?:[^"\\]|\\.)*"', text)])
    tokens = [match.span() for match in RULE_TOKEN.finditer(text, a + 1, b - 1)]
    c, d = choice.choice(tokens or [(a + 1, a + 1)])
    new = choice.choice(["", choice.choice(RULE_PARTS), text[c:d] + choice.choice(RULE_PARTS)])
    return (text[:c] + new + text[d:]).encode()


def grammar(**parts):
    return {**TINY, **parts}


def features(count, values):
    return {f"f{k}": [f"v{i}" for i in range(values)] for k in range(count)}


def limits(report):
    every = " ".join(f"f{k}=v0" for k in range(8))
    expect(report, "8 features of 4 values", grammar(features=features(8, 4), words={"W": {"entries": [f"x | x | {every}"]}}), 1,
           "never|after 1 lines|more than")
    expect(report, "9 features of one symbol", grammar(features=features(9, 2), words={
        "W": {"entries": ["x | x | " + " ".join(f"f{k}=v0" for k in range(9))]}}), 1, "at most 8 features")
    expect(report, "33 values", grammar(features=features(1, 33)), 1, "1 to 32 values")
    expect(report, "257 symbols", grammar(words={"W" + str(k): {"entries": ["x | x"]} for k in range(257)}), 1,
           "at most 256 symbols")
    expect(report, "32 items", grammar(rules={"LINE": [" ".join(["a"] * 30 + ["W | W b"])]}), 1, "after [12] lines")
    expect(report, "33 items", grammar(rules={"LINE": [" ".join(["a"] * 33) + " | b"]}), 1, "at most 32")
    expect(report, "4097 rules", grammar(rules={"LINE": ["W"] * 4097}), 1, "at most 4096 rules")
    expect(report, "16385 words", grammar(words={"W": {"entries": ["x | x"] * 16385}}), 1, "at most 16384 words")
    expect(report, "a word of 65 bytes", grammar(words={"W": {"entries": ["x" * 65 + " | x"]}}), 1, "at most 64 bytes")
    expect(report, "4 MiB and more", json.dumps(TINY) + " " * (4 << 20), 1, "at most 4 MiB")
    many = {"features": features(7, 4), "words": {"W": {"entries": ["x | x | " + " ".join(f"f{k}=v0" for k in range(7))]}}}
    expect(report, "ways to agree without end",
           grammar(**many, rules={"LINE": ["W W.2 W.3 W.4"]}), 1, "agree in more than|at most")


def endless(report):
    expect(report, "only itself", grammar(rules={"LINE": ["LINE W"]}), 1, "never to words")
    expect(report, "round and round", grammar(rules={"LINE": ["A"], "A": ["B"], "B": ["A"]}), 1, "never to words")
    expect(report, "itself alone, mostly", grammar(rules={"LINE": [{"rule": "LINE", "weight": 1e6}, "W"]}), 1, "after")
    expect(report, "twice itself", grammar(rules={"LINE": [{"rule": "LINE LINE.2", "weight": 3}, "W"]}), 1, "without end")
    expect(report, "a tree of 2^20 words", grammar(rules={
        "LINE": ["A1"], **{f"A{k}": [f"A{k + 1} A{k + 1}.2"] for k in range(1, 20)}, "A20": ["W"]}), 1, "without end")


def wrong_types(report):
    wrong = [None, True, 3.5, -1, "x", "", [], {}, [[]], {"a": None}, [None], [1], ["x", "x", "x"]]
    names = "attnviz-corpus title summary length features words rules held-out".split()
    check_all(report, "wrong types", [{**TINY, name: value} for name in names for value in wrong])
    words = "kind source target entries".split()
    check_all(report, "wrong types in words",
              [grammar(words={"W": {"entries": ["x | x"], name: value}}) for name in words for value in wrong])
    rules = "rule weight longer".split()
    check_all(report, "wrong types in rules",
              [grammar(rules={"LINE": [{"rule": "W", name: value}]}) for name in rules for value in wrong])
    check_all(report, "wrong types in lists",
              [grammar(**{name: [value]}) for name in ("held-out", "length") for value in wrong]
              + [grammar(**{"held-out": {"roles": ["a", "b"], name: value}}) for name in ("roles", "share", "always")
                 for value in wrong])


def dangerous(report):
    cases = []
    for word in DANGEROUS.values():
        cases += [grammar(words={"W": {"entries": [word + " | x", "x | " + word]}}), grammar(rules={"LINE": ["W " + word + " | W"]}),
                  grammar(rules={word: ["W"]}), grammar(features={word: [word]}), grammar(**{word: 1})]
    check_all(report, "words that command a terminal", cases)
    check_all(report, "the same in pairs", [f"{word}\t{word}\t{word}\n" for word in DANGEROUS.values()], ending="tsv")
    check_all(report, "the same in links", [f"a\tb\t{word}\n" for word in DANGEROUS.values()], ending="tsv")


def run(report):
    with open(os.path.join(ROOT, "examples", "cats.json"), "rb") as file:
        cats = file.read()
    with open(os.path.join(ROOT, "lessons", "pairs.json"), "rb") as file:
        carried = file.read()
    limits(report)
    endless(report)
    wrong_types(report)
    dangerous(report)
    check_all(report, "prefixes of cats.json", [cats[:end] for end in range(0, len(cats), 7)])
    for mutate, count in ((flip_bytes, 100), (delete_part, 150), (repeat_part, 100), (swap_tokens, 200),
                          (change_number, 100), (change_rule, 400)):
        choice = random.Random("grammars " + mutate.__name__)
        cases = [mutate(choice.choice([cats, cats, carried]), choice) for _ in range(count)]
        check_all(report, f"damaged grammars: {mutate.__name__.replace('_', ' ')}", cases)
    pairs = "le chat\tthe cat\t0-0 1-1\nun\tone\t0?0\ndeux\ttwo\n".encode() * 3
    choice = random.Random("pairs")
    check_all(report, "damaged pairs", [mutate(pairs, choice) for mutate in (flip_bytes, delete_part, repeat_part)
                                        for _ in range(60)], ending="tsv")
