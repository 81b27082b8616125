"""attnviz on a pseudo-terminal. Run by tests/terminal/run."""

import fcntl
import json
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
import unicodedata

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import terminals  # noqa: E402

PROGRAM = os.path.abspath(os.environ["ATTNVIZ"])
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """The program with a terminal around it."""

    def __init__(self, *words, columns=80, **environment):
        self.text = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
            kept = {**kept, "TERM": "xterm", **environment}
            kept = {k: v for k, v in kept.items() if v is not None}
            # the size must stand before the program asks for it
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.execve(PROGRAM, ["attnviz", *words], kept)

    def read(self, quiet):
        """Reads until the program ends (True), or says nothing for so many seconds (False)."""
        while select.select([self.fd], [], [], quiet)[0]:
            try:
                chunk = os.read(self.fd, 65536)
            except OSError:  # how Linux says that the other side is closed
                chunk = b""
            if not chunk:
                return True
            self.text += chunk
        return False

    def write(self, text):
        os.write(self.fd, text)

    def end(self):
        """All that was printed, and the exit status."""
        if not self.read(quiet=60):
            os.kill(self.pid, 9)
        status = os.waitpid(self.pid, 0)[1]
        os.close(self.fd)
        return self.text.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(status)


def width(line):
    """Columns: marks that stand on the letter before take none, wide letters two."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in line
    )


def widest(text):
    return max(width(line) for line in COLOUR.sub("", text).split("\n"))


def colours_on_a_terminal():
    text, status = Terminal("explain").end()
    assert status == 0, status
    assert COLOUR.search(text), "no colour"
    left = [c for c in COLOUR.sub("", text) if ord(c) < 32 and c != "\n"]
    assert not left, f"control characters besides colours: {left[:5]}"


def no_color():
    text, _ = Terminal("explain", NO_COLOR="1").end()
    assert "\x1b" not in text, "colour in spite of NO_COLOR"


def color_never():
    text, _ = Terminal("explain", "--color=never").end()
    assert "\x1b" not in text, "colour in spite of --color=never"


def color_always_goes_before_no_color():
    text, _ = Terminal("explain", "--color=always", NO_COLOR="1").end()
    assert COLOUR.search(text), "no colour"


def no_colours_where_nothing_is_drawn():
    for kind in ("dumb", "", None):
        text, _ = Terminal("explain", TERM=kind).end()
        assert "\x1b" not in text, f"colour in spite of TERM={kind}"
    text, _ = Terminal("explain", "--color=always", TERM="dumb").end()
    assert COLOUR.search(text), "no colour"


def lines_as_wide_as_the_terminal():
    for columns, most in ((50, 50), (80, 80), (300, 100)):
        text, _ = Terminal("explain", columns=columns).end()
        assert widest(text) <= most, f"{columns} columns: a line of {widest(text)}"


def columns_from_the_environment():
    text, _ = Terminal("explain", columns=90, COLUMNS="60").end()
    assert widest(text) <= 60, f"a line of {widest(text)}"
    odd, _ = Terminal("explain", columns=70, COLUMNS="many").end()
    plain, _ = Terminal("explain", columns=70).end()
    assert odd == plain, "COLUMNS that is not a number is heard"


DANGEROUS = ("\x1b[2J\x1b]0;x\x07", "\u009b31m", "a\rb\b", "\x7f\u202e\u2066", "\u2028", "a\tb\nc",
             "e" + "\u0301" * 50, "👩\u200d👩", "w" * 255, "%s%n")
OWN_COLOURS = re.compile(r"\x1b\[(?:[0-9]{1,3}(?:;[0-9]{1,3})*)?m")
HARMFUL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def dangerous_lesson(word, **parts):
    words = [f"{word}{k}" for k in range(3)]
    return json.dumps({"attnviz": 1, "title": word, "summary": word, "sequences": {"s": words},
                       "indices": {"i": "s"}, "given": {"X": {"rows": "s", "values": [[1, 2], [3, 4], [5, 6]]}},
                       "steps": [{"say": f"{word} {{=argmax(softmax(X_1))}}", "compute": "A = softmax(X Xᵀ)",
                                  "heatmap": "A"}, {"for": "i", "steps": [{"compute": "y_i = X_i"}]},
                                 {"compute": "z_i = s_i", "stated": {"by": word, "values": [1, 2, 3]}}],
                       **parts})


def dangerous_words_stay_text():
    """In the colours' neighbourhood, too: what is left without the program's own colours is harmless."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "d.json")
        for word in DANGEROUS:
            for parts in ({}, {"steps": [{"compute": f"x = {word}"}]}, {word: 1}, {"define": {word: word}}):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(dangerous_lesson(word, **parts))
                for words in (["explain", path], ["explain", path, "--only", word, "--color", "always"],
                              ["explain", word], ["heatmap", path, "-o", os.path.join(folder, "o.png")]):
                    text, status = Terminal(*words).end()
                    found = HARMFUL.search(OWN_COLOURS.sub("", text))
                    assert status in (0, 1, 2, 3), f"{words}: status {status}"
                    assert not found, f"U+{ord(found.group()):04X} reaches the terminal: {words}, {word!r}"
                text, status = Terminal("explain", path, NO_COLOR="1").end()
                assert status == 0 or parts, f"the lesson with {word!r} is not told: {text[:200]}"
                assert not HARMFUL.search(text), f"with NO_COLOR: {word!r}"


def pause_waits_for_enter():
    whole, _ = Terminal("explain").end()
    told = Terminal("explain", "--pause")
    assert not told.read(quiet=1), "it did not wait"
    first = len(told.text)
    assert 0 < first < len(whole), "nothing, or everything, before the first Enter"
    told.write(b"\n")
    assert not told.read(quiet=1), "it did not wait again"
    assert len(told.text) > first + 2, "Enter shows nothing more"
    for _ in range(200):
        told.write(b"\n")
        if told.read(quiet=0.05):
            break
    text, status = told.end()
    assert status == 0, status
    assert text.replace("\n", "") == whole.replace("\n", ""), "the text is another with --pause"


def pause_ends_with_the_input():
    told = Terminal("explain", "--pause")
    told.read(quiet=1)
    told.write(b"\x04")  # end of input: nobody will press Enter any more
    _, status = told.end()
    assert status == 0, status


TESTS = [
    colours_on_a_terminal,
    no_color,
    color_never,
    color_always_goes_before_no_color,
    no_colours_where_nothing_is_drawn,
    lines_as_wide_as_the_terminal,
    columns_from_the_environment,
    dangerous_words_stay_text,
    pause_waits_for_enter,
    pause_ends_with_the_input,
]

if __name__ == "__main__":
    terminals.run("terminal", TESTS)
