"""Tours: puzzles where one value must enter every free cell exactly once, such as a knight on its board.

Read off the rules: each move takes the wanderer from its cell to a free cell, leaves behind what can never be entered
again, and changes nothing else; and a goal wants every free cell entered. Then a state is a cell and a set of free
cells, and a state is hopeless as soon as a free cell cannot be entered any more, or two of them could only be the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...memo import memo
from ...rewriting.numbered import Guards, NumberedRule
from ...rewriting.program import Program
from ..problem import SearchProblem


@dataclass(frozen=True, slots=True)
class Tour:
    """A graph on the cells, of which every free one must be entered; sets of cells are bits of an int.

    Attributes
    ----------
    start, free
        The wanderer's cell, and the cells to enter.
    steps
        For each cell the moves from it, in clause order: the cell entered and the rule.
    into, out_of
        For each cell the cells that have a move to it, and those that it has a move to.
    ends
        The cells that may be the last.
    """

    start: int
    free: int
    steps: tuple[tuple[tuple[int, int], ...], ...]
    into: tuple[int, ...]
    out_of: tuple[int, ...]
    ends: int

    def hopeless(self, cell: int, free: int) -> bool:
        """Whether the wanderer in `cell` surely cannot enter all of `free` and end in one of `ends`.

        A free cell that is not the last is entered from one cell and left to another.
        """
        if not free & self.ends:
            return bool(free)
        last = 0
        here = free | 1 << cell
        left = free
        while left:
            bit = left & -left
            left ^= bit
            other = bit.bit_length() - 1
            before, after = self.into[other] & here, self.out_of[other] & free
            if not before:
                return True
            if not after or (after == before and not before & (before - 1)):
                if last or not bit & self.ends:
                    return True
                last = bit
        return False


def tour_of(task: SearchProblem) -> Tour | None:
    """The tour that `task` asks for; None if it is something else."""
    if task.rewriting is None or task.test is not None:
        return None
    program, goals = task.program, task.program.goals(task.goals)
    for blank in program.blanks(task.start):
        walk = walk_of(program, blank)
        tour = walk and walk.tour(program.values.encode(task.start), goals)
        if tour:
            return tour
    return None


@dataclass(frozen=True, slots=True)
class Walk:
    """Rules that only let a wanderer enter cells, each at most once.

    Attributes
    ----------
    number
        The number of the wanderer.
    steps
        For each rule the cell left and the cell entered; None for a rule that never applies.
    enter, behind
        For each cell the set of numbers that it can be entered on, as bits, and the number left behind in it, or -1.
    """

    number: int
    steps: Sequence[tuple[int, int] | None]
    enter: Sequence[int]
    behind: Sequence[int]

    def tour(self, start: Sequence[int], goals: Sequence[Guards]) -> Tour | None:
        """The tour from `start` to one of `goals`; None unless they want every cell entered that can be."""
        at = start.index(self.number)
        cells = [cell for cell in range(len(start)) if self.enter[cell] >> start[cell] & 1]
        ends = 0
        for goal in goals:
            if goal.tests or any(goal.allowed.get(cell, -1) >> start[cell] & 1 for cell in cells):
                return None
            ends |= self._ends(start, at, cells, goal)
        free = sum(1 << cell for cell in cells)
        steps: list[list[tuple[int, int]]] = [[] for _ in start]
        into, out_of = [0] * len(start), [0] * len(start)
        for rule, step in enumerate(self.steps):
            if step and free >> step[1] & 1:
                left, entered = step
                steps[left].append((entered, rule))
                into[entered] |= 1 << left
                out_of[left] |= 1 << entered
        return Tour(at, free, tuple(map(tuple, steps)), tuple(into), tuple(out_of), ends)

    def _ends(self, start: Sequence[int], at: int, cells: Sequence[int], goal: Guards) -> int:
        """The cells, as bits, in which a tour that satisfies `goal` can end."""

        def allows(cell: int, number: int) -> bool:
            return number >= 0 and bool(goal.allowed.get(cell, -1) >> number & 1)

        kept = [cell for cell in range(len(start)) if cell not in cells and cell != at]
        if not all(allows(cell, start[cell]) for cell in kept) or not allows(at, self.behind[at]):
            return 0
        never_left = [cell for cell in cells if not allows(cell, self.behind[cell])]
        last = cells if not never_left else never_left if len(never_left) == 1 else []
        return sum(1 << cell for cell in last if allows(cell, self.number))


@memo
def walk_of(program: Program, blank: int) -> Walk | None:
    """The walk of one of the program's wanderers by all rules; None if they do anything else."""
    wanderer = program.wanderers[blank]
    (number,) = program.values.encode((wanderer.value,))
    enter, behind = [0] * program.n_cells, [-1] * program.n_cells
    taken: list[tuple[int, int] | None] = []
    for rule, (left, entered) in zip(program.rules, wanderer.steps, strict=True):
        if rule is None:
            taken.append(None)
            continue
        if not enters(rule, left, entered, number, program.n_cells):
            return None
        taken.append((left, entered))
        bits, leaves = rule.guards.allowed[entered], rule.sources[left] - program.n_cells
        if enter[entered] not in (0, bits) or behind[left] not in (-1, leaves):
            return None
        enter[entered], behind[left] = bits, leaves
    again = any(behind[cell] >= 0 and enter[cell] >> behind[cell] & 1 for cell in range(program.n_cells))
    return None if again else Walk(number, taken, enter, behind)


def enters(rule: NumberedRule, left: int, entered: int, number: int, n_cells: int) -> bool:
    """Whether `rule` takes the wanderer from one cell to another, leaves a constant behind, and does nothing else."""
    return (
        left != entered
        and sorted(rule.moved()) == sorted((left, entered))
        and rule.guards.allowed.keys() == {left, entered}
        and not rule.guards.allowed[entered] >> number & 1
        and rule.sources[left] >= n_cells
        and not rule.guards.tests
    )
