"""Tests that need a pseudo-terminal: whether there is one, and how they are counted."""

import concurrent.futures
import os
import pty
import subprocess

from harness import Report, as_at_a_terminal


AT_ONCE = 4  # they wait for their programs most of the time


def each(function, cases):
    """function(case) for all cases, some at once; in the order of cases."""
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(function, cases))


def fault_of(test):
    """Why a test failed; "": it did not."""
    try:
        test()
    except (AssertionError, OSError, subprocess.SubprocessError) as fault:
        return f"{type(fault).__name__}: {fault}"
    return ""


def none_given():
    """Why this system gives no pseudo-terminal, as a chroot without /dev/pts; "": it does."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError as fault:
        return f"this system gives no pseudo-terminal ({fault})"
    return ""


def run(name, tests):
    """Runs them, each with terminals of its own, and ends."""
    report = Report(name)
    as_at_a_terminal()
    if none := none_given():
        report.skip(name, none)
        report.end()
    for test, why in zip(tests, each(fault_of, tests)):
        report.check(f"{name}/" + test.__name__.replace("_", "-"), not why, why)
    report.end()
