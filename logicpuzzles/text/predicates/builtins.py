"""The relations that every text may use, under their Prolog names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...logic.lists import appendo, membero
from ...logic.permutations import permuteo, selecto
from ...logic.relations import Predicate, Primitive
from ..names import Indicator

BUILTINS: dict[Indicator, Predicate] = {}
SYSTEM: set[Indicator] = set()  # those that a rule file may not define anew, as in SWI-Prolog


class Builtin(Primitive):
    """A relation written in Python, under a name that Python need not know."""

    def __init__(self, function: Callable[..., Any], name: str, parameters: tuple[str, ...], doc: str) -> None:
        super().__init__(function)
        self.name, self.parameters, self.__doc__ = name, parameters, doc


def builtin(name: str, system: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a function as for `primitive` the relation `name`; its parameters and docstring show in help."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        plain = Primitive(function)
        enter(Builtin(function, name, tuple(p.capitalize() for p in plain.parameters), function.__doc__ or ""), system)
        return function

    return decorate


def enter(predicate: Predicate, system: bool = False) -> None:
    """Offer `predicate` to every text."""
    assert predicate.arity is not None
    key = (predicate.name, predicate.arity)
    BUILTINS[key] = predicate
    if system:
        SYSTEM.add(key)


_SAME = {
    "member": (membero, ("X", "List"), "X is an element of List, once for each place where it is."),
    "append": (appendo, ("Front", "Back", "List"), "List is Front followed by Back."),
    "select": (selecto, ("X", "List", "Rest"), "Taking X once out of List leaves Rest."),
    "permutation": (permuteo, ("List", "Other"), "Other has the elements of List in some order."),
}
for _name, (_predicate, _parameters, _doc) in _SAME.items():
    enter(Builtin(_predicate.function, _name, _parameters, _doc))
