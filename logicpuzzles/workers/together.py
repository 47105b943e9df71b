"""One piece of work that several threads do together, of which the one that asks is the first.

For what is short, so that to hand it to others and to wait for them would count, and made of steps that end soon, since
an interrupt is heard between them only. The threads are begun by `_thread`: `threading.Thread` leaves its objects to
callbacks of weak references, and an interrupt that Python raises in one of those is lost.
"""

from __future__ import annotations

from _thread import start_new_thread
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
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
    ended: list[BaseException | None] = []
    wake: SimpleQueue[None] = SimpleQueue()

    def other() -> None:
        problem = None
        try:
            work()
        except BaseException as raised:
            problem = raised
        finally:
            ended.append(problem)
            wake.put(None)

    begun: list[int] = []
    problems: list[BaseException] = []
    try:
        begun.extend(map(start_new_thread, [other] * (workers - 1), [()] * (workers - 1)))  # no interrupt divides it
        work()
    except BaseException as problem:
        problems.append(problem)
    while len(ended) < len(begun):
        try:
            wake.get(timeout=WAIT)
        except Empty:
            pass
        except KeyboardInterrupt as again:
            problems.append(again)
    problems.extend(problem for problem in ended if problem is not None)
    if problems:
        raise problems[0]


def each_together(workers: int, call: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """What `call` gives for each item, in their order; when it raises, no other item is begun."""
    shared = Shared(call, items)
    together(workers, shared.go_on)
    return shared.in_order()
