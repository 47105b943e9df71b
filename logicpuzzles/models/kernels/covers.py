"""The propagator of exact covers, and the choice of the item with the fewest options.

A record of kind COVER is longer than others: t[p + OPTIONS] and so on, as named here. Its part of the cache in `s`
holds what could be read from the domains at any time, in an order that saves looking at most of them.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import clip, drop, is_fixed
from .layout import (
    CACHE,
    COVERS,
    COVERS_END,
    DECISION,
    DEPTH,
    DICE,
    FIRST,
    LEVEL_SIZE,
    LEVELS,
    NUMBER,
    QUEUED,
    STAMP,
    STRIDE,
    VALUE,
    Problem,
    State,
)

# How many options and items, how many of these must be covered (they come first), and where in t the options are
# described, OPTION words each, and then the items, two words each: where the numbers of its options lie.
N_OPTIONS, N_ITEMS, N_PRIMARY, OPTIONS, ITEMS = range(NUMBER, NUMBER + 5)
# Of an option: its variable and value, the bit of that in its word, and where its items lie.
VARIABLE, BIT_NUMBER, MASK, BEGIN, END = range(5)
OPTION = 5
# Where in the cache: three numbers (OPEN, NOTED, SETTLED); all options, those that may be open first; the address and
# the bit of each in s; for each item how many options it has, which one covers it or -1, the exclusive or of its
# options, and the only variable that has some or -1; the levels. The first items are variables with several options.
OWN, LIST, WORD, BIT, COUNT, TAKER, ONLY, OWNER, NOTES, N_PIECES = range(NUMBER + 5, NUMBER + 15)
OPEN, NOTED, SETTLED = range(3)  # how many may be open; how many levels are noted; 1 + DECISION when last at its end
NOTE = 3  # of a level: its depth, the number of its decision, and OPEN before
FAILED, SETTLING, DONE = range(3)


@kernel
def cover(t: Problem, s: State, p: int) -> bool:
    """Each primary item of propagator `p` can still be covered by one option, each other item by one at most.

    A chosen option excludes all others that share an item with it; the only option of an item is chosen, and the only
    variable that has options of it loses all others. This is generalised arc consistency of each item by itself. (For
    all together it would decide exact cover, which is NP-complete.)
    Source: D. E. Knuth, TAOCP 4B (2022), 7.2.2.1, with sparse sets for the dancing links.
    """
    own, queued = s[CACHE] + t[p + OWN], t[p + QUEUED]
    if s[own + SETTLED] == 0:
        begin(t, s, p)
    rewind(t, s, p)
    s[queued] = 1  # it comes to its end by itself, and need not run again for what it changes
    ok = settle(t, s, p)
    s[queued] = 0
    s[own + SETTLED] = s[DECISION] + 1
    return ok


@kernel
def begin(t: Problem, s: State, p: int) -> None:
    """Fill the cache at the first call."""
    n, options, cache = t[p + N_OPTIONS], t[p + OPTIONS], s[CACHE]
    s[cache + t[p + OWN] + OPEN] = n
    for i in range(n):
        option = options + OPTION * i
        k = t[option + BIT_NUMBER]
        s[cache + t[p + LIST] + i] = i
        s[cache + t[p + WORD] + i] = t[t[option + VARIABLE] + FIRST] + STRIDE * (k >> 6)
        s[cache + t[p + BIT] + i] = t[option + MASK]


@kernel
def rewind(t: Problem, s: State, p: int) -> None:
    """What was found closed below decisions that are taken back may be open again; note the level of the search."""
    own = s[CACHE] + t[p + OWN]
    notes, levels, depth = s[CACHE] + t[p + NOTES], s[LEVELS] + STAMP - LEVEL_SIZE, s[DEPTH]
    n = s[own + NOTED]
    while n:
        note = notes + NOTE * (n - 1)
        begun = s[note]
        if begun == 0 or (begun <= depth and s[levels + LEVEL_SIZE * begun] == s[note + 1]):
            break
        s[own + OPEN] = s[note + 2]
        n -= 1
    note = notes + NOTE * n
    if n == 0 or s[note - NOTE] != depth:
        s[note] = depth
        s[note + 1] = s[levels + LEVEL_SIZE * depth] if depth else 0
        s[note + 2] = s[own + OPEN]
        n += 1
    s[own + NOTED] = n


@kernel
def settle(t: Problem, s: State, p: int) -> bool:
    """Exclude what chosen options exclude, choose what is the only option of an item, until nothing follows."""
    if not count_open(t, s, p):
        return False
    step = SETTLING
    while step == SETTLING:
        if not exclude(t, s, p):
            return False
        step = take_only(t, s, p)
        if step == DONE and t[p + N_PIECES]:
            step = confine_owners(t, s, p)
    return step == DONE


@kernel
def take_only(t: Problem, s: State, p: int) -> int:
    """The only option of an item is chosen; SETTLING where there are such."""
    cache, step = s[CACHE], DONE
    count, taker, only = cache + t[p + COUNT], cache + t[p + TAKER], cache + t[p + ONLY]
    for item in range(t[p + N_PRIMARY]):
        if s[count + item] == 0:
            return FAILED
        if s[count + item] == 1 and s[taker + item] < 0:
            option = t[p + OPTIONS] + OPTION * s[only + item]
            k = t[option + BIT_NUMBER]
            if not take(t, s, p, s[only + item]) or not clip(t, s, t[option + VARIABLE], k, k):
                return FAILED
            step = SETTLING
    return step


@kernel
def take(t: Problem, s: State, p: int, o: int) -> bool:
    """Option `o` is chosen; no other one covers an item of it."""
    option, taker = t[p + OPTIONS] + OPTION * o, s[CACHE] + t[p + TAKER]
    for j in range(t[option + BEGIN], t[option + END]):
        if s[taker + t[j]] >= 0:
            return False
        s[taker + t[j]] = o
    return True


@kernel
def count_open(t: Problem, s: State, p: int) -> bool:
    """The open options come first in the list, are counted at their items, and those chosen taken."""
    cache = s[CACHE]
    count, taker, only = cache + t[p + COUNT], cache + t[p + TAKER], cache + t[p + ONLY]
    for item in range(t[p + N_ITEMS]):
        s[count + item] = s[only + item] = 0
        s[taker + item] = -1
    listed, word, bit = cache + t[p + LIST], cache + t[p + WORD], cache + t[p + BIT]
    n, i = s[cache + t[p + OWN] + OPEN], 0
    while i < n:
        o = s[listed + i]
        left = s[s[word + o]]
        if left & s[bit + o] == 0:
            n -= 1
            s[listed + i] = s[listed + n]
            s[listed + n] = o
            continue
        i += 1
        option = t[p + OPTIONS] + OPTION * o
        for j in range(t[option + BEGIN], t[option + END]):
            s[count + t[j]] += 1
            s[only + t[j]] ^= o
        if left == s[bit + o] and is_fixed(t, s, t[option + VARIABLE]) and not take(t, s, p, o):
            return False
    s[cache + t[p + OWN] + OPEN] = n
    return True


@kernel
def exclude(t: Problem, s: State, p: int) -> bool:
    """Options with an item that another one covers are dropped."""
    own, listed = s[CACHE] + t[p + OWN], s[CACHE] + t[p + LIST]
    i = 0
    while i < s[own + OPEN]:
        if not is_excluded(t, s, p, s[listed + i]):
            i += 1
        elif not close(t, s, p, i):
            return False
    return True


@kernel
def close(t: Problem, s: State, p: int, i: int) -> bool:
    """The option at place `i` of the list is dropped; another takes its place."""
    cache = s[CACHE]
    own, listed, count, only = cache + t[p + OWN], cache + t[p + LIST], cache + t[p + COUNT], cache + t[p + ONLY]
    o = s[listed + i]
    option = t[p + OPTIONS] + OPTION * o
    for j in range(t[option + BEGIN], t[option + END]):
        s[count + t[j]] -= 1
        s[only + t[j]] ^= o
    s[own + OPEN] -= 1
    s[listed + i] = s[listed + s[own + OPEN]]
    s[listed + s[own + OPEN]] = o
    return drop(t, s, t[option + VARIABLE], t[option + BIT_NUMBER])


@kernel
def confine_owners(t: Problem, s: State, p: int) -> int:
    """Where all open options of an item are of one variable, its options without the item are dropped."""
    cache = s[CACHE]
    listed, owner, taker = cache + t[p + LIST], cache + t[p + OWNER], cache + t[p + TAKER]
    for item in range(t[p + N_ITEMS]):
        s[owner + item] = 0
    for i in range(s[cache + t[p + OWN] + OPEN]):
        option = t[p + OPTIONS] + OPTION * s[listed + i]
        v = t[option + VARIABLE]
        for j in range(t[option + BEGIN], t[option + END]):
            s[owner + t[j]] = v if s[owner + t[j]] == 0 or s[owner + t[j]] == v else -1
    step = DONE
    for item in range(t[p + N_PIECES], t[p + N_PRIMARY]):
        if s[owner + item] > 0 and s[taker + item] < 0:
            outcome = confine_owner(t, s, p, item, s[owner + item])
            if outcome != DONE:
                step = outcome
            if step == FAILED:
                return FAILED
    return step


@kernel
def confine_owner(t: Problem, s: State, p: int, item: int, v: int) -> int:
    """Drop the options of `v` that do not cover `item`; SETTLING where there are some."""
    own, listed = s[CACHE] + t[p + OWN], s[CACHE] + t[p + LIST]
    i, step = 0, DONE
    while i < s[own + OPEN]:
        option = t[p + OPTIONS] + OPTION * s[listed + i]
        if t[option + VARIABLE] != v or covers(t, option, item):
            i += 1
        elif close(t, s, p, i):
            step = SETTLING
        else:
            return FAILED
    return step


@kernel
def covers(t: Problem, option: int, item: int) -> bool:
    """Whether an item is one of an option's."""
    for j in range(t[option + BEGIN], t[option + END]):  # noqa: SIM110  kernels know no any()
        if t[j] == item:
            return True
    return False


