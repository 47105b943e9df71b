"""Which numbering by keys an exploration by parts takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from math import prod
from typing import TYPE_CHECKING

from ...errors import PuzzleError
from ...rewriting.undirected import is_undirected
from ..coding.packing import MOST_VALUES
from ..coding.radix import Radix
from ..kernels.keys import DigitKeys, Keys, RankKeys, WordKeys
from .keyed import BUFFER, SMALL, Keyed
from .log import Run, sources_told

if TYPE_CHECKING:
    from ..exploration_task import ExplorationTask

MOST_NUMBERS = 1 << 36  # of a range: above, so few of them are states that packed states serve as well, and are faster
LEAST_PARTS, MOST_PARTS = 8, 256  # tasks take the same memory, so that their number need only keep workers busy
HASH_PARTS = 16  # of packed states, of which there may be far fewer than combinations of values
STATES = 1 << 22  # in a part, about


def keyed(task: ExplorationTask, numbering: str | None = None, buffer: int = BUFFER, small: int = SMALL) -> Keyed:
    """The exploration of `task` by sorted keys.

    Parameters
    ----------
    numbering
        "radix", "ranks", or "hash" for packed states; None for the first of these that fits.
    buffer, small
        As for `Keyed`.

    Raises
    ------
    PuzzleError
        None of them fits.
    """
    program, place = task.program, "store"
    if task.is_weighted:
        hint = "explore without a store"
        raise PuzzleError(
            "the moves have costs, and parts hold states by their number of moves", place=place, hint=hint
        )
    if len(program.values) > MOST_VALUES:
        said = f"the cells hold {len(program.values)} different values, and at most {MOST_VALUES} fit"
        raise PuzzleError(said, place=place, hint="explore without a store")
    for name in NUMBERINGS if numbering is None else (numbering,):
        keys = NUMBERINGS[name](task)
        if keys is not None:
            told = {"sources": sources_told(task.sources), "rules": digest(task), "small": small}
            run = Run(name, keys.moving.n_parts, told)
            undirected = is_undirected(task.given) and all(map(task.is_in_domains, task.sources))
            return Keyed(run, keys, task.sources, undirected, buffer, small)
    raise PuzzleError(f"the numbering {numbering} does not fit these rules", place=place, hint="take another")


def digest(task: ExplorationTask) -> str:
    """A digest of the rules, and of the numbers of all values, the same in every process."""
    program = task.program
    rules = [
        (sorted(rule.guards.allowed.items()), list(map(tuple, rule.guards.tests)), rule.sources)
        for rule in program.rules
        if rule is not None
    ]
    numbers = sorted(map(program.values.encode, task.sources))
    what = repr((program.n_cells, program.domains, program.values.values, rules, numbers))
    return sha256(what.encode()).hexdigest()[:32]


def parts_for(n_numbers: int) -> int:
    """How many parts a range of numbers has: the same for all that go on, whatever their workers."""
    wanted = min(MOST_PARTS, max(LEAST_PARTS, n_numbers // STATES))
    return 1 << (wanted - 1).bit_length()


def _radix(task: ExplorationTask) -> Keys | None:
    n_numbers = prod(domain.bit_count() for domain in task.program.domains)
    if n_numbers > MOST_NUMBERS or not all(map(task.is_in_domains, task.sources)):
        return None
    radix = Radix(task.program)
    arrays = radix.arrays()
    return None if arrays is None else DigitKeys(radix, arrays, parts_for(n_numbers))


def _ranks(task: ExplorationTask) -> Keys | None:
    if task.why_not("ranks") is not None or task.n_states is None:
        return None
    return RankKeys(task.program, task.sources, parts_for(task.n_states))


def _hash(task: ExplorationTask) -> Keys | None:
    return WordKeys(task.program, HASH_PARTS)


NUMBERINGS: Mapping[str, Callable[[ExplorationTask], Keys | None]] = {"radix": _radix, "ranks": _ranks, "hash": _hash}
