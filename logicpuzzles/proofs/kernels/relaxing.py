"""Filling the table of any pattern: from the goals outwards by the rules, the cheapest first.

There is no queue: the states of a level are found by looking through the table, and the moves that cost nothing are
followed with a small stack, so a state takes 2 bytes. (R. Dial, Algorithm 360, 1969, with the table for the buckets.)

Rules without guards that only move classes about need not look at the state: what they add to its number is the sum of
what they add for each digit. The others are found by the classes in some of the cells that they test.

A rule that is *opened* leads to many states, the same from all states that agree in the cells that it carries on. They
are gone through once, from the first of these, which is a nearest.

Symbols: n_states numbers of patterns; n_cells kept cells; n_classes classes; n_rules rules, backwards; n_steps of them
without guards, which come first; n_opened rules that are opened, which are not among these.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...kernels.kernel import kernel
from ...kernels.words import Int64, int64, uint16, uint64

Ints: TypeAlias = NDArray[np.int64]
Bits: TypeAlias = NDArray[np.uint64]
Costs: TypeAlias = NDArray[np.uint16]  # [n_states]: the least cost that is known; DONE is added once it is final

FAR = 0x7FFF  # no cost is known; larger costs count as one less
DONE = 0x8000
ENDED, PAUSED = 0, 1
DEPTH, PLACE, HEIGHT, AGAIN, MET, N_CONTROL = range(6)
LOOK = 1 << 16  # states that are looked through for one unit of the budget


class Moves(NamedTuple):
    """The rules over a pattern, backwards, and how its states are numbered.

    Attributes
    ----------
    guards, guards_from
        int64[n_guards, 2]: a cell and the classes that it may hold, as bits; int64[n_rules + 1]: where those of each
        rule begin.
    tests, tests_from
        int64[n_tests, 4]: whether two cells, real or virtual, must be equal or differ, the cells, and the row to go on
        with where they do; of rows that go on with the same one must hold. Where those of each rule begin.
    writes, writes_from
        int64[n_writes, 2]: a cell and the cell that its class comes from; where those of each rule begin.
    costs
        int64[n_rules].
    steps
        int64[n_steps, n_digits, most]: what the rule adds to the number, for each value of each digit.
    keys, keys_from
        int64[n_keyed, 1]: the cells by which the other rules are found; where those of each key begin.
    filed, filed_from, blocks
        int64[n_filed]: rules; int64[n_blocks + 1]: where those that may apply begin, for each key and all classes in
        its cells, the last cell's the lowest digit; int64[n_keys]: where the blocks of each key begin. Each rule is
        filed by one key.
    choices
        int64[n_digits, most, 2]: for each value of each digit the cell and the class.
    sizes
        int64[n_digits]: how many values each digit has.
    rows
        int64[n_classes, n_cells]: what a class adds to the number in each cell.
    carried
        int64[n_opened, n_cells, n_classes]: what a class in each cell after a move adds to the number of the states
        before it, by rule; -1 if the rule never leads to it.
    offsets, offsets_from
        int64[n_offsets, 1]: what else makes up these numbers; where those of each rule begin.
    prices
        int64[n_opened]: what the rules that are opened cost.
    """

    guards: Ints
    guards_from: Ints
    tests: Ints
    tests_from: Ints
    writes: Ints
    writes_from: Ints
    costs: Ints
    steps: Ints
    keys: Ints
    keys_from: Ints
    filed: Ints
    filed_from: Ints
    blocks: Ints
    choices: Ints
    sizes: Ints
    rows: Ints
    carried: Ints
    offsets: Ints
    offsets_from: Ints
    prices: Ints


@kernel
def read_digits(number: int, moves: Moves, digits: Ints) -> None:
    """Write the digits of the state's number into `digits`."""
    left = uint64(number)
    for digit in range(len(moves.sizes)):
        size = uint64(moves.sizes[digit])
        rest = left // size
        digits[digit] = int64(left - rest * size)
        left = rest


@kernel
def read_classes(digits: Ints, moves: Moves, classes: Ints) -> None:
    """Write the class of each cell of the state into `classes`."""
    for cell in range(moves.rows.shape[1]):
        classes[cell] = 0
    for digit in range(len(moves.sizes)):
        class_ = moves.choices[digit, digits[digit], 1]
        if class_:
            classes[moves.choices[digit, digits[digit], 0]] = class_


@kernel
def applies(rule: int, moves: Moves, classes: Ints) -> bool:
    """Whether the guards of a rule hold."""
    for guard in range(moves.guards_from[rule], moves.guards_from[rule + 1]):
        if not uint64(moves.guards[guard, 1]) >> uint64(classes[moves.guards[guard, 0]]) & uint64(1):
            return False
    test, end = moves.tests_from[rule], moves.tests_from[rule + 1]
    while test < end:
        same = classes[moves.tests[test, 1]] == classes[moves.tests[test, 2]]
        if same == (moves.tests[test, 0] == 1):
            test = moves.tests[test, 3]
        elif test + 1 == moves.tests[test, 3]:
            return False
        else:
            test += 1
    return True


@kernel
def block_of(key: int, moves: Moves, classes: Ints) -> Int64:
    """The block of the rules that are found by a key in this state."""
    block = int64(0)
    for number in range(moves.keys_from[key], moves.keys_from[key + 1]):
        block = block * moves.rows.shape[0] + classes[moves.keys[number, 0]]
    return moves.blocks[key] + block


