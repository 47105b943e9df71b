"""Rules that run backwards, read off the rules: from a state after a move to every state before it.

Where a rule forgets a value (it overwrites a cell that no guard fixes), the inverse has one rule for each value that
the cell may have held.

What is claimed: between states over the domains, the inverse has exactly the moves of the rules the other way round,
as many and with the same labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

from ..errors import Refusal
from ..logic.termdict import is_among
from ..logic.terms import same, typed
from ..memo import memo
from .rewrite import Among, Cell, Differs, Equals, Guard, Rewriting, Rule, Same, allowed, each_once, resolve

MOST_RULES = 100_000

Source = Any  # a Cell of the state after the move, or a constant


@memo
def inverse(rewriting: Rewriting) -> Rewriting:
    """The rules that lead from a state to the state before it, for every move that leads to it, with its label.

    They come in the order of the rules, and for one rule in the order of the domains of what it forgot.

    Raises
    ------
    Refusal
        If the rules forget so much that there would be more than 100,000 rules.
    """
    domains = rewriting.domains
    if inverse_size(rewriting) > MOST_RULES:
        raise Refusal(f"the moves forget so many values that there are over {MOST_RULES:,} rules backwards")
    rules = tuple(backwards for rule in rewriting.rules for backwards in inverses(rule, domains))
    return Rewriting(rewriting.n_cells, rules, domains)


def inverse_size(rewriting: Rewriting) -> int:
    """An upper bound on the number of rules of the inverse, which leaves out those that never apply."""
    domains = rewriting.domains
    return sum(prod(map(len, forgotten(rule, domains).values())) for rule in rewriting.rules)


def inverses(rule: Rule, domains: tuple[tuple[Any, ...], ...]) -> Iterator[Rule]:
    """The rules that undo `rule`: from the state after it to each state before it."""
    written, kept = read_effect(rule)
    lost = forgotten(rule, domains)
    for values in product(*lost.values()):
        sources: dict[int, Source] = {**kept, **dict(zip(lost, values, strict=True))}
        guards = [*written, *inside_domains(kept, domains)]
        try:
            guards += [g for guard in rule.guards for g in translated(guard, sources)]
        except _Never:
            continue
        effect = tuple(sources[cell] for cell in range(len(domains)))
        yield Rule(each_once(guards), effect, resolve(rule.label, sources), rule.cost)


def read_effect(rule: Rule) -> tuple[list[Guard], dict[int, Source]]:
    """What the effect proves of the state after, and where it puts the values of the cells that it keeps."""
    guards: list[Guard] = []
    kept: dict[int, Source] = {}
    for cell, source in enumerate(rule.effect):
        if type(source) is Cell and source.index == cell:
            kept[cell] = Cell(cell)
    for cell, source in enumerate(rule.effect):
        if type(source) is not Cell:
            guards.append(Equals(cell, source))
        elif source.index not in kept:
            kept[source.index] = Cell(cell)
        elif (first := kept[source.index].index) != cell:
            guards.append(Same(first, cell))
    return guards, kept


def forgotten(rule: Rule, domains: tuple[tuple[Any, ...], ...]) -> dict[int, list[Any]]:
    """The cells whose value before the move is lost, each with the values that it may have had."""
    kept = {source.index for source in rule.effect if type(source) is Cell}
    known = allowed(rule.guards)
    return {
        cell: [value for value in domain if cell not in known or typed(value) in known[cell]]
        for cell, domain in enumerate(domains)
        if cell not in kept
    }


def inside_domains(kept: dict[int, Source], domains: tuple[tuple[Any, ...], ...]) -> Iterator[Guard]:
    """Guards that keep the state before inside the domains, where a value came from a cell with a smaller one."""
    for cell, source in kept.items():
        if source.index != cell:
            inside = tuple(v for v in domains[source.index] if is_among(v, domains[cell]))
            if len(inside) < len(domains[source.index]):
                yield Among(source.index, inside)


class _Never(Exception):
    """A guard that no state satisfies."""


def translated(guard: Guard, sources: dict[int, Source]) -> Iterable[Guard]:
    """`guard` on the state before the move as guards on the state after it; none if it always holds.

    Raises
    ------
    _Never
        If it never holds.
    """
    if isinstance(guard, Equals | Among):
        source = sources[guard.cell]
        if type(source) is Cell:
            return [replace(guard, cell=source.index)]
        if is_among(source, guard.values):
            return []
        raise _Never
    if isinstance(guard, Same):
        return equated(sources[guard.cell], sources[guard.other])
    return separated(guard, sources)


def equated(left: Source, right: Source) -> Iterable[Guard]:
    """Guards that say that two values are the same."""
    if type(left) is not Cell:
        left, right = right, left
    if type(left) is not Cell:
        if not same(left, right):
            raise _Never
        return []
    if type(right) is not Cell:
        return [Equals(left.index, right)]
    return [] if left == right else [Same(left.index, right.index)]


def separated(guard: Differs, sources: dict[int, Source]) -> Iterable[Guard]:
    """Guards that say that one of the pairs differs."""
    pairs: list[tuple[Cell, Source]] = []
    for cell, other in guard.pairs:
        left, right = sources[cell.index], sources[other.index] if type(other) is Cell else other
        if type(left) is not Cell:
            left, right = right, left
        if type(left) is Cell:
            if left != right:
                pairs.append((left, right))
        elif not same(left, right):
            return []
    if not pairs:
        raise _Never
    return [Differs(tuple(pairs))]
