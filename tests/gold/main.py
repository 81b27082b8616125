"""The form of the sentences in this folder: what README.md says of each file, read off its lines."""

import collections
import os
import re
import sys
import unicodedata

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import Report  # noqa: E402
import agreement  # noqa: E402
import models  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
report = Report("gold")


def check(label, faults):
    faults = list(faults)
    report.check(label, not faults, f"{len(faults)}, such as {faults[:2]}")


def text_of(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def between(text, least, most):
    return re.fullmatch("0|[1-9][0-9]*", text) is not None and least <= int(text) <= most


def is_spaced(words):
    return words and words == " ".join(words.split())


def rows_of(name, count, columns):
    """The rows of a file of tabs; those of another shape are told and left out."""
    text = text_of(name)
    rows = [line.split("\t") for line in text.removesuffix("\n").split("\n")]
    sentences = collections.Counter(row[0].lower() for row in rows)
    check(f"{name}: {count} lines", [] if len(rows) == count and text.endswith("\n") else [len(rows)])
    check(f"{name}: {columns} columns, none empty, single blanks",
          (row for row in rows if len(row) != columns or not all(map(is_spaced, row))))
    check(f"{name}: no sentence twice", (sentence for sentence, times in sentences.items() if times > 1))
    check(f"{name}: composed letters", [] if unicodedata.is_normalized("NFC", text) else [name])
    return [row for row in rows if len(row) == columns]


def counts(name, rows, column, expected):
    found = collections.Counter(row[column] for row in rows)
    check(f"{name}: {', '.join(f'{number} {kind}' for kind, number in expected.items())}",
          [] if found == expected else [dict(found)])


# ---- everyday.conllu ----

UPOS = set("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ VERB".split())
RELATIONS = set("""acl acl:relcl advcl advmod amod appos aux aux:pass case cc ccomp compound conj cop det discourse
    expl iobj mark nmod nmod:desc nmod:poss nsubj nsubj:pass nummod obj obl obl:agent obl:unmarked punct root
    xcomp""".split())
MISC = {"SpaceAfter", "Subject", "Understood", "Object", "Antecedent"}
LITERAL = ["The animal didn't cross the street because it was too tired.", "She gave him a book.",
           "I went to the bank to deposit money.", "The keys to the cabinet are on the table."]


class Tree:
    """A sentence of a CoNLL-U file; rows and spans as lists of columns."""

    def __init__(self, block):
        self.comments = dict(re.findall(r"^# (\w+) = (.*)$", block, re.M))
        lines = [line.split("\t") for line in block.split("\n") if not line.startswith("#")]
        self.lines, self.name = lines, self.comments.get("sent_id", block[:40])
        self.spans = [line for line in lines if "-" in line[0]]
        self.rows = [line for line in lines if "-" not in line[0]]

    def malformed(self):
        if any(len(line) != 10 for line in self.lines):
            return "ten columns"
        if [row[0] for row in self.rows] != [str(i + 1) for i in range(len(self.rows))]:
            return "IDs that do not count up"
        if any(not between(row[6], 0, len(self.rows)) for row in self.rows):
            return "a head out of range"
        if any(row[3] not in UPOS or row[7] not in RELATIONS for row in self.rows):
            return "an unknown part of speech or relation"
        if any(row[column] != "_" for row in self.rows for column in (2, 4, 5, 8)):
            return "a column that is not kept"
        keys = [self.keys_of(row) for row in self.rows]
        if any(not set(found) <= MISC for found in keys):
            return "an unknown key"
        references = [found[key] for found in keys for key in found if key != "SpaceAfter"]
        if any(not between(place, 0, len(self.rows)) for text in references for place in text.split(",")):
            return "a reference out of range"
        return None

    @staticmethod
    def keys_of(row):
        return dict(item.split("=", 1) if "=" in item else (item, "") for item in row[9].split("|") if item != "_")

    def is_tree(self):
        """One root, and from each word the way up ends there; the root is called so."""
        heads = [int(row[6]) for row in self.rows]
        for place in range(1, len(heads) + 1):
            seen = set()
            while place and place not in seen:
                seen.add(place)
                place = heads[place - 1]
            if place:
                return False
        return heads.count(0) == 1 and all((row[6] == "0") == (row[7] == "root") for row in self.rows)

    def spelled(self):
        """The text as the forms and their blanks give it."""
        spans = {int(span[0].split("-")[0]): span for span in self.spans}
        text, place = "", 1
        while place <= len(self.rows):
            line = spans.get(place, self.rows[place - 1])
            text += line[1] + ("" if "SpaceAfter=No" in line[9].split("|") else " ")
            place = int(line[0].split("-")[-1]) + 1
        return text.rstrip(" ")

    def span_faults(self):
        for span in self.spans:
            first, last = (int(place) for place in span[0].split("-"))
            if span[1] != "".join(row[1] for row in self.rows[first - 1:last]) or last != first + 1:
                yield self.name, span[1]

    def dependents(self, head, *relations):
        return [row[0] for row in self.rows if row[6] == head and row[7] in relations]

    def words(self):
        return [row for row in self.rows if row[3] != "PUNCT"]

    def disagreements(self):
        """Where the keys of a row say other than the tree."""
        for row in self.rows:
            keys = self.keys_of(row)
            helper = row[7] in ("aux", "aux:pass", "cop")
            verb = self.rows[int(row[6]) - 1] if helper else row
            subjects = self.dependents(verb[0], "nsubj", "nsubj:pass")
            objects = [] if helper else self.dependents(row[0], "obj")
            if [keys[key] for key in ("Subject",) if key in keys] != subjects:
                yield self.name, row[1], "Subject"
            if [keys[key] for key in ("Object",) if key in keys] != objects:
                yield self.name, row[1], "Object"
            if "Understood" in keys and ("Subject" in keys or not self.is_verbal(verb)):
                yield self.name, row[1], "Understood"
            if keys.get("Understood") != self.keys_of(verb).get("Understood"):
                yield self.name, row[1], "Understood, and its verb"
            if ("Antecedent" in keys) != (row[3] == "PRON"):
                yield self.name, row[1], "Antecedent"
            if any(int(place) >= int(row[0]) for place in keys.get("Antecedent", "0").split(",")):
                yield self.name, row[1], "an antecedent that comes later"

    @staticmethod
    def is_verbal(row):
        return row[3] == "VERB" or row[7] == "xcomp"


def check_everyday():
    name = "everyday.conllu"
    text = text_of(name)
    trees = [Tree(block) for block in text.removesuffix("\n\n").split("\n\n")]
    check(f"{name}: 40 sentences", [] if len(trees) == 40 and text.endswith("\n\n") else [len(trees)])
    check(f"{name}: numbered", (tree.name for i, tree in enumerate(trees) if tree.name != f"everyday-{i + 1:02}"))
    malformed = [(tree.name, tree.malformed()) for tree in trees if tree.malformed()]
    check(f"{name}: the format", malformed)
    trees = [tree for tree in trees if not tree.malformed()]
    check(f"{name}: each is one tree", (tree.name for tree in trees if not tree.is_tree()))
    check(f"{name}: joined words", (fault for tree in trees for fault in tree.span_faults()))
    check(f"{name}: the text is that of the forms",
          (tree.name for tree in trees if tree.comments.get("text") != tree.spelled()))
    check(f"{name}: nothing depends on a mark of punctuation",
          ((tree.name, row[1]) for tree in trees for row in tree.rows
           if row[6] != "0" and tree.rows[int(row[6]) - 1][3] == "PUNCT"))
    check(f"{name}: the taught heads say what the tree says",
          (fault for tree in trees for fault in tree.disagreements()))
    texts = [tree.comments.get("text", "") for tree in trees]
    check(f"{name}: no sentence twice", (text for text in texts if texts.count(text) > 1))
    check(f"{name}: the four that everybody knows", (text for text in LITERAL if text not in texts))
    lengths = [len(tree.words()) for tree in trees]
    check(f"{name}: one of a word, one of 60", [] if lengths.count(1) == lengths.count(60) == 1 else [lengths])
    check(f"{name}: one in capitals", [] if sum(map(str.isupper, texts)) == 1 else [texts])
    kinds = {"questions": sum(text.endswith("?") or "?\"" in text for text in texts),
             "quotations": sum(text.count('"') == 2 for text in texts),
             "negations": sum(bool(re.search("n't |not |Nobody|never", text)) for text in texts),
             "relative clauses": sum(any(row[7] == "acl:relcl" for row in tree.rows) for tree in trees),
             "passives": sum(any(row[7] == "aux:pass" for row in tree.rows) for tree in trees),
             "names": sum(any(row[3] == "PROPN" for row in tree.rows) for tree in trees),
             "numbers": sum(any(row[3] == "NUM" for row in tree.rows) for tree in trees)}
    check(f"{name}: {', '.join(f'{number} {kind}' for kind, number in kinds.items())}",
          (kind for kind, number in kinds.items() if number < 2))


# ---- pronouns.tsv ----

PRONOUNS = {"he": "m", "him": "m", "his": "m", "she": "f", "her": "f", "it": "n", "its": "n",
            "they": "pl", "them": "pl", "their": "pl"}
CANDIDATE = re.compile("([1-9][0-9]*):(pl|[mfn]{1,3}-sg)")


def candidates_of(row):
    """[(place, whether it agrees with the pronoun)] in the order of the file; None for what is no candidate."""
    wanted = PRONOUNS.get(row[0].split()[int(row[1]) - 1])
    found = [CANDIDATE.fullmatch(text) for text in row[4].split()]
    if None in found:
        return None
    return [(int(match[1]), wanted == "pl" if match[2] == "pl" else wanted in match[2][:-3]) for match in found]


def pronoun_faults(row):
    words = row[0].split()
    if not between(row[1], 2, len(words)) or not between(row[2], 1, int(row[1]) - 2):
        return "a position out of range"
    pronoun, antecedent = int(row[1]), int(row[2])
    if words[pronoun - 1] not in PRONOUNS or pronoun - antecedent > 20:
        return "no pronoun, or too far"
    candidates = candidates_of(row)
    if candidates is None:
        return "a candidate's form"
    places = [place for place, _ in candidates]
    if places != sorted(set(places)) or places[-1] >= pronoun or len(places) < 2:
        return "the candidates' places"
    agreeing = [place for place, agrees in candidates if agrees]
    if antecedent not in agreeing:
        return "an antecedent that does not agree"
    if (len(agreeing) == 1) != (row[3] == "agreement"):
        return f"{row[3]}, and {len(agreeing)} agree"
    return None


def is_pair(row, other):
    """Two sentences that are the same up to the pronoun, which stands for different nouns."""
    return row[1] == other[1] and row[0].split()[:int(row[1])] == other[0].split()[:int(row[1])] and row[2] != other[2]


def check_pronouns():
    name = "pronouns.tsv"
    rows = rows_of(name, 100, 5)
    counts(name, rows, 3, {"agreement": 40, "position": 30, "sense": 30})
    check(f"{name}: positions, candidates and what decides", ((pronoun_faults(row), row[0]) for row in rows
                                                              if pronoun_faults(row)))
    rows = [row for row in rows if not pronoun_faults(row)]
    used = collections.Counter(row[0].split()[int(row[1]) - 1] for row in rows)
    check(f"{name}: each pronoun at least five times", (word for word in PRONOUNS if used[word] < 5))
    distances = {int(row[1]) - int(row[2]) for row in rows}
    check(f"{name}: 2 to 20 words back", [] if {2, 20} <= distances else [sorted(distances)])
    sense = [row for row in rows if row[3] == "sense"]
    check(f"{name}: the first ten that sense decides are five pairs",
          (sense[i:i + 2] for i in range(0, 10, 2) if not is_pair(*sense[i:i + 2])))
    for kind in ("agreement", "position", "sense", ""):
        of_kind = [row for row in rows if kind in ("", row[3])]
        first = sum([place for place, agrees in candidates_of(row) if agrees][0] == int(row[2]) for row in of_kind)
        nearest = sum(candidates_of(row)[-1][0] == int(row[2]) for row in of_kind)
        most = 1.0 if kind == "agreement" else 0.75
        check(f"{name}: of {len(of_kind)} {kind or 'in all'}, the first agreeing word finds {first}, "
              f"the nearest noun {nearest}", [] if max(first, nearest) <= most * len(of_kind) else [kind])


# ---- phrases.tsv, bank.tsv, agreement.tsv, both-ways.tsv, translations.tsv ----


def odd_phrase(row):
    """Whether a side has too many words, or too few: English has no article for des."""
    words, kind = 4 if row[2] == "both" else 3, row[0].split()[0]
    return [len(text.split()) for text in row[:2]] != [words, words - (kind == "des")]


def check_phrases():
    name = "phrases.tsv"
    rows = rows_of(name, 60, 3)
    counts(name, rows, 2, {"behind": 40, "before": 12, "both": 8})
    first = [row[:2] for row in rows[:1]]
    check(f"{name}: the black cat comes first", [] if first == [["le chat noir", "the black cat"]] else first)
    check(f"{name}: an article, a noun, and as many adjectives as it should have", filter(odd_phrase, rows))


def bank_faults(row):
    words = row[0].split()
    if not between(row[2], 1, len(words)) or not between(row[3], 1, len(words)) or row[2] == row[3]:
        return "a position out of range"
    if [i + 1 for i, word in enumerate(words) if word == "bank"] != [int(row[2])]:
        return "bank"
    if not words[int(row[3]) - 1].isalpha() or not 5 <= sum(word.isalpha() for word in words) <= 15:
        return "the deciding word, or the length"
    return None


def check_bank():
    name = "bank.tsv"
    rows = rows_of(name, 60, 4)
    counts(name, rows, 1, {"money": 30, "river": 30})
    check(f"{name}: positions and lengths", ((bank_faults(row), row[0]) for row in rows if bank_faults(row)))
    rows = [row for row in rows if not bank_faults(row)]
    for sense in ("money", "river"):
        distances = [int(row[3]) - int(row[2]) for row in rows if row[1] == sense]
        behind, far = sum(d > 0 for d in distances), sum(abs(d) > 4 for d in distances)
        check(f"{name}: {sense}, 10 decided behind, 10 more than 4 words away",
              [] if behind == far == 10 else [behind, far])


def agreement_faults(row, nouns, verbs):
    words = row[0].split()
    if not between(row[3], 1, len(words) - 1) or not between(row[4], 0, agreement.MOST):
        return "a number out of range"
    subject = len(words) - int(row[3])
    if words[subject] not in nouns or any(word in nouns for word in words[:subject]):
        return "no subject there"
    number = nouns[words[subject]]
    others = sum(nouns.get(word, number) != number for word in words[subject + 1:])
    if others != int(row[4]):
        return f"{others} nouns of the other number"
    if (verbs.get(row[1]), verbs.get(row[2])) != (number, 1 - number):
        return "the verbs"
    return None


def check_agreement():
    """0 singular, 1 plural, by the generator's words; the counts are made anew from the sentences."""
    name = "agreement.tsv"
    rows = rows_of(name, 400, 5)
    nouns = {form: number for forms in agreement.NOUNS.items() for number, form in enumerate(forms)}
    pairs = agreement.BE + agreement.DOINGS + agreement.STATES
    verbs = {form: number for forms in pairs for number, form in enumerate(forms)}
    faults = {row[0]: agreement_faults(row, nouns, verbs) for row in rows}
    check(f"{name}: numbers, distances and the nouns between", (fault for fault in faults.items() if fault[1]))
    counts(name, rows, 4, {str(count): 80 for count in range(agreement.MOST + 1)})
    check(f"{name}: what its generator writes", [] if ["\t".join(row) for row in rows] == agreement.lines() else [name])
    rows = [row for row in rows if not faults[row[0]]]
    plural = sum(verbs.get(row[1], 0) for row in rows)
    check(f"{name}: half of them plural", [] if plural == len(rows) / 2 else [plural])
    nearest = sum([nouns[word] for word in row[0].split() if word in nouns][-1] == verbs.get(row[1]) for row in rows)
    check(f"{name}: the nearest noun's number is right in {nearest}", [] if nearest < len(rows) / 2 else [nearest])


def check_both_ways():
    name = "both-ways.tsv"
    rows = rows_of(name, 40, 4)
    check(f"{name}: nothing before the mask tells the two sentences apart",
          (row for row in rows if len({text.split("<mask>")[0] for text in row[:2]}) > 1))
    check(f"{name}: one mask, two nouns, and words behind the mask that differ",
          (row for row in rows if [text.count("<mask>") for text in row[:2]] != [1, 1]
           or row[0] == row[1] or row[2] == row[3]))


def check_translations():
    name = "translations.tsv"
    rows = rows_of(name, 40, 2)
    check(f"{name}: an apple", [] if ["je mange une pomme", "I eat an apple"] in rows else rows[:1])
    check(f"{name}: both sides end alike",
          (row for row in rows if len({"".join(re.findall("[.?!]$", text)) for text in row}) > 1))
    check(f"{name}: at most twelve words", (row for row in rows if max(len(text.split()) for text in row) > 12))


# ---- the shipped models ----

def check_heads():
    """Of the rows that should look at a word, four in five look at it or rest; of each head, it is reported."""
    trees = [Tree(block) for block in text_of("everyday.conllu").removesuffix("\n\n").split("\n\n")]
    counts = collections.defaultdict(lambda: [0, 0, 0])
    cut = [tree.name for tree in trees if not models.judge(tree, counts)]
    check("reader: words are cut as the treebank cuts them", cut if len(cut) > 2 else [])
    total = [0, 0, 0]
    for head in models.HEADS:
        right, faint, wrong = counts[head, "looking"]
        rests, _, looks = counts[head, "at rest"]
        rest = f"; {rests} of {rests + looks} others rest" if rests + looks else ""
        total = [a + b for a, b in zip(total, counts[head, "looking"])]
        check(f"reader, {head}: {right} right, {faint} at rest, {wrong} wrong{rest}", [])
    right, faint, wrong = total
    report.check(f"reader: {right} right, {faint} at rest, {wrong} wrong",
                 right + faint >= 0.8 * sum(total), "fewer than four in five")


def check_antecedents():
    """Reported: there is no goal."""
    found = [models.pronoun_found(row) for row in rows_of("pronouns.tsv", 100, 5)]
    check(f"reader, pronouns.tsv: finds {found.count(True)} of {len(found)} antecedents "
          f"({found.count(None)} sentences are cut in another way)", [])


def check_phrases_translated():
    """Reported: the translator learned from sentences."""
    rows = rows_of("phrases.tsv", 60, 3)
    orders, exact = 0, 0
    for french, english, _ in rows:
        wanted = [word.split("|") for word in english.split()]
        got = models.translation(french).lower().split()
        exact += len(got) == len(wanted) and all(word in words for word, words in zip(got, wanted))
        orders += in_english_order(got, wanted)
    check(f"translator, phrases.tsv: {orders} of 60 in English order, {exact} word for word", [])


def in_english_order(got, wanted):
    """Whether each adjective stands before the noun, or, if that is translated another way, before the last word."""
    places = [[got.index(word) for word in words if word in got] for words in wanted[1:]]
    noun = places[-1] or [len(got) - 1]
    return all(place and place[0] < noun[0] for place in places[:-1])


check_everyday()
check_pronouns()
check_phrases()
check_bank()
check_agreement()
check_both_ways()
check_translations()
check_heads()
check_antecedents()
check_phrases_translated()
report.end()
