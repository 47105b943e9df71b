"""Items that several threads take one after another, each as soon as it is free."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
WAIT = 0.05  # seconds; waiting without a limit would not let KeyboardInterrupt through everywhere


class Shared(Generic[Item, Result]):
    """Items to call `call` with; when that raises, or `is_ended` is set, no other is begun."""

    def __init__(self, call: Callable[[Item], Result], items: Iterable[Item]) -> None:
        self.is_ended = False
        self._call, self._waiting, self._lock = call, enumerate(items), Lock()
        self._results: dict[int, Result] = {}

    def go_on(self) -> None:
        """Take items until none is left; what every thread does.

        Raises
        ------
        BaseException
            What `call` raised, or taking an item.
        """
        try:
            while (taken := self._take()) is not None:
                number, item = taken
                self._results[number] = self._call(item)
        except BaseException:
            self.is_ended = True
            raise

    def _take(self) -> tuple[int, Item] | None:
        with self._lock:
            return None if self.is_ended else next(self._waiting, None)

    def in_order(self) -> list[Result]:
        """What `call` has returned for each item, once all are done."""
        return [self._results[number] for number in range(len(self._results))]
