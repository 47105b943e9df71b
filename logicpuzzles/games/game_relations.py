"""A game as relations: which answer a secret gives to a guess, which secrets are left, which answers are possible."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..errors import NeedsValue, PuzzleError
from ..logic.goals import Goal, eq, lall
from ..logic.relations import Predicate, bind_each, primitive
from ..logic.resolver import Continuation, Machine
from ..logic.terms import isvar, vars
from ..logic.writer import write
from .game import GameDefinition
from .naming import Names
from .secrets import ascending
from .terms import Turn

_KEPT = 64  # consistent sets in the cache


def relations_of(game: GameDefinition) -> tuple[Predicate, ...]:
    """The relations `answer`, `consistent` and `possible` of a game."""

    def one_of(machine: Machine, term: object, names: Names) -> Iterator[Hashable]:
        """Each of the named terms that `term` unifies with, bound to it."""
        term = machine.reify(term)
        if machine.unknowns(term):
            return bind_each(machine, term, names.terms)
        return iter((names.own(term),))

    @primitive
    def answer(machine: Machine, secret: object, guess: object, given: object) -> Iterator[None]:
        """The secret `secret` gives the answer `given` to the guess `guess`."""
        for one in one_of(machine, secret, game.secret_names):
            for other in one_of(machine, guess, game.guess_names):
                yield from bind_each(machine, given, (game.answer(one, other),))

    @lru_cache(_KEPT)
    def agreeing(turns: tuple[Turn, ...]) -> Names:
        found = set(game.solutions(turns))
        return Names([secret for secret in game.secrets if secret in found], game.name, "secret")

    def told(turns: Sequence[Turn]) -> tuple[Turn, ...]:
        return tuple((game.guess_names.own(guess), given) for guess, given in turns)

    @primitive
    def consistent(machine: Machine, secret: object, turns: object) -> Goal:
        """The secret `secret` agrees with `turns`, a list of known length of pairs [guess, answer]."""
        opened, goals = _turns(machine, turns, "consistent")
        known = tuple(turn for turn in opened if not machine.unknowns(turn))
        asked = [answer(secret, guess, given) for guess, given in opened if (guess, given) not in known]
        term = machine.reify(secret)
        if not machine.unknowns(term):
            game.secret_names.own(term)
        return lall(*goals, OneOf(secret, agreeing(told(known))), *asked)

    @primitive
    def possible(machine: Machine, guess: object, given: object, turns: object) -> Iterator[None]:
        """Some secret that agrees with the known `turns` gives the answer `given` to the guess `guess`."""
        opened, _ = _turns(machine, turns, "possible")
        for part in opened:
            for unknown in machine.unknowns(part):
                raise NeedsValue(unknown, "possible")
        left = agreeing(told(opened)).terms
        for asked in one_of(machine, guess, game.guess_names):
            yield from bind_each(machine, given, ascending({game.answer(secret, asked): None for secret in left}))

    return answer, consistent, possible


class OneOf(Goal):
    """The term is one of finitely many, in their order."""

    __slots__ = ("names", "term")

    def __init__(self, term: object, names: Names) -> None:
        self.term, self.names = term, names

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        term = machine.reify(self.term)
        if machine.unknowns(term):
            return machine.branch(bind_each(machine, term, self.names.terms), rest)
        return machine.branch(iter((None,) if self.names.find(term) is not None else ()), rest)


def _turns(machine: Machine, turns: object, name: str) -> tuple[list[Turn], list[Goal]]:
    """The turns as pairs, and goals that make a pair of each unknown turn.

    Raises
    ------
    NeedsValue
        It is not known how many there are.
    PuzzleError
        They are not a list of pairs.
    """
    told = machine.reify(turns)
    if not isinstance(told, tuple):
        for unknown in machine.unknowns(told):
            raise NeedsValue(unknown, name)
    given = told if isinstance(told, tuple) else (told,)
    opened: list[Any] = [vars(2) if isvar(turn) else turn for turn in given]
    if not all(isinstance(turn, tuple) and len(turn) == 2 for turn in opened):
        expected = "a list of pairs [guess, answer]"
        raise PuzzleError("these are not turns", place=name, expected=expected, got=write(told))
    return opened, [eq(turn, pair) for turn, pair in zip(given, opened, strict=True) if isvar(turn)]
