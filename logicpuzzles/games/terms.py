"""The names by which signatures of this room tell what a term is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:  # games that are only declared do without numpy
    import numpy as np
    from numpy.typing import NDArray

# Terms are integers, words, or tuples of terms. All that is asked of them is a hash and equality.
Secret: TypeAlias = Hashable  # (0, 7, 2, 1)
Guess: TypeAlias = Hashable  # (0, 1, 2, 3)
Answer: TypeAlias = Hashable  # (1, 2): one bull and two cows
Turn: TypeAlias = tuple[Guess, Answer]  # ((0, 1, 2, 3), (1, 2))
Constant: TypeAlias = Hashable  # what a term is made of: 7, "heavy"

# A rule file's functions know their own terms, which no type here can.
AnswerFunction: TypeAlias = Callable[[Any, Any], Any]  # of a secret and a guess
Tell: TypeAlias = Callable[[Any], str]  # the text of a term

Choose: TypeAlias = Callable[[Sequence[int]], int]  # from the numbers of the secrets left to the number of a guess
Tick: TypeAlias = Callable[[], None]  # called now and then during long work; may raise to end it

AnswerTable: TypeAlias = "NDArray[np.integer]"  # uint8, uint16 or int32 [n_secrets, n_guesses]: number of the answer
# The table, the number of the answer that ends the game or -1, and how many numbers there are.
Numbered: TypeAlias = tuple[AnswerTable, int, int]
Numbers: TypeAlias = "NDArray[np.intp]"  # [n]: numbers of secrets or of guesses
Counts: TypeAlias = "NDArray[np.intp]"  # [n_guesses, n_answers]: how many secrets give each answer
Scores: TypeAlias = "NDArray[np.number]"  # [n_guesses]: lower is better


def idle() -> None:
    """Do nothing: a no-op tick."""
