"""The carried corpora, judged by rules of their own: nothing here knows how a grammar is read."""

import collections
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import Report, attnviz  # noqa: E402
import clips  # noqa: E402
import scenes  # noqa: E402
import recordings  # noqa: E402

report = Report("corpus")


def lines(name, count, *options):
    outcome = attnviz("corpus", name, "-n", str(count), "--roles", *options)
    rows = [line.split("\t") for line in outcome.stdout.decode().splitlines()]
    report.check(f"{name} {' '.join(options)}: {count} lines", outcome.status == 0 and len(rows) == count, outcome)
    return rows


def check(label, faults):
    faults = list(faults)
    report.check(label, not faults, f"{len(faults)}, such as {faults[:2]}")


# ---- pairs ----

TRAIN = lines("pairs", 25000)
VALIDATION = lines("pairs", 1000, "--part", "validation")
TEST = lines("pairs", 3000, "--part", "test")
LONG = lines("pairs", 2000, "--words", "13-36")
OTHER = lines("pairs", 5000, "--seed", "2")
PAIRS = TRAIN + VALIDATION + TEST + LONG + OTHER

ENGLISH_SAME = {"ce": "this", "cette": "this", "ces": "these", "un": "a an", "une": "a an", "des": "some", "de": "some",
                "notre": "our", "nos": "our", "deux": "two", "trois": "three", "il": "he", "elle": "she", "ils": "they",
                "elles": "they", "qui": "that", "que": "that", "pas": "not", "et": "and", "mais": "but"}


def translations():
    known = {}
    for french, english, *_ in PAIRS:
        if known.setdefault(french, english) != english:
            yield french
    report.check("more than 20000 different French sentences", len(known) > 20000, len(known))


def links_of(row):
    links = []
    for text in row[2].split():
        mark = "-" if "-" in text else "?"
        source, target = text.split(mark)
        links.append((int(source), int(target), mark == "-"))
    return links


def bad_links():
    for row in PAIRS:
        french, english, links = row[0].split(), row[1].split(), links_of(row)
        for side in (0, 1):
            sure = [link[side] for link in links if link[2]]
            if len(set(sure)) < len(sure):
                yield "two sure links of one word", row
        for source, target, sure in links:
            if source >= len(french) or target >= len(english):
                yield "a link to nothing", row
            elif sure and english[target] not in ENGLISH_SAME.get(french[source], english[target]).split():
                yield f"{french[source]} is not {english[target]}", row
        linked = {target for _, target, _ in links}
        if linked != set(range(len(english))):
            yield "a word without a link", row
        for target, word in enumerate(english):
            own = {(french[s], sure) for s, t, sure in links if t == target}
            if word == "not" and own != {("pas", True), ("ne", False)}:
                yield "not", row
            if word in ("do", "does") and (len(own) != 3 or any(sure for _, sure in own)):
                yield "does", row


def articles():
    for row in PAIRS:
        english = row[1].split()
        for word, after in zip(english, english[1:]):
            if word in ("a", "an") and (word == "an") != (after[0] in "aeiou"):
                yield row[1]
            if word in ("two", "three", "some", "these", "they") and after in ("does", "sees", "sleeps", "cat", "woman"):
                yield row[1]
            if word in ("he", "she") and after in ("do", "see", "sleep"):
                yield row[1]


def genders():
    """Each noun takes le and un, or la and une."""
    known = collections.defaultdict(set)
    for row in PAIRS:
        french, kinds = row[0].split(), row[3].split()
        for source, target, sure in links_of(row):
            if sure and kinds[target] == "noun" and source > 0 and french[source - 1] in ("le", "un", "la", "une"):
                known[french[source]].add("m" if french[source - 1] in ("le", "un") else "f")
    report.check("articles of more than 20 nouns", len(known) > 20, len(known))
    return (noun for noun in known if len(known[noun]) > 1)


def elisions():
    """Nothing that would have to be written with an apostrophe."""
    for row in PAIRS:
        french = row[0].split()
        for word, after in zip(french, french[1:]):
            if word in ("le", "la", "ne", "que", "de") and after[0] in "aeiouyhâéêîô":
                yield row[0]
            if word == "des" and after.rstrip("s").rstrip("e") in ("petit", "grand", "beaux", "bell", "vieux", "vieill", "jeun"):
                yield row[0]


def noun_phrases(row):
    """(adjective, noun) as the links and the kinds of the target's words tell."""
    english, kinds, adjectives = row[1].split(), row[3].split(), []
    for word, kind in zip(english, kinds):
        if kind == "adjective":
            adjectives.append(word)
        elif kind == "noun":
            yield from ((adjective, word) for adjective in adjectives)
            adjectives = []
        elif word != "and":
            adjectives = []


def singular(pair):
    irregular = {"women": "woman", "mice": "mouse", "babies": "baby", "boxes": "box"}
    adjective, noun = pair
    return adjective, irregular.get(noun, noun[:-1] if noun.endswith("s") else noun)


check("each French sentence has one translation", translations())
check("links", bad_links())
check("a and an, do and does", articles())
check("a noun has one gender", genders())
check("no elision is missing, no des before an adjective", elisions())
seen = {singular(pair) for row in TRAIN + VALIDATION + LONG + OTHER for pair in noun_phrases(row)}
held = {singular(pair) for row in TEST for pair in noun_phrases(row)} - seen
check("every test sentence has a combination that no other part has",
      (row for row in TEST if not any(singular(pair) in held for pair in noun_phrases(row))))
report.check("black cat is held out", ("black", "cat") in held)
report.check("10 to 25 of 100 combinations are held out", 0.10 < len(held) / len(seen | held) < 0.25,
             len(held) / len(seen | held))
for adjective in {pair[0] for pair in held}:
    report.check(f"training knows '{adjective}'", any(pair[0] == adjective for pair in seen))
