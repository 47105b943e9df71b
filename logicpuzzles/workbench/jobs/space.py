"""The whole space of a state puzzle in a process of the workbench: how many states are how far, and which."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from ...drawing.bars import grouped
from ...drawing.live import still
from ...endings import State
from ...errors import PuzzleError
from ...limits import Progress
from ...playing.links import written
from ...puzzles.puzzle import Puzzle
from ...puzzles.shown_states import known_values
from ...search.exploration import Exploration, Unexplored
from ...wording import counted
from ..rules import Rules
from .board import Position, puzzle_of

DRAWN = 80  # boards that are drawn at once


@dataclass(frozen=True)
class Space:
    """What the page shows of a space.

    Attributes
    ----------
    said
        How many states there are, or how far it got before a limit.
    bars
        Of each group of depths, its name and number of states, and the first and last of them.
    axes
        What names and numbers are.
    is_whole
        Whether all states were seen, so that their boards can be drawn.
    """

    said: str
    bars: tuple[tuple[str, int, int, int], ...]
    axes: tuple[str, str]
    is_whole: bool


@dataclass(frozen=True)
class Boards:
    """Some boards of some depths.

    Attributes
    ----------
    drawn
        Of each its picture and its caption.
    starts
        Where one plays on from each; None where that cannot be written.
    """

    drawn: tuple[tuple[str, str], ...]
    starts: tuple[Position | None, ...]


def has_space(rules: Rules) -> None:
    """Nothing, if the rule file declares a state puzzle.

    Raises
    ------
    PuzzleError
        It does not.
    """
    puzzle_of(rules)


def explore(rules: Rules, progress: Progress) -> Space:
    """The number of states of each depth."""
    puzzle = puzzle_of(rules)
    found = puzzle.space.explored_within(None, progress)
    bars = tuple((name, number, *_ends(name)) for name, number in grouped(found.depths))
    axes = ("cost" if puzzle.cost else "moves", "states")
    if isinstance(found, Unexplored):
        return Space(f"The search was stopped: {found.reason}", bars, axes, False)
    depth = len(found.depths) - 1
    far = f"cost {depth}" if puzzle.cost else f"{counted(depth, 'move')} from it"
    said = (
        f"{counted(found.count, 'state')} can reach a goal. The hardest: {counted(found.depths[-1], 'state')}, {far}."
    )
    return Space(said, bars, axes, True)


def boards(rules: Rules, first: int, last: int, progress: Progress) -> Boards:
    """Boards of the depths from `first` to `last`, as many of each as there is room for."""
    puzzle = puzzle_of(rules)
    found = puzzle.space.explored_within(None, progress)
    if not isinstance(found, Exploration):
        raise PuzzleError(f"not all states are known: {found.reason}", hint="explore again")
    depths = [depth for depth in range(first, last + 1) if found.depths[depth]]
    room = max(1, DRAWN // max(1, len(depths)))
    chosen = [(depth, state) for depth in depths for state in islice(found.table.states(depth), room)][:DRAWN]
    return _boards(puzzle, chosen)


def _ends(name: str) -> tuple[int, int]:
    """The first and the last depth of a group, such as "4" or "4-5"."""
    first, _, last = name.partition("-")
    return int(first), int(last or first)


def _boards(puzzle: Puzzle, chosen: list[tuple[int, State]]) -> Boards:
    values = known_values(puzzle)
    drawn = [(still(puzzle.scene(state), f"depth {depth}", values), f"depth {depth}") for depth, state in chosen]
    return Boards(tuple(drawn), tuple(_start(state) for _, state in chosen))


def _start(state: State) -> Position | None:
    try:
        return Position(written(state, ()))
    except PuzzleError:
        return None
