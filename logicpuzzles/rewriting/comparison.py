"""Rules compared with the relation that they were made of, asked for the moves of some states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..endings import State
from ..logic.terms import typed
from .rewrite import Rewriting

COMPARED = 64  # moves that the rules and the relation give alike, after which only the given states are looked at


def differences(
    rewriting: Rewriting, successors: Callable[[State], Sequence[tuple[Any, State]]], states: Sequence[State]
) -> Iterator[State]:
    """The states among `states`, and among what follows them, where the rules and the relation disagree.

    Exact rules are not compared.
    """
    n_compared = 0
    for state in () if rewriting.exact else states:
        moves = successors(state)
        further = moves[:2] if n_compared < COMPARED else ()
        for asked, known in ((state, moves), *((after, None) for _, after in further)):
            expected = list(map(_typed, successors(asked) if known is None else known))
            found = list(map(_typed, rewriting.successors(asked)))
            n_compared += len(expected)
            if expected != found and (rewriting.ordered or sorted(map(repr, expected)) != sorted(map(repr, found))):
                yield asked


def _typed(move: tuple[Any, State]) -> tuple[Any, Any]:
    label, after = move
    return typed(label), typed(after)
