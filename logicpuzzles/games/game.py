"""What a rule file declares of a deduction game: secrets, guesses, and the answer that a secret gives to a guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import PuzzleError
from ..notation import plain, write
from .naming import Naming, refused
from .secrets import Secrets, Turn, ascending, distinct, listed
from .strangers import Recognised, Unfit
from .table import Progress, Table

if TYPE_CHECKING:
    from ..logic.relations import Predicate
    from ..models.model import Model
    from ..search.task import Limits
    from .exploring import Exploration

NO_ANSWER = object()  # the default of `solved`: no answer ends the game


class Game:
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

    kind = "game"

    def __init__(
        self,
        secrets: Iterable[Any] | Callable[[], Any] | Model,
        answer: Callable[[Any, Any], Any],
        *,
        guesses: Iterable[Any] | None = None,
        solved: Any = NO_ANSWER,
        ask: Callable[[Any], str] = plain,
        tell: Callable[[Any], str] = plain,
        relations: Iterable[Predicate] = (),
    ) -> None:
        if not callable(answer):
            raise PuzzleError("this is no function", place="answer", expected="answer(secret, guess)", got=repr(answer))
        self._declared = Secrets(secrets)
        self._guesses = None if guesses is None else listed(guesses, "guesses")
        self._answer, self.solved, self.ask, self.tell = answer, solved, ask, tell
        self._further = tuple(relations)

    # -- secrets, guesses, answers -----------------------------------------------------------------

    @cached_property
    def secrets(self) -> tuple[Any, ...]:
        """All secrets in their order.

        Raises
        ------
        PuzzleError
            There are none, or one comes twice.
        """
        return distinct(self._declared.all(self.answer), "secrets")

    @cached_property
    def guesses(self) -> tuple[Any, ...]:
        """All guesses in their order.

        Raises
        ------
        PuzzleError
            There are none, or one comes twice.
        """
        return self.secrets if self._guesses is None else distinct(self._guesses, "guesses")

    def answer(self, secret: Any, guess: Any) -> Any:
        """The answer that `secret` gives to `guess`.

        Raises
        ------
        PuzzleError
            The function of the rule file raises.
        """
        try:
            found = self._answer(secret, guess)
        except (PuzzleError, Recognised, Unfit):
            raise
        except Exception as error:
            raise PuzzleError(
                f"{type(error).__name__}: {error}",
                place=f"answer({write(secret)}, {write(guess)})",
                hint="the function must give an answer to every guess",
            ) from error
        return tuple(found) if isinstance(found, list) else found

    @property
    def can_be_solved(self) -> bool:
        """Whether an answer ends the game; else it ends when one secret is left."""
        return self.solved is not NO_ANSWER

    def ends(self, answer: Any, n_left: int) -> bool:
        """Whether the game is over after `answer`, with so many secrets left."""
        return bool(answer == self.solved) if self.can_be_solved else n_left == 1

    @cached_property
    def table(self) -> Table:
        """The answers by the numbers of secrets and guesses."""
        try:
            hash(self.answer(self.secrets[0], self.guesses[0]))
        except TypeError:
            raise PuzzleError(
                "an answer is no term", place="answer", expected="an integer, a word or a tuple"
            ) from None
        return Table(self.secrets, self.guesses, self.answer)

    @cached_property
    def naming(self) -> Naming:
        """Secrets and guesses by what they are and by how they are typed."""
        return Naming(self.secrets, self.guesses, self.ask)

    @cached_property
    def own(self) -> tuple[int, ...]:
        """For each secret, the number of the guess that it is or, where an answer ends the game, that gets this answer.

        It is -1 where there is no such guess.
        """
        asked = [self.naming.guesses.get(secret, -1) for secret in self.secrets]
        if not self.can_be_solved:
            return tuple(asked)
        return tuple(
            number
            if number >= 0 and self.answer(secret, self.guesses[number]) == self.solved
            else self._solving(secret)
            for secret, number in zip(self.secrets, asked, strict=True)
        )

    def _solving(self, secret: Any) -> int:
        return next((n for n, guess in enumerate(self.guesses) if self.answer(secret, guess) == self.solved), -1)

    def possible_answers(self, guess: Any) -> tuple[Any, ...]:
        """The answers that `guess` gets from any secret, in ascending order."""
        return ascending({self.answer(secret, guess): None for secret in self.secrets})

    # -- consistency -------------------------------------------------------------------------------

    def problem(self, turns: Iterable[Turn] = ()) -> Any:
        """A fresh python-constraint problem whose solutions are the secrets that agree with every turn.

        Where the secrets are a list, its only variable is "secret".
        """
        return self._declared.problem(self.answer, turns)

    def solutions(self, turns: Iterable[Turn] = ()) -> list[Any]:
        """The secrets that agree with every turn, from the python-constraint problem, in no particular order."""
        return self._declared.solutions(self.answer, turns)

    def model(self, turns: Iterable[Turn] = ()) -> Model:
        """The problem as a `Model`: to be counted, explained where no secret agrees, or asked as a relation."""
        from ..models.model import Model

        told = tuple(turns)
        return Model(lambda: self.problem(told), arguments=self._declared.variables(), name="consistent")

    def left(self, turns: Iterable[Turn] = ()) -> tuple[Any, ...]:
        """The secrets that agree with every turn, in their order."""
        found = self.secrets
        for guess, given in turns:
            found = tuple(secret for secret in found if self.answer(secret, guess) == given)
        return found

    @cached_property
    def relations(self) -> tuple[Predicate, ...]:
        """The relations that can be asked of the game: `answer`, `consistent`, and those of the rule file."""
        from .asking import relations_of

        return (*relations_of(self), *self._further)

    # -- playing -----------------------------------------------------------------------------------

    def secret(self, term: Any, place: str = "secret") -> Any:
        """`term`, if it is a secret.

        Raises
        ------
        PuzzleError
            It is none, with the reason as far as it can be told.
        """
        if term in self.naming.secrets:
            return term
        raise refused(term, self.secrets, self.ask, "secret", place)

    def guess(self, term: Any, place: str = "guess") -> Any:
        """`term`, if it is a guess.

        Raises
        ------
        PuzzleError
            It is none, with the reason as far as it can be told.
        """
        if term in self.naming.guesses:
            return term
        raise refused(term, self.guesses, self.ask, "guess", place)

    def explore(
        self, strategy: str = "entropy", *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Exploration:
        """The game played for every secret: the tree of questions, and how many questions each secret takes.

        Parameters
        ----------
        strategy
            One of `strategies.NAMES`.
        limits, progress
            For the strategy "optimum", which may take long.

        Raises
        ------
        PuzzleError
            There is no such strategy, or two secrets can never be told apart.
        """
        from .exploring import explore

        return explore(self, strategy, limits, progress)
