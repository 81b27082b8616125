"""What README.md and the lesson `bottleneck` say of the trained models, against the program."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import ROOT, Report, attnviz, each, strict_json  # noqa: E402

LESSONS = os.path.join(ROOT, "lessons")
MOST_BYTES = 4 << 20  # of all weights in the program
MOST_ERROR = {"translator": 3, "transformer": 8}  # of the links, in per cent
LEAST_EXACT = 99


def table(name):
    """The rows of a table that make models wrote into README.md."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        text = file.read()
    part = text.partition(f"<!-- {name}: from make models -->\n")[2]
    part = part.partition(f"<!-- end of {name} -->")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in part.splitlines()[2:]]


def lesson(name):
    with open(os.path.join(LESSONS, name + ".json"), encoding="utf-8") as file:
        return strict_json(file.read())


def evaluated(model):
    return attnviz("evaluate", model, "--format", "json", seconds=240)


def shipped_rows(report):
    """The row of each model whose weights are carried."""
    rows = [row for row in table("models") if row[1].endswith(", shipped")]
    report.check("README: one seed of each model is shipped", sorted(row[0] for row in rows) ==
                 sorted(MOST_ERROR), f"{rows}")
    for model in MOST_ERROR:
        seeds = [row[1].partition(",")[0] for row in table("models") if row[0] == model]
        report.check(f"README: {model} with three seeds", seeds == ["1", "2", "3"], f"{seeds}")
    return {row[0]: row for row in rows}


def figures(told):
    """As they stand in the table: exact, words right, error, all in per cent, and the map."""
    align, = told["align"]
    shares = (told["exact"] / told["examples"], told["words_right"], align["error_rate"])
    return [f"{100 * share:.1f}" for share in shares] + [align["map"]]


def check_model(report, model, row, outcome):
    if not report.check(f"evaluate {model}", outcome.status == 0, str(outcome)):
        return
    told = strict_json(outcome.stdout.decode("utf-8"))
    found = exact, _, error, _ = figures(told)
    report.check(f"{model}: the figures of README", found == row[3:], f"{found}, {row[3:]}")
    report.check(f"{model}: {told['examples']} sentences", told["examples"] >= 2000, told["examples"])
    report.check(f"{model}: word for word", float(exact) >= LEAST_EXACT, exact)
    report.check(f"{model}: error of the links", float(error) <= MOST_ERROR[model], error)


def bottleneck(report):
    told, rows = lesson("bottleneck"), table("lengths")
    given, spans = told["given"], told["sequences"]["spans"]
    names = ("exact_{with}", "right_{with}", "astray", "exact_{without}", "right_{without}")
    report.check("README: the lengths of the lesson", [row[0] for row in rows] == spans, f"{rows}")
    for column, name in enumerate(names, 1):
        listed = [float(row[column]) for row in rows]
        report.check(f"bottleneck: {name} is what README says", listed == given[name],
                     f"{listed}, {given[name]}")
    longest = [int(span.partition("-")[2]) for span in spans]
    report.check("bottleneck: the ends of the spans", longest == given["longest_b"], f"{longest}")


def sizes(report):
    names = [name for name in os.listdir(LESSONS) if name.endswith(".safetensors")]
    total = sum(os.path.getsize(os.path.join(LESSONS, name)) for name in names)
    report.check("all weights are small enough", 0 < total <= MOST_BYTES, f"{total} bytes")


def main():
    report = Report("figures")
    rows = shipped_rows(report)
    for model, outcome in zip(MOST_ERROR, each(evaluated, MOST_ERROR)):
        if model in rows:
            check_model(report, model, rows[model], outcome)
    bottleneck(report)
    sizes(report)
    report.end()


main()
