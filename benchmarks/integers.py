"""Constraints over integers in text, beside SWI-Prolog's library(clpfd) and the same models in Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from logicpuzzles import load
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

from .harness import Row, best
from .text import theirs

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


def rows() -> Iterator[Row]:
    """All answers of each puzzle, with everything loaded."""
    grids = [line for line in SUDOKUS.read_text().splitlines() if line[0] != "#"]
    text = CLAUSES + "".join(f"grid({number}, {_rows(grid)}).\n" for number, grid in enumerate(grids))
    names = Program(Source(text, "bench.pl"), common_names()).names

    def row(name: str, query: str, expected: int, reference: bool = True) -> Row:
        def asked() -> None:
            assert Query.read(query, names, seconds=300).count() == expected

        return Row(name, best(asked, 3), "s", "SWI-Prolog", theirs(LIBRARY + text, query) if reference else None)

    yield row("SEND + MORE = MONEY", "send(Digits)", 1)
    yield row("8 queens, 92 answers", "queens(8, Qs)", 92)
    yield row("12 queens, 14,200 answers", "queens(12, Qs)", 14_200)
    yield row("magic squares of order 4, one of eight positions", "corners(Square)", 880)
    squares = row("magic squares of order 4, all", "squares(Square)", 7_040, reference=False)
    model = load("magic_square", order=4, corners=False).model
    python = best(lambda: sum(1 for _ in model.solutions()), 3)
    yield Row(squares.name, squares.value, "s", "the model in Python", python)
    yield row("105 hard sudokus", "grid(N, Rows), sudoku(Rows)", len(grids))


def _rows(grid: str) -> str:
    """The rows of a grid as a list of lists, with `_` in empty cells."""
    cells = ["_" if cell in ".0" else cell for cell in grid]
    rows = [", ".join(cells[at : at + 9]) for at in range(0, 81, 9)]
    return f"[[{'], ['.join(rows)}]]"
