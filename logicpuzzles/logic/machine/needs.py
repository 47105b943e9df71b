"""Which goal of a run met an unknown or an error, and which goal asked for it: what the resolver's messages say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...errors import NeedsValue
from ..goals import Neq
from ..resolver import Machine
from .clauses import Site
from .codes import (
    CALLER, COLLECT, CP, FLOOR, HALT, IDENTICAL, KIND, NATIVE, NEEDED, NEEDING, NIL, PC, PRIMITIVE, SITE, VALUE,
    W_COMPARE, W_DIFFERENT, W_IS, W_NTH1, WAKES, E,
)  # fmt: skip
from .symbols import COMPARISONS

if TYPE_CHECKING:
    from .conditions import Conditions

NAMES = {W_DIFFERENT: "neq", W_IS: "is", W_NTH1: "nth1"} | {
    W_COMPARE + test: name for test, (_, name) in COMPARISONS.items()
}


class Stands:
    """Where a run stands.

    Attributes
    ----------
    goal, scope
        The goal that it runs, None before the first; and the goal that is not relational around its tests.
    """

    def __init__(self, run: Conditions) -> None:
        self.run = run
        pc, st = int(run.st[PC]), run.st
        waking = int(st[WAKES] != 0)  # at the goal that follows what woke conditions
        self.place = run.image.place(pc - waking)
        self.at_end = run.image.code[pc] == HALT
        self.is_called = self.place.goal is None or run.image.code[pc] == PRIMITIVE
        if not self.at_end and self.is_called:
            self.place = run.image.place(int(st[CALLER]))
        self.goal, self.scope = self.place.goal, self.place.scope

    @property
    def site(self) -> Site:
        """Where the goal stands."""
        return getattr(self.goal, "site", None)

    def variables(self) -> list[tuple[Any, int]]:
        """The variables of the goal that have names, with their cells; none while what was called is run."""
        run = self.run
        if self.is_called:
            op, number = run.image.code[run.st[PC] : run.st[PC] + 2].tolist()
            called = getattr(self.goal, "predicate", None)
            if op not in (NATIVE, PRIMITIVE) or called is not run.image.predicates[number]:
                return []
            return list(zip(self.goal.args, run.x.tolist(), strict=False))  # it stands before the called one's code
        slots = int(run.st[E]) + 2
        return [(v, int(run.x[n] if kind == "x" else run.envs[slots + n])) for v, (kind, n) in self.place.where.items()]

    def callers(self) -> Iterator[Site]:
        """Where the goals stand that wait for this one and speak for what is inside them, from the innermost out."""
        run = self.run
        if self.at_end:
            return
        following, e = int(run.st[CP]), int(run.st[E])
        while True:
            goal = run.image.place(following - 1).goal
            if getattr(goal, "elsewhere", False):
                yield goal.site
            if e <= 0:
                return
            following, e = int(run.envs[e + 1]) >> 16, int(run.envs[e])


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
        name = scope if kind < 0 else NAMES[kind] if kind == W_NTH1 else f"{NAMES[kind]} inside {scope}"
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
    y = int(st[E] + 2 + run.image.code[pc + 1 + is_collect])
    goal = run.image.place(pc).goal
    floor = int(run.envs[y + 2]) >> 3
    inside: set[int] = set()
    cell = int(heap[floor + 1])
    while cell != NIL:
        inside.add(run.end(int(heap[cell >> 3])))
        cell = int(heap[(cell >> 3) + 1])
    shown: dict[int, Any] = {}
    if is_collect:
        run.value(run.x[run.image.code[pc + 1]], shown)
    for condition in reversed(run.open_conditions(int(run.envs[y + 1]))):
        kind = int(heap[condition + 1]) >> 3
        variables: dict[int, Any] = {}
        found: list[int] = []
        left, right = (run.value(heap[condition + n], variables) for n in (3, 4))
        if kind == W_DIFFERENT:
            machine = Machine()
            known = {variable: address for address, variable in variables.items()}
            concerned = machine.unknowns(Neq(((left, right),)).prefix(machine) or ())
            found = [known[v] for v in concerned]
            found = [a for a in found if run.born(a) < floor and a << 3 not in inside or a in shown]
        if kind != W_DIFFERENT or found:
            raise run.undecided(condition, f"{NAMES[kind]} inside {goal.name}", found[0] if found else None)
    st[SITE] = pc
