"""Constants, functors and large integers by number, and terms to and from cells."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from cons.core import ConsPair

from ..shapes import shape_of
from ..internal import IN
from ..terms import AnyTerm, FLAT, VARIABLES, Cons, Suffix, Term, cons, typed, var
from .clauses import Unsupported
from .codes import (
    A_ABS, A_ADD, A_AND, A_DIV, A_GCD, A_LEFT, A_MAX, A_MIN, A_MOD, A_MSB, A_MUL, A_NEG, A_NOT, A_OR, A_POS, A_POW,
    A_QUOT, A_REM, A_RIGHT, A_SIGN, A_SUB, A_XOR, ATOM, ATOMS, BIG, COMPOUND, CONSTRUCTS, EQ, FUNCTOR, GE, GT, INT,
    LE, LIST, LT, NE, NIL, REF, SMALL, WATCHED,
)  # fmt: skip

OPERATIONS = {
    ("+", 2): A_ADD,
    ("-", 2): A_SUB,
    ("*", 2): A_MUL,
    ("//", 2): A_QUOT,
    ("div", 2): A_DIV,
    ("mod", 2): A_MOD,
    ("rem", 2): A_REM,
    ("min", 2): A_MIN,
    ("max", 2): A_MAX,
    ("**", 2): A_POW,
    ("^", 2): A_POW,
    ("-", 1): A_NEG,
    ("+", 1): A_POS,
    ("abs", 1): A_ABS,
    ("sign", 1): A_SIGN,
    ("/\\", 2): A_AND,
    ("\\/", 2): A_OR,
    ("xor", 2): A_XOR,
    ("<<", 2): A_LEFT,
    (">>", 2): A_RIGHT,
    ("\\", 1): A_NOT,
    ("gcd", 2): A_GCD,
    ("msb", 1): A_MSB,
}

COMPARISONS = {
    LT: (operator.lt, "<"), LE: (operator.le, "=<"), EQ: (operator.eq, "=:="),
    NE: (operator.ne, "=\\="), GE: (operator.ge, ">="), GT: (operator.gt, ">"),
}  # fmt: skip


class Symbols:
    """The tables. Numbers are never given anew."""

    def __init__(self) -> None:
        self.constants: list[Any] = [()]
        self.names = np.zeros(256, np.int64)  # of functors: the atom, 0 where the name is none
        self.ranks = np.zeros(0, np.int64)  # of constants, in the standard order; -1 where it is not known
        self.table = np.full(3 * 512, -1, np.int64)  # a hash table of functors: atom, arity, number
        self.unranked = 0  # how often a rank was missing
        self.functors: list[tuple[str, int]] = []
        self.bigs: list[int] = []
        self._atoms: dict[str, int] = {}
        self._others: dict[Any, int] = {}
        self._functors: dict[tuple[Any, ...], int] = {}
        self._bigs: dict[int, int] = {}
        self.arity = np.zeros(256, np.int64)
        self.arithmetic = np.full(256, -1, np.int64)
        for name in ATOMS:
            self.constant(name)
        for name, arity in (("$waiting", 5), (IN, 2), ("max", 2), ("min", 2), (":", 2)):
            self.functor(name, arity)

    def functor(self, name: str, arity: int) -> int:
        """The number of a functor."""
        key: tuple[Any, ...] = (name, arity)
        if type(name) is not str:  # a name that no text can state is another
            key = (type(name), name, arity)
        number = self._functors.get(key)
        if number is None:
            number = self._functors[key] = len(self.functors)
            self.functors.append((name, arity))
            if number >= len(self.arity):
                self.arity = np.concatenate([self.arity, np.zeros_like(self.arity)])
                self.arithmetic = np.concatenate([self.arithmetic, np.full_like(self.arithmetic, -1)])
                self.names = np.concatenate([self.names, np.zeros_like(self.names)])
            self.arity[number] = arity
            goals = sum(kind << 2 * place for place, kind in enumerate(CONSTRUCTS.get((name, arity), ())))
            self.arithmetic[number] = -2 - goals if goals else OPERATIONS.get((name, arity), -1)
            if type(name) is str:
                self.names[number] = self.constant(name)
                self._enter(int(self.names[number]), arity, number)
        return number

    def _enter(self, name: int, arity: int, number: int) -> None:
        """Enter a functor into the hash table."""
        if 6 * len(self.functors) > len(self.table):
            rows = self.table.reshape(-1, 3)
            self.table = np.full(2 * self.table.size, -1, np.int64)
            for row in rows[rows[:, 2] >= 0].tolist():
                self._enter(*row)
        mask = len(self.table) // 3 - 1
        i = (name >> 3 ^ arity << 3) & mask
        while self.table[3 * i + 2] >= 0:
            i = (i + 1) & mask
        self.table[3 * i : 3 * i + 3] = name, arity, number

    def rank(self) -> None:
        """Find the ranks of the constants, if they have been missed too often for the work that it is."""
        self.unranked += 1
        if len(self.ranks) == len(self.constants) or len(self.ranks) and 32 * self.unranked < len(self.constants):
            return
        self.unranked = 0
        self.ranks = np.full(len(self.constants), -1, np.int64)
        self.ranks[0] = 0  # the empty list comes before all atoms
        atoms = sorted((name, number) for number, name in enumerate(self.constants) if type(name) is str)
        for place, (_, number) in enumerate(atoms, 1):
            self.ranks[number] = place

    def constant(self, value: AnyTerm) -> int:
        """The cell of a constant."""
        kind = type(value)
        if kind is int:
            return self._integer(value)
        if kind is str:
            number = self._atoms.get(value)
            if number is None:
                number = self._atoms[value] = len(self.constants)
                self.constants.append(value)
            return number << 4 | 8 | ATOM
        if kind is tuple and not value:
            return NIL
        if kind not in FLAT and shape_of(kind) is not None:
            raise Unsupported(f"a {kind.__name__}")
        key = typed(value)
        number = self._others.get(key)
        if number is None:
            number = self._others[key] = len(self.constants)
            self.constants.append(value)
        return number << 4 | ATOM

    def _integer(self, value: int) -> int:
        if -SMALL <= value < SMALL:
            return value << 3 | INT
        number = self._bigs.setdefault(value, len(self.bigs))
        if number == len(self.bigs):
            self.bigs.append(value)
        return number << 3 | BIG

    def encode(self, term: AnyTerm, variables: dict[Any, int], out: list[int], base: int) -> int:
        """The cell of `term`; what it points to is appended to `out`, whose first cell stands at `base`.

        `variables` gives the cell of each variable, and grows.
        """
        roots: list[int] = [0]
        todo: list[tuple[Any, list[int], int]] = [(term, roots, 0)]
        while todo:
            part, where, at = todo.pop()
            kind = type(part)
            if kind in VARIABLES:
                cell = variables.get(part)
                if cell is None:
                    if where is roots:
                        cell = base + len(out) << 3
                        out.append(cell)
                    else:
                        cell = base + at << 3
                    variables[part] = cell
            elif kind is Term:
                cell = base + len(out) << 3 | COMPOUND
                out.append(self.functor(part.name, len(part.args)) << 3 | FUNCTOR)
                first = len(out)
                out.extend([0] * len(part.args))
                for n in range(len(part.args) - 1, -1, -1):
                    todo.append((part.args[n], out, first + n))
            elif kind is tuple or kind is list or kind is Suffix:
                items = tuple(part)
                if not items:
                    cell = NIL
                else:
                    first = len(out)
                    cell = base + first << 3 | LIST
                    for n in range(len(items)):
                        out += (0, base + first + 2 * n + 2 << 3 | LIST)
                    out[-1] = NIL
                    for n in range(len(items) - 1, -1, -1):
                        todo.append((items[n], out, first + 2 * n))
            elif kind is Cons or kind is ConsPair:
                cell = base + len(out) << 3 | LIST
                first = len(out)
                out += (0, 0)
                todo.append((part.cdr, out, first + 1))
                todo.append((part.car, out, first))
            elif isinstance(part, tuple):
                raise Unsupported(f"a {kind.__name__}")
            else:
                cell = self.constant(part)
            where[at] = cell
        return roots[0]

    def decode(self, heap: npt.NDArray[np.int64], cell: int, variables: dict[int, Any]) -> AnyTerm:
        """The term behind a cell; `variables` gives the variable at each address, and grows."""
        todo: list[Any] = [cell]
        done: list[Any] = []
        item = heap.item  # a number of Python's at once
        while todo:
            t = todo.pop()
            if type(t) is tuple:
                make, size = t
                parts = done[len(done) - size :]
                del done[len(done) - size :]
                done.append(make(parts))
                continue
            while t & 7 == REF:
                n = item(t >> 3)
                if n == t or n & 7 == WATCHED:
                    break
                t = n
            tag, p = t & 7, t >> 3
            if tag == INT:
                done.append(p)
            elif tag == ATOM:
                done.append(self.constants[p >> 1])
            elif tag == BIG:
                done.append(self.bigs[p])
            elif tag == REF:
                if p not in variables:
                    variables[p] = var()
                done.append(variables[p])
            elif tag == COMPOUND:
                name, arity = self.functors[int(heap[p]) >> 3]
                todo.append((_compound(name), arity))
                todo.extend(heap[p + 1 : p + 1 + arity][::-1].tolist())
            else:
                items = []
                while tag == LIST:
                    items.append(item(p))
                    t = item(p + 1)
                    while t & 7 == REF:
                        n = item(t >> 3)
                        if n == t or n & 7 == WATCHED:
                            break
                        t = n
                    tag, p = t & 7, t >> 3
                if t == NIL:
                    todo.append((tuple, len(items)))
                else:
                    items.append(t)
                    todo.append((_open_list, len(items)))
                todo.extend(reversed(items))
        return done[0]


def _compound(name: str) -> Callable[[list[Any]], Term]:
    return lambda parts: Term(name, tuple(parts))


def _open_list(parts: list[Any]) -> AnyTerm:
    return cons(*parts)
