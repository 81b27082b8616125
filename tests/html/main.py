"""HTML of every lesson and of the course, and of lessons with hostile words: sound, complete, and nothing in it but what a page is of."""

import base64
import hashlib
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import zlib

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(TESTS, "support")]
from harness import Report, attnviz, carried, each, harmful, lesson_of  # noqa: E402
from words import DANGEROUS, lessons, varied  # noqa: E402

VOID = {"meta", "br", "input"}
PLAIN = {"html", "head", "title", "style", "body", "header", "main", "section", "h1", "h2", "h3", "h4", "h5", "h6", "p",
         "div", "span", "strong", "pre", "small", "ul", "li", "details", "summary", "figure", "figcaption", "table", "caption",
         "thead", "tbody", "tr", "th", "td", "script", "footer"}
COURSE = {"nav", "a", "ol", "dl", "dt", "dd"}
MATH = {"math", "mrow", "mi", "mo", "mn", "mfrac", "msqrt", "msub", "msup", "mover", "munder", "mspace"}
DRAWN = {"svg", "path", "text", "circle", "image", "g", "use", "rect", "tspan"}
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "class", "id", "aria-labelledby", "aria-label",
              "aria-hidden", "role", "tabindex", "scope", "open", "style", "display", "width", "height", "viewbox", "d",
              "data-n", "data-f", "data-cells", "data-numbers", "data-matrix", "data-vector", "fill-opacity", "x", "y", "cx", "cy", "r", "transform", "preserveaspectratio", "href",
              "size", "autocomplete", "autocapitalize", "spellcheck", "readonly", "value", "data-answer", "data-rank", "data-cols",
              "data-words", "data-node", "data-from", "data-to", "data-at", "data-rows", "data-columns", "data-written", "rx", "dy", "data-step", "data-loss"}
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
# a page that computes runs its own script alone: that of lessons, or of worksheets
ALIVE = POLICY + "; script-src 'sha256-{}' 'sha256-{}' 'wasm-unsafe-eval'; worker-src blob:"


def script_of(*names):
    """Its text, as the build puts it together, and its checksum."""
    folder = os.path.join(os.path.dirname(TESTS), "lib", "page", "scripts")
    text = subprocess.run(["sh", os.path.join(folder, "shrink.sh"), *(os.path.join(folder, name) for name in names)],
                          capture_output=True, check=True, encoding="utf-8").stdout
    return text, base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


LOAD, LOAD_SUM = script_of("letters.js", "load.js")
SCRIPTS = dict((script_of("ask.js", "maps.js", "flow.js", "film.js", "own.js", "page.js"),
                script_of("ask.js", "sheet.js")))
WORKER, _ = script_of("letters.js", "worker.js")
NUMBER = re.compile(r"(?<![0-9A-Za-z.])[0-9]+\.[0-9]+(?![0-9.])")


