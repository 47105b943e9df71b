"""The engine `compiled`: the propagation kernel in slices; Python evaluates the functions that it cannot take.

Where the kernel was not compiled on this machine yet, its functions run uncompiled at first, while another process
compiles them, and are handed the arrays over where the search lasts: nodes, order and answers are the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from ..kernels.executable import why_uncompiled
from ..search.budget import UNLIMITED, Budget
from .kernels import layout
from .loading import Numbers, call, int64s, library, room
from .packed import Packed
from .search import ALONE, Cuts, Helpers, Search
from .values import Values

if TYPE_CHECKING:
    from .incumbent import Aim

_ALL = 1 << 62
_ASKED = 16  # questions between two looks at the clock
_BUFFER = 256  # solutions that a run of the kernel can keep, or more of those
_MOST = 1 << 14  # that have as many values together
_GROWTH = 8  # times as many as the run before
PATIENCE = 1 << 21  # until the compiled kernel is waited for: of what a node costs uncompiled, about half a second
LASTING = 1 << 11  # decisions until a search that has found something is cut into branches
MOST_NUMBERS = 1 << 24  # in all branches, one for each decision on the way down; a larger search is not cut
_NODE = 1000  # what it costs at least; to this the length of `t` is added


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
    aim
        That with which it was packed, for this search alone.

    Attributes
    ----------
    nodes
        Decisions so far: values tried, not those that followed by propagation.
    pause
        Where a slice ends that gives nothing, in nodes.
    is_over
        Whether nothing is left to search.
    is_cut
        Whether it is cut into branches where it lasts.
    s
        The array that the kernel changes: a list while it runs uncompiled, then an array.
    """

    def __init__(
        self,
        packed: Packed | None,
        cuts: Cuts,
        budget: Budget,
        selection: int = 0,
        descending: bool = False,
        aim: Aim | None = None,
    ) -> None:
        super().__init__(budget)
        self.packed, self.cuts, self.aim = packed, cuts, aim
        self.pause, self.is_over = UNLIMITED, False
        self.workers = ALONE
        self.s: Numbers | None = None
        if packed is not None:
            self.s = packed.start(cuts, library.is_compiled())
            self._patience = UNLIMITED if why_uncompiled() else PATIENCE // (_NODE + len(packed.t))
            self._asked = 0
        if self.s is not None:
            budget.room(8 * len(self.s))
            self.s[layout.SELECTION], self.s[layout.DESCENDING] = selection, descending

    is_cut = True

    def share(self, workers: Helpers) -> None:
        self.workers = workers

    def count(self) -> int:
        for _ in self.counting():
            pass
        return self.found

    def counting(self) -> Iterator[Sequence[int]]:
        """Go through all solutions; something comes wherever it is to pause."""
        return self._slices(0, _ALL)

    def rows(self) -> Iterator[Values | None]:
        for block in self.blocks():
            if not block:
                yield None
            yield from block

    def blocks(self) -> Iterator[Sequence[Values]]:
        if self.packed is None or self.s is None:
            self.is_over = True
            return
        n, columns = len(self.packed.order), self.packed.columns
        most = max(_BUFFER, _MOST // n) if self.aim is None else 1  # the next is to be better than each
        for bits in self._slices(most, min(self.first_block, most)):
            if len(bits) == n:
                yield [tuple([of(bits[i]) for i, of in columns])]
            else:
                yield list(zip(*[map(of, bits[i::n]) for i, of in columns], strict=True))

    def tighten(self) -> bool:
        if self.aim is not None and self.aim.lowered is not None and self.packed is not None:
            self.packed.tighten(self.aim.limit)
        return True

    def left(self) -> Cuts | None:
        if self.packed is None or self.aim is None or self.aim.lowered is None:
            return None
        s = self.packed.start(self.cuts, not isinstance(self.s, list))
        if s is None:
            return None
        code = CompiledSearch._run(self, self.packed, s, room(0, not isinstance(s, list)), 0, 1, False)
        if code != layout.PAUSED:
            return None
        left = self.packed.domains_at_root(s)
        n_before = sum(c.n_words for c in self.packed.classes)
        return left if self.packed.n_words(left) < n_before else None

    def propagated(self) -> Cuts | None:
        """What propagation leaves of all domains before the first decision; None where that finds a contradiction."""
        assert self.packed is not None
        assert self.s is not None
        buffer, code = room(len(self.packed.order), not isinstance(self.s, list)), layout.ASK
        while code == layout.ASK:
            code = self._run(self.packed, self.s, buffer, 0, 1, False)
            if code == layout.ASK:
                self._is_answered(self.packed, self.s)
        return None if code == layout.DONE else self.packed.domains_at_root(self.s)

    def floor(self) -> int | None:
        low = None if self.aim is None else self.aim.lowered
        if low is None or self.packed is None or self.s is None:
            return None
        domains = self.packed.domains_at_root(self.s)
        total = low.constant
        for v, multiplier in zip(low.scope, low.multipliers, strict=True):
            total += multiplier * (min(domains[v]) if multiplier > 0 else max(domains[v]))
        return total

    def slices(self, n: int) -> Iterator[Sequence[int]]:
        """The bits of the solutions that each slice of the search has found, `n` at most, one after the other."""
        return iter(()) if self.packed is None else self._slices(n, n)

    def _slices(self, n: int, n_solutions: int) -> Iterator[Sequence[int]]:
        """Run the kernel to its end; the solutions of each slice, `n` at most: `n_solutions` at first, then more."""
        if self.packed is None or self.s is None:
            self.is_over = True
            return
        width = len(self.packed.order)
        solutions = room(min(n, n_solutions) * width, not isinstance(self.s, list))
        is_small = len(self.s) * self.packed.t[layout.N_MAIN] <= MOST_NUMBERS
        may_be_cut = self.is_cut and self.aim is None and is_small and not why_uncompiled()
        mark = LASTING if may_be_cut else UNLIMITED
        while True:
            left = min(self.budget.most - self.elsewhere, self.pause, mark) - self.nodes
            n_nodes = max(0, min(self.budget.work, left))
            is_whole = n_nodes == self.budget.work
            if isinstance(self.s, list) and n_nodes > self._patience - self.nodes:
                n_nodes = self._patience - self.nodes
                if n_nodes <= 0:
                    self.hand_over()
                    solutions = room(min(n, n_solutions) * width, True)
                    continue
            code = self._run(self.packed, self.s, solutions, n_nodes, n_solutions, n > 0)
            s = self.s
            self.nodes, self.found, found = s[layout.NODES], s[layout.SOLUTIONS], s[layout.FOUND]
            is_soon = code == layout.ASK and self._is_answered(self.packed, s)
            self.is_over = code == layout.DONE
            is_pause = code == layout.PAUSED and self.nodes >= self.pause
            if (n and (found or not (is_soon or self.is_over))) or is_pause:
                given = perf_counter()
                yield solutions[: found * width]
                self.budget.last += perf_counter() - given  # the caller's time is not part of the slice
                if found and n_solutions < n:  # few of many that there is room for may be all that are asked for
                    n_solutions = min(_GROWTH * n_solutions, n)
                    solutions = room(n_solutions * width, not isinstance(s, list))
            if self.is_over:
                return
            if not is_soon:
                self.budget.tick(self.progress, whole=is_whole and code == layout.PAUSED)
            if code == layout.PAUSED:
                self.budget.full(self.nodes + self.elsewhere)
                if self.nodes == mark:
                    if s[layout.SOLUTIONS] or s[layout.SELECTION]:
                        yield from self._branches(n)
                        return
                    mark *= 2

    def _branches(self, n: int) -> Iterator[Sequence[int]]:
        """The same, branch by branch: how it goes on does not depend on who searches them."""
        from .sharing import sharing  # here: few searches last

        assert self.packed is not None
        if isinstance(self.s, list):
            self.hand_over()
        assert isinstance(self.s, array)
        before, found, width = self.nodes, self.found, len(self.packed.order) if n else 0
        shared, workers = sharing(self.s, self.packed, width, self.workers, self.budget)
        try:
            while not self.is_over:
                most = self.budget.most - self.elsewhere - before
                shared.run(workers.now(), most)
                is_pause = True
                while is_pause and not self.is_over:
                    bits, is_pause = shared.settled(most, self.pause - before)
                    nodes, n_found = (shared.nodes, shared.found) if is_pause else shared.so_far
                    self.nodes, self.found, self.is_over = before + nodes, found + n_found, not shared.waiting
                    given = perf_counter()
                    for part in range(0, len(bits), max(1, n * width)):
                        yield bits[part : part + n * width]
                    if is_pause or (n and not bits and not self.is_over):
                        yield bits[:0]
                    self.budget.last += perf_counter() - given
                if not self.is_over:
                    self.budget.tick(self.progress, 8 * shared.size, whole=False)
                    if shared.is_full:
                        self.budget.full(self.nodes + self.elsewhere)
        finally:
            workers.close()

    def hand_over(self) -> None:
        """Go on with the compiled kernel, when that is there."""
        assert isinstance(self.s, list)
        library.load()
        self.s = int64s(self.s)

    def _run(self, packed: Packed, s: Numbers, solutions: Numbers, n_nodes: int, n_solutions: int, keep: bool) -> int:
        """A slice of the kernel; see `kernels.search.run`."""
        t = packed.t if isinstance(s, list) else packed.compiled_t
        return call("search:run", (t, s, solutions), n_nodes, n_solutions, keep)

    def _is_answered(self, packed: Packed, s: Numbers) -> bool:
        """Filter the values of the last open variable of the function that the kernel asks about.

        False from time to time, so that limits get through.
        """
        packed.answer(s)
        self._asked += 1
        return self._asked % _ASKED != 0
