"""Which states stand for a puzzle where it is shown, its start and goals, and which values they may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..endings import State, Value
from ..logic.relations import Predicate
from ..wording import figures

if TYPE_CHECKING:
    from .puzzle import Puzzle

GOALS = 3  # goal states that are drawn


def shown_states(puzzle: Puzzle) -> tuple[dict[str, State], str]:
    """The states by what they are called, and what is to be said of further goals."""
    states, goal = {"start": puzzle.start}, puzzle.goal
    if isinstance(goal, tuple):
        states["goal"] = goal
    elif isinstance(goal, list):
        states |= {f"goal {number}": state for number, state in enumerate(goal[:GOALS], 1)}
        first = f", the first {GOALS} of them drawn" if len(goal) > GOALS else ""
        return states, f"There are {figures(len(goal))} goals{first}."
    elif isinstance(goal, Predicate):
        return states, f"The goals are the states of which {goal.name}/1 is true."
    return states, ""


def known_values(puzzle: Puzzle | None) -> list[Value]:
    """All values that a state may hold, as far as they are declared, so that each has one colour on all boards."""
    return [value for domain in (puzzle.domains or () if puzzle is not None else ()) for value in domain]
