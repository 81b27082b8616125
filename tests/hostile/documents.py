"""Absurd lessons written by hand: limits at n and n + 1, recursion, wrong keys, ill-formed JSON."""

import json
import os

from judge import FEW, SANITIZED, check_all, expect, lesson


def nested(loops, compute):
    """A lesson of `loops` loops, one in the other: its innermost step is 2 loops + 3 levels deep."""
    letters = "abcdefgh"[:loops]
    steps = [{"compute": compute}]
    for letter in reversed(letters):
        steps = [{"for": letter, "steps": steps}]
    return lesson(sequences={"one": 1}, indices=dict.fromkeys(letters, "one"), steps=steps)


def chain(count, body):
    """Definitions f1 … of which each calls the one before."""
    return {"f1(x)": "x + 1", **{f"f{k}(x)": body.format(k - 1) for k in range(2, count + 1)}}


def cpu_seconds():
    """Work of the programs run so far: unlike a clock it does not count what else the machine does."""
    return sum(os.times()[2:4])


def many_operations(report):
    """Short lessons that would compute for ever."""
    if SANITIZED:
        report.skip("10 million operations", "with sanitizers they need more memory than a test should")
        return
    for body in ("f{0}(f{0}(x))",) if FEW else ("f{0}(x) + f{0}(x)", "f{0}(f{0}(x))"):
        endless = lesson("y = f40(1)", define=chain(40, body))
        label = f"40 definitions that call the one before twice ({body})"
        start = cpu_seconds()
        expect(report, f"{label}, a tenth of the work", endless, 1, "budget of work", options=["--work", "30G"])
        middle = cpu_seconds()
        expect(report, label, endless, 1, "budget of work")
        tenth, whole = middle - start, cpu_seconds() - middle
        report.check(f"{label}: time in proportion to the budget", whole < 20 * tenth, f"{tenth:.2f} s, {whole:.2f} s")
    expect(report, "a loop of loops",
           lesson("x_{a,b,c,d} = 1", sequences={"s": 4096}, indices=dict.fromkeys("abcd", "s")), 1)


def limits(report):
    expect(report, "calls 64 deep", lesson("y = f64(1)", define=chain(64, "f{0}(x)")), 0)
    expect(report, "calls 65 deep", lesson("y = f65(1)", define=chain(65, "f{0}(x)")), 1, "64")
    expect(report, "16 levels", nested(6, ["x = 1"]), 0)
    expect(report, "17 levels", nested(7, "x = 1"), 1, "16")
    full = json.dumps(lesson("x = 1")).encode()
    room = 4 * 1024 * 1024 - len(full)
    expect(report, "4 MiB", full + b" " * room, 0)
    expect(report, "4 MiB and a byte", full + b" " * (room + 1), 1, "4 MiB|4194304", placed=False)
    words = [f"w{k}" for k in range(4097)]
    expect(report, "4096 words", lesson("x = 1", sequences={"s": words[:4096]}), 0)
    expect(report, "4097 words", lesson("x = 1", sequences={"s": words}), 1, "4,?096")
    expect(report, "a count of 4097", lesson("x = 1", sequences={"s": 4097}), 1, "4,?096")
    for size in ([100000, 100000], [65536, 65536], [4294967296, 4294967296], [1e18, 1], [1, 1e300]):
        for form in ({"random": size}, {"fill": 1, "size": size}, {"uniform": size}):
            expect(report, f"{list(form)[0]} {size}", lesson("x = 1", given={"W": form}), 1)
    expect(report, "a product of 10^15 multiply-adds",
           lesson("Z = X X", "Y = Z Z", given={"X": {"fill": 1, "size": [20000, 20000]}}), 1)


