"""Worksheets of 30 seeds over all lessons that have them: are the numbers such that one can calculate
with them, is the key what NumPy computes from the sheet's own numbers, and is it right by `check`?"""

import json
import os
import re
import sys
import tempfile

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(TESTS, "support"), os.path.join(TESTS, "numbers")]

import numpy as np  # noqa: E402

import carried as models  # noqa: E402
import chat_noir  # noqa: E402
from compare import given  # noqa: E402
from harness import ROOT, Report, attnviz, carried, each, strict_json  # noqa: E402

PARTS = {"integers": 1, "halves": 2, "quarters": 4, "fifths": 5, "tenths": 10}
SIGNS = {"alpha": "α", "beta": "β", "gamma": "γ", "omega": "ω", "ell": "ℓ"}
TWINS = {models.name_of(model): model for model in models.MODELS} | {"le-chat-noir": chat_noir.translate}
BLANK = r"\_\_\_\_\_\_"


def lesson_of(name):
    with open(os.path.join(ROOT, "lessons", f"{name}.json"), encoding="utf-8") as file:
        return json.load(file)


# ---- a sheet of Markdown, as a student reads it ----


def plain(formula):
    """"e_{\\mathrm{dot}}" as "e_dot", "\\alpha_{1}" as "α_1"."""
    formula = re.sub(r"\\mathrm\{(\w+)\}", r"\1", formula)
    formula = re.sub(r"\\operatorname\{(\w+)\}(\\nolimits)?", r"\1", formula)
    formula = formula.replace(r"\hat y", "ŷ").replace(r"\overrightarrow ", "→").replace(r"\overleftarrow ", "←")
    formula = re.sub(r"\\([A-Za-z]+)", lambda sign: SIGNS.get(sign[1], sign[0]), formula)
    return re.sub(r"_\{([^{},]*)\}", r"_\1", formula)


def cell(text):
    text = text.strip().replace("−", "-")
    if text == BLANK:
        return None
    return float(text.replace("∞", "inf")) if re.fullmatch(r"-?([\d.]+(e-?\d+)?|∞)", text) else text


class Sheet:
    """title, given and computed (name to a nested list of numbers, words, and None for a blank), and the
    formulas."""

    def __init__(self, lesson, *options):
        outcome = attnviz("worksheet", lesson, "--format", "markdown", *options)
        if outcome.status != 0:
            raise RuntimeError(str(outcome))
        self.text = outcome.stdout.decode("utf-8")
        head, _, body = self.text.partition("\n## Comput")
        self.given, self.computed = self.values(head), self.values(body)
        self.formulas = re.findall(r"^\$\$(.*)\$\$$", body, re.M)

    @staticmethod
    def values(text):
        found = {}
        for name, rest in re.findall(r"^\$([^$]*)\$ = (.*)$", text, re.M):
            found[plain(name)] = cell(rest)
        for table in re.findall(r"(?:^\|.*\n)+", text, re.M):
            lines = [line[2:-2].split(" | ") for line in table.rstrip("\n").split("\n")]
            rows = [[cell(part) for part in line[1:]] for line in lines[2:]]
            name = plain(lines[0][0].strip().strip("$"))
            found[name] = rows
        return found

    def numbers(self, part):
        """Those values that are numbers, as arrays; a list of one row is a vector or a matrix."""
        found = {}
        for name, value in part.items():
            array = np.array(value, dtype=object)
            if all(isinstance(number, float) for number in array.flat):
                found[name] = array.astype(float)
        return found


# ---- what must hold ----


def wrong_number(value, how):
    """A number that `vary` does not allow, or None."""
    kind, (low, high) = next((kind, how[kind]) for kind in PARTS if kind in how)
    for number in value.flat:
        if abs(number * PARTS[kind] - round(number * PARTS[kind])) > 1e-4:
            return number
        if not low <= number <= high and not (number == 0 and "keep" in how):
            return number
    return None


def is_one_call(formula):
    """Whether its first bracket ends with the formula."""
    depth = 0
    for at, sign in enumerate(formula):
        depth += (sign == "(") - (sign == ")")
        if sign == ")" and depth == 0:
            return at == len(formula) - 1
    return False


