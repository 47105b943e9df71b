"""Searches whose moves the query machine answers: the same endings, counts and solutions as by the reference."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logicpuzzles import Limits, PuzzleError, load
from logicpuzzles.endings import Ending
from logicpuzzles.errors import Refusal
from logicpuzzles.search import SearchProblem, Solutions, plan, solve
from logicpuzzles.search.explore import explore

STRATEGIES = ("bfs", "iddfs", "ida", "astar", "dfs", "auto")
PEGS = """
move([From, To], [A, B, C], After) :- step(From, To, [A, B, C], After).
step(a, b, [[X | A], B, C], [A, [X | B], C]) :- fits(X, B).
step(a, c, [[X | A], B, C], [A, B, [X | C]]) :- fits(X, C).
step(b, a, [A, [X | B], C], [[X | A], B, C]) :- fits(X, A).
step(b, c, [A, [X | B], C], [A, B, [X | C]]) :- fits(X, C).
step(c, a, [A, B, [X | C]], [[X | A], B, C]) :- fits(X, A).
step(c, b, [A, B, [X | C]], [A, [X | B], C]) :- fits(X, B).
fits(_, []).
fits(X, [Y | _]) :- X < Y.
"""
BOAT = """
% Missionaries and cannibals: a state is the bank of the boat and who is on the left and on the right bank, in order.
move(Crew, [left, L0, R0], [right, L, R]) :- cross(Crew, L0, R0, L, R).
move(Crew, [right, L0, R0], [left, L, R]) :- cross(Crew, R0, L0, R, L).
cross(Crew, From0, To0, From, To) :- crew(Crew, From0), without(Crew, From0, From), with(Crew, To0, To),
    safe(From), safe(To).
