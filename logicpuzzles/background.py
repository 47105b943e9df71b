"""Work that must not be interrupted halfway, run in a thread so that Ctrl-C and limits still get through."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextvars import ContextVar
from importlib import import_module
from typing import Any, TypeVar

from .watchdog import check_all, uncounted

T = TypeVar("T")

NAME = "logicpuzzles"  # of the threads
LOADING = "loading the compiled kernel"
COMPILING = "compiling the kernel, which is done once on a machine and goes on"
_check: ContextVar[Callable[[str], None] | None] = ContextVar("_check", default=None)


def asking(check: Callable[[str], None], work: Callable[..., T], *arguments: Any) -> T:
    """The result of `work`; while it waits for the background, `check` is called with what is being done.

    An exception from `check` ends the waiting.
    """
    token = _check.set(check)
    try:
        return work(*arguments)
    finally:
        _check.reset(token)


def in_background(work: Callable[[], T], doing: Callable[[], str] = lambda: LOADING) -> T:
    """The result of `work`, run in a thread. At a limit and on Ctrl-C the thread runs on, and its result is dropped.

    `doing` says what it is doing. What `work` or the check of `asking` raises is raised here, and `LimitReached` where
    a limit of the query is passed, or, outside of `asking`, the time of `within`.
    """
    from threading import Thread  # here: where a kernel is in memory or in the cache there is no thread

    results: list[T] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as problem:
            problems.append(problem)

    thread = Thread(target=run, name=NAME, daemon=True)
    thread.start()
    check = _check.get()
    while thread.is_alive():
        thread.join(0.05)  # a join without a time limit would not let KeyboardInterrupt through
        if thread.is_alive():
            if check is not None:
                check(doing())
            check_all(doing(), whole=check is None)
    if problems:
        raise problems[0]
    return results[0]


def load_kernels(package: str, *names: str) -> None:
    """Import modules of `package`.kernels, uninterrupted: after half an import of numpy a second one fails.

    Raises
    ------
    PuzzleError
        This system lets no compiled code be run.
    """
    from .kernels.executable import require_compiled

    modules = [f"{package}.kernels.{name}" for name in names]
    if not all(map(is_loaded, modules)):
        require_compiled()
        with uncounted():
            in_background(lambda: [import_module(module) for module in modules])


def is_loaded(name: str) -> bool:
    """Whether this module is fully imported: another thread may still be importing it."""
    module = sys.modules.get(name)
    return module is not None and not getattr(module.__spec__, "_initializing", False)
