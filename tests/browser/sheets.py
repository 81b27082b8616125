"""Worksheets in a browser: filled in by keys, checked, sent as a link, printed."""

import html
import math
import os
import re
import shutil
import subprocess

from harness import attnviz

VERDICT = "return document.querySelector('.answer .verdict').textContent.trim()"
BOXES = "return [...document.querySelector('.answer').querySelectorAll('input')].map(box => box.value)"
READY = "document.querySelector('.desk') && !document.querySelector('.desk').hasAttribute('aria-busy')"
BLANKS = "return document.querySelectorAll('#exercise-3 .blank').length"
BUTTON = "[...document.querySelectorAll('.buttons button')].find(button => button.textContent === '%s').click()"
ALL_BOXES = "return [...document.querySelectorAll('.answer input')].map(box => box.value)"
STATUS = "return document.querySelector('.status').textContent"


def key_of(lesson, exercise, seed=1):
    """The numbers of an exercise in the solved sheet, in the order of its boxes."""
    page = attnviz("worksheet", lesson, "--solved", "--format", "html", "--seed", str(seed)).stdout.decode("utf-8")
    part = page[page.index(f'id="exercise-{exercise}"'):]
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", part[:part.index("</section>")])
    return [html.unescape(cell) for cell in cells if cell]


def fill(browser, numbers):
    """By keys alone: each box, and Enter, which checks behind the last."""
    browser.run("document.querySelector('.answer input').focus()")
    for number in numbers:
        browser.run("document.activeElement.select()")
        browser.press(*number.replace("−", "-"), "Enter")
    browser.wait(READY)
    browser.wait("document.querySelector('.answer .verdict').textContent.trim() !== ''", 20)
    browser.wait(READY)


def numbers_of(lesson, exercise):
    return [float(number.replace("−", "-")) for number in key_of(lesson, exercise)]


def put(browser, name, numbers, press=True):
    """Numbers into the boxes of an answer, and its button pressed."""
    browser.run("""const answer = [...document.querySelectorAll('.answer')].find(other => other.dataset.answer === arguments[0]);
        [...answer.querySelectorAll('input')].forEach((box, k) => {
            box.value = arguments[1][k]; box.dispatchEvent(new Event('input', { bubbles: true })); });
        if (arguments[2]) answer.querySelector('button').click();""", name, [str(number) for number in numbers], press)
    browser.wait(READY)


def state_of(browser, name):
    """Its marks, and what is said of it."""
    return browser.run("""const answer = [...document.querySelectorAll('.answer')].find(other => other.dataset.answer === arguments[0]);
        return [answer.className, answer.querySelector('.verdict').textContent.trim()]""", name)


def followers(lesson, wrong):
    """Of self-attention: a and z that follow from another e."""
    values = numbers_of(lesson, 1)[-12:]
    weights = [math.exp(score) / sum(map(math.exp, wrong)) for score in wrong]
    return ([round(weight, 4) for weight in weights],
            [round(sum(weights[row] * values[4 * row + col] for row in range(3)), 4) for col in range(4)])


def check_followers(report, browser, address):
    """What is right given a wrong answer is so as long as that answer stands."""
    lesson = "self-attention"
    right, wrong = numbers_of(lesson, 2), [2, 1, 0]
    a, z = followers(lesson, wrong)
    browser.open(address)
    browser.wait(READY)
    put(browser, "e", wrong)
    put(browser, "a", a)
    put(browser, "z", z)
    says = browser.run(STATUS)
    report.check("what follows from a wrong answer is counted apart", "0 of 11 answers are right, 2 are right given your own e. 1 try" in says, says)
    report.check("no sentence is completed by an answer that is right given a wrong one", browser.run(BLANKS) == 2, browser.run(BLANKS))
    put(browser, "e", right, press=False)
    report.check("it is right no longer once that answer changes", all(state_of(browser, name) == ["answer", "Not checked since e changed."] for name in "az"),
                 [state_of(browser, name) for name in "az"])
    put(browser, "e", right)
    browser.wait("document.querySelector('.follows')", 20)
    marks = [state_of(browser, name)[0] for name in "eaz"]
    report.check("with that answer it is judged anew", marks == ["answer right", "answer wrong", "answer right follows"], marks)
    says = browser.run(STATUS)
    report.check("which counts no try", says == "1 of 11 answers are right, 1 is right given your own a. 1 try was wrong.", says)
    first = state_of(browser, "a")[1]
    report.check("nor tells its number", "yours is" in first and ", the" not in first, first)
    put(browser, "a", numbers_of(lesson, 3))
    report.check("a sentence is completed once its answer is really right", browser.wait(f"({BLANKS[7:]}) === 0", 20), browser.run(BLANKS))
    browser.run(BUTTON % "Empty all")
    report.check("and has its blanks again when all is emptied", browser.run(BLANKS) == 2, browser.run(BLANKS))


