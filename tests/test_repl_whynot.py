"""What whynot says is true when it is asked: what holds, holds with the answers that it names; what fails, fails."""

from __future__ import annotations

import io
import re

import pytest

from logicpuzzles import ask, load
from logicpuzzles.repl.answering import Plain
from logicpuzzles.repl.session import Session

GRAPH = """
:- table reach/2.
edge(a, b). edge(b, c). edge(c, a). edge(c, d).
reach(X, Y) :- reach(X, Z), edge(Z, Y).
reach(X, Y) :- edge(X, Y).
far(X, Y) :- reach(X, Y), \\+ edge(X, Y), X \\= Y.
count(0).
count(N) :- N > 0, M is N - 1, count(M).
small(X) :- member(X, [1, 2, 3]), X < 3 ; X = 9.
same(X, X).
pair(_A, _B) :- same(_A, _B), edge(_A, _).
open([H | _]) :- edge(H, _).
kind(X, none) :- \\+ edge(X, _), !.
kind(X, back) :- edge(X, Y), edge(Y, Z), !, edge(Z, X), Z == a.
kind(_, other).
"""
ASKED = {
    "graph": [
        "reach(d, X)",
        "reach(a, e)",
        "reach(X, a), X = d",
        "far(a, b)",
        "far(a, X), edge(X, a), edge(X, b)",
        "count(-3)",
        "small(4)",
        "small(X), X > 9",
        "pair(X, X), same(X, d)",
        "pair(a, b)",
        "open([])",
        "kind(d, back)",
        "kind(a, K)",
        "open([d | T])",
        "same(f(X, Y), f(1, 2)), edge(X, Y)",
        "edge(X, X)",
        "\\+ edge(a, b)",
        "forall(edge(X, Y), edge(Y, X))",
        "findall(Y, edge(c, Y), [a])",
        "edge(a, X) -> edge(X, a) ; true",
        "edge(a, X) *-> edge(X, a) ; true",
        "edge(_, e) *-> true ; edge(e, _)",
        "catch(edge(a, X), _, true), edge(X, e)",
        "catch((edge(a, X), throw(X)), Y, edge(Y, e))",
        "freeze(X, edge(X, e)), X = a",
        "call_nth(edge(a, _), 9)",
        "dif(X, a), edge(X, b)",
        "_X = 1, _X = 2",
        "edge(_, e)",
        "once(edge(d, _))",
        "member(X, [a, b]), (edge(X, d) ; edge(d, X))",
    ],
    "six": [
        "neighbor(0, 6)",
        "neighbor(0, X), neighbor(X, Y), Y > 6",
        "move_piece(1, [1, 2, 3, 4, 5, 6, 0], S)",
        "move_piece(P, [1, 2, 3], S)",
        "depth([1, 2, 3, 4, 5, 6, 0], 1)",
        "path([1, 2, 3, 4, 5, 6, 0], [1])",
        "start(S), goal(S)",
        "start(S), move_piece(5, S, T)",
    ],
    "river": [
        "move(wolf, [left, left, left, left], S)",
        "start(S), move(X, S, T), goal(T)",
        "eaten([left, left, left, _])",
        "path([left, left, left, left], [goat])",
    ],
    "hanoi": ["start(S), move(M, S, T), move(M, T, U), M = [2, _]", "clear([1], a, b), clear([1], b, a), peg(d)"],
    "queens": ["queens(1, 1, C, D, E, F, G, H)"],
}
QUESTIONS = [(name, goal) for name, goals in ASKED.items() for goal in goals]
LIBRARY = ("ntho(", "swapo(")  # relations that only Python functions name
HOLDS = re.compile(r"(?:Nearest: )?(.*) holds(?:, first with|:)? ?(.*?)(?: ; \.\.\.|\.)")


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    graph = tmp_path_factory.mktemp("graph") / "graph.pl"
    graph.write_text(GRAPH)
    return {name: load(graph if name == "graph" else name) for name in ASKED}


def claims(said):
    """Each goal that is said to hold or to fail, as a query, with what it is said to do."""
    for line in said.splitlines():
        line = line.strip()
        holds = HOLDS.fullmatch(line)
        if holds is not None:
            yield holds[1], True
            for answer in holds[2].split(" ; ") if holds[2] else ():
                yield f"{holds[1]}, {answer}", True
        elif line.endswith(" fails."):
            yield line.removeprefix("Then ").removesuffix(" fails."), False


@pytest.mark.parametrize(("name", "goal"), QUESTIONS)
def test_what_whynot_says_is_true(books, name, goal):
    out = io.StringIO()
    session = Session(lambda line: print(line, file=out), seconds=60, files={books[name].name: books[name]})
    Plain(session, io.StringIO(f"whynot(({goal}))."), out).run()
    said = out.getvalue()
    assert "fails." in said
    asked = 0
    for query, holds in claims(said):
        if not any(library in query for library in LIBRARY):
            assert (ask(query, books[name]).first() is not None) is holds, f"{query}\nin\n{said}"
            asked += 1
    assert asked > 0