def weights_of(sheet):
    """The names of the values that a softmax makes, by the formulas on the sheet: α for α_t."""
    found = set()
    for formula in sheet.formulas:
        target, equals, rest = formula.partition(" = ")
        if equals and rest.startswith(r"\operatorname{softmax}") and is_one_call(rest):
            found.add(plain(re.sub(r",[a-z]\}$|_\{[a-z]\}$", lambda cut: "}" if cut[0][0] == "," else "",
                                   target)))
    return found


def degenerate(rows):
    for row in np.atleast_2d(rows):
        row = row[row > 0]  # what a mask leaves
        if len(row) > 1 and (row.max() > 0.951 or row.max() - row.min() < 0.099):
            return np.round(row, 4)
    return None


def part_of(expected, name):
    """c_2 is the second of c; None: it was not computed here."""
    if name in expected:
        return expected[name]
    word, _, place = name.rpartition("_")
    if word in expected and place.isdigit():
        return expected[word][int(place) - 1]
    return None


def differences(sheet, expected):
    """How many values of the key were compared, and which differ from NumPy's."""
    count, faults = 0, []
    for name, value in sheet.numbers(sheet.computed).items():
        want = part_of(expected, name)
        if want is None or isinstance(want, list) and len({np.shape(part) for part in want}) > 1:
            continue
        want = np.asarray(want, dtype=float)
        value = value.reshape(want.shape) if value.size == want.size else value
        count += 1
        if value.shape != want.shape or not np.allclose(value, want, rtol=2e-6, atol=6e-5):
            faults.append(name)
    return count, faults


def examine(case):
    """(label, holds, why) of all that must hold of one sheet."""
    name, seed = case
    lesson = lesson_of(name)
    blank, key = Sheet(name, "--seed", str(seed)), Sheet(name, "--seed", str(seed), "--solved")
    shown = key.numbers(key.given)
    v, found, label = given(lesson), [], f"{name} {seed}"
    for written, how in lesson["vary"].items():
        stacked = re.sub(r"_[a-z]$", "", plain(written))
        if written == "check":
            continue
        number = wrong_number(shown[stacked], how) if stacked in shown else "missing"
        found.append((f"{label}: {written} is as `vary` says", number is None, number))
    for stacked, value in shown.items():
        if stacked in v:
            v[stacked] = value.reshape(np.shape(v[stacked]))
    long = [number for number in re.findall(r"\d+\.\d+", blank.text.partition("\n## Compute")[0])
            if len(number.partition(".")[2]) > 2]
    found.append((f"{label}: at most two decimals are given", not long, long))
    same = blank.given == key.given and blank.computed.keys() == key.computed.keys()
    found.append((f"{label}: sheet and key give the same", same, ""))
    filled = [n for n, value in blank.computed.items()
              if any(part is not None for part in np.array(value, dtype=object).flat)]
    # a number that hangs on sizes alone is told
    found.append((f"{label}: every answer is a blank", set(filled) <= {"d_k", "d"}, filled))
    expected = TWINS[name](v)
    count, faults = differences(key, expected)
    found.append((f"{label}: the key is what NumPy computes", count > 2 and not faults, f"{count}: {faults}"))
    rows = {n: degenerate(np.asarray(part, float)) for n in weights_of(blank) & expected.keys()
            for part in (expected[n] if isinstance(expected[n], list) else [expected[n]])}
    bad = {n: row for n, row in rows.items() if row is not None}
    # where only a function makes them, or no softmax
    named = rows or name in ("encoder", "old-x", "linear-attention", "flash-attention")
    found.append((f"{label}: no row of weights is even or in one place", named and not bad,
                  bad or "no weights are found"))
    return found + by_check(name, seed, key)


HAS_CHECK = attnviz("help", "check").status == 0