def check_link(report, browser, address):
    """A sheet that was sent: a teacher sees at once what is right."""
    lesson, values = "self-attention", numbers_of("self-attention", 1)
    browser.open(address)
    browser.wait(READY)
    put(browser, "Q", values[:12], press=False)
    put(browser, "K", [0] * 12, press=False)
    put(browser, "V", values[24:35] + [""], press=False)
    put(browser, "a", numbers_of(lesson, 3), press=False)
    browser.run(BUTTON % "Check all")
    browser.wait("document.querySelector('.right')", 20)
    browser.wait(READY)
    marks = {name: state_of(browser, name) for name in "QKVa"}
    report.check("all that is filled in is checked at once", [marks[name][0] for name in "QKVa"] ==
                 ["answer right", "answer wrong", "answer", "answer right"] and marks["V"][1] == "1 box is still empty.", marks)
    says = browser.run(STATUS)
    report.check("where each wrong one counts", says == "2 of 11 answers are right. 1 try was wrong.", says)
    browser.run(BUTTON % "Check all")
    browser.wait(READY)
    report.check("but once", browser.run(STATUS) == says and state_of(browser, "K") == marks["K"], (browser.run(STATUS), state_of(browser, "K")))
    link = browser.run("return location.hash")
    browser.open(address + link)
    browser.wait("document.querySelector('.right')", 20)
    browser.wait(READY)
    there = {name: state_of(browser, name)[0] for name in "QKVa"}
    report.check("a sheet that is opened from its link says what is right", browser.run(STATUS) == says and
                 there == {name: marks[name][0] for name in "QKVa"}, (browser.run(STATUS), there))
    report.check("with its sentences completed", browser.run(BLANKS) == 0, browser.run(BLANKS))


def check_undo(report, browser, address):
    """What was emptied or exchanged comes back, with its verdicts and tries."""
    browser.open(address)
    browser.wait(READY)
    put(browser, "e", [2, 1, 0])
    browser.wait("document.querySelector('.wrong')", 20)
    browser.wait(READY)
    before = [browser.run(what) for what in ("return location.hash", ALL_BOXES, STATUS)]
    for way in ("Empty all", "Other numbers"):
        browser.run(BUTTON % way)
        browser.wait("document.querySelector('.buttons').textContent.includes('Undo')", 20)
        emptied = browser.run(ALL_BOXES)
        browser.run(BUTTON % "Undo")
        browser.wait("document.querySelector('.wrong')", 20)
        browser.wait(READY)
        after = [browser.run(what) for what in ("return location.hash", ALL_BOXES, STATUS)]
        report.check(f"{way}: Undo brings back what was there", not any(emptied) and any(before[1]) and after == before, (before, after))
    browser.run(BUTTON % "Empty all")
    put(browser, "a", [1, 0, 0], press=False)
    buttons = browser.run("return document.querySelector('.buttons').textContent")
    report.check("until something else is written", "Undo" not in buttons and "Empty all" in buttons, buttons)


