"""The engines by name, and which one `auto` takes. One is imported when it begins: others need its name only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from ..errors import PuzzleError, Refusal

if TYPE_CHECKING:
    from ..search.budget import Budget
    from .incumbent import Aim
    from .packed import Packed
    from .reading import Reading
    from .search import Cuts, Search


def _compiled(reading: Reading, fresh: Callable[[], Reading], cuts: Cuts, budget: Budget) -> Search:
    order, aim = reading.order, _aim(reading)
    if order is not None and aim is None:
        from .ordered import OrderedSearch

        return OrderedSearch(reading, order, cuts, budget)
    from .compiled import CompiledSearch
    from .kernels import layout

    selection = layout.WEIGHTED if order is None else layout.SELECTIONS[order.selection]
    return CompiledSearch(reading.packed, cuts, budget, selection, order is not None and order.descending, aim)


def _reference(reading: Reading, fresh: Callable[[], Reading], cuts: Cuts, budget: Budget) -> Search:
    from .reference import ReferenceSearch

    return ReferenceSearch(fresh(), reading, cuts, budget)


def _cp_sat(reading: Reading, fresh: Callable[[], Reading], cuts: Cuts, budget: Budget) -> Search:
    from .cpsat import CpSatSearch

    return CpSatSearch(reading, cuts, budget)


def _learning(reading: Reading, fresh: Callable[[], Reading], cuts: Cuts, budget: Budget) -> Search:
    from .learning import LearningSearch

    return LearningSearch(reading.packed, cuts, budget, _aim(reading))


def _automatic(reading: Reading, fresh: Callable[[], Reading], cuts: Cuts, budget: Budget) -> Search:
    if reading.order is not None:
        return _compiled(reading, fresh, cuts, budget)
    if reading.aim is None and _is_free(reading.packed, budget):
        from .unconstrained import FreeSearch

        return FreeSearch(reading.packed, cuts, budget)
    from .automatic import AutomaticSearch

    return AutomaticSearch(reading.packed, cuts, budget, reading.main, _aim(reading))


def _is_free(packed: Packed | None, budget: Budget) -> TypeGuard[Packed]:
    """Whether no constraint is left, all variables are of the relation, and decisions have no limit."""
    return packed is not None and packed.is_free and budget.limits.nodes is None


def _aim(reading: Reading) -> Aim | None:
    """What a search is to make better from solution to solution, if anything."""
    return None if reading.aim is None or reading.aim.exactly else reading.aim


Begin: TypeAlias = "Callable[[Reading, Callable[[], Reading], Cuts, Budget], Search]"
ENGINES: dict[str, Begin] = {
    "compiled": _compiled,
    "learning": _learning,
    "reference": _reference,
    "cp-sat": _cp_sat,
}


def beginning(engine: str) -> Begin:
    """What begins a search by an engine that `choose` gives."""
    return _automatic if engine == "auto" else ENGINES[engine]


def choose(engine: str, reading: Reading) -> str:
    """The name of the engine; `auto` is that itself, or reference for what it does not take.

    Raises
    ------
    PuzzleError
        There is no such engine, or it does not take this model.
    """
    if engine == "auto":
        return "reference" if isinstance(reading.lowered, Refusal) else "auto"
    if engine not in ENGINES:
        raise PuzzleError("there is no such engine", expected=f"auto, {', '.join(ENGINES)}", got=engine)
    if engine != "reference" and isinstance(reading.lowered, Refusal):
        raise PuzzleError(str(reading.lowered), place=f"engine {engine}", hint="use the engine auto or reference")
    return engine
