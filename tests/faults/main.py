"""All faults, one part after the other; words on the command line, or in PARTS, choose some of them."""

import os
import sys
import time
import traceback

import calls
import descriptors
import extremes
import limits
import memory
import options
import sameness
import targets
from common import EVERYTHING, Report

PARTS = {"descriptors": descriptors, "calls": calls, "limits": limits, "targets": targets,
         "options": options, "extremes": extremes, "sameness": sameness, "memory": memory}

APART = ("options", "sameness", "memory")  # scripts of their own: tests/options, sameness, memory_ends
chosen = os.environ.get("PARTS", "").split() or sys.argv[1:] or [
    name for name in PARTS if EVERYTHING or name not in APART]
report = Report("faults-long" if EVERYTHING else "faults")
for name, part in PARTS.items():
    if name not in chosen:
        continue
    start = time.time()
    try:
        part.run(report)
    except Exception:  # pylint: disable=broad-except
        report.check(f"{name} comes to its end", False, traceback.format_exc())
    print(f"  {name}: {time.time() - start:.1f} s", file=sys.stderr)
report.end()
