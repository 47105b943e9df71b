"""Every line of a proof holds when it is asked; tabled goals and paths have proofs too."""

from __future__ import annotations

import io

import pytest

from logicpuzzles import ask, load
from logicpuzzles.repl.answering import Plain
from logicpuzzles.repl.session import Session
from logicpuzzles.repl.unfolding import DEEPEST

GRAPH = """
:- table reach/2.
:- table even/1.
edge(a, b). edge(b, c). edge(c, a). edge(c, d).
reach(X, Y) :- reach(X, Z), edge(Z, Y).
reach(X, Y) :- edge(X, Y).
lonely(X) :- edge(_, X), \\+ reach(X, _).
even(0).
even(N) :- N > 0, M is N - 2, even(M).
both(X) :- member(X, [1, 2]), findall(Y, edge(c, Y), [_, _]), once((X > 1 ; X > 0)).
"""
PROVED = [
    ("graph", "reach(a, d)", 5),
    ("graph", "reach(a, X), edge(X, d)", 4),
    ("graph", "reach(c, c)", 5),
    ("graph", "lonely(X)", 2),
    ("graph", "even(8)", 13),
    ("graph", "both(2)", 4),
    ("six", "move_piece(4, [1, 2, 3, 4, 5, 6, 0], S)", 5),
    ("six", "path([2, 0, 3, 1, 5, 6, 4], M)", 4),
    ("six", "path([2, 0, 3, 1, 5, 6, 4], [1, 2, 3, 4, 5, 6, 0], [A | _])", 4),
    ("river", "start(S), path(S, M)", 9),
    ("blocks", "start(S), path(S, M)", 7),
    ("oshidori", "start(S), path(S, M)", 6),
    ("river", "walk([left, left, left, left], [right, left, right, left], M)", 5),
]
LIBRARY = ("ntho(", "swapo(", "lengtho(")  # relations that only Python functions name


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    graph = tmp_path_factory.mktemp("graph") / "graph.pl"
    graph.write_text(GRAPH)
    return {name: load(graph if name == "graph" else name) for name, *_ in PROVED}


def proof(rulefile, goal):
    """The lines above the first answer to why(goal)."""
    out = io.StringIO()
    session = Session(lambda line: print(f"|{line.replace(chr(10), chr(10) + '|')}", file=out), 60)
    session.files[rulefile.name] = rulefile
    Plain(session, io.StringIO(f"why(({goal}))."), out).run()
    return [line[1:] for line in out.getvalue().splitlines() if line[0] == "|"]


@pytest.mark.parametrize(("name", "goal", "at_least"), PROVED)
def test_what_a_proof_says_holds(books, name, goal, at_least):
    lines = proof(books[name], goal)
    assert len(lines) >= at_least
    for line in lines:
        if not line.strip().startswith(LIBRARY):
            assert ask(line.strip(), books[name]).first() is not None, line


def test_a_proof_of_a_tabled_goal_never_rests_on_itself(books):
    """In a graph with a cycle the first clause alone would lead round it."""
    for start in "abc":
        for end in "abcd":
            above = []
            for line in proof(books["graph"], f"reach({start}, {end})"):
                depth = (len(line) - len(line.lstrip())) // 2
                del above[depth:]
                assert line.strip() not in above
                above.append(line.strip())


def test_a_tabled_proof_is_unfolded_as_deep_as_persons_read(books):
    lines = proof(books["graph"], "even(1000)")
    assert len(lines) == 3 * DEEPEST + 1
    assert lines[-1].strip() == f"{DEEPEST}: even({1000 - 2 * DEEPEST})"


def test_the_moves_of_a_path_lead_to_the_goal_itself(tmp_path):
    """Not to another state that Python takes for the same."""
    (tmp_path / "twice.py").write_text(
        "from logicpuzzles import Puzzle, conde, eq, relation\n"
        "@relation\n"
        "def move(label, before, after):\n"
        "    return conde(*([eq(label, 'on'), eq(before, (0,)), eq(after, (end,))] for end in (1, True)))\n"
        "puzzle = Puzzle(move=move, start=(0,), goal=(True,))\n"
    )
    lines = proof(load(tmp_path / "twice.py"), "path([0], M)")
    assert lines == ["path([0], [on])", "  move(on, [0], ['True'])"]
