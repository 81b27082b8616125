"""What lessons/MODELS.md and the lessons say of the trained models, against the program."""

import os
import re
import shutil
import sys
import tempfile

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path[:0] = [os.path.join(TESTS, "support"), os.path.join(TESTS, "gold")]
from agreement import NOUNS  # noqa: E402
from harness import ROOT, Report, attnviz, each, strict_json  # noqa: E402

LESSONS = os.path.join(ROOT, "lessons")
REAL = ("reader", "untaught", "translator", "writer", "induction", "bank")  # not of a grammar's sentences
MOST_BYTES = 12_000_000  # of their weights; MOST_OF_ALL: of all weights in the program
MOST_OF_ALL = 22_000_000
MOST_ERROR = {"translator-pairs": 3, "transformer": 8}  # of the links, in per cent
LEAST_EXACT = 99
LEAST_CAPTIONS = 0.93  # of films with known combinations: 94.7 are reached; the aim is 95


def table(name):
    """The rows of a table that make models wrote into lessons/MODELS.md."""
    with open(os.path.join(LESSONS, "MODELS.md"), encoding="utf-8") as file:
        text = file.read()
    part = text.partition(f"<!-- {name}: from make models -->\n")[2]
    part = part.partition(f"<!-- end of {name} -->")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in part.splitlines()[2:]]


def lesson(name):
    with open(os.path.join(LESSONS, name + ".json"), encoding="utf-8") as file:
        return strict_json(file.read())


def evaluated(model, *options):
    return attnviz("evaluate", model, "--format", "json", *options, seconds=240)


def shipped_rows(report):
    """The row of each model whose weights are carried."""
    rows = [row for row in table("models") if row[1].endswith(", shipped")]
    report.check("MODELS.md: one seed of each model is shipped", sorted(row[0] for row in rows) ==
                 sorted(MOST_ERROR), f"{rows}")
    for model in MOST_ERROR:
        seeds = [row[1].partition(",")[0] for row in table("models") if row[0] == model]
        report.check(f"MODELS.md: {model} with three seeds", seeds == ["1", "2", "3"], f"{seeds}")
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
    report.check(f"{model}: the figures of MODELS.md", found == row[3:], f"{found}, {row[3:]}")
    report.check(f"{model}: {told['examples']} sentences", told["examples"] >= 2000, told["examples"])
    report.check(f"{model}: word for word", float(exact) >= LEAST_EXACT, exact)
    report.check(f"{model}: error of the links", float(error) <= MOST_ERROR[model], error)


def sources(report):
    """Weights that learned from other people's data say so themselves."""
    for name in ("reader", "long-range", "translator", "writer"):
        source, = (step["train"]["source"] for step in lesson(name)["steps"] if "train" in step)
        with open(os.path.join(LESSONS, name + ".safetensors"), "rb") as file:
            header = file.read(2000)
        metadata = f'{{"__metadata__":{{"writer":"attnviz","source":"{source}"}}'.encode()
        report.check(f"{name}: its weights name their source", metadata in header, header[:300])


def bottleneck(report):
    told, rows = lesson("bottleneck"), table("lengths")
    given, spans = told["given"], told["sequences"]["spans"]
    names = ("exact_{with}", "right_{with}", "AER", "exact_{without}", "right_{without}")
    report.check("MODELS.md: the lengths of the lesson", [row[0] for row in rows] == spans, f"{rows}")
    for column, name in enumerate(names, 1):
        listed = [float(row[column]) for row in rows]
        report.check(f"bottleneck: {name} is what MODELS.md says", listed == given[name],
                     f"{listed}, {given[name]}")
    plain = lesson("translator-plain")
    report.check("translator-plain: exact is that of bottleneck, without attention",
                 plain["given"]["exact_b"] == given["exact_{without}"] and plain["sequences"]["spans"] == spans,
                 plain["given"]["exact_b"])
    told = strict_json(evaluated("translator-plain").stdout.decode("utf-8"))
    exact = f"{100 * told['exact'] / told['examples']:.1f}"
    report.check("translator-plain: the figure of 9 to 12 words", exact == rows[spans.index("9-12")][4] and
                 told["examples"] == plain["given"]["tried"], exact)
    longest = [int(span.partition("-")[2]) for span in spans]
    report.check("bottleneck: the ends of the spans", longest == given["longest_b"], f"{longest}")
    nets = [given[f"BLEU_{{{net}}}"] for net in ("with", "without", "Transformer")]
    listed = [[span, str(tried)] + [f"{bleu:.1f}" for bleu in bleus]
              for span, tried, *bleus in zip(lesson("bottleneck")["sequences"]["French"], given["tried_{real}"], *nets)]
    shown = [row[:2] + row[2:8:2] for row in table("twins")]
    report.check("bottleneck: real sentences, as in MODELS.md", len(listed) == 7 and listed == shown[:7], f"{listed}, {shown}")


