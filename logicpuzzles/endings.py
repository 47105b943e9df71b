"""How a search ends: solved, exhausted or stopped. Three types, never merged, for every kind of puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

from .by_name import entry
from .drawable import Drawable, Facade
from .integers import as_text, in_digits, represented
from .printable import harmless, in_a_line
from .wording import counted

Value = Any  # what a cell of a state holds: 7, "red", ("a", 1)
Label = Any  # what a move is called: 3, ("red", "y")
INTERRUPTED = "it was interrupted"  # why a search ended, with its best solution so far
LONGEST = 100  # characters that `repr` tells of an ending
State = tuple[Value, ...]  # (0, 7, 2, 1, 4, 3, 6, 5)


@dataclass(frozen=True, kw_only=True, repr=False)
class Ending(Drawable):
    """What every ending says; `print` shows it as the command line does.

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
    drawing
        The puzzle, model or game that handed it out, and that knows how its boards look. It counts for no comparison,
        and a pickle is without it: what is read elsewhere shows states as rows.
    """

    status: ClassVar[str]
    drawing: ClassVar[Facade | None] = None  # set by `drawn_by`
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

    def in_short(self) -> str:
        """What it tells, in a few words."""
        return self.status

    def __repr__(self) -> str:
        told = self.in_short()
        return in_a_line(f"<{type(self).__name__}: {told if len(told) <= LONGEST else f'{told[: LONGEST - 4]} ...'}>")

    def __str__(self) -> str:
        return harmless(entry("pages.words:in_words")(self))

    def draw(self, renderer: str = "text") -> str:
        """Its boards, as the renderer of this name draws them.

        Raises
        ------
        PuzzleError
            It has no board, or there is no such renderer.
        """
        return entry("pages.shown:drawn")(self, renderer)  # type: ignore[no-any-return]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "drawing"}

    def __copy__(self) -> Self:
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = object.__new__(type(self))
        for name, value in vars(self).items():
            made.__dict__[name] = value if name == "drawing" else deepcopy(value, memo)
        return made


@dataclass(frozen=True, kw_only=True, repr=False)
class Solved(Ending):
    """A solution was found."""

    status: ClassVar[str] = "solved"


@dataclass(frozen=True, kw_only=True, repr=False)
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

    def in_short(self) -> str:
        cost = "" if self.costs is None else f" at a cost of {in_digits(self.cost)}"
        return f"{counted(self.length, 'move')}{cost}{': ' if self.moves else ''}{_some(map(represented, self.moves))}"


@dataclass(frozen=True, kw_only=True, repr=False)
class Counted(Solved):
    """All solutions were found, and there are `count` of them."""

    count: int

    def in_short(self) -> str:
        return counted(self.count, "solution")


@dataclass(frozen=True, kw_only=True, repr=False)
class Assignment(Solved):
    """A solution of a model: the value of every variable.

    Of a model with an objective, `objective` is what that is, and `gap` by how much a better solution may be better at
    most: 0 where this is proved to be a best one, None where nothing is proved.
    """

    values: Mapping[Any, Any]
    objective: Value | None = None
    gap: Value | None = None

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def in_short(self) -> str:
        return _some(f"{as_text(name)} = {represented(value)}" for name, value in self.values.items())


@dataclass(frozen=True, kw_only=True, repr=False)
class Exhausted(Ending):
    """It is proved that there is no solution; `reason` is the proof in one sentence."""

    status: ClassVar[str] = "exhausted"
    reason: str

    def in_short(self) -> str:
        return self.reason


@dataclass(frozen=True, kw_only=True, repr=False)
class Stopped(Ending):
    """A limit stopped the search; `reason` names it and says how far the search got."""

    status: ClassVar[str] = "stopped"
    reason: str

    def in_short(self) -> str:
        return self.reason


def _some(texts: Iterable[str]) -> str:
    """The first of some texts, as many as fit a line, each without what is too much of it."""
    told, room = list[str](), LONGEST
    for whole in texts:
        text = whole if len(whole) <= LONGEST // 2 else f"{whole[: LONGEST // 2 - 4]} ..."
        room -= len(text) + 2
        if room < 0:
            told.append("...")
            break
        told.append(text)
    return ", ".join(told)


E = TypeVar("E", bound=Ending)


def drawn_by(facade: Facade, ending: E) -> E:
    """The same ending, which knows from now on who handed it out."""
    ending.__dict__["drawing"] = facade
    return ending
