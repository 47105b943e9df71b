"""Shapes of terms, and the shape of classes that the `unification` library itself must unify."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from unification import Var
from unification.core import _reify, _unify, stream_eval

from .variables import VARIABLES, AnyTerm, Variable

Pairs = list[tuple[AnyTerm, AnyTerm]]


class Known(Protocol):
    """The part of a substitution that shapes use."""

    def reify(self, term: AnyTerm) -> AnyTerm: ...

    def unknowns(self, term: AnyTerm) -> Iterable[Variable]: ...

    def typed(self, term: AnyTerm, /) -> AnyTerm: ...


class Shape:
    """How the terms of some classes are taken apart and built; one object for all of them."""

    def parts(self, term: AnyTerm) -> Sequence[AnyTerm]:
        """What may be or hold an unknown."""
        raise NotImplementedError

    def make(self, term: AnyTerm, parts: Sequence[AnyTerm]) -> AnyTerm:
        """`term` with other parts; `term` itself, where nothing changes and it cannot change later."""
        raise NotImplementedError

    def label(self, term: AnyTerm) -> object:
        """What two terms must share beside their parts."""
        return type(term)

    def pairs(self, left: AnyTerm, right: AnyTerm, known: Known) -> Pairs | None:
        """The pairs that must be equal for two terms to be, under the substitution `known`; None if they cannot be."""
        if self.label(left) != self.label(right):
            return None
        return list(zip(self.parts(left), self.parts(right), strict=True))


class Registered(Shape):
    """A class with functions of its own in the library's registry: the library unifies, we bind what it finds."""

    def parts(self, term: AnyTerm) -> Sequence[AnyTerm]:
        """The unknowns in it, which are those that the library looks up."""
        return looked_up(term)

    def label(self, term: AnyTerm) -> object:
        return (type(term), term)

    def make(self, term: AnyTerm, parts: Sequence[AnyTerm]) -> AnyTerm:
        values = {old: _Value(new) for old, new in zip(self.parts(term), parts, strict=True) if old is not new}
        return stream_eval(_reify(term, values)) if values else term

    def pairs(self, left: AnyTerm, right: AnyTerm, known: Known) -> Pairs | None:
        try:
            found = stream_eval(_unify(known.reify(left), known.reify(right), _Bound()))
        except _Cycle:
            return None
        return None if found is False else list(found.items())


class _Asked(dict[Any, Any]):
    """An empty substitution that records which unknowns are looked up."""

    def __init__(self) -> None:
        self.unknowns: dict[Any, None] = {}

    def __contains__(self, key: object) -> bool:
        if type(key) in VARIABLES:
            self.unknowns[key] = None
        return False


class _Cycle(Exception):
    """A term would hold itself."""


class _Bound(dict[Any, Any]):
    """The library's substitution, with the occurs check that it lacks."""

    def copy(self) -> _Bound:
        return _Bound(self)

    def __setitem__(self, unknown: Var, term: AnyTerm) -> None:
        stack = [term]
        while stack:
            part = stack.pop()
            if part is unknown:
                raise _Cycle
            if type(part) in VARIABLES:
                stack += [self[part]] if part in self else []
            else:
                stack.extend(looked_up(part))
        super().__setitem__(unknown, term)


class _Value:
    """A term that the library puts in for an unknown as it is."""

    def __init__(self, term: AnyTerm) -> None:
        self.term = term


_reify.add((_Value, Mapping), lambda value, _: value.term)


def looked_up(term: AnyTerm) -> Sequence[AnyTerm]:
    """The unknowns in a term, in the order in which the library looks them up."""
    asked = _Asked()
    stream_eval(_reify(term, asked))
    return tuple(asked.unknowns)
