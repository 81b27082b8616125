"""Pages of lessons in a browser: what a reader does with them, by hand and by keys, and what they must not do."""

import html
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(TESTS, "support")]
import axe  # noqa: E402
from contrast import contrast_faults  # noqa: E402
from harness import ROOT, Report, attnviz, carried, lesson_of  # noqa: E402
from sheets import check_sheets  # noqa: E402
from webdriver import Browser, missing  # noqa: E402
from words import DANGEROUS, lessons  # noqa: E402

NUMBERS = """return [...document.querySelectorAll('main [data-n], main [data-f]')]
    .map(cell => [cell.dataset.n || cell.dataset.f, cell.textContent])"""
STATUS = "return document.querySelector('.status').textContent"
SUM = "return document.querySelector('.sums').textContent.replace(/\\s+/g, ' ')"
CELLS = "return [...document.querySelectorAll('main td')].map(cell => cell.textContent)"
READY = "document.querySelector('.desk')?.hasAttribute('aria-busy') === false"

# What a reader without eyes or hands would stumble over.
OVERLAPS = """
    const found = []
    for (const step of document.querySelectorAll('.step')) {
        const boxes = [...step.children].filter(part => part.checkVisibility()).map(part => [part, part.getBoundingClientRect()])
        for (const [i, [part, a]] of boxes.entries()) for (const [other, b] of boxes.slice(i + 1))
            if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
                found.push(`${part.textContent.slice(0, 20)} lies over ${other.textContent.slice(0, 20)}`)
    }
    return found"""
HURDLES = """
const faults = [], all = selector => [...document.querySelectorAll(selector)];
const isShown = element => element.checkVisibility();
const named = element => element.getAttribute('aria-label') || element.textContent.trim() || element.title ||
    (element.labels && [...element.labels].some(label => label.innerText.trim()));
for (const element of all('button, input, select, textarea, a[href], summary, svg, progress, [tabindex], [role]'))
    if (!named(element) && !element.closest('[aria-hidden=true]') && element.getAttribute('role') !== 'status' && !element.matches('section, header'))
        faults.push('no name: ' + element.outerHTML.slice(0, 90));
const ids = all('[id]').map(element => element.id);
for (const id of new Set(ids)) if (ids.filter(other => other === id).length > 1) faults.push('twice the id ' + id);
for (const element of all('[aria-labelledby], [aria-controls]'))
    for (const name of ['aria-labelledby', 'aria-controls'])
        if (element.hasAttribute(name) && !document.getElementById(element.getAttribute(name))) faults.push('no ' + element.getAttribute(name));
let level = 0;
for (const heading of all('h1, h2, h3, h4, h5, h6').filter(isShown)) {
    const now = Number(heading.tagName[1]);
    if (now > level + 1) faults.push(`${heading.tagName} behind h${level}`);
    level = now;
}
if (document.documentElement.lang !== 'en') faults.push('no language');
for (const table of all('[role=grid]')) if (!table.querySelector('[tabindex="0"]')) faults.push('no way into a table');
return faults;
"""

OWN = {"attnviz": 1, "title": "Two words", "sequences": {"words": ["cat", "mat"]}, "indices": {"i": "words"},
       "given": {"x_i": [[1, 2], [3, 4]]},
       "steps": [{"say": "Scores.", "compute": "S = x xᵀ"}, {"say": "Weights.", "compute": "A = softmax(S / 5)", "heatmap": "A"},
                 {"say": "What is seen.", "compute": "Z = A x"}]}


