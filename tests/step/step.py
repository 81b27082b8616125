"""explain --step on a pseudo-terminal. Run by tests/step/run."""

import fcntl
import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import termios
import time

from screen import Terminal

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import terminals  # noqa: E402

PROGRAM = os.path.abspath(os.environ["ATTNVIZ"])
UP, DOWN, RIGHT, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"
ESCAPE, ENTER, BACKSPACE = b"\x1b", b"\r", b"\x7f"
HINT = "Space on"


def start(*words, **more):
    told = Terminal(PROGRAM, "explain", "--step", *words, **more)
    return told.says("? help")


def at_page(number):
    return lambda t: f" page {number} of " in t.screen.lines()[0]


def turn(told, keys, page):
    return told.press(keys).until(at_page(page))


def chosen(told):
    """The number under the cursor; the bar on top is reversed too."""
    runs = told.screen.styled("7")[1:]
    return runs[0] if runs else None


def choose(told, keys, number):
    return told.press(keys).until(lambda t: chosen(t) == number)


def to_scores(told):
    """Page 5: the scores of the first word."""
    turn(told, b"g4\r", 4)
    turn(told, b" ", 5)
    return choose(told, DOWN, "2.1")


def quit_with(told, keys=b"q"):
    told.press(keys)
    status = told.end()
    assert status == 0, f"status {status}"
    check_restored(told)


def check_restored(told):
    modes = told.screen.modes
    assert "?1049" not in modes, "it left the other screen on"
    assert "?2004" not in modes, "it left the marks around pasted text on"
    assert "?25" in modes and "?7" in modes, f"cursor or margin are not put right: {modes}"
    assert not told.screen.styles, "it left a style on"


# ---- the lesson ----

FIRST = """\
 le chat noir → the black cat                             step 1 · page 1 of 21
le chat noir → the black cat
════════════════════════════
Three words in, three words out: scores, weights, context, next word.

1   Each French word has an embedding xᵢ. Its 4 numbers have names here, so that
    they can be read: how much of a determiner, a thing, a property and a phrase
    is in the word. In a trained model the numbers are learned, and nobody names
    them.

    E_F   determiner  thing  property  phrase
    le          1.00   0.50      0.00    0.50
    chat       −0.50   1.25      0.50    0.75
    noir        0.50  −0.25      1.25    0.50

    xᵢ = row(E_F, sourceᵢ)







 Space on   Backspace back   ↓ a number   g step   l list   ? help   q quit"""

CHOSEN = """\
 le chat noir → the black cat               step 4 · t = 1 · the · page 5 of 21
    Score: how well does each French state answer the question?

    eₜ,ᵢ = score(sₜ, hᵢ)
    with score(s, h) = s · h
         le  chat  noir
    e₁  2.1   0.3   0.2

    The lecture notes say 2.1  0.3  0.2: the same.

    e₁,₁ = 1.8·1 + 0.2·0.5 − 0.8·0 + 0.4·0.5
         = 2.1000

────────────────────────────────────────────────────────────────────────────────
▄▀▄      ▄▄▄   ▄█    █▀█   ▄█     ▄    █▀█   ▀▀█   █▀█   █▀▀
█▀▀      ▄▄▄    █    █▀█ ▄  █    ▀█▀   █ █   █▀▀ ▄ █ █   ▀▀█
 ▀▀ ₁,₁        ▀▀▀   ▀▀▀   ▀▀▀         ▀▀▀   ▀▀▀   ▀▀▀   ▀▀▀
               █▀█   █▀█   █▀█    ▄    █▀█   █ █   █▀█   █▀▀
         ▀▀▀   █ █   █▀█ ▄ █ █   ▀█▀   █ █   ▀▀█ ▄ █ █   ▀▀█
               ▀▀▀   ▀▀▀   ▀▀▀         ▀▀▀     ▀   ▀▀▀   ▀▀▀
          ▄▄▄   ▀▀█   ▄█  █▀█ █▀█ █▀█
          ▄▄▄   █▀▀    █  █ █ █ █ █ █
                ▀▀▀   ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀
 ↑ ↓ ← → a number   e change it   u undo   a larger   Escape put away   ? help"""

