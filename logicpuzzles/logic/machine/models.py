"""label on the query machine: the constraints that were noted, as a model whose answers the unknowns become.

What a model is made of is copied with its unknowns numbered. The cells of that copy tell whether the same model was
made before; then no constraint is read again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import numpy as np

from ...background import is_loaded
from ...by_name import entry
from ...errors import LimitReached, NeedsValue, PuzzleError
from ..integers.deferred import deferred
from ..integers.labelling import Plan, plan_of
from ..integers.registry import ENGINE, Posting
from ..resolver import PAUSED, Machine
from ..terms import AnyTerm
from .clauses import Native, Unsupported
from .codes import (
    C_FIELDS, CONDITIONS, CP, CTOP, DEALLOCATE, FLOOR, FULL, INT, LIST, NIL, NOTES, P_NOTE, PC, PRIMITIVE, PROCEED,
    STORE, TR, B, E, H,
)  # fmt: skip
from .escapes import Escapes, Ints
from .image import Model
from .loading import function

MOST_LABELLED = 1 << 16
MOST_KEPT = 64  # models
LARGEST_KEPT = 1 << 16  # cells


def lowered(predicate: Any) -> Native | None:
    """What the kernel runs for a goal over integers: those that can be deferred are noted."""
    goal: Posting = predicate.goal
    return None if goal.note is None else Native(P_NOTE + (goal.arity or 0))


class Models(Escapes):
    """What is labelled."""

    def label(self) -> Iterator[object]:
        """Let the kernel go on with each answer of the label at the state's place.

        Where nothing follows, stop at each, and with PAUSED where `check` says so.

        Raises
        ------
        Unsupported
            The constraints noted so far are to be propagated first.
        """
        st, heap, image = self.st, self.heap, self.image
        pc = int(st[PC])
        predicate = image.predicates[int(image.code[pc + 1])] if image.code[pc] == PRIMITIVE else None
        goal = getattr(predicate, "goal", None)
        if not isinstance(goal, Posting) or goal.engine is None or not is_loaded(ENGINE):
            raise Unsupported("constraints that wait")
        cells = self.x[: goal.arity].tolist()
        model, unknowns = self._model(goal, cells), self._unknowns(cells[-1])
        if model is None or not len(unknowns) or self._are_outside(unknowns) or heap[CONDITIONS] != NIL:
            raise Unsupported("constraints that wait")
        heap[NOTES] = NIL
        packed, is_down = model
        found = () if packed is None else entry("models.rows:rows")(packed, is_down)
        if not self._ends():
            self.serial += 1
            self.rows[self.serial] = iter(found)
            self.push([self.serial << 3 | INT, *(unknowns << 3).tolist()], image.next)
            self.arrays()  # there may be more registers now
            st[PC] = image.next  # as if the choice were resumed
            self.x[: len(unknowns) + 1] = self.choices[int(st[B]) + C_FIELDS : int(st[CTOP])]
            return
        self.labelling = True
        for row in found:
            if row is not None:
                self.outside += 1
                self.labelled = unknowns, row
                yield None
            elif self.check():
                yield PAUSED
        self.labelled, self.labelling = None, False
        heap[unknowns] = unknowns << 3
        st[PC] = image.fail

    def settle(self) -> None:
        """Let the unknowns of a label that nothing follows have the values of the present answer."""
        if self.labelled is not None:
            unknowns, row = self.labelled
            self.heap[unknowns] = self._row(row, len(unknowns))

    def next_row(self, serial: int, unknowns: Ints) -> bool:
        st = self.st
        row = next(self.rows[serial], self)
        while row is None:
            self.check()
            row = next(self.rows[serial], self)
        if row is self:
            del self.rows[serial]
            return False
        self.outside += 1
        tr, n = int(st[TR]), len(unknowns)
        if tr + n + 8 > len(self.trail):
            self.enlarge("trail", n + 8)
        self.trail[tr : tr + n] = unknowns  # all are older than the choice
        self.heap[unknowns] = self._row(row, n)
        st[TR] = tr + n
        st[PC] = st[CP]
        return True

    def _ends(self) -> bool:
        """Whether nothing follows the call at the state's place."""
        code, envs, halt = self.image.code, self.envs, self.image.halt
        at, e = int(self.st[CP]), int(self.st[E])
        while at != halt and code[at] == DEALLOCATE and code[at + 1] == PROCEED:
            at, e = int(envs[e + 1]) >> 16, int(envs[e])
        return at == halt

    def _are_outside(self, unknowns: Ints) -> bool:
        """Whether one of the unknowns does not belong to the present scope."""
        floor = int(self.st[FLOOR])
        older = unknowns[unknowns < floor].tolist()
        own = self.inside(floor) if older else set()
        return any(self.is_outside(address, floor, own) for address in older)

    @staticmethod
    def _row(row: Any, n: int) -> Ints:
        return np.array(row[:n], np.int64) << 3 | INT

    def _unknowns(self, cell: int) -> Ints:
        """The addresses of the unknowns in a list, in its order."""
        found = np.empty(MOST_LABELLED, np.int64)
        n = function("open_elements")(self.arrays(), cell, found.ctypes.data, len(found))
        if n < 0:
            raise Unsupported("a list without an end")
        unknowns = np.array(list(dict.fromkeys(found[:n].tolist())), np.int64) >> 3
        if not np.array_equal(self.heap[unknowns] >> 3, unknowns):
            raise Unsupported("a condition that waits")
        return unknowns

    def _model(self, goal: Posting, cells: list[int]) -> Model | None:
        """The model of what is noted, for the label `goal` of arguments; None where there is none."""
        key = self._key([self.image.number(goal) << 3 | INT, *cells, int(self.heap[NOTES])])
        kept = self.image.models
        if key in kept:
            return kept[key]
        try:
            made = self._made(goal, cells)
        except LimitReached:
            raise
        except (NeedsValue, PuzzleError):  # the resolver tells it
            made = None
        if len(key) < 8 * LARGEST_KEPT:
            if len(kept) >= MOST_KEPT:
                del kept[next(iter(kept))]
            kept[key] = made
        return made

    def _key(self, cells: list[int]) -> bytes:
        """The terms of cells, their unknowns numbered."""
        st, mark, h, n = self.st, int(self.st[STORE]), int(self.st[H]), len(cells)
        if h + 2 * n + 8 > self.size("heap"):
            self.enlarge("heap", 2 * n + 64)
        self.heap[h : h + 2 * n : 2] = cells
        self.heap[h + 1 : h + 2 * n : 2] = [(h + 2 * i) << 3 | LIST for i in range(1, n)] + [NIL]
        while function("copy")(self.arrays(), h << 3 | LIST) == FULL:
            self.enlarge("store")
            self.enlarge("pdl")
        st[STORE] = mark
        return self.store[mark + 1 : mark + 1 + int(self.store[mark])].tobytes()

    def _made(self, goal: Posting, cells: list[int]) -> Model | None:
        machine, variables = Machine(self.check), cast("dict[int, Any]", {})
        machine.defers = True
        noted: list[tuple[AnyTerm, ...]] = []
        cell = int(self.heap[NOTES])
        while cell != NIL:
            noted.append(self.value(int(self.heap[cell >> 3]), variables))
            cell = int(self.heap[(cell >> 3) + 1])
        for number, *args in reversed(noted):
            posting: Posting = self.image.predicates[number].goal  # type: ignore[attr-defined]
            said = None if posting.note is None else posting.note(machine, *args)
            if said is None:
                return None
            if said is False:
                return None, False
            if said is not True:
                deferred(machine).note(posting, tuple(args), None, said)
        if not machine.deferred:
            return None
        *options, terms = (self.value(cell, variables) for cell in cells)
        plan = plan_of(machine, options[0]) if options else Plan()
        made = entry("models.posted:prepared")(machine, terms, plan, goal.name)
        return None if made is None else (made[1], plan.order == "down")
