"""A state puzzle played by hand: the state, the moves made, and those that are possible."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ..endings import Label, State, Value
from ..errors import PuzzleError
from ..limits import Limits, Progress
from ..logic.termdict import TermDict
from ..logic.terms import same
from ..puzzles.puzzle import Puzzle
from ..rewriting.blank import Wanderer, wandering_blank
from ..search.exploration import Unexplored
from . import links, pointing
from .labels import Move, legal, move_for
from .pointing import Direction

KEPT = 1000  # states whose moves are kept


class Play:
    """A puzzle in hand. All questions are about the state after the moves made so far.

    Parameters
    ----------
    puzzle
        What is played.
    start
        Where it begins; by default the puzzle's start.

    Raises
    ------
    PuzzleError
        `start` is no state of the puzzle.

    >>> from logicpuzzles import load
    >>> play = Play(load("seven").puzzle)
    >>> [move.name for move in play.moves()], play.move("7").after
    (['7', '4'], (7, 0, 2, 1, 4, 3, 6, 5))
    >>> play.undo(), play.labels, play.redo(), play.labels
    (True, (), True, (7,))
    """

    def __init__(self, puzzle: Puzzle, start: Iterable[Value] | None = None) -> None:
        self.puzzle = puzzle
        self._begin(puzzle.start if start is None else puzzle.state(start, "start"))

    def _begin(self, start: State) -> None:
        self._states: list[State] = [start]  # those that `redo` goes to included
        self._labels: list[Label] = []
        self._made = 0
        self._legal: TermDict[list[Move]] = TermDict()

    # -- where it stands ---------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The state before the first move."""
        return self._states[0]

    @property
    def state(self) -> State:
        """The state after the moves made."""
        return self._states[self._made]

    @property
    def states(self) -> tuple[State, ...]:
        """The states from the start to this one."""
        return tuple(self._states[: self._made + 1])

    @property
    def labels(self) -> tuple[Label, ...]:
        """What the moves made are called."""
        return tuple(self._labels[: self._made])

    @property
    def can_undo(self) -> bool:
        """Whether a move was made."""
        return self._made > 0

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back."""
        return self._made < len(self._labels)

    @property
    def slides(self) -> bool:
        """Whether one value wanders, such as a blank, so that a piece may slide (`towards`)."""
        return self._wanderer is not None

    @property
    def is_goal(self) -> bool:
        """Whether the state is a goal, asked of the declaration itself."""
        return self.puzzle.goal_holds(self.state)

    # -- what is possible --------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """The legal moves, in clause order.

        Raises
        ------
        PuzzleError
            The relation leaves a cell or the label open, needs a value, or finds no end.
        """
        return list(self.moves_from(self.state))

    def moves_from(self, state: State) -> list[Move]:
        """The legal moves from another state of the puzzle."""
        if state not in self._legal:
            if len(self._legal) >= KEPT:
                self._legal.clear()
            self._legal[state] = legal(state, self.puzzle.compiled.successors(state))
        return self._legal[state]

    def at(self, cell: int) -> list[Move]:
        """What a click on the cell with this number can mean: the legal moves that change it.

        Where one value wanders, such as a blank, the piece that is clicked goes.
        """
        return pointing.at(cell, self.state, self.moves(), self._wanderer)

    def clicked(self, number: int) -> list[Move]:
        """What a click on the cell with this number in the scene can mean; none where it shows nothing of the state."""
        cells = self.puzzle.scene(self.state).cells
        shown = cells[number].at if 0 <= number < len(cells) else None
        return self.at(shown) if type(shown) is int else []

    def towards(self, direction: Direction) -> Move | None:
        """The only legal move that slides a piece "up", "down", "left" or "right" on the board, to where a blank is.

        None where there is none, or several, or no blank; `PuzzleError` where there is no such direction.
        """
        scene = self.puzzle.scene(self.state)
        return pointing.towards(direction, self.state, self.moves(), self._wanderer, scene)

    @cached_property
    def _wanderer(self) -> Wanderer | None:
        rules = self.puzzle.compiled.rules
        return None if rules is None else wandering_blank(rules)

    # -- what is done ------------------------------------------------------------------------------

    def move(self, given: Move | Label) -> Move:
        """Make a move: one of `moves`, or the one that has this label, or that a person means by this text.

        Raises
        ------
        PuzzleError
            There is none, or several; the message lists those that may be meant.
        """
        moves = self.moves()
        is_move = isinstance(given, Move) and given in moves
        made = given if is_move else move_for(moves, given, self.puzzle.compiled.rules)
        del self._states[self._made + 1 :], self._labels[self._made :]
        self._states.append(made.after)
        self._labels.append(made.label)
        self._made += 1
        return made

    def undo(self) -> bool:
        """Take the last move back; False where none was made."""
        can = self.can_undo
        self._made -= can
        return can

    def redo(self) -> bool:
        """Make the move again that was taken back last; False where none was."""
        can = self.can_redo
        self._made += can
        return can

    def restart(self) -> None:
        """Take all moves back; `redo` makes them again."""
        self._made = 0

    def deal(
        self,
        depth: int | None = None,
        seed: int | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Begin anew at a random state, so many moves from a goal, by default as many as can be; that depth.

        The first time the whole space is explored, within `limits`; it is kept. The same `seed` gives the same state.

        Raises
        ------
        PuzzleError
            No state is so far away, the space cannot be explored, or a limit was reached.
        """
        found = self.puzzle.space.explored_within(limits, progress)
        if isinstance(found, Unexplored):
            raise PuzzleError(f"not all states are known: {found.reason}", place="deal", hint="allow more, or play on")
        wanted = len(found.depths) - 1 if depth is None else depth
        self._begin(found.deal(wanted, seed))
        return wanted

    # -- as text -----------------------------------------------------------------------------------

    def link(self) -> str:
        """The start and the moves made, as a short text that an address can hold; `from_link` reads it.

        Raises
        ------
        PuzzleError
            They hold values that are neither integers nor text, or are too long.
        """
        numbered = [self._numbered(number) for number in range(self._made)]
        return links.written(self.start, numbered)

    def _numbered(self, number: int) -> Label:
        """What stands in a link for a move made: its label, or its name where several moves have that label."""
        before, after, label = self._states[number], self._states[number + 1], self._labels[number]
        alike = [move for move in self.moves_from(before) if same(move.label, label)]
        if len(alike) < 2:
            return label
        return next(move.name for move in alike if same(move.after, after))

    @classmethod
    def from_link(cls, puzzle: Puzzle, text: str) -> Play:
        """The play that a link tells of, each move made again.

        Raises
        ------
        PuzzleError
            It is no link, or does not fit the puzzle: another start, or a move that is not possible.
        """
        start, labels = links.parsed(text)
        play = cls(puzzle, puzzle.state(start, links.PLACE))
        for number, label in enumerate(labels, 1):
            try:
                play.move(label)
            except PuzzleError as error:
                raise error.at(f"{links.PLACE}: move {number}") from None
        return play
