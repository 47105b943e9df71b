"""The names that kanren's users import: they are here and do what theirs do, or what to write is said."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from operator import add as plus
from typing import Any

import kanren
import pytest
from classes import Box
from etuples import etuple
from instances import shown

import logicpuzzles
from logicpuzzles import (
    LimitReached,
    NeedsValue,
    PuzzleError,
    Relation,
    applyo,
    arguments,
    conde,
    cons,
    eq,
    facts,
    interleave,
    isinstanceo,
    lall,
    membero,
    naf,
    neq,
    nullo,
    operator,
    permuteo,
    permuteq,
    project,
    reify,
    relation,
    run,
    term,
    typeo,
    unifiable,
    unify,
    var,
    vars,
)
from logicpuzzles.logic.answers import answers
from logicpuzzles.logic.kanren_interop import in_turn
from logicpuzzles.watchdog import Watchdog

x, y, z = vars(3)


def test_unification_by_the_library() -> None:
    """`unify`, `reify` and `unifiable` are the library's, and know our unknowns."""
    assert unify((1, x), (1, 2)) == {x: 2}
    assert unify(1, 2, {}) is False
    assert reify((x, [y]), {x: 1, y: 2}) == (1, [2])
    assert unifiable(Box) is Box
    assert logicpuzzles.Var is kanren.Var


def test_run_filters_results() -> None:
    """`results_filter` makes the answers that are counted, lazily."""

    def unique(found: Iterator[Any]) -> Iterator[Any]:
        seen = set()
        for answer in found:
            if answer not in seen:
                seen.add(answer)
                yield answer

    goal = membero(x, (1, 1, 2, 2, 3))
    assert run(2, x, goal, results_filter=unique) == (1, 2)
    assert run(0, x, goal, results_filter=unique) == (1, 2, 3)
    assert next(run(None, x, goal, results_filter=unique)) == 1
    assert run(0, x, goal, results_filter=sorted) == (1, 1, 2, 2, 3)


def test_nullo_takes_any_number_of_lists() -> None:
    """All of them are the empty list."""
    assert run(0, x, nullo(x, [], ())) == ((),)
    assert run(0, (x, y), nullo(x, y)) == (((), ()),)
    assert run(0, x, nullo(x, [1])) == run(0, x, eq(x, (1,)), nullo([], x)) == ()


def test_permuteo_takes_options() -> None:
    """`no_ident` leaves out the order of the list itself, `inner_eq` relates the orders in another way."""
    assert permuteq is permuteo
    orders = list(permutations((1, 2, 3)))
    assert list(run(0, x, permuteo((1, 2, 3), x))) == orders
    assert list(run(0, x, permuteo((1, 2, 3), x, no_ident=True))) == orders[1:]
    assert run(0, x, permuteo((1, 2), (1, 2), no_ident=True)) == ()
    assert run(0, x, permuteo((1, 2), (2, x), no_ident=True)) == (1,)
    first = run(0, x, permuteo((1, 2), x, inner_eq=lambda found, order: eq(found, order[0]) if type(order) is tuple
                               else project((order,), lambda known: eq(found, known[0]))))  # fmt: skip
    assert first == (1, 2)


@pytest.mark.parametrize(
    ("goals", "expected"),
    [
        ([isinstanceo(1, int)], ["_0"]),
        ([isinstanceo(True, int)], ["_0"]),
        ([isinstanceo("a", int)], []),
        ([typeo(True, int)], []),
        ([typeo(1, int)], ["_0"]),
        ([isinstanceo(x, int), membero(x, (1, "a", True, 2.5))], ["1", "True"]),
        ([typeo(x, int), membero(x, (1, "a", True, 2.5))], ["1"]),
        ([membero(x, (1, "a")), isinstanceo(x, str)], ["'a'"]),
        ([isinstanceo([], x), membero(x, (int, list, str))], ["<class 'list'>"]),
        ([typeo(x, list), eq(x, [1])], ["(1,)"]),
        ([typeo(x, tuple), eq(x, [1])], ["(1,)"]),
        ([typeo(x, dict), membero(x, ({1: 2}, (1,)))], ["{1: 2}"]),
        ([isinstanceo(cons(1, x), tuple), eq(x, ())], ["()"]),
        ([isinstanceo(cons(1, x), str)], []),
        ([isinstanceo(1, 1)], []),
        ([isinstanceo(x, y), eq(y, int), eq(x, y)], []),
        ([typeo(x, int), conde([eq(x, 1)], [eq(x, "a")], [neq(x, 2)])], ["1", "_0 with _0 != 2, typeo(_0, int)"]),
        ([isinstanceo(x, int)], ["_0 with isinstanceo(_0, int)"]),
        ([isinstanceo(y, int), eq(x, (y,))], ["(_0,) with isinstanceo(_0, int)"]),
        ([isinstanceo(x, int), interleave(eq(x, 1), eq(x, "a"), eq(x, 2))], ["1", "2"]),
    ],
)
def test_types(goals: list[Any], expected: list[str]) -> None:
    """Conditions on the type of a value wait until it is known; what remains is shown."""
    assert shown(run(0, x, *goals)) == expected


def test_types_inside_what_commits_need_a_value() -> None:
    """Negation does not decide on what is unknown, and kanren's goals are not handed a condition they cannot carry."""
    with pytest.raises(NeedsValue):
        run(0, x, naf(isinstanceo(x, int)))
    with pytest.raises(NeedsValue):
        list(isinstanceo(x, int)({}))
    assert len(list(isinstanceo(x, int)({x: 1}))) == 1