crew([A], From) :- one(A, From).
crew([A, B], From) :- one(A, From), one(B, From), A @=< B.
one(A, From) :- A = c, holds(A, From) ; A = m, holds(A, From).
holds(A, [A | _]).
holds(A, [B | Rest]) :- dif(A, B), holds(A, Rest).
without([], All, All).
without([A | Crew], All, Rest) :- taken(A, All, Others), without(Crew, Others, Rest).
taken(A, [A | Rest], Rest).
taken(A, [B | Rest], [B | Others]) :- dif(A, B), taken(A, Rest, Others).
with([], All, All).
with([A | Crew], All, More) :- put(A, All, Others), with(Crew, Others, More).
put(A, [], [A]).
put(A, [B | Rest], [A, B | Rest]) :- A @=< B.
put(A, [B | Rest], [B | More]) :- \\+ A @=< B, put(A, Rest, More).
safe(Bank) :- findall(x, member(m, Bank), M), findall(x, member(c, Bank), C), enough(M, C).
enough([], _).
enough([M | Ms], Cs) :- length([M | Ms], N), length(Cs, K), N >= K.
start([left, [c, c, c, m, m, m], []]).
goal([right, [], [c, c, c, m, m, m]]).
"""


def problem_of(text: str, tmp_path: Any) -> SearchProblem:
    """The problem of a rule file, over the relation itself, which is not compiled to rules: that would take longest."""
    file = tmp_path / "puzzle.pl"
    file.write_text(text)
    puzzle = load(file).puzzle
    puzzle.compiled.rewriting_or_refusal = Refusal("it was not tried")
    return replace(puzzle.problem(), rewriting=None)


def told(ending: Ending | None) -> tuple[Any, ...]:
    """Everything that the machines must agree on."""
    names = ("moves", "states", "bounds", "reason", "count", "nodes", "limits", "strategy", "engine", "bound")
    return type(ending), repr([getattr(ending, name, None) for name in names])


def asked(problem: SearchProblem, strategy: str, limits: Limits) -> Any:
    """The ending, or the error."""
    try:
        return told(solve(problem, strategy, "rules", limits))
    except PuzzleError as error:
        return re.sub(r"_\d+", "_", str(error))  # the names of unknowns


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """A search stays where it was begun, however slow it is."""
    for name in ("HAND_OVER", "NUMPY_IS_THERE"):
        monkeypatch.setattr(plan, name, 1e9)


def on_machine(problem: SearchProblem) -> SearchProblem:
    """The problem on the machine, which must run it."""
    found = problem.on_machine()
    assert found is not None
    return found


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("text", [PEGS + "start([[1, 2, 3], [], []]).\ngoal([[], [], [1, 2, 3]]).", BOAT])
def test_lists_of_any_length(tmp_path, text, strategy):
    """Pegs and banks as lists, which no rewrite rules are for."""
    problem, limits = problem_of(text, tmp_path), Limits(nodes=300)
    assert asked(on_machine(problem), strategy, limits) == asked(problem, strategy, limits)


@pytest.mark.parametrize("name", ["hanoi.pl", "river", "jugs", "blocks", "six", "oshidori"])
def test_shipped_rule_files(name):
    """The relational engine, on either machine."""
    puzzle, limits = load(name).puzzle, Limits(nodes=60)
    problem = replace(puzzle.problem(), rewriting=None)
    for strategy in ("bfs", "iddfs"):
        expected = told(solve(problem, strategy, "relational", limits))
        assert told(solve(on_machine(problem), strategy, "relational", limits)) == expected


def random_moves(random: Random) -> str:
    """A move relation over states of two lists and a number, with guards of all kinds."""
    guards = (
        "dif(X, Y)", "X \\= Y", "X < Y", "X =:= Y", "N < 4", "\\+ X = Y", "(X = 0 -> true ; Y = 1)",
        "once(member(Z, A))", "member(Z, [X, Y])", "Z is X + N", "(N = 0 ; X = Y)", "findall(E, member(E, A), [_ | _])",
        "forall(member(E, B), E < 3)",
    )  # fmt: skip
    heads = (
        "[[X | A], [Y | B], N]", "[[X, Y | A], B, N]", "[A, [X, Y | B], N]", "[[X, Y | A], [1 | B], N]",
        "[[0, X | A], [Y | B], N]",
    )  # fmt: skip
    afters = (
        "[A, [X | B], N]", "[[Y | A], B, N]", "[B, A, N]", "[[X, X | A], B, N]", "[[X], B, Y]", "[A, [Y, X], 0]",
        "[A, A, M]", "[[[X] | A], B, N]", "[[f(X, A) | B], A, N]",
    )  # fmt: skip
    lines = []
    for number in range(random.randint(2, 5)):
        chosen = ", ".join(["Z = X", "M is (N + 1) mod 5", *random.sample(guards, random.randint(0, 2))])
        if "Z is" in chosen or "member(Z" in chosen:
            chosen = chosen.replace("Z = X, ", "")
        lines.append(f"move({number}-Z, {random.choice(heads)}, {random.choice(afters)}) :- {chosen}.")
    state = lambda: f"[{[random.randint(0, 2) for _ in range(random.randint(0, 3))]}, [1, 0], {random.randint(0, 2)}]"  # noqa: E731
    goal = random.choice([f"goal({state()}).", "goal([[], _, 1]).", "goal([A, A, _])."])
    return "\n".join(["start([[0, 1, 2], [1, 2], 0]).", goal, *lines])


def random_problem(random: Random, folders: Any) -> SearchProblem | None:
    """A random problem; None where its relation cannot even be looked at."""
    try:
        return problem_of(random_moves(random), folders.mktemp("random"))
    except PuzzleError:
        return None


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_random_relations(tmp_path_factory, seed):
    """Endings, counts, first solutions and errors, under limits at random."""
    random = Random(seed)
    problem = random_problem(random, tmp_path_factory)
    limits = Limits(nodes=random.choice([1, 2, 5, 17, 60]))
    machine = problem and problem.on_machine()
    if problem is None or machine is None:  # the relation is wrong, or raises at the beginning
        return
    for strategy in ("bfs", random.choice(STRATEGIES)):
        assert asked(machine, strategy, limits) == asked(problem, strategy, limits)


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_all_shortest_solutions(tmp_path_factory, seed):
    """All of them, in clause order, and their number."""
    random = Random(seed)
    problem = random_problem(random, tmp_path_factory)
    machine, found = problem and problem.on_machine(), []
    for one in (problem, machine) if machine else ():
        solutions = Solutions(one, "bfs", "rules", Limits(nodes=40))
        try:
            found.append((repr([(path.moves, path.states) for path in solutions][:50]), told(solutions.ending)))
        except PuzzleError as error:
            found.append(re.sub(r"_\d+", "_", str(error)))
    assert len(set(map(repr, found))) <= 1


def test_exploring(tmp_path):
    """The depth of every state, in the order of a queue."""
    problem = problem_of(PEGS + "start([[1, 2, 3], [], []]).\ngoal([[], [], [1, 2, 3]]).", tmp_path)
    plain, machine = explore(problem, [problem.start]), explore(on_machine(problem), [problem.start])
    assert plain.depths == machine.depths
    assert list(map(list, map(plain.table.states, range(8)))) == list(map(list, map(machine.table.states, range(8))))
    assert machine.table.depth(((), (), (1, 2, 3))) == plain.table.depth(((), (), (1, 2, 3))) == 7
    assert machine.table.depth(((1,), (2,), (4,))) is None


def test_going_on_after_a_limit(tmp_path):
    """A limit of nodes stops a search in the middle of a state; it goes on as if it had not."""
    problem = on_machine(problem_of(BOAT, tmp_path))
    from logicpuzzles.search.bfs import bfs
    from logicpuzzles.search.budget import Outcome

    search = bfs(problem)
    cap = 1
    while (outcome := search.run(5, cap)) != Outcome.FOUND:
        assert outcome in (Outcome.FULL, Outcome.PAUSED, Outcome.ROOM)
        assert search.nodes <= cap
        cap += outcome == Outcome.FULL
        if outcome == Outcome.ROOM:
            search.grow()
    assert (
        told(replace(search.path(), nodes=search.nodes))[1]
        == told(replace(solve(problem, "bfs", "rules"), strategy=None, engine=None))[1]
    )


def test_a_bad_state_late(tmp_path):
    """What is wrong with a relation in a state is told when the search comes to that state."""
    text = PEGS + "move(oops, [[], [1, 2], [3]], [_, [], []]).\nstart([[1, 2, 3], [], []]).\ngoal([[], [], [1, 2, 3]])."
    problem = problem_of(text, tmp_path)
    machine = on_machine(problem)
    assert "leaves a cell or the label open" in asked(problem, "bfs", Limits())
    assert asked(machine, "bfs", Limits()) == asked(problem, "bfs", Limits())
