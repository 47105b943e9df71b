"""Facts in tables: which of them match the arguments of a call, one after another, without code of their own.

A table is described by an array (`F_ROWS` and on); its rows are cells, as on the heap, but for unknowns (REF and a
number), what stands once only (WATCHED) and addresses, which count in the table's own pool of compound terms. Nothing
here changes a table. A choice among facts saves the arguments and three more registers: the next fact among those with
the key that the call has in one argument, the next among those that are unknown there, and which argument it is.
"""

from __future__ import annotations

from ....kernels.cells import Cells, cells_at
from ....kernels.kernel import kernel
from ..codes import (
    C_ALT, C_CP, C_E, C_FIELDS, C_FLOOR, C_H, C_N, C_PREVIOUS, C_PROT, C_TR, COMPOUND, CP, CTOP, ETOP, F_ARITY,
    F_CELLS, F_INDEXES, F_POOL, F_ROWS, F_UNKNOWNS, F_WHOLE, FACTS_CURSORS, FEW_FACTS, FLOOR, FULL, HB, I_FIELDS,
    I_MASK, I_NEXT, I_OPEN, I_OPENED, I_SLOTS, INT, LIST, LONGER, N_STORE, NO, PC, PYTHON, REF, SLICE, STORE, TR,
    VALUE, WAKES, WATCHED, WORK, YES, B, E, H,
)  # fmt: skip
from .indexes import slot_of
from .scopes import touches
from .stored import match
from .terms import bind, deref, undo, unify


@kernel
def may_match(head: Cells, heap: Cells, x: Cells, r: int) -> bool:
    """Whether fact `r` has the constants and functors that the arguments have."""
    n = head[F_ARITY]
    rows = cells_at(head[F_CELLS])
    for i in range(n):
        t = x[i]
        tag = t & 7
        if tag != REF:
            c = rows[r * n + i]
            if c != t:
                kind = c & 7
                if kind == COMPOUND:
                    if tag != COMPOUND or cells_at(head[F_POOL])[c >> 3] != heap[t >> 3]:
                        return False
                elif kind != REF and kind != WATCHED and (kind != LIST or tag != LIST):
                    return False
    return True


@kernel
def seek(head: Cells, heap: Cells, x: Cells, position: int, keyed: int, opened: int, strict: bool) -> tuple[int, int]:
    """The next facts that may match, at `keyed` and `opened` or later; -1 where there is none."""
    n = head[F_ROWS]
    if position < 0:
        while keyed < n:
            if strict or may_match(head, heap, x, keyed):
                return keyed, -1
            keyed += 1
        return -1, -1
    following = cells_at(head[F_INDEXES + position * I_FIELDS + I_NEXT])
    while keyed >= 0 or opened >= 0:
        if keyed >= 0 and (opened < 0 or keyed < opened):
            if strict or may_match(head, heap, x, keyed):
                break
            keyed = following[keyed]
        else:
            if strict or may_match(head, heap, x, opened):
                break
            opened = following[opened]
    return keyed, opened


@kernel
def enter(
    code: Cells,
    heap: Cells,
    trail: Cells,
    choices: Cells,
    x: Cells,
    wakes: Cells,
    pdl: Cells,
    store: Cells,
    arity: Cells,
    st: Cells,
) -> int:
    """The operation FACTS: the first fact that matches, and a choice if another may."""
    pc = st[PC]
    head = cells_at(code[pc + 1])
    n, floor = head[F_ARITY], st[FLOOR]
    strict = deep = False
    for i in range(n):
        t = deref(heap, x[i])
        x[i] = t
        tag = t & 7
        if tag == LIST or tag == COMPOUND:
            deep = True
        if floor and not strict and (tag == REF or tag == LIST or tag == COMPOUND):
            done = touches(heap, store, st[STORE] + 1, st[N_STORE] - 4, arity, st, t)
            if done == FULL:
                return FULL
            strict = done == YES
    if strict and deep and head[F_WHOLE]:  # the reference looks at whole terms here, and so asks for less
        st[VALUE] = -1
        return PYTHON
    position, keyed, opened, best = -1, 0, -1, head[F_ROWS]
    if best > FEW_FACTS or strict:
        for i in range(n):
            t = x[i]
            tag = t & 7
            if tag == REF:
                continue
            index = F_INDEXES + i * I_FIELDS
            if head[index + I_SLOTS] == 0:
                st[VALUE] = i
                return PYTHON
            if tag == LIST:
                t = LIST
            elif tag == COMPOUND:
                t = heap[t >> 3]
            slots = cells_at(head[index + I_SLOTS])
            at = slot_of(slots, head[index + I_MASK], t)
            found = head[index + I_OPENED]
            if slots[at + 1] >= 0:
                found += slots[at + 2]
            if found < best:
                best, position = found, i
                keyed, opened = slots[at + 1], head[index + I_OPEN]
                if found <= FEW_FACTS and not strict:
                    break
    return go_on(head, pc + 2, heap, trail, choices, x, wakes, pdl, store, arity, st, position, keyed, opened, strict)


