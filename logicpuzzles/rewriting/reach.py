"""Which values a cell may hold: the least domains that no rule leads out of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..logic.terms import typed
from .rewrite import Among, Cell, Equals, Rule

Domains = tuple[tuple[Any, ...], ...]  # the values each cell may hold


def union(*groups: Sequence[Any]) -> tuple[Any, ...]:
    """The values of all groups, each once, in order of first occurrence."""
    return tuple({typed(value): value for group in groups for value in group}.values())


def reached(domains: Domains, rules: Sequence[Rule]) -> Domains:
    """The least domains above `domains` that no rule leads out of."""
    grown = [{typed(value): value for value in domain} for domain in domains]
    changed = True
    while changed:
        changed = False
        for rule in rules:
            for cell, source in enumerate(rule.effect):
                if source == Cell(cell):
                    continue
                for value in _allowed(rule, source, grown):
                    if typed(value) not in grown[cell]:
                        grown[cell][typed(value)] = value
                        changed = True
    return tuple(tuple(domain.values()) for domain in grown)


def _allowed(rule: Rule, source: Any, domains: Sequence[dict[Any, Any]]) -> Sequence[Any]:
    if type(source) is not Cell:
        return [source]
    for guard in rule.guards:
        if type(guard) is Equals and guard.cell == source.index:
            return [guard.value]
        if type(guard) is Among and guard.cell == source.index:
            return guard.values
    return list(domains[source.index].values())
