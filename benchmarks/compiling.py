"""Compiling relations that last, beside asking the same relation for the moves of single states in the same run."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from logicpuzzles import load
from logicpuzzles.logic.machine import loading
from logicpuzzles.puzzles.puzzle import Puzzle
from logicpuzzles.rewriting.transitions import MACHINE

from .harness import Row

ASKED = 20  # states whose moves are asked for, to compare with
LIGHTS = '''"""Lights out, 5 by 5: a press switches a light and those beside it."""

from logicpuzzles import Puzzle, {goal}, conde, eq, relation

LIGHTS = range(25)


def near(one, two):
    return abs(one // 5 - two // 5) + abs(one % 5 - two % 5) <= 1


@relation
def press(light, before, after):
    return conde(*(
        [eq(light, one), *({switch} if near(one, i) else eq(before[i], after[i]) for i in LIGHTS)] for one in LIGHTS
    ))


puzzle = Puzzle(move=press, start=(1,) * 25, goal=(0,) * 25, values=(0, 1))
'''
ROOM = '''"""Sokoban: a room of 8 by 8, four boxes; a cell is empty, a box or the man."""

from logicpuzzles import Puzzle, Relation, conde, lall, ntho, relation, seto, var

ahead = Relation("ahead")
for row in range(8):
    for col in range(8):
        for way, down, right in (("up", -1, 0), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1)):
            line = [(row + down * n, col + right * n) for n in range(3)]
            inside = [8 * r + c for r, c in line if 0 <= r < 8 and 0 <= c < 8]
            if len(inside) > 1:
                ahead.add_fact(way, *inside[:2], inside[2] if len(inside) > 2 else "wall")


@relation
def move(way, before, after):
    here, there, beyond, one, two = var(), var(), var(), var(), var()
    return lall(
        ntho(here, before, "@"), ahead(way, here, there, beyond), seto(here, before, " ", one),
        conde(
            [ntho(there, before, " "), seto(there, one, "@", after)],
            [ntho(there, before, "$"), ntho(beyond, before, " "), seto(there, one, "@", two),
             seto(beyond, two, "$", after)],
        ),
    )


start = "".join("@" if n == 0 else "$" if n in (18, 21, 42, 45) else " " for n in range(64))
goal = "".join("@" if n == 0 else "$" if n in (27, 28, 35, 36) else " " for n in range(64))
puzzle = Puzzle(move=move, start=tuple(start), goal=tuple(goal), values=(" ", "$", "@"))
'''
DIALS = '''"""Dials on 4 by 6 cells: a press turns a dial and those beside it on by one, modulo 3."""

from logicpuzzles import Puzzle, conde, eq, project, relation

CELLS = range(24)


def near(one, two):
    return abs(one // 6 - two // 6) + abs(one % 6 - two % 6) <= 1


@relation
def press(cell, before, after):
    def turned(i):
        return project((before[i],), lambda value: eq(after[i], (value + 1) % 3))

    return conde(*(
        [eq(cell, one), *(turned(i) if near(one, i) else eq(before[i], after[i]) for i in CELLS)] for one in CELLS
    ))


puzzle = Puzzle(move=press, start=(1,) * 24, goal=(0,) * 24, values=(0, 1, 2))
'''
SLIDING = '''"""Sliding on 4 by 6 cells."""

from logicpuzzles import load

puzzle = load("sliding", rows=4, cols=6).puzzle
'''
PEGS = """% Hanoi with pegs as lists of discs, the top one first.
start([[1, 2, 3, 4], [], []]).
goal([[], [], [1, 2, 3, 4]]).
values([[], [1], [2], [3], [4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4],
    [1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4], [1, 2, 3, 4]]).
move([Disc, From, To], Before, After) :-
    nth0(From, Before, [Disc | Rest]), nth0(To, Before, Peg), From =\\= To, fits(Disc, Peg),
    put(From, Rest, Before, Between), put(To, [Disc | Peg], Between, After).
fits(_, []).
fits(Disc, [Top | _]) :- Disc < Top.
put(0, X, [_ | T], [X | T]).
put(N, X, [H | T], [H | U]) :- N > 0, M is N - 1, put(M, X, T, U).
"""
MAN = """% Sokoban: a room of 8 by 8, four boxes.
move(Way, Before, After) :-
    ahead(Way, Here, There, Beyond), at(Here, Before, man, floor, One), push(There, Beyond, One, After).
