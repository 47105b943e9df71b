"""The result of playing a strategy for every secret: its tree of questions, and how many of them each secret takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..drawable import Drawable
from ..endings import Ending, Solved, Stopped
from ..integers import represented
from ..wording import counted
from .terms import Answer, Guess, Secret


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Node(Drawable):
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

    def __repr__(self) -> str:
        what = f"secret {represented(self.secret)}" if self.is_leaf else f"guess {represented(self.guess)}"
        answers = "" if self.is_leaf else f", {counted(len(self.after), 'answer')}"
        return f"<Node: {what}{answers}>"

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


@dataclass(frozen=True, kw_only=True, repr=False)
class Exploration(Ending):
    """The cost of every secret under a strategy.

    Attributes
    ----------
    tree
        The questions.
    questions
        How many of them each secret takes.
    least
        A proved lower bound for the total of any strategy; None where none was sought.
    """

    tree: Node
    questions: Mapping[Secret, int]
    least: int | None = None

    def in_short(self) -> str:
        secrets = counted(len(self.questions), "secret")
        return f"{secrets}, {self.average:.4g} questions on average, {self.worst} at worst"

    @cached_property
    def counts(self) -> dict[int, int]:
        """For each number of questions up to the largest, how many secrets take it."""
        found = Counter(self.questions.values())
        return {number: found[number] for number in range(min(found, default=0), max(found, default=-1) + 1)}

    @property
    def total(self) -> int:
        """The questions for all secrets together."""
        return sum(self.questions.values())

    @property
    def average(self) -> float:
        """The expected number of questions, all secrets being equally likely; 0 where none was found."""
        return self.total / max(1, len(self.questions))

    @property
    def worst(self) -> int:
        """The largest number of questions."""
        return max(self.questions.values(), default=0)

    @property
    def hardest(self) -> tuple[Secret, ...]:
        """The secrets that take the most questions, in the order of the game."""
        worst = self.worst
        return tuple(secret for secret, number in self.questions.items() if number == worst)


@dataclass(frozen=True, kw_only=True, repr=False)
class Explored(Exploration, Solved):
    """The whole tree; for the strategy "optimum", no tree has a smaller total."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Interrupted(Exploration, Stopped):
    """A limit stopped it.

    For the strategy "optimum" the tree is the best one so far. A tree that was still growing is unfinished, and
    `questions` has only the secrets that are found in it.
    """

    def in_short(self) -> str:
        return self.reason
