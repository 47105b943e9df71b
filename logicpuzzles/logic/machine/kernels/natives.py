"""The builtin relations that have one answer, or no other than this kernel finds: one entry for all of them."""

from __future__ import annotations

from ....kernels.cells import Cells, cells_at
from ....kernels.kernel import kernel
from ..codes import (
    AT_ARITHMETIC, AT_ARITY, AT_CODE, AT_FUNCTORS, AT_HEAP, AT_NAMES, AT_PDL, AT_RANKS, AT_TRAIL, AT_WAKES, AT_X,
    EQUATE, FULL, HELD_A, HELD_B, HELD_MARK, HELD_N, INT, K_BEFORE, K_GREATER, K_LESS, K_SAME, LEFT, LIST, NIL, NO,
    NOTES, P_AFTER, P_APPEND, P_ARG, P_BEFORE, P_BETWEEN, P_COMPARE, P_ENDS, P_EXCHANGE, P_FUNCTOR, P_GROUND,
    P_IS_LIST, P_LENGTH, P_MEMBERCHK, P_MSORT, P_NOT_AFTER, P_NOT_BEFORE, P_NOTE, P_NTH0, P_NTH0_REST, P_NTH1,
    P_NTH1_REST, P_NTHO, P_NUMLIST, P_PLUS, P_PUT, P_REVERSE, P_SAME_LENGTH, P_SCOPED, P_SORT4, P_SUCC, P_TAG, P_UNIV,
    PC, PYTHON, REF, RIGHT, STALE, VALUE, YES, H,
)  # fmt: skip
from .compounds import arg, functor, ground, univ
from .counting import between, plus, succ, tag, total
from .lists import (
    append,
    ends,
    equate,
    is_integer_or_open,
    is_list,
    lacks,
    length,
    made_outside,
    memberchk,
    nth,
    nth_rest,
    numlist,
    reverse,
    same_length,
)
from .notes import awaits, note
from .order import compare, sort
from .positions import exchange, put
from .terms import deref, unify


@kernel
def proved(st: Cells) -> int:
    """Prove the builtin relation at the state's place, of the arguments in the registers; as `lists`, or NEED."""
    heap, trail, wakes = cells_at(st[AT_HEAP]), cells_at(st[AT_TRAIL]), cells_at(st[AT_WAKES])
    pdl, arity = cells_at(st[AT_PDL]), cells_at(st[AT_ARITY])
    x, code = cells_at(st[AT_X]), cells_at(st[AT_CODE])
    relation = code[st[PC] + 2]
    if relation >= P_NOTE:
        return note(heap, x, st, code[st[PC] + 1], relation - P_NOTE)
    if heap[NOTES] != NIL and not awaits(relation):
        return STALE
    done = EQUATE
    if st[HELD_N] == 0 or st[HELD_MARK] != 0 or st[HELD_A] != st[LEFT] or st[HELD_B] != st[RIGHT]:
        if relation <= P_IS_LIST:
            done = listed(heap, trail, wakes, pdl, arity, x, st, relation)
        else:
            done = other(heap, pdl, arity, x, st, relation)
    if done == EQUATE:
        return unify(heap, trail, wakes, pdl, arity, st, st[LEFT], st[RIGHT])
    return done


@kernel
def listed(
    heap: Cells, trail: Cells, wakes: Cells, pdl: Cells, arity: Cells, x: Cells, st: Cells, relation: int
) -> int:
    """The relations on lists."""
    if relation == P_APPEND:
        return append(heap, pdl, arity, st, x[0], x[1], x[2])
    if relation == P_MEMBERCHK:
        return memberchk(heap, trail, wakes, pdl, arity, st, x[0], x[1])
    if relation == P_SCOPED:  # the second and the third are lists that are made step by step
        return made_outside(heap, pdl, arity, st, x[1], x[2])
    if relation == P_LENGTH:
        return length(heap, st, x[0], x[1])
    if relation == P_REVERSE:
        return reverse(heap, st, x[0], x[1])
    if relation == P_SAME_LENGTH:
        return same_length(heap, st, x[0], x[1])
    if relation == P_NTH0 or relation == P_NTH1:
        return nth(heap, st, relation - P_NTH0, x[0], x[1], x[2])
    if relation == P_NTHO:
        return nth(heap, st, 0, x[0], x[1], x[2]) if is_integer_or_open(heap, x[0]) else NO
    if relation == P_NTH0_REST or relation == P_NTH1_REST:
        return nth_rest(heap, pdl, arity, st, relation - P_NTH0_REST, x[0], x[1], x[3])
    if relation == P_PUT:
        return put(heap, st, x[0], x[1], x[2], x[3])
    if relation == P_EXCHANGE:
        return exchange(heap, st, x[0], x[1], x[2], x[3])
    if relation == P_NUMLIST:
        return numlist(heap, st, x[0], x[1], x[2])
    if relation == P_IS_LIST:
        return is_list(heap, st, x[0])
    return total(heap, pdl, arity, cells_at(st[AT_ARITHMETIC]), st, relation, x[0], x[1])


@kernel
def other(heap: Cells, pdl: Cells, arity: Cells, x: Cells, st: Cells, relation: int) -> int:
    """The others."""
    names, ranks, functors = cells_at(st[AT_NAMES]), cells_at(st[AT_RANKS]), cells_at(st[AT_FUNCTORS])
    if relation == P_GROUND:
        return ground(heap, arity, pdl, st, x[0])
    if relation == P_ENDS:  # a list, the number of its known elements, what follows them
        if lacks(st, 4):
            return FULL
        n, h = ends(heap, st, x[0]), st[H]
        heap[h], heap[h + 1], heap[h + 2], heap[h + 3] = x[1], x[2], n << 3 | INT, st[VALUE]
        st[H] = h + 4
        return equate(st, h << 3 | LIST, (h + 2) << 3 | LIST)
    if relation == P_TAG:
        return tag(heap, st, x[0], x[1])
    if relation == P_BETWEEN:
        return between(heap, st, x[0], x[1], x[2])
    if relation == P_SUCC:
        return succ(heap, st, x[0], x[1])
    if relation == P_PLUS:
        return plus(heap, st, x[0], x[1], x[2])
    if relation == P_FUNCTOR:
        return functor(heap, arity, names, functors, st, x[0], x[1], x[2])
    if relation == P_ARG:
        return arg(heap, arity, st, x[0], x[1], x[2])
    if relation == P_UNIV:
        return univ(heap, arity, names, functors, st, x[0], x[1])
    if relation == P_SORT4:
        return sort(heap, pdl, arity, names, ranks, st, relation, x[0], x[1], x[2], x[3])
    if relation >= P_MSORT:
        return sort(heap, pdl, arity, names, ranks, st, relation, INT, K_BEFORE, x[0], x[1])
    first = 1 if relation == P_COMPARE else 0
    if first:
        order = deref(heap, x[0])
        if order & 7 != REF and order != K_LESS and order != K_SAME and order != K_GREATER:
            return PYTHON
    done = compare(heap, pdl, arity, names, ranks, st, 0, x[first], x[first + 1])
    if done != YES:
        return done
    found = st[VALUE]
    if relation == P_COMPARE:
        return equate(st, x[0], K_LESS if found < 0 else K_GREATER if found > 0 else K_SAME)
    holds = (
        relation == P_BEFORE and found < 0
        or relation == P_AFTER and found > 0
        or relation == P_NOT_AFTER and found <= 0
        or relation == P_NOT_BEFORE and found >= 0
    )  # fmt: skip
    return YES if holds else NO
