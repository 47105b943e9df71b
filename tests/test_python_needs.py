"""A rule in Python that compares or computes with an unknown: the message has its line, the expression and a goal."""

from __future__ import annotations

from pathlib import Path

import pytest
from unification import var as kanren_var

from logicpuzzles import NeedsValue, Puzzle, PuzzleError, ask, conde, eq, fail, load, relation, run, succeed

ASK = "ask what gives X a value before this goal, such as member or between"
BODIES = [
    ("if x < 3:\n        return fail\n    return succeed", "x < 3", "lt(x, 3)"),
    ("return eq(x <= 3, True)", "x <= 3", "lte(x, 3)"),
    ("return succeed if 3 > x else fail", "3 > x", "gt(3, x)"),
    ("return succeed if x >= 3 else fail", "x >= 3", "gte(x, 3)"),
    ("return succeed if x == 3 else fail", "x == 3", "eq(x, 3)"),
    ("return succeed if x != 'a' else fail", "x != 'a'", "neq(x, 'a')"),
    ("return succeed if x in (1, 2) else fail", "x in (1, 2)", "membero(x, (1, 2))"),
    ("return succeed if x not in (1, 2) else fail", "x not in (1, 2)", "lall(*[neq(x, each) for each in (1, 2)])"),
    ("return eq(x + 1, 3)", "x + 1", "add(x, 1, total)"),
    ("return eq(\n        7 -\n        x, 3)", "7 - x", "sub(7, x, difference)"),
    ("return eq(2 * x, 3)", "2 * x", "mul(2, x, product)"),
    ("return eq(-x, 3)", "-x", "sub(0, x, difference)"),
    ("return eq(x // 2, 3)", "x // 2", None),
    ("return eq(x[0], 3)", "x[0]", "ntho(0, x, item)"),
    ("return eq((4, 5)[x], 3)", "(4, 5)[x]", "ntho(x, (4, 5), item)"),
    ("return eq({1: 2}[x], 3)", "{1: 2}[x]", None),
    ("return eq(len(x), 3)", "len(x)", "lengtho(x, size)"),
    ("return [succeed for _ in range(x)]", "range(x)", "lall(betweeno(0, x, number), lt(number, x))"),
    ("for each in x:\n        return eq(each, 3)", "a loop over x", "membero(item, x)"),
    ("if x:\n        return succeed\n    return fail", "the condition x", "eq(x, True)"),
    ("return succeed if not x else fail", "not x", "eq(x, False)"),
    ("return eq(f'{x}', '3')", "f'{x}'", None),
    ("return succeed if helped(x) else fail", "y < 1", "lt(y, 1)"),
    ("return succeed if all(each > 0 for each in [x]) else fail", "each > 0", "gt(each, 0)"),
    ("é = 'é' if x > 1 else ''", "x > 1", "gt(x, 1)"),
]


def written(folder: Path, body: str) -> Path:
    """A rule file with a relation that has this body."""
    file = folder / "touching.py"
    helper = "def helped(y):\n    return y < 1\n\n\n"
    file.write_text(f'"""Touching."""\nfrom logicpuzzles import *\n\n\n{helper}@relation\ndef rule(x):\n    {body}\n')
    return file


@pytest.mark.parametrize("engine", ["auto", "reference", "kernel"])
@pytest.mark.parametrize(("body", "expression", "goal"), BODIES)
def test_a_query_names_the_line_the_expression_and_a_goal(
    tmp_path: Path, body: str, expression: str, goal: str | None, engine: str
) -> None:
    """The unknown is called as in the rule, and as in the query."""
    file = written(tmp_path, body)
    with pytest.raises(PuzzleError) as error:
        ask("rule(X)", load(file), engine=engine).first()
    told = error.value
    line = 6 if "helped" in body else 11
    assert told.place is not None
    place, _, function = told.place.rpartition(": ")
    assert place.startswith(f"{file}:")
    assert int(place.rpartition(":")[2]) >= line
    assert function == ("helped" if "helped" in body else "rule")
    name = {"helped(x)": "y", "each >": "each"}.get(
        next((key for key in ("helped(x)", "each >") if key in body), ""), "x"
    )
    assert told.problem == f"{expression} needs a value for {name}, which is X in the query"
    assert told.hint == (ASK if goal is None else f"write the goal {goal}, which takes unknowns, or {ASK}")


MOVES = {
    "label": "if label == 'go':\n        return fail\n    return eq(after, before)",
    "z": "z = var()\n    if z > 1:\n        return fail\n    return eq(after, before)",
}


@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("decorator", ["@relation\n", ""])
@pytest.mark.parametrize("strategy", ["auto", "bfs"])
def test_a_search_names_them_too(tmp_path: Path, name: str, decorator: str, strategy: str) -> None:
    """Whether the moves are a relation or a plain function."""
    file = tmp_path / "moving.py"
    file.write_text(
        f"from logicpuzzles import *\n\n\n{decorator}def step(label, before, after):\n    {MOVES[name]}\n\n\n"
        "def puzzle():\n    return Puzzle(start=(0,), goal=(1,), move=step)\n"
    )
    expected = {"label": "label == 'go' needs a value for label", "z": "z > 1 needs a value for z"}[name]
    with pytest.raises(PuzzleError) as error:
        load(file).puzzle.solve(strategy=strategy)
    assert error.value.problem == expected
    assert error.value.place == f"{file}:{(5 if name == 'label' else 6) + bool(decorator)}: step"
    assert str(error.value.hint).startswith("write the goal ")
    refusal = str(load(file).puzzle.refusal)
    assert f"{expected} that is in no cell of the state, at {file}:" in refusal


@relation
def three(x):
    return succeed if x == 3 else fail


def test_an_unknown_of_kanren_is_no_value_that_differs() -> None:
    """Compared in a body, it needs a value as ours does; it had compared as unequal, with no answer at all."""
    x = kanren_var("x")
    with pytest.raises(NeedsValue, match="a comparison in Python"):
        run(0, x, three(x))
    assert run(0, x, eq(x, 3), three(x)) == (3,)
    assert run(0, x, conde([eq(x, 2)], [eq(x, 3)]), three(x)) == (3,)


def test_moves_whose_cells_are_compared_are_no_fault() -> None:
    """A state that is searched has values, for each of which the body is built."""

    def step(label, before, after):
        if before[0] == 0:
            return [eq(label, "on"), eq(after, (1,))]
        return fail

    assert Puzzle(start=(0,), goal=(1,), move=step).solve().moves == ("on",)
