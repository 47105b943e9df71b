"""Random puzzles in Prolog text: the rewrite rules give the successors that the relation gives, in the same order.

The bodies hold goals that are not monotone (negation, conditions, once, identity, findall, comparison of numbers),
on cells that are unknown while the relation is compiled.
"""

from __future__ import annotations

import random
from itertools import product

from scale import scale

from logicpuzzles.errors import NeedsValue, PuzzleError, Refusal
from logicpuzzles.puzzles.puzzle import Puzzle
from logicpuzzles.rewriting.rewrite import matches
from logicpuzzles.text.reader import read

CELLS = ("A", "B", "C")
VALUES = (0, 1, 2)
STATES = list(product(VALUES, repeat=len(CELLS)))
GOALS = (
    "{x} = {y}",
    "{x} = {n}",
    "dif({x}, {y})",
    "{x} \\= {n}",
    "f({x}, {y})",
    "f({n}, {x})",
    "g({x})",
    "member({x}, [{n}, {y}])",
    "( {x} = {n} ; g({y}) )",
    "\\+ f({x}, {y})",
    "\\+ ( f({x}, Z{i}), g(Z{i}) )",
    "\\+ {x} = {n}",
    "\\+ \\+ g({x})",
    "not(member({x}, [{y}, {n}]))",
    "( {x} = {n} -> g({y}) ; true )",
    "( g({x}) -> dif({y}, {n}) ; {y} = {n} )",
    "( f({x}, W{i}) -> dif(W{i}, {y}) ; g({y}) )",
    "( \\+ g({x}), {y} = {n} -> true ; {x} = {y} ; g({y}) )",
    "once(f({x}, {y}))",
    "once(( f({x}, V{i}), g(V{i}) ))",
    "ignore(g({x}))",
    "{x} == {y}",
    "{x} \\== {n}",
    "{x} < {y}",
    "{x} + {n} =:= {y}",
    "{x} >= {n}",
    "findall(U{i}, f({x}, U{i}), [_ | _])",
    "findall(U{i}-{y}, f({x}, U{i}), L{i}), length(L{i}, {n})",
    "forall(f({x}, T{i}), T{i} >= {n})",
    "aggregate_all(count, f({x}, _), {n})",
    "aggregate_all(max(S{i}), f({x}, S{i}), M{i}), M{i} = {y}",  # SWI-Prolog 9.0 takes a given maximum of nothing
    "msort([{x}, {y}], [{x} | _])",
    "maplist(g, [{x}, {y}])",
    "call(f, {x}, {y})",
    "memberchk({x}, [{y}, {n}])",
    "nth0({x}, [{y}, {n}, {x}], {n})",
    "between({n}, {x}, {y})",
    "h({x}, {y})",
    "k({x}, {y})",
    "t({x}, {y})",
    "!",
    "g({x}), !",
    "( g({x}), ! ; f({y}, {x}) )",
    "( f({x}, R{i}), R{i} > {n}, !, g({y}) ; {x} = {y} ), !",
    "( g({x}) -> !, {y} = {n} ; true )",
    "( f({x}, O{i}) *-> dif(O{i}, {y}) ; g({y}) )",
    "( {x} = {n} *-> g({y}) ; {y} = {n} )",
    "catch(catch(( f({x}, N{i}), throw(N{i}) ), {n}, g({y})), _, {x} = {y})",
    "catch({y} =:= {x} // {n}, error(evaluation_error(zero_divisor), _), {x} = {y})",
    "catch({x} =:= {n} mod {y}, _, g({x}))",
    "catch(catch(( {x} = {n} -> throw({y}) ; g({x}) ), {n}, true), E{i}, dif(E{i}, {x}))",
    "catch(( {x} > {n}, throw(a) ), a, g({y}))",
    "catch(( dif({x}, {n}), throw({x}) ), _, g({y}))",
    "catch(findall(J{i}, ( f({x}, J{i}), J{i} > {n}, throw(a) ), _), a, g({y}))",
    "catch(h({x}, {y}), _, fail)",
    "freeze({x}, f({x}, {y}))",
    "call_nth(f({x}, K{i}), 2), K{i} = {y}",
    "call_nth(f({x}, L{i}), M{i}), M{i} > {n}",
    "findnsols(2, D{i}, f({x}, D{i}), [_ | F{i}]), F{i} = [{y}]",
    "freeze(G{i}, g(G{i})), f({x}, G{i})",
    "when(( nonvar({x}) ; nonvar({y}) ), {x} > {n})",
    "when(?=({x}, {y}), dif({x}, {n}))",
    "catch(( t({x}, I{i}), I{i} > {n}, throw({y}) ), H{i}, f({x}, H{i}))",
    "( member({x}, [{n}, {y}]) *-> ! ; true )",
    "( f({x}, {y}), g({y}) *-> true ; h({y}, {x}) )",
    "call(( member({x}, [{n}, {y}]), ! ))",
    "\\+ ( f({x}, Q{i}), !, g(Q{i}) )",
    "findall(P{i}, ( f({x}, P{i}), ! ), [{y}])",
    "c({x}, {y})",
    "d({x}, {y})",
    "e({x}, {y})",
)
RELATIONS = """
h(X, Y) :- f(X, Y), \\+ g(Y).
h(X, X) :- X > 1.
k(X, Y) :- ( g(X) -> f(X, Y) ; Y = X ).
:- table t/2.
t(X, Y) :- f(X, Y).
t(X, Y) :- t(X, Z), f(Z, Y), \\+ Y = 1.
c(0, Y) :- !, g(Y).
c(X, X) :- X > 1, !.
c(_, 1).
d(X, Y) :- ( f(X, Y), ! ; g(X), !, f(Y, X), ! ; Y = X ).
:- table e/2.
e(X, Y) :- t(X, Y), Y > 0, !.
e(X, X).
start([0, 1, 2]).
goal([2, 2, 2]).
values([0, 1, 2]).
"""


