"""From a declared puzzle to a search task: rules, goal patterns and the proved bound, each made once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..endings import State
from ..errors import LimitReached, NeedsValue, PuzzleError, Refusal
from ..logic.answers import Constrained
from ..logic.relations import Predicate
from ..logic.substitution import Substitution
from ..logic.terms import same, var
from ..notation import unwieldy, write
from ..proofs.bounds import Bound, prove
from ..proofs.derived import derive
from ..rewriting.rewrite import Pattern, Rewriting, pattern_of
from ..rewriting.transitions import Query, compile_move, differences
from ..search.task import Task
from ..watchdog import Watchdog, left
from .asking import asked, place_of
from .declaration import is_within

if TYPE_CHECKING:
    from .declaration import Goals
    from .puzzle import Puzzle

PATIENCE = 10.0  # seconds for compiling one relation: one that recurs without end on unknown cells is only asked


def rewriting_of(puzzle: Puzzle) -> Rewriting | Refusal:
    """The rules of the move relation, compared with the relation itself on some states; or why there are none.

    The comparison catches a relation that looks at cells in a way that cannot be followed, such as `dict.get`.
    """
    states = [puzzle.start, *_listed(puzzle.goal)]
    try:
        with Watchdog(left(PATIENCE), what="compiling it") as watchdog:
            rewriting = compile_move(puzzle.move, puzzle.move.name, states, puzzle.domains, watchdog.check)
        for state in differences(rewriting, puzzle.successors, states):
            return _unlike(puzzle, state)
    except Refusal as refusal:
        return refusal
    except LimitReached as limit:
        _raise_if_set(limit, puzzle.move)
        return Refusal(f"{puzzle.move.name} does not become rewrite rules: {limit.problem}")
    except NeedsValue as need:
        return Refusal(f"{puzzle.move.name} does not become rewrite rules: {need}")
    except RecursionError:
        return Refusal(f"{puzzle.move.name} does not become rewrite rules: a term is nested too deep for Python")
    return rewriting


def _unlike(puzzle: Puzzle, state: State) -> Refusal:
    """Why the moves from `state` are not those of the rules."""
    name, shown = puzzle.move.name, write(state)
    if puzzle.domains is not None and not is_within(state, puzzle.domains):
        return Refusal(f"{name} leads to {shown}, which the declared values do not allow")
    return Refusal(
        f"{name} looks at cells in a way that cannot be followed: its moves from {shown} are not those of its rules"
    )


def _raise_if_set(limit: LimitReached, relation: Predicate) -> None:
    """Raise `limit` where it was set for this one search: then it says nothing about the relation."""
    if left(PATIENCE) < PATIENCE / 2:
        raise limit.at(place_of(relation)) from None


def patterns_of(puzzle: Puzzle, goal: Goals) -> tuple[Pattern, ...]:
    """The patterns of a goal; those of a relation by one query on unknown cells.

    Raises
    ------
    Refusal
        The relation does not become patterns.
    """
    if not isinstance(goal, Predicate):
        return tuple(map(pattern_of, _listed(goal)))
    known = puzzle.__dict__.setdefault("_patterns", {})
    if goal not in known:
        known[goal] = _patterns_of_relation(puzzle, goal)
    found: tuple[Pattern, ...] | Refusal = known[goal]
    if isinstance(found, Refusal):
        raise found
    return found


def _patterns_of_relation(puzzle: Puzzle, goal: Predicate) -> tuple[Pattern, ...] | Refusal:
    try:
        with Watchdog(left(PATIENCE), what="compiling it") as watchdog:
            return Query(goal.name, puzzle.rewriting.domains, watchdog.check).patterns(goal)
    except Refusal as refusal:
        return refusal
    except LimitReached as limit:
        _raise_if_set(limit, goal)
        return Refusal(f"{goal.name} does not become patterns: {limit.problem}")
    except RecursionError:
        return Refusal(f"{goal.name} does not become patterns: a term is nested too deep for Python")


def _listed(goal: Any) -> Sequence[State]:
    if isinstance(goal, Predicate):
        return ()
    return [goal] if isinstance(goal, tuple) else goal


def table_of(puzzle: Puzzle, distance: Predicate) -> dict[Any, tuple[int, ...]]:
    """The rows of the distance relation by value.

    Raises
    ------
    PuzzleError
        A value has two rows, a row is no list, or the relation does not tell them.
    """
    value, row = var(), var()
    table: dict[Any, tuple[int, ...]] = {}
    for answer in asked(distance, (value, row), (value, row)):
        found, entries = answer.value if isinstance(answer, Constrained) else answer
        if Substitution().unknowns((found, entries)):
            raise PuzzleError("a row leaves something open", place=place_of(distance), got=write((found, entries)))
        if (reason := unwieldy((found, entries))) is not None:
            raise PuzzleError(f"a row is none: {reason}", place=place_of(distance))
        if not isinstance(entries, tuple):
            raise PuzzleError(
                f"the row of {write(found)} is no list", place=distance.name, expected=f"{puzzle.n_cells} numbers",
                got=write(entries),
            )  # fmt: skip
        if found in table:
            raise PuzzleError(f"{write(found)} has two rows", place=distance.name, expected="one row a value")
        table[found] = entries
    return table


def bound_of(puzzle: Puzzle, goal: Goals | None) -> Bound | None:
    """The bound for `goal`: the file's table where it serves that goal, else what the rules give."""
    known = puzzle.__dict__.setdefault("_bounds", {})
    asked = goal if isinstance(goal, Predicate) else repr(goal)  # two relations may have the same name
    if asked not in known:
        patterns = puzzle.patterns(goal)
        declared = goal is None or _same_goal(goal, puzzle.goal)
        if declared and puzzle.table is not None and puzzle.distance is not None:
            known[asked] = prove(puzzle.rewriting, patterns, puzzle.table, puzzle.distance.name)
        else:
            known[asked] = derive(puzzle.rewriting, patterns)
    found: Bound | None = known[asked]
    return found


def _same_goal(one: Any, two: Any) -> bool:
    if isinstance(one, Predicate) or isinstance(two, Predicate):
        return one is two
    left, right = _listed(one), _listed(two)
    return len(left) == len(right) and all(map(same, left, right))


def task_of(puzzle: Puzzle, start: State, goal: Goals | None) -> Task:
    """The task of a search from `start` to `goal`, over the rules where there are some."""
    wanted = puzzle.goal if goal is None else goal
    known: dict[str, Any] = {
        "move": puzzle.move, "goal": lambda state: puzzle.goal_goal(state, wanted), "order": puzzle.order,
    }  # fmt: skip
    try:
        patterns = puzzle.patterns(goal)
    except Refusal:
        return Task(start, (), puzzle.successors, test=lambda state: puzzle.goal_holds(state, wanted), **known)
    if puzzle.refusal is None:
        bound = bound_of(puzzle, goal)
        if bound is not None:
            known |= {"table": bound.table, "divisor": bound.divisor, "bound_name": bound.name}
    rewriting = None if puzzle.refusal is not None else puzzle.rewriting
    return Task(start, patterns, puzzle.successors, rewriting, **known)