def check_tries(report, browser, address):
    """Wrong twice: a hint, then the mistake; then right."""
    browser.open(address)
    browser.wait(READY)
    right = key_of("scores", 1)
    source = browser.run("return document.documentElement.outerHTML.replace(/<script[^]*?<\\/script>/g, '')")
    report.check("no answer stands in the page", right and not any(f">{number}<" in source for number in right if "." in number), right)
    browser.run("document.querySelector('.answer button').click()")
    report.check("an empty table is not checked", "empty" in browser.run(VERDICT), browser.run(VERDICT))
    fill(browser, ["7.77", *right[1:]])
    hint = browser.run(VERDICT)
    report.check("the first time, it says where to look", "Look at" in hint and "7.77" in hint and "the right value" not in hint, hint)
    report.check("what is wrong is marked", browser.run("return document.querySelector('.answer').classList.contains('wrong')"))
    browser.run("document.querySelector('.answer button').click()")
    browser.wait(READY)
    mistake = browser.run(VERDICT)
    report.check("the second time, it says what is wrong", re.search(r"the right value is −?\d+(\.\d{1,4})?(?!\.?\d)", mistake) and "lesson's" not in mistake, mistake)
    report.check("the same answer counts once", "1 try was wrong" in browser.run(STATUS), browser.run(STATUS))
    put(browser, "e_dot", ["6.66", *(number.replace("−", "-") for number in right[1:])])
    report.check("another one counts as well", "2 tries were wrong" in browser.run(STATUS), browser.run(STATUS))
    link = browser.run("return location.hash")
    browser.run("document.querySelector('.answer input').value = arguments[0];"
                "document.querySelector('.answer input').dispatchEvent(new Event('input', { bubbles: true }))", right[0].replace("−", "-"))
    browser.run("document.querySelector('.answer button').click()")
    browser.wait(READY)
    report.check("then it is right", "is right" in browser.run(VERDICT), browser.run(VERDICT))
    report.check("right answers are counted", browser.run(STATUS).startswith("1 of "), browser.run(STATUS))
    browser.open("about:blank")
    browser.open(address + link)
    browser.wait(READY)
    report.check("its link fills the boxes", browser.run(BOXES)[0] == "6.66", browser.run(BOXES))
    says = browser.run(STATUS)
    report.check("and tells how often answers were wrong", says.endswith("answers are right. 2 tries were wrong."), says)
    report.check("what is filled in is checked at once, and counts no try", state_of(browser, "e_dot")[0] == "answer wrong", state_of(browser, "e_dot"))
    browser.run("document.querySelector('.answer button').click()")
    browser.wait("document.querySelector('.answer .verdict').textContent.trim() !== ''", 20)
    browser.wait(READY)
    report.check("so the next one tells the mistake at once", "the right value is" in browser.run(VERDICT), browser.run(VERDICT))


def check_words(report, browser, address):
    """Sentences with blanks are completed once all answers of an exercise are right."""
    browser.open(address)
    browser.wait(READY)
    numbers = key_of("le-chat-noir", 2)
    browser.run("""const answer = document.querySelector('#exercise-2 .answer');
        [...answer.querySelectorAll('input')].forEach((box, k) => {
            box.value = arguments[0][k]; box.dispatchEvent(new Event('input', { bubbles: true })); });
        answer.querySelector('button').click();""", numbers)
    done = browser.wait("!document.querySelector('#exercise-2 .blank')", 20)
    report.check("the sentences of a solved exercise are completed", done,
                 browser.run("return document.querySelector('#exercise-2').innerText.slice(0, 300)"))
    browser.run("[...document.querySelectorAll('.buttons button')].pop().click()")
    browser.wait("document.querySelector('.summary').textContent.includes('Worksheet 2')")
    browser.wait(READY)
    report.check("another sheet has other numbers, and empty boxes", "worksheet%202" in browser.run("return location.hash") and
                 not any(browser.run(BOXES)), browser.run("return location.hash"))
    fill(browser, key_of("le-chat-noir", 1, 2))
    report.check("which are checked as its own", "is right" in browser.run(VERDICT), browser.run(VERDICT))


def check_capitals(report, browser, address):
    """Words as a phone writes them; one that is none says so, and keeps no other answer from being checked."""
    browser.open(address)
    browser.wait(READY)
    heads = browser.run("return [...document.querySelectorAll('.loop')].map(head => head.textContent)")
    report.check("headings do not name the words that are asked for", heads == ["t=1", "t=2", "t=3"], heads)
    put(browser, "y_1", ["The"])
    report.check("a word with another capital is right", state_of(browser, "y_1")[0] == "answer right", state_of(browser, "y_1"))
    put(browser, "y_1", ["Teh"])
    marks, says = state_of(browser, "y_1")
    report.check("what is no word is told without a place in a file", marks == "answer" and says.startswith("y1: 'Teh' is not a word of "), says)
    put(browser, "y_2", ["BLACK"])
    report.check("and other words are checked beside it", state_of(browser, "y_2")[0] == "answer right", state_of(browser, "y_2"))


