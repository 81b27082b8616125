"""Numbers at their edges: what must hold of attention whatever the scores are, and what is refused."""

import itertools
import json
import math
import random

from common import Folder, each, is_message, strict_json

ULP = 2.0 ** -23  # of 1 in float32


def lesson(steps, **given):
    return json.dumps({"attnviz": 1, "title": "Extremes", "given": given, "steps": [{"compute": steps}]})


def values(steps, *wanted, **given):
    """The numbers of some values; or the fault."""
    with Folder({"e.json": lesson(steps, **given).encode()}) as folder:
        outcome = folder.run("explain", "e.json", "--format", "json")
    if outcome.status != 0:
        return outcome
    found = strict_json(outcome.stdout.decode())["values"]
    return [found[name]["data"] for name in wanted]


def softmax(scores):
    """In double precision, of numbers that may be -inf."""
    top = max(scores)
    parts = [math.exp(score - top) for score in scores]
    return [part / math.fsum(parts) for part in parts]


def close(a, b, tolerance):
    return len(a) == len(b) and all(abs(x - y) <= tolerance for x, y in zip(a, b))


SCORES = {
    "large": [[1e4, -1e4, 0], [-1e4, 1e4, 9999], [1e4, 1e4, 1e4]],
    "largest": [[1e38, -1e38, 3e38], [-3e38, -3e38, -3e38], [0, 1e38, 1e38]],
    "whole numbers": [[3, -2, 11], [0, 5, 1]], "all equal": [[7.25] * 5] * 2, "all zero": [[0] * 7] * 3, "one key": [[5], [-1e38]],
    "one query": [[1, 2, 3, 4]], "denormal": [[1e-45, 0, -1e-45, 1e-40]], "minus zero": [[-0.0, 0.0, -0.0]],
    "far below": [[0, -87, -88, -103, -104, -200, -1e30]], "near": [[1, 1.0000001, 0.9999999]],
    "many": [[math.sin(i * j) * 20 for i in range(257)] for j in range(3)],
}


def weights(report):
    def judge(name):
        rows = SCORES[name]
        found = values(["A = softmax(S)", "B = softmax(S + 1024)"], "A", "B", S=rows)
        if not isinstance(found, list):
            return f"{name}: {found}"
        exact = max(abs(x) for row in rows for x in row) <= 2048 and all(x == int(x) for row in rows for x in row)
        for row, got, moved in zip(rows, *found):
            n = len(row)
            if not abs(math.fsum(got) - 1) <= n * ULP:
                return f"{name}: a row sums to {math.fsum(got)!r}"
            if not close(got, softmax(row), 1e-6) or not all(0 <= w <= 1 for w in got):
                return f"{name}: {got} is not {softmax(row)}"
            if exact and got != moved:
                return f"{name}: another weight when all scores are moved: {got} {moved}"
            if len(set(row)) == 1 and len(set(got)) != 1:
                return f"{name}: equal scores, and weights that are not: {got}"
        return None

    faults = [fault for fault in each(judge, SCORES) if fault]
    report.check(f"softmax: {len(SCORES)} kinds of scores", not faults, "; ".join(faults))


def matrix(rows, cols, seed, scale=1.0):
    chance = random.Random(seed)
    return [[chance.randrange(-64, 65) / 32 * scale for _ in range(cols)] for _ in range(rows)]


def attention(report):
    """attention() and its formula, causal and not, against sums in double precision."""
    def judge(case):
        n, m, d, causal = case
        Q, K, V = matrix(n, d, 1), matrix(m, d, 2), matrix(m, d, 3)
        scores = f"Q Kᵀ / √{d}"
        steps = [f"A = softmax(mask({scores}))" if causal else f"A = softmax({scores})", "Z = A V"]
        steps += [] if causal else ["Y = attention(Q, K, V)", "P = softmax(Q Lᵀ / √%d) W" % d, "U = softmax((0 Q) Kᵀ)"]
        order = list(range(m))
        random.Random(4).shuffle(order)
        given = {"Q": Q, "K": K, "V": V, "L": [K[i] for i in order], "W": [V[i] for i in order]}
        found = values(steps, *(["A", "Z"] if causal else ["A", "Z", "Y", "P", "U"]), **given)
        if not isinstance(found, list):
            return f"{case}: {found}"
        for t, q in enumerate(Q):
            wanted = [math.fsum(x * y for x, y in zip(q, k)) / math.sqrt(d) for k in K]
            if causal:
                wanted = [score if j <= t else -math.inf for j, score in enumerate(wanted)]
            want = softmax(wanted)
            if not close(found[0][t], want, 1e-6):
                return f"{case}: row {t + 1} of the weights"
            if causal and any(found[0][t][t + 1:]):
                return f"{case}: a key that is masked has a weight"
            mixed = [math.fsum(w * v[c] for w, v in zip(want, V)) for c in range(d)]
            for output in found[1:] if causal else found[1:4]:
                if not close(output[t], mixed, 1e-5):
                    return f"{case}: row {t + 1} of an output is {output[t]}, not {mixed}"
            if not causal and not (len(set(found[4][t])) == 1 and abs(found[4][t][0] * m - 1) <= m * ULP):
                return f"{case}: without a question the weights are not all 1/{m}: {found[4][t]}"
        return None

    cases = [(n, m, d, False) for n, m, d in itertools.product((1, 2, 9), (1, 3, 64, 65), (1, 4, 17))]
    cases += [(n, n, d, True) for n in (1, 2, 5, 64, 65) for d in (1, 4)]
    faults = [fault for fault in each(judge, cases) if fault]
    report.check(f"attention: {len(cases)} sizes", not faults, "; ".join(faults[:3]))


