"""Tests that need a pseudo-terminal: whether there is one, and how they are counted."""

import os
import pty
import subprocess

from harness import Report, as_at_a_terminal


def run(name, tests):
    """Runs them and ends."""
    report = Report(name)
    as_at_a_terminal()
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError as fault:  # a chroot without /dev/pts
        report.skip(name, f"this system gives no pseudo-terminal ({fault})")
        report.end()
    for test in tests:
        why = ""
        try:
            test()
        except (AssertionError, OSError, subprocess.SubprocessError) as fault:
            why = f"{type(fault).__name__}: {fault}"
        report.check(f"{name}/" + test.__name__.replace("_", "-"), not why, why)
    report.end()
