"""Rules split until each has one cost: what a move costs may depend on cells, such as the piece that moves.

What is claimed: of the rules that one is split into, just one applies to each state to which it applied, and that has
the cost of its move; values that no state can hold there are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

from ..endings import State
from ..errors import Refusal
from ..logic.terms import typed
from .listing import cells_in
from .reach import narrowed
from .rewrite import Among, Equals, Guard, Held, Pattern, Rewriting, Rule, allowed, by_key, each_once

MOST_RULES = 100_000

Price = Callable[[Rule, Mapping[int, Any]], int]  # what a move of a rule costs, where some cells hold these values


def split_by_cost(
    rewriting: Rewriting, pieces: Sequence[State], depends: Callable[[Rule], Any], price: Price
) -> Rewriting:
    """The rules, each with its cost; `depends` gives the template whose cells the cost of a rule depends on.

    Where the rules only permute the cells, each state has the values of one of `pieces`.

    Raises
    ------
    Refusal
        There would be more than 100,000 rules.
    """
    counts = [Counter(map(typed, state)) for state in pieces] if rewriting.permutes else None
    held = list(map(by_key, rewriting.domains))
    rules: list[Rule] = []
    for rule in rewriting.rules:
        cells = sorted({cell.index for cell in cells_in(depends(rule))})
        rules += _split(rule, cells, held, counts, price)
        if len(rules) > MOST_RULES:
            raise Refusal(f"what moves cost makes more than {MOST_RULES:,} rewrite rules")
    return replace(rewriting, rules=tuple(rules))


def _split(
    rule: Rule, cells: Sequence[int], held: Sequence[Held], pieces: Sequence[Counter[Any]] | None, price: Price
) -> list[Rule]:
    """`rule` for what `cells` may hold, values of the last one together where they cost the same."""
    if not cells:
        return [replace(rule, cost=price(rule, {}))] if _is_possible(rule.guards, held, pieces) else []
    known = allowed(rule.guards)
    choices = [list(known.get(cell, held[cell]).values()) for cell in cells]
    if prod(map(len, choices)) > MOST_RULES:
        raise Refusal(f"what moves cost depends on too many values: more than {MOST_RULES:,} combinations")
    found: list[Rule] = []
    *others, last = cells
    for values in product(*choices[:-1]):
        fixed = [Equals(cell, value) for cell, value in zip(others, values, strict=True)]
        by_cost: dict[int, list[Any]] = {}
        for value in choices[-1]:
            if _is_possible((*rule.guards, *fixed, Equals(last, value)), held, pieces):
                cost = price(rule, dict(zip(cells, (*values, value), strict=True)))
                by_cost.setdefault(cost, []).append(value)
        for cost, some in by_cost.items():
            guards = each_once((*_without(rule.guards, cells), *fixed, _one_of(last, some)))
            found.append(replace(rule, guards=guards, cost=cost))
    costs = {split.cost for split in found}
    return [replace(rule, cost=costs.pop())] if len(costs) == 1 else found


def _one_of(cell: int, values: Sequence[Any]) -> Guard:
    return Equals(cell, values[0]) if len(values) == 1 else Among(cell, tuple(values))


def _without(guards: Iterable[Guard], cells: Sequence[int]) -> Iterator[Guard]:
    """The guards but those that say what one of `cells` may hold: others take their place."""
    return (guard for guard in guards if not (isinstance(guard, Equals | Among) and guard.cell in cells))


def _is_possible(guards: Pattern, held: Sequence[Held], pieces: Sequence[Counter[Any]] | None) -> bool:
    """Whether a state may satisfy the guards, each by itself, with no value more often than one of `pieces` has it."""
    left = narrowed(guards, held)
    if left is None:
        return False
    if pieces is None:
        return True
    fixed = Counter(next(iter(values)) for values in left.values() if len(values) == 1)
    return any(not fixed - counts for counts in pieces)
