"""Linear algebra over small prime fields, compared with listing every sum of the vectors."""

from __future__ import annotations

from itertools import product as every
from random import Random

from scale import scale

from logicpuzzles.proofs.linear import LARGE, Seen, Span, Vector, centred, product, whole

WIDTH = 4  # coordinates
MANY = scale(150, 5000)


def vectors(random: Random, n: int) -> list[Vector]:
    """Vectors with a few small numbers, zeros left out."""
    return [
        {at: number for at in range(WIDTH) if (number := random.choice((0, 0, 1, -1, 2, 5)))} for _ in range(n)
    ]  # fmt: skip


def dense(vector: Vector, modulus: int) -> tuple[int, ...]:
    """All coordinates, modulo `modulus`."""
    return tuple(vector.get(at, 0) % modulus for at in range(WIDTH))


def sums(given: list[Vector], modulus: int) -> set[tuple[int, ...]]:
    """Every sum of `given` with any factors."""
    return {
        tuple(sum(f * v.get(at, 0) for f, v in zip(factors, given, strict=True)) % modulus for at in range(WIDTH))
        for factors in every(range(modulus), repeat=len(given))
    }


def test_a_span_holds_just_the_sums() -> None:
    """`add` tells what was no sum before; a remainder is empty just for sums, and differs from its vector by one."""
    for number in range(MANY):
        random = Random(number)
        modulus = random.choice((2, 3, 5))
        given = vectors(random, random.randint(1, 4))
        span = Span(modulus)
        for n, vector in enumerate(given):
            assert span.add(vector) == (dense(vector, modulus) not in sums(given[:n], modulus))
        held = sums(given, modulus)
        for vector in (*vectors(random, 4), *given):
            before = dict(vector)
            rest = span.remainder(vector)
            assert vector == before
            assert (not rest) == (dense(vector, modulus) in held)
            taken = {at: vector.get(at, 0) - rest.get(at, 0) for at in range(WIDTH)}
            assert dense(taken, modulus) in held
            assert not set(rest) & set(span.rows)
            assert all(0 < part < modulus for part in rest.values())


def test_a_span_that_is_extended_leaves_the_first_as_it_was() -> None:
    """The larger one holds the sums of both lots."""
    for number in range(MANY):
        random = Random(number)
        first, more = vectors(random, 2), vectors(random, 2)
        span = Span(3).extended(first)
        rows = {high: dict(row) for high, row in span.rows.items()}
        larger = span.extended(more)
        assert span.rows == rows
        held = sums([*first, *more], 3)
        assert all((not larger.remainder(v)) == (dense(v, 3) in held) for v in vectors(random, 4))


def test_a_witness_vanishes_on_the_span_and_not_on_the_vector() -> None:
    """There is one just for a vector outside; the weights that vanish are as many as there are free coordinates."""
    for number in range(MANY):
        random = Random(number)
        modulus = random.choice((2, 3, 5, LARGE))
        given = vectors(random, random.randint(0, 3))
        span = Span(modulus).extended(given)
        for vector in vectors(random, 4):
            weights = span.witness(vector)
            assert (weights is None) == (not span.remainder(vector))
            if weights is not None:
                assert product(weights, vector) % modulus
                assert not any(product(weights, each) % modulus for each in given)
        basis = list(span.vanishing(range(WIDTH)))
        assert len(basis) + len(span.rows) == WIDTH
        assert not any(product(weights, each) % modulus for weights in basis for each in given)
        assert all(Span(modulus).extended(basis[:n]).add(weights) for n, weights in enumerate(basis))


def test_vectors_as_sums_see_them() -> None:
    """A coordinate is the value of its sum, and weights on the sums are weights on the coordinates."""
    for number in range(MANY):
        random = Random(number)
        modulus = random.choice((2, 3, 5))
        bases = vectors(random, 3)
        seen = Seen(iter(bases), modulus)
        for vector in vectors(random, 3):
            expected = {n: part for n, base in enumerate(bases) if (part := product(base, vector) % modulus)}
            assert seen(vector) == expected
            chosen = {n: random.randrange(1, modulus) for n in range(3) if random.random() < 0.6}
            weights = seen.weights(chosen)
            assert product(weights, vector) % modulus == product(chosen, expected) % modulus
            assert all(0 < part < modulus for part in weights.values())


def test_numbers_modulo_a_prime_read_as_the_nearest_to_zero() -> None:
    """Modulo 2 as 0 or 1."""
    assert [centred(n, 5) for n in range(-3, 6)] == [2, -2, -1, 0, 1, 2, -2, -1, 0]
    assert [centred(n, 2) for n in (-1, 0, 1, 2)] == [1, 0, 1, 0]


def test_fractions_become_whole_numbers() -> None:
    """By the least factor that does; weights that no factor up to 1000 makes small stay as they are."""
    for number in range(MANY):
        random = Random(number)
        parts = {at: (random.randint(-9, 9), random.randint(1, 10)) for at in range(WIDTH)}
        weights = {at: top * pow(below, -1, LARGE) % LARGE for at, (top, below) in parts.items()}
        found = {at: centred(each, LARGE) for at, each in whole(weights, LARGE).items()}
        factors = [f for f in range(1, 2521) if all(top * f % below == 0 for top, below in parts.values())]
        if factors[0] <= 1000:
            assert found == {at: top * factors[0] // below for at, (top, below) in parts.items()}
    for bottom, stays in ((1000, False), (1009, True)):
        odd = {0: pow(bottom, -1, LARGE)}
        assert (whole(odd, LARGE) == odd) == stays
    half = pow(2, -1, LARGE)
    assert whole({0: 500_000, 1: half}, LARGE) == {0: 1_000_000, 1: 1}
    assert whole({0: 1_000_001 * half % LARGE}, LARGE) == {0: 1_000_001 * half % LARGE}
    assert whole({0: 1_000_000, 1: LARGE - 1}, LARGE) == {0: 1_000_000, 1: LARGE - 1}