class Pages:
    """A browser with a course in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.browser = Browser(os.path.join(folder, "profile"))
        self.axe, self.no_axe = axe.load(os.path.join(ROOT, "build", "tests"))

    def open(self, name, wishes=""):
        self.browser.open(f"file://{self.folder}/course/{name}.html{wishes}")
        return self.browser.wait(READY)

    def ready(self):
        return self.browser.wait(READY)

    def choose(self, name):
        self.browser.run("""const cell = document.querySelector(`main [data-n="${arguments[0]}"]`);
            cell.scrollIntoView({ block: 'center' }); cell.click();""", name)
        return self.ready()

    def put(self, number):
        self.browser.run("""const form = document.querySelector('.changer');
            form.querySelector('input').value = arguments[0]; form.requestSubmit();""", number)
        return self.ready()

    def numbers(self):
        return self.browser.run(NUMBERS)

    def tops(self, name):
        """Where a number stands on the screen, and where the desk begins."""
        return self.browser.run("""return [`main [data-n="${arguments[0]}"]`, '.desk']
            .map(selector => document.querySelector(selector).getBoundingClientRect().top)""", name)


def main_of(lesson, *wishes):
    """Of the page that the program itself writes."""
    page = attnviz("explain", lesson, *wishes, "--format", "html").stdout.decode("utf-8")
    return page[page.index("<main>"):page.index("</main>")]


def plain(text):
    return html.unescape(re.sub("<[^>]*>", "", text))


def told(lesson, *wishes):
    """The numbers of that page."""
    cells = re.findall(r'<(?:td|span)[^>]* data-[nf]="([^"]*)">(.*?)</(?:td|span)>', main_of(lesson, *wishes))
    return [[html.unescape(name), plain(text)] for name, text in cells]


def check_same(report, label, pages, lesson, *wishes):
    here, there = pages.numbers(), told(lesson, *wishes)
    different = [(one, other) for one, other in zip(here, there) if one != other]
    report.check(label, there and here == there,
                 f"{len(here)} numbers, {len(there)} by the program: {different[:3]}, {pages.browser.run(STATUS)!r}")


def check_lesson(report, pages, name):
    """It opens, tells where its last number comes from, and has no hurdles, on a wide screen and a narrow one."""
    browser, faults = pages.browser, []
    browser.size(1400, 900)
    if not pages.open(name):
        faults.append("it never gets ready")
    faults += browser.run(HURDLES) + browser.run(OVERLAPS)
    last = browser.run("const cells = [...document.querySelectorAll('main [data-n]')]; return cells.length ? cells.pop().dataset.n : ''")
    if last and not (pages.choose(last) and browser.run("return Boolean(document.querySelector('.sums math'))")):
        faults.append(f"no arithmetic of {last}: {browser.run(STATUS)}")
    faults += browser.run(HURDLES)
    browser.run("[...document.querySelectorAll('.buttons button')].find(button => button.textContent === 'What if…')?.click()")
    faults += axe.violations(browser, pages.axe) if pages.axe else []
    browser.run("[...document.querySelectorAll('.buttons button')].find(button => button.textContent === 'What if…')?.click()")
    browser.size(390, 844)
    faults += browser.run(HURDLES) + browser.run(OVERLAPS)
    if browser.run("return document.documentElement.scrollWidth") > 390:
        faults.append("it is wider than a phone")
    faults += browser.console()
    report.check(f"{name} opens", not faults, faults[:3])
    browser.size(1400, 900)


def check_change(report, pages):
    browser, name = pages.browser, "h_{2,1}"
    pages.open("le-chat-noir")
    pages.choose(name)
    report.check("a number that is chosen shows its arithmetic", "0.5·1 − 0.5" in browser.run(SUM), browser.run(SUM))
    height = browser.run("return document.querySelector('.desk').offsetHeight")
    report.check("the desk leaves room for the lesson", height < 0.35 * 900, f"it is {height} pixels high")
    browser.size(844, 390)
    wide = browser.run("return document.querySelector('.sums').offsetWidth")
    report.check("on a phone held sideways the arithmetic has the width", wide > 600, wide)
    browser.size(1400, 900)
    top, _ = pages.tops(name)
    pages.put("2")
    check_same(report, "a number is changed as the program changes it", pages, "le-chat-noir", "--set", f"{name} = 2")
    now, desk = pages.tops(name)
    report.check("it stays in its place on the screen", abs(now - top) < 2 and now < desk, f"{top}, then {now}; the desk: {desk}")
    report.check("what is said has no braces", "{" not in browser.run(STATUS) and "now 2" in browser.run(STATUS), browser.run(STATUS))
    wishes, numbers = browser.run("return location.hash"), pages.numbers()
    pages.choose(name)
    pages.put("2")
    says = browser.run(STATUS)
    report.check("nor is what it is already a change", "already" in says and browser.run("return location.hash") == wishes, says)
    pages.open("le-chat-noir", wishes)
    report.check("a link says so", browser.run(STATUS).startswith("Opened with the changes of the link."), browser.run(STATUS))
    report.check("its link gives the same page", wishes and pages.numbers() == numbers, wishes)
    pages.choose(name)
    pages.put("two")
    report.check("what cannot be is said, and changes nothing",
                 "expected a number" in browser.run(STATUS) and pages.numbers() == numbers, browser.run(STATUS))
    report.check("without a place in a file", ":1:" not in browser.run(STATUS), browser.run(STATUS))
    asked = browser.run("return document.querySelector('main').textContent.includes('The arithmetic you asked for')")
    report.check("no title of its arithmetic stays in the lesson", not asked)
    wishes = browser.run("return [...document.querySelectorAll('.chips li')].map(chip => chip.textContent)")
    report.check("and is wished no longer", wishes == ["h2,1 = 2×"], wishes)
    browser.click(".chips button")
    pages.ready()
    check_same(report, "it is taken back", pages, "le-chat-noir")
    report.check("then the link is plain again", browser.run("return location.hash") == "", browser.run("return location.hash"))


def value(text):
    try:
        return float(text.replace("−", "-"))
    except ValueError:
        return text


def differing(lesson, *wishes, words=()):
    """Names of numbers that are others than those of the lesson with these words, however many decimals are shown."""
    written = {name: value(text) for name, text in told(lesson, *words)}
    return {name for name, text in told(lesson, *words, *wishes) if name in written and value(text) != written[name]}


def check_marks(report, pages):
    """What has changed is counted and marked, and that alone."""
    browser = pages.browser
    marked = "return [...document.querySelectorAll('main .changed')].map(cell => cell.dataset.n || cell.dataset.f)"
    pages.open("self-attention")
    pages.choose("X_{2,2}")
    pages.put("9")
    there = differing("self-attention", "--set", "X_{2,2} = 9")
    report.check("a number with fewer decimals is no other", set(browser.run(marked)) == there and "V_{1,1}" not in there,
                 set(browser.run(marked)) ^ there)
    report.check("as many as are marked have changed", f" {len(there)} numbers " in browser.run(STATUS), browser.run(STATUS))
    browser.run("location.hash = '#set K_{1,1} = -1'")
    browser.wait("document.querySelector('.chips').textContent.startsWith('K')")
    pages.ready()
    pages.choose("V_{1,1}")
    pages.put("3")
    there = differing("self-attention", "--set", "K_{1,1} = -1", "--set", "V_{1,1} = 3")
    report.check("marks tell what differs from the lesson, whatever was on the page before",
                 set(browser.run(marked)) == there and "K_{1,1}" in there, set(browser.run(marked)) ^ there)
    sentence = ("--sentence", "She saw a cat.")
    pages.open("reader", "#sentence " + sentence[1])
    report.check("nothing is counted where other words are read", "differ" not in browser.run(STATUS) and not browser.run(marked),
                 browser.run(STATUS))
    name = next(name for name, _ in pages.numbers() if name.startswith("α"))
    pages.choose(name)
    pages.put("2")
    there = differing("reader", "--set", f"{name} = 2", words=sentence)
    report.check("and there a change is marked against these words", there and set(browser.run(marked)) == there,
                 set(browser.run(marked)) ^ there)


def check_keys(report, pages):
    browser = pages.browser
    focus = "return document.activeElement.dataset.n || document.activeElement.tagName"
    shown = "return [...document.querySelectorAll('main > .step')].filter(step => step.checkVisibility()).map(step => step.id)"
    pages.open("le-chat-noir")
    for _ in range(10):
        browser.press("Tab")
        if browser.run(focus) == "E_{F,1,1}":
            break
    report.check("Tab leads to the first number", browser.run(focus) == "E_{F,1,1}", browser.run(focus))
    browser.press("ArrowDown", "ArrowRight")
    report.check("arrows lead to the next ones", browser.run(focus) == "E_{F,2,2}", browser.run(focus))
    lit = browser.run("return [...document.querySelectorAll('th.lit')].map(head => head.textContent)")
    report.check("the heads of its row and column light up", lit == ["thing", "chat"], lit)
    browser.press("Enter")
    pages.ready()
    report.check("Enter chooses it", "EF,2,2" in re.sub(r"\s", "", browser.run(SUM)), browser.run(SUM))
    browser.press("2", ",", "0", "Enter")
    pages.ready()
    slider = browser.run("return document.querySelector('.changer [type=range]').value")
    report.check("the slider follows", slider == "2", slider)
    check_same(report, "a number that is typed takes its place", pages, "le-chat-noir", "--set", "E_{F,2,2} = 2")
    browser.press("Escape")
    report.check("Escape leads back to it", browser.run(focus) == "E_{F,2,2}" and
                 browser.run("return document.querySelector('.chosen').hidden"), browser.run(focus))
    browser.run("window.scrollTo(0, 0)")
    seen, below = [], [0]
    for _ in range(40):
        browser.press("PageDown")
        below.append(browser.run("return window.scrollY"))
        step = browser.run("return document.activeElement.id")
        seen += [step] if step and step not in seen else []
    report.check("Page Down leads to every step", seen == [*(f"step-{k}" for k in range(1, 8)), "flow"], seen)
    leap = max(now - before for before, now in zip(below, below[1:]))
    report.check("and leaves nothing out", leap < 900, f"it goes down by {leap} pixels at once")
    browser.press("PageUp")
    report.check("Page Up leads back", browser.run("return window.scrollY") < below[-1], below[-1])
    browser.run("window.scrollTo(0, 0)")
    browser.press("p")
    count = "return document.querySelector('.count').textContent"
    report.check("p begins with the title", browser.run(shown) == [] and browser.run(count) == "title", browser.run(shown))
    browser.press("ArrowRight")
    browser.press("ArrowRight")
    report.check("in a hall a step fills the screen", browser.run(shown) == ["step-2"], browser.run(shown))
    report.check("steps are counted as they are numbered", browser.run(count) == "2 / 7", browser.run(count))
    browser.press("PageUp")
    report.check("and the one before comes back", browser.run(shown) == ["step-1"], browser.run(shown))
    browser.press("?")
    report.check("? lists the keys", browser.run("return document.querySelector('.keys').open"))
    browser.press("Escape")
    report.check("Escape closes the list alone", browser.run("return !document.querySelector('.keys').open") and
                 browser.run(shown) == ["step-1"], browser.run(shown))
    browser.press("Escape")
    report.check("Escape leaves the hall", len(browser.run(shown)) == 7, browser.run(shown))


def check_map(report, pages):
    """The cell black, noir of the weights."""
    browser = pages.browser
    pages.open("le-chat-noir")
    x, y = browser.run("""const map = document.querySelector('svg[data-cells]'), [left, top, side, high] = map.dataset.cells.split(' ').map(Number);
        map.scrollIntoView({ block: 'center' });
        const box = map.getBoundingClientRect(), scale = box.width / map.viewBox.baseVal.width;
        return [box.left + (left + 2.5 * side) * scale, box.top + (top + 1.5 * high) * scale]""")
    browser.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")  # it has scrolled
    browser.point(x, y - browser.run("return Number(document.querySelector('svg[data-cells]').dataset.cells.split(' ')[3])"))
    browser.wait("!document.querySelector('.readout').hidden", 5)
    first = browser.run("""const word = [...document.querySelectorAll('text.lit')].pop().getBoundingClientRect();
        return document.querySelector('.readout').getBoundingClientRect().top > word.bottom""")
    report.check("the words of columns stay in sight above the first row", first)
    browser.point(x, y)
    browser.wait("!document.querySelector('.readout').hidden", 5)
    lit = browser.run("return [...document.querySelectorAll('text.lit')].map(word => word.textContent)")
    report.check("the words of a map's cell light up", lit == ["black", "noir"], lit)
    says = browser.run("return document.querySelector('.readout').textContent")
    report.check("its number is told", says == "black, noir: 0.565", says)
    browser.point(x, y, click=True)
    pages.ready()
    report.check("a click chooses it", "11.0232" in browser.run(SUM), browser.run(SUM))
    box = browser.run("const box = document.querySelector('svg[data-cells]').getBoundingClientRect(); return [box.top, box.bottom]")
    report.check("the map stays where it is", box[0] < y < box[1], f"{y} is not in {box}")


def check_long(report, pages):
    """A map of so many words that none stands at its edges."""
    browser, path = pages.browser, os.path.join(pages.folder, "long.json")
    words = [f"w{k}" for k in range(60)]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(OWN | {"sequences": {"words": words}, "given": {"x_i": [[k % 7, k % 5] for k in range(60)]}}, file)
    attnviz("explain", path, "-o", os.path.join(pages.folder, "course", "long.html"))
    pages.open("long")
    hints = browser.run("return [...document.querySelectorAll('figure')].map(figure => figure.textContent.includes('Hovering over a cell'))")
    report.check("a map without words says how a cell is named", hints == [True], hints)
    pages.open("le-chat-noir")
    report.check("others do not", not browser.run("return document.querySelector('main').textContent.includes('Hovering')"))


def check_links(report, pages):
    """The map of the weights as links, by hand and by keys."""
    browser = pages.browser
    lines = "return [...document.querySelectorAll('.links .link:not(.dim)')].map(line => [line.dataset.row, line.dataset.col, line.getAttribute('stroke-width')])"
    pages.open("le-chat-noir")
    browser.run("document.querySelector('.view').scrollIntoView({ block: 'center' }); document.querySelector('.view').focus()")
    browser.press("Enter")
    drawn = browser.run(lines)
    roles = "return document.querySelector('.roles').textContent"
    sides = browser.run(roles)
    report.check("its words name the sides of the links", sides.startswith("left – ") and "; right – " in sides, sides)
    report.check("a map is drawn as links", len(drawn) == 9 and not browser.run("return document.querySelector('svg[data-cells]').checkVisibility()"), drawn)
    report.check("their width is the weight", max(drawn, key=lambda line: float(line[2]))[:2] == ["2", "1"], drawn)
    browser.press("Tab", "ArrowDown", "ArrowDown")
    report.check("arrows choose a word", browser.run(STATUS) == "black: noir 0.565, chat 0.379, le 0.057.", browser.run(STATUS))
    report.check("its links light up", {line[0] for line in browser.run(lines)} == {"1"}, browser.run(lines))
    x, y = browser.run("const box = document.querySelectorAll('.links .word')[4].getBoundingClientRect(); return [box.left + 5, box.top + 5]")
    browser.point(x, y)
    lit = browser.run("return [...document.querySelectorAll('.links .lit')].map(word => word.textContent)")
    report.check("so do those of a word under the pointer", lit == ["chat"], lit)
    faults = browser.run(HURDLES)
    report.check("links have no hurdles", not faults, faults)
    pages.choose("h_{2,1}")
    pages.put("2")
    widths = browser.run(lines)
    report.check("links are drawn of the numbers that stand there", len(widths) == 9 and widths != drawn, widths)
    browser.run("document.querySelector('.view').click()")
    report.check("and the map comes back", browser.run("return document.querySelector('svg[data-cells]').checkVisibility() && !document.querySelector('.links')"))


BOXES = "return [...document.querySelectorAll('.diagram .box:not(.later) .name')].map(name => name.textContent)"
MARKS = "return document.querySelectorAll('.diagram .mark').length"


def follow(browser, word):
    """Follow a word through the diagram; return how many marks it has there."""
    browser.run(f"""const choice = document.querySelector('.steering select'); choice.value = '{word}';
        choice.dispatchEvent(new Event('change'));""")
    return browser.run(MARKS)


def check_flow(report, pages):
    """The diagram of the formulas: a word followed, and box by box."""
    browser = pages.browser
    pages.open("self-attention")
    cells = "return [...document.querySelectorAll('.thumbnail path')].map(path => path.getAttribute('d') + path.getAttribute('fill-opacity')).join()"
    report.check("the diagram has a box for each value", browser.run(BOXES) == list("XQKVSAZ"), browser.run(BOXES))
    marks = follow(browser, "dog")
    report.check("a word is marked in every box", marks == 9, marks)
    browser.run("document.querySelector('.chart').focus()")
    browser.press("ArrowRight", "ArrowRight")
    report.check("a key shows it box by box", browser.run(BOXES) == ["X", "Q"], browser.run(BOXES))
    report.check("and says what a box is", re.sub(r"\s", " ", browser.run(STATUS)) == "Q: queries, from × WQ + bQ.", ascii(browser.run(STATUS)))
    faults = browser.run(HURDLES)
    report.check("the diagram has no hurdles", not faults, faults)
    before = browser.run(cells)
    pages.choose("X_{1,1}")
    pages.put("-2")
    report.check("its maps follow a number that changes", browser.run(cells) != before)
    report.check("what is shown and followed stays", browser.run(BOXES) == ["X", "Q"] and
                 browser.run(MARKS) == 9, browser.run(BOXES))
    browser.run("document.querySelector('.chart').focus()")
    browser.press("Escape")
    report.check("Escape shows all of it", len(browser.run(BOXES)) == 7, browser.run(BOXES))


def check_taught_film(report, pages):
    """The film of a training on examples, of which the page has no more looks than stand in it."""
    browser, path = pages.browser, os.path.join(ROOT, "examples", "learns.json")
    page = os.path.join(pages.folder, "course", "learns.html")
    attnviz("explain", path, "--every", "30", "-o", page)
    pages.open("learns")
    os.remove(page)  # no lesson of the course: a page cannot train it
    browser.run("document.querySelector('.filmed').click()")
    report.check("a film of a training on examples", browser.wait("document.querySelector('.film input')"))
    browser.run("const slider = document.querySelector('.film input'); slider.value = 10; slider.dispatchEvent(new Event('input'))")
    said = browser.run("return document.querySelector('.film output').textContent")
    report.check("it has the looks of the page", said.startswith("After 300 steps"), said)
    cells = browser.run("return [...document.querySelectorAll('.film .frame td')].map(cell => cell.textContent).join(' ')")
    report.check("each whole", "0.9504" in cells, cells)
    left = browser.run("return [...document.querySelectorAll('.remark[data-step]')].length")
    report.check("and they stand there no longer", left == 0, left)
    faults = browser.run(HURDLES)
    report.check("this film has no hurdles", not faults, faults)


def check_large_flow(report, pages):
    """The diagram of a lesson with many formulas: it is scrolled, and its letters can be read."""
    browser = pages.browser
    for width in (1400, 390):
        browser.size(width, 844)
        pages.open("captioner")
        least = browser.run("""const svg = document.querySelector('.diagram'), scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
            return scale * Math.min(...[...svg.querySelectorAll('text')].map(text => parseFloat(getComputedStyle(text).fontSize)))""")
        wide = browser.run("return document.documentElement.scrollWidth")
        over = browser.run("""return [...document.querySelectorAll('.diagram .box')].flatMap(box => {
            const texts = [...box.querySelectorAll('text')].map(text => text.getBoundingClientRect());
            return texts.flatMap((a, k) => texts.slice(k + 1).filter(b => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
                Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)).map(() => box.querySelector('.name').textContent); })""")
        report.check(f"and none lies over another at {width}", not over, over)
        report.check(f"letters of a large diagram can be read at {width}", least >= 11 and wide <= width, (least, wide))
    browser.size(1400, 900)


def check_own_flow(report, pages):
    """The diagram of a lesson that the program does not carry: Graphviz places its boxes."""
    if not shutil.which("dot"):
        report.skip("the diagram of a lesson of one's own", "Graphviz is not installed")
        return
    browser, path = pages.browser, os.path.join(pages.folder, "own.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(OWN, file)
    attnviz("explain", path, "-o", os.path.join(pages.folder, "course", "own.html"))
    pages.open("own")
    cells = "return [...document.querySelectorAll('.thumbnail path')].map(path => path.getAttribute('fill-opacity')).join()"
    ways = "return [...document.querySelectorAll('.diagram .way')].map(way => way.getAttribute('d')).join()"
    report.check("a lesson of one's own has a diagram", browser.run(BOXES) == list("xSAZ"), browser.run(BOXES))
    marks = follow(browser, "cat")
    report.check("a word is marked in its boxes", marks == 6, marks)
    before, placed = browser.run(cells), browser.run(ways)
    pages.choose("x_{1,1}")
    pages.put("2")
    report.check("its maps follow a number that changes", browser.run(cells) != before)
    report.check("its boxes stay where they are", placed and browser.run(ways) == placed)
    faults = browser.run(HURDLES)
    report.check("it has no hurdles", not faults, faults)


def check_inputs(report, pages):
    browser = pages.browser
    pages.open("reader")
    browser.click(".buttons button")
    browser.type_into(".wished form input", "She saw a cat.")
    browser.press("Enter")
    pages.ready()
    check_same(report, "a sentence of the reader's own", pages, "reader", "--sentence", "She saw a cat.")
    seen = "return [...document.querySelectorAll('.wished form label:has(input)')].map(label => [label.textContent.trim(), label.lastChild.placeholder])"
    report.check("no field is there for what goes with each word of it", browser.run(seen) ==
                 [["Your own sentence", "She gave him a book."]], browser.run(seen))
    pages.open("meaning")
    browser.size(1400, 400)
    browser.click(".buttons button")
    browser.click(".wished summary")
    report.check("fields say what is read without them", browser.run(seen) ==
                 [["Your own sentence", "We got money at the bank."], ["Your own other", "We got fish at the bank."],
                  ["Your own third", "The bank gave us money."], ["Your own word", "bank"]], browser.run(seen))
    browser.type_into(".wished details form input", "dog cat")
    browser.press("Enter")
    pages.ready()
    inside = browser.run("""const status = document.querySelector('.status').getBoundingClientRect();
        return document.querySelector('.fault') !== null && status.top < window.innerHeight - 5 && status.bottom > document.querySelector('.desk').getBoundingClientRect().top""")
    report.check("a fault is in sight", inside, browser.run(STATUS))
    browser.size(1400, 900)
    pages.open("masked")
    browser.click(".buttons button")
    browser.click(".without input")
    pages.ready()
    cells = [plain(text) for text in re.findall(r"<td[^>]*>(.*?)</td>", main_of("masked", "--without", "mask"))]
    report.check("a part is left out", browser.run(CELLS) == cells, browser.run(STATUS))
    says = browser.run("return document.querySelector('.flow').innerText")
    report.check("and it is said why there is no diagram", "Graphviz" in says and not browser.run("return document.querySelector('.diagram')"), says)
    words = [text for text in browser.run("return [...document.querySelectorAll('.remark')].map(line => line.textContent)") if "as written" in text]
    report.check("and which words are about the lesson as written", words == ["The words of this step describe the lesson as written."], words)
    check_same(report, "its numbers can be chosen all the same", pages, "masked", "--without", "mask")
    browser.click(".without input")
    pages.ready()
    pages.choose("S_{1,2}")
    offered = browser.run("return document.querySelector('.changer input').value")
    report.check("no −∞ is offered that would be refused", offered == "", offered)
    browser.click(".without input")
    pages.ready()
    pages.choose("A_{1,2}")
    report.check("and tell where they come from", "exp" in browser.run(SUM), browser.run(SUM))
    pages.choose("X_{1,1}")
    pages.put("2")
    check_same(report, "and be changed", pages, "masked", "--without", "mask", "--set", "X_{1,1} = 2")
    browser.click(".chips li:last-child button")
    pages.ready()
    browser.click(".without input")
    pages.ready()
    check_same(report, "and is there again", pages, "masked")


def check_film(report, pages):
    """What a lesson watches while it trains, by the keys of a slider, and playing."""
    browser = pages.browser
    says = "return document.querySelector('.film output')?.textContent"
    shown = "return [...document.querySelectorAll('.film .frame td')].map(cell => cell.textContent).join(' ')"
    page = main_of("learning", "--every", "9")
    looks = re.findall(r'<p class="remark" data-step="(\d+)"[^>]*>(.*?):</p>(.*?)(?=<p|<div class="figures">)', page, re.S)
    looks = [(step, text + ".", plain(" ".join(re.findall("<td[^>]*>(.*?)</td>", cells, re.S)))) for step, text, cells in looks]
    browser.chromium("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    pages.open("learning")
    browser.run("document.querySelector('.filmed').focus()")
    browser.press("Enter")
    browser.wait("document.querySelector('.film')")
    faults = browser.run(HURDLES)
    report.check("a film has no hurdles", not faults and browser.run("return !document.querySelector('.filmed')"), faults)
    browser.run("return new Promise(done => setTimeout(done, 600))")
    report.check("it waits for a reader who wants little motion", browser.run(says) == looks[0][1], browser.run(says))
    browser.press("Tab", "ArrowRight", "ArrowRight", "ArrowRight")
    report.check("arrows go through it", browser.run(says) == looks[3][1], (browser.run(says), looks[3][1]))
    report.check("and it shows the program's numbers", browser.run(shown) == looks[3][2] and looks[3][2] != looks[2][2], browser.run(shown))
    browser.chromium("Emulation.setEmulatedMedia", features=[])
    pages.open("masked")
    pages.open("learning")
    report.check("no film where nothing is trained", main_of("masked").count("data-step") == 0)
    browser.run("document.querySelector('.filmed').click()")
    report.check("else it plays to its end", browser.wait(f"document.querySelector('.film output')?.textContent === {looks[-1][1]!r}") and
                 browser.run("return document.querySelector('.film button').textContent") == "Play" and looks[-1][0] == "200", browser.run(says))
    pages.choose("X_{1,1}")
    pages.put("1.5")
    report.check("another number ends it", browser.run("return Boolean(document.querySelector('.filmed') && !document.querySelector('.film'))"))
    check_same(report, "and all of the lesson follows", pages, "learning", "--set", "X_{1,1} = 1.5")


# what a reader types or pastes, the rank of what it replaces, and the list that the program takes
TYPED = (("1 0\n0 1", 2, "[[1, 0], [0, 1]]"), ("1\t0,5\r\n-2\t.25\n", 2, "[[1, 0.5], [-2, 0.25]]"), ("1,5 2,5\n0,5 -1,5", 2, "[[1.5, 2.5], [0.5, -1.5]]"),
         ("1\t0,5", 1, "[1, 0.5]"), ("1,5  2,5", 1, "[1.5, 2.5]"), ("1,2\n3,4", 2, "[[1, 2], [3, 4]]"), ("1,5 2 0", 1, None), ("1,2,3 4,5,6", 1, "[1, 2, 3, 4, 5, 6]"), ("1, 2, −3", 1, "[1, 2, -3]"),
         ("0,5; 1e3", 2, "[[0.5, 1000]]"), ("1 2", 0, "[1, 2]"), ("[[1,\n 2]]", 2, "[[1, 2]]"), ("1 x", 2, None), ("1,,2", 1, None), (" ", 1, None))


def check_own(report, pages):
    """Matrices that the reader types or pastes in place of those that the lesson is given."""
    browser = pages.browser
    form = ".wished .own form"
    put = f"""const [choice, field] = document.querySelectorAll('{form} select, {form} textarea');
        choice.value = arguments[0]; choice.dispatchEvent(new Event('change')); const before = field.value;
        field.value = arguments[1]; document.querySelector('{form}').requestSubmit(); return before"""
    pages.open("self-attention")
    wrong = [(text, read) for text, rank, read in TYPED if browser.run("return readList(...arguments).list ?? null", text, rank) != read]
    report.check("rows as they are typed or pasted", not wrong, wrong)
    browser.click(".buttons button")
    browser.click(".own summary")
    faults = browser.run(HURDLES)
    report.check("the field for them has no hurdles", not faults, faults)
    before = browser.run(put, "X", "1 0 0 0\n0 1 0 1")
    pages.ready()
    report.check("the lesson's own rows stood there", before == "1    0    0  0.5\n0  1.5    0    1\n0  0.5  1.5    0", before)
    check_same(report, "a matrix of another size", pages, "self-attention", "--set", "X = [[1, 0, 0, 0], [0, 1, 0, 1]]")
    chips = browser.run("return document.querySelector('.chips span').textContent")
    report.check("its size is shown", chips == "X: 2 × 4 numbers of your own", chips)
    there = browser.run("return location.hash")
    browser.run(put, "X", "1 0 0\n0 1 0")
    pages.ready()
    says = browser.run(STATUS)
    report.check("the program says that a shape does not fit", "the product does not fit: 2×3 and 4×4" in says, says)
    check_same(report, "and nothing has changed", pages, "self-attention", "--set", "X = [[1, 0, 0, 0], [0, 1, 0, 1]]")
    browser.run(put, "X", "1e400 0 0 0")
    pages.ready()
    says = browser.run(STATUS)
    report.check("a number that is too large is named, and no file", says.startswith("1e400 is too large"), says)
    browser.run(put, "X", "1 0 zero 0")
    says = browser.run(STATUS)
    report.check("what is no number is named", "“zero” is not a number" in says, says)
    pages.open("masked")
    pages.open("self-attention", there)
    check_same(report, "a link carries it", pages, "self-attention", "--set", "X = [[1, 0, 0, 0], [0, 1, 0, 1]]")
    browser.click(".chips button")
    pages.ready()
    check_same(report, "and it can be taken back", pages, "self-attention")


def write_picture(path):
    """64 × 64 pixels, of which no two rows are alike, as PNG."""
    rows = b"".join(b"\0" + bytes((3 * x + y + 80 * c) % 256 for x in range(64) for c in range(3)) for y in range(64))
    parts = (b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, content in parts:
            file.write(struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content)))


def check_picture(report, pages):
    browser, path = pages.browser, os.path.join(pages.folder, "own.png")
    write_picture(path)
    pages.open("captioner")
    before = pages.numbers()
    browser.click(".buttons button")
    browser.type_into(".wished input[type=file]", path)
    browser.wait("document.querySelector('.chips')")
    pages.ready()
    check_same(report, "a picture of the reader's own", pages, "captioner", "--input", f"picture={path}")
    report.check("it is another picture", pages.numbers() != before)
    report.check("no link can carry it", browser.run("return location.hash") == "", browser.run("return location.hash"))


def check_haste(report, pages):
    """A reader who slides faster than the program computes, and one who does not wait for its end."""
    browser = pages.browser
    pages.open("le-chat-noir")
    pages.choose("h_{2,1}")
    browser.run("""window.requests = 0;
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message) { window.requests++; post.call(this, message); };
        const slider = document.querySelector('.changer [type=range]');
        for (let k = 1; k <= 50; k++) { slider.value = k / 100; slider.dispatchEvent(new Event('input')); }""")
    pages.ready()
    requests = browser.run("return window.requests")
    report.check("while a number slides, requests do not pile up", requests <= 3, f"{requests} of them")
    check_same(report, "the last place of the slider holds", pages, "le-chat-noir", "--set", "h_{2,1} = 0.5")
    pages.open("speech")
    before, name = pages.numbers(), browser.run("return document.querySelector('main [data-n]').dataset.n")
    browser.run("document.querySelector('main [data-n]').click()")
    shows = browser.wait("!document.querySelector('.busy').hidden", 20)
    report.check("a lesson that takes long shows a bar", shows)
    if shows:
        browser.click(".busy button")
    report.check("it can be stopped", browser.wait(READY, 1) and "Stopped" in browser.run(STATUS), browser.run(STATUS))
    report.check("the page is as it was", pages.numbers() == before)
    pages.choose(name)
    report.check("and goes on to compute", browser.run("return Boolean(document.querySelector('.sums math'))"), browser.run(STATUS))


def check_print(report, pages):
    browser = pages.browser
    if not shutil.which("pdftotext"):
        report.skip("printing", "pdftotext is not installed")
        return
    pages.open("le-chat-noir")
    steps = browser.run("return [...document.querySelectorAll('main > .step > p')].map(line => line.firstChild.textContent)")
    browser.press("p")
    pages.choose("E_{F,1,1}")
    path = os.path.join(pages.folder, "page.pdf")
    with open(path, "wb") as file:
        file.write(browser.pdf())
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True).stdout.decode("utf-8")
    text = re.sub(r"\s+", " ", text)
    lost = [step for step in steps if re.sub(r"\s+", " ", step).strip()[:20] not in text]
    report.check("every step is printed, from a hall, too", len(steps) > 5 and not lost, lost[:3])
    report.check("the desk is not printed", "Compute" not in text and "What if" not in text)


def check_paper(report, pages):
    """What is printed is not cut: small tables at the end of a page, wide formulas at its edge."""
    browser, path = pages.browser, os.path.join(pages.folder, "paper.pdf")
    if not shutil.which("pdftotext"):
        report.skip("tables on paper", "pdftotext is not installed")
        return
    for name in ("self-attention", "le-chat-noir", "masked"):
        pages.open(name)
        tables = browser.run("""return [...document.querySelectorAll('.value tbody')].filter(rows => rows.rows.length <= 12)
            .map(rows => [...rows.rows].map(row => [...row.cells].filter(cell => cell.tagName === 'TD').map(cell => cell.textContent).join(' ')))""")
        with open(path, "wb") as file:
            file.write(browser.pdf())
        text = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, check=True).stdout.decode("utf-8")
        sheets = [re.sub(r"\s+", " ", sheet) for sheet in text.split("\f")]
        cut = [table for table in tables if not any(all(row in sheet for row in table) for sheet in sheets)]
        report.check(f"no small table of {name} is cut", len(tables) > 3 and not cut, cut[:2])
    pages.open("reader")
    browser.size(718, 1000)  # as wide as what is printed on A4
    browser.chromium("Emulation.setEmulatedMedia", media="print")
    wide = browser.run("return [...document.querySelectorAll('.formula math')].filter(math => math.getBoundingClientRect().right > 718).map(math => math.textContent)")
    browser.chromium("Emulation.setEmulatedMedia", media="")
    browser.size(1400, 900)
    report.check("no formula goes over the edge of the paper", not wide, wide)


def check_hostile(report, pages):
    browser, path = pages.browser, os.path.join(pages.folder, "hostile.html")
    for name, word in DANGEROUS.items():
        faults = []
        for case in lessons(word):
            lesson = lesson_of(case, pages.folder)
            if attnviz("explain", lesson, "--format", "html", "-o", path).status != 0:
                continue
            browser.open(f"file://{path}")
            faults += ["a box opens"] if browser.asks() else browser.console()
            browser.wait(READY)
            browser.run("document.querySelector('main [data-n]')?.click()")
            browser.wait(READY)
            faults += ["a box opens"] if browser.asks() else browser.console()
            faults += browser.run("return [...document.querySelectorAll('header script, main script, main img, main b')].map(e => e.outerHTML)")
        report.check(f"a page with the words {name} does nothing", not faults, faults[:2])
    for wish in ("set <img src=x onerror=alert(1)> = 1", "sentence <script>alert(1)</script>", "input a=b\nset h_1 = 2",
                 "without <b>x</b>", "%E0", "javascript:alert(1)"):
        pages.open("le-chat-noir", "#" + urlquote(wish))
        faults = ["a box opens"] if browser.asks() else browser.console()
        faults += browser.run("return [...document.querySelectorAll('img, .desk b, .desk script')].map(e => e.outerHTML)")
        report.check(f"the link {wish!r} does nothing", not faults, faults[:2])


def urlquote(text):
    return "".join(c if c.isalnum() else f"%{ord(c):02X}" for c in text)


report = Report("browser")
faults = list(contrast_faults(os.path.join(ROOT, "lib", "render", "html", "page.css")))
report.check("letters stand out from what is behind them", not faults, faults[:5])
if missing():
    report.skip("pages in a browser", missing())
    report.end()
with tempfile.TemporaryDirectory(prefix="attnviz-browser-") as folder:
    attnviz("lessons", "--format", "html", "-o", os.path.join(folder, "course/"))
    try:
        pages = Pages(folder)
    except (RuntimeError, OSError) as fault:
        report.skip("pages in a browser", f"it does not start here ({str(fault)[:100]})")
        report.end()
    try:
        for check in (check_change, check_marks, check_keys, check_map, check_long, check_links, check_flow, check_large_flow, check_own_flow, check_inputs, check_own, check_film, check_taught_film, check_picture, check_haste, check_print, check_paper, check_sheets, check_hostile):
            check(report, pages)
        if not pages.axe:
            report.skip("the rules of axe-core", pages.no_axe)
        for name in sorted(page[:-len(".html")] for page in os.listdir(os.path.join(folder, "course"))):
            if name not in ("index", "glossary"):
                check_lesson(report, pages, name)
            elif pages.axe:
                pages.browser.open(f"file://{folder}/course/{name}.html")
                faults = axe.violations(pages.browser, pages.axe)
                report.check(f"{name} keeps the rules of axe-core", not faults, faults[:3])
    finally:
        pages.browser.end()
report.end()
