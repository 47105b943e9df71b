"""Goals about domains: in and ins, and the questions what is left of one."""

from __future__ import annotations

from math import inf

from ...errors import NeedsValue, PuzzleError
from ...integers import represented
from ..bindings import serial
from ..committing import within
from ..lists import opened
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .propagation import propagation
from .registry import constraint
from .sets import Bound, Integers, Interval, interval, union

_EXPECTED = "a domain such as 1..9, {1, 3} or 0..9 \\/ 12..15; inf and sup are its open ends"
_COMPLEMENT = object()  # stands behind the parts of what is complemented


def domain_of(machine: Machine, term: AnyTerm, goal: str) -> Integers:
    """The set of integers that a term such as ``1..9 \\/ {12, 15}`` means.

    Raises
    ------
    PuzzleError
        It is none.
    NeedsValue
        A part of it is unknown.
    """
    found, outer = list[Interval](), list[list[Interval]]()
    todo = [term]
    while todo:
        part = machine.walk(todo.pop())
        if part is _COMPLEMENT:
            inside, found = found, outer.pop()
            found += (~union(inside)).parts
        elif type(part) is int:
            found.append((part, part))
        elif type(part) in VARIABLES:
            raise NeedsValue(part, goal)
        elif type(part) is Term and part.name == "\\/" and len(part.args) == 2:
            todo += part.args
        elif type(part) is Term and part.name == "\\" and len(part.args) == 1:
            outer.append(found)
            found = []
            todo += (_COMPLEMENT, part.args[0])
        elif type(part) is Term and part.name == ".." and len(part.args) == 2:
            low, high = (_end(machine, end, goal) for end in part.args)
            if low == inf or high == -inf:
                raise PuzzleError(f"{goal} takes a domain", expected=_EXPECTED, got=machine.reify(part))
            found += interval(low, high).parts
        elif (listed := _braced(machine, part, goal)) is not None:
            found += [(value, value) for value in listed]
        else:
            raise PuzzleError(f"{goal} takes a domain", expected=_EXPECTED, got=machine.reify(part))
    return union(found)


def _braced(machine: Machine, term: AnyTerm, goal: str) -> list[int] | None:
    """The integers of a term such as ``{1, 3}``; None for any other."""
    if type(term) is not Term or (term.name, len(term.args)) != ("{}", 1):
        return None
    found, todo = list[int](), [term.args[0]]
    while todo:
        part = machine.walk(todo.pop())
        if type(part) in VARIABLES:
            raise NeedsValue(part, goal)
        if type(part) is int:
            found.append(part)
        elif type(part) is Term and part.name == "," and len(part.args) == 2:
            todo += part.args
        else:
            return None
    return found


def _end(machine: Machine, term: AnyTerm, goal: str) -> Bound:
    term = machine.walk(term)
    if type(term) is int:
        return term
    if type(term) in VARIABLES:
        raise NeedsValue(term, goal)
    if term not in ("inf", "sup"):
        raise PuzzleError(f"{goal} takes a domain", expected=_EXPECTED, got=machine.reify(term))
    return -inf if term == "inf" else inf


def elements(machine: Machine, terms: AnyTerm, goal: str) -> list[AnyTerm]:
    """The elements of a list with a known end, walked.

    Raises
    ------
    NeedsValue
        Its end is unknown.
    PuzzleError
        It is no list.
    """
    found, rest = opened(machine, terms)
    if type(rest) in VARIABLES:
        raise NeedsValue(rest, goal)
    if rest != ():
        raise PuzzleError(f"{goal} takes a list", got=machine.reify(terms))
    return machine.walk_all(found)


def for_message(machine: Machine, term: AnyTerm) -> AnyTerm:
    """What is known of a term, for a message."""
    known = machine.reify(term)
    return represented(known) if isinstance(known, str) else known


@constraint("in")
def _in(machine: Machine, x: AnyTerm, domain: AnyTerm) -> bool:
    """X is an integer of Domain, such as 1..9, {1, 3} or 0..9 \\/ 12..15; inf and sup are open ends."""
    on, allowed = propagation(machine), domain_of(machine, domain, "in")
    return on.settle(lambda: _within(machine, x, allowed, "in"))


@constraint("ins")
def _ins(machine: Machine, xs: AnyTerm, domain: AnyTerm) -> bool:
    """Each element of the list Xs is an integer of Domain."""
    on, allowed = propagation(machine), domain_of(machine, domain, "ins")
    terms = elements(machine, xs, "ins")
    return on.settle(lambda: all(_within(machine, x, allowed, "ins") for x in terms))


def _within(machine: Machine, x: AnyTerm, allowed: Integers, goal: str) -> bool:
    on = propagation(machine)
    on.goal = goal
    if not on.narrow(x, allowed):
        return False
    on.mention(x)
    return True


@constraint("fd_dom")
def _dom(machine: Machine, x: AnyTerm, domain: AnyTerm) -> bool:
    """Domain is what is left of the domain of X."""
    left = _known(machine, x, "fd_dom")
    return machine.unify(domain, left.term() if left.only is None else Term("..", (left.only, left.only)))


@constraint("fd_inf")
def _inf(machine: Machine, x: AnyTerm, least: AnyTerm) -> bool:
    """Least is the least value that is left for X; inf where there is none."""
    low = _known(machine, x, "fd_inf").low
    return machine.unify(least, "inf" if low == -inf else low)


@constraint("fd_sup")
def _sup(machine: Machine, x: AnyTerm, greatest: AnyTerm) -> bool:
    """Greatest is the greatest value that is left for X; sup where there is none."""
    high = _known(machine, x, "fd_sup").high
    return machine.unify(greatest, "sup" if high == inf else high)


@constraint("fd_size")
def _size(machine: Machine, x: AnyTerm, n: AnyTerm) -> bool:
    """N is how many values are left for X; sup where there is no end of them."""
    size = _known(machine, x, "fd_size").size
    return machine.unify(n, "sup" if size == inf else size)


@constraint("fd_degree")
def _degree(machine: Machine, x: AnyTerm, n: AnyTerm) -> bool:
    """N is how many constraints link X to others; 0 for an integer."""
    _known(machine, x, "fd_degree")
    return machine.unify(n, propagation(machine).degree(x) if type(x) in VARIABLES else 0)


@constraint("fd_var")
def _var(machine: Machine, x: AnyTerm) -> bool:
    """X is an unknown with a domain, not yet known."""
    if type(x) in VARIABLES and serial(x) < machine.universal:
        raise NeedsValue(x, "fd_var")
    return type(x) in VARIABLES and propagation(machine).restriction(x) is not None


def _known(machine: Machine, x: AnyTerm, goal: str) -> Integers:
    on = propagation(machine)
    if type(x) in VARIABLES and (serial(x) < machine.universal or machine.floor and machine.is_outside(x)):
        raise NeedsValue(x, within(goal, machine.scope))  # its domain tells nothing of what it will be
    on.goal = goal
    return on.domain(x)