WEIGHTS = """\
 le chat noir → the black cat               step 4 · t = 1 · the · page 6 of 21
    Aim the flashlight: softmax turns scores into weights that sum to 1. Most
    light, 49 %, falls on 'le'.

    αₜ = softmax(eₜ)
             le    chat    noir
    α₁  *0.4868  0.4404  0.0728
    Entropy: 0.90, of at most log 3 = 1.10.
    * marks the largest of a row, – what is masked. A map shows where a layer
    looks, not why it answers.

    α₁,₁ = exp(2.1) / (exp(2.1) + exp(2) + exp(0.2))
         = 8.1662 / (8.1662 + 7.3891 + 1.2214)
         = 0.4868"""


def same_screen(told, expected):
    shown = "\n".join(told.screen.lines()[: len(expected.split("\n"))])
    assert shown == expected, f"the screen is another:\n{shown}"


def forward_back_and_quit():
    told = start()
    same_screen(told, FIRST)
    turn(told, b" ", 2)
    turn(told, ENTER, 3)
    turn(told, RIGHT * 2, 4)
    turn(told, b"\x1b[6~", 5)
    turn(told, LEFT, 4)
    turn(told, BACKSPACE, 3)
    turn(told, b"\x1b[5~", 2)
    turn(told, b"p", 1)
    same_screen(told, FIRST)
    told.press(LEFT).says("This is the first page.")
    turn(told, b"\x1b[F", 21)
    told.press(b" ").says("This is the last page.")
    turn(told, b"\x1bOH", 1)
    quit_with(told)


def jump_and_list():
    told = start()
    turn(told, b"g5\r", 19)
    told.press(b"g9\r").says("no step '9': they go from 1 to 7")
    told.press(b"\x7f2").until(lambda t: " step 2" in t.screen.lines()[-1])
    turn(told, ENTER, 2)
    told.press(b"l").says("αₜ = softmax(eₜ)")
    told.press(DOWN * 4).press(UP).until(
        lambda t: "score" in (chosen(t) or ""))
    turn(told, ENTER, 5)
    told.press(b"?").says("puts the number away")
    turn(told, b"x", 5)
    quit_with(told, b"\x04")


def change_a_number():
    told = to_scores(start())
    same_screen(told, CHOSEN)
    choose(told, RIGHT, "0.3")
    told.press(b"e2.0\r").says("e₁,₂ is changed: 1 number here is different now, underlined.")
    assert told.screen.styled("4") == ["2.0"], told.screen.styled("4")
    turn(told, b" ", 6)
    same_screen(told, WEIGHTS)
    assert told.screen.styled("4") == ["0.4868", "0.4404", "0.0728", "0.4868"], "not underlined"
    told.press(b"l").says(" *       t = 1 · the           αₜ = softmax(eₜ)")
    assert " *    1" not in told.show() and "   *     t = 2" not in told.show()
    told.press(ESCAPE).until(lambda t: chosen(t) is None)
    told.press(b"u").says("all numbers are the lesson's own")
    assert "0.7605" in told.show() and not told.screen.styled("4")
    told.press(b"u").says("Nothing is changed.")
    quit_with(told)


def changes_stack_up():
    """Two of one number: the last counts, and undo goes back one by one."""
    told = to_scores(start("--set", "e_{1,3} = 1"))
    assert told.screen.styled("4") == ["1.0"], told.screen.styled("4")
    told.press("e−1.5\r".encode()).says("−1.5")
    told.press(b"e0.5\r").until(lambda t: t.screen.styled("4") == ["0.5", "1.0", "0.5"])
    told.press(b"u").says("−1.5")
    told.press(b"u").says("2.1")
    told.press(b"u").says("all numbers are the lesson's own")
    quit_with(told)