def refused(report):
    """No NaN and no infinity is ever shown: the place where it would come up is named."""
    for label, steps, given, message in (
            ("an overflow in a product", ["Y = X X"], {"X": [[1e30, 0], [0, 1]]}, "not a finite number"),
            ("an overflow in exp", ["y = exp(x)"], {"x": [1, 89]}, "not a finite number"),
            ("a division by zero", ["y = x / 0"], {"x": [1, 2]}, "not a finite number|zero"),
            ("zero by zero", ["y = x / x"], {"x": [1, 0]}, "not a finite number|zero"),
            ("a logarithm of zero", ["y = log(x)"], {"x": [1, 0]}, "log"),
            ("a root of a negative number", ["y = √x"], {"x": [4, -1]}, "√|sqrt"),
            ("a sum that overflows", ["y = sum(x)"], {"x": [3e38, 3e38]}, "not a finite number"),
            ("scores that overflow", ["A = softmax(2 x)"], {"x": [3e38, 1]}, "not a finite number"),
            ("a row that is wholly masked", ["A = softmax(mask(S, M))"], {"S": [[1, 2], [3, 4]], "M": [[1, 1], [0, 0]]},
             "row 2 is fully masked"),
            ("a variance that overflows", ["y = var(x)"], {"x": [3e38, -3e38]}, "not a finite number")):
        found = values(steps, **given)
        good = not isinstance(found, list) and found.status == 1 and is_message(found.stderr) \
            and any(part in found.message for part in message.split("|"))
        report.check(f"refused: {label}", good, found)
    for text in ("1e999", "-1e999", "1e39", "-3.5e38", "NaN", "Infinity", "1e", "+1", "0x10", "1.", ".5", "01"):
        with Folder({"e.json": lesson(["y = x"], x=[1]).replace("[1]", f"[1, {text}]").encode()}) as folder:
            outcome = folder.run("explain", "e.json")
        report.check(f"no number of a lesson: {text}", outcome.status == 1 and is_message(outcome.stderr)
                     and "e.json:1:" in outcome.message, outcome)


def shapes(report):
    """What does not fit is told with both shapes, each in words of its own."""
    told = {}
    for label, steps, given, parts in (
            ("widths of Q and K", ["S = Q Kᵀ"], {"Q": [[1, 2]], "K": [[1, 2, 3]]}, ("1×2", "3×1")),
            ("widths in attention", ["Z = attention(Q, K, V)"], {"Q": [[1, 2]], "K": [[1, 2, 3]], "V": [[1]]}, ("2", "3")),
            ("lengths of K and V", ["Z = attention(Q, K, V)"],
             {"Q": [[1, 2]], "K": [[1, 2], [3, 4]], "V": [[1], [2], [3]]}, ("2", "3")),
            ("a mask of another size", ["A = softmax(mask(S, M))"], {"S": [[1, 2]], "M": [[1, 1, 1]]}, ("1×2", "1×3")),
            ("a sum of vectors", ["y = u + v"], {"u": [1, 2], "v": [1, 2, 3]}, ("2", "3")),
            ("a product inside", ["y = M v"], {"M": [[1, 2], [3, 4]], "v": [1, 2, 3]}, ("2×2", "3")),
            ("rows of unequal length", ["y = 1"], {"M": [[1, 2], [3]]}, ("2", "1")),
            ("no rows", ["y = 1"], {"M": []}, ("empty",)),
            ("rows without numbers", ["y = 1"], {"M": [[], []]}, ("[1, 2]",)),
            ("a size of 0", ["y = 1"], {"M": {"fill": 1, "size": [0, 3]}}, ("from 1",)),
            ("a size of -1", ["y = 1"], {"M": {"fill": 1, "size": [-1, 3]}}, ("from 1",)),
            ("a size of 1.5", ["y = 1"], {"M": {"fill": 1, "size": [1.5, 3]}}, ("whole number",)),
            ("a size of 2^64", ["y = 1"], {"M": {"fill": 1, "size": [18446744073709551616, 3]}}, ("",)),
            ("a size of 2^32 twice", ["y = 1"], {"M": {"fill": 1, "size": [4294967296, 4294967296]}}, ("",)),
            ("a size that is a word", ["y = 1"], {"M": {"fill": 1, "size": ["three", 3]}}, ("three",)),
            ("a size that is null", ["y = 1"], {"M": {"fill": 1, "size": None}}, ("size",)),
            ("numbers that are words", ["y = 1"], {"M": [["1", 2]]}, ("number",)),
            ("heads that do not divide", ["Y = split_j(X)"], {"X": [[1, 2, 3]]}, ("",))):
        found = values(steps, **given)
        good = not isinstance(found, list) and found.status == 1 and is_message(found.stderr)
        missing = [part for part in parts if good and part not in found.message.split(": ", 1)[1]]
        report.check(f"shapes: {label}", good and not missing, (found, missing))
        if good:
            told[label] = found.message.split(": ", 2)[-1].split("\n")[0]
    report.check("shapes: what does not fit is told in different words", len(set(told.values())) >= len(told) - 4, told)


def run(report):
    for part in (weights, attention, refused, shapes):
        part(report)
