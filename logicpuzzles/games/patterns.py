"""Whole rows of the answer table at once: one look-up for each pattern instead of one call for each pair."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from .opaque_values import Recognised, Unfit, grouped, opaque_answer
from .terms import Answer, AnswerFunction, AnswerTable, Constant, Guess, Numbers, Secret

T = TypeVar("T")

UNKNOWN = -1
_WIDEST = 1 << 22  # entries of one look-up table
_MOST_GROUPS = 1 << 14  # pairs of a group of secrets and one of guesses; more would save hardly any calls
_MOST_PLACES = 1 << 25  # pairs of a value and a guess
_PROBES = 300


class Patterns:
    """Answers by pattern, for an answer function that works on opaque values.

    A pair of a secret and a guess is coded by a number. Its base is one more than the number of opaque values in the
    guess; digit i tells which of these the i-th opaque value of the secret is equal to, counted from 1, or 0 for none.

    Parameters
    ----------
    number_of
        The number of an answer.

    Raises
    ------
    Unfit
        The function does more than compare values, or there are too many patterns.
    """

    def __init__(
        self,
        secrets: Sequence[Secret],
        guesses: Sequence[Guess],
        answer: AnswerFunction,
        number_of: Callable[[Answer], int],
    ) -> None:
        self.secrets, self.guesses, self.answer, self.number_of = secrets, guesses, answer, number_of
        self.known: frozenset[Constant] = frozenset()
        draw = random.Random(0)  # the same pairs each time
        for _ in range(_PROBES):
            self._settle(partial(self._ask, draw.choice(secrets), draw.choice(guesses)))
        self._arrange()

    def columns(self, secrets: Numbers) -> AnswerTable:
        """The number of the answer of each of these secrets (rows) to every guess: n_secrets x n_guesses.

        Raises
        ------
        Unfit
            It turns out only now that the function does not work on opaque values.
        """
        return self._settle(partial(self._columns, secrets))

    def _settle(self, attempt: Callable[[], T]) -> T:
        """The result of `attempt`, which is repeated until all constants that the function recognises are known."""
        while True:
            try:
                return attempt()
            except Recognised as met:
                self.known |= {met.constant}
                if hasattr(self, "_kinds"):
                    self._arrange()

    def _ask(self, secret: Secret, guess: Guess) -> int:
        """The number of the answer; opaque values and the pair itself must give the same one."""
        found = opaque_answer(self.answer, secret, guess, self.known)
        if found != self.answer(secret, guess):
            raise Unfit
        return self.number_of(found)

    def _arrange(self) -> None:
        """Group secrets and guesses by shape and by which of their own values are equal."""
        kinds = list(grouped(self.secrets, self.known).values())
        same = self.guesses is self.secrets
        asked = kinds if same else list(grouped(self.guesses, self.known).values())
        if len(kinds) * len(asked) > _MOST_GROUPS:
            raise Unfit
        values: dict[Constant, int] = {}
        for group in kinds if same else (*kinds, *asked):
            for _, opaque in group:
                for value in opaque:
                    values.setdefault(value, len(values))
        if len(values) * len(self.guesses) > _MOST_PLACES:
            raise Unfit
        self._kind = np.empty(len(self.secrets), np.intp)  # group of each secret
        self._within = np.empty(len(self.secrets), np.intp)  # its row in the group
        self._kinds = [_numbers(group, values) for group in kinds]
        for kind, group in enumerate(kinds):
            members = [number for number, _ in group]
            self._kind[members], self._within[members] = kind, np.arange(len(members))
        self._asked = [(np.array([number for number, _ in group]), _numbers(group, values)) for group in asked]
        self._places = [_places(numbers, len(values)) for _, numbers in self._asked]
        self._tables: dict[tuple[int, int], NDArray[np.int32]] = {}

    def _columns(self, secrets: Numbers) -> NDArray[np.int32]:
        found = np.empty((len(secrets), len(self.guesses)), np.int32)
        for kind in np.unique(self._kind[secrets]):
            rows = np.flatnonzero(self._kind[secrets] == kind)
            values = self._kinds[kind][self._within[secrets[rows]]]
            for group, (columns, _) in enumerate(self._asked):
                numbers = self._look_up(int(kind), group, values, secrets[rows])
                if len(rows) == len(secrets) and len(columns) == len(self.guesses):
                    found = numbers
                else:
                    found[rows[:, None], columns] = numbers
        return found

    def _look_up(self, kind: int, group: int, values: NDArray[np.intp], secrets: Numbers) -> NDArray[np.int32]:
        places, base = self._places[group], self._asked[group][1].shape[1] + 1
        entries = base ** values.shape[1]
        if entries > _WIDEST:
            raise Unfit
        table = self._tables.setdefault((kind, group), np.full(entries, UNKNOWN, np.int32))
        codes = np.zeros((len(secrets), places.shape[1]), np.int32)
        for digit in range(values.shape[1]):
            codes += places[values[:, digit]] * np.int32(base**digit)
        numbers = table[codes]
        unknown = np.flatnonzero(numbers == UNKNOWN)
        if len(unknown):
            new, first = np.unique(codes.ravel()[unknown], return_index=True)
            for code, pair in zip(new, unknown[first], strict=True):
                row, column = divmod(int(pair), places.shape[1])
                table[code] = self._ask(self.secrets[secrets[row]], self.guesses[self._asked[group][0][column]])
            numbers = table[codes]
        return numbers


def _numbers(group: list[tuple[int, tuple[Constant, ...]]], values: dict[Constant, int]) -> NDArray[np.intp]:
    """The opaque values of each term of a group as numbers: n_terms x n_opaque."""
    return np.array([[values[value] for value in opaque] for _, opaque in group], np.intp).reshape(len(group), -1)


def _places(numbers: NDArray[np.intp], n_values: int) -> NDArray[np.int32]:
    """Which opaque value of each guess a value is, counted from 1, or 0 for none: n_values x n_guesses."""
    places = np.zeros((n_values, len(numbers)), np.int32)
    rows = np.arange(len(numbers))
    for place in range(numbers.shape[1]):
        places[numbers[:, place], rows] = place + 1
    return places