def changes_have_an_end():
    """Where no more can be changed, it is said."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "many.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"attnviz": 1, "title": "Many", "given": {"x": [0] * 1000},
                       "steps": [{"say": "Many."}, {"compute": "a = x_1"}]}, file)
        told = start(path, *(word for i in range(1000) for word in ("--set", f"x_{i + 1} = 4")))
        turn(told, b"g2\r", 2)
        choose(told, DOWN, "4")
        told.press(b"e5\r").says("No further change is possible")
        told.press(ESCAPE + b"u").says("is undone")
        told.press(b"e5\r").says("a is changed")
        quit_with(told)


def what_is_no_number():
    told = to_scores(start())
    for wrong in (b"x", b"2,5", b"0x10", b"inf", b"nan", b"1 2", b"2 = 3", "٣".encode(), b"", b"."):
        told.press(b"e" + wrong + ENTER).says(f"'{wrong.decode()}' is not a number")
        told.press(ESCAPE).says("e change it")
    told.press(b"e1e99\r").until(lambda t: "1e99" in t.screen.lines()[-1] and "e change" not in t.show())
    told.press(ESCAPE).says("e change it")
    told.press(b"e" + b"7" * 5000 + BACKSPACE * 60 + b"4\r").says("is changed")
    assert chosen(told) == "4.0", chosen(told)
    quit_with(told)


def what_cannot_be_computed():
    """The lesson stays as it was, and says what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "root.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"attnviz": 1, "title": "Roots", "given": {"x": 4},
                       "steps": [{"compute": "y = sqrt(x)"}, {"compute": "z = y + 1", "show": "2 z"}]}, file)
        told = start(path)
        choose(told, DOWN, "4")
        choose(told, DOWN, "2")
        turn(told, b" ", 2)
        choose(told, DOWN, "6")
        told.press(b"e").says("has no name of its own")
        quit_with(told)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"attnviz": 1, "title": "Roots", "given": {"x": 4},
                       "steps": [{"compute": "a = x"}, {"compute": "y = sqrt(a)"}]}, file)
        told = start(path)
        choose(told, DOWN, "4")
        told.press(b"e-1\r").until(lambda t: "sqrt" in t.screen.lines()[-1])
        assert chosen(told) == "4", chosen(told)
        told.press(ESCAPE)
        turn(told, b" ", 2)
        assert "y = 2" in told.show(), told.show()
        quit_with(told)


def long_arithmetic():
    """What does not fit in large letters stands in small ones, its result in large ones."""
    told = choose(start("masked", "--only", "S"), DOWN, "−1.6315")
    rows = told.screen.lines()
    rule = next(i for i, row in enumerate(rows) if row.startswith("──"))
    assert rows[rule + 1].startswith("S₁,₁ = (0.3071·0.2791"), told.show()
    assert "█" in rows[rule + 2] and rule == 18, told.show()
    told.press(b"a").says("scroll")
    assert sum(bool(set("▀▄█") & set(row)) for row in told.screen.lines()) == 18, told.show()
    told.press(ESCAPE).says("e change it")
    quit_with(told)


def numbers_are_reached():
    told = start()
    for keys, number in ((DOWN, "1.00"), (b"\t", "0.50"), (DOWN, "1.25"), (RIGHT, "0.50"),
                         (UP, "0.00"), (b"\x1b[Z", "0.50"), (LEFT, "1.00"), (LEFT, "1.00"),
                         (b"\x1b[1;5C", "0.50"), (b"\x1bOB", "1.25"), (DOWN, "−0.25")):
        choose(told, keys, number)
    told.press(DOWN).until(lambda t: chosen(t) is None)
    choose(told, DOWN, "1.00")
    told.press(ESCAPE).until(lambda t: chosen(t) is None)
    told.press(b"a").says("First choose a number")
    choose(told, DOWN, "1.00")
    told.press(b"a").says("Escape: back to the page")
    assert "█" in told.show()
    told.press(b"q").says("e change it")
    quit_with(told)


def page_without_numbers():
    told = start("decoder")
    turn(told, b"g2\r", 2)
    told.press(DOWN).says("There is no number to choose here.")
    quit_with(told)