@kernel
def again(
    code: Cells,
    heap: Cells,
    trail: Cells,
    choices: Cells,
    x: Cells,
    wakes: Cells,
    pdl: Cells,
    store: Cells,
    arity: Cells,
    st: Cells,
) -> int:
    """The operation FACTS_NEXT: the newest choice is one among facts, and its registers are back."""
    pc, b, top = st[PC], st[B], st[CTOP]
    head = cells_at(code[pc + 1])
    n = head[F_ARITY]
    st[B], st[CTOP] = choices[b + C_PREVIOUS], b
    st[HB] = choices[st[B] + C_H] if st[B] >= 0 else 0
    how = x[n + 2] >> 3
    done = go_on(
        head, pc, heap, trail, choices, x, wakes, pdl, store, arity, st,
        (how >> 1) - 1, x[n] >> 3, x[n + 1] >> 3, how & 1 == 1,
    )  # fmt: skip
    if done == FULL:  # as it was: it is done again
        choices[b + C_FIELDS + n], choices[b + C_FIELDS + n + 1] = x[n], x[n + 1]
        st[B], st[CTOP], st[HB] = b, top, choices[b + C_H]
    return done


@kernel
def go_on(
    head: Cells,
    alternative: int,
    heap: Cells,
    trail: Cells,
    choices: Cells,
    x: Cells,
    wakes: Cells,
    pdl: Cells,
    store: Cells,
    arity: Cells,
    st: Cells,
    position: int,
    keyed: int,
    opened: int,
    strict: bool,
) -> int:
    """Match the first fact from `keyed` and `opened` on that may, and leave a choice if another may."""
    n = head[F_ARITY]
    following = cells_at(head[F_INDEXES + max(position, 0) * I_FIELDS + I_NEXT])
    while True:
        if opened >= 0 and (keyed < 0 or opened < keyed):
            r = opened
            opened = following[r]
        else:
            r = keyed
            if r < 0 or r >= head[F_ROWS]:
                return NO
            keyed = r + 1 if position < 0 else following[r]
        if keyed < 0 and opened < 0 or strict or may_match(head, heap, x, r):
            break
    if keyed >= 0 or opened >= 0:
        keyed, opened = seek(head, heap, x, position, keyed, opened, strict)
    b, top, hb, h, mark = st[B], st[CTOP], st[HB], st[H], st[TR]
    if keyed >= 0 or opened >= 0:
        choices[top + C_PREVIOUS], choices[top + C_ALT] = b, alternative
        choices[top + C_H], choices[top + C_TR], choices[top + C_E] = h, mark, st[E]
        choices[top + C_CP], choices[top + C_FLOOR] = st[CP], st[FLOOR]
        choices[top + C_PROT] = st[ETOP]
        if b >= 0 and choices[b + C_PROT] > st[ETOP]:
            choices[top + C_PROT] = choices[b + C_PROT]
        choices[top + C_N] = n + FACTS_CURSORS
        at = top + C_FIELDS
        for i in range(n):
            choices[at + i] = x[i]
        choices[at + n], choices[at + n + 1] = keyed << 3 | INT, opened << 3 | INT
        choices[at + n + 2] = (2 * (position + 1) + (1 if strict else 0)) << 3 | INT
        st[B], st[CTOP], st[HB] = top, at + n + FACTS_CURSORS, h
    work, st[WORK] = st[WORK], LONGER
    done = unify_row(head, heap, trail, x, wakes, pdl, store, arity, st, r)
    st[WORK] = work
    if done == SLICE:
        st[VALUE] = -1
        return PYTHON
    if done == YES:
        st[PC] = alternative + 2
    elif done == FULL:
        undo(heap, trail, st, mark)
        st[B], st[CTOP], st[HB], st[H], st[WAKES] = b, top, hb, h, 0
    return done


@kernel
def unify_row(
    head: Cells,
    heap: Cells,
    trail: Cells,
    x: Cells,
    wakes: Cells,
    pdl: Cells,
    store: Cells,
    arity: Cells,
    st: Cells,
    r: int,
) -> int:
    """Unify the arguments, in the registers 0, 1, ..., with those of fact `r`."""
    n = head[F_ARITY]
    rows, pool = cells_at(head[F_CELLS]), cells_at(head[F_POOL])
    base = n + FACTS_CURSORS
    for i in range(base, base + head[F_UNKNOWNS]):
        x[i] = 0
    for i in range(n):
        c = rows[r * n + i]
        kind = c & 7
        if kind == WATCHED:
            continue
        t = deref(heap, x[i])
        if kind == REF:
            k = base + (c >> 3)
            if x[k] == 0:
                x[k] = t
                continue
            done = unify(heap, trail, wakes, pdl, arity, st, x[k], t)
        elif kind == LIST or kind == COMPOUND:
            done = match(pool, heap, trail, x, wakes, pdl, store, arity, st, base, c, t)
        elif c == t:
            continue
        elif t & 7 == REF:
            done = bind(heap, trail, wakes, st, t, c)
        else:
            return NO
        if done != YES:
            return done
    return YES
