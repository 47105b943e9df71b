"""Which rules can follow which, read off the rules: what a rule leaves behind decides most guards of the next one.

After a rule the searches look only at the rules that it does not rule out, with only the guards that it does not prove;
and a rule that would just undo the one before is left out. For a sliding puzzle this leaves the two or three moves of
the gap's new place, no guard, and no state to compare with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...memo import memo
from ...rewriting.numbered import Guards, NumberedRule
from ...rewriting.program import Program

ROOT = -1  # in the place of the rule before, where there is none
MANY = 600  # rules; with more, there are too many pairs of rules to look at
PROBES = 8  # rules that are asked what may follow them
WIDE = 64  # rules that may follow one rule; where they are more on average, looking them up by cells is better


@dataclass(frozen=True, slots=True)
class Step:
    """A rule that may come next.

    Attributes
    ----------
    guards
        What is not proved yet and must still hold.
    may_undo
        Whether the state after may be the state two moves before; where it is False it never is.
    """

    rule: int
    guards: Guards
    may_undo: bool


class MovePruning:
    """For each rule, the rules that may follow it; with very many rules, for each value of one cell those that may.

    Attributes
    ----------
    cell
        The cell whose value tells what may come next; None where the rule before tells it.

    Parameters
    ----------
    blanks
        The wanderers that the states hold just once.
    by_rule
        Whether the rule before is to tell what may come next, however many there are.
    """

    def __init__(self, program: Program, blanks: tuple[int, ...], by_rule: bool = False) -> None:
        self.program, self.rules, self.n_cells = program, program.rules, program.n_cells
        self.everything = (1 << len(program.values)) - 1
        # By the number of each blank, the cell that every rule leaves.
        self.left_by = {program.wandering[n]: [left for left, _ in program.wanderers[n].steps] for n in blanks}
        self.steps: dict[int, tuple[Step, ...]] = {}
        self.base = None if program.base is None else by_rules(program.base, blanks)
        wide = not by_rule and self.base is None and (len(self.rules) > MANY or self._is_wide())
        self.cell = self._telling_cell() if wide else None

    def contexts(self) -> list[int]:
        """The keys of `after`: every rule, then `ROOT`; or every value of `cell`."""
        if self.cell is None:
            return [*range(len(self.rules)), ROOT]
        return list(range(self.everything.bit_length()))

    def after(self, key: int) -> tuple[Step, ...]:
        """What may come next after the rule `key`, or at the start for `ROOT`, in clause order.

        With `cell`, `key` is the value that it holds.
        """
        if key not in self.steps:
            if self.base is not None:
                made = self._copies(self.base, key)
            elif self.cell is not None:
                made = self._with(self.cell, key)
            elif key == ROOT:
                made = [Step(number, rule.guards, False) for number, rule in enumerate(self.rules) if rule]
            else:
                made = self._after(key)
            self.steps[key] = tuple(made)
        return self.steps[key]

    def decides(self) -> bool:
        """Whether the rule before decides every guard: no state need be looked at to know what comes next."""
        if self.cell is not None:
            return False
        steps = (step for number in range(len(self.rules)) for step in self.after(number))
        return not any(step.guards.allowed or step.guards.tests for step in steps)

    def _is_wide(self) -> bool:
        """Whether a rule rules out so few others that it is not worth knowing which one came before."""
        if len(self.rules) <= WIDE:
            return False
        probes = [n * len(self.rules) // PROBES for n in range(PROBES)]
        return sum(len(self._after(number)) for number in probes) > PROBES * WIDE

    def _telling_cell(self) -> int:
        """The cell whose value leaves the fewest rules on average."""
        left = [0] * self.n_cells
        for rule in filter(None, self.rules):
            for cell in range(self.n_cells):
                left[cell] += rule.guards.allowed.get(cell, self.everything).bit_count()
        return left.index(min(left))

    def _with(self, cell: int, value: int) -> list[Step]:
        return [
            Step(number, rule.guards, True)
            for number, rule in enumerate(self.rules)
            if rule and rule.guards.allowed.get(cell, self.everything) >> value & 1
        ]

    def _copies(self, base: MovePruning, key: int) -> list[Step]:
        before = ROOT if key == ROOT else self.program.original(key)
        copies = ((self.program.copy_after(key, step.rule), step) for step in base.after(before))
        return [replace(step, rule=copy) for copy, step in copies if copy is not None]

    def _after(self, first: int) -> list[Step]:
        rule_before = self.rules[first]
        if rule_before is None:
            return []
        before, sources = self.facts_before(first), rule_before.sources
        after = [before[source] for source in sources]
        steps = []
        for number, rule in enumerate(self.rules):
            if rule is None or any(not after[cell] & bits for cell, bits in rule.guards.allowed.items()):
                continue
            undo = self._undoes(before, sources, rule)
            if undo is not True:
                left = {cell: bits for cell, bits in rule.guards.allowed.items() if after[cell] & ~bits}
                steps.append(Step(number, Guards(left, rule.guards.tests), undo is None))
        return steps

    def facts_before(self, number: int) -> list[int]:
        """For each cell, real or virtual, the values that it may hold, as bits, where the rule applies."""
        rule = self.rules[number]
        assert rule is not None
        facts = [self.everything] * self.n_cells + [1 << n for n in range(self.everything.bit_length())]
        for blank, left in self.left_by.items():
            for cell in range(self.n_cells):
                facts[cell] &= 1 << blank if cell == left[number] else ~(1 << blank)
        for cell, bits in rule.guards.allowed.items():
            facts[cell] &= bits
        for test in rule.guards.tests:
            if test.equal:
                ((cell, other),) = test.pairs
                facts[cell] = facts[other] = facts[cell] & facts[other]
        return facts

    def _undoes(self, before: Sequence[int], sources: Sequence[int], then: NumberedRule) -> bool | None:
        """Whether two rules in a row lead back to where they started: always, never, or None for perhaps."""
        facts = list(before)
        for cell, bits in then.guards.allowed.items():
            facts[sources[cell]] &= bits
        always = True
        for cell, source in enumerate(then.sources):
            origin = sources[source] if source < self.n_cells else source
            if origin == cell:
                continue
            if not facts[origin] & facts[cell]:
                return False
            if facts[origin] != facts[cell] or facts[cell].bit_count() != 1:
                always = False
        return True if always else None


pruning_of = memo(MovePruning)


def by_rules(program: Program, blanks: tuple[int, ...]) -> MovePruning:
    """Which rules may follow which, told by the rule before."""
    known = pruning_of(program, blanks)
    return known if known.cell is None else pruning_of(program, blanks, True)
