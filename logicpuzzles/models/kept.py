"""Models of problems that were solved before: one that says the same again is not read, lowered and packed again.

What problems say is compared, not which objects say it: variables with their values, and constraints with all that
they refer to, functions by their code. Where that cannot be told for sure, a problem is read anew: where a function
refers to more than its default values and builtin functions, or a class or a kind of value is unknown. What is kept has
copies of its own, so that nothing which happens to the objects of a program later changes it.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from itertools import chain
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

import constraint as library

from ..errors import Refusal
from .constraints.registry import is_known
from .query import answers
from .reading import Reading

if TYPE_CHECKING:
    from .aim import Aim
    from .solutions import Solutions

MOST_MODELS = 32
MOST_NUMBERS = 1 << 14  # in the arrays of one
_SINGLE = frozenset({int, str, type(None)})  # kinds of values, of which only equal ones are the same
_BUILTIN = frozenset({"abs", "all", "any", "len", "max", "min", "range", "sum"})

_kept: dict[Hashable, _Model] = {}


class _Untold(Exception):
    """It cannot be told for sure what something says."""


def solutions(problem: Any) -> Solutions:
    """The solutions of a problem."""
    content = content_of(problem)
    if content is None:
        return _Model(lambda: problem).solutions()
    model = _kept.get(content)
    if model is not None:
        return model.solutions()
    model = _Model(_Copy(problem).build)
    found = model.solutions()
    if _is_small(model):
        _kept[content] = model
        if len(_kept) > MOST_MODELS:
            _kept.pop(next(iter(_kept)), None)  # the oldest; another thread may have been faster
    return found


def forget() -> None:
    """Keep none of the models so far."""
    _kept.clear()


def _is_small(model: _Model) -> bool:
    if isinstance(model.reading.lowered, Refusal):
        return False
    packed = model.reading.packed
    return packed is None or len(packed.t) + len(packed.s) <= MOST_NUMBERS


def content_of(problem: Any) -> Hashable | None:
    """What a problem says and where, to be compared; None where that cannot be told for sure.

    >>> from constraint import AllDifferentConstraint, Problem
    >>> one, two = Problem(), Problem()
    >>> for problem in (one, two):
    ...     problem.addVariables("ab", [1, 2])
    ...     problem.addConstraint(AllDifferentConstraint())
    >>> content_of(one) == content_of(two)
    True
    >>> two.addConstraint(print)
    >>> content_of(two) is None
    True
    """
    names, domains = tuple(problem._variables), tuple(map(tuple, problem._variables.values()))
    is_told = _are_single((names,)) and _are_single(domains)
    kinds: set[Any] = {type(one) for one, _ in problem._constraints}
    is_told = is_told and all(map(is_known, kinds))
    if not is_told or getattr(problem, "order", None) is not None or getattr(problem, "arguments", None) is not None:
        return None
    try:
        return (
            names,
            domains,
            tuple(
                [
                    (type(one), _attributes(one) if one.__dict__ else None, _scope(scope))
                    for one, scope in problem._constraints
                ]
            ),
            tuple(problem._str_constraints),
            tuple(getattr(problem, "places", ())),
        )
    except _Untold:
        return None


def _are_single(lists: Iterable[Iterable[Any]]) -> bool:
    """Whether values in the lists that are equal are the same: integers, texts, or tuples of these."""
    kinds = set(map(type, chain.from_iterable(lists)))
    if kinds == {tuple}:
        kinds = set(map(type, chain.from_iterable(chain.from_iterable(lists))))
    return kinds <= _SINGLE


def _attributes(given: Any) -> Hashable:
    """What a constraint says, beside its class."""
    attributes = given.__dict__
    return *attributes, *map(_told, attributes.values())


def _scope(given: Any) -> tuple[Any, ...] | None:
    """The variables of a constraint, in their order."""
    kind = type(given)
    if kind is list or kind is str:
        return tuple(given)
    if given is None or kind is tuple:
        return given  # type: ignore[no-any-return]
    raise _Untold


def _told(value: Any) -> Hashable:
    """A value that is equal to that of another only if both say the same."""
    kind = type(value)
    if kind in _SINGLE:
        return value  # type: ignore[no-any-return]
    if kind is FunctionType:
        return _function(value)
    if kind is bool or kind is range:
        return kind, value
    if kind is float:
        return kind, repr(value)
    if kind is list or kind is tuple:
        return kind, *map(_told, value)
    if kind is set or kind is frozenset:
        return kind, frozenset(map(_told, value))
    if kind is dict:
        return kind, *map(_told, value.items())
    raise _Untold


def _function(given: FunctionType) -> Hashable:
    """A function that says the same whenever it is called."""
    code, defaults = given.__code__, given.__defaults__ or ()
    if given.__closure__ or given.__kwdefaults__ or vars(given):
        raise _Untold
    names = _outside(code)
    if names and not (_BUILTIN.issuperset(names) and given.__globals__.keys().isdisjoint(names)):
        raise _Untold
    if not all(type(value) is not list and type(value) is not set for value in defaults):  # it may change them
        raise _Untold
    return code, given.__name__, *map(_told, defaults)


def _outside(code: CodeType) -> set[str]:
    """The names of all that code refers to outside of it, and of attributes."""
    found = set(code.co_names)
    for one in code.co_consts:
        if type(one) is CodeType:
            found |= _outside(one)
    return found


class _Model:
    """What a query asks of a model. A `Model` also draws and is a relation, which would take longer to import."""

    best: Aim | None = None
    objective: None = None

    def __init__(self, build: Callable[[], Any]) -> None:
        self.build = build

    @cached_property
    def reading(self) -> Reading:
        """What the problem says, read once."""
        return self.read()

    def read(self) -> Reading:
        """What the problem says, read anew."""
        return Reading.of(self.build(), None)

    def solutions(self) -> Solutions:
        """All solutions."""
        return answers(self, dict)


class _Copy:
    """What a problem says now."""

    def __init__(self, problem: Any) -> None:
        self.problem = library.Problem()
        self.problem._variables.update({name: tuple(values) for name, values in problem._variables.items()})
        for given, scope in problem._constraints:
            self.problem._constraints.append((_copied(given), scope and list(scope)))
        self.problem._str_constraints.extend(problem._str_constraints)
        self.problem.places = [*getattr(problem, "places", ())]

    def build(self) -> Any:
        """A problem that says so."""
        return self.problem


def _copied(given: Any) -> Any:
    """A constraint with attributes of its own."""
    if not vars(given):
        return given
    made = object.__new__(type(given))
    vars(made).update({name: _own(value) for name, value in vars(given).items()})
    return made


def _own(value: Any) -> Any:
    kind = type(value)
    if kind is FunctionType:
        names = {"__builtins__": builtins}
        return FunctionType(value.__code__, names, value.__name__, value.__defaults__)
    if kind is dict:
        return {key: _own(one) for key, one in value.items()}
    return kind(map(_own, value)) if kind in (list, tuple, set, frozenset) else value
