"""The loop that runs a query: a machine after D. H. D. Warren (1983), over arrays of int64.

Instructions are numbers in one array, each operation followed by its operands. Registers `x` hold the arguments of a
call; variables that live longer stand in environments, `envs`; what is tried next in `choices`. All variables are on
the heap, so none of these dangles. What an operation does that takes more than a line stands in `matching` and
`control`, put in its place here but for the two most frequent; what takes longer than a jump is called from `steps`.

Each operation moves `pc` itself: the sum of `pc` and a size at the end of the loop, for all of them, made it a third
slower, and so did one branch for CALL and EXECUTE on some programs.
"""

from __future__ import annotations

from ....kernels.cells import Arrays, Cells, address, cells_at
from ....kernels.kernel import kernel
from ..codes import (
    ADD_CONSTANT, ALLOCATE, ANSWER, ARITHMETIC, AT_ARITHMETIC, AT_ARITY, AT_CODE, AT_HEAP, AT_PDL, AT_TRAIL, AT_WAKES,
    AT_X, ATOM, C_ALT, C_H, C_PREVIOUS, CALL, CALLER, COMPOUND, CONSTANT, COUNT, CP, CTOP, CUT, DEALLOCATE, ETOP,
    EXECUTE, FAIL, FAILED, FROM_Y, FULL, GET_COMPOUND, GET_CONSTANT, GET_LIST, GET_VALUE, GET_VALUE_Y, HB, INT, JUMP,
    KIND, LEVEL, LIST, LONG, MOVE, N_CHOICES, N_ENVS, N_HEAP, NEW, NEW_Y, NIL, NO, NOTES, NOTES_B, PC, PENDING,
    PROCEED, PUT_COMPOUND, PUT_LIST, PYTHON, REF, RETRY, S_CONSTANT, S_LIST, S_VALUE, S_VALUE_Y, SLICE, SCOPE, SMALL,
    STALE, STOP, SWITCH, TARGET, TEST, TEST_CONSTANT, TO_Y, TRUST, TRY, U_CONSTANT, U_LIST, U_NEW, U_NEW_Y, U_VALUE,
    U_VALUE_Y, U_VOID, VALUE, WAKE, WAKES, WOKE, WOKEN, WORK, YES, B, E, H, S,
)  # fmt: skip
from .control import allocate, cut, kind, push, resumed, switch, test, value
from .matching import get_compound, get_constant, get_list, new_cells, next_argument, unify_argument, unify_constant
from .numbers import apply
from .steps import step
from .terms import bind, deref, occurs, unify
from .waiting import wake


@kernel(entry=True)
def run(arrays: Arrays, budget: int, margin: int) -> int:
    """Run from ``st[PC]`` on; why it returns. Then ``st[PC]`` is the instruction to repeat or to go on from.

    code; entries [n_predicates]: where each begins; arity, arithmetic [n_functors]; calls [n, 2]: hash table of what
    call/N calls. `budget` is the number of calls to make, `margin` more than the cells that any clause takes between
    two calls.
    """
    return go_on(
        cells_at(arrays[0]), cells_at(arrays[1]), cells_at(arrays[2]), cells_at(arrays[3]), cells_at(arrays[4]),
        cells_at(arrays[5]), cells_at(arrays[6]), cells_at(arrays[7]), cells_at(arrays[8]), cells_at(arrays[9]),
        cells_at(arrays[10]), cells_at(arrays[11]), cells_at(arrays[12]), cells_at(arrays[13]), budget, margin,
    )  # fmt: skip