def long_pages_scroll():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "long.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"attnviz": 1, "title": "Long", "steps": [
                {"compute": [f"a_{k} = {k}" for k in range(1, 41)]}, {"compute": "b = 1"}]}, file)
        told = start(path)
        assert "a₁ =" in told.show() and "a₄₀" not in told.show()
        seen = set()
        for _ in range(8):
            seen |= {line.strip() for line in told.screen.lines()}
            if " page 2 of " in told.screen.lines()[0]:
                break
            told.press(b" ").read()
        missing = [k for k in range(1, 41) if f"a{''.join(chr(0x2080 + int(d)) for d in str(k))} = {k}" not in seen]
        assert not missing, f"never seen: {missing}"
        turn(told, b" ", 2)
        turn(told, LEFT, 1)
        choose(told, DOWN, "1")
        for k in range(2, 41):
            choose(told, DOWN, str(k))
        assert " = 40" in told.show()
        told.press(ESCAPE + b"k" * 200).says("a₁ = 1")
        quit_with(told)


# ---- leaving something out ----

def left_out_and_put_back():
    """The numbers that differ are underlined, and the one chosen says what it is on the other side."""
    told = start("self-attention", "--without", "scale")
    assert " · without scale " in told.screen.lines()[0]
    told.press(b"l").says(" *    5").says("   8  ")
    assert " *    8" not in told.show() and " *    1" not in told.show()
    told.press(ESCAPE).says(HINT)
    turn(told, b"g4\r", 4)
    assert told.screen.styled("4") == ["1.0000", "0.5625", "2.6250"], told.screen.styled("4")
    choose(told, DOWN, "4").says("── with scale: the same ──")
    choose(told, DOWN, "1.0000").says("── with scale: 0.5, difference 0.5 ──")
    told.press(b"w").says("With scale again: all numbers are the lesson's own.")
    assert chosen(told) == "0.5000" and not told.screen.styled("4")
    assert " · with scale " in told.screen.lines()[0] and "difference" not in told.show()
    told.press(b"w").says("Without scale: 6 numbers here are different, underlined.")
    told.press(b"e3\r").says("── in the lesson as it is: 0.5, difference 2.5 ──")
    told.press(b"w").says("With scale again: 2 numbers here are different, underlined.")
    told.press(b"wu").until(lambda t: t.screen.lines()[-1].strip() == "The last change is undone.")
    told.press(b"wue0.5\r").says("0 numbers here are different").press(b"u").says("the lesson's own")
    quit_with(told)


def nothing_to_leave_out():
    told = start("self-attention")
    told.press(b"w").says("For w, start with --without and one of: scale, bias")
    quit_with(told)
    told = start("bottleneck")
    told.press(b"w").says("This lesson has nothing that can be left out.")
    quit_with(told)


def left_out_in_every_lesson():
    """There and back on its pages, whatever the switch."""

    def left_out(case):
        name, switch = case
        told = start(name, "--without", switch)
        pages = int(told.screen.lines()[0].rsplit(None, 1)[1])
        told.press(b"l").says("Escape closes the list")
        told.press((DOWN * 5 + b"\r" + DOWN + b"wwl") * min(pages // 5, 6)).read(patience=1)
        told.press(ESCAPE).press(ESCAPE).read(patience=1)
        quit_with(told)

    terminals.each(left_out, [(name, switch) for name, switches in every_switch() for switch in switches])


def what_one_side_cannot_compute():
    """It stays on its side, and says why."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sides.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"attnviz": 1, "title": "Sides", "given": {"x": 4},
                       "steps": [{"compute": "a = x"}, {"compute": "y = sqrt(a)"}],
                       "switches": {"root": ["y = 2 a"]}}, file)
        told = choose(start(path, "--without", "root"), DOWN, "4")
        told.press(b"e-1\r").says("is changed")
        told.press(b"w").until(lambda t: "sqrt" in t.screen.lines()[-1])
        assert chosen(told) == "−1" and " · without root " in told.screen.lines()[0], told.show()
        told.press(b"uw").says("With root again")
        quit_with(told)


def numbers_that_come_and_go():
    """A number is compared with its own, also where others before it are not there any more."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "longer.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"attnviz": 1, "title": "Longer", "given": {"x": [1, 2, 3], "y": [1, 2]},
                       "steps": [{"compute": ["v = x", "z = sum(v)", "c = 5"]}],
                       "switches": {"third": ["v = y"]}}, file)
        told = start(path, "--without", "third")
        assert told.screen.styled("4") == ["3"], told.screen.styled("4")
        told.press(b"w").says("With third again")
        told.press(b"w").says("Without third: 1 number here is different")
        quit_with(told)


