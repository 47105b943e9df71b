"""Tabled relations with modes: for each call the best answer alone, through cycles and mutual recursion too."""

from __future__ import annotations

import random
from itertools import pairwise
from math import inf

import pytest
import swi
from scale import scale
from test_text_directions import agree
from test_text_tabling import answers, names

from logicpuzzles.errors import LimitReached, PuzzleError
from logicpuzzles.text.query import Query

ROADS = "road(a, b, 3). road(b, c, 1). road(a, c, 5). road(c, a, 1). road(c, d, 2).\n"
PATHS = {
    "right": "path(A, A, 0) :- place(A). path(A, B, D) :- road(A, C, T), path(C, B, D0), D is D0 + T.",
    "left": "path(A, A, 0) :- place(A). path(A, B, D) :- path(A, C, D0), road(C, B, T), D is D0 + T.",
    "double": "path(A, A, 0) :- place(A). path(A, B, D) :- road(A, B, D). "
    "path(A, B, D) :- path(A, C, D1), path(C, B, D2), D is D1 + D2.",
}


def test_the_cheapest_way_through_a_cycle():
    text = ":- table path(_, _, min). path(A, A, 0). path(A, B, D) :- road(A, C, T), path(C, B, D0), D is D0 + T. "
    assert answers(text + ROADS, "path(a, d, D)") == ["D = 6"]
    assert answers(text + ROADS, "path(a, d, 6)") == ["true"]
    assert answers(text + ROADS, "path(a, d, 7)") == []
    assert answers(text + ROADS, "\\+ path(a, d, 7), findall(D, path(c, d, D), L)") == ["L = [2]"]


# What SWI-Prolog 9.0.4 answers to each, but where a moded argument is known, which it refuses, and `po`, where it
# keeps the answers that its manual says are replaced.
MODES = r"""
:- table p(_, min, max), q(_, first), r(_, last), s(_, sum), t(_, -), u(_, lattice(pair/3)), v(_, po(<)).
:- table w(index, min), x(+, min), g(min), h(max, _), k(_, sum), l(_, lattice(capped(_, _, _))), b(_, lattice(union)).
p(a, 1, 1). p(a, 2, 3). p(a, 0, 0). p(b, x, y).
q(a, 1). q(a, 2).
r(a, 1). r(a, 2).
s(a, 1). s(a, 2). s(a, 1).
t(a, 5). t(a, 4).
u(a, 1). u(a, 2). pair(A, B, f(A, B)).
v(a, 1). v(a, 3). v(a, 2).
w(a, 3). w(a, 1 + 0). w(a, b). w(b, 3). w(b, f(x)).
x(a, f(3)). x(a, f(1)). x(a, [1]).
g(3). g(1).
h(3, a). h(1, a). h(7, b).
k(a, 1). k(a, X) :- k(a, Y), Y < 5, X is Y + 1.
l(a, X) :- member(X, [1, 2, 3]).
capped(_, 3, _) :- !, fail.
capped(X, Y, Z) :- Z is X + Y.
b(a, [a]). b(a, [b]). b(a, [a]).
:- table m(_, _, min), low(_, min), above/1, other(_, min), once_/1, next(_, min).
m(X, Y, C) :- e(X, Y, C).
m(X, Y, C) :- m(X, Z, A), e(Z, Y, B), C is A + B.
e(a, b, 3). e(b, c, 1). e(a, c, 5). e(c, a, 1). e(c, d, 2).
low(a, 7). low(a, 6). low(a, 8).
above(X) :- low(a, X).
other(a, 7). other(a, 6). other(a, X) :- once_(Y), X is Y - 1, X > 3.
once_(X) :- other(a, X).
next(a, X) :- member(X, [3, 2]).
next(b, X) :- next(a, Y), X is 10 - Y.
"""
EXPECTED = {
    "p(A, B, C)": ["A = a, B = 0, C = 3", "A = b, B = x, C = y"],
    "q(A, B)": ["A = a, B = 1"],
    "r(A, B)": ["A = a, B = 2"],
    "s(A, B)": ["A = a, B = 4"],
    "t(A, B)": ["A = a, B = 5"],
    "u(A, B)": ["A = a, B = f(1, 2)"],
    "w(A, B)": ["A = a, B = 3", "A = b, B = 3"],
    "x(A, B)": ["A = a, B = f(1)"],
    "g(X)": ["X = 1"],
    "h(A, B)": ["A = 3, B = a", "A = 7, B = b"],
    "k(a, X)": ["X = 7"],
    "l(A, B)": ["A = a, B = 3"],
    "b(A, B)": ["A = a, B = [b, a]"],
    "m(a, B, C)": ["B = b, C = 3", "B = c, C = 4", "B = a, C = 5", "B = d, C = 6"],
    "above(X)": ["X = 6"],
    "next(A, B)": ["A = a, B = 2", "A = b, B = 8"],
    "other(A, B)": ["A = a, B = 4"],
    "once_(X)": ["X = 4", "X = 5", "X = 6"],
}


