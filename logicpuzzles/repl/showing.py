"""Draw a state at the prompt: ``start(S), show(S)``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from ..commands.table import SHOW
from ..drawing.picture import draw
from ..endings import State
from ..errors import NeedsValue, PuzzleError
from ..logic.relations import Primitive
from ..logic.resolver import Machine
from ..logic.terms import Term
from ..puzzles.puzzle import Puzzle
from ..rulefile.rulebook import RuleFile
from ..text.syntax.writer import shown, write


def show_relation(draw: Callable[[State], None]) -> Primitive:
    """The relation `show`, true of every state; asking it calls `draw`."""

    def show(machine: Machine, state: Term) -> bool:
        value = machine.reify(state)
        for unknown in machine.unknowns(value):
            raise NeedsValue(unknown, "show")
        draw(value)
        return True

    assert SHOW.prompt is not None
    made = Primitive(show)
    made.__doc__, made.parameters = SHOW.prompt.help, ("State",)
    return made


def drawn(files: Collection[RuleFile], state: State, width: int) -> str:
    """The board of `state`: of the first puzzle that has such states, or of a model with so many variables.

    `PuzzleError` is raised where none of the rule files has such states.
    """
    if not isinstance(state, tuple):
        raise PuzzleError("this is no state", expected="a list of values", got=shown(state))
    problem: PuzzleError | None = None
    for rulefile in files:
        if rulefile.kind == "puzzle" and rulefile.puzzle.n_cells == len(state):
            puzzle: Puzzle = rulefile.puzzle
            try:
                # what only arranges the start anew need not be looked at more closely
                known = Counter(map(write, state)) == Counter(map(write, puzzle.start))
                return draw(state if known else puzzle.state(state), puzzle.picture, puzzle.symbols, width=width)
            except PuzzleError as error:
                problem = problem or error
        elif rulefile.kind == "model" and len(rulefile.model.variables) == len(state):
            return str(rulefile.model.draw(dict(zip(rulefile.model.variables, state, strict=True))))
    raise problem or _strange(files, len(state))


def _strange(files: Collection[RuleFile], n_values: int) -> PuzzleError:
    """Nothing that is loaded has states of so many values."""
    sizes = [
        rulefile.puzzle.n_cells if rulefile.kind == "puzzle" else len(rulefile.model.variables)
        for rulefile in files
        if rulefile.kind in ("puzzle", "model")
    ]
    if not sizes:
        return PuzzleError("no puzzle or model is loaded that could be drawn", hint="[name]. loads a rule file")
    expected = " or ".join(map(str, dict.fromkeys(sizes)))
    return PuzzleError("nothing that is loaded has such states", expected=f"{expected} values", got=n_values)