def every_switch():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "lessons")
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".json"):
            continue
        with open(os.path.join(folder, file), encoding="utf-8") as opened:
            yield file[:-5], list(json.load(opened).get("switches", {}))


# ---- the keyboard ----

def cut_sequences():
    told = start()
    for byte in b"\x1b[C":  # slower than a program sends it, faster than a person
        os.write(told.fd, bytes([byte]))
        time.sleep(0.01)
    told.until(at_page(2))
    told.press(b"\x1bO")
    time.sleep(0.01)
    turn(told, b"C", 3)
    turn(told, b"g4\r", 4)
    choose(told, b" " + DOWN, "2.1")
    told.press(b"e")
    for part in (b"\xe2", b"\x88", b"\x92", b"1\r"):
        told.press(part)
        time.sleep(0.01)
    told.until(lambda t: chosen(t) == "−1.0")
    told.press(b"e3").says(" = 3")
    told.press(ESCAPE).says("e change it")  # alone
    assert chosen(told) == "−1.0"
    quit_with(told)


def hostile_keys():
    told = start()
    told.press(b"\x1b[200~q\rq  \x1b[B\x1b[201~")  # pasted text is not a command
    told.press(b"\x1b]0;q\x07\x1bPq\x1b\\\x1b[99999q\x1b[?1;2q\x1b[[A\x1b[" + b"9" * 100 + b"q")
    told.press(b"\xff\xfe\x80\xc3(\xe2\x28\xa1\x00\x01\x02\x0b\xed\xa0\x80\xf4\x90\x80\x80\xc2\x9b")
    turn(told, b" ", 2)
    told.press(b"\x1b[200~ never ended").read(patience=0.3)
    time.sleep(1.2)
    turn(told, b" ", 3)
    turn(told, b"g4\r", 4)
    choose(told, b" " + DOWN, "2.1")
    told.press(b"e\x1b[200~2.5\nq\x1b[201~\x7f\r").says("2.5")
    assert chosen(told) == "2.5", chosen(told)
    quit_with(told)


def floods():
    told = start()
    told.press(b" \x7f" * 3000 + b"\x1b[B\x1b[A" * 500 + b"\x1b").read(patience=1)
    quit_with(told)
    told = start()
    noise = bytes((i * 7919 + 13) % 256 for i in range(30000)).replace(b"q", b"").replace(b"\x04", b"")
    noise = noise.replace(b"\x03", b"").replace(b"\x1a", b"").replace(b"\x1c", b"").replace(b"\x19", b"")
    for at in range(0, len(noise), 1000):
        told.press(noise[at:at + 1000]).read(quiet=0.01, patience=0.1)
    time.sleep(1.2)
    told.press(b"\x1b\x1b").read(patience=1)
    told.press(b"\x1b").says("? help")
    quit_with(told)


# ---- the terminal ----

def larger_and_smaller():
    told = start(rows=40, columns=120)
    assert len(told.screen.lines()[0]) > 80
    told.resize(20, 60)
    told.says("This window has 60 columns and 20 rows. The board needs 80")
    told.press(b" e\r").read(patience=0.5)
    told.resize(30, 90)
    told.says(HINT).until(at_page(1))
    told.resize(24, 80)
    told.says(HINT)
    same_screen(told, FIRST)
    to_scores(told)
    told.press(b"e5\r").says("is changed")
    told.resize(24, 97)
    told.until(lambda t: chosen(t) == "5.0" and t.screen.styled("4") == ["5.0", "5"])
    told.resize(5, 10)
    told.says("This windo").press(b"q")
    assert told.end() == 0
    check_restored(told)
    told = Terminal(PROGRAM, "explain", "--step", rows=2, columns=3)
    told.read().press(b"q")
    assert told.end() == 0


def in_colours_or_none():
    told = to_scores(start())
    turn(told, b" ", 6)
    assert b"\x1b[48;5;" in told.raw, "weights are not shaded"
    told.press(DOWN).until(lambda t: chosen(t) == "0.7605")
    quit_with(told)
    told = to_scores(start(NO_COLOR="1"))
    turn(told, b" ", 6)
    assert b"\x1b[48;5;" not in told.raw and b"\x1b[32m" not in told.raw
    quit_with(told)


