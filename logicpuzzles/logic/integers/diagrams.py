"""Boolean functions as reduced ordered binary decision diagrams, and what can be read off them.

A function is a number: `FALSE`, `TRUE`, or a node. Two equal functions are the same number. A node tests the variable
of its level, and leads to a function for each value; both test only variables of higher levels.
Source: R. E. Bryant, Graph-based algorithms for Boolean function manipulation (1986).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

FALSE, TRUE = 0, 1
LAST = sys.maxsize  # the level of FALSE and TRUE
Operator = Callable[[int, int], "int | None"]  # of two functions, where the result is one of them, FALSE or TRUE


def both(f: int, g: int) -> int | None:
    """Conjunction, where that is plain."""
    if f == FALSE or g == FALSE:
        return FALSE
    return f if g == TRUE or f == g else g if f == TRUE else None


def either(f: int, g: int) -> int | None:
    """Disjunction, where that is plain."""
    if f == TRUE or g == TRUE:
        return TRUE
    return f if g == FALSE or f == g else g if f == FALSE else None


def one_of_two(f: int, g: int) -> int | None:
    """Exclusive disjunction, where that is plain."""
    if f == g:
        return FALSE
    return f if g == FALSE else g if f == FALSE else None


@dataclass(frozen=True, slots=True)
class Consequences:
    """What follows from a function being true, as sets of levels, each a number whose bits are its members.

    Attributes
    ----------
    zeros, ones
        The variables that are 0, and those that are 1.
    classes
        Other variables that are equal to each other.
    """

    zeros: int = 0
    ones: int = 0
    classes: tuple[int, ...] = ()

    def joined(self, other: Consequences) -> Consequences:
        """What follows from both."""
        mine, theirs = (self.zeros, self.ones, *self.classes), (other.zeros, other.ones, *other.classes)
        found = [a & b for i, a in enumerate(mine) for j, b in enumerate(theirs) if not i == j < 2]
        shared = tuple(bits for bits in found if bits & (bits - 1))  # at least two of them
        return Consequences(self.zeros & other.zeros, self.ones & other.ones, shared)


class Diagrams:
    """Makes the nodes of some functions, each once.

    Attributes
    ----------
    level, low, high
        Of each node its level, and the function for 0 and for 1.
    tick
        Called for each node that is worked out, so that limits are kept.
    """

    def __init__(self, tick: Callable[[], object] = lambda: None) -> None:
        self.level, self.low, self.high = [LAST, LAST], [FALSE, TRUE], [FALSE, TRUE]
        self.tick = tick
        self._nodes: dict[tuple[int, int, int], int] = {}
        self._results: dict[Operator, dict[tuple[int, int], int]] = {}
        self._consequences: dict[int, Consequences] = {TRUE: Consequences()}

    # -- functions ---------------------------------------------------------------------------------

    def node(self, level: int, low: int, high: int) -> int:
        """The function that is `low` where the variable of `level` is 0, and `high` where it is 1."""
        if low == high:
            return low
        made = self._nodes.setdefault((level, low, high), len(self.level))
        if made == len(self.level):
            self.level.append(level)
            self.low.append(low)
            self.high.append(high)
        return made

    def variable(self, level: int) -> int:
        """The function that is the variable of `level`."""
        return self.node(level, FALSE, TRUE)

    def apply(self, operator: Operator, f: int, g: int) -> int:
        """The function of two that an operator makes."""
        plain = operator(f, g)
        if plain is not None:
            return plain
        known, whole = self._results.setdefault(operator, {}), (f, g)
        level, low, high = self.level, self.low, self.high
        todo = [whole]
        while todo:
            f, g = pair = todo[-1]
            if pair in known:
                todo.pop()
                continue
            mine, theirs = level[f], level[g]
            if mine == theirs:
                lows, highs = (low[f], low[g]), (high[f], high[g])
            elif mine < theirs:
                lows, highs = (low[f], g), (high[f], g)
            else:
                lows, highs = (f, low[g]), (f, high[g])
            one, two = operator(*lows), operator(*highs)
            one = known.get(lows) if one is None else one
            two = known.get(highs) if two is None else two
            if one is None:
                todo.append(lows)
            if two is None:
                todo.append(highs)
            if one is not None and two is not None:
                known[pair] = self.node(min(mine, theirs), one, two)
                self.tick()
                todo.pop()
        return known[whole]

    def _branches(self, f: int, level: int) -> tuple[int, int]:
        return (self.low[f], self.high[f]) if self.level[f] == level else (f, f)

    def negation(self, f: int) -> int:
        """The function that is true where `f` is false."""
        return self.apply(one_of_two, TRUE, f)

    def choice(self, condition: int, then: int, otherwise: int) -> int:
        """`then` where the condition is true, and `otherwise` where it is false."""
        one = self.apply(both, condition, then)
        return self.apply(either, one, self.apply(both, self.negation(condition), otherwise))

    def counted(self, functions: Sequence[int], allowed: Sequence[bool]) -> int:
        """Whether as many of the functions are true as `allowed` says, by that number."""
        row = [TRUE if is_allowed else FALSE for is_allowed in allowed]
        for f in sorted(functions, key=self.level.__getitem__, reverse=True):
            row = [self.choice(f, more, less) for less, more in zip(row, row[1:], strict=False)]
        return row[0]

    def replaced(self, f: int, by: Mapping[int, int]) -> int:
        """`f` with other functions in place of the variables of some levels."""
        is_plain = all(g <= TRUE for g in by.values())
        done = {FALSE: FALSE, TRUE: TRUE}
        for node in self.nodes(f) if by else ():
            level, low, high = self.level[node], done[self.low[node]], done[self.high[node]]
            if level in by and by[level] <= TRUE:
                done[node] = high if by[level] else low
            elif is_plain:
                done[node] = self.node(level, low, high)
            else:
                done[node] = self.choice(by.get(level, self.variable(level)), high, low)
        return done[f] if by else f

    def without(self, f: int, levels: Container[int], operator: Operator = either) -> int:
        """`f` for some value of the variables of `levels`; with `both`, for all their values."""
        done = {FALSE: FALSE, TRUE: TRUE}
        for node in self.nodes(f):
            level, low, high = self.level[node], done[self.low[node]], done[self.high[node]]
            done[node] = self.apply(operator, low, high) if level in levels else self.node(level, low, high)
        return done[f]

    # -- what can be read off them -----------------------------------------------------------------

    def nodes(self, f: int) -> list[int]:
        """The nodes of `f`, each behind those that it leads to."""
        found, todo = {FALSE, TRUE}, [f]
        while todo:
            node = todo.pop()
            if node not in found:
                found.add(node)
                self.tick()
                todo += (self.low[node], self.high[node])
        return sorted(found)[2:]  # a node is made after those that it leads to

    def levels(self, f: int) -> list[int]:
        """The levels of the variables on which `f` depends, ascending."""
        return sorted({self.level[node] for node in self.nodes(f)})

    def consequences(self, f: int) -> Consequences:
        """What follows from `f`, which is not FALSE, being true."""
        known = self._consequences
        for node in self.nodes(f) if f not in known else ():
            if node not in known:
                bit, cases = 1 << self.level[node], list[Consequences]()
                if self.low[node] != FALSE:
                    one = known[self.low[node]]
                    cases.append(Consequences(one.zeros | bit, one.ones, one.classes))
                if self.high[node] != FALSE:
                    one = known[self.high[node]]
                    cases.append(Consequences(one.zeros, one.ones | bit, one.classes))
                known[node] = cases[0] if len(cases) == 1 else cases[0].joined(cases[1])
        return known[f]

    def count(self, f: int, levels: Sequence[int]) -> int:
        """How many values of the variables of `levels`, ascending, on which alone it depends, make `f` true."""
        place = {level: number for number, level in enumerate([*levels, LAST])}
        done = {FALSE: 0, TRUE: 1}
        for node in self.nodes(f):
            after = place[self.level[node]] + 1
            below = (self.low[node], self.high[node])
            done[node] = sum(done[g] << place[self.level[g]] - after for g in below)
        return done[f] << place[self.level[f]]

    def best(self, f: int, weights: Mapping[int, int]) -> tuple[int, Iterator[tuple[int, ...]]] | None:
        """The greatest sum of the weights of variables that are 1 where `f` is true, and the values that reach it.

        `weights` has the levels on which alone it depends, ascending, as the values are; None where `f` is FALSE.
        """
        if f == FALSE:
            return None
        levels = [*weights, LAST]
        place = {level: number for number, level in enumerate(levels)}
        gains = [0]  # of all variables before a place, each as it likes
        for weight in weights.values():
            gains.append(gains[-1] + max(weight, 0))
        done: dict[int, int | None] = {FALSE: None, TRUE: 0}

        def reached(g: int, at: int) -> int | None:
            """The greatest sum from the place `at` on."""
            most = done[g]
            return None if most is None else most + gains[place[self.level[g]]] - gains[at]

        for node in self.nodes(f):
            at = place[self.level[node]]
            low, high = reached(self.low[node], at + 1), reached(self.high[node], at + 1)
            sums = [low, None if high is None else high + weights[levels[at]]]
            done[node] = max(one for one in sums if one is not None)

        def rows() -> Iterator[tuple[int, ...]]:
            todo: list[tuple[int, tuple[int, ...]]] = [(f, ())]
            while todo:
                g, row = todo.pop()
                self.tick()
                at = len(row)
                if at == len(weights):
                    yield row
                    continue
                most, (low, high) = reached(g, at), self._branches(g, levels[at])
                for value, below in ((1, high), (0, low)):  # what is taken first is put there last
                    rest = reached(below, at + 1)
                    if rest is not None and rest + value * weights[levels[at]] == most:
                        todo.append((below, (*row, value)))

        total = reached(f, 0)
        assert total is not None
        return total, rows()
