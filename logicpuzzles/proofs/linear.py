"""Linear algebra over a prime field: what is a sum of given vectors, and a witness for what is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Vector = dict[int, int]  # by coordinate, what is not 0

LARGE = 2**61 - 1  # a prime so large that different whole numbers of any puzzle differ modulo it
SMALL = 1_000_000  # the largest small weight


@dataclass
class Span:
    """All sums of the vectors that were added, with any factors, modulo the prime `modulus`.

    >>> span = Span(2)
    >>> span.add({0: 1, 1: 1}), span.add({1: 1, 2: 1}), span.add({0: 1, 2: 1})
    (True, True, False)
    >>> span.witness({0: 1, 2: 1}), span.witness({2: 1})
    (None, {0: 1, 1: 1, 2: 1})
    """

    modulus: int
    rows: dict[int, Vector] = field(default_factory=dict)  # by the highest coordinate, which is 1

    def add(self, vector: Vector) -> bool:
        """Add `vector`; whether it was not in the span before."""
        vector = {at: number % self.modulus for at, number in vector.items() if number % self.modulus}
        while vector:
            high = max(vector)
            row = self.rows.get(high)
            if row is None:
                inverse = pow(vector[high], -1, self.modulus)
                self.rows[high] = {at: number * inverse % self.modulus for at, number in vector.items()}
                return True
            self._subtract(vector, vector[high], row)
        return False

    def extend(self, vectors: Iterable[Vector]) -> None:
        """Add all `vectors`."""
        for vector in vectors:
            self.add(vector)

    def extended(self, vectors: Iterable[Vector]) -> Span:
        """A span of the same vectors and `vectors`."""
        span = Span(self.modulus, dict(self.rows))
        span.extend(vectors)
        return span

    def _subtract(self, vector: Vector, factor: int, row: Vector) -> None:
        for at, number in row.items():
            left = (vector.get(at, 0) - factor * number) % self.modulus
            if left:
                vector[at] = left
            else:
                del vector[at]

    def remainder(self, vector: Vector) -> Vector:
        """`vector` reduced by the rows, so that none of its coordinates is the highest of one; empty if in the span."""
        vector = {at: number % self.modulus for at, number in vector.items() if number % self.modulus}
        rest: Vector = {}
        while vector:
            high = max(vector)
            row = self.rows.get(high)
            if row is None:
                rest[high] = vector.pop(high)
            else:
                self._subtract(vector, vector[high], row)
        return rest

    def witness(self, vector: Vector) -> Vector | None:
        """Weights under which every vector of the span sums to 0, but `vector` does not; None if it is in the span."""
        rest = self.remainder(vector)
        return self._vanishing(min(rest)) if rest else None

    def vanishing(self, coordinates: Iterable[int]) -> Iterator[Vector]:
        """A basis of the weights on `coordinates` under which every vector of the span sums to 0."""
        return (self._vanishing(at) for at in coordinates if at not in self.rows)

    def _vanishing(self, free: int) -> Vector:
        """The weights that have `free` as their only coordinate that is the highest of no row."""
        weights = {free: 1}
        for high in sorted(self.rows):
            number = -product(weights, self.rows[high]) % self.modulus
            if number:
                weights[high] = number
        return weights


def product(one: Vector, two: Vector) -> int:
    """The sum over the coordinates of the numbers of `one` times those of `two`."""
    if len(one) > len(two):
        one, two = two, one
    return sum(number * two[at] for at, number in one.items() if at in two)


def centred(number: int, modulus: int) -> int:
    """`number` modulo `modulus`, as the number nearest to 0; modulo 2 it is 0 or 1."""
    number %= modulus
    return number - modulus if 2 * number > modulus else number


def whole(weights: Vector, modulus: int) -> Vector:
    """`weights` times the least number that makes all of them small; as they are if that would be over 1000.

    Modulo a prime a half is a huge number: what is said of weights reads well only when they are whole and small.

    >>> whole({0: pow(2, -1, LARGE), 1: 3}, LARGE)
    {0: 1, 1: 6}
    """
    for factor in range(1, 1001):
        if all(abs(centred(number * factor, modulus)) <= SMALL for number in weights.values()):
            return {at: number * factor % modulus for at, number in weights.items()}
    return weights


class Seen:
    """Maps vectors to the values of some sums, the `bases`: a coordinate for each sum."""

    def __init__(self, bases: Iterable[Vector], modulus: int) -> None:
        self.bases, self.modulus = list(bases), modulus
        self.sums: dict[int, list[tuple[int, int]]] = {}  # by coordinate, the sums that it enters and the factors
        for number, base in enumerate(self.bases):
            for at, factor in base.items():
                self.sums.setdefault(at, []).append((number, factor))

    def __call__(self, vector: Vector) -> Vector:
        """The values of the sums on `vector`."""
        seen: Vector = {}
        for at, part in vector.items():
            for number, factor in self.sums.get(at, ()):
                seen[number] = (seen.get(number, 0) + part * factor) % self.modulus
        return {number: part for number, part in seen.items() if part}

    def weights(self, chosen: Vector) -> Vector:
        """The weights of the sum of `bases`, each times its number in `chosen`."""
        added: Vector = {}
        for number, factor in chosen.items():
            for at, part in self.bases[number].items():
                added[at] = (added.get(at, 0) + factor * part) % self.modulus
        return {at: part for at, part in added.items() if part}
