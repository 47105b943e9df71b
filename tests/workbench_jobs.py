"""Functions that run in processes of the workbench, for tests."""

from __future__ import annotations

import os
import time

from logicpuzzles import LimitReached, Limits, PuzzleError, load


def added(one, other):
    return one + other


def told(words, progress):
    for word in words:
        progress(word)
    return len(words)


def process():
    return os.getpid()


def endless():
    while True:
        time.sleep(0.01)


def in_one_long_step():
    """A computation of Python that looks at no limit."""
    return 7 ** (10**9)


def crash():
    os.abort()


def complain():
    raise PuzzleError("this is wrong", place="here", expected="that", got=object(), hint="do it")


def reach_a_limit():
    raise LimitReached("enough")


def fail():
    return 1 // 0


def leave():
    raise SystemExit(3)


def unpicklable():
    return lambda: None


def solve(name):
    return load(name).puzzle.solve(limits=Limits(seconds=60)).cost
