"""Terms in registers: what a goal is given is put there, lists and compounds are built on the heap."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..terms import AnyTerm, Term, VARIABLES, Variable
from .assembler import Assembler, Label, Linker, Place
from .clauses import Compare, Step, Unsupported, Value
from .codes import CONSTANT, FROM_Y, FUNCTOR, NEW, NEW_Y, PUT_COMPOUND, PUT_LIST, S_CONSTANT, S_LIST, S_VALUE, S_VALUE_Y
from .parts import AT_END, cells_of, has_parts


DEEPEST = 200  # levels of a term in a clause


class TermBuilder:
    """Knows where each variable of a clause is, and puts terms into registers."""

    keeps_copies = True

    def __init__(self, image: Linker, out: Assembler, arity: int) -> None:
        self.image, self.symbols, self.out = image, image.symbols, out
        self.arity = arity
        self.where: dict[Any, tuple[str, int]] = {}  # of each variable met: ("x", register) or ("y", slot)
        self.copies: dict[Any, int] = {}  # registers that hold permanent variables too, until the next call
        self.may_wake = not self.keeps_copies  # whether something was bound since conditions were last looked at
        self.permanent: dict[Any, int] = {}
        self.counts: Counter[Any] = Counter()
        self.next = arity
        self.slots = 0
        self.has_environment = False
        self.scope = ""  # the name of the goal whose condition is a row of tests
        self.slow: list[tuple[Label, Label, Value | Compare, Label | None, Any]] = []

    def register(self) -> int:
        """A register that nothing uses."""
        self.next += 1
        self.out.registers = max(self.out.registers, self.next + 8)
        return self.next - 1

    def slot(self, n: int = 1) -> int:
        self.slots += n
        return self.slots - n

    def note(self, step: Step) -> None:
        """What follows is done for `step`."""
        named = self.image.named
        where = {v: place for v, place in self.where.items() if v in named} if named else {}
        self.out.note(Place(step, self.scope, where))

    def new(self, variable: Variable) -> None:
        """Make a variable that is met for the first time."""
        if variable in self.permanent:
            slot = self.permanent[variable]
            self.out.emit(NEW_Y, slot)
            self.where[variable] = ("y", slot)
        else:
            made = self.register()
            self.out.emit(NEW, made)
            self.where[variable] = ("x", made)

    def built(self, term: AnyTerm, depth: int = 0) -> int:
        """The register that a list or compound is built into."""
        if depth > DEEPEST:
            raise Unsupported("a term of many levels")
        cells = cells_of(term)
        made = [self.built(part, depth + 1) if has_parts(part) else None for part in cells]
        register = self.register()
        if type(term) is Term:
            self.out.emit(PUT_COMPOUND, register, self.symbols.functor(term.name, len(term.args)) << 3 | FUNCTOR)
        else:
            self.out.emit(PUT_LIST, register)
        for part, inner in zip(cells, made, strict=True):
            if part is AT_END:
                self.out.emit(S_LIST)
            elif inner is not None:
                self.out.emit(S_VALUE, inner)
            elif type(part) in VARIABLES:
                self.store_variable(part)
            else:
                self.out.emit(S_CONSTANT, self.symbols.constant(part))
        return register

    def store_variable(self, variable: Variable) -> None:
        if variable in self.where:
            kind, n = self.where[variable]
            self.out.emit(S_VALUE if kind == "x" else S_VALUE_Y, n)
        else:
            self.new(variable)

    def put(self, term: AnyTerm) -> int:
        """The register that holds a term."""
        if type(term) in VARIABLES:
            if term not in self.where:
                self.new(term)
            kind, n = self.where[term]
            if kind == "x":
                return n
            if term in self.copies:
                return self.copies[term]
            made = self.register()
            self.out.emit(FROM_Y, n, made)
            return made
        if not has_parts(term):
            made = self.register()
            self.out.emit(CONSTANT, made, self.symbols.constant(term))
            return made
        return self.built(term)
