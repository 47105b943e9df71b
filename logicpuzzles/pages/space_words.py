"""A whole space in words: how many states are how far, and the hardest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill

from ..drawing.bars import bars, grouped
from ..drawing.folding import WIDEST, WIDTH
from ..drawing.gallery import gallery
from ..drawing.report import drawn_alike, sentence
from ..endings import State
from ..puzzles.puzzle import Puzzle
from ..search.exploration import Exploration, Unexplored
from ..wording import counted, duration

Found = Exploration | Unexplored
DRAWN = 8  # of the hardest states


def parts(
    found: Found,
    states: Sequence[State],
    puzzle: Puzzle | None,
    width: int = WIDTH,
    blocks: bool = True,
    note: str = "found.depths has every depth by itself",
) -> Iterator[str]:
    """The paragraphs that tell of an exploration.

    Parameters
    ----------
    states
        The hardest states that are drawn.
    puzzle
        What was explored; None where that is not known.
    blocks
        Whether bars may be drawn with block characters.
    note
        What stands below bars of several depths each.
    """
    text = min(width, WIDEST)
    costs = puzzle is not None and puzzle.cost is not None
    said = f"{in_all(found)}."
    yield sentence(found, text) if isinstance(found, Unexplored) else fill(said, text)
    rows, head, more = grouped(found.depths), ["cost" if costs else "moves", "states"], list[int]()
    if isinstance(found, Exploration) and found.orbits is not None:
        more, head = [number for _, number in grouped(found.orbits.depths)], [*head, "orbits"]
    if rows:
        yield bars(rows, head, text, blocks, more) + (f"\n({note})" if len(rows) < len(found.depths) else "")
    if states:
        picture, symbols = (None, None) if puzzle is None else (puzzle.picture, puzzle.symbols)
        boards = drawn_alike(states, picture, symbols, width)
        drawn = gallery(boards, [""] * len(states), width)
        yield f"{hardest(found, len(states), costs)}:\n\n{drawn}".replace("\n\n\n", "\n\n")
    yield f"time    {duration(found.seconds)}"


def in_all(found: Found) -> str:
    """How many states there are, and how many up to symmetry."""
    what = "can be reached from the start" if found.from_start else "can reach a goal"
    return f"{counted(found.count, 'state')} {what}{_up_to_symmetry(found)}"


def hardest(found: Found, n_shown: int, costs: bool) -> str:
    """What is to be said of the hardest states of which so many are shown."""
    depth, count = len(found.depths) - 1, found.depths[-1]
    if isinstance(found, Exploration) and found.orbits is not None:
        count = found.orbits.depths[-1]  # one state of each
    shown_of = f"{n_shown:,} of the {count:,}" if n_shown < count else f"The {count:,}"
    return f"{shown_of if count > 1 else 'The'} hardest, {far(depth, costs)}"


def far(depth: int, costs: bool) -> str:
    """A depth in words."""
    return f"a cost of {depth:,}" if costs else counted(depth, "move")


def _up_to_symmetry(found: Found) -> str:
    """What the first sentence adds of orbits."""
    if isinstance(found, Unexplored) or found.orbits is None:
        return ""
    orbits, group = found.orbits, found.orbits.group
    others = len(group.elements) - 1
    if not others:
        return ", none the image of another: no symmetry was found"
    among = "" if group.listed else f" of {group.order - 1:,}"
    more = "" if group.complete else "; there may be more"
    return f", {orbits.count:,} up to symmetry ({counted(others, 'symmetry', 'symmetries')}{among}{more})"
