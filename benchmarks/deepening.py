"""Deepening with the Manhattan distance beside C made for the board alone, by processor time; and on two cores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from time import perf_counter, process_time

from logicpuzzles import load
from logicpuzzles.search import SearchProblem
from logicpuzzles.search.asked_workers import Workers
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.deepening import Deepening, deepening_compiled

from .harness import Row, reference_of

SIDE = 4
CELLS = range(SIDE * SIDE)
WORK = 1 << 22  # states a slice


def rows() -> Iterator[Row]:
    """The first of Korf's hundred 15 puzzles, on one core and on two.

    C looks at 526,399,768 states; sequences of moves that lead where others lead are left out here.
    """
    puzzle = load("fifteen").puzzle
    problem = replace(puzzle.problem(bound="distance"), stronger=None)
    told = reference_of(specialised_c(puzzle.start))
    plain = None if told is None else told[0]
    name = "ida on the first of Korf's 100 15 puzzles"
    took, seconds = min(searched(problem) for _ in range(3))
    yield Row(name, took, "s", "specialised C", plain, target=plain and plain / 0.5)
    _, shared = min(searched(problem, workers=2) for _ in range(3))
    yield Row(f"{name}, 2 cores", shared, "s", "1 core", seconds)


def searched(problem: SearchProblem, workers: int = 1) -> tuple[float, float]:
    """Seconds of processor time, and seconds that passed."""
    search: Deepening = deepening_compiled(problem, bounded=True)
    search.share(Workers(workers))
    began = process_time(), perf_counter()
    while search.run(WORK, UNLIMITED) != Outcome.FOUND:
        pass
    return process_time() - began[0], perf_counter() - began[1]


def apart(one: int, two: int) -> int:
    """Steps between two cells."""
    return abs(one // SIDE - two // SIDE) + abs(one % SIDE - two % SIDE)


def specialised_c(start: tuple[int, ...]) -> str:
    """A program in C that knows the board: two functions for each place of the space and each place it came from.

    A state is a word of 4 bits a cell. A function `loose` has slack left, `tight` has none: a move away from a piece's
    place is turned back there, and a state without slack is the goal where no move is left.
    """
    beside = {cell: [other for other in CELLS if apart(cell, other) == 1] for cell in CELLS}
    contexts = [(cell, before) for cell in CELLS for before in (*beside[cell], -1)]
    lines = [
        f"typedef unsigned long long u; static long long nodes; static const int start[] = {{{str(start)[1:-1]}}};"
    ]
    for cell, before in contexts:
        lines.append(f"static int loose{cell}_{before + 1}(u, int, int); static int tight{cell}_{before + 1}(u, int);")
    for (cell, before), is_tight in product(contexts, (True, False)):
        head = "tight" if is_tight else "loose"
        following = [other for other in beside[cell] if other != before]
        lines.append(f"static int {head}{cell}_{before + 1}(u s, {'' if is_tight else 'int slack, '}int left) {{")
        lines.append(f"  {'if (left == 0) return 1;' if is_tight else ''} nodes += {len(following)}; u q;")
        for other in following:
            away = sum(1 << piece for piece in CELLS if piece and apart(cell, piece - 1) > apart(other, piece - 1))
            after, name = f"s ^ (q << {4 * other} ^ q << {4 * cell}), ", f"{other}_{cell + 1}"
            same = f"tight{name}({after}left - 1)" if is_tight else f"loose{name}({after}slack, left - 1)"
            lines.append(f"  q = s >> {4 * other} & 15; if (!({away}u >> q & 1)) {{ if ({same}) return 1; }}")
            if not is_tight:
                lines.append(f"  else if (slack > 2) {{ if (loose{name}({after}slack - 2, left - 1)) return 1; }}")
                lines.append(f"  else if (tight{name}({after}left - 1)) return 1;")
        lines.append("  return 0; }")
    cases = "\n".join(
        f"case {cell}: met = limit > sum ? loose{cell}_0(s, limit - sum, limit) : tight{cell}_0(s, limit); break;"
        for cell in CELLS
    )
    return "\n".join(["#include <stdio.h>", "#include <stdlib.h>", "#include <time.h>", *lines, MAIN % cases])


MAIN = """
int main(void) {
    u s = 0;
    int sum = 0, space = 0, met = 0;
    for (int i = 0; i < 16; i++) {
        int goal = start[i] - 1;
        s |= (u)start[i] << 4 * i;
        if (start[i]) sum += abs(i / 4 - goal / 4) + abs(i %% 4 - goal %% 4); else space = i;
    }
    clock_t began = clock();
    for (int limit = sum; !met; limit += 2) { nodes++; switch (space) {
%s
    } }
    printf("%%.9f %%lld\\n", (double)(clock() - began) / CLOCKS_PER_SEC, nodes);
    return 0;
}
"""
