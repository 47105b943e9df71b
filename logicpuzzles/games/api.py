"""A deduction game as rule files declare it: what it is, what can be asked of it, and how a strategy does."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ..endings import drawn_by
from ..limits import Limits, Progress
from .game import GameDefinition
from .strategies import OPTIMUM

if TYPE_CHECKING:
    from ..logic.relations import Predicate
    from .result import Exploration


class Game(GameDefinition):
    """A deduction game: one side has a secret, the other finds it by guesses, each of which gets an answer.

    Parameters
    ----------
    secrets
        All secrets in their order; or a function that builds a python-constraint `Problem` whose solutions they are,
        or a `Model` of one: then a secret is the tuple of the values of its variables, and the order is ascending.
    answer
        The function `answer(secret, guess)`; its answers are terms.
    guesses
        All guesses in their order; by default the secrets.
    solved
        The answer that ends the game. Without it a game ends as soon as one secret is left.
    ask, tell
        How a guess and an answer are told to a person.
    relations
        Further relations that can be asked.

    Raises
    ------
    PuzzleError
        A part has the wrong type.
    """

    # A class above the definition, rather than a registry in it: strategies and trees are written on `GameDefinition`,
    # and nothing has to be imported for its side effects before a method works. What the methods import would double
    # the time in which a rule file is loaded.

    @cached_property
    def relations(self) -> tuple[Predicate, ...]:
        """What can be asked of the game: `answer`, `consistent`, `possible`, and the relations of the rule file."""
        from .game_relations import relations_of

        return (*relations_of(self), *self._further)

    def explore(
        self,
        strategy: str = "entropy",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
        workers: int | None = None,
    ) -> Exploration:
        """The game played for every secret: the tree of questions, and how many questions each secret takes.

        Parameters
        ----------
        strategy
            One of `strategies.NAMES`.
        limits, progress
            What may stop it, and what reports its progress. A node is a set of secrets for which a guess is sought.
        workers
            So many threads search for the optimum, by default one for each core; the result is the same. The other
            strategies take one.

        Raises
        ------
        PuzzleError
            There is no such strategy, `workers` is no number from 1 on, or two secrets can never be told apart.
        LimitReached
            A limit stopped it before all secrets were known.
        """
        from ..workers.threads import checked

        limits, workers = Limits.of(limits), checked(workers)
        if strategy == OPTIMUM:
            from .optimum import optimum  # which imports numpy: small games do without

            return drawn_by(self, optimum(self, limits, progress, workers))
        from .growing import explore

        return drawn_by(self, explore(self, strategy, limits, progress))
