"""The domains of a model's variables: as `in` and `ins` state them first, or as the constraints leave them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import Any

from ...errors import PuzzleError
from ...logic.integers.domains import domain_of
from ...logic.integers.goals import GOALS
from ...logic.integers.propagation import propagation
from ...logic.integers.sets import ALL, Integers, single
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, Term
from .statements import Statement

MOST_VALUES = 1 << 20  # of a variable: engines hold a bit for each
MOST_ROUNDS = 20  # in which constraints bound what has no domain of its own


class Domains:
    """The domain of each unknown that has one, and the constraints that are no domains."""

    def __init__(self, statements: Sequence[Statement], others: Iterable[Any]) -> None:
        self.known: dict[Any, Integers] = {}
        self.constraints: list[Statement] = []
        open_: dict[Any, None] = {}
        for statement in statements:
            unknowns = Machine().unknowns(statement.goal)
            open_ |= unknowns
            if not unknowns and statement.holds():
                continue
            if statement.goal.name != "in" or not self._is_domain(statement.goal):
                self.constraints.append(statement)
        open_ |= dict.fromkeys(others)
        self.unknowns = list(open_)
        self._bound([unknown for unknown in self.unknowns if unknown not in self.known])

    def _is_domain(self, goal: Term) -> bool:
        """Whether the goal gives an unknown its domain."""
        unknown, stated = goal.args
        if type(unknown) not in VARIABLES or unknown in self.known:
            return False
        domain = domain_of(Machine(), stated, "in")
        if domain.is_finite:
            self.known[unknown] = domain or single(0)  # no value is in an empty one: then it is a constraint too
        return domain.is_finite and bool(domain)

    def _bound(self, left: Collection[Any]) -> None:
        """Bound the unknowns that nothing gives a domain, by what each constraint on them says alone."""
        found: dict[Any, Integers] = dict.fromkeys(left, ALL)
        for _ in range(MOST_ROUNDS if left else 0):
            before = dict(found)
            for statement in self.constraints:
                mine = [u for u in Machine().unknowns(statement.goal) if u in found]
                if any(not found[unknown].is_finite for unknown in mine):
                    self._narrow(statement.goal, mine, found)
            if found == before:
                break
        self.known |= {unknown: domain for unknown, domain in found.items() if domain.is_finite}

    def _narrow(self, goal: Term, mine: Collection[Any], found: dict[Any, Integers]) -> None:
        machine = Machine()
        on = propagation(machine)
        for unknown in machine.unknowns(goal):
            allowed = self.known[unknown] if unknown in self.known else found[unknown]
            on.settle(lambda unknown=unknown, allowed=allowed: on.narrow(unknown, allowed))  # type: ignore[misc]
        for _ in islice(machine.answers(GOALS[goal.name, len(goal.args)](*goal.args)), 1):
            for unknown in mine:
                found[unknown] = on.domain(unknown)

    def values(self, unknown: Any, name: str, place: str) -> Sequence[int]:
        """The values of an unknown, ascending.

        Raises
        ------
        PuzzleError
            They have no end, or are too many.
        """
        domain = self.known.get(unknown)
        if domain is None:
            hint = f"state one, such as {name} in 1..9"
            raise PuzzleError(f"{name} has no finite domain", place=place, hint=hint)
        if domain.size > MOST_VALUES:
            problem, most = f"{name} has a domain of {int(domain.size):,} values", f"at most {MOST_VALUES:,}"
            raise PuzzleError(problem, place=place, expected=most, hint="state a smaller one")
        if len(domain.parts) == 1:
            return range(int(domain.low), int(domain.high) + 1)
        return tuple(domain)
