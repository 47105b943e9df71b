"""Random programs of constraints over integers, as text and, apart from the engine, as Python tests of complete values.

A program is a list of goals over the unknowns A, B, C and D, with the domains that it states first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from integer_functions import BINARY, COMPARISONS, CONNECTIVES, Undefined

NAMES = "ABCD"
Values = dict[str, int]
Truth = Callable[[Values], bool]
Number = Callable[[Values], int]  # raises Undefined


@dataclass
class Program:
    """Goals as text, the domains of their unknowns, and whether complete values satisfy them."""

    domains: dict[str, list[int]]
    goals: list[str]
    truths: list[Truth]

    @property
    def text(self) -> str:
        """The goals, without `label`."""
        return ", ".join(self.goals)

    @property
    def listed(self) -> str:
        """The unknowns as a list."""
        return f"[{', '.join(self.domains)}]"

    @property
    def split(self) -> tuple[str, str]:
        """The conditions without the domains that it states, and these."""
        stated = [goal for goal in self.goals if goal[1:4] == " in"]
        return ", ".join(goal for goal in self.goals if goal not in stated), ", ".join(stated)

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """By trying all values, in order."""
        for row in product(*self.domains.values()):
            values = dict(zip(self.domains, row, strict=True))
            if all(truth(values) for truth in self.truths):
                yield row


class Maker:
    """Makes one program out of a random generator."""

    def __init__(self, random: Random, powers: bool = True) -> None:
        self.random = random
        self.names = NAMES[: random.randint(1, 4)]
        self.operators = [name for name in BINARY if powers or name != "^"]
        self.n_orders = 0

    def program(self) -> Program:
        """A program of one to four conditions, and the domains of the unknowns."""
        random = self.random
        domains, goals, truths = {}, [], []
        for name in self.names:
            parts = []
            for _ in range(random.randint(1, 2)):
                low = random.randint(-4, 5)
                parts.append((low, low + random.randint(0, 5)))
            domains[name] = sorted({value for low, high in parts for value in range(low, high + 1)})
            written = " \\/ ".join(_written(low, high) for low, high in parts)
            goals.append(f"{name} in {written}".replace("..-", ".. -"))
        for _ in range(random.randint(1, 4)):
            goal, truth = self.condition()
            goals.insert(random.randint(0, len(goals)), goal)
            truths.append(truth)
        return Program(domains, goals, truths)

    def name(self) -> str:
        return self.random.choice(self.names)

    def condition(self) -> tuple[str, Truth]:
        """A goal, and whether it holds."""
        kind = self.random.random()
        if kind < 0.55:
            return self.comparison()
        if kind < 0.75:
            return self.joined(2)
        return self.random.choice(
            [
                self.different,
                self.listed_sum,
                self.element,
                self.tuples,
                self.ordered,
                self.counted,
                self.same,
                self.tour,
                self.shared,
                self.led,
                self.chained,
                self.compared,
                self.apart,
            ]
        )()

    def comparison(self) -> tuple[str, Truth]:
        (one, left), (two, right) = self.expression(2), self.expression(2)
        name = self.random.choice(list(COMPARISONS))
        holds = COMPARISONS[name]

        def truth(values: Values) -> bool:
            try:
                return holds(left(values), right(values))
            except Undefined:
                return False

        return f"{one} {name} {two}", truth

    def joined(self, depth: int) -> tuple[str, Truth]:
        if depth == 0 or self.random.random() < 0.2:
            text, truth = self.random.choice([self.comparison, self.member, self.bounded])()
            return f"({text})", truth
        if self.random.random() < 0.2:
            text, truth = self.joined(depth - 1)
            return f"#\\ {text}", lambda values: not truth(values)
        (one, left), (two, right) = self.joined(depth - 1), self.joined(depth - 1)
        name = self.random.choice(list(CONNECTIVES))
        holds = CONNECTIVES[name]
        return f"({one} {name} {two})", lambda values: holds(left(values), right(values))

    def member(self) -> tuple[str, Truth]:
        name, low, size = self.name(), self.random.randint(-4, 5), self.random.randint(0, 4)
        return f"{name} in {low}..{low + size}".replace("..-", ".. -"), lambda v: low <= v[name] <= low + size

    def bounded(self) -> tuple[str, Truth]:
        name, number, relation = self.name(), self.random.randint(-4, 6), self.random.choice(list(COMPARISONS))
        return f"{name} {relation} {number}", lambda values: COMPARISONS[relation](values[name], number)

    def expression(self, depth: int) -> tuple[str, Number]:
        kind = self.random.random()
        if depth == 0 or kind < 0.3:
            if self.random.random() < 0.3:
                number = self.random.randint(-4, 9)
                return f"({number})", lambda values: number
            name = self.name()
            return name, lambda values: values[name]
        if kind < 0.4:
            text, inner = self.expression(depth - 1)
            return f"abs({text})", lambda values: abs(inner(values))
        (one, left), (two, right) = self.expression(depth - 1), self.expression(depth - 1)
        operator = self.random.choice(["+", "-", "+", "-", *self.operators])
        of = BINARY[operator]
        if operator == "^":  # else numbers are too large
            (one, left), (two, right) = self.expression(0), self.expression(0)
        text = f"{operator}({one}, {two})" if operator in ("min", "max") else f"({one} {operator} {two})"
        return text, lambda values: of(left(values), right(values))

    def some(self) -> list[str]:
        return [self.name() for _ in range(self.random.randint(1, 4))]

    def different(self) -> tuple[str, Truth]:
        names = list(dict.fromkeys(self.some()))
        goal = self.random.choice(["all_different", "all_distinct"])
        return f"{goal}([{', '.join(names)}])", lambda values: len({values[n] for n in names}) == len(names)

    def listed_sum(self) -> tuple[str, Truth]:
        names, factors = self.some(), [self.random.randint(-3, 3) for _ in range(4)]
        factors = factors[: len(names)]
        name, bound = self.random.choice(list(COMPARISONS)), self.random.randint(-9, 15)
        text = f"scalar_product([{', '.join(map(str, factors))}], [{', '.join(names)}], {name}, {bound})"
        holds = COMPARISONS[name]
        return text, lambda values: holds(sum(f * values[n] for f, n in zip(factors, names, strict=True)), bound)

    def element(self) -> tuple[str, Truth]:
        index, value, items = self.name(), self.name(), [*self.some(), "3", "5"]

        def truth(values: Values) -> bool:
            numbers = [values[item] if item in values else int(item) for item in items]
            return 1 <= values[index] <= len(items) and numbers[values[index] - 1] == values[value]

        return f"element({index}, [{', '.join(items)}], {value})", truth

    def tuples(self) -> tuple[str, Truth]:
        names = self.some()
        rows = [[self.random.randint(-2, 5) for _ in names] for _ in range(self.random.randint(1, 12))]
        text = f"tuples_in([[{', '.join(names)}]], [{', '.join(f'{row}' for row in rows)}])"
        return text, lambda values: [values[n] for n in names] in rows

    def ordered(self) -> tuple[str, Truth]:
        one, two = self.some(), self.some()
        text = f"lex_chain([[{', '.join(one)}], [{', '.join(two)}]])"
        size = min(len(one), len(two))
        is_even = len(one) == len(two)

        def truth(values: Values) -> bool:
            left, right = ([values[n] for n in names[:size]] for names in (one, two))
            return left < right or is_even and left == right

        return text, truth

    def counted(self) -> tuple[str, Truth]:
        names, n = self.some(), self.random.randint(0, 3)
        keys = self.random.sample(range(-2, 6), 4)
        pairs = ", ".join(f"{key}-{n if place == 0 else '_'}" for place, key in enumerate(keys))

        def truth(values: Values) -> bool:
            given = [values[name] for name in names]
            return given.count(keys[0]) == n and set(given) <= set(keys)

        return f"global_cardinality([{', '.join(names)}], [{pairs}])", truth

    def same(self) -> tuple[str, Truth]:
        one, two = self.name(), self.name()
        return f"{one} = {two}", lambda values: values[one] == values[two]

    def shared(self) -> tuple[str, Truth]:
        starts, limit = self.some(), self.random.randint(1, 4)
        tasks = [(start, self.random.randint(0, 4), self.random.randint(0, 3)) for start in starts]
        written = ", ".join(f"task({start}, {duration}, _, {need}, _)" for start, duration, need in tasks)

        def truth(values: Values) -> bool:
            running = [(values[start], values[start] + duration, need) for start, duration, need in tasks]
            times = range(-20, 30)
            return all(sum(need for a, b, need in running if a <= time < b) <= limit for time in times)

        return f"cumulative([{written}], [limit({limit})])", truth

    def led(self) -> tuple[str, Truth]:
        names, states = self.some(), "pqr"
        arcs = {
            (self.random.choice(states), self.random.randint(-2, 5), self.random.choice(states))
            for _ in range(self.random.randint(3, 12))
        }
        ends = self.random.sample(states, 2)
        written = ", ".join(f"arc({a}, {n}, {b})" for a, n, b in sorted(arcs))

        def truth(values: Values) -> bool:
            reached = {"p"}
            for name in names:
                reached = {b for a, n, b in arcs if a in reached and n == values[name]}
            return not reached.isdisjoint(ends)

        nodes = ", ".join(["source(p)", *(f"sink({end})" for end in ends)])
        return f"automaton([{', '.join(names)}], [{nodes}], [{written}])", truth

    def chained(self) -> tuple[str, Truth]:
        names = self.some()
        name = self.random.choice(["#=", "#<", "#=<", "#>", "#>="])

        def truth(values: Values) -> bool:
            given = [values[name] for name in names]
            return all(COMPARISONS[name](one, two) for one, two in zip(given, given[1:], strict=False))

        return f"chain([{', '.join(names)}], {name})", truth

    def compared(self) -> tuple[str, Truth]:
        """An order of two, known at once or later."""
        (one, two), order = (self.name(), self.name()), self.random.choice("<=>")
        holds = {"<": COMPARISONS["#<"], "=": COMPARISONS["#="], ">": COMPARISONS["#>"]}[order]
        self.n_orders += 1
        later = f"zcompare(_O{self.n_orders}, {one}, {two}), _O{self.n_orders} = ({order})"
        goal = self.random.choice([f"zcompare({order}, {one}, {two})", later])
        return goal, lambda values: holds(values[one], values[two])

    def apart(self) -> tuple[str, Truth]:
        """Rectangles, those without a width or height too: where a side begins within another, the others are apart."""
        n = self.random.randint(2, 3)
        low = self.random.choice([1, 1, -1])
        whole = [
            [self.corner(), str(self.random.randint(low, 4)), self.corner(), str(self.random.randint(low, 4))]
            for _ in range(n)
        ]
        if self.random.random() < 0.2:
            whole[0][1] = self.name()

        def truth(values: Values) -> bool:
            known = [[values[part] if part in values else int(part) for part in one] for one in whole]
            return all(_clear(one, two) for i, one in enumerate(known) for two in known[:i])

        written = ", ".join(f"r({', '.join(one)})" for one in whole)
        return f"disjoint2([{written}])", truth

    def corner(self) -> str:
        return self.name() if self.random.random() < 0.8 else str(self.random.randint(0, 4))

    def tour(self) -> tuple[str, Truth]:
        names = list(dict.fromkeys(self.some()))

        def truth(values: Values) -> bool:
            place, seen = 1, []
            while 1 <= place <= len(names) and place not in seen:
                seen.append(place)
                place = values[names[place - 1]]
            return place == 1 and len(seen) == len(names)

        return f"circuit([{', '.join(names)}])", truth


def _written(low: int, high: int) -> str:
    """An interval as a domain, in one of two ways."""
    return f"{{{', '.join(map(str, range(low, high + 1)))}}}" if (low + high) % 3 == 0 else f"{low}..{high}"


def _clear(one: Sequence[int], two: Sequence[int]) -> bool:
    """Whether two rectangles do not overlap, each X, width, Y and height."""
    (x, w, y, h), (v, u, z, k) = one, two
    for a, b, c, d, e, f, g, i in ((x, w, v, u, y, h, z, k), (y, h, z, k, x, w, v, u)):
        begins_within = a <= c < a + b or c <= a < c + d
        if begins_within and not (e + f <= g or g + i <= e):
            return False
    return True


def random_program(seed: int) -> Program:
    """The program of this number."""
    return Maker(Random(seed)).program()


def rows(answers: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The rows as tuples."""
    return [tuple(row) for row in answers]
