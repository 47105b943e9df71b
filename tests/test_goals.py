"""Goals where kanren goes wrong, and goals at depth: each behaviour a sentence."""

from __future__ import annotations

import itertools
import subprocess
import sys
from typing import Any

import kanren
import pytest

from logicpuzzles import (
    NeedsValue,
    PuzzleError,
    Relation,
    add,
    appendo,
    conde,
    conso,
    eq,
    facts,
    findall,
    fresh,
    ifte,
    interleave,
    lall,
    lany,
    lengtho,
    load,
    lt,
    membero,
    naf,
    neq,
    ntho,
    once,
    project,
    relation,
    run,
    var,
    vars,
)

DEEP = 100_000
x, y, z = var("x"), var("y"), var("z")


def two_facts() -> Relation:
    """A relation of two values."""
    made = Relation("r")
    facts(made, (1,), (2,))
    return made


def test_constraints_outlive_facts() -> None:
    """A disequality stated before facts are asked holds after them."""
    r = two_facts()
    assert run(0, (x, y), neq(x, y), r(x), r(y)) == ((1, 2), (2, 1))


def test_a_triangle_has_six_colourings() -> None:
    """Three neighbours in three colours, the disequalities first."""
    colour = Relation("colour")
    facts(colour, ("red",), ("green",), ("blue",))
    asked = lall(neq(x, y), neq(y, z), neq(x, z), colour(x), colour(y), colour(z))
    assert len(run(0, (x, y, z), asked)) == 6


def test_constraints_do_not_leak_between_branches() -> None:
    """A branch keeps its own disequalities."""
    assert run(0, (x, y), neq(x, 5), conde([neq(x, 1), eq(y, 1)], [eq(x, 1), eq(y, 2)]), eq(x, 1)) == ((1, 2),)


def test_a_compound_disequality_needs_one_difference() -> None:
    """A pair differs when one side differs."""
    assert run(0, (x, y), neq((x, y), (1, 2)), eq(x, 1), eq(y, 3)) == ((1, 3),)
    assert run(0, (x, y), neq((x, y), (1, 2)), eq(x, 1), eq(y, 2)) == ()


def test_answers_come_depth_first_in_clause_order() -> None:
    """As in Prolog: the first clause is exhausted before the second, the last goal varies fastest."""
    assert run(0, (x, y), membero(x, (1, 2)), membero(y, ("a", "b"))) == ((1, "a"), (1, "b"), (2, "a"), (2, "b"))


def test_no_alternatives_fail() -> None:
    """A disjunction of nothing is false, a conjunction of nothing true."""
    assert (run(0, x, lany()), run(0, 1, lall())) == ((), (1,))


def test_infinite_streams_are_lazy() -> None:
    """The first five of infinitely many answers."""

    @relation
    def natural(n: Any) -> Any:
        """`n` is a natural number."""
        return conde([eq(n, 0)], [fresh(lambda m: lall(natural(m), add(m, 1, n)))])

    assert run(5, x, natural(x)) == (0, 1, 2, 3, 4)
    assert run(3, x, lany(eq(x, n) for n in itertools.count())) == (0, 1, 2)
    assert run(4, x, interleave(natural(x), membero(x, ("a", "b")))) == (0, "a", 1, "b")


def test_an_unknown_is_in_no_list_that_holds_it() -> None:
    """The occurs check: no infinite terms."""
    assert run(0, x, eq((x,), x)) == ()
    assert run(0, x, conso(1, x, x)) == ()
    assert run(0, x, eq(x, (y,)), eq(y, (x,))) == ()


def test_constants_of_different_types_differ() -> None:
    """1, True and 1.0 never match each other."""
    many = (1, True, 1.0)
    r = Relation("r")
    facts(r, *((one,) for one in many))
    for one in many:
        (found,) = run(0, x, r(x), eq(x, one))
        assert type(found) is type(one)


def test_facts_with_lists() -> None:
    """A list in a fact is a tuple."""
    r = Relation("r")
    r.add_fact([1, [2]], 3)
    assert run(0, x, r((1, x), 3)) == ((2,),)


def test_recursion_is_as_deep_as_memory() -> None:
    """A recursive relation 100,000 calls deep."""
    step = Relation.pairs("step", {n: (n + 1,) for n in range(DEEP)})

    @relation
    def path(one: Any, two: Any) -> Any:
        """`two` is reached from `one`."""
        return conde([eq(one, two)], [fresh(lambda mid: lall(step(one, mid), path(mid, two)))])

    assert run(1, x, path(0, DEEP), eq(x, "there")) == ("there",)


