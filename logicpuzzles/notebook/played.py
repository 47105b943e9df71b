"""A state puzzle played in a cell of a notebook."""

from __future__ import annotations

from ..endings import State
from ..playing.distance import Distance, Searched
from ..playing.drawn import drawn
from ..playing.labels import Move
from ..playing.moves import Play
from ..playing.pointing import DIRECTIONS
from ..wording import counted
from .hand import MOST, Button, Choice, Hand, View, button, view


class Played(Hand):
    """A puzzle in hand; distances are searched for in the background, once they are asked for."""

    def __init__(self, play: Play) -> None:
        super().__init__(play.puzzle)
        self.play = play
        self.searched = Searched(play.puzzle, listener=self._found)
        self.tells_distance = False
        self._hinted: State | None = None  # for which a hint was asked
        self._meant: list[Move] = []  # what a click may have meant

    # -- what is shown -----------------------------------------------------------------------------

    def shown(self) -> View:
        board, instead = drawn(self.play)
        moves = self._choices()
        more = f", the first {MOST} of {len(moves):,}" if len(moves) > MOST else ""
        return view(
            board=board,
            instead=instead,
            said="\n".join(filter(None, (self._status(), self._distance(), self._hint(), self.note))),
            asked=f"Which move{more}?" if self._meant else f"Moves{more}:" if moves else "No move is possible.",
            choices=[Choice(text=move.name, faint=False) for move in moves[:MOST]],
            buttons=self.buttons(),
            arrows=any(self.play.towards(way) for way in DIRECTIONS),
            waits=self.searched.is_searching,
        )

    def buttons(self) -> list[Button]:
        play = self.play
        return [
            button("undo", "Undo", "take the last move back", play.can_undo),
            button("redo", "Redo", "make the move again", play.can_redo),
            button("restart", "Restart", "take all moves back", play.can_undo),
            button("hint", "Hint", "tell the next move of a shortest solution", not play.is_goal),
            button("distance", "Distance", "tell how far the goal is, or tell it no more"),
        ]

    def _choices(self) -> list[Move]:
        return self._meant or self.play.moves()

    def _status(self) -> str:
        made = len(self.play.labels)
        if self.play.is_goal:
            return f"Solved in {counted(made, 'move')}." if made else "The start is a goal."
        return f"{counted(made, 'move')} made." if made else ""

    def _distance(self) -> str:
        if not self.tells_distance or self.play.is_goal:
            return ""
        found = self.searched.known(self.play.state)
        return self._sentence(found, found.in_words())

    def _hint(self) -> str:
        if self._hinted != self.play.state or self.play.is_goal:
            return ""
        found = self.searched.known(self.play.state)
        if found.after is None:
            return "" if self.tells_distance else self._sentence(found, found.in_words())
        names = [move.name for move in self.play.moves() if (move.label, move.after) == (found.next, found.after)]
        return f"Hint: {names[0]}." if names else ""

    def _sentence(self, found: Distance, words: str) -> str:
        """What is known of the state, and what is done to know more."""
        if found.is_settled:
            return f"{words[0].upper()}{words[1:]}."
        stopped = f"the search was stopped: {found.stopped}" if found.stopped else "searching ..."
        return f"{words[0].upper()}{words[1:]}; {stopped}"

    # -- what is done ------------------------------------------------------------------------------

    def point(self, number: int) -> None:
        meant = self.play.clicked(number)
        self._meant = []
        if len(meant) == 1:
            self._make(meant[0])
        elif meant:
            self._meant = meant
        else:
            self.note = "No move changes this cell now."

    def choose(self, number: int) -> None:
        moves = self._choices()[:MOST]
        if 0 <= number < len(moves):
            self._make(moves[number])

    def go(self, way: str) -> None:
        for direction in DIRECTIONS:
            move = self.play.towards(direction) if direction == way else None
            if move is not None:
                self._make(move)
                return

    def _make(self, move: Move) -> None:
        self.play.move(move)
        self._moved()

    def _moved(self) -> None:
        self._meant = []
        if self.tells_distance:
            self.searched.ask(self.play.state)

    def press_undo(self) -> None:
        """Take the last move back."""
        self.play.undo()
        self._moved()

    def press_redo(self) -> None:
        """Make it again."""
        self.play.redo()
        self._moved()

    def press_restart(self) -> None:
        """Take all moves back."""
        self.play.restart()
        self._moved()

    def press_hint(self) -> None:
        """Search for the next move of a shortest solution."""
        self._hinted = self.play.state
        self.searched.ask(self.play.state, again=True)

    def press_distance(self) -> None:
        """Search for the distance from now on, or no more."""
        self.tells_distance = not self.tells_distance
        if self.tells_distance:
            self.searched.ask(self.play.state, again=True)
        else:
            self.searched.stop()

    def _found(self) -> None:
        self.changed()

    def close(self) -> None:
        self.searched.stop()
