"""What a model makes as small or as large as it can, and how that is stated."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isfinite
from typing import Any

from ..errors import PuzzleError, must_be
from ..integers import as_text, represented
from .constraints.base import shortened
from .elements import called
from .formulas import formula
from .values import Scope, Values, Variable

Stated = Any  # a variable, a formula as text, a function of variables named like its parameters, or with the variables
Number = Any  # int, float or Fraction


@dataclass(frozen=True, eq=False)
class Objective:
    """What is to be made small or large.

    Parameters
    ----------
    text
        How it is called.
    function
        Gives it for the values of the variables of `scope`, by number.
    sign
        1 where it is to be small, -1 where it is to be large.
    variables
        What those of `scope` are called.
    place
        Where it is stated, as "file:line", if that is known.
    """

    text: str
    function: Callable[..., Any]
    scope: Scope
    sign: int
    variables: tuple[Variable, ...]
    place: str | None = None

    @property
    def best(self) -> str:
        """What the best one is called."""
        return "least" if self.sign > 0 else "greatest"

    def value(self, row: Values) -> Number:
        """What it is for the values of all variables."""
        return self.of(tuple([row[v] for v in self.scope]))

    def of(self, values: Values) -> Number:
        """What it is for the values of its own variables.

        Raises
        ------
        PuzzleError
            The function raises something, or gives no finite number.
        """
        try:
            found = self.function(*values)
        except PuzzleError as error:
            raise error.at(self._where) from None
        except Exception as error:  # the function is the user's and may raise anything
            raise self._wrong(f"it raises {type(error).__name__}: {error}", values) from error
        if not isinstance(found, int | float | Fraction) or not isfinite(found):
            raise self._wrong(f"it is {represented(found)}, which is no finite number", values)
        return found

    def worth(self, value: Number, gap: Number | None) -> str:
        """This value as that of the best solution that is known, and what is proved of it.

        `gap` is by how much a better one may be better at most; None where nothing is proved.
        """
        told = f"{self.text} = {as_text(value)}"
        if gap == 0:
            return f"{told}, proved to be the {self.best}"
        if gap is None:
            return f"{told}; how much better another may be is not known"
        return f"{told}; the {self.best} is at most {as_text(gap)} {'less' if self.sign > 0 else 'more'}"

    @property
    def _where(self) -> str:
        return ": ".join(filter(None, (self.place, f"the objective {self.text}")))

    def _wrong(self, problem: str, values: Values) -> PuzzleError:
        hint = "let it be a number for all values of the domains"
        given = zip(self.variables, values, strict=True)
        got = ", ".join(f"{called(variable)} = {represented(value)}" for variable, value in given)
        return PuzzleError(problem, place=self._where, got=got or None, hint=hint)


def bounded(
    build: Callable[[], Any], objective: Objective | None, variables: Sequence[Variable], bound: Number
) -> Callable[[], Any]:
    """What builds the problem with one more constraint: that the objective is better than a number.

    Raises
    ------
    PuzzleError
        There is no objective, or that is no number.
    """
    if objective is None:
        hint = "give the model an objective: minimize=... or maximize=..."
        raise PuzzleError("there is nothing to be better in", place="better_than", hint=hint)
    must_be(int | float | Fraction, bound, "this is no number", place="better_than")
    if bound != bound:
        raise PuzzleError("this is no number", place="better_than", expected="int, float or Fraction", got="nan")

    def holds(*values: Any) -> bool:
        return bool(objective.sign * (objective.of(values[: len(objective.scope)]) - bound) < 0)

    holds.text = f"{objective.text} {'<' if objective.sign > 0 else '>'} {as_text(bound)}"  # type: ignore[attr-defined]
    names = [variables[v] for v in objective.scope] or list(variables)

    def building() -> Any:
        problem = build()
        if hasattr(problem, "post"):
            problem.post(holds, names, "better_than")
        else:  # python-constraint's own
            problem.addConstraint(holds, names)
        return problem

    return building


def one_objective(
    minimize: Stated, maximize: Stated, variables: Sequence[Variable], place: str | None = None
) -> Objective | None:
    """The objective that is stated over `variables`, see `Stated`; None for none.

    It stands at `place`, a "file:line", or is an option of the command line where that is "--".

    Raises
    ------
    PuzzleError
        It is none, names a variable that there is not, or names no variable and is no number; or there are two.
    """
    if minimize is not None and maximize is not None:
        hint = "make one of them a constraint, or minimize a sum of both, such as 100 * A - B"
        where = None if place == "--" else place
        raise PuzzleError("a model has one objective, not both minimize and maximize", place=where, hint=hint)
    if minimize is None and maximize is None:
        return None
    stated, name, sign = (minimize, "minimize", 1) if maximize is None else (maximize, "maximize", -1)
    where = f"--{name}" if place == "--" else ": ".join(filter(None, (place, name)))
    made = replace(_objective(stated, sign, variables, where), place=where if place == "--" else place)
    if not made.scope:
        made.of(())  # the engines take it for a constant
    return made


def _objective(stated: Stated, sign: int, variables: Sequence[Variable], place: str) -> Objective:
    known = {variable: number for number, variable in enumerate(variables)}
    if _is_variable(stated, known):
        text = stated if isinstance(stated, str) else f"variable {called(stated)}"
        return Objective(text, lambda value: value, (known[stated],), sign, (stated,))
    if isinstance(stated, str):
        made = formula(stated, variables, place)
        return Objective(made.text, made, tuple(known[v] for v in made.variables), sign, made.variables)
    named: Collection[Variable] | None = None
    function = stated
    if isinstance(stated, tuple) and len(stated) == 2:
        function, named = stated
    if not callable(function):
        expected = 'a variable, text such as "2 * A + B", or a function of variables'
        raise PuzzleError(
            "this is no objective",
            place=place,
            expected=expected,
            got=represented(stated),
            hint="name what is to be least or greatest",
        )
    if named is None:
        named = _parameters(function, variables, place)
    strange = [variable for variable in named if not _is_variable(variable, known)]
    if strange:
        hint = "give the function and the variables of its parameters: (function, variables)"
        problem = f"there is no variable {represented(strange[0])}"
        raise PuzzleError(problem, place=place, expected=f"one of {shortened(map(as_text, variables))}", hint=hint)
    text = getattr(function, "__name__", "function")
    text = "function" if text == "<lambda>" else text
    return Objective(f"{text}({shortened(named)})", function, tuple(known[v] for v in named), sign, tuple(named))


def _is_variable(stated: Stated, known: Mapping[Variable, int]) -> bool:
    try:
        return stated in known
    except TypeError:  # it cannot be hashed
        return False


def _parameters(function: Callable[..., Any], variables: Sequence[Variable], place: str) -> list[Variable]:
    """The variables that the parameters are named like; all variables where there is `*values`."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        hint = "give the variables of its parameters too: (function, variables)"
        raise PuzzleError("the parameters of the function are not known", place=place, hint=hint) from None
    by_name = {str(variable): variable for variable in variables}
    found: list[Variable] = []
    for parameter in parameters:
        if parameter.kind == parameter.VAR_POSITIONAL:
            return [*found, *(variable for variable in variables if variable not in found)]
        if parameter.name in by_name or parameter.default is parameter.empty:
            found.append(by_name.get(parameter.name, parameter.name))
    return found
