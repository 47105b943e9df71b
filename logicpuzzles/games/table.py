"""The answer table of a game: which answer each secret gives to each guess, worked out when it is first needed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from .opaque_values import Unfit
from .terms import Answer, AnswerFunction, AnswerTable, Guess, Numbers, Secret, Tick, idle

if TYPE_CHECKING:
    from .patterns import Patterns

FEW = 10_000  # pairs: up to so many are asked one by one
MOST_CALLS = 50_000_000  # more calls of a Python function would take minutes
MOST_CELLS = 250_000_000  # more are not stored, but worked out each time
BLOCK = 1 << 18  # cells worked out at once
_SAMPLE = 40  # rows and columns that are compared with the function


def _numbering() -> tuple[list[Answer], Callable[[Answer], int]]:
    """The answers met so far, and the function that numbers them as they come."""
    answers: list[Answer] = []
    numbers: dict[Answer, int] = {}

    def number_of(answer: Answer) -> int:
        number = numbers.setdefault(answer, len(answers))
        if number == len(answers):
            answers.append(answer)
        return number

    return answers, number_of


class Table:
    """Answers by the numbers of secrets and guesses; `answers` holds those met so far.

    Where few answers are needed, the function is called. Whole rows come from `patterns` where the function works on
    opaque values; a sample of them is compared with the function.
    """

    def __init__(self, secrets: Sequence[Secret], guesses: Sequence[Guess], answer: AnswerFunction) -> None:
        self.secrets, self.guesses, self.answer = secrets, guesses, answer
        # `number_of` is no method: patterns refer to it, and must not keep the table alive.
        self.answers, self.number_of = _numbering()
        self._matrix: AnswerTable | None = None
        self.nbytes = 0  # of the matrix, once it is made

    def find(self, answer: Answer) -> int:
        """The number of `answer`; -1 where it was not met so far."""
        return self.answers.index(answer) if answer in self.answers else -1

    def split(self, guess: int, secrets: Sequence[int]) -> dict[Answer, list[int]]:
        """The secrets by the answer that they give to a guess, in the order in which the answers come."""
        if self._matrix is not None:
            answers = map(self.answers.__getitem__, self._matrix[secrets, guess].tolist())
        else:
            answers = map(self.answer, map(self.secrets.__getitem__, secrets), repeat(self.guesses[guess]))
        parts: dict[Answer, list[int]] = {}
        for secret, answer in zip(secrets, answers, strict=True):
            parts.setdefault(answer, []).append(secret)
        return parts

    @property
    def n_cells(self) -> int:
        """The pairs of a secret and a guess."""
        return len(self.secrets) * len(self.guesses)

    def columns(self, secrets: Numbers, tick: Tick = idle) -> AnswerTable:
        """The numbers of the answers of these secrets (rows) to all guesses: n_secrets x n_guesses.

        Raises
        ------
        PuzzleError
            The table is too large to be worked out by calls of the function.
        """
        if self.n_cells > MOST_CELLS:
            self._require_quick()
            return self.rows(secrets)
        return self.matrix(tick)[secrets]

    def matrix(self, tick: Tick = idle) -> AnswerTable:
        """The whole table: n_secrets x n_guesses; one byte an answer where there are at most 256."""
        import numpy as np

        if self._matrix is None:
            self._require_quick()
            self.nbytes = self.n_cells
            tick()
            made = np.empty((len(self.secrets), len(self.guesses)), np.uint8)
            step = max(1, BLOCK // len(self.guesses))
            for start in range(0, len(made), step):
                rows = self.rows(np.arange(start, min(start + step, len(made))))
                if len(self.answers) > 256 and made.dtype == np.uint8:
                    made, self.nbytes = made.astype(np.uint16), 2 * self.n_cells
                made[start : start + step] = rows
                tick()
            self._matrix = made
        return self._matrix

    def _require_quick(self) -> None:
        if not self.by_pattern and self.n_cells > MOST_CALLS:
            raise PuzzleError(
                f"the table of answers has {self.n_cells:,} entries",
                expected=f"at most {MOST_CALLS:,} where each is worked out by a call of the answer function",
                hint="take the strategy first, or a smaller game",
            )

    @property
    def by_pattern(self) -> bool:
        """Whether rows come from patterns, not by a call of the function for every answer."""
        return self._patterns is not None

    def rows(self, secrets: Numbers) -> AnswerTable:
        """The same as `columns`, worked out anew."""
        import numpy as np

        if self._patterns is not None:
            try:
                return self._patterns.columns(secrets)
            except Unfit:
                self._patterns = None
                self._require_quick()
        number_of, answer = self.number_of, self.answer
        return np.array([[number_of(answer(self.secrets[s], guess)) for guess in self.guesses] for s in secrets])

    @cached_property
    def _patterns(self) -> Patterns | None:
        if self.n_cells <= FEW:
            return None
        from .patterns import Patterns

        try:
            made = Patterns(self.secrets, self.guesses, self.answer, self.number_of)
            return made if self._agrees(made) else None
        except Unfit:
            return None

    def _agrees(self, patterns: Patterns) -> bool:
        """Whether a sample of the rows is what the plain function says."""
        import numpy as np

        draw = random.Random(1)
        rows = draw.sample(range(len(self.secrets)), min(_SAMPLE, len(self.secrets)))
        columns = draw.sample(range(len(self.guesses)), min(_SAMPLE, len(self.guesses)))
        return all(
            self.answers[number] == self.answer(self.secrets[row], self.guesses[column])
            for row in rows
            for column, number in zip(columns, patterns.columns(np.array([row]))[0, columns].tolist(), strict=True)
        )
