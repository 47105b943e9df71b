"""Lower bounds on the number of moves: the proof of a table of distances, and tables derived from the rules.

A table has a row for each value: entry `row[c]` is what the value counts when it stands in cell `c`. The sum over the
cells is a lower bound when it is 0 on every goal and no rule lowers it by more than it costs, which is 1 where nothing
else is said; when no rule lowers it by more than `d` times that, the sum divided by `d`, rounded up, is one. Both are
checked on the rules, for all states at once.

By how much a rule changes the sum is worked out here for the searches too, which need not sum every state anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..endings import State
from ..errors import PuzzleError
from ..logic.termdict import TermDict
from ..logic.writer import write
from ..rewriting.numbered import Guards, NumberedRule
from ..rewriting.program import Program, program_of
from ..rewriting.rewrite import Pattern, Rewriting
from ..rewriting.values import Value, members
from ..wording import counted
from .worst_case import Counts, Worst, largest, value_counts

Table = Mapping[Value, tuple[int, ...]]  # {1: (0, 1, 2, 3, 1, 2, 3, 4), ...}: for each value a number for each cell
Rows = tuple[tuple[int, ...], ...]  # by number of the value, then by cell
Delta = tuple[int, tuple[tuple[int, tuple[int, ...]], ...]]  # a constant, and (cell, change by its value)


@dataclass(frozen=True)
class Bound:
    """A proved lower bound: the sum over the cells `c` of `table[state[c]][c]`, divided by `divisor`, rounded up.

    Values without a row count 0. `name` tells where it came from: "distance" or "derived"; `proof` is a sentence.
    """

    table: Table
    divisor: int
    name: str
    proof: str

    def __repr__(self) -> str:
        return f"<Bound {self.name}: {self.proof}>"

    def value(self, state: State) -> int:
        """A lower bound on what `state` still costs."""
        total = sum(self.table[value][cell] for cell, value in enumerate(state) if value in self.table)
        return -(-total // self.divisor)


def prove(rewriting: Rewriting, goals: Sequence[Pattern], table: Table, place: str = "distance") -> Bound:
    """`table` as a lower bound, proved from the rules.

    Raises
    ------
    PuzzleError
        A row is missing, has the wrong length or wrong entries; a goal has a distance above 0; or a rule lowers the
        sum by more than it costs. The message names the value, the rule and the positions.
    """
    program = program_of(rewriting, goals=goals)
    _check_rows(program, table, place)
    wanted = program.goals(goals)
    counts = value_counts(program, wanted)
    rows = rows_of(table, program)
    for goal in wanted:
        _check_goal(program, goal, rows, counts, place)
    for number, rule in enumerate(program.rules, 1):
        if rule and (worst := lowering(program, rule, rows, counts, above=rule.cost)):
            raise _overestimates(program, number, rule, worst, program.values.bits(table), place)
    size = f"{counted(len(program.rules), 'rule')} x {counted(len(table), 'row')}"
    proof = f"0 on the goal; no rule lowers it by more than {by_at_most(rewriting)}: {size} checked"
    return Bound(table, 1, "distance", proof)


def by_at_most(rewriting: Rewriting) -> str:
    """What a rule may lower a bound by, in words."""
    return "1" if rewriting.costs == (1,) else "it costs"


def rows_of(table: Table, program: Program) -> Rows:
    """The rows of a table by the numbers of the values; zeros for those without one."""
    known, zeros = TermDict(table.items()), (0,) * program.n_cells
    return tuple(tuple(known.get(value, zeros)) for value in program.values.values)


def added(rows: Rows, others: Rows, shift: int) -> Rows:
    """The sums of two tables, the second shifted to the left."""
    return tuple(
        tuple(entry + (other << shift) for entry, other in zip(row, more, strict=True))
        for row, more in zip(rows, others, strict=True)
    )


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


def lowering(program: Program, rule: NumberedRule, rows: Rows, counts: Counts | None, above: int) -> Worst | None:
    """The most by which `rule` lowers the sum of the table, and the state where; None unless it is above `above`."""
    constant, gains = gains_of(rule, rows)
    losses = {cell: [-gain for gain in by_value] for cell, by_value in gains.items()}
    worst = largest(program.domains, rule.guards, losses, caps=counts, above=above + constant)
    return worst and replace(worst, total=worst.total - constant)


def _check_rows(program: Program, table: Table, place: str) -> None:
    values, held = program.values, program.held
    for value, row in table.items():
        name = f"the row of {write(value)}"
        if not held & values.bits((value,)):
            expected = _some([values[number] for number in members(held)])
            raise PuzzleError(f"{name} is for a value that no cell can hold", place=place, expected=expected)
        if len(row) != program.n_cells:
            expected = f"{program.n_cells} numbers"
            raise PuzzleError(f"{name} has the wrong length", place=place, expected=expected, got=len(row))
        for cell, entry in enumerate(row):
            if type(entry) is not int or entry < 0:
                raise PuzzleError(f"{name}, position {cell}", place=place, expected="a whole number from 0", got=entry)
    moved = _moved_unnamed(program)
    for number in members(held & ~values.bits(table)):
        # Python would look up True in the row of 1: a value that equals another needs its own row, and can have none.
        if moved >> number & 1 or values[number] in table:
            raise PuzzleError(
                f"the row of {write(values[number])} is missing",
                place=place, expected="a row for each value that the rules move without naming it",
                hint=f"add one with {program.n_cells} numbers: the fewest moves from each position to its goal",
            )  # fmt: skip


def _moved_unnamed(program: Program) -> int:
    """The values, as bits, that some rule moves as an unknown, without those that rules name, such as a blank."""
    moved = named = 0
    for rule in filter(None, program.rules):
        for number in rule.guards.fixed().values():
            named |= 1 << number
        for cell in rule.moved():
            source = rule.sources[cell]
            if source >= program.n_cells:
                named |= 1 << source - program.n_cells
            else:
                moved |= program.domains[source] & rule.guards.allowed.get(source, -1)
    return moved & ~named


def _some(values: Sequence[Value], most: int = 12) -> str:
    shown = [write(value) for value in values]
    return "one of " + ", ".join(shown[:most]) + (", ..." if len(shown) > most else "")


def _check_goal(program: Program, goal: Guards, rows: Rows, counts: Counts | None, place: str) -> None:
    fixed = goal.fixed()
    for cell, number in fixed.items():
        if rows[number][cell]:
            raise _not_zero(program, number, cell, rows, place)
    for cell in sorted(set(range(program.n_cells)) - set(fixed)):
        held = list(members(program.domains[cell] & goal.allowed.get(cell, -1)))
        if not any(rows[number][cell] for number in held):
            continue
        worst = largest(program.domains, goal, {cell: [row[cell] for row in rows]}, caps=counts)
        if worst is not None:
            raise _not_zero(program, worst.cells.get(cell, held[0]), cell, rows, place)


def _not_zero(program: Program, number: int, cell: int, rows: Rows, place: str) -> PuzzleError:
    return PuzzleError(
        f"the row of {write(program.values[number])}, position {cell}, where the goal may have it",
        place=place, expected="0", got=rows[number][cell],
    )  # fmt: skip


def _overestimates(
    program: Program, number: int, rule: NumberedRule, worst: Worst, in_table: int, place: str
) -> PuzzleError:
    """The error for a table that `rule` lowers too much, by the values it moves; `in_table` has those with rows."""
    named: list[str] = []
    changes: list[str] = []
    held = rule.guards.fixed() | dict(worst.cells)
    sources = rule.permutation() or rule.sources
    for cell, source in enumerate(sources):
        before = held.get(cell)
        if source >= program.n_cells:
            after = source - program.n_cells
            if in_table >> after & 1 or (before is not None and in_table >> before & 1):
                was = "what was there" if before is None else write(program.values[before])
                changes.append(f"position {cell} becoming {write(program.values[after])} instead of {was}")
        elif source != cell and source in held and in_table >> held[source] & 1:
            named.append(write(program.values[held[source]]))
            changes.append(f"moving {named[-1]} from position {source} to {cell}")
    whose = f"row of {' and '.join(named)}: " if named else ""
    return PuzzleError(
        f"{whose}{' and '.join(changes) or 'a move'} lowers the sum by"
        f"{'' if worst.exact else ' at most'} {worst.total} (rule {number} of {len(program.rules)})",
        place=place, expected=f"no move lowers it by more than {_allowed(rule)}",
        hint="lower the entries or leave the table out",
    )  # fmt: skip


def _allowed(rule: NumberedRule) -> str:
    return "1" if rule.cost == 1 else f"it costs, {rule.cost}"
