"""Nogoods: unit propagation by two watched groups each.

`t`, `s` and `r` are the arrays of `layout` and `memory`; `n` is the address of a nogood, `g` that of a group.
Source: M. Moskewicz et al., Chaff (2001), for the watches; G. Katsirelos and F. Bacchus, Generalized nogoods in CSPs
(2005), for nogoods of sets.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import is_narrow, narrow
from .layout import DECISION, DEPTH, END, FIRST, N_VARIABLES, STRIDE, TRAIL, UNDO, VARIABLE_SIZE, Problem, State
from .layout import VARIABLES as FIRST_VARIABLE
from .memory import (
    BEFORE,
    CHUNK,
    ENTRIES,
    ENTRY_SIZE,
    FAILED,
    FOLLOWED,
    FOLLOWING,
    GROUP,
    HELD,
    LARGEST,
    LAST,
    LEARNED,
    LEVEL,
    LITERALS,
    N_HELD,
    OWNER,
    REASON,
    RECORD_SIZE,
    ROOM,
    SPARE,
    STOP,
    USED,
    VARIABLES,
    W_HEADER,
    W_ROOM,
    W_USED,
    WATCHED,
    WORD_SIZE,
    WORDS,
    Memory,
    Watches,
)


@kernel
def word_record(r: Memory, at: int) -> int:
    """The address of the record of the word at `at`."""
    return r[WORDS] + WORD_SIZE // STRIDE * at


@kernel
def variable_record(t: Problem, r: Memory, v: int) -> int:
    """The address of the record of variable `v`."""
    return r[VARIABLES] + (v - t[FIRST_VARIABLE]) // VARIABLE_SIZE * RECORD_SIZE


@kernel
def owner(r: Memory, at: int) -> int:
    """The variable that the word at `at` belongs to."""
    return r[word_record(r, at) + OWNER]


@kernel
def note(s: State, r: Memory, reason: int, begin: int) -> None:
    """The entries of the trail from `begin` on were made for `reason`."""
    for i in range(begin, s[TRAIL]):
        word = word_record(r, s[s[UNDO] + 2 * i])
        entry = r[ENTRIES] + ENTRY_SIZE * i
        r[entry + REASON] = reason
        r[entry + BEFORE] = r[word + LAST]
        r[entry + LEVEL] = s[DEPTH]
        r[word + LAST] = i


@kernel
def group_end(r: Memory, n: int, g: int) -> int:
    """Where the group that begins at `g` ends."""
    v, stop = owner(r, r[g]), r[n + STOP]
    g += 2
    while g < stop and owner(r, r[g]) == v:
        g += 2
    return g


@kernel
def is_true(s: State, r: Memory, g: int, end: int) -> bool:
    """Whether the words of the group from `g` to `end` lie within their masks."""
    for i in range(g, end, 2):  # noqa: SIM110  kernels know no all()
        if s[r[i]] & ~r[i + 1]:
            return False
    return True


@kernel
def refute(t: Problem, s: State, r: Memory, n: int, g: int) -> bool:
    """The group at `g` of nogood `n` becomes false: the value is in a word of it, outside of the mask."""
    v = owner(r, r[g])
    begin, end = s[TRAIL], group_end(r, n, g)
    s[DECISION] += 1
    ok = True
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        new = 0
        for i in range(g, end, 2):
            if r[i] == at:
                new = s[at] & ~r[i + 1]
        if new != s[at]:
            ok = narrow(t, s, v, at, new)
    note(s, r, -n, begin)
    return ok


@kernel
def follow(t: Problem, s: State, r: Memory, w: Watches) -> bool:
    """Every nogood whose groups but one are true makes that false; False if all of one are true, then FAILED."""
    while r[FOLLOWED] < s[TRAIL]:
        at = s[s[UNDO] + 2 * r[FOLLOWED]]
        r[FOLLOWED] += 1
        if not visit(t, s, r, w, owner(r, at)):
            return False
    return True


@kernel
def visit(t: Problem, s: State, r: Memory, w: Watches, v: int) -> bool:
    """`follow` for the nogoods watched by variable `v`, which has changed."""
    first = variable_record(t, r, v) + WATCHED
    chunk, at, narrow = r[first], t[v + FIRST], is_narrow(t, v)
    i = chunk + HELD
    while chunk:
        if i == chunk + HELD + 2 * w[chunk + N_HELD]:
            chunk = w[chunk + FOLLOWING]
            i = chunk + HELD
            continue
        if narrow and s[at] & ~w[i]:
            i += 2
            continue
        n, which = w[i + 1] >> 1, w[i + 1] & 1
        g, other = r[n + GROUP + which], r[n + GROUP + 1 - which]
        if (not narrow and not is_true(s, r, g, group_end(r, n, g))) or is_false(t, s, r, n, other):
            i += 2
            continue
        found = open_group(s, r, n, g, other)
        if found:
            head = r[first]
            drop_watch(r, w, first, i)
            watch_group(t, r, w, n, which, found)
            if head == chunk and r[first] != head:
                chunk = r[first]
                i = chunk + HELD
            continue
        if is_true(s, r, other, group_end(r, n, other)):
            r[FAILED] = -n
            return False
        refute(t, s, r, n, other)
        i += 2
    return True


@kernel
def drop_watch(r: Memory, w: Watches, first: int, i: int) -> None:
    """The watch at `i` goes from the list whose first chunk is r[first]; the last of that chunk takes its place."""
    head = r[first]
    last = head + HELD + 2 * w[head + N_HELD] - 2
    w[i], w[i + 1] = w[last], w[last + 1]
    w[head + N_HELD] -= 1
    if w[head + N_HELD] == 0:
        r[first] = w[head + FOLLOWING]
        w[head + FOLLOWING] = w[SPARE]
        w[SPARE] = head


@kernel
def watch_group(t: Problem, r: Memory, w: Watches, n: int, which: int, g: int) -> None:
    """Watch the group at `g` of nogood `n`."""
    first = variable_record(t, r, owner(r, r[g])) + WATCHED
    r[n + GROUP + which] = g
    head = r[first]
    if head == 0 or HELD + 2 * w[head + N_HELD] == CHUNK:
        if w[SPARE]:
            head = w[SPARE]
            w[SPARE] = w[head + FOLLOWING]
        else:
            head = w[W_USED]
            w[W_USED] += CHUNK
        w[head + FOLLOWING] = r[first]
        w[head + N_HELD] = 0
        r[first] = head
    i = head + HELD + 2 * w[head + N_HELD]
    w[i], w[i + 1] = r[g + 1], 2 * n + which
    w[head + N_HELD] += 1


@kernel
def is_false(t: Problem, s: State, r: Memory, n: int, g: int) -> bool:
    """Whether the variable of the group at `g` has one word, and no value of the mask in it."""
    return is_narrow(t, owner(r, r[g])) and s[r[g]] & r[g + 1] == 0


@kernel
def is_full(t: Problem, r: Memory, w: Watches) -> bool:
    """Whether there may be no room for another nogood and its watches."""
    chunks = t[N_VARIABLES] + (2 * r[LEARNED] + 2) // ((CHUNK - HELD) // 2) + 2
    return r[USED] + r[LARGEST] > r[ROOM] or W_HEADER + CHUNK * chunks > w[W_ROOM]


@kernel
def open_group(s: State, r: Memory, n: int, g: int, other: int) -> int:
    """A group of nogood `n` that is not true, beside those at `g` and `other`; 0 if there is none."""
    i = n + LITERALS
    while i < r[n + STOP]:
        end = group_end(r, n, i)
        if i != g and i != other and not is_true(s, r, i, end):
            return i
        i = end
    return 0