# Of each box that has the focus: whether its frame is cut off by what it lies in, or its number by the box.
CUT = """const cut = [];
    for (const box of document.querySelectorAll('.answer input')) {
        box.value = '-2.1875';
        box.focus({ preventScroll: true, focusVisible: true });
        box.scrollIntoView({ block: 'center', inline: 'center' });
        const value = box.closest('.value'), a = box.getBoundingClientRect(), b = value.getBoundingClientRect();
        const style = getComputedStyle(box), out = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
        if (a.left - out < b.left - 1 || a.top - out < b.top - 1) cut.push('frame of ' + box.ariaLabel);
        if (b.bottom - a.bottom < 8) cut.push('scrollbar over ' + box.ariaLabel);
        if (box.scrollWidth > box.clientWidth && !box.closest('[data-words]')) cut.push('number of ' + box.ariaLabel);
    }
    return cut"""
NOTES = "return [...document.querySelectorAll('.answer .how')].map(note => [note.closest('.answer').dataset.answer, note.textContent])"


def check_phone(report, browser, course):
    for width, height in ((390, 844), (844, 390)):
        browser.size(width, height)
        for lesson in ("masked", "self-attention"):
            browser.open(f"{course}{lesson}-worksheet.html")
            browser.wait(READY)
            cut = browser.run(CUT)
            report.check(f"{width} pixels wide, {lesson} has whole boxes", not cut, cut[:4])
            says = browser.run(NOTES)
            report.check(f"{lesson}: how −∞ is typed is said where there is one", says == ([["S", "For −∞ type -inf."]] if lesson == "masked" else []), says)
    browser.size(1400, 900)


def check_forced(report, browser, address):
    """Where the system has the colours, right and wrong boxes differ by their borders."""
    right = [number.replace("−", "-") for number in key_of("scores", 1)]
    browser.open(address)
    browser.wait(READY)
    borders = []
    browser.chromium("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    for numbers in (right, ["7.77", *right[1:]]):
        put(browser, "e_dot", numbers)
        browser.wait("document.querySelector('.answer.right, .answer.wrong')", 20)
        borders.append(browser.run("const style = getComputedStyle(document.querySelector('.answer input')); return style.borderTopStyle"))
    browser.chromium("Emulation.setEmulatedMedia", features=[])
    plain = browser.run("const style = getComputedStyle(document.querySelector('.answer input')); return style.borderTopStyle")
    report.check("without colours, borders tell right boxes from wrong ones", len({*borders, plain}) == 3, (borders, plain))


def check_paper(report, browser, folder):
    """Of the sheet that is open: what the reader wrote is not printed, what the sheet gives is."""
    if not shutil.which("pdftotext"):
        report.skip("printing a worksheet", "pdftotext is not installed")
        return
    boxes = browser.run("""const open = document.querySelector('.answer input:not([readonly])'), given = open.cloneNode();
        open.value = '123.45'; given.readOnly = true; given.value = '678.9'; open.after(given);
        return document.querySelectorAll('.answer input').length""")
    path = os.path.join(folder, "sheet.pdf")
    with open(path, "wb") as file:
        file.write(browser.pdf())
    text = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True).stdout.decode("utf-8")
    report.check("its boxes are printed empty", boxes > 1 and "123.45" not in text and "678.9" in text, ("123.45" in text, "678.9" in text))
    report.check("a sheet is printed without its desk", "Other numbers" not in text and "Name" in text, text[:300])


def check_sheets(report, pages):
    browser, course = pages.browser, f"file://{pages.folder}/course/"
    check_tries(report, browser, course + "scores-worksheet.html")
    check_followers(report, browser, course + "self-attention-worksheet.html")
    check_link(report, browser, course + "self-attention-worksheet.html")
    check_undo(report, browser, course + "self-attention-worksheet.html")
    check_words(report, browser, course + "le-chat-noir-worksheet.html")
    check_phone(report, browser, course)
    check_forced(report, browser, course + "scores-worksheet.html")
    check_capitals(report, browser, course + "le-chat-noir-worksheet.html")
    check_paper(report, browser, pages.folder)
    browser.open(course + "scores-worksheet.html#e=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&worksheet%20x&%E0")
    faults = ["a box opens"] if browser.asks() else browser.console()
    report.check("a hostile link does nothing", not faults and not browser.run("return document.querySelectorAll('main img').length"), faults)
