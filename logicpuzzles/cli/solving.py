"""The command that solves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from ..errors import PuzzleError
from ..rulebook import Prepared, RuleFile
from ..rulefiles import shown
from ..search import ENGINES, STRATEGIES
from .limits import limit_options, limits_of
from .options import built, placed, read_state, rule_file_command
from .progress import Progress
from .report import EXIT_CODES, as_json, in_words


@rule_file_command("solve", "Find a shortest solution.")
@click.argument("start", nargs=-1)
@click.option("--goal", metavar="STATE", help="Another goal than that of the rule file.")
@click.option("--strategy", type=click.Choice(["auto", *STRATEGIES]), default="auto", help="How to search.")
@click.option("--engine", type=click.Choice(ENGINES), default="auto", help="What to search with.")
@limit_options
@click.option("--verify", is_flag=True, help="Replay the solution through the relation of the rule file.")
@click.option("--boards", type=click.Choice(["some", "all", "none"]), default="some", help="How many boards to draw.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def solve(prepared: Prepared, values: Mapping[str, Any], start: tuple[str, ...], **options: Any) -> int:
    """Find a shortest solution, from START or the start of the rule file.

    A state such as START is written 0,7,2,1,4,3,6,5 with commas or spaces, in
    brackets or not, or 07214365 where every value is one character.
    """
    rulefile = built(prepared, values)
    solver = SOLVERS.get(rulefile.kind)
    if solver is None:
        raise PuzzleError(f"a {rulefile.kind} is not solved by this command", place=rulefile.name)
    return solver(rulefile, " ".join(start), **options)


def solve_puzzle(
    rulefile: RuleFile,
    start: str,
    *,
    goal: str | None,
    strategy: str,
    engine: str,
    verify: bool,
    boards: str,
    as_object: bool,
    **options: Any,
) -> int:
    """Solve a state puzzle and print how it ended; the exit code."""
    puzzle = rulefile.puzzle
    begin = _state(puzzle, start, "START") if start else None
    end = _state(puzzle, goal, "--goal") if goal else None
    with placed(shown(rulefile.file)), Progress() as progress:
        limits = limits_of(options)
        ending = puzzle.solve(begin, end, strategy=strategy, engine=engine, limits=limits, progress=progress)
    verified = bool(verify and ending.status == "solved")
    if verified:
        puzzle.check(ending, end)
    if as_object:
        click.echo(as_json(ending))
    else:
        click.echo(in_words(ending, puzzle.picture, puzzle.symbols, boards))
        if verified:
            click.echo("checked each move is one of the relation's own")
    return EXIT_CODES[ending.status]


def _state(puzzle: Any, text: str, place: str) -> Any:
    return puzzle.state(read_state(text, puzzle.n_cells, puzzle.symbols, place), place=place)


SOLVERS: dict[str, Callable[..., int]] = {"puzzle": solve_puzzle}
