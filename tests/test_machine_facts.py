"""Facts as tables of the query machine give what the resolver gives: answers, their order, what is refused."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logicpuzzles.errors import NeedsValue, PuzzleError
from logicpuzzles.logic.facts import Relation
from logicpuzzles.logic.machine import image
from logicpuzzles.logic.machine.clauses import Rows, Unsupported
from logicpuzzles.logic.machine.codes import B
from logicpuzzles.logic.machine.symbols import Symbols
from logicpuzzles.logic.machine.tables import Table
from logicpuzzles.logic.terms import Term, same, var
from logicpuzzles.text.kernel import KernelRun
from logicpuzzles.text.library import common_names
from logicpuzzles.text.names import Namespace
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

MOST = 200  # answers that are compared

CONSTANTS = st.sampled_from(["a", "b", "c", "0", "1", "-2", "[]", "1152921504606846976", "'two words'"])
VARIABLES = st.sampled_from(["X", "Y", "Z"])


def terms(leaves: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Terms of a few levels, as text."""
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, min_size=1, max_size=3).map(lambda args: f"f({', '.join(args)})"),
            st.lists(inner, min_size=1, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
            st.tuples(inner, inner).map(lambda pair: f"[{pair[0]} | {pair[1]}]"),
        ),
        max_leaves=4,
    )


GROUND = terms(CONSTANTS)
OPEN = terms(st.one_of(CONSTANTS, VARIABLES, CONSTANTS))
ROW = st.one_of(st.tuples(*[CONSTANTS] * 3), st.tuples(*[CONSTANTS] * 3), st.tuples(GROUND, OPEN, OPEN))
ARGUMENT = st.one_of(CONSTANTS, VARIABLES, VARIABLES, OPEN)
CALL = st.tuples(ARGUMENT, ARGUMENT, ARGUMENT).map(lambda args: f"p({', '.join(args)})")
GOALS = st.one_of(
    CALL,
    st.tuples(CALL, CALL).map(", ".join),
    st.tuples(CALL, CALL, ARGUMENT).map(lambda parts: f"{parts[0]}, \\+ {parts[1]}, Y = {parts[2]}"),
    CALL.map(lambda call: f"\\+ {call}"),
    st.tuples(ARGUMENT, CALL).map(lambda parts: f"findall({parts[0]}, {parts[1]}, L)"),
    st.tuples(CALL, ARGUMENT).map(lambda parts: f"X \\= {parts[1]}, {parts[0]}"),
    st.tuples(CALL, CALL).map(lambda parts: f"( {parts[0]} -> true ; {parts[1]} )"),
)


def names_of(text: str) -> Namespace:
    """What the program `text` names."""
    return Program(Source(text, "facts.pl"), common_names()).names


def by_kernel(query: Query) -> tuple[list[str], KernelRun]:
    """The first answers of the kernel, and its run."""
    run = KernelRun(query, lambda: False)
    return [str(run.answer()) for _ in islice(run.answers(), MOST)], run


def compare(text: str, goal: str) -> None:
    """Both machines answer alike; where the resolver refuses, the kernel has given no other answers before."""
    query = Query.read(goal, names_of(text))
    query.engine = "reference"
    expected: list[str] = []
    problem = None
    try:
        for answer in islice(query, MOST):
            expected.append(str(answer))
    except PuzzleError as error:
        problem = error
    found: list[str] = []
    run = KernelRun(query, lambda: False)
    try:
        for _ in islice(run.answers(), MOST):
            found.append(str(run.answer()))
    except (Unsupported, PuzzleError, NeedsValue):
        assert found == expected[: len(found)]
        return
    assert problem is None
    assert found == expected


