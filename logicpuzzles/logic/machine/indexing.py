"""A predicate as instructions: which clauses to try for the arguments of a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ..terms import AnyTerm, VARIABLES, Term, var
from .assembler import Assembler, Label, Linker
from .clauses import Auxiliary, Clause
from .codes import (
    BARRIER, FAIL, FUNCTOR, GET_COMPOUND, GET_LIST, INT, JUMP, RETRY, SWITCH, TEST, TEST_CONSTANT, TRUST, TRY,
    U_NEW, U_VOID,
)  # fmt: skip
from .compiler import ClauseCompiler
from .parts import parts
from .constructs import ConstructCompiler, lifted
from .guards import ANY, TESTS, Known, all_guards, excluded

DEEPEST = 4  # arguments that one call looks at
MOST_PARTS = 12  # parts of one of them
MOST_CHOICES = 40  # places in the code, for each clause, where some clauses are left
MOST_PAIRS = 3  # of integers that are compared to choose among clauses

Path: TypeAlias = tuple[Any, ...]  # an argument; or an argument, the number of a part, and what it is part of
Paths: TypeAlias = tuple[Path, ...]
Key: TypeAlias = Any  # what a switch looks up: a cell or a functor, an int; "list"; None for a variable


class PredicateCompiler:
    """Compiles the clauses of a predicate, and the choice among them."""

    def __init__(self, image: Linker, out: Assembler, arity: int, clauses: Sequence[Clause]) -> None:
        self.image, self.out, self.arity = image, out, arity
        self.cuts = any(clause.barrier is not None for clause in clauses)
        if self.cuts:  # the barrier is one more argument
            clauses = [Clause((*one.head, var() if one.barrier is None else one.barrier), one.body) for one in clauses]
            self.arity += 1
        self.clauses = clauses
        self.labels = [Label() for _ in clauses]
        self.guards = all_guards(clauses)
        self.chosen: dict[Any, Label | None] = {}
        self.todo: list[Any] = []

    def compile(self) -> None:
        if self.cuts:
            self.out.emit(BARRIER, self.arity - 1)
        everything = tuple(range(len(self.clauses)))
        self._emit_choice(everything, tuple((n,) for n in range(min(self.arity, DEEPEST))))
        while self.todo:
            label, subset, paths = self.todo.pop()
            self.out.mark(label)
            self._emit_choice(subset, paths)
        for label, clause in zip(self.labels, self.clauses, strict=True):
            self.out.mark(label)
            cells, self.out.cells = self.out.cells, 16
            ClauseCompiler(self.image, self.out, self.arity).clause(lifted(clause))
            self.out.cells = max(cells, self.out.cells)

    def _key(self, arg: AnyTerm) -> Key:
        """What a switch knows of an argument of a head: None for a variable, LIST, or a cell."""
        if type(arg) in VARIABLES:
            return None
        if type(arg) is Term:
            return self.image.symbols.functor(arg.name, len(arg.args)) << 3 | FUNCTOR
        return "list" if parts(arg) is not None else self.image.symbols.constant(arg)

    def _key_at(self, n: int, path: Path) -> Key:
        """The same of the argument of clause `n` at a path."""
        arg = self.clauses[n].head[path[0]]
        if len(path) > 1:
            inside = parts(arg)
            return None if inside is None else self._key(inside[path[1]])
        return self._key(arg)

    def _choice(self, subset: tuple[int, ...], paths: Paths) -> Label | None:
        """Where the clauses of `subset` are tried, when `paths` have not been looked at."""
        if not subset:
            return None
        if len(subset) == 1:
            return self.labels[subset[0]]
        paths = self._telling(subset, paths)
        key = (subset, paths)
        if key not in self.chosen:
            self.chosen[key] = Label()
            self.todo.append((self.chosen[key], subset, paths))
        return self.chosen[key]

    def _telling(self, subset: tuple[int, ...], paths: Paths) -> Paths:
        """The paths from the first that tells the clauses apart; few choices are worth much code."""
        if len(self.chosen) > MOST_CHOICES * len(self.clauses):
            return ()
        while paths and all(self._key_at(n, paths[0]) is None for n in subset):
            paths = paths[1:]
        return paths

    def _emit_choice(self, subset: tuple[int, ...], paths: Paths) -> None:
        out = self.out
        if not subset:
            out.emit(FAIL)
            return
        if len(subset) == 1:
            out.emit(JUMP, self.labels[subset[0]])
            return
        paths = self._telling(subset, paths)
        if not paths:
            if any(self.guards[n] for n in subset):
                chain = Label()
                self._emit_tests(subset, {}, chain, subset)
                out.mark(chain)
            self._emit_chain(subset)
            return
        path, following = paths[0], paths[1:]
        position = path[0] if len(path) == 1 else self._emit_part(path)
        keys = [self._key_at(n, path) for n in subset]
        buckets: dict[Any, list[int]] = {key: [] for key in keys if key is not None}
        rest: list[int] = []
        for n, key in zip(subset, keys, strict=True):
            for other, some in buckets.items():
                if key == other or key is None and not (len(path) == 1 and excluded(self.guards[n], position, other)):
                    some.append(n)
            if key is None:
                rest.append(n)
        otherwise = self._choice(tuple(rest), following)
        lists = self._choice(tuple(buckets.pop("list", rest)), following + self._inside(path, "list"))
        table: list[Any] = []
        mask = -1
        if buckets:
            mask = 1
            while mask < 2 * len(buckets):
                mask = mask << 1 | 1
            table = [0, -1] * (mask + 1)
            for key, some in buckets.items():
                i = (key ^ key >> 7) & mask
                while table[2 * i + 1] != -1:
                    i = (i + 1) & mask
                table[2 * i : 2 * i + 2] = key, self._choice(tuple(some), following + self._inside(path, key))
        out.emit(SWITCH, position, self._choice(subset, following), lists, otherwise, mask, *table)

    def _inside(self, path: Path, key: Key) -> Paths:
        """The paths to the parts of an argument that is a list, or a compound with the functor `key`."""
        if len(path) > 1 or key != "list" and key & 7 != FUNCTOR:
            return ()
        size = 2 if key == "list" else self.image.symbols.functors[key >> 3][1]
        return tuple((path[0], n, key) for n in range(min(size, MOST_PARTS)))

    def _emit_part(self, path: Path) -> int:
        """Take a part of an argument that is known to be a list or a compound; the register that holds it."""
        argument, number, key = path
        self.out.registers = max(self.out.registers, self.arity + 8)
        if key == "list":
            self.out.emit(GET_LIST, argument)
        else:
            self.out.emit(GET_COMPOUND, argument, key)
        if number:
            self.out.emit(U_VOID, number)
        self.out.emit(U_NEW, self.arity)
        return self.arity

    def _emit_chain(self, subset: Sequence[int]) -> None:
        """Try the clauses one after the other."""
        first, *others = subset
        following = Label()
        self.out.emit(TRY, self.arity, following, self.labels[first])
        for n in others[:-1]:
            self.out.mark(following)
            following = Label()
            self.out.emit(RETRY, following, self.labels[n])
        self.out.mark(following)
        self.out.emit(TRUST, self.labels[others[-1]])

    def _emit_tests(self, subset: Sequence[int], known: Known, chain: Label, whole: Sequence[int]) -> None:
        """Choose among clauses by their guards; for what is no integer `chain` tries them, the `whole`."""
        if len(subset) == 1:
            self.out.emit(JUMP, self.labels[subset[0]])
            return
        for n in subset:
            for pair, orders in self.guards[n].items():
                before = known.get(pair, ANY)
                if len(known) < MOST_PAIRS and before & ~orders:
                    one, other, value = pair
                    otherwise = Label()
                    if other is None:
                        self.out.emit(TEST_CONSTANT, TESTS[orders], one, value << 3 | INT, chain, otherwise)
                    else:
                        self.out.emit(TEST, TESTS[orders], one, other, chain, otherwise)
                    for orders_left, label in ((before & orders, None), (before & ~orders, otherwise)):
                        if label is not None:
                            self.out.mark(label)
                        left = [m for m in subset if self.guards[m].get(pair, ANY) & orders_left]
                        if left:
                            self._emit_tests(left, {**known, pair: orders_left}, chain, whole)
                        else:
                            self.out.emit(FAIL)
                    return
        if len(subset) == len(whole):
            self.out.emit(JUMP, chain)
        else:
            self._emit_chain(subset)


def compile_predicate(image: Linker, arity: int, made: Sequence[Clause] | Auxiliary) -> Assembler:
    """The code of a predicate that clauses define, or of a control construct."""
    out = Assembler()
    if isinstance(made, Auxiliary) and made.construct is not None:
        ConstructCompiler(image, out, arity).construct(made)
    else:
        PredicateCompiler(image, out, arity, made.clauses if isinstance(made, Auxiliary) else made).compile()
    return out
