"""Whether a unification that needs a value fails whatever that value is: then it fails, as in the resolver."""

from __future__ import annotations

from bisect import bisect_right

from .clauses import Equal
from .codes import (
    ANSWER, FLOOR, FULL, GET_COMPOUND, GET_CONSTANT, GET_LIST, GET_VALUE, GET_VALUE_Y, N_HEAP, PC, SLICE, STOP,
    U_CONSTANT, U_LIST, U_VALUE, U_VALUE_Y, WAKES,
)  # fmt: skip
from .escapes import Escapes
from .loading import function

BUDGET = 1 << 14
UNIFYING = frozenset(
    {GET_COMPOUND, GET_CONSTANT, GET_LIST, GET_VALUE, GET_VALUE_Y, U_CONSTANT, U_LIST, U_VALUE, U_VALUE_Y}
)


def fails_freely(run: Escapes) -> bool:
    """Go on with the head or the equation at which `run` stands as if every unknown might be bound.

    If it fails, the run goes on with what is tried then; if it holds, the run stands where it stood.
    """
    st, image = run.st, run.image
    pc = int(st[PC])
    place = image.place(pc)
    if st[WAKES] or image.code[pc] not in UNIFYING or not (place.goal is None or isinstance(place.goal, Equal)):
        return False
    state, registers = st[:N_HEAP].copy(), run.x.copy()
    run.push([], image.halt)  # where it goes on if it fails
    st[FLOOR] = 0
    end = image.beginnings[bisect_right(image.beginnings, pc)]
    stopped, image.code[end] = int(image.code[end]), STOP
    try:
        _go_on(run)
    finally:
        image.code[end] = stopped
    holds = st[PC] != image.halt
    if holds:  # take back what it bound
        st[PC] = image.fail
        _go_on(run)
    st[:N_HEAP] = state
    run.x[: len(registers)] = registers
    if not holds:
        st[PC] = image.fail
    return not holds


def _go_on(run: Escapes) -> None:
    while (reason := function("run")(run.arrays(), BUDGET, run.image.margin)) != ANSWER:
        if reason == FULL:
            run.grow()
        else:
            assert reason == SLICE, reason  # a unification that may bind all asks for nothing else
            run.check()