@kernel
def carried_on(rule: int, moves: Moves, classes: Ints) -> Int64:
    """What is the same of all states before this one by a rule that is opened; -1 if the rule does not lead here."""
    found = int64(0)
    for cell in range(moves.rows.shape[1]):
        more = moves.carried[rule, cell, classes[cell]]
        if more < 0:
            return int64(-1)
        found += more
    return found


@kernel(nogil=True)
def relax(
    costs: Costs,
    moves: Moves,
    size: int,
    every: bool,
    waiting: Ints,
    stack: Ints,
    told: Bits,
    digits: Ints,
    classes: Ints,
    control: Ints,
    work: int,
) -> int:
    """Go on for about `work` states, or some moves for each; `ENDED` once no state is left.

    Parameters
    ----------
    costs
        In and out; 0 for the goals and FAR for all others at first.
    size, every
        What each move costs counts with `every`, else where it changes the number modulo `size`. No rule may be opened
        without `every`.
    waiting
        int64[most + 1], in and out: how many states wait at each cost, modulo its length; `most` is the greatest cost
        of a move.
    stack
        int64[room], scratch: states of this level to go on from.
    told
        uint64[n_opened, n_words], in and out, 0 at first: a bit for each number that is the same of all states before
        one, once these have been gone through.
    digits
        int64[n_digits], scratch.
    classes
        int64[n_cells + n_classes], scratch: after the cells, the virtual ones, 0, 1, 2, ...
    control
        int64[N_CONTROL], in and out: the cost of the level, the place in the table, the height of the stack, whether
        the table must be looked through again for this level, how many states are done.
    """
    depth, place, height = control[DEPTH], control[PLACE], control[HEIGHT]
    again, met = control[AGAIN], control[MET]
    n_steps, n_waiting = len(moves.steps), len(waiting)
    n_digits, n_keys, n_opened = len(moves.sizes), len(moves.blocks), len(moves.prices)
    outcome = PAUSED
    while work > 0:
        work -= 1
        if height == 0:
            if not waiting[depth % n_waiting] and not again:
                place = int64(len(costs))
            end = min(place + LOOK, int64(len(costs)))
            while place < end and costs[place] != depth:
                place += 1
            if place < end:
                costs[place] = depth | DONE
                waiting[depth % n_waiting] -= 1
                met += 1
                stack[0] = place
                height = int64(1)
            elif place < len(costs):
                continue
            elif again:
                again, place = int64(0), int64(0)
                continue
            else:
                step = int64(1)
                while step < n_waiting and not waiting[(depth + step) % n_waiting]:
                    step += 1
                if step == n_waiting:
                    outcome = ENDED
                    break
                depth += step
                place = int64(0)
                continue
        height -= 1
        number = stack[height]
        read_digits(number, moves, digits)
        if n_keys or n_opened:
            read_classes(digits, moves, classes)
        rule, key, entry, last = int64(0), int64(-1), int64(0), int64(0)
        wide, same, offset, end_offset = int64(-1), int64(0), int64(0), int64(0)
        tried: Any = int64(0)
        while True:
            tried += 1
            after = number
            if offset < end_offset:
                after = same + moves.offsets[offset, 0]
                price = moves.prices[wide]
                offset += 1
            elif rule < n_steps:
                for digit in range(n_digits):
                    after += moves.steps[rule, digit, digits[digit]]
                price = moves.costs[rule]
                rule += 1
            elif entry < last:
                applied = moves.filed[entry]
                entry += 1
                if not applies(applied, moves, classes):
                    continue
                for write in range(moves.writes_from[applied], moves.writes_from[applied + 1]):
                    cell = moves.writes[write, 0]
                    after += moves.rows[classes[moves.writes[write, 1]], cell] - moves.rows[classes[cell], cell]
                price = moves.costs[applied]
            elif key + 1 < n_keys:
                key += 1
                block = block_of(key, moves, classes)
                entry, last = moves.filed_from[block], moves.filed_from[block + 1]
                continue
            elif wide + 1 < n_opened:
                wide += 1
                same = carried_on(wide, moves, classes)
                if same >= 0 and not told[wide, same >> 6] >> uint64(same & 63) & uint64(1):
                    told[wide, same >> 6] |= uint64(1) << uint64(same & 63)
                    offset, end_offset = moves.offsets_from[wide], moves.offsets_from[wide + 1]
                continue
            else:
                break
            known = int64(costs[after])
            if known & DONE:
                continue
            cost = depth
            if every or (after - number) % size != 0:
                cost = min(depth + price, int64(FAR - 1))
            if cost >= known:
                continue
            if known != FAR:
                waiting[known % n_waiting] -= 1
            if cost == depth and height < len(stack):
                costs[after] = uint16(depth | DONE)
                met += 1
                stack[height] = after
                height += 1
                continue
            costs[after] = uint16(cost)
            waiting[cost % n_waiting] += 1
            if cost == depth and after < place:
                again = int64(1)
        work -= tried >> 5
    control[DEPTH], control[PLACE], control[HEIGHT] = depth, place, height
    control[AGAIN], control[MET] = again, met
    return outcome
