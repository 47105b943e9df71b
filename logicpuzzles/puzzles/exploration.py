"""What a puzzle is asked about its whole space: explorations that are kept, depths, all shortest solutions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..endings import Exhausted, Path, State, Stopped
from ..errors import PuzzleError, Refusal
from ..limits import Limits
from ..logic.relations import Predicate
from ..notation import write
from ..rewriting.inverse import inverse
from ..rewriting.rewrite import matches
from ..search import solutions
from ..search.exploration import Exploration, Unexplored
from ..search.explore import explore
from ..search.goals import MOST_GOALS, matching_states
from ..search.problem import Successors
from ..watchdog import TELLING, Watchdog, within
from .patterns import listed
from .relation_answers import place_of

if TYPE_CHECKING:
    from .declaration import Goals
    from .puzzle import Puzzle

MORE = "allow more time, or explore something smaller"
Progress = Callable[[str], None]


def exploration(
    puzzle: Puzzle, start: State | None, goal: Goals | None, limits: Limits | None, progress: Progress | None
) -> Exploration | Unexplored:
    """Every state that `start` reaches; without a start, every valid state that reaches `goal`.

    Raises
    ------
    PuzzleError
        The moves cannot be gone backwards, or the goals are not known one by one.
    LimitReached
        What comes before the first state is seen takes more time or memory than it may.
    """
    with within(Limits.of(limits)), Watchdog(None, sys.maxsize, "exploring", MORE, grace=TELLING):
        return _exploration(puzzle, start, goal, limits, progress)


def _exploration(
    puzzle: Puzzle, start: State | None, goal: Goals | None, limits: Limits | None, progress: Progress | None
) -> Exploration | Unexplored:
    if start is not None:
        moves = puzzle.successors if puzzle.refusal is not None else puzzle.rewriting
        return explore(moves, [start], limits=limits, progress=progress)
    try:
        goals = goal_states(puzzle, goal)
        if puzzle.valid is not None:
            return explore(_valid_before(puzzle), goals, limits=limits, progress=progress)
        return explore(puzzle.rewriting, goals, backwards=True, limits=limits, progress=progress)
    except Refusal as refusal:
        raise PuzzleError(
            f"the states that reach a goal cannot be explored: {refusal}",
            hint="explore what the start reaches: --from-start",
        ) from None


def _valid_before(puzzle: Puzzle) -> Successors:
    """The valid states before a state: moves also lead from states that are none, such as from two on one place."""
    before = inverse(puzzle.rewriting).successors
    patterns = puzzle.patterns(puzzle.valid)

    def moves(state: State) -> list[tuple[Any, State]]:
        found = before(state)
        return [(label, one) for label, one in found if any(matches(pattern, one) for pattern in patterns)]

    return moves


def explored(puzzle: Puzzle, start: State | None = None, goal: Goals | None = None) -> Exploration:
    """The same, kept for further questions.

    Raises
    ------
    PuzzleError
        The space is too large for the memory.
    """
    known = puzzle.__dict__.setdefault("_explored", {})
    asked = repr((start, goal))
    if asked not in known:
        found = exploration(puzzle, start, goal, None, None)
        if isinstance(found, Unexplored):
            raise PuzzleError(
                f"the space is too large to be explored: {found.reason}",
                hint="ask about a known state, which is answered by a search",
            )
        known[asked] = found
    kept: Exploration = known[asked]
    return kept


def depth(puzzle: Puzzle, state: State) -> int | None:
    """The fewest moves from `state` to a goal; None where none can be reached."""
    known = puzzle.__dict__.get("_explored", {}).get(repr((None, None)))
    if known is not None:
        return known.table.depth(state)  # type: ignore[no-any-return]
    ending = puzzle.solve(state)
    if isinstance(ending, Path):
        return ending.length
    if isinstance(ending, Exhausted):
        return None
    raise PuzzleError(f"the depth of {write(state)} was not found: {ending.reason}")  # type: ignore[attr-defined]


def shortest(puzzle: Puzzle, start: State, goal: Any = None) -> Iterator[Path]:
    """Every shortest solution, lazily, in clause order.

    Raises
    ------
    PuzzleError
        The search did not get to the end within the memory.
    """
    if puzzle.unreachable(start, goal) is not None:
        return
    every = solutions(puzzle.problem(start, goal))
    yield from every
    if isinstance(every.ending, Stopped):
        raise PuzzleError(f"the search did not end: {every.ending.reason}")


def goal_states(puzzle: Puzzle, goal: Goals | None = None) -> Sequence[State]:
    """The goal states.

    Raises
    ------
    PuzzleError
        There are none, or more than 100,000: what searches backwards cannot be asked.
    """
    wanted = puzzle.goal if goal is None else goal
    if not isinstance(wanted, Predicate):
        for state in listed(wanted):
            puzzle.state(state, "goal")
        return listed(wanted)
    found = matching_states(puzzle.patterns(goal), puzzle.rewriting, puzzle.start)
    if not found:
        raise PuzzleError(
            f"{wanted.name} gives no goal state",
            place=place_of(wanted),
            expected="a state whose cells hold what they may hold",
            hint="see what check tells of the cells; `values` declares what else they may hold",
        )
    if len(found) > MOST_GOALS:
        raise PuzzleError(
            f"{wanted.name} has more than {MOST_GOALS:,} goal states, too many to search backwards from",
            hint="search forwards, with solve or explore --from-start",
        )
    return found
