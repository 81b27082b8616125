"""Lessons made for a test, and words in them that would command a terminal or become markup."""

DANGEROUS = {
    "clear": "\x1b[2J", "title": "\x1b]0;x\x07", "C1": "\u009b31m", "return": "\r", "backspace": "\b\b",
    "newline": "a\nb",
    "tab": "a\tb", "delete": "\x7f", "bidi": "\u202eabc", "isolate": "\u2066x", "line": "\u2028",
    "mark": "\u200f", "noncharacters": "a\ufffeb\uffff",
    "combining": "e" + "\u0301" * 50, "emoji": "👩‍👩‍👧‍👦", "long": "w" * 256, "quote": '"',
    "backslash": "\\n", "percent": "%s%n",
    "markdown": "*a* __b__ [x](http://e.org) ![y](z) `c` | ~~s~~ $x$ www.e.org a@e.org <http://e.org>",
    "list": "- a", "item": "1. a", "heading": "# a", "rule": "***", "setext": "=", "fence": "```",
    "tex": "\\input{x} \\end{document} $x$ % # & _ ^ ~ { } [ ] ** -- `` '' ?` !`", "bracket": "[a] * b",
    "markup": "</title><script>alert(1)</script>&amp;\"'><!--]]>",
}


def lesson(*compute, **parts):
    """A lesson of one step; parts: its other keys."""
    return {"attnviz": 1, "title": "Hostile", **parts,
            "steps": parts.get("steps", [{"compute": list(compute)}])}


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


def varied(document):
    """The lesson with something to draw anew: a number that nothing else needs."""
    return {**document, "given": {**document.get("given", {}), "varied": [1, 2, 3]},
            "steps": [*document["steps"], {"compute": "drawn = softmax(varied)"}],
            "vary": {"varied": {"halves": [0, 2]}}}
