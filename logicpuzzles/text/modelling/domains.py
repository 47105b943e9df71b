"""The domains of a model's variables: as `in` and `ins` state them first, or as the constraints leave them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ...errors import PuzzleError
from ...logic.integers.domains import domain_of
from ...logic.integers.goals import GOALS
from ...logic.integers.propagation import Propagation, propagation
from ...logic.integers.sets import ALL, BITS, Integers, single
from ...logic.integers.truth import truths_in
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm, Term
from ...models.elements import called
from .statements import Statement

MOST_VALUES = 1 << 20  # of a variable: engines hold a bit for each
MOST_ROUNDS = 20  # in which constraints bound what has no domain of its own


class Domains:
    """The domains of a model's unknowns, and what it says of them besides.

    Attributes
    ----------
    known
        The domain of each unknown that has a finite one.
    constraints
        The statements that are no domains, each with the unknowns that it is about: none where it can never hold.
    unknowns
        Those of the model: the `own` ones that it is given, then those that only constraints are about.
    """

    def __init__(self, statements: Sequence[Statement], own: Iterable[Any]) -> None:
        self.known: dict[Any, Integers] = {}
        left = [one for one in statements if one.goal.name != "in" or not self._is_domain(one.goal)]
        stated = [(one, list(Machine().unknowns(one.goal))) for one in left]
        self._bound(stated, dict.fromkeys(u for _, unknowns in stated for u in unknowns if u not in self.known))
        self.constraints = [
            (one, self._concerned(one, unknowns)) for one, unknowns in stated if self._says(one, unknowns)
        ]
        found = dict.fromkeys(own)
        for _, unknowns in self.constraints:
            found |= dict.fromkeys(unknowns)
        self.unknowns = list(found)

    def _says(self, statement: Statement, unknowns: Sequence[Any]) -> bool:
        """Whether it is anything but a goal without unknowns that holds."""
        return bool(unknowns) or not statement.holds()

    def _concerned(self, statement: Statement, unknowns: Sequence[Any]) -> Sequence[Any]:
        """The unknowns that a statement is about: not all have domains, as the names of tasks."""
        if all(unknown in self.known for unknown in unknowns):
            return unknowns
        for on in self._alone(statement, self.known):
            return [u for u in unknowns if u in self.known or on.restriction(on.walk(u)) is not None]
        return ()

    def _is_domain(self, goal: Term) -> bool:
        """Whether the goal gives an unknown its domain."""
        unknown, stated = goal.args
        if type(unknown) not in VARIABLES or unknown in self.known:
            return False
        domain = domain_of(Machine(), stated, "in")
        if domain.is_finite:
            self.known[unknown] = domain or single(0)  # no value is in an empty one: then it is a constraint too
        return domain.is_finite and bool(domain)

    def _bound(self, stated: Sequence[tuple[Statement, Sequence[Any]]], left: Collection[Any]) -> None:
        """Bound the unknowns that nothing gives a domain, by what each constraint on them says alone."""
        found: dict[Any, Integers] = dict.fromkeys(left, ALL)
        for _ in range(MOST_ROUNDS if left else 0):
            before = dict(found)
            for statement, unknowns in stated:
                mine = [unknown for unknown in unknowns if unknown in found]
                if any(not found[unknown].is_finite for unknown in mine):
                    for on in self._alone(statement, {**self.known, **found}):
                        found |= {unknown: on.domain(unknown) for unknown in mine}
            if found == before:
                break
        self.known |= {unknown: domain for unknown, domain in found.items() if domain.is_finite}

    def _alone(self, statement: Statement, known: Mapping[Any, Integers]) -> Iterator[Propagation]:
        """What the goal alone propagates, posted on unknowns with these domains; nothing where it cannot hold."""
        machine, goal = Machine(), statement.goal
        if any(not known.get(unknown, ALL) & BITS for unknown in truths_in(goal)):
            return  # a known value that is no truth would be an error
        on = propagation(machine)
        for unknown in machine.unknowns(goal):
            allowed = known.get(unknown, ALL)
            on.settle(lambda unknown=unknown, allowed=allowed: on.narrow(unknown, allowed))  # type: ignore[misc]
        try:
            for _ in islice(machine.answers(GOALS[goal.name, len(goal.args)](*goal.args)), 1):
                yield on
        except PuzzleError as error:  # of an objective: other goals were posted before
            raise error if statement.origin is None else statement.origin.error(error) from None

    def values(self, unknown: AnyTerm, name: str, place: str) -> Sequence[int]:
        """The values of an unknown, ascending.

        Raises
        ------
        PuzzleError
            They have no end, or are too many.
        """
        domain, name = self.known.get(unknown), called(name)
        if domain is None:
            hint = f"state one, such as {'X' if ' ' in name else name} in 1..9"
            raise PuzzleError(f"{name} has no finite domain", place=place, hint=hint)
        if domain.size > MOST_VALUES:
            problem, most = f"{name} has a domain of {int(domain.size):,} values", f"at most {MOST_VALUES:,}"
            raise PuzzleError(problem, place=place, expected=most, hint="state a smaller one")
        if len(domain.parts) == 1:
            return range(int(domain.low), int(domain.high) + 1)
        return tuple(domain)
