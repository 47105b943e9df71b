"""Arithmetic: in registers while all is small and known; else, after the clause, by instructions that take terms."""

from __future__ import annotations


from ..terms import AnyTerm, Term, VARIABLES
from .assembler import Label
from .clauses import Compare, Unsupported, Value
from .codes import (
    A_ADD, A_SUB, ADD_CONSTANT, ARITHMETIC, COMPARE_TERMS, GE, GET_CONSTANT, GT, INT, IS_TERM, JUMP, LE, LT, NEW,
    NEW_Y, SMALL, TEST, TEST_CONSTANT, TO_Y,
)  # fmt: skip
from .matching import Matcher
from .parts import occurrences, parts
from .symbols import OPERATIONS


class Calculator(Matcher):
    """Compiles evaluations and comparisons."""

    def value(self, step: Value) -> None:
        """``left is right``."""
        if type(step.left) in VARIABLES and step.left in occurrences([step.right]) and step.left not in self.where:
            self.new(step.left)
        if type(step.right) in VARIABLES or not self.is_computable(step.right):
            self.generic(step, None)
            return
        before = dict(self.where)
        self.note(step)
        slow, back = Label(), Label()
        result = self.compute(step.right, slow)
        if type(step.left) in VARIABLES and step.left not in self.where:
            if step.left in self.permanent:
                self.out.emit(TO_Y, result, self.permanent[step.left])
                self.where[step.left] = ("y", self.permanent[step.left])
            else:
                self.where[step.left] = ("x", result)
        elif type(step.left) in VARIABLES:
            self.equal_to(step.left, result)
        elif parts(step.left) is None:
            self.out.emit(GET_CONSTANT, result, self.symbols.constant(step.left))
        else:
            raise Unsupported("a compound left of `is`")
        self.out.mark(back)
        self.slow.append((slow, back, step, None, (before, dict(self.where), self.next)))

    def compare(self, step: Compare, otherwise: Label | None) -> None:
        """Two expressions stand in an order."""
        if not (self.is_computable(step.left) and self.is_computable(step.right)):
            self.generic(step, otherwise)
            return
        before = dict(self.where)
        self.note(step)
        slow, back = Label(), Label()
        left, right, test = step.left, step.right, step.test
        if type(left) is int:
            left, right, test = right, left, {LT: GT, GT: LT, LE: GE, GE: LE}.get(test, test)
        one = self.compute(left, slow)
        small = type(right) is int and -SMALL <= right < SMALL
        if small:
            self.out.emit(TEST_CONSTANT, test, one, right << 3 | INT, slow, otherwise)
        else:
            self.out.emit(TEST, test, one, self.compute(right, slow), slow, otherwise)
        self.out.mark(back)
        self.slow.append((slow, back, step, otherwise, (before, dict(self.where), self.next)))

    def is_computable(self, term: AnyTerm, depth: int = 0) -> bool:
        """Whether it is arithmetic of integers and variables that were met."""
        if type(term) in VARIABLES:
            return term in self.where
        if type(term) is Term and depth < 20 and (term.name, len(term.args)) in OPERATIONS:
            return all(self.is_computable(arg, depth + 1) for arg in term.args)
        return type(term) is int

    def compute(self, term: AnyTerm, slow: Label) -> int:
        """The register with the value of an expression; `slow` says where to go if it is not so plain."""
        if type(term) is not Term:
            return self.put(term)
        op = OPERATIONS[term.name, len(term.args)]
        result = self.register()
        if op in (A_ADD, A_SUB) and type(term.args[1]) is int and abs(term.args[1]) < 1 << 50:
            constant = term.args[1] if op == A_ADD else -term.args[1]
            self.out.emit(ADD_CONSTANT, self.compute(term.args[0], slow), constant, result, slow)
        else:
            values = [self.compute(arg, slow) for arg in term.args]
            self.out.emit(ARITHMETIC, op, values[0], values[-1], result, slow)
        return result

    def generic(self, step: Value | Compare, otherwise: Label | None) -> None:
        """The same by an instruction that takes the expressions as terms."""
        left, right = self.put(step.left), self.put(step.right)
        self.note(step)
        if isinstance(step, Value):
            self.out.emit(IS_TERM, left, right)
        else:
            self.out.emit(COMPARE_TERMS, step.test, left, right, otherwise)

    def finish_slow(self) -> None:
        """What is done where arithmetic is not plain, after the clause."""
        for slow, back, step, otherwise, (before, after, registers) in self.slow:
            self.out.mark(slow)
            self.where, self.next = dict(before), registers
            if isinstance(step, Value) and type(step.left) in VARIABLES and step.left not in before:
                kind, n = after[step.left]
                self.out.emit(NEW if kind == "x" else NEW_Y, n)
                self.where[step.left] = (kind, n)
            self.generic(step, otherwise)
            self.out.emit(JUMP, back)
        self.slow.clear()
