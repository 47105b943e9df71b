"""The executor that is asked for: by a number of workers, or by what runs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias, cast

from ..errors import PuzzleError
from ..integers import represented
from . import Executor
from .here import Here
from .threads import Threads, checked

if TYPE_CHECKING:
    from concurrent.futures import Executor as Pool

    Asked: TypeAlias = "int | str | Pool | Executor | None"  # how many, the address of a Dask cluster, what runs items


def executor_of(asked: Asked, threads: bool = False, default: int = 1) -> Executor:
    """The executor that is asked for; `using` closes it again.

    Parameters
    ----------
    asked
        How many workers; an executor, ours or one of `concurrent.futures`; None for the `default`.
    threads
        Whether the work is kernels that let others run, so that threads serve: else a number asks for processes.

    Raises
    ------
    PuzzleError
        It is none of these.
    """
    if asked is None:
        asked = default
    if isinstance(asked, int):
        workers = checked(asked)
        if workers == 1:
            return Here()
        if threads:
            return Threads(workers)
        from .processes import Processes

        return Processes(workers)
    if isinstance(asked, str):
        from .dask import Dask

        return Dask(asked)
    if hasattr(asked, "each") and hasattr(asked, "run"):
        return cast("Executor", asked)  # an executor of `concurrent.futures` has neither
    if hasattr(asked, "submit"):
        if hasattr(asked, "_client"):  # what `Client.get_executor()` of Dask gives
            from .dask import Dask

            return Dask(asked._client)
        from .futures import Futures

        return Futures(asked, getattr(asked, "_max_workers", 0) or checked(None))
    expected = "a number, an executor, or the address of a Dask cluster"
    raise PuzzleError("this is no executor", place="workers", expected=expected, got=represented(asked))


@contextmanager
def using(asked: Asked, threads: bool = False, default: int = 1) -> Iterator[Executor]:
    """The executor that is asked for, closed at the end if it was made here."""
    executor = executor_of(asked, threads, default)
    try:
        yield executor
    finally:
        if executor is not asked:
            executor.close()


__all__ = ["executor_of", "using"]
