"""Why propagators remove values, as learning is told it, compared with all solutions of a problem."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from logicpuzzles.models.kernels import layout, memory
from logicpuzzles.models.kernels.analysis import drop_needs, is_empty, retreat, undo_last
from logicpuzzles.models.kernels.domains import clip, highest, is_fixed, nth, size
from logicpuzzles.models.kernels.layout import CONFLICT, OK
from logicpuzzles.models.kernels.nogoods import note, owner, word_record
from logicpuzzles.models.kernels.reasons import explain
from logicpuzzles.models.kernels.revising import revise
from logicpuzzles.models.kernels.search import pop, variable
from logicpuzzles.models.learning import memory_for
from logicpuzzles.models.loading import int64s
from logicpuzzles.models.packed import Packed, record

Literals = dict[int, int]  # masks, by the address of their word
Told = tuple[int, int, int, Literals]  # a propagator, a word and the values gone of it (0, 0: it fails), and why
_WORD = 0xFFFFFFFFFFFFFFFF


class Run:
    """The propagators of a model run uncompiled below random decisions, as the engine learning runs them.

    Those of the kinds `without` do nothing, so that others find what these would have found.
    """

    def __init__(self, packed: Packed, without: Collection[int] = ()) -> None:
        self.without = without
        self.packed, self.t, self.s = packed, packed.t, packed.s[:]
        self.r = list(memory_for(packed, int64s(self.s)))
        for at in self.words():
            self.r[word_record(self.r, at) + memory.ROOT] = self.s[at]
            self.r[word_record(self.r, at) + memory.START] = self.s[at]

    def words(self) -> list[int]:
        """The addresses of all words."""
        n = self.t[layout.N_VARIABLES]
        variables = [record(i) for i in range(n)]
        return [at for v in variables
                for at in range(self.t[v + layout.FIRST], self.t[v + layout.END], layout.STRIDE)]  # fmt: skip

    def settle(self) -> int | None:
        """Run what waits; the propagator that fails, 0 for none, None where Python would be asked."""
        s = self.s
        while s[layout.WAITING] or s[layout.WAITING + 1]:
            p = pop(self.t, s, 0 if s[layout.WAITING] else 1)
            if self.t[p + layout.KIND] in self.without:
                continue
            begin = s[layout.TRAIL]
            s[layout.DECISION] += 1
            outcome = revise(self.t, s, p)
            note(s, self.r, p, begin)
            if outcome != OK:
                return p if outcome == CONFLICT else None
        return 0

    def decide(self, draw: random.Random) -> bool:
        """Give a random variable one of its values, or take a part of them; False if all are fixed."""
        t, s = self.t, self.s
        left = [v for i in range(t[layout.N_VARIABLES]) if not is_fixed(t, s, v := variable(t, i))]
        if not left:
            return False
        v = draw.choice(left)
        k = nth(t, s, v, draw.randrange(size(t, s, v)))
        self.fix(v, k, draw.random() < 0.6)
        return True

    def fix(self, v: int, k: int, whole: bool = True) -> None:
        """Variable `v` has value `k`; or where not `whole`, it loses the values up to `k`, or those from it on."""
        t, s = self.t, self.s
        level = s[layout.LEVELS] + layout.LEVEL_SIZE * s[layout.DEPTH]
        s[level : level + 3] = v, k, s[layout.TRAIL]
        s[layout.DEPTH] += 1
        s[layout.DECISION] += 1
        begin, last = s[layout.TRAIL], highest(t, s, v)
        if whole:
            clip(t, s, v, k, k)
        elif k < last:
            clip(t, s, v, k + 1, last)
        else:
            clip(t, s, v, 0, k - 1)
        note(s, self.r, memory.DECIDED, begin)

    def why(self, reason: int, v: int = 0, at: int = 0, gone: int = 0) -> Literals:
        """The literals that are told; for a failure without a variable."""
        r = self.r
        r[memory.N_TOUCHED] = r[memory.PENDING] = r[memory.ANALYSIS] = 0
        explain(self.t, self.s, r, reason, v, at, gone)
        touched = [r[r[memory.TOUCHED] + i] for i in range(r[memory.N_TOUCHED])]
        found = {one: r[word_record(r, one) + memory.MASK] for one in touched}
        drop_needs(r)
        return found

    def told(self, draw: random.Random | None) -> Iterator[Told]:
        """Go down by random decisions to a failure or an assignment, then back up: each removal with its reason.

        Without decisions where `draw` is None.
        """
        t, s, r = self.t, self.s, self.r
        failed = self.settle()
        while draw and failed == 0 and s[layout.DEPTH] < t[layout.N_VARIABLES] and self.decide(draw):
            failed = self.settle()
        if failed is None:
            return
        if failed and not (s[layout.TRAIL] and is_empty(t, s, owner(r, s[s[layout.UNDO] + 2 * s[layout.TRAIL] - 2]))):
            yield failed, 0, 0, self.checked(self.why(failed))
        while s[layout.TRAIL]:
            i = s[layout.TRAIL] - 1
            reason = r[r[memory.ENTRIES] + memory.ENTRY_SIZE * i + memory.REASON]
            at = s[s[layout.UNDO] + 2 * i]
            gone = s[s[layout.UNDO] + 2 * i + 1] & ~s[at]
            undo_last(t, s, r)
            if reason != memory.DECIDED:
                part = gone
                if draw and draw.random() < 0.5:  # an analysis seldom needs all that are gone
                    part = sum(1 << k for k in range(64) if gone >> k & 1 and draw.random() < 0.5) or gone
                yield reason, at, part, self.checked(self.why(reason, owner(r, at), at, part))
        retreat(t, s, r, 0)

    def checked(self, literals: Literals) -> Literals:
        """The literals, all of which must be true now."""
        for at, mask in literals.items():
            assert self.s[at] & ~mask == 0
        return literals


class Solutions:
    """All solutions, each as one integer: the words of all variables, one after the other.

    Parameters
    ----------
    rows
        Values in the order of `packed.order`.
    """

    def __init__(self, packed: Packed, rows: Iterable[Sequence[Any]]) -> None:
        self.place: dict[int, int] = {}
        firsts = []
        for i in range(len(packed.order)):
            first, end = packed.t[record(i) + layout.FIRST], packed.t[record(i) + layout.END]
            firsts.append(64 * len(self.place))
            for at in range(first, end, layout.STRIDE):
                self.place[at] = 64 * len(self.place)
        bits = [{value: 1 << (first + k) for k, value in enumerate(decode)}
                for first, decode in zip(firsts, packed.decode, strict=True)]  # fmt: skip
        self.rows = [sum(of[value] for of, value in zip(bits, row, strict=True)) for row in rows]

    def imply(self, told: Told) -> bool:
        """Whether none within the literals has one of the values that are gone."""
        _, at, gone, literals = told
        outside = sum((~mask & _WORD) << self.place[w] for w, mask in literals.items())
        values = gone << self.place[at] if at else -1
        return not any(row & outside == 0 and row & values for row in self.rows)
