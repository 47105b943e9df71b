"""Terms of users' classes, dicts, sets, slices and expression tuples: they unify like all others, or say why not."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, namedtuple
from typing import Any

import pytest
from classes import Box, Data, Frozen, Half, House, Own, Slots
from etuples import etuple
from hypothesis import given
from hypothesis import strategies as st
from instances import shown
from unification import unifiable

from logicpuzzles import (
    Constrained,
    NeedsValue,
    PuzzleError,
    Relation,
    Term,
    appendo,
    conde,
    cons,
    eq,
    facts,
    findall,
    fresh,
    identical,
    lall,
    membero,
    naf,
    neq,
    once,
    relation,
    run,
    vars,
)
from logicpuzzles.logic.substitution import Substitution
from logicpuzzles.logic.terms import same, typed

Point = namedtuple("Point", "x y")
x, y, z = vars(3)
MAKERS = {
    "object": House,
    "slots": Slots,
    "dataclass": Data,
    "frozen": Frozen,
    "registered": Box,
    "dict": lambda one, two: {"one": one, 2: two},
    "ordered": lambda one, two: OrderedDict(one=one, two=two),
    "slice": slice,
    "expression": lambda one, two: etuple("add", one, two),
    "named": Point,
    "nested": lambda one, two: House([one, {"a": Data(two, (1, one))}], Term("f", (Slots(two, 1),))),
}
every_kind = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


@every_kind
def test_they_unify_and_reify(make: Any) -> None:
    """Part by part, in both orders; what is bound to such a term shows what became known in it."""
    assert run(0, (x, y), eq(make(1, x), make(y, 2))) == run(0, (x, y), eq(make(y, 2), make(1, x))) == ((2, 1),)
    assert run(0, x, eq(make(x, x), make((1, 2), (1, 2)))) == ((1, 2),)
    assert run(0, x, eq(make(1, x), make(2, 2))) == run(0, x, eq(make(x, x), make(1, 2))) == ()
    assert run(0, x, eq(make(1, x), 1)) == run(0, x, eq("a", make(1, x))) == run(0, x, eq((), make(1, x))) == ()
    (found,) = run(0, z, eq(z, make(1, x)), eq(x, (y, 3)), eq(y, 2))
    assert repr(found) == repr(make(1, (2, 3)))
    (found,) = run(0, cons(z, y), eq(z, make(1, "two")), eq(y, (z,)))
    assert repr(found) == repr((make(1, "two"), make(1, "two")))


@every_kind
def test_no_term_is_inside_itself(make: Any) -> None:
    """The occurs check looks into them."""
    assert run(0, x, eq(x, make(1, x))) == run(0, x, eq(make(x, 1), x)) == ()
    assert run(0, (x, y), eq(x, make(1, y)), eq(y, (x,))) == ()
    assert run(0, (x, y), eq(make(x, y), make((y,), (x,)))) == ()


@every_kind
def test_disequalities_on_them(make: Any) -> None:
    """`neq` waits for what can still differ inside."""
    assert shown(run(0, (x, y), neq(make(x, y), make(1, 2)))) == ["(_0, _1) with _0 != 1 or _1 != 2"]
    assert run(0, (x, y), neq(make(x, y), make(1, 2)), eq(x, 1), eq(y, 2)) == ()
    assert run(0, (x, y), neq(make(x, y), make(1, 2)), eq(x, 1), eq(y, 3)) == ((1, 3),)
    assert run(0, x, neq(x, make(1, 2)), membero(x, (3, make(1, 2), make(1, 3))), eq(x, make(1, y)), eq(y, 3)) != ()
    (kept,) = run(0, x, neq(x, make(1, 2)))
    assert isinstance(kept, Constrained)
    assert repr(kept.unequal) == repr((((x, make(1, 2)),),))


@every_kind
def test_they_are_found_in_facts_and_lists(make: Any) -> None:
    """Looked up by what they hold, hashable or not; facts with unknowns in them too."""
    known = Relation("known", 2)
    facts(known, (make(1, 2), "a"), (make(1, 3), "b"), (make(y, 4), "c"), ("other", "d"))
    assert run(0, x, known(make(1, 2), x)) == ("a",)
    assert run(0, (x, z), known(make(1, x), z)) == ((2, "a"), (3, "b"), (4, "c"))
    assert run(0, (x, z), eq(x, make(1, 4)), known(x, z))[0][1] == "c"
    assert run(0, z, known(make(z, 4), "c"), eq(z, 7)) == (7,)
    assert run(0, x, known(make(5, 5), x)) == ()
    assert [second for _, second in run(0, (x, y), known(x, y))] == ["a", "b", "c", "d"]
    assert run(0, x, membero(make(1, x), (make(2, 1), make(1, 7), 5, make(x, 9)))) == (7,)
    if make is not Box:  # only unification can tell that two boxes are the same
        facts(known, (make(1, 2), "a"))
        assert len(known) == 4
        assert (make(1, 3), "b") in known.facts
    assert (make(3, 1), "b") not in known.facts
    assert run(0, x, appendo((make(1, x),), y, (make(1, 2), 3))) == (2,)


@every_kind
def test_goals_that_look_inside(make: Any) -> None:
    """`findall` copies their unknowns, negation and `==` ask for a value."""
    found = run(0, (x, z), findall(make(1, y), membero(y, (1, 2)), x))
    assert repr(found[0][0]) == repr((make(1, 1), make(1, 2)))
    ((copies,),) = run(0, (x,), findall(y, membero(y, (make(1, z),)), x), eq(z, 2))
    assert repr(copies) == repr((make(1, 2),))
    ((copies,),) = run(0, (x,), findall(y, fresh(lambda f: eq(y, make(1, f))), x), eq(z, 2))
    assert len(Substitution().unknowns(copies)) == 1
    assert run(0, True, naf(eq(make(1, 2), make(1, 3))), identical(make(1, 2), make(1, 2))) == (True,)
    for goal in (naf(eq(make(1, x), make(1, 2))), identical(make(1, x), make(1, 2))):
        with pytest.raises(NeedsValue):
            run(0, x, goal)
    assert run(0, x, once(membero(make(x, 1), (make(2, 1), make(3, 1))))) == (2,)


def test_constants_inside_differ_by_type() -> None:
    """1, True and 1.0 stay three constants in every term that is taken apart here."""
    for make in (House, Slots, Data, Frozen, slice, lambda one, two: {one: two}, lambda one, two: {"k": {one, two}}):
        assert run(0, 0, eq(make(1, "a"), make(True, "a"))) == run(0, 0, eq(make("a", 1.0), make("a", 1))) == ()
        assert not same(make(1, "a"), make(True, "a"))
        assert same(make(1, "a"), make(1, "a"))
        assert typed(make(1, "a")) == typed(make(1, "a")) != typed(make(1.0, "a"))


def test_ground_terms_stay_what_they_are() -> None:
    """An object in which nothing becomes known is given back itself; dicts and sets are copies."""
    whole = House([1, (2,)], "x")
    assert run(0, x, eq(x, whole))[0] is whole
    assert run(0, x, eq(x, Data([1, 2], note=[]))) == (Data([1, 2]),)
    given_dict = {1: [2]}
    (found,) = run(0, x, eq(x, given_dict))
    assert found == given_dict
    assert found is not given_dict
    assert run(0, z, eq(z, House([x, 1], (x,))), eq(x, (2,)))[0].colour == [(2,), 1]
    counts = defaultdict(list, a=x)
    (made,) = run(0, z, eq(z, counts), eq(x, 1))
    assert (type(made), made["a"], made["b"]) == (defaultdict, 1, [])


def test_dicts() -> None:
    """The same keys, in any order; a key may become known first, and is asked for otherwise."""
    assert run(0, (x, y), eq({"a": x, "b": 2}, {"b": y, "a": 1})) == ((1, 2),)
    assert run(0, x, eq({"a": x}, {"b": 1})) == run(0, x, eq({"a": x}, {"a": 1, "b": 1})) == ()
    assert run(0, (x, z), eq(y, {x: 1}), eq(x, "k"), eq(y, {"k": z})) == (("k", 1),)
    with pytest.raises(NeedsValue, match="a key of a dict needs a value"):
        run(0, x, eq({x: 1}, {"k": 1}))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ({1, 2}, {2, 1}, [None]),
        ({1, 2}, {1}, []),
        ({1, x}, {1, 2}, [2]),
        ({1, x}, {2, 3}, []),
        ({1, x}, {1}, [1]),
        ({x}, {1}, [1]),
        ({x}, set(), []),
        ({1, x}, {1, 2, 3}, []),
        ({1, (x, 2)}, {1, (3, 2)}, [3]),
        ({1, x}, {1, x}, [None]),
        (frozenset({1, x}), {1, 2}, [2]),
    ],
)
def test_sets(left: Any, right: Any, expected: list[Any]) -> None:
    """A set with one unknown unifies where there is one way."""
    for one, two in ((left, right), (right, left)):
        assert [None if found is x else found for found in run(0, x, eq(one, two))] == expected


@pytest.mark.parametrize(
    ("left", "right"), [({x, y}, {1, 2}), ({1, 2, x}, {1, 2}), ({x, 1}, {y, 2}), ({x, y, 3}, {3, 4})]
)
def test_sets_with_several_ways_need_a_value(left: Any, right: Any) -> None:
    """No answer is left out: the unknown is asked for."""
    for one, two in ((left, right), (right, left)):
        with pytest.raises(NeedsValue, match="a set needs a value"):
            run(0, (x, y), eq(one, two))


@given(st.sets(st.integers(0, 3)), st.sets(st.integers(0, 3)), st.integers(0, 2))
def test_sets_against_all_values(one: set[int], two: set[int], size: int) -> None:
    """Where sets unify, the answers are those among all values; where they do not, there is none."""
    unknowns = (x, y)[:size]
    holds = [values for values in [()] * (not size) or _tuples(size) if (one | {*values}) == two]
    try:
        found = run(0, unknowns, eq({*one, *unknowns}, two))
    except NeedsValue:
        assert size
        assert len(holds) != 1 or size > 1
    else:
        assert [tuple(answer) for answer in found] == holds


def _tuples(size: int) -> list[tuple[int, ...]]:
    return [(n,) for n in range(4)] if size == 1 else [(n, m) for n in range(4) for m in range(4)]


def test_expression_tuples_are_lists() -> None:
    """They unify with tuples and open lists, and stay what they are."""
    assert run(0, x, eq(etuple(1, x), (1, 2))) == run(0, x, eq((1, x), etuple(1, 2))) == (2,)
    assert run(0, x, eq(etuple(1, 2, 3), cons(1, x))) == ((2, 3),)
    assert run(0, x, membero(x, etuple(1, 2))) == (1, 2)
    (made,) = run(0, z, eq(z, etuple(1, x)), eq(x, 2))
    assert type(made) is type(etuple(1))


def test_what_cannot_be_a_term_says_so() -> None:
    """A class that compares by itself and holds an unknown, and one that cannot be reified, are no silent constants."""
    assert run(0, 1, eq(Own(-2), Own(2))) == (1,)
    assert run(0, 1, eq(Own(1), Own(2))) == ()
    for goal in (eq(Own(x), Own(1)), eq(y, Own(x)), membero(Own(x), (Own(1),))):
        with pytest.raises(PuzzleError, match=r"an? Own holds an unknown.*unifiable\(Own\)"):
            run(0, y, goal)
    with pytest.raises(PuzzleError, match="registered for unify, but not for reify"):
        run(0, y, eq(Half(), Half()))
    with pytest.raises(PuzzleError, match="cannot be looked up"):
        Relation("r").add_fact(bytearray(b"a"))


def test_a_class_may_be_registered_at_any_time() -> None:
    """What was a constant before is a term from then on."""

    class Late:
        def __init__(self, held: Any) -> None:
            self.held = held

    assert run(0, x, eq(Late(x), Late(1))) == ()
    unifiable(Late)
    assert run(0, x, eq(Late(x), Late(1))) == (1,)


def test_deep_terms() -> None:
    """Objects in objects cost no depth of Python's stack."""
    deep, other = x, 7
    for _ in range(3000):
        deep, other = House(deep, "h"), House(other, "h")
    assert run(0, x, eq(deep, other)) == (7,)
    (found,) = run(0, y, eq(y, deep), eq(x, 7))
    for _ in range(3000):
        found = found.colour
    assert found == 7


