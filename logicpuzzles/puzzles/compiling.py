"""From a declared puzzle to a search problem: rules, goal patterns and the proved bound, each made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..endings import State
from ..errors import LimitReached, NeedsValue, PuzzleError, Refusal
from ..logic.answers import Constrained
from ..logic.relations import Predicate
from ..logic.substitution import Substitution
from ..logic.terms import same, var
from ..notation import unwieldy, write
from ..proofs import invariants
from ..proofs.bounds import Bound, prove
from ..proofs.derived import derive
from ..rewriting.reach import Domains, union
from ..rewriting.rewrite import Rewriting
from ..rewriting.transitions import compile_move, differences
from ..search.problem import SearchProblem
from ..watchdog import Watchdog
from .declaration import is_within
from .patterns import PATIENCE, all_patterns, listed, raise_if_set, written
from .relation_answers import asked, place_of

if TYPE_CHECKING:
    from .declaration import Goals
    from .puzzle import Puzzle


def rewriting_of(puzzle: Puzzle) -> Rewriting | Refusal:
    """The rules of the move relation, compared with the relation itself on some states; or why there are none.

    The comparison catches a relation that looks at cells in a way that cannot be followed, such as `dict.get`.
    """
    states = [puzzle.start, *listed(puzzle.goal)]
    at_work: list[str] = []
    domains = puzzle.domains or tuple(union(column) for column in zip(*states, strict=True))
    try:
        rewriting = _compiled(puzzle, domains, at_work)
        if puzzle.domains is None:
            wider = tuple(map(union, rewriting.domains, written(puzzle)))
            rewriting = rewriting if wider == rewriting.domains else _compiled(puzzle, wider, at_work)
        with Watchdog(PATIENCE, what=f"compiling {puzzle.move.name}"):
            wrong = next(differences(rewriting, puzzle.successors, states), None)
        if wrong is not None:
            return _unlike(puzzle, wrong)
    except Refusal as refusal:
        return refusal
    except LimitReached as limit:
        raise_if_set(limit, puzzle.move)
        return Refusal(f"{puzzle.move.name} does not become rewrite rules: {limit.problem}{''.join(at_work)}")
    except NeedsValue as need:
        return Refusal(f"{puzzle.move.name} does not become rewrite rules: {need}")
    except RecursionError:
        return Refusal(f"{puzzle.move.name} does not become rewrite rules: a term is nested too deep for Python")
    return rewriting


def _compiled(puzzle: Puzzle, domains: Domains, at_work: list[str]) -> Rewriting:
    with Watchdog(PATIENCE, what=f"compiling {puzzle.move.name}") as watchdog:
        return compile_move(puzzle.move, puzzle.move.name, domains, puzzle.domains is None, watchdog.check, at_work)


def _unlike(puzzle: Puzzle, state: State) -> Refusal:
    """Why the moves from `state` are not those of the rules."""
    name, shown = puzzle.move.name, write(state)
    if puzzle.domains is not None and not is_within(state, puzzle.domains):
        return Refusal(f"{name} leads to {shown}, which the declared values do not allow")
    return Refusal(
        f"{name} looks at cells in a way that cannot be followed: its moves from {shown} are not those of its rules"
    )


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
    left, right = listed(one), listed(two)
    return len(left) == len(right) and all(map(same, left, right))


def task_of(puzzle: Puzzle, start: State, goal: Goals | None) -> SearchProblem:
    """The problem of a search from `start` to `goal`, over the rules where there are some."""
    wanted = puzzle.goal if goal is None else goal
    known: dict[str, Any] = {
        "move": puzzle.move, "goal": lambda state: puzzle.goal_goal(state, wanted), "order": puzzle.order,
    }  # fmt: skip
    try:
        patterns = puzzle.patterns(goal)
    except Refusal:
        return SearchProblem(start, (), puzzle.successors, test=lambda state: puzzle.goal_holds(state, wanted), **known)
    if puzzle.refusal is None:
        bound = bound_of(puzzle, goal)
        if bound is not None:
            known |= {"table": bound.table, "divisor": bound.divisor, "bound_name": bound.name}
    rewriting = None if puzzle.refusal is not None else puzzle.rewriting
    return SearchProblem(start, patterns, puzzle.successors, rewriting, **known)


def why_not(puzzle: Puzzle, start: State, goal: Goals) -> str | None:
    """The invariant that keeps `start` from every state of `goal`, in plain words; None where no such is known."""
    if puzzle.refusal is not None:
        return None
    try:
        patterns = puzzle.patterns(goal)
        if not patterns and isinstance(goal, Predicate) and (every := all_patterns(puzzle, goal)):
            reason = invariants.why_unreachable(puzzle.rewriting, start, every)
            return reason or f"no state that the cells can hold is one of {goal.name}"
    except Refusal:
        return None
    return invariants.why_unreachable(puzzle.rewriting, start, patterns)
