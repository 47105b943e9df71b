"""A state puzzle in a process of the workbench: its board after some moves, and what can be done there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os.path import commonprefix

from ...endings import State
from ...errors import PuzzleError
from ...limits import Progress
from ...logic.terms import same
from ...logic.writer import write
from ...playing.drawn import drawn
from ...playing.labels import Move
from ...playing.links import parsed, written
from ...playing.moves import Play
from ...playing.pointing import DIRECTIONS, Direction
from ...puzzles.puzzle import Puzzle
from ..rules import Rules
from .loading import declared

NAMED = 40  # moves that have a button each


@dataclass(frozen=True)
class Position:
    """A start and the moves made from it.

    Attributes
    ----------
    start
        As in a link; None for the start that the rule file declares.
    moves
        What a person types for each move; see `labels.Move.name`.
    """

    start: str | None = None
    moves: tuple[str, ...] = ()

    def before(self, made: int) -> Position:
        """The position after the first of the moves."""
        return Position(self.start, self.moves[:made])


@dataclass(frozen=True)
class Shown:
    """What the page shows of a position.

    Attributes
    ----------
    picture, instead
        The board as SVG; where it is too large, none, and a sentence with its values. A note where there is no picture.
    moves, n_moves
        The names of the first legal moves, and how many there are.
    choices
        Where a click can mean several moves, their names; nothing was done then.
    arrows
        Whether the arrow keys move pieces.
    state
        The state as text, the same for the same state.
    link
        Start and moves as one text; "" where they cannot be written.
    """

    position: Position
    picture: str
    instead: str
    moves: tuple[str, ...]
    n_moves: int
    choices: tuple[str, ...]
    arrows: bool
    is_goal: bool
    state: str
    link: str


_kept: list[tuple[Puzzle, Position, Play]] = []  # what was played last, so that a click replays nothing


def puzzle_of(rules: Rules) -> Puzzle:
    """The state puzzle of a rule file.

    Raises
    ------
    PuzzleError
        It declares something else.
    """
    puzzle: Puzzle = declared(rules, "puzzle", "has no board to move on")
    return puzzle


def played(rules: Rules, position: Position) -> Play:
    """The puzzle after these moves: played on from what was played last, as far as that has the same moves."""
    puzzle = puzzle_of(rules)
    if _kept and _kept[0][0] is puzzle and _kept[0][1].start == position.start:
        _, last, play = _kept.pop()
        common = len(commonprefix([last.moves, position.moves]))
        for _ in last.moves[common:]:
            play.undo()
    else:
        _kept.clear()
        play, common = Play(puzzle, start_of(puzzle, position)), 0
    for name in position.moves[common:]:
        play.move(name)
    _kept.append((puzzle, position, play))
    return play


def show(rules: Rules, position: Position) -> Shown:
    """The board of a position."""
    return _shown(position, played(rules, position))


def click(rules: Rules, position: Position, number: int) -> Shown:
    """The position after a click on the cell with this number in the scene."""
    play = played(rules, position)
    meant = play.clicked(number)
    if len(meant) > 1:
        return _shown(position, play, tuple(move.name for move in meant))
    return _moved(position, play, meant[0] if meant else None)


def towards(rules: Rules, position: Position, direction: Direction) -> Shown:
    """The position after an arrow key."""
    play = played(rules, position)
    return _moved(position, play, play.towards(direction))


def move(rules: Rules, position: Position, name: str) -> Shown:
    """The position after the move of this name, or the one that a person means by it."""
    play = played(rules, position)
    made = play.move(name)
    play.undo()
    return _moved(position, play, made)


def from_link(rules: Rules, link: str) -> Shown:
    """The position that a link tells of."""
    play = Play.from_link(puzzle_of(rules), link)
    start, _ = parsed(link)
    names = []
    for number, label in enumerate(play.labels):
        after = play.states[number + 1]
        alike = play.moves_from(play.states[number])
        names.append(next(one.name for one in alike if same(one.label, label) and same(one.after, after)))
    return show(rules, Position(written(start, ()), tuple(names)))


def deal(rules: Rules, depth: int | None, seed: int | None, progress: Progress) -> tuple[Position, int]:
    """A start of that depth, by default of the greatest, and its depth."""
    play = Play(puzzle_of(rules))
    dealt = play.deal(depth, seed, progress=progress)
    return Position(written(play.start, ())), dealt


def start_of(puzzle: Puzzle, position: Position) -> State:
    """The state in which a position starts."""
    return puzzle.start if position.start is None else puzzle.state(parsed(position.start)[0], "link")


def _moved(position: Position, play: Play, made: Move | None) -> Shown:
    """What is shown after a move; where none was made, of the position as it was."""
    if made is not None:
        play.move(made)
        position = Position(position.start, (*position.moves, made.name))
        _kept[:] = [(play.puzzle, position, play)]
    return _shown(position, play)


def _shown(position: Position, play: Play, choices: Sequence[str] = ()) -> Shown:
    moves = play.moves()
    picture, instead = drawn(play)
    if not instead and play.puzzle.picture is None:
        instead = "The rule file has no picture: the values of the cells stand in their order."
    try:
        link = play.link()
    except PuzzleError:
        link = ""
    return Shown(
        position, picture, instead,
        moves=tuple(one.name for one in moves[:NAMED]),
        n_moves=len(moves),
        choices=tuple(choices),
        arrows=any(play.towards(direction) for direction in DIRECTIONS),
        is_goal=play.is_goal,
        state=write(play.state),
        link=link,
    )  # fmt: skip
