"""Random Boolean expressions, as text and, apart from the engine, as Python functions of complete values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from random import Random

Values = dict[str, int]
Truth = Callable[[Values], int]
BINARY: dict[str, Callable[[int, int], int]] = {
    "+": max,
    "*": min,
    "#": lambda a, b: int(a != b),
    "=:=": lambda a, b: int(a == b),
    "=\\=": lambda a, b: int(a != b),
    "=<": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b),
    "<": lambda a, b: int(a < b),
    ">": lambda a, b: int(a > b),
}


class Maker:
    """Makes expressions over some names out of a random generator."""

    def __init__(self, random: Random, names: Sequence[str], n_quantified: int = 0) -> None:
        self.random, self.names, self.n_quantified = random, names, n_quantified

    def expression(self, depth: int) -> tuple[str, Truth]:
        """An expression, and whether it is true."""
        random = self.random
        kind = random.random()
        if depth == 0 or kind < 0.15:
            if random.random() < 0.1:
                value = random.randint(0, 1)
                return str(value), lambda values: value
            name = random.choice(self.names)
            return name, lambda values: values[name]
        if kind < 0.3:
            text, inner = self.expression(depth - 1)
            return f"~({text})", lambda values: 1 - inner(values)
        if kind < 0.4:
            return self.counted(depth - 1)
        if kind < 0.48:
            return self.listed(depth - 1)
        if kind < 0.53:
            return self.quantified(depth - 1)
        (one, left), (two, right) = self.expression(depth - 1), self.expression(depth - 1)
        name = random.choice(list(BINARY))
        of = BINARY[name]
        return f"({one} {name} {two})", lambda values: of(left(values), right(values))

    def some(self, depth: int) -> tuple[str, list[Truth]]:
        made = [self.expression(depth) for _ in range(self.random.randint(0, 4))]
        return f"[{', '.join(text for text, _ in made)}]", [truth for _, truth in made]

    def counted(self, depth: int) -> tuple[str, Truth]:
        text, truths = self.some(depth)
        low = self.random.randint(0, 3)
        ranges = [(low, low + self.random.randint(0, 2)), (self.random.randint(0, 4),) * 2]
        ranges = ranges[: self.random.randint(1, 2)]
        written = ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in ranges)
        return f"card([{written}], {text})", lambda values: int(
            any(low <= sum(truth(values) for truth in truths) <= high for low, high in ranges)
        )

    def listed(self, depth: int) -> tuple[str, Truth]:
        (text, truths), name = self.some(depth), self.random.choice("+*")
        of = any if name == "+" else all
        return f"{name}({text})", lambda values: int(of(truth(values) for truth in truths))

    def quantified(self, depth: int) -> tuple[str, Truth]:
        self.n_quantified += 1
        name = f"Q{self.n_quantified}"
        text, inner = Maker(self.random, [*self.names, name, name], self.n_quantified).expression(depth)
        return f"{name}^({text})", lambda values: max(inner({**values, name: value}) for value in (0, 1))


def solutions(names: Sequence[str], truths: Sequence[Truth]) -> list[tuple[int, ...]]:
    """The values of the names for which all is true, in order."""
    rows = product((0, 1), repeat=len(names))
    return [row for row in rows if all(truth(dict(zip(names, row, strict=True))) for truth in truths)]


def random_formulas(seed: int, names: Sequence[str] = "ABCDE", depth: int = 3) -> tuple[list[str], list[Truth]]:
    """Some expressions, and whether each is true."""
    random = Random(seed)
    maker = Maker(random, names)
    made = [maker.expression(random.randint(1, depth)) for _ in range(random.randint(1, 4))]
    return [text for text, _ in made], [truth for _, truth in made]
