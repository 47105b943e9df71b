"""From a declaration to rewrite rules and to the rows of the table of distances."""

from __future__ import annotations

from collections.abc import Callable

from ..endings import State, Value
from ..errors import LimitReached, NeedsValue, PuzzleError, Refusal
from ..logic.answers import Constrained
from ..logic.relations import Predicate
from ..logic.substitution import Substitution
from ..logic.terms import var
from ..notation import unwieldy, write
from ..rewriting.reach import Domains, union
from ..rewriting.rewrite import Rewriting
from ..rewriting.transitions import compile_move, differences
from ..search.problem import Table
from ..watchdog import Watchdog
from .declaration import Declaration
from .parts import is_within, listed
from .patterns import PATIENCE, raise_if_set
from .relation_answers import asked, place_of


def rewriting_of(declared: Declaration, written: Callable[[], Domains]) -> Rewriting | Refusal:
    """The rules of the move relation, compared with the relation itself on some states; or why there are none.

    The comparison catches a relation that looks at cells in a way that cannot be followed, such as `dict.get`.
    `written` gives the values that the goal brings to each cell; it is asked where no values are declared.
    """
    name = declared.move.name
    states = [declared.start, *listed(declared.goal)]
    at_work: list[str] = []
    domains = declared.domains or tuple(union(column) for column in zip(*states, strict=True))
    try:
        rewriting = _compiled(declared, domains, at_work)
        if declared.domains is None:
            wider = tuple(map(union, rewriting.domains, written()))
            rewriting = rewriting if wider == rewriting.domains else _compiled(declared, wider, at_work)
        with Watchdog(PATIENCE, what=f"compiling {name}"):
            wrong = next(differences(rewriting, declared.successors, states), None)
        return rewriting if wrong is None else _unlike(declared, wrong)
    except Refusal as refusal:
        return refusal
    except LimitReached as limit:
        raise_if_set(limit, declared.move)
        return Refusal(f"{name} does not become rewrite rules: {limit.problem}{''.join(at_work)}")
    except NeedsValue as need:
        return Refusal(f"{name} does not become rewrite rules: {need}")
    except RecursionError:
        return Refusal(f"{name} does not become rewrite rules: a term is nested too deep for Python")


def _compiled(declared: Declaration, domains: Domains, at_work: list[str]) -> Rewriting:
    move = declared.move
    with Watchdog(PATIENCE, what=f"compiling {move.name}") as watchdog:
        return compile_move(move, move.name, domains, declared.domains is None, watchdog.check, at_work)


def _unlike(declared: Declaration, state: State) -> Refusal:
    """Why the moves from `state` are not those of the rules."""
    name, shown = declared.move.name, write(state)
    if declared.domains is not None and not is_within(state, declared.domains):
        return Refusal(f"{name} leads to {shown}, which the declared values do not allow")
    return Refusal(
        f"{name} looks at cells in a way that cannot be followed: its moves from {shown} are not those of its rules"
    )


def table_of(distance: Predicate, n_cells: int) -> Table:
    """The rows of the distance relation by value.

    Raises
    ------
    PuzzleError
        A value has two rows, a row is not a list, or the relation does not tell them.
    """
    value, row = var(), var()
    table: dict[Value, tuple[int, ...]] = {}
    for answer in asked(distance, (value, row), (value, row)):
        found, entries = answer.value if isinstance(answer, Constrained) else answer
        if Substitution().unknowns((found, entries)):
            raise PuzzleError("a row leaves something open", place=place_of(distance), got=write((found, entries)))
        if (reason := unwieldy((found, entries))) is not None:
            raise PuzzleError(f"not a valid row: {reason}", place=place_of(distance))
        if not isinstance(entries, tuple):
            raise PuzzleError(
                f"the row of {write(found)} is not a list", place=distance.name, expected=f"{n_cells} numbers",
                got=write(entries),
            )  # fmt: skip
        if found in table:
            raise PuzzleError(f"{write(found)} has two rows", place=distance.name, expected="one row a value")
        table[found] = entries
    return table
