"""Integer arithmetic on cells: at once where all fits 61 bits; else Python computes."""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    A_ABS, A_ADD, A_AND, A_DIV, A_GCD, A_LEFT, A_MAX, A_MIN, A_MOD, A_MSB, A_MUL, A_NEG, A_NOT, A_OR, A_POW, A_QUOT,
    A_REM, A_RIGHT, A_SIGN, A_SUB, A_XOR, COMPOUND, EQ, FULL, GE, INT, LE, LONG, LT, N_PDL, NE, NEED, NEEDED,
    PYTHON, REF, SMALL, VALUE, WATCHED, YES,
)  # fmt: skip
from .terms import deref


@kernel
def apply(st: Cells, op: int, a: int, b: int) -> int:
    """The value of an operation on two integers (of the first alone, for one operand) to ``st[VALUE]``; or PYTHON."""
    r = a
    if op == A_ADD:
        r = a + b
    elif op == A_SUB:
        r = a - b
    elif op == A_MUL:
        if (abs(a) >= 1 << 30 or abs(b) >= 1 << 30) and abs(float(a) * float(b)) > 1e18:
            return PYTHON
        r = a * b
    elif op == A_QUOT or op == A_DIV or op == A_MOD or op == A_REM:
        if b == 0:
            return PYTHON
        if op == A_DIV:
            r = a // b
        elif op == A_MOD:
            r = a - a // b * b
        else:
            q = abs(a) // abs(b)
            if (a < 0) != (b < 0):
                q = -q
            r = q if op == A_QUOT else a - q * b
    elif op == A_MIN:
        r = min(a, b)
    elif op == A_MAX:
        r = max(a, b)
    elif op == A_NEG:
        r = -a
    elif op == A_ABS:
        r = abs(a)
    elif op == A_SIGN:
        r = (1 if a > 0 else 0) - (1 if a < 0 else 0)
    elif op == A_POW:
        if b < 0:
            return PYTHON
        r = 1
        for _ in range(b if abs(a) > 1 else min(b, 2 + (b & 1))):
            if abs(float(r) * float(a)) > 1e18:
                return PYTHON
            r *= a
        if a == 0 and b > 0:
            r = 0
    elif op == A_AND:
        r = a & b
    elif op == A_OR:
        r = a | b
    elif op == A_XOR:
        r = a ^ b
    elif op == A_NOT:
        r = -1 - a
    elif op == A_LEFT or op == A_RIGHT:
        n = b if op == A_LEFT else -b
        if n > 60 or abs(a) >= 1 << 60 - max(n, 0):
            return PYTHON
        r = a << n if n >= 0 else a >> min(-n, 62)
    elif op == A_GCD:
        r, n = abs(a), abs(b)
        while n:
            q = r % n
            r = n
            n = q
    elif op == A_MSB:
        if a <= 0:
            return PYTHON
        r = 0
        while a > 1:
            a >>= 1
            r += 1
    if r < -SMALL or r >= SMALL:
        return PYTHON
    st[VALUE] = r
    return YES


@kernel
def evaluate(heap: Cells, pdl: Cells, arity: Cells, arithmetic: Cells, st: Cells, t: int) -> int:
    """The value of an expression to ``st[VALUE]``; or NEED, FULL, PYTHON. What is no arithmetic is PYTHON's to tell.

    `arithmetic` has the operation of each functor, or -1.
    """
    n, v = 1, st[N_PDL]  # goals grow from below, values from above
    pdl[0] = t
    steps = 0
    while n:
        steps += 1
        if steps > LONG:  # parts may stand in it very many times: Python sees its limits while it computes
            return PYTHON
        n -= 1
        t = pdl[n]
        if t & 7 == WATCHED:  # an operation whose operands are there: made below, never a term
            op = t >> 4
            if t >> 3 & 1:
                a, b = pdl[v + 1], pdl[v]
                v += 1
            else:
                a, b = pdl[v], 0
            done = apply(st, op, a, b)
            if done != YES:
                return done
            pdl[v] = st[VALUE]
            continue
        t = deref(heap, t)
        tag = t & 7
        if n + 4 >= v:
            return FULL
        if tag == INT:
            v -= 1
            pdl[v] = t >> 3
        elif tag == REF:
            st[NEEDED] = t
            return NEED
        elif tag == COMPOUND:
            p = t >> 3
            functor = heap[p] >> 3
            op, k = arithmetic[functor], arity[functor]
            if op < 0:
                return PYTHON
            pdl[n] = (op << 1 | (k - 1)) << 3 | WATCHED
            n += 1
            for i in range(k, 0, -1):
                pdl[n] = heap[p + i]
                n += 1
        else:
            return PYTHON
    st[VALUE] = pdl[v]
    return YES


@kernel
def compares(test: int, a: int, b: int) -> bool:
    """Whether the integers a and b stand in this order."""
    if test == LT:
        return a < b
    if test == LE:
        return a <= b
    if test == EQ:
        return a == b
    if test == NE:
        return a != b
    if test == GE:
        return a >= b
    return a > b
