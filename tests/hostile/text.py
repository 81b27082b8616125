"""Words and titles that would command a terminal never reach it raw."""

import json
import os

from judge import FOLDER, attnviz, explain, harmful, lesson

DANGEROUS = {
    "clear": "\x1b[2J", "title": "\x1b]0;x\x07", "C1": "\u009b31m", "return": "\r", "backspace": "\b\b",
    "newline": "a\nb",
    "tab": "a\tb", "delete": "\x7f", "bidi": "\u202eabc", "isolate": "\u2066x", "line": "\u2028",
    "mark": "\u200f",
    "combining": "e" + "\u0301" * 50, "emoji": "👩‍👩‍👧‍👦", "long": "w" * 256, "quote": '"',
    "backslash": "\\n", "percent": "%s%n",
}


def lessons(word):
    """The same text in every place that is shown or complained about."""
    words = [f"{word}{k}" for k in range(3)]
    fine = lesson(sequences={"s": words, "t": {"from": "s", "first": word}}, indices={"i": "s"},
                  given={"X": {"rows": "s", "values": [[1, 2], [3, 4], [5, 6]]}},
                  steps=[{"say": f"{word} {{=argmax(softmax(X_1))}}", "compute": "A = softmax(X Xᵀ)",
                          "heatmap": "A"},
                         {"compute": "y_i = s_i", "stated": {"by": word, "values": [1, 2, 3]}}])
    yield {**fine, "title": word, "summary": word}
    yield {**fine, word: 1}
    yield {**fine, "sequences": {word: ["a"]}, "indices": {"i": word}}
    yield {**fine, "steps": [{"compute": f"x = {word}"}]}
    yield {**fine, "steps": [{"compute": f"x = sofmax(1) {word}"}]}
    yield {**fine, "given": {word: 1}}
    yield {**fine, "define": {word: word}}
    yield {**fine, "weights": word + ".safetensors"}
    yield {**fine, "given": {"v": {"token": word, "of": "nobody"}}}


def run(report):
    for name, word in DANGEROUS.items():
        faults = []
        for document in lessons(word):
            for form in ("text", "json"):
                outcome, _ = explain(json.dumps(document), "--format", form)
                fault = harmful(outcome.stdout) or harmful(outcome.stderr)
                if outcome.status not in (0, 1, 3):
                    fault = str(outcome)
                if fault:
                    faults.append(f"{fault} in {json.dumps(document)[:200]}")
        report.check(f"dangerous text: {name}", not faults, "; ".join(faults[:2]))

    path = os.path.join(FOLDER, "analogy.json")
    word = "".join(DANGEROUS.values())
    for option in ("--only", "--set", "--at", "--arithmetic", "--zoom", "--precision", "--input",
                   "--sentence", "--format",
                   "--color", "--nonsense"):
        outcome = attnviz("explain", path, option, word, seconds=10)
        fault = harmful(outcome.stdout) or harmful(outcome.stderr)
        report.check(f"dangerous text in {option}", not fault and outcome.status in (0, 1, 2),
                     fault or outcome)
