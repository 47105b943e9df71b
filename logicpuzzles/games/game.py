"""What a rule file declares of a deduction game: secrets, guesses, and the answer that a secret gives to a guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ..copying import Copied
from ..drawable import Drawable, Source
from ..errors import PuzzleError, must_be
from ..integers import represented
from ..limits import Limits
from ..logic.notation import plain
from ..logic.writer import write
from ..wording import counted
from .calling import failed, telling
from .naming import Names
from .opaque_values import Recognised, Unfit
from .secrets import Given, Problem, Secrets, ascending, distinct, listed
from .table import Table
from .terms import Answer, AnswerFunction, Guess, Secret, Tell, Turn

if TYPE_CHECKING:
    from ..logic.relations import Predicate
    from ..models.model import Model


class _NoAnswer:
    """A class with one instance, which stays the only one when it is copied or pickled."""

    def __reduce__(self) -> str:
        return "NO_ANSWER"


NO_ANSWER = _NoAnswer()  # the default of `solved`: no answer ends the game


class GameDefinition(Copied, Drawable):
    """What a deduction game is: its secrets, guesses and answers. For the parameters see `api.Game`."""

    kind = "game"
    parts = ("_declared", "_guesses", "_answer", "solved", "ask", "tell", "_further")
    thing = "a game"
    source: Source | None = None  # the rule file that declares it

    def __init__(
        self,
        secrets: Given,
        answer: AnswerFunction,
        *,
        guesses: Iterable[Guess] | None = None,
        solved: Answer = NO_ANSWER,
        ask: Tell = plain,
        tell: Tell = plain,
        relations: Iterable[Predicate] = (),
    ) -> None:
        must_be(Callable, answer, "this is not a function", place="answer", expected="answer(secret, guess)")
        self._declared = Secrets(secrets)
        self._guesses = None if guesses is None else listed(guesses, "guesses")
        self._answer, self.solved = answer, _term(solved, "solved")
        self.ask, self.tell = telling(ask, "ask"), telling(tell, "tell")
        self._further = tuple(relations)

    # -- secrets, guesses, answers -----------------------------------------------------------------

    @cached_property
    def secrets(self) -> tuple[Secret, ...]:
        """All secrets in their order.

        Raises
        ------
        PuzzleError
            There are none, more than `secrets.MOST`, or one comes twice.
        """
        return distinct(self._declared.all(self.answer), "secrets")

    def gather(self, limits: Limits | None = None) -> None:
        """Find the secrets, unless they are known already.

        Raises
        ------
        LimitReached
            A limit stopped the search for them.
        """
        if "secrets" not in self.__dict__:
            self.__dict__["secrets"] = distinct(self._declared.all(self.answer, limits), "secrets")

    @property
    def is_listed(self) -> bool:
        """Whether the secrets are known, and need not be found first."""
        return "secrets" in self.__dict__ or self._declared.are_listed

    def __repr__(self) -> str:
        if self.source is not None:
            return self.source.loading
        return f"<game of {counted(len(self.secrets), 'secret') if self.is_listed else 'secrets not yet found'}>"

    @cached_property
    def guesses(self) -> tuple[Guess, ...]:
        """All guesses in their order.

        Raises
        ------
        PuzzleError
            There are none, more than `secrets.MOST`, or one comes twice.
        """
        return self.secrets if self._guesses is None else distinct(self._guesses, "guesses")

    def answer(self, secret: Secret, guess: Guess) -> Answer:
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
            place = f"answer({write(secret)}, {write(guess)})"
            raise failed(self._answer, error, place, "the function must give an answer to every guess") from error
        return _term(found, "answer")

    @property
    def can_be_solved(self) -> bool:
        """Whether an answer ends the game; else it ends when one secret is left."""
        return self.solved is not NO_ANSWER

    def ends(self, answer: Answer, n_left: int) -> bool:
        """Whether the game is over after `answer`, with so many secrets left."""
        return bool(answer == self.solved) if self.can_be_solved else n_left == 1

    def is_of_use(self, parts: Mapping[Answer, Sequence[int]]) -> bool:
        """Whether a guess whose answers part the secrets left so may be asked.

        It tells some of them apart, or is what finds the last one; and it ends the game for one of them at most, since
        nothing can be asked after that.
        """
        n_found = len(parts.get(self.solved, ()))
        return n_found <= 1 and (len(parts) > 1 or n_found == 1)

    @cached_property
    def table(self) -> Table:
        """The answers by the numbers of secrets and guesses."""
        return Table(self.secrets, self.guesses, self.answer)

    @cached_property
    def secret_names(self) -> Names:
        """The secrets by number and by name."""
        return Names(self.secrets, self.name, "secret")

    @cached_property
    def guess_names(self) -> Names:
        """The guesses by number and by name."""
        return Names(self.guesses, self.ask, "guess")

    def name(self, secret: Secret) -> str:
        """The text of a secret for a person; a secret that is also a guess is written as the guess."""
        return self.ask(secret) if self.guess_names.find(secret) is not None else plain(secret)

    @cached_property
    def own(self) -> tuple[int, ...]:
        """For each secret, the number of its guess: itself or, where an answer ends the game, one that gets it.

        It is -1 where there is no such guess.
        """
        asked = [self.guess_names.numbers.get(secret, -1) for secret in self.secrets]
        if not self.can_be_solved:
            return tuple(asked)
        return tuple(
            number
            if number >= 0 and self.answer(secret, self.guesses[number]) == self.solved
            else self._solving(secret)
            for secret, number in zip(self.secrets, asked, strict=True)
        )

    def _solving(self, secret: Secret) -> int:
        return next((n for n, guess in enumerate(self.guesses) if self.answer(secret, guess) == self.solved), -1)

    def possible_answers(self, guess: Guess) -> tuple[Answer, ...]:
        """The answers that `guess` gets from any secret, in ascending order."""
        return ascending({self.answer(secret, guess): None for secret in self.secrets})

    # -- consistency -------------------------------------------------------------------------------

    def problem(self, turns: Iterable[Turn] = ()) -> Problem:
        """A fresh python-constraint problem whose solutions are the secrets that agree with every turn.

        Where the secrets are a list, its only variable is "secret".
        """
        return self._declared.problem(self.answer, self._checked(turns))

    def solutions(self, turns: Iterable[Turn] = ()) -> list[Secret]:
        """The secrets that agree with every turn, from the python-constraint problem, in no particular order."""
        return self._declared.solutions(self.answer, self._checked(turns))

    def model(self, turns: Iterable[Turn] = ()) -> Model:
        """The problem as a `Model`: to be counted, explained where no secret agrees, or asked as a relation."""
        return self._declared.model(self.answer, self._checked(turns))

    def _checked(self, turns: Iterable[Turn]) -> list[Turn]:
        try:
            pairs = [(guess, given) for guess, given in turns]
        except (TypeError, ValueError):
            expected = "a list of pairs, a guess and the answer it got"
            raise PuzzleError("these are not turns", place="turns", expected=expected, got=represented(turns)) from None
        return [(self.guess(guess), _term(given, "answer")) for guess, given in pairs]

    def left(self, turns: Iterable[Turn] = ()) -> tuple[Secret, ...]:
        """The secrets that agree with every turn, in their order.

        Raises
        ------
        PuzzleError
            The turns are not pairs, or a guess is not one of the game's. So it is for all methods that take turns.
        """
        found = self.secrets
        for guess, given in self._checked(turns):
            found = tuple(secret for secret in found if self.answer(secret, guess) == given)
        return found

    def secret(self, term: object, place: str = "secret") -> Secret:
        """`term`, if it is a secret.

        Raises
        ------
        PuzzleError
            It is none; the message says why, as far as that is known.
        """
        return self.secret_names.own(term, place)

    def guess(self, term: object, place: str = "guess") -> Guess:
        """`term`, if it is a guess.

        Raises
        ------
        PuzzleError
            It is none; the message says why, as far as that is known.
        """
        return self.guess_names.own(term, place)


def _term(answer: object, place: str) -> Answer:
    """An answer that a rule file gave; a list becomes a tuple."""
    found = tuple(answer) if isinstance(answer, list) else answer
    try:
        hash(found)
    except TypeError:
        raise PuzzleError(
            "an answer is not a term", place=place, expected="an integer, a word or a tuple", got=represented(found)
        ) from None
    return found
