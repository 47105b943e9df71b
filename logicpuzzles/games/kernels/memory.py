"""A memo of sets of secrets; the key of a set is the sum of its labels."""

from __future__ import annotations

from ...kernels.kernel import kernel
from ...kernels.words import Word, int64, uint64
from .layout import BIG, Labels, Memory, Names, Record, Secrets, Trial, Values


@kernel
def slot_of(names: Names, first: Word, second: Word) -> int:
    """The slot of a set, or the empty slot where it belongs."""
    mask = names.shape[0] - 1
    slot = int64(first) & mask
    while names[slot, 0] != 0 and (names[slot, 0] != first or names[slot, 1] != second):
        slot = slot + 1 & mask
    return slot


@kernel
def name_set(secrets: Secrets, size: int, labels: Labels, name: Names) -> None:
    """Write the name of the first `size` of `secrets` into `name`; its first half is never 0."""
    first, second = uint64(0), uint64(0)
    for i in range(size):
        first = uint64(first + labels[secrets[i], 0])
        second = uint64(second + labels[secrets[i], 1])
    name[0], name[1] = max(first, uint64(1)), second


@kernel
def keep(memory: Memory, control: Record, name: Names, low: int, high: int, choice: int) -> None:
    """Note a lower bound and, unless `high` is BIG, a total with its choice, as `Memory` has them.

    Better ones that are known stay; of equal totals the guess that came first, with the latest round.
    """
    slot = slot_of(memory.names, name[0], name[1])
    known = memory.values[slot]
    if memory.names[slot, 0] == 0:
        memory.names[slot, 0], memory.names[slot, 1] = name[0], name[1]
        known[0], known[1], known[2] = 0, BIG, -1
        control.entries += 1
    known[0] = max(known[0], low)
    if high < known[1]:
        known[1], known[2] = high, choice
    elif high < BIG and high == known[1]:
        known[2] = (known[2] & ~3) | max(known[2] & 3, choice & 3)


@kernel
def look_up(memory: Memory, control: Record, known: Memory, name: Names) -> None:
    """Note what `known` has of a set."""
    slot = slot_of(known.names, name[0], name[1])
    if known.names[slot, 0] != 0:
        found = known.values[slot]
        keep(memory, control, name, found[0], found[1], found[2])


@kernel
def take_in(memory: Memory, trial: Trial, names: Names, values: Values) -> int:
    """Note what another memory has; there must be room for it."""
    for slot in range(names.shape[0]):
        if names[slot, 0] != 0:
            keep(memory, trial.control[0], names[slot], values[slot, 0], values[slot, 1], values[slot, 2])
    return 0


@kernel
def put(names: Names, values: Values, first: Word, second: Word, low: int, high: int, choice: int) -> None:
    """Store an entry in its slot."""
    slot = slot_of(names, first, second)
    names[slot, 0], names[slot, 1] = first, second
    values[slot, 0], values[slot, 1], values[slot, 2] = low, high, choice


@kernel
def spread_out(names: Names, values: Values, n_slots: int, first_names: Names, first_values: Values) -> int:
    """Put the entries of the first `n_slots` slots, which were the table before it grew, where they belong now.

    What is met is taken out and comes to lie before or at the slot where it was, or beyond all that is still to come;
    the entries before the first empty slot, which may have come around the end of the table, are put last: they are
    `first_names` and `first_values`, and are no longer in their slots.
    """
    n_first = first_names.shape[0]
    for slot in range(n_first, n_slots):
        if names[slot, 0] != 0:
            first, second = names[slot, 0], names[slot, 1]
            names[slot, 0] = 0
            put(names, values, first, second, values[slot, 0], values[slot, 1], values[slot, 2])
    for i in range(n_first):
        first, second = first_names[i, 0], first_names[i, 1]
        put(names, values, first, second, first_values[i, 0], first_values[i, 1], first_values[i, 2])
    return 0


@kernel
def recall(names: Names, values: Values, secrets: Secrets, labels: Labels, name: Names) -> int:
    """The guess that was found best for these secrets, or -1."""
    name_set(secrets, secrets.shape[0], labels, name)
    slot = slot_of(names, name[0], name[1])
    if names[slot, 0] == 0 or values[slot, 1] == BIG:
        return -1
    return values[slot, 2] >> 2
