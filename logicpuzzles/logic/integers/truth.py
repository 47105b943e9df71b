"""Reification: a condition as an unknown that is 1 where it holds and 0 where it does not, and what joins such."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ...errors import PuzzleError
from ..bindings import Build
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .domains import domain_of
from .expressions import COMPARISONS, Reader, compare
from .linear import compares
from .propagation import Propagation, Propagator, propagation
from .regions import Region, compared, joined
from .registry import constraint
from .reified import CONNECTIVES, Connective, Member, Reified
from .sets import ALL, BITS, NONE

_EXPECTED = "comparisons such as X #> 3, unknowns that are 0 or 1, and #\\ #/\\ #\\/ #==> #<== #<==> of them"


class _Truths:
    """Reads a condition, and posts what it needs; `target` is to tell whether it holds, if that is given."""

    def __init__(self, on: Propagation, goal: str, target: AnyTerm = None) -> None:
        self.on, self.goal, self.holds = on, goal, True
        self.target = target

    def of(self, condition: AnyTerm) -> AnyTerm:
        """The unknown, or 0 or 1, that tells whether a condition holds; `read` tells of errors."""
        found = self.read(condition)
        self.is_top = True
        return self.truth_of(found)

    def truth_of(self, found: AnyTerm | Region) -> AnyTerm:
        """The unknown, or 0 or 1, that tells whether what was read holds."""
        if type(found) is not Region:
            return found
        self.on.mention(found.unknown)
        if found.domain in (ALL, NONE):
            return int(found.domain == ALL)
        truth = self.fresh()
        self.post(Member(found.unknown, found.domain, truth, self.goal))
        return self.on.walk(truth)

    def require(self, found: AnyTerm | Region, truth: int) -> bool:
        """What was read holds, or does not."""
        if type(found) is not Region:
            return self.on.fix(found, truth)
        self.on.mention(found.unknown)
        return self.on.narrow(found.unknown, found.domain if truth else ~found.domain)

    def read(self, condition: AnyTerm) -> AnyTerm | Region:
        """The unknown, or 0 or 1, that tells whether a condition holds, or where it does; without recursion.

        Raises
        ------
        PuzzleError
            It is no condition.
        """
        on, done = self.on, list["AnyTerm | Region"]()
        todo: list[Any] = [condition]
        while todo:
            part = on.walk(todo.pop())
            kind = type(part)
            self.is_top = not todo
            if kind is Build:
                split = len(done) - part.size
                done[split:] = [part.make(*done[split:])]
            elif kind in VARIABLES or kind is int and part in (0, 1):
                self.holds = self.holds and on.narrow(part, BITS)
                done.append(part)
            elif kind is Term and part.name == "#\\" and len(part.args) == 1:
                is_denied, inner = True, on.walk(part.args[0])
                while type(inner) is Term and inner.name == "#\\" and len(inner.args) == 1:
                    is_denied, inner = not is_denied, on.walk(inner.args[0])
                todo += (Build(1, self._denied), inner) if is_denied else (inner,)
            elif kind is Term and part.name in CONNECTIVES and len(part.args) == 2:
                todo += (Build(2, self._joined(part.name)), *reversed(part.args))
            elif kind is Term and part.name in COMPARISONS and len(part.args) == 2:
                done.append(self._compared(part))
            elif kind is Term and part.name == "in" and len(part.args) == 2:
                done.append(self._member(part))
            else:
                got = on.machine.reify(part)
                raise PuzzleError(f"{self.goal} takes conditions", expected=_EXPECTED, got=got)
        return done[0]

    def post(self, propagator: Propagator) -> None:
        self.holds = self.holds and self.on.post(propagator)

    def fresh(self) -> AnyTerm:
        """A new unknown that is 0 or 1; the target for the whole condition."""
        is_whole = self.is_top and self.target is not None
        made = self.target if is_whole else self.on.unknown()
        self.holds = self.holds and self.on.narrow(made, BITS)
        return made

    def _joined(self, name: str) -> Callable[[AnyTerm | Region, AnyTerm | Region], AnyTerm | Region]:
        def join(left: AnyTerm | Region, right: AnyTerm | Region) -> AnyTerm | Region:
            self.on.machine.tick()
            found = joined(name, left, right)
            if found is not None:
                return found
            is_top, self.is_top = self.is_top, False
            one, two = self.truth_of(left), self.truth_of(right)
            self.is_top = is_top
            truth = self.fresh()
            self.post(Connective(name, one, two, truth, self.goal))
            return self.on.walk(truth)

        return join

    def _denied(self, truth: AnyTerm | Region) -> AnyTerm | Region:
        return self._joined("#\\")(truth, 1)

    def _compared(self, term: Term) -> AnyTerm | Region:
        on, found = self.on, list[AnyTerm]()
        reader = Reader(on, self.goal, found)
        linear = reader.compared(term.name, *term.args)
        self.holds = self.holds and reader.holds
        definedness = [defined for defined in found if on.value(defined) != 1]
        if 0 in map(on.value, definedness):
            for unknown in linear.terms:
                on.mention(unknown)
            return 0
        is_top, self.is_top = self.is_top, self.is_top and not definedness
        truth: AnyTerm | Region | None = compared(on, linear)
        if truth is None and linear.terms:
            truth = self.fresh()
            self.post(Reified(linear, truth, self.goal))
        elif truth is None:
            truth = int(compares(0, linear.relation, linear.bound))
        for number, defined in enumerate(definedness, 1):
            self.is_top = is_top and number == len(definedness)
            self.holds = self.holds and on.narrow(defined, BITS)
            truth = self._joined("#/\\")(truth, defined)
        return truth if type(truth) is Region else on.walk(truth)

    def _member(self, term: Term) -> AnyTerm | Region:
        x, domain = self.on.walk(term.args[0]), domain_of(self.on.machine, term.args[1], self.goal)
        return Region(x, domain) if type(x) in VARIABLES else int(self.on.number(x, self.goal) in domain)


def truths_in(goal: Term) -> list[Any]:
    """The unknowns that stand for truths in a goal over integers: each is 0 or 1."""
    found, todo = list[Any](), [(cast(AnyTerm, goal), False)]
    while todo:
        part, is_condition = todo.pop()
        if type(part) in VARIABLES and is_condition:
            found.append(part)
        elif type(part) is Term and ((part.name, len(part.args)) == ("#\\", 1) or _joins(part)):
            todo += [(arg, True) for arg in part.args]
    return found


def _joins(part: Term) -> bool:
    return part.name in CONNECTIVES and len(part.args) == 2


def require(machine: Machine, condition: AnyTerm, truth: int, goal: str) -> bool:
    """Post that a condition holds, or does not; what needs no unknown for its truth is posted as it is."""
    on = propagation(machine)

    def post() -> bool:
        todo = [(condition, truth)]
        while todo:
            part, wanted = todo.pop()
            part = on.walk(part)
            name, args = (part.name, part.args) if type(part) is Term else (None, ())
            on.goal = goal
            if name == "#\\" and len(args) == 1:
                todo.append((args[0], 1 - wanted))
            elif name == ("#/\\" if wanted else "#\\/") and len(args) == 2:
                todo += ((args[1], wanted), (args[0], wanted))
            elif name == "#==>" and not wanted and len(args) == 2:
                todo += ((args[1], 0), (args[0], 1))
            elif name in COMPARISONS and wanted and len(args) == 2:
                if not compare(on, name, *args):
                    return False
            elif name in CONNECTIVES and len(args) == 2:
                left, right = on.walk(args[0]), on.walk(args[1])
                if name == "#<==>" and wanted and (type(left) in VARIABLES or type(right) in VARIABLES):
                    if not _defines(on, goal, *((left, right) if type(left) in VARIABLES else (right, left))):
                        return False
                    continue
                truths = _Truths(on, goal)
                left, right = truths.read(left), truths.read(right)
                both = joined(name, left, right)
                if both is None:
                    truths.post(Connective(name, truths.truth_of(left), truths.truth_of(right), wanted, goal))
                if not truths.holds or both is not None and not truths.require(both, wanted):
                    return False
            else:
                truths = _Truths(on, goal)
                found = truths.read(part)
                if not truths.holds or not truths.require(found, wanted):
                    return False
        return True

    return on.settle(post)


def _defines(on: Propagation, goal: str, truth: AnyTerm, condition: AnyTerm) -> bool:
    """`truth` is 1 if the condition holds, and 0 if not."""
    truths = _Truths(on, goal, truth)
    if not on.narrow(truth, BITS):
        return False
    made = truths.of(condition)
    if not truths.holds:
        return False
    known = on.value(truth), on.value(made)
    if on.walk(made) is on.walk(truth) or known[0] is not None and known[0] == known[1]:
        return True
    return on.narrow(made, BITS) and on.machine.unify(truth, made)


def _comparison(name: str, doc: str) -> None:
    @constraint(name, doc=doc)
    def relation(machine: Machine, left: AnyTerm, right: AnyTerm) -> bool:
        return compare(propagation(machine), name, left, right)


for _name, _doc in (
    ("#=", "Both expressions over integers are equal."),
    ("#\\=", "Both expressions over integers differ."),
    ("#<", "The expression Left is less than Right."),
    ("#=<", "The expression Left is at most Right."),
    ("#>", "The expression Left is greater than Right."),
    ("#>=", "The expression Left is at least Right."),
):
    _comparison(_name, _doc)


def _connective(name: str, doc: str) -> None:
    @constraint(name, doc=doc)
    def relation(machine: Machine, left: AnyTerm, right: AnyTerm) -> bool:
        return require(machine, Term(name, (left, right)), 1, name)


for _name, _doc in (
    ("#<==>", "Both conditions hold, or neither does; a condition may be an unknown that is 0 or 1."),
    ("#==>", "If the condition Left holds, so does Right."),
    ("#<==", "If the condition Right holds, so does Left."),
    ("#\\/", "At least one of the conditions holds."),
    ("#\\", "Exactly one of the conditions holds."),
    ("#/\\", "Both conditions hold."),
):
    _connective(_name, _doc)


@constraint("#\\")
def _not(machine: Machine, condition: AnyTerm) -> bool:
    """The condition does not hold."""
    return require(machine, condition, 0, "#\\")
