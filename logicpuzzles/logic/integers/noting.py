"""What goals over integers say, for constraints that are deferred: domains, linear comparisons, different values.

Each function gives what is to be noted; True or False where that is decided already; None where the goal is to be
posted at once, because it says something else or is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ..lists import opened
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term, Variable
from .deferred import Noted, Summands
from .domains import domain_of
from .linear import compares
from .ordering import CHAINS

Said = Noted | bool | None
_SIGNS = {"#=": ("==", 1, 0), "#\\=": ("!=", 1, 0), "#=<": ("<=", 1, 0), "#<": ("<=", 1, 1), "#>=": ("<=", -1, 0),
          "#>": ("<=", -1, 1)}  # the relation, the sign of all, and what is added to the sum  # fmt: skip
_TURNED = {"#\\=": "#\\=", "#>": "#<", "#>=": "#=<"}  # with the sides the other way round


def may_wait(machine: Machine, term: AnyTerm) -> bool:
    """Whether constraints on `term`, walked, can be deferred: it is an unknown that may be restricted."""
    return type(term) is Variable and not (machine.floor and machine.is_outside(term))


def _listed(machine: Machine, terms: AnyTerm) -> list[AnyTerm] | None:
    """The elements of a list, walked; None where it has no known end, or an element that is no integer or unknown."""
    try:
        found, rest = opened(machine, terms)
    except PuzzleError:
        return None
    return machine.walk_all(found) if rest == () else None


def _divided(machine: Machine, terms: Iterable[AnyTerm]) -> tuple[dict[int, Variable], list[int]] | None:
    """The unknowns of `terms`, walked, by serial, and the integers; None where there is something else."""
    unknowns: dict[int, Variable] = {}
    known = []
    for term in terms:
        if type(term) is int:
            known.append(term)
        elif may_wait(machine, term):
            unknowns[term.serial] = term
        else:
            return None
    return unknowns, known


def within(machine: Machine, x: AnyTerm, domain: AnyTerm) -> Said:
    """X is in a domain."""
    return _within(machine, [x], domain)


def all_within(machine: Machine, xs: AnyTerm, domain: AnyTerm) -> Said:
    """All elements of a list are."""
    return _within(machine, _listed(machine, xs), domain)


def _within(machine: Machine, terms: Sequence[AnyTerm] | None, domain: AnyTerm) -> Said:
    divided = None if terms is None else _divided(machine, terms)
    if divided is None:
        return None
    try:
        allowed = domain_of(machine, domain, "in")
    except (NeedsValue, PuzzleError):
        return None
    unknowns, known = divided
    if not all(value in allowed for value in known):
        return False
    if not unknowns:
        return True
    return Noted(unknowns, domain=allowed) if allowed else False


def different(machine: Machine, xs: AnyTerm) -> Said:
    """The elements of a list differ pairwise."""
    terms = _listed(machine, xs)
    divided = None if terms is None else _divided(machine, terms)
    if terms is None or divided is None:
        return None
    unknowns, known = divided
    if len(set(known)) + len(unknowns) < len(terms):
        return False
    return Noted(unknowns, different=(tuple(unknowns), tuple(known))) if unknowns else True


def comparison(goal: str) -> Callable[[Machine, AnyTerm, AnyTerm], Said]:
    """What a comparison says of two expressions."""

    def said(machine: Machine, left: AnyTerm, right: AnyTerm) -> Said:
        if type(left) is Term and left.name == "abs" or type(right) is Term and right.name == "abs":
            return _absolute(machine, goal, left, right)
        return compared(machine, goal, [(right, -1), (left, 1)])

    return said


def compared(machine: Machine, goal: str, todo: list[tuple[AnyTerm, int]]) -> Said:
    """A sum of terms, each times an integer, compares with 0; it is taken apart."""
    total = summed(machine, todo)
    if total is None:
        return None
    summands, constant, unknowns = total
    relation, sign, more = _SIGNS[goal]
    bound = -sign * constant - more
    if not unknowns:
        return compares(0, relation, bound)
    if not summands:
        return None
    if sign < 0:
        summands = {name: -by for name, by in summands.items()}
    return Noted(unknowns, ((summands, relation, bound),))


def chained(machine: Machine, xs: AnyTerm, relation: AnyTerm) -> Said:
    """Each element of a list compares with the next."""
    terms = _listed(machine, xs)
    divided = None if terms is None else _divided(machine, terms)
    if terms is None or divided is None or relation not in CHAINS:
        return None
    sums = list[tuple[Summands, str, int]]()
    for left, right in zip(terms, terms[1:], strict=False):
        said = compared(machine, relation, [(right, -1), (left, 1)])
        if said is None or said is False:
            return said
        if said is not True:
            sums += said.sums
    return Noted(divided[0], tuple(sums)) if sums else None


def _absolute(machine: Machine, goal: str, left: AnyTerm, right: AnyTerm) -> Said:
    """``abs(E) #\\= 3`` and ``abs(E) #< 3`` as two comparisons."""
    if type(left) is int and goal in _TURNED:
        left, right, goal = right, left, _TURNED[goal]
    if type(right) is not int or right <= 0 or goal not in ("#\\=", "#<", "#=<") or len(left.args) != 1:
        return None
    total = summed(machine, [(left.args[0], 1)])
    if total is None or not total[0]:
        return None
    summands, constant, unknowns = total
    relation, _, more = _SIGNS[goal]
    turned = {name: -by for name, by in summands.items()}
    right -= more
    return Noted(unknowns, ((summands, relation, right - constant), (turned, relation, right + constant)))


