"""All faults, one part after the other; words on the command line choose some of the parts."""

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

report = Report("faults-long" if EVERYTHING else "faults")
for name, part in PARTS.items():
    if sys.argv[1:] and name not in sys.argv[1:]:
        continue
    start = time.time()
    try:
        part.run(report)
    except Exception:  # pylint: disable=broad-except
        report.check(f"{name} comes to its end", False, traceback.format_exc())
    print(f"  {name}: {time.time() - start:.1f} s", file=sys.stderr)
report.end()
