"""The engine `auto`: propagation alone at first; where that meets nothing new for long, learning in turns with it.

Turns are counted in decisions, never by the clock, so that the solutions and their order are the same every time.
Source: C. Gomes and B. Selman, Algorithm portfolios (2001).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..kernels.executable import why_uncompiled
from ..search.budget import Budget
from ..wording import counted
from .compiled import CompiledSearch
from .kernels import layout
from .packed import Packed
from .search import Cuts, Helpers, Search
from .values import Scope, Values

if TYPE_CHECKING:
    from .incumbent import Aim

PATIENCE = 500  # decisions in the first turn of propagation alone; each turn after one of both is twice as long
SHARE = 4  # decisions there for one of learning, which costs more
OF_COVERS = 64  # times as many where an exact cover says what is next: learning rarely pays there
COSTS = (1, 12)  # of a decision, roughly
LEAST = 1_500  # decisions in a turn of learning at least: in fewer it has learned little
MOST_KEPT = 20_000  # solutions that are remembered, so that none is given twice


class AutomaticSearch(Search):
    """One query of a packed model.

    Parameters
    ----------
    main
        The variables of the relation: solutions that agree on them are one.

    Attributes
    ----------
    engine
        The engine whose turn it is, or was when the search ended.
    members
        The search by propagation alone; then also the one that learns.
    """

    def __init__(self, packed: Packed | None, cuts: Cuts, budget: Budget, main: Scope, aim: Aim | None = None) -> None:
        super().__init__(budget)
        self.packed, self.cuts, self.main, self.aim = packed, cuts, main, aim
        self.engine = "compiled"
        self.members: list[CompiledSearch] = []
        self._is_settled = False  # whether the one whose turn it is goes on alone
        self._join("compiled", CompiledSearch(packed, cuts, budget.another(), aim=aim))

    def _join(self, engine: str, member: CompiledSearch) -> CompiledSearch:
        member.engine, member.progress = engine, lambda: self.progress()  # type: ignore[method-assign]
        self.members.append(member)
        return member

    def share(self, workers: Helpers) -> None:
        self.members[0].share(workers)

    def count(self) -> int:
        try:
            for _ in self._turns(CompiledSearch.counting):
                pass
        finally:
            self.found = max(member.found for member in self.members)
        return self.found

    def rows(self) -> Iterator[Values | None]:
        for block in self.blocks():
            if not block:
                yield None
            yield from block

    def blocks(self) -> Iterator[Sequence[Values]]:
        kept: list[Sequence[Values]] = []  # what was given, while nothing is compared with it
        given: set[Values] = set()
        for block in self._turns(CompiledSearch.blocks):
            new = block
            if len(self.members) > 1:
                given.update(self._key(row) for part in kept for row in part)
                kept.clear()
                new = [row for row in block if self._key(row) not in given]
            self.found += len(new)
            if self.found < MOST_KEPT:
                kept.append(new)
            else:
                self._is_settled = True
            yield new

    def _key(self, row: Values) -> Values:
        """By what solutions are told apart."""
        return tuple([row[v] for v in self.main])

    def tighten(self) -> bool:
        return self.members[0].tighten()

    def left(self) -> Cuts | None:
        return self.members[0].left()

    def floor(self) -> int | None:
        return max((floor for member in self.members if (floor := member.floor()) is not None), default=None)

    def _turns(self, begin: Callable[[CompiledSearch], Iterator[Any]]) -> Iterator[Any]:
        """What the members give, in turns, until one of them has given all.

        A turn lasts while a member meets solutions, of all so far as many for its cost as the other. Learning has to
        prove that again: its first turn ends, as then others may be near for propagation alone too, and each later one
        when it has cost as much as all before.
        """
        streams: list[Iterator[Any]] = []
        length, number = PATIENCE, 0
        rates = [0.0, 0.0]  # solutions for a unit of cost
        if self.packed is not None and self.packed.t[layout.COVERS] < self.packed.t[layout.COVERS_END]:
            length *= OF_COVERS
        first = length
        while True:
            if number == len(self.members) and why_uncompiled():  # what is learned is worked out by compiled code alone
                number = 0
                continue
            if number == len(self.members):
                from .learning import LearningSearch

                new = "further solution" if self.members[0].found else "solution"
                n = counted(self.members[0].nodes, "assignment")
                self.why = f"learning takes turns with propagation alone, which met no {new} for long ({n} tried)"
                self._join("learning", LearningSearch(self.packed, self.cuts, self.budget.another(), self.aim))
            if number == len(streams):
                self.members[number].first_block = self.first_block
                streams.append(begin(self.members[number]))
            member = self.members[number]
            self.engine, is_worth_it, limit = member.engine, True, 2 * self._cost()
            while is_worth_it or self._is_settled:
                met = member.found
                yield from self._part(member, streams[number], length if number == 0 else max(LEAST, length // SHARE))
                if member.is_over:
                    return
                rates[number] = member.found / (COSTS[number] * max(1, member.nodes))
                is_due = number == 1 and (length == first or self._cost() > limit)
                is_worth_it = member.found > met and rates[number] >= rates[1 - number] and not is_due
            if number == 1:
                length *= 2
            number = 1 - number

    def _cost(self) -> int:
        """What all members have cost."""
        return sum(cost * member.nodes for cost, member in zip(COSTS, self.members, strict=False))

    def _part(self, member: CompiledSearch, stream: Iterator[Any], length: int) -> Iterator[Any]:
        """What a member gives in so many decisions; then it stands at exactly their end, or is over."""
        others = sum(one.nodes for one in self.members) - member.nodes
        member.pause, member.elsewhere = member.nodes + length, self.elsewhere + others
        member.budget.resume()
        try:
            for given in stream:
                self.nodes = member.nodes + others
                yield given
                if not given and member.nodes >= member.pause:
                    return
        finally:
            self.nodes = member.nodes + others
