"""Rules composed: what a sequence of moves asks of the state before it, and where it leads, in one step.

Worked out over numbered values: the guards of a later rule are asked of the cells that its values come from, so a
sequence is a rule again. What is known of the states before it, besides its guards, is kept apart from what it asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from .numbered import NumberedRule, Test


@dataclass(frozen=True, slots=True)
class Composed:
    """Rules one after the other.

    Attributes
    ----------
    needs
        By cell, the values that its guards allow there before the first rule, as bits.
    tests
        The conditions between cells that its guards ask for before the first rule; pairs and cells in ascending order.
    facts
        By cell, real or virtual, the values that it may hold where the sequence is made, as bits.
    known
        Conditions between cells that hold where the sequence is made: the tests, and maybe more.
    sources
        For each cell after the last rule, the cell, real or virtual, that its value came from.
    """

    needs: dict[int, int]
    tests: frozenset[Test]
    facts: tuple[int, ...]
    known: frozenset[Test]
    sources: tuple[int, ...]

    def same(self, cell: int, other: int) -> bool:
        """Whether two cells surely hold the same value before the sequence."""
        bits = self.facts[cell]
        fixed = bits == self.facts[other] and bits.bit_count() == 1
        return cell == other or fixed or Test(True, (ordered(cell, other),)) in self.known

    def proves(self, test: Test) -> bool:
        """Whether `test` surely holds before the sequence."""
        if test.equal:
            return self.same(*test.pairs[0])
        if any(not self.facts[cell] & self.facts[other] for cell, other in test.pairs):
            return True
        return any(not known.equal and set(known.pairs) <= set(test.pairs) for known in self.known)

    def replaces(self, other: Composed) -> bool:
        """Whether it can be made wherever `other` is made, and leads to the same state from there."""
        alike = all(map(other.same, self.sources, other.sources))
        allowed = alike and all(not other.facts[cell] & ~bits for cell, bits in self.needs.items())
        return allowed and all(map(other.proves, self.tests))


def no_rules(n_cells: int, facts: Sequence[int]) -> Composed:
    """The sequence of no rules; `facts` are, by cell, real or virtual, the values it may hold, as bits."""
    return Composed({}, frozenset(), tuple(facts), frozenset(), tuple(range(n_cells)))


def then(first: Composed, rule: NumberedRule, facts: Sequence[int]) -> Composed | None:
    """`first`, then `rule`; None if they never can be applied one after the other.

    `facts` are, by cell, the values it may hold where `rule` is applied, as bits.
    """
    n_cells = len(first.sources)
    origin = (*first.sources, *range(n_cells, len(first.facts)))  # of each cell where `rule` is applied
    before, needs = list(first.facts), dict(first.needs)
    for cell, bits in enumerate(facts):
        before[origin[cell]] &= bits
    for cell, bits in rule.guards.allowed.items():
        before[origin[cell]] &= bits
        if origin[cell] < n_cells:
            needs[origin[cell]] = needs.get(origin[cell], -1) & bits
    tests = []
    for test in rule.guards.tests:
        pairs = [(origin[cell], origin[other]) for cell, other in test.pairs]
        said = equal(*pairs[0], n_cells) if test.equal else differ(pairs, n_cells)
        if said is None:
            return None
        tests += said
    sources = tuple(origin[source] for source in rule.sources)
    asked = first.tests | set(tests)
    return noted(Composed(needs, asked, tuple(before), first.known | asked, sources))


def meeting_no_state_twice(steps: Sequence[Composed]) -> Composed | None:
    """The last of `steps`, knowing that the states after each of them differ; None if they never all do."""
    last, known = steps[-1], set(steps[-1].known)
    for one, two in combinations(steps, 2):
        pairs = [pair for pair in zip(one.sources, two.sources, strict=True) if not last.same(*pair)]
        said = differ(pairs, len(last.sources))
        if said is None:
            return None
        known |= set(said)
    return noted(replace(last, known=frozenset(known)))


def noted(composed: Composed) -> Composed | None:
    """The same with what follows from the conditions between cells among its facts; None if they never hold."""
    facts = list(composed.facts)
    for equal, pairs in sorted(composed.known, reverse=True):
        if len(pairs) == 1:
            ((cell, other),) = pairs
            if equal:
                facts[cell] = facts[other] = facts[cell] & facts[other]
            else:
                for here, there in ((cell, other), (other, cell)):
                    if facts[there].bit_count() == 1:
                        facts[here] &= ~facts[there]
    return replace(composed, facts=tuple(facts)) if all(facts) else None


def equal(cell: int, other: int, n_cells: int) -> list[Test] | None:
    """The test that two cells, real or virtual, are the same, unless they always are; None if they never are."""
    if cell == other:
        return []
    return None if min(cell, other) >= n_cells else [Test(True, (ordered(cell, other),))]


def differ(pairs: Iterable[tuple[int, int]], n_cells: int) -> list[Test] | None:
    """The test that the cells of one of `pairs` differ, unless they always do; None if they never do."""
    distinct = sorted({ordered(cell, other) for cell, other in pairs if cell != other})
    if any(cell >= n_cells for cell, _ in distinct):
        return []  # two constants
    return [Test(False, tuple(distinct))] if distinct else None


def ordered(cell: int, other: int) -> tuple[int, int]:
    """A pair of cells in ascending order."""
    return (cell, other) if cell < other else (other, cell)
