"""The relations on lists that are written in Python, called on the query machine: the resolver's answers and order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles import (
    appendo,
    conde,
    conso,
    eq,
    lall,
    lengtho,
    lt,
    membero,
    neq,
    ntho,
    relation,
    run,
    selecto,
    seto,
    swapo,
    var,
    vars,
)  # fmt: skip
from logicpuzzles.errors import NeedsValue, PuzzleError
from logicpuzzles.logic import lowering
from logicpuzzles.logic.machine import loading
from logicpuzzles.logic.machine.clauses import Auxiliary, Clause, Invoke, Unsupported
from logicpuzzles.logic.machine.driver import Run
from logicpuzzles.logic.machine.image import Image
from logicpuzzles.logic.resolver import Machine
from logicpuzzles.logic.terms import Term, prefixed

MOST = 8  # answers that are compared
X, Y, Z, END = UNKNOWNS = vars(4)
ITEMS = st.sampled_from([0, 1, 2, "a", X, Y, (X,), ()])
ODD = ["a", (), (0,), True, 1.0, Term("f", (X,)), -1]  # no places in a list
INDEXES = st.sampled_from([0, 1, 2, 3, *ODD, X, Y, Z])
CLOSED = st.lists(ITEMS, max_size=4).map(tuple)
LISTS = st.one_of(CLOSED, st.tuples(CLOSED, st.sampled_from([END, Z])).map(lambda parts: prefixed(*parts)), st.just(Z))


def shown(found: Any) -> str:
    """An answer with its unknowns numbered as they are met."""
    names: dict[Any, str] = {}

    def name(term: Any) -> Any:
        if type(term) is type(X):
            return names.setdefault(term, f"_{len(names)}")
        if isinstance(term, tuple):
            return tuple(map(name, term))
        return (name(term.car), "|", name(term.cdr)) if hasattr(term, "car") else term

    return repr(name(found))


class Enough(Exception):
    """Neither another answer nor the end was found soon."""


def enough() -> bool:
    raise Enough


def first(answers: Iterator[object], template: Callable[[], Any]) -> list[str]:
    """The first answers, and the error after them."""
    found = []
    try:
        for _ in islice(answers, MOST):
            found.append(shown(template()))
    except (NeedsValue, PuzzleError, Enough) as error:
        found.append(type(error).__name__)
    return found


def assert_same(predicate: Any, args: tuple[Any, ...]) -> None:
    """Both machines give the same answers; the kernel may leave the call to the resolver."""
    loading.load()
    image = Image()
    asked = Run(image, image.number(Auxiliary(4, [Clause(UNKNOWNS, [Invoke(predicate, args)])])), 4, enough)

    def answer() -> Any:
        known: dict[int, Any] = {}
        return tuple([asked.value(address << 3, known) for address in asked.asked])

    machine = Machine(enough)
    try:
        found = first(asked.answers(), answer)
    except Unsupported:
        return
    told = first(machine.answers(predicate(*args)), lambda: machine.reify(UNKNOWNS))
    if "Enough" in (*found[-1:], *told[-1:]):
        both = min(len(found), len(told)) - 1
        found, told = found[:both], told[:both]
    assert found == told


@given(
    st.one_of(
        st.tuples(st.just(ntho), st.tuples(INDEXES, LISTS, ITEMS)),
        st.tuples(st.just(seto), st.tuples(INDEXES, CLOSED, ITEMS, LISTS)),
        st.tuples(st.just(seto), st.tuples(INDEXES, LISTS, ITEMS, CLOSED)),
        st.tuples(st.just(swapo), st.tuples(INDEXES, INDEXES, CLOSED, LISTS)),
        st.tuples(st.just(swapo), st.tuples(INDEXES, INDEXES, LISTS, CLOSED)),
        st.tuples(st.just(appendo), st.tuples(LISTS, LISTS, LISTS)),
        st.tuples(st.just(membero), st.tuples(ITEMS, LISTS)),
        st.tuples(st.just(selecto), st.tuples(ITEMS, CLOSED, LISTS)),
        st.tuples(st.just(lengtho), st.tuples(CLOSED, INDEXES)),
    )
)
def test_relations_on_lists(asked):
    """Whatever is known of the places and the lists."""
    assert_same(*asked)


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ((seto, (1, (0, 1, 2), "a", X)), [(0, "a", 2)]),
        ((seto, (3, (0, 1, 2), "a", X)), []),
        ((seto, (-1, (0, 1, 2), "a", X)), []),
        ((seto, (2**61, (0, 1, 2), "a", X)), []),
        ((seto, (0, (0,), (X,), X)), []),  # it would hold itself
        ((swapo, (0, 2, (0, 1, 2), X)), [(2, 1, 0)]),
        ((swapo, (1, 1, (0, 1, 2), X)), [(0, 1, 2)]),
        ((swapo, (0, X, ("a", "b", "c"), ("c", "b", "a"))), [2]),
        ((ntho, (2, (0, 1, 2), X)), [2]),
        ((ntho, (X, (0, 1, 1), 1)), [1, 2]),
    ],
)
def test_places(goal, expected):
    """What the kernels find by themselves, said by hand."""
    assert run(0, X, goal[0](*goal[1])) == tuple(expected)
    assert_same(*goal)


@pytest.mark.parametrize("index", ODD)
@pytest.mark.parametrize("items", [(0, 1, 2), (0, X), prefixed((0, 1), END), X])
def test_odd_places_are_none(index, items):
    """The kernel itself finds that no list has such a place: no goal is left to the resolver."""
    for goal in (
        ntho(index, items, Y), seto(index, items, 7, Y), swapo(index, 0, items, Y), swapo(index, Z, items, Y),
    ):  # fmt: skip
        loading.load()
        image = Image()
        asked = Run(image, image.number(Auxiliary(4, [Clause(UNKNOWNS, lowering.body_of(goal))])), 4, enough)
        assert list(asked.answers()) == list(Machine(enough).answers(goal)) == []
        assert asked.outside == asked.serial == 0


@relation
def fits(disc, discs):
    """An equation that an alternative begins with."""
    top = var()
    return conde([eq(discs, ())], [conso(top, var(), discs), lt(disc, top)], [eq(disc, discs), eq(disc, ("odd",))])


@relation
def both(one, two):
    """The same unknown in the equation and after it stays an argument."""
    return conde([eq(one, (two,)), neq(two, 1)], [eq((one, 2), two), eq(one, 1)], [eq(one, two)])


@relation
def turned(before, after):
    """Opened into cells, and used as a whole."""
    return lall(ntho(0, before, after[1]), eq(after[0], before[1]), lengtho(after, 2), membero(before[1], before))


turned.open_as((2, 2))


@pytest.mark.parametrize("predicate", [fits, both])
@given(one=st.one_of(LISTS, ITEMS), two=st.one_of(LISTS, ITEMS))
def test_alternatives_that_begin_with_an_equation(predicate, one, two):
    """They stand in heads of clauses, which tell them apart, and say the same."""
    assert lowering.clauses_of(predicate) is not None
    assert_same(predicate, (one, two))


PAIRS = st.one_of(st.tuples(ITEMS, ITEMS), st.just(Z), st.just((X, END)))


@given(one=PAIRS, two=PAIRS)
def test_an_opened_argument_is_the_whole_and_its_cells(one, two):
    """It is not built again from its cells, and says the same."""
    assert [type(arg) for arg in lowering.clauses_of(turned)[0].head] == [type(X)] * 2
    assert_same(turned, (one, two))


def test_an_alternative_is_chosen_by_its_equation():
    """No choice is left where the argument tells."""
    heads = [clause.head for clause in lowering.clauses_of(fits)]
    assert [len(head) for head in heads] == [2, 2, 2]
    assert heads[0][1] == ()
    assert run(0, X, fits(X, ())) == (X,)
