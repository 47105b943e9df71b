"""Inverse rules against brute force over all states of the domains."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from boards import SIX, blocks, ducks, gap_rules, jugs
from hypothesis import given
from hypothesis import strategies as st
from random_rules import VALUES, key, rewritings

from logicpuzzles.errors import Refusal
from logicpuzzles.rewriting.inverse import inverse
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule


def predecessors(rules: Rewriting, wanted: Any) -> list[str]:
    """The label and the state before of every move to `wanted`, found by trying every state."""
    return sorted(
        key((label, state))
        for state in product(*rules.domains)
        for label, after in rules.successors(state)
        if key(after) == key(wanted)
    )


@given(st.data(), st.integers(1, 3))
def test_random_rules(data: st.DataObject, n_cells: int) -> None:
    """Forgotten values, copies, constants and every kind of guard; domains that differ from cell to cell."""
    values = tuple(data.draw(st.permutations(VALUES))[:4])
    made = data.draw(rewritings(n_cells, values))
    domains = tuple(tuple(data.draw(st.permutations(values))[: data.draw(st.integers(1, 4))]) for _ in range(n_cells))
    rules = Rewriting(n_cells, made.rules, domains)
    backwards = inverse(rules)
    for state in product(*domains):
        assert sorted(map(key, backwards.successors(state))) == predecessors(rules, state)


@pytest.mark.parametrize("rules", [blocks().rewriting, jugs((5, 3, 2), (5, 0, 0), ()).rewriting])
def test_known_rules(rules: Rewriting) -> None:
    """Blocks and jugs backwards."""
    for state in product(*rules.domains):
        assert sorted(map(key, inverse(rules).successors(state))) == predecessors(rules, state)


@pytest.mark.parametrize("rules", [gap_rules(SIX), ducks("BBBWWW__").rewriting])
def test_permuting_rules(rules: Rewriting) -> None:
    """Rules that permute have as many inverses, and the inverse of the inverse does what they do."""
    backwards = inverse(rules)
    assert len(backwards.rules) == len(rules.rules)
    state = tuple("BW_BWB_W") if rules.n_cells == 8 else (3, 1, 0, 5, 4, 2, 6)
    for label, after in rules.successors(state):
        assert (label, state) in backwards.successors(after)
    assert inverse(backwards).successors(state) == rules.successors(state)


def test_order() -> None:
    """Predecessors come in the order of the rules, then of the domain of what was forgotten."""
    wipe = Rule((), (0, Cell(1)), "wipe")
    keep = Rule((Equals(0, 0),), (Cell(0), Cell(1)), "keep")
    rules = Rewriting(2, (wipe, keep), ((0, 2, 1), (0, 1)))
    expected = [("wipe", (0, 1)), ("wipe", (2, 1)), ("wipe", (1, 1)), ("keep", (0, 1))]
    assert inverse(rules).successors((0, 1)) == expected
    assert inverse(rules).successors((2, 1)) == []


def test_too_much_forgotten() -> None:
    """A rule that wipes a board of many cells has too many inverses."""
    rules = Rewriting(40, (Rule((), (0,) * 40, "wipe"),), ((0, 1),) * 40)
    with pytest.raises(Refusal, match="100,000"):
        inverse(rules)
