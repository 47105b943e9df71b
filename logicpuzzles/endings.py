"""How a search ends: solved, exhausted or stopped. Three types, never merged, for every kind of puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from .integers import represented
from .records import frozen, names

Value = Any  # what a cell of a state holds: 7, "red", ("a", 1)
Label = Any  # what a move is called: 3, ("red", "y")
INTERRUPTED = "it was interrupted"  # why a search ended, with its best solution so far
State = tuple[Value, ...]  # (0, 7, 2, 1, 4, 3, 6, 5)


@frozen(kw_only=True, repr=False)
class Ending:
    """What every ending says.

    Attributes
    ----------
    nodes
        States (or assignments) visited; each strategy says what it counts.
    limits
        Of iterative deepening: pairs of a limit and the nodes visited under it.
    seconds
        Wall-clock time of the search.
    strategy, engine
        The names of what ran, after `auto` has chosen.
    bound
        Where the lower bound came from: "distance" (the proved table), "derived" (from the rules), "linear" (the exact
        distance, by linear algebra over the rules), "patterns" (tables of patterns), or None.
    groups, groups_of, proof
        Where bounds of patterns were looked up: what each table keeps, whether that is "values" or "cells", and why
        what they hold is a bound.
    why
        Why `auto` chose that strategy, in a sentence.
    """

    status: ClassVar[str]
    nodes: int = 0
    limits: tuple[tuple[int, int], ...] = ()
    seconds: float = 0.0
    strategy: str | None = None
    engine: str | None = None
    bound: str | None = None
    groups: tuple[tuple[Value, ...], ...] | None = None
    groups_of: str | None = None
    proof: str | None = None
    why: str | None = None

    def __repr__(self) -> str:
        told = (f"{name}={represented(getattr(self, name))}" for name in names(self))
        return f"{type(self).__name__}({', '.join(told)})"


@frozen(kw_only=True, repr=False)
class Solved(Ending):
    """A solution was found."""

    status: ClassVar[str] = "solved"


@frozen(kw_only=True, repr=False)
class Path(Solved):
    """A solution of a state puzzle: the states from the start to a goal, and the label of each move.

    `bounds` holds the lower bound of each state along the way, where one was used. `costs` holds what each move costs;
    None where each costs 1. `gap`, where any solution was asked for, is how much more it costs at most than a best one.
    """

    moves: tuple[Any, ...]
    states: tuple[State, ...]
    bounds: tuple[int, ...] | None = None
    costs: tuple[int, ...] | None = None
    gap: int | None = None

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self.moves)

    @property
    def cost(self) -> int:
        """What all moves cost together."""
        return self.length if self.costs is None else sum(self.costs)


@frozen(kw_only=True, repr=False)
class Counted(Solved):
    """All solutions were found, and there are `count` of them."""

    count: int


@frozen(kw_only=True, repr=False)
class Assignment(Solved):
    """A solution of a model: the value of every variable.

    Of a model with an objective, `objective` is what that is, and `gap` by how much a better solution may be better at
    most: 0 where this is proved to be a best one, None where nothing is proved.
    """

    values: Mapping[Any, Any]
    objective: Value | None = None
    gap: Value | None = None


@frozen(kw_only=True, repr=False)
class Exhausted(Ending):
    """It is proved that there is no solution; `reason` is the proof in one sentence."""

    status: ClassVar[str] = "exhausted"
    reason: str


@frozen(kw_only=True, repr=False)
class Stopped(Ending):
    """A limit stopped the search; `reason` names it and says how far the search got."""

    status: ClassVar[str] = "stopped"
    reason: str
