"""The functions and declarations of a C source that clang-format has laid out.

A definition begins in the first column and its body stands between lines "{" and "}", or all of it on one line.
"""

import re

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"' + r"|'(?:[^'\\\n]|\\.)+'")


def bare(text):
    """Without comments and strings, line by line the same."""
    text = COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return STRING.sub('""', text)


def parameters(signature):
    """How many parameters stand in the last outer brackets of a signature."""
    inside = signature[signature.index("(") + 1:signature.rindex(")")]
    depth, count = 0, 1
    for char in inside:
        depth += char in "([{"
        depth -= char in ")]}"
        count += char == "," and depth == 0
    return 0 if inside.strip() in ("", "void") else count


def functions(text):
    """(name, line, lines of the body, parameters) of each function."""
    lines = bare(text).split("\n")
    found = []
    for number, line in enumerate(lines):
        if line != "{":
            continue
        first = number - 1
        while first > 0 and not re.match(r"[A-Za-z_]", lines[first]):
            first -= 1
        signature = " ".join(lines[first:number])
        name = re.search(r"(\w+)\s*\(", re.sub(r"__attribute__\(\(.*?\)\)", "", signature))
        if not name or "(" not in signature:
            continue
        end = lines.index("}", number) if "}" in lines[number:] else number
        found.append((name[1], first + 1, end - number - 1, parameters(signature)))
    return found


def undocumented(text):
    """(declaration, line) of what a header declares in its outermost scope without a word about it.

    A comment before it, up to the next empty line, or beside or within it will do."""
    faults, depth, covered, pending = [], 0, False, None
    for number, (line, code) in enumerate(zip(text.split("\n"), bare(text).split("\n")), 1):
        commented = line != code and re.search(r"/\*|^ \*|\*/", line)
        if depth == 0 and not line.strip():
            covered = False
        covered = covered or bool(commented)
        starts = depth == 0 and re.match(r"(?!typedef struct \w+ \w+;|struct \w+;|extern \"\")[A-Za-z_]", code)
        if starts:
            pending = (code.strip(), number)
        depth += code.count("{") + code.count("(") - code.count("}") - code.count(")")
        if covered:
            pending = None
        if pending and depth == 0 and code.rstrip().endswith(";"):
            faults.append(pending)
            pending = None
    return faults
