"""Equations, disequalities, alternatives, facts and relations: their answers in order, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from itertools import count, islice, pairwise
from typing import Any

import pytest
from instances import shown

from logicpuzzles import (
    Constrained,
    NeedsValue,
    PuzzleError,
    Relation,
    Term,
    conde,
    cons,
    conso,
    eq,
    fact,
    facts,
    fail,
    fresh,
    interleave,
    lall,
    lany,
    lt,
    membero,
    neq,
    relation,
    run,
    succeed,
    var,
    vars,
)
from logicpuzzles.logic.resolver import Machine

x, y, z = vars(3)


@pytest.mark.parametrize(
    ("goals", "template", "expected"),
    [
        ([succeed], x, ["_0"]),
        ([fail], x, []),
        ([eq(x, 1)], x, ["1"]),
        ([eq(x, y)], (x, y), ["(_0, _0)"]),
        ([eq(x, 1), eq(x, 2)], x, []),
        ([conde([eq(x, 1)], [eq(x, 2)])], x, ["1", "2"]),
        ([conde([eq(x, 1), fail], [eq(x, 2), succeed])], x, ["2"]),
        ([conde()], x, []),
        ([lany()], x, []),
        ([lall()], x, ["_0"]),
        ([lall([eq(x, 1), eq(y, 2)])], (x, y), ["(1, 2)"]),
        ([lany([eq(x, 1), eq(x, 2)])], x, ["1", "2"]),
        ([lany(eq(x, 1), False, True)], x, ["1", "_0"]),
        ([conde(eq(x, 1), [eq(x, 2)], (eq(x, 3),))], x, ["1", "2", "3"]),
        ([membero(x, (1, 2)), conde([eq(y, 1)], [eq(y, 2)])], (x, y), ["(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)"]),
        ([fresh(lambda a, b: lall(eq(a, 1), eq(b, a), eq(x, (a, b))))], x, ["(1, 1)"]),
        ([fresh(lambda a, k=7: eq(x, (a, k)))], x, ["(_0, 7)"]),
        ([fresh(lambda a: [eq(a, 1), eq(x, a)])], x, ["1"]),
        ([neq(x, 1)], x, ["_0 with _0 != 1"]),
        ([neq(x, 1), eq(x, 1)], x, []),
        ([neq(x, 1), eq(x, 2)], x, ["2"]),
        ([neq(x, 1), eq(x, True)], x, ["True"]),
        ([neq(x, 1), neq(x, True), neq(x, 1.0), eq(x, 1.0)], x, []),
        ([neq(x, 1), neq(x, 1)], x, ["_0 with _0 != 1"]),
        ([neq(x, y), neq(y, x)], (x, y), ["(_0, _1) with _1 != _0"]),
        ([neq(x, y), eq(y, x)], x, []),
        ([neq(x, y), eq(x, 1), eq(y, 1)], x, []),
        ([neq(x, y)], x, ["_0"]),
        ([neq((x, y), (1, 2))], (x, y), ["(_0, _1) with _0 != 1 or _1 != 2"]),
        ([neq((x, y), (1, 2)), eq(x, 1)], (x, y), ["(1, _0) with _0 != 2"]),
        ([neq((x, y), (1, 2)), eq(y, 3)], (x, y), ["(_0, 3)"]),
        ([neq(x, (1, y))], (x, y), ["(_0, _1) with _0 != (1, _1)"]),
        ([neq(x, (1, y)), eq(x, (1, z)), eq(z, 5), eq(y, 5)], x, []),
        ([neq(cons(1, x), (1, 2))], x, ["_0 with _0 != (2,)"]),
        ([neq(Term("f", (x,)), Term("f", (1,)))], x, ["_0 with _0 != 1"]),
        ([neq(Term("f", (x,)), Term("g", (1,)))], x, ["_0"]),
        ([neq(x, x)], x, []),
        ([neq((x,), x)], x, ["_0"]),
        ([neq(x, 5), conde([neq(x, 1), eq(y, 1)], [eq(x, 1)])], (x, y), ["(_0, 1) with _0 != 5, _0 != 1", "(1, _0)"]),
    ],
)  # fmt: skip
def test_answers(goals: list[Any], template: Any, expected: list[str]) -> None:
    """All answers, in order, with the disequalities that remain."""
    assert shown(run(0, template, *goals)) == expected


def test_a_disequality_waits_once_for_each_of_its_unknowns() -> None:
    """However often the other side gets another name: it stays the one that was stated."""
    first, *names = vars(7)
    machine = Machine()
    goals = [neq(first, names[-1]), *[eq(newer, older) for older, newer in reversed(list(pairwise(names)))]]
    for _ in machine.answers(lall(*goals)):
        assert [unknown for unknown, _ in machine.waiting()] == [first, names[0]]


def test_a_constrained_answer_holds_its_disequalities() -> None:
    """The parts of an answer that must still keep disequalities."""
    (answer,) = run(0, (x, y), neq((x, y), (1, 2)), neq(x, y))
    assert isinstance(answer, Constrained)
    assert answer.value == (x, y)
    assert answer.unequal == (((x, 1), (y, 2)), ((y, x),))


def test_clauses_go_depth_first() -> None:
    """An infinite first branch hides what comes after; `interleave` takes turns."""

    @relation
    def repeated(item: Any, items: Any) -> Any:
        rest = var()
        return conde([eq(items, ())], [conso(item, rest, items), repeated(item, rest)])

    assert run(3, x, lany(repeated(1, x), eq(x, "hidden"))) == ((), (1,), (1, 1))
    assert run(4, x, interleave(repeated(1, x), eq(x, "seen"), repeated(2, x))) == ((), "seen", (), (1,))
    with_condition = run(3, x, neq(x, ()), interleave(repeated(1, x), repeated(2, x)))
    assert with_condition == ((1,), (2,), (1, 1))


def test_interleaving_goes_to_any_depth() -> None:
    """A relation that calls itself through `interleave`, alone and with goals after it."""

    @relation
    def number(n: Any) -> Any:
        smaller = var()
        return interleave(eq(n, ()), lall(conso(1, smaller, n), number(smaller)))

    found = run(1000, x, number(x))
    assert [len(n) for n in found] == list(range(1000))
    assert [len(n) for n in run(3, x, number(x), neq(x, (1,)))] == [0, 2, 3]
    assert shown(run(0, x, interleave(neq(x, 1), conde([eq(x, 2)], [eq(x, 3)]), fail))) == ["_0 with _0 != 1", "2", "3"]
    nested = interleave(conde([eq(x, 1)], [interleave(eq(x, 2), eq(x, 3))], [eq(x, 4)]), eq(x, 5))
    assert run(0, x, nested) == (1, 5, 2, 3, 4)


def test_streams_are_read_as_far_as_asked() -> None:
    """`lany` and `conde` take an iterator that may be infinite, and read it once."""
    read = []

    def numbers() -> Any:
        for n in count():
            read.append(n)
            yield eq(x, n)

    goal = lany(numbers())
    assert run(3, x, goal) == (0, 1, 2)
    assert run(2, x, goal) == (0, 1)
    assert read == [0, 1, 2]
    assert run(0, x, conde(iter([[eq(x, 1), eq(y, 1)], [fail], eq(x, 3)]))) == (1, 3)
    assert run(0, x, lany(iter([eq(x, 1), eq(x, 2), eq(x, 3)])), neq(x, 1), neq(x, 3)) == (2,)
    assert run(0, x, lall(eq(x, n) for n in (1, 1))) == (1,)


def test_run_takes_how_many() -> None:
    """A number, 0 for all, None for a lazy iterator; nothing else."""
    goal = membero(x, (1, 2, 3))
    assert run(0, x, goal) == run(9, x, goal) == (1, 2, 3)
    assert run(1, x, goal) == (1,)
    lazy = run(None, x, goal)
    assert (next(lazy), next(lazy), [*lazy]) == (1, 2, [3])
    for wrong in (-1, "1", 1.0, True, goal):
        with pytest.raises(PuzzleError, match="the number of answers first"):
            run(wrong, x, goal)


def test_two_half_read_queries_do_not_disturb_each_other() -> None:
    """Two queries over the same unknown, read in turn."""
    one, two = run(None, x, membero(x, (1, 2, 3)), neq(x, 2)), run(None, x, membero(x, (4, 5)))
    assert [next(one), next(two), next(one), next(two)] == [1, 4, 3, 5]
    assert shown(run(0, x, succeed)) == ["_0"]


def test_a_query_inside_a_body() -> None:
    """A relation may ask a query of its own while it is built; an unknown in it is asked for."""

    @relation
    def counted(items: Any, n: Any) -> Any:
        return eq(n, len(run(0, x, membero(x, items), neq(x, 1))))

    assert run(0, y, counted((1, 2, 3), y)) == (2,)

    @relation
    def known_in(item: Any, table: Any) -> Any:
        return eq(run(1, True, eq(y, 1), membero(y, (1,))), (True,)) if item in {1, 2} else fail

    assert run(0, True, known_in(2, ())) == (True,)
    with pytest.raises(NeedsValue):
        run(0, True, known_in(x, ()))


# -- relations ---------------------------------------------------------------------------------------


@relation
def countdown(n):
    """`n` is a list of ones."""
    smaller = var()
    return conde([eq(n, ())], [conso(1, smaller, n), countdown(smaller)])


@relation
def chain(start, end):
    """Steps of one lead from `start` to `end`."""
    following = var()
    return conde([eq(start, end)], [step(start, following), chain(following, end)])


step = Relation.pairs("step", {n: [n + 1] for n in range(100_000)})


def test_recursion_is_bounded_by_memory() -> None:
    """30,000 calls deep, and 30,000 goals in one conjunction."""
    assert run(1, True, countdown((1,) * 30_000)) == (True,)
    assert run(1, x, chain(0, 30_000)) == (x,)
    assert run(0, x, lall(*[eq(x, 1)] * 30_000)) == (1,)
    nested: Any = eq(x, 1)
    for _ in range(30_000):
        nested = lall(nested)
    assert run(0, x, nested) == (1,)
    assert run(1, x, lany(*[fail] * 30_000, eq(x, 2))) == (2,)


@pytest.mark.parametrize(
    ("body", "problem", "hint"),
    [
        (lambda: None, "no goal was returned", "return lall"),
        (lambda: 7, "this is not a goal", None),
        (lambda: [eq(x, 1), "no"], "this is not a goal", None),
        (lambda: 1 // 0, "ZeroDivisionError", "without failing"),
        (lambda: {}["key"], "KeyError", "without failing"),
    ],
)
def test_a_wrong_body_is_told_with_its_place(body: Any, problem: str, hint: str | None) -> None:
    """A relation that returns no goal, or raises, is named with its file and line."""

    @relation
    def broken(_term: Any) -> Any:
        return body()

    with pytest.raises(PuzzleError, match=problem) as raised:
        run(0, x, broken(1))
    file, line, name = str(raised.value.place).rsplit(":", 2)
    assert (file, name) == (__file__, " broken")
    assert 1 < int(line) < 1000
    assert hint is None or hint in str(raised.value.hint)


def test_wrong_late_goals_are_told_too() -> None:
    """`fresh` and streams of goals are checked when they are run."""
    with pytest.raises(PuzzleError, match="this is not a goal"):
        run(0, x, fresh(lambda a: a))
    with pytest.raises(PuzzleError, match="ZeroDivisionError") as raised:
        run(0, x, lany(eq(x, 1 // n) for n in (1, 0)))
    assert "a stream of goals" in str(raised.value.place)
    with pytest.raises(PuzzleError, match="this is not a goal"):
        lall("text")


def test_a_body_may_look_at_what_is_bound_deeper() -> None:
    """Lists made in parts, and unknowns bound inside a tuple, are whole to Python."""

    @relation
    def longest(items: Any, size: Any) -> Any:
        return eq(size, max([len(item) for item in items if item != "skip"]))

    inner, rest = vars(2)
    goals = [conso(inner, rest, x), conso((1,), ("skip",), rest), eq(inner, (1, 2, 3))]
    assert run(0, y, *goals, longest(x, y)) == (3,)
    with pytest.raises(NeedsValue) as raised:
        run(0, y, conso(inner, rest, x), longest(x, y))
    assert raised.value.variable is rest


def test_calls_take_as_many_terms_as_the_relation() -> None:
    """A call with too many or too few terms is refused at once."""
    for wrong in ((), (1,), (1, 2, 3)):
        with pytest.raises(PuzzleError, match="chain takes 2 terms") as raised:
            chain(*wrong)
        assert "chain(start, end)" in str(raised.value.hint)


# -- facts -------------------------------------------------------------------------------------------


def test_facts_keep_their_order_and_count_once() -> None:
    """Facts come in the order in which they were stated, whatever is known of them."""
    parent = Relation("parent")
    facts(parent, ("tom", "bob"), ("ann", "bob"), ("tom", "liz"), ("tom", "bob"))
    fact(parent, "bob", "pat")
    assert [*parent] == [("tom", "bob"), ("ann", "bob"), ("tom", "liz"), ("bob", "pat")]
    assert (len(parent), repr(parent)) == (4, "<relation parent/2>")
    assert run(0, (x, y), parent(x, y)) == tuple(parent)
    assert run(0, x, parent(x, "bob")) == ("tom", "ann")
    assert run(0, x, parent("tom", x)) == ("bob", "liz")
    assert run(0, (x, y), parent(x, z), parent(z, y)) == (("tom", "pat"), ("ann", "pat"))
    assert run(0, x, parent(x, x)) == ()
    fact(parent, "eve", "eve")
    assert run(0, x, parent(x, x)) == ("eve",)


def test_facts_tell_1_from_true() -> None:
    """1, True and 1.0 are three facts, alone and inside tuples."""
    number = Relation("number")
    facts(number, (1,), (True,), (1.0,), ((1,),), ((True,),), (1,))
    assert shown(run(0, x, number(x))) == ["1", "True", "1.0", "(1,)", "(True,)"]
    for one in (1, True, 1.0, (1,), (True,)):
        assert shown(run(0, x, number(one), eq(x, one))) == [repr(one)]


def test_facts_with_lists_and_unknowns() -> None:
    """Lists are tuples; a fact with unknowns holds of anything there, each time anew."""
    likes = Relation("likes", doc="One likes the other.")
    anyone, rest = vars(2)
    facts(
        likes, ("ann", [1, [2]]), ("god", anyone), (anyone, anyone), ("list", cons(1, rest)), ("end", Term("f", ([1],)))
    )
    assert run(0, x, likes("ann", x)) == ((1, (2,)), "ann")
    assert run(0, x, likes(x, [1, [2]])) == ("ann", "god", (1, (2,)), "list")
    assert shown(run(0, (x, y), likes("god", x), likes("god", y))) == [
        "(_0, _1)",
        "(_0, 'god')",
        "('god', _0)",
        "('god', 'god')",
    ]
    assert run(0, x, likes("list", (1, 2, 3)), eq(x, "yes")) == ("yes",)
    assert run(0, x, likes("end", Term("f", (x,)))) == ((1,),)
    built = var()
    assert run(0, x, conso(1, ((2,),), built), likes(x, built)) == ("ann", "god", (1, (2,)), "list")
    partly = var()
    assert run(0, (x, partly), likes(x, (1, partly)))[0] == ("ann", (2,))


def test_facts_must_fit() -> None:
    """A fact has as many terms as the others, and terms that can be looked up."""
    pair = Relation("pair")
    fact(pair, 1, 2)
    with pytest.raises(PuzzleError, match="a fact of pair has 1 term; expected 2"):
        fact(pair, 1)
    with pytest.raises(PuzzleError, match="cannot be looked up"):
        fact(pair, 1, bytearray())
    with pytest.raises(PuzzleError, match="pair takes 2 terms"):
        pair(1)
    assert run(0, x, pair(x, {})) == ()
    assert run(0, x, Relation("empty")(x, y)) == ()


def test_facts_of_pairs_and_rows() -> None:
    """Facts from a mapping: one for each value, or one with the whole row."""
    near = Relation.pairs("near", {0: (1, 2), 1: [0]}, "One is beside the other.")
    assert ([*near], near.__doc__) == ([(0, 1), (0, 2), (1, 0)], "One is beside the other.")
    table = Relation.rows("table", {"a": [1, 2], "b": (3,)}, "What a row holds.")
    assert ([*table], table.__doc__) == ([("a", (1, 2)), ("b", (3,))], "What a row holds.")
    for empty in (Relation.pairs("empty", {}), Relation.rows("empty", {})):
        with pytest.raises(PuzzleError, match="empty takes 2 terms"):
            empty(1)


def test_disequalities_hold_across_facts() -> None:
    """Conditions stated before the facts are kept by each of them: three colours on a triangle in 6 ways."""
    colour = Relation("colour")
    facts(colour, ("red",), ("green",), ("blue",))
    assert len(run(0, (x, y, z), neq(x, y), neq(y, z), neq(z, x), colour(x), colour(y), colour(z))) == 6


class Counting(Machine):
    """Counts unifications."""

    __slots__ = ("unified",)

    def unify(self, left: Any, right: Any) -> bool:
        self.unified = getattr(self, "unified", 0) + 1
        return super().unify(left, right)


def test_a_fact_out_of_many_is_found_by_any_bound_term() -> None:
    """Whichever term is known, written or bound by a goal before, only the facts that hold it are tried."""
    many = Relation("many")
    for n in range(20_000):
        fact(many, n, (n % 7, n), f"name {n}")
    known = var()
    for goals in (
        [many(9, x, y)],
        [many(x, (2, 9), y)],
        [many(x, [2, 9], y)],
        [many(x, y, "name 9")],
        [eq(known, (2, 9)), many(x, known, y)],
        [conso(2, (9,), known), many(x, known, y)],
        [eq(known, 9), many(x, (2, known), y)],
    ):
        machine = Counting()
        assert len(list(machine.answers(lall(goals)))) == 1
        assert machine.unified <= 2


HASHED = """
from logicpuzzles import Relation, Term, conde, eq, facts, interleave, membero, neq, rembero, run, vars
x, y, z = vars(3)
r = Relation("r")
facts(r, *[(name, len(name)) for name in "ann bob cat dora eve frank gus hal".split()], (x, "any"))
print(run(0, (x, y), neq(x, "bob"), r(x, y), neq(y, 4)))
print(run(0, (x, y, z), neq((x, y), ("a", "b")), neq(x, Term("f", (y,))), neq(z, "q"), rembero(x, ("a", "b"), z)))
print(run(9, x, interleave(membero("a", x), membero("b", x), conde([eq(x, "c")], [eq(x, "d")]))))
"""


def test_answers_do_not_depend_on_hashing() -> None:
    """The same output under every PYTHONHASHSEED."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", HASHED], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") == 3


