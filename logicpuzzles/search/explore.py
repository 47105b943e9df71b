"""The whole space: every state that can be reached from some sources, or that can reach them, with its depth."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING

from ..background import load_kernels
from ..endings import State
from ..errors import PuzzleError, check_choice
from ..kernels.executable import why_uncompiled
from ..limits import Limits, Progress
from ..rewriting.rewrite import Rewriting
from .budget import Budget, HandOver
from .exploration import Exploration, Unexplored
from .exploration_task import ENGINES, SLICES, ExplorationTask
from .explore_relation import HAND_OVER, explore_relation
from .problem import SearchProblem, Successors

if TYPE_CHECKING:
    from ..workers.specification import Asked


def explore(
    moves: Rewriting | SearchProblem | Successors,
    sources: Sequence[State],
    *,
    backwards: bool = False,
    engine: str = "auto",
    limits: Limits | None = None,
    progress: Progress | None = None,
    store: object = None,
    workers: Asked = None,
) -> Exploration | Unexplored:
    """Every state that the sources reach, or, backwards, that reaches one of them, with its depth.

    Where moves have costs, the depth of a state is the least cost.

    Parameters
    ----------
    moves
        Rewrite rules; or, where the relation did not compile, the successors of a state, or a problem with these,
        which may be on the query machine (forwards only).
    engine
        "rules" is plain Python, "hash" a kernel with a hash table, "radix" one with a bit for each combination of
        values of the cells, where these are not too many; all list the states of a depth in the order of a queue.
        "board" and "ranks" need two bits a state and list them in the order of their numbers: "board" where a blank
        changes places with its neighbours and all pieces differ, "ranks" where rules only move values about. "auto"
        takes a queue for up to 50,000 states and wherever the others do not apply or memory is plenty.
    limits, progress
        As for `search.solve`.
    store
        A folder, a URL or a `Store`, where the exploration is kept layer by layer, and goes on if it was begun there.
    workers
        As `workers.specification.executor_of` takes it: who explores in a store; else on how many cores "board" runs.

    Raises
    ------
    PuzzleError
        The engine cannot do it, or there is no source; the store cannot be used, or another exploration is in it.
    Refusal
        The rules have no inverse that is small enough.
    """
    limits = Limits.of(limits)
    check_choice("engine", engine, ENGINES)
    if not sources:
        raise PuzzleError("there is no state to explore from", place="sources")
    if store is None and isinstance(workers, str):
        hint = "give a store that they all see: --store FOLDER or URL, store= in Python"
        raise PuzzleError("machines share an exploration by its store alone", place=workers, hint=hint)
    if store is None and workers is not None and not hasattr(workers, "submit") and not hasattr(workers, "each"):
        from ..workers.threads import checked

        checked(workers)
    if not isinstance(moves, Rewriting):
        if store is not None or backwards or engine not in ("auto", "rules"):
            hint = "explore forwards with engine rules" if store is None else "explore without a store"
            raise PuzzleError("the moves did not compile to rewrite rules", hint=hint)
        problem = moves if isinstance(moves, SearchProblem) else SearchProblem(sources[0], (), moves)
        return explore_relation(problem, sources, Budget(limits, progress, None, *SLICES["rules"]))
    began = perf_counter()
    task = ExplorationTask(moves, sources, backwards, workers if isinstance(workers, int) else None)
    if store is not None:
        load_kernels(__package__, "board_numbering", "gaps", "keys", "sorted_keys")
        from .parts.exploring import explore_in

        return explore_in(task, store, workers, engine, Budget(limits, progress, None, 1, 0.05, began))
    order = task.engines(engine, Budget(limits).memory)
    for name in order:
        hand_over = None if name == order[-1] else HAND_OVER
        if name != "rules" and why_uncompiled():
            name = "rules"
        budget = Budget(limits, progress, hand_over, *SLICES[name], began)
        with suppress(HandOver):
            return task.run(name).go_on(budget)
    raise AssertionError("the last engine never hands over")
