"""The source tree against the table of rooms in lib/README.md.

A room is a folder of lib/ that holds .c or .h files; lib itself is "lib", the commands are "cli". A unit is a
header and its source: the files of one room that have the same name but for the ending.
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import ROOT, Report  # noqa: E402
import functions  # noqa: E402

MOST_FILES = 20
MOST_PRIVATE = 3  # private headers of lib/ that the commands include
MOST_LINES = 700
MOST_BODY_LINES, MEDIAN_BODY_LINES = 60, 10
MOST_PARAMETERS, MOST_WIDE = 6, 10
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
CODE = (".c", ".h")

report = Report("house")


def verdict(label, faults):
    report.check(f"house/{label}", not faults, "".join(f"\n  {fault}" for fault in faults))


def lines_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read().splitlines()


def folders(top):
    """(folder, its files) of a tree, by paths from the root of the project."""
    for folder, _, files in sorted(os.walk(os.path.join(ROOT, top))):
        yield os.path.relpath(folder, ROOT), sorted(files)


def room_of(path):
    folder = os.path.dirname(path)
    return folder if folder == "lib" else folder.split("/")[0] if folder.startswith("cli") else folder[len("lib/"):]


def unit_of(path):
    return os.path.splitext(path)[0]


TREES = {top: list(folders(top)) for top in ("lib", "cli")}
FILES = [f"{folder}/{name}" for tree in TREES.values() for folder, files in tree for name in files]
SOURCES = [path for path in FILES if path.endswith(CODE)]
ROOMS = {room_of(path) for path in SOURCES}


# ---- the table ----


def read_table():
    """{room: the rooms that it may include}, from the rows "| room | what it is for | may include |"."""
    table, faults, inside = {}, [], False
    for number, line in enumerate(lines_of("lib/README.md"), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells == ["room", "what it is for", "may include"]:
            inside = True
        elif inside and not line.startswith("|"):
            break
        elif inside and len(cells) == 3 and set(line) - set("|-: "):
            room = cells[0].strip("`")
            if room in table:
                faults.append(f"lib/README.md:{number}: {room} stands twice")
            table[room] = set(re.findall(r"`([^`]+)`", cells[2]))
    faults += [f"lib/README.md has no row for {room}" for room in sorted(ROOMS - set(table))]
    faults += [f"lib/README.md names {room}, which has no files" for room in sorted(set(table) - ROOMS)]
    for room, allowed in table.items():
        faults += [f"{room} may include {other}, which is no room" for other in sorted(allowed - ROOMS)]
    verdict("table: each room has its row, and each row its room", faults)
    return table


# ---- includes ----


def find_included(path, name):
    """The file of this project that an include names: below lib/, or beside the file."""
    for candidate in ("lib/" + name, os.path.normpath(os.path.join(os.path.dirname(path), name))):
        if candidate in SOURCES:
            return candidate
    return None


def read_includes():
    """(file, line, included file), and what cannot be found."""
    found, faults = [], []
    for path in SOURCES:
        for number, line in enumerate(lines_of(path), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            included = find_included(path, match[1])
            if included:
                found.append((path, number, included))
            else:
                faults.append(f'{path}:{number}: "{match[1]}" is neither below lib/ nor in this folder')
    verdict("found: every include names a file of the project", faults)
    return found


def check_includes(includes, table):
    faults, used = [], set()
    for path, number, included in includes:
        room, other = room_of(path), room_of(included)
        used.add((room, other))
        if room != other and other not in table.get(room, ()):
            faults.append(f"{path}:{number}: {room} may not include {other} ({included})")
    verdict("includes: only what lib/README.md allows", faults)
    unused = [f"{room} may include {other}, but does not: take it out of lib/README.md"
              for room, allowed in table.items() for other in sorted(allowed) if (room, other) not in used]
    verdict("allowed: the table allows no more than is used", unused)


def check_commands(includes):
    """The commands stand on attnviz.h, and on the private headers of the table "| header | why … |"."""
    rows = [re.match(r"\| `(\S+\.h)` \| (.+) \|$", line) for line in lines_of("lib/README.md")]
    named = {"lib/" + row[1] for row in rows if row}
    used = {included: f"{path}:{number}" for path, number, included in includes
            if room_of(path) == "cli" and room_of(included) != "cli" and included != "lib/attnviz.h"}
    faults = [f"{used[header]}: {header}, which lib/README.md does not name" for header in sorted(set(used) - named)]
    faults += [f"lib/README.md names {header}, which no command includes" for header in sorted(named - set(used))]
    if len(named) > MOST_PRIVATE:
        faults.append(f"lib/README.md names {len(named)} private headers")
    verdict(f"commands: attnviz.h, and at most {MOST_PRIVATE} private headers, which lib/README.md names", faults)


# ---- circles ----


def reach(start, arrows):
    """The units that one leads to, each with the unit it was first reached from."""
    came_from, waiting = {}, [start]
    while waiting:
        unit = waiting.pop(0)
        for other in sorted(arrows.get(unit, ())):
            if other not in came_from:
                came_from[other] = unit
                waiting.append(other)
    return came_from


def way(start, end, came_from):
    units = [end]
    while units[-1] != start or len(units) == 1:
        units.append(came_from[units[-1]])
    return list(reversed(units))


def check_circles(includes):
    """An include of another room's unit that leads back to where it started."""
    arrows = {}
    for path, _, included in includes:
        if unit_of(path) != unit_of(included):
            arrows.setdefault(unit_of(path), set()).add(unit_of(included))
    faults = []
    for unit in sorted(arrows):
        for other in sorted(arrows[unit]):
            if os.path.dirname(unit) != os.path.dirname(other):
                back = reach(other, arrows)
                if unit in back:
                    faults.append(" → ".join([unit, *way(other, unit, back)]))
    verdict("circles: no units of different rooms include each other", faults)


