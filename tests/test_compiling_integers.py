"""Constraints over integers in moves: on cells of the state, as the definition of a new cell, and between new cells.

The new cells are those that SWI-Prolog 9 gives when its clpfd labels what an answer leaves open.
"""

from __future__ import annotations

from itertools import islice, product

import pytest

from logicpuzzles import ask, load
from logicpuzzles.errors import PuzzleError
from logicpuzzles.text.reader import read

STATES = list(product((0, 1, 2), repeat=2))
ENDS = "start([0, 1]). goal([2, 2]). values([-1, 0, 1, 2, 3, 4]).\n"
NEW = [  # what becomes of [0, 1], of [2, 1] and of [1, 1]
    ("E #= A + B", [1], [3], [2]),
    ("E #= B - A", [1], [-1], [0]),
    ("E #= A * B", [0], [2], [1]),
    ("E #= B // (A + 1)", [1], [0], [0]),
    ("E #= (A + 3) mod 3", [0], [2], [1]),
    ("E #= -A rem 3", [0], [-2], [-1]),
    ("E #= abs(A - B)", [1], [1], [0]),
    ("E #= min(A, B)", [0], [1], [1]),
    ("E #= max(A, B)", [1], [2], [1]),
    ("E #= B ^ A", [1], [1], [1]),
    ("E in 0..2, E #\\= B", [0, 2], [0, 2], [0, 2]),
    ("E #>= B, E #< 3", [1, 2], [1, 2], [1, 2]),
    ("E in 0 \\/ 2", [0, 2], [0, 2], [0, 2]),
    ("[E, F] ins 0..1, E #< F", [0], [0], [0]),
    ("E in 0..2, all_different([A, B, E])", [2], [0], []),
    ("sum([A, B], #=, E)", [1], [3], [2]),
    ("E in 0..2, sum([A, B, E], #=<, 3)", [0, 1, 2], [0], [0, 1]),
    ("scalar_product([2, -1], [B, A], #=, E)", [2], [0], [1]),
    ("I #= A + 1, element(I, [2, 1, 0], E)", [2], [0], [1]),
    ("tuples_in([[A, E]], [[0, 1], [0, 0], [2, 1]])", [0, 1], [1], []),
    ("E in 0..2, global_cardinality([A, B, E], [0 - _, 1 - 1, 2 - _])", [0, 2], [0, 2], []),
    ("A #= B #<==> E", [0], [0], [1]),
    ("A #= 0 #==> E #= 2, E in 0..2", [2], [0, 1, 2], [0, 1, 2]),
    ("E #= B + 1 #\\/ E #= B", [1, 2], [1, 2], [1, 2]),
    ("E #= A #\\/ E #= B", [0, 1], [1, 2], [1]),
    ("E in 0..2, (E #= B #\\ E #= A)", [0, 1], [1, 2], []),
    ("E in 0..2, #\\ E #= B", [0, 2], [0, 2], [0, 2]),
    ("E #= A + 1 #/\\ A #< B", [1], [], []),
    ("E in 0..2, lex_chain([[A, B], [E, A]])", [1, 2], [2], [1, 2]),
    ("E in 0..2, E #> A, labeling([down], [E])", [2, 1], [], [2]),
    ("E in 0..2, label([E]), E #\\= B", [0, 2], [0, 2], [0, 2]),
    ("Z in 0..2, Z #> B, E = A", [0], [2], [1]),
    ("[X, Y, Z] ins 0..1, X #\\= Y, Y #\\= Z, X #\\= Z, E = A", [], [], []),
    ("E in 1..2, Z #> E", [1, 2], [1, 2], [1, 2]),
    ("( E #= A ; E in 0..1 )", [0, 0, 1], [2, 0, 1], [1, 0, 1]),
    ("fd_sup(A, E)", [0], [2], [1]),
    ("E in 0..2, once(( E #= A ; E #= B ))", [0], [2], [1]),
]


@pytest.mark.parametrize(("body", "first", "second", "third"), NEW)
def test_the_rules_lead_where_the_relation_does(body, first, second, third):
    puzzle = read(f"move(m, [A, B], [A, E]) :- {body}.\n{ENDS}", "new.pl").declare()
    assert puzzle.refusal is None
    for state, new in (((0, 1), first), ((2, 1), second), ((1, 1), third)):
        assert list(puzzle.successors(state)) == [("m", (state[0], value)) for value in new]
    for state in STATES:
        assert list(puzzle.rewriting.successors(state)) == list(puzzle.successors(state))


def test_without_a_finite_domain_the_constraint_is_named():
    puzzle = read(f"move(m, [A, B], [A, E]) :-\n    A #> 0, E #> B.\n{ENDS}", "new.pl").declare()
    assert puzzle.refusal is not None
    assert puzzle.refusal.startswith("move does not become rewrite rules: #> needs a finite domain for an unknown")
    assert puzzle.refusal.endswith("that is in no cell of the state, at new.pl:2:15")
    with pytest.raises(PuzzleError, match=r"new\.pl:2:15: #> needs a finite domain"):
        puzzle.successors((1, 1))


def test_goals_have_the_names_of_their_file():
    puzzle = read(f"move(m, [A, B], [A, E]) :- dif(E, 1), !, E = B.\n{ENDS}", "new.pl").declare()
    assert puzzle.refusal is not None
    assert "dif before ! needs a value that is in no cell of the state, at new.pl:1:39" in puzzle.refusal


def test_a_goal_needs_values_for_all_its_unknowns():
    """Three unknowns that differ have none of two values; propagation alone does not see that."""
    hidden = "[X, Y, Z] ins 0..N, X #\\= Y, Y #\\= Z, X #\\= Z"
    puzzle = read(f"move(m, S, S).\nstart([0]). goal([N]) :- {hidden}. values([0, 1, 2]).\n", "goal.pl").declare()
    assert [puzzle.goal_holds((n,)) for n in (0, 1, 2)] == [False, False, True]
    assert len(puzzle.patterns()) == 1


RANGE = "move(D, [N], [M]) :- M #= N + D, D in 1..2, M #=< 4.\nstart([0]). goal([4]). values([0, 1, 2, 3, 4]).\n"


@pytest.mark.parametrize("question", ["walk([0], [4], M), M = [_, _, _]", "path([0], [4], M)", "walk([0], [N], [D])"])
def test_walks_go_through_states_with_values(question, tmp_path):
    file = tmp_path / "range.pl"
    file.write_text(RANGE)
    found = {
        "walk([0], [4], M), M = [_, _, _]": ["M = [1, 1, 2]", "M = [1, 2, 1]", "M = [2, 1, 1]"],
        "path([0], [4], M)": ["M = [2, 2]"],
        "walk([0], [N], [D])": ["N = 1, D = 1", "N = 2, D = 2"],
    }
    assert [str(answer) for answer in islice(ask(question, load(file)), 3)] == found[question]


def test_every_engine_counts_the_same_nodes():
    puzzle = read(RANGE, "range.pl").declare()
    compiled, asked = (puzzle.solve(strategy="iddfs", engine=engine) for engine in ("rules", "relational"))
    assert compiled.moves == asked.moves == (2, 2)
    assert compiled.nodes == asked.nodes
