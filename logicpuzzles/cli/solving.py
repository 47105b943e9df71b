"""The command that solves: one solution, all, or their number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from ..drawing.folding import facts
from ..errors import PuzzleError
from ..rulefile.finding import shown
from ..rulefile.rulebook import Prepared, RuleFile
from ..search import ENGINES, STRATEGIES
from . import screen
from .data import json_option, print_data
from .limits import limit_options, limits_of
from .models import ENGINES as MODEL_ENGINES
from .models import solve_model
from .options import built, placed, read_state, rule_file_command, unfit
from .progress import Progress
from .report import EXIT_CODES, as_json, in_words


@rule_file_command("solve", "Find a shortest solution, all of them, or their number.")
@click.argument("start", nargs=-1)
@click.option("--goal", metavar="STATE", help="Another goal than that of the rule file.")
@click.option("--all", "every", is_flag=True, help="Every shortest solution; of a model every solution.")
@click.option("--count", "only_count", is_flag=True, help="How many these are.")
@click.option("--strategy", type=click.Choice(["auto", *STRATEGIES]), default="auto", help="How to search for moves.")
@click.option(
    "--engine",
    type=click.Choice(list(dict.fromkeys((*ENGINES, *MODEL_ENGINES)))),
    default="auto",
    help="What to search with; the last two are for models.",
)
@limit_options
@click.option("--verify", is_flag=True, help="Replay the solution through the relation of the rule file.")
@click.option("--boards", type=click.Choice(["some", "all", "none"]), default="some", help="How many boards to draw.")
@json_option()
def solve(prepared: Prepared, values: Mapping[str, Any], start: tuple[str, ...], **options: Any) -> int:
    """Find a shortest solution, from START or the start of the rule file.

    A state such as START is written 0,7,2,1,4,3,6,5 with commas or spaces, in
    brackets or not, or 07214365 where every value is one character. A model
    has no START; its parameters are options.
    """
    rulefile = built(prepared, values)
    if options["every"] and options["only_count"]:
        raise PuzzleError("--all and --count exclude each other", hint="--json --all tells the number too")
    solver = SOLVERS.get(rulefile.kind)
    if solver is None:
        raise unfit(rulefile, "is not solved by this command")
    return solver(rulefile, " ".join(start) if start else None, **options)


def solve_puzzle(rulefile: RuleFile, start: str | None, *, every: bool, only_count: bool, **options: Any) -> int:
    """Solve a state puzzle and print how it ended; the exit code."""
    engine = options["engine"]
    if engine not in ENGINES:
        raise PuzzleError(f"{engine} is for models", place="--engine", expected=f"one of {', '.join(ENGINES)}")
    puzzle = rulefile.puzzle
    begin = puzzle.start if start is None else _state(puzzle, start, "START")
    end = None if options["goal"] is None else _state(puzzle, options["goal"], "--goal")
    asked = {name: options[name] for name in ("strategy", "engine")} | {"limits": limits_of(options)}
    with placed(shown(rulefile.file)):
        if every or only_count:
            from .all_solutions import print_every

            return print_every(puzzle, begin, end, only_count, options["verify"], options["as_object"], asked)
        return _print_first(puzzle, begin, end, options, asked)


def _print_first(puzzle: Any, begin: Any, end: Any, options: Mapping[str, Any], asked: Mapping[str, Any]) -> int:
    with Progress() as progress:
        ending = puzzle.solve(begin, end, progress=progress, **asked)
    verified = bool(options["verify"] and ending.status == "solved")
    if verified:
        puzzle.check(ending, end, begin)
    if options["as_object"]:
        print_data(as_json(ending))
    else:
        click.echo(in_words(ending, puzzle.picture, puzzle.symbols, options["boards"], screen.width()))
        if ending.status == "stopped" and options["strategy"] == "auto" and ending.bound == "derived":
            hint = "another strategy may be faster: --strategy astar"  # auto tries the others by itself
            click.echo(facts([("next", hint)], screen.text_width()))
        if verified:
            click.echo("checked each move is one of the relation's own")
    return EXIT_CODES[ending.status]


def _state(puzzle: Any, text: str, place: str) -> Any:
    return puzzle.state(read_state(text, puzzle.n_cells, puzzle.symbols, place), place=place)


SOLVERS: dict[str, Callable[..., int]] = {"puzzle": solve_puzzle, "model": solve_model}
