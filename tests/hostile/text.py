"""Words and titles that would command a terminal never reach it raw."""

import json
import os
import xml.etree.ElementTree
import zlib

from judge import DANGEROUS, FEW, FOLDER, attnviz, each, explain, harmful, lessons

SOME = ["bidi", "markup"]  # with sanitizers, which are slow


def png_texts(data):
    """All texts that stand in a picture, with their keywords."""
    texts, at = [], 8
    while at < len(data):
        length, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8]
        body = data[at + 8:at + 8 + length]
        if kind == b"tEXt":
            texts.append(body.split(b"\0", 1)[1])
        elif kind == b"zTXt":
            texts.append(zlib.decompress(body.split(b"\0", 1)[1][1:]))
        elif kind == b"iTXt":
            packed, rest = body.split(b"\0", 1)[1][0], body.split(b"\0", 1)[1][2:].split(b"\0", 2)[2]
            texts.append(zlib.decompress(rest) if packed else rest)
        at += 12 + length
    return texts


def svg_fault(path, word):
    """What is wrong with an SVG: ill-formed, or with elements that a text in it made."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        root = xml.etree.ElementTree.fromstring(data)
    except xml.etree.ElementTree.ParseError as fault:
        return f"ill-formed SVG with {word!r}: {fault}"
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    strange = names - {"svg", "title", "desc", "style", "defs", "g", "use", "path", "rect", "image", "clipPath", "mask",
                       "symbol", "filter", "feColorMatrix", "linearGradient", "stop", "pattern"}
    handlers = [key for element in root.iter() for key in element.attrib if key.lower().startswith("on")]
    return f"in SVG with {word!r}: {strange} {handlers}" if strange or handlers else harmful(data)


def pictures(report):
    """Dangerous words in a picture's labels, title and name, and in what is said about it."""
    def draw(word):
        faults, drawn = [], 0
        stem = os.path.join(FOLDER, "picture-" + word.replace("/", "")[:60])
        for document in lessons(word):
            with open(stem + ".json", "w", encoding="utf-8", errors="surrogatepass") as file:
                json.dump(document, file)
            outcome = attnviz("heatmap", stem + ".json", "-o", stem + ".png")
            fault = harmful(outcome.stdout) or harmful(outcome.stderr)
            if outcome.status == 0:
                drawn += 1
                with open(stem + ".png", "rb") as file:
                    texts = png_texts(file.read())
                fault = fault or next(filter(None, map(harmful, texts)), None)
                attnviz("heatmap", stem + ".json", "-o", stem + ".svg")
                fault = fault or svg_fault(stem + ".svg", word)
            elif outcome.status not in (1, 3) or not outcome.message.startswith("attnviz: "):
                fault = str(outcome)
            if fault:
                faults.append(f"{fault} in {json.dumps(document)[:200]}")
        return faults, drawn

    words = SOME if FEW else list(DANGEROUS)
    results = each(draw, [DANGEROUS[name] for name in words])
    for name, (faults, _) in zip(words, results):
        report.check(f"dangerous text in pictures: {name}", not faults, "; ".join(faults[:2]))
    drawn = sum(drawn for _, drawn in results)
    report.check("some of them are drawn", drawn > len(words) // 2, drawn)


def names_of_files(report):
    """A lesson under a dangerous name, told and drawn in full, and a sentence."""
    with open(os.path.join(FOLDER, "analogy.json"), "rb") as file:
        fine = file.read()

    def say(word):
        stem = os.path.join(FOLDER, "named-" + word.replace("/", "")[:60])
        said = b""
        for ending, content in ((".json", fine), (".txt", word.encode() + b" cat\n"), (".json", b"{")):
            with open(stem + ending, "wb") as file:
                file.write(content)
            for words in (["explain"], ["explain", "--format", "json"], ["heatmap", "-o", stem + ".png"],
                          ["heatmap", "--lesson", stem + ".json"], ["lessons"], ["help"], []):
                outcome = attnviz(*words, stem + ending, cwd=FOLDER)
                said += outcome.stdout + outcome.stderr
                if outcome.status not in (0, 1, 2, 3) or outcome.status and not outcome.message.startswith("attnviz: "):
                    return str(outcome)
        return harmful(said)

    words = SOME if FEW else list(DANGEROUS)
    for name, fault in zip(words, each(say, [DANGEROUS[name] for name in words])):
        report.check(f"dangerous names of files: {name}", not fault, fault)


OPTIONS = {
    "explain": "--input --sentence --set --only --at --arithmetic --zoom --precision --format --color --output "
               "--nonsense --",
    "generate": "--input --sentence --format --output --nonsense --",
    "heatmap": "--lesson --show --at --output --nonsense --", "lessons": "--nonsense --", "help": "--nonsense --",
}


def options(report):
    word = "".join(DANGEROUS.values())
    for command, names in OPTIONS.items():
        said, statuses = b"", set()
        for name in names.split():
            for words in ([name, word], [f"{name}={word}"], [name + word], [word, name]):
                outcome = attnviz(command, *words, seconds=10, cwd=FOLDER)
                said += outcome.stdout + outcome.stderr
                statuses.add(outcome.status)
        report.check(f"dangerous text in all options of {command}", not harmful(said) and statuses <= {0, 1, 2},
                     harmful(said) or statuses)


def run(report):
    pictures(report)
    names_of_files(report)
    options(report)
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
