"""Propagators over sets of values: all different, all equal, and how many lie in a set."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import count_bits, lowest_bit, shift_right
from .domains import clip, clip_numbers, is_fixed, is_narrow, least, most, narrow, push
from .layout import (
    CACHE,
    DEPTH,
    END,
    FIRST,
    LEVEL_SIZE,
    LEVELS,
    NUMBER,
    SCOPE,
    SCOPE_END,
    SCRATCH,
    STAMP,
    STRIDE,
    Problem,
    State,
)

NOTE = 3  # of a level: 1 + the number of its decision, which variables are open, the values of the others
LEVELS_NOTED = 32  # a power of two; a deeper level takes the place of one 32 above it
MOST_BACK = 3  # levels that are looked at for a note


@kernel
def all_different(t: Problem, s: State, p: int) -> bool:
    """The variables of propagator `p` can still differ pairwise.

    A fixed value leaves the other domains; where there are as many values as variables, a value that only one
    variable can have is its value. Propagator number[0], `distinct` or `matching` unless it is 0, does what else can be
    done. number[1] is the place of notes in the cache, -1 for none.
    """
    possible = all_different_word(t, s, p) if is_narrow(t, t[t[p + SCOPE]]) else all_different_words(t, s, p)
    if not possible:
        return False
    stronger = t[p + NUMBER]
    if stronger:
        skipped = s[CACHE] + t[stronger + NUMBER]
        if s[skipped]:
            s[skipped] -= 1
        else:
            push(t, s, stronger)
    return True


@kernel
def all_different_word(t: Problem, s: State, p: int) -> bool:
    """`all_different` for domains of one word; that of each variable is moved up by its weight first.

    Which variables are open, and what the others take, is noted in the cache for each level of the search, if there are
    not too many variables for a word: where variables were fixed they stay so until the level is left.
    """
    begin, n = t[p + SCOPE], (t[p + SCOPE_END] - t[p + SCOPE]) // 2
    if t[p + NUMBER + 1] < 0:
        return all_different_many(t, s, p)
    note = noted(t, s, p)
    not_fixed, taken = shift_right(-1, 64 - n), 0
    if note:
        not_fixed, taken = s[note + 1], s[note + 2]
    again = True
    while again:
        again = False
        once, twice, wanted, left = taken, 0, 0, not_fixed
        while left:
            bit = left & -left
            i = begin + 2 * lowest_bit(left)
            left &= left - 1
            word = s[t[t[i] + FIRST]] << t[i + 1]
            if word & (word - 1) == 0:
                if taken & word:
                    return False
                taken |= word
                not_fixed &= ~bit
            else:
                wanted |= word
            twice |= once & word
            once |= word
        n_values = count_bits(once)
        if n_values < n:
            return False
        single = once & ~twice & ~taken if n_values == n else 0
        if (wanted & taken) | single == 0:
            break
        left = not_fixed
        while left:
            i = begin + 2 * lowest_bit(left)
            left &= left - 1
            v = t[i]
            at = t[v + FIRST]
            word = s[at] << t[i + 1]
            new = word & ~taken
            if new & single:
                new &= single
            if new != word:
                if new & single & (new - 1) or not narrow(t, s, v, at, shift_right(new, t[i + 1])):
                    return False
                again |= new & (new - 1) == 0
    depth = s[DEPTH]
    note = s[CACHE] + t[p + NUMBER + 1] + NOTE * (depth & (LEVELS_NOTED - 1))
    s[note] = 1 + (s[s[LEVELS] + LEVEL_SIZE * (depth - 1) + STAMP] if depth else 0)
    s[note + 1] = not_fixed
    s[note + 2] = taken
    return True


@kernel
def noted(t: Problem, s: State, p: int) -> int:
    """The address of what propagator `p` noted at this level of the search or just before; 0 for nothing."""
    for depth in range(s[DEPTH], max(-1, s[DEPTH] - MOST_BACK), -1):
        note = s[CACHE] + t[p + NUMBER + 1] + NOTE * (depth & (LEVELS_NOTED - 1))
        if s[note] == 1 + (s[s[LEVELS] + LEVEL_SIZE * (depth - 1) + STAMP] if depth else 0):
            return note
    return 0


@kernel
def all_different_many(t: Problem, s: State, p: int) -> bool:
    """`all_different_word` where nothing is noted."""
    begin, end = t[p + SCOPE], t[p + SCOPE_END]
    n = (end - begin) // 2
    while True:
        once = twice = taken = clash = wanted = 0
        for i in range(begin, end, 2):
            word = s[t[t[i] + FIRST]] << t[i + 1]
            fixed = word if word & (word - 1) == 0 else 0
            clash |= taken & fixed
            taken |= fixed
            wanted |= word ^ fixed
            twice |= once & word
            once |= word
        n_values = count_bits(once)
        if clash or n_values < n:
            return False
        single = once & ~twice & ~taken if n_values == n else 0
        if wanted & taken | single == 0:
            return True
        again = False
        for i in range(begin, end, 2):
            v = t[i]
            at = t[v + FIRST]
            word = s[at] << t[i + 1]
            if word & (word - 1) == 0:
                continue
            new = word & ~taken
            if new & single:
                new &= single
            if new != word:
                if new & single & (new - 1) or not narrow(t, s, v, at, shift_right(new, t[i + 1])):
                    return False
                again |= new & (new - 1) == 0
        if not again:
            return True


@kernel
def all_different_words(t: Problem, s: State, p: int) -> bool:
    """`all_different` for domains of several words; scratch holds a mark for each fixed variable."""
    begin, end = t[p + SCOPE], t[p + SCOPE_END]
    first = t[begin]
    width = t[first + END] - t[first + FIRST]
    fixed = s[SCRATCH] - begin
    while True:
        n_values = 0
        for i in range(begin, end, 2):
            s[fixed + i] = is_fixed(t, s, t[i])
        for w in range(0, width, STRIDE):
            once = taken = 0
            for i in range(begin, end, 2):
                word = s[t[t[i] + FIRST] + w]
                if s[fixed + i]:
                    if taken & word:
                        return False
                    taken |= word
                once |= word
            n_values += count_bits(once)
        if n_values < (end - begin) // 2:
            return False
        again = False
        for w in range(0, width, STRIDE):
            once = twice = taken = 0
            for i in range(begin, end, 2):
                word = s[t[t[i] + FIRST] + w]
                if s[fixed + i]:
                    taken |= word
                twice |= once & word
                once |= word
            single = once & ~twice & ~taken if n_values == (end - begin) // 2 else 0
            for i in range(begin, end, 2):
                v = t[i]
                at = t[v + FIRST] + w
                if s[fixed + i] or is_fixed(t, s, v):
                    continue
                if s[at] & single:
                    bit = s[at] & single
                    k = w // STRIDE * 64 + lowest_bit(bit)
                    if bit & (bit - 1) or not clip(t, s, v, k, k):
                        return False
                    again = True
                elif s[at] & taken:
                    if not narrow(t, s, v, at, s[at] & ~taken):
                        return False
                    again |= is_fixed(t, s, v)
        if not again:
            return True


@kernel
def all_equal(t: Problem, s: State, p: int) -> bool:
    """The variables of propagator `p` have the same domain."""
    begin, end = t[p + SCOPE], t[p + SCOPE_END]
    first = t[begin]
    for w in range(0, t[first + END] - t[first + FIRST], STRIDE):
        common = s[t[first + FIRST] + w]
        for i in range(begin, end, 2):
            common &= s[t[t[i] + FIRST] + w]
        for i in range(begin, end, 2):
            at = t[t[i] + FIRST] + w
            if s[at] != common and not narrow(t, s, t[i], at, common):
                return False
    return True


@kernel
def count(t: Problem, s: State, p: int) -> bool:
    """From number[0] to number[1] variables of propagator `p` can still have a value in their mask.

    Where number[2] is not 0, the last variable is not counted: its value is how many they are.
    """
    low, high, end = t[p + NUMBER], t[p + NUMBER + 1], t[p + SCOPE_END]
    is_targeted = t[p + NUMBER + 2] != 0
    if is_targeted:
        end -= 2
    inside = possible = 0
    for i in range(t[p + SCOPE], end, 2):
        can, must = meets(t, s, t[i], t[i + 1])
        possible += can
        inside += must
    if is_targeted:
        if not clip_numbers(t, s, t[end], inside, possible):
            return False
        low, high = least(t, s, t[end]), most(t, s, t[end])
    if inside > high or possible < low:
        return False
    if inside == possible:
        return True
    return (inside < high and possible > low) or separate(t, s, p, end, inside < high)


@kernel
def meets(t: Problem, s: State, v: int, mask: int) -> tuple[int, int]:
    """Whether `v` can have a value in the mask at t[mask:], and whether it must."""
    can, must = 0, 1
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        if s[at] & t[mask]:
            can = 1
        if s[at] & ~t[mask]:
            must = 0
        mask += 1
    return can, must


@kernel
def separate(t: Problem, s: State, p: int, end: int, into: bool) -> bool:
    """Every variable before `end` that can be in its mask or outside goes into it, or out of it."""
    for i in range(t[p + SCOPE], end, 2):
        can, must = meets(t, s, t[i], t[i + 1])
        if can != must and not confine(t, s, t[i], t[i + 1], into):
            return False
    return True


@kernel
def confine(t: Problem, s: State, v: int, mask: int, into: bool) -> bool:
    """`v` has a value in the mask at t[mask:], or none in it."""
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        new = s[at] & (t[mask] if into else ~t[mask])
        if new != s[at] and not narrow(t, s, v, at, new):
            return False
        mask += 1
    return True
