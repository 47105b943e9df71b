"""How far a position is from the goal, in a process of the workbench: a search tells of each state along its path."""

from __future__ import annotations

from collections.abc import Mapping

from ...endings import Path, Stopped
from ...limits import Limits, Progress
from ...logic.writer import write
from ...playing.moves import Play
from ...records import frozen
from ...wording import counted
from ..rules import Rules
from .board import Position, puzzle_of, start_of


@frozen()
class Known:
    """What is known of a state.

    Attributes
    ----------
    said
        How far it is from the goal, or why it cannot get there, as a sentence.
    next
        The name of the next move of a shortest solution; "" at a goal, and where none is known.
    is_open
        Whether a limit was reached, so that a longer search may tell more.
    """

    said: str
    next: str = ""
    is_open: bool = False


@frozen()
class Searched:
    """What a search found.

    Attributes
    ----------
    known
        What is known of states, by their text.
    plan
        The names of the moves of a shortest solution; None where there is none, or a limit was reached.
    """

    known: Mapping[str, Known]
    plan: tuple[str, ...] | None


def search(rules: Rules, position: Position, seconds: float, progress: Progress) -> Searched:
    """Search for a shortest solution from a position; along it each state is known."""
    puzzle = puzzle_of(rules)
    play = Play(puzzle, start_of(puzzle, position))
    for name in position.moves:
        play.move(name)
    ending = puzzle.solve(play.state, limits=Limits(seconds=seconds), progress=progress)
    if not isinstance(ending, Path):
        is_open = isinstance(ending, Stopped)
        how = "The search was stopped" if is_open else "No way to the goal"
        return Searched({write(play.state): Known(f"{how}: {getattr(ending, 'reason', '')}", "", is_open)}, None)
    return _along(play, ending)


def _along(play: Play, path: Path) -> Searched:
    names = []
    for number, label in enumerate(path.moves):
        after = path.states[number + 1]
        alike = play.moves_from(path.states[number])
        names.append(next(one.name for one in alike if one.label == label and one.after == after))
    costs = path.costs or (1,) * path.length
    noun = "move" if path.costs is None else "point"
    known = {}
    for number, state in enumerate(path.states):
        left = sum(costs[number:])
        said = f"{counted(left, noun)} from the goal" if number < path.length else "at the goal"
        known[write(state)] = Known(said, names[number] if number < path.length else "")
    return Searched(known, tuple(names))
