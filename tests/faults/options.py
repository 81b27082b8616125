"""Every option of every command, as --help lists them, with values that are none."""

import re

from common import Folder, each, is_message

COMMANDS = ("explain", "heatmap", "lessons", "help")
OPTION = re.compile(r"^  (?:(-\w), )?(--[a-z-]+)(?: (\S+))?", re.MULTILINE)

# Values that are wrong for every option that has a choice or a number; the rest is names and texts.
NO_NUMBERS = ("12abc", " 5", "-1", "+1", "1e9", "0x3", "3.0", "99999999999999999999", "١", "")
GOOD = {"--input": "sentence=a", "--sentence": "a", "--set": "e_{1,2}=2", "--without": "attention", "--only": "α", "--at": "t=1",
        "--arithmetic": "α_{1,2}", "--zoom": "score", "--precision": "2", "--format": "text",
        "--color": "never", "--output": "out", "--lesson": "reader", "--show": "α"}


def options_of(command):
    """name, letter, argument of each option, read from what the program prints."""
    with Folder({}) as folder:
        text = folder.run("help", command).stdout.decode()
    return [(name, letter, argument) for letter, name, argument in OPTION.findall(text)]


def try_all(report, label, cases, good):
    """cases: lists of words. good(outcome) says whether that was the right answer."""
    def judge(words):
        with Folder() as folder:
            before = folder.files()
            outcome = folder.run(*words, seconds=20)
            tidy = outcome.status == 0 or folder.files() == before
        return None if tidy and good(outcome) else f"attnviz {' '.join(words)!r}: {outcome}"

    faults = [fault for fault in each(judge, cases) if fault]
    report.check(f"{label}: {len(cases)} command lines", cases and not faults, "; ".join(faults[:4]))


def is_usage_fault(outcome):
    return outcome.status == 2 and not outcome.stdout and is_message(outcome.stderr)


def told(outcome):
    """Done, or refused with a message."""
    return outcome.status in (0, 1, 2, 3) and (outcome.status == 0 or is_message(outcome.stderr))


def run(report):
    missing, empty, twice, not_wanted, unknown, odd, prefixes, numbers, places = ([] for _ in range(9))
    for command in COMMANDS:
        options = options_of(command)
        names = [name for name, _, _ in options]
        report.check(f"{command}: --help lists its options", "--help" in names, names)
        for name, letter, argument in options:
            if name == "--help":
                continue
            if argument:
                missing += [[command, name]] + ([[command, letter]] if letter else [])
                missing += [[command, name, "--help"], [command, name, "--"]]
                empty += [[command, name, ""], [command, name + "="]]
                value = GOOD.get(name)
                if name in ("--format", "--color", "--precision", "--sentence", "--output", "--lesson"):
                    twice.append([command, name, value or "x", name, value or "x"])
                odd += [[command, name, value] for value in (*NO_NUMBERS[:-1], "=", ",", "x" * 5000, "%s%n",
                                                             "-", "α", "_", "{", "\u202e", "a\nb", "\\")]
                odd += [[command, f"{name}={value}"] for value in ("=", "==", "-1", "--help", "1e9")]
                if argument == "N":
                    numbers += [[command, name, value] for value in NO_NUMBERS]
                    numbers += [[command, f"{name}={value}"] for value in NO_NUMBERS]
                if "=N" in argument:
                    places += [[command, name, f"t={value}"] for value in NO_NUMBERS]
            else:
                not_wanted += [[command, f"{name}=yes"], [command, name + "="]]
            # a beginning that more than one option has, or one alone: never an option by itself
            prefixes += [[command, name[:length]] for length in range(3, len(name)) if name[:length] not in names]
        unknown += [[command, word] for word in ("--nonsense", "--nonsense=1", "---", "-Z", "--=", "--=x", "-\x1b[2J",
                                                 "--\u202e", "--" + "x" * 5000, "-é")]
    report.check("options with a choice, a number and a text are known", len(GOOD) <= len(odd) and numbers, numbers)
    try_all(report, "a value that is missing", missing, is_usage_fault)
    try_all(report, "an empty value", empty, is_usage_fault)
    try_all(report, "an option that stands twice", twice, is_usage_fault)
    try_all(report, "a value that is not wanted", not_wanted, is_usage_fault)
    try_all(report, "unknown options", unknown, is_usage_fault)
    try_all(report, "beginnings of options", prefixes, is_usage_fault)
    try_all(report, "numbers that are none", numbers, is_usage_fault)
    try_all(report, "places that are none", places, is_usage_fault)
    try_all(report, "odd values", odd, told)
    try_all(report, "help", [[*words] for words in
                             (["--help"], ["-h"], ["help"], *([command, "--help"] for command in COMMANDS),
                              *([command, "-h"] for command in COMMANDS), *(["help", c] for c in COMMANDS),
                              ["--version"])], lambda outcome: outcome.status == 0 and outcome.stdout
            and not outcome.stderr)
