"""Draw a state at the prompt: ``start(S), show(S)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..drawing.picture import draw
from ..errors import NeedsValue, PuzzleError
from ..logic.relations import Primitive
from ..logic.resolver import Machine
from ..text.syntax.writer import shown

if TYPE_CHECKING:
    from .session import Session


def show_relation(session: Session) -> Primitive:
    """The relation `show`, true of every state; asking it prints the board."""

    def show(machine: Machine, state: Any) -> bool:
        value = machine.reify(state)
        for unknown in machine.unknowns(value):
            raise NeedsValue(unknown, "show")
        session.say(drawn(session, value))
        return True

    made = Primitive(show)
    made.__doc__ = "Draw State, a state of a puzzle that is loaded."
    made.parameters = ("State",)
    return made


def drawn(session: Session, state: Any) -> str:
    """The board of `state`, in the picture of the first loaded puzzle that has so many cells and such values."""
    if not isinstance(state, tuple):
        raise PuzzleError("this is no state", expected="a list of values", got=shown(state))
    puzzles = [rulefile.puzzle for rulefile in session.files.values() if rulefile.kind == "puzzle"]
    fitting = [puzzle for puzzle in puzzles if puzzle.n_cells == len(state)]
    if not fitting:
        cells = " or ".join(str(puzzle.n_cells) for puzzle in puzzles) or "no puzzle is loaded"
        raise PuzzleError("no puzzle that is loaded has such states", expected=cells, got=f"{len(state)} cells")
    best = max(fitting, key=lambda puzzle: set(puzzle.start) == set(state))
    return draw(state, best.picture, best.symbols)
