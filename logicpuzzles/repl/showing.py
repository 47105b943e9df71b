"""Draw a state at the prompt: ``start(S), show(S)``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ..drawing.picture import draw
from ..endings import State
from ..errors import NeedsValue, PuzzleError
from ..logic.relations import Primitive
from ..logic.resolver import Machine
from ..text.syntax.writer import shown, write

if TYPE_CHECKING:
    from ..puzzles.puzzle import Puzzle
    from .session import Session


def show_relation(session: Session) -> Primitive:
    """The relation `show`, true of every state; asking it prints the board."""

    def show(machine: Machine, state: Any) -> bool:
        value = machine.reify(state)
        for unknown in machine.unknowns(value):
            raise NeedsValue(unknown, "show")
        session.draw(drawn(session, value))
        return True

    made = Primitive(show)
    made.__doc__ = "Draw State, a state of a puzzle or a solution of a model that is loaded."
    made.parameters = ("State",)
    return made


def drawn(session: Session, state: Any) -> str:
    """The board of `state`: of the first loaded puzzle that has such states, or of a model with so many variables.

    Raises
    ------
    PuzzleError
        Nothing that is loaded has such states.
    """
    if not isinstance(state, tuple):
        raise PuzzleError("this is no state", expected="a list of values", got=shown(state))
    problem: PuzzleError | None = None
    for rulefile in session.files.values():
        if rulefile.kind == "puzzle" and rulefile.puzzle.n_cells == len(state):
            try:
                return _board(rulefile.puzzle, state, session.columns())
            except PuzzleError as error:
                problem = problem or error
        elif rulefile.kind == "model" and len(rulefile.model.variables) == len(state):
            return str(rulefile.model.draw(dict(zip(rulefile.model.variables, state, strict=True))))
    raise problem or _strange(session, len(state))


def _board(puzzle: Puzzle, state: State, width: int) -> str:
    """The board of a state; what only arranges the start anew need not be looked at more closely."""
    if Counter(map(write, state)) != Counter(map(write, puzzle.start)):
        state = puzzle.state(state)
    return draw(state, puzzle.picture, puzzle.symbols, width=width)


def _strange(session: Session, n_values: int) -> PuzzleError:
    """Nothing that is loaded has states of so many values."""
    sizes = [
        rulefile.puzzle.n_cells if rulefile.kind == "puzzle" else len(rulefile.model.variables)
        for rulefile in session.files.values()
        if rulefile.kind in ("puzzle", "model")
    ]
    if not sizes:
        return PuzzleError("no puzzle or model is loaded that could be drawn", hint="[name]. loads a rule file")
    expected = " or ".join(map(str, dict.fromkeys(sizes)))
    return PuzzleError("nothing that is loaded has such states", expected=f"{expected} values", got=n_values)
