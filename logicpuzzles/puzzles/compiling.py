"""From a declaration to rewrite rules, to the patterns of goals and to the rows of the table of distances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ..by_name import entry
from ..endings import Label, State, Value
from ..errors import LimitReached, NeedsValue, PuzzleError, Refusal
from ..logic.answers import Constrained
from ..logic.notation import unwieldy
from ..logic.relations import Predicate
from ..logic.substitution import Substitution
from ..logic.terms import var
from ..logic.writer import write
from ..proofs.bounds import Table
from ..rewriting.comparison import differences
from ..rewriting.reach import Domains, union
from ..rewriting.rewrite import Among, Equals, Pattern, Rewriting
from ..rewriting.transitions import Query, compile_move
from ..watchdog import Watchdog
from .declaration import Declaration
from .parts import is_within
from .relation_answers import answers_of, place_of

T = TypeVar("T")
AtWork = list[str]  # what was being compiled when it was stopped
PATIENCE = 10.0  # seconds for compiling one relation: one that recurs without end on unknown cells is only asked


def rewriting_of(declared: Declaration, written: Callable[[], Domains]) -> Rewriting | Refusal:
    """The rules of the move relation, compared with the relation itself on some states; or why there are none.

    The comparison catches a relation that looks at cells in a way that cannot be followed, such as `dict.get`.
    `written` gives the values that the goal brings to each cell; it is asked where no values are declared.
    """
    move, costs, domains = declared.move, declared.costs, declared.named_values
    labelled = move if costs is None else costs.labelled

    def rules_over(domains: Domains, at_work: AtWork) -> Rewriting:
        with _patience(move) as watchdog:
            return compile_move(labelled, move.name, domains, declared.domains is None, watchdog.check, at_work)

    def rules(at_work: AtWork) -> Rewriting:
        rewriting = rules_over(domains, at_work)
        if declared.domains is None:
            wider = tuple(map(union, rewriting.domains, written()))
            rewriting = rewriting if wider == rewriting.domains else rules_over(wider, at_work)
        with _patience(move):
            wrong = next(differences(rewriting, successors, declared.states), None)
        if wrong is not None:
            raise _unlike(declared, wrong)
        return rewriting if costs is None else costs.of_rules(rewriting, declared.pieces)

    def successors(state: State) -> Sequence[tuple[Label, State]]:
        """The moves that the relation gives, with the labels of the rules."""
        if costs is None or costs.by_label:
            return declared.successors(state)
        return [((label, cost), after) for label, after, cost in declared.priced(state)]

    return _compiled(move, "rewrite rules", rules)


def queried(goal: Predicate, domains: Domains) -> tuple[Pattern, ...] | Refusal:
    """The patterns of a relation over the cells, those included that no state matches; or why it has none."""

    def patterns(at_work: AtWork) -> tuple[Pattern, ...]:
        with _patience(goal) as watchdog:
            return Query(goal.name, domains, watchdog.check, at_work).patterns(goal)

    return _compiled(goal, "patterns", patterns)


def _compiled(relation: Predicate, into: str, make: Callable[[AtWork], T]) -> T | Refusal:
    """What `make` makes of a relation; or why the relation does not become `into`."""
    at_work: AtWork = []
    try:
        return make(at_work)
    except Refusal as refusal:
        return refusal
    except LimitReached as limit:
        if limit.around:  # it was set for all that is asked, and says nothing about the relation
            raise limit.at(place_of(relation)) from None
        why = f"{limit.problem}{''.join(at_work)}"
    except NeedsValue as need:
        in_python = entry("python_needs:touched")(need)
        why = str(need) if in_python is None else f"{in_python.problem}, at {in_python.place}"
    except RecursionError:
        why = "a term is nested too deep for Python"
    return Refusal(f"{relation.name} does not become {into}: {why}")


def _patience(relation: Predicate) -> Watchdog:
    return Watchdog(PATIENCE, what=f"compiling {relation.name}")


def values_of(patterns: Iterable[Pattern], n_cells: int) -> Domains:
    """For each cell the values that patterns name there."""
    values: list[list[Value]] = [[] for _ in range(n_cells)]
    for guard in (guard for pattern in patterns for guard in pattern):
        if isinstance(guard, Equals | Among):
            values[guard.cell] += guard.values
    return tuple(map(union, values))


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
    for answer in answers_of(distance, (value, row), (value, row)):
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
