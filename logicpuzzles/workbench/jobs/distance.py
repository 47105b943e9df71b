"""How far a position is from the goal, in a process of the workbench: a search tells of each state along its path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...endings import State
from ...limits import Limits, Progress
from ...logic.terms import same
from ...logic.writer import write
from ...playing.distance import Distance, Searched
from ...playing.moves import Play
from ...puzzles.puzzle import Puzzle
from ..rules import Rules
from .board import Position, played

_kept: list[Searched] = []  # of the puzzle that was searched last


@dataclass(frozen=True)
class Known:
    """What is known of a state.

    Attributes
    ----------
    said
        How far it is from the goal, or why it cannot get there.
    next
        The name of the next move of a shortest solution; "" at a goal, and where none is known.
    is_settled
        Whether no search can tell more.
    """

    said: str
    next: str = ""
    is_settled: bool = True


@dataclass(frozen=True)
class Found:
    """What a search found.

    Attributes
    ----------
    known
        What is known of states, by their text: of the position, then along a shortest solution.
    plan
        The names of the moves of that; None where none is known.
    """

    known: Mapping[str, Known]
    plan: tuple[str, ...] | None


def search(rules: Rules, position: Position, seconds: float, progress: Progress) -> Found:
    """Search for a shortest solution from a position, for so many seconds."""
    play = played(rules, position)
    state, searched = play.state, _searched(play.puzzle)

    def tell(line: str = "") -> None:
        progress("; ".join(filter(None, (searched.known(state).in_words(), line))))

    searched.limits, searched.progress, searched.listener = Limits(seconds=seconds), tell, tell
    searched.ask(state, again=True)
    searched.wait()
    return _along(play, searched)


def _searched(puzzle: Puzzle) -> Searched:
    if not _kept or _kept[0].puzzle is not puzzle:
        _kept[:] = [Searched(puzzle)]
    return _kept[0]


def _along(play: Play, searched: Searched) -> Found:
    """What is known of the state, and of those that shortest moves lead to from it."""
    state, found = play.state, searched.known(play.state)
    known, names = {}, []
    while found.after is not None:
        names.append(_name(play, state, found))
        known[write(state)] = Known(_sentence(found), names[-1])
        state = found.after
        found = searched.known(state)
    known[write(state)] = Known(_sentence(found), "", found.is_settled)
    return Found(known, tuple(names) if found.exact == 0 else None)


def _sentence(found: Distance) -> str:
    if found.exact == 0:
        return "This is a goal."
    words = found.in_words()
    stopped = f"; the search was stopped: {found.stopped}" if found.stopped else ""
    return f"{words[0].upper()}{words[1:]}{stopped}"


def _name(play: Play, state: State, found: Distance) -> str:
    """The name of the next move that is known."""
    alike = [one for one in play.moves_from(state) if same(one.label, found.next)]
    return next(one.name for one in alike if found.after is not None and same(one.after, found.after))