def unpacked(letters):
    """A text that stands in a page packed and in letters, as html_data.c has it."""
    digits = [ord(letter) - 35 - (letter > "<") for letter in letters]
    bits = count = 0
    for at in range(0, len(digits), 2):
        pair = digits[at:at + 2]
        bits |= (pair[0] + 91 * pair[-1] * (len(pair) - 1)) << count
        count += 13 if len(pair) == 2 else 6
    return zlib.decompress(bits.to_bytes(count // 8 + 1, "little")[:count // 8], -15).decode()


class Page(html.parser.HTMLParser):
    """Collects what is wrong with a page, and its text."""

    def __init__(self, more=()):
        super().__init__()
        self.allowed, self.links = VOID | PLAIN | MATH | DRAWN | set(more), []
        self.open, self.faults, self.text, self.ids, self.levels, self.policy = [], [], [], [], [], None
        self.classes, self.looks, self.over, self.boxes = set(), "", False, 0
        self.scripts, self.data = [], None  # (attributes, text) of each; the attributes of the open one

    def handle_starttag(self, tag, attrs):
        if tag == "script":
            self.data = dict(attrs)
        else:
            self.judge_attributes(tag, dict(attrs))
        if tag not in self.allowed:
            self.faults.append(f"an element <{tag}>")
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes another element")

    def handle_data(self, data):
        if "style" in self.open:
            self.looks += data
        elif "script" in self.open:
            self.scripts.append((self.data, data))
        else:
            self.text.append(data)

    def judge_attributes(self, tag, attributes):
        self.ids += [attributes["id"]] if "id" in attributes else []
        classes = set((attributes.get("class") or "").split())
        self.classes |= classes
        self.boxes += tag == "input"
        self.over = tag in ("image", "use") or (self.over and tag != "svg")
        if self.over and "ground" in classes:
            self.faults.append("what hides the picture below a map")
        for name, value in attributes.items():
            if tag == "a" and name == "href":
                self.links.append(value)
                continue
            if name not in ATTRIBUTES | ({"rel", "start"} if "a" in self.allowed else set()):
                self.faults.append(f"an attribute {name} of <{tag}>")
            if name == "href" and not re.match({"image": "data:image/bmp;base64,", "use": "#picture-"}.get(tag, "$"), value):
                self.faults.append(f"an address {value[:40]!r}")
            if name == "style" and not re.fullmatch(r"--d:[01]\.\d\d", value):
                self.faults.append(f"a style {value[:40]!r}")
        if tag == "th" and attributes.get("scope") not in ("row", "col"):
            self.faults.append("<th> without a scope")
        if tag == "svg" and not (attributes.get("aria-label") or attributes.get("aria-hidden")):
            self.faults.append("<svg> without a label")
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]

    def all_faults(self):
        yield from self.faults
        if self.open:
            yield f"<{self.open[-1]}> is not closed"
        if len(set(self.ids)) < len(self.ids):
            yield "an id stands twice"
        if self.levels[:1] != [1] or self.levels.count(1) != 1:
            yield f"headings {self.levels[:4]}"
        if plain := sorted(name for name in self.classes if not re.search(rf"\.{name}\b", self.looks)):
            yield f"classes that have no looks: {plain}"
        own = [SCRIPTS.get(unpacked(text)) for attributes, text in self.scripts if attributes.get("class") == "script"]
        if self.policy != (ALIVE.format(LOAD_SUM, *own) if own else POLICY) or len(own) > 1:
            yield f"the policy {self.policy!r}"
        for attributes, text in self.scripts:
            if attributes.get("type") == "application/x-letters":
                if not re.fullmatch("[#-;=-~]*", text):
                    yield f"data of {attributes} that is none"
            elif attributes.get("class") == "worker":
                if text != WORKER or attributes["type"] != "text/plain":
                    yield "another worker"
            elif attributes or text != LOAD:
                yield f"a script {text[:40]!r}"


def page_of(text, more=()):
    page = Page(more)
    page.feed(text)
    page.close()
    return page


def judge(case):
    """What is wrong with the page of a lesson: its name in the program, or its text as JSON."""
    with tempfile.TemporaryDirectory(prefix="attnviz-html-") as folder:
        lesson = lesson_of(case, folder)
        path = os.path.join(folder, "page.html")
        outcome = attnviz("explain", lesson, "--format", "html", "-o", path)
        if isinstance(case, dict) and outcome.status == 1:
            return None  # no lesson, and no page
        if outcome.status != 0:
            return f"{str(case)[:80]}: {outcome}"
        with open(path, "rb") as file:
            written = file.read()
        page = page_of(written.decode("utf-8"))
        faults = [*([harmful(written)] if harmful(written) else []), *page.all_faults()]
        told = attnviz("explain", lesson, "--format", "markdown").stdout.decode("utf-8")
        missing = set(NUMBER.findall(told)) - set(NUMBER.findall(" ".join(page.text)))
        if missing:
            faults.append(f"the numbers {sorted(missing)[:5]} are missing")
        return f"{str(case)[:80]}: {faults[:3]}" if faults else None


def has_sheet(name):
    with open(os.path.join(os.path.dirname(TESTS), "lessons", name + ".json"), encoding="utf-8") as file:
        return "vary" in json.load(file)


def judge_sheet(case):
    """What is wrong with the worksheet of a lesson as a page, blank and solved."""
    with tempfile.TemporaryDirectory(prefix="attnviz-html-") as folder:
        lesson, faults = lesson_of(case, folder), []
        for fill in ("--blank", "--partly", "--solved"):
            outcome = attnviz("worksheet", lesson, fill, "--format", "html")
            if isinstance(case, dict) and outcome.status == 1:
                return None
            if outcome.status != 0:
                return f"{str(case)[:80]}: {outcome}"
            page = page_of(outcome.stdout.decode("utf-8"))
            faults += [*([harmful(outcome.stdout)] if harmful(outcome.stdout) else []), *page.all_faults()]
            if bool(page.boxes) == (fill == "--solved"):
                faults.append(f"{fill}: {page.boxes} boxes")
            nameless = re.findall(rb'<div class="answer"(?![^>]* data-answer=)[^>]*>', outcome.stdout)
            if nameless and not isinstance(case, dict):
                faults.append(f"{fill}: {len(nameless)} tables have no check")
            if fill == "--blank":
                blank = set(NUMBER.findall(" ".join(page.text)))
        told = set(NUMBER.findall(" ".join(page.text)))
        if told <= blank and not isinstance(case, dict):
            faults.append("the page tells its own answers")
        return f"{str(case)[:80]}: {faults[:3]}" if faults else None


def judge_course(folder):
    """What is wrong with the folder of all lessons: its pages, and where their links lead."""
    outcome = attnviz("lessons", "--format", "html", "-o", folder + "/")
    if outcome.status != 0:
        yield str(outcome)
        return
    pages = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            pages[name] = page_of(file.read(), COURSE)
    sheets = {name + "-worksheet.html" for name in carried() if has_sheet(name)}
    if set(pages) != {"index.html", "glossary.html", *(name + ".html" for name in carried()), *sheets}:
        yield f"it holds {sorted(pages)}"
    for name, page in pages.items():
        yield from (f"{name}: {fault}" for fault in page.all_faults())
        for link in page.links:
            file, _, place = link.partition("#")
            if file not in pages or (place and place not in pages[file].ids):
                yield f"{name}: a link to {link}"
    if not {name + ".html" for name in carried()} | sheets <= set(pages["index.html"].links):
        yield "the index does not lead to every lesson and worksheet"


report = Report("html")
for name, most in (("le-chat-noir", 500_000), ("reader", 2_500_000)):
    length = len(attnviz("explain", name, "--format", "html").stdout)
    report.check(f"the page of {name} has at most {most} bytes", 0 < length <= most, length)
with tempfile.TemporaryDirectory(prefix="attnviz-html-") as above:
    faults = list(judge_course(os.path.join(above, "course")))
    report.check("the course", not faults, faults[:3])
for name, fault in zip(carried(), each(judge, carried())):
    report.check(f"page of {name}", fault is None, fault)
sheets = [name for name in carried() if has_sheet(name)]
faults = [fault for fault in each(judge_sheet, sheets) if fault]
report.check(f"worksheets of {len(sheets)} lessons", not faults and len(sheets) >= 10, "; ".join(faults[:3]))
for name, word in DANGEROUS.items():
    faults = [fault for fault in each(judge, lessons(word)) if fault]
    report.check(f"a page with the words {name}", not faults, "; ".join(faults[:3]))
    faults = [fault for fault in each(judge_sheet, map(varied, lessons(word))) if fault]
    report.check(f"a worksheet with the words {name}", not faults, "; ".join(faults[:3]))
report.end()
