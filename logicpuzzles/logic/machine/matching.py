"""Arguments matched with the terms of a head, and two terms with each other, as far as they are known beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..terms import AnyTerm, Term, VARIABLES, Variable
from .codes import (
    FAIL, FUNCTOR, GET_COMPOUND, GET_CONSTANT, GET_LIST, GET_VALUE, GET_VALUE_Y, TO_Y, U_CONSTANT, U_LIST, U_NEW,
    U_NEW_Y, U_VALUE, U_VALUE_Y, U_VOID,
)  # fmt: skip
from .building import TermBuilder
from .parts import parts, unknowns


class Matcher(TermBuilder):
    """Compiles heads and equations."""

    def head(self, args: Sequence[Any]) -> None:
        """Match the arguments, in registers 0, 1, ... with those of the head."""
        todo: list[tuple[int, Any]] = []
        for number, arg in enumerate(args):
            if type(arg) in VARIABLES:
                if arg not in self.where:
                    self.settle(arg, number)
                else:
                    self.equal_to(arg, number)
            elif parts(arg) is None:
                self.may_wake = True
                self.out.emit(GET_CONSTANT, number, self.symbols.constant(arg))
            else:
                todo.append((number, arg))
                self.match(todo)
        self.match(todo)

    def settle(self, variable: Variable, register: int) -> None:
        """The variable, met for the first time, is in this register."""
        if variable in self.permanent:
            slot = self.permanent[variable]
            if self.counts[variable] > 1:
                self.out.emit(TO_Y, register, slot)
            self.keep(variable, register)
            self.where[variable] = ("y", slot)
        else:
            self.where[variable] = ("x", register)

    def keep(self, variable: Variable, register: int) -> None:
        """Remember that the register holds a permanent variable."""
        if self.keeps_copies:
            self.copies[variable] = register

    def equal_to(self, variable: Variable, register: int) -> None:
        self.may_wake = True
        kind, n = self.where[variable]
        self.out.emit(GET_VALUE if kind == "x" else GET_VALUE_Y, n, register)

    def match(self, todo: list[tuple[int, Any]]) -> None:
        """Match registers with lists and compounds, then what is inside these."""
        while todo:
            self.may_wake = True
            register, term = todo.pop(0)
            if type(term) is Term:
                functor = self.symbols.functor(term.name, len(term.args))
                self.out.emit(GET_COMPOUND, register, functor << 3 | FUNCTOR)
            else:
                self.out.emit(GET_LIST, register)
            below = parts(term)
            while below is not None:
                *front, last = below
                below = None
                voids = 0
                for part in (*front, last):
                    if type(part) in VARIABLES and self.counts[part] == 1:
                        voids += 1
                        continue
                    if voids:
                        self.out.emit(U_VOID, voids)
                        self.out.cells += voids
                        voids = 0
                    inner = parts(part)
                    if type(part) in VARIABLES:
                        self.match_variable(part)
                    elif inner is None:
                        self.out.emit(U_CONSTANT, self.symbols.constant(part))
                    elif part is last and type(part) is not Term:
                        self.out.emit(U_LIST)
                        below = inner
                    else:
                        made = self.register()
                        self.out.emit(U_NEW, made)
                        todo.append((made, part))
                if voids:
                    self.out.emit(U_VOID, voids)
                    self.out.cells += voids

    def match_variable(self, variable: Variable) -> None:
        if variable in self.where:
            kind, n = self.where[variable]
            self.out.emit(U_VALUE if kind == "x" else U_VALUE_Y, n)
        elif variable in self.permanent:
            slot = self.permanent[variable]
            self.out.emit(U_NEW_Y, slot)
            self.where[variable] = ("y", slot)
        else:
            made = self.register()
            self.out.emit(U_NEW, made)
            self.where[variable] = ("x", made)

    def equal(self, left: AnyTerm, right: AnyTerm) -> None:
        """Unify two terms."""
        if type(left) not in VARIABLES:
            left, right = right, left
        if type(left) not in VARIABLES:
            one, two = parts(left), parts(right)
            if one is None or two is None:
                if one is not two or self.symbols.constant(left) != self.symbols.constant(right):
                    self.out.emit(FAIL)
                return
            if (
                (type(left) is Term) != (type(right) is Term)
                or len(one) != len(two)
                or type(left) is Term
                and left.name != right.name
            ):
                self.out.emit(FAIL)
                return
            for a, b in zip(one, two, strict=True):
                self.equal(a, b)
            return
        if left is right:
            if left not in self.where:
                self.new(left)
            return
        if type(right) not in VARIABLES and any(part is left for part in unknowns([right])):
            self.out.emit(FAIL)
            return
        if left not in self.where:
            register = self.put(right)
            if left in self.permanent:
                self.out.emit(TO_Y, register, self.permanent[left])
                self.where[left] = ("y", self.permanent[left])
            else:
                self.where[left] = ("x", register)
            return
        if type(right) in VARIABLES:
            if right in self.where:
                kind, n = self.where[left]
                other = self.put(right)
                self.out.emit(GET_VALUE if kind == "x" else GET_VALUE_Y, n, other)
            else:
                self.equal(right, left)
            return
        register = self.put(left)
        if parts(right) is None:
            self.out.emit(GET_CONSTANT, register, self.symbols.constant(right))
        else:
            self.match([(register, right)])
