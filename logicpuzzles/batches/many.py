"""`solve_many`: how each of many instances ends, lazily and in order, by one worker or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from ..endings import Ending, drawn_by
from ..errors import Given, PuzzleError, must_be
from ..rulefile.rulebook import RuleFile
from ..workers.specification import using
from .instance import START, Instance, instance_of, only_parameter
from .task import Outcome, Settings, Task

if TYPE_CHECKING:
    from ..workers import Executor
    from ..workers.specification import Asked


def solve_many(
    rulefile: RuleFile, given: Iterable[Given], *, workers: Asked = None, **settings: Any
) -> Iterator[Ending]:
    """How each of many instances of a rule file ends, in their order; each is solved when it is asked for, or before.

    Parameters
    ----------
    given
        For each a state to start from; or names with values: "start" and "goal" of a puzzle, parameters of the rule
        file, variables of a model with the values that are given. They may be endless.
    workers
        How many processes, or what else runs them: an address of Dask, an executor of `concurrent.futures`. With None
        each is solved in this process, when it is asked for.
    settings
        What `Puzzle.solve` and `Model.solve` take: strategy, engine, bound, and limits, which are those of each;
        minimize or maximize.

    Raises
    ------
    PuzzleError
        An instance is wrong, with its number; or the rule file declares neither a puzzle nor a model.

    >>> from logicpuzzles import load
    >>> [ending.length for ending in solve_many(load("six"), [(2, 0, 3, 1, 5, 6, 4), (1, 2, 3, 4, 5, 6, 0)])]
    [3, 0]
    """
    must_be(RuleFile, rulefile, "this is no rule file", expected="load(...) or loads(...)")
    return _endings(Task(rulefile, Settings(**settings)), instances_of(rulefile, given), workers)


def instances_of(rulefile: RuleFile, given: Iterable[Given], place: str = "instance") -> Iterator[Instance]:
    """The instances that are given, numbered from 1.

    Raises
    ------
    PuzzleError
        There can be none of this rule file.
    """
    if rulefile.kind not in ("puzzle", "model"):
        raise PuzzleError("only puzzles and models are solved", place=rulefile.name, got=rulefile.kind or "neither")
    alone = START if rulefile.kind == "puzzle" else only_parameter(rulefile.parameters)
    return (instance_of(one, number, f"{place} {number}", alone) for number, one in zip(count(1), given, strict=False))


def outcomes(
    task: Task, instances: Iterable[Instance], executor: Executor, first: str | None = None
) -> Iterator[Outcome]:
    """What becomes of each, in their order.

    The first is solved before the others: where its search lasted, so that tables were made for its bound, the others
    begin with these. So what is found does not depend on who solves what. `first` is the bound of the first, where
    that was solved before.
    """
    rest = iter(instances)
    if first is None:
        for outcome in executor.run(task, islice(rest, 1)):
            first = None if outcome.ending is None else outcome.ending.bound
            yield outcome
    yield from executor.each(task.after(first), rest)


def _endings(task: Task, instances: Iterable[Instance], workers: Asked) -> Iterator[Ending]:
    rulefile = task.rulefile
    with using(workers) as executor:
        for outcome in outcomes(task, instances, executor):
            if outcome.ending is None:
                raise PuzzleError(str(outcome.problem))
            declared = rulefile.puzzle if rulefile.kind == "puzzle" else rulefile.model
            yield drawn_by(declared, outcome.ending)
