"""`Cover`: exact cover, each item by one option."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...errors import PuzzleError
from ...integers import as_text, represented
from ...wording import did_you_mean
from ..kernels import layout
from ..values import Domains, Scope, Value, Values, Variable, words_of
from .base import Kind, Lowering, Posted, check_distinct, shortened
from .forms import Encoding, Form, Never, Packing
from .own import OPEN, Own, OwnKind, check_list, listed
from .tasks import hide

Covered = Collection[Any] | Mapping[Value, Collection[Any]]  # (3, 4), or {"high": (1, 2), "low": (8, 9)}


Option = tuple[int, Value, tuple[int, ...]]  # place of the variable in the scope, value, items


class Cover(Own):
    """Each item is covered once by the values of the variables.

    Parameters
    ----------
    options
        For each variable of the scope, in order, the items that it covers where it is 1, its other value being 0; or,
        for each value of a variable, the items that this covers. By default each value is itself what it covers, such
        as the cells on which a piece lies.
    items
        All items; by default those of the options. They must be named where there are no options.
    optional
        Items that may stay uncovered; none is covered twice.

    The days of a week, and four shifts that cover some of them:

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("abcd", [0, 1])
    >>> problem.addConstraint(Cover([{1, 2}, {3}, {2, 3}, {1}]))
    >>> sorted("".join(v for v in "abcd" if solution[v]) for solution in problem.getSolutions())
    ['ab', 'cd']

    The same with the places of two pieces as values:

    >>> problem = Problem()
    >>> problem.addVariable("long", [(1, 2), (2, 3)])
    >>> problem.addVariable("short", [(1,), (2,), (3,)])
    >>> problem.addConstraint(Cover(items=[1, 2, 3]))
    >>> sorted(solution["long"] for solution in problem.getSolutions())
    [(1, 2), (2, 3)]
    """

    def __init__(
        self,
        options: Sequence[Covered] | None = None,
        items: Collection[Any] | None = None,
        optional: Collection[Any] = (),
    ) -> None:
        given = listed(options)
        self.options = [_listed(option) for option in given] if isinstance(given, list) else given
        self.items = None if items is None else _each_once(items)
        self.optional = _each_once(optional)

    def covered(self, place: int, value: Value) -> Collection[Any]:
        """The items that `value` of the variable at `place` of the scope covers."""
        if self.options is None:
            return value  # type: ignore[no-any-return]
        option = self.options[place]
        found: Collection[Any] = option[value] if isinstance(option, Mapping) else option if value == 1 else ()
        return found

    @cached_property
    def primary(self) -> dict[Any, None]:
        """The items that must be covered."""
        named = self.items or dict.fromkeys(item for _, _, found in self.listed() for item in found)
        return {item: None for item in named if item not in self.optional}

    def listed(self) -> Iterator[tuple[int, Value, Collection[Any]]]:
        """The options that were given, each with the place of its variable and its value."""
        for place, option in enumerate(self.options or ()):
            if isinstance(option, Mapping):
                yield from ((place, value, found) for value, found in option.items())
            else:
                yield place, 1, option

    def is_possible(self, values: Sequence[Value]) -> bool:
        taken = _taken(self, values)
        return taken is not None and (OPEN in values or all(item in taken for item in self.primary))

    def forwardCheck(  # noqa: N802  the library's name
        self, variables: Sequence[Any], domains: Mapping[Any, Any], assignments: Mapping[Any, Any], _open: Any = None
    ) -> bool:
        """Hide the values that cover an item again; whether all items can still be covered."""
        reached = _taken(self, [assignments.get(variable, OPEN) for variable in variables]) or set()
        taken = frozenset(reached)
        for place, variable in enumerate(variables):
            if variable not in assignments:
                hide(domains[variable], lambda value, place=place: taken.isdisjoint(self.covered(place, value)))
                reached.update(*(self.covered(place, value) for value in domains[variable]))
        return all(item in reached for item in self.primary) and all(map(domains.__getitem__, variables))


def _taken(given: Cover, values: Sequence[Value]) -> set[Any] | None:
    """The items that values cover, `OPEN` none; None where one is covered twice."""
    found = [item for place, value in enumerate(values) if value is not OPEN for item in given.covered(place, value)]
    taken = set(found)
    return taken if len(taken) == len(found) else None


def _each_once(items: Any) -> Any:
    """Items as the keys of a dict; what has none as it is, for the check to tell."""
    try:
        return dict.fromkeys(items)
    except TypeError:
        return items


def _listed(option: Any) -> Any:
    """The items of an option, each iterated once: a set in any order, a string as its letters."""
    return dict(option) if isinstance(option, Mapping) else option


@dataclass(frozen=True)
class ExactCover(Form):
    """Each of the items below `n_primary` is covered by one option, those up to `n_items` by one at most.

    Attributes
    ----------
    options
        Those that cover anything.
    """

    options: tuple[Option, ...]
    n_items: int
    n_primary: int

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        left, n_pieces = self._left([packing.domains[v] for v in scope])
        n_items = n_pieces + self.n_items
        of_item: list[list[int]] = [[] for _ in range(n_items)]
        for number, (_, _, items) in enumerate(left):
            for item in items:
                of_item[item].append(number)
        described: list[int] = []
        for (place, value, _), ends in zip(left, packing.lists([items for _, _, items in left]), strict=True):
            bit = packing.classes[scope[place]].bits[value]
            (mask,) = words_of(1 << (bit & 63), 1)
            described += (packing.variable(scope[place]), bit, mask, *ends)
        options = packing.keep(described)
        listed = packing.keep(address for ends in packing.lists(of_item) for address in ends)
        n, n_primary, levels = len(left), n_pieces + self.n_primary, 3 * (len(packing.domains) + 2)
        room = packing.cache(3, n, n, n, n_items, n_items, n_items, n_items, levels)
        packing.add(layout.COVER, scope, number=[n, n_items, n_primary, options, listed, *room, n_pieces])

    def _left(self, domains: Sequence[Values]) -> tuple[list[Option], int]:
        """The options in the domains; a variable with several is an item too, the first ones: it has one value."""
        options: dict[int, dict[Value, tuple[int, ...]]] = {}
        for place, value, items in self.options:
            if value in domains[place]:
                options.setdefault(place, {})[value] = items
        pieces = [place for place, found in options.items() if len(found) > 1]
        left = []
        for place, found in options.items():
            piece = (pieces.index(place),) if len(found) > 1 else ()
            for value in domains[place] if piece else found:
                left.append((place, value, piece + tuple([len(pieces) + item for item in found.get(value, ())])))
        return left, len(pieces)

    def encode(self, encoding: Encoding) -> None:
        covering: list[list[Any]] = [[] for _ in range(self.n_items)]
        for place, value, items in self.options:
            v = self.scope[place]
            if value in encoding.domains[v] and items:
                literal = encoding.literal(v, [value])
                for item in items:
                    covering[item].append(literal)
        for number, literals in enumerate(covering):
            if number < self.n_primary:
                encoding.model.add_exactly_one(literals)
            else:
                encoding.model.add_at_most_one(literals)


class _Covers(OwnKind):
    def check(self, given: Cover, scope: Sequence[Variable], place: str | None) -> None:
        check_distinct("a cover", scope, place)
        if given.options is not None:
            check_list("the options of a cover", given.options, place, hashed=False)
        for what, items in (("items", given.items or {}), ("optional items", given.optional)):
            if not isinstance(items, dict):
                check_list(f"the {what} of a cover", listed(items), place)
        if given.options is None and given.items is None:
            raise PuzzleError("a cover needs its options or its items", place=place,
                              hint="write Cover(options) where variables are 0 or 1, Cover(items=...) where each value "
                              "is what it covers")  # fmt: skip
        if given.options is not None and len(given.options) != len(scope):
            raise PuzzleError("a cover needs an option for each variable", place=place,
                              expected=f"{len(scope)} options", got=str(len(given.options)),
                              hint="list what each variable covers, in their order")  # fmt: skip
        for at, value, found in given.listed():
            self._check_option(given, scope[at], value, found, place)

    def _check_option(self, given: Cover, variable: Variable, value: Value, found: Any, place: str | None) -> None:
        """What an option covers are items, each once."""
        try:
            items = list(found)
            known = given.items is None or all(item in given.items or item in given.optional for item in items)
            once = len(set(items)) == len(items)
        except TypeError:
            raise PuzzleError(
                f"the option {as_text(variable)} = {represented(value)} is no collection of items",
                place=place, expected="items, such as (1, 2)", got=represented(found),
                              hint="let values be what they cover, or list options") from None  # fmt: skip
        what = f"the option {as_text(variable)} = {represented(value)} covers"
        if not known:
            wrong = next(item for item in items if item not in (given.items or ()) and item not in given.optional)
            names = [as_text(item) for item in (*(given.items or ()), *given.optional)]
            raise PuzzleError(
                f"{what} an unknown item", place=place, expected=f"some of {shortened(names)}",
                got=represented(wrong), hint=did_you_mean(as_text(wrong), names),
            )  # fmt: skip
        if not once:
            wrong = next(item for item in items if items.count(item) > 1)
            raise PuzzleError(f"{what} an item twice", place=place, got=represented(wrong), hint="name each item once")

    def check_domains(self, given: Cover, scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
        for at, variable in enumerate(scope):
            option = None if given.options is None else given.options[at]
            for value in domains[variable]:
                if option is None:
                    self._check_option(given, variable, value, value, place)
                elif isinstance(option, Mapping):
                    if value not in option:
                        raise PuzzleError(f"the options of {as_text(variable)} do not tell what a value covers",
                                          place=place, expected=f"items for {represented(value)}",
                                          got=f"items for {shortened(option)}",
                                          hint="tell for each value what it covers, () for nothing")  # fmt: skip
                elif value not in (0, 1):
                    raise PuzzleError(
                        f"the variable {as_text(variable)} of a cover has other values than 0 and 1", place=place,
                        got=represented(value), hint="tell for each value what it covers: {value: items, ...}",
                    )  # fmt: skip

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        given: Cover = posted.constraint
        number = {item: i for i, item in enumerate((*given.primary, *given.optional))}
        options = tuple(
            (place, value, tuple(sorted(number[item] for item in given.covered(place, value))))
            for place, v in enumerate(scope)
            for value in lowering.domains[v]
        )
        options = tuple(option for option in options if option[2])
        n_primary = len(given.primary)
        if len({item for _, _, items in options for item in items if item < n_primary}) < n_primary:
            return [Never(scope)]
        return [ExactCover(scope, options, len(number), n_primary)]


KINDS: dict[type, Kind] = {Cover: _Covers()}
