"""Equivalent guesses: of each class only the first is tried.

A symmetry exchanges values and reorders places without changing any answer. One that also leaves all guesses asked so
far unchanged turns a guess into an equivalent one.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from ...kernels.words import Int64, int64, lowest_bit, uint64
from .layout import Classes, Fits, Images, Leaves, Orders


@kernel
def taken(image: Images) -> Int64:
    """The values that `image` maps to, as bits."""
    mask = int64(0)
    for place in range(image.shape[0]):
        if image[place] >= 0:
            mask |= 1 << image[place]
    return mask


@kernel
def is_first(leaves: Leaves, classes: Classes, orders: Orders, images: Images, fits: Fits, guess: int) -> bool:
    """Whether no symmetry turns `guess` into one with smaller numbers.

    Parameters
    ----------
    images, fits
        Of the frame: int16 [n_orders, n_values] and uint8 [n_orders].
    """
    n_leaves = leaves.shape[1]
    for order in range(orders.shape[0]):
        if not fits[order]:
            continue
        used = taken(images[order])
        new_from, new_to = int64(0), used  # values met in this guess, and what they become
        for place in range(n_leaves):
            value = leaves[guess, orders[order, place]]
            image = int64(images[order, value])
            if image < 0 and (new_from >> value) & 1:
                image = _again(leaves, classes, orders[order], images[order], used, guess, place)
            elif image < 0:
                image = lowest_bit(uint64(classes[value] & ~new_to))
                new_from |= int64(1) << int64(value)
                new_to |= int64(1) << image
            if image < leaves[guess, place]:
                return False
            if image > leaves[guess, place]:
                break
    return True


@kernel
def _again(leaves: Leaves, classes: Classes, order: Orders, image: Images, used: int, guess: int, place: int) -> int:
    """What a new value became when it was met before `place`."""
    seen, to = int64(0), used
    wanted = leaves[guess, order[place]]
    for before in range(place):
        value = leaves[guess, order[before]]
        if image[value] >= 0 or (seen >> value) & 1:
            continue
        found = lowest_bit(uint64(classes[value] & ~to))
        if value == wanted:
            return found
        seen |= int64(1) << int64(value)
        to |= int64(1) << found
    return -1


@kernel
def after_guess(
    leaves: Leaves, classes: Classes, orders: Orders, images: Images, fits: Fits, depth: int, guess: int
) -> None:
    """Work out the symmetries that are left at `depth` + 1, when `guess` is asked at `depth`."""
    for order in range(orders.shape[0]):
        fits[depth + 1, order] = fits[depth, order]
        if not fits[depth, order]:
            continue
        image = images[depth + 1, order]
        for value in range(image.shape[0]):
            image[value] = images[depth, order, value]
        used = taken(image)
        for place in range(leaves.shape[1]):
            value, wanted = leaves[guess, orders[order, place]], int64(leaves[guess, place])
            if image[value] < 0 and (classes[value] >> wanted) & 1 and not (used >> wanted) & 1:
                image[value] = wanted
                used |= int64(1) << wanted
            elif image[value] != wanted:
                fits[depth + 1, order] = 0
                break