PEOPLE = ("Ann", "Bob", "Cid")


def beside(one: Any, two: Any, row: Any) -> Any:
    """`one` and `two` are neighbours in `row`."""
    pairs = tuple(zip(row, row[1:], strict=False))
    return conde([membero((one, two), pairs)], [membero((two, one), pairs)])


def test_a_riddle_with_objects() -> None:
    """Three houses as objects with unknowns, as kanren's users write riddles."""
    row = vars(3)

    def house(**known: Any) -> House:
        return House(known.get("colour", vars(1)[0]), known.get("owner", vars(1)[0]))

    (found,) = run(
        0,
        row,
        eq(row[0], house(owner="Ann")),
        membero(house(colour="red", owner="Bob"), row),
        eq(row[2], house(colour="blue", owner="Cid")),
        beside(house(colour="green"), house(colour="red"), row),
    )
    assert [(one.colour, one.owner) for one in found] == [("green", "Ann"), ("red", "Bob"), ("blue", "Cid")]


def test_relations_hand_them_on() -> None:
    """The body of a relation sees them with what is known."""

    @relation
    def owned(house: Any, owner: Any) -> Any:
        return lall(eq(house.owner, owner))

    assert run(0, x, owned(House("red", "Ann"), x)) == ("Ann",)
    assert run(0, x, owned(House("red", x), "Ann")) == ("Ann",)
