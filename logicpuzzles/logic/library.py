"""Our terms in the registry of the `unification` library, so that kanren's goals and classes take them apart."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from unification.core import _reify, _unify, construction_sentinel

from .terms import Cons, Term, cons


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


def register() -> None:
    """Let the library know our terms."""
    _unify.add((Term, Term, Mapping), _unify_terms)
    _reify.add((Term, Mapping), _reify_term)
    _reify.add((Cons, Mapping), _reify_cons)