@pytest.mark.parametrize("query", EXPECTED)
def test_each_mode_keeps_what_it_says(query):
    assert sorted(answers(MODES, query)) == sorted(EXPECTED[query])


def test_a_partial_order_keeps_what_is_better():
    assert answers(MODES, "v(a, X)") == ["X = 3"]


def test_a_known_value_is_compared_with_the_best():
    assert answers(MODES, "g(3)") == []
    assert answers(MODES, "h(3, X)") == ["X = a"]
    assert answers(MODES, "p(X, Y, Y)") == []


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
def test_swi_prolog_keeps_the_same(tmp_path):
    file = tmp_path / "modes.pl"
    file.write_text(MODES)
    known = names(MODES)
    for query, theirs in zip(EXPECTED, swi.answers(file, list(EXPECTED), tmp_path), strict=True):
        ours = [tuple(answer[name] for name in answer) for answer in Query.read(query, known)]
        assert agree(sorted(ours, key=str), sorted(map(tuple, theirs), key=str)), query


def _graph(rng, acyclic=False):
    size = rng.randrange(2, 8)
    pairs = [(a, b) for a in range(size) for b in range(size) if a < b or not acyclic]
    return size, {pair: rng.randrange(1, 9) for pair in rng.sample(pairs, rng.randrange(1, len(pairs) + 1))}


def _text(size, roads):
    places = " ".join(f"place({a})." for a in range(size))
    return places + " " + " ".join(f"road({a}, {b}, {cost})." for (a, b), cost in roads.items()) + "\n"


def _least(size, roads):
    """The least costs (R. W. Floyd, 1962)."""
    cost = {(a, b): 0 if a == b else roads.get((a, b), inf) for a in range(size) for b in range(size)}
    for c in range(size):
        for a in range(size):
            for b in range(size):
                cost[a, b] = min(cost[a, b], cost[a, c] + cost[c, b])
    return {pair: least for pair, least in cost.items() if least < inf}


def test_least_costs_of_random_graphs():
    for seed in range(scale(40, 600)):
        rng = random.Random(seed)
        size, roads = _graph(rng)
        least = _least(size, roads)
        for clauses in PATHS.values():
            known = names(":- table path(_, _, min).\n" + _text(size, roads) + clauses)
            a, b = rng.randrange(size), rng.randrange(size)
            found = [answer["D"] for answer in Query.read(f"path({a}, {b}, D)", known)]
            assert found == ([least[a, b]] if (a, b) in least else []), (clauses, roads)
            found = {(x["A"], x["B"]): x["D"] for x in Query.read("path(A, B, D)", known)}
            assert found == least, (clauses, roads)


def test_longest_ways_where_there_are_no_cycles():
    for seed in range(scale(40, 600)):
        size, roads = _graph(random.Random(seed), acyclic=True)
        most = {pair: -cost for pair, cost in _least(size, {pair: -cost for pair, cost in roads.items()}).items()}
        for clauses in PATHS.values():
            known = names(":- table path(_, _, max).\n" + _text(size, roads) + clauses)
            found = {(x["A"], x["B"]): x["D"] for x in Query.read("path(A, B, D)", known)}
            assert found == most, (clauses, roads)


MUTUAL = """
:- table even(_, _, min), odd(_, _, min).
even(A, A, 0) :- place(A).
even(A, B, D) :- odd(A, C, D0), road(C, B, T), D is D0 + T.
odd(A, B, D) :- even(A, C, D0), road(C, B, T), D is D0 + T.
"""


