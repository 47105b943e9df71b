"""Who shares a search that lasts: threads of this process, or an executor elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from ..workers import Executor
    from ..workers.specification import Asked

Item = TypeVar("Item")
Result = TypeVar("Result")


class Workers:
    """Those that were asked for; an executor elsewhere is made when a search first needs it.

    Attributes
    ----------
    threads
        How many threads search; 1 where others do.

    Parameters
    ----------
    asked
        As for `executor_of`, but a number asks for threads; None for as many as there are cores.

    Raises
    ------
    PuzzleError
        It is none of these.
    """

    def __init__(self, asked: Asked = 1) -> None:
        self.asked, self.threads = asked, 1
        self._executor: Executor | None = None
        self._results: Iterator[object] | None = None
        if type(asked) is int and asked == 1:
            return
        from ..workers.addresses import address_of  # here, as below: most searches keep to themselves
        from ..workers.threads import checked

        if isinstance(asked, str):
            address_of(asked)
        elif asked is None or isinstance(asked, int) or not (hasattr(asked, "each") or hasattr(asked, "submit")):
            self.threads = checked(asked)
            self.asked = self.threads
        elif getattr(asked, "shares_memory", False):
            self.threads = self.asked = checked(getattr(asked, "workers", 1))

    @property
    def are_elsewhere(self) -> bool:
        """Whether what they search is sent to them."""
        return not isinstance(self.asked, int)

    @property
    def are_several(self) -> bool:
        """Whether there is somebody to share with."""
        return self.are_elsewhere or self.threads > 1

    def executor(self) -> Executor:
        """The executor elsewhere.

        Raises
        ------
        PuzzleError
            It cannot be reached.
        """
        if self._executor is None:
            from ..workers.specification import executor_of

            self._executor = executor_of(self.asked)
        return self._executor

    def each(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """What `Executor.each` gives; what was under way before is cancelled."""
        self.cancel()
        self._results = results = self.executor().each(work, items)
        return results

    def cancel(self) -> None:
        """Cancel what is under way."""
        results, self._results = self._results, None
        if isinstance(results, Generator):
            results.close()

    def close(self) -> None:
        """Cancel what is under way, and end what was begun here."""
        self.cancel()
        executor, self._executor = self._executor, None
        if executor is not None and executor is not self.asked:
            executor.close()
