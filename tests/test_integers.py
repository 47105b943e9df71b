"""Constraints over integers: no answer is lost before `label`, and `label` gives those of brute force, in order."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from integer_answers import rows, texts
from integer_programs import random_program

from logicpuzzles import (
    LimitReached,
    PuzzleError,
    ask,
    load,
)
from logicpuzzles.logic.integers.sets import ALL, Integers, collected, interval
from logicpuzzles.logic.integers.strongly_connected import components
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

# -- sets of integers ------------------------------------------------------------------------------

SOME = st.lists(st.integers(-6, 12), max_size=8)


@settings(max_examples=50)
@given(SOME, SOME, st.integers(-8, 14), st.integers(-5, 5))
def test_sets_of_integers_are_sets(left, right, value, by):
    one, two = collected(left), collected(right)
    assert list(one) == sorted(set(left))
    assert list(reversed(one)) == sorted(set(left), reverse=True)
    assert list(one & two) == sorted(set(left) & set(right))
    assert list(one | two) == sorted(set(left) | set(right))
    assert list(-one) == sorted(-x for x in set(left))
    assert list(one.shifted(by)) == sorted(x + by for x in set(left))
    assert (value in one, value in ~one) == (value in left, value not in left)
    assert ~~one == one
    assert one.size == len(set(left))
    assert (one & ~two) | (one & two) == one


def test_sets_of_integers_may_be_infinite():
    assert not ALL.is_finite
    assert not interval(3, float("inf")).is_finite
    assert (~interval(1, 3)).parts == ((float("-inf"), 0), (4, float("inf")))
    assert 10**500 in ALL & interval(7, float("inf"))
    assert Integers(()).is_finite


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_components_are_what_reaches_each_other(edges):
    after = [[two for one, two in edges if one == node] for node in range(6)]
    reached = [{node} for node in range(6)]
    for _ in range(6):
        for node in range(6):
            for two in after[node]:
                reached[node] |= reached[two]
    found = components(after)
    for one, two in product(range(6), repeat=2):
        assert (found[one] == found[two]) == (two in reached[one] and one in reached[two])


# -- random programs -------------------------------------------------------------------------------


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_label_gives_the_answers_of_brute_force_in_order(seed):
    program = random_program(seed)
    found = rows(f"{program.text}, label({program.listed})", program.domains, engine="reference")
    assert found == list(program.solutions())


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_what_remains_can_be_pasted_and_has_the_same_answers(seed):
    program = random_program(seed)
    solutions = list(program.solutions())
    left = list(ask(program.text, engine="reference"))
    if left:
        found = rows(f"{left[0]}, label({program.listed})", program.domains, engine="reference")
        assert found == solutions
    else:
        assert not solutions


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_what_remains_without_domains_has_the_same_answers(seed):
    program = random_program(seed)
    conditions, domains = program.split
    left = ask(conditions, engine="reference").first()
    label = f"{domains}, label({program.listed})"
    found = [] if left is None else rows(f"{left}, {label}", program.domains, engine="reference")
    assert found == list(program.solutions())


@settings(max_examples=60)
@given(st.lists(st.sets(st.integers(1, 7), min_size=1, max_size=4), min_size=2, max_size=5))
def test_all_distinct_leaves_exactly_the_values_of_answers(domains):
    names = "ABCDE"[: len(domains)]
    within = ", ".join(
        name + " in " + " \\/ ".join(map(str, sorted(domain))) for name, domain in zip(names, domains, strict=True)
    )
    found = ask(f"{within}, all_distinct([{', '.join(names)}])").first()
    answers = [row for row in product(*map(sorted, domains)) if len(set(row)) == len(row)]
    assert (found is None) == (not answers)
    for place, name in enumerate(names if found else ""):
        left = {row[place] for row in answers}
        assert rows(f"{found}, label([{name}])", [name]) == [(value,) for value in sorted(left)]


@settings(max_examples=60)
@given(
    st.lists(st.tuples(*[st.integers(0, 4), st.integers(1, 3)] * 2), min_size=1, max_size=3),
    st.tuples(st.integers(1, 3), st.integers(1, 3)),
    st.lists(st.integers(0, 5), min_size=1, max_size=4),
)
def test_a_rectangle_begins_nowhere_where_it_overlaps_another_for_certain(others, sides, ys):
    known = ", ".join(f"r({x}, {w}, {y}, {h})" for x, w, y, h in others)
    domains = f"X in 0..6, Y in {{{', '.join(map(str, ys))}}}"
    found = list(ask(f"{domains}, disjoint2([r(X, {sides[0]}, Y, {sides[1]}), {known}])"))

    def is_clear(x, y):
        return all(x + sides[0] <= v or v + w <= x or y + sides[1] <= u or u + h <= y for v, w, u, h in others)

    def are_clear(one, two):
        (x, w, y, h), (v, u, z, k) = one, two
        return x + w <= v or v + u <= x or y + h <= z or z + k <= y

    answers = [row for row in product(range(7), sorted(set(ys))) if is_clear(*row)]
    if not all(are_clear(one, two) for place, one in enumerate(others) for two in others[:place]):
        answers = []
    if not found:
        assert not answers
    else:
        assert rows(f"{found[0]}, label([X, Y])", ["X", "Y"]) == answers
        if len(others) == 1 and len(set(ys)) == 1:
            left = rows(f"{found[0]}, fd_dom(X, D), X in D, label([X])", ["X"])
            assert left == [(x,) for x in sorted({x for x, _ in answers})]


@settings(max_examples=40)
@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.sets(st.sampled_from("<=>")))
def test_an_order_is_found_once_it_is_decided(a, b, c, d, excluded):
    unlike = "".join(f", dif(O, {order})" for order in sorted(excluded))
    domains = f"X in {min(a, b)}..{max(a, b)}, Y in {min(c, d)}..{max(c, d)}"
    pairs = product(range(min(a, b), max(a, b) + 1), range(min(c, d), max(c, d) + 1))
    expected = [(x, y, "<" if x < y else "=" if x == y else ">") for x, y in pairs]
    orders = {order for _, _, order in expected}
    left = ask(f"{domains}, zcompare(O, X, Y)").first()
    assert left["O"] in orders if len(orders) == 1 else str(left["O"])[0] != orders
    allowed = [row for row in expected if row[2] not in excluded]
    assert rows(f"{domains}, zcompare(O, X, Y){unlike}, label([X, Y])", "XYO") == allowed
    for order in "<=>":
        assert rows(f"{domains}, zcompare({order}, X, Y), label([X, Y])", "XY") == [
            r[:2] for r in expected if r[2] == order
        ]


# -- the rest of the language ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "answers"),
    [
        ("X in 1..2, \\+ X #> 3", ["X in 1..2"]),
        ("X in 1..3, \\+ X = 5", ["X in 1..3"]),
        ("X in 1..3, ( member(X, [7, 0]) -> Y = a ; Y = b )", ["Y = b, X in 1..3"]),
        ("X in 1..2, ( X #> 3 -> Y = a ; Y = b )", ["Y = b, X in 1..2"]),
        ("X in 5..9, ( X #> 3 -> Y = a ; Y = b )", ["Y = a, X in 5..9"]),
        ("X in 1..9, once(member(X, [0, 12, 4, 5]))", ["X = 4"]),
        ("X in 1..9, ( X = 3 ; X #> 7 )", ["X = 3", "X in 8..9"]),
        ("findall(X, (X in 1..3, label([X])), L)", ["L = [1, 2, 3]"]),
        ("findall(X, (X in 1..3, Y in 5..9, label([X])), L), Z = 1", ["L = [1, 2, 3], Z = 1"]),
        ("X in 1..3, findall(X, label([X]), L)", ["L = [1, 2, 3], X in 1..3"]),
        ("X in 1..3, dif(X, 2), label([X])", ["X = 1", "X = 3"]),
        ("X in 1..3, X = Y, Y #\\= 2", ["Y = X, X in 1\\/3"]),
        ("X in 1..3, f(X, 2) = f(2, Y)", ["X = 2, Y = 2"]),
        ("maplist(#<(3), [X, Y]), fd_dom(X, D)", ["D = 4..sup, X in 4..sup, Y in 4..sup"]),
        ("G = (X #> 3), call(G), X #< 5", ["G = (4 #> 3), X = 4"]),
    ],
)
def test_they_stand_among_other_goals(query, answers):
    assert texts(query) == answers


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("X in 1..9, \\+ X #> 3", "#> inside \\+ needs a value for X"),
        ("X in 1..9, once(X #> 3)", "#> inside once needs a value for X"),
        ("X in 1..9, once((member(Y, [5, 1]), X #> Y))", "#> inside once needs a value for X"),
        ("findall(X, X in 1..3, L)", "in inside findall needs a value for X"),
        ("X #> 3, label([X])", "label needs a finite domain for X"),
        ("label([3, X])", "label needs a finite domain for X"),
        ("X in 1..3, Y #> X, labeling([max(Y)], [X])", "labeling needs a finite domain for Y"),
        (
            "X in 1..9, labeling([min(X * Z)], [X])",
            "finite domain for Z. Next: state one before this goal, such as Z in 1..9",
        ),
        ("X in 1..9, Z #> 0, labeling([max(X + Z)], [X])", "labeling needs a finite domain for Z. Next: state one"),
        ("X in 1..Y", "in needs a value for Y"),
        ("X in 1..3, X = a", "in takes integers, got 'a'"),
        ("X #= a", "#= takes expressions; expected integers, unknowns, and + - * // div mod rem abs min max ^"),
        ("X #= 3 / 2", "use // for the whole quotient"),
        ("X #= Y / 2", "got Y/2"),
        ("B #<==> (X #= foo(Y, _, Z))", "got foo(Y, _A, Z)"),
        ("findall(X, X #= W / Z, L)", "got W/Z"),
        ("maplist([Q] >> (Q #= W / 2), [E])", "got W/2"),
        ("label([X, f(Y)])", "label takes integers, got f(Y)"),
        ("X in {1, 2..3}", "in takes a domain; expected a domain such as 1..9, {1, 3} or"),
        ("X in {1, Y}", "in needs a value for Y"),
        ("chain([X, Y], #\\=)", "chain has no such relation; expected #=, #<, #=<, #>, #>=, got '#\\\\='"),
        ("chain([X, Y], R)", "chain needs a value for R"),
        ("chain([X, Y + 1], #<)", "chain takes integers, got Y+1"),
        ("zcompare(O, X, a)", "zcompare takes integers, got 'a'"),
        ("X in 1..9, zcompare(O, X, 5), once(O = (<))", "#< inside once needs a value for X"),
        ("disjoint2([r(X, 1, Y, 1), r(1, 2, 3)])", "disjoint2 takes rectangles; expected r(X, Width, Y, Height)"),
        ("disjoint2([r(X, 1, Y, 1), Z])", "disjoint2 needs a value for Z"),
        ("disjoint2([r(X, 1, Y, b)])", "disjoint2 takes integers, got 'b'"),
        ("X in 1..3, \\+ fd_degree(X, 1)", "fd_degree inside \\+ needs a value for X"),
        ("X in foo", "in takes a domain; expected a domain such as 1..9"),
        ("5 #<==> X", "#<==> takes conditions; expected comparisons such as X #> 3"),
        ("all_different([1, b])", "all_different takes integers, got 'b'"),
        ("labeling([quick], [X])", "labeling has no such option; expected leftmost, ff, ffc"),
        ("X #= 2 ^ 10000000", "the power is too large"),
    ],
)
def test_what_goes_wrong_is_told(query, wanted):
    with pytest.raises(PuzzleError) as error:
        texts(query)
    assert wanted in str(error.value)
    assert "Traceback" not in str(error.value)


# -- puzzles ---------------------------------------------------------------------------------------

PUZZLES = """
send([S, E, N, D, M, O, R, Y]) :-
    Letters = [S, E, N, D, M, O, R, Y], Letters ins 0..9, all_different(Letters), S #\\= 0, M #\\= 0,
    1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E #= 10000*M + 1000*O + 100*N + 10*E + Y.
queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs).
safe([]).
safe([Q | Qs]) :- apart(Qs, Q, 1), safe(Qs).
apart([], _, _).
apart([P | Ps], Q, D) :- Q #\\= P, abs(Q - P) #\\= D, More is D + 1, apart(Ps, Q, More).
magic([A, B, C, D, E, F, G, H, I]) :-
    Cells = [A, B, C, D, E, F, G, H, I], Cells ins 1..9, all_different(Cells),
    A + B + C #= 15, D + E + F #= 15, G + H + I #= 15, A + D + G #= 15, B + E + H #= 15, C + F + I #= 15,
    A + E + I #= 15, C + E + G #= 15.
"""


def puzzles(query):
    names = Program(Source(PUZZLES, "puzzles.pl"), common_names()).names
    return [str(answer) for answer in Query.read(query, names)]


def test_send_more_money():
    # before label as SWI-Prolog 9.0.4 leaves it: S = 9, M = 1, O = 0, E in 4..7, N in 5..8, R, D and Y in 2..8
    found = puzzles("send([S, E, N, D, M, O, R, Y]), fd_dom(E, DE), fd_dom(N, DN), fd_dom(R, DR)")
    assert len(found) == 1
    assert found[0].startswith("S = 9, M = 1, O = 0, DE = 4..7, DN = 5..8, DR = 2..8,")
    assert puzzles("send(Xs), label(Xs)") == ["Xs = [9, 5, 6, 7, 1, 0, 8, 2]"]


def test_queens_in_the_order_of_swi_prolog():
    first = [[1, 5, 8, 6, 3, 7, 2, 4], [1, 6, 8, 3, 7, 4, 2, 5], [1, 7, 4, 6, 8, 2, 5, 3]]  # by 9.0.4
    found = puzzles("queens(8, Qs), label(Qs)")
    assert len(found) == 92
    assert found[:3] == [f"Qs = {row}" for row in first]
    assert puzzles("queens(4, Qs)")[0].count("#\\=") >= 6


def test_magic_squares():
    assert len(puzzles("magic(Xs), label(Xs)")) == 8


# -- hostile text ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        "X in 0..1000000000000, Y in 0..1000000000000, X #> Y, Y #> X, label([X, Y])",
        "[X, Y, Z] ins 1..1000000000, X * X * X + Y * Y * Y #= Z * Z * Z, label([X, Y, Z])",
        "length(L, 100000), L ins 0..1, sum(L, #=, 50000), label(L), fail",
    ],
)
def test_what_has_no_end_is_stopped(query):
    with pytest.raises(LimitReached):
        texts(query, seconds=0.3)


@pytest.mark.parametrize(
    "query",
    [
        "X #= X ^ X",
        "X #> Y, Y #> X, X #> 0",
        "X #> 2, X #= X * X",
        "X #> 1, Y #> X * X, X #> Y * Y",
        f"X #= {'-(' * 3000}1{')' * 3000}",
        f"X #= {'+'.join(['Y'] * 20000)}",
        "#\\ " * 3000 + "X #= 3",
        "X in " + " \\/ ".join(str(2 * n) for n in range(3000)),
        "length(L, 2000), L ins 1..9, L = [X | _], X #> 3",
    ],
)
def test_deep_and_large_goals_are_taken(query):
    assert ask(query, seconds=20).first() is not None


def test_bounds_do_not_creep_for_ever():
    assert texts("X in 0..sup, Y in 0..sup, X #> Y, Y #> X, X = 7") == []
    assert texts("X #> Y, Y #> X, X #> 0, Y = 12") == []


def test_a_model_in_a_rule_file(tmp_path):
    file = tmp_path / "pair.pl"
    clause = "pair(X, Y) :- [X, Y] ins 1..9, X * Y #= 12, X #< Y, label([X, Y]).\n"
    file.write_text(f":- use_module(library(clpfd)).\n{clause}")
    found = load(str(file)).ask("pair(X, Y)")
    assert [(answer["X"], answer["Y"]) for answer in found] == [(2, 6), (3, 4)]


def test_every_goal_has_its_name_in_text():
    from logicpuzzles.logic.integers.goals import GOALS
    from logicpuzzles.text.predicates.integers import NAMES, Constraining

    assert sorted(NAMES.split()) == sorted(f"{name}/{arity}" for name, arity in GOALS)
    known = Constraining("element", 3)
    assert known.parameters == ("Index", "Items", "X")
    assert known.__doc__ == "X is the item of the list Items at Index, counted from 1."
