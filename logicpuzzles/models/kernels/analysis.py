"""What is learned from a conflict: a nogood of which one group alone became true at the level of the conflict.

Sources: J. Marques-Silva and K. Sakallah, GRASP (1999); G. Katsirelos and F. Bacchus, Generalized nogoods in CSPs
(2005).
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import is_fixed, lowest
from .layout import DECISION, DEPTH, END, FIRST, LEVEL_SIZE, LEVELS, STRIDE, TRAIL, UNDO, Problem, State
from .memory import (
    AGE,
    ANALYSIS,
    BASE,
    BASE_OF,
    BEFORE,
    CLOCK,
    CONFLICTS,
    ENTRIES,
    ENTRY_SIZE,
    FAILED,
    FOLLOWED,
    LAST,
    LEARNED,
    LISTED,
    LITERALS,
    MARKS,
    MASK,
    N_TOUCHED,
    PENDING,
    QUALITY,
    REASON,
    SAVED,
    STOP,
    TOUCHED,
    USED,
    Memory,
    Watches,
)
from .minimising import level_within, minimise
from .needs import need, put_mask
from .nogoods import owner, refute, variable_record, watch_group, word_record
from .reasons import explain


@kernel
def is_empty(t: Problem, s: State, v: int) -> bool:
    """Whether no value is left of `v`."""
    for at in range(t[v + FIRST], t[v + END], STRIDE):  # noqa: SIM110  kernels know no all()
        if s[at]:
            return False
    return True


@kernel
def undo_last(t: Problem, s: State, r: Memory) -> None:
    """Take back the last change."""
    i = s[TRAIL] - 1
    at = s[s[UNDO] + 2 * i]
    s[at] = s[s[UNDO] + 2 * i + 1]
    r[word_record(r, at) + LAST] = r[r[ENTRIES] + ENTRY_SIZE * i + BEFORE]
    s[TRAIL] = i


@kernel
def retreat(t: Problem, s: State, r: Memory, depth: int) -> None:
    """Take back all changes above level `depth`; the values that variables had are remembered."""
    if depth >= s[DEPTH]:
        return
    start = s[s[LEVELS] + LEVEL_SIZE * depth + 2]
    while s[TRAIL] > start:
        v = owner(r, s[s[UNDO] + 2 * s[TRAIL] - 2])
        if is_fixed(t, s, v) and not is_empty(t, s, v):
            r[variable_record(t, r, v) + SAVED] = lowest(t, s, v)
        undo_last(t, s, r)
    s[DEPTH] = depth
    s[DECISION] += 1
    r[FOLLOWED] = start


@kernel
def begin_level(t: Problem, s: State, r: Memory) -> None:
    """Words that changed at the current level are noted as they were before it, and pending literals are counted."""
    r[CLOCK] += 1
    r[ANALYSIS] = r[CLOCK]
    for i in range(s[TRAIL] - 1, s[s[LEVELS] + LEVEL_SIZE * (s[DEPTH] - 1) + 2] - 1, -1):
        word = word_record(r, s[s[UNDO] + 2 * i])
        r[word + BASE] = s[s[UNDO] + 2 * i + 1]
        r[word + BASE_OF] = r[ANALYSIS]
    for i in range(r[N_TOUCHED]):
        word = word_record(r, r[r[TOUCHED] + i])
        mask = r[word + MASK]
        r[word + MASK] = -1
        put_mask(t, r, word, mask)


@kernel
def level_of(s: State, r: Memory, at: int) -> int:
    """The level at which the word at `at` came to lie within its mask."""
    return level_within(s, r, at, r[word_record(r, at) + MASK])


@kernel
def conflict_level(t: Problem, s: State, r: Memory) -> int:
    """The level at which the last of the needed literals became true."""
    level = 0
    for i in range(r[N_TOUCHED]):
        at = r[r[TOUCHED] + i]
        if r[word_record(r, at) + MASK] != -1:
            level = max(level, level_of(s, r, at))
    return level


@kernel
def need_conflict(t: Problem, s: State, r: Memory) -> None:
    """What the last failure needs: that a domain is empty, or literals by which a propagator or nogood fails."""
    r[N_TOUCHED] = 0
    r[PENDING] = 0
    r[ANALYSIS] = 0
    v = owner(r, s[s[UNDO] + 2 * s[TRAIL] - 2])
    if r[FAILED] > 0 and is_empty(t, s, v):
        for at in range(t[v + FIRST], t[v + END], STRIDE):
            need(t, r, at, 0)
    else:
        explain(t, s, r, r[FAILED], 0, 0, 0)


@kernel
def resolve(t: Problem, s: State, r: Memory) -> int:
    """Walk the trail back until one variable alone is pending, replacing literals by their reasons; that variable.

    A literal that an entry made true is weakened to what was true before it, and joined by the reason for the values
    that it needs gone.
    """
    while True:
        i = s[TRAIL] - 1
        at = s[s[UNDO] + 2 * i]
        old = s[s[UNDO] + 2 * i + 1]
        word = word_record(r, at)
        gone = old & ~r[word + MASK]
        v = owner(r, at)
        if gone and r[PENDING] == 1 and not is_empty(t, s, v):
            return v
        undo_last(t, s, r)
        if gone:
            put_mask(t, r, word, r[word + MASK] | old)
            explain(t, s, r, r[r[ENTRIES] + ENTRY_SIZE * i + REASON], v, at, gone)


@kernel
def drop_needs(r: Memory) -> None:
    """Nothing is needed any more."""
    for i in range(r[N_TOUCHED]):
        word = word_record(r, r[r[TOUCHED] + i])
        r[word + LISTED] = 0
        r[word + MASK] = -1


@kernel
def emit(t: Problem, r: Memory, n: int, v: int) -> None:
    """Append the literals of variable `v` to nogood `n`; they are needed no more."""
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        word = word_record(r, at)
        if r[word + MASK] != -1:
            r[r[USED]] = at
            r[r[USED] + 1] = r[word + MASK]
            r[USED] += 2
            put_mask(t, r, word, -1)


@kernel
def learn(t: Problem, s: State, r: Memory, w: Watches, v: int, floor: int) -> None:
    """Store what is needed as a nogood whose first group is that on `v`; take back changes to where it asserts.

    Its second group is one that became true last. Levels up to `floor` are kept.
    """
    n = r[USED]
    r[USED] = n + LITERALS
    emit(t, r, n, v)
    second, highest, n_levels = 0, 0, 1
    retreat(t, s, r, s[DEPTH] - 1)
    minimise(t, s, r)
    for i in range(r[N_TOUCHED]):
        at = r[r[TOUCHED] + i]
        word = word_record(r, at)
        r[word + LISTED] = 0
        if r[word + MASK] == -1:
            continue
        u = owner(r, at)
        level = 0
        for place in range(t[u + FIRST], t[u + END], STRIDE):
            if r[word_record(r, place) + MASK] != -1:
                level = max(level, level_of(s, r, place))
        if level == 0:
            for place in range(t[u + FIRST], t[u + END], STRIDE):
                put_mask(t, r, word_record(r, place), -1)
            continue
        if level > highest:
            highest, second = level, r[USED]
        if r[r[MARKS] + level] != r[CLOCK]:
            r[r[MARKS] + level] = r[CLOCK]
            n_levels += 1
        emit(t, r, n, u)
    r[n + STOP] = r[USED]
    r[n + QUALITY] = n_levels
    r[n + AGE] = r[CONFLICTS]
    r[LEARNED] += 1
    retreat(t, s, r, max(highest, floor))
    refute(t, s, r, n, n + LITERALS)
    if second or floor:
        watch_group(t, r, w, n, 0, n + LITERALS)
        watch_group(t, r, w, n, 1, second if second else n + LITERALS)
    else:  # it holds at the root, and is needed no more
        r[USED] = n
        r[LEARNED] -= 1
