"""The comparisons that a clause begins with: they choose among clauses before a choice is made.

``tak(X, Y, Z, Z) :- X =< Y.`` and ``tak(X, Y, Z, A) :- X > Y, ...`` exclude each other, and so do ``count(N, N)`` and
``count(I, N) :- I < N, ...``: where the arguments are integers, one comparison finds the only clause that may hold.
What is known of two integers is a set of orders, bits of LESS, SAME and MORE.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..terms import VARIABLES
from .clauses import Clause, Compare
from .codes import EQ, GE, GT, INT, LE, LT, NE, SMALL

LESS, SAME, MORE = 1, 2, 4
ANY = LESS | SAME | MORE
ORDERS = {LT: LESS, LE: LESS | SAME, EQ: SAME, NE: LESS | MORE, GE: SAME | MORE, GT: MORE}
TESTS = {orders: test for test, orders in ORDERS.items()}
MIRRORED = {LT: GT, GT: LT, LE: GE, GE: LE, EQ: EQ, NE: NE}
Pair: TypeAlias = tuple[
    int, int | None, int
]  # an argument and another, or None and an integer: (0, 1, 0), (2, None, 7)
Known: TypeAlias = dict[Pair, int]  # the orders in which pairs may stand


def all_guards(clauses: Sequence[Clause]) -> list[Known]:
    """What must hold of the arguments of each clause, if they are integers.

    A variable that stands twice in a head says that two arguments are the same; that counts where another clause
    compares them, for else they are seldom integers both.
    """
    found = [_guards(clause) for clause in clauses]
    compared = {pair for known in found for pair in known}
    if not compared:
        return found
    for clause, known in zip(clauses, found, strict=True):
        places: dict[object, int] = {}
        for number, arg in enumerate(clause.head):
            if type(arg) in VARIABLES and places.setdefault(arg, number) != number:
                pair = (places[arg], number, 0)
                if pair in compared:
                    known[pair] = SAME
    return found


def _guards(clause: Clause) -> Known:
    """What the comparisons say that the body begins with."""
    if not clause.body or not isinstance(clause.body[0], Compare):
        return {}
    places: dict[object, int] = {}
    for number, arg in enumerate(clause.head):
        if type(arg) in VARIABLES:
            places.setdefault(arg, number)
    found: Known = {}
    for step in clause.body:
        if not isinstance(step, Compare):
            break
        left, right, test = step.left, step.right, step.test
        if type(left) is int:
            left, right, test = right, left, MIRRORED[test]
        if left not in places or not _is_plain(right, places):
            continue
        one, other = places[left], places.get(right)
        if other is not None and other < one:
            one, other, test = other, one, MIRRORED[test]
        if one != other:
            pair = (one, other, right if other is None else 0)
            found[pair] = found.get(pair, ANY) & ORDERS[test] or ORDERS[test]
    return found


def _is_plain(term: object, places: dict[object, int]) -> bool:
    return -SMALL <= term < SMALL if type(term) is int else type(term) in VARIABLES and term in places


def excluded(known: Known, position: int, key: object) -> bool:
    """Whether the guards fail for the constant, a cell, at an argument."""
    if type(key) is not int or key & 7 != INT:
        return False
    value = key >> 3
    return any(
        one == position and other is None and not orders & (LESS if value < n else SAME if value == n else MORE)
        for (one, other, n), orders in known.items()
    )
