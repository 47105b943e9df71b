"""The constraints that python-constraint has not: in its own problems, and what is said where they are wrong."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import constraint as library
import pytest

from logicpuzzles import (
    AtMostOne,
    Circuit,
    Connected,
    Count,
    Cover,
    Cumulative,
    Element,
    ExactlyOne,
    GlobalCardinality,
    Inverse,
    LexLess,
    Model,
    NoOverlap,
    Problem,
    PuzzleError,
    Regular,
    Table,
    Xor,
)
from logicpuzzles.models.constraints import diagrams
from logicpuzzles.models.reading import Reading

SOLVERS = [
    library.BacktrackingSolver(),
    library.BacktrackingSolver(forwardcheck=False),
    library.OptimizedBacktrackingSolver(),
    library.OptimizedBacktrackingSolver(forwardcheck=False),
    library.RecursiveBacktrackingSolver(),
    library.MinConflictsSolver(),
]
CASES: list[tuple[Any, int, Callable[..., bool]]] = [  # with values from 0 to 2, and what each says
    (Element(), 4, lambda i, x, y, r: i < 2 and (x, y)[i] == r),
    (Element([2, 0, 1]), 2, lambda i, r: (2, 0, 1)[i] == r),
    (Element(first=1, shape=(1, 2)), 5, lambda i, j, x, y, r: i == 1 and j > 0 and (x, y)[j - 1] == r),
    (Table([(0, 1, 2), (2, 2, 0)]), 3, lambda *v: v in ((0, 1, 2), (2, 2, 0))),
    (Table([(0, 1), (2, 2)], allowed=False), 2, lambda *v: v not in ((0, 1), (2, 2))),
    (Regular("0*1+2?"), 4, lambda *v: "".join(map(str, v)).strip("0") in ("1", "11", "111", "1111", "12", "112", "1112")
     and v[-1] > 0),
    (Regular([("even", 1, "odd"), ("odd", 1, "even"), ("odd", 0, "odd")], "even", ["even"]), 3,
     lambda *v: v in ((1, 0, 1), (1, 1, 1)) and v.count(1) % 2 == 0),
    (Count(2, range(1, 3)), 3, lambda *v: 1 <= v.count(2) <= 2),
    (Count(1), 3, lambda x, y, n: [x, y].count(1) == n),
    (GlobalCardinality({0: 2, 1: (0, 1)}), 4, lambda *v: v.count(0) == 2 and v.count(1) <= 1),
    (GlobalCardinality([0, 1], closed=True), 4, lambda *v: max(v[:2]) < 2 and (v[:2].count(0), 2 - v[2]) == v[2:]),
    (Xor(), 3, lambda *v: sum(map(bool, v)) % 2 == 1),
    (AtMostOne(2), 3, lambda *v: v.count(2) <= 1),
    (ExactlyOne(), 3, lambda *v: v.count(1) == 1),
    (LexLess(), 4, lambda *v: v[:2] < v[2:]),
    (LexLess(strict=False), 4, lambda *v: v[:2] <= v[2:]),
    (Inverse(), 6, lambda *v: all(v[3 + v[i]] == i for i in range(3)) and sorted(v[3:]) == [0, 1, 2]),
]  # fmt: skip


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: type(solver).__name__)
@pytest.mark.parametrize(("given", "n", "says"), CASES, ids=[f"{type(given).__name__}{n}" for given, n, _ in CASES])
def test_by_itself(given: Any, n: int, says: Callable[..., bool], solver: Any) -> None:
    """Each solver of python-constraint takes each of them; what is found is what they say."""
    problem = library.Problem(solver)
    problem.addVariables(range(n), [0, 1, 2])
    problem.addConstraint(given, range(n))
    expected = [row for row in product(range(3), repeat=n) if says(*row)]
    assert expected
    if isinstance(solver, library.RecursiveBacktrackingSolver | library.MinConflictsSolver):
        found = problem.getSolution()  # by chance, or the only one that it gives one by one
        assert found is None or tuple(found[v] for v in range(n)) in expected
    else:
        assert sorted(tuple(found[v] for v in range(n)) for found in problem.getSolutions()) == expected


WRONG: list[tuple[Callable[[], Any], int, str]] = [
    (lambda: Regular("0*(1"), 3, "the pattern '0*(1' is wrong at column 5; expected ) for the ( at column 3"),
    (lambda: Regular("0{2,1}"), 3, "column 2; expected the smaller number first in {,}"),
    (lambda: Regular("1*+)"), 3, "column 4; expected a pattern without it: no ( is open, got )"),
    (lambda: Regular("+1"), 3, "column 1; expected a value, got +. Next: write a value of several characters"),
    (lambda: Regular("<red"), 3, "column 5; expected > at the end of a value"),
    (lambda: Regular("[<a>-<bc>]"), 3, "column 6; expected two numbers or two characters around -"),
    (lambda: Regular("1{9999999}"), 3, "expected how many times, such as {3}, {2,5} or {2,}"),
    (lambda: Regular("(1{9999}){9}"), 3, "is too long; expected at most 20,000 values, repetitions written out"),
    (lambda: Regular("(" * 200), 3, "expected at most 100 parts in each other"),
    (lambda: Regular("1", accepting=[1]), 3, "a pattern has no states, got '1'. Next: leave start and accepting out"),
    (lambda: Regular([(0, 1)], 0, [0]), 3, "transition 1 is wrong; expected (state, value, next state), got (0, 1)"),
    (lambda: Regular({0: 1}, 0, [0]), 3, "transition 1 is wrong; expected from (state, value) to a state, got (0, 1)"),
    (lambda: Regular([(0, [1], 0)], 0, [0]), 3, "transition 1 has a state or value that cannot be hashed"),
    (lambda: Regular([(0, 1, 2)], 3, [0]), 3, "the automaton starts in a state that no transition has; expected"),
    (lambda: Regular([(0, 1, 2)], 0, ["x"]), 3, "the automaton accepts in a state that no transition has"),
    (lambda: Regular([(0, 1, 2)], 0), 3, "an automaton needs the states in which it accepts; expected accepting=[...]"),
    (lambda: Regular([], 0, [0]), 3, "the automaton has no transitions; expected (state, value, next state)"),
    (lambda: Regular(7), 3, "this is neither a pattern nor an automaton"),
    (lambda: Table([(1, 2, 3), (1, 2)]), 3, "row 2 of the table does not fit its variables; expected 3 values"),
    (lambda: Table(["abc"]), 3, "row 1 of the table does not fit its variables"),
    (lambda: Table([([], 1, 2)]), 3, "row 1 of the table has a value that cannot be hashed"),
    (lambda: Table(7), 3, "these are not the rows of a table; expected a list of rows, got 7"),
    (lambda: Element(), 2, "an element has too few variables; expected an index, the variables of the array"),
    (lambda: Element([1, 2]), 3, "an element of values has the wrong number of variables; expected 2: the index"),
    (lambda: Element([]), 2, "this is not an array; expected a list of values, got []"),
    (lambda: Element([1, 2], first="a"), 2, "the first index is no integer, got 'a'"),
    (lambda: Element([1, 2], shape=(3, 1)), 3, "the array does not have its shape; expected 3 items for (3, 1), got 2"),
    (lambda: Element([1, 2], shape=5), 3, "this is not the shape of an array; expected (rows, columns), got 5"),
    (lambda: Count(1, "many"), 3, "this is not how many have 1; expected a number, a range such as range(2, 5)"),
    (lambda: Count(1), 1, "a count has too few variables; expected those that are counted, then the one"),
    (lambda: GlobalCardinality({1: "x"}), 3, "this is not how many have 1; expected a number"),
    (lambda: GlobalCardinality(3), 3, "this does not say how many have each value; expected a dict from values"),
    (lambda: GlobalCardinality([1, 1]), 3, "a value is counted twice, got 1, 1"),
    (lambda: GlobalCardinality([1, 2, 3]), 3, "there are too few variables; expected those that are counted, then"),
    (lambda: LexLess(), 3, "two lists in order need as many variables each; expected an even number of variables"),
    (lambda: Inverse(), 3, "two lists that are inverse need as many variables each"),
    (lambda: Inverse(3), 4, "these are not the places of an inverse; expected a list, got 3"),
    (lambda: Inverse([[1], 0]), 4, "there is a value that cannot be hashed in the places of an inverse"),
    (lambda: Circuit(3), 3, "these are not the places of a circuit; expected a list, got 3"),
    (lambda: Element([[1], [2]]), 2, "there is a value that cannot be hashed in the array; expected numbers, text or"),
    (lambda: Count([1], 1), 3, "there is a value that cannot be hashed in Count"),
    (lambda: AtMostOne([1]), 3, "there is a value that cannot be hashed in AtMostOne"),
    (lambda: GlobalCardinality([[1]]), 3, "there is a value that cannot be hashed in GlobalCardinality"),
    (lambda: Connected([[1]], [(0, 1)]), 3, "there is a value that cannot be hashed in Connected"),
    (lambda: Connected(1, 5), 3, "these are not the edges; expected a list, got 5"),
    (lambda: Cover(5), 3, "these are not the options of a cover; expected a list, got 5"),
    (lambda: Cover([[1]] * 3, items=5), 3, "these are not the items of a cover; expected a list, got 5"),
    (lambda: Cover([[1]] * 3, optional=[[1]]), 3, "cannot be hashed in the optional items of a cover"),
    (lambda: Cumulative(1, [1, 1, 1], 1), 3, "durations are a list of whole numbers, got 1"),  # type: ignore[arg-type]
    (lambda: NoOverlap(3), 3, "lengths are a list of whole numbers, got 3"),  # type: ignore[arg-type]
    (lambda: Inverse([1, 1]), 4, "an inverse needs its places, each once, one a variable of a list; expected 2 places"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "n", "message"), WRONG, ids=[message[:40] for *_, message in WRONG])
def test_wrong(make: Callable[[], Any], n: int, message: str) -> None:
    """One message, with the line of this file that posted it."""
    problem = Problem()
    problem.addVariables(range(n), [0, 1, 2])
    with pytest.raises(PuzzleError) as caught:
        problem.addConstraint(make(), range(n))
    assert message in str(caught.value)
    assert caught.value.place is not None
    assert caught.value.place.rpartition(":")[0] == __file__


def model(given: Any, *domains: list[Any]) -> Model:
    """A constraint on variables with these domains."""

    def build() -> Problem:
        problem = Problem()
        for name, domain in zip("abcdef", domains, strict=False):
            problem.addVariable(name, domain)
        problem.addConstraint(given)
        return problem

    return Model(build)


def test_wrong_domains() -> None:
    """What the domains tell is said when the model is read."""
    with pytest.raises(PuzzleError, match="the values of a and b have no order; expected values that < compares"):
        model(LexLess(), [1, 2], ["x"]).count()
    with pytest.raises(PuzzleError, match="b is to say how many, but has no such value; expected integers, got x, y"):
        model(Count(1), [1, 2], ["x", "y"]).count()


@pytest.mark.parametrize("engine", ["compiled", "reference", "cp-sat"])
def test_texts_in_order(engine: str) -> None:
    """What `<` compares has an order, texts and fractions too; of a, b before c, d these are in order."""
    assert model(LexLess(), ["x", "yy"], ["z", "a"], ["yy"], ["a", "b"]).count(engine=engine) == 2 * 2 + 1
    assert model(LexLess(), [0.5, 1.5], [1]).count(engine=engine) == 1


SAID: list[tuple[Any, str]] = [
    (Regular("0*1"), "Regular(a, b): 0*1"),
    (Regular([(0, 1, 0)], 0, [0]), "Regular(a, b): 1 transition from 0"),
    (Table([(1, 1)]), "Table(a, b): 1 row"),
    (Table([(1, 1), (2, 1)], allowed=False), "Table(a, b): 2 rows forbidden"),
    (Element([5, 6]), "Element(a, b): of [5, 6]"),
    (Count(1, range(3)), "Count(a, b): 1, 0 to 2 times"),
    (Count(1, (1, 1)), "Count(a, b): 1, 1 time"),
    (Count(1, (2, None)), "Count(a, b): 1, at least 2 times"),
    (Count("x"), "Count(a, b): 'x'"),
    (GlobalCardinality({1: 2}, closed=True), "GlobalCardinality(a, b): {1: 2}, no others"),
    (ExactlyOne(), "ExactlyOne(a, b): 1"),
    (Xor(), "Xor(a, b)"),
    (LexLess(), "LexLess(a, b)"),
    (LexLess(strict=False), "LexLessOrEqual(a, b)"),
    (Inverse(), "Inverse(a, b)"),
]


@pytest.mark.parametrize(("given", "text"), SAID, ids=[text for _, text in SAID])
def test_what_they_say(given: Any, text: str) -> None:
    """How explanations name them."""
    (posted,) = Reading.of(model(given, [0, 1], [0, 1]).build(), None).posted
    assert posted.kind.describe(posted.constraint, posted.scope) == text


def test_an_automaton_with_too_many_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the 8th value from the end is takes 2**8 states: where fewer may be, only the engine reference takes it."""
    monkeypatch.setattr(diagrams, "MOST_ARCS", 100)

    def build() -> Problem:
        problem = Problem()
        problem.addVariables(range(10), [0, 1])
        problem.addConstraint(Regular(".*1.{7}"))
        return problem

    with pytest.raises(PuzzleError, match="needs more than 100 states"):
        Model(build).count(engine="compiled")
    assert Model(build).count() == 2**9


def test_large_tables_of_forbidden_rows() -> None:
    """Where a diagram would be too large, rows are looked up."""
    rows = [(x, y) for x in range(1500) for y in range(1500) if (x, y) != (3, 4) and x < 5]

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("xy", range(1500))
        problem.addConstraint(Table(rows, allowed=False), "xy")
        problem.addConstraint(lambda x: x < 5, "x")
        return problem

    assert list(Model(build).solutions()) == [{"x": 3, "y": 4}]