def restored_by_signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGSEGV,
                   signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGUSR1):
        told = start()
        os.kill(told.pid, number)
        status = told.end()
        sanitized = b"Sanitizer" in told.raw
        assert status == -number or sanitized, f"{number.name}: status {status}"
        assert b"\x1b[?1049l" in told.raw and b"\x1b[?25h" in told.raw, f"{number.name}: the screen stays"


def restored_modes():
    """With the terminal held open, its settings are as before."""
    for how in (b"q", b"\x03", b"\x1c", signal.SIGTERM, b"g99\r\x1bq"):
        main, side = pty.openpty()
        Terminal.set_size(main, 24, 80)
        before = termios.tcgetattr(side)
        program = subprocess.Popen([PROGRAM, "explain", "--step"], stdin=side, stdout=side, stderr=side,
                                   preexec_fn=lambda: (os.setsid(), fcntl.ioctl(side, termios.TIOCSCTTY, 0)))
        wait_for(main, "Space on")
        assert termios.tcgetattr(side) != before, "the keys do not come one by one"
        if isinstance(how, bytes):
            os.write(main, how)
        else:
            os.kill(program.pid, how)
        program.wait(timeout=30)
        assert termios.tcgetattr(side) == before, f"{how!r}: the terminal is not as it was"
        os.close(main)
        os.close(side)


def wait_for(fd, text, patience=30):
    got = b""
    end = time.monotonic() + patience
    while text.encode() not in got and time.monotonic() < end:
        got += os.read(fd, 65536)
    assert text.encode() in got, got


def stop_and_go_on():
    """Ctrl-Z under a shell: it stops with the terminal put right, and comes back where it was."""
    told = Terminal("/bin/bash", "--norc", "--noprofile", "-i", PS1="prompt> ", INPUTRC="/dev/null", TERM="dumb")
    told.says("prompt>")
    told.press(f"TERM=xterm {PROGRAM} explain --step\r".encode()).says("? help")
    turn(told, b" ", 2)
    for keys in (b"\x1a", b"\x1a"):
        told.press(keys).says("Stopped")
        assert "?1049" not in told.screen.modes and "?25" in told.screen.modes, "stopped with the screen taken"
        told.press(b"echo he''re\r").says("here")
        told.press(b"fg\r").until(at_page(2)).says(HINT)
        assert "?1049" in told.screen.modes
    turn(told, b" ", 3)
    told.press(b"q").says("prompt>")
    assert "?1049" not in told.screen.modes
    told.press(b"exit\r")
    told.end()


def refused_where_nothing_is_drawn():
    """A terminal that calls itself dumb, or nothing, gets no escape."""
    for kind, why in (("dumb", "cannot do (TERM is dumb)"), ("", "TERM=xterm-256color"), (None, "TERM=xterm-256color")):
        told = Terminal(PROGRAM, "explain", "--step", TERM=kind)
        assert told.end() == 2, kind
        assert b"\x1b" not in told.raw and why.encode() in told.raw, told.raw


def stopped_by_force():
    """After SIGSTOP and SIGCONT it takes the terminal again."""
    told = start()
    os.kill(told.pid, signal.SIGSTOP)
    os.waitpid(told.pid, os.WUNTRACED)
    told.screen.clear()
    os.kill(told.pid, signal.SIGCONT)
    told.says(HINT)
    same_screen(told, FIRST)
    quit_with(told)


