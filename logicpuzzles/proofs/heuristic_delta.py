"""By how much a rule changes the sum of a table, so that proofs and searches need not sum every state anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..logic.termdict import TermDict
from ..rewriting.numbered import NumberedRule
from ..rewriting.program import Program
from ..rewriting.values import Value

Table = Mapping[Value, tuple[int, ...]]  # {1: (0, 1, 2, 3, 1, 2, 3, 4), ...}: for each value a number for each cell
Rows = tuple[tuple[int, ...], ...]  # by number of the value, then by cell
Delta = tuple[int, tuple[tuple[int, tuple[int, ...]], ...]]  # a constant, and (cell, change by its value)


def rows_of(table: Table, program: Program) -> Rows:
    """The rows of a table by the numbers of the values; zeros for those without one."""
    known, zeros = TermDict(table.items()), (0,) * program.n_cells
    return tuple(tuple(known.get(value, zeros)) for value in program.values.values)


def gains_of(rule: NumberedRule, rows: Rows) -> tuple[int, dict[int, list[int]]]:
    """What `rule` adds to the sum: a constant, and by cell what each value there, by number, adds."""
    n_cells, constant = len(rule.sources), 0
    after: dict[int, list[int]] = {cell: [] for cell in rule.moved()}  # for each cell, where its value goes
    for cell in rule.moved():
        source = rule.sources[cell]
        if source >= n_cells:
            constant += rows[source - n_cells][cell]
        else:
            after.setdefault(source, [source]).append(cell)
    gains = {cell: [sum(row[to] for to in targets) - row[cell] for row in rows] for cell, targets in after.items()}
    return constant, gains


def delta(rule: NumberedRule, rows: Rows) -> Delta:
    """What `rule` adds to the sum: a constant, plus a term for each cell whose unknown value matters."""
    constant, gains = gains_of(rule, rows)
    fixed = rule.guards.fixed()
    constant += sum(by_value[fixed[cell]] for cell, by_value in gains.items() if cell in fixed)
    return constant, tuple((cell, tuple(gain)) for cell, gain in gains.items() if cell not in fixed and any(gain))


def sum_of(state: Sequence[int], rows: Rows) -> int:
    """The sum of the table over the cells of a state of numbers."""
    return sum(rows[number][cell] for cell, number in enumerate(state))
