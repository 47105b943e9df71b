"""Trees of questions: what to ask, and what to ask next after each answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .terms import Answer, Guess, Secret


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Ask `guess`, then continue at the node of its answer; a leaf asks nothing.

    Attributes
    ----------
    guess
        None at a leaf.
    secret
        At a leaf: the secret that is found.
    after
        The next node for each answer that is still possible, in the order of the first secret that gives it.
    """

    guess: Guess = None
    secret: Secret = None
    after: dict[Answer, Node] = field(default_factory=dict)

    @property
    def is_leaf(self) -> bool:
        """Whether the secret is found here."""
        return not self.after

    def leaves(self) -> Iterator[tuple[Secret, int]]:
        """Each secret with the number of questions it takes, in the order of the answers."""
        waiting = [(self, 0)]
        while waiting:
            node, questions = waiting.pop()
            if node.is_leaf:
                yield node.secret, questions
            waiting += [(after, questions + 1) for after in reversed(node.after.values())]

    @property
    def total(self) -> int:
        """The questions for all secrets together."""
        return sum(number for _, number in self.leaves())