def test_what_needs_a_value_names_the_goal_and_the_unknown() -> None:
    """The message says which goal wants which unknown."""
    with pytest.raises(NeedsValue, match=r"^lt needs a value for the unknown ~size$") as raised:
        run(0, x, lt(var("size"), 3))
    assert (raised.value.goal, raised.value.variable) == ("lt", var("size"))


def test_answers_stay_lazy_with_conditions() -> None:
    """Conditions do not make a query compute more than it is asked for."""
    seen = islice(run(None, x, neq(x, (1,)), countdown(x)), 3)
    assert [*seen] == [(), (1, 1), (1, 1, 1)]


@pytest.mark.parametrize(
    "drops",
    [
        lambda: eq(x, 1) and eq(y, 2),
        lambda: eq(x, 1) or eq(y, 2),
        lambda: lall(not eq(x, 1)),
        lambda: 1 if neq(x, 1) else 2,
    ],
)
def test_goals_are_not_tested_in_python(drops) -> None:
    """`and`, `or` and `not` would lose goals; the message tells the line and what to write."""
    with pytest.raises(PuzzleError, match="write lall") as raised:
        drops()
    assert raised.value.place == f"{__file__}:{drops.__code__.co_firstlineno}"


@pytest.mark.parametrize("items", [range(3), {1, 2}, frozenset(), {1: 2}, iter([1])])
def test_series_of_python_that_are_no_lists(items) -> None:
    """They would have no element; the message says what to write."""
    with pytest.raises(PuzzleError, match="this is not a list; expected a tuple or a list"):
        run(0, x, membero(x, items))


def test_a_function_that_is_no_goal() -> None:
    """A function among goals is kanren's; what it raises has its place."""

    def broken() -> None:
        """Takes no state."""

    with pytest.raises(PuzzleError, match="TypeError: .* it takes a state and gives states") as raised:
        run(0, x, broken)
    assert raised.value.place == f"{__file__}:{broken.__code__.co_firstlineno}: broken"


@pytest.mark.parametrize("goal", [x == 1, True, False])
def test_what_python_has_decided_is_no_question(goal) -> None:
    """`x == 1` compares the unknown itself, at once."""
    with pytest.raises(PuzzleError, match=r"write eq\(x, y\) for =="):
        run(0, x, goal)


def test_a_relation_is_no_goal_before_it_is_called() -> None:
    """The message says how."""
    parent = Relation("parent")
    facts(parent, ("ann", "bob"))
    with pytest.raises(PuzzleError, match=r"^parent is a relation, not yet a goal; .* call it: parent"):
        run(0, x, parent)


def test_the_place_of_a_relation_is_its_definition():
    """The file, the line and the name, as messages tell it."""

    @relation
    def placed(a):
        return eq(a, 1)

    line = placed.function.__code__.co_firstlineno
    assert placed.place == f"{__file__}:{line}: placed"
