"""Why a model has no solution: a minimal set of constraints that contradict each other."""

from __future__ import annotations

import linecache
import tokenize
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from time import perf_counter
from typing import Any, ClassVar

from ..copying import Copied
from ..endings import Ending, Exhausted, Stopped
from ..errors import LimitReached, PuzzleError
from ..integers import as_text, represented
from ..limits import Limits
from ..search.budget import Budget
from ..watchdog import within
from .constraints.base import Posted, shortened
from .reading import Reading
from .solutions import Solutions, building

MOST_NODES = 200_000  # of one search for a solution
_LONGEST = 120  # characters of a statement that are shown


@dataclass(frozen=True, kw_only=True)
class Contradiction(Copied):
    """Constraints and given values that contradict each other; as text, with the statements that posted them.

    Attributes
    ----------
    posted
        The constraints, in the order of posting.
    given
        Those of the given values that take part.
    domains
        The values of each variable concerned.
    is_minimal
        Whether it is proved that none can be dropped; False where a limit left that open.
    """

    posted: tuple[Posted, ...]
    given: Mapping[Any, Any]
    domains: Mapping[Any, tuple[Any, ...]]
    is_minimal: bool = True
    parts: ClassVar = ("posted", "given", "domains", "is_minimal")
    thing: ClassVar = "a contradiction"
    instead: ClassVar = "keep its text: str(contradiction)"

    def __str__(self) -> str:
        parts: list[str] = []
        by_place: dict[str | None, list[Posted]] = {}
        for posted in self.posted:
            by_place.setdefault(posted.place, []).append(posted)
        for place, together in by_place.items():
            parts += map(str, together)
            parts += [f"    {line}" for line in [statement(place)] if line]
        parts += [f"given: {as_text(name)} = {represented(value)}" for name, value in self.given.items()]
        sharing: dict[tuple[Any, ...], list[Any]] = {}
        for name, values in self.domains.items():
            sharing.setdefault(values, []).append(name)
        ranges = [f"{shortened(names)}: {shortened(values)}" for values, names in sharing.items()]
        head = "these contradict each other" + (", and none can be dropped" if self.is_minimal else "")
        return "\n".join([f"{head}:", *(f"  {part}" for part in parts), "values:", *(f"  {r}" for r in ranges)])


def statement(place: str | None) -> str:
    """The statement that begins at "file:line", with the comment behind it, on one line; "" where it is not known.

    Of a file that is not Python it is the line.
    """
    file, _, line = (place or "").rpartition(":")
    if not line.isdigit():
        return ""
    linecache.checkcache(file)  # it may have been edited, and loaded again
    first = last = int(line)
    if not file.endswith(".py"):
        return _shortened(linecache.getline(file, first).strip())
    read = (linecache.getline(file, number) for number in count(first))
    with suppress(tokenize.TokenError, SyntaxError, StopIteration):  # it does not end: its first line
        last += next(t.end[0] - 1 for t in tokenize.generate_tokens(read.__next__) if t.type == tokenize.NEWLINE)
    text = " ".join(linecache.getline(file, number).strip() for number in range(first, last + 1))
    return _shortened(text)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."


def contradiction(
    reading: Reading,
    fresh: Callable[[], Reading],
    given: Mapping[Any, Any],
    engine: str,
    limits: Limits,
    progress: Callable[[str], None] | None,
    began: float,
) -> Contradiction:
    """The contradiction in a model that has no solution with `given`.

    Constraints are dropped in halves, quarters and so on, at last one by one, and kept where a solution appears.
    What is left is minimal: a constraint without which a larger set has a solution is needed in a smaller one too.

    Parameters
    ----------
    reading, fresh, engine
        The model, a new reading of it, and the engine that found it to have none.
    limits, progress, began
        Seconds since `began` are shared by all searches; nodes and memory count for each alone. A constraint is also
        kept where the search without it is stopped, or a function raises.
    """
    constraints, names = reading.posted, list(given)
    each = replace(limits, nodes=MOST_NODES if limits.nodes is None else min(limits.nodes, MOST_NODES))
    undecided: list[int] = []

    def parts(items: Sequence[int]) -> tuple[list[int], dict[Any, Any]]:
        """The numbers of the constraints among the items, and the given values, which are numbered after them."""
        chosen = [names[i - len(constraints)] for i in items if i >= len(constraints)]
        return [i for i in items if i < len(constraints)], {name: given[name] for name in chosen}

    def contradict(items: Sequence[int]) -> bool:
        numbers, values = parts(items)
        ending: Ending | None = None
        try:
            with building() as watchdog:
                watchdog.check()
                cuts, part = reading.given(values), reading.only(numbers)
                budget = Budget(each, progress, work=2000, seconds=0.05, began=began)
                solutions = Solutions(part, lambda: fresh().only(numbers), cuts, engine, budget)
            try:
                ending = solutions.first()
            finally:
                solutions.close()
        except LimitReached:
            undecided.extend(items)
        except PuzzleError:
            return False
        if isinstance(ending, Stopped):
            undecided.extend(items)
        return isinstance(ending, Exhausted)

    seconds = None if limits.seconds is None else max(0.0, began + limits.seconds - perf_counter())
    with within(Limits(seconds=seconds)):
        numbers, kept = parts(shrunk([*range(len(constraints) + len(names))], contradict))
    posted = tuple(constraints[i] for i in numbers)
    concerned = {v for p in posted for v in p.scope} | set(kept)
    domains = {v: domain for v, domain in reading.domains.items() if v in concerned}
    return Contradiction(posted=posted, given=kept, domains=domains, is_minimal=not undecided)


def shrunk(items: list[int], contradict: Callable[[Sequence[int]], bool]) -> list[int]:
    """A minimal contradictory part of `items`, which contradict each other as a whole.

    >>> shrunk([1, 2, 3, 4, 5], lambda items: 2 in items and 4 in items)
    [2, 4]
    """
    size = (len(items) + 1) // 2
    while size:
        at = 0
        while at < len(items):
            rest = items[:at] + items[at + size :]
            if contradict(rest):
                items = rest
            else:
                at += size
        size //= 2
    return items
