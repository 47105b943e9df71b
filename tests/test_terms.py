"""Terms: what is the same, lists in parts, unknowns that Python cannot look at, unification and undoing."""

from __future__ import annotations

from collections import namedtuple
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from classes import Box, Frozen, House
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles import NeedsValue, PuzzleError, Term, cons, eq, isvar, relation, run, var, vars
from logicpuzzles.logic.substitution import Substitution
from logicpuzzles.logic.terms import Cons, Suffix, pair, same, split_list, typed

Point = namedtuple("Point", "x y")
ATOMS = (0, 1, True, False, 1.0, 0.0, "1", "a", "", None, Fraction(1), -0.0)
a, b, c = vars(3)

constants = st.sampled_from(ATOMS)
ground = st.recursive(
    constants,
    lambda part: st.one_of(st.lists(part, max_size=3).map(tuple), st.builds(Term, st.just("f"), st.tuples(part))),
)


@pytest.mark.parametrize("one", ATOMS)
@pytest.mark.parametrize("two", ATOMS)
def test_constants_are_the_same_only_if_their_types_are(one: Any, two: Any) -> None:
    """1, True, 1.0 and "1" are four constants."""
    expected = type(one) is type(two) and one == two
    assert same(one, two) == expected
    assert same((one,), (two,)) == expected
    assert same(Term("f", (one,)), Term("f", (two,))) == expected
    assert (typed(one) == typed(two)) == expected
    assert bool(run(0, True, eq(one, two))) == expected
    assert bool(run(0, True, eq(a, (one, "x")), eq(a, (two, "x")))) == expected


@given(ground, ground)
def test_unification_of_ground_terms_is_sameness(one: Any, two: Any) -> None:
    """Two ground terms unify just when they are the same, and then share their key."""
    assert Substitution().equate(one, two) == same(one, two) == (typed(one) == typed(two))


@pytest.mark.parametrize(
    ("left", "right", "template", "expected"),
    [
        (a, 1, a, 1),
        ((a, b), (1, 2), (a, b), (1, 2)),
        ((a, b), (b, 1), (a, b), (1, 1)),
        ([a, 2], (1, b), (a, b), (1, 2)),
        (cons(1, a), (1, 2, 3), a, (2, 3)),
        (cons(1, a), (1,), a, ()),
        (cons(a, b), cons(1, 2, c), (a, cons(1, b)), None),
        (Term("f", (a, 2)), Term("f", (1, b)), (a, b), (1, 2)),
        (Term("f", (cons(1, a),)), Term("f", ((1, 2),)), a, (2,)),
        (Point(a, 2), Point(1, b), (a, b), (1, 2)),
        (a, Point(1, 2), a, Point(1, 2)),
        (pair(1, 2), pair(a, b), (a, b), (1, 2)),
        (((a, (b, (c,))),), ((1, (2, (3,))),), (a, b, c), (1, 2, 3)),
    ],
)
def test_what_unifies(left: Any, right: Any, template: Any, expected: Any) -> None:
    """Terms that can be made equal, and what the unknowns are then, in both orders."""
    for one, two in ((left, right), (right, left)):
        (found,) = run(0, template, eq(one, two))
        assert expected is None or same(found, expected)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, 2),
        ((1,), (1, 2)),
        ((), (a,)),
        (cons(1, a), ()),
        (cons(1, 2, a), (1,)),
        (cons(1, a), "1"),
        (Term("f", (1,)), Term("g", (1,))),
        (Term("f", (1,)), Term("f", (1, 2))),
        (Term("f", (1,)), (1,)),
        (Term("f", ()), "f"),
        (Point(1, 2), (1, 2)),
        (Point(1, a), Point(2, a)),
        ((a, a), (1, 2)),
        (a, (a,)),
        (a, cons(1, a)),
        (a, Term("f", (1, a))),
        ((a, b), ((b,), (a,))),
        ((a, b, c), ((1, b), (2, c), (3, a))),
    ],
)
def test_what_does_not_unify(left: Any, right: Any) -> None:
    """Terms that differ, or of which one would have to contain itself."""
    assert run(0, True, eq(left, right)) == run(0, True, eq(right, left)) == ()


@given(st.data())
def test_a_substitution_undone_is_as_before(data: st.DataObject) -> None:
    """After undoing, every unknown is as it was at the mark."""
    unknowns = vars(4)
    part = st.one_of(st.sampled_from(unknowns), st.sampled_from((1, 2)))
    term = st.recursive(part, lambda inner: st.lists(inner, max_size=2).map(tuple), max_leaves=4)
    known = Substitution()
    marks = []
    for one, two in data.draw(st.lists(st.tuples(term, term), max_size=6)):
        marks.append((len(known.trail), repr(known.reify(unknowns))))
        if not known.equate(one, two):
            break
        assert same(known.reify(one), known.reify(two)) or known.unknowns(one)
        assert repr(known.reify(one)) == repr(known.reify(two))
    for mark, before in reversed(marks):
        known.undo(mark)
        assert repr(known.reify(unknowns)) == before


