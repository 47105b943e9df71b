"""Rules looked up by the cells that they test: the same successors in the same order, without trying every rule."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_rules import VALUES, key, rewritings
from scale import scale

from logicpuzzles import Limits, load
from logicpuzzles.rewriting.lookup import LEAST, Lookup
from logicpuzzles.rewriting.program import program_of
from logicpuzzles.rewriting.rewrite import Rewriting, Rule, resolve
from logicpuzzles.search.coding import move_pruning
from logicpuzzles.search.coding.move_pruning import ROOT, pruning_of
from logicpuzzles.search.coding.successors import successors_of

LIGHTS = '''"""Lights out: a press toggles a light and those beside it; all are to be out."""

from logicpuzzles import Puzzle, conde, eq, membero, relation


def puzzle(rows: int = 3, cols: int = 3) -> Puzzle:
    lights = range(rows * cols)

    def toggled(light):
        row, col = divmod(light, cols)
        places = ((row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
        return {r * cols + c for r, c in places if 0 <= r < rows and 0 <= c < cols}

    @relation
    def press(light, before, after):
        """Pressing a light turns `before` into `after`."""
        return conde(*(
            [eq(light, one)] + [
                membero((before[i], after[i]), ((0, 1), (1, 0))) if i in toggled(one) else eq(before[i], after[i])
                for i in lights
            ]
            for one in lights
        ))

    return Puzzle(move=press, start=(1,) * len(lights), goal=(0,) * len(lights), values=(0, 1))
'''


@pytest.fixture
def lights(tmp_path: Any) -> Any:
    """The puzzle on a board of so many rows and columns."""
    path = tmp_path / "lights.py"
    path.write_text(LIGHTS)
    return lambda rows, cols: load(str(path), rows=rows, cols=cols).puzzle


def one_by_one(rewriting: Rewriting, state: Any) -> list[Any]:
    return [(resolve(rule.label, state), rule.apply(state)) for rule in rewriting.rules if rule.applies(state)]


@settings(max_examples=scale(15, 1000))
@given(st.data(), st.integers(1, 4))
def test_successors_are_those_of_trying_every_rule(data: st.DataObject, n_cells: int) -> None:
    """With guards of all kinds, values that Python takes for equal among them, and states with values of their own."""
    many = [data.draw(rewritings(n_cells, VALUES)) for _ in range(8)]
    rules = tuple(rule for part in many for rule in part.rules)
    rewriting = Rewriting(n_cells, rules, (VALUES,) * n_cells)
    states = st.tuples(*[st.sampled_from((*VALUES, "elsewhere"))] * n_cells)
    assert len(rules) >= LEAST
    for state in data.draw(st.lists(states, min_size=1, max_size=5)):
        assert key(rewriting.successors(state)) == key(one_by_one(rewriting, state))
        program = program_of(rewriting, state)
        coded = successors_of(program, ())
        found = coded.after(coded.encode(state), ROOT)
        decoded = [(number, program.values.decode(after[:n_cells])) for after, number, _ in found]
        expected = [(n, rule.apply(state)) for n, rule in enumerate(rules) if rule.applies(state)]
        assert key(decoded) == key(expected)


def test_a_press_finds_its_rule_among_many(lights: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 512 rules only those are tried that apply."""
    rewriting = lights(5, 5).rewriting
    assert len(rewriting.rules) == 4 * 8 + 12 * 16 + 9 * 32
    tried: list[Rule] = []
    applies = Rule.applies
    monkeypatch.setattr(Rule, "applies", lambda rule, state: tried.append(rule) or applies(rule, state))
    chosen = random.Random(1)
    for _ in range(20):
        state = tuple(chosen.choice((0, 1)) for _ in range(25))
        del tried[:]
        assert [label for label, _ in rewriting.successors(state)] == list(range(25))
        assert len(tried) == 25


def test_what_may_follow_does_not_change_what_is_found(lights: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the rule before or a cell tells what may come next: the same nodes and the same solution."""
    found = {}
    for wide in (0, 10**9):
        monkeypatch.setattr(move_pruning, "WIDE", wide)
        puzzle = lights(3, 3)
        assert (pruning_of(program_of(puzzle.rewriting, puzzle.start), ()).cell is None) == bool(wide)
        for strategy, engine in product(("bfs", "iddfs", "ida", "bidirectional", "astar"), ("rules", "compiled")):
            ending = puzzle.solve(strategy=strategy, engine=engine, limits=Limits(nodes=200_000))
            found.setdefault((strategy, engine), set()).add((ending.status, ending.nodes, getattr(ending, "moves", ())))
    assert all(len(endings) == 1 for endings in found.values()), found
    solved = {moves for endings in found.values() for status, _, moves in endings if status == "solved"}
    assert solved
    assert {tuple(sorted(moves)) for moves in solved} == {(0, 2, 4, 6, 8)}


def test_rules_without_tests_always_come() -> None:
    """Also where no rule tests anything."""
    assert list(Lookup([{}, {}]).matching((1,))) == [0, 1]
    assert list(Lookup([{0: {1}}, {}, {0: ()}]).matching((1,))) == [0, 1]
    assert list(Lookup([{0: {1}}, {}, {0: ()}]).matching((2,))) == [1]
