"""Relations that order lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import PuzzleError
from ...logic.resolver import Machine
from ...logic.terms import AnyTerm, Term
from ..syntax.writer import shown
from .builtins import builtin
from .lists import elements_of
from .order import compare, in_order, without_repeats


def _sorted(name: str, doc: str, make: Callable[[list[AnyTerm]], Any]) -> None:
    @builtin(name, system=name != "list_to_set", doc=f"{doc} Needs as many values as the order depends on.")
    def relation(machine: Machine, items: AnyTerm, ordered: AnyTerm) -> bool:
        elements = machine.reify(tuple(elements_of(machine, items, name)))
        return machine.unify(ordered, tuple(make(list(elements))))


_sorted("msort", "Ordered has the elements of Items in standard order.", lambda found: in_order(found, "msort"))
_sorted("sort", "Ordered has the elements of Items in standard order, each once.", lambda f: _once_each(f, "sort"))
_sorted("list_to_set", "Ordered has the elements of Items, each once.", lambda found: _first_each(found))


def _once_each(terms: list[AnyTerm], goal: str) -> list[AnyTerm]:
    return list(without_repeats(in_order(terms, goal)))


def _first_each(terms: list[AnyTerm]) -> list[AnyTerm]:
    """Each term where it stands first."""
    numbered = [Term("-", (term, number)) for number, term in enumerate(terms)]
    first: list[AnyTerm] = []
    for entry in in_order(numbered, "list_to_set"):
        if not first or compare(first[-1].args[0], entry.args[0], "list_to_set"):
            first.append(entry)
    return [terms[number] for number in sorted(entry.args[1] for entry in first)]


_ORDERS: dict[Any, tuple[bool, bool]] = {  # whether it falls, and whether repeats stay
    "@<": (False, False),
    "@=<": (False, True),
    "@>": (True, False),
    "@>=": (True, True),
}


@builtin("sort", system=True)
def _sort4(machine: Machine, key: AnyTerm, order: AnyTerm, items: AnyTerm, ordered: AnyTerm) -> bool:
    """Ordered has the elements of Items by their argument Key (0: the whole), in Order @<, @=<, @> or @>=."""
    if order not in _ORDERS or type(key) is not int:
        raise PuzzleError("sort takes a number and one of @< @=< @> @>=", got=shown(machine.reify((key, order))))
    falling, keep = _ORDERS[order]
    elements = [machine.reify(element) for element in elements_of(machine, items, "sort")]
    keyed = [Term("-", (_part(element, key), number)) for number, element in enumerate(elements)]
    found = in_order(keyed, "sort")
    if falling:
        found = [pair for group in reversed(_groups(found)) for pair in group]
    if not keep:
        found = [group[0] for group in _groups(found)]
    return machine.unify(ordered, tuple(elements[pair.args[1]] for pair in found))


def _part(term: AnyTerm, key: int) -> AnyTerm:
    if key == 0:
        return term
    if type(term) is not Term or key > len(term.args) or key < 0:
        raise PuzzleError(f"this has no argument {key}", got=shown(term))
    return term.args[key - 1]


def _groups(pairs: list[AnyTerm]) -> list[list[AnyTerm]]:
    """Pairs in order, those with the same key together."""
    groups: list[list[AnyTerm]] = []
    for entry in pairs:
        if groups and not compare(groups[-1][0].args[0], entry.args[0], "sort"):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups
