"""The arrays of the search for the best tree, and what their entries mean.

Shapes: n_secrets, n_guesses, n_answers; n_leaves constants in a guess, numbered below n_values, in n_orders orders;
n_frames questions at most on one way down the tree.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

BIG = 1 << 28  # more than any number of questions

# What an array holds; the shape stands where it is an attribute below. A row of one has the same name.
Record: TypeAlias = Any  # an element of an array of records, whose fields have no types
Records: TypeAlias = NDArray[np.void]
Answers: TypeAlias = NDArray[np.uint8]
Bits: TypeAlias = NDArray[np.uint16] | NDArray[np.uint64]  # bit k: the answer k
Secrets: TypeAlias = NDArray[np.int32]  # numbers of secrets
Guesses: TypeAlias = NDArray[np.int32]  # numbers of guesses
Counts: TypeAlias = NDArray[np.int32]  # secrets by answer
Least: TypeAlias = NDArray[np.int64]  # lower bounds by parts and secrets
Bounds: TypeAlias = NDArray[np.int64]  # lower bounds by answers
Scores: TypeAlias = NDArray[np.int64]
Menus: TypeAlias = NDArray[np.int64]
Leaves: TypeAlias = NDArray[np.int16]
Classes: TypeAlias = NDArray[np.int64]
Orders: TypeAlias = NDArray[np.int16]
Images: TypeAlias = NDArray[np.int16]
Fits: TypeAlias = NDArray[np.uint8]
Labels: TypeAlias = NDArray[np.uint64]
Names: TypeAlias = NDArray[np.uint64]
Values: TypeAlias = NDArray[np.int32]


class Rules(NamedTuple):
    """The game; only read.

    Attributes
    ----------
    answers
        uint8 [n_secrets, n_guesses]: the number of the answer.
    bits
        uint16 or uint64 [n_secrets, n_guesses]: the answer as a single bit.
    winning
        int32 [n_secrets]: the guess that a secret answers with `solved`; int32 [0] where that is not one guess for each
        secret, and one secret for each guess.
    solved
        The number of the answer that ends the game, or -1: then it ends when one secret is left.
    least
        int64 [n_answers + 1, n_secrets + 1]: a lower bound for the questions of n secrets, if no guess divides
        them into more than k parts that go on.
    leaves
        int16 [n_guesses, n_leaves]: the constants of each guess.
    classes
        int64 [n_values]: a bit for each value that can be exchanged with this one.
    orders
        int16 [n_orders, n_leaves]: orders of the constants that change no answer; the first changes nothing.
    labels
        uint64 [n_secrets, 2]: random numbers; a set of secrets is known by the sums of theirs, 128 bits.
    guide
        int64 [n_secrets + 1]: what is still unknown in a part of so many secrets, as a score; below 2**24.
    """

    answers: Answers
    bits: Bits
    winning: Guesses
    solved: int
    least: Least
    leaves: Leaves
    classes: Classes
    orders: Orders
    labels: Labels
    guide: Scores


class Trial(NamedTuple):
    """The state of the search: frame d asks the question after d answers.

    Attributes
    ----------
    control
        CONTROL [1].
    frames
        FRAME [n_frames].
    left
        int32 [n_frames, n_secrets]: the secrets that are left, those with the same answer together.
    menus
        int64 [n_frames, n_guesses]: the guesses worth asking, in a narrow round the best score first, else the best
        bound: this, whether it is no secret left, and number in one word; see `entry`.
    parts
        PIECE [n_frames, n_answers]: the parts of the guess that is being tried, the largest first.
    images
        int16 [n_frames, n_orders, n_values]: for each order, what the values asked so far become under it, or -1.
    fits
        uint8 [n_frames, n_orders]: whether the order leaves the guesses asked so far as they are.
    names
        uint64 [n_frames, 2]: the sums of the labels.
    masks
        Scratch, as `bits` [n_guesses]: which answers a guess still gets.
    counts, ordered
        Scratch: int32 [n_answers + 1] and int32 [n_secrets].
    """

    control: Records
    frames: Records
    left: Secrets
    menus: Menus
    parts: Records
    images: Images
    fits: Fits
    names: Names
    masks: Bits
    counts: Counts
    ordered: Secrets


class Memory(NamedTuple):
    """The memo of sets of secrets: open addressing, with a power of two of slots.

    Attributes
    ----------
    names
        uint64 [n_slots, 2]: the sums of the labels; 0 in an empty slot.
    values
        int32 [n_slots, 3]: a lower bound, the best total found or BIG, and 4 times its guess plus the round that found
        it, which is below 3; -1 where there is none.
    """

    names: Names
    values: Values


ENTER, NEXT, PART, RETURN = range(4)  # the next step
DONE, PAUSED, ROOM, DEEP, SPLIT = range(5)
# what a slice returns: ROOM asks for a larger memory, DEEP for more frames, SPLIT to try the next guesses elsewhere

CONTROL = np.dtype(
    [
        ("depth", np.int64),
        ("state", np.int64),
        ("high", np.int64),  # what RETURN carries: the total found, or BIG
        ("low", np.int64),  # and a lower bound; equal where the total is the optimum
        ("round", np.int64),
        ("width", np.int64),  # so many guesses of a menu are tried
        ("narrow", np.int64),  # 1: few are, so that the menu has the most promising first
        ("whole", np.int64),  # 1: the guesses of large sets are tried elsewhere; 0: this search is of such a guess
        ("large", np.int64),  # a set of so many secrets is
        ("entries", np.int64),  # used slots of the memory
        ("nodes", np.int64),  # sets looked at
    ]
)
FRAME = np.dtype(
    [
        ("size", np.int64),  # secrets left
        ("cut", np.int64),  # only a total below it counts
        ("probe", np.int64),  # 1: only a bound is needed
        ("most", np.int64),  # no guess leads to more parts that go on
        ("floor", np.int64),  # the least bound of all guesses
        ("best", np.int64),  # the least total so far, the cut before there is one
        ("guess", np.int64),  # its guess
        ("complete", np.int64),  # 1: no guess was left out that could have a total below `best`
        ("length", np.int64),  # of the menu
        ("position", np.int64),  # of the guess that is being tried
        ("n_parts", np.int64),
        ("at", np.int64),  # the part that is being worked out: up to n_parts probes, then the same again in earnest
        ("total", np.int64),  # bound of the guess, with totals for bounds where they are known
        ("proved", np.int64),  # the same with lower bounds only
    ]
)
PIECE = np.dtype([("start", np.int32), ("size", np.int32), ("bound", np.int32), ("exact", np.int32)])
