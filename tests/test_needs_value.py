"""A move, a goal or a cost that needs a value, or leaves one open: one message, whichever engine meets it."""

from __future__ import annotations

import re

import pytest

from logicpuzzles import PuzzleError, loads
from logicpuzzles.search import Limits
from logicpuzzles.search.strategies import ONE_SOLUTION

UP = "move(up, [A, B], [C, B]) :- A < 3, C is A + 1."
WRONG = [
    (
        "move(A, [A, B], [A, B]) :- once((B + 3 #> W, W in (-1)..2)). goal([3, 0]).",
        "in inside once needs a value. Next: give it one before this goal: move is asked by itself",
    ),
    (f"{UP} goal([A, B]) :- A > 1, once((W #> B, W #< 5)).", "#< inside once needs a value. .*goal is asked by itself"),
    (f"{UP} goal([2, 0]). cost(up, N) :- once((N #> 1, N #< 5)).", "#< inside once needs a value. .*cost is asked by"),
    (
        "move(up, [A, B], [C, B], N) :- A < 3, C is A + 1, once((N #> 1, N #< 5)). goal([2, 0]).",
        "move is asked by itself",
    ),
    (r"move(up, [A, B], [C, B]) :- A < 3, C is A + 1, \+ Z = B, Z > 1. goal([2, 0]).", r"\\\+ needs a value"),
    ("move(up, [A, B], [_, B]) :- A < 3. goal([2, 0]).", r"move leaves a cell or the label open after \[0, 0\]"),
    ("move(_, [A, B], [C, B]) :- A < 3, C is A + 1. goal([2, 0]).", r"leaves a cell or the label open after \[0, 0\]"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_every_strategy_and_engine_gives_the_same_message(text: str, message: str) -> None:
    """By goals on the relation itself too, where nothing asks a state by itself."""
    puzzle = loads(f"{text} start([0, 0]). values([0, 1, 2, 3]).").puzzle
    said = set()
    for strategy, engines in (ONE_SOLUTION | {"auto": ("rules", "relational", "auto")}).items():
        for engine in engines:
            if engine != "compiled" and strategy != "bidirectional":
                with pytest.raises(PuzzleError, match=message) as caught:
                    puzzle.solve(strategy=strategy, engine=engine, limits=Limits(nodes=1000))
                said.add(re.sub(r"_\d+", "_", str(caught.value)))
    assert len(said) == 1
