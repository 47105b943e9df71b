"""Breadth-first search over move relations that do not compile, beside the same search written out in Python.

Pegs as lists, by rule files in text and in Python; a river, its banks as sorted lists.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from time import process_time
from typing import Any

from logicpuzzles import load
from logicpuzzles.search import SearchProblem, solve

from .harness import Row

N_DISCS = 10
STATES = f"({tuple(range(1, N_DISCS + 1))}, (), ())", f"((), (), {tuple(range(1, N_DISCS + 1))})"
TEXT = f"""
move([From, To], [A, B, C], After) :- step(From, To, [A, B, C], After).
step(a, b, [[X | A], B, C], [A, [X | B], C]) :- fits(X, B).
step(a, c, [[X | A], B, C], [A, B, [X | C]]) :- fits(X, C).
step(b, a, [A, [X | B], C], [[X | A], B, C]) :- fits(X, A).
step(b, c, [A, [X | B], C], [A, B, [X | C]]) :- fits(X, C).
step(c, a, [A, B, [X | C]], [[X | A], B, C]) :- fits(X, A).
step(c, b, [A, B, [X | C]], [A, [X | B], C]) :- fits(X, B).
fits(_, []).
fits(X, [Y | _]) :- X < Y.
start([{list(range(1, N_DISCS + 1))}, [], []]).
goal([[], [], {list(range(1, N_DISCS + 1))}]).
"""
PYTHON = f'''
"""The tower of Hanoi, pegs as lists."""

from logicpuzzles import Puzzle, Relation, conde, conso, eq, facts, lall, lt, neq, ntho, relation, seto, var

peg = Relation("peg")
facts(peg, (0,), (1,), (2,))


@relation
def fits(disc, discs):
    """`disc` may lie on `discs`."""
    top, rest = var(), var()
    return conde([eq(discs, ())], [conso(top, rest, discs), lt(disc, top)])


@relation
def move(label, before, after):
    """The top disc of a peg goes to another."""
    one, two, disc, here, left, there, more, between = (var() for _ in range(8))
    return lall(
        peg(one), ntho(one, before, here), conso(disc, left, here), peg(two), neq(one, two), eq(label, (one, two)),
        ntho(two, before, there), fits(disc, there), conso(disc, there, more), seto(one, before, left, between),
        seto(two, between, more, after),
    )


puzzle = Puzzle(move=move, start={STATES[0]}, goal={STATES[1]})
'''


N_PASSENGERS = 14
ALL = tuple(range(1, N_PASSENGERS + 1))
EATS = ((1, 2), (2, 3))
RIVER = f"""
% A ferryman with a wolf, a goat, a cabbage and others; his boat holds two of them.
start([left, {list(ALL)}, []]).
goal([right, [], {list(ALL)}]).
move(Cargo, [left, Here, There], [right, Rest, Joined]) :- crossing(Cargo, Here, There, Rest, Joined).
move(Cargo, [right, There, Here], [left, Joined, Rest]) :- crossing(Cargo, Here, There, Rest, Joined).
crossing(Cargo, Here, There, Rest, Joined) :-
    cargo(Cargo, Here, Rest), safe(Rest), append(Cargo, There, All), sort(All, Joined).
cargo([], Here, Here).
cargo([X], Here, Rest) :- select(X, Here, Rest).
cargo([X, Y], Here, Rest) :-
    append(Front, [X | Others], Here), select(Y, Others, Left), append(Front, Left, Rest).
safe(Bank) :- \\+ (eats(X, Y), memberchk(X, Bank), memberchk(Y, Bank)).
{" ".join(f"eats({one}, {two})." for one, two in EATS)}
"""
Tree = Callable[[Any], Iterable[Any]]  # the states after a state


def rows() -> Iterator[Row]:
    """Successors a second, by processor time."""
    hanoi = f"Hanoi, pegs as lists, 3^{N_DISCS} states"
    pegs = plain((ALL[:N_DISCS], (), ()), ((), (), ALL[:N_DISCS]), after_pegs)
    river = plain(("left", ALL, ()), ("right", (), ALL), after_crossing)
    for name, text, ending, (states, n_successors, rate) in (
        (f"{hanoi}, Prolog text", TEXT, "pl", pegs),
        (f"{hanoi}, Python", PYTHON, "py", pegs),
        (f"river, banks as lists, {river[0]:,} states", RIVER, "pl", river),
    ):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"puzzle.{ending}"
            file.write_text(text)
            problem = load(file).puzzle.problem()
        took = min(searched(problem, states) for _ in range(3))
        yield Row(name, n_successors / took / 1e6, "M successors/s", "written out in Python", rate, target=0.5)


def searched(problem: SearchProblem, states: int) -> float:
    """The seconds of a breadth-first search on the query machine, which meets so many `states`."""
    machine = problem.on_machine()
    assert machine is not None
    began = process_time()
    ending = solve(machine, "bfs", "rules")
    took = process_time() - began
    assert ending.nodes == states
    return took


def plain(start: Any, goal: Any, after: Tree) -> tuple[int, int, float]:
    """The same search in Python: the states that it meets, the successors, and millions of these a second."""
    began = process_time()
    seen, queue, n_successors = {start}, deque([start]), 0
    while queue:
        for state in after(queue.popleft()):
            n_successors += 1
            if state not in seen:
                if state == goal:
                    return len(seen), n_successors, n_successors / (process_time() - began) / 1e6
                seen.add(state)
                queue.append(state)
    raise AssertionError("the goal can be reached")


def after_pegs(pegs: Any) -> Iterator[Any]:
    """The states after one of Hanoi."""
    for one, here in enumerate(pegs):
        for two, there in enumerate(pegs):
            if one != two and here and (not there or here[0] < there[0]):
                moved = {one: here[1:], two: (here[0], *there)}
                yield tuple(moved.get(n, peg) for n, peg in enumerate(pegs))


def after_crossing(state: Any) -> Iterator[Any]:
    """The states after one at the river."""
    side, left, right = state
    here, there = (left, right) if side == "left" else (right, left)
    for size in range(3):
        for cargo in combinations(here, size):
            rest = tuple(x for x in here if x not in cargo)
            if not any(x in rest and y in rest for x, y in EATS):
                joined = tuple(sorted(cargo + there))
                yield ("right", rest, joined) if side == "left" else ("left", joined, rest)
