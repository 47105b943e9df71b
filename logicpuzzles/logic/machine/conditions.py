"""What waits in a run: shown with an answer, or told where a value is needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from ...errors import NeedsValue
from ..arithmetic import Unknown, evaluate
from ..resolver import Machine
from ..terms import AnyTerm, VARIABLES, var
from .clauses import Pair
from .parts import parts
from .needs import NAMES, Stands
from .growth import Growing
from .loading import function
from .codes import COMPOUND, CONDITIONS, FULL, LIST, NEED, NIL, PYTHON, REF, W_DIFFERENT, W_IS, WATCHED


class Conditions(Growing):
    """The conditions of one run."""

    def differing(self, variables: dict[int, Any]) -> list[tuple[AnyTerm, AnyTerm]]:
        """The pairs of terms that must differ, in the order in which they were stated.

        Raises
        ------
        NeedsValue
            Another condition waits too.
        """
        found = self.open_conditions(NIL)
        for condition in reversed(found):
            if (kind := int(self.heap[condition + 1]) >> 3) != W_DIFFERENT:
                raise self.undecided(condition, NAMES[kind])
        return [tuple(self.value(self.heap[condition + n], variables) for n in (3, 4)) for condition in reversed(found)]

    def open_conditions(self, until: int) -> list[int]:
        """The conditions that still wait, newest first, of those that are newer than the cell `until`."""
        found, open_now = [], function("open_now")
        cell = int(self.heap[CONDITIONS])
        while cell != until:
            while (done := open_now(self.arrays(), cell)) == FULL:
                self.grow()
            if done == NEED or done == PYTHON and self.waits_for(cell >> 3):
                found.append(cell >> 3)
            cell = int(self.heap[(cell >> 3) + 5])
        return found

    def waits_for(self, condition: int) -> int:
        """The address of the first unknown in a condition of arithmetic; 0 where there is none."""
        variables: dict[int, Any] = {}
        left, right = (self.value(self.heap[condition + n], variables) for n in (3, 4))
        is_value = self.heap[condition + 1] >> 3 == W_IS
        try:
            for side in (right,) if is_value else (right, left):
                evaluate(Machine(), side, "is")
        except Unknown as unknown:
            return next(address for address, variable in variables.items() if variable is unknown.variable)
        return 0

    def need(self, cell: int, name: str, stated: int | None = None) -> NeedsValue:
        """The error that the goal `name` needs the value of an unknown; `stated` is where a condition of it stands."""
        self.needed = self.end(cell)
        self.stated = None if stated is None else self.image.place(stated).goal
        return NeedsValue(var(), name)

    def unknowns_shown(self) -> Iterator[Any]:
        """The variables by which the goal of an error calls the unknown that it needs."""
        todo = list(self.shown)
        while todo:
            term, cell = todo.pop()
            cell = self.end(cell)
            if type(term) in VARIABLES:
                if cell == self.needed:
                    yield term
            elif cell & 7 in (LIST, COMPOUND) and (inner := parts(term)) is not None:
                first = (cell >> 3) + (cell & 7 == COMPOUND)
                todo += zip(inner, self.heap[first : first + len(inner)].tolist(), strict=True)

    def show(self, condition: int) -> None:
        """An error is to speak of the unknowns of a condition by the names that its goal gives them."""
        goal = self.image.place(int(self.heap[condition + 2]) >> 3).goal
        if isinstance(goal, Pair):
            self.shown = [(goal.left, int(self.heap[condition + 3])), (goal.right, int(self.heap[condition + 4]))]

    def undecided(self, condition: int, name: str, unknown: int | None = None) -> NeedsValue:
        """The same for a condition that waits, for its first unknown by default."""
        address = self.waits_for(condition) if unknown is None else unknown
        self.show(condition)
        is_arithmetic = self.heap[condition + 1] >> 3 != W_DIFFERENT
        return self.need(address << 3, name, int(self.heap[condition + 2]) >> 3 if is_arithmetic else None)

    def inside(self, floor: int) -> set[int]:
        """The cells of the unknowns that belong to the inside of the scope at `floor`, though they are older."""
        found: set[int] = set()
        cell = int(self.heap[floor + 1])
        while cell != NIL:
            found.add(int(self.heap[cell >> 3]))
            cell = int(self.heap[(cell >> 3) + 1])
        return found

    def is_outside(self, address: int, floor: int, inside: set[int]) -> bool:
        """Whether the unknown at `address` is older than the scope at `floor`, and not of its `inside`."""
        born = self.born(address)
        return born < floor and inside.isdisjoint((address << 3, born << 3))

    def end(self, cell: int) -> int:
        """The cell behind references."""
        while cell & 7 == REF and self.heap[cell >> 3] != cell and self.heap[cell >> 3] & 7 != WATCHED:
            cell = int(self.heap[cell >> 3])
        return cell

    def born(self, address: int) -> int:
        """Where the unknown at `address` was before something waited on it."""
        return int(self.heap[address + 1]) >> 3 if self.heap[address] & 7 == WATCHED else address

    def stands(self) -> Stands:
        """Where the run stands, for messages."""
        return Stands(self)
