"""Where a run needs the value of an unknown: the error that says so, and what need not be decided."""

from __future__ import annotations

from typing import Any

from ...errors import NeedsValue
from ..goals import Neq
from ..committing import within
from ..resolver import Machine
from .codes import (
    COLLECT, COMMIT, FLOOR, IDENTICAL, KIND, NEEDED, NEEDING, PC, SITE, VALUE, W_DIFFERENT, W_NTH1, WAKES, E,
)  # fmt: skip
from .conditions import Conditions
from .needs import NAMES, Stands


def need(run: Conditions) -> NeedsValue:
    """The error that the goal at which the run stands needs a value."""
    st = run.st
    stands = Stands(run)
    run.shown = stands.variables()
    op, kind = run.image.code[st[PC]], int(st[NEEDING])
    if op in (KIND, IDENTICAL) and not st[WAKES]:
        name = stands.goal.name
    else:
        scope = stands.scope
        if not scope and st[FLOOR]:
            scope = run.image.place(int(run.heap[st[FLOOR]]) >> 3).goal.name
        name = scope if kind < 0 else NAMES[kind] if kind == W_NTH1 else within(NAMES[kind], scope)
        if kind >= 0:
            return run.undecided(int(st[VALUE]), name, int(st[NEEDED]) >> 3)
    return run.need(int(st[NEEDED]), name)


def decide(run: Conditions) -> None:
    """Let a goal that is not relational end, though conditions from its inside still wait.

    Raises
    ------
    NeedsValue
        One of them waits for an unknown that the outside knows, or that is handed out.
    """
    st, heap = run.st, run.heap
    pc = int(st[PC])
    is_collect = run.image.code[pc] == COLLECT
    goal = run.image.place(pc).goal
    if run.image.code[pc] == COMMIT:
        floor = int(run.x[run.image.code[pc + 1]]) >> 3
        until, inside = int(heap[floor]), set()
    else:
        y = int(st[E] + 2 + run.image.code[pc + 1 + is_collect])
        floor = int(run.envs[y + 2]) >> 3
        until, inside = int(run.envs[y + 1]), run.inside(floor)
    shown: dict[int, Any] = {}
    if is_collect:
        run.value(run.x[run.image.code[pc + 1]], shown)
    for condition in reversed(run.open_conditions(until)):
        kind = int(heap[condition + 1]) >> 3
        variables: dict[int, Any] = {}
        found: list[int] = []
        left, right = (run.value(heap[condition + n], variables) for n in (3, 4))
        if kind == W_DIFFERENT:
            machine = Machine()
            known = {variable: address for address, variable in variables.items()}
            concerned = machine.unknowns(Neq(((left, right),)).prefix(machine) or ())
            found = [known[v] for v in concerned]
            found = [a for a in found if run.is_outside(a, floor, inside) or a in shown]
        if kind != W_DIFFERENT or found:
            raise run.undecided(condition, within(NAMES[kind], goal.name), found[0] if found else None)
    st[SITE] = pc
