"""Reification: a condition as an unknown that is 1 where it holds and 0 where it does not, and what joins such."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import PuzzleError
from ..bindings import Build
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .domains import domain_of
from .expressions import COMPARISONS, Reader, compare
from .linear import compares
from .propagation import Propagation, Propagator, propagation
from .registry import constraint
from .reified import CONNECTIVES, Connective, Member, Reified
from .sets import BITS

_EXPECTED = "comparisons such as X #> 3, unknowns that are 0 or 1, and #\\ #/\\ #\\/ #==> #<== #<==> of them"


class _Truths:
    """Reads a condition, and posts what it needs; `target` is to tell whether it holds, if that is given."""

    def __init__(self, on: Propagation, goal: str, target: AnyTerm = None) -> None:
        self.on, self.goal, self.holds = on, goal, True
        self.target = target

    def of(self, condition: AnyTerm) -> AnyTerm:
        """The unknown, or 0 or 1, that tells whether a condition holds; without recursion.

        Raises
        ------
        PuzzleError
            It is no condition.
        """
        on, done = self.on, list[AnyTerm]()
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
                todo += (Build(1, self._denied), part.args[0])
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

    def _joined(self, name: str) -> Callable[[AnyTerm, AnyTerm], AnyTerm]:
        def join(left: AnyTerm, right: AnyTerm) -> AnyTerm:
            truth = self.fresh()
            self.post(Connective(name, left, right, truth, self.goal))
            return self.on.walk(truth)

        return join

    def _denied(self, truth: AnyTerm) -> AnyTerm:
        return self._joined("#\\")(truth, 1)

    def _compared(self, term: Term) -> AnyTerm:
        definedness: list[AnyTerm] = []
        reader = Reader(self.on, self.goal, definedness)
        linear = reader.compared(term.name, *term.args)
        self.holds = self.holds and reader.holds
        is_top, self.is_top = self.is_top, self.is_top and not definedness
        if linear.terms:
            truth = self.fresh()
            self.post(Reified(linear, truth, self.goal))
        else:
            truth = int(compares(0, linear.relation, linear.bound))
        for number, defined in enumerate(definedness, 1):
            self.is_top = is_top and number == len(definedness)
            self.holds = self.holds and self.on.narrow(defined, BITS)
            truth = self._joined("#/\\")(truth, defined)
        return self.on.walk(truth)

    def _member(self, term: Term) -> AnyTerm:
        truth = self.fresh()
        x, domain = term.args
        self.post(Member(x, domain_of(self.on.machine, domain, self.goal), truth, self.goal))
        return self.on.walk(truth)


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
                left, right = truths.of(left), truths.of(right)
                truths.post(Connective(name, left, right, wanted, goal))
                if not truths.holds:
                    return False
            else:
                truths = _Truths(on, goal)
                made = truths.of(part)
                if not truths.holds or not on.fix(made, wanted):
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
