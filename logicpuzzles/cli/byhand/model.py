"""A model filled in by hand at a terminal."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ...drawing.scene import Scene
from ...endings import Assignment, Stopped, Value
from ...errors import PuzzleError
from ...limits import Limits
from ...models.elements import Element, listed
from ...models.model import Model
from ...playing.cells import written
from ...playing.filling import Fill
from ...wording import counted
from .hand import Act, Hand

LISTED = 20  # cells or values that are named
LINE = 2  # how many characters side by side are as wide as a line of text is high
ASIDE = 4  # how many times as far as a cell straight ahead one seems that lies aside
_WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class ModelHand(Hand):
    """A value is typed for the cell that is selected, or behind the name of a cell."""

    arrows = "select"

    def __init__(self, model: Model, title: str, doc: str, limits: Limits) -> None:
        super().__init__()
        self.title, self.doc, self.limits = title, doc, limits
        self.fill = fill = Fill(model)
        self.selected = next((v for v in fill.cells if v not in fill.given), fill.cells[0] if fill.cells else None)
        example = (
            "" if self.selected is None else f", such as {_written(self.selected, fill.domains[self.selected][0])}"
        )
        self.introduction = f"Type a cell and its value{example}, or a command."
        self.acts = {
            "erase": Act(self.erase_typed, "make a cell empty", takes="[CELL]"),
            "undo": Act(self.undo, "take the last step back", "c-z", "^Z"),
            "redo": Act(self.redo, "do it again", "c-y", "^Y"),
            "candidates": Act(self.candidates, "the values left for a cell, or for all", "c-o", "^O", takes="[CELL]"),
            "hint": Act(self.hint, "a cell with its value", "tab", "Tab", lasts=True),
            "count": Act(self.count, "whether there is one solution, several or none", lasts=True),
            "why": Act(self.why, "why there is no solution with these values", "c-w", "^W", lasts=True),
            "restart": Act(self.restart, "make all cells empty", "c-r", "^R"),
            **self.quitting(),
        }

    # -- what is shown -----------------------------------------------------------------------------

    def scene(self) -> Scene:
        return self.fill.scene()

    def status(self) -> str:
        fill = self.fill
        empty = len(fill.variables) - len(fill.values)
        clashes = fill.clashes()
        clashing = [v for v in fill.cells if v in clashes]
        if clashing:
            return f"{_named(clashing)} contradict what is there." if len(clashing) == 1 else (
                f"{_named(clashing)} contradict each other.")  # fmt: skip
        if fill.is_dead_end:
            return f"{counted(empty, 'cell')} empty; no solution has these values: type why."
        return "Solved." if not empty else f"{counted(empty, 'cell')} empty."

    def prompt(self) -> str:
        return "Cell and value: "

    def marks(self) -> Mapping[str, Collection[Value]]:
        return {"given": self.fill.given, "wrong": self.fill.conflicts()}

    @property
    def is_over(self) -> bool:
        return self.fill.is_solved

    # -- what is done ------------------------------------------------------------------------------

    def means(self, typed: str) -> bool:
        return False if self.selected is None else self._is_value(typed)

    def _is_value(self, typed: str) -> bool:
        """Whether the cell selected can have this value."""
        return typed.strip() in map(written, self.fill.domains[self.selected])

    def hear(self, typed: str) -> str:
        """Fill in what is typed: a value for the cell selected, or a cell and its value; a point makes a cell empty."""
        text = typed.replace("=", " ").strip()
        if not text:
            raise PuzzleError("nothing was typed", expected="a cell and its value")
        if self.selected is not None and (self._is_value(text) or text == "."):
            return self._put(self.selected, text)
        for variable in sorted(self.fill.cells, key=lambda v: -len(written(v))):
            name = written(variable)
            for form in dict.fromkeys((name, name.replace(",", ""))):  # commas need not be typed
                if text.casefold().startswith(f"{form} ".casefold()):
                    self.selected = variable
                    return self._put(variable, text[len(form) :].strip())
        try:
            self.selected = self.fill.variable(text)
        except PuzzleError:
            first, _, rest = text.partition(" ")
            if rest:
                self.selected = self.fill.variable(first)
                return self._put(self.selected, rest.strip())
            if self.selected is None or len(text) > 1 and text[:1].isalpha():
                raise
            return self._put(self.selected, text)  # which says what it may be
        return self.candidates(text)

    def _put(self, variable: Value, text: str) -> str:
        if text == ".":
            self.fill.erase(variable)
        else:
            self.fill.put(variable, text)
        return ""

    def enters(self, typed: str) -> bool:
        if self.selected is None or not self._is_value(typed):
            return False
        values = list(map(written, self.fill.domains[self.selected]))
        longer = [text for text in (*values, *self.acts, *map(written, self.fill.cells)) if text.startswith(typed)]
        return longer == [typed]

    def arrow(self, direction: str) -> str:
        """Select the next cell in this direction."""
        down, right = _WAYS[direction]
        cells = [cell for cell in self.fill.scene().cells if cell.at in self.fill.domains]
        here = next((cell for cell in cells if cell.at == self.selected), None)
        if here is None:
            return ""
        found: list[tuple[int, Value]] = []
        for cell in cells:
            row, column = LINE * (cell.row - here.row), cell.column - here.column
            along, across = row * down + column * right, abs(row * right) + abs(column * down)
            if along > 0 and cell.at != self.selected:
                found.append((ASIDE * across + along, cell.at))
        if found:
            self.selected = min(found, key=lambda one: one[0])[1]
        return ""

    def click(self, at: Value) -> str:
        """Select a cell; where it is selected already, give it the next value."""
        if at == self.selected:
            return self.press()
        if at in self.fill.domains:
            self.selected = at
        return ""

    def press(self) -> str:
        """The next value of the cell selected: after the last it is empty, and then comes the first."""
        fill, variable = self.fill, self.selected
        if variable is None:
            return ""
        domain = fill.domains[variable]
        place = domain.index(fill.values[variable]) + 1 if variable in fill.values else 0
        if place < len(domain):
            fill.put(variable, domain[place])
        else:
            fill.erase(variable)
        return ""

    def erase(self) -> str:
        return self.erase_typed("")

    def erase_typed(self, text: str) -> str:
        """Make a cell empty."""
        if text:
            self.selected = self.fill.variable(text)
        if self.selected is not None:
            self.fill.erase(self.selected)
        return ""

    def undo(self, _: str) -> str:
        """Take the last step back."""
        return "" if self.fill.undo() else "Nothing was filled in yet."

    def redo(self, _: str) -> str:
        """Do the step again that was taken back."""
        return "" if self.fill.redo() else "Nothing was taken back."

    def restart(self, _: str) -> str:
        """Make all cells empty that are not given."""
        self.fill.restart()
        return ""

    def candidates(self, text: str) -> str:
        """The values left for a cell; for all empty cells where none is named, and the cell selected first."""
        fill = self.fill
        if text:
            return self._left(fill.variable(text))
        if fill.is_dead_end:
            return "No value is left: undo, erase a cell, or type why."
        empty = [v for v in fill.cells if v not in fill.values]
        return "\n".join(map(self._left, empty[:LISTED])) + (
            f"\n... {len(empty) - LISTED:,} more" if len(empty) > LISTED else "") or "No cell is empty."  # fmt: skip

    def _left(self, variable: Value) -> str:
        found = self.fill.candidates(variable)
        return f"{written(variable)} can be {_named(found) if found else 'nothing'}."

    def hint(self, _: str) -> str:
        """A cell with its value."""
        found = self.fill.hint(self.limits if self.limits != Limits() else None)
        if found is None:
            return (
                "Every cell is filled in." if self.fill.is_full else "No solution with these values is known: type why."
            )
        self.selected = found[0]
        return f"Hint: {_written(*found)}."

    def count(self, _: str) -> str:
        """Whether there is one solution, several or none."""
        said = self.fill.count(limits=self.limits if self.limits != Limits() else None).in_words()
        return f"With these values there {'are' if said.startswith('several') else 'is'} {said}."

    def why(self, _: str) -> str:
        """Why there is no solution with these values."""
        found = self.fill.why(self.limits if self.limits != Limits() else None)
        if isinstance(found, Assignment):
            return "There is a solution with these values."
        return f"It is not known: {found.reason}." if isinstance(found, Stopped) else str(found)


def _written(variable: Value, value: Value) -> str:
    return f"{written(variable)} = {written(value)}"


def _named(things: Collection[Value]) -> str:
    first = list(things)[:LISTED]
    more = len(things) - len(first)
    has_elements = any(isinstance(thing, Element) for thing in first)
    names = [listed(first, written)] if has_elements else list(map(written, first))
    last = f"{more:,} more" if more else names.pop() if len(names) > 1 else ""
    return " and ".join(filter(None, (", ".join(names), last)))
