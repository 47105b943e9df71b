"""The constraints over integers in Python are those in text."""

from __future__ import annotations

from itertools import product

import pytest

from logicpuzzles import (
    PuzzleError,
    Term,
    all_different,
    all_distinct,
    automaton,
    chain,
    circuit,
    cumulative,
    disjoint2,
    domain,
    element,
    expr,
    global_cardinality,
    greatest,
    label,
    least,
    lex_chain,
    run,
    tuples_in,
    vars,
    zcompare,
)


def test_an_interleaved_branch_keeps_its_constraints():
    from logicpuzzles import interleave, lall, var
    from logicpuzzles.logic.integers.registry import GOALS

    x, y = var(), var()
    within, less = GOALS["in", 2], GOALS["#<", 2]
    goal = lall(
        within(x, Term("..", (1, 9))),
        interleave(less(x, 3), lall(less(x, y), within(y, Term("..", (1, 4))))),
        GOALS["label", 1]((x,)),
    )
    assert run(0, x, goal) == (1, 2, 1, 2, 3)


def test_expressions_and_conditions_in_python():
    x, y, b = vars(3)
    digits = domain([x, y], range(10))
    for condition, truth in [
        (expr(x) + 2 * expr(y) == 7, lambda x, y: x + 2 * y == 7),
        (3 - expr(x) * y < -5, lambda x, y: 3 - x * y < -5),
        (expr(x) // 4 == expr(y) % 3, lambda x, y: x // 4 == y % 3),
        (17 // (expr(y) + 1) >= x, lambda x, y: 17 // (y + 1) >= x),
        (abs(expr(x) - y) != 2, lambda x, y: abs(x - y) != 2),
        (expr(x) ** 2 <= 10, lambda x, y: x**2 <= 10),
        (-expr(x) > expr(y) - 9, lambda x, y: -x > y - 9),
        (greatest(x, y, 3) == 4, lambda x, y: max(x, y, 3) == 4),
        (least(x, expr(y) + 1) == 2, lambda x, y: min(x, y + 1) == 2),
        ((expr(x) > 3) & ~(expr(y) == 2), lambda x, y: x > 3 and y != 2),
        ((expr(x) > 6) | (expr(y) > 6), lambda x, y: x > 6 or y > 6),
        ((expr(x) > 6) ^ (expr(y) > 6), lambda x, y: (x > 6) != (y > 6)),
        ((expr(x) > 6).implies(expr(y) > 6), lambda x, y: x <= 6 or y > 6),
    ]:
        found = run(0, (x, y), digits, condition, label([x, y]))
        assert found == tuple(row for row in product(range(10), repeat=2) if truth(*row))
    assert run(0, (x, b), domain(x, 2, 5), (expr(x) > 3).iff(b), label([x])) == ((2, 0), (5, 1))


def test_the_goals_in_python_are_those_in_text():
    x, y, z = vars(3)
    small = domain([x, y, z], range(1, 4))
    assert len(run(0, (x, y, z), small, all_different([x, y, z]), label([x, y, z]))) == 6
    (found,) = run(0, z, domain([x, y], 1, 2), small, all_distinct([x, y, z]))
    assert found.value == 3
    assert run(0, (x, y), small, element(x, [7, 3, 2], y), label([x])) == ((2, 3), (3, 2))
    assert run(0, (x, y), tuples_in([[x, y]], [[2, 1], [1, 3]]), label([x, y])) == ((1, 3), (2, 1))
    assert run(0, (x, y), domain([x, y], 0, 1), lex_chain([[1, x], [1, y]]), label([x, y])) == ((0, 0), (0, 1), (1, 1))
    assert run(0, (x, y, z), circuit([x, y, z]), label([x, y, z])) == ((2, 3, 1), (3, 1, 2))
    assert run(0, z, small, global_cardinality([x, y], {1: 2, 2: z}), label([x, y, z])) == ()
    assert run(0, x, domain(x, range(5)), cumulative([(x, 2, 1), (1, 2, 1)]), label(x)) == (3, 4)
    assert run(0, (x, y), domain([x, y], 1, 2), chain([x, y], "<="), label([x, y])) == ((1, 1), (1, 2), (2, 2))
    assert run(0, x, domain(x, range(4)), disjoint2([(0, 2, 0, 2), (x, 2, 1, 2)]), label(x)) == (2, 3)
    assert run(0, (x, z), domain(x, range(3)), zcompare(z, x, 1), label(x)) == ((0, "<"), (1, "="), (2, ">"))
    assert run(0, x, domain(x, range(3)), zcompare(">", x, 1)) == (2,)
    assert run(0, x, automaton([x, 1], "a", ["b"], [("a", 0, "a"), ("a", 1, "b")]), label([x])) == (0,)
    assert run(0, x, domain(x, range(3)), label(x, "down")) == (2, 1, 0)
    assert run(1, (x, y), small, label([x, y], ("max", expr(x) - y))) == ((3, 1),)
    assert run(0, x, domain(x)) == ()
    (left,) = run(0, (x, y), small, expr(x) + y == 5)
    two_to_three = Term("..", (2, 3))
    in_x, in_y = (Term("in", (unknown, two_to_three)) for unknown in (x, y))
    assert left.others == (in_x, in_y, Term("#=", (Term("+", (x, y)), 5)))


def test_a_domain_takes_integers_and_ranges():
    with pytest.raises(PuzzleError, match="this is no part of a domain"):
        domain(vars(1)[0], "1..9")
