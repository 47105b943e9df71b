"""A search problem in arrays, as kernels ask it: the start in words, guards of the goals, rules and deltas.

Apart from `space`, since a plain search need not wait until numpy is imported.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..endings import Path
from ..proofs.bounds import Rows, rows_of
from .coding.arrays import DeltaArrays, Words, packed
from .coding.index_words import index_words
from .problem import SearchProblem
from .space import ROOT, replay


class PackedSpace:
    """What a kernel asks.

    Attributes
    ----------
    arrays
        The program in arrays, with its packing.
    start
        uint64[n_words].
    root
        Stands in the place of the rule that led to the start.
    goals, no_goals
        The guards of the goal patterns, and of none.
    rows
        The table, in the order of the values' numbers; None where it is not `bounded`.
    start_sum, divisor
        The sum of the table at the start, and what it is divided by; 0 and 1 without a table.
    index_words
        The bounds that are looked up; None where it is not `bounded`, or there are none.
    """

    def __init__(self, problem: SearchProblem, bounded: bool = False) -> None:
        self.problem, self.bounded = problem, bounded and problem.is_bounded
        program = problem.program
        self.arrays = packed(program, program.blanks(problem.start))
        self.rules = self.arrays.rules
        self.root = self.rules.written.shape[0]
        self.start = self.arrays.pack(problem.start)
        self.goals, self.no_goals = self.arrays.goals(problem.goals), self.arrays.goals(())
        self.rows = rows_of(problem.table or {}, program) if self.bounded else None
        self.start_sum = problem.table_sum(problem.start) if self.bounded else 0
        self.divisor = problem.divisor if self.bounded else 1
        patterns = problem.patterns if self.bounded else None
        self.index_words = None if patterns is None else index_words(patterns)

    @property
    def summed(self) -> list[Rows]:
        """The tables whose sums a search keeps where a bound is looked up: the one above, then the index words."""
        assert self.rows is not None
        assert self.index_words is not None
        return [self.rows, *self.index_words.rows]

    def sums(self) -> Words:
        """uint64[n_tables]: the sums of `summed` at the start."""
        numbers = self.problem.program.values.encode(self.problem.start)
        sums = [sum(rows[number][cell] for cell, number in enumerate(numbers)) for rows in self.summed]
        return np.array(sums, dtype=np.int64).view(np.uint64)

    @property
    def deltas(self) -> DeltaArrays:
        """By how much each rule changes the sum."""
        return self.arrays.deltas(self.rows)

    def at_start(self) -> list[int]:
        """The rules that apply to the start."""
        assert self.problem.rewriting is not None
        rules, program = self.problem.rewriting.rules, self.arrays.program
        copies = ((program.copy_after(ROOT, number), rule) for number, rule in enumerate(rules))
        return [copy for copy, rule in copies if copy is not None and rule.applies(self.problem.start)]

    def path(self, vias: Iterable[int]) -> Path:
        """The solution that applies the rules `vias` to the start."""
        return replay(self.problem, (self.arrays.program.original(int(via)) for via in vias))
