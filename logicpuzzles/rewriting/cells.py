"""The parts of rewrite rules, read off an answer on unknown cells: guards, sources and labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..logic.goals import Neq
from ..logic.resolver import Machine
from ..logic.termdict import is_among
from ..logic.terms import VARIABLES, Term, same, typed
from .rewrite import Among, Cell, Differs, Equals, Guard, Pattern, Rule, Same, each_once


def guards(machine: Machine, before: Sequence[Any], cells: Mapping[Any, int]) -> Pattern:
    """What an answer demands of the cells before the move."""
    found: list[Guard] = []
    for index, term in enumerate(map(machine.walk, before)):
        if type(term) not in VARIABLES:
            found.append(Equals(index, machine.reify(term)))
        elif cells[term] != index:
            found.append(Same(cells[term], index))
    for _, constraint in machine.waiting():
        prefix = constraint.prefix(machine) if isinstance(constraint, Neq) else None
        pairs = prefix and tuple(_pair(machine, left, right, cells) for left, right in prefix)
        if pairs and all(pairs):
            found.append(Differs(tuple(sorted(pairs, key=repr))))
    return each_once(found)


def _pair(machine: Machine, left: Any, right: Any, cells: Mapping[Any, int]) -> Any:
    """A pair of a disequality over cells; None where it involves another unknown, which can always meet it."""
    try:
        left, right = (by_cell(machine.reify(term), cells) for term in (left, right))
    except KeyError:
        return None
    if type(right) is Cell and (type(left) is not Cell or right.index < left.index):
        left, right = right, left
    return (left, right)


def source(machine: Machine, index: int, before: Any, after: Any, cells: Mapping[Any, int]) -> Any:
    """Where the value of the cell `index` after the move comes from: a cell before it, or a constant."""
    before, after = machine.walk(before), machine.walk(after)
    if before is after:
        return Cell(index)
    if type(after) in VARIABLES:
        return Cell(cells[after])
    value = machine.reify(after)
    return Cell(index) if type(before) not in VARIABLES and same(machine.reify(before), value) else value


def by_cell(term: Any, cells: Mapping[Any, int]) -> Any:
    """A reified `term` with cells for its unknowns; KeyError for one that is in no cell."""
    if type(term) in VARIABLES:
        return Cell(cells[term])
    if type(term) is tuple:
        return tuple(by_cell(part, cells) for part in term)
    if type(term) is Term:
        return Term(term.name, by_cell(term.args, cells))
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
    if len(one.guards) != len(two.guards) or typed((one.effect, one.label)) != typed((two.effect, two.label)):
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
