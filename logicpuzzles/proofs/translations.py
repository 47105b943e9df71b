"""The exact distance where every move flips the same cells in every state, as in lights out: linear algebra modulo 2.

Where cells hold two values each, and the rules together flip a set of cells whatever the state is, moves commute and
each undoes itself. So a solution is a set of flips whose sum is the difference between start and goal, and a cheapest
one is a solution of least weight of a system of linear equations: a particular one plus any sum that flips nothing.

What is claimed: `LinearBound.value` is the cost of a cheapest sequence of moves to a goal, and None where there is
none. It is proved on the rules: each changes a cell to the other value or not at all, by its guards alone, and for each
set of cells the guards of its cheapest rules leave no state out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..endings import State
from ..memo import memo
from ..rewriting.numbered import Guards, NumberedRule
from ..rewriting.program import Program
from ..rewriting.values import Numbers, members, only
from ..wording import counted

Bits: TypeAlias = int  # a set of cells, or of flips, as bits
Box: TypeAlias = tuple[Bits, Bits]  # the states that hold their second value in just these of some cells

MOST_SUMS = 1 << 16  # that are compared for one state
MOST_CASES = 1 << 14  # that are told apart to see whether some rule of a flip always applies


@dataclass(frozen=True)
class Flips:
    """What the rules flip.

    Attributes
    ----------
    second
        By cell, the number of the second of its two values; None for a cell that no rule changes.
    of_rule
        By rule, the cells that it flips; 0 for a rule that never applies.
    costs
        For each set of cells that some rule flips, the least cost of such a rule.
    """

    second: tuple[int | None, ...]
    of_rule: tuple[Bits, ...]
    costs: dict[Bits, int]

    def bits(self, numbers: Numbers) -> Bits:
        """The cells that hold their second value."""
        return sum((number == second) << cell for cell, (number, second) in enumerate(zip(numbers, self.second)))  # noqa: B905 -- constants may follow


@memo
def flips_of(program: Program) -> Flips | str:
    """What the rules flip; or in a few words why that depends on the state."""
    changed = sorted({cell for rule in filter(None, program.rules) for cell in rule.moved()})
    second: list[int | None] = [None] * program.n_cells
    for cell in changed:
        n_values = program.domains[cell].bit_count()
        if n_values > 2:
            return f"cell {cell} may hold {n_values} values"
        second[cell] = program.domains[cell].bit_length() - 1 if n_values == 2 else None
    of_rule: list[Bits] = []
    boxes: dict[Bits, dict[int, list[Box]]] = {}  # for each flip, by cost, the states in which a rule applies
    for number, rule in enumerate(program.rules, 1):
        if rule is None or not all(program.domains[c] & bits for c, bits in rule.guards.allowed.items()):
            of_rule.append(0)
            continue
        flip = _flip(program, rule)
        if flip is None:
            return f"what rule {number} changes depends on the state"
        of_rule.append(flip)
        if flip:
            same = boxes.setdefault(flip, {}).setdefault(rule.cost, [])
            box = _box(program, rule.guards, second)
            same += [box] if box is not None else []
    for flip, by_cost in boxes.items():
        cheapest = by_cost[min(by_cost)]
        if not _always(cheapest, [MOST_CASES]):
            cells = ", ".join(map(str, members(flip)))
            noun = "cell" if only(flip) is not None else "cells"
            return f"moves that change just the {noun} {cells} are not possible in every state"
    return Flips(tuple(second), tuple(of_rule), {flip: min(by_cost) for flip, by_cost in boxes.items()})


def _flip(program: Program, rule: NumberedRule) -> Bits | None:
    """The cells that `rule` flips; None if that depends on the state."""
    flip, n_cells = 0, program.n_cells
    for cell in rule.moved():
        source = rule.sources[cell]
        before = only(_before(program, rule.guards, cell))
        after = source - n_cells if source >= n_cells else only(_before(program, rule.guards, source))
        if before is None or after is None or not program.domains[cell] >> after & 1:
            return None
        flip |= (before != after) << cell
    return flip


def _before(program: Program, guards: Guards, cell: int) -> Bits:
    return program.domains[cell] & guards.allowed.get(cell, -1)


def _box(program: Program, guards: Guards, second: Sequence[int | None]) -> Box | None:
    """The cells that `guards` fix, and those of them that hold their second value; None if they test anything else."""
    fixed = value = 0
    for cell in guards.allowed:
        left = _before(program, guards, cell)
        if left != program.domains[cell]:
            number = only(left)
            if second[cell] is None or number is None:
                return None
            fixed |= 1 << cell
            value |= (number == second[cell]) << cell
    return None if guards.tests else (fixed, value)


def _always(boxes: Sequence[Box], left: list[int]) -> bool:
    """Whether each state is in one of `boxes`; False too where that takes more than `left` cases to see."""
    left[0] -= 1
    if not boxes or left[0] < 0:
        return False
    if not all(fixed for fixed, _ in boxes):
        return True
    bit = boxes[0][0] & -boxes[0][0]
    sides = (
        [(fixed & ~bit, value & ~bit) for fixed, value in boxes if not fixed & bit or value & bit == side]
        for side in (0, bit)
    )
    return all(_always(side, left) for side in sides)


class System:
    """The flips as columns of a system of linear equations, one for each of the cells `cells`.

    A row is a set of cells below a set of flips whose sum it is: ``cells << n_flips | flips``.
    """

    def __init__(self, flips: Sequence[Bits], cells: Bits) -> None:
        self.cells, self.n_flips = cells, len(flips)
        self.rows: dict[int, int] = {}  # by the highest bit
        for number, flip in enumerate(flips):
            row = self.reduced((flip & cells) << self.n_flips | 1 << number)
            self.rows[row.bit_length()] = row
        self.nothing = [row for row in self.rows.values() if row.bit_length() <= self.n_flips]  # they flip no cell

    def reduced(self, row: int, until: int = 0) -> int:
        """`row` plus rows that clear its highest bits, down to the lowest `until` or one that cannot be cleared."""
        while row.bit_length() > until and (known := self.rows.get(row.bit_length())) is not None:
            row ^= known
        return row

    def particular(self, cells: Bits) -> Bits | None:
        """Flips whose sum is `cells`; None if there are none."""
        row = self.reduced((cells & self.cells) << self.n_flips, self.n_flips)
        return row if row.bit_length() <= self.n_flips else None

    def sums(self) -> list[Bits]:
        """Every set of flips that together flip none of the cells."""
        found = [0]
        for row in self.nothing:
            found += [row ^ each for each in found]
        return found


class LinearBound:
    """The exact cost to the nearest goal.

    Parameters
    ----------
    goals
        For each goal pattern: the cells that it fixes and their numbers.
    """

    def __init__(self, program: Program, flips: Flips, goals: Sequence[dict[int, int]]) -> None:
        self.program, self.flips, self.sets = program, flips, list(flips.costs)
        systems: dict[Bits, System] = {}
        self.goals: list[tuple[System, Bits, dict[int, int]]] = []  # system, cells of second value, cells that stay
        for goal in goals:
            cells = sum(1 << cell for cell in goal if flips.second[cell] is not None)
            system = systems.setdefault(cells, systems.get(cells) or System(self.sets, cells))
            value = sum(1 << cell for cell, number in goal.items() if flips.second[cell] == number)
            stay = {cell: number for cell, number in goal.items() if flips.second[cell] is None}
            self.goals.append((system, value, stay))
        self.n_sums = sum(1 << len(system.nothing) for system, _, _ in self.goals)
        self.dearest = max(flips.costs.values(), default=0)
        by_cost: dict[int, Bits] = {}
        for number, cost in enumerate(flips.costs.values()):
            by_cost[cost] = by_cost.get(cost, 0) | 1 << number
        self.by_cost = tuple(by_cost.items())
        self._sums = {cells: system.sums() for cells, system in systems.items()} if self.n_sums <= MOST_SUMS else {}

    @property
    def proof(self) -> str:
        """Why it is exact, in words."""
        sets = counted(len(self.sets), "set")
        return f"each move flips one of {sets} of cells in every state; {counted(self.n_sums, 'sum')} compared"

    def value(self, numbers: Numbers) -> int | None:
        """What the state with these numbers costs to the nearest goal; None if it cannot reach one."""
        return min((weight for weight, _ in self._solutions(numbers)), default=None)

    def of(self, state: State) -> int:
        """The value of a state; 0 where it cannot reach a goal."""
        numbers = self.program.values.known(state, self.program.n_cells)
        return (numbers and self.value(numbers)) or 0

    def gains(self, numbers: Numbers) -> dict[Bits, int]:
        """For each set of cells, by how much flipping it changes the value of a state that can reach a goal."""
        found = self._solutions(numbers)
        least = min(weight for weight, _ in found)
        most = least + 2 * self.dearest  # solutions as heavy as this one change nothing
        has: dict[int, Bits] = {}  # by weight, the sets that some solution has, and those that some solution lacks
        lacks: dict[int, Bits] = {}
        for weight, chosen in found:
            if weight < most:
                has[weight] = has.get(weight, 0) | chosen
                lacks[weight] = lacks.get(weight, 0) | ~chosen
        gains = {0: 0}  # a move that flips nothing
        for number, (flip, cost) in enumerate(self.flips.costs.items()):
            with_it = min((weight for weight, sets in has.items() if sets >> number & 1), default=most)
            without = min((weight for weight, sets in lacks.items() if sets >> number & 1), default=most)
            gains[flip] = min(with_it - cost, without + cost) - least
        return gains

    def _solutions(self, numbers: Numbers) -> list[tuple[int, Bits]]:
        """Every set of flips that leads to a goal, with its weight."""
        bits, found = self.flips.bits(numbers), []
        for system, value, stay in self.goals:
            if any(numbers[cell] != number for cell, number in stay.items()):
                continue
            first = system.particular(bits ^ value)
            if first is not None:
                found += [(self._weight(first ^ each), first ^ each) for each in self._sums[system.cells]]
        return found

    def _weight(self, chosen: Bits) -> int:
        return sum(cost * (chosen & mask).bit_count() for cost, mask in self.by_cost)


def linear_bound(program: Program, goals: Iterable[Guards]) -> LinearBound | str:
    """The exact distance to `goals`; or in a few words why linear algebra does not give it."""
    flips = flips_of(program)
    if isinstance(flips, str):
        return flips
    if not flips.costs:
        return "no move changes anything"
    wanted = []
    for goal in goals:
        if goal.tests:
            return "the goal compares cells"
        numbers: dict[int, int] = {}
        for cell in goal.allowed:
            left = _before(program, goal, cell)
            if left != program.domains[cell]:
                if (number := only(left)) is None:
                    return f"a goal leaves a choice for cell {cell}"
                numbers[cell] = number
        wanted.append(numbers)
    bound = LinearBound(program, flips, wanted)
    if bound.n_sums > MOST_SUMS:
        return f"over 2^{bound.n_sums.bit_length() - 1} sums of moves would have to be compared for each state"
    return bound
