"""Which values a cell may hold: the least domains that no rule leads out of, and the patterns that lie within."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ..logic.terms import typed
from .cells import cells_at
from .rewrite import Among, Cell, Differs, Equals, Guard, Held, Pattern, Rule, Same, allowed, by_key

Domains = tuple[tuple[Any, ...], ...]  # the values each cell may hold
Change = tuple[int, int | Held]
Move = tuple[Pattern, Mapping[int, Held], list[Change]]  # guards, what they allow in each cell, what is written
Possible = Callable[[Pattern, Mapping[int, Held], Sequence[Held]], Mapping[int, Held] | None]


def union(*groups: Sequence[Any]) -> tuple[Any, ...]:
    """The values of all groups, each once, in order of first occurrence."""
    return tuple(by_key(chain(*groups)).values())


def reached(domains: Domains, rules: Sequence[Rule]) -> Domains:
    """The least domains above `domains` that no rule leads out of, in the order in which rules name the values.

    A rule counts once each of its guards can hold by itself: a value that only a guard names occurs in no state.
    """
    known = list(map(by_key, domains))
    if all(_stays_within(rule, known) for rule in rules):
        return tuple(tuple(values.values()) for values in known)
    moves = [(rule.guards, allowed(rule.guards), _changes(rule)) for rule in rules]
    named = _closed(domains, moves, lambda guards, held, _: held)  # whether or not a cell may hold them
    held = _closed(domains, moves, lambda guards, _, grown: narrowed(guards, grown))
    return tuple(
        tuple(value for key, value in values.items() if key in found) for values, found in zip(named, held, strict=True)
    )


def _changes(rule: Rule) -> list[Change]:
    """The cells that `rule` writes, each with the cell that its value comes from or the constant by its key."""
    return [
        (cell.index, source.index if type(source) is Cell else {typed(source): source})
        for cell, source in zip(cells_at(len(rule.effect)), rule.effect, strict=True)
        if source is not cell and (type(source) is not Cell or source.index != cell.index)
    ]


def _stays_within(rule: Rule, domains: Sequence[Held]) -> bool:
    """Whether what `rule` writes is in the domains already, whatever its guards let through."""
    for cell, source in zip(cells_at(len(rule.effect)), rule.effect, strict=True):
        if source is cell:
            continue
        if type(source) is Cell:
            if not domains[source.index].keys() <= domains[cell.index].keys():
                return False
        elif typed(source) not in domains[cell.index]:
            return False
    return True


def _closed(domains: Domains, moves: Sequence[Move], possible: Possible) -> list[Held]:
    """`domains`, with what the rules put into cells, as far as it is `possible`."""
    grown = list(map(by_key, domains))
    changed = True
    while changed:
        changed = False
        for guards, held, changes in moves:
            sources = possible(guards, held, grown)
            for cell, source in changes if sources is not None else ():
                new = source if not isinstance(source, int) else (sources or {}).get(source, grown[source])
                if not new.keys() <= grown[cell].keys():
                    grown[cell] = {**grown[cell], **{key: new[key] for key in new if key not in grown[cell]}}
                    changed = True
    return grown


def narrowed(guards: Iterable[Guard], domains: Sequence[Held]) -> Mapping[int, Held] | None:
    """What the guards, each by itself, leave of the domains of the cells they name; None where one cannot hold."""
    possible: dict[int, Held] = {}
    for guard in guards:
        if type(guard) is Equals:  # what most guards are
            held, key = possible.get(guard.cell, domains[guard.cell]), typed(guard.value)
            if key not in held:
                return None
            possible[guard.cell] = {key: held[key]}
            continue
        for cell, left in _left(guard, possible, domains):
            possible[cell] = left
            if not left:
                return None
    return possible


def _left(guard: Guard, possible: Mapping[int, Held], domains: Sequence[Held]) -> Iterator[tuple[int, Held]]:
    def held(cell: int) -> Held:
        return possible.get(cell, domains[cell])

    if isinstance(guard, Equals | Among):
        known = held(guard.cell)
        yield guard.cell, {key: known[key] for key in map(typed, guard.values) if key in known}
    elif isinstance(guard, Same):
        both = {key: value for key, value in held(guard.cell).items() if key in held(guard.other)}
        yield guard.cell, both
        yield guard.other, both
    elif isinstance(guard, Differs) and len(guard.pairs) == 1:
        ((left, right),) = guard.pairs
        if type(right) is not Cell:
            yield left.index, {key: value for key, value in held(left.index).items() if key != typed(right)}


def within(patterns: Iterable[Pattern], domains: Domains, wider: Domains) -> tuple[Pattern, ...]:
    """The patterns, with guards that keep a state of `wider` inside `domains`; those that match no such state go."""
    held = list(map(by_key, domains))
    keep = [
        (Among(cell, domain),) if wide.keys() - held[cell].keys() else ()
        for cell, (domain, wide) in enumerate(zip(domains, map(by_key, wider), strict=True))
    ]
    found = []
    for pattern in patterns:
        if narrowed(pattern, held) is not None:
            fixed = {guard.cell for guard in pattern if type(guard) is Equals}
            found.append((*pattern, *(g for cell, guards in enumerate(keep) if cell not in fixed for g in guards)))
    return tuple(found)


def has_pieces(pattern: Pattern, pieces: Sequence[Any]) -> bool:
    """Whether `pieces` has the values that `pattern` fixes, each at least as often."""
    fixed = {guard.cell: typed(guard.value) for guard in pattern if type(guard) is Equals}
    return not Counter(fixed.values()) - Counter(map(typed, pieces))