MAKERS = (House, Frozen, slice, Box, lambda one, two: {"one": one, 2: two})


def parts_of(term: Any) -> list[Any]:
    """What an object or a dict holds."""
    if isinstance(term, dict | Box):
        return list(term.values() if isinstance(term, dict) else term.held)
    names = {House: ("colour", "owner"), Frozen: ("one", "two"), slice: ("start", "stop")}[type(term)]
    return [getattr(term, name) for name in names]


def plainly(term: Any) -> Any:
    """A term whose lists are compounds of a first element and a rest."""
    if isinstance(term, tuple) and term:
        return Term(".", (plainly(term[0]), plainly(term[1:])))
    if type(term) is Cons:
        return Term(".", (plainly(term.car), plainly(term.cdr)))
    if isinstance(term, House | Frozen | Box | dict | slice):
        held = (
            term.held if isinstance(term, Box) else tuple(term.values() if isinstance(term, dict) else parts_of(term))
        )
        return Term(type(term).__name__, (*map(plainly, held), *(term if isinstance(term, dict) else ())))
    return Term(term.name, tuple(map(plainly, term.args))) if type(term) is Term else term


def naively(equations: list[tuple[Any, Any]]) -> dict[Any, Any] | None:
    """The bindings that make all equations true, as the textbook computes them; None where there are none."""
    known: dict[Any, Any] = {}

    def walked(term: Any) -> Any:
        while isvar(term) and term in known:
            term = known[term]
        return term

    def holds(term: Any, unknown: Any) -> bool:
        term = walked(term)
        return term is unknown or type(term) is Term and any(holds(part, unknown) for part in term.args)

    todo = [(plainly(left), plainly(right)) for left, right in reversed(equations)]
    while todo:
        left, right = map(walked, todo.pop())
        if isvar(right) and not isvar(left):
            left, right = right, left
        if left is right:
            continue
        if isvar(left):
            if holds(right, left):
                return None
            known[left] = right
        elif (
            type(left) is Term and type(right) is Term and (left.name, len(left.args)) == (right.name, len(right.args))
        ):
            todo += reversed(list(zip(left.args, right.args, strict=True)))
        elif left != right:
            return None
    return known


def parts(part: Any, unknown: Any) -> Any:
    """Compounds and lists of `part`; the rest of a list may be `unknown`."""
    return st.one_of(
        st.builds(Term, st.just("f"), st.tuples(part) | st.tuples(part, part)),
        st.lists(part, max_size=3).map(tuple),
        st.builds(cons, part, part, unknown) | st.builds(cons, part, unknown),
    )


def parts_with_objects(part: Any, unknown: Any) -> Any:
    """The same, and terms of users' classes."""
    objects = st.builds(lambda make, *held: make(*held), st.sampled_from(MAKERS), part, part)
    return parts(part, unknown) | objects | objects


@given(st.data())
def test_no_term_holds_itself_whatever_was_bound_before(data: st.DataObject) -> None:
    """Equations between unknowns of all ages, made and undone, hold just when they do for the textbook."""
    equate_as_the_textbook(data, parts, 12)


@given(st.data())
def test_nor_does_a_term_of_another_class(data: st.DataObject) -> None:
    """The same with objects, dicts, slices and terms that the library unifies."""
    equate_as_the_textbook(data, parts_with_objects, 6)


def equate_as_the_textbook(data: st.DataObject, parts: Any, most: int) -> None:
    """Compare up to `most` equations with the textbook, one after another, some of them undone."""
    unknowns, equations, marks = list(vars(2)), [], []
    substitution = Substitution()
    for _ in range(data.draw(st.integers(1, most))):
        unknowns += vars(data.draw(st.integers(0, 2)))
        if marks and data.draw(st.integers(0, 5)) == 0:
            substitution.undo(marks.pop())
            equations.pop()
        leaf = st.sampled_from([*unknowns, 1])
        term = st.recursive(leaf, partial(parts, unknown=st.sampled_from(unknowns)), max_leaves=5)
        left, right = data.draw(leaf | term), data.draw(term)
        mark = len(substitution.trail)
        holds = substitution.equate(left, right)
        assert holds == (naively([*equations, (left, right)]) is not None)
        if holds:
            marks.append(mark)
            equations.append((left, right))
        else:
            substitution.undo(mark)


@pytest.mark.parametrize("swapped", [False, True])
def test_unknowns_that_are_one_are_in_the_same_terms(swapped: bool) -> None:
    """A term that holds an unknown holds each that is equal to it too, and can be the value of none of them."""
    x, y, z = vars(3)
    substitution = Substitution()
    assert substitution.equate(z, (y,))
    assert substitution.equate(*((y, x) if swapped else (x, y)))
    assert not substitution.equate(x, (z,))


