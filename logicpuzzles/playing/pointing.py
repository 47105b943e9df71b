"""What is meant by pointing: at a cell of the board, or in a direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from ..drawing.scene import Scene
from ..endings import State
from ..errors import check_choice
from ..logic.terms import same
from ..rewriting.blank import Wanderer
from .labels import Move

Direction = Literal["up", "down", "left", "right"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
LINE = 2  # how many characters side by side are as wide as a line of text is high


def at(cell: int, state: State, moves: Sequence[Move], wanderer: Wanderer | None) -> list[Move]:
    """What a click on the cell with this number can mean: the moves that change it.

    Where a value wanders, such as the blank of a sliding puzzle, the piece that is clicked goes: these are only moves
    that bring the wanderer there, if there are any. Elsewhere a move that is called by the number of the cell is meant.
    """
    found = [move for move in moves if cell in move.changed]
    if wanderer is None or not wanderer.is_single_in(state):
        return [move for move in found if same(move.label, cell)] or found
    if same(state[cell], wanderer.value):
        return found
    return [move for move in found if same(move.after[cell], wanderer.value)] or found


def towards(
    direction: Direction, state: State, moves: Sequence[Move], wanderer: Wanderer | None, scene: Scene
) -> Move | None:
    """The only move by which a piece takes the wanderer's cell and goes this way on the board; None where none does.

    A piece goes the way in which it gets farthest; by places in a picture, where lines are twice as high as
    characters are wide. Where both are the same, as along a diagonal, it goes either way.

    Raises
    ------
    PuzzleError
        There is no such direction.
    """
    check_choice("direction", direction, DIRECTIONS)
    if wanderer is None or not wanderer.is_single_in(state):
        return None
    places = {cell.at: (LINE * cell.row, cell.column) for cell in reversed(scene.cells) if type(cell.at) is int}
    gap = next(cell for cell, value in enumerate(state) if same(value, wanderer.value))
    found = []
    for move in moves:
        taken = next((cell for cell in move.changed if same(move.after[cell], wanderer.value)), gap)
        if taken != gap and {taken, gap} <= places.keys():
            (row, column), (there, beside) = places[gap], places[taken]
            if direction in _ways(row - there, column - beside):
                found.append(move)
    return found[0] if len(found) == 1 else None


def _ways(down: int, right: int) -> list[Direction]:
    """The directions in which something gets farthest that goes so far down and to the right."""
    found: list[Direction] = []
    if down and abs(down) >= abs(right):
        found.append("down" if down > 0 else "up")
    if right and abs(right) >= abs(down):
        found.append("right" if right > 0 else "left")
    return found
