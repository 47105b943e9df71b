"""States, guards and rules packed into words say what they said before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from as_python import as_python
from boards import SIX, blocks, ducks, gap_rules, jugs, knight_rules
from hypothesis import given
from hypothesis import strategies as st
from random_rules import key, problems

from logicpuzzles.kernels.launch import launch
from logicpuzzles.rewriting.blank import wanderers, wandering_blank
from logicpuzzles.rewriting.program import program_of
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule
from logicpuzzles.search import SearchProblem
from logicpuzzles.search.coding.arrays import packed
from logicpuzzles.search.coding.move_pruning import MANY, ROOT, pruning_of
from logicpuzzles.search.coding.packing import Packing
from logicpuzzles.search.kernels.rules import any_holds, apply, context, equal, holds
from logicpuzzles.search.kernels.stored import empty_slots, entry_of, fill, find, hash_of


@pytest.mark.parametrize(
    ("n_cells", "n_values", "bits", "n_words"),
    [
        (1, 1, 1, 1),
        (8, 8, 3, 1),
        (16, 16, 4, 1),
        (64, 2, 1, 1),
        (65, 2, 1, 2),
        (64, 3, 2, 2),
        (25, 25, 5, 3),
        (11, 64, 6, 2),
    ],
)
def test_sizes(n_cells: int, n_values: int, bits: int, n_words: int) -> None:
    """A cell takes just enough bits, at least one; no cell crosses a word."""
    packing = Packing(n_cells, n_values)
    assert (packing.bits, packing.n_words) == (bits, n_words)


def unpacked(packing: Packing, words: Sequence[int]) -> tuple[int, ...]:
    """The numbers of the state with these words."""
    places = map(packing.place, range(packing.n_cells))
    return tuple(int(words[word]) >> shift & packing.cell_mask for word, shift in places)


@given(st.data(), st.integers(1, 64), st.integers(1, 80))
def test_round_trip(data: st.DataObject, n_values: int, n_cells: int) -> None:
    """Unpacking gives back what was packed, and words fit 64 bits."""
    numbers = tuple(data.draw(st.lists(st.integers(0, n_values - 1), min_size=n_cells, max_size=n_cells)))
    packing = Packing(n_cells, n_values)
    words = packing.pack(numbers)
    assert unpacked(packing, words) == numbers
    assert len(words) == packing.n_words
    assert all(0 <= word < 1 << 64 for word in words)


def kernel_successors(problem: SearchProblem) -> list[Any]:
    """The successors of the start, by the kernels' own functions."""
    assert problem.rewriting is not None
    program = program_of(problem.rewriting, problem.start)
    arrays = packed(program, program.blanks(problem.start))
    words = np.zeros((2, arrays.packing.n_words), dtype=np.uint64)
    words[0] = arrays.pack(problem.start)
    mask = arrays.rules.cell_mask[0]
    here = as_python(context, words, 0, len(program.rules), arrays.rules)
    found = []
    for step in range(arrays.rules.context[here], arrays.rules.context[here + 1]):
        if as_python(holds, words, 0, arrays.rules.guards, step, mask):
            as_python(apply, words, 0, words, 1, arrays.rules, arrays.rules.steps[step, 0])
            found.append(program.values.decode(unpacked(arrays.packing, words[1])))
    return found


@given(st.one_of(problems(st.integers(1, 4)), problems(st.integers(33, 70), 3), problems(st.integers(9, 12), 64)))
def test_kernel_successors(problem: SearchProblem) -> None:
    """The successors in words are those of the rules, in their order, and the goal test is the same."""
    assert key(kernel_successors(problem)) == key([after for _, after in problem.successors(problem.start)])
    assert problem.rewriting is not None
    arrays = packed(program_of(problem.rewriting, problem.start), ())
    words = arrays.pack(problem.start).reshape(1, -1)
    goals = arrays.goals(problem.goals), arrays.rules.cell_mask[0]
    assert as_python(any_holds, words, 0, *goals) == problem.is_goal(problem.start)


def test_very_many_rules() -> None:
    """With very many rules the value of one cell tells which can apply: the same successors."""
    problem = jugs((20, 20, 20), (20, 7, 0), ())
    assert problem.rewriting is not None
    assert len(problem.rewriting.rules) > MANY
    assert kernel_successors(problem) == [after for _, after in problem.successors(problem.start)]
    assert pruning_of(program_of(problem.rewriting, problem.start), ()).cell is not None


@given(st.sets(st.tuples(*[st.integers(0, 2**64 - 1)] * 2), min_size=1, max_size=200))
def test_table(states: set[tuple[int, int]]) -> None:
    """A table finds what was put in at its row, and an empty slot for anything else."""
    words = np.array([*states, (0, 1)], dtype=np.uint64)
    count = len(states)
    slots = empty_slots(len(words))
    assert launch(fill, words, count, slots) == count
    for row in range(count):
        code = launch(hash_of, words, row)
        assert slots[launch(find, words, row, code, slots)] == launch(entry_of, code, row)
    known = slots[launch(find, words, count, launch(hash_of, words, count), slots)] >= 0
    assert known == ((0, 1) in states)
    for other in range(0, count, 50):
        assert all(launch(equal, words, row, other, 2) == (row == other) for row in range(count))


@pytest.mark.parametrize(
    ("rules", "value", "moves"),
    [
        (gap_rules(SIX), 0, True),
        (knight_rules(3, 4), "k", True),
        (Rewriting(2, (Rule((Equals(0, "a"),), (Cell(0), "b"), "put"),), (("a", "b"),) * 2), "a", False),
    ],
)
def test_wanderer(rules: Rewriting, value: Any, moves: bool) -> None:
    """The gap and the knight wander; a value that every rule leaves where it is does not."""
    (found,) = wanderers(rules)
    assert found.value == value
    assert (wandering_blank(rules) == found) == moves
    for rule, (before, after) in zip(rules.rules, found.steps, strict=True):
        assert Equals(before, value) in rule.guards
        assert moves == (before != after)


SPREADS = Rewriting(2, (Rule((Equals(0, "a"),), (Cell(0), "a"), "spread"),), (("a", "b"),) * 2)


@pytest.mark.parametrize("problem", [ducks("BBBWWW__"), blocks(), jugs((8, 5, 3), (8, 0, 0), ())])
def test_no_wanderer(problem: SearchProblem) -> None:
    """Two empty cells, a value that is copied, and one that rules do not ask for do not wander."""
    assert problem.rewriting is not None
    assert wanderers(problem.rewriting) == wanderers(SPREADS) == ()


def test_two_gaps_are_no_blank() -> None:
    """What the rules would keep single is not taken for single in a state that holds it twice."""
    program = program_of(gap_rules(SIX), (0, 0, 1, 2, 3, 4, 5))
    assert program.blanks((0, 0, 1, 2, 3, 4, 5)) == ()
    assert program.blanks((0, 6, 1, 2, 3, 4, 5)) == (0,)


def test_follow_of_a_sliding_puzzle() -> None:
    """After a move of the gap only the moves of its new place remain, without guards and without the way back."""
    rules = gap_rules(SIX)
    follow = pruning_of(program_of(rules, tuple(range(7))), (0,))
    for number, rule in enumerate(rules.rules):
        gap, other = rule.guards[0].cell, rule.label.index  # type: ignore[union-attr]
        steps = follow.after(number)
        assert [rules.rules[step.rule].label.index for step in steps] == [n for n in SIX[other] if n != gap]
        assert not any(step.guards.allowed or step.guards.tests or step.may_undo for step in steps)
    assert len(follow.after(ROOT)) == len(rules.rules)
