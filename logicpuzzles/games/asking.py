"""A game as relations: which answer a secret gives to a guess, and which secrets agree with what was answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import NeedsValue, PuzzleError
from ..logic.goals import Goal, lall
from ..logic.relations import Predicate, primitive
from ..logic.resolver import Machine
from ..logic.terms import isvar
from ..notation import write

if TYPE_CHECKING:
    from .game import Game
    from .secrets import Turn

_KEPT = 64  # consistent sets remembered


def relations_of(game: Game) -> tuple[Predicate, ...]:
    """The relations `answer(secret, guess, given)` and `consistent(secret, turns)` of a game."""

    @primitive
    def answer(machine: Machine, secret: Any, guess: Any, given: Any) -> Iterator[None]:
        """The secret `secret` gives the answer `given` to the guess `guess`."""
        mark = len(machine.trail)
        for one in _members(machine, secret, game.naming.secrets):
            for other in _members(machine, guess, game.naming.guesses):
                if machine.unify(given, game.answer(one, other)):
                    yield
                machine.undo(mark)

    @lru_cache(_KEPT)
    def agreeing(turns: tuple[Turn, ...]) -> Mapping[Any, None]:
        found = set(game.solutions(turns))
        return {secret: None for secret in game.secrets if secret in found}

    @primitive
    def consistent(machine: Machine, secret: Any, turns: Any) -> Iterator[None] | Goal:
        """The secret `secret` agrees with every one of `turns`, a list of pairs [guess, answer]."""
        told = _turns(machine, turns)
        known = tuple(turn for turn in told if not machine.unknowns(turn))
        asked = [answer(secret, guess, given) for guess, given in told if (guess, given) not in known]
        return lall(Members(secret, agreeing(known)), *asked)

    return answer, consistent


class Members(Goal):
    """The term is one of the members of a finite set, in their order."""

    __slots__ = ("members", "term")

    def __init__(self, term: Any, members: Mapping[Any, Any]) -> None:
        self.term, self.members = term, members

    def run(self, machine: Machine, rest: Any) -> Any:
        return machine.branch(self._each(machine), rest)

    def _each(self, machine: Machine) -> Iterator[None]:
        mark = len(machine.trail)
        for _ in _members(machine, self.term, self.members):
            yield
            machine.undo(mark)


def _members(machine: Machine, term: Any, members: Mapping[Any, Any]) -> Iterator[Any]:
    """Each of the members that `term` can be, bound to it; the caller undoes."""
    term = machine.reify(term)
    mark = len(machine.trail)
    candidates: Iterable[Any] = members
    if not machine.unknowns(term):
        candidates = [term] if _hashable(term) and term in members else ()
    for member in candidates:
        if machine.unify(term, member):
            yield member
        machine.undo(mark)


def _hashable(term: Any) -> bool:
    try:
        hash(term)
    except TypeError:
        return False
    return True


def _turns(machine: Machine, turns: Any) -> tuple[Turn, ...]:
    """The turns as pairs.

    Raises
    ------
    NeedsValue
        It is not known how many there are.
    PuzzleError
        They are no list of pairs.
    """
    told = machine.reify(turns)
    for part in (told, *(told if isinstance(told, tuple) else ())):
        if isvar(part):
            raise NeedsValue(part, "consistent")
    if not isinstance(told, tuple) or not all(isinstance(turn, tuple) and len(turn) == 2 for turn in told):
        raise PuzzleError(
            "these are no turns", place="consistent", expected="a list of pairs [guess, answer]", got=write(told)
        )
    return told
