"""Beside kanren: its goals in our queries, ours in its, and the traps in which it falls and we do not."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import kanren
import pytest
from instances import shown
from kanren.constraints import isinstanceo
from kanren.constraints import neq as kanren_neq
from unification import reify as kanren_reify

from logicpuzzles import (
    NeedsValue,
    PuzzleError,
    Relation,
    Term,
    appendo,
    conde,
    conso,
    eq,
    facts,
    findall,
    fresh,
    interleave,
    lall,
    lany,
    load,
    lt,
    membero,
    naf,
    neq,
    ntho,
    project,
    relation,
    run,
    var,
    vars,
)

x, y, z = vars(3)
Point = namedtuple("Point", "x y")


@relation
def ones(items):
    """`items` is a list of ones, of any length."""
    rest = var()
    return conde([eq(items, ())], [conso(1, rest, items), ones(rest)])


def two() -> Relation:
    """A relation of two facts."""
    made = Relation("two")
    facts(made, (1,), (2,))
    return made


TRAPS = [
    ("facts keep conditions", (x, y), [neq(x, y), two()(x), two()(y)], ["(1, 2)", "(2, 1)"]),
    ("conditions do not leak", (x, y), [neq(x, 5), conde([neq(x, 1), eq(y, 1)], [eq(x, 1), eq(y, 2)])],
     ["(_0, 1) with _0 != 5, _0 != 1", "(1, 2)"]),
    ("a compound may differ in one part", (x, y), [neq((x, y), (1, 2)), eq(x, 1), eq(y, 3)], ["(1, 3)"]),
    ("conjunctions go depth first", x, [membero(x, (1, 2)), membero(y, (3, 4))], ["1", "1", "2", "2"]),
    ("no alternative is no answer", x, [lany()], []),
    ("nor is no clause", x, [conde()], []),
    ("no term is in itself", x, [eq((x,), x)], []),
    ("conditions come with the answer", x, [neq(x, 1)], ["_0 with _0 != 1"]),
    ("tuples are lists", x, [eq([1, x], (1, 2))], ["2"]),
    ("so are lists made in parts", x, [conso(1, x, [1, 2])], ["(2,)"]),
    ("and what is made in parts is a tuple", x, [conso(1, [2], x)], ["(1, 2)"]),
    ("named tuples stay what they are", x, [eq(x, Point(1, y)), eq(y, 2)], ["Point(x=1, y=2)"]),
    ("1 is not True", x, [membero(x, (1, True, 1.0)), neq(x, True)], ["1", "1.0"]),
    ("one unknown can be counted", x, [findall(y, membero(y, (1, 2)), x)], ["(1, 2)"]),
    ("nth, negation, values, fresh unknowns", x, [ntho(1, (4, 5), x), naf(eq(x, 4)), project((x,), lambda v: eq(v, 5)),
     fresh(lambda f: eq(f, x))], ["5"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("template", "goals", "expected"), [trap[1:] for trap in TRAPS], ids=[trap[0] for trap in TRAPS]
)
def test_traps(template: Any, goals: list[Any], expected: list[str]) -> None:
    """Where kanren answers wrongly, raises or hangs, the answers are right."""
    assert shown(run(0, template, *goals)) == expected


def test_an_infinite_goal_lets_the_first_answers_through() -> None:
    """`run(5, ...)` of an infinite conjunction ends, in order."""
    assert run(3, (x, y), ones(x), membero(y, (1, 2))) == (((), 1), ((), 2), ((1,), 1))
    assert run(4, x, interleave(ones(x), eq(x, "seen"))) == ((), "seen", (1,), (1, 1))


def test_three_colours() -> None:
    """A triangle is coloured in 6 ways, conditions first; kanren says 27."""
    colour = Relation("colour")
    facts(colour, ("red",), ("green",), ("blue",))
    assert len(run(0, (x, y, z), neq(x, y), neq(y, z), neq(x, z), colour(x), colour(y), colour(z))) == 6


# -- kanren's goals in ours --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "goals", "expected"),
    [
        (x, [kanren.eq(x, 1)], ["1"]),
        (x, [kanren.membero(x, (1, 2, 3)), neq(x, 2)], ["1", "3"]),
        (x, [neq(x, 2), kanren.membero(x, (1, 2, 3))], ["1", "3"]),
        (x, [lall(kanren.eq(x, y), conde([kanren.eq(y, 1)], [eq(y, 2)]))], ["1", "2"]),
        (x, [kanren_neq(x, 1)], ["_0 with _0 != 1"]),
        (x, [kanren_neq(x, 1), eq(x, 1)], []),
        (x, [kanren_neq(x, 1), membero(x, (1, 2))], ["2"]),
        (x, [kanren.lall(kanren_neq(x, 1), kanren_neq(x, 2)), membero(x, (1, 2, 3))], ["3"]),
        ((x, y), [kanren_neq(x, y), membero(x, (1, 2)), membero(y, (1, 2))], ["(1, 2)", "(2, 1)"]),
        ((x, y), [neq((x, y), (1, 2)), kanren.eq(x, 1), kanren.membero(y, (2, 3))], ["(1, 3)"]),
        (x, [conso(1, y, x), kanren.eq(y, (2,))], ["(1, 2)"]),
        (x, [conso(1, y, x), kanren.eq(x, (1, 2))], ["(1, 2)"]),
        (x, [appendo((1,), y, x), kanren.eq(y, (2, z)), kanren.eq(z, 3)], ["(1, 2, 3)"]),
        (x, [conso(1, y, (1, 2, 3)), kanren.eq(y, x)], ["(2, 3)"]),
        (x, [conso(1, y, (1, 2, 3)), kanren.membero(x, y)], ["2", "3"]),
        (x, [eq(y, Term("f", (x,))), kanren.eq(y, Term("f", (7,)))], ["7"]),
        ((x, y), [kanren.appendo(x, y, (1, 2))], ["((), (1, 2))", "((1,), (2,))", "((1, 2), ())"]),
        (x, [kanren.conde([eq(x, 1)], [neq(x, 1)])], ["1", "_0 with _0 != 1"]),
        (x, [kanren.lall(neq(x, 1), kanren.membero(x, (1, 2)))], ["2"]),
        (x, [kanren.lall(neq((x, y), (1, 2)), kanren.eq(x, 1)), eq(y, 2)], []),
        (x, [naf(kanren.eq(1, 2)), kanren.eq(x, 1)], ["1"]),
    ],
)
def test_kanren_goals_in_ours(template: Any, goals: list[Any], expected: list[str]) -> None:
    """A kanren goal is a leaf; disequalities pass through it both ways."""
    assert sorted(shown(run(0, template, *goals))) == sorted(expected)


def test_an_unknown_of_kanrens_is_collected_over() -> None:
    """It belongs to the inside of `findall`, and may be the same as one from outside that is known later."""
    inner = kanren.var()
    assert run(0, (y, z), findall(inner, eq(inner, y), z), eq(y, 3)) == ((3, (3,)),)


def test_kanren_relations_in_ours() -> None:
    """Facts of kanren's own `Relation`, with conditions that it would lose."""
    likes = kanren.Relation()
    kanren.facts(likes, ("ann", "bob"), ("bob", "bob"))
    assert sorted(run(0, (x, y), likes(x, y))) == [("ann", "bob"), ("bob", "bob")]
    assert run(0, (x, y), neq(x, y), likes(x, y)) == (("ann", "bob"),)


