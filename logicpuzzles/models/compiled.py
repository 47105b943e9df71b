"""The engine `compiled`: the propagation kernel in slices; Python evaluates the functions that it cannot take."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from ..kernels.launch import launch
from ..search.budget import Budget
from .kernels import layout
from .kernels.layout import Ints
from .kernels.search import run
from .packed import Packed
from .search import Cuts, Search
from .values import Values, words_of

_ALL = 1 << 62
_WORD = 0xFFFFFFFFFFFFFFFF
_BUFFER = 256  # solutions that a run of the kernel can keep


class CompiledSearch(Search):
    """One query of a packed model.

    Parameters
    ----------
    packed
        None where a domain is empty from the start.
    cuts
        What is left of the domains of some variables, by their number.
    selection, descending
        The order of the search, see `kernels.layout`; by default the one that finds solutions soonest.

    Attributes
    ----------
    nodes
        Decisions so far: values tried, not those that followed by propagation.
    """

    def __init__(
        self, packed: Packed | None, cuts: Cuts, budget: Budget, selection: int = 0, descending: bool = False
    ) -> None:
        super().__init__(budget)
        self.packed = packed
        self.questions: dict[int, Question] = {}
        self.s = None if packed is None else packed.start(cuts)
        if self.s is not None:
            budget.room(self.s.nbytes)
            self.s[layout.SELECTION], self.s[layout.DESCENDING] = selection, descending

    def count(self) -> int:
        for _ in self._slices(np.zeros((0, 0), dtype=np.int64), _ALL):
            pass
        return self.found

    def rows(self) -> Iterator[Values | None]:
        if self.packed is None or self.s is None:
            return
        place = np.argsort(np.array(self.packed.order))
        decode = [self.packed.decode[i] for i in place]
        for bits in self._slices(np.zeros((_BUFFER, len(place)), dtype=np.int64), 1):
            if not len(bits):
                yield None
            for row in bits[:, place].tolist():
                yield tuple([values[k] for values, k in zip(decode, row, strict=True)])

    def slices(self, n: int) -> Iterator[Ints]:
        """The bits of the solutions that each slice of the search has found, `n` at most; they are read at once."""
        if self.packed is None:
            return iter(())
        return self._slices(np.zeros((n, len(self.packed.order)), dtype=np.int64), n)

    def _slices(self, solutions: Ints, n_solutions: int) -> Iterator[Ints]:
        """Run the kernel to its end; the solutions of each slice, if kept: up to `n_solutions` at first, then more."""
        if self.packed is None or self.s is None:
            return
        s, keep = self.s, len(solutions) > 0
        while True:
            n_nodes = max(0, min(self.budget.work, self.budget.most - self.nodes))
            code = launch(run, self.packed.t, s, solutions, n_nodes, n_solutions, keep)
            self.nodes, self.found, found = int(s[layout.NODES]), int(s[layout.SOLUTIONS]), int(s[layout.FOUND])
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

    def _answer(self, packed: Packed, s: Ints) -> None:
        """Filter the values of the last open variable of the function that the kernel asks about."""
        p = int(s[layout.ASKED])
        if p not in self.questions:
            self.questions[p] = Question(packed, p)
        self.questions[p].answer(s)


class Question:
    """A function that the kernel asks Python about, of the FUNCTION propagator `p`.

    Attributes
    ----------
    variables
        The addresses of the records of its variables, in the order in which it takes their values.
    words
        The addresses in `s` of all words of their domains, one variable after the other.
    widths, decode
        For each variable, how many words its domain has, and its value for each bit.
    """

    def __init__(self, packed: Packed, p: int) -> None:
        t = packed.t
        self.test = packed.functions[int(t[p + layout.NUMBER])]
        self.variables: list[int] = t[int(t[p + layout.SCOPE]) : int(t[p + layout.SCOPE_END]) : 2].tolist()
        words = [np.arange(t[v + layout.FIRST], t[v + layout.END], layout.STRIDE) for v in self.variables]
        self.words, self.widths = np.concatenate(words), list(map(len, words))
        self.decode = [packed.decode[packed.number(v)] for v in self.variables]

    def answer(self, s: Ints) -> None:
        """Write into the reply which values of the open variable the function allows."""
        domains = self._domains(s)
        values = [decode[domain.bit_length() - 1] for decode, domain in zip(self.decode, domains, strict=True)]
        place = self.variables.index(int(s[layout.OPEN]))
        decode, left, allowed = self.decode[place], domains[place], 0
        while left:
            bit = left & -left
            left ^= bit
            values[place] = decode[bit.bit_length() - 1]
            if self.test(tuple(values)):
                allowed |= bit
        reply, n = int(s[layout.REPLY]), self.widths[place]
        s[reply : reply + n] = words_of(allowed, n)

    def _domains(self, s: Ints) -> list[int]:
        """The domain of each variable, as bits of an integer."""
        words = s[self.words].tolist()
        if len(words) == len(self.variables):
            return [word & _WORD for word in words]
        found, at = [], 0
        for width in self.widths:
            found.append(sum((words[at + i] & _WORD) << (64 * i) for i in range(width)))
            at += width
        return found
