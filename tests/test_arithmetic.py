"""Sums, products, comparisons, expressions: in every order, waiting for what is not known yet."""

from __future__ import annotations

import inspect
import operator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from instances import shown
from scale import scale

from logicpuzzles import (
    NeedsValue,
    PuzzleError,
    Term,
    add,
    betweeno,
    conde,
    conso,
    eq,
    gt,
    gte,
    lt,
    lte,
    membero,
    mul,
    neq,
    relation,
    run,
    sub,
    var,
    vars,
)
from logicpuzzles.logic.arithmetic import Evaluation
from logicpuzzles.logic.functions import MOST_BITS

x, y, z = vars(3)
VALUES = (-2, -1, 0, 1, 2, 3)
GOALS: dict[Any, Any] = {
    add: lambda a, b, c: a + b == c,
    sub: lambda a, b, c: a - b == c,
    mul: lambda a, b, c: a * b == c,
    lt: operator.lt,
    lte: operator.le,
    gt: operator.gt,
    gte: operator.ge,
}


@pytest.mark.parametrize(
    ("goal", "template", "expected"),
    [
        (add(1, 2, x), x, ["3"]),
        (add(1, x, 3), x, ["2"]),
        (add(x, 2, 3), x, ["1"]),
        (add(1, 2, 4), x, []),
        (sub(5, 2, x), x, ["3"]),
        (sub(5, x, 3), x, ["2"]),
        (sub(x, 2, 3), x, ["5"]),
        (mul(2, 3, x), x, ["6"]),
        (mul(2, x, 6), x, ["3"]),
        (mul(x, -3, 6), x, ["-2"]),
        (mul(2, x, 7), x, []),
        (mul(0, x, 0), x, ["_0"]),
        (mul(x, 0, 1), x, []),
        (mul(x, 0, y), y, ["0"]),
        (lt(1, 2), x, ["_0"]),
        (lt(2, 2), x, []),
        (lte(2, 2), x, ["_0"]),
        (gt(2, 1), x, ["_0"]),
        (gte(1, 2), x, []),
        (add(10**30, 1, x), x, [str(10**30 + 1)]),
    ],
)
def test_two_known_numbers_give_the_third(goal: Any, template: Any, expected: list[str]) -> None:
    """What is known decides at once."""
    assert shown(run(0, template, goal)) == expected


@settings(max_examples=scale(150, 5000))
@given(st.data())
def test_conditions_may_come_before_the_values(data: st.DataObject) -> None:
    """Wherever the conditions stand among the goals that enumerate, the answers are those of trying all, in order."""
    unknowns = (x, y, z)
    term = st.one_of(st.sampled_from(unknowns), st.sampled_from(unknowns), st.sampled_from(VALUES))
    conditions = []
    for goal in data.draw(st.lists(st.sampled_from(list(GOALS)), min_size=1, max_size=4)):
        conditions.append((goal, data.draw(st.tuples(*[term] * (3 if goal in (add, sub, mul) else 2)))))
    goals = [membero(unknown, VALUES) for unknown in unknowns]
    for goal, terms in conditions:
        goals.insert(data.draw(st.integers(0, len(goals))), goal(*terms))

    def holds(values: tuple[int, ...]) -> bool:
        known = dict(zip(unknowns, values, strict=True))
        return all(GOALS[goal](*[known.get(t, t) if t in unknowns else t for t in terms]) for goal, terms in conditions)

    assert run(0, unknowns, *goals) == tuple(filter(holds, product(VALUES, repeat=3)))


@pytest.mark.parametrize(
    ("goals", "message"),
    [
        ([add(var("a"), 1, y)], "add needs a value for the unknown ~a"),
        ([sub(var("a"), 1, y)], "sub needs a value for the unknown ~"),
        ([mul(var("a"), y, 0)], "mul needs a value for the unknown ~a"),
        ([lt(1, var("a"))], "lt needs a value for the unknown ~a"),
        ([lt(var("a"), 3), eq(y, 1)], "lt needs a value for the unknown ~a"),
        ([eq(var("a"), var("b")), gte(var("b"), 3)], "gte needs a value for the unknown ~"),
        ([Evaluation(None, x, Term("+", (var("a"), 1)), "is")], "is needs a value for the unknown ~a"),
    ],
)
def test_what_is_never_decided_needs_a_value(goals: list[Any], message: str) -> None:
    """A condition that still waits at the end of a query is told, and no answer is given."""
    with pytest.raises(NeedsValue, match=message):
        run(0, x, *goals)


def test_a_condition_that_waits_does_not_stop_what_fails() -> None:
    """Where the rest fails anyway, there is no answer and no complaint."""
    assert run(0, x, lt(x, 3), eq(1, 2)) == ()
    assert run(0, x, lt(x, 3), neq(x, x)) == ()


def test_conditions_wake_each_other() -> None:
    """A value runs through a chain of conditions."""
    a, b, c, d = vars(4)
    assert run(0, (a, b, c, d), add(a, 1, b), mul(b, 2, c), sub(c, d, 1), eq(a, 3)) == ((3, 4, 8, 7),)
    assert run(0, a, add(a, 1, b), add(b, 1, c), lt(c, 5), betweeno(0, 9, a)) == (0, 1, 2)
    assert run(0, (a, b), add(a, b, 3), neq(a, b), gt(a, b), betweeno(0, 3, a)) == ((2, 1), (3, 0))


@relation
def fibonacci(n, value):
    """`value` is the Fibonacci number of `n`."""
    one, two, left, right = vars(4)
    return conde(
        [eq(n, 0), eq(value, 0)],
        [eq(n, 1), eq(value, 1)],
        [
            gt(n, 1),
            sub(n, 1, one),
            sub(n, 2, two),
            fibonacci(one, left),
            fibonacci(two, right),
            add(left, right, value),
        ],
    )


