"""The boards of what rule files state: which of them has a state, and how it is drawn there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..endings import State
from ..errors import PuzzleError
from ..logic.writer import shown, write
from ..wording import alternatives
from .rulebook import RuleFile

if TYPE_CHECKING:  # a rule file that holds one has imported it
    from ..drawing.scene import Scene
    from ..models.model import Model
    from ..puzzles.puzzle import Puzzle


def scene_in(files: Collection[RuleFile], state: State) -> Scene:
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
                return puzzle.scene(state if known else puzzle.state(state))
            except PuzzleError as error:
                problem = problem or error
        elif rulefile.kind == "model" and len(rulefile.model.variables) == len(state):
            model: Model = rulefile.model
            return model.scene(dict(zip(model.variables, state, strict=True)))
    raise problem or _strange(files, len(state))


def board_of(files: Collection[RuleFile], value: Any) -> Scene | None:
    """The board of `value`, where it is a state of a puzzle, or a solution of a model with nothing unknown in it.

    None for every other value, and where the picture of the rule file fails.
    """
    if not isinstance(value, tuple) or len(value) < 2:
        return None
    with suppress(PuzzleError):
        fits = [file for file in files if file.kind != "model" or _is_solution(file.model, value)]
        return scene_in(fits, value)
    return None


def _is_solution(model: Model, values: State) -> bool:
    """Whether the values, one for each variable of the relation, keep all constraints; false where there are others."""
    variables = model.variables
    if len(variables) != len(values) or len(variables) != len(model.reading.variables):
        return False
    return not model.violated(dict(zip(variables, values, strict=True)))


def _strange(files: Collection[RuleFile], n_values: int) -> PuzzleError:
    """Nothing that is loaded has states of so many values."""
    sizes = [
        rulefile.puzzle.n_cells if rulefile.kind == "puzzle" else len(rulefile.model.variables)
        for rulefile in files
        if rulefile.kind in ("puzzle", "model")
    ]
    if not sizes:
        return PuzzleError("no puzzle or model is loaded that could be drawn", hint="[name]. loads a rule file")
    expected = alternatives(dict.fromkeys(sizes))
    return PuzzleError("nothing that is loaded has such states", expected=f"{expected} values", got=n_values)
