"""Relations that take compounds apart and put them together; a list with an element is ``'[|]'(First, Rest)``."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import NeedsValue, PuzzleError
from ...logic.balls import error_term
from ...logic.lists import opened
from ...logic.order import PAIR
from ...logic.relations import Outcome, bind_each
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm, Term, split_list, vars
from ..code.given import Given
from ..syntax.nodes import listed
from .builtins import builtin
from .terms import require_integers, require_list, unfit

MOST = 1_000_000  # arguments of a compound that is made at once


def compound(term: AnyTerm) -> tuple[str, tuple[AnyTerm, ...]] | None:
    """The name and the arguments of a compound; a list with an element is ``'[|]'(First, Rest)``."""
    if type(term) is Term:
        return term.name, term.args
    parts = split_list(term)
    return None if parts is None else (PAIR, parts)


def composed(name: AnyTerm, args: Sequence[AnyTerm]) -> AnyTerm:
    """The term with this name and these arguments; the constant `name` where there are none.

    Raises
    ------
    PuzzleError
        The name is no atom.
    """
    if not args:
        return name
    if not isinstance(name, str):
        ball = error_term("type_error", "atom", name)
        raise PuzzleError("a compound has an atom as its name", got=Given(name), ball=ball)
    return listed(args[:1], args[1]) if (name, len(args)) == (PAIR, 2) else Term(name, tuple(args))


@builtin("functor", system=True)
def _functor(machine: Machine, term: AnyTerm, name: AnyTerm, arity: AnyTerm) -> bool:
    """Term is a compound with this Name and Arity, or the constant Name for Arity 0. Needs Term, or both others."""
    if type(term) not in VARIABLES:
        known, args = compound(term) or (term, ())
        return machine.unify((name, arity), (known, len(args)))
    for unknown in (name, arity):
        if type(unknown) in VARIABLES:
            raise NeedsValue(term, "functor", is_error=True)
    require_integers(machine, "functor", arity)
    if arity < 0:
        raise unfit(machine, arity, "functor", "an arity of at least 0")
    if compound(name) is not None:
        value = machine.reify(name)
        ball = error_term("type_error", "atomic", value)
        raise PuzzleError("functor takes a name", got=Given(value), ball=ball)
    if arity > MOST:
        raise PuzzleError("the compound is too large", expected=f"at most {MOST:,} arguments")
    return machine.unify(term, composed(name, vars(arity)))


@builtin("arg", system=True)
def _arg(machine: Machine, n: AnyTerm, term: AnyTerm, x: AnyTerm) -> Outcome:
    """X is the argument of the compound Term at N, counted from 1."""
    require_integers(machine, "arg", n)
    known = compound(term)
    if known is None:
        raise unfit(machine, term, "arg", "a compound")
    _, args = known
    if type(n) is int:
        if n < 0:
            raise unfit(machine, n, "arg", "a place of at least 0")
        return 1 <= n <= len(args) and machine.unify(x, args[n - 1])
    return bind_each(machine, (n, x), enumerate(args, 1))


@builtin("=..", system=True)
def _univ(machine: Machine, term: AnyTerm, items: AnyTerm) -> bool:
    """Items is the list of the name of the compound Term and its arguments."""
    if type(term) not in VARIABLES:
        name, args = compound(term) or (term, ())
        if args or split_list(items) is None:
            require_list(machine, items, "=..")
        return machine.unify(items, (name, *args))
    elements, rest = opened(machine, items)
    name = machine.walk(elements[0]) if elements else rest
    for unknown in (rest, name):
        if type(unknown) in VARIABLES:
            raise NeedsValue(unknown, "=..", is_error=True)
    if rest != () or not elements or len(elements) == 1 and compound(name) is not None:
        value = machine.reify(items)
        ball = error_term("type_error", "list", value)
        if value == ():
            ball = error_term("domain_error", "non_empty_list", value)
        raise PuzzleError("=.. takes a list of a name and arguments", got=Given(value), ball=ball)
    return machine.unify(term, composed(name, elements[1:]))