@relation
def summed(numbers, total):
    """The numbers of the list add up to `total`."""
    first, rest, others = vars(3)
    return conde(
        [eq(numbers, ()), eq(total, 0)], [conso(first, rest, numbers), add(first, others, total), summed(rest, others)]
    )


def test_recursive_arithmetic() -> None:
    """Arithmetic in relations that call themselves, also where it has to wait for all of the list."""
    assert run(0, x, fibonacci(15, x)) == (610,)
    assert run(0, x, summed(tuple(range(2000)), x)) == (1999000,)
    assert run(0, x, summed((1, x, 3), 9)) == (5,)


@pytest.mark.parametrize(
    "goals",
    [
        [add("a", 1, x)],
        [add(True, 1, x)],
        [add(1.0, 1, x)],
        [mul((1,), 1, x)],
        [lt(1, "a")],
        [add(x, 1, y), eq(x, "a")],
        [betweeno("a", 1, x)],
        [Evaluation(None, x, "a", "is")],
        [Evaluation(None, x, Term("+", (1, "a")), "is")],
        [Evaluation(None, x, Term("//", (1, 0)), "is")],
        [Evaluation(None, x, Term("mod", (1, 0)), "is")],
        [Evaluation(None, x, Term("**", (2, -1)), "is")],
        [Evaluation(None, x, Term("**", (7, 10**9)), "is")],
        [Evaluation(None, x, Term("nothing", (1,)), "is")],
    ],
)
def test_what_is_no_integer_is_refused(goals: list[Any]) -> None:
    """Arithmetic takes integers; 1.0 and True are none."""
    with pytest.raises(PuzzleError):
        run(0, x, *goals)


@pytest.mark.parametrize("goal", [add, sub, mul, lt, lte, gt, gte])
def test_each_goal_names_itself_and_its_line(goal: Any) -> None:
    """Where a term is not an integer, the message tells which goal that is and where it was written."""
    terms = ("a", 1, x) if goal in (add, sub, mul) else ("a", 1)
    line = inspect.currentframe().f_lineno  # type: ignore[union-attr]
    asked = goal(*terms)
    with pytest.raises(PuzzleError, match=f": {goal.__name__} takes integers, got 'a'") as raised:
        run(0, x, asked)
    assert raised.value.place == f"{__file__}:{line + 1}"


def test_errors_tell_the_line_of_the_goal() -> None:
    """The place is where the goal was written, also when it had to wait."""
    line = inspect.currentframe().f_lineno  # type: ignore[union-attr]
    for goals in ([add("a", 1, x)], [lt(x, 1), eq(x, "a")], [mul(x, y, 7), eq(y, ())]):
        with pytest.raises(PuzzleError) as raised:
            run(0, x, *goals)
        assert raised.value.place == f"{__file__}:{line + 1}"
    with pytest.raises(NeedsValue) as need:
        run(0, x, gte(x, 2))
    assert need.value.place == f"{__file__}:{line + 6}"


PYTHON: dict[tuple[str, int], Any] = {
    ("+", 2): operator.add,
    ("-", 2): operator.sub,
    ("*", 2): operator.mul,
    ("div", 2): operator.floordiv,
    ("mod", 2): operator.mod,
    ("//", 2): lambda a, b: int(a / b),
    ("rem", 2): lambda a, b: a - b * int(a / b),
    ("min", 2): min,
    ("max", 2): max,
    ("-", 1): operator.neg,
    ("abs", 1): abs,
    ("sign", 1): lambda a: (a > 0) - (a < 0),
}
numbers = st.integers(-20, 20)
expressions = st.recursive(
    numbers,
    lambda part: st.sampled_from(sorted(PYTHON)).flatmap(lambda op: st.tuples(st.just(op), st.tuples(*[part] * op[1]))),
    max_leaves=8,
)


def value_of(expression: Any) -> int:
    """What Python makes of an expression."""
    if isinstance(expression, int):
        return expression
    operation, parts = expression
    return int(PYTHON[operation](*map(value_of, parts)))


def term_of(expression: Any) -> Any:
    """The expression as a term."""
    if isinstance(expression, int):
        return expression
    (name, _), parts = expression
    return Term(name, tuple(map(term_of, parts)))


@given(expressions)
def test_expressions(expression: Any) -> None:
    """An expression has the value that Python gives it; division by zero is an error."""
    goal = Evaluation(None, x, term_of(expression), "is")
    try:
        expected = value_of(expression)
    except ZeroDivisionError:
        with pytest.raises(PuzzleError, match="division by zero"):
            run(0, x, goal)
    else:
        assert run(0, x, goal) == (expected,)
        assert run(0, y, Evaluation(operator.eq, term_of(expression), y, "=:="), eq(y, expected)) == (expected,)


def test_a_deep_expression() -> None:
    """100,000 additions in one expression."""
    deep: Any = 0
    for _ in range(100_000):
        deep = Term("+", (deep, 1))
    assert run(0, x, Evaluation(None, x, deep, "is")) == (100_000,)


def test_a_power_of_as_many_bits_as_allowed_is_computed():
    """The bits are counted as those of the base times the exponent."""
    half = MOST_BITS // 2
    assert run(0, x, Evaluation(None, x, Term("**", (2, half)), "is")) == (2**half,)
    with pytest.raises(PuzzleError, match="the power is too large"):
        run(0, x, Evaluation(None, x, Term("**", (2, half + 1)), "is"))
