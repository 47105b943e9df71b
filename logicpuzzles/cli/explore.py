"""The commands about all states at once: explore and deal."""

from __future__ import annotations

import json
import re
import shlex
import sys
import textwrap
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import click

from ..drawing.bars import bars, grouped, has_blocks
from ..drawing.gallery import gallery
from ..endings import State
from ..errors import PuzzleError
from ..games.strategies import NAMES as STRATEGIES
from ..logic.terms import Term
from ..notation import write
from ..printable import escaped
from ..rulefile.finding import shown
from ..rulefile.rulebook import Prepared, RuleFile
from ..wording import counted, duration
from . import screen
from .data import json_option, print_data
from .games import explore_game
from .limits import Count, limit_options, limits_of
from .options import built, placed, rule_file_command, unfit
from .progress import Progress
from .report import EXIT_CODES, drawn_alike, plain_data

_WORD = re.compile(r"""[^][(),'"\s\\]+""")
_NUMBER = re.compile(r"[+-]?[0-9]+")
DRAWN, LISTED = 8, 100  # of the hardest states: how many are drawn, how many JSON lists, where --hardest does not tell


@rule_file_command("explore", "Count all states by how far they are from a goal.")
@click.option("--from-start", is_flag=True, help="Every state that the start reaches, by its moves from the start.")
@click.option("--hardest", type=Count(0), metavar="N", help=f"Show N of the hardest [{DRAWN}; JSON: {LISTED}].")
@click.option("--strategy", type=click.Choice(STRATEGIES), help="Of a deduction game: which guesses [entropy].")
@limit_options
@json_option()
def explore(prepared: Prepared, values: Mapping[str, Any], **options: Any) -> int:
    """Count all states by the fewest moves from them to a goal, and show the hardest.

    Of a deduction game: play a strategy against every secret, and count the
    secrets by the questions they take.
    """
    rulefile = built(prepared, values)
    explorer = EXPLORERS.get(rulefile.kind)
    if explorer is None:
        raise unfit(rulefile, "has no states to explore")
    return explorer(rulefile, **options)


def explore_puzzle(
    rulefile: RuleFile,
    *,
    from_start: bool,
    hardest: int | None,
    strategy: str | None,
    as_object: bool,
    **options: Any,
) -> int:
    """Explore a state puzzle and print what there is; the exit code."""
    if strategy is not None:
        raise PuzzleError("--strategy is for deduction games", place=rulefile.name, hint="leave it out")
    puzzle = rulefile.puzzle
    found = _explored(rulefile, from_start, options)
    complete = found.status == "solved"
    wanted = (LISTED if as_object else DRAWN) if hardest is None else hardest
    states = tuple(islice(found.hardest(), wanted)) if complete else ()
    if as_object:
        print_data(_object(found, states))
    else:
        click.echo("\n\n".join(filter(None, _parts(found, states, puzzle, from_start))))
    return EXIT_CODES[found.status]


def _explored(rulefile: RuleFile, from_start: bool, options: Mapping[str, Any]) -> Any:
    with placed(shown(rulefile.file)), Progress() as progress:
        return rulefile.puzzle.explore(from_start=from_start, limits=limits_of(options), progress=progress)


def _object(found: Any, states: tuple[State, ...]) -> str:
    deepest = None
    if found.status == "solved":  # a limit may have come before the first depth was complete
        deepest = {"depth": len(found.depths) - 1, "count": found.depths[-1], "states": plain_data(states)}
    return json.dumps(
        {
            "status": found.status,
            "reason": getattr(found, "reason", None),
            "count": found.count,
            "depths": list(found.depths),
            "hardest": deepest,
            "seconds": round(found.seconds, 6),
        }
    )


def _parts(found: Any, states: tuple[State, ...], puzzle: Any, from_start: bool) -> list[str]:
    complete = found.status == "solved"
    what = "can be reached from the start" if from_start else "can reach a goal"
    head = f"{counted(found.count, 'state')} {what}." if complete else f"Stopped: {found.reason}."
    rows = grouped(found.depths)
    chart = bars(rows, ("moves", "states"), screen.text_width(), blocks=has_blocks(sys.stdout.encoding)) if rows else ""
    if len(rows) < len(found.depths):
        chart += "\n(--json has every depth by itself)"
    return [
        textwrap.fill(head, screen.text_width()),
        chart,
        *_hardest(found, states, puzzle),
        f"time    {duration(found.seconds)}",
    ]