@kernel
def is_excluded(t: Problem, s: State, p: int, o: int) -> bool:
    """Whether another option than `o` covers one of its items."""
    taker = s[CACHE] + t[p + TAKER]
    option = t[p + OPTIONS] + OPTION * o
    for j in range(t[option + BEGIN], t[option + END]):  # noqa: SIM110  kernels know no any()
        if s[taker + t[j]] >= 0 and s[taker + t[j]] != o:
            return True
    return False


@kernel
def fewest_options(t: Problem, s: State) -> int:
    """The variable of an option of the item with the fewest, the first of several; 0 if all are covered.

    s[VALUE] is its value. After a restart it is a random option of the item, before that the first.
    """
    best = best_count = chosen = 0
    for i in range(t[COVERS], t[COVERS_END]):
        p = t[i]
        cache = s[CACHE]
        if s[cache + t[p + OWN] + SETTLED] != s[DECISION] + 1:
            cover(t, s, p)  # nothing changes: it only counts, as nothing of it has changed since a decision elsewhere
        count = cache + t[p + COUNT]
        for item in range(t[p + N_PRIMARY]):
            n = s[count + item]
            if n > 1 and (best == 0 or n < best_count):
                best, best_count, chosen = p, n, item
    if best == 0:
        return 0
    before = 0
    if s[DICE]:
        s[DICE] = (s[DICE] * 1103515245 + 12345) & 0x7FFFFFFF
        before = (s[DICE] >> 8) % best_count
    options, item = t[best + OPTIONS], t[best + ITEMS] + 2 * chosen
    word, bit = s[CACHE] + t[best + WORD], s[CACHE] + t[best + BIT]
    for j in range(t[item], t[item + 1]):
        o = t[j]
        if s[s[word + o]] & s[bit + o]:
            if before == 0:
                s[VALUE] = t[options + OPTION * o + BIT_NUMBER]
                return t[options + OPTION * o + VARIABLE]
            before -= 1
    return 0