def cross_attention(report):
    """What make models measured of three seeds stands in the lesson, and reaches its goals."""
    shipped = seeds(report, "cross", 2)
    report.check("MODELS.md: cross-attention with three seeds", len(table("cross")) == 3, f"{table('cross')}")
    if not shipped:
        return
    given = lesson("cross-attention")["given"]
    names = ("exact", "exact_{known}", "exact_{new}", "AER", "exact_{put}", "exact_{ended}")
    stated, found = [given[name] for name in names], numbers(shipped[2:])
    report.check("cross-attention: the figures of the lesson are those of MODELS.md", stated == found, f"{stated}, {found}")
    for row in table("cross"):
        _, known, new, error = numbers(row[2:6])
        report.check(f"cross-attention, seed {row[0]}: its goals", known >= 98 and new >= 95 and error <= 8, f"{row}")


def numbers(cells):
    return [float(part) for cell in cells for part in cell.split(" / ") if part]


def seeds(report, name, best):
    """The rows of three seeds, of which the one that is best in this column is shipped; the shipped one, or None."""
    rows = [row for row in table(name) if re.match("[123]($|,)", row[0])]
    shipped = [row for row in rows if row[0].endswith(", shipped")]
    report.check(f"MODELS.md: {name}, a seed that is best on validation",
                 len(shipped) == 1 and float(shipped[0][best]) == max(float(row[best]) for row in rows), f"{rows}")
    return shipped[0] if shipped else None


def reader(report):
    """What make models measured of the treebank stands in the lesson, and reaches its goals."""
    shipped, distance = seeds(report, "reader", 1), next(row for row in table("reader") if row[0] == "best distance")
    if not shipped:
        return
    notes = next(step["heatmap"]["notes"] for step in lesson("reader")["steps"] if "heatmap" in step)
    stated = [[float(number) for number in re.findall(r"(\d+\.\d) %", note)] for note in notes[:4]]
    found, rivals = numbers(shipped[2:6]), numbers(distance[2:6])
    wanted = [[found[0], rivals[0]]] + [[found[2 * k - 1], found[2 * k], rivals[k]] for k in (1, 2, 3)]
    report.check("reader: its notes are those of MODELS.md", stated == wanted, f"{stated}, {wanted}")
    goals = (("governor", found[0], 83), ("subject", found[1], 89), ("subject among words", found[2], 95),
             ("relations above the best distance", float(shipped[6]), 17))
    for name, value, least in goals:
        report.check(f"reader: {name}", value >= least, f"{value}, below {least}")


def translator(report):
    """A rare word is right by luck, so the goals are those of thousands of words."""
    shipped = seeds(report, "translator", 1)
    if shipped:
        exact, bleu, chrf, error = map(float, shipped[2:6])
        report.check("translator: exact, BLEU, chrF2 and links", exact >= 28 and bleu >= 52 and chrf >= 64 and error <= 33,
                     f"{shipped}")


def speech(report):
    """The goals of the listeners that are shipped; what the listener without a place reaches is only told."""
    rows = {row[0]: row for row in table("speech") if row[1].endswith(", shipped")}
    report.check("MODELS.md: both listeners are shipped", sorted(rows) == ["speech", "speech-letters"], f"{rows}")
    goals = {"speech": (3, 2, 95), "speech-letters": (4, 5, 90)}  # the column of word errors, at most; the least share
    for name, row in rows.items():
        column, most, least = goals[name]
        known, listens, even = float(row[column].split(" / ")[0]), float(row[5]), float(row[6])
        report.check(f"{name}: word errors of known voices", known <= most, f"{row}")
        report.check(f"{name}: it listens to the word, more often than by the clock", listens >= max(least, even + 20),
                     f"{row}")


def answers(sentence_and_verbs):
    """What the three nets of long-range answer: above 0, the right form is the likelier one."""
    sentence, verbs = sentence_and_verbs
    outcome = attnviz("explain", "long-range", "--sentence", sentence, "--input", f"verbs={verbs}", "--only", "answer",
                      "--format", "json", seconds=60)
    return strict_json(outcome.stdout.decode("utf-8"))["values"]["answer"]["data"]


