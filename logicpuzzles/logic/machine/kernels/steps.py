"""Operations that are rarer or longer than those of the loop: what waits, negation, findall, call/N."""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    ANSWER, BARRIER, CALL_N, COLLECT, COLLECT_BEGIN, COLLECT_END, COMMIT, COMPARE_TERMS, CONDITIONS, DIFFERENT,
    FACTS, FACTS_NEXT, FLOOR, HALT, HELD_N, IDENTICAL, INT, IS_TERM, LIST, LOAD, MISSING, NATIVE, NEED, NEEDING,
    NIL, NO, NOTES, OTHER, PC, PYTHON, SCOPE, SITE, STALE, STORE, TR, UNSCOPE, VALUE, W_COMPARE,
    W_DIFFERENT, W_IS, YES, E, H,
)  # fmt: skip
from .barriers import begin, commit
from .calling import call
from .copying import listed, to_store
from .facts import again, enter
from .natives import proved
from .notes import leaves
from .scopes import unknowns
from .terms import equal_now, undo
from .waiting import attempt, undecided


@kernel
def step(
    code: Cells,
    entries: Cells,
    arity: Cells,
    arithmetic: Cells,
    calls: Cells,
    heap: Cells,
    trail: Cells,
    choices: Cells,
    envs: Cells,
    x: Cells,
    wakes: Cells,
    pdl: Cells,
    store: Cells,
    st: Cells,
) -> int:
    """Do the operation at ``st[PC]``: YES, NO, NEED, FULL, PYTHON, or why the loop is to return."""
    pc, e = st[PC], st[E]
    op = code[pc]
    if heap[NOTES] != NIL and not leaves(heap, st, op):
        return STALE
    if op == FACTS:  # the table
        return enter(code, heap, trail, choices, x, wakes, pdl, store, arity, st)
    if op == FACTS_NEXT:  # the table
        return again(code, heap, trail, choices, x, wakes, pdl, store, arity, st)
    if op == BARRIER:  # register
        return begin(code, heap, x, st)
    if op == COMMIT:  # register of the barrier
        return commit(code, arity, arithmetic, heap, trail, choices, x, wakes, pdl, st)
    if op == SCOPE:  # three slots: the floor before, the newest condition, where it begins; 1: older
        # unknowns may not be bound, n + 2: they may not but for those in register n
        y, h = e + 2 + code[pc + 1], st[H]
        own = NIL
        if code[pc + 2] > 1:
            done = unknowns(heap, arity, pdl, st, x[code[pc + 2] - 2])
            if done != YES:
                return done
            own, h = st[VALUE], st[H]
        envs[y] = st[FLOOR] << 3 | LIST
        envs[y + 1] = heap[CONDITIONS]
        envs[y + 2] = h << 3 | LIST
        heap[h], heap[h + 1] = pc << 3 | INT, own
        st[H] = h + 2
        st[FLOOR] = h
        st[PC] = pc + 3
        return YES
    if op == UNSCOPE:  # the same slots
        y = e + 2 + code[pc + 1]
        floor = envs[y + 2] >> 3
        if heap[CONDITIONS] != envs[y + 1] and st[SITE] != pc:
            done = undecided(heap, trail, wakes, pdl, arity, arithmetic, st, envs[y + 1], floor, heap[floor + 1], False)
            if done != NO:
                return done
        st[SITE] = 0
        st[FLOOR] = envs[y] >> 3
        st[PC] = pc + 2
        return YES
    if op == IS_TERM or op == COMPARE_TERMS or op == DIFFERENT:
        kind, at, otherwise = W_DIFFERENT, pc + 1, pc + 3  # two registers, else
        if op == IS_TERM:  # two registers
            kind, otherwise = W_IS, 0
        elif op == COMPARE_TERMS:  # comparison, two registers, else
            kind, at, otherwise = W_COMPARE + code[pc + 1], pc + 2, pc + 4
        following = at + 2 if otherwise == 0 else otherwise + 1
        if otherwise != 0:
            otherwise = code[otherwise]
        left, right = x[code[at]], x[code[at + 1]]
        return wait(heap, trail, wakes, pdl, arity, arithmetic, st, kind, left, right, following, otherwise)
    if op == IDENTICAL:  # negated, two registers, else
        done = equal_now(heap, trail, wakes, pdl, arity, st, x[code[pc + 2]], x[code[pc + 3]])
        if done != YES and done != NO:
            return done
        if (done == YES) == (code[pc + 1] == 0):
            st[PC] = pc + 5
            return YES
        st[PC] = code[pc + 4]
        return YES if code[pc + 4] else NO
    if op == COLLECT_BEGIN:  # slot of the mark
        envs[e + 2 + code[pc + 1]] = st[STORE] << 3 | INT
        st[PC] = pc + 2
        return YES
    if op == COLLECT:  # register, slots of the scope
        y = e + 2 + code[pc + 2]
        floor = envs[y + 2] >> 3
        if heap[CONDITIONS] != envs[y + 1] and st[SITE] != pc and st[HELD_N] == 0:
            done = undecided(heap, trail, wakes, pdl, arity, arithmetic, st, envs[y + 1], floor, heap[floor + 1], True)
            if done != NO:
                return done
        st[SITE] = 0
        done = to_store(heap, store, pdl, arity, st, x[code[pc + 1]], st[FLOOR])
        return NO if done == YES else done
    if op == COLLECT_END:  # slot of the mark, register
        mark = envs[e + 2 + code[pc + 1]] >> 3
        done = listed(heap, store, st, mark)
        if done == YES:
            st[STORE] = mark
            x[code[pc + 2]] = st[VALUE]
            st[PC] = pc + 3
        return done
    if op == CALL_N:  # how many arguments are added: the goal in x[0], they follow
        return call(code, entries, arity, arithmetic, calls, heap, pdl, x, st)
    if op == NATIVE:  # number of the predicate, of the builtin, where its clauses are
        done = proved(st)
        if done == YES:
            st[PC] = pc + 4
        elif done == OTHER:
            st[PC] = code[pc + 3]
            done = YES
        return done
    if op == LOAD:  # number of the predicate
        return MISSING
    if op == HALT:
        return ANSWER
    return PYTHON


@kernel
def wait(
    heap: Cells,
    trail: Cells,
    wakes: Cells,
    pdl: Cells,
    arity: Cells,
    arithmetic: Cells,
    st: Cells,
    kind: int,
    left: int,
    right: int,
    following: int,
    otherwise: int,
) -> int:
    """Decide a condition, or let it wait; where there is an `otherwise`, it must be decided now."""
    before = st[TR]
    done = attempt(heap, trail, wakes, pdl, arity, arithmetic, st, 0, kind, st[PC], left, right)
    if otherwise != 0:
        if done == YES and st[TR] > before:
            st[NEEDING], st[VALUE] = kind, heap[CONDITIONS] >> 3
            undo(heap, trail, st, before)
            return NEED
        if done == NO:
            st[PC] = otherwise
            return YES
    if done == YES:
        st[PC] = following
    return done
