"""The parts of rewrite rules, read off an answer on unknown cells: guards, sources and labels."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any

from ..logic.bindings import key
from ..logic.goals import Neq
from ..logic.notation import unwieldy
from ..logic.resolver import Machine
from ..logic.termdict import is_among
from ..logic.terms import FLAT, VARIABLES, AnyTerm, Term, Variable, is_flat, same, typed
from .rewrite import Among, Cell, Differs, Equals, Guard, Pattern, Rule, Same, each_once

Prefix = tuple[tuple[Any, Any], ...]  # the equations of which one must not hold
Cells = Mapping[Hashable, int]  # for the key of each unknown in a cell before the move, the first such cell
PLAIN = FLAT | VARIABLES
SHORT = 1 << 62  # no number below it is too long for a state


@cache
def cell_at(index: int) -> Cell:
    """The cell `index`, always the same object, so that effects compare fast."""
    return Cell(index)


@cache
def cells_at(size: int) -> tuple[Cell, ...]:
    """The first `size` cells, as `cell_at` gives them."""
    return tuple(map(cell_at, range(size)))


class Answer:
    """An answer to a query on unknown cells, as it is now: its terms are walked once.

    Attributes
    ----------
    before, label, after
        The walked terms.
    cells
        The first cell of each unknown among those before.
    are_different
        Whether no unknown is in two of them.
    """

    def __init__(self, machine: Machine, before: Sequence[AnyTerm], label: AnyTerm, after: Sequence[AnyTerm]) -> None:
        self.machine = machine
        self.before, self.after = machine.walk_all(before), machine.walk_all(after)
        self.label = machine.walk(label)
        unknown = [(term, index) for index, term in enumerate(self.before) if type(term) in VARIABLES]
        self.cells: Cells = {
            term.serial if type(term) is Variable else term: index for term, index in reversed(unknown)
        }  # the first cell of each comes last
        self.are_different = len(self.cells) == len(unknown)

    @cached_property
    def compounds(self) -> list[AnyTerm]:
        """The terms that are neither unknowns nor constants that a state can surely hold."""
        terms = [*self.before, self.label, *self.after]
        numbers = [term for term in terms if type(term) is int]
        if PLAIN.issuperset(map(type, terms)) and (not numbers or min(numbers) > -SHORT and max(numbers) < SHORT):
            return []
        return [term for term in terms if type(term) not in PLAIN or type(term) is int and not -SHORT < term < SHORT]

    @property
    def unwieldy(self) -> str | None:
        """Why a value of it cannot be part of a state or a label; None where all can."""
        compounds = self.compounds
        return unwieldy((self.machine.reify(tuple(compounds)),)) if compounds else None

    @cached_property
    def prefixes(self) -> list[Prefix]:
        """The equations of each disequality that waits."""
        machine = self.machine
        if not machine.watched:
            return []
        waiting = {id(constraint): constraint for _, constraint in machine.waiting()}
        found = [constraint.prefix(machine) for constraint in waiting.values() if isinstance(constraint, Neq)]
        return [prefix for prefix in found if prefix]

    def unsettled(self) -> int | None:
        """A cell before the move whose value is needed to read the answer; None if none is needed.

        Raises
        ------
        Open
            A cell after the move holds an unknown that is in no cell before it; where the answer is plain, `effect`
            tells that.
        """
        if not self.compounds and not self.prefixes:
            return None
        machine, cells = self.machine, self.cells
        if (compound := compound_cell(machine, self.before)) is not None:
            return compound
        for index, term in enumerate(self.after):
            if type(term) in VARIABLES:
                if key(term) not in cells:
                    raise Open(index)
                continue
            for unknown in () if is_flat(term) else machine.unknowns(term):
                if key(unknown) not in cells:
                    raise Open(index)
                return cells[key(unknown)]
        for prefix in self.prefixes:
            for left, right in prefix:
                if key(left) in cells and type(machine.walk(right)) not in VARIABLES and machine.unknowns(right):
                    return cells[key(left)]
        return None

    def guards(self) -> Pattern:
        """What it demands of the cells before the move."""
        found: list[Guard] = []
        for index, term in enumerate(self.before):
            if type(term) in VARIABLES:
                if self.are_different:
                    continue
                first = self.cells[key(term)]
                if first != index:
                    found.append(Same(first, index))
            else:
                found.append(Equals(index, term if type(term) in FLAT else self.machine.reify(term)))
        if not self.prefixes:
            return tuple(found)  # at most one a cell: no two are the same
        differing = []
        for prefix in self.prefixes:
            pairs = tuple(self._pair(left, right) for left, right in prefix)
            if all(pairs):
                differing.append(Differs(tuple(sorted(pairs, key=repr))))
        return each_once((*found, *sorted(differing, key=_by_cells)))

    def _pair(self, left: AnyTerm, right: AnyTerm) -> Any:
        """A pair of a disequality over cells; None where it involves another unknown, which can always meet it."""
        try:
            left, right = map(self.by_cell, (left, right))
        except KeyError:
            return None
        if type(right) is Cell and (type(left) is not Cell or right.index < left.index):
            left, right = right, left
        return (left, right)

    def effect(self) -> tuple[AnyTerm, ...]:
        """Where the value of each cell after the move comes from: a cell before it, or a constant.

        Raises
        ------
        Open
            A cell holds an unknown that is in no cell before.
        """
        return tuple(
            [
                cell if before is after else self._source(cell.index, before, after)
                for cell, before, after in zip(cells_at(len(self.before)), self.before, self.after, strict=True)
            ]
        )

    def _source(self, index: int, before: AnyTerm, after: AnyTerm) -> AnyTerm:
        if type(after) in VARIABLES:
            if key(after) not in self.cells:
                raise Open(index)
            return cell_at(self.cells[key(after)])
        value = after if type(after) in FLAT else self.machine.reify(after)
        known = before if type(before) in PLAIN else self.machine.reify(before)
        is_kept = type(known) not in VARIABLES and same(known, value)
        return cell_at(index) if is_kept else value

    def by_cell(self, term: AnyTerm) -> AnyTerm:
        """`term` with what is known, and cells for its unknowns.

        Raises
        ------
        KeyError
            An unknown is in no cell.
        """
        return _by_cell(self.machine.reify(term), self.cells)


class Open(Exception):
    """The cell number `index` holds anything at all after a move."""

    def __init__(self, index: int) -> None:
        self.index = index
        super().__init__(index)


def compound_cell(machine: Machine, before: Sequence[AnyTerm]) -> int | None:
    """The first cell that is a list or compound with unknowns; None where there is none."""
    for index, term in enumerate(map(machine.walk, before)):
        if type(term) not in VARIABLES and not is_flat(term) and machine.unknowns(term):
            return index
    return None


def _by_cells(guard: Differs) -> list[tuple[int, int, str]]:
    """The order of disequalities, whichever of them began to wait first."""
    return [(one.index, two.index if type(two) is Cell else -1, repr(two)) for one, two in guard.pairs]


def _by_cell(term: AnyTerm, cells: Cells) -> AnyTerm:
    if type(term) in VARIABLES:
        return cell_at(cells[key(term)])
    if type(term) is tuple:
        return tuple([_by_cell(part, cells) for part in term])
    if type(term) is Term:
        return Term(term.name, _by_cell(term.args, cells))
    return term


def merged(rules: Sequence[Rule]) -> list[Rule]:
    """`rules`, with neighbours merged that differ only in the constant that one kept cell must hold."""
    found: list[Rule] = []
    for rule in rules:
        together = _merged(found[-1], rule) if found else None
        if together:
            found[-1] = together
        else:
            found.append(rule)
    return found


def _merged(one: Rule, two: Rule) -> Rule | None:
    mine, theirs = (one.effect, one.label), (two.effect, two.label)
    if len(one.guards) != len(two.guards) or mine != theirs or typed(mine) != typed(theirs):
        return None
    guards = zip(one.guards, two.guards, strict=True)
    differing = [n for n, (a, b) in enumerate(guards) if repr(a) != repr(b)]  # Python's own equality takes 1 for True
    if len(differing) != 1:
        return None
    first, second = one.guards[differing[0]], two.guards[differing[0]]
    if not isinstance(first, Equals | Among) or not isinstance(second, Equals) or first.cell != second.cell:
        return None
    if is_among(second.value, first.values):
        return None
    among = Among(second.cell, (*first.values, second.value))
    return replace(one, guards=tuple(among if n in differing else guard for n, guard in enumerate(one.guards)))
