"""Work that must not be interrupted halfway, in a thread, so that Ctrl-C gets through all the same."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def in_background(work: Callable[[], T]) -> T:
    """What `work` gives or raises. On Ctrl-C it is left to itself, goes on, and its result is dropped."""
    results: list[T] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as problem:
            problems.append(problem)

    thread = Thread(target=run, name="logicpuzzles", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)  # a join without a time limit would not let KeyboardInterrupt through
    if problems:
        raise problems[0]
    return results[0]


def load_kernels(*names: str) -> None:
    """Import modules of `kernels`, and numba with the first: half an import of numba would spoil the session."""
    package = __name__.rpartition(".")[0]
    modules = [f"{package}.kernels.{name}" for name in names]
    if not all(module in sys.modules for module in modules):
        in_background(lambda: [import_module(module) for module in modules])
