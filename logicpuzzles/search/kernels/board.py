"""Breadth first over a board with two bits a state: the orders of the pieces are numbered, and sets of them are bits.

A *region* is the place of the blank. Within one, the order of the n_pieces pieces along the line is written as digits:
digit k counts the smaller pieces after piece k, so it is less than n_pieces - k (the factorial number system, D. Knuth,
TAOCP 2, section 4.1). The last digit is 0 and the one before follows from the parity; the others are the *number* of
the order, digit 0 the highest. Exchanging two neighbours on the line changes just their two digits.

A move of the blank takes one piece past the pieces of a *window* of the line, so it changes the digits of the window
only: below it, runs of consecutive numbers stay runs; above it, every run of the window moves alike. Where the window
is empty the number stays the same, and 64 states are moved at once.
"""

from __future__ import annotations

from typing import Any

from ...kernels.cells import scratch
from ...kernels.kernel import kernel
from ...kernels.words import Int64, count_bits, int64, lowest_bit, uint64
from ..budget import Outcome
from .layout import Chunks, Cursor, Digits, Live, Move, Moves, Numbers, Planes, Starts, Tables, Words

ENDED, PAUSED = int(Outcome.ENDED), int(Outcome.PAUSED)
OPEN = 3  # the code of a state that is expanded or was just found
KEPT, LOW, RUNS, SLOW = range(4)  # how a move is made
SOURCE, KIND, BEGIN, END, FORWARD, PARITY, TABLE, SIZE, RUN, PREFIX = range(10)  # the columns of `moves`
LOW_PIECES = 7  # so many pieces at the end of the line: their orders are in a table that fits the cache
LARGEST_TABLE = 1 << 20
LIVE_SHIFT = 12
LIVE_WORDS = 1 << LIVE_SHIFT  # words that are passed over together where no state of them is open
FOUND = 1 << 12  # states that are collected before they are moved
PIECES = 32  # more than there are pieces: their orders have numbers of 64 bits
WORK = 0, 4, 4, 64  # what it takes to move a state in each way, where to look at a word takes 1; as measured


@kernel
def pass_window(digits: Digits, begin: int, end: int, forward: bool) -> None:
    """Move the last piece of the window to its front, or the first to its end, by exchanges of neighbours."""
    for step in range(end - begin):
        k = end - 1 - step if forward else begin + step
        left, right = digits[k], digits[k + 1]
        if left > right:
            digits[k], digits[k + 1] = right, left - 1
        else:
            digits[k], digits[k + 1] = right + 1, left


@kernel
def moved(number: Int64, n_pieces: int, begin: int, end: int, forward: bool, parity: int, digits: Digits) -> Int64:
    """The number of the order after the window's last piece goes to its front; or its first to the end, not `forward`.

    `parity` is that of the order before; `digits`, int64[n_pieces], is scratch.
    """
    digits[n_pieces - 1] = 0
    for k in range(n_pieces - 3, -1, -1):
        digits[k] = number % (n_pieces - k)
        number //= n_pieces - k
        parity += digits[k]
    digits[n_pieces - 2] = parity & 1
    pass_window(digits, begin, end, forward)
    number = int64(0)
    for k in range(n_pieces - 2):
        number = number * (n_pieces - k) + digits[k]
    return number


@kernel
def prefix_parity(number: int, n_pieces: int, n_digits: int) -> Int64:
    """Whether the first `n_digits` digits, whose number this is, have an odd sum."""
    parity: Any = int64(0)
    for k in range(n_digits - 1, -1, -1):
        parity += number % (n_pieces - k)
        number //= n_pieces - k
    return parity & 1


@kernel
def fill_low(table: Tables, n_pieces: int, begin: int, end: int, forward: int) -> int:
    """Fill uint32[2, n_orders] with the numbers after a move, for orders of `n_pieces` pieces of either parity."""
    digits = scratch(PIECES)
    for parity in range(2):
        for number in range(table.shape[1]):
            table[parity, number] = moved(number, n_pieces, begin, end, forward == 1, parity, digits)
    return 0


@kernel
def fill_runs(table: Tables, n_pieces: int, begin: int, end: int, forward: int) -> int:
    """Fill uint32[1, n] with the numbers of the digits begin..end after a move, by those before."""
    digits = scratch(PIECES)
    for number in range(table.shape[1]):
        left: Any = int64(number)
        for k in range(end, begin - 1, -1):
            digits[k] = left % (n_pieces - k)
            left //= n_pieces - k
        pass_window(digits, begin, end, forward == 1)
        for k in range(begin, end + 1):
            left = left * (n_pieces - k) + digits[k]
        table[0, number] = left
    return 0