def test_long_lists() -> None:
    """Lists of 100,000 elements: built by recursion, split, measured, looked into."""

    @relation
    def append(front: Any, back: Any, items: Any) -> Any:
        """`items` is `front` followed by `back`."""
        head, tail, rest = vars(3)
        return conde(
            [eq(front, ()), eq(back, items)],
            [conso(head, tail, front), conso(head, rest, items), append(tail, back, rest)],
        )

    many = tuple(range(DEEP))
    assert run(1, x, append(many, ("end",), x)) == ((*many, "end"),)
    assert run(0, x, appendo(many, x, (*many, "end"))) == (("end",),)
    assert run(0, x, lengtho(many, x)) == (DEEP,)
    assert run(1, x, ntho(DEEP - 1, many, x)) == (DEEP - 1,)
    assert run(0, 1, membero(DEEP - 1, many)) == (1,)


def test_long_conjunctions() -> None:
    """A conjunction of 100,000 goals."""
    assert run(0, x, lall(*(eq(x, 1) for _ in range(DEEP)))) == (1,)


def test_two_queries_may_share_a_variable() -> None:
    """Half-consumed answers do not disturb each other."""
    one, two = run(None, x, membero(x, (1, 2))), run(None, x, membero(x, ("a", "b")))
    assert [next(one), next(two), next(one), next(two)] == [1, "a", 2, "b"]


def test_what_remains_is_shown() -> None:
    """An answer with an unknown keeps its disequalities."""
    (answer,) = run(0, x, neq(x, 1))
    assert repr(answer) == "~x with ~x != 1"


def test_arithmetic_waits() -> None:
    """Comparison and sums run as soon as enough is known, whatever the order of the goals."""
    assert run(0, x, lt(x, 3), membero(x, (5, 2, 1))) == (2, 1)
    assert run(0, x, add(x, y, 5), eq(y, 2)) == (3,)


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        (lt(x, 3), "lt"),
        (add(x, y, 3), "add"),
        (naf(eq(x, 1)), "naf"),
        (project(x, lambda v: v > 1), "project"),
        (ifte(eq(x, 1), eq(y, 2)), "ifte"),
    ],
)
def test_goals_that_need_a_value_say_so(goal: Any, name: str) -> None:
    """What cannot run on an unknown names it."""
    with pytest.raises(NeedsValue, match=name) as caught:
        run(0, x, goal)
    assert "unknown" in str(caught.value)


def test_goals_that_are_not_relational() -> None:
    """Negation, once, if-then-else and findall on what is known."""
    assert run(0, x, eq(x, 3), naf(membero(x, (1, 2)))) == (3,)
    assert run(0, x, once(membero(x, (1, 2)))) == (1,)
    assert run(0, x, ifte(membero(2, (1, 2)), eq(x, "yes"), eq(x, "no"))) == ("yes",)
    assert run(0, x, findall(y, membero(y, (1, 2)), x)) == ((1, 2),)


def test_kanren_runs_our_goals() -> None:
    """Our goals are kanren goals, and keep their disequalities there."""
    assert kanren.run(0, x, kanren.membero(x, (1, 2, 3)), neq(x, 2)) == (1, 3)
    assert kanren.run(0, (x, y), neq((x, y), (1, 2)), kanren.eq(x, 1), kanren.membero(y, (2, 3))) == ((1, 3),)


def test_kanrens_goals_run_in_ours() -> None:
    """kanren's goals are leaves."""
    assert run(0, x, kanren.membero(x, (1, 2, 3)), neq(x, 2)) == (1, 3)
    assert set(run(0, (x, y), kanren.appendo(x, y, (1, 2)))) == {((), (1, 2)), ((1,), (2,)), ((1, 2), ())}


def test_no_goal_is_told_with_its_place() -> None:
    """A relation that returns nothing is named with its file and line."""

    @relation
    def nothing(one: Any) -> Any:
        """Nothing."""

    with pytest.raises(PuzzleError, match=r"test_goals.py:\d+: nothing: no goal was returned"):
        run(0, x, nothing(x))


def test_order_does_not_depend_on_the_hash_seed() -> None:
    """The same answers in the same order under two seeds."""
    asked = (
        "from logicpuzzles import *; r = Relation('r'); facts(r, *((w,) for w in 'the quick brown fox jumps'.split()));"
        "x, y = var(), var(); print(run(0, (x, y), neq(x, y), r(x), r(y)))"
    )
    shown = {
        subprocess.run(
            [sys.executable, "-c", asked], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(shown) == 1


def test_a_state_may_be_unknown_altogether() -> None:
    """Asked with one unknown for a whole state, a move opens it into cells."""
    seven = load("seven")
    before = run(0, x, seven.move_piece(7, x, (1, 2, 3, 4, 5, 6, 0, 7)))
    assert before == ((1, 2, 3, 4, 5, 6, 7, 0),)