@kernel
def go_on(
    code: Cells, entries: Cells, arity: Cells, arithmetic: Cells, calls: Cells, heap: Cells, trail: Cells,
    choices: Cells, envs: Cells, x: Cells, wakes: Cells, pdl: Cells, store: Cells, st: Cells, budget: int, margin: int,
) -> int:  # fmt: skip
    """The same, with the arrays by their addresses."""
    st[AT_CODE], st[AT_HEAP], st[AT_TRAIL], st[AT_WAKES] = address(code), address(heap), address(trail), address(wakes)
    st[AT_PDL], st[AT_ARITY], st[AT_X] = address(pdl), address(arity), address(x)
    st[AT_ARITHMETIC] = address(arithmetic)
    pc, h, e, cp, etop, b = st[PC], st[H], st[E], st[CP], st[ETOP], st[B]
    s, target, caller = st[S], st[TARGET], st[CALLER]
    top = st[N_HEAP] - margin
    etop_most = st[N_ENVS] - margin
    ctop_most = st[N_CHOICES] - margin
    left, fuel = budget, 4 * budget + 64  # also counted: what is gone on with after calls, and tried again
    st[WORK] = LONG
    while True:
        op = code[pc]
        done = YES
        if op == U_NEW:
            x[code[pc + 1]], h, s = next_argument(heap, h, s, target)
            pc += 2
        elif op == U_VALUE:
            t = x[code[pc + 1]]
            if target == 0:
                done = unify(heap, trail, wakes, pdl, arity, st, t, heap[s])
                if done == YES:
                    s += 1
                    pc += 2
            else:
                if t & 7 != INT and t & 7 != ATOM:
                    done = occurs(heap, trail, arity, pdl, st, heap[target >> 3], t)
                if done == YES:
                    heap[h] = t
                    h += 1
                    pc += 2
        elif op == GET_LIST:
            t = deref(heap, x[code[pc + 1]])
            if t & 7 == LIST:
                s = t >> 3
                target = 0
                pc += 2
            elif t & 7 == REF:
                done = bind(heap, trail, wakes, st, t, h << 3 | LIST)
                if done == YES:
                    target = t
                    pc += 2
            else:
                done = NO
        elif op == SWITCH:
            pc = switch(heap, code, pc, x[code[pc + 1]])
        elif op == CALL:
            if h > top or left <= 0 or st[WAKES] != 0 or etop > etop_most or st[CTOP] > ctop_most:
                done = PENDING
            else:
                left -= 1
                caller = pc
                cp = pc + 2
                pc = entries[code[pc + 1]]
        elif op == EXECUTE:
            if h > top or left <= 0 or st[WAKES] != 0 or etop > etop_most or st[CTOP] > ctop_most:
                done = PENDING
            else:
                left -= 1
                caller = pc
                pc = entries[code[pc + 1]]
        elif op == PROCEED:
            fuel -= 1
            if h > top or st[WAKES] != 0 or fuel <= 0:
                done = PENDING
            else:
                pc = cp
        elif op == GET_CONSTANT:
            done = get_constant(heap, trail, wakes, st, x[code[pc + 1]], code[pc + 2])
            if done == YES:
                pc += 3
        elif op == GET_COMPOUND:
            done, h, s, target = get_compound(heap, trail, wakes, st, h, s, target, x[code[pc + 1]], code[pc + 2])
            if done == YES:
                pc += 3
        elif op == GET_VALUE:
            done = unify(heap, trail, wakes, pdl, arity, st, x[code[pc + 1]], x[code[pc + 2]])
            if done == YES:
                pc += 3
        elif op == GET_VALUE_Y:
            done = unify(heap, trail, wakes, pdl, arity, st, envs[e + 2 + code[pc + 1]], x[code[pc + 2]])
            if done == YES:
                pc += 3
        elif op == U_VALUE_Y:
            done, h, s = unify_argument(heap, trail, wakes, pdl, arity, st, h, s, target, envs[e + 2 + code[pc + 1]])
            if done == YES:
                pc += 2
        elif op == U_CONSTANT:
            done, h, s = unify_constant(heap, trail, wakes, st, h, s, target, code[pc + 1])
            if done == YES:
                pc += 2
        elif op == U_LIST:  # the last argument is a list again
            if target != 0:
                heap[h] = (h + 1) << 3 | LIST
                h += 1
            else:
                done, s, target = get_list(heap, trail, wakes, st, h, s, target, heap[s])
            if done == YES:
                pc += 1
        elif op == U_NEW_Y:
            envs[e + 2 + code[pc + 1]], h, s = next_argument(heap, h, s, target)
            pc += 2
        elif op == U_VOID:
            if target == 0:
                s += code[pc + 1]
            else:
                h = new_cells(heap, h, code[pc + 1])
            pc += 2
        elif op == MOVE:
            x[code[pc + 2]] = x[code[pc + 1]]
            pc += 3
        elif op == TO_Y:
            envs[e + 2 + code[pc + 2]] = x[code[pc + 1]]
            pc += 3
        elif op == FROM_Y:
            x[code[pc + 2]] = envs[e + 2 + code[pc + 1]]
            pc += 3
        elif op == NEW:
            heap[h] = x[code[pc + 1]] = h << 3
            h += 1
            pc += 2
        elif op == NEW_Y:
            heap[h] = envs[e + 2 + code[pc + 1]] = h << 3
            h += 1
            pc += 2
        elif op == CONSTANT:
            x[code[pc + 1]] = code[pc + 2]
            pc += 3
        elif op == PUT_LIST:
            x[code[pc + 1]] = h << 3 | LIST
            pc += 2
        elif op == PUT_COMPOUND:
            x[code[pc + 1]] = h << 3 | COMPOUND
            heap[h] = code[pc + 2]
            h += 1
            pc += 3
        elif op == S_VALUE:
            heap[h] = x[code[pc + 1]]
            h += 1
            pc += 2
        elif op == S_VALUE_Y:
            heap[h] = envs[e + 2 + code[pc + 1]]
            h += 1
            pc += 2
        elif op == S_CONSTANT:
            heap[h] = code[pc + 1]
            h += 1
            pc += 2
        elif op == S_LIST:
            heap[h] = (h + 1) << 3 | LIST
            h += 1
            pc += 1
        elif op == ALLOCATE:  # n slots
            e = allocate(envs, choices, e, etop, cp, b, code[pc + 1])
            etop = e + 2 + code[pc + 1]
            pc += 2
        elif op == DEALLOCATE:
            cp, etop, e = envs[e + 1] >> 16, e, envs[e]
            pc += 1
        elif op == TRY:  # how many registers to save, the next alternative, where to go
            if heap[NOTES] != NIL and code[code[pc + 3]] != SCOPE:
                done = STALE  # what constraints rule out may choose otherwise
            else:
                b = push(choices, x, st, h, e, etop, cp, caller, b, code[pc + 1], code[pc + 2])
                pc = code[pc + 3]
        elif op == RETRY:
            choices[b + C_ALT] = code[pc + 1]
            pc = code[pc + 2]
        elif op == TRUST:
            st[CTOP] = b
            b = choices[b + C_PREVIOUS]
            st[HB] = choices[b + C_H] if b >= 0 else 0
            pc = code[pc + 1]
        elif op == ADD_CONSTANT:  # register, constant, result, where to go if it is not so plain
            t = value(heap, x[code[pc + 1]])
            r = (t >> 3) + code[pc + 2]
            if t & 7 == INT and -SMALL <= r < SMALL:
                x[code[pc + 3]] = r << 3 | INT
                pc += 5
            else:
                pc = code[pc + 4]
        elif op == ARITHMETIC:  # operation, two registers, result, where to go if it is not so plain
            t, u = value(heap, x[code[pc + 2]]), value(heap, x[code[pc + 3]])
            if t & 7 == INT and u & 7 == INT and apply(st, code[pc + 1], t >> 3, u >> 3) == YES:
                x[code[pc + 4]] = st[VALUE] << 3 | INT
                pc += 6
            else:
                pc = code[pc + 5]
        elif op == TEST:  # comparison, two registers, where to go if it is not so plain, else (0: fail)
            pc = test(heap, code, pc, x[code[pc + 2]], x[code[pc + 3]])
        elif op == TEST_CONSTANT:  # the same with a register and a constant
            pc = test(heap, code, pc, x[code[pc + 2]], code[pc + 3])
        elif op == JUMP:
            pc = code[pc + 1]
        elif op == FAIL:
            done = NO
        elif op == LEVEL:
            envs[e + 2 + code[pc + 1]] = b << 3 | INT
            pc += 2
        elif op == CUT:
            if st[WAKES] != 0:
                done = PENDING
            else:
                b = cut(choices, st, b, envs[e + 2 + code[pc + 1]] >> 3)
                pc += 2
        elif op == WAKE:
            if st[WAKES] != 0:
                done = PENDING
            else:
                pc += 1
        elif op == KIND:  # bits of the tags that are right (8: the empty list), register, else (0: fail)
            done, pc = kind(heap, code, pc, x[code[pc + 2]], st)
        elif op == STOP:  # whatever waits to be looked at
            done = ANSWER
        elif st[WAKES] != 0:
            done = PENDING
        else:
            st[PC], st[H], st[E], st[CP], st[ETOP], st[B] = pc, h, e, cp, etop, b
            done = step(code, entries, arity, arithmetic, calls, heap, trail, choices, envs, x, wakes, pdl, store, st)
            pc, h, b = st[PC], st[H], st[B]
        if done != YES:
            if done == PENDING:  # at a call: arrays that are nearly full, the end of the budget, conditions to look at
                if st[WAKES] != 0:
                    st[H] = h
                    done = wake(heap, trail, wakes, pdl, arity, arithmetic, st)
                    h = st[H]
                    if done == PYTHON:
                        done = WOKEN
                elif left <= 0 or fuel <= 0:
                    done = SLICE
                else:
                    done = FULL
            if done == NO:
                st[WAKES], st[WOKE] = 0, 0
                if b < 0 or heap[NOTES] != NIL and b <= heap[NOTES_B] >> 3:
                    done = FAILED if heap[NOTES] == NIL else STALE  # what is noted may be an error
                    break
                pc, h, e, etop, cp, caller = resumed(heap, trail, choices, x, st, b)
                fuel -= 1
                if fuel <= 0:
                    done = SLICE
                    break
            elif done != YES:
                break
    st[PC], st[H], st[E], st[CP], st[ETOP], st[B] = pc, h, e, cp, etop, b
    st[S], st[TARGET], st[CALLER] = s, target, caller
    st[COUNT] += budget - left
    return done
