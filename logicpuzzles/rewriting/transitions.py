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
    many in a row with a cell that is a
    list or compound of no known value          the query is split on that cell's domain
    rules in a row that differ in the
    constant of one kept cell                   one rule with guard Among
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from ..endings import State
from ..errors import NeedsValue, Refusal
from ..logic.goals import Goal, Neq
from ..logic.notation import unwieldy
from ..logic.resolver import Machine
from ..logic.terms import VARIABLES, is_flat, next_serial, typed, var, vars
from .cells import by_cell, guards, merged, source
from .reach import Domains, reached, union
from .rewrite import Pattern, Rewriting, Rule, each_once

Move = Callable[[Any, Any, Any], Goal]
Before = Sequence[Any]
MOST_VALUES = 64  # in one cell
MOST_RULES = 100_000
FRUITLESS = 64  # answers in a row that gave no rule: the lists in a cell may become longer without end
MOST_INFERENCES = 300_000  # in one query; those that end need a hundredth
MOST_TRIED = 1_000  # values of lists and compounds in one query, all cells and their combinations together
MOST_ROUNDS = 6  # in which the lists in a cell become longer
WRITE = "write lists with all their elements, such as [A, B, C], and let no clause call itself on an unknown rest"


class Query:
    """A question about one or two states whose cells are unknown, asked until no goal needs a value.

    `split` says afterwards whether the domains were used, `ordered` whether the answers have an order. If a limit
    stops it, `at_work` gets what it was working on.
    """

    def __init__(
        self,
        name: str,
        domains: Domains,
        watchdog: Callable[[], None] | None = None,
        at_work: list[str] | None = None,
    ) -> None:
        self.name, self.domains, self.watchdog = name, domains, watchdog
        self.split, self.ordered = False, True
        self.at_work: list[str] = [] if at_work is None else at_work
        self.tried = 0  # values that were tried for lists and compounds

    def rules(self, move: Move) -> list[Rule]:
        """The rewrite rules of `move(label, before, after)`, in clause order for every state."""
        return merged(self._answers(move, {}, self._rules))

    def patterns(self, goal: Callable[[Any], Goal]) -> tuple[Pattern, ...]:
        """The patterns that together match the states for which `goal(state)` holds."""
        return each_once(self._answers(lambda label, before, after: goal(before), {}, self._pattern))

    def _answers(self, ask: Move, fixed: Mapping[int, Any], read: Any) -> list[Any]:
        machine = Machine(lambda: self._check(machine))
        before = tuple(fixed[i] if i in fixed else var() for i in range(len(self.domains)))
        machine.universal = next_serial()
        label, after = var(), vars(len(before))
        found: list[Any] = []
        fruitless = 0
        try:
            for _ in machine.answers(ask(label, before, after)):
                reason = unwieldy(machine.reify((before, label, after)))
                new = list(read(machine, before, label, after)) if reason is None else []
                fruitless = 0 if new else fruitless + 1
                found.extend(new)
                if reason is not None or fruitless >= FRUITLESS:
                    cell = _compound(machine, before)
                    if cell is not None:
                        return self._split(ask, fixed, read, cell)
                    if reason is not None:
                        raise Refusal(f"{self.name} does not become rewrite rules: {reason}")
                if len(found) > MOST_RULES:
                    raise Refusal(f"{self.name} gives more than {MOST_RULES:,} rewrite rules")
        except NeedsValue as need:
            cell = cell_behind(machine, before, need.variable)
            if cell is None:
                why = f"{need.goal} needs a value that is in no cell of the state"
                raise Refusal(f"{self.name} does not become rewrite rules: {why}") from None
            return self._split(ask, fixed, read, cell)
        except BaseException as stop:  # a limit, also one that another thread watches
            if not isinstance(stop, Refusal) and not self.at_work:
                self.at_work.append(f"{_at_work(machine)}; {WRITE}")
            raise
        self.ordered &= not machine.foreign
        return found

    def _split(self, ask: Move, fixed: Mapping[int, Any], read: Any, cell: int) -> list[Any]:
        """The answers for each value of `cell` in turn."""
        values = self._domain(cell)
        self.tried += 0 if all(map(is_flat, values)) else len(values)
        if self.tried > MOST_TRIED:
            raise Refusal(f"{self.name} does not become rewrite rules: it asks for too many lists at once; {WRITE}")
        return [a for value in values for a in self._answers(ask, {**fixed, cell: value}, read)]

    def _check(self, machine: Machine) -> None:
        if machine.inferences > MOST_INFERENCES:
            at_work = _at_work(machine)
            why = f"it finds no end on unknown cells, in {MOST_INFERENCES:,} inferences{at_work}; {WRITE}"
            raise Refusal(f"{self.name} does not become rewrite rules: {why}")
        if self.watchdog is not None:
            self.watchdog()

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
            try:
                named = by_cell(machine.reify(label), cells)
            except KeyError:
                raise Refusal(f"{self.name} leaves the label of a move open: {machine.reify(label)!r}") from None
            yield Rule(guards(machine, before, cells), effect, named)

    def _settled(self, machine: Machine, before: Before, after: Before) -> Iterator[dict[Any, int]]:
        """For each way to make every cell a constant or an unknown, the first cell of each unknown."""
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
        """A cell before the move whose value is needed to read the answer; None if none is needed."""
        if (compound := _compound(machine, before)) is not None:
            return compound
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


def _compound(machine: Machine, before: Before) -> int | None:
    """The first cell that is a list or compound with unknowns; None where there is none."""
    for index, term in enumerate(map(machine.walk, before)):
        if type(term) not in VARIABLES and not is_flat(term) and machine.unknowns(term):
            return index
    return None


def _at_work(machine: Machine) -> str:
    """The clause tried last in the first relation with others left, in words; nothing where it is not known."""
    places = (getattr(goals[0], "tried", None) for _, goals, index, _ in machine.choices if index == 0)
    place = next(filter(None, places), None)
    return "" if place is None else f", in the clause at {place}"


def cell_behind(machine: Machine, before: Before, wanted: Any) -> int | None:
    """The cell that is or holds the unknown `wanted`, or is linked to it by waiting constraints."""
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
    move: Move,
    name: str,
    domains: Domains,
    grows: bool,
    watchdog: Callable[[], None] | None = None,
    at_work: list[str] | None = None,
) -> Rewriting:
    """The rewrite rules of `move` over states whose cells hold the values of `domains`.

    Where it `grows`, the domains are those of start and goals, and a cell may hold what the rules lead to from there;
    where all rules only permute the cells, any cell may hold any of these values. Else the domains are declared: these
    values are tried where one is needed, and a cell may hold whatever else the rules lead to as well, or proofs would
    be wrong.

    Raises
    ------
    Refusal
        The relation does not become rewrite rules; the sentence says why.
    """
    for number in count(1):
        query = Query(name, domains, watchdog, at_work)
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
        longer = [cell for cell, values in enumerate(grown) if _longest(values) > _longest(domains[cell])]
        if number >= MOST_ROUNDS and longer:
            raise Refusal(f"the lists in cell {longer[0]} of {name} become longer and longer: let moves bound them")
        domains = grown
    raise AssertionError("the domains grow until they are closed or too large")


def _longest(values: Sequence[Any]) -> int:
    return max((len(value) for value in values if isinstance(value, tuple)), default=0)


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