def test_mutual_recursion_with_modes():
    """Ways of an even number of roads: least costs in the graph of places with the parity."""
    for seed in range(scale(40, 600)):
        size, roads = _graph(random.Random(seed))
        doubled = {}
        for (a, b), cost in roads.items():
            doubled[a, b + size] = doubled[a + size, b] = cost
        least = _least(2 * size, doubled)
        known = names(MUTUAL + _text(size, roads))
        for name, shift in (("even", 0), ("odd", size)):
            expected = {(a, b - shift): d for (a, b), d in least.items() if a < size and shift <= b < shift + size}
            found = {(x["A"], x["B"]): x["D"] for x in Query.read(f"{name}(A, B, D), D >= 0", known)}
            assert found == expected, (name, roads)


WAYS = """
:- table way(_, _, lattice(shorter/3)).
shorter(D1-W1, D2-W2, Best) :- ( D1-W1 @=< D2-W2 -> Best = D1-W1 ; Best = D2-W2 ).
way(A, A, 0-[A]) :- place(A).
way(A, B, D-[A | W]) :- road(A, C, T), way(C, B, V), V = D0-W, D is D0 + T.
:- table beyond(_, lattice(ord_union/3)).
beyond(A, [A]) :- place(A).
beyond(A, Bs) :- road(A, C, _), beyond(C, Bs).
"""


def test_lattices_of_ways_and_of_sets():
    for seed in range(scale(40, 600)):
        size, roads = _graph(random.Random(seed))
        least = _least(size, roads)
        known = names(WAYS + _text(size, roads))
        for x in Query.read("place(A), way(A, B, W)", known):
            cost, way = x["W"].args
            assert cost == least.pop((x["A"], x["B"])) == sum(roads[step] for step in pairwise(way))
            assert (way[0], way[-1]) == (x["A"], x["B"])
        assert not least
        least = _least(size, roads)
        for a in range(size):
            (found,) = Query.read(f"beyond({a}, Bs)", known)
            assert found["Bs"] == tuple(b for b in range(size) if (a, b) in least)


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
def test_swi_prolog_finds_the_same_in_random_graphs(tmp_path):
    rng = random.Random(1)
    for number in range(scale(4, 40)):
        size, roads = _graph(rng)
        text = ":- table path(_, _, min).\n" + _text(size, roads) + PATHS["double"] + MUTUAL + WAYS
        file = tmp_path / f"graph{number}.pl"
        file.write_text(text)
        queries = ["path(A, B, D)", "even(A, B, D)", "odd(A, B, D)", "place(A), way(A, B, W)", "place(A), beyond(A, L)"]
        for query, theirs in zip(queries, swi.answers(file, queries, tmp_path), strict=True):
            ours = [tuple(answer[name] for name in answer) for answer in Query.read(query, names(text))]
            assert agree(sorted(ours, key=str), sorted(map(tuple, theirs), key=str)), (query, text)


def test_what_asks_for_the_best_does_not_see_others():
    text = (
        ":- table cost(_, min), all/2, bound/1. cost(X, D) :- member(X-D, [a-3, a-1, b-2]). all(X, D) :- cost(X, D). "
    )
    text += "bound(L) :- findall(X-D, cost(X, D), L)."
    assert answers(text, "all(a, D)") == ["D = 1"]
    assert answers(text, "bound(L)") == ["L = [a-1, b-2]"]


def test_many_subproblems_take_linear_time():
    """The fewest coins, each sum a call of its own that waits for smaller ones."""
    size = scale(1_500, 20_000)
    text = ":- table coins(_, min). coins(0, 0). coins(S, N) :- S > 0, member(C, [1, 7, 10]), S >= C, R is S - C, "
    text += "coins(R, M), N is M + 1."
    fewest = [0]
    for total in range(1, size + 1):
        fewest.append(1 + min(fewest[total - coin] for coin in (1, 7, 10) if coin <= total))
    assert answers(text, f"coins({size}, N)", seconds=scale(60, 600)) == [f"N = {fewest[size]}"]


