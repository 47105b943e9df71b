"""A clause as instructions: arguments in registers, what outlives a call in an environment.

Each control construct has become a predicate of its own (see `constructs`), so a body is a row of goals, most of
them calls. The head and the goals up to the first call are one chunk, as are those up to the next: a variable of one
chunk stays in a register, one of several is permanent, a slot of the environment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from cons.core import ConsPair

from ..terms import VARIABLES, Cons, Suffix, Term, subterms
from .assembler import Assembler, Label, Place
from .clauses import Clause, Collect, Compare, Differ, Equal, Invoke, Kind, Never, Same, Step, Unsupported, Value
from .codes import (
    A_ADD, A_SUB, ADD_CONSTANT, ALLOCATE, ARITHMETIC, CALL, COMPARE_TERMS, CONSTANT, DEALLOCATE, DIFFERENT, EXECUTE,
    FAIL, FROM_Y, FUNCTOR, GE, GET_COMPOUND, GET_CONSTANT, GET_LIST, GET_VALUE, GET_VALUE_Y, GT, IDENTICAL, INT,
    IS_TERM, JUMP, KIND, LE, LT, MOVE, NEW, NEW_Y, PROCEED, PUT_COMPOUND, PUT_LIST, S_CONSTANT, S_LIST, S_NEW,
    S_NEW_Y, S_VALUE, S_VALUE_Y, SMALL, TEST, TEST_CONSTANT, TO_Y, U_CONSTANT, U_LIST, U_NEW, U_NEW_Y, U_VALUE,
    U_VALUE_Y, U_VOID, WAKE,
)  # fmt: skip
from .symbols import OPERATIONS

LISTED = frozenset({tuple, list, Suffix, Cons, ConsPair})
DEEPEST = 200  # levels of a term in a clause


def parts(term: Any) -> tuple[Any, ...] | None:
    """The arguments of a compound, the first and the rest of a list; None for a constant or a variable."""
    kind = type(term)
    if type(term) is Term:
        return term.args
    if kind is Cons or kind is ConsPair:
        return (term.car, term.cdr)
    if kind in LISTED and len(term):
        return (term[0], tuple(term[1:]))
    return None


def occurrences(terms: Iterable[Any]) -> Counter[Any]:
    """How often each variable stands in `terms`."""
    found: Counter[Any] = Counter()
    stack = list(terms)[::-1]
    while stack:
        part = stack.pop()
        if type(part) in VARIABLES:
            found[part] += 1
        else:
            stack.extend(reversed(subterms(part)))
    return found


def terms_of(step: Step) -> list[Any]:
    """The terms of a goal and of those inside it."""
    found: list[Any] = []
    stack = [step]
    while stack:
        one = stack.pop()
        found += one.terms
        if isinstance(one, Collect):
            found.append(one.template)
        stack += [goal for body in one.inner for goal in body]
    return found


class ClauseCompiler:
    """Compiles one clause, or the bodies of one control construct, whose variables are all permanent then."""

    keeps_copies = True

    def __init__(self, image: Any, out: Assembler, arity: int) -> None:
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
        self.slow: list[tuple[Label, Label, Step, Label | None, Any]] = []

    # -- registers and slots -----------------------------------------------------------------------

    def register(self) -> int:
        """A register that nothing uses."""
        self.next += 1
        self.out.registers = max(self.out.registers, self.next + 8)
        return self.next - 1

    def slot(self, n: int = 1) -> int:
        self.slots += n
        return self.slots - n

    # -- a clause ----------------------------------------------------------------------------------

    def clause(self, clause: Clause) -> None:
        """The whole clause."""
        body = list(clause.body)
        self.plan(clause.head, body)
        self.out.note(Place())
        if self.has_environment:
            self.out.emit(ALLOCATE, self.slots)
        self.head(clause.head)
        self.body(body)

    def plan(self, head: Sequence[Any], body: Sequence[Step]) -> None:
        """Which variables are permanent, and whether an environment is needed."""
        chunks: list[list[Any]] = [list(head)]
        for number, step in enumerate(body):
            chunks[-1] += terms_of(step)
            if isinstance(step, Invoke):
                chunks.append([])
                if number < len(body) - 1 or step.elsewhere:
                    self.has_environment = True
        met: dict[Any, int] = {}
        for number, terms in enumerate(chunks):
            counts = occurrences(terms)
            self.counts.update(counts)
            for variable in counts:
                if met.setdefault(variable, number) != number and variable not in self.permanent:
                    self.permanent[variable] = self.slot()

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

    def settle(self, variable: Any, register: int) -> None:
        """The variable, met for the first time, is in this register."""
        if variable in self.permanent:
            slot = self.permanent[variable]
            if self.counts[variable] > 1:
                self.out.emit(TO_Y, register, slot)
            self.keep(variable, register)
            self.where[variable] = ("y", slot)
        else:
            self.where[variable] = ("x", register)

    def keep(self, variable: Any, register: int) -> None:
        """Remember that the register holds a permanent variable."""
        if self.keeps_copies:
            self.copies[variable] = register

    def equal_to(self, variable: Any, register: int) -> None:
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

    def match_variable(self, variable: Any) -> None:
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

    # -- a body ------------------------------------------------------------------------------------

    def body(self, steps: Sequence[Step]) -> None:
        """The goals, then the end of the clause."""
        for number, step in enumerate(steps):
            is_last = number == len(steps) - 1
            if isinstance(step, Invoke):
                self.arguments(step.args)
                predicate = self.image.number(step.predicate)
                if is_last and not step.elsewhere:
                    if self.has_environment:
                        self.out.emit(DEALLOCATE)
                    self.note(step)
                    self.out.emit(EXECUTE, predicate)
                    self.finish_slow()
                    return
                self.note(step)
                self.out.emit(CALL, predicate)
                self.next = self.arity
                self.copies.clear()
                self.may_wake = False
                for variable in [v for v, (kind, _) in self.where.items() if kind == "x"]:
                    del self.where[variable]
            else:
                if isinstance(step, Never | Equal | Value | Compare) and self.may_wake:
                    self.out.emit(WAKE)
                    self.may_wake = False
                is_fresh = isinstance(step, Value) and type(step.left) in VARIABLES and step.left not in self.where
                self.inline(step)
                self.may_wake = self.may_wake or not (is_fresh or isinstance(step, Compare))
                if isinstance(step, Never):
                    self.finish_slow()
                    return
        if self.has_environment:
            self.out.emit(DEALLOCATE)
        self.out.emit(PROCEED)
        self.finish_slow()

    def arguments(self, args: Sequence[Any]) -> None:
        """Put the arguments of a call into registers 0, 1, ..."""
        self.next = max(self.next, len(args), self.arity)
        counts = occurrences(args)
        moves: dict[int, int] = {}  # to a register, from one
        later: list[tuple[int, Any]] = []
        for arg in args:
            if type(arg) in VARIABLES and arg not in self.where and (counts[arg] > 1 or arg in self.permanent):
                self.new(arg)
        for number, arg in enumerate(args):
            if type(arg) in VARIABLES:
                if self.where.get(arg, ("y", 0))[0] == "x":
                    moves[number] = self.where[arg][1]
                elif arg in self.copies:
                    moves[number] = self.copies[arg]
                else:
                    later.append((number, arg))
            elif parts(arg) is None:
                later.append((number, arg))
            else:
                moves[number] = self.built(arg)
        self.move(moves)
        for number, arg in later:
            if type(arg) not in VARIABLES:
                self.out.emit(CONSTANT, number, self.symbols.constant(arg))
            elif arg in self.where:
                self.out.emit(FROM_Y, self.where[arg][1], number)
            else:
                self.out.emit(NEW, number)

    def move(self, moves: dict[int, int]) -> None:
        """Move registers all at once."""
        moves = {to: source for to, source in moves.items() if to != source}
        while moves:
            free = [to for to in moves if to not in moves.values()]
            if free:
                for to in free:
                    self.out.emit(MOVE, moves.pop(to), to)
            else:
                to, source = next(iter(moves.items()))
                spare = self.register()
                self.out.emit(MOVE, source, spare)
                moves = {t: spare if s == source else s for t, s in moves.items()}

    def new(self, variable: Any) -> None:
        """Make a variable that is met for the first time."""
        if variable in self.permanent:
            slot = self.permanent[variable]
            self.out.emit(NEW_Y, slot)
            self.where[variable] = ("y", slot)
        else:
            made = self.register()
            self.out.emit(NEW, made)
            self.where[variable] = ("x", made)

    def built(self, term: Any, depth: int = 0) -> int:
        """The register that a list or compound is built into."""
        if depth > DEEPEST:
            raise Unsupported("a term of many levels")
        chain: list[tuple[Any, ...]] = []  # the parts of the term, and of the lists at its end
        below = parts(term)
        while below is not None:
            chain.append(below)
            below = parts(below[-1]) if type(below[-1]) is not Term else None
        made: dict[tuple[int, int], int] = {}
        for n, some in enumerate(chain):
            for m, part in enumerate(some):
                if parts(part) is not None and not (m == len(some) - 1 and type(part) is not Term):
                    made[n, m] = self.built(part, depth + 1)
        register = self.register()
        if type(term) is Term:
            self.out.emit(PUT_COMPOUND, register, self.symbols.functor(term.name, len(term.args)) << 3 | FUNCTOR)
        else:
            self.out.emit(PUT_LIST, register)
        for n, some in enumerate(chain):
            for m, part in enumerate(some):
                if (n, m) in made:
                    self.out.emit(S_VALUE, made[n, m])
                elif type(part) in VARIABLES:
                    self.store_variable(part)
                elif parts(part) is None:
                    self.out.emit(S_CONSTANT, self.symbols.constant(part))
                else:
                    self.out.emit(S_LIST)
        return register

    def store_variable(self, variable: Any) -> None:
        if variable in self.where:
            kind, n = self.where[variable]
            self.out.emit(S_VALUE if kind == "x" else S_VALUE_Y, n)
        elif variable in self.permanent:
            slot = self.permanent[variable]
            self.out.emit(S_NEW_Y, slot)
            self.where[variable] = ("y", slot)
        else:
            made = self.register()
            self.out.emit(S_NEW, made)
            self.where[variable] = ("x", made)

    def put(self, term: Any) -> int:
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
        if parts(term) is None:
            made = self.register()
            self.out.emit(CONSTANT, made, self.symbols.constant(term))
            return made
        return self.built(term)

    # -- goals that are no calls -------------------------------------------------------------------

    def inline(self, step: Step, otherwise: Label | None = None) -> None:
        """A goal done in place; where it does not hold, go to `otherwise`, or fail."""
        if isinstance(step, Never):
            self.out.emit(FAIL)
        elif isinstance(step, Equal):
            self.note(step)
            self.equal(step.left, step.right)
        elif isinstance(step, Differ):
            left, right = self.put(step.left), self.put(step.right)
            self.note(step)
            self.out.emit(DIFFERENT, left, right, otherwise)
        elif isinstance(step, Same):
            left, right = self.put(step.left), self.put(step.right)
            self.note(step)
            self.out.emit(IDENTICAL, int(step.negated), left, right, otherwise)
        elif isinstance(step, Kind):
            term = self.put(step.term)
            self.note(step)
            self.out.emit(KIND, step.bits, term, otherwise)
        elif isinstance(step, Value):
            self.value(step)
        elif isinstance(step, Compare):
            self.compare(step, otherwise)
        else:
            raise Unsupported(type(step).__name__)

    def note(self, step: Step) -> None:
        """What follows is done for `step`."""
        named = self.image.named
        where = {v: self.where[v] for v in occurrences(step.terms) if v in named and v in self.where} if named else {}
        self.out.note(Place(step, self.scope, where))

    def equal(self, left: Any, right: Any) -> None:
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
        if type(right) not in VARIABLES and left in occurrences([right]):
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

    def is_computable(self, term: Any, depth: int = 0) -> bool:
        """Whether it is arithmetic of integers and variables that were met."""
        if type(term) in VARIABLES:
            return term in self.where
        if type(term) is Term and depth < 20 and (term.name, len(term.args)) in OPERATIONS:
            return all(self.is_computable(arg, depth + 1) for arg in term.args)
        return type(term) is int

    def compute(self, term: Any, slow: Label) -> int:
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

    def generic(self, step: Any, otherwise: Label | None) -> None:
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
