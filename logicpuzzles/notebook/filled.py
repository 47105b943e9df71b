"""A model filled in, in a cell of a notebook."""

from __future__ import annotations

from ..endings import Assignment, Stopped
from ..integers import as_text
from ..models.elements import called
from ..models.values import Value, Variable
from ..playing.cells import value_typed
from ..playing.drawn_fill import DrawnFill, drawn_fill
from ..playing.filling import Fill
from .hand import MOST, Button, Choice, Hand, View, button, view

ERASING = ("Delete", "Backspace")


class Filled(Hand):
    """A model in hand: a cell is chosen, and a value for it, by a click or by typing it."""

    def __init__(self, fill: Fill) -> None:
        super().__init__(fill.model)
        self.fill = fill
        self.chosen: Variable | None = None
        self._typed = ""  # in the chosen cell
        self._last: tuple[dict[Variable, Value], DrawnFill] | None = None  # what was drawn last, and with which values

    # -- what is shown -----------------------------------------------------------------------------

    def shown(self) -> View:
        drawn = self._picture()
        asked, choices = self._choices()
        chosen = next((n for n, v in drawn.variables.items() if self.chosen is not None and v == self.chosen), -1)
        return view(
            board=drawn.picture,
            instead=drawn.instead,
            said="\n".join(filter(None, (self._status(), self.note))),
            explained=self.explained,
            asked=asked,
            choices=choices,
            buttons=self.buttons(),
            typing=True,
            chosen=chosen,
        )

    def _picture(self) -> DrawnFill:
        """The board with what conflicts marked; drawn anew where a value has changed."""
        known = self.fill.values
        if self._last is None or list(self._last[0].items()) != list(known.items()):
            self._last = known, drawn_fill(self.fill, self.fill.conflicts())
        return self._last[1]

    def _choices(self) -> tuple[str, list[Choice]]:
        """The values for the chosen cell; faint are those that are ruled out by what is filled in."""
        if self.chosen is None:
            return "Choose a cell.", []
        name = called(self.chosen)
        if self.chosen in self.fill.given:
            return f"{name} is given.", []
        left = self.fill.candidates(self.chosen)
        choices = [Choice(text=as_text(value), faint=value not in left) for value in self._values()]
        return f"Values for {name}:", choices

    def _values(self) -> tuple[Value, ...]:
        return () if self.chosen is None else tuple(self.fill.domains[self.chosen])[:MOST]

    def _status(self) -> str:
        if self.fill.is_solved:
            return "Solved."
        if self.fill.is_dead_end:
            return "The marked cells contradict each other." if self.fill.clashes() else "No solution is like this."
        empty = len(self.fill.variables) - len(self.fill.values)
        return f"{empty} of {len(self.fill.variables)} cells are empty."

    def buttons(self) -> list[Button]:
        fill = self.fill
        is_open = self.chosen in fill.values and self.chosen not in fill.given
        return [
            button("undo", "Undo", "take the last step back", fill.can_undo),
            button("redo", "Redo", "do the step again", fill.can_redo),
            button("restart", "Restart", "empty all cells", fill.can_undo),
            button("erase", "Erase", "empty the chosen cell", is_open),
            button("hint", "Hint", "fill in a cell", not fill.is_full and not fill.is_dead_end),
            button("count", "How many?", "tell whether there is one solution, several or none"),
            button("why", "Why?", "tell what contradicts what is filled in", fill.is_dead_end or not fill.is_full),
        ]

    # -- what is done ------------------------------------------------------------------------------

    def point(self, number: int) -> None:
        """Choose the cell."""
        self.chosen, self._typed = self._picture().variables.get(number), ""

    def choose(self, number: int) -> None:
        """Fill a value into the chosen cell."""
        values = self._values()
        if self.chosen is not None and 0 <= number < len(values):
            self._typed = ""
            self.fill.put(self.chosen, values[number])

    def type(self, number: int, key: str) -> None:
        """Fill in the value that was typed, letter by letter, or empty the cell."""
        before, typed = self.chosen, self._typed
        self.point(number)
        if self.chosen is None:
            return
        if key in ERASING:
            self.fill.erase(self.chosen)
            return
        domain = self.fill.domains[self.chosen]
        self._typed, value = value_typed(domain, typed + key if self.chosen == before else key)
        if value >= 0:
            self.fill.put(self.chosen, domain[value])
        elif not self._typed:
            self.note = f"{as_text(self.chosen)} cannot be {key}."

    def press_undo(self) -> None:
        """Take the last step back."""
        self.fill.undo()

    def press_redo(self) -> None:
        """Do it again."""
        self.fill.redo()

    def press_restart(self) -> None:
        """Take all steps back."""
        self.fill.restart()

    def press_erase(self) -> None:
        """Empty the chosen cell."""
        if self.chosen is not None:
            self.fill.erase(self.chosen)

    def press_hint(self) -> None:
        """Fill in a cell as in a solution."""
        found = self.fill.hint()
        if found is None:
            self.note = "No hint was found: perhaps there is no solution like this."
            return
        self.chosen, value = found
        self.fill.put(self.chosen, value)
        self.note = f"{as_text(self.chosen)} is {as_text(value)}."

    def press_count(self) -> None:
        """Count the solutions that agree with what is filled in."""
        told = self.fill.count().in_words()
        self.note = f"{told[0].upper()}{told[1:]}."

    def press_why(self) -> None:
        """Tell why there is no solution."""
        found = self.fill.why()
        if isinstance(found, Assignment):
            self.note = "There is a solution like this."
        elif isinstance(found, Stopped):
            self.note = f"Stopped: {found.reason}."
        else:
            self.explained = str(found)
