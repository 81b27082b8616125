"""The schema accepts all lessons, and judges the structure of lessons as the program does."""

import copy
import json
import os
import re
import sys
import tempfile

import jsonschema

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(TESTS, "support"), os.path.join(TESTS, "errors")]
from harness import DRAFTS, FEW, ROOT, Report, attnviz, each, strict_json  # noqa: E402
from lessons import ALL, put_files  # noqa: E402
from slips import SLIPS, example  # noqa: E402

SCHEMA = os.path.join(ROOT, "lib", "lesson", "read", "lesson.schema.json")

# What a schema cannot see, by what the program says of it.
UNSEEN = [
    # formulas, and the names in them
    r"no formula of this lesson has this left side",
    r"nothing gives or computes", r"no value that stands under", r"no value under \"learned\" is called", r"a step computes NAME = FORMULA", r"is not a function of this lesson",
    r"last line of both", r"is not a sequence of this lesson", r"'\w+' is not given$",
    r"is not an index: declare under", r"is a sequence of numbers, not a vocabulary",
    r"no sequence of this lesson has the input",
    # growing, corpora
    r"does not grow: it has no", r"add '\w+' to \"inputs\"", r"the program carries no corpus",
    r"but column \d+ of this corpus has", r"a line of this corpus has \d+ inputs", r"the most words must be a whole number",
    # words
    r"is not a word of", r"the lesson needs words", r"to choose (among|the words of)", r"row needs a matrix", r"the columns of .* are words of",
    # how many numbers, and what they are
    r"entries are needed", r"row \d+ has \d+ numbers?", r"expected a number", r"expected a row of numbers",
    r"the stated values of \w+ must be", r"a size must be a whole number from 1$", r"axes to name",
    r"cannot be laid out", r"has \d+ (rows?|elements?), but \w+ has", r"do not divide into",
    r"the part must be a whole number from 1 to \d+$", r"the smallest and the largest number",
    # what is in files, and whether there are any
    r"No such file", r"the examples are missing", r"names no file under", r"holds no ",
    r"no formula that the loss depends on computes", r"but none for \w+ = \d+$", r"file has no whole number", r"has no number under",
    r"and there is no formula for it", r"names a number of the config", r"has a name like ",
    r"the config has no whole number from", r"and the formulas of .* (are for models|need at least)",
    r"is to be at least .*, which is not a number", r"the lesson needs a picture",
]
# Slips in the man page's example that a schema sees.
STRUCTURAL = {"unknown-key", "unknown-top-key", "wrong-type"}

OTHERS = [None, True, -1.5, "text", [], {}, [[1], "a"], {"x": 1}]


def load(path):
    with open(path, encoding="utf-8") as file:
        return strict_json(file.read())


def lesson_files():
    for folder in (os.path.join(ROOT, "lessons"), os.path.join(ROOT, "examples"), DRAFTS):
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            others = ("definitions.json", "glossary.json", "tiny-gpt2-config.json", "answers.json", "writer-pieces.json",
                      "translator-french.json", "translator-english.json")
            if name.endswith(".json") and name not in others and "attnviz-corpus" not in load(path):
                yield path


def places(value, path=()):
    """The path of every value in a document."""
    yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], path + (key,))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def changed(document, path, change):
    """A copy in which change(parent, key) was carried out at this path."""
    document = copy.deepcopy(document)
    change(at(document, path[:-1]), path[-1])
    return document


def variants(document):
    """What a hand might do: leave out, put something else, add a key; with a name for each."""
    for path in places(document):
        name = "/".join(map(str, path))
        value = at(document, path)
        if path:
            yield f"without {name}", changed(document, path, lambda parent, key: parent.pop(key))
            for other in OTHERS:
                if type(other) is not type(value) or other != value:
                    yield (f"{name} is {json.dumps(other)}",
                           changed(document, path, lambda parent, key: parent.__setitem__(key, other)))
        if isinstance(value, dict):
            yield f"{name} with another key", changed(document, path + ("zzz",),
                                                      lambda parent, key: parent.__setitem__(key, 1))


def main():
    report = Report("schema")
    schema = load(SCHEMA)
    validator_class = jsonschema.validators.validator_for(schema)
    report.check("it is of draft 2020-12", validator_class is jsonschema.Draft202012Validator)
    try:
        validator_class.check_schema(schema)
        report.check("it is a schema", True)
    except jsonschema.SchemaError as fault:
        report.check("it is a schema", False, fault.message)
    validator = validator_class(schema)

    def refused(document):
        """Why, or None."""
        fault = next(validator.iter_errors(document), None)
        return fault and f"/{'/'.join(map(str, fault.absolute_path))}: {fault.message[:120]}"

    report.check("passes: the man page's example", not (why := refused(strict_json(example()))), why)
    for path in lesson_files():
        report.check(f"passes: {os.path.relpath(path, ROOT)}", not (why := refused(load(path))), why)

    for slip in SLIPS:
        try:
            slipped = strict_json(example().replace(slip.old, slip.new))
        except ValueError:
            continue  # no JSON at all
        report.check(f"slip {slip.name}", bool(refused(slipped)) == (slip.name in STRUCTURAL), refused(slipped))

    with tempfile.TemporaryDirectory(prefix="attnviz-schema-") as folder:
        put_files(folder, os.path.join(ROOT, "examples", "le-chat-noir.png"))

        def judge(case):
            number, (_, document) = case
            path = os.path.join(folder, f"{number}.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(document, file)
            outcome = attnviz("explain", path)
            os.remove(path)
            return outcome

        def compare(name, document, outcome):
            """How the two differ, or None."""
            said = re.sub(r"^attnviz: [^ ]*json(:\d+:\d+)?: ", "", outcome.message.split("\n")[0])
            fine = outcome.status in (0, 3)
            why = refused(document)
            if why and fine:
                return f"{name}: the schema refuses it ({why}), the program does not"
            if not why and not fine and not any(re.search(part, said) for part in UNSEEN):
                return f"{name}: the schema accepts it, the program says: {said}"
            return None

        for title, base in ALL.items():
            cases = [("as it is", base), *list(variants(base))[::5 if FEW else 1]]
            outcomes = each(judge, list(enumerate(cases)))
            good = outcomes[0].status in (0, 3)
            if title != "corpora":  # which of them there are is no matter of structure
                report.check(f"the lesson with all {title} runs", good, outcomes[0])
            faults = [fault for (name, document), outcome in zip(cases, outcomes)
                      if (fault := compare(name, document, outcome))]
            report.check(f"{len(cases)} variants of all {title}: both judge alike", not faults,
                         f"{len(faults)}:\n  " + "\n  ".join(faults[:40]))
    report.end()


main()
