"""What the loop does beside matching and building: where to go on, environments, choices.

Address 0 of the code is a FAIL, so whoever goes there fails.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    ATOM, C_ALT, C_CALLER, C_CP, C_E, C_FIELDS, C_FLOOR, C_H, C_N, C_PREVIOUS, C_PROT, C_TR, COMPOUND, CTOP, FLOOR,
    HB, INT, LIST, NEED, NEEDED, NIL, NOTES, OPEN, PENDING, PYTHON, REF, STALE, TR, WAKES, YES,
)  # fmt: skip
from .numbers import compares
from .terms import deref, undo


@kernel(inline=True)
def value(heap: Cells, t: int) -> int:
    """The term behind `t`, which is most often no reference."""
    return deref(heap, t) if t & 7 == REF else t


@kernel(inline=True)
def switch(heap: Cells, code: Cells, pc: int, t: int) -> int:
    """Where the SWITCH at `pc` sends a call with the argument `t`.

    Its operands: register; where to go for an unknown, for a list, for any other; mask; a table of cells and places.
    """
    t = deref(heap, t)
    tag = t & 7
    if tag == REF:
        return code[pc + 2]
    if tag == LIST:
        return code[pc + 3]
    if tag == COMPOUND:
        t = heap[t >> 3]
    mask, at = code[pc + 5], pc + 6
    if mask >= 0:
        i = (t ^ t >> 7) & mask
        while code[at + 2 * i + 1] >= 0:
            if code[at + 2 * i] == t:
                return code[at + 2 * i + 1]
            i = (i + 1) & mask
    return code[pc + 4]


@kernel(inline=True)
def test(heap: Cells, code: Cells, pc: int, t: int, u: int) -> int:
    """Where the TEST at `pc` of two integers goes on: behind it, where it is not so plain, else."""
    t, u = value(heap, t), value(heap, u)
    if t & 7 != INT or u & 7 != INT:
        return code[pc + 4]
    return pc + 6 if compares(code[pc + 1], t, u) else code[pc + 5]


@kernel(inline=True)
def kind(heap: Cells, code: Cells, pc: int, t: int, st: Cells) -> tuple[int, int]:
    """Whether the KIND at `pc` could be done, and where it goes on."""
    if st[WAKES] != 0:
        return PENDING, pc
    t = deref(heap, t)
    bit = t & 7
    if bit == ATOM and t & 8 == 0:
        bit = 8
    if bit != REF and (bit != 8 or t == NIL):
        return YES, pc + 4 if code[pc + 1] >> bit & 1 else code[pc + 3]
    if bit == REF and code[pc + 1] & OPEN:
        if heap[NOTES] != NIL:
            return STALE, pc
        return YES, code[pc + 3]
    if bit == 8:  # only Python knows what constant it is
        return PYTHON, pc
    st[NEEDED] = t
    return NEED, pc


@kernel(inline=True)
def allocate(envs: Cells, choices: Cells, e: int, etop: int, cp: int, b: int, n: int) -> int:
    """Make an environment of `n` slots, above those that choices will come back to; its address."""
    base = etop
    if b >= 0 and choices[b + C_PROT] > base:
        base = choices[b + C_PROT]
    envs[base] = e
    envs[base + 1] = cp << 16 | n
    for i in range(base + 2, base + 2 + n):
        envs[i] = INT
    return base


@kernel(inline=True)
def push(
    choices: Cells,
    x: Cells,
    st: Cells,
    h: int,
    e: int,
    etop: int,
    cp: int,
    caller: int,
    b: int,
    n: int,
    alternative: int,
) -> int:
    """Make a choice, with `n` registers saved; its address."""
    q = st[CTOP]
    choices[q + C_PREVIOUS] = b
    choices[q + C_ALT] = alternative
    choices[q + C_H] = h
    choices[q + C_TR] = st[TR]
    choices[q + C_E] = e
    choices[q + C_CP] = cp
    if b >= 0 and choices[b + C_PROT] > etop:
        choices[q + C_PROT] = choices[b + C_PROT]
    else:
        choices[q + C_PROT] = etop
    choices[q + C_FLOOR] = st[FLOOR]
    choices[q + C_CALLER] = caller
    choices[q + C_N] = n
    for i in range(n):
        choices[q + C_FIELDS + i] = x[i]
    st[CTOP] = q + C_FIELDS + n
    st[HB] = h
    return q


@kernel(inline=True)
def resumed(
    heap: Cells, trail: Cells, choices: Cells, x: Cells, st: Cells, b: int
) -> tuple[int, int, int, int, int, int]:
    """Take back what was done since the choice `b`, and its registers; its `pc`, `h`, `e`, `etop`, `cp`, `caller`."""
    undo(heap, trail, st, choices[b + C_TR])
    st[FLOOR] = choices[b + C_FLOOR]
    for i in range(choices[b + C_N]):
        x[i] = choices[b + C_FIELDS + i]
    return (
        choices[b + C_ALT], choices[b + C_H], choices[b + C_E], choices[b + C_PROT], choices[b + C_CP],
        choices[b + C_CALLER],
    )  # fmt: skip


@kernel(inline=True)
def cut(choices: Cells, st: Cells, b: int, q: int) -> int:
    """Drop the choices above `q`; the newest that is left."""
    if b != q:
        st[CTOP] = q + C_FIELDS + choices[q + C_N] if q >= 0 else 0
        st[HB] = choices[q + C_H] if q >= 0 else 0
    return q
