"""Terms: unknowns, compounds and lists with an unknown rest, and when two constants are the same.

Constants are any hashable Python values; tuples are lists. Unknowns are kanren's `Var`. `shapes` knows the terms of
other people's classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from cons.core import ConsPair

from ..errors import PuzzleError
from ..integers import represented
from .shapes import LISTED, shape_of
from .variables import VARIABLES, AnyTerm, Variable, isvar, looked_inside, next_serial, var, vars

__all__ = [
    "FLAT", "VARIABLES", "WHOLE", "AnyTerm", "Cons", "Suffix", "Term", "Variable", "cons", "is_flat", "isvar",
    "next_serial", "pair", "prefixed", "same", "split_list", "subterms", "typed", "var", "vars",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Term:
    """A compound such as ``house(red, X)``.

    >>> Term("house", ("red", 1, "1"))
    house(red, 1, '1')
    """

    name: str
    args: tuple[Any, ...]

    def __repr__(self) -> str:
        return f"{_word(self.name)}({', '.join(map(_word, self.args))})"


def _word(term: AnyTerm) -> str:
    """What `repr` shows, without quotes where a lower-case word needs none."""
    return term if type(term) is str and term.isidentifier() and term[0].islower() else represented(term)


class Cons(ConsPair):  # type: ignore[misc]
    """A list whose rest is not a tuple (yet): the first element and the rest.

    Make one with `cons`. It is a `ConsPair` of kanren's, so kanren's goals read it too. Length, iteration and index
    need the whole list: in the body of a relation they raise `NeedsValue` for an unknown rest.
    """

    __slots__ = ("ground",)
    car: AnyTerm
    cdr: AnyTerm
    ground: bool

    def __new__(cls, *parts: AnyTerm) -> AnyTerm:
        return cons(*parts)

    def __eq__(self, other: object) -> bool:
        mine, theirs = self, other
        while type(theirs) is Cons:
            if mine.car != theirs.car:
                return False
            mine, theirs = mine.cdr, theirs.cdr
            if type(mine) is not Cons:
                return bool(mine == theirs)
        return False

    def __hash__(self) -> int:
        return hash(tuple(self.elements()))

    def elements(self) -> Iterator[Any]:
        """The known elements, without the rest."""
        pair: Any = self
        while type(pair) is Cons:
            yield pair.car
            pair = pair.cdr

    def rest(self) -> AnyTerm:
        """What follows the known elements."""
        pair: Any = self
        while type(pair) is Cons:
            pair = pair.cdr
        return pair

    def whole(self) -> tuple[Any, ...]:
        """All elements.

        Raises
        ------
        NeedsValue
            The rest is unknown, and the body of a relation is being built.
        TypeError
            The rest is not a list, or unknown elsewhere.
        """
        rest = self.rest()
        if type(rest) in VARIABLES:
            looked_inside(rest)
        if type(rest) not in (tuple, Suffix):
            raise TypeError(f"{self!r} is no list")
        return (*self.elements(), *rest)

    def __reduce__(self) -> tuple[Any, ...]:
        return (cons, (*self.elements(), self.rest()))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.whole())

    def __len__(self) -> int:
        return len(self.whole())

    def __getitem__(self, index: int | slice) -> AnyTerm:
        return self.whole()[index]

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self.elements()))} | {self.rest()!r}]"

    __str__ = __repr__


def cons(*parts: AnyTerm) -> AnyTerm:
    """The list of all `parts` but the last, followed by the last, which is a list or an unknown.

    >>> cons(1, 2, (3, 4))
    (1, 2, 3, 4)
    >>> cons(1, var("rest"))
    [1 | ~rest]
    """
    if len(parts) < 2:
        raise PuzzleError("cons takes an element and a rest", got=f"cons({', '.join(map(repr, parts))})")
    return prefixed(parts[:-1], parts[-1])


def prefixed(elements: Sequence[Any], rest: AnyTerm) -> AnyTerm:
    """The list of `elements` followed by `rest`."""
    if type(rest) in WHOLE:
        return (*elements, *rest)
    for element in reversed(elements):
        rest = pair(element, rest)
    return rest


def pair(first: AnyTerm, rest: AnyTerm) -> Cons:
    """A list cell, made in O(1): the rest is not looked into."""
    made: Cons = object.__new__(Cons)
    made.car, made.cdr = first, rest
    made.ground = (type(rest) is tuple and not rest or is_flat(rest)) and _is_shallow(first)
    return made


class Suffix(Sequence[Any]):
    """The tuple `items` from `start` on, without a copy, so that walking down a list is linear.

    `ground` says that it holds no variable, `seen` that all variables in it are marked as `inside` a term.
    """

    __slots__ = ("ground", "items", "seen", "start")

    def __init__(self, items: tuple[Any, ...], start: int, ground: bool, seen: bool = False) -> None:
        self.items, self.start, self.ground, self.seen = items, start, ground, seen

    def __len__(self) -> int:
        return len(self.items) - self.start

    def __getitem__(self, index: int | slice) -> AnyTerm:
        if isinstance(index, slice):
            return self.items[self.start :][index]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self.items[self.start + index if index >= 0 else index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items[self.start :])

    def __eq__(self, other: object) -> bool:
        return tuple(self) == other

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def split_list(items: AnyTerm) -> tuple[Any, Any] | None:
    """The first element and the rest of a list that has one; None for anything else. O(1) after the first step."""
    kind = type(items)
    if kind is Suffix:
        start = items.start + 1
        rest = () if start == len(items.items) else Suffix(items.items, start, items.ground, items.seen)
        return items.items[items.start], rest
    if kind is tuple or kind is list:
        if not items:
            return None
        whole = tuple(items)
        return whole[0], () if len(whole) == 1 else Suffix(whole, 1, all(map(_is_shallow, whole)))
    if kind is Cons or kind is ConsPair:
        return items.car, items.cdr
    if kind not in FLAT and shape_of(kind) is LISTED:
        return split_list(tuple(items))
    return None


FLAT = frozenset({int, str, bool, float, type(None)})
WHOLE = frozenset({tuple, list, Suffix})  # lists whose end is known


def is_flat(term: AnyTerm) -> bool:
    """Whether `term` certainly holds no variable, without a deep look: True for constants of common types."""
    kind = type(term)
    return kind in FLAT or (kind is Suffix or kind is Cons) and term.ground


def _is_shallow(term: AnyTerm) -> bool:
    """The same, with a look one level into tuples of at most 64 elements."""
    return is_flat(term) or type(term) is tuple and len(term) <= 64 and all(map(is_flat, term))


def same(left: AnyTerm, right: AnyTerm) -> bool:
    """Whether two ground terms are the same; 1, True and 1.0 are three different constants.

    >>> same(1, 1), same(1, True), same((1, "a"), (1, "a")), same((1,), (1.0,))
    (True, False, True, False)
    """
    if left is right:
        return True
    kind = type(left)
    if kind is not type(right):
        return False
    return bool(left == right if kind in FLAT else typed(left) == typed(right))


def typed(term: AnyTerm) -> AnyTerm:
    """A key that two terms share exactly when they are the same; Python's equality mixes up 1, True and 1.0.

    It is flat, however deep the term, so that comparing and hashing it do not recurse.

    >>> typed(1) == typed(True), typed((1, "a")) == typed((1, "a"))
    (False, True)
    """
    kind = type(term)
    if kind in FLAT:
        return (kind, term)
    if kind is tuple and FLAT.issuperset(kinds := tuple(map(type, term))):
        return (kinds, term)
    tokens: list[Any] = []
    stack = [term]
    while stack:
        part = stack.pop()
        kind = type(part)
        if kind in FLAT or kind in VARIABLES:
            tokens += (kind, part)
            continue
        below = subterms(part)
        if kind is Term:
            tokens += (Term, part.name, len(below))
        elif kind is Cons or kind is ConsPair:
            tokens.append(Cons)
        elif isinstance(part, tuple):
            tokens += (kind, len(below))
        elif kind is list or kind is Suffix or (shape := shape_of(kind)) is LISTED:
            tokens += (tuple, len(below))
        elif shape is None:
            tokens += (kind, part)
        elif isinstance(part, Mapping):
            keys = sorted(part, key=lambda key: (hash(typed(key)), repr(key)))
            tokens += (Mapping, tuple(map(typed, keys)))
            below = [part[key] for key in keys]
        elif isinstance(part, Set):
            tokens += (Set, frozenset(map(typed, part)))
            continue
        else:
            tokens.append(shape.label(part))
        stack.extend(reversed(below))
    return tuple(tokens)


def subterms(term: AnyTerm) -> Sequence[Any]:
    """The direct parts of a compound, a list or another term that has some; nothing for a constant or a variable."""
    kind = type(term)
    if kind is Term:
        return term.args  # type: ignore[no-any-return]
    if kind is Cons or kind is ConsPair:
        return (term.car, term.cdr)
    if isinstance(term, tuple | list | Suffix):
        return term
    if kind in FLAT or kind in VARIABLES or (shape := shape_of(kind)) is None:
        return ()
    return shape.parts(term)
