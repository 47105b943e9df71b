"""Rewrite rules as relations have them: unknowns for the cells, conditions as terms and as goals."""

from __future__ import annotations

from ..logic.goals import Goal, lall, neq
from ..logic.lists import membero
from ..logic.resolver import Machine
from ..logic.terms import AnyTerm, Term, vars
from ..rewriting.rewrite import Among, Differs, Equals, Same, resolve
from ..rewriting.rewrite import Rule as Rewrite


def conditions(machine: Machine, guards: AnyTerm) -> Goal:
    """The goal that the conditions of a rule hold, as terms."""
    return lall(*(membero(*guard.args) if guard.name == "member" else neq(*guard.args) for guard in guards))


def rule_parts(rule: Rewrite, n_cells: int) -> tuple[AnyTerm, ...]:
    """The state before and after `rule`, with fresh unknowns, its label between them, and its conditions."""
    cells, conditions = _terms_before(rule, n_cells)
    return cells, resolve(rule.label, cells), rule.apply(cells), conditions


def _terms_before(rule: Rewrite, n_cells: int) -> tuple[tuple[AnyTerm, ...], tuple[Term, ...]]:
    """The cells before `rule`, with fresh unknowns where it demands no constant, and its other guards as terms."""
    cells: list[AnyTerm] = list(vars(n_cells))
    for guard in rule.guards:
        if type(guard) is Same:
            cells[guard.other] = cells[guard.cell]
        elif type(guard) is Equals:
            cells[guard.cell] = guard.value
    conditions = []
    for guard in rule.guards:
        if type(guard) is Among:
            conditions.append(Term("member", (cells[guard.cell], guard.values)))
        elif type(guard) is Differs:
            left, right = (resolve(sides, tuple(cells)) for sides in zip(*guard.pairs, strict=True))
            conditions.append(Term("dif", (left[0], right[0]) if len(left) == 1 else (left, right)))
    return tuple(cells), tuple(conditions)
