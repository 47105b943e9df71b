"""States by cost over a hash table of packed states: what `frontier` makes the twin of `..frontier.PlainFrontier` of.

The states of each cost that are not settled are a chain of rows, from the bucket of the cost. No such cost is more than
the dearest move above the level in hand, so there are as many buckets as that and one.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from ...kernels.words import Word, int64
from ..budget import Outcome
from ..coding.arrays import GuardArrays, RuleArrays
from .layout import Buckets, Control, Meeting, Records, Rows, Slots, Ties, Words
from .rules import any_holds, apply, context, holds
from .stored import BEFORE, ROW, VIA, entry_of, find, hash_of

FULL, PAUSED, ROOM = int(Outcome.FULL), int(Outcome.PAUSED), int(Outcome.ROOM)
COST, AFTER, AHEAD, TIE = 2, 3, 4, 5  # of the records, beside `BEFORE` and `VIA`
SETTLED, GOAL = -2, -3  # in the place of `AHEAD`; `AFTER` is then the place in `order`
COUNT, DONE, EXPANDED, LEVEL, TIES, OPEN, GOALS, WANTED = range(8)  # of `control`
FREE, KEEPS_TIES, MEETS, SIDE = range(8, 12)
TOTAL, MET = 0, 1  # of `meeting`
MORE_STATES, MORE_TIES = range(2)  # what `control[WANTED]` says after `ROOM`
HEAD, TAIL = range(2)  # of a bucket


@kernel
def least_open(buckets: Buckets, control: Control) -> int:
    """The least cost of a state that is not settled; -1 where there is none."""
    if control[OPEN] == 0:
        return -1
    cost, size = control[LEVEL], buckets.shape[0]
    while buckets[cost % size, HEAD] < 0:
        cost += 1
    return cost


@kernel
def append(records: Records, buckets: Buckets, row: int, cost: int) -> None:
    """Put a state at the end of the bucket of `cost`."""
    bucket = cost % buckets.shape[0]
    last = buckets[bucket, TAIL]
    records[row, COST], records[row, AFTER], records[row, AHEAD] = cost, -1, last
    if last < 0:
        buckets[bucket, HEAD] = row
    else:
        records[last, AFTER] = row
    buckets[bucket, TAIL] = row


@kernel
def take_out(records: Records, buckets: Buckets, row: int) -> None:
    """Take a state out of its bucket."""
    bucket = records[row, COST] % buckets.shape[0]
    ahead, after = records[row, AHEAD], records[row, AFTER]
    if ahead < 0:
        buckets[bucket, HEAD] = after
    else:
        records[ahead, AFTER] = after
    if after < 0:
        buckets[bucket, TAIL] = ahead
    else:
        records[after, AHEAD] = ahead


@kernel
def settle(
    words: Words,
    records: Records,
    order: Rows,
    buckets: Buckets,
    control: Control,
    rules: RuleArrays,
    goals: GuardArrays,
    cap: int,
) -> int:
    """Settle the states of the least cost, while no more than `cap` are settled in all.

    Parameters
    ----------
    words, records
        As in `Stored`, in and out; the records, int64, have six columns: the state before, the rule, the cost; the next
        state of the bucket and the one ahead, or for a settled state its place and a mark; and the first of `ties`.
    order
        int64[capacity], in and out: the settled states.
    buckets
        int64[most_cost + 1, 2], in and out: the first and the last state of each cost, or -1.
    control
        int64[12], in and out: states met, settled, expanded; the cost of the level in hand; ties; states in buckets;
        goals on the level; what must grow after `ROOM`; whether moves may cost nothing, whether ties are kept, whether
        there is another side, and which one this is.

    Returns
    -------
    `PAUSED` or `FULL`.
    """
    cost = least_open(buckets, control)
    bucket = cost % buckets.shape[0]
    if cost != control[LEVEL]:
        control[LEVEL], control[GOALS] = cost, 0
    row, done = buckets[bucket, HEAD], control[DONE]
    outcome = PAUSED
    while row >= 0:
        if done >= cap:
            outcome = FULL
            break
        following = records[row, AFTER]
        order[done] = row
        records[row, AFTER], records[row, AHEAD] = done, SETTLED
        if any_holds(words, row, goals, rules.cell_mask[0]):
            records[row, AHEAD] = GOAL
            control[GOALS] += 1
        done += 1
        control[OPEN] -= 1
        row = following
    buckets[bucket, HEAD] = row
    if row < 0:
        buckets[bucket, TAIL] = -1
    else:
        records[row, AHEAD] = -1
    control[DONE] = done
    return outcome


@kernel
def expand(
    words: Words,
    records: Records,
    slots: Slots,
    order: Rows,
    buckets: Buckets,
    ties: Ties,
    control: Control,
    rules: RuleArrays,
    other_words: Words,
    other_records: Records,
    other_slots: Slots,
    other_control: Control,
    meeting: Meeting,
    work: int,
) -> int:
    """Expand up to `work` settled states; goals are left out.

    Parameters
    ----------
    words, records, slots, order, buckets, control
        See `settle`.
    ties
        int64[n_ties, 2], in and out: a state from which another is met at the same cost, and the next one for that.
    other_words, other_records, other_slots, other_control
        Those of the other side, if there is one; the row after its last is scratch.
    meeting
        int64[3], in and out: the least cost of a path through both sides, and the row on each where it meets.

    Returns
    -------
    `PAUSED` or `ROOM`.
    """
    cell_mask, root = rules.cell_mask[0], rules.written.shape[0]
    room = min(words.shape[0] - 1, slots.shape[0] // 2)
    place = control[EXPANDED]
    end = min(place + work, control[DONE])
    while place < end:
        row = order[place]
        here = context(words, row, root if control[FREE] else records[row, VIA], rules)
        first, last = rules.context[here], rules.context[here + 1]
        if records[row, AHEAD] == GOAL:
            last = first
        for step in range(first, last):
            if not holds(words, row, rules.guards, step, cell_mask):
                continue
            count = control[COUNT]
            if count >= room:
                control[EXPANDED], control[WANTED] = place, MORE_STATES  # this one is expanded again
                return ROOM
            rule = rules.steps[step, 0]
            cost = records[row, COST] + rules.steps[step, 2]
            apply(words, row, words, count, rules, rule)
            code = hash_of(words, count)
            slot = find(words, count, code, slots)
            after = int64(count)
            if slots[slot] >= 0:
                after = slots[slot] & ROW
                known = records[after, COST]
                if cost > known:
                    continue
                if cost == known:
                    if control[KEEPS_TIES] and records[after, BEFORE] != row:
                        if control[TIES] == ties.shape[0]:
                            control[EXPANDED], control[WANTED] = place, MORE_TIES
                            return ROOM
                        tie = control[TIES]
                        ties[tie, 0], ties[tie, 1] = row, records[after, TIE]
                        records[after, TIE] = tie
                        control[TIES] += 1
                    continue
                take_out(records, buckets, after)
            else:
                slots[slot] = entry_of(code, count)
                control[COUNT] += 1
                control[OPEN] += 1
            records[after, BEFORE], records[after, VIA], records[after, TIE] = row, rule, -1
            append(records, buckets, after, cost)
            if control[MEETS]:
                meet(
                    words,
                    after,
                    cost,
                    code,
                    other_words,
                    other_records,
                    other_slots,
                    other_control,
                    meeting,
                    control[SIDE],
                )
        place += 1
    control[EXPANDED] = place
    return PAUSED


@kernel
def meet(
    words: Words,
    row: int,
    cost: int,
    code: Word,
    other_words: Words,
    other_records: Records,
    other_slots: Slots,
    other_control: Control,
    meeting: Meeting,
    side: int,
) -> None:
    """Note the state in `row` if the other side has met it, and both together cost less than any before."""
    scratch = other_control[COUNT]
    for w in range(words.shape[1]):
        other_words[scratch, w] = words[row, w]
    slot = find(other_words, scratch, code, other_slots)
    if other_slots[slot] >= 0:
        there = other_slots[slot] & ROW
        total = cost + other_records[there, COST]
        if meeting[TOTAL] < 0 or total < meeting[TOTAL]:
            meeting[TOTAL], meeting[MET + side], meeting[MET + 1 - side] = total, row, there


@kernel
def rows_of(asked: Words, words: Words, slots: Slots, scratch: int, found: Rows) -> int:
    """Write the row of each state of `asked`, or -1, into `found`; how many have one."""
    count = 0
    for n in range(asked.shape[0]):
        for w in range(words.shape[1]):
            words[scratch, w] = asked[n, w]
        entry = slots[find(words, scratch, hash_of(words, scratch), slots)]
        found[n] = entry & ROW if entry >= 0 else -1
        count += entry >= 0
    return count