@pytest.fixture(autouse=True, scope="module")
def _tables() -> object:
    """All facts become tables, however few."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(image, "MOST_CLAUSES", 0)
        yield


@settings(max_examples=60, deadline=None)
@given(st.lists(ROW, min_size=1, max_size=30), GOALS)
def test_random_facts_and_goals(rows: list[tuple[str, ...]], goal: str) -> None:
    """Constants, compound terms and unknowns in facts and calls, stated once or twice."""
    compare("".join(f"p({', '.join(row)}).\n" for row in rows), goal)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=20, max_size=60), GOALS)
def test_many_facts_alike(rows: list[tuple[int, ...]], goal: str) -> None:
    """Where each key has many facts, the index of the argument that leaves fewest does not change the answers."""
    text = "".join(f"p({x}, {'abc'[y % 3]}, {z - 1}).\n" for x, y, z in rows)
    compare(text, goal)


def test_nothing_is_left_to_try_after_the_last_fact_that_matches() -> None:
    """The choice is dropped when no other fact has the constants of the call."""
    names = names_of("".join(f"p({n % 7}, {n % 3}, {n}).\n" for n in range(30)) + "p(X, X, X).\n")
    for goal, answers in (("p(X, Y, 29)", 2), ("p(1, 1, Z)", 3), ("p(6, 2, Z)", 1), ("p(X, 2, 29)", 1)):
        query = Query.read(goal, names)
        found, run = by_kernel(query)
        assert len(found) == answers
    names = names_of("".join(f"p({n % 7}, {n % 3}, {n}).\n" for n in range(30)))
    query = Query.read("p(X, 2, Y), p(_, _, 29)", names)
    run = KernelRun(query, lambda: False)
    left = [int(run.run.st[B]) for _ in run.answers()]
    assert [at >= 0 for at in left] == [True] * 9 + [False]


def test_a_fact_stated_after_a_query_is_seen_by_the_next() -> None:
    """So is one that is stated between two answers, by the calls that begin later."""
    relation = Relation("p", 2)
    for n in range(20):
        relation.add_fact(n % 2, n)
    names = Namespace({("p", 2): relation}, common_names())
    query = Query.read("p(0, X)", names)
    assert len(by_kernel(query)[0]) == 10
    relation.add_fact(0, "new")
    found, _ = by_kernel(query)
    assert (len(found), found[-1]) == (11, "X = new")


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_a_call_sees_the_facts_that_were_stated_before_it(engine: str) -> None:
    """A fact that is stated between two answers is seen by the calls that begin later, as in Prolog."""
    relation = Relation("p", 2)
    for n in range(20):
        relation.add_fact(n % 2, n)
    query = Query.read("p(0, X), p(1, Y)", Namespace({("p", 2): relation}, common_names()))
    query.engine = "reference"
    if engine == "kernel":
        run = KernelRun(query, lambda: False)
        answers = (run.answer() for _ in run.answers())
    else:
        answers = iter(query)
    seen = []
    for answer in answers:
        seen.append((answer["X"], answer["Y"]))
        if len(seen) == 1:
            relation.add_fact(1, "late")
            relation.add_fact(0, "later")
    assert [x for x, _ in seen].count(0) == 10
    assert [x for x, _ in seen].count(2) == 11
    assert "later" not in [x for x, _ in seen]


def test_a_relation_without_facts_has_no_answers() -> None:
    """And gets some when facts are stated."""
    relation = Relation("p", 1)
    query = Query.read("p(X)", Namespace({("p", 1): relation}, common_names()))
    assert by_kernel(query)[0] == []
    relation.add_fact("a")
    assert by_kernel(query)[0] == ["X = a"]


def test_values_that_are_equal_in_python_stay_apart() -> None:
    """1, True and 1.0 are three constants in a table too."""
    relation = Relation("p", 2)
    for number, value in enumerate((1, True, 1.0, "1", None, (), ("1", 1), (1,), (True,))):
        relation.add_fact(value, number)
    query = Query.read("p(1, X)", Namespace({("p", 2): relation}, common_names()))
    assert by_kernel(query)[0] == ["X = 0"]
    query = Query.read("p([1], X)", Namespace({("p", 2): relation}, common_names()))
    assert by_kernel(query)[0] == ["X = 7"]


def test_many_facts_of_integers_and_atoms() -> None:
    """Every fact is found by each of its arguments."""
    rows = [(f"n{n % 500}", n, (n * 7919) % 20_000) for n in range(20_000)]
    relation = Relation("p", 3)
    for row in rows:
        relation.add_fact(*row)
    names = Namespace({("p", 3): relation}, common_names())
    query = Query.read("p(X, Y, Z), p(X, Y, W), p(_, _, Z), W =\\= Z", names)
    assert by_kernel(query)[0] == []
    assert by_kernel(Query.read("p(n499, Y, Z)", names))[0] == [
        f"Y = {y}, Z = {z}" for x, y, z in rows if x == "n499"
    ]  # fmt: skip


def test_cells_of_a_table() -> None:
    """An unknown that stands once takes no register; others are numbered."""
    x, y = var(), var()
    table = Table(Symbols(), 2, Rows([(x, y), (x, Term("f", (x, 1))), (1 << 70, "a")], True))
    assert table.unknowns == 1
    assert table.largest == 4
    assert table.cells.shape == (3, 2)


def test_a_large_term_in_a_fact() -> None:
    """Memory grows for it, and the copy is the same term."""
    relation = Relation("p", 2)
    deep: object = ()
    for n in range(600):
        deep = Term("s", (deep, n))
    for n in range(10):
        relation.add_fact(n, (deep, tuple(range(5000))))
    query = Query.read("p(3, X), p(4, X), X = [_, [0, 1 | _]]", Namespace({("p", 2): relation}, common_names()))
    run = KernelRun(query, lambda: False)
    found = [run.answer()["X"] for _ in run.answers()]
    assert len(found) == 1
    assert same(found[0], (deep, tuple(range(5000))))
