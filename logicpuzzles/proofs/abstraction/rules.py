"""The rules of a program over what a pattern keeps, forwards and backwards.

The cells are the kept ones, numbered anew; a value there is its class: 0 for all values that are not kept, which are
not told apart. Guards on other cells are forgotten, as is what 0 hides. A kept cell that takes its value from one that
is not kept gets a rule for each class that the value may have.

What is claimed: where a move leads from a state over the domains to another, a rule leads from what is kept of the one
to what is kept of the other, at no more cost, or the two are the same. (The converse fails: bounds are not exact.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from ...errors import Refusal
from ...rewriting.inverse import MOST_RULES, inverse
from ...rewriting.numbered import Guards, NumberedRule, Test, number_rule
from ...rewriting.program import Program
from ...rewriting.rewrite import Among, Cell, Differs, Guard, Rewriting, Rule, Same
from ...rewriting.values import Values, members, only
from .pattern import Kept, classes_of, narrowed

_Key = tuple[frozenset[tuple[int, int]], tuple[Test, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Abstract:
    """The rules over what a pattern keeps.

    Attributes
    ----------
    n_classes
        Class 0, and one for each value that is kept.
    domains
        For each kept cell, in order, the classes it may hold, as bits.
    rules
        Each once, at its least cost.
    """

    n_classes: int
    domains: tuple[int, ...]
    rules: tuple[NumberedRule, ...]


def abstract(program: Program, held: Sequence[int], pattern: Kept) -> Abstract:
    """The rules of `program` over what `pattern` keeps, where the cells hold what `held` says.

    Raises
    ------
    Refusal
        If so many values come from cells that are not kept that there would be more than 100,000.
    """
    seen = _Seen(program, held, pattern)
    costs: dict[_Key, int] = {}
    for rule in filter(None, program.rules):
        for made in seen.rules(rule):
            key = frozenset(made.guards.allowed.items()), made.guards.tests, made.sources
            costs[key] = min(made.cost, costs.get(key, made.cost))
    rules = (NumberedRule(Guards(dict(sorted(a)), tests), sources, cost) for (a, tests, sources), cost in costs.items())
    return Abstract(len(seen.members), seen.domains, tuple(rules))


def backwards(forwards: Abstract) -> Abstract:
    """The same moves the other way round.

    Raises
    ------
    Refusal
        If the rules forget so much that there would be more than 100,000.
    """
    n_cells, n_classes = len(forwards.domains), forwards.n_classes
    rules = tuple(_with_guards(rule, n_cells) for rule in forwards.rules)
    turned = inverse(Rewriting(n_cells, rules, tuple(tuple(members(bits)) for bits in forwards.domains)))
    values = Values(range(n_classes))
    made = (number_rule(rule, values) for rule in turned.rules)
    return Abstract(n_classes, forwards.domains, tuple(filter(None, made)))


def _with_guards(rule: NumberedRule, n_cells: int) -> Rule:
    """`rule` with guards over the classes, for `inverse`."""

    def term(cell: int) -> Cell | int:
        return Cell(cell) if cell < n_cells else cell - n_cells

    guards: list[Guard] = [Among(cell, tuple(members(bits))) for cell, bits in rule.guards.allowed.items()]
    for equal, pairs in rule.guards.tests:
        if equal:
            guards += [Same(*pair) for pair in pairs]
        else:
            guards.append(Differs(tuple((Cell(one), term(other)) for one, other in pairs)))
    return Rule(tuple(guards), tuple(map(term, rule.sources)), None, rule.cost)


class _Seen:
    """A program as a pattern sees it.

    Attributes
    ----------
    members
        For each class, the values in it, as bits.
    """

    def __init__(self, program: Program, held: Sequence[int], pattern: Kept) -> None:
        self.held, self.n_cells, self.pattern = held, len(held), pattern
        self.made = 0  # rules, so far
        others = (1 << len(program.values)) - 1 & ~(pattern.values | pattern.followed)
        self.members = [others, *(1 << number for number in pattern.classes)]
        self.place = {cell: place for place, cell in enumerate(pattern.cells)}
        self.domains = tuple(self.classes(held[cell]) for cell in pattern.cells)

    def classes(self, bits: int) -> int:
        """The classes of these values, as bits."""
        return classes_of(self.pattern, bits)

    def rules(self, rule: NumberedRule) -> Iterator[NumberedRule]:
        """What `rule` is over the pattern, for each class of the values that come from cells that are not kept."""
        known = narrowed(rule, self.held)
        moved = [cell for cell in rule.moved() if cell in self.place]
        if known is None or not moved:
            return
        sources = {rule.sources[cell] for cell in moved}
        hidden = sorted(cell for cell in sources if cell < self.n_cells and cell not in self.place)
        choices = [list(members(self.classes(known[cell]))) for cell in hidden]
        self.made += prod(map(len, choices))
        if self.made > MOST_RULES:
            raise Refusal(f"values from forgotten cells make over {MOST_RULES:,} rules of {self.pattern.name()}")
        for several in product(*choices):
            chosen = dict(zip(hidden, several, strict=True))
            guards = self._guards(rule, known, chosen)
            if guards is not None:
                yield NumberedRule(guards, self._sources(rule, moved, chosen), rule.cost)

    def _sources(self, rule: NumberedRule, moved: Iterable[int], chosen: dict[int, int]) -> tuple[int, ...]:
        found = list(range(len(self.place)))
        for cell in moved:
            source = rule.sources[cell]
            if source >= self.n_cells:
                found[self.place[cell]] = self._constant(self._class_of(source))
            else:
                found[self.place[cell]] = self.place[source] if source in self.place else self._constant(chosen[source])
        return tuple(found)

    def _guards(self, rule: NumberedRule, known: Sequence[int], chosen: dict[int, int]) -> Guards | None:
        """The guards over the pattern where hidden cells hold the classes `chosen`; None if they cannot hold."""
        bits = list(known)
        for cell, number in chosen.items():
            bits[cell] &= self.members[number]
        tests: list[Test] = []
        for equal, pairs in rule.guards.tests:
            if equal:
                ((one, two),) = pairs
                bits[one] = bits[two] = bits[one] & bits[two]
                if one in self.place and two in self.place:
                    tests.append(Test(True, ((self.place[one], self.place[two]),)))
        if not all(bits):
            return None
        for equal, pairs in rule.guards.tests:
            if not equal:
                left = self._differing(pairs, bits, chosen)
                if left is not None:
                    tests.append(Test(False, left))
        allowed = {place: self.classes(bits[cell]) for cell, place in self.place.items()}
        narrow = {place: classes for place, classes in allowed.items() if classes != self.domains[place]}
        guards = Guards(narrow, tuple(tests))
        return guards if guards.is_possible else None

    def _differing(
        self, pairs: Iterable[tuple[int, int]], bits: Sequence[int], chosen: dict[int, int]
    ) -> tuple[tuple[int, int], ...] | None:
        """The pairs of which one must differ; None where values may differ that the pattern does not tell apart."""
        left = []
        for one, other in pairs:
            mine, theirs = bits[one], bits[other] if other < self.n_cells else 1 << other - self.n_cells
            if mine == theirs and only(mine) is not None:
                continue  # this pair never differs
            if not mine & theirs:
                return None  # always
            if any(_two(mine & among, theirs & among) for among in self.members):
                return None
            if one not in self.place and one not in chosen:
                return None
            if other < self.n_cells and other not in self.place and other not in chosen:
                return None
            ends = (
                self._end(one, chosen),
                self._end(other, chosen),
            )  # one is a cell: two classes always differ, or never
            left.append((min(ends), max(ends)))
        return tuple(left)

    def _end(self, cell: int, chosen: dict[int, int]) -> int:
        """The cell of the pattern, real or virtual, that stands for `cell`."""
        if cell in self.place:
            return self.place[cell]
        return self._constant(chosen[cell] if cell < self.n_cells else self._class_of(cell))

    def _class_of(self, constant: int) -> int:
        number = constant - self.n_cells
        return next(c for c, among in enumerate(self.members) if among >> number & 1)

    def _constant(self, number: int) -> int:
        return len(self.place) + number


def _two(one: int, other: int) -> bool:
    """Whether two different values can be taken, one of each set."""
    return bool(one and other) and not (one == other and only(one) is not None)
