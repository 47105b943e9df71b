"""The compiler: one query with unknowns in every cell gives the rewrite rules of a move relation.

What an answer becomes (first match wins), for the 7 puzzle's
``before = (0, c1, ...), label = c1, after = (c1, 0, c2, ...)``:

    a cell before that is a constant            guard Equals            c0 = 0
    ... that is an unknown met before           guard Same
    ... a compound with unknowns                its domain is tried value by value
    a disequality that remains                  guard Differs
    a cell after that is the cell itself        kept
    ... another cell's unknown                  Cell                    c1 at position 0
    ... a constant                              the constant            0 at position 1
    ... a compound with cells' unknowns         their domains are tried value by value
    ... an unknown of its own                   refused
    a goal that needs a value of a cell         the query is split on that cell's domain
    rules in a row that differ in the
    constant of one kept cell                   one rule with guard Among
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..endings import State
from ..errors import NeedsValue, Refusal
from ..logic.goals import Goal, Neq
from ..logic.resolver import Machine
from ..logic.terms import VARIABLES, is_flat, next_serial, typed, var, vars
from ..notation import unwieldy
from .cells import by_cell, guards, merged, source
from .reach import Domains, reached, union
from .rewrite import Pattern, Rewriting, Rule

Move = Callable[[Any, Any, Any], Goal]
Before = Sequence[Any]
MOST_VALUES = 64  # in one cell
MOST_RULES = 100_000


class Query:
    """A question about one or two states whose cells are unknown, asked until no goal needs a value.

    `split` tells afterwards whether the domains were used, `ordered` whether the answers have an order.
    """

    def __init__(self, name: str, domains: Domains, watchdog: Callable[[], None] | None = None) -> None:
        self.name, self.domains, self.watchdog = name, domains, watchdog
        self.split, self.ordered = False, True

    def rules(self, move: Move) -> list[Rule]:
        """The rewrite rules of `move(label, before, after)`, in clause order for every state."""
        return merged(self._answers(lambda before, label, after: move(label, before, after), {}, self._rules))

    def patterns(self, goal: Callable[[Any], Goal]) -> tuple[Pattern, ...]:
        """The patterns that together match the states for which `goal(state)` holds."""
        found = self._answers(lambda before, label, after: goal(before), {}, self._pattern)
        return tuple({repr(pattern): pattern for pattern in found}.values())

    def _answers(self, ask: Callable[..., Goal], fixed: Mapping[int, Any], read: Any) -> list[Any]:
        machine = Machine(self.watchdog)
        before = tuple(fixed[i] if i in fixed else var() for i in range(len(self.domains)))
        machine.universal = next_serial()
        label, after = var(), vars(len(before))
        found: list[Any] = []
        try:
            for _ in machine.answers(ask(before, label, after)):
                reason = unwieldy(machine.reify((before, label, after)))
                if reason is not None:
                    raise Refusal(f"{self.name} does not become rewrite rules: {reason}")
                found.extend(read(machine, before, label, after))
                if len(found) > MOST_RULES:
                    raise Refusal(f"{self.name} gives more than {MOST_RULES:,} rewrite rules")
        except NeedsValue as need:
            cell = cell_behind(machine, before, need.variable)
            if cell is None:
                why = f"{need.goal} needs a value that is in no cell of the state"
                raise Refusal(f"{self.name} does not become rewrite rules: {why}") from None
            return [a for value in self._domain(cell) for a in self._answers(ask, {**fixed, cell: value}, read)]
        self.ordered &= not machine.foreign
        return found

    def _domain(self, cell: int) -> tuple[Any, ...]:
        if not self.domains[cell]:
            raise Refusal(f"{self.name} needs a value of cell {cell}, and no values are known for it")
        self.split = True
        return self.domains[cell]

    def _pattern(self, machine: Machine, before: Before, label: Any, after: Before) -> Iterator[Pattern]:
        for cells in self._settled(machine, before, ()):
            yield guards(machine, before, cells)

    def _rules(self, machine: Machine, before: Before, label: Any, after: Before) -> Iterator[Rule]:
        for cells in self._settled(machine, before, after):
            effect = tuple(source(machine, i, before[i], after[i], cells) for i in range(len(after)))
            named = by_cell(machine.reify(label), cells)
            if isinstance(named, Refusal):
                raise Refusal(f"{self.name} leaves the label of a move open: {machine.reify(label)!r}")
            yield Rule(guards(machine, before, cells), effect, named)

    def _settled(self, machine: Machine, before: Before, after: Before) -> Iterator[dict[Any, int]]:
        """Each way to make every cell a constant or an unknown: the first cell of each unknown."""
        cells: dict[Any, int] = {}
        for index, term in enumerate(map(machine.walk, before)):
            if type(term) in VARIABLES:
                cells.setdefault(term, index)
        cell = self._unsettled(machine, before, after, cells)
        if cell is None:
            yield cells
            return
        mark = len(machine.trail)
        for value in self._domain(cell):
            if machine.unify(before[cell], value):
                yield from self._settled(machine, before, after)
            machine.undo(mark)

    def _unsettled(self, machine: Machine, before: Before, after: Before, cells: Mapping[Any, int]) -> int | None:
        """A cell before the move whose value is wanted to say what the answer is; None when all is said."""
        for index, term in enumerate(map(machine.walk, before)):
            if type(term) not in VARIABLES and not is_flat(term) and machine.unknowns(term):
                return index
        for index, term in enumerate(map(machine.walk, after)):
            for unknown in () if is_flat(term) else machine.unknowns(term):
                if unknown not in cells:
                    raise Refusal(f"{self.name} leaves cell {index} open after a move")
                if unknown is not term:
                    return cells[unknown]
        for _, constraint in machine.waiting():
            for left, right in constraint.prefix(machine) or () if isinstance(constraint, Neq) else ():
                if left in cells and type(machine.walk(right)) not in VARIABLES and machine.unknowns(right):
                    return cells[left]
        return None


def cell_behind(machine: Machine, before: Before, wanted: Any) -> int | None:
    """The cell that is, holds, or by a waiting constraint has to do with, the unknown `wanted`."""
    found = {machine.walk(wanted)}
    holding = [set(machine.unknowns(cell)) for cell in before]
    linked = [set(machine.unknowns(constraint.terms)) for _, constraint in machine.waiting()]
    while True:
        cell = next((cell for cell, unknowns in enumerate(holding) if unknowns & found), None)
        further = found.union(*(unknowns for unknowns in linked if unknowns & found))
        if cell is not None or further == found:
            return cell
        found = further


def compile_move(
    move: Move, name: str, domains: Domains, grows: bool, watchdog: Callable[[], None] | None = None
) -> Rewriting:
    """The rewrite rules of `move` over states whose cells hold the values of `domains`.

    Where it `grows`, the domains are those of start and goals, and a cell may hold what the rules lead to from there;
    where all rules only permute the cells, any cell may hold any of these values. Else the domains are declared: a
    cell may hold these values, which are what is tried where one is needed, and, lest proofs be wrong, whatever else
    the rules lead to.

    Raises
    ------
    Refusal
        The relation does not become rewrite rules; the sentence says why.
    """
    while True:
        query = Query(name, domains, watchdog)
        rules = query.rules(move)
        grown = reached(domains, rules)
        rewriting = Rewriting(len(domains), tuple(rules), grown, query.ordered)
        if grows and rules and rewriting.permutes:
            common = union(*grown)
            grown = (common,) * len(domains)
            rewriting = replace(rewriting, domains=grown)
        if max(map(len, grown), default=0) > MOST_VALUES:
            raise Refusal(f"a cell of {name} has more than {MOST_VALUES} values")
        if not grows or grown == domains or not query.split:
            return rewriting
        domains = grown


def differences(
    rewriting: Rewriting, successors: Callable[[State], Sequence[tuple[Any, State]]], states: Sequence[State]
) -> Iterator[State]:
    """The states among `states`, and among what follows them, where the rules and the relation disagree."""
    for state in states:
        moves = successors(state)
        for asked, known in ((state, moves), *((after, None) for _, after in moves[:2])):
            expected = list(map(typed, successors(asked) if known is None else known))
            found = list(map(typed, rewriting.successors(asked)))
            if expected != found and (rewriting.ordered or sorted(map(repr, expected)) != sorted(map(repr, found))):
                yield asked
