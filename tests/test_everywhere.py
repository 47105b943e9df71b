"""What has to work wherever Python does: each shipped rule file, a search, a model, a game, a session.

It needs nothing but pytest, so that `make everywhere` can run it with the system's own Python, and in Pyodide.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from logicpuzzles import load, loads
from logicpuzzles.cli import run as command_line
from logicpuzzles.text import outline, sentences
from logicpuzzles.text.syntax import diagnostics, lexical, parser, patterns, plain, words

RULES = Path(__file__).parent.parent / "rules"
with_threads = pytest.mark.skipif(
    sys.platform == "emscripten", reason="long searches, models, games and the session start a thread or a process"
)
LONG = ("seven.py", "seven.pl", "eight.py")
PUZZLES: dict[str, tuple[dict[str, Any], int]] = {  # the fewest moves
    "six.py": ({}, 15),
    "seven.py": ({}, 36),
    "seven.pl": ({}, 36),
    "eight.py": ({}, 31),
    "sliding.py": ({"rows": 2, "cols": 2}, 6),  # a ring of three pieces: twelve states, six moves to the farthest
    "blocks.py": ({}, 5),
    "oshidori.py": ({}, 4),
    "hanoi.pl": ({}, 15),  # 2^4 - 1
    "jugs.pl": ({}, 7),
    "river.pl": ({}, 7),  # Alcuin
    "bridge.pl": ({}, 5),
    "lights_out.py": ({"rows": 2, "cols": 2}, 4),
    "reves.py": ({"cheeses": 3}, 5),
    "knights_tour.py": ({"rows": 3, "cols": 4}, 11),  # twelve squares
}
SUCCESSORS: dict[str, int] = {"fifteen.py": 4, "pancakes.py": 7, "pocket_cube.py": 9, "top_spin.py": 12}
MODELS: dict[str, tuple[dict[str, Any], int]] = {  # the number of solutions
    "send_more.py": ({}, 1),
    "send_more.pl": ({}, 1),
    "magic_square.py": ({"corners": False}, 8),
    "magic_square.pl": ({}, 1),
    "golomb.py": ({"marks": 4}, 1),
    "queens.py": ({"n": 6}, 4),
    "queens.pl": ({"n": 6}, 4),
    "sudoku.py": ({}, 1),
    "sudoku.pl": ({}, 1),
    "zebra.py": ({}, 1),
    "zebra_fd.pl": ({}, 1),
    "nonogram.py": ({}, 1),
    "nurikabe.py": ({}, 1),
    "knights_circuit.py": ({"rows": 3, "cols": 10}, 16),
    "pentominoes.py": ({"rows": 3, "cols": 20}, 2),
}
QUERIES = {
    "zebra.pl": ("zebra(Owner)", "Owner"),
    "knights.pl": ("island(28, People)", "People"),
    "coins.py": ("answer([3, heavy], [[1, 2, 3, 4], [5, 6, 7, 8]], A)", "A"),
    "mastermind.py": ("answer([1, 2, 3, 4], [1, 3, 2, 5], A)", "A"),
}


def test_every_rule_file_is_here() -> None:
    """No shipped rule file is left out."""
    here = {*PUZZLES, *SUCCESSORS, *MODELS, *QUERIES}
    assert here == {path.name for path in RULES.iterdir() if path.suffix in (".py", ".pl")}


@pytest.mark.parametrize("name", [pytest.param(name, marks=with_threads if name in LONG else ()) for name in PUZZLES])
def test_puzzles_are_solved(name: str) -> None:
    """The relation answers, and the shortest solution is as long as published."""
    parameters, length = PUZZLES[name]
    puzzle = load(name, **parameters).puzzle
    assert puzzle.successors(puzzle.start)
    assert puzzle.solve().length == length


@pytest.mark.parametrize("name", SUCCESSORS)
def test_large_puzzles_move(name: str) -> None:
    """The relation answers with as many moves as the puzzle has at its start."""
    puzzle = load(name).puzzle
    assert len(puzzle.successors(puzzle.start)) == SUCCESSORS[name]


@with_threads
@pytest.mark.parametrize("name", MODELS)
def test_models_are_solved(name: str) -> None:
    """The number of solutions is the published one."""
    parameters, n = MODELS[name]
    assert load(name, **parameters).model.count() == n


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=with_threads if name == "mastermind.py" else ()) for name in QUERIES]
)
def test_relations_answer(name: str) -> None:
    """A query has the answer that can be worked out by hand."""
    query, unknown = QUERIES[name]
    expected = {"zebra.pl": "japanese", "knights.pl": (1, 0), "coins.py": "left", "mastermind.py": (1, 2)}
    assert load(name).ask(query).first()[unknown] == expected[name]


@with_threads
def test_a_query_runs_on_the_machine() -> None:
    """The compiled machine counts; it may have to be compiled first, on an emulated processor."""
    rules = loads("count(N, N).\ncount(I, N) :- I < N, J is I + 1, count(J, N).\n")
    assert len(list(rules.ask("count(0, 1000)", engine="kernel", seconds=600))) == 1


@with_threads
def test_a_game_is_played() -> None:
    """The tree for twelve coins needs the three weighings of the puzzle."""
    tree = load("coins").game.explore("entropy")
    assert (tree.counts, tree.total) == ({3: 24}, 72)


def test_boards_are_drawn() -> None:
    """A board as text and as SVG."""
    puzzle = load("six").puzzle
    assert puzzle.draw(puzzle.goal) == " 1 2\n3 4 5\n 6 ."
    assert puzzle.draw(puzzle.goal, renderer="svg").startswith("<svg ")


@with_threads
def test_a_session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The session answers, enumerates and explains what is wrong, line by line."""
    lines = "neighbor(0, X).\nmember(X, [a, 'b c', \"d\"]), X \\= a.\nX is 7 mod 0x4 + 0'a.\nneighbor(0, X.\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    command_line(["repl", "seven.pl"])
    out, err = capsys.readouterr()
    assert "X = 1" in out
    assert "X = 'b c'" in out
    assert "X = 100" in out
    assert "Error: query:1:" in out + err


def test_text_with_everything_in_it() -> None:
    """Comments with stars, quotes, escapes, codes, numbers with underscores: nothing ends too early or too late."""
    text = r"""
    /* * ** /* */ /***/ % %% * /
    fact('it''s', "a ""b"" \x41\", `c``d`, 0'a, 0''', 1_000_000, [a, b, c | T]) :- /* *
    */ T = [ 1,  2,3 , 4]. %/*
    plain(a, 1 , b ). plain(c, 2, d). other(X, 'a.b') :- plain(X, 2, _), "c. d" \= 'c.'.
    """
    rules = loads(text)
    fact = rules.ask("fact(A, B, C, D, E, F, G)").first()
    assert tuple(fact.values()) == ("it's", 'a "b" A', (99, 96, 100), 97, 39, 1_000_000, ("a", "b", "c", 1, 2, 3, 4))
    assert [dict(answer) for answer in rules.ask("other(X, Y)")] == [{"X": "c", "Y": "a.b"}]


def test_repetitions_of_groups_are_atomic() -> None:
    """Nothing but `repeated` makes a possessive repetition of a group, which older Pythons get wrong."""
    for module in (diagnostics, lexical, outline, parser, patterns, plain, sentences, words):
        source = Path(str(module.__file__)).read_text(encoding="utf-8").replace('{pattern})){times}+"', "")
        assert not re.search(r"\)(?:[*+?]|\{+[\d,]*\}+)\+", source), module.__name__
