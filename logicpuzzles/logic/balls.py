"""The terms that ISO Prolog throws for errors; `catch/3` sees them."""

from __future__ import annotations

from .terms import AnyTerm, Term, var


def error_term(name: str, *args: AnyTerm) -> Term:
    """``error(name(args), _)``; what Prolog says of the place is not known.

    >>> error_term("type_error", "integer", "a").args[0]
    type_error(integer, a)
    """
    return Term("error", (Term(name, args) if args else name, var()))


def indicator(name: AnyTerm, arity: int) -> Term:
    """``name/arity``."""
    return Term("/", (name, arity))