# ---- names and sizes ----


def check_names():
    """A .c and a .h of one folder are a pair; lib and cli are looked at apart."""
    for top, tree in TREES.items():
        places = {}
        for folder, files in tree:
            for name in files:
                stem = os.path.splitext(name)[0] if name.endswith(CODE) else name
                places.setdefault(stem, set()).add(folder)
        twice = [f"{stem}: in {' and '.join(sorted(where))}"
                 for stem, where in sorted(places.items()) if len(where) > 1]
        verdict(f"names: each file name once in {top}", twice)


def check_folders():
    verdict(f"folders: at most {MOST_FILES} files in each of lib",
            [f"{folder} has {len(files)}" for folder, files in TREES["lib"] if len(files) > MOST_FILES])


def check_lengths():
    lengths = [(path, len(lines_of(path))) for path in SOURCES if path.endswith(".c")]
    verdict(f"lengths: no source is longer than {MOST_LINES} lines",
            [f"{path} has {length} lines" for path, length in lengths if length > MOST_LINES])


def check_functions():
    found = [(path, *function) for path in SOURCES for function in functions.functions("\n".join(lines_of(path)))]
    verdict(f"functions: none is longer than {MOST_BODY_LINES} lines",
            [f"{path}:{line}: {name} has {length}" for path, name, line, length, _ in found
             if length > MOST_BODY_LINES])
    median = sorted(length for _, _, _, length, _ in found)[len(found) // 2]
    verdict(f"functions: half of them have at most {MEDIAN_BODY_LINES} lines",
            [f"the median is {median}"] if median > MEDIAN_BODY_LINES else [])
    wide = [f"{path}:{line}: {name} has {count}" for path, name, line, _, count in found if count > MOST_PARAMETERS]
    verdict(f"functions: at most {MOST_WIDE} have more than {MOST_PARAMETERS} parameters",
            wide if len(wide) > MOST_WIDE else [])


def check_declarations():
    verdict("declarations: each one in a header has a comment",
            [f"{path}:{line}: {declaration}" for path in SOURCES if path.endswith(".h")
             for declaration, line in functions.undocumented("\n".join(lines_of(path)))])


def check_cjson():
    """Others ask files/json for what they want to know of a value."""
    rooms = ("files/json", "lesson/read")
    verdict(f"cJSON: named in {' and '.join(rooms)} alone",
            [f"{path}:{number}" for path in SOURCES if room_of(path) not in rooms
             for number, line in enumerate(lines_of(path), 1) if "cJSON" in line])


# ---- the page of the tests ----


def check_tests():
    told = {name for line in lines_of("tests/README.md") if line.startswith("| `")
            for name in re.findall(r"`(\w+)`", line.split("|")[1])}
    there = {entry.name for entry in os.scandir(os.path.join(ROOT, "tests"))
             if entry.is_dir() and entry.name != "__pycache__"}
    verdict("tests/README.md: the table names every folder",
            [f"{name} is not in the table" for name in sorted(there - told)]
            + [f"there is no folder {name}" for name in sorted(told - there)])


def main():
    table = read_table()
    includes = read_includes()
    check_includes(includes, table)
    check_commands(includes)
    check_circles(includes)
    check_names()
    check_folders()
    check_lengths()
    check_functions()
    check_declarations()
    check_cjson()
    check_tests()
    report.end()


main()
