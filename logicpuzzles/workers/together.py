"""One piece of work that several threads do together, of which the one that asks is the first.

For what is short, so that to hand it to others and to wait for them would count, and made of steps that end soon, since
an interrupt is heard between them only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Thread
from typing import TypeVar

from .shared import WAIT, Shared

Item = TypeVar("Item")
Result = TypeVar("Result")


def together(workers: int, work: Callable[[], object]) -> None:
    """Call `work` here and in other threads, so many in all, which share what there is to do; all have ended then.

    Raises
    ------
    BaseException
        What one of them raised, first of all what was raised here, such as an interrupt.
    """
    problems: list[BaseException] = []

    def other() -> None:
        try:
            work()
        except BaseException as problem:
            problems.append(problem)

    others = [Thread(target=other, daemon=True) for _ in range(workers - 1)]
    try:
        for thread in others:
            thread.start()
        work()
    except BaseException as problem:
        problems.insert(0, problem)
    while any(thread.is_alive() for thread in others):
        try:
            for thread in others:
                if thread.is_alive():
                    thread.join(WAIT)
        except KeyboardInterrupt as again:
            problems.append(again)
    if problems:
        raise problems[0]


def each_together(workers: int, call: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """What `call` gives for each item, in their order; when it raises, no other item is begun."""
    shared = Shared(call, items)
    together(workers, shared.go_on)
    return shared.in_order()
