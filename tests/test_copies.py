"""Copies and pickles of answers, goals and relations; facts with unknowns and with deep terms."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest

from logicpuzzles import (
    NeedsValue,
    PuzzleError,
    Relation,
    Term,
    ask,
    conde,
    cons,
    conso,
    eq,
    facts,
    fresh,
    interleave,
    lall,
    membero,
    naf,
    neq,
    permuteo,
    relation,
    run,
    typeo,
    var,
    vars,
)
from logicpuzzles.logic.notation import plain
from logicpuzzles.logic.resolver import Machine
from logicpuzzles.logic.writer import write

x, y = vars(2)
named = var("named")


@relation
def small(n: Any) -> Any:
    """`n` is 1 or 2."""
    return membero(n, (1, 2))


def pickled(value: Any) -> Any:
    """What a pickle of `value` gives back."""
    return pickle.loads(pickle.dumps(value))


every_way = pytest.mark.parametrize("again", [pickled, copy, deepcopy])


@every_way
def test_answers(again: Callable[[Any], Any]) -> None:
    """Terms, open lists, unknowns and answers with conditions are the same again; an unknown is the same throughout."""
    for value in (Term("f", (1, (2,))), cons(1, named), named, (1, "a", cons(1, 2, named)), ask("X = f(1)").first()):
        assert again(value) == value
    made = again((x, cons(1, x), Term("f", (x, y))))
    assert made[0] is made[1].cdr is made[2].args[0] is not made[2].args[1]
    (answer,) = run(0, (x, named), neq((x, named), (1, 2)), typeo(named, int))
    made = again(answer)
    assert made.value[1] is named
    assert made.unequal == (((made.value[0], 1), (named, 2)),)
    assert repr(made.others) == "(typeo(~named, int),)"
    assert [tuple(found.values()) for found in again(list(ask("member(X, [1, 2])")))] == [(1,), (2,)]


@every_way
def test_goals_and_relations(again: Callable[[Any], Any]) -> None:
    """They answer as before, facts with unknowns too."""
    known = Relation("known")
    facts(known, (1, "a"), (x, "b"), (named, named))
    assert run(0, y, known(1, y)) == ("a", "b", 1)
    made = again(known)
    assert run(0, y, made(1, y)) == ("a", "b", 1)
    assert (1, "a") in made.facts
    made.add_fact(2, "c")
    assert run(0, y, made(2, y)) == ("b", 2, "c")
    goal = lall(
        small(named), conde([eq(named, 1)], [neq(named, 1)]), interleave(naf(eq(named, 3)), permuteo((1,), (2,)))
    )
    assert run(0, named, again(goal)) == run(0, named, goal) == (1, 2)
    assert again(small) is small


def test_a_copied_relation_is_another() -> None:
    """A fact that is stated later of a deep copy is not one of the relation."""
    known = Relation("known")
    facts(known, (1,))
    deepcopy(known).add_fact(2)
    assert run(0, y, known(y)) == (1,)


def test_what_cannot_be_pickled_says_so() -> None:
    """A function without a name in a module is named by the error."""

    @relation
    def inner(n: Any) -> Any:
        return eq(n, 1)

    for value, told in ((inner, "inner"), (inner(x), "inner"), (fresh(lambda n: eq(n, 1)), "lambda")):
        with pytest.raises((pickle.PicklingError, AttributeError), match=told):
            pickle.dumps(value)


def test_errors() -> None:
    """What is raised can be sent to another process."""
    with pytest.raises(NeedsValue) as needed:
        run(0, x, naf(eq(x, 1)))
    assert str(pickled(NeedsValue(named, "naf"))) == str(NeedsValue(named, "naf"))
    assert pickled(needed.value).goal == "naf"
    with pytest.raises(ZeroDivisionError) as raised:
        run(0, x, relation(lambda _: 1 / 0)(x))
    made = pickled(raised.value)
    assert (type(made), str(made), made.place) == (type(raised.value), str(raised.value), raised.value.place)
    assert isinstance(made, PuzzleError)


# -- facts -------------------------------------------------------------------------------------------


def test_open_facts_are_found_by_what_is_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question looks only at the facts that hold its bound arguments, though each has unknowns."""
    known = Relation("t")
    for n in range(1000):
        known.add_fact(f"k{n}", x, Term("f", (x,)))
    tried = []
    unify = Machine.unify
    monkeypatch.setattr(Machine, "unify", lambda machine, *terms: tried.append(terms) or unify(machine, *terms))
    assert run(0, y, known("k500", 1, y)) == (Term("f", (1,)),)
    assert run(0, y, known("k501", y, Term("f", (2,)))) == (2,)
    assert run(0, y, known("none", 1, y)) == ()
    assert len(tried) == 2
    assert len(run(0, (x, y), known(x, 1, y))) == 1000
    assert run(0, x, eq(y, "k7"), known(y, 3, x)) == (Term("f", (3,)),)


