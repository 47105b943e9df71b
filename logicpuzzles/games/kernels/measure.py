"""Lower bounds for a set of secrets, from how many answers each guess still gets: a word a guess, no counting."""

from __future__ import annotations

from ...kernels.kernel import kernel
from ...kernels.words import Int64, Word, count_bits, int64, uint64
from .layout import BIG, Bits, Bounds, Counts, Least, Menus, Rules, Secrets, Trial
from .symmetry import is_first

FEW = 16  # entries of a menu that are sorted by insertion


@kernel
def gather(bits: Bits, secrets: Secrets, size: int, masks: Bits) -> None:
    """Write into `masks` which answers each guess gets from the first `size` of `secrets`."""
    for guess in range(masks.shape[0]):
        masks[guess] = bits[secrets[0], guess]
    for i in range(1, size):
        row = bits[secrets[i]]
        for guess in range(masks.shape[0]):
            masks[guess] |= row[guess]


@kernel
def spread(least: Least, most: int, parts: int, secrets: int) -> int:
    """A lower bound for so many secrets in so many parts, where an answer ends the game; BIG where they do not fit.

    There a further secret never adds less than the one before: as even as can be is best.
    """
    if secrets == 0:
        return 0
    if parts == 0:
        return BIG
    each, over = secrets // parts, secrets % parts
    bound = (parts - over) * least[most, each]
    return bound + over * least[most, each + 1] if over else bound


@kernel
def forest(most: int, parts: int, secrets: int) -> int:
    """The least sum of the depths of `secrets` leaves on `parts` trees in which a node has at most `most` branches.

    All leaves lie on two levels next to each other. A game that ends as soon as one secret is left is such a tree.
    """
    if secrets <= parts:
        return 0
    if most < 2:
        return BIG
    level, places = 0, parts
    while places * most <= secrets:
        places *= most
        level += 1
    opened = -(-(secrets - places) // (most - 1))  # nodes of this level that are no leaves
    return level * secrets + secrets - places + opened


@kernel
def widest(masks: Bits, solved: int) -> int:
    """The largest number of parts that go on, over all guesses."""
    found = 0
    for guess in range(masks.shape[0]):
        found = max(found, count_bits(masks[guess]) - solves(uint64(masks[guess]), solved))
    return found


@kernel
def bounds_by_parts(rules: Rules, most: int, size: int, bounds: Bounds) -> None:
    """Write the bound of a guess with k answers, of which one solves (row 1) or none does (row 0)."""
    bounds[0, 0], bounds[0, 1], bounds[1, 0] = BIG, BIG, BIG
    for parts in range(1, bounds.shape[1]):
        if rules.solved >= 0:
            bounds[1, parts] = size + spread(rules.least, most, parts - 1, size - 1)
        if parts > 1:
            ends = rules.solved >= 0
            bounds[0, parts] = size + (spread(rules.least, most, parts, size) if ends else forest(most, parts, size))


@kernel
def solves(mask: Word, solved: int) -> Int64:
    """1 if one of the answers in `mask` ends the game, else 0."""
    if solved < 0:
        return 0
    return int64(mask >> solved & 1)


@kernel
def lowest(masks: Bits, solved: int, bounds: Bounds) -> int:
    """The least bound of all guesses."""
    found = BIG
    for guess in range(masks.shape[0]):
        found = min(found, bounds[solves(uint64(masks[guess]), solved), count_bits(masks[guess])])
    return found


@kernel
def entry(score: int, own: int, guess: int) -> Int64:
    """A line of a menu: sorted by bound or score, then secrets that are left, then by number."""
    return (score << 33) | (1 - own << 32) | guess


@kernel
def fill_menu(rules: Rules, trial: Trial, depth: int, bounds: Bounds) -> int:
    """Put the guesses with a bound below the cut on the menu of a frame; the least bound of all guesses."""
    frame, counts = trial.frames[depth], trial.counts
    size, cut, most = frame.size, frame.cut, frame.most
    secrets, menu = trial.left[depth], trial.menus[depth]
    length, least = 0, BIG
    for guess in range(trial.masks.shape[0]):
        mask = uint64(trial.masks[guess])
        own = solves(mask, rules.solved)
        bound = bounds[own, count_bits(mask)]
        if bound < cut:
            if not is_first(rules.leaves, rules.classes, rules.orders, trial.images[depth], trial.fits[depth], guess):
                continue
            bound = exact_parts(rules, secrets, size, most, guess, counts)
        least = min(least, bound)
        if bound < cut:
            menu[length] = entry(promise(rules, counts) if trial.control[0].narrow else bound, own, guess)
            length += 1
    sort(menu, 0, length)
    frame.length = length
    return least


@kernel
def sort(row: Menus, first: int, end: int) -> None:
    """Sort a part of a row (C. A. R. Hoare, Quicksort, 1962; insertion where it is short)."""
    while end - first > FEW:
        a, b, c = row[first], row[(first + end) // 2], row[end - 1]
        pivot = max(min(a, b), min(max(a, b), c))
        low, high = first, end - 1
        while low <= high:
            while row[low] < pivot:
                low += 1
            while row[high] > pivot:
                high -= 1
            if low <= high:
                row[low], row[high] = row[high], row[low]
                low += 1
                high -= 1
        if high + 1 - first < end - low:  # the shorter part first: so calls within calls are few
            sort(row, first, high + 1)
            first = low
        else:
            sort(row, low, end)
            end = high + 1
    for place in range(first + 1, end):
        value, at = row[place], place
        while at > first and row[at - 1] > value:
            row[at] = row[at - 1]
            at -= 1
        row[at] = value


@kernel
def promise(rules: Rules, counts: Counts) -> int:
    """How much stays unknown after a guess with parts of these sizes, as a score; lower is better."""
    found = 0
    for answer in range(rules.least.shape[0] - 1):
        if answer != rules.solved:
            found += rules.guide[counts[answer]]
    return found


@kernel
def exact_parts(rules: Rules, secrets: Secrets, size: int, most: int, guess: int, counts: Counts) -> int:
    """The bound of a guess from the sizes of its parts; BIG where it divides nothing, or ends the game for several."""
    for answer in range(counts.shape[0]):
        counts[answer] = 0
    for i in range(size):
        counts[rules.answers[secrets[i], guess]] += 1
    bound = size
    for answer in range(rules.least.shape[0] - 1):
        if answer == rules.solved:
            if counts[answer] > 1:
                return BIG
            continue
        if counts[answer] == size:
            return BIG
        bound += rules.least[most, counts[answer]]
    return bound
