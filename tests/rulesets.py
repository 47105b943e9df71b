"""The rules of `boards` without a problem around them, and the plainest breadth-first search to compare with."""

from __future__ import annotations

from typing import Any

import boards

from logicpuzzles import load
from logicpuzzles.rewriting.rewrite import Rewriting, pattern_of

State = tuple[Any, ...]


def sliding(rows: int, cols: int) -> Rewriting:
    """The sliding puzzle of `rows` x `cols`; 0 is the blank."""
    return boards.gap_rules(boards.grid(rows, cols))


def in_order(n_cells: int) -> State:
    """The usual goal: the pieces in ascending order, the blank last."""
    return (*range(1, n_cells), 0)


def six() -> Rewriting:
    """The hexagonal 6 puzzle."""
    return boards.gap_rules(boards.SIX)


def ducks() -> Rewriting:
    """Two adjacent stones jump, in their order, into the two empty cells next to each other."""
    return rules_of(boards.ducks("BBBWWW__"))


def blocks() -> Rewriting:
    """Three blocks on each other or on three places; a cell says what its block stands on."""
    return rules_of(boards.blocks())


def jugs() -> Rewriting:
    """Jugs of 8, 5 and 3; a cell says how much is in it."""
    return rules_of(boards.jugs((8, 5, 3), (8, 0, 0), pattern_of((4, 4, 0))))


def lights(rows: int, cols: int) -> Rewriting:
    """Lights out: a press switches a light and those beside it."""
    rewriting = load("lights_out", rows=rows, cols=cols).puzzle.rewriting
    assert isinstance(rewriting, Rewriting)
    return rewriting


def rules_of(problem: Any) -> Rewriting:
    """The rules behind a problem."""
    rewriting = problem.rewriting
    assert isinstance(rewriting, Rewriting)
    return rewriting


def reachable(rewriting: Rewriting, *sources: State) -> dict[State, int]:
    """The depth of every state that the sources reach, in the order of a queue."""
    depths = dict.fromkeys(sources, 0)
    queue = list(depths)
    for state in queue:
        for _, after in rewriting.successors(state):
            if after not in depths:
                depths[after] = depths[state] + 1
                queue.append(after)
    return depths