def summed(machine: Machine, todo: list[tuple[Any, int]]) -> tuple[Summands, int, dict[int, Variable]] | None:
    """A sum and its constant, with its unknowns; None where it is not linear, or no expression."""
    unknowns: dict[int, Variable] = {}
    summands: Summands = {}
    constant, is_reduced = 0, False
    walk = machine.walk
    while todo:
        part, times = todo.pop()
        if type(part) in VARIABLES:
            part = walk(part)
        kind = type(part)
        if kind is int:
            constant += times * part
        elif kind is Variable:
            name = part.serial
            if name in unknowns:
                summands[name] += times
                is_reduced = True
            elif may_wait(machine, part):
                unknowns[name], summands[name] = part, times
            else:
                return None
        elif kind is not Term:
            return None
        elif len(part.args) == 2:
            one, two = part.args
            if part.name == "+":
                todo.append((two, times))
                todo.append((one, times))
            elif part.name == "-":
                todo.append((two, -times))
                todo.append((one, times))
            elif part.name == "*":
                one, two = walk(one), walk(two)
                if type(one) is int:
                    todo.append((two, times * one))
                elif type(two) is int:
                    todo.append((one, times * two))
                else:
                    return None
            else:
                return None
        elif len(part.args) == 1 and part.name in ("-", "+"):
            todo.append((part.args[0], -times if part.name == "-" else times))
        else:
            return None
    if is_reduced or 0 in summands.values():
        summands = {name: by for name, by in summands.items() if by}
    return summands, constant, unknowns


def total(machine: Machine, xs: AnyTerm, relation: AnyTerm, expression: AnyTerm) -> Said:
    """The sum of a list compares with an expression."""
    terms = _listed(machine, xs)
    if terms is None or relation not in _SIGNS:
        return None
    return compared(machine, relation, [(expression, -1), *((term, 1) for term in reversed(terms))])


def product(machine: Machine, factors: AnyTerm, xs: AnyTerm, relation: AnyTerm, expression: AnyTerm) -> Said:
    """The sum of a list, each element times its integer, compares with an expression."""
    known, terms = _listed(machine, factors), _listed(machine, xs)
    if known is None or terms is None or len(known) != len(terms) or relation not in _SIGNS:
        return None
    if any(type(factor) is not int for factor in known):
        return None
    pairs = list(zip(terms, known, strict=True))
    return compared(machine, relation, [(expression, -1), *reversed(pairs)])


NOTES: dict[tuple[str, int], Callable[..., Said]] = {  # of the goals that can be deferred
    ("in", 2): within,
    ("ins", 2): all_within,
    ("all_different", 1): different,
    ("all_distinct", 1): different,
    ("sum", 3): total,
    ("scalar_product", 4): product,
    ("chain", 2): chained,
    **{(goal, 2): comparison(goal) for goal in _SIGNS},
}