def test_terms_as_operator_and_arguments() -> None:
    """`applyo` takes a term apart and makes it, in every direction in which kanren's does."""
    assert (operator((plus, 1, 2)), arguments((plus, 1, 2))) == (plus, (1, 2))
    assert term("f", (1, 2)) == ("f", 1, 2)
    assert run(0, x, applyo("f", (1, 2), x)) == (("f", 1, 2),)
    assert run(0, x, applyo(x, (1, 2), ("f", 1, 2))) == ("f",)
    assert run(0, x, applyo("f", x, ("f", 1, 2))) == ((1, 2),)
    assert run(0, x, applyo(plus, (1, 2), x)) == run(0, x, applyo(plus, etuple(1, 2), x)) == (3,)
    assert run(0, (x, y), applyo(x, y, ("f", 1)), applyo(x, y, z)) == (("f", (1,)),)
    assert repr(run(0, z, applyo("f", y, z))[0]).startswith("['f' | ")
    assert run(0, x, applyo(x, y, object())) == run(0, x, applyo(1, 2, x)) == ()


@pytest.mark.parametrize("name", ["mapo", "Zzz", "variables", "ground_order", "eq_comm", "ConstrainedState"])
def test_what_is_not_here_says_what_to_write(name: str) -> None:
    """An import raises ImportError with the next step, an attribute AttributeError, so that `hasattr` works."""
    with pytest.raises(ImportError, match=f"logicpuzzles has no {name}. Next: ") as raised:
        exec(f"from logicpuzzles import {name}")
    assert not hasattr(logicpuzzles, name)
    with pytest.raises(AttributeError, match=f"has no {name}. Next: "):
        getattr(logicpuzzles, name)
    if "from kanren" in str(raised.value):
        exec(str(raised.value).split("Next: ")[1].split(":")[0])


def test_the_facts_of_a_relation_are_a_set() -> None:
    """`in` takes tuples as they were stated; 1, True and 1.0 differ."""
    known = Relation("known")
    facts(known, (1, 2), (1, [3]), ({1: x}, 4))
    assert (1, 2) in known.facts
    assert (1, (3,)) in known.facts
    assert ({1: x}, 4) in known.facts
    assert (True, 2) not in known.facts
    assert (2, 1) not in known.facts
    assert 1 not in known.facts
    assert len(known.facts) == 3
    known = Relation("known")
    facts(known, (1, 2), (2, 3))
    assert known.facts == {(1, 2), (2, 3)}
    assert known.facts & {(1, 2), (5, 5)} == {(1, 2)}
    assert list(known.facts) == [(1, 2), (2, 3)]


class MissingError(Exception):
    """An exception of a user, with an attribute."""

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.code = code


@pytest.mark.parametrize(
    "error",
    [
        ValueError("a", 1),
        KeyError("k"),
        OSError(2, "no"),
        MissingError("gone", 7),
        StopIteration(),
        RecursionError("x"),
    ],
)
def test_what_a_body_raises_keeps_its_type(error: Exception) -> None:
    """`except` finds it by its type or as a `PuzzleError`, with its place, its attributes and itself as the cause."""

    @relation
    def failing(_: Any) -> Any:
        raise error

    def foreign(_: Any) -> Iterator[Any]:
        raise error

    wanted = PuzzleError if isinstance(error, StopIteration | RecursionError) else type(error)
    for goal in (failing(x), lall(foreign)):
        with pytest.raises(wanted, match=rf"{__file__}:\d+: \w+: {type(error).__name__}") as raised:
            run(0, x, goal)
        assert isinstance(raised.value, PuzzleError)
        assert raised.value.__cause__ is error
        assert raised.value.args == error.args or wanted is PuzzleError
        assert getattr(raised.value, "code", 7) == 7
        assert type(raised.value.at("there")) is type(raised.value)


def test_interleaving_nothing() -> None:
    """Without goals there is no answer, however deep it stands."""
    assert run(0, x, interleave()) == ()
    assert run(0, x, interleave(eq(x, 1), interleave())) == (1,)
    assert run(0, x, interleave(interleave(), interleave(interleave(), eq(x, 2)))) == (2,)


def test_kanren_takes_turns_as_before() -> None:
    """The streams of kanren's own goals are taken in turn, in the order of the library that it uses, and lazily."""
    from toolz import interleave as original

    for streams in (["ABC", "XY"], ["", "A", "", "XYZ", "B"], [], ["A"], ["", ""], ["ABCD", "X", "", "12"]):
        assert list(in_turn(streams)) == list(original(streams))
    endless = in_turn(iter(int, 1) for _ in iter(int, 1))
    assert [next(endless) for _ in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("size", [40_000])
def test_limits_stop_the_goals_of_kanren(size: int) -> None:
    """Branches of kanren's goals that end without an answer do not pile up where no limit can be checked."""
    goal = kanren.conde([membero(x, tuple(range(size))), kanren.eq(x, -1)], [kanren.eq(x, "last")])
    assert run(0, x, goal) == ("last",)

    @relation
    def forever(n: Any) -> Any:
        return interleave(eq(n, 0), forever(n))

    watchdog = Watchdog(0.3)
    endless = kanren.conde([forever(x), kanren.eq(x, 1)], [forever(y), kanren.eq(y, 1), kanren.eq(x, 2)])
    with pytest.raises(LimitReached), watchdog:
        list(answers(x, endless, watchdog.check))


def test_unknowns_are_found_by_name() -> None:
    """As in kanren, `var` with a name gives the same unknown each time."""
    assert var("x") is var("x")