def answers_of(key):
    """All that the sheet says can be handed in, in the shape it says, from the key's numbers."""
    computed, answers = key.numbers(key.computed), {}
    listed = re.search(r"It knows these names, with rows × columns: (.*?)\.( Write −∞.*)?\n", key.text)[1]
    listed = re.sub(r"\\(.)", r"\1", listed).replace("\u00a0", " ")
    for name, shape in re.findall(r"([^ ,(][^ (]*?)(?: \(([\d×]+)\))?(?:, |$)", listed):
        shape = [int(side) for side in shape.split("×")] if shape else []
        plain_name = re.sub(r"_\{([^{},]*)\}", r"_\1", name)
        if plain_name in computed:
            value = computed[plain_name]
        else:  # it stands there row by row: c_1, c_2, or e_{tile,1}, e_{tile,2}
            letter, _, sub = plain_name.partition("_")
            rows = [f"{letter}_{{{sub},{k + 1}}}" if sub else f"{letter}_{k + 1}" for k in range(shape[0])]
            value = np.array([computed[row] for row in rows])
        answers[name] = value.reshape(shape).tolist()
    return answers


def by_check(name, seed, key):
    label = f"{name} {seed}: the key passes check"
    if not HAS_CHECK:
        return []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "answers.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(answers_of(key), file)
        right = attnviz("check", name, "--worksheet", str(seed), path)
        other = attnviz("check", name, "--worksheet", str(seed + 1), path) if seed <= 10 else None
    said = (right.stdout + right.stderr).decode("utf-8")[-300:]
    found = [(label, right.status == 0, f"{right.status}: {said}")]
    if other:
        found.append((f"{name} {seed}: and is wrong for another sheet", other.status == 3, other.status))
    return found


# a number of the lesson itself, with its decimals
PINNED = r"abs\([^()]* [-+] \d\.\d{4}\) < 0\.0001"


def false_checks(name, seed):
    """What the lesson states in general that does not hold with the numbers of a sheet."""
    outcome = attnviz("explain", name, "--worksheet", str(seed), "--format", "json")
    return [check["formula"] for check in strict_json(outcome.stdout.decode("utf-8"))["checks"]
            if not check["holds"] and not re.fullmatch(PINNED, check["formula"])]


def main():
    report = Report("worksheet")
    names = [name for name in carried() if "vary" in lesson_of(name)]
    report.check("lessons have worksheets", len(names) >= 10, names)
    for name in names:
        prose = json.dumps([step.get("say") for step in steps_of(lesson_of(name))], ensure_ascii=False)
        typed = re.findall(r"\d+\.\d+", re.sub(r"\{=[^}]*\}+(:\d)?|`[^`]*`", "", prose))
        report.check(f"{name}: no decimals are typed in the prose", not typed, typed)
    for name in names:
        false = {seed: found for seed in range(1, 16) if (found := false_checks(name, seed))}
        report.check(f"{name}: what is stated holds on 15 sheets", not false, false)
    report.check("30 sheets of a class are 30 different ones", len(a_class("self-attention", 30)) == 30)
    cases = [(names[k % len(names)], k + 1) for k in range(30)]
    for case, outcome in zip(cases, each(guarded, cases)):
        for label, holds, why in outcome:
            report.check(label, bool(holds), why)
    if not HAS_CHECK:
        report.skip("the key passes check", "this program has no such command")
    report.end()


def steps_of(lesson):
    def walk(steps):
        for step in steps:
            yield step
            yield from walk(step.get("steps", []))

    return list(walk(lesson["steps"]))


def a_class(name, count):
    """What the sheets of a class give, each once."""
    with tempfile.TemporaryDirectory() as folder:
        attnviz("worksheet", name, "--class", str(count), "--format", "markdown", cwd=folder)
        sheets = set()
        for seed in range(1, count + 1):
            with open(os.path.join(folder, f"{name}-{seed}.md"), encoding="utf-8") as file:
                sheets.add(file.read().partition("## Given")[2].partition("## Compute")[0])
        return sheets


def guarded(case):
    try:
        return examine(case)
    except (RuntimeError, KeyError, ValueError) as fault:
        return [(f"{case[0]} {case[1]}", False, repr(fault))]


main()
