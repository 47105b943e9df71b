"""Finds out whether a function is a conjunction of linear comparisons, by calling it with symbols for values.

Where the function asks whether a comparison holds (`and`, `if`, a chain of comparisons), it is called again with the
other answer. If all paths but one end in False, it is the conjunction of what holds on that path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any

from .affine import MOST_ATOMS, Affine, Atom, Comparison, NotLinear, Path, never
from .values import Values

ALL_SAMPLES = 400  # a function of at most this many combinations of values is compared on all
_SOME_SAMPLES = 24  # at random, and twice as many on the borders of its comparisons


def linear(function: Callable[..., Any], domains: Sequence[Sequence[int]]) -> list[Comparison] | None:
    """The comparisons of which `function` is the conjunction for values of `domains`; None if it is not one.

    They are checked against the function itself, on all values where those are few, else on a sample. In that case a
    function that does not compare its symbols, or never holds for them, is not taken: it may tell them from values.

    >>> linear(lambda a, b: a < b and abs(a - b) != 2, [range(9)] * 2)  # doctest: +NORMALIZE_WHITESPACE
    [Comparison(multipliers=(1, -1), relation='<=', bound=-1),
     Comparison(multipliers=(1, -1), relation='!=', bound=2),
     Comparison(multipliers=(-1, 1), relation='!=', bound=2)]
    """
    try:
        found = _conjunction(function, len(domains))
    except Exception:  # anything may go wrong in a function that does not expect symbols
        return None
    if found is None or (prod(map(len, domains)) > ALL_SAMPLES and not any(any(c.multipliers) for c in found)):
        return None
    return found if all(_agrees(function, found, values) for values in _samples(domains, found)) else None


def necessary(function: Callable[..., Any], domains: Sequence[Sequence[int]]) -> list[Comparison]:
    """Comparisons without which `function` does not hold, where it asks for them before it does anything not linear.

    They are checked against the function on a sample.

    >>> necessary(lambda a, b, c: a < b < c and a * b == c, [range(50)] * 3)  # doctest: +NORMALIZE_WHITESPACE
    [Comparison(multipliers=(1, -1, 0), relation='<=', bound=-1),
     Comparison(multipliers=(0, 1, -1), relation='<=', bound=-1)]
    """
    try:
        found = _before(function, len(domains))
        wrong = any(function(*row) and not all(c.holds(row) for c in found) for row in _samples(domains, found))
    except Exception:  # anything may go wrong in a function that does not expect symbols
        return []
    return [] if wrong else found


def _before(function: Callable[..., Any], n: int) -> list[Comparison]:
    """What the path on which all atoms hold asks before it is left, where the contrary of each ends in False."""
    path, _ = _run(function, n, [])
    found: list[Comparison] = []
    for number, atom in enumerate(path.asked if path.left else ()):
        other, result = _run(function, n, [*[True] * number, False])
        holds = other.told(result) is not False if type(result) is Atom else bool(result)
        if other.left or len(other.asked) > number + 1 or holds:
            break
        found += atom.comparisons(True)
    return list(dict.fromkeys(found))


def _run(function: Callable[..., Any], n: int, answers: Sequence[bool]) -> tuple[Path, Any]:
    """The path with these answers, and what the function gives on it; None where it is left."""
    path = Path(answers)
    symbols = [Affine(path, tuple(int(i == j) for j in range(n)), 0) for i in range(n)]
    try:
        return path, function(*symbols)
    except NotLinear:
        return path, None


def _conjunction(function: Callable[..., Any], n: int) -> list[Comparison] | None:
    """The comparisons on the only path through `function` that does not end in False."""
    found: list[Comparison] | None = None
    todo: list[list[bool]] = [[]]
    for _ in range(MOST_ATOMS + 2):
        if not todo:
            return [never(n)] if found is None else list(dict.fromkeys(found))
        answers = todo.pop()
        path, result = _run(function, n, answers)
        if path.left:
            return None
        asked = list(path.asked)
        todo += [[*path.answers[:i], False] for i in range(len(answers), len(asked))]
        answered = {id(atom): (atom, holds) for atom, holds in zip(asked, path.answers, strict=True)}
        if type(result) is Atom:
            told = path.told(result)
            holds = told is not False
            if told is None:
                answered[id(result)] = result, True
        else:
            holds = bool(result)
        if not holds:
            continue
        if found is not None:
            return None
        found = [comparison for atom, holds in answered.values() for comparison in atom.comparisons(holds)]
    return None


def _agrees(function: Callable[..., Any], comparisons: list[Comparison], values: Values) -> bool:
    try:
        return bool(function(*values)) == all(comparison.holds(values) for comparison in comparisons)
    except Exception:
        return False


def _samples(domains: Sequence[Sequence[int]], comparisons: list[Comparison]) -> Iterator[Values]:
    """All values where they are few; else corners, some at random, and some on the border of each comparison."""
    if prod(map(len, domains)) <= ALL_SAMPLES:
        yield from product(*domains)
        return
    random = Random(0)
    yield tuple(domain[0] for domain in domains)
    yield tuple(domain[-1] for domain in domains)
    members = [frozenset(domain) for domain in domains]
    for i in range(_SOME_SAMPLES):
        values = [random.choice(domain) for domain in domains]
        yield tuple(values)
        if comparisons:
            yield from _at_border(values, members, comparisons[i % len(comparisons)], random)


def _at_border(
    values: list[int], members: Sequence[frozenset[int]], comparison: Comparison, random: Random
) -> Iterator[Values]:
    """`values` with one of them changed so that both sides of `comparison` are equal, and so that they just differ."""
    i = random.randrange(len(values))
    m = comparison.multipliers[i]
    if m == 0:
        return
    rest = comparison.bound - sum(a * b for a, b in zip(comparison.multipliers, values, strict=True)) + m * values[i]
    for number in (rest // m, rest // m + 1):
        if number in members[i]:
            yield (*values[:i], number, *values[i + 1 :])