def _hardest(found: Any, states: tuple[State, ...], puzzle: Any) -> list[str]:
    if not states:
        return []
    depth, count = len(found.depths) - 1, found.depths[-1]
    shown_of = f"{len(states):,} of the {count:,}" if len(states) < count else f"The {count:,}"
    head = f"{shown_of} hardest, {counted(depth, 'move')}:" if count > 1 else f"The hardest, {counted(depth, 'move')}:"
    boards = drawn_alike(states, puzzle.picture, puzzle.symbols, screen.width())
    return [f"{head}\n\n{gallery(boards, [''] * len(states), screen.width())}".replace("\n\n\n", "\n\n")]


@rule_file_command("deal", "Deal a random state that needs so many moves.")
@click.option("--depth", type=Count(0), metavar="N", help="The fewest moves to a goal [the most there are].")
@click.option("--seed", type=Count(0), metavar="N", help="The same state each time for the same number.")
@limit_options
@json_option()
def deal(
    prepared: Prepared,
    values: Mapping[str, Any],
    depth: int | None,
    seed: int | None,
    as_object: bool,
    **options: Any,
) -> int:
    """Deal a random state from which a goal is just so many moves away.

    The last line is the state as text, ready to be given to `solve`.
    """
    rulefile = built(prepared, values)
    if rulefile.kind != "puzzle":
        raise unfit(rulefile, "has no states to deal")
    puzzle = rulefile.puzzle
    found = _explored(rulefile, False, options)
    if found.status != "solved":
        if as_object:
            print_data(json.dumps(_dealt(found, None, None)))
        else:
            click.echo(textwrap.fill(f"Stopped: {found.reason}.", screen.text_width()))
        return EXIT_CODES[found.status]
    wanted = len(found.depths) - 1 if depth is None else depth
    if wanted >= len(found.depths):
        farthest = f"0 to {len(found.depths) - 1}"
        raise PuzzleError("no state is so far away", place="--depth", expected=farthest, got=wanted)
    state = found.deal(wanted, seed)
    if as_object:
        print_data(json.dumps(_dealt(found, state, wanted)))
    else:
        click.echo(f"{counted(wanted, 'move')} to a goal:\n\n{puzzle.draw(state)}\n\n{pasted(state)}")
    return 0


def _dealt(found: Any, state: State | None, depth: int | None) -> dict[str, Any]:
    return {
        "status": found.status,
        "reason": getattr(found, "reason", None),
        "state": None if state is None else plain_data(state),
        "depth": depth,
        "count": None if depth is None else found.depths[depth],
        "seconds": round(found.seconds, 6),
    }


def pasted(state: State) -> str:
    """`state` as one word of a shell's command line, to be read as START.

    >>> print(pasted((0, 7, 2)), pasted(("two words", "x", "7")), pasted((-1, ">")))
    0,7,2 '"two words",x,"7"' '[-1,>]'
    """
    text = ",".join(map(_typed, state))
    return shlex.quote(f"[{text}]" if text.startswith("-") else text)


def _typed(value: Any) -> str:
    if isinstance(value, str):
        plain = value.isprintable() and _WORD.fullmatch(value) and not _NUMBER.fullmatch(value)
        return value if plain else _in_double_quotes(value)
    if isinstance(value, tuple):
        return f"[{','.join(map(_typed, value))}]"
    if isinstance(value, Term) and value.args:
        return f"{_typed(value.name)}({','.join(map(_typed, value.args))})"
    return write(value)


def _in_double_quotes(text: str) -> str:
    """`text` quoted so that a shell, whose own quotes are single, needs to escape none of it."""
    inside = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped(inside)}"'


EXPLORERS: dict[str, Callable[..., int]] = {"puzzle": explore_puzzle, "game": explore_game}
