"""The thread that asks as the only worker: the reference that all other executors are compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Here:
    """An `Executor` that runs each item when its result is asked for, where it is asked for."""

    workers = 1
    shares_memory = True

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """What `work` returns for each item, in their order."""
        return list(map(work, items))

    def each(self, work: Callable[[Item], Result], items: Iterable[Item], ahead: int | None = None) -> Iterator[Result]:
        """What `work` returns for each item, which is taken when this is asked for."""
        return map(work, items)

    def close(self) -> None:
        """Nothing is left to end."""