def test_an_answer_that_may_be_of_another_call_needs_a_value():
    text = ":- table z(_, min). z(_, 3). z(a, 1). z(b, 4)."
    with pytest.raises(PuzzleError, match="z needs a value for Who"):
        answers(text, "z(Who, D)")
    assert answers(text, "member(X, [a, b, c]), z(X, D)") == ["X = a, D = 1", "X = b, D = 3", "X = c, D = 3"]
    assert answers(":- table z(_, min). z(_, 3). z(_, 2).", "z(X, D)") == ["D = 2"]
    assert answers(":- table z(_, first). z(f(A, B), A-B). z(f(_, _), 1).", "z(X, D)") == ["X = f(_A, _B), D = _A-_B"]


def test_what_cannot_be_compared_yet_needs_a_value():
    with pytest.raises(PuzzleError, match="min needs a value for D"):
        answers(":- table z(_, min). z(a, _). z(a, 1).", "z(a, D)")
    with pytest.raises(PuzzleError, match="sum"):
        answers(":- table z(_, sum). z(a, b). z(a, 1).", "z(a, D)")


def test_a_lattice_may_not_ask_its_own_table():
    text = ":- table z(_, lattice(l/3)). z(a, 1). z(a, 2). l(A, B, C) :- z(a, D), C is A + B + D."
    with pytest.raises(PuzzleError, match="a mode of z/2 names a relation that asks z/2"):
        answers(text, "z(a, X)")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("z(_, mim)", ": this is not a mode of tabling; expected _, index, min, max, first, last, sum, lattice"),
        ("z(_, 3)", ": this is not a mode of tabling"),
        ("z(_, lattice(l/2))", ": lattice takes a relation of 3 arguments; expected such as lattice(name/3)"),
        ("z(_, lattice(3))", ": lattice takes a relation of 3 arguments"),
        ("z(_, po(l(_, _, _)))", ": po takes a relation of 2 arguments; expected such as po(name/2)"),
        ("z(_, po(better/2))", ": there is no relation better/2"),
        ("z", ": a name with its number of arguments is missing; expected such as path/2, or path(_, _, min)"),
    ],
)
def test_a_mode_that_there_is_not_is_told(spec, message):
    with pytest.raises(PuzzleError, match="p.pl:") as error:
        names(f":- table {spec}. z(1, 2).")
    assert message in str(error.value)


def test_a_tabled_relation_is_never_advised_to_be_tabled():
    for text in (
        ":- table nat/1. nat(0). nat(N) :- nat(M), N is M + 1.",
        ":- table nat(max). nat(0). nat(N) :- nat(M), N is M + 1.",
    ):
        with pytest.raises(LimitReached) as error:
            answers(text, "nat(X)", seconds=2)
        assert "nat/1 is tabled" in error.value.hint
        assert "table name/N" not in error.value.hint
    with pytest.raises(LimitReached) as error:
        answers(":- table q/1. q(1). nat(0). nat(N) :- nat(M), N is M + 1.", "q(_), nat(5), fail", seconds=2)
    assert "table name/N" in error.value.hint


def test_the_directive_of_a_table_is_listed_as_it_was_stated():
    known = names(":- table v(_, po((<)/2), max, lattice('X y'/3)), w/1. v(a, 1, 2, 3). w(1). 'X y'(X, _, X).")
    assert known.find("v", 4).declared == "v(_, po((<)/2), max, lattice('X y'/3))"
    assert known.find("w", 1).declared == "w/1"


EDITS = """
:- table edit(_, _, min).
edit([], [], 0).
edit([_ | A], B, N) :- edit(A, B, M), N is M + 1.
edit(A, [_ | B], N) :- edit(A, B, M), N is M + 1.
edit([X | A], [Y | B], N) :- edit(A, B, M), ( X = Y -> N = M ; N is M + 1 ).
"""


def test_the_fewest_edits_from_one_word_to_another():
    """Against R. A. Wagner's and M. J. Fischer's table (1974)."""
    for seed in range(scale(20, 200)):
        rng = random.Random(seed)
        one, two = (rng.choices("abc", k=rng.randrange(7)) for _ in range(2))
        row = list(range(len(two) + 1))
        for number, letter in enumerate(one, 1):
            before, row = row, [number]
            for place, other in enumerate(two):
                row.append(min(before[place] + (letter != other), before[place + 1] + 1, row[-1] + 1))
        text = f"edit([{', '.join(one)}], [{', '.join(two)}], N)"
        assert answers(EDITS, text) == [f"N = {row[-1]}"]