def test_negation_over_a_kanren_goal_needs_a_value() -> None:
    """A kanren goal inside a negation must not bind an unknown from outside either."""
    with pytest.raises(NeedsValue, match="naf needs a value"):
        run(0, x, naf(kanren.eq(x, 1)))


def test_a_constraint_that_cannot_be_carried_is_refused() -> None:
    """kanren's type constraints have no counterpart; they are not dropped silently."""
    with pytest.raises(PuzzleError, match="cannot be carried over"):
        run(0, x, isinstanceo(x, int), eq(x, "text"))


# -- ours in kanren ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "goals", "expected"),
    [
        (x, [eq(x, 1)], ["1"]),
        (x, [membero(x, (1, 2, 3))], ["1", "2", "3"]),
        (x, [kanren.eq(y, 2), eq(x, (y, 1))], ["(2, 1)"]),
        (x, [neq(x, 2), kanren.membero(x, (1, 2, 3))], ["1", "3"]),
        (x, [neq((x, y), (1, 2)), kanren.eq(x, 1), kanren.membero(y, (2, 3))], ["1"]),
        (y, [neq((x, y), (1, 2)), kanren.eq(x, 1), kanren.membero(y, (2, 3))], ["3"]),
        (x, [kanren_neq(x, 2), membero(x, (1, 2, 3))], ["1", "3"]),
        (x, [kanren_neq(x, 2), neq(x, 1), kanren.membero(x, (1, 2, 3))], ["3"]),
        (x, [neq(x, 1), neq(x, True), kanren.membero(x, ("a",))], ["'a'"]),
        (x, [appendo(y, z, (1, 2)), kanren.eq(x, (y, z))], ["((), (1, 2))", "((1,), (2,))", "((1, 2), ())"]),
        (x, [kanren.conde([ntho(0, (7, 8), x)], [ntho(1, (7, 8), x)])], ["7", "8"]),
        (x, [conso(1, y, x), kanren.eq(y, (2, 3))], ["(1, 2, 3)"]),
        (x, [two()(x), two()(y), neq(x, y)], ["1", "2"]),
        (x, [eq(x, 1), eq(x, 2)], []),
    ],
)
def test_our_goals_in_kanren(template: Any, goals: list[Any], expected: list[str]) -> None:
    """kanren's `run` takes our goals; disequalities pass through them both ways."""
    assert sorted(shown(kanren.run(0, template, *goals))) == sorted(expected)


