"""Relations on numbers, and on the order and the kinds of terms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count

from ...errors import NeedsValue, PuzzleError
from ...logic.arithmetic import Sum, Unknown, evaluate
from ...logic.balls import error_term
from ...logic.control import Identical
from ...logic.functions import Number
from ...logic.functions import root as nth_root
from ...logic.goals import Goal
from ...logic.lists import is_open, opened
from ...logic.order import compare
from ...logic.relations import Outcome, bind_each
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm, Term, split_list
from ..code.given import Given
from .builtins import builtin

NUMBERS = frozenset({int, Fraction})


def ground(machine: Machine, term: AnyTerm, goal: str) -> AnyTerm:
    """`term`, reified, without unknowns.

    Raises
    ------
    NeedsValue
        It holds an unknown.
    """
    value = machine.reify(term)
    for unknown in machine.unknowns(value):
        raise NeedsValue(unknown, goal)
    return value


def number(machine: Machine, expression: AnyTerm, goal: str) -> Number:
    """The value of an expression.

    Raises
    ------
    NeedsValue
        It holds an unknown.
    """
    try:
        return evaluate(machine, expression, goal)
    except Unknown as unknown:
        raise NeedsValue(unknown.variable, goal, is_error=True) from None


def unfit(machine: Machine, term: AnyTerm, goal: str, wanted: str) -> Exception:
    """What is wrong with an argument: it is unknown, or of the wrong kind."""
    if type(term) in VARIABLES:
        return NeedsValue(term, goal, is_error=True)
    value = machine.reify(term)
    return PuzzleError(f"{goal} takes {wanted}", got=Given(value), ball=_thrown(goal, wanted, value))


def _thrown(goal: str, wanted: str, value: AnyTerm) -> AnyTerm:
    """What Prolog throws where `goal` takes what is `wanted`."""
    if wanted == "an atom":
        return error_term("type_error", _TEXTS.get(goal, "atomic"), value)
    name, kind = _FORMAL.get(wanted, ("type_error", wanted))
    is_number = kind in ("not_less_than_zero", "not_less_than_one", "character_code")
    if is_number and type(value) is not int:
        name, kind = "type_error", "integer"
    return error_term(name, kind, value)


# How Prolog calls what a goal takes.
_TEXTS = dict.fromkeys(("atom_length", "string_length", "string_chars", "string_codes", "atomic_list_concat"), "text")
_TEXTS |= dict.fromkeys(("atom_codes", "atom_chars", "atom_number", "sub_atom"), "atom") | {"sub_string": "string"}
_LEAST = {0: ("domain_error", "not_less_than_zero"), 1: ("domain_error", "not_less_than_one")}
_FORMAL: dict[str, tuple[str, AnyTerm]] = {
    "integers": ("type_error", "integer"),
    "integers of at least 0": _LEAST[0],
    "numbers of at least 0": _LEAST[0],
    "an arity of at least 0": _LEAST[0],
    "a place of at least 0": _LEAST[0],
    "a degree of at least 1": _LEAST[1],
    "numbers of at least 1": _LEAST[1],
    "numbers": ("type_error", "number"),
    "a list": ("type_error", "list"),
    "a list of lists": ("type_error", "list"),
    "a list of parameters": ("type_error", "list"),
    "a compound": ("type_error", "compound"),
    "a character": ("type_error", "character"),
    "the code of a character": ("type_error", "character_code"),
    "a kind such as alpha": ("type_error", "char_type"),
    "texts": ("type_error", "text"),
    "an order <, = or >": ("type_error", Term("oneof", (("<", "=", ">"),))),
    "one of <, = and >": ("domain_error", "order"),
    "a place of at least 1": ("type_error", "positive_integer"),
    "an assoc": ("type_error", "btree"),
    "pairs Key-Value": ("type_error", "pair"),
    "pairs with different keys": ("domain_error", "unique_key_pairs"),
    "pairs in order of their keys": ("domain_error", "key_ordered_pairs"),
    "count, sum(X), max(X), max(X, Y), min(X), min(X, Y), bag(X) or set(X)": ("domain_error", "aggregate_template"),
}


def require_integers(machine: Machine, goal: str, *terms: AnyTerm) -> None:
    """Raise `PuzzleError` for one of `terms` that can be no integer."""
    for term in terms:
        if type(term) is not int and type(term) not in VARIABLES:
            raise unfit(machine, term, goal, "integers")


def require_list(machine: Machine, items: AnyTerm, goal: str) -> None:
    """Raise `PuzzleError` for what can be no list."""
    rest = opened(machine, items)[1]
    if rest != () and not is_open(rest):
        raise unfit(machine, machine.walk(items), goal, "a list")


def _identity(name: str, doc: str, negated: bool) -> None:
    @builtin(name, system=True, doc=f"{doc}; needs their values where that is not known yet.")
    def relation(machine: Machine, left: AnyTerm, right: AnyTerm) -> bool:
        return Identical(left, right, negated).run(machine, None) is None


_identity("==", "Both are the same term", False)
_identity("\\==", "Both are not the same term", True)


def _ordered(name: str, doc: str, test: Callable[[int], bool]) -> None:
    @builtin(name, system=True, doc=doc)
    def relation(machine: Machine, left: AnyTerm, right: AnyTerm) -> bool:
        return test(compare(machine.reify(left), machine.reify(right), name))


_ordered("@<", "Left stands before Right in the standard order.", lambda order: order < 0)
_ordered("@>", "Left stands after Right in the standard order.", lambda order: order > 0)
_ordered("@=<", "Left does not stand after Right in the standard order.", lambda order: order <= 0)
_ordered("@>=", "Left does not stand before Right in the standard order.", lambda order: order >= 0)


@builtin("compare", system=True)
def _compare(machine: Machine, order: AnyTerm, left: AnyTerm, right: AnyTerm) -> bool:
    """Order is <, = or > as Left stands before, at or after Right in the standard order."""
    if type(order) not in VARIABLES and order not in ("<", "=", ">"):
        raise unfit(machine, order, "compare", "one of <, = and >")
    return machine.unify(order, "=><"[compare(machine.reify(left), machine.reify(right), "compare")])


@builtin("between", system=True)
def _between(machine: Machine, low: AnyTerm, high: AnyTerm, x: AnyTerm) -> Outcome:
    """Low =< X =< High; High may be inf. Needs the values of both."""
    if type(low) is not int:
        raise unfit(machine, low, "between", "integers")
    if type(high) is not int and high not in ("inf", "infinite"):
        raise unfit(machine, high, "between", "integers")
    if type(x) is int:
        return low <= x and (type(high) is not int or x <= high)
    if type(x) not in VARIABLES:
        raise unfit(machine, x, "between", "integers")
    return bind_each(machine, x, range(low, high + 1) if type(high) is int else count(low))


@builtin("succ", system=True)
def _succ(machine: Machine, x: AnyTerm, y: AnyTerm) -> Outcome:
    """Y is X + 1, both at least 0."""
    require_integers(machine, "succ", x, y)
    for term in (x, y):
        if type(term) is int and term < 0:
            raise unfit(machine, term, "succ", "integers of at least 0")
    if y == 0 and type(y) is int:
        return False
    return Sum(x, 1, y, "succ", getattr(machine.calling, "place", None))


@builtin("plus", system=True)
def _plus(machine: Machine, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> Goal:
    """Z is X + Y."""
    require_integers(machine, "plus", x, y, z)
    return Sum(x, y, z, "plus", getattr(machine.calling, "place", None))


@builtin("nth_integer_root_and_remainder", system=True)
def _root(machine: Machine, degree: AnyTerm, number: AnyTerm, root: AnyTerm, rest: AnyTerm) -> bool:
    """Root is the root of Number of this Degree, towards 0, and Rest what Number has more than its power."""
    name = "nth_integer_root_and_remainder"
    require_integers(machine, name, degree, number)
    for term in (degree, number):
        if type(term) is not int:
            raise NeedsValue(term, name)
    if degree < 1:
        raise unfit(machine, degree, name, "a degree of at least 1")
    found = nth_root(degree, number)
    return machine.unify((root, rest), (found, number - found**degree))


def _kind(name: str, doc: str, test: Callable[[AnyTerm], bool]) -> None:
    @builtin(name, system=True, doc=f"{doc} Needs a value.")
    def relation(machine: Machine, term: AnyTerm) -> bool:
        if type(term) in VARIABLES:
            raise NeedsValue(term, name)
        return test(term)


def _is_compound(term: AnyTerm) -> bool:
    return type(term) is Term or split_list(term) is not None


_kind("atom", "Term is an atom.", lambda term: isinstance(term, str))
_kind("integer", "Term is an integer.", lambda term: type(term) is int)
_kind("number", "Term is a number.", lambda term: type(term) in NUMBERS)
_kind("rational", "Term is an integer or a fraction.", lambda term: type(term) in NUMBERS)
_kind("atomic", "Term is an atom, a number or [].", lambda term: isinstance(term, str | int | Fraction) or term == ())
_kind("compound", "Term is a compound, or a list with an element.", _is_compound)
_kind("callable", "Term could be a goal.", lambda term: isinstance(term, str) or _is_compound(term))


@builtin("rational", system=True)
def _parts_of_fraction(machine: Machine, term: AnyTerm, numerator: AnyTerm, denominator: AnyTerm) -> bool:
    """Term is the fraction of Numerator and Denominator in lowest terms. Needs a value."""
    if type(term) in VARIABLES:
        raise NeedsValue(term, "rational")
    return type(term) in NUMBERS and machine.unify((numerator, denominator), (term.numerator, term.denominator))


@builtin("is_list", system=True)
def _is_a_list(machine: Machine, term: AnyTerm) -> bool:
    """Term is a list with a known end. Needs a value."""
    _, rest = opened(machine, term)
    if is_open(rest):
        raise NeedsValue(rest, "is_list")
    return bool(rest == ())


@builtin("ground", system=True)
def _ground(machine: Machine, term: AnyTerm) -> bool:
    """Term holds no unknown. Needs their values."""
    ground(machine, term, "ground")
    return True


@builtin(">>", system=True)
def _known(machine: Machine, terms: AnyTerm) -> bool:
    """No unknown of the clause is in the lambda. Needs their values, but of those that are shared."""
    ground(machine, terms, ">>")
    return True


@builtin("throw", system=True)
def _throw(machine: Machine, ball: AnyTerm) -> bool:
    """Ball is thrown to the innermost goal around that catches it."""
    if type(ball) in VARIABLES:
        raise NeedsValue(ball, "throw", is_error=True)
    value = machine.reify(ball)
    hint = "ask catch(Goal, Ball, Recovery) for what is to hold then"
    raise PuzzleError("this is thrown, and nothing catches it", got=Given(value), hint=hint, ball=value)
