"""The two players of a deduction game: the person guesses and the program answers, or the other way round."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress

import click

from ..errors import PuzzleError
from ..games.answer_parsing import Reader, words
from ..games.naming import Names, examples
from ..games.play import Contradiction, Deduction, Guesser, Keeper
from ..games.terms import Guess
from ..limits import Limits
from ..rulefile.rulebook import RuleFile
from ..wording import counted
from .playing import Dialogue, Over, closed, say
from .rulefiles import placed
from .screen import Progress

FEW = 6  # up to so many answers are listed at the beginning


class PersonGuesses(Dialogue):
    """The program has a secret and answers."""

    def __init__(self, rulefile: RuleFile, strategy: str) -> None:
        super().__init__(rulefile, strategy)
        self.keeper = Keeper(self.game)
        self.commands |= {"hint": self.hint, "quit": self.quit}
        self._helper: Guesser | None = None

    def introduction(self) -> str:
        """How many secrets there are, and what a guess is."""
        few = examples(ends(self.game.guesses), self.game.ask)
        return f"I have one of {len(self.game.secrets):,} secrets; find it. A guess is such as {few}."

    def prompt(self) -> tuple[str, Names]:
        """The number of the guess."""
        return f"Guess {len(self.deduction.turns) + 1}: ", self.game.guess_names

    def hear(self, typed: str, names: Names) -> None:
        """Answer a guess."""
        guess = names.read(typed)
        answer = self.keeper.answer(guess)
        self.deduction = self.deduction.told(guess, answer)
        self.progressed(closed(self.game.ask(guess), ":"), answer)

    def conclusion(self) -> str:
        """The secret, and how many questions it took."""
        questions = counted(len(self.deduction.turns), "question")
        return f"You found {self.game.name(self.keeper.secret)} with {questions}."

    def hint(self, _: int | None) -> None:
        """What I would guess."""
        with Progress() as progress:
            self._helper = self._helper or Guesser(self.game, self.strategy, progress)
            guess = self._helper.guess(self.deduction)
        say(f"I would guess {self.game.ask(guess)}.", indent="  ")

    def quit(self, _: int | None) -> None:
        """Stop, and see the secret."""
        click.echo(f"It was {self.game.name(self.keeper.secret)}.")
        raise Over


class ProgramGuesses(Dialogue):
    """The person has a secret and answers."""

    def __init__(self, rulefile: RuleFile, strategy: str) -> None:
        super().__init__(rulefile, strategy)
        self.commands |= {"undo": self.undo, "quit": self.quit}
        with Progress() as progress:
            self.guesser = Guesser(self.game, strategy, progress)
        self._asked: tuple[Deduction, Guess] | None = None

    def introduction(self) -> str:
        """How many secrets there are, and what an answer is."""
        few = examples(ends(self.game.secrets), self.game.name)
        hurried = " The game is large, so I compare only some of the guesses." if self.guesser.is_hurried else ""
        return f"Think of a secret: one of {len(self.game.secrets):,}, such as {few}. {self._how()}{hurried}"

    def _how(self) -> str:
        """How an answer is typed."""
        answers = self.game.possible_answers(self.guess)
        if len(answers) <= FEW:
            return f"I ask, and you answer {examples(answers, self.game.tell)}."
        told = self.game.tell(answers[len(answers) // 2])
        short = " ".join(word for word in words(told) if word.isdecimal())
        is_clear = short not in ("", told) and Reader(answers, self.game.tell).find(short) is not None
        return f"I ask, and you answer such as {told}{f', or {short} for short' if is_clear else ''}."

    @property
    def guess(self) -> Guess:
        """What is asked now."""
        if self._asked is None or self._asked[0] is not self.deduction:
            with Progress() as progress:
                self.guesser.progress = progress
                self._asked = self.deduction, self.guesser.guess(self.deduction)
        return self._asked[1]

    def prompt(self) -> tuple[str, Names]:
        """The question."""
        answers = Names(self.game.possible_answers(self.guess), self.game.tell, "answer")
        return f"Question {len(self.deduction.turns) + 1}: {closed(self.game.ask(self.guess), '?')}", answers

    def hear(self, typed: str, names: Names) -> None:
        """Take in an answer."""
        answer = names.read(typed)
        try:
            self.deduction = self.deduction.told(self.guess, answer)
        except Contradiction as error:
            back = error.numbers[0]
            error.hint = f"answer again, or type undo {back} to go back to question {back}"
            raise
        self.progressed("", answer)

    def conclusion(self) -> str:
        """The secret, and how many questions it took."""
        questions = counted(len(self.deduction.turns), "question")
        return f"Your secret is {self.game.name(self.deduction.secrets[0])}: {questions}."

    def undo(self, number: int | None) -> None:
        """Take back the last answer; undo 2 goes back to question 2."""
        self.deduction = self.deduction.before(len(self.deduction.turns) if number is None else number)

    def quit(self, _: int | None) -> None:
        """Stop."""
        raise Over


PLAYERS: dict[str, type[Dialogue]] = {"me": PersonGuesses, "you": ProgramGuesses}


def ends(terms: Sequence[Hashable]) -> tuple[Hashable, ...]:
    """The first and the last of some terms."""
    return (terms[0], terms[-1]) if len(terms) > 1 else tuple(terms)


def play(
    rulefile: RuleFile, start: tuple[str, ...], guesser: str | None, strategy: str | None, limits: Limits,
    progress: object,
) -> int:  # fmt: skip
    """Play a deduction game."""
    if start or limits != Limits():
        problem, hint = "START and limits are for puzzles and models", "leave them out"
        raise PuzzleError(problem, place=rulefile.name, hint=hint)
    with placed(rulefile), suppress(Over):  # leaving a game proves nothing, and is no mistake: 0, too
        if rulefile.doc:
            say(rulefile.doc.split("\n\n")[0])
            click.echo()
        PLAYERS[guesser or "me"](rulefile, strategy or "entropy").play()
    return 0
