"""Goals that are not relational: right where they answer, and silent nowhere: otherwise they ask for a value."""

from __future__ import annotations

from typing import Any

import pytest
from instances import shown

from logicpuzzles import (
    NeedsValue,
    PuzzleError,
    Relation,
    add,
    eq,
    facts,
    fail,
    findall,
    fresh,
    gt,
    identical,
    ifte,
    interleave,
    lall,
    lt,
    membero,
    naf,
    neq,
    once,
    project,
    relation,
    run,
    succeed,
    var,
    vars,
)
from logicpuzzles.logic.control import IfThenElse

x, y, z = vars(3)
colour = Relation("colour")
facts(colour, ("red",), ("green",))


@relation
def pair(one, two):
    """`one` and `two` are neighbours among 1, 2, 3; the unknowns inside are its own."""
    between = var()
    return lall(membero(between, ((1, 2), (2, 3))), eq(between, (one, two)))


@pytest.mark.parametrize(
    ("goals", "template", "expected"),
    [
        ([naf(fail)], x, ["_0"]),
        ([naf(succeed)], x, []),
        ([eq(x, 1), naf(eq(x, 2))], x, ["1"]),
        ([membero(x, (1, 2, 3)), naf(membero(x, (2, 4)))], x, ["1", "3"]),
        ([naf(naf(eq(1, 1)))], x, ["_0"]),
        ([eq(x, 1), naf(fresh(lambda a: pair(a, x)))], x, ["1"]),
        ([eq(x, 2), naf(fresh(lambda a: pair(a, x)))], x, []),
        ([eq(x, 1), naf(fresh(lambda a: lall(neq(a, 1), eq(a, x))))], x, ["1"]),
        ([naf(fresh(lambda a: neq(a, 1)))], x, []),
        ([naf(fresh(lambda a: lall(lt(a, 3), membero(a, (3, 4)))))], x, ["_0"]),
        ([once(membero(x, (1, 2)))], x, ["1"]),
        ([once(fail)], x, []),
        ([membero(x, (1, 2)), once(membero(y, (3, 4)))], (x, y), ["(1, 3)", "(2, 3)"]),
        ([once(membero(x, (1, 2))), membero(y, (3, 4))], (x, y), ["(1, 3)", "(1, 4)"]),
        ([once(lall(membero(x, (1, 2)), neq(x, 1)))], x, ["2"]),
        ([neq(x, 1), once(membero(x, (1, 2)))], x, ["2"]),
        ([lt(x, y), once(membero(x, (1, 2))), eq(y, 5)], (x, y), ["(1, 5)"]),
        ([once(once(membero(x, (1, 2))))], x, ["1"]),
        ([ifte(fail, eq(x, 1), eq(x, 2))], x, ["2"]),
        ([ifte(succeed, eq(x, 1), eq(x, 2))], x, ["1"]),
        ([ifte(succeed, fail, eq(x, 2))], x, []),
        ([ifte(fail, eq(x, 1))], x, []),
        ([eq(y, 1), ifte(eq(y, 1), membero(x, (1, 2)), eq(x, 3))], x, ["1", "2"]),
        ([ifte(fresh(lambda a: membero(a, (1, 2))), eq(x, 1), eq(x, 3))], x, ["1"]),
        ([findall(y, membero(y, (1, 2)), x)], x, ["(1, 2)"]),
        ([findall(y, fail, x)], x, ["()"]),
        ([findall((y, z), lall(membero(y, (1, 2)), membero(z, (3, 4))), x)], x, ["((1, 3), (1, 4), (2, 3), (2, 4))"]),
        ([findall(y, membero(y, (1, 2)), (1, x))], x, ["2"]),
        ([findall(y, membero(y, (1, 2)), (1,))], x, []),
        ([neq(y, 1), findall(y, membero(y, (1, 2)), x)], x, ["(2,)"]),
        ([findall(y, membero(y, (1, z)), x), eq(z, 2)], x, ["(1, 2)"]),
        ([findall((y, z), membero(y, (1,)), x)], x, ["((1, _0),)"]),
        ([lt(z, 3), findall(y, membero(y, (1, 2)), x), eq(z, 1)], x, ["(1, 2)"]),
        ([findall(y, findall(z, membero(z, (1, 2)), y), x)], x, ["((1, 2),)"]),
        ([eq(y, 2), project((y,), lambda v: eq(x, v + 1))], x, ["3"]),
        ([eq(y, (1, z)), eq(z, 2), project((y, z), lambda v, w: eq(x, (v, w)))], x, ["((1, 2), 2)"]),
        ([project((3,), lambda v: v == 3), eq(x, 1)], x, ["1"]),
        ([project([], lambda: [eq(x, 1), eq(y, 2)])], (x, y), ["(1, 2)"]),
        ([identical(x, x)], x, ["_0"]),
        ([eq(x, y), identical(x, y)], x, ["_0"]),
        ([identical((1, x), (2, x))], x, []),
        ([identical(1, True)], x, []),
        ([interleave(membero(x, (1, 2, 3)), membero(x, (4, 5)))], x, ["1", "4", "2", "5", "3"]),
    ],
)  # fmt: skip
def test_answers(goals: list[Any], template: Any, expected: list[str]) -> None:
    """All answers, in order."""
    assert shown(run(0, template, *goals)) == expected


a, b = var("a"), var("b")


