"""An ending in words, as the command line and `print` show it: moves, boards, and how the search went."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..by_name import entry
from ..endings import Ending, Path, State
from ..wording import counted, duration, runs
from . import folding
from .folding import WIDEST, WIDTH

if TYPE_CHECKING:
    from .picture import Picture, Symbols

SOURCES = {  # of lower bounds
    "distance": "the distance table", "derived": "the moves themselves", "linear": "linear algebra over the moves",
}  # fmt: skip
MANY = 40  # lines of boards: more are shown only when asked for


def in_words(
    ending: Ending,
    picture: Picture | None,
    symbols: Symbols | None,
    boards: str = "some",
    width: int = WIDTH,
    all_by: str = "--boards all",
) -> str:
    """The ending as a person reads it, on a screen of `width` columns: moves, boards, and how the search went.

    `boards` is "all", "none", or "some": the first and last rows, where all would be more than `MANY` lines;
    `all_by` is what shows all of them then.
    """
    from .gallery import caption, gallery, moves

    if not isinstance(ending, Path):
        said = sentence(ending, width)
        return f"{said}\n\n{facts(ending, width)}" if ending.nodes else said
    if not ending.moves:
        return "\n\n".join(["Solved in 0 moves: the start is a goal.", facts(ending, width)])
    count = f"Solved in {in_moves(ending)}{apart(ending)}:"
    parts = [f"{count}\n{moves(ending.moves, width)}"]
    if boards != "none":
        captions = ["start", *(caption(number, label) for number, label in enumerate(ending.moves, 1))]
        drawn = gallery(drawn_alike(ending.states, picture, symbols, width), captions, width)
        parts.append(drawn if boards == "all" else shortened(drawn, all_by))
    return "\n\n".join([*parts, facts(ending, width)])


def in_moves(path: Path) -> str:
    """How many moves a solution has, and what they cost, if not 1 each.

    >>> in_moves(Path(moves=("a", "b"), states=(), costs=(2, 5)))
    '2 moves that cost 7'
    """
    number = counted(path.length, "move")
    return number if path.costs is None else f"{number} that cost{'s' if path.length == 1 else ''} {path.cost:,}"


def apart(path: Path) -> str:
    """How far any solution is from a best one, in words.

    >>> apart(Path(moves=(3, 1, 2), states=(), gap=1))
    ', at most 1 too many'
    """
    if path.gap is None:
        return ""
    if path.gap == 0:
        return f", proved to be the {'fewest' if path.costs is None else 'cheapest'}"
    return f", at most {path.gap:,} too many" if path.costs is None else f", at most {path.gap:,} too dear"


def sentence(ending: Ending, width: int = WIDTH) -> str:
    """Why there is no solution, or how far the search got."""
    found = "No solution" if ending.status == "exhausted" else "Stopped"
    return textwrap.fill(f"{found}: {getattr(ending, 'reason', '')}.", min(width, WIDEST))


def drawn_alike(
    states: Sequence[State], picture: Picture | None, symbols: Symbols | None, width: int = WIDTH
) -> list[str]:
    """Boards whose cells are all as wide as the widest value of any."""
    from .picture import cell_width, draw

    cell = cell_width((value for state in states for value in state), symbols)
    return [draw(state, picture, symbols, cell, width) for state in states]


def shortened(text: str, all_by: str = "--boards all") -> str:
    """`text` without its middle where it is longer than `MANY` lines; whole rows of boards are kept."""
    if text.count("\n") < MANY:
        return text
    between = "\n\n" if "\n\n" in text else "\n"
    rows = text.split(between)
    keep = max(1, MANY // (rows[0].count("\n") + len(between)) // 2)
    if len(rows) <= 2 * keep + 1:
        return text
    left_out = f"({counted(len(rows) - 2 * keep, 'row')} left out; {all_by} shows them)"
    return between.join([*rows[:keep], left_out, *rows[-keep:]])


def facts(ending: Ending, width: int = WIDTH) -> str:
    """How the search went, a fact a line."""
    return folding.facts(rows(ending), min(width, WIDEST))


def rows(ending: Ending) -> list[tuple[str, str]]:
    """How the search went: names and facts."""
    rows: list[tuple[str, str]] = []
    bounds = getattr(ending, "bounds", None)
    if ending.bound:
        source = SOURCES.get(ending.bound, ending.bound)
        if ending.groups is not None:
            write = entry("logic.writer:write")
            kept = [" ".join(map(write, group)) for group in ending.groups]
            source = f"tables of {'cells ' if ending.groups_of == 'cells' else ''}({') ('.join(kept)})"
        rows.append(("bound", f"{f'{bounds[0]} at the start, ' if bounds else ''}from {source}"))
    if ending.limits:
        rows.append(("limits", ranges(limit for limit, _ in ending.limits)))
    by = f"; {ending.strategy}, engine {ending.engine}" if ending.strategy and ending.engine else ""
    rows += [("nodes", f"{ending.nodes:,}"), ("time", f"{duration(ending.seconds)}{by}")]
    return rows + ([("why", ending.why)] if ending.why else [])


def ranges(numbers: Iterable[int]) -> str:
    """Rising numbers, with runs written short.

    >>> ranges([16, 17, 18, 20])
    '16..18, 20'
    """
    return ", ".join(f"{run[0]}..{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs(numbers))
