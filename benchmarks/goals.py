"""Goals on the resolver beside the same goals in kanren."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import kanren
import unification

from logicpuzzles import Relation, eq, load, membero, run, var, vars
from logicpuzzles.logic.substitution import Substitution

from .harness import Row, best

N_FACTS = 100_000


def rows() -> Iterator[Row]:
    """The figures of the goals."""
    x = var()
    many = tuple(range(10_000))
    theirs = best(lambda: kanren.run(0, x, kanren.membero(x, many[:150])), 1) * len(many) / 150
    yield Row(
        "all members of 10,000 elements",
        best(lambda: run(0, x, membero(x, many))),
        reference="kanren (150 of them)",
        reference_value=theirs,
        target=0.2,
    )
    yield from facts(x)
    for name, left, right in (("a variable and a constant", var(), 1), ("two 8-tuples", tuple(range(8)), vars(8))):
        ours, theirs = (
            rate(lambda one=left, two=right: bound(one, two)),
            rate(lambda one=left, two=right: kanrens(one, two)),
        )  # type: ignore[misc]
        yield Row(f"unifications of {name}", ours, "per ms", "kanren", theirs, 5 * theirs)
    seven = load("seven")
    piece, after, start = var(), var(), seven.puzzle.start
    yield Row(
        "successors of a 7 puzzle by the relation",
        best(lambda: run(0, (piece, after), seven.move_piece(piece, start, after))),
    )


def facts(x: Any) -> Iterator[Row]:
    """One fact out of many, by an argument that is bound when the query runs."""
    ours, theirs, key = Relation("r"), kanren.Relation("r"), var()
    for number in range(N_FACTS):
        ours.add_fact(number, number + 1)
        theirs.add_fact(number, number + 1)
    yield Row(
        "one fact of 100,000 by a bound variable",
        best(lambda: run(0, x, eq(key, 77_777), ours(key, x)), 50),
        reference="kanren",
        reference_value=best(lambda: kanren.run(0, x, kanren.eq(key, 77_777), theirs(key, x)), 2),
        target=0.0001,
    )


def rate(unify: Callable[[], object]) -> float:
    """Unifications a millisecond, each from an empty substitution; `unify` makes 200."""
    return 200 / (best(unify, 20) * 1000)


def bound(left: Any, right: Any) -> None:
    """Ours."""
    for _ in range(200):
        Substitution().equate(left, right)


def kanrens(left: Any, right: Any) -> None:
    """kanren's."""
    for _ in range(200):
        unification.unify(left, right, {})
