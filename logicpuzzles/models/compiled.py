"""The engine `compiled`: the propagation kernel in slices; Python evaluates the functions that it cannot take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import perf_counter

import numpy as np

from ..search.budget import Budget
from ..search.kernels.launch import launch
from ..wording import counted
from .kernels import layout
from .kernels.layout import Ints
from .kernels.search import run
from .packed import Packed
from .questions import Question
from .values import Values

_ALL = 1 << 62
_BUFFER = 256  # solutions that a run of the kernel can keep


class CompiledSearch:
    """One query of a packed model; `rows` gives its solutions, `count` only how many there are.

    Parameters
    ----------
    packed
        None where a domain is empty from the start.
    cuts
        What is left of the domains of some variables, by their number.

    Attributes
    ----------
    nodes
        Decisions so far: values tried, not those that followed by propagation.
    """

    def __init__(self, packed: Packed | None, cuts: Mapping[int, Values], budget: Budget) -> None:
        self.packed, self.budget = packed, budget
        self.questions: dict[int, Question] = {}
        self.s = None if packed is None else packed.start(cuts)
        if self.s is not None:
            budget.room(self.s.nbytes)

    @property
    def nodes(self) -> int:
        return 0 if self.s is None else int(self.s[layout.NODES])

    @property
    def found(self) -> int:
        """Solutions met so far."""
        return 0 if self.s is None else int(self.s[layout.SOLUTIONS])

    def count(self) -> int:
        """The number of solutions that differ in the variables of the relation."""
        for _ in self._slices(np.zeros((0, 0), dtype=np.int64), _ALL):
            pass
        return self.found

    def rows(self) -> Iterator[Values | None]:
        """The solutions: the values of all variables, in the order of their declaration; None for an empty slice."""
        if self.packed is None or self.s is None:
            return
        place = np.argsort(np.array(self.packed.order))
        decode = [self.packed.decode[i] for i in place]
        for bits in self._slices(np.zeros((_BUFFER, len(place)), dtype=np.int64), 1):
            if not len(bits):
                yield None
            for row in bits[:, place].tolist():
                yield tuple([values[k] for values, k in zip(decode, row, strict=True)])

    def _slices(self, solutions: Ints, n_solutions: int) -> Iterator[Ints]:
        """Run the kernel to its end; the solutions of each slice, if kept: up to `n_solutions` at first, then more."""
        if self.packed is None or self.s is None:
            return
        s, keep = self.s, len(solutions) > 0
        while True:
            n_nodes = max(0, min(self.budget.work, self.budget.most - self.nodes))
            code = launch(run, self.packed.t, s, solutions, n_nodes, n_solutions, keep)
            found = int(s[layout.FOUND])
            if keep and (found or code != layout.DONE):
                left = perf_counter()
                yield solutions[:found]
                self.budget.last += perf_counter() - left  # the caller's time is not part of the slice
                n_solutions = min(2 * n_solutions, len(solutions)) if found else n_solutions
            if code == layout.DONE:
                return
            if code == layout.ASK:
                self._answer(self.packed, s)
            self.budget.tick(self.progress, whole=code == layout.PAUSED)
            if code == layout.PAUSED:
                self.budget.full(self.nodes)

    def progress(self) -> str:
        """How far the search is, in one line."""
        return f"{counted(self.nodes, 'assignment')} tried, {counted(self.found, 'solution')}"

    def _answer(self, packed: Packed, s: Ints) -> None:
        """Filter the values of the last open variable of the function that the kernel asks about."""
        p = int(s[layout.ASKED])
        if p not in self.questions:
            self.questions[p] = Question.of(packed, p)
        self.questions[p].answer(s)
