"""Invariants in words: why a goal that differs from the start in one cannot be reached.

What is claimed: a sentence is true word by word of every state that can be reached, every move between them, and every
goal state with the values that no move makes or removes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..endings import State
from ..logic.writer import write
from ..rewriting.values import Numbers
from .features import Features, on_positions
from .linear import LARGE, Vector, centred, product
from .relaxation import Relaxed

MOST_TERMS = 8  # that are spelled out
PARITY = ("even", "odd")


@dataclass(frozen=True)
class Invariant:
    """A number that is the same before and after every move.

    Attributes
    ----------
    terms
        A value by its number, the positions on which it is counted, and the factor of that count.
    regions
        The positions of which the sign of the permutation of their values is added.
    modulus
        The number is taken modulo this; a large prime stands for an exact number.
    """

    terms: tuple[tuple[int, tuple[int, ...], int], ...]
    regions: tuple[tuple[int, ...], ...]
    modulus: int
    features: Features = field(repr=False, compare=False)
    weights: Vector = field(repr=False, compare=False)

    def value(self, state: State) -> int:
        """The number; two states with different numbers never reach each other."""
        return self.of(self.features.program.values.encode(state))

    def of(self, state: Numbers) -> int:
        """The number of a state of numbered values."""
        return centred(product(self.weights, self.features.vector(state)), self.modulus)

    def __str__(self) -> str:
        if self.modulus == LARGE and self.weights and self.weights == self.features.numbers:
            return "the sum of all numbers"
        if len(self.terms) > MOST_TERMS:
            return f"a weighted sum of {len(self.terms)} counts"
        text = f"the sign of the permutation{self.features.within(self.regions)}" if self.regions else ""
        for value, cells, factor in self.terms:
            everywhere = "" if len(cells) == self.features.n_cells else on_positions(cells)
            joint = "minus " if factor < 0 else "plus " if text else ""
            times = "" if abs(factor) == 1 else f"{abs(factor)} times "
            name = write(self.features.program.values[value])
            text += f"{' ' if text else ''}{joint}{times}the number of {name}{everywhere}"
        return f"whether {text} is odd or even" if self.modulus == 2 else text


def in_words(invariant: Invariant, relaxed: Relaxed, start: Numbers, goal: Numbers, is_settled: bool) -> str:
    """Why `goal` cannot be reached from `start`: their numbers differ, and no move changes the number.

    The goal may stand for several states with the same number; with `is_settled` they agree in all that it counts.
    """
    return (
        _parity(invariant, start, goal)
        or (is_settled and _colours(invariant, relaxed, start, goal))
        or f"{invariant} never changes, but it differs: {_number(invariant, start)} at the start, "
        f"{_number(invariant, goal)} in the goal"
    )


def _number(invariant: Invariant, state: Numbers) -> str:
    number = invariant.of(state)
    return PARITY[number] if invariant.modulus == 2 else str(number)


def _parity(invariant: Invariant, start: Numbers, goal: Numbers) -> str | None:
    """The words for a sign of a permutation, with or without the colours of one value's places."""
    if not invariant.regions or len(invariant.terms) > 1:
        return None
    features = invariant.features
    one, two = features.vector(start), features.vector(goal)
    signs = range(features.first_sign, len(features))
    is_odd = sum(one.get(at, 0) + two.get(at, 0) for at in signs if at in invariant.weights) % 2
    where = features.within(invariant.regions)
    what = f"{where[1:]}{' ' if where else ''}the goal is an {PARITY[is_odd]} permutation of the start"
    if not invariant.terms:
        return f"{what}, and every move is an {PARITY[1 - is_odd]} one"
    ((value, _, _),) = invariant.terms
    before, after = _only(value, start), _only(value, goal)
    if before is None or after is None:
        return None
    name = write(features.program.values[value])
    if before == after:
        return f"{what} with {name} in place: moves that bring {name} back make only even ones"
    return f"{what}, but moves that take {name} from position {before} to {after} make only {PARITY[1 - is_odd]} ones"


def _only(value: int, state: Numbers) -> int | None:
    """The one cell that holds `value`."""
    return state.index(value) if state.count(value) == 1 else None


def _colours(invariant: Invariant, relaxed: Relaxed, start: Numbers, goal: Numbers) -> str | None:
    """The words for a value that changes colour with every move, where a count tells how many moves there are."""
    n_cells = len(start)
    walkers = [value for value, cells, _ in invariant.terms if len(cells) < n_cells]
    counted = [value for value, cells, _ in invariant.terms if len(cells) == n_cells]
    if invariant.regions or invariant.modulus != 2 or len(walkers) != 1 or len(counted) != 1:
        return None
    falls, rises = relaxed.change(counted[0])
    stays_single = _only(walkers[0], start) is not None and relaxed.change(walkers[0]) == (0, 0)
    if not stays_single or _only(walkers[0], goal) is None or falls != rises or abs(falls) != 1:
        return None
    n_moves = (goal.count(counted[0]) - start.count(counted[0])) * falls
    if n_moves < 0:
        return None
    values = invariant.features.program.values
    walker, made = write(values[walkers[0]]), f"one {write(values[counted[0]])} {'fewer' if falls < 0 else 'more'}"
    sides = ("the colour that it started from", "the other colour")
    return (
        f"every move takes {walker} to a position of the other colour and makes {made}:"
        f" after {n_moves} moves {walker} is on {sides[n_moves % 2]}, but in the goal on {sides[1 - n_moves % 2]}"
    )
