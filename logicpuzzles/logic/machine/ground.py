"""Calls over ground terms: the answers for many terms at once, kept as ground terms by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import is_not
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import NeedsValue, PuzzleError
from ..terms import AnyTerm, Variable
from .clauses import Unsupported
from .codes import (
    AT_FUNCTORS, AT_NAMES, AT_RANKS, B_AT, B_BEGUN, B_END, B_ENTRY, B_FAIL, B_MOST, B_OUT, B_WHOLE, FIRST_CELL,
    FULL, G_COUNT, G_LIMIT, G_MASK, G_TOP, HALT, KEPT, N_BATCH, N_CALLS, N_CHOICES, N_ENVS, N_FUNCTORS, N_GROUND,
    N_HEAP, N_PDL, N_RANKED, N_STORE, N_TRAIL, N_WAKES, NEED, OVER, PC, PYTHON, ROOM, SLICE, VALUE, YES, H,
)  # fmt: skip
from .driver import BUDGET, Run
from .image import Image
from .loading import function

Cells = npt.NDArray[np.int64]  # kept cells: equal terms are equal numbers
GIVEN = -1
SIZES = [N_HEAP, N_TRAIL, N_CHOICES, N_ENVS, N_WAKES, N_PDL, N_STORE, N_CALLS]
TABLES = [AT_NAMES, AT_RANKS, AT_FUNCTORS, N_RANKED, N_FUNCTORS]


@dataclass(frozen=True, eq=False)
class Question:
    """The call ``predicate(*args)``, asked for many ground terms in place of the argument `given`.

    Attributes
    ----------
    results
        The terms whose values each answer gives.
    most
        How many answers are wanted for each; 0 for all.
    """

    predicate: Any
    args: tuple[AnyTerm, ...]
    given: Variable
    results: tuple[AnyTerm, ...] = ()
    most: int = 0


class GroundRun(Run):
    """A run that is used for call after call, whose terms lie below what a call makes on the heap.

    Attributes
    ----------
    out
        After `go_on`, the answers: rows of the index of the term given and the kept results.
    """

    def __init__(self, image: Image, check: Callable[[], object] = lambda: None) -> None:
        super().__init__(image, 0, 0, check)
        self.first = self.st.copy()
        self.ground = np.zeros(N_GROUND, np.int64)
        self.table = np.zeros(1 << 13, np.int64)
        self.out = np.zeros((1 << 10, 1), np.int64)
        self.outs: dict[int, Cells] = {}  # by the number of columns
        self.control = np.zeros(N_BATCH, np.int64)
        self.at_first, self.at_ground, self.at_control = (
            int(array.ctypes.data) for array in (self.first, self.ground, self.control)
        )
        self.ground[G_TOP], self.ground[G_MASK] = FIRST_CELL, len(self.table) - 1
        self.ground[G_LIMIT] = 1 << 14
        self.frames: dict[Question, tuple[Cells, Cells, Cells]] = {}
        self.named: tuple[Any, ...] = ()  # the arrays of a batch, by whose addresses the kernel knows them
        self.places: list[int] = []
        self._settle()

    def _settle(self) -> None:
        """Let runs begin above the place of the kept terms."""
        base = int(self.ground[G_LIMIT])
        if base + (1 << 16) > len(self.heap):
            larger = np.zeros(base + (1 << 16), np.int64)
            larger[: self.ground[G_TOP]] = self.heap[: self.ground[G_TOP]]
            self.heap = larger
        self.frames.clear()
        self.st[H] = base
        self.st[KEPT] = self.first[KEPT] = base

    def memory(self) -> int:
        """The bytes held."""
        arrays = (
            self.heap, self.trail, self.choices, self.envs, self.wakes, self.pdl, self.store, self.table, self.out
        )  # fmt: skip
        return sum(array.nbytes for array in arrays)

    # -- terms -------------------------------------------------------------------------------------

    def add(self, term: AnyTerm) -> int:
        """The kept cell of a ground term; only between calls.

        Raises
        ------
        Unsupported
            It is no ground term of the machine's.
        """
        base, keep = int(self.ground[G_LIMIT]), function("keep")
        while True:
            out: list[int] = []
            cell = self.symbols.encode(term, {}, out, base)
            self.st[H] = base
            if base + len(out) + 64 > len(self.heap):
                self.heap = np.concatenate([self.heap, np.zeros(len(out) + (1 << 16), np.int64)])
            self.heap[base : base + len(out)] = out
            done = keep(self.arrays(), self.ground.ctypes.data, self.table.ctypes.data, cell)
            if done == YES:
                return int(self.st[VALUE])
            if done in (NEED, PYTHON):
                raise Unsupported("a term that is not ground")
            self.widen(done)
            base = int(self.ground[G_LIMIT])

    def term(self, cell: int) -> AnyTerm:
        """The term of a kept cell."""
        return self.value(cell, {})

    # -- calls -------------------------------------------------------------------------------------

    def ask(self, question: Question, given: Cells) -> None:
        """Ask for each of `given`, from the first on."""
        self.question, self.given = question, given
        self.waiting.clear()
        columns = 1 + len(question.results)
        self.outs[self.out.shape[1]] = self.out
        self.out = self.outs[columns] if columns in self.outs else np.zeros((1 << 10, columns), np.int64)
        number = self.image.number(question.predicate)
        self.control[:] = 0
        b = self.control
        b[B_END], b[B_ENTRY], b[B_FAIL], b[B_MOST] = len(given), number, self.image.fail, question.most or -1

    def go_on(self, budget: int = BUDGET) -> int:
        """Go on for about `budget` calls of relations: OVER, SLICE, or ROOM and FULL, which `widen` takes.

        Raises
        ------
        Unsupported
            The machine cannot answer for the first term without whole answers; the reference may.
        """
        batch = function("batch")
        while True:
            frame, args, results = self._frame(self.question)
            base = int(self.ground[G_LIMIT])
            self.asked = range(base, base + len(frame))
            arrays, passed = self.arrays(), self.passed
            named = (frame, args, results, self.table, self.out, passed)
            if len(named) != len(self.named) or any(map(is_not, named, self.named)):
                self.named = named
                self.places = [array.ctypes.data for array in named[:-1]]
                self.first[SIZES + TABLES] = self.st[SIZES + TABLES]
            at_frame, at_args, at_results, at_table, at_out = self.places
            reason = batch(
                arrays, self.at_first, at_frame, len(frame), at_args, len(args), at_results, len(results),
                self.at_ground, at_table, self.given.ctypes.data, at_out, len(self.out), self.at_control, budget,
                self.image.margin,
            )  # fmt: skip
            if reason in (OVER, SLICE, ROOM, FULL):
                return reason
            if self.image.code[self.st[PC]] == HALT:
                raise Unsupported("an answer that is not ground, or leaves something undecided")
            try:
                self.attend(reason)
            except (NeedsValue, PuzzleError) as error:
                if type(error) not in (NeedsValue, PuzzleError):
                    raise
                raise Unsupported("an error") from None

    def skip(self) -> None:
        """Go on with the next term: the one in hand is answered elsewhere."""
        b = self.control
        b[B_AT] += 1
        b[B_BEGUN], b[B_OUT] = 0, b[B_WHOLE]

    @property
    def over(self) -> int:
        """The number of terms whose answers are all there."""
        return int(self.control[B_AT])

    def answers_of(self) -> npt.NDArray[np.int64]:
        """The answers for the terms that are `over`."""
        return self.out[: self.control[B_WHOLE]]

    def widen(self, reason: int) -> None:
        """Make room; after ROOM the term in hand is asked anew."""
        if reason == FULL:
            self.grow()
            return
        b, ground = self.control, self.ground
        if b[B_OUT] >= len(self.out):
            self.out = np.concatenate([self.out, np.zeros_like(self.out)])
        elif 2 * ground[G_COUNT] > ground[G_MASK]:
            larger = np.zeros(4 * len(self.table), np.int64)
            function("rehash")(
                self.heap.ctypes.data, self.symbols.arity.ctypes.data, ground.ctypes.data, self.table.ctypes.data,
                len(self.table), larger.ctypes.data, len(larger),
            )  # fmt: skip
            self.table = larger
        else:
            ground[G_LIMIT] *= 2
            self._settle()
        b[B_BEGUN], b[B_OUT] = 0, b[B_WHOLE]

    def larger(self, reason: int) -> int:
        """The bytes held while `widen` makes room."""
        return self.memory() + 2 * (self.heap.nbytes if reason == FULL else 8 * int(self.ground[G_LIMIT]))

    def _frame(self, question: Question) -> tuple[Cells, Cells, Cells]:
        """What the heap of a call begins with, its registers, and the cells of the results."""
        known = self.frames.get(question)
        if known is None:
            cells: list[int] = []
            variables: dict[Any, int] = {question.given: GIVEN}
            base = int(self.ground[G_LIMIT])

            def encoded(terms: Iterable[AnyTerm]) -> Cells:
                return np.array([self.symbols.encode(term, variables, cells, base) for term in terms], np.int64)

            args, results = encoded(question.args), encoded(question.results)
            known = self.frames[question] = (np.array(cells, np.int64), args, results)
        return known


__all__ = ["OVER", "SLICE", "Cells", "GroundRun", "Question"]
