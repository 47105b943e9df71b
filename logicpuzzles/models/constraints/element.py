"""`Element`: the item of an array at an index is the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from ...errors import PuzzleError
from ...integers import represented
from ..kernels import layout
from ..values import Scope, Value, Values, Variable
from .allowed import allowed
from .base import Kind, Lowering, Posted, check_hashable
from .forms import Among, Encoding, Form, Never, Packing
from .own import OPEN, Own, OwnKind, listed


class Element(Own):
    """The item of an array at an index is the result.

    Parameters
    ----------
    array
        The values of the array: then the variables are the index and the result. By default the array is of
        variables too: the index, then those of the array, then the result.
    first
        The index of the first item.
    shape
        For an array of two dimensions, (rows, columns): then there are two indices, of the row and of the column, and
        the items are there row by row.

    Notes
    -----
    Propagation is domain consistent where each variable is there once.

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariable("index", [0, 1, 2])
    >>> problem.addVariable("result", [10, 20, 40])
    >>> problem.addConstraint(Element([10, 30, 20]), ["index", "result"])
    >>> sorted((found["index"], found["result"]) for found in problem.getSolutions())
    [(0, 10), (2, 20)]
    """

    def __init__(
        self, array: Iterable[Value] | None = None, first: int = 0, shape: tuple[int, int] | None = None
    ) -> None:
        self.array: Any = listed(array)
        self.first, self.shape = first, shape

    @property
    def n_indices(self) -> int:
        """How many indices there are."""
        return 1 if self.shape is None else 2

    def place(self, indices: Sequence[Value], n: int) -> int | None:
        """The number of the item at some indices, out of `n`; None if there is none."""
        at = 0
        for index, size in zip(indices, self.shape or (n,), strict=True):
            if not isinstance(index, int) or not 0 <= index - self.first < size:
                return None
            at = at * size + index - self.first
        return at

    def is_possible(self, values: Sequence[Value]) -> bool:
        indices, items = values[: self.n_indices], self.array
        if items is None:
            items = values[self.n_indices : -1]
        if OPEN in indices:
            return True
        place = self.place(indices, len(items))
        return place is not None and (OPEN in (items[place], values[-1]) or bool(items[place] == values[-1]))


@dataclass(frozen=True)
class Item(Form):
    """The last variable is equal to that at the indices, which are the first `n_indices` variables.

    `places` gives for each index its values, each with the number of items that lie before.
    """

    places: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def groups(self) -> tuple[Scope, ...]:
        return (self.scope[len(self.places) :],)

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        n = len(self.places)
        weight = []
        for v, places in zip(scope, self.places, strict=False):
            bits = packing.classes[v].bits
            offsets = [-1] * len(bits)
            for index, before in places:
                if index in bits:
                    offsets[bits[index]] = before
            weight.append(packing.keep(offsets))
        widths = [packing.classes[v].n_words for v in (*scope[:n], scope[-1])]
        packing.add(
            layout.ELEMENT, scope, number=[n], weight=weight + [0] * (len(scope) - n), n_scratch=sum(widths)
        )  # fmt: skip

    def encode(self, encoding: Encoding) -> None:
        n = len(self.places)
        at: Any = 0
        for v, places in zip(self.scope, self.places, strict=False):
            before = encoding.model.new_int_var(0, max(offset for _, offset in places), "")
            pairs = [(encoding.code(v, index), offset) for index, offset in places if index in encoding.domains[v]]
            encoding.model.add_allowed_assignments([encoding.variables[v], before], pairs)
            at = before if n == 1 else at + before
        items = [encoding.variables[v] for v in self.scope[n:-1]]
        place = encoding.model.new_int_var(0, len(items) - 1, "")
        encoding.model.add(place == at)
        encoding.model.add_element(place, items, encoding.variables[self.scope[-1]])


def item_at(lowering: Lowering, index: int, items: Scope, result: int, first: int) -> list[Form]:
    """The item at an index, counted from `first`, is the result."""
    inside = tuple([x for x in lowering.domains[index] if isinstance(x, int) and 0 <= x - first < len(items)])
    if not inside:
        return [Never((index,))]
    return [Among((index,), inside), Item((index, *items, result), (tuple([(x, x - first) for x in inside]),))]


class _Elements(OwnKind):
    def check(self, given: Element, scope: Sequence[Variable], place: str | None) -> None:
        n, shape = given.n_indices, given.shape
        if not isinstance(given.first, int):
            raise PuzzleError(
                "the first index is no integer", place=place, got=represented(given.first), hint="write 0 or 1"
            )
        is_shape = isinstance(shape, Sequence) and len(shape) == 2 and all(isinstance(x, int) and x > 0 for x in shape)
        if shape is not None and not is_shape:
            raise PuzzleError("this is not the shape of an array", place=place, expected="(rows, columns)",
                              got=represented(shape), hint="write such as (2, 3), for two rows of three")  # fmt: skip
        if given.array is None:
            n_items, what = len(scope) - n - 1, "an index, the variables of the array and the result"
            if n_items < 1:
                raise PuzzleError("an element has too few variables", place=place, got=str(len(scope)),
                                  expected=what if n == 1 else what.replace("an index", "two indices"),
                                  hint="name the index first and the result last")  # fmt: skip
        elif not isinstance(given.array, list) or not given.array:
            raise PuzzleError("this is not an array", place=place, expected="a list of values",
                              got=represented(given.array),
                              hint="leave it out where its items are variables")  # fmt: skip
        elif len(scope) != n + 1:
            raise PuzzleError(
                "an element of values has the wrong number of variables",
                place=place,
                expected=f"{n + 1}: {'the index' if n == 1 else 'two indices'} and the result",
                got=str(len(scope)),
                hint="leave the array out where it is of variables",
            )
        else:
            check_hashable("the array", given.array, place)
            n_items = len(given.array)
        if shape is not None and prod(shape) != n_items:
            raise PuzzleError("the array does not have its shape", place=place, got=f"{n_items} items",
                              expected=f"{prod(shape)} items for {represented(tuple(shape))}",
                              hint="change the shape, or the array")  # fmt: skip

    def detail(self, given: Element) -> str:
        return "" if given.array is None else f": of {represented(given.array)}"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        given, n = posted.constraint, posted.constraint.n_indices
        indices, items, first = scope[:n], scope[n:-1], given.first
        if n == 1 and given.array is None:
            return item_at(lowering, indices[0], items, scope[-1], first)
        sizes: Sequence[int] = given.shape or (len(given.array),)
        if given.array is None and indices[0] == indices[1]:
            diagonal = items[: min(sizes) * (sizes[1] + 1) : sizes[1] + 1]
            return item_at(lowering, indices[0], diagonal, scope[-1], first)
        inside = [tuple([x for x in lowering.domains[v] if isinstance(x, int) and 0 <= x - first < size])
                  for v, size in zip(indices, sizes, strict=True)]  # fmt: skip
        if not all(inside):
            return [Never(scope)]
        if given.array is not None:
            return self._of_values(lowering, given, scope, inside)
        narrowed = [Among((v,), own) for v, own in zip(indices, inside, strict=True)]
        places = tuple([tuple([(x, stride * (x - first)) for x in own])
                        for own, stride in zip(inside, (sizes[1], 1), strict=True)])  # fmt: skip
        return [*narrowed, Item(scope, places)]

    def _of_values(self, lowering: Lowering, given: Element, scope: Scope, inside: Sequence[Values]) -> list[Form]:
        """The table of indices and results."""
        left = set(lowering.domains[scope[-1]])
        rows = [(*at, x) for at in product(*inside) if (x := given.array[given.place(at, len(given.array))]) in left]
        return allowed(lowering, scope, rows)


KINDS: dict[type, Kind] = {Element: _Elements()}
