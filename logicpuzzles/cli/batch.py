"""Many starts of a puzzle, or many givens of a model: a line of JSON for each, and a summary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING

from ..batches.many import instances_of, outcomes
from ..batches.results import Results
from ..batches.rows import batch_of, line, row
from ..batches.summary import Summary
from ..batches.task import Settings, Task
from ..commands.command import Data, Note, Reply
from ..drawing import folding
from ..errors import PuzzleError
from ..limits import Limits
from ..rulefile.rulebook import RuleFile
from ..search.exploration import Exploration
from ..wording import counted
from ..workers.specification import using
from . import screen
from .rulefiles import placed
from .screen import Progress
from .starts import PLACE, instances_in
from .stopping import INTERRUPTED, raising

if TYPE_CHECKING:
    from ..batches.instance import Instance

TO = "--to"
SEED = 0
MOVING = "strategy", "bound", "limit-cost"  # what only puzzles have
CHOOSING = "unique", "minimize", "maximize"  # and only models


def batch(
    rulefile: RuleFile,
    starts: str | None,
    deal: int | None,
    depth: int | None,
    seed: int | None,
    to: str | None,
    unique: bool,
    minimize: str | None,
    maximize: str | None,
    strategy: str,
    engine: str,
    bound: str | None,
    each_seconds: float | None,
    workers: int | str | None,
    limits: Limits,
    progress: Progress | None,
) -> Reply:
    """Solve what each line of a file says, or states that are dealt."""
    limits = replace(limits, seconds=each_seconds)
    _refuse(rulefile, {"strategy": strategy, "bound": bound, "unique": unique or None, "minimize": minimize,
                       "maximize": maximize, "limit-cost": limits.cost})  # fmt: skip
    settings = Settings(strategy, engine, bound, limits, minimize, maximize, unique)
    task = Task(rulefile, settings)
    key = batch_of(task)
    began, summary = perf_counter(), Summary()
    with placed(rulefile), raising(), using(workers) as executor:
        instances = _instances(rulefile, starts, (deal, depth, seed), progress)
        with nullcontext() if to is None else Results(to, key, TO) as results:
            before = 0
            if results is not None:
                before = len(results.rows)
                for known in results.rows:
                    summary.add(known)
                instances = results.left(instances)
                if before:
                    yield Note(f"{to} has the results of {counted(before, 'instance')}; going on after them.")
            try:
                first = str(results.rows[0].get("bound")) if results is not None and before else None
                for number, outcome in enumerate(outcomes(task, instances, executor, first), before + 1):
                    found = row(outcome, key)
                    summary.add(found)
                    if results is None:
                        yield Data(line(found))
                    else:
                        results.add(found)
                    if progress is not None:
                        progress(f"{counted(number, 'instance')}")
            except KeyboardInterrupt:
                yield Note(_interrupted(to, sum(summary.statuses.values())))
                return INTERRUPTED
    told = folding.facts(summary.pairs(perf_counter() - began if before == 0 else None), screen.text_width())
    yield Note(told) if to is None else told
    return summary.code


def _refuse(rulefile: RuleFile, given: Mapping[str, object]) -> None:
    """Raise `PuzzleError` for an option that only makes sense for what the rule file does not declare."""
    other, names = ("model", MOVING) if rulefile.kind == "model" else ("puzzle", CHOOSING)
    for name in names:
        if given[name] not in (None, "auto"):
            problem = f"a {other} has no {name}" if given[name] is not True else f"it is not asked of a {other}"
            raise PuzzleError(problem, place=f"--{name}", hint="leave it out")


def _interrupted(to: str | None, number: int) -> str:
    hint = "" if to is None else f" {to} has {counted(number, 'result')}; the same command goes on after them."
    return f"Stopped with Ctrl-C.{hint}"


def _instances(
    rulefile: RuleFile, starts: str | None, dealt: tuple[int | None, int | None, int | None], progress: Progress | None
) -> Iterator[Instance]:
    """Those of the file, or those that are dealt."""
    count, depth, seed = dealt
    if (starts is None) == (count is None):
        hint = f"{PLACE} FILE has a start on each line; --deal COUNT deals states"
        raise PuzzleError(
            "it is not told what to solve" if starts is None else "--starts and --deal exclude each other", hint=hint
        )
    if starts is not None:
        for place, value in (("--depth", depth), ("--seed", seed)):
            if value is not None:
                raise PuzzleError("it is for --deal", place=place, got=value, hint="leave it out")
        instances = instances_in(starts, rulefile)
        return chain(instances_of(rulefile, ()), instances)
    if rulefile.kind != "puzzle":
        raise PuzzleError("only states of puzzles are dealt", place="--deal", hint=f"{PLACE} FILE")
    assert count is not None
    found = rulefile.puzzle.explore(progress=progress)
    if not isinstance(found, Exploration):
        raise PuzzleError(f"no state can be dealt: {found.reason}", place="--deal")
    wanted = len(found.depths) - 1 if depth is None else depth
    first = SEED if seed is None else seed
    return instances_of(rulefile, (found.deal(wanted, first + n) for n in range(count)), "dealt state")
