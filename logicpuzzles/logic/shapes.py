"""Terms of other people's classes: what they are made of, how two of them unify, and how one is rebuilt.

The `unification` library has a registry of classes that are terms; kanren's users add theirs with `unifiable`. Terms
whose parts are known from the registry (objects, dicts, sets, slices, expression tuples) are taken apart here, so that
the occurs check and the rule that 1, True and 1.0 differ hold in them too. A class with functions of its own is
unified by the library. Dataclasses are terms as well, where Python compares them by their fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import fields, is_dataclass
from functools import cache
from operator import is_
from typing import Any

from unification import Var
from unification.core import _reify, _unify
from unification.more import _unify_object

from ..errors import NeedsValue, PuzzleError
from ..integers import represented
from .registered import Known, Pairs, Registered, Shape
from .variables import VARIABLES, AnyTerm


class Listed(Shape):
    """A sequence that is a list to us: an expression tuple, or a subclass of Python's list."""

    def parts(self, term: AnyTerm) -> Sequence[AnyTerm]:
        return tuple(term)

    def make(self, term: AnyTerm, parts: Sequence[AnyTerm]) -> AnyTerm:
        return term if _unchanged(self.parts(term), parts) else type(term)(parts)


class Fields(Shape):
    """An object whose parts are its attributes."""

    def parts(self, term: AnyTerm) -> Sequence[AnyTerm]:
        return [getattr(term, name) for name in self.names(term)]

    def names(self, term: AnyTerm) -> tuple[str, ...]:
        """The attributes that are there, in a fixed order."""
        kind: Any = type(term)
        held = tuple(vars(term)) if hasattr(term, "__dict__") else ()
        return tuple(sorted([*held, *(name for name in _slots(kind) if hasattr(term, name))]))

    def pairs(self, left: AnyTerm, right: AnyTerm, known: Known) -> Pairs | None:
        names = self.names(left)
        if type(left) is not type(right) or names != self.names(right):
            return None
        return [(getattr(left, name), getattr(right, name)) for name in names]

    def label(self, term: AnyTerm) -> object:
        return (type(term), self.names(term))

    def make(self, term: AnyTerm, parts: Sequence[AnyTerm]) -> AnyTerm:
        if _unchanged(self.parts(term), parts):
            return term
        made = copy(term)
        for name, part in zip(self.names(term), parts, strict=True):
            object.__setattr__(made, name, part)
        return made


class DataFields(Fields):
    """A dataclass: the fields by which Python compares it."""

    def names(self, term: AnyTerm) -> tuple[str, ...]:
        kind: Any = type(term)
        return _compared_fields(kind)


class Compared(DataFields):
    """A dataclass with an `__eq__` of its own: a constant, which must not hold an unknown."""

    def parts(self, term: AnyTerm) -> Sequence[AnyTerm]:
        if any(type(part) in VARIABLES for part in super().parts(term)):
            kind = type(term).__name__
            raise PuzzleError(
                f"a {kind} holds an unknown, and compares by a function of its own",
                got=represented(term),
                hint=f"make the class a term: unifiable({kind})",
            )
        return ()

    def label(self, term: AnyTerm) -> object:
        self.parts(term)
        return (type(term), term)

    def pairs(self, left: AnyTerm, right: AnyTerm, known: Known) -> Pairs | None:
        return [] if self.label(left) == self.label(right) else None

    def make(self, term: AnyTerm, parts: Sequence[AnyTerm]) -> AnyTerm:
        return term


class Slice(Fields):
    """A slice."""

    def names(self, term: AnyTerm) -> tuple[str, ...]:
        return ("start", "stop", "step")

    def make(self, term: AnyTerm, parts: Sequence[AnyTerm]) -> AnyTerm:
        return slice(*parts)


