"""The arrays that several files of this room share; apart from `terms.py`, because this imports numpy."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

AnswerTable: TypeAlias = NDArray[np.integer]  # uint8, uint16 or int32 [n_secrets, n_guesses]: the number of the answer
Numbers: TypeAlias = NDArray[np.intp]  # [n]: numbers of secrets or of guesses
Counts: TypeAlias = NDArray[np.intp]  # [n_guesses, n_answers]: how many secrets give each answer
Scores: TypeAlias = NDArray[np.number]  # [n_guesses]: lower is better
