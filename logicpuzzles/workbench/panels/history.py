"""The moves of a board, made and to come: what undo takes back and what a solution would do next are one line."""

from __future__ import annotations

from collections.abc import Sequence

from ..jobs.board import Position


class History:
    """A start, moves made from it, and moves that `to` can still make.

    >>> history = History()
    >>> history.plan(["7", "2"])
    >>> history.to(1)
    >>> history.took(Position(None, ("7", "2"))), history.made, history.length
    (None, 2, 2)
    >>> history.to(0)
    >>> history.took(Position(None, ("1",))), history.made, history.length
    (None, 1, 1)
    """

    def __init__(self, position: Position | None = None) -> None:
        self.begin(position or Position())

    def begin(self, position: Position) -> None:
        """Take these moves as made, and none to come."""
        self.start, self.moves, self.made = position.start, list(position.moves), len(position.moves)

    @property
    def position(self) -> Position:
        """Where the board stands."""
        return Position(self.start, tuple(self.moves[: self.made]))

    @property
    def length(self) -> int:
        """How many moves there are, those to come included."""
        return len(self.moves)

    def took(self, position: Position) -> None:
        """Note a position that followed: a move that was to come keeps what comes after it."""
        moves = list(position.moves)
        if moves != self.moves[: len(moves)] or len(moves) < self.made:
            self.moves = moves
        self.made = len(moves)

    def plan(self, moves: Sequence[str]) -> None:
        """Let these moves come next."""
        self.moves[self.made :] = moves

    def to(self, made: int) -> None:
        """Go to where so many moves are made."""
        self.made = max(0, min(made, self.length))