def random_puzzle(rng: random.Random) -> str:
    facts = {f"f({rng.choice(VALUES)}, {rng.choice(VALUES)})." for _ in range(4)}
    lines = [*sorted(facts), "g(0).", "g(2).", RELATIONS]
    for number in range(rng.randrange(1, 4)):
        goals = [random_goal(rng, f"{number}{place}") for place in range(rng.randrange(1, 4))]
        after = [rng.choice([*CELLS, *CELLS, "0", "1", "2"]) for _ in CELLS]
        label = rng.choice([*CELLS, str(number), f"[{rng.choice(CELLS)}, m]"])
        lines.append(f"move({label}, [A, B, C], [{', '.join(after)}]) :- {', '.join(goals)}.")
    return "\n".join(lines) + "\n"


def random_goal(rng: random.Random, number: str) -> str:
    x, y = rng.sample(CELLS, 2)
    return rng.choice(GOALS).format(x=x, y=y, n=rng.choice(VALUES), i=number)


def successors(puzzle: Puzzle, state: tuple[int, ...]) -> object:
    """What the relation gives for a state; the problem, where it cannot be asked."""
    try:
        return list(puzzle.successors(state))
    except (NeedsValue, PuzzleError) as problem:
        return type(problem)


def test_rules_and_relation_agree():
    compiled = split = 0
    for seed in range(scale(75, 5_000)):
        text = random_puzzle(random.Random(seed))
        puzzle = read(text, "random.pl").declare()
        if puzzle.refusal is not None:
            continue
        compiled += 1
        split += len(puzzle.rewriting.rules) > 3
        for state in STATES:
            expected = successors(puzzle, state)
            assert list(puzzle.rewriting.successors(state)) == expected, f"seed {seed}, {state}\n{text}"
    assert compiled > scale(60, 4_000)
    assert split > compiled // 3


def test_patterns_and_goal_relation_agree():
    """A goal state by the patterns, from one question on unknown cells, is one by the relation, and the other way."""
    compiled = several = 0
    for seed in range(scale(75, 3_000)):
        rng = random.Random(seed)
        facts = sorted({f"f({rng.choice(VALUES)}, {rng.choice(VALUES)})." for _ in range(4)})
        lines = [*facts, "g(0).", "g(2).", RELATIONS.replace("goal([2, 2, 2]).", ""), "move(m, S, S)."]
        for number in range(rng.randrange(1, 3)):
            goals = [random_goal(rng, f"{number}{place}") for place in range(rng.randrange(1, 4))]
            lines.append(f"goal([A, B, C]) :- member(A, [A, B, C]), {', '.join(goals)}.")
        text = "\n".join(lines)
        puzzle = read(text, "random.pl").declare()
        try:
            patterns = puzzle.patterns()
        except Refusal:
            continue
        compiled += 1
        found = [any(matches(pattern, state) for pattern in patterns) for state in STATES]
        several += 0 < sum(found) < len(STATES)
        assert found == [puzzle.goal_holds(state) for state in STATES], f"seed {seed}\n{text}"
    assert compiled > scale(60, 2_400)
    assert several > compiled // 2


def test_every_kind_of_goal_compiles():
    """Each goal alone, so that none of them hides behind a refusal."""
    for number, goal in enumerate(GOALS):
        rng = random.Random(number)
        body = goal.format(x="A", y="B", n=rng.choice(VALUES), i=number)
        facts = "f(0, 1). f(1, 2). f(2, 0). f(1, 1). g(0). g(2)."
        text = f"{facts}\n{RELATIONS}\nmove(B, [A, B, C], [C, A, B]) :- {body}.\n"
        puzzle = read(text, "one.pl").declare()
        assert puzzle.refusal is None, f"{body}: {puzzle.refusal}"
        for state in STATES:
            assert list(puzzle.rewriting.successors(state)) == successors(puzzle, state), f"{body} at {state}"


def test_the_dif_form_of_a_cut_compiles_to_guards():
    """`move_piece` as it is often written for a list walk, with a cut where the spaces lie side by side."""
    text = """
    move(P, [0, P | T], [P, 0 | T]) :- dif(P, 0).
    move(P, [P, 0 | T], [0, P | T]) :- dif(P, 0).
    move(P, [X | S], [X | T]) :- move(P, S, T).
    start([0, 1, 2]). goal([2, 1, 0]).
    """
    puzzle = read(text, "row.pl").declare()
    assert len(puzzle.rewriting.rules) == 4
    for state in product(VALUES, repeat=3):
        assert list(puzzle.rewriting.successors(state)) == list(puzzle.successors(state))
