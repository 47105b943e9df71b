"""Bindings, read only: walking a variable, replacing the bound variables in a term, collecting the others."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from cons.core import ConsPair
from unification import Var
from unification.core import _reify, _unify, construction_sentinel

from .shapes import LISTED, shape_of
from .terms import FLAT, VARIABLES, AnyTerm, Cons, Suffix, Term, Variable, cons, subterms, typed

UNBOUND: Final = object()
ATOMS = frozenset({int, str})
LISTS = frozenset({tuple, list, Suffix, Cons, ConsPair})


def serial(variable: Var) -> int:
    """The age of a variable; kanren's own count as the oldest."""
    return variable.serial if type(variable) is Variable else 0


def key(variable: Var) -> Hashable:
    """The key of a variable in mappings: for ours the serial, since Python hashes numbers fastest."""
    return variable.serial if type(variable) is Variable else variable


class Bindings:
    """What variables are bound to.

    Attributes
    ----------
    bindings
        `key` of a variable to the term that it is bound to.
    trail
        The variables that were bound, oldest first; tuples among them say what else there is to undo.
    """

    typed = staticmethod(typed)

    def __init__(self) -> None:
        self.bindings: dict[Any, Any] = {}
        self.trail: list[Any] = []

    def walk(self, term: AnyTerm) -> AnyTerm:
        """What `term` is bound to; itself if it is not a bound variable."""
        while True:
            kind = type(term)
            if kind is Variable:
                value = self.bindings.get(term.serial, UNBOUND)
            elif kind is Var:
                value = self.bindings.get(term, UNBOUND)
            else:
                return term
            if value is UNBOUND:
                return term
            term = value

    def walk_all(self, terms: Iterable[AnyTerm]) -> list[AnyTerm]:
        """What each of `terms` is bound to."""
        if not self.bindings:
            return list(terms)
        get, found = self.bindings.get, []
        for term in terms:  # `walk`, inlined for speed
            while True:
                kind = type(term)
                if kind is Variable:
                    value = get(term.serial, UNBOUND)
                elif kind is Var:
                    value = get(term, UNBOUND)
                else:
                    break
                if value is UNBOUND:
                    break
                term = value
            found.append(term)
        return found

    def bound(self) -> Iterator[tuple[Any, Any]]:
        """Every bound variable with its term, oldest binding first."""
        for entry in self.trail:
            if type(entry) is not tuple:
                yield entry, self.bindings[key(entry)]

    def reify(self, term: AnyTerm) -> AnyTerm:
        """`term` with every bound variable replaced, deep; lists whose end is known become tuples."""
        todo: list[Any] = [term]
        done: list[Any] = []
        while todo:
            part = self.walk(todo.pop())
            kind = type(part)
            if kind in ATOMS or kind in VARIABLES:
                done.append(part)
            elif kind is Build:
                split = len(done) - part.size
                done[split:] = [part.make(tuple(done[split:]))]
            elif kind is Cons or kind is ConsPair:
                self._reify_chain(part, todo)
            elif kind is Suffix and part.ground:
                done.append(part.items[part.start :])
            elif kind is Term:
                todo.append(Build(len(part.args), partial(Term, part.name)))
                todo.extend(reversed(part.args))
            elif kind is tuple or kind is list or kind is Suffix:
                items = self.walk_all(part)
                if ATOMS.issuperset(map(type, items)):  # what most lists are
                    done.append(tuple(items))
                    continue
                todo.append(Build(len(items), tuple))
                todo.extend(reversed(items))
            elif isinstance(part, tuple):
                todo.append(Build(len(part), getattr(kind, "_make", kind)))
                todo.extend(reversed(part))
            elif kind is _Inside:
                todo.append(Build(len(part.term), partial(LISTED.make, part.term)))
                todo.extend(map(_with_type, reversed(part.term)))
            elif kind in FLAT or (shape := shape_of(kind)) is None:
                done.append(part)
            else:
                inner = shape.parts(part)
                todo.append(Build(len(inner), partial(shape.make, part)))
                todo.extend(map(_with_type, reversed(inner)))
        return done[0]

    def _reify_chain(self, chain: AnyTerm, todo: list[Any]) -> None:
        """Push what builds a whole list of cells, so that a long list is not a deep term."""
        items = []
        while type(chain) in (Cons, ConsPair):
            items.append(chain.car)
            chain = self.walk(chain.cdr)
        if type(chain) in LISTS:
            items.extend(chain)
            todo.append(Build(len(items), tuple))
        else:
            items.append(chain)
            todo.append(Build(len(items), lambda parts: cons(*parts)))
        todo.extend(reversed(items))

    def unknowns(self, term: AnyTerm) -> dict[Variable, None]:
        """The unbound variables in `term`, in order of first occurrence."""
        found: dict[Variable, None] = {}
        stack = [term]
        while stack:
            part = self.walk(stack.pop())
            kind = type(part)
            if kind in VARIABLES:
                found[part] = None
            elif kind is not tuple or not FLAT.issuperset(map(type, part)):
                stack.extend(reversed(subterms(part)))
        return found


def _with_type(part: AnyTerm) -> AnyTerm:
    """A part of an object; a tuple or list there keeps its type."""
    return _Inside(part) if type(part) in (tuple, list) else part


class _Inside:
    """A tuple or list inside an object: it keeps its type, and where nothing in it changes, it stays the same."""

    def __init__(self, term: AnyTerm) -> None:
        self.term = term


class Build:
    """On a stack of terms: what is to be made of the last `size` results."""

    __slots__ = ("make", "size")

    def __init__(self, size: int, make: Callable[..., Any]) -> None:
        self.size, self.make = size, make


class Opened:
    """A part whose value `make` makes of the values of `parts`, see `fold`."""

    __slots__ = ("make", "parts")

    def __init__(self, make: Callable[..., Any], parts: Sequence[Any]) -> None:
        self.make, self.parts = make, parts


def fold(whole: Any, opened: Callable[[Any], Any]) -> Any:
    """The value of `whole`, made of those of its parts from left to right, without recursion.

    `opened` gives the value of a part, or `Opened` for one that has parts itself.
    """
    done: list[Any] = []
    todo: list[Any] = [whole]
    while todo:
        part = todo.pop()
        if type(part) is Build:
            split = len(done) - part.size
            done[split:] = [part.make(*done[split:])]
            continue
        found = opened(part)
        if type(found) is Opened:
            todo.append(Build(len(found.parts), found.make))
            todo.extend(reversed(found.parts))
        else:
            done.append(found)
    return done[0]


# Our terms in the registry of the `unification` library, so that kanren's goals and classes take them apart.


def _unify_terms(left: Term, right: Term, state: Mapping[Any, Any]) -> Generator[Any, Any, None]:
    if left.name != right.name or len(left.args) != len(right.args):
        yield False
    else:
        yield _unify(left.args, right.args, state)


def _reify_term(term: Term, state: Mapping[Any, Any]) -> Generator[Any, Any, None]:
    args = yield _reify(term.args, state)
    yield construction_sentinel
    yield Term(term.name, tuple(args))


def _reify_cons(term: Cons, state: Mapping[Any, Any]) -> Generator[Any, Any, None]:
    first = yield _reify(term.car, state)
    rest = yield _reify(term.cdr, state)
    yield construction_sentinel
    yield cons(first, rest)


_unify.add((Term, Term, Mapping), _unify_terms)
_reify.add((Term, Mapping), _reify_term)
_reify.add((Cons, Mapping), _reify_cons)
