"""Relations that order lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ...errors import PuzzleError
from ...logic.resolver import Machine
from ...logic.terms import AnyTerm, Term
from ..syntax.writer import shown
from .builtins import builtin
from .lists import elements_of
from .order import in_order, without_repeats


def _sorted(name: str, doc: str, make: Callable[[tuple[AnyTerm, ...]], Iterable[AnyTerm]]) -> None:
    @builtin(name, system=name != "list_to_set", doc=f"{doc} Needs as many values as the order depends on.")
    def relation(machine: Machine, items: AnyTerm, ordered: AnyTerm) -> bool:
        return machine.unify(ordered, tuple(make(machine.reify(tuple(elements_of(machine, items, name))))))


def _first_each(terms: tuple[AnyTerm, ...]) -> Iterator[AnyTerm]:
    """Each term where it stands first."""
    places = in_order(range(len(terms)), "list_to_set", terms.__getitem__)
    return (terms[place] for place in sorted(without_repeats(places, terms.__getitem__)))


_sorted("msort", "Ordered has the elements of Items in standard order.", lambda terms: in_order(terms, "msort"))
_sorted(
    "sort",
    "Ordered has the elements of Items in standard order, each once.",
    lambda terms: without_repeats(in_order(terms, "sort")),
)
_sorted("list_to_set", "Ordered has the elements of Items, each once.", _first_each)


@builtin("sort", system=True)
def _sort4(machine: Machine, key: AnyTerm, order: AnyTerm, items: AnyTerm, ordered: AnyTerm) -> bool:
    """Ordered has the elements of Items by their argument Key (0: the whole), in Order @<, @=<, @> or @>=."""
    if order not in ("@<", "@=<", "@>", "@>=") or type(key) is not int:
        raise PuzzleError("sort takes a number and one of @< @=< @> @>=", got=shown(machine.reify((key, order))))
    part = partial(_part, key)
    found = in_order(machine.reify(tuple(elements_of(machine, items, "sort"))), "sort", part, falling=order[1] == ">")
    return machine.unify(ordered, tuple(found if "=" in order else without_repeats(found, part)))


def _part(key: int, term: AnyTerm) -> AnyTerm:
    """The argument `key` of a term; the whole for 0."""
    if key == 0:
        return term
    if type(term) is not Term or key > len(term.args) or key < 0:
        raise PuzzleError(f"this has no argument {key}", got=shown(term))
    return term.args[key - 1]
