"""The man page's example lesson, and typical slips in it: what is written instead, where the fault
lies, the mend."""

import os
import re
from collections import namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "man", "attnviz-lesson.5")
ROFF = {r"\e": "\\", r"\(rs": "\\", r"\-": "-", r"\(aq": "'", r"\(dq": '"', r"\(ga": "`", r"\(ha": "^",
        r"\(ti": "~", r"\&": "",
        r"\|": "", r"\ ": " "}


def example():
    """The text between the marks in the man page, without roff."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    part = page.split('.\\" example: begin\n')[1].split('.\\" example: end\n')[0]
    lines = [line for line in part.split("\n") if not re.match(r"\.(?!\.)", line)]
    return re.sub(r"\\(?:\(..|.)", lambda found: ROFF[found.group()], "\n".join(lines))


# name: of the golden message. old → new: the slip. at: the text at whose character number `into`
# the message must point. mend: what the message must say (a regular expression).
Slip = namedtuple("Slip", "name old new at mend into", defaults=["", 0])

SLIPS = [
    Slip("function-typo", "α = softmax(e)", "α = sofmax(e)", "sofmax", "did you mean softmax"),
    Slip("function-index", "α = softmax(e)", "α = softmax_i(e_i)", "softmax_i", r"softmax\(e_i\)"),
    Slip("function-sum", "c = Σ_i α_i h_i", "c = sum_i α_i h_i", "sum_i", "Σ_i, or Sigma_i"),
    Slip("function-sum-bracket", "c = Σ_i α_i h_i", "c = sum_i(α_i h_i)", "sum_i", "Σ_i, or Sigma_i"),
    Slip("function-sum-place", "c = Σ_i α_i h_i", "c = sum_2(h)", "sum_2", r"softmax\(e_i\)"),
    Slip("check-equals", "abs(sum(α) - 1) < 0.00001", "sum(α) = 1", "= 1", "compares with =="),
    Slip("check-number", "abs(sum(α) - 1) < 0.00001", "abs(sum(α) - 0.5)", "abs(", "compare it"),
    Slip("function-own", '"e_i = score(q, h_i)"', '"e_i = score_i(q, h_i)"', "score_i", "score has no index"),
    Slip("function-defined", "α = softmax(e)", "α = silu_i(e)", "silu_i", r"block\(X, l\)"),
    Slip("function-alone", "α = softmax(e)", "α = softmax e", "softmax e", r"softmax\("),
    Slip("function-typo-two", "α = softmax(e)", "α = sofmax(e, 2)", "sofmax", "did you mean softmax"),
    Slip("function-indexed", "α = softmax(e)", "α = split_i e", "split_i e", r"split_j\(X\)"),
    Slip("name-typo", "c = Σ_i α_i h_i", "c = Σ_i a_i h_i", "a_i", "nothing gives or computes"),
    Slip("name-in-prose", "{=max(α):%}", "{=max(β):%}", "β", "β"),
    Slip("wrong-shape", '"q": [0.5, 2]', '"q": [0.5, 2, 1]', "h / ", "vector of 3 and vector of 2"),
    Slip("missing-border", '"h_0": [0, 0],\n    ', "", "h_{i-1}", "h_0"),
    Slip("missing-transpose", "norm(c - attention(q, h, h))", "norm(h h)", "h h", "transpose|hᵀ", 2),
    Slip("wrong-sequence", '"words": ["le", "chat", "noir"] },\n  "indices": { "i": "words" }',
         '"words": ["le", "chat", "noir"], "two": ["a", "b"] },\n  "indices": { "i": "two" }',
         "[[1, 0]", r"two \(2\)"),
    Slip("no-space", "q · h / √width(h)", "qh / √width(h)", "qh", "q h"),
    Slip("unbraced-subscripts", "c = Σ_i α_i h_i", "c = Σ_i α_i h_i,1", "h_i,1", "h_{i,1}", 3),
    Slip("unbraced-shift", "h_i = 0.5 h_{i-1} + x_i", "h_i = 0.5 h_i-1 + x_i", "h_i-1", "h_{i-1}"),
    Slip("two-readings", "q · h / √width(h)", "q · h / √width(h) 2", "2", r"\("),
    Slip("too-many-values", "α = softmax(e)", "α = softmax(e, 2)", "softmax(e, 2)",
         "1 value|one value"),
    Slip("missing-bracket", "α = softmax(e)", "α = softmax(e", "(e", r"'\)' is missing"),
    Slip("unknown-key", '"heatmap"', '"heatmpa"', '"heatmpa"', "did you mean.*heatmap"),
    Slip("unknown-top-key", '"lengths"', '"length"', '"length"', "did you mean.*lengths"),
    Slip("wrong-type", '"q": [0.5, 2]', '"q": "0.5, 2"', '"0.5, 2"', "number"),
    Slip("unequal-vectors", "[0.5, 1]]", "[0.5]]", "x_i\"\n", "vector of 2 and vector of 1"),
    Slip("ragged-rows", '"q": [0.5, 2]', '"q": [[0.5, 2], [1]]', "[1]", "row"),
    Slip("trailing-comma", '"noir"] }', '"noir",] }', ",]", "comma"),
    Slip("missing-comma", "[[1, 0], [0, 1]", "[[1, 0] [0, 1]", "[0, 1]", "comma"),
    Slip("missing-json-bracket", "[0.5, 1]],", "[0.5, 1],", '"h_0":', "", 5),
    Slip("missing-quote", '"lengths": { "n"', '"lengths: { "n"', 'n": "words"', "missing"),
    Slip("comment", '"summary"', '// a note\n  "summary"', "//", "comment"),
    Slip("false-name", '"e_i = score(q, h_i)"', '"exp = score(q, h_i)"', "exp", "function"),
    Slip("no-equals", '"compute": "α = softmax(e)"', '"compute": "softmax(e)"', "softmax(e)", "="),
]
