"""Conditions on one unknown as the set of its values for which they hold: what joins such is one again."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import inf

from ..terms import AnyTerm
from .linear import Linear, divided
from .propagation import Propagation
from .reified import CONNECTIVES
from .sets import ALL, NONE, Integers, interval, single


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A condition that holds where `unknown` is in `domain`."""

    unknown: AnyTerm
    domain: Integers


def compared(on: Propagation, linear: Linear) -> Region | None:
    """A comparison of a single unknown; None where there are more, or none."""
    left, rest = linear.open(on)
    if len(left) != 1:
        return None
    ((multiplier, unknown),) = left
    if linear.relation == "<=":
        return Region(unknown, interval(*divided(-inf, rest, multiplier)))
    equal = single(rest // multiplier) if rest % multiplier == 0 else NONE
    return Region(unknown, equal if linear.relation == "==" else ~equal)


def joined(connective: str, left: AnyTerm | Region, right: AnyTerm | Region) -> Region | None:
    """Two conditions joined; None where they are not of the same unknown. Either may be 0 or 1, but not both."""
    known = [side for side in (left, right) if type(side) is Region]
    if not known or known[0].unknown is not known[-1].unknown:
        return None
    sides = [side.domain if type(side) is Region else _CONSTANT.get(side) for side in (left, right)]
    one, two = sides
    if one is None or two is None:
        return None
    if connective in ("#\\/", "#/\\"):  # the others for long chains of these would be slow
        return Region(known[0].unknown, one | two if connective == "#\\/" else one & two)
    found, of = NONE, CONNECTIVES[connective]
    for a, b in product((0, 1), repeat=2):
        if of(a, b):
            found = found | (one if a else ~one) & (two if b else ~two)
    return Region(known[0].unknown, found)


_CONSTANT: dict[AnyTerm, Integers] = {0: NONE, 1: ALL}
