"""The small changes that a source file of lib/ allows: one operator, constant or call at a time.

The code is laid out by .clang-format, which makes this easy to read without a parser of C: an operator
between two operands has a space on both sides (a * b, not the star of a pointer), a sign has none behind
it, and a function is a name with its parameters before a "{" at the beginning of a line.
"""

import re

TOKEN = re.compile(r"""
    (?P<space>\s+ | //[^\n]* | /\*.*?\*/)
  | (?P<directive>^[ \t]*\#(?:[^\n\\]|\\.)*)
  | (?P<text>"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)
  | (?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.VERBOSE | re.DOTALL | re.MULTILINE)

BETWEEN = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
           "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&",
           "^": "&", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
ANYWHERE = {"++": "--", "--": "++", "break": "continue", "continue": "break", "true": "false",
            "false": "true", "0": "1", "1": "0", "0.0f": "1.0f", "1.0f": "0.0f", "0.0": "1.0",
            "1.0": "0.0", "0u": "1u", "1u": "0u"}
BEFORE = {"!", "-"}  # dropped where they stand before an operand
CONTROL = {"if", "for", "while", "switch", "return", "sizeof", "do", "else", "goto", "case"}


class Token:
    def __init__(self, match):
        self.kind, self.text, self.start, self.end = match.lastgroup, match.group(), *match.span()


class Mutant:
    """One change: source[start:end] becomes put."""

    def __init__(self, path, function, source, start, end, put):
        self.path, self.function, self.start, self.end = path, function, start, end
        self.put = put + "\n" * source.count("\n", start, end)  # every line keeps its number
        self.line = source.count("\n", 0, start) + 1
        first, last = source.rfind("\n", 0, start) + 1, source.find("\n", end)
        self.before = " ".join(source[first:last].split())
        self.after = " ".join((source[first:start] + put + source[end:last]).split())

    def applied(self, source):
        return source[:self.start] + self.put + source[self.end:]

    @property
    def name(self):
        """What the change is, wherever its line stands by now."""
        return self.path, self.function, self.before, self.after


def functions(tokens):
    """(name, place of its "{", place of its "}") in a list of tokens without spaces."""
    depth, name, round_brackets, begin = 0, None, 0, 0
    for i, token in enumerate(tokens):
        if token.text == "(" and depth == 0 and round_brackets == 0 and tokens[i - 1].kind == "word":
            name = tokens[i - 1].text
        round_brackets += {"(": 1, ")": -1}.get(token.text, 0)
        if token.text == "{":
            if depth == 0:
                begin = i if tokens[i - 1].text == ")" else None
            depth += 1
        elif token.text == "}":
            depth -= 1
            if depth == 0 and begin is not None:
                yield name, begin, i


def closing(tokens, i):
    """The place of the bracket that closes the one at i."""
    depth = 0
    for k in range(i, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[k].text, 0)
        if depth == 0:
            return k
    return i


def call_statement(tokens, i):
    """The place of the ";" if a statement that is one call begins at i."""
    if tokens[i].kind != "word" or tokens[i].text in CONTROL:
        return None
    if tokens[i - 1].text not in {";", "{", "}", ")", "else", ":"}:
        return None
    while tokens[i + 1].text in {"->", "."}:
        i += 2
    end = closing(tokens, i + 1) + 1
    return end if tokens[i + 1].text == "(" and tokens[end].text == ";" else None


def change_of(source, tokens, i):
    """What the token at i may become, or None."""
    token, text = tokens[i], tokens[i].text
    spaced = source[token.start - 1].isspace() and source[token.end].isspace()
    if text in BETWEEN and spaced:
        return BETWEEN[text]
    if text in BEFORE and not source[token.end].isspace() and tokens[i - 1].text != ")":
        return ""
    zeros = [near.text for near in tokens[i - 2:i + 2]] == ["=", "{", "0", "}"]
    if text in ANYWHERE and not zeros:
        return ANYWHERE[text]
    return None


def mutants_of(path, source):
    """All changes of a file, in the order in which they stand there."""
    tokens = [Token(match) for match in TOKEN.finditer(source)]
    tokens = [token for token in tokens if token.kind not in {"space", "directive"}]
    found = []
    for name, begin, end in functions(tokens):
        for i in range(begin + 1, end):
            put = None if tokens[i].kind == "text" else change_of(source, tokens, i)
            if put is not None:
                found.append(Mutant(path, name, source, tokens[i].start, tokens[i].end, put))
            semicolon = call_statement(tokens, i)
            if semicolon:
                found.append(Mutant(path, name, source, tokens[i].start, tokens[semicolon].start, ""))
    return found