class Keyed(Shape):
    """A dict: terms by key. Its keys must be known when it is unified. Rebuilding it makes a copy."""

    def parts(self, term: AnyTerm) -> Sequence[AnyTerm]:
        return (*term, *term.values())

    def label(self, term: AnyTerm) -> object:
        raise TypeError("a dict has no order")

    def make(self, term: AnyTerm, parts: Sequence[AnyTerm]) -> AnyTerm:
        items = zip(parts[: len(parts) // 2], parts[len(parts) // 2 :], strict=True)
        if not isinstance(term, dict):
            return term if _unchanged(self.parts(term), parts) else dict(items)
        made = copy(term)
        made.clear()
        made.update(items)
        return made

    def pairs(self, left: AnyTerm, right: AnyTerm, known: Known) -> Pairs | None:
        if len(left) != len(right):
            return None
        one, two = (self._by_key(term, known) for term in (left, right))
        return [(one[key], two[key]) for key in one] if one.keys() == two.keys() else None

    def _by_key(self, term: AnyTerm, known: Known) -> dict[Any, Any]:
        found = {}
        for key, value in term.items():
            key = known.reify(key)
            for unknown in known.unknowns(key):
                raise NeedsValue(unknown, "a key of a dict")
            found[known.typed(key)] = value
        return found


class Elements(Shape):
    """A set. Where two could unify in more than one way, it needs a value for an unknown."""

    def parts(self, term: AnyTerm) -> Sequence[AnyTerm]:
        return tuple(term)

    def label(self, term: AnyTerm) -> object:
        raise TypeError("a set has no order")

    def make(self, term: AnyTerm, parts: Sequence[AnyTerm]) -> AnyTerm:
        return type(term)(parts) if isinstance(term, set | frozenset) else frozenset(parts)

    def pairs(self, left: AnyTerm, right: AnyTerm, known: Known) -> Pairs | None:
        (one, open_one), (two, open_two) = self._split(left, known), self._split(right, known)
        if open_one.keys() == open_two.keys() and one.keys() == two.keys():
            return []
        if open_one and open_two:
            raise NeedsValue(next(iter(known.unknowns(tuple(open_one.values())))), "a set")
        if open_two:
            one, open_one, two = two, open_two, one
        missing = [two[key] for key in two.keys() - one.keys()]
        if one.keys() - two.keys() or len(missing) > len(open_one) or not two:
            return None
        if len(open_one) == 1 and len(missing or two) == 1:
            return [(next(iter(open_one.values())), (missing or list(two.values()))[0])]
        raise NeedsValue(next(iter(known.unknowns(tuple(open_one.values())))), "a set")

    def _split(self, term: AnyTerm, known: Known) -> tuple[dict[Any, Any], dict[Any, Any]]:
        """The elements without unknowns and those with some, by their keys."""
        ground: dict[Any, Any] = {}
        others: dict[Any, Any] = {}
        for element in map(known.reify, term):
            (others if known.unknowns(element) else ground)[known.typed(element)] = element
        return ground, others


LISTED, REGISTERED = Listed(), Registered()
_FIELDS, _DATA, _COMPARED, _SLICE, _KEYED, _ELEMENTS = Fields(), DataFields(), Compared(), Slice(), Keyed(), Elements()
_KNOWN = {
    _unify_object: _FIELDS,
    _unify.funcs[Mapping, Mapping, Mapping]: _KEYED,
    _unify.funcs[Set, Set, Mapping]: _ELEMENTS,
    _unify.funcs[slice, slice, Mapping]: _SLICE,
    _unify.funcs[list, list, Mapping]: LISTED,
}
_OPAQUE = _unify.funcs[object, object, Mapping]
_found: dict[tuple[type, type], Shape | None] = {}
_size = 0  # of the registry, when `_found` was begun


def shape_of(kind: type, other: type | None = None) -> Shape | None:
    """The shape of terms of a class (or in which terms of two classes unify); None for constants."""
    global _size
    if len(_unify.funcs) != _size:
        _size = len(_unify.funcs)
        _found.clear()
    key = (kind, other or kind)
    if key not in _found:
        _found[key] = _shape(*key)
    return _found[key]


def as_list(term: AnyTerm) -> AnyTerm:
    """`term` as a tuple if it is a list to us; else as it is."""
    return tuple(term) if shape_of(type(term)) is LISTED else term


def _shape(kind: type, other: type) -> Shape | None:
    function = _unify.dispatch(kind, other, dict)
    if issubclass(kind, Var | Iterator | tuple) and function is not _unify_object:
        return None  # tuples are ours, and reading an iterator would use it up
    if function in _KNOWN:
        return _KNOWN[function]
    if kind.__module__ == "etuples.core" and kind is other:
        return LISTED if issubclass(kind, Sequence) else _FIELDS
    if function is _OPAQUE:
        if kind is not other or not is_dataclass(kind):
            return None
        return _DATA if _compared_by_fields(kind) else _COMPARED
    for each in (kind, other):
        if _reify.dispatch(each, dict) is _reify.funcs[object, Mapping]:
            raise PuzzleError(
                f"the class {each.__name__} is registered for unify, but not for reify",
                hint="register a function for _reify too, or use unifiable",
            )
    return REGISTERED


@cache
def _slots(kind: type) -> tuple[str, ...]:
    """The slots of a class and its bases."""
    found: dict[str, None] = {}
    for each in kind.__mro__:
        slots = each.__dict__.get("__slots__", ())
        found |= dict.fromkeys((slots,) if isinstance(slots, str) else slots)
    return tuple(name for name in found if name not in ("__dict__", "__weakref__"))


@cache
def _compared_fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.compare)


def _compared_by_fields(kind: type) -> bool:
    """Whether `__eq__` is the one that `dataclass` wrote."""
    code = getattr(kind.__eq__, "__code__", None)
    return code is not None and code.co_filename == "<string>"


def _unchanged(old: Sequence[AnyTerm], new: Sequence[AnyTerm]) -> bool:
    return all(map(is_, old, new))