def terminal_closed():
    told = start()
    os.close(told.fd)
    for _ in range(300):
        done, status = os.waitpid(told.pid, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    assert done, "it goes on without a terminal"
    assert os.waitstatus_to_exitcode(status) in (-signal.SIGHUP, 1), status


def terminal_that_takes_nothing():
    """Nobody reads: it can still be ended."""
    told = start(rows=200, columns=200)
    for _ in range(50):
        try:
            os.set_blocking(told.fd, False)
            os.write(told.fd, b" l\x1b" * 100)
        except BlockingIOError:
            break
        time.sleep(0.02)
    os.kill(told.pid, signal.SIGTERM)
    for _ in range(100):
        done, status = os.waitpid(told.pid, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    if not done:
        os.kill(told.pid, signal.SIGKILL)
        os.waitpid(told.pid, 0)
    os.close(told.fd)
    assert done, "SIGTERM does not end it"


def dangerous_words_stay_text():
    """The screen fails at any sequence that is not the program's own."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "d.json")
        for word in ("\x1b[2J\x1b]0;x\x07", "\u009b31m", "a\rb\b", "\u202e\u2066", "黑" * 60, "e" + "\u0301" * 50,
                     "👩\u200d👩", "w" * 255, "%s%n", "a\tb\nc"):
            words = [f"{word}{k}" for k in range(3)]
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"attnviz": 1, "title": word, "summary": word, "sequences": {"s": words},
                           "indices": {"i": "s"},
                           "given": {"X": {"rows": "s", "values": [[1, 2], [3, 4], [5, 6]]}},
                           "steps": [{"say": word, "compute": "A = softmax(X Xᵀ)", "heatmap": "A"},
                                     {"for": "i", "steps": [{"compute": "y_i = X_i"}]}]}, file)
            told = start(path)
            for keys in (DOWN, b"e1\r", b"a", ESCAPE, b"l", ESCAPE, b" ", b" ", DOWN, ESCAPE):
                told.press(keys).read(quiet=0.05, patience=0.3)
            quit_with(told)


def every_lesson():
    """Every page of every lesson, with its first number and its last."""
    listed = subprocess.run([PROGRAM, "lessons"], capture_output=True, text=True, check=True).stdout
    names = [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "]
    assert len(names) > 5

    def leafed_through(name):
        told = start(name)
        pages = int(told.screen.lines()[0].rsplit(None, 1)[1])
        told.press(b" \x1b[B\x1b[Dal\x1b[B\r" * min(2 * pages, 80)).read(patience=1)
        told.press(b"\x1b\x1b").read(patience=1)
        told.press(b"\x1b[F").until(at_page(pages))
        quit_with(told)

    terminals.each(leafed_through, names)


def false_checks_are_told():
    """When nothing was changed, as by explain without --step."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"attnviz": 1, "title": "F", "steps": [{"compute": "a = 1", "check": "a == 2"}]}, file)
        told = start(path)
        assert told.press(b"q").end() == 3
        assert b"this check is false" in told.raw.split(b"?1049l")[-1], "not told on the usual screen"
        told = start(path)
        choose(told, DOWN, "1").press(b"e2\r").says("is changed")
        assert told.press(b"q").end() == 0


def a_sentence_grows_anew():
    """A changed number may choose another word, so that the lesson has other words, and other pages."""
    word_by_word = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "word-by-word.json")
    told = start(word_by_word, "--sentence", "le chien dort.")
    told.says("row of p: the dog sleeps . <end>.")
    turn(told, b" ", 2)
    choose(told, DOWN + RIGHT, "0.0001")
    told.press(b"e3\r").says("is changed")
    told.press(b"g1\r").says("row of p: dog sleeps . <end>.")
    told.press(b"u").says("row of p: the dog sleeps . <end>.")
    quit_with(told)


TESTS = [
    forward_back_and_quit, jump_and_list, change_a_number, long_arithmetic, changes_stack_up, changes_have_an_end, what_is_no_number,
    what_cannot_be_computed, numbers_are_reached, page_without_numbers, long_pages_scroll, cut_sequences,
    left_out_and_put_back, nothing_to_leave_out, left_out_in_every_lesson, what_one_side_cannot_compute,
    numbers_that_come_and_go,     hostile_keys, floods, larger_and_smaller, in_colours_or_none, restored_by_signals, restored_modes, stop_and_go_on, refused_where_nothing_is_drawn,
    stopped_by_force, terminal_closed, terminal_that_takes_nothing, dangerous_words_stay_text, every_lesson,
    false_checks_are_told, a_sentence_grows_anew,
]

if __name__ == "__main__":
    terminals.run("step", [t for t in TESTS if t.__name__ in sys.argv[1:]] or TESTS)
