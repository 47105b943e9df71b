"""What `check` says of the lower bounds of a puzzle: each with its proof, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import Refusal
from ..proofs.translations import LinearBound
from ..puzzles.bounding import tables_of
from ..puzzles.puzzle import Puzzle
from ..search.portfolio import SMALL
from ..search.size import most_states
from ..wording import counted, sized


def bounds_of(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """The bounds of a puzzle whose moves compile: a name and a sentence for each.

    Raises
    ------
    PuzzleError
        The table of distances cannot be proved.
    """
    try:
        bound = puzzle.bound()
    except Refusal:  # told of the goal
        return
    names = {"distance": "the distance table"}
    yield "bound", "none" if bound is None else f"{names.get(bound.name, bound.name)}; {bound.proof}"
    exact = puzzle.compiled.linear(puzzle.goal)
    if isinstance(exact, LinearBound):
        yield "exact", f"linear; {exact.proof}"
    elif all(len(domain) <= 2 for domain in puzzle.rewriting.domains):  # as where moves switch lights
        yield "exact", f"none: {exact}"
    yield "tables", _none_needed(puzzle, exact) or _tables(puzzle)


def _none_needed(puzzle: Puzzle, exact: LinearBound | str) -> str | None:
    """Why searches ask for no tables, unless they are told to; None where they may."""
    if puzzle.bound_choice.name != "auto":
        return None
    if isinstance(exact, LinearBound):
        return "none: the distance is known exactly"
    n_states = most_states(puzzle.problem())
    if n_states is not None and n_states <= SMALL:
        return f"none: there are at most {counted(n_states, 'state')}, which are searched at once"
    return None


def _tables(puzzle: Puzzle) -> str:
    """Which tables searches that last look up, their size, and the proof."""
    choice = puzzle.bound_choice
    if choice.name in ("none", "distance"):
        return f"none: the puzzle says that its bound is {choice.name}"
    try:
        tables = tables_of(puzzle.compiled, puzzle.start, puzzle.goal, choice)
        kept = tables.cached()
        bound = kept or tables.planned()
    except Refusal as refusal:
        return f"none: {refusal}"
    size = sum(lookup.entries.nbytes for lookup in bound.distinct())
    when = "are built before a search" if choice.name == "derived" else "are built where a search lasts"
    when = "are kept" if kept is not None else when
    return f"{sized(size)}, which {when}; {bound.proof}"
