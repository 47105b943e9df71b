"""A query on unknown cells answered by the query machine, as far as no goal needs the value of a cell.

Where one does, or where what is chosen could depend on a cell, the whole query is left to the resolver, which goes on
from there for each value. So the answers are the resolver's, in its order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..errors import LimitReached, NeedsValue, PuzzleError
from ..logic.arithmetic import Evaluation
from ..logic.goals import Goal, Neq
from ..logic.lowering import NotLowered, body_of
from ..logic.machine.clauses import Auxiliary, Clause, Collect, Cut, Unsupported
from ..logic.machine.codes import ATOM, CONDITIONS, INT, MISSING, NIL, PC, REF, W_DIFFERENT, WATCHED
from ..logic.machine.driver import Run
from ..logic.machine.escapes import Inner
from ..logic.machine.image import Image
from ..logic.relations import Rule
from ..logic.resolver import Machine
from ..logic.terms import AnyTerm, Variable, var
from .cells import Answer
from .flat import FlatAnswers

Check = Callable[[], None]

MOST_CALLS = 100_000  # of one query; what makes more may find no end, of which the resolver tells


class Unsplit(Run):
    """A run that ends where the resolver might choose by the value of a cell.

    Attributes
    ----------
    in_python
        Whether a function in Python, called once on unknowns, stated a relation that has been called.
    """

    in_python = False

    def attend(self, reason: int) -> None:
        places = self.image.places
        n_places = len(places)
        if reason == MISSING:
            self.in_python |= isinstance(self.image.predicates[self.image.code[self.st[PC] + 1]], Rule)
        super().attend(reason)
        if any(isinstance(place.goal, Cut | Collect) for place in places[n_places:]):
            raise Unsupported("a choice")

    def begin(self, goal: Goal, variables: dict[int, Any], following: int, machine: Inner | None = None) -> None:
        if not isinstance(goal, Evaluation):
            raise Unsupported("a goal that only Python runs")
        super().begin(goal, variables, following, machine)

    def waits_for_numbers(self) -> bool:
        """Whether arithmetic has waited on the way to this answer."""
        cell = int(self.heap[CONDITIONS])
        while cell != NIL:
            if self.heap[(cell >> 3) + 1] >> 3 != W_DIFFERENT:
                return True
            cell = int(self.heap[(cell >> 3) + 5])
        return False


class Asked:
    """The goal of a query, asked of the machine; `check` is called now and then.

    Attributes
    ----------
    known
        The terms of constants, and the unknowns that stand for the unknown cells: the oldest, as for the resolver.

    Raises
    ------
    Unsupported
        Only the resolver answers it.
    """

    def __init__(
        self, goal: Goal, before: Sequence[Variable], label: Variable, after: Sequence[Variable], check: Check
    ) -> None:
        self.check, self.n_cells = check, len(before)
        head = (*before, label, *after)
        try:
            asked = Auxiliary(len(head), [Clause(head, body_of(goal))])
        except NotLowered as error:
            raise Unsupported(str(error)) from None
        image = Image()
        self.run = Unsplit(image, image.number(asked), asked.arity, self._limited)
        self.addresses = np.array(self.run.asked, np.int64)
        self.cells = {address: var() for address in self.run.asked[: self.n_cells]}
        self.known: dict[int, AnyTerm] = {address << 3 | REF: unknown for address, unknown in self.cells.items()}

    @property
    def is_exact(self) -> bool:
        """Whether only clauses were run: no function in Python could take an unknown for a value."""
        return not self.run.in_python

    def answers(self) -> Iterator[Answer]:
        """The answers, each with a machine of its own.

        Raises
        ------
        Unsupported
            Only the resolver answers the query.
        """
        flat = FlatAnswers(self.run, self.n_cells)
        try:
            for _ in self.run.answers():
                is_kept = flat.take()
                if flat.is_full or not is_kept:
                    yield from flat.read()
                if not is_kept:
                    yield self._answer()
            yield from flat.read()
        except LimitReached:
            raise
        except (NeedsValue, PuzzleError) as error:
            raise Unsupported(str(error)) from None

    def _limited(self) -> bool:
        self.check()
        if self.run.inferences > MOST_CALLS:
            raise Unsupported("what finds no end soon")
        return False

    def _answer(self) -> Answer:
        run, known = self.run, self.known
        variables: dict[int, Any] = self.cells.copy()
        ends = self._ends()
        terms = list(map(known.get, ends))
        for place, term in enumerate(terms):
            if term is None:
                cell = ends[place]
                terms[place] = run.value(cell, variables)
                if cell & 7 in (INT, ATOM):
                    known[cell] = terms[place]
        machine = Machine()
        if run.heap[CONDITIONS] != NIL:
            if run.waits_for_numbers():
                raise Unsupported("arithmetic that waited")
            for left, right in run.differing(variables):
                Neq(((left, right),)).attempt(machine)
        return Answer(machine, terms[: self.n_cells], terms[self.n_cells], terms[self.n_cells + 1 :])

    def _ends(self) -> list[int]:
        """The cells behind the unknowns that were asked for: all at once, which is four times as fast as one by one."""
        heap, cells = self.run.heap, self.addresses << 3 | REF
        places = np.arange(len(cells))
        while len(places):
            before = cells[places]
            behind = heap[before >> 3]
            is_bound = (behind != before) & (behind & 7 != WATCHED)
            places, behind = places[is_bound], behind[is_bound]
            cells[places] = behind
            places = places[behind & 7 == REF]
        found: list[int] = cells.tolist()
        return found