@pytest.mark.parametrize(
    ("goals", "message"),
    [
        ([naf(eq(a, 1))], "naf needs a value for the unknown ~a"),
        ([naf(membero(1, a))], "naf needs a value for the unknown ~a"),
        ([naf(colour(a))], "naf needs a value for the unknown ~a"),
        ([naf(neq(a, 1))], "neq inside naf needs a value for the unknown ~a"),
        ([naf(lt(a, 1))], "lt inside naf needs a value for the unknown ~a"),
        ([naf(fresh(lambda u: lt(u, 1)))], "lt inside naf needs a value for the unknown ~_"),
        ([naf(fresh(lambda u: lall(eq(u, a), eq(u, 1))))], "naf needs a value for the unknown ~a"),
        ([naf(eq(a, b))], "naf needs a value for the unknown ~[ab]"),
        ([naf(naf(eq(a, 1)))], "naf needs a value for the unknown ~a"),
        ([ifte(eq(a, 1), eq(x, 1), eq(x, 2))], "ifte needs a value for the unknown ~a"),
        ([findall(x, eq(x, a), y), findall(x, eq(a, 1), y)], "findall needs a value for the unknown ~a"),
        ([findall(a, neq(a, 1), y)], "neq inside findall needs a value for the unknown ~a"),
        ([findall(a, lt(a, 1), y)], "lt inside findall needs a value for the unknown ~a"),
        ([findall(x, lall(membero(x, (1, 2)), neq(a, x)), y)], "neq inside findall needs a value for the unknown ~a"),
        ([once(lall(gt(a, b), membero(b, (1, 2))))], "gt inside once needs a value for the unknown ~a"),
        ([once(lall(neq(a, b), membero(b, (1, 2))))], "neq inside once needs a value for the unknown ~a"),
        ([once(add(a, 1, b))], "add inside once needs a value for the unknown ~a"),
        ([project((1, a), lambda v, w: succeed)], "project needs a value for the unknown ~a"),
        ([project((1, (2, a)), lambda v, w: succeed)], "project needs a value for the unknown ~a"),
        ([identical(a, 1)], "== needs a value for the unknown ~a"),
        ([identical((1, a), (1, 2))], "== needs a value for the unknown ~a"),
        ([identical(a, b)], "== needs a value for the unknown ~[ab]"),
        ([naf(interleave(eq(a, 1), fail))], "naf needs a value for the unknown ~a"),
    ],
)
def test_what_could_change_needs_a_value(goals: list[Any], message: str) -> None:
    """Where an unknown could change the answer later, there is none; the message names goal and unknown."""
    with pytest.raises(NeedsValue, match=f"^{message}"):
        run(0, x, *goals)


def test_what_comes_before_decides_in_any_order() -> None:
    """With the value stated before, the same goals answer."""
    known = [eq(a, 1), eq(b, 2)]
    assert run(0, a, *known, naf(eq(a, b))) == (1,)
    assert run(0, x, *known, ifte(eq(a, 1), eq(x, "yes"), eq(x, "no"))) == ("yes",)
    assert run(0, x, *known, findall(y, lall(membero(y, (1, 2)), neq(a, y)), x)) == ((2,),)
    assert run(0, b, eq(a, 2), once(lall(gt(a, b), membero(b, (1, 2))))) == (1,)


def test_findall_keeps_what_is_shared() -> None:
    """Unknowns from outside stay themselves in the list; those from inside are new."""
    collected = findall((x, y), membero(x, (1, a)), z)
    ((one, two),) = run(0, z, collected)
    assert (one[0], two[0]) == (1, a)
    assert len({one[1], two[1], y}) == 3
    assert run(0, z, collected, eq(a, 5), eq(z, ((1, 2), (5, 3)))) == (((1, 2), (5, 3)),)


def test_project_is_told_where_it_fails() -> None:
    """What the function raises, and what it returns instead of a goal, is told with its line."""
    with pytest.raises(PuzzleError, match="ZeroDivisionError") as raised:
        run(0, x, project((0,), lambda v: 1 // v))
    assert str(raised.value.place).startswith(__file__)
    with pytest.raises(PuzzleError, match="this is not a goal"):
        run(0, x, project((1,), lambda v: v))
    with pytest.raises(NeedsValue, match="a test in Python"):
        run(0, x, project((1,), lambda v: succeed if y else fail))
    for term in (3, x, "ab"):  # a list would be taken apart, so that a relation held of other cells than its rules
        with pytest.raises(PuzzleError, match=r"project takes a list of terms; expected \(x,\) for one, got "):
            project(term, lambda v: succeed)


def test_commitment_does_not_reach_outside() -> None:
    """What `once` and `ifte` commit to is chosen anew for every answer before them."""
    goals = [membero(x, (1, 2, 3)), ifte(gt(x, 1), once(membero(y, (x, 0))), eq(y, "low"))]
    assert run(0, (x, y), *goals) == ((1, "low"), (2, 2), (3, 3))
    nested = findall(y, lall(membero(y, (1, 2, 3)), naf(lall(eq(y, 2), once(colour(var("any")))))), x)
    with pytest.raises(NeedsValue):
        run(0, x, nested)
    assert run(0, x, findall(y, lall(membero(y, (1, 2, 3)), naf(eq(y, 2))), x)) == ((1, 3),)


def test_deep_negation() -> None:
    """Ten thousand negations in one another, and as many one after another."""
    goal: Any = fail
    for _ in range(10_000):
        goal = naf(goal)
    assert run(0, x, goal) == ()
    assert run(0, x, naf(goal)) == (x,)
    assert run(0, x, eq(x, 1), *[naf(eq(x, 2))] * 10_000) == (1,)


def test_a_condition_may_leave_open_what_is_its_own() -> None:
    """A disequality on an unknown that nothing else knows can be met; on another it needs a value."""
    inner = var()
    decided = IfThenElse(neq(inner, 1), eq(x, "then"), eq(x, "else"), frozenset({inner}))
    assert run(0, x, decided) == ("then",)
    with pytest.raises(NeedsValue):
        run(0, x, IfThenElse(neq(inner, 1), eq(x, "then"), eq(x, "else")))
