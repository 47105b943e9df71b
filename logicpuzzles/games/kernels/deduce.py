"""The fewest questions for a set of secrets: depth-first branch and bound, with a memo of sets.

The guess with the best bound comes first. For a guess, every part first gets a bound of its own (a probe); only if the
guess may still be better, its parts are solved one by one. In a round of width w only the first w guesses of a menu are
tried, so totals are upper bounds. A narrow round sorts the menu by the uncertainty that a guess leaves instead: its
first guesses are better than those with the best bound.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from ...kernels.words import count_bits
from .layout import (
    BIG,
    DEEP,
    DONE,
    ENTER,
    NEXT,
    PART,
    PAUSED,
    RETURN,
    ROOM,
    SPLIT,
    Bounds,
    Memory,
    Record,
    Rules,
    Secrets,
    Trial,
)
from .measure import bounds_by_parts, exact_parts, fill_menu, gather, lowest, widest
from .memory import keep, look_up, name_set, slot_of
from .symmetry import after_guess

FEW, MANY = 2, 8  # guesses


@kernel(nogil=True)
def deduce(rules: Rules, trial: Trial, memory: Memory, known: Memory, bounds: Bounds, budget: int) -> int:
    """Continue until the set in frame 0 is solved, or about `budget` rows of the table were looked at.

    Parameters
    ----------
    known
        A memory that is only read: what another search has found.
    bounds
        Scratch: int64 [2, n_answers + 1].

    Returns one of DONE, PAUSED, ROOM, DEEP, SPLIT; the totals are in `trial.control`.
    """
    control, spent = trial.control[0], 0
    room = memory.names.shape[0] // 4 * 3
    while spent < budget:
        if control.entries >= room:
            return ROOM
        if control.state == ENTER:
            spent += enter(rules, trial, memory, known, bounds)
        elif control.state == NEXT:
            if control.depth + 2 > trial.frames.shape[0]:
                return DEEP
            if control.whole == 1 and is_split(trial):
                return SPLIT
            spent += next_guess(rules, trial, memory)
        elif control.state == PART:
            next_part(trial)
        elif control.depth == 0:
            return DONE
        else:
            take_back(trial)
    return PAUSED


@kernel
def give_back(control: Record, low: int, high: int) -> None:
    """Return from a frame with a lower bound and a total, BIG where none below the cut was found."""
    control.low, control.high, control.state = low, high, RETURN


@kernel
def is_split(trial: Trial) -> bool:
    """Whether the next guesses are tried apart: those of a large set after one guess, or the first ones if many."""
    depth = trial.control[0].depth
    if depth > 1 or trial.frames[depth].size < trial.control[0].large:
        return False
    return lines_left(trial) >= (FEW if depth == 1 else MANY)


@kernel
def lines_left(trial: Trial) -> int:
    """How many guesses of the menu are still to be tried, as far as is known now."""
    control, depth = trial.control[0], trial.control[0].depth
    frame = trial.frames[depth]
    first, stop = frame.position + 1, min(frame.length, control.width)
    last = first
    while last < stop and (control.narrow or (trial.menus[depth, last] >> 33) < frame.best):
        last += 1
    return int(last - first)


@kernel
def enter(rules: Rules, trial: Trial, memory: Memory, known: Memory, bounds: Bounds) -> int:
    """Enter a set: it is pruned, or solved at once, or in the memo, or gets a menu. Returns the work done, in rows."""
    control = trial.control[0]
    frame, secrets = trial.frames[control.depth], trial.left[control.depth]
    control.nodes += 1
    low = rules.least[frame.most, frame.size]
    if frame.size == 1 or low >= frame.cut:
        give_back(control, low, low if frame.size == 1 else BIG)
        return 1
    if rules.winning.shape[0] > 0 and frame.size <= rules.least.shape[0]:
        total, low = by_a_secret(rules, secrets, frame.size), 2 * frame.size
        if total < BIG or low >= frame.cut:
            give_back(control, min(total, low), total)
            return 1
    name = trial.names[control.depth]
    name_set(secrets, frame.size, rules.labels, name)
    slot = slot_of(memory.names, name[0], name[1])
    if memory.names[slot, 0] == 0:
        look_up(memory, control, known, name)
    high, guess = BIG, -1
    if memory.names[slot, 0] != 0:
        low, high = max(low, memory.values[slot, 0]), memory.values[slot, 1]
        guess = memory.values[slot, 2] >> 2
        if low == high or low >= frame.cut or frame.probe == 1:
            give_back(control, low, high if low == high else BIG)
            return 1
        if memory.values[slot, 2] & 3 == control.round:
            give_back(control, low, high if high < frame.cut else BIG)
            return 1
    return open_menu(rules, trial, memory, bounds, low, high, guess)


@kernel
def open_menu(rules: Rules, trial: Trial, memory: Memory, bounds: Bounds, low: int, high: int, guess: int) -> int:
    """Bound a set by what every guess can do; unless that is enough, list the guesses that are worth trying.

    `low`, `high` and `guess` are what is known of the set: a bound, a total, and the guess that it takes.
    """
    control, depth = trial.control[0], trial.control[0].depth
    frame = trial.frames[depth]
    gather(rules.bits, trial.left[depth], frame.size, trial.masks)
    frame.most = min(frame.most, max(1, widest(trial.masks, rules.solved)))
    bounds_by_parts(rules, frame.most, frame.size, bounds)
    least = max(low, lowest(trial.masks, rules.solved, bounds))
    if frame.probe == 1 or least >= frame.cut:
        keep(memory, control, trial.names[depth], least, BIG, -1)
        give_back(control, least, BIG)
        return frame.size
    frame.floor = max(low, fill_menu(rules, trial, depth, bounds))
    frame.position, frame.complete = -1, 1
    frame.best, frame.guess = frame.cut, -1
    if high < frame.cut:
        frame.best, frame.guess = high, guess
    control.state = NEXT
    return 2 * frame.size


@kernel
def by_a_secret(rules: Rules, secrets: Secrets, size: int) -> int:
    """The total if asking one of the secrets tells all others apart, or all but one pair; else BIG.

    These are the two least totals that there are: 2 n - 1 and 2 n.
    """
    found = BIG
    for i in range(size):
        guess = rules.winning[secrets[i]]
        mask = rules.bits[secrets[0], guess]
        for j in range(1, size):
            mask |= rules.bits[secrets[j], guess]
        answers = count_bits(mask)
        if answers == size:
            return 2 * size - 1
        if answers == size - 1:
            found = 2 * size
    return found


@kernel
def next_guess(rules: Rules, trial: Trial, memory: Memory) -> int:
    """Take the next guess of the menu and divide the secrets by its answers; after the last, return from this set."""
    control, depth = trial.control[0], trial.control[0].depth
    frame = trial.frames[depth]
    spent = 1
    while next_line(trial):
        guess, bound = trial.menus[depth, frame.position] & 0xFFFFFFFF, trial.menus[depth, frame.position] >> 33
        if control.narrow:  # the menu goes by score
            bound = exact_parts(rules, trial.left[depth], frame.size, frame.most, guess, trial.counts)
            spent += 1
        if bound < frame.best:
            frame.total = frame.proved = bound
            divide(rules, trial, depth, guess)
            after_guess(rules.leaves, rules.classes, rules.orders, trial.images, trial.fits, depth, guess)
            frame.at, control.state = 0, PART
            return spent + frame.size
    low = frame.best if frame.complete == 1 else frame.floor
    high = frame.best if frame.best < frame.cut else BIG
    if control.whole == 1 or depth > 0:  # else it was one guess of several
        keep(memory, control, trial.names[depth], low, high, (frame.guess << 2) | control.round)
    give_back(control, low, high)
    return spent


@kernel
def next_line(trial: Trial) -> bool:
    """Whether the menu has another guess to try; notes if some are left out."""
    control, depth = trial.control[0], trial.control[0].depth
    frame = trial.frames[depth]
    frame.position += 1
    if frame.position >= frame.length:
        return False
    if not control.narrow and (trial.menus[depth, frame.position] >> 33) >= frame.best:
        return False
    if frame.position >= control.width:
        frame.complete = 0
        return False
    return True


@kernel
def divide(rules: Rules, trial: Trial, depth: int, guess: int) -> None:
    """Sort the secrets by answer, and list the parts that are not solved yet, the largest first."""
    frame, secrets, pieces, counts = trial.frames[depth], trial.left[depth], trial.parts[depth], trial.counts
    for answer in range(counts.shape[0]):
        counts[answer] = 0
    for i in range(frame.size):
        counts[rules.answers[secrets[i], guess] + 1] += 1
    frame.n_parts = 0
    for answer in range(rules.least.shape[0] - 1):
        size, start = counts[answer + 1], counts[answer]
        if size > 0 and answer != rules.solved:
            place = frame.n_parts
            while place > 0 and pieces[place - 1].size < size:
                pieces[place] = pieces[place - 1]
                place -= 1
            pieces[place].start, pieces[place].size = start, size
            pieces[place].bound, pieces[place].exact = rules.least[frame.most, size], 0
            frame.n_parts += 1
        counts[answer + 1] += start
    for i in range(frame.size):
        answer = rules.answers[secrets[i], guess]
        trial.ordered[counts[answer]] = secrets[i]
        counts[answer] += 1
    for i in range(frame.size):
        secrets[i] = trial.ordered[i]


@kernel
def next_part(trial: Trial) -> None:
    """Enter the next part of the guess, unless the guess is pruned or all its parts are solved."""
    control, depth = trial.control[0], trial.control[0].depth
    frame = trial.frames[depth]
    if frame.total >= frame.best:
        if frame.proved < frame.best:
            frame.complete = 0
        control.state = NEXT
        return
    while frame.at < 2 * frame.n_parts and trial.parts[depth, frame.at % frame.n_parts].exact == 1:
        frame.at += 1
    if frame.at >= 2 * frame.n_parts:
        if frame.proved < frame.total:
            frame.complete = 0
        frame.best, frame.guess = frame.total, trial.menus[depth, frame.position] & 0xFFFFFFFF
        control.state = NEXT
        return
    piece, below = trial.parts[depth, frame.at % frame.n_parts], trial.frames[depth + 1]
    for i in range(piece.size):
        trial.left[depth + 1, i] = trial.left[depth, piece.start + i]
    below.size, below.most = piece.size, frame.most
    below.cut = frame.best - (frame.total - piece.bound)
    below.probe = 1 if frame.at < frame.n_parts else 0
    control.depth += 1
    control.state = ENTER


@kernel
def take_back(trial: Trial) -> None:
    """Add the result of a part to the totals of its guess."""
    control = trial.control[0]
    control.depth -= 1
    depth = control.depth
    frame = trial.frames[depth]
    piece = trial.parts[depth, frame.at % frame.n_parts]
    low = max(control.low, piece.bound)
    frame.proved += low - piece.bound
    if control.high < BIG:
        frame.total += control.high - piece.bound
        piece.exact = 1
    else:
        frame.total += low - piece.bound
        if frame.at >= frame.n_parts and frame.total < frame.best:
            frame.total = frame.best  # the round is too narrow for this part: nothing below the cut was found
    piece.bound = low
    frame.at += 1
    control.state = PART