names = ("training", "validation", "test")
parts = [{row[0] for row in rows} for rows in (TRAIN + LONG + OTHER, VALIDATION, TEST)]
for i, k in ((0, 1), (0, 2), (1, 2)):
    check(f"{names[i]} and {names[k]} share no sentence", parts[i] & parts[k])
lengths = [len(row[0].split()) for row in TRAIN]
report.check("2 to 12 words", min(lengths) == 2 and max(lengths) == 12)
report.check("6 to 7 words in the mean", 6 < sum(lengths) / len(lengths) < 7, sum(lengths) / len(lengths))
for side, least, most in ((0, 140, 190), (1, 110, 160)):
    words = {word for row in PAIRS for word in row[side].split()}
    report.check(f"about 150 words on side {side}", least <= len(words) <= most, len(words))
    listed = attnviz("corpus", "pairs", "--vocabulary", ("source", "target")[side]).stdout.decode().split()
    report.check(f"--vocabulary lists all of side {side}", words <= set(listed), words - set(listed))

# ---- Chinese ----

CHINESE_SAME = {"不": "not", "没": "not never", "一": "a an", "两": "two", "这": "this these", "那": "that those", "吗": "?", "？": "?",
                "。": ".", "水": "water easy", "的": ""}
MEASURES = {"本": "book dictionary", "门": "course", "只": "cat dog bird", "匹": "horse", "条": "fish", "个":
            "apple peach cup teacher student doctor friend person", "辆": "car", "张": "table", "把": "chair", "顶": "hat",
            "支": "pen", "朵": "flower", "封": "letter", "首": "song", "杯": "cup", "碗": "bowl"}
PLURALS = {"dictionaries": "dictionary", "peaches": "peach", "fish": "fish", "people": "person"}
CHINESE = {part: lines("chinese", count, "--part", part) for part, count in
           (("train", 12000), ("validation", 1000), ("test", 2000))}
ROWS = [row for rows in CHINESE.values() for row in rows]


def one_of(noun):
    return PLURALS.get(noun, noun[:-1] if noun.endswith("s") else noun)


def chinese_translations():
    known = {}
    for chinese, english, *_ in ROWS:
        if known.setdefault(chinese.replace(" ", ""), english) != english:
            yield chinese


def chinese_links():
    for row in ROWS:
        chinese, english = row[0].split(), row[1].split()
        if any(len(word) > 1 for word in chinese):
            yield "more than one character", row
        linked = {target for _, target, _ in links_of(row)}
        if linked != set(range(len(english))):
            yield "a word without a link", row
        for source, target, sure in links_of(row):
            same = CHINESE_SAME.get(chinese[source])
            if sure and same and english[target] not in same.split():
                yield f"{chinese[source]} is not {english[target]}", row


def measured():
    """A measure word suits its noun, which is many behind a number above one."""
    for row in ROWS:
        chinese, english, kinds = row[0].split(), row[1].split(), row[3].split()
        for target, kind in enumerate(kinds):
            if kind not in ("number", "determiner") or english[target] in "the my your his her our their".split():
                continue
            sources = [source for source, to, _ in links_of(row) if to == target]
            measure = [chinese[source] for source in sources if chinese[source] in MEASURES]
            noun = next(word for word, sort in zip(english[target:], kinds[target:]) if sort == "noun")
            if measure and one_of(noun) not in MEASURES[measure[0]].split():
                yield f"{measure[0]} {noun}", row
            if kind == "number" and noun == one_of(noun) != "fish" or english[target] in ("a", "an") and noun != one_of(noun):
                yield f"{english[target]} {noun}", row
            if english[target] in ("a", "an") and (english[target] == "an") != (english[target + 1][0] in "aeiou"):
                yield f"{english[target]} {english[target + 1]}", row


def agreement():
    for row in ROWS:
        english = row[1].split() + [""]
        for word, verbs in (("I", "am do have"), ("he", "is does has"), ("we", "are do have"), ("they", "are do have")):
            others = {"am", "is", "are", "do", "does", "has", "have"} - set(verbs.split())
            if english[0] == word and english[1] in others or english[1] == word and english[0] in others:
                yield f"{english[0]} {english[1]}", row


def side_by_side(rows):
    """Adjectives and nouns beside each other, each with its Chinese characters."""
    found = set()
    for row in rows:
        chinese, kinds = row[0].split(), row[3].split()
        words = ["".join(chinese[source] for source, to, _ in links_of(row) if to == target) for target in range(len(kinds))]
        found |= {(words[at], words[at + 1]) for at in range(len(kinds) - 1) if kinds[at:at + 2] == ["adjective", "noun"]}
    return found


check("a Chinese sentence without blanks has one translation", chinese_translations())
check("links of Chinese", chinese_links())
check("measure words and numbers", measured())
check("agreement", agreement())
known = side_by_side(CHINESE["train"] + CHINESE["validation"])
check("every second Chinese sentence of the test has a new combination, or a new predicate",
      (row for row in CHINESE["test"][::2] if side_by_side([row]) <= known and not
       any(word in ("is", "are") for word in row[1].split())))
check("the others have none", (row for row in CHINESE["test"][1::2] if not side_by_side([row]) <= known))
report.check("easy courses are for training", ("水", "课") in known)
parts = [{row[0] for row in rows} for rows in CHINESE.values()]
report.check("no Chinese sentence is in two parts", not (parts[0] & parts[1] or parts[0] & parts[2] or parts[1] & parts[2]))
sizes = [len(row[0].split()) for row in ROWS]
report.check("2 to 12 characters", min(sizes) == 2 and max(sizes) == 12)

# ---- scenes ----

scenes.run(report)
recordings.run(report)
clips.run(report)
report.end()
