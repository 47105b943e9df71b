"""Lower bounds on the number of moves: the proof of a table of distances, and tables derived from the rules.

A table has a row a value: entry `row[c]` is what the value counts when it stands in cell `c`. The sum over the
cells is a lower bound when it is 0 on every goal and no rule lowers it by more than 1; when no rule lowers it by
more than `d`, the sum divided by `d`, rounded up, is one. Both are checked on the rules, for all states at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..endings import State
from ..errors import PuzzleError
from ..logic.terms import typed
from ..notation import write
from ..rewriting.rewrite import Cell, Equals, Pattern, Rewriting, Rule, permutation
from ..wording import counted
from .worst_case import Counts, Worst, largest, permitted, value_counts

Rows = Mapping[Any, tuple[int, ...]]  # a table by the keys of its values
Table = Mapping[Any, tuple[int, ...]]  # {1: (0, 1, 2, 3, 1, 2, 3, 4), ...}


@dataclass(frozen=True)
class Bound:
    """A proved lower bound: the sum over the cells `c` of `table[state[c]][c]`, divided by `divisor`, rounded up.

    Values without a row count 0. `name` tells where it came from: "distance" or "derived"; `proof` is a sentence.
    """

    table: Table
    divisor: int
    name: str
    proof: str

    def value(self, state: State) -> int:
        """The fewest moves that `state` may still need."""
        total = sum(self.table[value][cell] for cell, value in enumerate(state) if value in self.table)
        return -(-total // self.divisor)


def prove(rewriting: Rewriting, goals: Sequence[Pattern], table: Table, place: str = "distance") -> Bound:
    """`table` as a lower bound, proved from the rules.

    Raises
    ------
    PuzzleError
        A row is missing, has the wrong length or wrong entries; a goal has a distance above 0; or a rule lowers the
        sum by more than 1. The message names the value, the rule and the positions.
    """
    _check_rows(rewriting, table, place)
    counts = value_counts(rewriting, goals)
    rows = by_key(table)
    for goal in goals:
        _check_goal(rewriting, goal, rows, counts, place)
    for number, rule in enumerate(rewriting.rules, 1):
        worst = lowering(rewriting, rule, rows, counts, above=1)
        if worst is not None:
            raise _overestimates(rewriting, number, rule, worst, table, place)
    n_rules, n_values = len(rewriting.rules), len(table)
    size = f"{counted(n_rules, 'rule')} x {counted(n_values, 'row')}"
    proof = f"0 on the goal; no rule lowers it by more than 1: {size} checked"
    return Bound(table, 1, "distance", proof)


def by_key(table: Table) -> Rows:
    """The rows of a table under keys that tell 1, True and 1.0 apart."""
    return {typed(value): row for value, row in table.items()}


def lowering(rewriting: Rewriting, rule: Rule, rows: Rows, counts: Counts | None, above: int) -> Worst | None:
    """The most by which `rule` lowers the sum of the table, and the state where; None unless it is above `above`."""
    fixed = 0
    after: dict[int, list[int]] = {cell: [] for cell, source in enumerate(rule.effect) if source != Cell(cell)}
    for cell, source in enumerate(rule.effect):
        if type(source) is not Cell:
            fixed -= _entry(rows, cell, source)
        elif source.index != cell:
            after.setdefault(source.index, [source.index]).append(cell)
    gains = {cell: partial(_gain, rows, cell, targets) for cell, targets in after.items()}
    worst = largest(rewriting.domains, rule.guards, gains, caps=counts, above=above - fixed)
    return worst and Worst(worst.total + fixed, worst.cells, worst.exact)


def _entry(rows: Rows, cell: int, value: Any) -> int:
    row = rows.get(typed(value))
    return 0 if row is None else row[cell]


def _gain(rows: Rows, cell: int, targets: list[int], value: Any) -> int:
    """What the sum loses when `value` leaves `cell` for the cells `targets`."""
    row = rows.get(typed(value))
    return 0 if row is None else row[cell] - sum(row[target] for target in targets)


def _check_rows(rewriting: Rewriting, table: Table, place: str) -> None:
    held = {typed(value): value for domain in rewriting.domains for value in domain}
    for value, row in table.items():
        name = f"the row of {write(value)}"
        if typed(value) not in held:
            raise PuzzleError(f"{name} is for a value that no cell can hold", place=place, expected=_some(held))
        if len(row) != rewriting.n_cells:
            raise PuzzleError(
                f"{name} has the wrong length", place=place, expected=f"{rewriting.n_cells} numbers", got=len(row)
            )
        for cell, entry in enumerate(row):
            if type(entry) is not int or entry < 0:
                raise PuzzleError(f"{name}, position {cell}", place=place, expected="a whole number from 0", got=entry)
    rows, moved = set(map(typed, table)), _moved_unnamed(rewriting)
    for name, value in held.items():
        # Python would look up True in the row of 1: a value that equals another needs a row of its own, and cannot.
        if name not in rows and (name in moved or value in table):
            raise PuzzleError(
                f"the row of {write(value)} is missing",
                place=place, expected="a row for each value that the rules move without naming it",
                hint=f"add one with {rewriting.n_cells} numbers: the fewest moves from each position to its goal",
            )  # fmt: skip


def _moved_unnamed(rewriting: Rewriting) -> set[Any]:
    """The values that some rule moves as an unknown, without those that rules name, such as a blank."""
    moved: set[Any] = set()
    named: set[Any] = set()
    for rule in rewriting.rules:
        named.update(typed(guard.value) for guard in rule.guards if type(guard) is Equals)
        for cell, source in enumerate(rule.effect):
            if type(source) is not Cell:
                named.add(typed(source))
            elif source.index != cell:
                moved.update(map(typed, permitted(source.index, rewriting.domains[source.index], rule.guards)))
    return moved - named


def _some(values: Mapping[Any, Any], most: int = 12) -> str:
    shown = [write(value) for value in values.values()]
    return "one of " + ", ".join(shown[:most]) + (", ..." if len(shown) > most else "")


def _check_goal(rewriting: Rewriting, goal: Pattern, rows: Rows, counts: Counts | None, place: str) -> None:
    for guard in goal:
        if type(guard) is Equals and _entry(rows, guard.cell, guard.value):
            raise _not_zero(guard.value, guard.cell, rows, place)
    fixed = {guard.cell for guard in goal if type(guard) is Equals}
    for cell in sorted(set(range(rewriting.n_cells)) - fixed):
        held = permitted(cell, rewriting.domains[cell], goal)
        if all(_entry(rows, cell, value) == 0 for value in held):
            continue
        worst = largest(rewriting.domains, goal, {cell: partial(_gain, rows, cell, [])}, caps=counts)
        if worst is not None:
            raise _not_zero(worst.cells.get(cell, held[0]), cell, rows, place)


def _not_zero(value: Any, cell: int, rows: Rows, place: str) -> PuzzleError:
    return PuzzleError(
        f"the row of {write(value)}, position {cell}, where the goal may have it",
        place=place, expected="0", got=_entry(rows, cell, value),
    )  # fmt: skip


def _overestimates(
    rewriting: Rewriting, number: int, rule: Rule, worst: Worst, table: Table, place: str
) -> PuzzleError:
    """What is wrong with the table, in terms of the values that the rule moves."""
    rows: list[str] = []
    changes: list[str] = []
    held = {guard.cell: guard.value for guard in rule.guards if type(guard) is Equals} | dict(worst.cells)
    sources = permutation(rule) or [s.index if type(s) is Cell else None for s in rule.effect]
    for cell, source in enumerate(sources):
        if source is None and (rule.effect[cell] in table or held.get(cell) in table):
            changes.append(f"position {cell} becoming {write(rule.effect[cell])} instead of {write(held.get(cell))}")
        elif source not in (None, cell) and held.get(source) in table:
            rows.append(write(held[source]))
            changes.append(f"moving {rows[-1]} from position {source} to {cell}")
    return PuzzleError(
        f"{'row of ' + ' and '.join(rows) + ': ' if rows else ''}{' and '.join(changes) or 'a move'} lowers the sum by"
        f"{'' if worst.exact else ' at most'} {worst.total} (rule {number} of {len(rewriting.rules)})",
        place=place, expected="no move lowers it by more than 1", hint="lower the entries or leave the table out",
    )  # fmt: skip
