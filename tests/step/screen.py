"""A terminal for tests: a program on a pseudo-terminal, and the screen that a person would see."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

SEQUENCE = re.compile(rb"\x1b\[([?0-9;]*)([A-Za-z])")


def columns_of(c):
    if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


class Screen:
    """What stands where. Knows what attnviz may send, and fails at anything else."""

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.modes = set()
        self.pending = b""
        self.styles = set()
        self.alternate = False
        self.clear()

    def clear(self):
        self.cells = [[(" ", frozenset())] * self.columns for _ in range(self.rows)]
        self.row = self.column = 0

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.clear()

    def feed(self, data):
        data = self.pending + data
        self.pending = b""
        at = 0
        while at < len(data):
            byte = data[at]
            if byte == 0x1B:
                found = SEQUENCE.match(data, at)
                if not found:
                    assert len(data) - at < 32, f"no sequence of xterm: {data[at:at + 32]!r}"
                    self.pending = data[at:]
                    return
                self.sequence(found.group(1).decode(), found.group(2).decode())
                at = found.end()
            elif byte < 0x20:
                self.control(byte)
                at += 1
            else:
                length = 1 if byte < 0x80 else 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
                if at + length > len(data):
                    self.pending = data[at:]
                    return
                self.put(data[at:at + length].decode())
                at += length

    def control(self, byte):
        if byte == 0x0D:
            self.column = 0
        elif byte == 0x0A:
            self.row = min(self.row + 1, self.rows - 1)
        else:
            raise AssertionError(f"control character {byte:#x}")

    def put(self, c):
        width = columns_of(c)
        if width == 0:
            return
        if self.column + width > self.columns:
            assert "?7" not in self.modes or self.column < self.columns + 200
            self.overflow = True
            return
        self.cells[self.row][self.column] = (c, frozenset(self.styles))
        if width == 2:
            self.cells[self.row][self.column + 1] = ("", frozenset(self.styles))
        self.column += width

    def sequence(self, numbers, final):
        if final in "hl":
            (self.modes.add if final == "h" else self.modes.discard)(numbers)
            if numbers == "?1049":
                self.clear()
        elif final == "m":
            self.style(numbers)
        elif final == "H":
            row, column = ((numbers + ";1").split(";") + ["1"])[:2] if numbers else ("1", "1")
            self.row = min(int(row), self.rows) - 1
            self.column = min(int(column), self.columns) - 1
        elif final == "K":
            for i in range(self.column, self.columns):
                self.cells[self.row][i] = (" ", frozenset())
        elif final == "J":
            row, column = self.row, self.column
            self.clear()
            self.row, self.column = row, column
        else:
            raise AssertionError(f"sequence {numbers}{final}")

    def style(self, numbers):
        for number in (numbers or "0").split(";"):
            if number == "0":
                self.styles.clear()
            elif number in ("24", "27"):
                self.styles.discard(number[1])
            else:
                self.styles.add(number)

    def lines(self):
        return ["".join(c for c, _ in row).rstrip() for row in self.cells]

    def styled(self, style):
        """The runs of text in this style, from the top."""
        runs = []
        for row in self.cells:
            run = ""
            for c, styles in row + [(" ", frozenset())]:
                if style in styles:
                    run += c
                elif run:
                    runs.append(run)
                    run = ""
        return runs


class Terminal:
    """The program on a terminal. Keys are written as bytes; reads end when it waits."""

    def __init__(self, *words, rows=24, columns=80, program=None, **environment):
        self.screen = Screen(rows, columns)
        self.raw = b""
        self.ended = False
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
            kept = {**kept, "TERM": "xterm", **environment}
            kept = {k: v for k, v in kept.items() if v is not None}
            self.set_size(1, rows, columns)
            os.execve(words[0], list(words), kept)
        self.before = None

    @staticmethod
    def set_size(fd, rows, columns):
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        self.set_size(self.fd, rows, columns)

    def read(self, quiet=0.15, patience=20):
        """Reads until it has said something and then nothing for `quiet` seconds, or has ended."""
        end = time.monotonic() + patience
        said = False
        while not self.ended and time.monotonic() < end:
            if not select.select([self.fd], [], [], quiet)[0]:
                if said:
                    break
                continue
            try:
                chunk = os.read(self.fd, 65536)
            except OSError:  # how Linux says that the other side is closed
                chunk = b""
            if not chunk:
                self.ended = True
                break
            said = True
            self.raw += chunk
            self.screen.feed(chunk)
        return self

    def until(self, test, patience=10):
        """Reads until the test is true of the screen."""
        end = time.monotonic() + patience
        while not test(self):
            assert time.monotonic() < end and not self.ended, "the screen never came:\n" + self.show()
            self.read(quiet=0.05, patience=1)
        return self

    def press(self, keys):
        os.write(self.fd, keys)
        return self

    def says(self, text, patience=10):
        return self.until(lambda t: text in "\n".join(t.screen.lines()), patience)

    def show(self):
        return "\n".join(self.screen.lines())

    def end(self, patience=10):
        """Its exit status; a negative number is the signal that ended it."""
        end = time.monotonic() + patience
        while not self.ended and time.monotonic() < end:
            self.read(quiet=0.05, patience=0.2)
        done, status = os.waitpid(self.pid, os.WNOHANG)
        while not done and time.monotonic() < end:
            time.sleep(0.02)
            done, status = os.waitpid(self.pid, os.WNOHANG)
        if not done:
            os.kill(self.pid, signal.SIGKILL)
            status = os.waitpid(self.pid, 0)[1]
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)

    def settings(self):
        return termios.tcgetattr(self.fd)