def test_lists_in_parts() -> None:
    """`cons` puts parts together, `split_list` takes them apart without copying."""
    assert cons(1, 2, (3,)) == cons(1, [2, 3]) == (1, 2, 3)
    assert type(cons(1, a)) is Cons
    assert repr(cons(1, 2, var("rest"))) == "[1, 2 | ~rest]"
    assert cons(1, a) == cons(1, a) != cons(2, a)
    assert hash(cons(1, a)) == hash(cons(1, a))
    parts = split_list((1, 2, 3))
    assert parts is not None
    first, rest = parts
    assert (first, type(rest), rest, len(rest), rest[0], rest[-1], rest[:1]) == (1, Suffix, (2, 3), 2, 2, 3, (2,))
    assert rest == Suffix((9, 2, 3), 1, True, 0)
    assert hash(rest) == hash((2, 3))
    assert [split_list(nothing) for nothing in ((), [], 1, "ab", a, Term("f", (1,)))] == [None] * 6
    with pytest.raises(IndexError):
        rest[2]
    with pytest.raises(PuzzleError, match="an element and a rest"):
        cons(1)


def test_a_list_cell_is_read_only_when_it_is_whole() -> None:
    """Python can walk a list whose end is known; otherwise the unknown end is asked for."""
    assert [*pair(1, pair(2, ()))] == [1, 2]
    assert (len(pair(1, (2, 3))), pair(1, (2, 3))[1], bool(pair(1, a))) == (3, 2, True)
    with pytest.raises(NeedsValue) as raised:
        run(0, True, relation(lambda items: len(items) == 1)(cons(1, a)))
    assert raised.value.variable is a
    for improper in (pair(1, 2), cons(1, a)):
        with pytest.raises(TypeError):
            list(improper)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Term("house", ("red", 1)), "house(red, 1)"),
        (Term("f", ("1", 1)), "f('1', 1)"),
        (Term("f", ("True", True)), "f('True', True)"),
        (Term("on top", (Term("f", ((),)),)), "'on top'(f(()))"),
    ],
)
def test_terms_as_text(term: Term, text: str) -> None:
    """Different terms never look the same."""
    assert repr(term) == text


def test_unknowns_are_told_by_name_or_by_identity() -> None:
    """`var("x")` is the same unknown each time, `var()` another; a prefix shows in the name."""
    x, fresh = var("x"), var(prefix="cell")
    assert x is var("x")
    assert fresh is not var(prefix="cell")
    assert (repr(x), str(x), f"{x:>4}") == ("~x", "~x", "  ~x")
    assert repr(fresh).startswith("~cell_")
    assert isvar(x)
    assert not isvar("x")
    assert len({x, var("x"), fresh}) == 2


PROBES = [
    (lambda v: v == 1, "a comparison in Python"),
    (lambda v: v != 1, "a comparison in Python"),
    (lambda v: v == 1, "a comparison in Python"),
    (lambda v: v < 1, "a comparison in Python"),
    (lambda v: v in (1, 2), "a comparison in Python"),
    (lambda v: bool(v), "a test in Python"),
    (lambda v: not v, "a test in Python"),
    (lambda v: v + 1, "arithmetic in Python"),
    (lambda v: 1 - v, "arithmetic in Python"),
    (lambda v: v % 2, "arithmetic in Python"),
    (lambda v: -v, "arithmetic in Python"),
    (lambda v: divmod(v, 2), "arithmetic in Python"),
    (lambda v: range(v), "arithmetic in Python"),
    (lambda v: "abc"[v], "arithmetic in Python"),
    (lambda v: {1: 2}.get(v), "a look-up in Python"),
    (lambda v: {1: 2}[v], "a look-up in Python"),
    (lambda v: v in {1, 2}, "a look-up in Python"),
    (lambda v: {v}, "a look-up in Python"),
    (lambda v: f"{v}", "writing it in Python"),
    (lambda v: str(v), "writing it in Python"),
    (lambda v: f"{v:3}", "writing it in Python"),
    (lambda v: v[0], "a look inside in Python"),
    (lambda v: len(v), "a look inside in Python"),
    (lambda v: [*v], "a look inside in Python"),
    (lambda v: 1 in v, "a look inside in Python"),
]


@pytest.mark.parametrize(("probe", "how"), PROBES)
def test_python_cannot_look_at_an_unknown_in_a_body(probe: Any, how: str) -> None:
    """Whatever Python does with an unknown in the body of a relation asks for its value, rather than go wrong."""

    @relation
    def probing(term: Any) -> Any:
        probe(term)
        return True

    with pytest.raises(NeedsValue, match=f"^{how} needs a value for the unknown ~a$") as raised:
        run(0, True, probing(var("a")))
    assert raised.value.variable is var("a")


def test_unknowns_may_be_looked_at_outside_of_bodies() -> None:
    """Answers with unknowns can be kept in sets, compared and tested."""
    (found,) = run(0, a, eq(a, (b, 1)))
    assert found == (b, 1)
    assert found != (c, 1)
    assert {found: "kept"}[(b, 1)] == "kept"
    assert all(found)
