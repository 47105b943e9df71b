"""The commands about all states or secrets at once: explore and deal."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from itertools import islice
from textwrap import fill
from typing import TypedDict, Unpack

from ..by_name import entry
from ..commands.command import Data, Reply, as_data
from ..drawing.bars import bars, grouped, has_blocks
from ..drawing.gallery import gallery
from ..drawing.report import drawn_alike, sentence
from ..endings import State
from ..errors import LimitReached, PuzzleError
from ..limits import Limits
from ..logic.notation import readable
from ..puzzles.puzzle import Puzzle
from ..rulefile.rulebook import RuleFile
from ..search.exploration import Exploration, Unexplored
from ..wording import counted, duration
from . import screen
from .report import EXIT_CODES, plain_data
from .rulefiles import as_typed, placed
from .screen import Progress
from .writing import HTML, SVG, board, check_target, nothing_written, page, titled

Found = Exploration | Unexplored
DRAWN, LISTED = 8, 100  # of the hardest states: how many are drawn, how many JSON lists, where --hardest does not tell


class Exploring(TypedDict):
    """What `explore` is given beside the rule file; see the table of commands."""

    from_start: bool
    up_to_symmetry: bool
    hardest: int | None
    html: str | None
    strategy: str | None
    as_object: bool
    limits: Limits
    progress: Progress | None


def explore_puzzle(rulefile: RuleFile, **asked: Unpack[Exploring]) -> Reply:
    """How many states of a state puzzle are how far from a goal, and the hardest."""
    if asked["strategy"] is not None:
        raise PuzzleError("--strategy is for deduction games", place=rulefile.name, hint="leave it out")
    check_target(asked["html"], HTML)
    found = _explored(rulefile, asked["from_start"], asked["limits"], asked["progress"], asked["up_to_symmetry"])
    wanted = (LISTED if asked["as_object"] else DRAWN) if asked["hardest"] is None else asked["hardest"]
    states = tuple(islice(found.hardest(), wanted)) if isinstance(found, Exploration) else ()
    if asked["as_object"]:
        deepest = None  # a limit may have come before the first depth was complete
        if isinstance(found, Exploration):
            deepest = {"depth": len(found.depths) - 1, "count": found.depths[-1], "states": plain_data(states)}
        counts: dict[str, object] = {"count": found.count, "depths": list(found.depths)}
        if asked["up_to_symmetry"]:
            counts["orbits"] = _orbits_as_data(found)
        yield _data(found, **counts, hardest=deepest)
    else:
        yield "\n\n".join(filter(None, _parts(found, states, rulefile.puzzle, asked["from_start"])))
    puzzle, title, make = rulefile.puzzle, titled(rulefile), "pages.puzzles:of_exploration"
    yield from page(asked["html"], lambda: entry(make)(puzzle, found, states, title, asked["from_start"]))
    return EXIT_CODES[found.status]


def _explored(
    rulefile: RuleFile, from_start: bool, limits: Limits, progress: Progress | None, up_to_symmetry: bool = False
) -> Found:
    puzzle: Puzzle = rulefile.puzzle
    with placed(rulefile):
        return puzzle.explore(from_start=from_start, up_to_symmetry=up_to_symmetry, limits=limits, progress=progress)


def _orbits_as_data(found: Found) -> dict[str, object] | None:
    """What JSON tells of orbits; None when a limit came before they were counted."""
    if isinstance(found, Unexplored) or found.orbits is None:
        return None
    orbits = found.orbits
    return {
        "count": orbits.count, "depths": list(orbits.depths), "hardest": orbits.depths[-1],
        "symmetries": len(orbits.group.elements), "complete": orbits.group.complete and orbits.group.listed,
    }  # fmt: skip


def _data(found: Found, **told: object) -> Data:
    reason = getattr(found, "reason", None)
    return as_data(status=found.status, reason=reason, **told, seconds=round(found.seconds, 6))


def _parts(found: Found, states: tuple[State, ...], puzzle: Puzzle, from_start: bool) -> Iterator[str]:
    width = screen.text_width()
    what = "can be reached from the start" if from_start else "can reach a goal"
    said = f"{counted(found.count, 'state')} {what}{_up_to_symmetry(found)}."
    yield sentence(found, width) if isinstance(found, Unexplored) else fill(said, width)
    rows, head, more = grouped(found.depths), ["cost" if puzzle.cost else "moves", "states"], list[int]()
    if isinstance(found, Exploration) and found.orbits is not None:
        more, head = [number for _, number in grouped(found.orbits.depths)], [*head, "orbits"]
    chart = bars(rows, head, width, has_blocks(sys.stdout.encoding), more) if rows else ""
    yield chart + ("\n(--json has every depth by itself)" if len(rows) < len(found.depths) else "")
    yield _hardest(found, states, puzzle)
    yield f"time    {duration(found.seconds)}"


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


def _hardest(found: Found, states: tuple[State, ...], puzzle: Puzzle) -> str:
    if not states:
        return ""
    depth, count = len(found.depths) - 1, found.depths[-1]
    if isinstance(found, Exploration) and found.orbits is not None:
        count = found.orbits.depths[-1]  # one state of each
    shown_of = f"{len(states):,} of the {count:,}" if len(states) < count else f"The {count:,}"
    head = f"{shown_of if count > 1 else 'The'} hardest, {_far(puzzle, depth)}:"
    boards = drawn_alike(states, puzzle.picture, puzzle.symbols, screen.width())
    return f"{head}\n\n{gallery(boards, [''] * len(states), screen.width())}".replace("\n\n\n", "\n\n")


def _far(puzzle: Puzzle, depth: int) -> str:
    """A depth in words."""
    return counted(depth, "move") if puzzle.cost is None else f"a cost of {depth:,}"


def explore_game(rulefile: RuleFile, **asked: Unpack[Exploring]) -> Reply:
    """How many questions a strategy needs for the secrets of a deduction game."""
    from ..games import report

    if asked["from_start"] or asked["up_to_symmetry"] or asked["hardest"] is not None:
        problem = "--from-start, --up-to-symmetry and --hardest are for state puzzles"
        raise PuzzleError(problem, place=rulefile.name, hint="leave them out")
    check_target(asked["html"], HTML)
    strategy = asked["strategy"] or "entropy"
    with placed(rulefile):
        try:
            found = rulefile.game.explore(strategy, limits=asked["limits"], progress=asked["progress"])
        except LimitReached as reached:
            found = report.unbegun(reached, strategy)
    if asked["as_object"]:
        yield Data(json.dumps(report.as_data(found), default=plain_data))
    else:
        yield report.in_words(rulefile.game, found, has_blocks(sys.stdout.encoding), screen.text_width())
    make, title = "pages.games:of_tree", titled(rulefile)
    yield from page(asked["html"], lambda: entry(make)(rulefile.game, found, title))
    return EXIT_CODES[found.status]


def deal(
    rulefile: RuleFile,
    depth: int | None,
    seed: int | None,
    html: str | None,
    svg: str | None,
    as_object: bool,
    limits: Limits,
    progress: Progress | None,
) -> Reply:
    """A random state from which a goal is just so many moves away."""
    for place, file in ((HTML, html), (SVG, svg)):
        check_target(file, place)
    found = _explored(rulefile, False, limits, progress)
    if isinstance(found, Unexplored):
        yield _data(found, state=None, depth=None, count=None) if as_object else sentence(found, screen.width())
        yield from nothing_written({HTML: html, SVG: svg})
        return EXIT_CODES[found.status]
    farthest = len(found.depths) - 1
    wanted = farthest if depth is None else depth
    if wanted > farthest:
        raise PuzzleError("no state is so far away", place="--depth", expected=f"0 to {farthest}", got=wanted)
    puzzle, state, title = rulefile.puzzle, found.deal(wanted, seed), titled(rulefile)
    far = f"{_far(puzzle, wanted)} to a goal"
    if as_object:
        yield _data(found, state=plain_data(state), depth=wanted, count=found.depths[wanted])
    else:
        yield f"{far}:\n\n{puzzle.draw(state)}\n\n{pasted(state)}"
    told = [("dealt", far), ("solve it", f"logicpuzzles solve {as_typed(rulefile)} {pasted(state)}")]
    yield from page(html, lambda: entry("pages.puzzles:of_state")(puzzle, state, title, told))
    yield from board(svg, puzzle, state, title)
    return 0


def pasted(state: State) -> str:
    """`state` as one word of a shell's command line, to be read as START.

    >>> print(pasted((0, 7, 2)), pasted(("two words", "x", "7")), pasted((-1, ">")))
    0,7,2 '"two words",x,"7"' '[-1,>]'
    """
    text = ",".join(map(readable, state))
    return shlex.quote(f"[{text}]" if text.startswith("-") else text)