def recursion(report):
    expect(report, "f calls f", lesson("y = f(1)", define={"f(x)": "f(x) + 1"}), 1, "itself")
    expect(report, "f calls g calls f", lesson("y = f(1)", define={"f(x)": "g(x)", "g(x)": "1 + f(x)"}),
           1, "itself")
    expect(report, "recursion that nobody calls", lesson("y = 1", define={"f(x)": "f(x)"}), 1, "itself")
    expect(report, "f(x) may call f(x, y)",
           lesson("y = f(1)", define={"f(x)": "f(x, 2)", "f(x, y)": "x + y"}), 0)


def deep_formulas(report):
    """Trees that are as deep as a formula is long."""
    shapes = {"brackets": "({0})", "roots": "√{0}", "functions": "exp({0})", "stacks": "[{0}]",
              "powers": "2^({0})",
              "primes": "{0}'", "minus": "(-{0})", "sigmas": "Σ_i {0}"}
    for name, shape in shapes.items():
        before, after = shape.split("{0}")
        for depth in (100, 20000):
            formula = "x = " + before * depth + "1" + after * depth
            document = lesson(formula, sequences={"s": 2}, indices={"i": "s"})
            check_all(report, f"{depth} {name} deep", [document])
    for name, operator in {"sum": " + ", "product": " ", "quotient": " / ", "join": " ; ",
                           "stack": ", "}.items():
        formula = operator.join(["1"] * 100000)
        check_all(report, f"a {name} of 100000",
                  [lesson(f"x = [{formula}]" if operator in " ; , " else f"x = {formula}")])


def keys(report):
    text = json.dumps(lesson("x = 1"))
    expect(report, "a key twice", text[:-1] + ', "title": "again"}', 1,
           "twice|two times|duplicate|already")
    expect(report, "a given name twice", lesson("x = 1", given={"a": 1})
           | {"learned": {"a": 2}}, 1, "a")
    expect(report, "did you mean sequences?", lesson("x = 1", sequnces={"s": 2}), 1,
           "did you mean.*sequences")
    expect(report, "did you mean compute?", lesson(steps=[{"compote": "x = 1"}]), 1,
           "did you mean.*compute")
    expect(report, "did you mean softmax?", lesson("x = sofmax([1, 2])"), 1, "did you mean.*softmax")
    expect(report, "no steps", {"attnviz": 1, "title": "x"}, 1, "steps")
    expect(report, "another version", {**lesson("x = 1"), "attnviz": 2}, 1, "attnviz")
    wrong = [None, True, 3.5, -1, "x", [], {}, [[]], {"a": None}, [None]]
    names = ("title summary seed weights config sequences indices lengths given learned define steps "
             "switches vary").split()
    check_all(report, "wrong types",
              [{**lesson("x = 1"), name: value} for name in names for value in wrong])
    step_keys = "say compute show heatmap table plot arithmetic zoom check stated for train".split()
    check_all(report, "wrong types in a step",
              [lesson(steps=[{"compute": "x = 1"}, {name: value}])
               for name in step_keys for value in wrong])


def multitudes(report):
    """Many of everything that fits into 4 MiB: time must not grow with the square."""
    count = 5000 if FEW else 50000
    numbers = range(count)
    for label, document in {
            "given values": lesson("x = 1", given={f"a{k}": 1 for k in numbers}),
            "sequences": lesson("x = 1", sequences={f"s{k}": ["a"] for k in numbers}),
            "definitions": lesson("x = 1", define={f"f{k}(x)": "x + 1" for k in numbers}),
            "formulas": lesson(*(f"x{k} = {k}" for k in numbers)),
            "steps": lesson(steps=[{"say": "x"} for _ in numbers]),
            "values in prose": lesson(steps=[{"say": "{=1}" * count}]),
            "numbers": lesson("x = 1", given={"a": [1] * count * 10})}.items():
        expect(report, f"very many {label}", document, 0)


