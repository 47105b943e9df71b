"""Which values can be exchanged, and which places reordered, without changing any answer; read off the table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations, permutations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .game import GameDefinition
from .kernels.layout import Classes, Leaves, Orders
from .opaque_values import Shape, put_together, take_apart
from .terms import Constant, Tick, idle

_MOST_VALUES = 62  # each is a bit of a word
_MOST_PLACES = 5  # 120 orders
_SAMPLE = 16  # rows compared before the whole table is

Apart: TypeAlias = tuple[Shape, tuple[Constant, ...]]  # a term as its shape and its constants
Change: TypeAlias = Callable[[tuple[Constant, ...]], Iterable[Constant]]  # of the constants


def symmetries(game: GameDefinition, tick: Tick = idle) -> tuple[Leaves, Classes, Orders]:
    """The symmetries of a game, as `kernels.layout.Rules` has them; none where its terms have different shapes.

    Each one is checked against the whole table of answers, so it holds whatever the answer function does.
    """
    secrets, guesses = [list(map(take_apart, terms)) for terms in (game.secrets, game.guesses)]
    values = list(dict.fromkeys(value for _, constants in (*secrets, *guesses) for value in constants))
    if len({shape for shape, _ in (*secrets, *guesses)}) > 1 or len(values) > _MOST_VALUES:
        return np.zeros((len(guesses), 0), np.int16), np.zeros(0, np.int64), np.zeros((1, 0), np.int16)
    matrix = game.table.matrix()

    def keeps(change: Change) -> bool:
        """Whether every answer stays the same when `change` is made to all secrets and guesses."""
        tick()
        rows = _moved(secrets, change, game.secret_names.numbers)
        columns = _moved(guesses, change, game.guess_names.numbers)
        if rows is None or columns is None:
            return False
        if not np.array_equal(matrix[rows[:_SAMPLE]][:, columns], matrix[:_SAMPLE]):
            return False
        return all(np.array_equal(matrix[row][columns], old) for row, old in zip(rows, matrix, strict=True))

    n_places = len(guesses[0][1])
    alike = _classes(len(values), lambda one, two: keeps(_exchange(values[one], values[two])))
    places = _classes(n_places, lambda one, two: keeps(_swap(one, two)), n_places <= _MOST_PLACES)
    number = {value: position for position, value in enumerate(values)}
    order = [p for p in permutations(range(n_places)) if all(places[a] == places[b] for a, b in enumerate(p))]
    return (
        np.array([[number[value] for value in constants] for _, constants in guesses], np.int16),
        np.array([sum(1 << two for two in range(len(values)) if alike[two] == one) for one in alike], np.int64),
        np.array(order if n_places <= _MOST_PLACES else [range(n_places)], np.int16),
    )


def _classes(size: int, alike: Callable[[int, int], bool], wanted: bool = True) -> list[int]:
    """For each number below `size`, the least one that it is equivalent to; `alike` is an equivalence."""
    least = list(range(size))
    for one, two in combinations(range(size if wanted else 0), 2):
        if least[two] == two and least[one] == one and alike(one, two):
            least[two] = one
    return least


def _exchange(one: Constant, two: Constant) -> Change:
    """Exchange two values."""
    exchanged = {one: two, two: one}
    return lambda constants: [exchanged.get(value, value) for value in constants]


def _swap(one: int, two: int) -> Change:
    """Exchange what is at two places."""
    exchanged = {one: two, two: one}
    return lambda constants: [constants[exchanged.get(place, place)] for place in range(len(constants))]


def _moved(terms: Sequence[Apart], change: Change, numbers: dict[Hashable, int]) -> NDArray[np.intp] | None:
    """The number of each term after the change; None where one becomes no such term."""
    found = [numbers.get(put_together(shape, change(constants))) for shape, constants in terms]
    return None if None in found else np.array(found)
