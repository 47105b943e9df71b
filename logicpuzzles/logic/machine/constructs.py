"""Control constructs as predicates of their own, which take the variables that they share with their clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..terms import var
from .assembler import Label, Place
from .clauses import (
    Auxiliary,
    Begin,
    Clause,
    Collect,
    Compare,
    Either,
    Enclosed,
    Equal,
    IfThenElse,
    Invoke,
    Kind,
    Same,
    Step,
)
from .codes import (
    ALLOCATE, CALL, COLLECT, COLLECT_BEGIN, COLLECT_END, CUT, FROM_Y, LEVEL, SCOPE, TO_Y, TRUST, TRY, UNSCOPE,
)  # fmt: skip
from .compiler import ClauseCompiler
from .parts import occurrences, terms_of, with_head

TESTS = (Compare, Same, Kind)
LIFTED = (Either, IfThenElse, Enclosed, Collect)


def lifted(clause: Clause) -> Clause:
    """The clause, with each control construct in it replaced by a call of its own predicate."""
    if not any(isinstance(step, LIFTED) for step in clause.body):
        return clause
    counts = occurrences([*clause.head, *(term for step in clause.body for term in terms_of(step))])
    return Clause(clause.head, lift(clause.body, counts))


def lift(body: Sequence[Step], counts: Counter[Any]) -> list[Step]:
    """The goals; `counts` says how often each variable stands in the whole clause."""
    return [_call(step, counts) if isinstance(step, LIFTED) else step for step in body]


def _call(step: Step, counts: Counter[Any]) -> Invoke:
    inside = occurrences(terms_of(step))
    shared = tuple(variable for variable, n in inside.items() if counts[variable] > n)
    if isinstance(step, Either):
        made = Auxiliary(len(shared), [with_head(shared, body) for body in step.bodies])
    elif isinstance(step, Enclosed):
        made = Auxiliary(len(shared), [Clause(shared, [Begin(step.barrier), *step.body])])
    else:
        made = Auxiliary(len(shared), construct=step, args=shared)
    return Invoke(made, shared, getattr(step, "site", None))


def is_tested(condition: Sequence[Step], outside: Sequence[Any]) -> bool:
    """Whether a condition is a row of tests, each decided at once: an unknown of the inside would let it wait."""
    terms = [term for test in condition for term in terms_of(test)]
    is_row = bool(condition) and all(isinstance(test, TESTS) for test in condition)
    return is_row and all(variable in outside for variable in occurrences(terms))


class ConstructCompiler(ClauseCompiler):
    """Compiles the predicate of one construct."""

    keeps_copies = False

    def construct(self, made: Auxiliary) -> None:
        """The whole predicate."""
        step: Any = made.construct
        if isinstance(step, IfThenElse) and is_tested(step.condition, made.args):
            self.tested(made, step)
            return
        self.has_environment = True
        counts = occurrences([*made.args, *terms_of(step)])
        for variable in counts:
            self.permanent[variable] = self.slot()
            self.counts[variable] = 2
        self.inside = counts + Counter(made.args)  # so that nothing shared is taken for its own
        at = len(self.out.code) + 1
        self.out.note(Place())
        self.out.emit(ALLOCATE, 0)
        self.head(made.args)
        if isinstance(step, IfThenElse):
            self.if_then_else(step)
        else:
            self.collect(step)
        self.out.code[at] = self.slots

    def parts_of(self, body: Sequence[Step]) -> list[Step]:
        return lift(body, self.inside)

    def tested(self, made: Auxiliary, step: IfThenElse) -> None:
        """A condition of tests alone: no choice is made."""
        otherwise = Label()
        self.scope = step.name
        self.out.note(Place())
        for arg, number in zip(made.args, range(len(made.args)), strict=True):
            self.where[arg] = ("x", number)
        for test in step.condition:
            self.inline(test, otherwise)
        self.branch(made, step.then)
        self.finish_slow()
        self.out.mark(otherwise)
        self.branch(made, step.otherwise)

    def branch(self, made: Auxiliary, body: Sequence[Step]) -> None:
        ClauseCompiler(self.image, self.out, self.arity).clause(lifted(Clause(made.args, body)))

    def goals(self, body: Sequence[Step]) -> None:
        """Goals, after which the clause goes on."""
        for step in self.parts_of(body):
            if isinstance(step, Invoke):
                self.arguments(step.args)
                self.note(step)
                self.out.emit(CALL, self.image.number(step.predicate))
                self.next = self.arity
                self.may_wake = False
            else:
                self.in_place(step)

    def if_then_else(self, step: IfThenElse) -> None:
        otherwise, begin, following = Label(), Label(), Label()
        level, scope = self.slot(), self.slot(3)
        self.out.emit(LEVEL, level)
        self.out.emit(TRY, 0, otherwise, begin)
        self.out.mark(begin)
        met = dict(self.where)
        self.note(step)
        self.out.emit(SCOPE, scope, 1)
        self.goals(step.condition)
        self.note(step)
        self.out.emit(UNSCOPE, scope)
        self.out.emit(CUT, level)
        self.body(self.parts_of(step.then))
        self.where = met
        self.next = self.arity
        self.out.mark(otherwise)
        self.out.emit(TRUST, following)
        self.out.mark(following)
        self.body(self.parts_of(step.otherwise))

    def collect(self, step: Collect) -> None:
        end, begin, following = Label(), Label(), Label()
        mark, scope = self.slot(), self.slot(3)
        self.out.emit(COLLECT_BEGIN, mark)
        self.out.emit(TRY, 0, end, begin)
        self.out.mark(begin)
        met = dict(self.where)
        held = self.slot()
        register = self.put(step.template)
        self.out.emit(TO_Y, register, held)
        self.note(step)
        self.out.emit(SCOPE, scope, register + 2)
        self.next = self.arity
        self.goals(step.body)
        register = self.register()
        self.out.emit(FROM_Y, held, register)
        self.note(step)
        self.out.emit(COLLECT, register, scope)
        self.finish_slow()
        self.where, self.next = met, self.arity
        self.out.mark(end)
        self.out.emit(TRUST, following)
        self.out.mark(following)
        made = self.register()
        self.out.emit(COLLECT_END, mark, made)
        found = var()
        self.where[found] = ("x", made)
        self.body([Equal(step.results, found, step.site)])