def test_open_and_closed_facts_keep_their_order() -> None:
    """Facts that match by their unknowns come where they were stated."""
    known = Relation("known")
    facts(known, (1, "a"), (x, "b"), (2, "c"), (1, "d"), ((1, x), "e"), (x, "f"))
    assert run(0, y, known(1, y)) == ("a", "b", "d", "f")
    assert run(0, y, known((1, 5), y)) == ("b", "e", "f")
    assert run(0, y, known(3, y)) == ("b", "f")
    known.add_fact(3, "g")
    assert run(0, y, known(3, y)) == ("b", "f", "g")
    assert run(0, y, known(x, "c"), known(x, y)) == ("b", "c", "f")


DEEP = {
    "compound": lambda part: Term("s", (part,)),
    "tuple": lambda part: (part,),
    "list": lambda part: [part],
    "mixed": lambda part: Term("f", ((part, 1), "a")),
    "dict": lambda part: {"a": part},
}


@pytest.mark.parametrize("wrap", DEEP.values(), ids=DEEP)
def test_deep_facts(wrap: Any) -> None:
    """Terms of 2500 levels are stated, found, written and complained about."""

    def deep(part: Any) -> Any:
        for _ in range(2500):
            part = wrap(part)
        return part

    known = Relation("deep")
    facts(known, (deep(0), "a"), (deep(0), "a"), (deep(1), "b"), (deep(y), "c"))
    assert len(known) == 3
    assert run(0, x, known(deep(1), x)) == ("b", "c")
    assert run(0, x, known(deep(x), "b")) == (1,)
    assert (deep(1), "b") in known.facts
    assert (deep(2), "b") not in known.facts
    (found,) = run(0, x, known(x, "b"))
    assert len(write(found)) > 0
    assert len(plain(found)) >= 0
    assert "!=" in repr(run(0, x, neq(x, found))[0])
    for wrong in (lambda: known.add_fact(found), lambda: known(found, 1, 2)):
        with pytest.raises(PuzzleError):
            wrong()


def test_deep_values_are_written_in_full() -> None:
    """Whatever its depth, what is written holds every part."""
    deep: Any = "x"
    for _ in range(5000):
        deep = Term("s", ((deep,),))
    assert write(deep) == "s([" * 5000 + "x" + "])" * 5000
    assert write(cons(1, (2, Term("f", (cons(3, named),))))) == "[1, 2, f([3 | _named])]"
    assert plain((1, ((2, "two words"), ()), Term("f", ("two words",)))) == "1 [[2 two words] []] f('two words')"
    assert run(0, x, conso(1, x, (1, 2))) == ((2,),)


def test_each_reading_of_a_pickle_has_unknowns_of_its_own() -> None:
    """An unknown without a name is not shared by what is read twice, but is by all parts of one reading."""
    data = pickle.dumps((var(), var("shared")))
    (one, shared), (other, again) = pickle.loads(data), pickle.loads(data)
    assert one is not other
    assert shared is again