@kernel
def mark(
    numbers: Numbers,
    n_numbers: int,
    low: Words,
    high: Words,
    live: Live,
    move: Move,
    tables: Tables,
    n_pieces: int,
    digits: Digits,
) -> int:
    """Mark what a move takes these states to, where it was not met before; how many that are.

    Parameters
    ----------
    numbers
        int64[at least n_numbers], ascending: the numbers of states of the region that the move comes from.
    low, high
        uint64[n_words], in and out: the bits of the region that it leads to. They may be the same array.
    live
        uint8[n_chunks], in and out: 1 for each `LIVE_WORDS` words in which something was marked.
    move
        int64[10]: a row of `moves`, see `spread`.
    digits
        int64[n_pieces]: scratch.
    """
    kind, begin, end, forward = move[KIND], move[BEGIN], move[END], move[FORWARD]
    parity, table, size, run = move[PARITY], move[TABLE], move[SIZE], move[RUN]
    block = size * run
    base = until = int64(0)  # numbers base <= x < until are a block, or a run with the same shift
    shift = table
    marked = 0
    for each in range(n_numbers):
        x = numbers[each]
        if x >= until:
            if kind == LOW:
                prefix = x // block
                base, until = prefix * block, (prefix + 1) * block
                odd = parity ^ prefix_parity(prefix, n_pieces, move[PREFIX])
                shift = table + odd * size - base
            elif kind == RUNS:
                start = x // block * block
                inside = (x - start) // run
                until = start + (inside + 1) * run
                base = (int64(tables[table + inside]) - inside) * run
        if kind == LOW:
            y = base + int64(tables[shift + x])
        elif kind == SLOW:
            y = moved(x, n_pieces, begin, end, forward, parity, digits)
        else:
            y = x + base
        at, bit = y >> 6, uint64(1) << uint64(y & 63)
        new = bit & ~(low[at] | high[at])  # a branch, which half of the states would take, is a fifth slower in all
        low[at] |= new
        high[at] |= new
        live[at >> LIVE_SHIFT] = 1
        marked += new != uint64(0)
    return marked


@kernel
def close(low: Words, high: Words, live: Live, closed: int, word: int, stop: int) -> int:
    """Give the open states of some words of a chunk the code `closed`; how many words were looked at, at least 1."""
    chunk = word >> LIVE_SHIFT
    if not live[chunk]:
        return 1
    if closed == 1:
        for w in range(word, stop):
            high[w] &= ~low[w]
    else:
        for w in range(word, stop):
            low[w] &= ~high[w]
    live[chunk] = 0
    return stop - word


@kernel(nogil=True)
def spread(
    bits: Planes,
    live: Chunks,
    region: int,
    moves: Moves,
    first: Starts,
    tables: Tables,
    n_pieces: int,
    closed: int,
    cursor: Cursor,
    budget: int,
) -> int:
    """Close the open states of `region`; then mark what one move leads to there from open states as open, if it is new.

    Different regions of one colour may be worked on at the same time: only `region` is written to, and the regions
    that moves come from are of the other colour.

    Parameters
    ----------
    bits
        uint64[2, n_regions, n_words], in and out: the low and the high bit of every state. None: not met; both: open;
        low: closed, and half of its depth, rounded down, is even; high: the same, odd.
    live
        uint8[n_regions, n_chunks], in and out: 1 for each `LIVE_WORDS` words that may have open states.
    moves
        int64[n_moves, 10]: the region it comes from, the kind, the window, whether the piece goes forward, the parity
        of the orders there; the table: where it begins, its size, the length of a run, the digits before it.
    first
        int64[n_regions + 1]: where the moves into each region begin.
    tables
        uint32[size]: all tables, one after the other.
    closed
        The code of states that are closed here.
    cursor
        int64[n_regions, 3], in and out: how far each region is: 0 while it is closed, k at the k-th move into it; the
        word to go on with; and the states marked.
    budget
        How much work before it pauses: a word that is looked at is 1, a state that is moved is `WORK` of its move.
    """
    low, high, own = bits[0, region], bits[1, region], live[region]
    n_words = low.shape[0]
    digits = scratch(PIECES)
    found = scratch(FOUND)
    word, marked = cursor[region, 1], cursor[region, 2]
    while cursor[region, 0] == 0 and budget > 0:
        chunk = word >> LIVE_SHIFT
        stop = min(n_words, (chunk + 1) << LIVE_SHIFT)
        budget -= close(low, high, own, closed, word, stop)
        word = stop
        if word == n_words:
            word = 0
            cursor[region, 0] = 1
    move = first[region] + cursor[region, 0] - 1
    while move < first[region + 1] and budget > 0:
        source = moves[move, SOURCE]
        from_low, from_high = bits[0, source], bits[1, source]
        chunk = word >> LIVE_SHIFT
        stop = min(n_words, (chunk + 1) << LIVE_SHIFT)
        if not live[source, chunk]:
            budget -= 1
        elif moves[move, KIND] == KEPT:
            budget -= stop - word
            before = marked
            for w in range(word, stop):
                new = from_low[w] & from_high[w] & ~(low[w] | high[w])
                low[w] |= new
                high[w] |= new
                marked += count_bits(new)
            own[chunk] |= marked > before
        else:
            budget -= stop - word
            n_found = 0
            each = WORK[SLOW] if moves[move, KIND] == SLOW else WORK[RUNS]
            for w in range(word, stop):
                left = from_low[w] & from_high[w]
                while left:
                    found[n_found] = int64(w) * 64 + lowest_bit(left)
                    left &= left - uint64(1)
                    n_found += 1
                if n_found > FOUND - 64:
                    marked += mark(found, n_found, low, high, own, moves[move], tables, n_pieces, digits)
                    budget -= each * n_found
                    n_found = 0
            marked += mark(found, n_found, low, high, own, moves[move], tables, n_pieces, digits)
            budget -= each * n_found
        word = stop
        if word == n_words:
            word = 0
            move += 1
    if cursor[region, 0]:
        cursor[region, 0] = move - first[region] + 1
    cursor[region, 1], cursor[region, 2] = word, marked
    return PAUSED if move < first[region + 1] else ENDED
