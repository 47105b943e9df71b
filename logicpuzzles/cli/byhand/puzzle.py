"""A state puzzle played by hand at a terminal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import cast

from ...drawing.scene import Scene
from ...endings import State, Value
from ...limits import Limits, Progress
from ...logic.terms import same
from ...playing.distance import SECONDS, Searched
from ...playing.labels import Move
from ...playing.moves import Play
from ...playing.pointing import Direction
from ...puzzles.puzzle import Puzzle
from ...wording import alternatives, counted
from .hand import Act, Hand, number

LISTED = 12  # moves that are named


class PuzzleHand(Hand):
    """Moves are made by what they are called, by a click on a piece, or by an arrow key."""

    def __init__(self, puzzle: Puzzle, start: State | None, title: str, doc: str, limits: Limits) -> None:
        super().__init__()
        self.title, self.doc = title, doc
        self.limits = replace(limits, seconds=SECONDS) if limits.seconds is None else limits
        self.play = Play(puzzle, start)
        self.arrows = "slide" if self.play.slides else ""
        self.searched = Searched(puzzle, self.limits, lambda: self.listener())
        self.last: Move | None = None  # the move made last, whose cells are marked
        names = [move.name for move in self.play.moves()[:3]]
        self.introduction = f"Type a move{f', such as {alternatives(names)}' if names else ''}, or a command."
        self.acts = {
            "undo": Act(self.undo, "take the last move back", "c-z", "^Z"),
            "redo": Act(self.redo, "make it again", "c-y", "^Y"),
            "hint": Act(self.hint, "the next move of a shortest solution", "tab", "Tab", lasts=True),
            "moves": Act(self.moves, "the moves that are possible"),
            "restart": Act(self.restart, "go back to the start", "c-r", "^R"),
            "deal": Act(self.deal, "begin at a random state, N moves from a goal [the most there are]", "c-n", "^N",
                        lasts=True, takes="[N]"),
            "link": Act(self.link, "the start and the moves as a line, to be kept"),
            **self.quitting(),
        }  # fmt: skip

    # -- what is shown -----------------------------------------------------------------------------

    def scene(self) -> Scene:
        return self.play.puzzle.scene(self.play.state)

    def status(self) -> str:
        made = counted(len(self.play.labels), "move")
        if self.is_over:
            return f"{made} made: a goal is reached."
        found = self.searched.ask(self.play.state)
        said = found.in_words()
        if not found.is_settled and found.stopped is not None:
            said += f" (the search ended: {found.stopped})"
        elif not found.is_settled and self.searched.is_searching:
            said += " so far, the search goes on" if found.at_least else ""
        return f"{made} made; {said}."

    def prompt(self) -> str:
        return f"Move {len(self.play.labels) + 1}: "

    def marks(self) -> Mapping[str, Collection[Value]]:
        return {"moved": () if self.last is None else self.last.changed}

    @property
    def is_over(self) -> bool:
        return self.play.is_goal

    # -- what is done ------------------------------------------------------------------------------

    def means(self, typed: str) -> bool:
        return any(move.name == typed.strip() for move in self.play.moves())

    def hear(self, typed: str) -> str:
        return self._made(self.play.move(typed))

    def _made(self, move: Move) -> str:
        self.last = move
        return ""

    def arrow(self, direction: str) -> str:
        move = self.play.towards(cast(Direction, direction))
        if move is None:
            return f"Nothing slides {direction} here, or not one piece alone: type a move, or click on a piece."
        return self._made(self.play.move(move))

    def click(self, at: Value) -> str:
        moves = self.play.at(at) if type(at) is int else []
        if len(moves) == 1:
            return self._made(self.play.move(moves[0]))
        if not moves:
            return "No move changes this cell now."
        return f"Several moves change this cell; type one: {_named(moves)}."

    def erase(self) -> str:
        return self.undo("")

    def undo(self, _: str) -> str:
        """Take the last move back."""
        self.last = None
        return "" if self.play.undo() else "No move was made yet."

    def redo(self, _: str) -> str:
        """Make the move again that was taken back."""
        self.last = None
        return "" if self.play.redo() else "No move was taken back."

    def restart(self, _: str) -> str:
        """Go back to the start."""
        self.last = None
        self.play.restart()
        return ""

    def moves(self, _: str) -> str:
        """Name the moves that are possible."""
        moves = self.play.moves()
        if moves:
            return f"You can make {_named(moves)}."
        return f"No move is possible here: {'undo, or restart' if self.play.can_undo else 'deal another start'}."

    def hint(self, _: str) -> str:
        """The next move of a shortest solution."""
        state = self.play.state
        if self.is_over:
            return "A goal is reached."
        self.searched.ask(state, again=True)
        self.searched.wait()
        found = self.searched.known(state)
        if found.exact is None:
            return f"{_sentence(found.in_words() if found.reason else found.stopped or 'it was stopped')}"
        move = next((move for move in self.play.moves() if same(move.after, found.after)), None)
        return _sentence(found.in_words()) if move is None else f"Hint: {move.name}; {found.in_words()} before it."

    def deal(self, text: str) -> str:
        """Begin anew at a random state."""
        depth = self.play.deal(number(text, "deal"), limits=self.limits)
        self.last = None
        return (
            f"A new start, {counted(depth, 'move') if self.play.puzzle.cost is None else f'a cost of {depth:,}'} away."
        )

    def link(self, _: str) -> str:
        """The start and the moves as a line."""
        return self.play.link()

    def settle(self, seconds: float) -> None:
        self.searched.ask(self.play.state)
        self.searched.wait(seconds)

    def tell(self, progress: Progress | None) -> None:
        self.searched.progress = progress

    def close(self) -> None:
        self.searched.stop()


def _named(moves: list[Move]) -> str:
    names = [f"'{move.name}'" if " " in move.name else move.name for move in moves[:LISTED]]
    more = len(moves) - len(names)
    return f"{', '.join(names)} and {more:,} more" if more else alternatives(names)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
