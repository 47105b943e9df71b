"""By how much a rule changes the sum of a table, so that searches need not sum every state anew."""

from __future__ import annotations

from collections.abc import Sequence

from ...rewriting.numbered import NumberedRule
from ...rewriting.values import Values
from ..problem import SearchProblem

Rows = tuple[tuple[int, ...], ...]  # by number of the value, then by cell
Rise = tuple[int, tuple[tuple[int, tuple[int, ...]], ...]]  # a constant, and (cell, change by its value)


def rows_of(task: SearchProblem, numbering: Values) -> Rows:
    """The table of `task` by the numbers of `numbering`; values that are not in it have zeros."""
    zeros = (0,) * len(task.start)
    return tuple(task.rows.get(value, zeros) for value in numbering.values)


def rise(rule: NumberedRule, rows: Rows) -> Rise:
    """What `rule` adds to the sum: a constant, plus a term for each cell whose unknown value matters."""
    n_cells = len(rule.sources)
    constant = 0
    gains: dict[int, list[int]] = {}
    for cell in rule.moved():
        source = rule.sources[cell]
        lost = gains.setdefault(cell, [0] * len(rows))
        for number, row in enumerate(rows):
            lost[number] -= row[cell]
        if source >= n_cells:
            constant += rows[source - n_cells][cell]
        else:
            won = gains.setdefault(source, [0] * len(rows))
            for number, row in enumerate(rows):
                won[number] += row[cell]
    terms = []
    for cell, by_value in gains.items():
        bits = rule.guards.allowed.get(cell, 0)
        if bits.bit_count() == 1:
            constant += by_value[bits.bit_length() - 1]
        elif any(by_value):
            terms.append((cell, tuple(by_value)))
    return constant, tuple(terms)


def sum_of(state: Sequence[int], rows: Rows) -> int:
    """The sum of the table over the cells of a state of numbers."""
    return sum(rows[number][cell] for cell, number in enumerate(state))
