"""A model as it was read: its constraints, forms and arrays, each made once and then used by every query."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from math import prod
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import constraint as library

from ..by_name import entry
from ..errors import PuzzleError, Refusal
from ..integers import represented
from ..wording import counted
from .constraints.base import Lowering, Posted, shortened
from .constraints.forms import Form
from .constraints.functions import MOST_ROWS
from .packed import Packed
from .packing import pack
from .validation import check_problem, check_scope
from .values import Test, Values, Variable

if TYPE_CHECKING:
    from ..logic.termdict import TermDict
    from .incumbent import Aim
    from .order import Order


Tested = tuple[Test, Callable[[Sequence[Any]], Values]]  # what tests, and what takes its values out of a row


class Reading:
    """What a problem says, for the engines.

    Parameters
    ----------
    domains
        The values of each variable, in order; they differ pairwise under `==`.
    posted
        The constraints.
    main
        The numbers of the variables of the relation, in its order; solutions differ in these.

    Attributes
    ----------
    order
        The order in which solutions are wanted; None for any.
    aim
        How good they must be; None where there is no objective.
    """

    order: Order | None = None
    aim: Aim | None = None

    def __init__(self, domains: Mapping[Variable, Values], posted: tuple[Posted, ...], main: tuple[int, ...]) -> None:
        self.domains, self.variables, self.posted, self.main = domains, tuple(domains), posted, main
        self.lowering = Lowering(domains)

    def __repr__(self) -> str:
        return f"<Reading: {counted(len(self.variables), 'variable')}, {counted(len(self.posted), 'constraint')}>"

    @classmethod
    def of(cls, problem: Any, arguments: Collection[Any] | None) -> Reading:
        """What `problem` says; `arguments` are the variables of the relation, by default all.

        Raises
        ------
        PuzzleError
            The problem is invalid, or an argument is not one of its variables or is there twice.
        """
        domains, posted = check_problem(problem)
        known = tuple(domains)
        arguments = getattr(problem, "arguments", None) if arguments is None else arguments
        wanted = known if arguments is None else check_scope(None, arguments, known, "arguments")
        main = tuple(map(known.index, wanted))
        if len(set(main)) < len(main):
            raise PuzzleError("a variable is there twice", place="arguments", got=shortened(wanted))
        reading = cls(domains, posted, main)
        reading.order = getattr(problem, "order", None)
        return reading

    def only(self, numbers: Collection[int]) -> Reading:
        """The same with only some of the constraints, by number."""
        reading = Reading(self.domains, tuple(self.posted[i] for i in numbers), self.main)
        if not isinstance(self.lowered, Refusal):
            reading.lowered = [self.lowered[i] for i in numbers]
            reading.lowering.domains[:] = self.lowering.domains  # those of parts of constraints among them
            reading.lowering.copy_doubts(self.lowering)
        return reading

    def aimed(self, aim: Aim, left: Mapping[int, Values] = MappingProxyType({})) -> Reading:
        """The same where solutions must be as good as `aim` says; `left` is all that such have of some domains."""
        reading = self.only(range(len(self.posted)))
        reading.aim, reading.order = aim, self.order
        if aim.lowered is not None and not isinstance(self.lowered, Refusal):
            reading.lowering.domains += aim.lowered.domains
            for v, values in left.items():
                reading.lowering.domains[v] = values
        return reading

    def joined(self, groups: Collection[Sequence[int]]) -> Reading:
        """The same where the variables of each group, by number, are equal."""
        equal = entry("models.constraints.equality:equal")
        added = [equal([self.variables[v] for v in group]) for group in groups]
        reading = Reading(self.domains, (*self.posted, *added), self.main)
        reading.order, reading.aim = self.order, self.aim
        if not isinstance(self.lowered, Refusal):
            reading.lowering.domains[:] = self.lowering.domains
            reading.lowered = [*self.lowered, *map(reading.lowering.forms, added)]
            reading.lowering.copy_doubts(self.lowering)
        return reading

    def replacing(self, others: Mapping[int, Posted]) -> Reading:
        """The same with others in place of some constraints, by number."""
        reading = self.only(range(len(self.posted)))
        reading.posted = tuple(others.get(i, posted) for i, posted in enumerate(self.posted))
        reading.aim = self.aim
        if not isinstance(self.lowered, Refusal):
            reading.lowered = [*self.lowered]
            for i, posted in others.items():
                reading.lowered[i] = reading.lowering.forms(posted)
        return reading

    @cached_property
    def lowered(self) -> list[list[Form]] | Refusal:
        """The forms of each posted constraint, or why there are none."""
        try:
            return [self.lowering.forms(posted) for posted in self.posted]
        except Refusal as refusal:
            return refusal

    @property
    def is_certain(self) -> bool:
        """Whether the forms say exactly what was posted; see `Lowering.is_certain`."""
        return not isinstance(self.lowered, Refusal) and self.lowering.is_certain

    @cached_property
    def is_large(self) -> bool:
        """Whether a function has so many combinations of values that they are not all tried beforehand."""
        functions = (p for p in self.posted if isinstance(p.constraint, library.FunctionConstraint))
        return any(prod(len(self.domains[v]) for v in posted.scope) > MOST_ROWS for posted in functions)

    @property
    def has_raised(self) -> bool:
        """Whether a function that an engine called raised something."""
        return any(posted.guarded.raised for posted in self.posted)

    @property
    def forms(self) -> list[Form]:
        """The forms of all constraints."""
        if isinstance(self.lowered, Refusal):
            raise self.lowered
        return [form for forms in [*self.lowered, *([self.aim.forms] if self.aim else [])] for form in forms]

    @cached_property
    def packed(self) -> Packed | None:
        """The arrays for the kernel; None where a domain is empty from the start."""
        main = self.main
        if self.aim is not None and not self.aim.exactly:
            first = [] if self.order is None else [self.lowering.number[v] for v in self.order.variables]
            main = self.aim.told_apart((*first, *main))
        return pack(self.forms, self.lowering.domains, main, self.aim)

    @cached_property
    def _tests(self) -> list[Tested]:
        """The test of each constraint, and what takes the values of its scope out of a row."""
        number = self.lowering.number
        return [
            (posted.kind.test(posted.constraint, posted.scope), taker([number[v] for v in posted.scope]))
            for posted in self.posted
        ]

    @cached_property
    def names(self) -> tuple[Variable, ...]:
        """The variables of the relation, in its order."""
        return tuple([self.variables[v] for v in self.main])

    @cached_property
    def is_all(self) -> bool:
        """Whether these are all variables, in their order."""
        return self.main == tuple(range(len(self.variables)))

    @cached_property
    def take_main(self) -> Callable[[Sequence[Any]], Values]:
        """What takes their values out of a row, behind whose end there may be more."""
        return itemgetter(slice(len(self.main))) if self.is_all else taker(self.main)

    def violated(self, row: Values) -> tuple[Posted, ...]:
        """The constraints that do not hold for the values of all variables, found without any engine.

        Raises
        ------
        PuzzleError
            The function of a constraint raises something, and all other constraints hold.
        """
        if self._hold(row, self._tests):
            return ()
        broken, errors = [], []
        for posted, (_, take) in zip(self.posted, self._tests, strict=True):
            try:
                if not posted.holds(take(row)):
                    broken.append(posted)
            except PuzzleError as error:
                errors.append(error)
        if errors and not broken:
            raise errors[0]
        return tuple(broken)

    @cached_property
    def doubted(self) -> list[Tested]:
        """The tests of the constraints for which it does not follow from the forms that they hold."""
        doubtful = [posted for posted in self.lowering.doubtful if posted in self.posted]
        return [self._tests[self.posted.index(posted)] for posted in doubtful]

    def is_doubtless(self, row: Values) -> bool:
        """Whether these constraints hold."""
        return not self.doubted or self._hold(row, self.doubted)

    def _hold(self, row: Values, tests: Sequence[Tested]) -> bool:
        """Whether the constraints of `tests` hold."""
        try:
            for test, take in tests:  # noqa: SIM110  faster than all(), and called for every solution
                if not test(take(row)):
                    return False
            return True
        except Exception:  # a function may raise anything; which one, `violated` tells
            return False

    def given(self, values: Mapping[Any, Any]) -> dict[int, Values] | None:
        """The given values as domains, by number of variable; None if one is not in its domain.

        Raises
        ------
        PuzzleError
            There is no such variable, or the values are not a mapping.
        """
        if not isinstance(values, Mapping):
            raise PuzzleError(
                "these are not values",
                place="given",
                expected="a mapping, {'A': 1}",
                got=represented(values),
                hint="write a dict",
            )
        found: dict[int, Values] = {}
        for variable, value in values.items():
            if variable not in self.lowering.number:
                check_scope(None, [variable], self.variables, "given")
            number = self.lowering.number[variable]
            own = self.own(number, value)
            if own is None:
                return None
            found[number] = own
        return found

    def own(self, number: int, value: Any) -> Values | None:
        """The object equal to `value` in the domain of a variable, alone; None if there is none."""
        try:
            hash(value)
        except TypeError:
            return None
        own: Values | None = self._objects[number].get(value)
        return own

    @cached_property
    def _objects(self) -> list[TermDict[Values]]:
        make = entry("logic.termdict:TermDict")
        return [make((value, (value,)) for value in domain) for domain in self.lowering.domains]


def taker(places: Sequence[int]) -> Callable[[Sequence[Any]], Values]:
    """What takes the values at some places out of a row."""
    if len(places) == 1:
        place = places[0]
        return lambda row: (row[place],)
    take: Callable[[Sequence[Any]], Values] = itemgetter(*places)
    return take
