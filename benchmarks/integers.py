"""Constraints over integers in text, beside SWI-Prolog's library(clpfd) and the same models in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

from logicpuzzles import load
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

from .harness import Row
from .text import SWIPL, theirs, timed

LIBRARY = ":- use_module(library(clpfd)).\n"
SUDOKUS = Path(__file__).parent / "sudoku.txt"
CLAUSES = """
send(Ds) :-
    Ds = [S, E, N, D, M, O, R, Y], Ds ins 0..9, all_different(Ds), S #\\= 0, M #\\= 0,
    1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E #= 10000*M + 1000*O + 100*N + 10*E + Y, label(Ds).
queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs), label(Qs).
safe([]).
safe([Q | Qs]) :- apart(Qs, Q, 1), safe(Qs).
apart([], _, _).
apart([P | Ps], Q, D) :- Q #\\= P, abs(Q - P) #\\= D, More is D + 1, apart(Ps, Q, More).
square(Square) :-
    Square = [A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P], Square ins 1..16, all_different(Square),
    A + B + C + D #= 34, E + F + G + H #= 34, I + J + K + L #= 34, M + N + O + P #= 34,
    A + E + I + M #= 34, B + F + J + N #= 34, C + G + K + O #= 34, D + H + L + P #= 34,
    A + F + K + P #= 34, D + G + J + M #= 34.
squares(Square) :- square(Square), label(Square).
corners(Square) :-
    square(Square), Square = [A, _, _, D, _, _, _, _, _, _, _, _, M, _, _, P], A #< D, D #< M, A #< P, label(Square).
sudoku(Rows) :-
    length(Rows, 9), maplist(same_length(Rows), Rows), append(Rows, Cells), Cells ins 1..9,
    maplist(all_distinct, Rows), transpose(Rows, Columns), maplist(all_distinct, Columns),
    Rows = [A, B, C, D, E, F, G, H, I], boxes(A, B, C), boxes(D, E, F), boxes(G, H, I), label(Cells).
boxes([], [], []).
boxes([A, B, C | As], [D, E, F | Bs], [G, H, I | Cs]) :- all_distinct([A, B, C, D, E, F, G, H, I]), boxes(As, Bs, Cs).
"""


HARDEST = (0, 64)  # of the sudokus: the one called so by P. Norvig, and the one that takes SWI-Prolog longest


def rows() -> Iterator[Row]:
    """All answers of each puzzle with everything loaded, in seconds of the processor.

    Beside SWI-Prolog the figure to reach is a twentieth of its time; beside the same model in Python, which is read,
    built and solved each time, 1.3 times its time. A query is read each time too.
    """
    grids = [line for line in SUDOKUS.read_text().splitlines() if line[0] != "#"]
    text = CLAUSES + "".join(f"grid({number}, {_rows(grid)}).\n" for number, grid in enumerate(grids))
    names = Program(Source(text, "bench.pl"), common_names()).names

    def took(query: str, expected: int, times: int = 5) -> float:
        return spent(lambda: Query.read(query, names, seconds=300).count(), expected, times)

    def beside(name: str, took: float, other: float | None) -> Row:
        return Row(name, took, "s", "SWI-Prolog", other, None if other is None else other / 20)

    def modelled(name: str, ours: float, expected: int, *models: tuple[str, dict[str, Any]]) -> Row:
        python = spent(lambda: sum(load(rule, **given).model.count(workers=1) for rule, given in models), expected)
        return Row(f"{name}, beside Python", ours, "s", "the model in Python", python, 1.3 * python)

    def pair(
        name: str, query: str, expected: int, *models: tuple[str, dict[str, Any]], times: int = 3
    ) -> Iterator[Row]:
        ours = took(query, expected)
        yield beside(name, ours, theirs(LIBRARY + text, query, times))
        yield modelled(name, ours, expected, *models)

    yield from pair("12 queens, 14,200 answers", "queens(12, Qs)", 14_200, ("queens", {"n": 12}), times=1)
    yield from pair("8 queens, 92 answers", "queens(8, Qs)", 92, ("queens", {"n": 8}))
    first = "once(queens(8, Qs))"
    yield beside("8 queens, the first answer", took(first, 1), theirs(LIBRARY + text, first))
    yield from pair("SEND + MORE = MONEY", "send(Digits)", 1, ("send_more", {}))
    name, swi = "magic squares of order 4, one of eight positions", theirs(LIBRARY + text, "corners(Square)", 1)
    ours = took("corners(Square)", 880)
    yield beside(name, ours, swi)
    yield modelled(name, ours, 880, ("magic_square", {"order": 4}))
    ours = took("squares(Square)", 7_040)
    eightfold = None if swi is None else 8 * swi  # it takes more than eight minutes for all of them
    yield replace(beside("magic squares of order 4, all", ours, eightfold), reference="8 times that")
    yield modelled("magic squares of order 4, all", ours, 7_040, ("magic_square", {"order": 4, "corners": False}))
    for n in HARDEST:
        sudoku = ("sudoku", {"grid": grids[n]})
        yield from pair(f"sudoku {n + 1}", f"grid({n}, Rows), sudoku(Rows)", 1, sudoku)
    if SWIPL is not None:
        ours = [took(f"grid({n}, Rows), sudoku(Rows)", 1) for n in range(len(grids))]
        other = timed(LIBRARY + text, f"between(0, {len(grids) - 1}, N)", "grid(N, Rows), sudoku(Rows)")
        least = min(range(len(grids)), key=lambda n: other[n] / ours[n])
        yield beside(f"sudoku {least + 1}, of {len(grids)} that with the least ratio", ours[least], other[least])
    all_ = [("sudoku", {"grid": grid}) for grid in grids]
    yield from pair(f"{len(grids)} hard sudokus", "grid(N, Rows), sudoku(Rows)", len(grids), *all_, times=1)
    counted = "aggregate_all(count, queens(10, Qs), 724)"
    yield beside("10 queens, counted in the query", took(counted, 1), theirs(LIBRARY + text, counted))


def spent(count: Callable[[], int], expected: int, times: int = 5) -> float:
    """The shortest time of the processor, in seconds, of several counts, after one to warm up."""
    took = []
    for _ in range(times + 1):
        began = process_time()
        found = count()
        took.append(process_time() - began)
        if found != expected:
            raise AssertionError(f"{found:,} answers, not {expected:,}")
    return min(took[1:])


def _rows(grid: str) -> str:
    """The rows of a grid as a list of lists, with `_` in empty cells."""
    cells = ["_" if cell in ".0" else cell for cell in grid]
    rows = [", ".join(cells[at : at + 9]) for at in range(0, 81, 9)]
    return f"[[{'], ['.join(rows)}]]"