def ill_formed(report):
    def with_title(title):
        return b'{"attnviz": 1, "title": "' + title + b'", "steps": [{"compute": "x = 1"}]}'

    sequences = {"overlong": b"\xc0\x80", "surrogate": b"\xed\xa0\x80", "beyond": b"\xf4\x90\x80\x80",
                 "truncated": b"\xe2\x82",
                 "lone continuation": b"\x80", "five bytes": b"\xf8\x88\x80\x80\x80", "0xFF": b"\xff"}
    for name, data in sequences.items():
        expect(report, f"UTF-8: {name}", with_title(b"a" + data), 1, "UTF-8")
    expect(report, "a raw NUL", with_title(b"a\0b"), 1)
    expect(report, "an escaped NUL", with_title(b"a\\u0000b"), 1)
    expect(report, "a lone surrogate", with_title(b"a\\ud800b"), 1)
    expect(report, "a raw ESC", with_title(b"a\x1b[2Jb"), 1)
    expect(report, "a raw newline", with_title(b"a\nb"), 1)
    expect(report, "only NULs", b"\0" * 100, 1)
    numbers = ["NaN", "Infinity", "-Infinity", "+1", "0x10", "1e999", "-1e999", "1e39", "1.", ".5",
               "--1", "1e", "01"]
    for number in numbers:
        text = json.dumps(lesson("x = 1", given={"a": "?"})).replace('"?"', number)
        expect(report, f"the number {number}", text, 1)
    base = json.dumps(lesson("x = 1"))
    for name, text in {"a comma too many": base[:-1] + ",}", "a comment": base + " // c",
                       "two documents": base + base,
                       "single quotes": base.replace('"', "'"), "nothing": "", "blanks": " \n ",
                       "no object": "[]", "a bracket for a brace": "[" + base[1:],
                       "a word": "lesson", "brackets": '{"attnviz": ' + "[" * 100000,
                       "objects": '{"a":' * 100000}.items():
        expect(report, f"JSON: {name}", text, 1)


def shapes(report):
    """What does not fit, each with its own message; both shapes are named where there are two."""
    given = {"X": [[1, 2, 3], [4, 5, 6]], "Y": [[1, 2], [3, 4]], "v": [1, 2, 3], "w": [1, 2], "a": 2}
    misfits = {"X Y": "2×3.*2×2", "X + Y": "2×3.*2×2", "v + w": "3.*2", "v w": "3.*2", "X w": "2×3.*2",
               "X ⊙ w": "2×3.*2",
               "[X ; v]": "", "[v, w]": "3.*2", "pick(v, 4)": "4", "row(X, 3)": "3", "X_3": "3",
               "X_{1,4}": "4", "v_0": "v_0",
               "softmax(a)": "", "one_hot(5, 3)": "5", "outer(X, v)": "", "mask(v, w)": "",
               "log(-a)": "log",
               "√(-a)": "", "a / 0": "", "exp(1000 a)": "", "softmax(mask(X, X < 0))": "", "0 / 0": "",
               "∞ - ∞": "",
               "a = 1": "", "X X": "Xᵀ|2×3"}
    for formula, message in misfits.items():
        expect(report, f"misfit {formula}", lesson(f"r = {formula}", given=given), 1, message)
    for name, value in {"ragged": [[1, 2], [3]], "empty": [], "empty rows": [[], []],
                        "three deep": [[[1]]], "text": "1",
                        "mixed": [1, [2]], "null": None, "true": [True]}.items():
        expect(report, f"given {name}", lesson("x = 1", given={"A": value}), 1)
    for count in (0, -1, 1.5, 1e9, "3", None, True, [], [1, "a"], {}):
        expect(report, f"a sequence {count!r}", lesson("x = 1", sequences={"s": count}), 1)
    for size in (0, -1, 1.5, "nonsense", "n +", None, 1e30):
        expect(report, f"a size {size!r}", lesson("x = 1", given={"W": {"random": [size]}}), 1)
    for seed in (-1, 1.5, "1", 1e30, None):
        expect(report, f"seed {seed!r}", lesson("x = 1", seed=seed), 1, "seed")


def run(report):
    for part in (many_operations, limits, recursion, deep_formulas, keys, multitudes, ill_formed,
                 shapes):
        part(report)