def test_our_streams_stay_lazy_in_kanren() -> None:
    """kanren reads only as many answers of an infinite relation as it is asked for."""
    assert kanren.run(3, x, ones(x)) == ((), (1,), (1, 1))
    state = next(iter(ones(x)({y: 1})))
    assert (kanren_reify(x, state), state[y]) == ((), 1)


def test_kanren_unknowns_in_our_goals() -> None:
    """kanren's own `var` works in our goals, conditions between two of them included."""
    a, b = kanren.var(), kanren.var()
    assert run(0, (a, b), eq((a, 1), (2, b))) == ((2, 1),)
    assert run(0, (a, b), neq(a, b), eq(b, a)) == ()
    assert run(0, (a, b), neq(a, b), eq(b, 1), eq(a, 1)) == ()
    assert len(run(0, (a, b), neq(a, b), membero(a, (1, 2)), membero(b, (1, 2)))) == 2
    (kept,) = run(0, (a, b), neq(a, b))
    assert kept.unequal == (((a, b),),)
    with pytest.raises(NeedsValue):
        run(0, a, lt(a, 1))
    with pytest.raises(NeedsValue):
        run(0, a, relation(lambda v: {1: eq(1, 1)}[v])(a))


PLAIN = '''
"""Three lamps in a row; a move switches two neighbours. Written with nothing but kanren."""
from kanren import Relation, conde, eq, facts, lall, var
from logicpuzzles import Puzzle

other = Relation("other")
facts(other, ("on", "off"), ("off", "on"))

def switch(label, before, after):
    a, b, c = before
    p, q = var(), var()
    return conde(
        [eq(label, "left"), other(a, p), other(b, q), eq(after, (p, q, c))],
        [eq(label, "right"), other(b, p), other(c, q), eq(after, (a, p, q))],
    )

puzzle = Puzzle(move=switch, start=("on", "off", "on"), goal=("off", "off", "off"))
'''


def test_a_rule_file_in_plain_kanren(tmp_path: Any) -> None:
    """It loads, answers, compiles and is solved."""
    file = tmp_path / "lamps.py"
    file.write_text(PLAIN)
    puzzle = load(str(file)).puzzle
    assert puzzle.refusal is None
    assert len(puzzle.rewriting.rules) == 8
    ending = puzzle.solve()
    assert sorted(ending.moves) == ["left", "right"]
    puzzle.check(ending)
    found = run(0, x, puzzle.move("left", x, ("off", "off", "off")))
    assert found == (("on", "on", "off"),)


def test_all_disequalities_of_a_goal_reach_kanren():
    """Whichever kanren's own goals break."""
    x, y = vars(2)
    both = lall(neq(x, 1), neq(y, 2))
    tried = [(1, 3), (3, 2), (3, 3)]
    assert [kanren.run(0, (x, y), both, kanren.eq((x, y), pair)) for pair in tried] == [(), (), ((3, 3),)]
