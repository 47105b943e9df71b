"""Answers of cells and constants alone, read many at once: the rules and patterns that they give one by one."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logicpuzzles import conde, eq, neq, var
from logicpuzzles.errors import Refusal
from logicpuzzles.logic.machine import loading
from logicpuzzles.logic.terms import Term
from logicpuzzles.rewriting import flat, splitting, transitions
from logicpuzzles.rewriting.transitions import Query

N_CELLS = 3
CONSTANTS = (0, 1, True, 1.0, None, "a", (), 1 + 2j, 2**61, 2**63)
DOMAINS = ((0, 1, "a"),) * N_CELLS
UNKNOWN = st.sampled_from(["c0", "c1", "c2", "fresh", "other"])
TERMS = st.one_of(st.sampled_from(CONSTANTS), UNKNOWN.map(lambda name: Term("unknown", (name,))))
ROWS = st.tuples(
    st.lists(TERMS, min_size=N_CELLS, max_size=N_CELLS),
    TERMS,
    st.lists(TERMS, min_size=N_CELLS, max_size=N_CELLS),
    st.sampled_from(["plain", "plain", "plain", "a label of parts", "a disequality"]),
)


def opened(term: Any, names: dict[str, Any]) -> Any:
    """A term with unknowns in place of names."""
    return names.setdefault(term.args[0], var()) if isinstance(term, Term) else term


def goal_of(rows: list[Any], label: Any, before: Any, after: Any) -> Any:
    """One of the rows: terms of the cells before, the label and the cells after."""
    found = []
    for first, middle, last, kind in rows:
        names = {f"c{n}": cell for n, cell in enumerate(before)}
        parts = [eq(cell, opened(term, names)) for cell, term in zip(before, first, strict=True)]
        named = opened(middle, names)
        parts.append(eq(label, (named, "to") if kind == "a label of parts" else named))
        parts += [eq(cell, opened(term, names)) for cell, term in zip(after, last, strict=False)]
        if kind == "a disequality":
            parts.append(neq(before[0], before[1]))
        found.append(parts)
    return conde(*found)


@contextmanager
def patience(inferences: float, room: int) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "_CHECK_EVERY", 1)
        patch.setattr(transitions, "HAND_OVER", inferences)
        patch.setattr(transitions, "LOADED", inferences)
        patch.setattr(flat, "ROOM", room)
        yield


def told(rows: list[Any], inferences: float, room: int, is_move: bool) -> tuple[str, bool]:
    """The rules or the patterns in words, or why there are none; and whether the machine gave them."""
    query = Query("it", DOMAINS)
    with patience(inferences, room):
        try:
            if is_move:
                found: Any = query.rules(lambda label, before, after: goal_of(rows, label, before, after))
            else:
                found = query.patterns(lambda state: goal_of(rows, var(), state, ()))
        except Refusal as refusal:
            return str(refusal), False
    return repr(found), query.is_exact


@settings(max_examples=80)
@given(st.lists(ROWS, min_size=1, max_size=5), st.sampled_from([1, 20, 1000]), st.booleans())
def test_the_same_as_one_by_one(rows, room, is_move):
    """Whatever stands in cells, and however many answers are kept before they are read."""
    loading.load()
    found, expected = (told(rows, inferences, room, is_move)[0] for inferences in (0, 1e9))
    assert re.sub(r"\b_\d+|~_\d+", "_", found) == re.sub(r"\b_\d+|~_\d+", "_", expected)


def test_constants_that_python_takes_for_equal():
    """1, True and 1.0 stay three, in guards, in effects and as labels."""
    loading.load()
    rows = [
        ([one, two, Term("unknown", ("c2",))], two, [two, two, one], "plain") for one in (1, True) for two in (1.0, 1)
    ]
    found, is_exact = told(rows, 0, 1000, True)
    assert is_exact
    assert "Rule(guards=(Equals(cell=0, value=True), Equals(cell=1, value=1)), effect=(1, Cell(index=1), True)" in found
    assert found == told(rows, 1e9, 1000, True)[0]


@pytest.mark.parametrize(
    ("label", "after"), [(0, ["c0", "c1", "fresh"]), ("fresh", ["c0", "c1", "c2"]), ("c1", ["c2", "c0", "c1"])]
)
def test_unknowns_by_hand(label, after):
    """One that is in no cell before is told as the resolver tells it; one of a cell is that cell."""
    loading.load()
    unknowns = [Term("unknown", (name,)) for name in ("c0", "c1", "c2", *after)]
    named = label if label == 0 else Term("unknown", (label,))
    rows = [(unknowns[:3], named, unknowns[3:], "plain")]
    (found, is_exact), (expected, _) = (told(rows, inferences, 1000, True) for inferences in (0, 1e9))
    assert re.sub(r"_\d+", "_", found) == re.sub(r"_\d+", "_", expected)
    assert is_exact == ("fresh" not in (label, *after))
