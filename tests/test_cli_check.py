"""What `check` tells of a rule file: whole, in order, a finding a line."""

from __future__ import annotations

import pytest

from logicpuzzles.cli import run

HEAD = "from logicpuzzles import Model, Problem, Puzzle, Relation, eq, lall, ntho, relation, swapo, var\n"
LINE = (
    HEAD + "step = Relation.pairs('step', {n: [n + 1] for n in range(20)})\n\n\n@relation\n"
    "def go(label, before, after):\n    here, there = var(), var()\n"
    "    return lall(step(here, there), ntho(here, before, 'o'), ntho(there, before, '.'),\n"
    "                swapo(here, there, before, after), eq(label, here))\n\n\n"
    "puzzle = Puzzle(move=go, start=('o', *'.' * 15), goal=(*'.' * 15, 'o'), values=list(map(tuple, VALUES)))\n"
)


@pytest.fixture
def checked(capsys, tmp_path, monkeypatch):
    """Checks a rule file with this text: the exit code and the lines that are printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LOGICPUZZLES_PATH", raising=False)

    def call(text, name="mine.py"):
        (tmp_path / name).write_text(text)
        code = run(["check", f"./{name}"])
        told = capsys.readouterr()
        assert told.err == ""
        return code, told.out.split("\n")

    return call


VALUES = [
    ("['.o'] + ['o.'] * 15", "cells    16; each holds one of '.', o"),
    (
        "['.o'] + ['o.'] * 14 + ['xo.']",
        "cells    16; positions 0 to 14 of '.', o; position 15 of '.', o, x",
    ),
    (
        "['.o', 'xo.'] * 2 + ['.o'] * 2 + ['.oab'] + ['.o'] * 9",
        "cells    16; positions 0, 2, 4, 5, 7 to 15 of '.', o; positions 1, 3 of '.', o, x; position 6 of '.', a, b, o",
    ),
    (
        "[(*'.o', *range(n)) for n in range(16)]",
        "cells    16; position 0 of '.', o; position 1 of 0, '.', o; position 2 of 0, 1, '.', o; position 3 of 0,",
    ),
    ("[(*'.o', *range(n)) for n in range(16)]", "'.' and 1 more; 4 more groups"),
    ("['.oabcdefghijklm'] * 16", "cells    16; each holds one of '.', a, b, c, d, e, f, g, h, i, j, k and 3 more"),
]


@pytest.mark.parametrize(("values", "told"), VALUES)
def test_cells_with_the_same_values_are_told_together_and_none_is_left_out(checked, values, told):
    """In whatever order the values are declared; three positions or more in a row are a range."""
    code, lines = checked(LINE.replace("VALUES", values))
    assert code == 0
    assert told in " ".join(line.strip() for line in lines)


def test_variables_with_the_same_values_are_told_together(checked):
    build = "def build():\n    problem = Problem()\n"
    build += "    problem.addVariable('a', [1, 2])\n    problem.addVariable('b', [2, 1])\n    return problem\n"
    assert "  values   2 variables: a, b from 1, 2" in checked(f"{HEAD}\n\n{build}\n\nmodel = Model(build)\n")[1]


def test_variables_are_told_as_they_are_drawn(checked):
    build = "def build():\n    problem = Problem()\n    problem.addVariables([(0, 0), (0, 1)], [1, 2])\n"
    code, lines = checked(f"{HEAD}\n\n{build}    return problem\n\n\nmodel = Model(build)\n")
    assert "  values   2 variables: (0, 0), (0, 1) from 1, 2" in lines


def test_a_contradiction_is_told_line_by_line(checked):
    build = "def build():\n    problem = Problem()\n    problem.addVariables('ab', [1, 2])\n"
    build += "    problem.addConstraint(lambda a: a > 1, 'a')\n    problem.addConstraint(lambda a: a < 2, 'a')\n"
    code, lines = checked(f"{HEAD}\n\n{build}    return problem\n\n\nmodel = Model(build)\n")
    at = lines.index("  solved   never: these contradict each other, and no fewer do:")
    assert (code, lines[at + 1 :]) == (
        1,
        [
            "             mine.py:7: function(a)",
            "                 problem.addConstraint(lambda a: a > 1, 'a')",
            "             mine.py:8: function(a)",
            "                 problem.addConstraint(lambda a: a < 2, 'a')",
            "           values:",
            "             a: 1, 2",
            "",
        ],
    )


def test_a_file_of_relations_is_told_in_a_sentence(checked):
    assert checked("likes(a, b).\nhas(X) :- likes(X, _).\n", "mine.pl") == (
        0,
        ["mine.pl declares no puzzle, only 2 relations to be asked.", "", "  likes/2", "  has/1", ""],
    )
    assert checked("% nothing\n", "mine.pl") == (0, ["mine.pl declares no puzzle and no relation.", ""])