def written(most):
    """The sentences of tests/gold whose verb stands at most so many words from its subject and is known to the reader, each
    with its verbs; and the same with the subject in the other number."""
    with open(os.path.join(LESSONS, "reader-words.txt"), encoding="utf-8") as file:
        known = set(file.read().split("\n"))
    with open(os.path.join(ROOT, "tests", "gold", "agreement.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    other, pairs = {**NOUNS, **{plural: noun for noun, plural in NOUNS.items()}}, []
    for text, right, wrong, distance, _ in rows:
        if int(distance) <= most and {right, wrong} <= known:
            words = text.split()
            subject = len(words) - int(distance)
            turned = words[:subject] + [other[words[subject]]] + words[subject + 1:]
            pairs.append([(" ".join(part) + " <mask> .", f"{right} {wrong}") for part in (words, turned)])
    return pairs


def percent(hits):
    return [f"{100 * sum(column) / len(hits):.1f}" for column in zip(*hits)]


def far(report):
    """The verbs that three nets have right, by the distance of the subject and by the nouns between, and those that
    follow the number of the subject."""
    told, rows = lesson("long-range"), table("far")
    given, places = told["given"], told["sequences"]
    listed = [[re.search(r"[(](\d+)", label)[1]] + [f"{figures[k]:.1f}" for figures in given["agrees_q"]["values"]]
              for k, label in enumerate(places["cases"])]
    shown = [row[1:] for row in rows if len(row) == 7]
    report.check("long-range: its figures are those of MODELS.md", len(listed) == 12 and listed == shown[:12],
                 f"{listed}, {shown}")
    heard = [[re.search(r"[(](\d+)", label)[1]] + [f"{figures[k]:.1f}" for figures in given["heard_a"]["values"]]
             for k, label in enumerate(places["distance"])]
    heard.append([str(sum(given["counted"]))] + [f"{share:.1f}" for share in given["overall"]])
    lower = [row[1:] for row in rows if len(row) == 5 and row[1].isdigit()]
    report.check("long-range: who hears the subject, as in MODELS.md", heard == lower[:4] + lower[-1:], f"{heard}, {lower}")
    report.check("long-range: how many sentences", given["counted"] == [int(row[0]) for row in heard[:-1]] and
                 len(written(99)) == sum(given["counted"]), f"{given['counted']}")
    pairs = written(2)
    found = each(answers, [part for pair in pairs for part in pair])
    plain, turned = found[::2], found[1::2]
    near = percent([[one > 0 for one in row] for row in plain])
    report.check("long-range: the nets beside the subject, measured", near == [listed[0][k] for k in (1, 2, 3)], f"{near}")
    near = percent([[one > two for one, two in zip(*both)] for both in zip(plain, turned)])
    report.check("long-range: who hears it there, measured", near == [heard[0][k] for k in (1, 2, 3)], f"{near}")


def odds(told_and_pair):
    """In both sentences of a pair, the odds of the first noun beside the second, as logarithms."""
    told, (first, second, one, other) = told_and_pair
    outcome = attnviz("explain", told, "--sentence", first, "--input", f"other={second}", "--input",
                      f"nouns={one} {other}", "--only", "odds", "--format", "json", seconds=60)
    return strict_json(outcome.stdout.decode("utf-8"))["values"]["odds"]["data"]


def both_ways(report):
    """Whether a masked noun understands the words after it: two readers, the second in a copy of the lesson."""
    given, rows = lesson("both-ways")["given"], table("both")
    report.check("both-ways: its figures are those of MODELS.md",
                 [given["right"], given["moved"]] == [[int(row[k]) for row in rows] for k in (1, 2)], f"{rows}")
    with open(os.path.join(ROOT, "tests", "gold", "both-ways.tsv"), encoding="utf-8") as file:
        pairs = [line.rstrip("\n").split("\t") for line in file]
    report.check("both-ways: how many pairs", len(pairs) == given["pairs"], f"{len(pairs)}")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("both-ways.json", "reader.safetensors", "reader-words.txt"):
            shutil.copy(os.path.join(LESSONS, name), folder)
        path = os.path.join(folder, "both-ways.json")
        with open(path, encoding="utf-8") as file:
            text = file.read().replace("untaught.safetensors", "reader.safetensors")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        for k, (reader_of, told) in enumerate((("untaught", "both-ways"), ("taught", path))):
            found = each(odds, [(told, pair) for pair in pairs])
            counts = [sum((first > 0) + (second < 0) for first, second in found),
                      sum(first > second for first, second in found)]
            report.check(f"both-ways: the {reader_of} reader, measured", counts == [given["right"][k], given["moved"][k]],
                         f"{counts}")


def induction(report):
    """The losses that the lesson states are those of the table, and its training has the curve that it is compared with."""
    given, rows = lesson("induction")["given"], table("induction")
    shipped = [row for row in rows if row[0].endswith(", shipped")]
    report.check("MODELS.md: induction with five seeds", [row[0][0] for row in rows] == ["1", "2", "3", "4", "5"], f"{rows}")
    report.check("MODELS.md: every seed of induction learns the step", all(float(row[1]) < 0.05 < 1 < float(row[2])
                                                                           for row in rows), f"{rows}")
    if not report.check("MODELS.md: one induction is shipped", len(shipped) == 1, f"{rows}"):
        return
    stated = [f"{given['held_{two}']:.4f}", f"{given['held_{one}']:.2f}"]
    report.check("induction: the losses of the lesson", shipped[0][1:3] == stated, f"{shipped}, {stated}")
    outcome = attnviz("explain", "induction", "--format", "json", "--only", "back,found", seconds=60)
    values = strict_json(outcome.stdout.decode("utf-8"))["values"] if outcome.status == 0 else {}
    heads = [max(values[name]["data"][layer]) for layer, name in enumerate(("back", "found"))] if values else [0, 0]
    report.check("induction: its two heads", heads[0] > 0.6 and heads[1] > 0.9, f"{heads}, {outcome}")


def taught(report):
    """What make models measured of the pair that is shipped stands in the lesson."""
    given, rows = lesson("taught")["given"], table("taught")
    pairs = {row[0]: [part.split(" / ") for part in row[1:]] for row in rows if re.match("[0-9]+(, shipped)?$", row[0])}
    shipped = [pair for name, pair in pairs.items() if name.endswith(", shipped")]
    distance = next((row for row in rows if row[0] == "best distance"), None)
    if not report.check("MODELS.md: one pair of readers is shipped, beside the best distance",
                        len(shipped) == 1 and distance is not None, f"{rows}"):
        return
    found = {"found_{taught}": [float(cell[0]) for cell in shipped[0][:4]],
             "found_{untaught}": [float(cell[1]) for cell in shipped[0][:4]],
             "found_{distance}": [float(cell) for cell in distance[1:5]],
             "named_r": [float(part) for part in shipped[0][4]], "named_{the}": float(distance[5].split()[-1])}
    changed = [[cell.split(" / ") for cell in row[1:]] for row in rows if re.match("head [1-4]$|all four$", row[0])]
    for column, name in enumerate(("same_{mixed,r}", "same_{off,r}")):
        found[name] = [[float(row[column + shift][0]) for row in changed] for shift in (0, 2)]
    found["moved_{all}"] = [float(changed[-1][column][1]) for column in (0, 2)]
    looks = [[cell.split(", ") for cell in row[1:]] for row in rows if re.match("[1-3], [1-4]$", row[0])]
    for part, name in enumerate(("step_r", "there_r")):
        listed = [[float(row[reader_][part]) for row in looks] for reader_ in (0, 1)]
        found[name] = [[line[k:k + 4] for k in (0, 4, 8)] for line in listed]
    for name, value in found.items():
        stated = given[name]["values"] if isinstance(given[name], dict) else given[name]
        report.check(f"taught: {name} is what MODELS.md says", stated == value, f"{stated}, {value}")
    least = [min(float(taught_) - float(rule) for (taught_, _), rule in zip(pair, distance[1:5]))
             for pair in pairs.values()]
    report.check("taught: every seed's taught heads are 20 points above the best distance", min(least) >= 20, f"{least}")


SIGHT = ("noun", "adjective", "noun, held out", "adjective, held out")


def captions_and_looks(told):
    """As make models writes them: right and tried, by nouns, known and then held out; found and chance of the last map's words."""
    parts = [(part["exact"], part["examples"]) for part in told["exact_parts"] if "nouns" in part]
    shares = {part["kind"] + ", held out" * part["held_out"]: (round(part["right"] / part["lines"], 3), round(part["random"], 3))
              for part in told["looks"][-1]["kinds"]}
    return parts, [shares[kind] for kind in SIGHT]


def shipped_of(report, model, rows):
    """The row of MODELS.md with what is shipped, what the lesson gives, and what evaluate tells; None, with a fault, otherwise."""
    rows, outcome = [row for row in rows if row[0].endswith("shipped")], evaluated(model)
    fine = len(rows) == 1 and outcome.status == 0
    report.check(f"MODELS.md: one {model} is shipped, and evaluate runs", fine, f"{rows}, {outcome}")
    return (rows[0], lesson(model)["given"], strict_json(outcome.stdout.decode("utf-8"))) if fine else None


def captioning(report, model, least):
    """What a captioner says of itself is what evaluate finds, and its goals."""
    if not (shipped := shipped_of(report, model, [row for row in table("captioner") if row[0].startswith(model + ",")])):
        return
    row, given, told = shipped
    parts, looks = captions_and_looks(told)
    stated = list(zip(given["captions"], given["scenes"])), list(zip(given["found"], given["chance"]))
    report.check(f"{model}: the lesson's figures are those of evaluate", stated == (parts, looks), f"{stated}, {parts}, {looks}")
    cells = [f"{100 * right / of:.1f} ({right} of {of})" for right, of in parts]
    cells += [f"{100 * found:.1f} / {100 * chance:.1f}" for found, chance in looks]
    report.check(f"{model}: and those of MODELS.md", row[2:] == cells, f"{row}, {cells}")
    report.check(f"{model}: its goals", parts[0][0] / parts[0][1] >= least and min(found for found, _ in looks) >= 0.95,
                 f"{parts}, {looks}")


def patches(report):
    """What the Transformer says of itself is what evaluate finds; the GRU's figures are those of MODELS.md."""
    if not (shipped := shipped_of(report, "patches", table("patches"))):
        return
    row, given, told = shipped
    parts = [(part["exact"], part["examples"]) for part in told["exact_parts"] if "nouns" not in part and "form" not in part]
    kinds = [part for part in told["looks"][-1]["kinds"] if not part["held_out"]]
    looks = [(round(part["right"] / part["lines"], 3), round(part["random"], 3))
             for kind in ("noun", "adjective") for part in kinds if part["kind"] == kind]
    stated = list(zip(given["labels"], given["pictures"])), list(zip(given["found"], given["chance"]))
    report.check("patches: the lesson's figures are those of evaluate", (stated[0][:2], stated[1]) == (parts, looks), f"{stated}, {parts}, {looks}")
    cells = [f"{100 * right / of:.1f} ({right} of {of})" for right, of in stated[0]]
    cells += [f"{100 * found:.1f} / {100 * chance:.1f}" for found, chance in looks]
    report.check("patches: and those of MODELS.md", row[2:] == cells, f"{row}, {cells}")


FILMED = ("noun", "adjective", "verb", "direction")


def video(report):
    """What the lesson says of itself is what evaluate finds, and its goals."""
    if not (shipped := shipped_of(report, "video", table("video"))):
        return
    row, given, told = shipped
    look, = told["looks"]
    parts = [(part["exact"], part["examples"]) for part in told["exact_parts"] if "nouns" in part]
    shares = {(part["held_out"], part["kind"]): [round(part[name] / part["lines"], 3) for name in ("right", "even")] +
              [round(part["random"], 3)] for part in look["kinds"]}
    looks = [shares[held, kind] for held in (False, True) for kind in FILMED]
    stated = list(zip(given["captions"], given["clips"])), [list(row) for row in zip(given["found"], given["even"], given["chance"])]
    report.check("video: the lesson's figures are those of evaluate", stated == (parts, looks), f"{stated}, {parts}, {looks}")
    cells = [f"{100 * right / of:.1f} ({right} of {of})" for right, of in parts]
    cells += [" / ".join(f"{100 * share:.1f}" for share in row) for row in looks]
    report.check("video: and those of MODELS.md", row[2:] == cells, f"{row}, {cells}")
    known = sum(right for right, _ in parts[:2]) / sum(of for _, of in parts[:2])
    report.check("video: its goals", known >= LEAST_CAPTIONS and look["right"] >= 0.92 * look["lines"] and look["even"] < 0.6 * look["lines"],
                 f"{known}, {look}")


def sizes(report):
    sizes_of = {name.removesuffix(".safetensors"): os.path.getsize(os.path.join(LESSONS, name))
                for name in os.listdir(LESSONS) if name.endswith(".safetensors")}
    real, total = sum(sizes_of[name] for name in REAL), sum(sizes_of.values())
    report.check("the weights of real language are small enough", real <= MOST_BYTES, f"{real} bytes")
    report.check("all weights are small enough", total <= MOST_OF_ALL, f"{total} bytes")


def main():
    report = Report("figures")
    rows = shipped_rows(report)
    for model, outcome in zip(MOST_ERROR, each(evaluated, MOST_ERROR)):
        if model in rows:
            check_model(report, model, rows[model], outcome)
    bottleneck(report)
    reader(report)
    translator(report)
    speech(report)
    far(report)
    both_ways(report)
    captioning(report, "captioner", 0.95)
    captioning(report, "captioner-hard", 0.85)
    patches(report)
    video(report)
    induction(report)
    taught(report)
    sizes(report)
    report.end()


main()
