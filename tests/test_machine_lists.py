"""The builtin relations on the query machine: the answers, order, errors and places of the resolver, in every mode."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic import resolver
from logicpuzzles.logic.machine import driver
from logicpuzzles.text.namespaces import ask

MOST = 8  # answers that are compared
LARGE = 2**61  # no cell holds it


class Enough(Exception):
    """Neither another answer nor the end was found soon."""


def told(text: str, engine: str) -> list[str]:
    """The first answers of a query, as they are printed, and the error or `Enough` after them."""
    run = ask(text, seconds=None, engine=engine).run()
    looks: list[None] = []

    def check() -> bool:
        looks.append(None)
        if len(looks) > 3:
            raise Enough
        return False

    if engine == "kernel":
        run._check = check  # type: ignore[method-assign]
    else:
        run.machine.watchdog = check  # type: ignore[assignment]
    found: list[str] = []
    try:
        found += map(str, islice(run, MOST))
    except (PuzzleError, Enough) as error:
        found.append(f"{type(error).__name__}: {error}")
    return [re.sub(r"\b_\d+", "_", one) for one in found]  # unknowns that have no name


def assert_same(text: str) -> None:
    """Both machines tell the same of a query; an error may be left to the resolver."""
    kernel, reference = told(text, "kernel"), told(text, "reference")
    if kernel and "the kernel cannot answer this query" in kernel[-1]:
        assert reference[-1].startswith("PuzzleError"), (text, kernel)
        kernel[-1] = reference[-1]
    if "Enough: " in (*kernel[-1:], *reference[-1:]):
        both = min(len(kernel), len(reference)) - 1
        kernel, reference = kernel[:both], reference[:both]
    assert kernel == reference, text


ATOMIC = st.sampled_from(["a", "b", "1", "2", "[]", "X", "Y", "Z", "f(a)", "f(X)", "[a]", "_", str(LARGE)])
INTEGERS = st.sampled_from(["0", "1", "2", "3", "-1", "N", "X", "a"])
NUMBERS = st.lists(st.sampled_from(["1", "2", "-3", "1 + 2", "X", "a", str(2**59), str(LARGE)]), max_size=4)
ENDS = st.sampled_from(["", "", "", "|X", "|T", "|b"])


@st.composite
def lists(draw: st.DrawFn) -> str:
    """A list: known, with an unknown end, with an end that is none, or unknown."""
    items = draw(st.lists(ATOMIC, max_size=4))
    if not items:
        return draw(st.sampled_from(["[]", "X", "L"]))
    return f"[{', '.join(items)}{draw(ENDS)}]"


TERMS = st.one_of(ATOMIC, lists(), st.sampled_from(["f(X, Y)", "h(a, b, c)", "a - 1"]))
KINDS = {
    "l": lists(),
    "e": ATOMIC,
    "i": INTEGERS,
    "t": TERMS,
    "n": NUMBERS.map(lambda items: f"[{', '.join(items)}]"),
    "[": st.lists(lists(), max_size=3).map(lambda items: f"[{', '.join(items)}]"),
}
MODES = """
    member el, memberchk el, append lll, append [l, select ell, selectchk ell, select elel, length li, reverse ll,
    nth0 ile, nth1 ile, nth0 ilel, nth1 ilel, last le, sum_list ni, max_list ni, min_list ni, permutation ll,
    same_length ll, numlist iil, msort ll, sort ll, list_to_set ll, between iii, succ ii, plus iii, functor tei,
    arg ite, '=..' tl, '@<' tt, '@>=' tt, compare ett, is_list t, ground t, delete lel, subtract lll, union lll,
    intersection lll, subset ll, nextto eel, flatten ll, '==' tt, integer e
"""
CALLS = [(name, modes) for name, modes in map(str.split, MODES.split(","))]


@st.composite
def goals(draw: st.DrawFn) -> str:
    """A call of a builtin relation in any mode."""
    name, modes = draw(st.sampled_from(CALLS))
    return f"{name}({', '.join(draw(KINDS[mode]) for mode in modes)})"


@pytest.fixture(autouse=True)
def _short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """An endless enumeration is left soon: each step of it may cost as much as all before."""
    monkeypatch.setattr(resolver, "_CHECK_EVERY", 100)
    monkeypatch.setattr(driver, "FIRST", 100)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(goals())
def test_builtin_relations_answer_alike_in_every_mode(goal: str) -> None:
    """Known, partial, improper and unknown lists, large integers, unknowns that occur in both."""
    assert_same(goal)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from("XYTL"),
    TERMS,
    goals(),
    st.sampled_from(["{}", "\\+ ({})", "findall(X, ({}), Found)", "call(({}))"]),
)
def test_disequalities_wait_and_negation_needs_values_alike(name: str, term: str, goal: str, around: str) -> None:
    """What waits wakes at the same answers, and what must not be bound is refused alike."""
    assert_same(f"{name} \\= {term}, {around.format(goal)}")


@pytest.mark.parametrize(
    "text",
    """
    call((member(X, [1, 2, 3]), X > 1))
    call((member(X, [1, 2]) -> Y = X ; Y = 3))
    G = (member(X, [1, 2]), \\+ X = 1), call(G)
    member(G, [true, fail, (X = 1 ; X = 2), member(X, [3])]), call(G)
    member(X, [1, 2]), call((true, call((Y = X ; Y = z)), Z = Y))
    call(findall(X, member(X, [a, b]), L))
    call(forall(member(X, [1, 2]), X > 0))
    G = (fail, nowhere(1)), call(G)
    call((G, true))
    G = (member(X, [1]), 7), call(G)
    maplist(=(X), [1, 1])
    maplist(maplist(=(1)), [[X], [Y, Z]])
    maplist(call, [X = 1, (Y = 2 ; Y = 3), \\+ fail])
    maplist(once, [member(X, [1, 2]), member(Y, [3, 4])])
    call(call, (member(X, [1, 2]), true))
    call(',', X = 1, Y = 2)
    call(\\+, member(1, [2]))
    include(integer, [1, a, 2], L)
    include(==(1), [1, 2, 1], L)
    foldl(plus, [1, 2, 3], 0, Sum)
    foldl(append, [[1], [2]], [], All)
    G = aggregate_all(count, member(_, [a, b]), N), call(G)
    call(aggregate_all(max(X), member(X, [1, 3, 2]), N))
    aggregate_all(count, member(_, [a, b]), N)
    aggregate_all(max(X, Y), member(X - Y, [1 - a, 3 - b, 2 - c, 3 - d]), N)
    aggregate_all(min(X), member(X, []), N)
    aggregate_all(sum(X), member(X, [1, 2 * 3, Y]), N)
    aggregate_all(set(X - Y), member(X - Y, [b - 1, a - 2, b - 1]), N)
    msort([c, 10, "b", f(a), [], [1], g(a, b), f(b), -1, 2305843009213693952], L)
    sort(1, @>=, [1 - a, 2 - b, 1 - c], L)
    functor(T, f, 3), arg(N, T, x)
    T =.. [f, X, [b]], T =.. L
    between(1, inf, X), X > 3
    length(L, 2), \\+ \\+ L = [a | _]
    \\+ nth1(I, [a], b), I = 1
    """.strip().splitlines(),
)
def test_goals_made_at_run_time_and_aggregates_answer_alike(text: str) -> None:
    """Control constructs as terms, alone, nested and with arguments added."""
    assert_same(text.strip())


@pytest.mark.parametrize("engine", ["kernel", "reference"])
@pytest.mark.parametrize(
    "goal",
    ["append(A, B, C)", "nth0(I, L, x)", "select(x, L, R)", "length(L, N)", "member(a, L)"],
)
def test_the_steps_of_an_enumeration_do_not_grow(goal: str, engine: str) -> None:
    """The second thousand answers of a list of unknowns takes as many inferences as the first."""
    run = ask(goal, engine=engine).run()
    counts = []
    for _ in range(2):
        before = run.inferences
        assert all(run.advance() for _ in range(1000))
        counts.append(run.inferences - before)
    assert counts[1] <= counts[0] + 20
