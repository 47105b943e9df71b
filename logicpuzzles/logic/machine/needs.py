"""Which goal of a run met an unknown or an error, and which goal asked for it: what the resolver's messages say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .assembler import Place
from .clauses import Site
from .codes import CALLER, CP, HALT, NATIVE, PC, PRIMITIVE, W_COMPARE, W_DIFFERENT, W_IS, W_NTH1, WAKES, E
from .memory import Memory
from .symbols import COMPARISONS

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

    def __init__(self, run: Memory) -> None:
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
        """The variables that have names, with their cells: of the goal, and of those that wait for it.

        Of the goal there are none while what was called is run.
        """
        run = self.run
        waiting = [
            (v, int(run.envs[e + 2 + n]))
            for place, e in self.frames()
            for v, (kind, n) in place.where.items()
            if kind == "y"
        ]
        if self.is_called:
            op, number = run.image.code[run.st[PC] : run.st[PC] + 2].tolist()
            called = getattr(self.goal, "predicate", None)
            if op not in (NATIVE, PRIMITIVE) or called is not run.image.predicates[number]:
                return waiting
            own = zip(self.goal.args, run.x.tolist(), strict=False)  # it stands before the called one's code
            return [*waiting, *own]
        slots = int(run.st[E]) + 2
        where = self.place.where.items()
        return [*waiting, *((v, int(run.x[n] if kind == "x" else run.envs[slots + n])) for v, (kind, n) in where)]

    def callers(self) -> Iterator[Site]:
        """Where the goals stand that wait for this one and speak for what is inside them, from the innermost out."""
        return (place.goal.site for place, _ in self.frames() if getattr(place.goal, "elsewhere", False))

    def frames(self) -> Iterator[tuple[Place, int]]:
        """What waits for the goal, from the innermost out, with its environments."""
        run = self.run
        if self.at_end:
            return
        following, e = int(run.st[CP]), int(run.st[E])
        if e > 0 and int(run.envs[e + 1]) >> 16 == following:  # its clause has called nothing yet
            e = int(run.envs[e])
        while True:
            yield run.image.place(following - 1), e
            if e <= 0:
                return
            following, e = int(run.envs[e + 1]) >> 16, int(run.envs[e])
