"""Measures how time and memory grow with a lesson.

Times are of the processor, not of the clock, and the least of several runs: what else the machine does
hardly shows in them. They are compared with each other only: four times the steps may take at most eight
times as long (in proportion: four; if each step looked at all others: sixteen).
"""

import json
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import PROGRAM, Report, attnviz  # noqa: E402
import lessons  # noqa: E402

FEW, TIMES_AS_MANY, MOST_TIMES_AS_LONG, RUNS = 5000, 4, 8, 3


def spent(arguments):
    """Exit status, seconds of the processor, largest memory in bytes, and of the seconds those in the program."""
    with open(os.devnull, "r+b") as null:
        child = os.posix_spawn(PROGRAM, [PROGRAM, *arguments], os.environ, file_actions=[
            (os.POSIX_SPAWN_DUP2, null.fileno(), 0), (os.POSIX_SPAWN_DUP2, null.fileno(), 1)])
    _, status, usage = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, usage.ru_utime


PRODUCTS, PRODUCTS_A_LESSON = 10_000_000, 390_000


def yardstick():
    """Seconds of the processor that this machine takes for a fixed piece of work."""
    start = time.process_time()
    sum(k * k for k in range(PRODUCTS))
    return time.process_time() - start


def written(folder, name, document):
    path = os.path.join(folder, f"{name}.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False)
    return path


def check_time(report, folder, make, form, *options):
    few, many = (written(folder, f"{make.__name__}{count}", make(count))
                 for count in (FEW, TIMES_AS_MANY * FEW))
    label = f"{make.__name__}, {' '.join([form, *options])}: time in proportion to steps"
    times = []
    for path in (few, many):
        runs = [spent(["explain", "--format", form, *options, path]) for _ in range(RUNS)]
        if not report.check(f"{label}: {os.path.basename(path)}", all(run[0] == 0 for run in runs)):
            return
        times.append(min(run[1] for run in runs))
    report.check(label, times[1] < MOST_TIMES_AS_LONG * times[0],
                 f"{times[0]:.3f} s for {FEW} steps, {times[1]:.3f} s for {TIMES_AS_MANY * FEW}")


def check_arrays(report, folder):
    """Words of many objects, each beside the numbers that they belong to."""
    times = []
    for count in (FEW, TIMES_AS_MANY * FEW):
        path = written(folder, f"objects{count}", {
            f"s{i}": {"tokens": ["a", "b"], "A": [[1, 0], [0, 1]]} for i in range(4 * count)})
        picture = os.path.join(folder, "map.png")
        runs = [spent(["heatmap", path, "--array", "s7.A", "-o", picture]) for _ in range(RUNS)]
        report.check(f"a map of one of {4 * count} objects", all(run[0] == 0 for run in runs))
        times.append(min(run[1] for run in runs))
    report.check("time in proportion to objects with words", times[1] < MOST_TIMES_AS_LONG * times[0],
                 f"{times[0]:.3f} s, {times[1]:.3f} s for {TIMES_AS_MANY} times as many")


def check_search(report, folder):
    """The search for mistakes reads the lesson anew for each of them, but not without end."""
    path = written(folder, "weights", lessons.weights(TIMES_AS_MANY * FEW))
    told = spent(["explain", path])
    judged = spent(["check", path, written(folder, "answers", {"a_7": [0.4, 0.35, 0.25]})])
    report.check("a long lesson is told, and a wrong answer to it found", (told[0], judged[0]) == (0, 3))
    report.check("mistakes are tried for the time of 60 tellings at most", judged[1] < 60 * told[1],
                 f"{judged[1]:.2f} s, and {told[1]:.2f} s")


def check_all_lessons(report):
    names = [line.split()[0] for line in attnviz("lessons").stdout.decode().splitlines()
             if line.startswith("  ") and not line.startswith("   ")]
    report.check("there are lessons", len(names) >= 10, names)
    # what the system takes to start a program is no part of a lesson, and differs tenfold between machines
    runs = [[spent(["explain", name])[3] - spent(["--version"])[3] for name in names] for _ in range(RUNS)]
    total, most = min(sum(each) for each in runs), min(yardstick() for _ in range(RUNS))
    most *= len(names) * PRODUCTS_A_LESSON / PRODUCTS
    report.check("a lesson takes less than 390,000 products in Python, on average", total < most,
                 f"{total:.2f} s, {most:.2f} s")


def check_memory(report, folder):
    words, width, heads, few, many = 256, 128, 4, 2, 10
    small, large = (
        spent(["explain", written(folder, f"transformer{layers}",
                                  lessons.transformer(words, width, heads, layers))])
        for layers in (few, many))
    grown, most = (large[2] - small[2]) / (many - few), 2 * lessons.transformer_bytes(words, width)
    report.check("transformers run", small[0] == large[0] == 0, f"{small[0]}, {large[0]}")
    report.check("a layer keeps its weights and what it names", grown < most,
                 f"{grown / 1e6:.1f} MB, and has {most / 2e6:.1f} MB")


def check_pairs(report, folder):
    words, width = 600, 16
    status, _, memory, _ = spent(["explain", written(folder, "pairs", lessons.pairs(words, width))])
    least = spent(["--version"])[2]
    report.check("pairs run", status == 0, status)
    report.check("pairs of words are computed in one", memory - least < 5 * 4 * words * words,
                 f"{(memory - least) / words / words:.0f} bytes for each pair")


def main():
    report = Report("growth")
    with tempfile.TemporaryDirectory() as folder:
        for make in (lessons.chain, lessons.rich, lessons.functions, lessons.gradients):
            for form in ("text", "json"):
                check_time(report, folder, make, form)
        check_time(report, folder, lessons.switched, "json", "--without", "shift")
        check_arrays(report, folder)
        check_search(report, folder)
        check_all_lessons(report)
        check_memory(report, folder)
        check_pairs(report, folder)
    report.end()


main()
