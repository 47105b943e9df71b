"""Minimising what is learned: literals that follow from others of the same nogood are left out.

The trail is walked back once, and the reasons of what made literals true are noted, and of what made these true, and
so on; walked forth again, it shows what follows from the literals kept so far. A literal of which a part follows asks
for the rest only.
Source: N. Sorensson and A. Biere, Minimizing learned clauses (2009), here on sets of values and reasons that are worked
out only now.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from . import layout
from .layout import LEVEL_SIZE, LEVELS, TRAIL, UNDO, Problem, State
from .memory import (
    ANALYSIS,
    ARENA,
    ARENA_END,
    BEFORE,
    BUMP,
    CLOCK,
    DECIDED,
    DERIVED,
    ENTRIES,
    ENTRY_SIZE,
    LAST,
    LEVEL,
    LISTED,
    MARKS,
    MASK,
    N_TOUCHED,
    N_WANTED,
    NOGOOD,
    REASON,
    ROOT,
    TOUCHED,
    WANTED,
    WANTED_WORDS,
    Memory,
)
from .nogoods import owner, word_record
from .reasons import explain

MOST_REASONS = 100  # that are worked out for one nogood


@kernel
def level_within(s: State, r: Memory, at: int, mask: int) -> int:
    """The level at which the word at `at` came to lie within `mask`."""
    i = r[word_record(r, at) + LAST]
    while i >= 0:
        entry = r[ENTRIES] + ENTRY_SIZE * i
        if s[s[UNDO] + 2 * i + 1] & ~mask:
            return r[entry + LEVEL]
        i = r[entry + BEFORE]
    return 0


@kernel
def want(r: Memory, at: int, mask: int) -> None:
    """It is asked whether the word at `at` follows to lie within `mask`."""
    word = word_record(r, at)
    if r[word + WANTED] == -1:
        r[r[WANTED_WORDS] + r[N_WANTED]] = at
        r[N_WANTED] += 1
        r[word + DERIVED] = r[word + ROOT]
    r[word + WANTED] &= mask


@kernel
def minimise(t: Problem, s: State, r: Memory) -> None:
    """Leave out of the literals that are needed what follows from the others."""
    n, bump, lowest = r[N_TOUCHED], r[BUMP], 0
    r[N_WANTED], r[ANALYSIS], r[BUMP] = 0, 0, 0
    n_literals = 0
    for i in range(n):
        at = r[r[TOUCHED] + i]
        word = word_record(r, at)
        r[word + LISTED] = 0
        mask = r[word + MASK]
        level = level_within(s, r, at, mask) if mask != -1 else 0
        r[word + NOGOOD] = mask if level else -1
        r[word + MASK] = -1
        if level:
            n_literals += 1
            want(r, at, mask)
            r[r[MARKS] + level] = -r[CLOCK]
            lowest = level if lowest == 0 else min(lowest, level)
    n_nogood, r[N_TOUCHED] = r[N_WANTED], 0
    if n_literals > 1:
        stop = s[s[LEVELS] + LEVEL_SIZE * (lowest - 1) + 2]
        last = s[TRAIL]
        top = walk_back(t, s, r, stop, r[ARENA])
        walk_forth(s, r, last, top)
    for i in range(r[N_WANTED]):
        at = r[r[WANTED_WORDS] + i]
        word = word_record(r, at)
        r[word + WANTED] = -1
        if i < n_nogood:
            r[word + MASK], r[word + NOGOOD] = r[word + NOGOOD], -1
            r[word + LISTED] = 1
            r[r[TOUCHED] + r[N_TOUCHED]] = at
            r[N_TOUCHED] += 1
    r[BUMP] = bump


@kernel
def is_cheap(t: Problem, reason: int) -> bool:
    """Whether a reason is a nogood, or a propagator's that is soon worked out.

    With the reasons of all kinds nogoods of nonograms became a third shorter, but as many were needed, and each took a
    third longer; with those of sums, Steiner triples of 9 points and partitions of 40 to 56 numbers took an eighth
    longer.
    """
    if reason < 0:
        return True
    kind = t[reason + layout.KIND]
    if kind == layout.UNEQUAL_SUM or kind == layout.ALL_DIFFERENT or kind == layout.ALL_EQUAL:
        return True
    return kind == layout.COUNT or kind == layout.PRODUCT or kind == layout.ELEMENT or kind == layout.INVERSE


@kernel
def walk_back(t: Problem, s: State, r: Memory, stop: int, top: int) -> int:
    """Go back to entry `stop` of the trail, noting reasons; where the notes end.

    A note has pairs of a word and a mask, then how many pairs, the values gone and the entry; it is left out where one
    of them became true at a level of which no literal is.
    """
    n_reasons = 0
    while s[TRAIL] > stop:
        i = s[TRAIL] - 1
        at, entry = s[s[UNDO] + 2 * i], r[ENTRIES] + ENTRY_SIZE * i
        word = word_record(r, at)
        old = s[s[UNDO] + 2 * i + 1]
        s[s[UNDO] + 2 * i + 1], s[at] = s[at], old
        s[TRAIL] = i
        r[word + LAST] = r[entry + BEFORE]
        gone = old & ~r[word + WANTED] & ~s[s[UNDO] + 2 * i + 1]
        if gone == 0 or r[entry + REASON] == DECIDED or n_reasons == MOST_REASONS:
            continue
        if r[r[MARKS] + r[entry + LEVEL]] != -r[CLOCK]:
            continue
        if not is_cheap(t, r[entry + REASON]):
            continue
        n_reasons += 1
        explain(t, s, r, r[entry + REASON], owner(r, at), at, gone)
        top = noted(s, r, i, gone, top)
    return top


@kernel
def noted(s: State, r: Memory, i: int, gone: int, top: int) -> int:
    """Note what is needed as the reason why entry `i` has `gone`, at `top`; where the notes end then."""
    to = top
    fits = top + 2 * r[N_TOUCHED] + 3 <= r[ARENA_END]
    for j in range(r[N_TOUCHED]):
        at = r[r[TOUCHED] + j]
        word = word_record(r, at)
        mask = r[word + MASK]
        r[word + MASK] = -1
        r[word + LISTED] = 0
        level = level_within(s, r, at, mask) if fits and mask != -1 else 0
        if level and r[r[MARKS] + level] != -r[CLOCK]:
            fits = False
        elif level:
            r[to], r[to + 1] = at, mask
            to += 2
    r[N_TOUCHED] = 0
    if not fits:
        return top
    for j in range(top, to, 2):
        want(r, r[j], r[j + 1])
    r[to], r[to + 1], r[to + 2] = (to - top) // 2, gone, i
    return to + 3


@kernel
def walk_forth(s: State, r: Memory, last: int, top: int) -> None:
    """Go forth to entry `last` of the trail again; of each literal of the nogood only that is left which must be."""
    while s[TRAIL] < last:
        i = s[TRAIL]
        at = s[s[UNDO] + 2 * i]
        word = word_record(r, at)
        old = s[at]
        s[at], s[s[UNDO] + 2 * i + 1] = s[s[UNDO] + 2 * i + 1], old
        r[word + LAST] = i
        s[TRAIL] = i + 1
        if top > r[ARENA] and r[top - 1] == i:
            n, gone = r[top - 3], r[top - 2]
            top -= 2 * n + 3
            follows = True
            for j in range(top, top + 2 * n, 2):
                if r[word_record(r, r[j]) + DERIVED] & ~r[j + 1]:
                    follows = False
            if follows:
                r[word + DERIVED] &= ~gone
        mask = r[word + NOGOOD]
        if mask != -1 and s[at] & ~mask == 0 and old & ~mask:
            missing = r[word + DERIVED] & ~mask
            r[word + NOGOOD] = ~missing if missing else -1
            r[word + DERIVED] &= mask
