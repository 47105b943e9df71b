"""The engines by name, and which one `auto` takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from ..background import load_kernels
from ..errors import PuzzleError, Refusal
from ..search.budget import Budget
from .reading import Reading
from .values import Values

Cuts = Mapping[int, Values]  # {0: (9,), 4: (1, 2)}: what is left of the domains of some variables, by number


class Search(Protocol):
    """One query in an engine: the solutions as rows of the values of all variables, each once, or their number.

    `rows` yields None after a slice without a solution, so that the caller can pause.
    """

    @property
    def nodes(self) -> int: ...

    @property
    def found(self) -> int: ...

    def rows(self) -> Iterator[Values | None]: ...

    def count(self) -> int: ...


def _compiled(reading: Reading, fresh: Callable[[], Reading], cuts: Cuts, budget: Budget) -> Search:
    load_kernels(__package__, "search")
    from .compiled import CompiledSearch

    return CompiledSearch(reading.packed, cuts, budget)


def _reference(reading: Reading, fresh: Callable[[], Reading], cuts: Cuts, budget: Budget) -> Search:
    from .reference import ReferenceSearch

    return ReferenceSearch(fresh().declaration, reading.main, cuts, budget)


def _cp_sat(reading: Reading, fresh: Callable[[], Reading], cuts: Cuts, budget: Budget) -> Search:
    from .cpsat import CpSatSearch

    return CpSatSearch(reading.forms, reading.lowering.domains, reading.main, cuts, budget)


ENGINES: dict[str, Callable[[Reading, Callable[[], Reading], Cuts, Budget], Search]] = {
    "compiled": _compiled,
    "reference": _reference,
    "cp-sat": _cp_sat,
}


def choose(engine: str, reading: Reading) -> str:
    """The name of the engine; `auto` is compiled, or reference for what compiled does not take.

    Raises
    ------
    PuzzleError
        There is no such engine, or it does not take this model.
    """
    if engine == "auto":
        return "reference" if isinstance(reading.lowered, Refusal) else "compiled"
    if engine not in ENGINES:
        raise PuzzleError("there is no such engine", expected=f"auto, {', '.join(ENGINES)}", got=engine)
    if engine != "reference" and isinstance(reading.lowered, Refusal):
        raise PuzzleError(str(reading.lowered), place=f"engine {engine}", hint="use the engine auto or reference")
    return engine
