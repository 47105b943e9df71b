"""How the constraints of python-constraint's classes are read (`Kind`), and lowered to what engines take.

A constraint is posted as an object of some class (`Posted`). The `Kind` of its class tells what it says and lowers it
to forms: none if it always holds, one, or several. A form posts itself to the propagation kernel and to CP-SAT.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import constraint as library

from ...by_name import entry
from ...errors import PuzzleError, Refusal
from ...integers import represented
from ..elements import called, listed
from ..values import Domains, Scope, Test, Value, Values, Variable
from .forms import Form


class Kind:
    """How constraints of one of python-constraint's classes are read; here, of an unknown class.

    In all methods `given` is the object that was posted, and `place` the "file:line" of that.
    """

    is_targeted: bool = False  # whether it compares with the value of a variable, and so names its variables itself

    def scope_of(self, given: Any, variables: Sequence[Variable]) -> tuple[Variable, ...]:
        """The variables that it is about, in the order in which its test takes their values."""
        return tuple(variables)

    def check(self, given: Any, scope: Sequence[Variable], place: str | None) -> None:
        """Raise `PuzzleError` if it does not fit its variables."""

    def check_domains(self, given: Any, scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
        """Raise `PuzzleError` if it has no meaning for values of the domains."""

    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        """What it says of complete values: the check of solutions, apart from all engines.

        The library's own `__call__` is no such check: some classes cannot be called, some need their preprocessing.
        Here it is called with everything assigned, as the library does.
        """
        variables = list(scope)

        def holds(values: Values) -> bool:
            domains = {variable: library.Domain([value]) for variable, value in zip(variables, values, strict=True)}
            return bool(given(variables, domains, dict(zip(variables, values, strict=True))))

        return holds

    def name(self, given: Any) -> str:
        """What kind of constraint it is, such as "AllDifferent"."""
        return type(given).__name__.removesuffix("Constraint")

    def detail(self, given: Any) -> str:
        """What it says besides its variables, such as ": 15" or ": 2 of {1, 3}"; "" for nothing."""
        return ""

    def remark(self, given: Any, scope: Sequence[Variable], domains: Domains) -> str:
        """What an explanation adds: that it names values which its variables cannot have; "" for nothing."""
        return ""

    def describe(self, given: Any, scope: Sequence[Variable]) -> str:
        """What it says, in a line."""
        return f"{self.name(given)}({shortened(scope, 9)}){self.detail(given)}"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        """What it says, for engines.

        Raises
        ------
        Refusal
            Only the engine `reference` can take it.
        """
        raise Refusal(f"{posted} is of a class that only the engine reference takes")

    def trusted(self, posted: Posted, domains: Mapping[Variable, Values]) -> Any:
        """A new object of the library that says the same and loses no solutions, for the engine `reference`."""
        return posted.constraint


class KnownKind(Kind):
    """A known class: the engine `reference` gets an equivalent function where it loses solutions."""

    def complete(self, given: Any, domains: Sequence[Values]) -> Any:
        """An object of the library that says the same and loses no solutions; None if there is none.

        It will be on several variables, each there once: elsewhere the library's classes have gaps.
        """

    def trusted(self, posted: Posted, domains: Mapping[Variable, Values]) -> Any:
        if len(set(posted.scope)) == len(posted.scope) > 1:
            complete = self.complete(posted.constraint, [domains[v] for v in posted.scope])
            if complete is not None:
                return complete
        holds = posted.guarded
        return library.FunctionConstraint(lambda *values: holds(values))


class Guarded:
    """`test`, and `otherwise` where that raises an exception: see `raising`.

    Attributes
    ----------
    raised
        Whether it has raised something.
    """

    __slots__ = ("otherwise", "raised", "test")

    def __init__(self, test: Test, otherwise: bool = False) -> None:
        self.test, self.otherwise, self.raised = test, otherwise, False

    def __call__(self, values: Values) -> bool:
        try:
            return self.test(values)
        except Exception:  # a function of the user's may raise anything
            self.raised = True
            return self.otherwise


@dataclass(frozen=True, eq=False)
class Posted:
    """A constraint as it was posted.

    Attributes
    ----------
    kind
        How it is read.
    constraint
        An object of one of python-constraint's classes.
    scope
        The variables it is about, in the order in which `test` takes their values.
    place
        The "file:line" that posted it, where that is known.
    """

    kind: Kind
    constraint: Any
    scope: tuple[Variable, ...]
    place: str | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Posted, (self.kind, self.constraint, self.scope, self.place)

    @cached_property
    def test(self) -> Test:
        """Whether it holds for complete values."""
        return self.kind.test(self.constraint, self.scope)

    @cached_property
    def guarded(self) -> Guarded:
        """The same for engines: it does not hold where it raises something, and tells afterwards that it has."""
        return Guarded(self.test)

    @property
    def name(self) -> str:
        """What kind of constraint it is, such as "AllDifferent"; of a function its own name."""
        return self.kind.name(self.constraint)

    def __repr__(self) -> str:
        return f"<Posted {self}>"

    def __str__(self) -> str:
        text = self.kind.describe(self.constraint, self.scope)
        return f"{self.place}: {text}" if self.place else text

    def holds(self, values: Values) -> bool:
        """Whether the constraint holds.

        Raises
        ------
        PuzzleError
            The function of the constraint raises something.
        """
        try:
            return self.test(values)
        except PuzzleError:
            raise
        except Exception as error:  # the function is the user's and may raise anything
            raise self.raised(error, dict(zip(self.scope, values, strict=True))) from error

    def raised(self, error: Exception, values: Mapping[Variable, Value]) -> PuzzleError:
        """What is told of an exception that it raises for these values of its variables, of all or of some."""
        given = ", ".join(f"{called(v)} = {represented(values[v])}" for v in dict.fromkeys(self.scope) if v in values)
        name = self.kind.describe(self.constraint, self.scope) if self.name == "text" else self.name
        one_line, suggestion_for = entry("python_errors:one_line"), entry("python_errors:suggestion_for")
        return PuzzleError(
            f"the constraint {'' if name == 'function' else name + ' '}raises {one_line(error)}",
            place=self.place,
            got=given or None,
            hint=suggestion_for(error) or "let it return True or False for all values of the domains",
        )


class Lowering:
    """Turns posted constraints into forms.

    Attributes
    ----------
    domains
        The values of each variable, by its number.
    is_certain
        Whether the forms so far are proved equivalent to what was posted, where that raises nothing. They are not
        where a function was compared with its linear form on a sample only.
    doubtful
        The constraints for whose forms that is not proved.
    read
        What functions written in a loop were read as: the scope, the forms, whether that is proved, and whether they
        raised something.
    """

    def __init__(self, domains: Mapping[Variable, Values]) -> None:
        self.number = {variable: i for i, variable in enumerate(domains)}
        self.domains: list[Values] = list(domains.values())
        self.is_certain = True
        self.doubtful: list[Posted] = []
        self.read: dict[Hashable, tuple[Scope, list[Form], bool, bool]] = {}

    def forms(self, posted: Posted) -> list[Form]:
        """What `posted` says; see `Kind.forms`."""
        was_certain, self.is_certain = self.is_certain, True
        found = posted.kind.forms(self, posted, tuple(self.number[v] for v in posted.scope))
        if not self.is_certain:
            self.doubtful.append(posted)
        self.is_certain &= was_certain
        return found

    def copy_doubts(self, other: Lowering) -> None:
        """Have the doubts of `other`, which has lowered what this is asked of."""
        self.is_certain &= other.is_certain
        self.doubtful += other.doubtful

    def is_integral(self, scope: Scope) -> bool:
        """Whether the variables have integers only."""
        return all(type(value) in (int, bool) for v in scope for value in self.domains[v])


def check_distinct(what: str, scope: Sequence[Variable], place: str | None) -> None:
    """Raise `PuzzleError` if a variable is there twice in a constraint that takes each once."""
    if len(set(scope)) < len(scope):
        twice = next(variable for i, variable in enumerate(scope) if variable in scope[:i])
        raise PuzzleError(
            f"a variable is there twice in {what}", place=place, got=called(twice), hint="name each variable once"
        )


def check_hashable(what: str, values: Iterable[Any], place: str | None) -> None:
    """Raise `PuzzleError` if one of the values cannot be hashed, so that no variable has it."""
    for value in values:
        try:
            hash(value)
        except TypeError:
            raise PuzzleError(f"there is a value that cannot be hashed in {what}", place=place,
                              expected="numbers, text or tuples, not lists",
                              got=represented(value), hint="write tuples in place of lists") from None  # fmt: skip


def shortened(things: Iterable[Any], most: int = 12) -> str:
    """The things separated by commas, the first ones of many."""
    all_ = list(things)
    return listed(all_[:most]) + (f" ... ({len(all_)} in all)" if len(all_) > most else "")
