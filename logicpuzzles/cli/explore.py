"""The commands about all states or secrets at once: explore and deal."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import nullcontext
from itertools import islice
from typing import NamedTuple, TypedDict, Unpack

from ..by_name import entry
from ..commands.command import Data, Reply, as_data
from ..drawing.bars import has_blocks
from ..drawing.report import sentence
from ..endings import State
from ..errors import LimitReached, PuzzleError
from ..limits import Limits
from ..logic.notation import readable
from ..pages.space_words import DRAWN, far, parts
from ..plain_data import plain_data
from ..puzzles.puzzle import Puzzle
from ..rulefile.rulebook import RuleFile
from ..search.exploration import Exploration, Unexplored
from . import screen
from .report import EXIT_CODES
from .rulefiles import as_typed, placed
from .screen import Progress
from .stopping import telling
from .writing import HTML, SVG, board, check_target, nothing_written, page, titled

Found = Exploration | Unexplored
LISTED = 100  # of the hardest states: how many JSON lists, where --hardest does not tell


class Kept(NamedTuple):
    """Where an exploration is kept, and how many share it."""

    store: str | None
    workers: int | str | None


class Exploring(TypedDict):
    """What `explore` is given beside the rule file; see the table of commands."""

    from_start: bool
    up_to_symmetry: bool
    hardest: int | None
    html: str | None
    strategy: str | None
    store: str | None
    workers: int | str | None
    as_object: bool
    limits: Limits
    progress: Progress | None


def explore_puzzle(rulefile: RuleFile, **asked: Unpack[Exploring]) -> Reply:
    """How many states of a state puzzle are how far from a goal, and the hardest."""
    if asked["strategy"] is not None:
        raise PuzzleError("--strategy is for deduction games", place=rulefile.name, hint="leave it out")
    check_target(asked["html"], HTML)
    kept = Kept(asked["store"], asked["workers"])
    found = _explored(rulefile, asked["from_start"], asked["limits"], asked["progress"], kept, asked["up_to_symmetry"])
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
        blocks, note = has_blocks(sys.stdout.encoding), "--json has every depth by itself"
        yield "\n\n".join(parts(found, states, rulefile.puzzle, screen.width(), blocks, note))
    puzzle, title, make = rulefile.puzzle, titled(rulefile), "pages.puzzles:of_exploration"
    yield from page(asked["html"], lambda: entry(make)(puzzle, found, states, title))
    return EXIT_CODES[found.status]


def _explored(
    rulefile: RuleFile,
    from_start: bool,
    limits: Limits,
    progress: Progress | None,
    kept: Kept,
    up_to_symmetry: bool = False,
) -> Found:
    puzzle: Puzzle = rulefile.puzzle
    asked = {"from_start": from_start, "up_to_symmetry": up_to_symmetry}
    goes_on = f"Whole depths are kept in {kept.store}; the same command goes on after them."
    with placed(rulefile), telling(goes_on) if kept.store is not None else nullcontext():
        return puzzle.explore(**asked, limits=limits, progress=progress, store=kept.store, workers=kept.workers)


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


def explore_game(rulefile: RuleFile, **asked: Unpack[Exploring]) -> Reply:
    """How many questions a strategy needs for the secrets of a deduction game."""
    from ..games import report

    if asked["from_start"] or asked["up_to_symmetry"] or asked["hardest"] is not None or asked["store"] is not None:
        problem = "--from-start, --up-to-symmetry, --hardest and --store are for state puzzles"
        raise PuzzleError(problem, place=rulefile.name, hint="leave them out")
    if isinstance(asked["workers"], str):
        problem, hint = "a game is explored by threads of this machine alone", "leave it out, or give --workers N"
        raise PuzzleError(problem, place="--dask", got=asked["workers"], hint=hint)
    check_target(asked["html"], HTML)
    strategy = asked["strategy"] or "entropy"
    with placed(rulefile):
        try:
            limits, progress, workers = asked["limits"], asked["progress"], asked["workers"]
            found = rulefile.game.explore(strategy, limits=limits, progress=progress, workers=workers)
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
    store: str | None,
    workers: int | str | None,
    html: str | None,
    svg: str | None,
    as_object: bool,
    limits: Limits,
    progress: Progress | None,
) -> Reply:
    """A random state from which a goal is just so many moves away."""
    for place, file in ((HTML, html), (SVG, svg)):
        check_target(file, place)
    found = _explored(rulefile, False, limits, progress, Kept(store, workers))
    if isinstance(found, Unexplored):
        yield _data(found, state=None, depth=None, count=None) if as_object else sentence(found, screen.width())
        yield from nothing_written({HTML: html, SVG: svg})
        return EXIT_CODES[found.status]
    farthest = len(found.depths) - 1
    wanted = farthest if depth is None else depth
    if wanted > farthest:
        raise PuzzleError("no state is so far away", place="--depth", expected=f"0 to {farthest}", got=wanted)
    puzzle, state, title = rulefile.puzzle, found.deal(wanted, seed), titled(rulefile)
    away = f"{far(wanted, puzzle.cost is not None)} to a goal"
    if as_object:
        yield _data(found, state=plain_data(state), depth=wanted, count=found.depths[wanted])
    else:
        yield f"{away}:\n\n{puzzle.draw(state)}\n\n{pasted(state)}"
    told = [("dealt", away), ("solve it", f"logicpuzzles solve {as_typed(rulefile)} {pasted(state)}")]
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
