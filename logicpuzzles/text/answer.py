"""One answer of a query: the values of its variables, and the constraints that remain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ..logic.facts import PLAIN
from ..logic.operators import STANDARD, Operators
from ..logic.substitution import Substitution
from ..logic.terms import VARIABLES, AnyTerm, Cons, Term
from ..logic.writer import fresh_names, write

NONE: Mapping[str, Any] = {}
Unequal = tuple[tuple[tuple[AnyTerm, AnyTerm], ...], ...]


class Answer(Mapping[str, Any]):
    """One answer: from the name of each variable of the query to its value.

    A list is a tuple, a compound a `Term`, what is still unknown a variable. `str` of it is a query that holds.

    Attributes
    ----------
    unequal
        The disequalities that its unknowns must still keep: of the pairs of each at least one differs.
    others
        The constraints over integers that they must still keep, and the goals that wait for them, as goals.
    hidden
        The terms of variables that it does not show, whose names begin with an underscore: no other unknown takes one.
    operators
        Those with which it is written.
    """

    __slots__ = ("_values", "hidden", "operators", "others", "unequal")

    def __init__(
        self,
        values: Mapping[str, Any],
        unequal: Unequal = (),
        others: tuple[Term, ...] = (),
        hidden: Mapping[str, Any] = NONE,
    ) -> None:
        self._values, self.unequal, self.others, self.hidden = values, unequal, others, hidden
        self.operators: Operators = STANDARD

    def __getitem__(self, name: str) -> AnyTerm:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def goals(self, deepest: int | None = None) -> list[str]:
        """The equations and constraints that the answer is, as text; `deepest` shortens it, see `writer.write`."""
        names, own = self.names(), self.operators
        goals = [
            f"{name} = {write(value, names, 699, deepest, own)}"
            for name, value in self._values.items()
            if not (type(value) in VARIABLES and names[value] == name)
        ]
        return goals + self.remaining(deepest)

    def remaining(self, deepest: int | None = None) -> list[str]:
        """The constraints alone, as text."""
        names, own = self.names(), self.operators
        unequal = (pairs[0] if len(pairs) == 1 else tuple(zip(*pairs, strict=True)) for pairs in self.unequal)
        goals = [write(Term("dif", sides), names, deepest=deepest, operators=own) for sides in unequal]
        return goals + [write(goal, names, deepest=deepest, operators=own) for goal in self.others]

    def names(self) -> dict[Any, str]:
        """What the unknowns are called: as the first variable of the query that is one, or by a new name."""
        names: dict[Any, str] = {}
        if not self.unequal and not self.others and PLAIN.issuperset(map(type, self._values.values())):
            return names
        for name, value in chain(self._values.items(), self.hidden.items()):
            if type(value) in VARIABLES:
                names.setdefault(value, name)
        new = fresh_names({*self._values, *self.hidden})
        for unknown in _unknowns((*self._values.values(), self.unequal, self.others)):
            if unknown not in names:
                names[unknown] = next(new)
        return names

    def __str__(self) -> str:
        return ", ".join(self.goals()) or "true"

    def __repr__(self) -> str:
        return f"<answer {self}>"


def _unknowns(terms: Sequence[AnyTerm]) -> Iterator[Any]:
    """The unknowns in terms, from left to right, some more than once."""
    for term in terms:
        items: Any = term.elements() if type(term) is Cons else term if type(term) is tuple else (term,)
        for item in items:
            if type(item) in VARIABLES:
                yield item
            elif type(item) not in PLAIN:
                yield from Substitution().unknowns(item)
        if type(term) is Cons:
            yield from _unknowns((term.rest(),))


def length(term: AnyTerm) -> int:
    """The elements of a list; 0 for another term."""
    return len(term) if type(term) is tuple else sum(1 for _ in term.elements()) if type(term) is Cons else 0