push(There, _, One, After) :- at(There, One, floor, man, After).
push(There, Beyond, One, After) :-
    integer(Beyond), at(There, One, box, man, Two), at(Beyond, Two, floor, box, After).
at(0, [X | T], X, Y, [Y | T]).
at(N, [H | T], X, Y, [H | U]) :- N > 0, M is N - 1, at(M, T, X, Y, U).
"""
LAMPS = """% Lights out, 5 by 5.
move(P, Before, After) :- light(P), press(P, 0, Before, After).
press(_, 25, [], []).
press(P, I, [X | T], [Y | U]) :- I < 25, ( near(P, I) -> flip(X, Y) ; Y = X ), J is I + 1, press(P, J, T, U).
flip(0, 1).
flip(1, 0).
"""


def room() -> str:
    """The facts of the room, and the relation over them."""
    lines = []
    for cell in range(64):
        for way, step in (("up", -8), ("down", 8), ("left", -1), ("right", 1)):
            line = [
                n for n in (cell + step, cell + 2 * step) if 0 <= n < 64 and (abs(step) == 8 or n // 8 == cell // 8)
            ]
            if line:
                lines.append(f"ahead({way}, {cell}, {line[0]}, {line[1] if len(line) > 1 else 'wall'}).")
    for name, boxes in (("start", (18, 21, 42, 45)), ("goal", (27, 28, 35, 36))):
        cells = ["man" if n == 0 else "box" if n in boxes else "floor" for n in range(64)]
        lines.append(f"{name}([{', '.join(cells)}]).")
    return "\n".join(["values([floor, box, man]).", *lines, MAN])


def lamps() -> str:
    """The facts of the lights, and the relation over them."""
    near = [(i, j) for i in range(25) for j in range(25) if abs(i // 5 - j // 5) + abs(i % 5 - j % 5) <= 1]
    facts = [*(f"light({i})." for i in range(25)), *(f"near({i}, {j})." for i, j in near)]
    return "\n".join(["values([0, 1]).", f"start({[1] * 25}).", f"goal({[0] * 25}).", *facts, LAMPS])


FILES = {
    "lights out 5x5, a table": ("table.py", LIGHTS.format(
        goal="membero", switch="membero((before[i], after[i]), ((0, 1), (1, 0)))")),
    "lights out 5x5, sums": ("sums.py", LIGHTS.format(goal="add", switch="add(before[i], after[i], 1)")),
    "Sokoban, 64 cells": ("room.py", ROOM),
    "dials on 24 cells": ("dials.py", DIALS),
    "sliding on 24 cells": ("sliding24.py", SLIDING),
    "Hanoi, pegs as lists": ("pegs.pl", PEGS),
    "lights out 5x5, Prolog text": ("lamps.pl", lamps()),
    "Sokoban, 64 cells, Prolog text": ("man.pl", room()),
}  # fmt: skip


def rows() -> Iterator[Row]:
    """The processor time of compiling, beside that of asking the relation for the moves of some states."""
    loading.load()
    import_module(MACHINE)
    for name, (file, text) in FILES.items():
        with TemporaryDirectory() as folder:
            path = Path(folder) / file
            path.write_text(text)
            took, asked, n_rules = min(measured(str(path)) for _ in range(3))
        yield Row(
            f"compile {name} ({n_rules} rules)",
            took,
            reference=f"{ASKED} states by the relation",
            reference_value=asked,
        )


def measured(path: str) -> tuple[float, float, int]:
    """The seconds of compiling the move relation and of asking for moves, and the number of rules."""
    puzzle: Any = load(path).puzzle
    assert isinstance(puzzle, Puzzle)
    began = process_time()
    rules = puzzle.rewriting.rules
    compiled = process_time()
    states = walk(puzzle)
    asking = process_time()
    for state in states:
        list(puzzle.successors(state))
    return compiled - began, process_time() - asking, len(rules)


def walk(puzzle: Puzzle) -> list[Any]:
    """States on a random walk by the rules."""
    choose, states = Random(1), [puzzle.start]
    while len(states) < ASKED:
        states.append(choose.choice([after for _, after in puzzle.rewriting.successors(states[-1])]))
    return states
