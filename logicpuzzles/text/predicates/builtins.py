"""The relations that every text may use, under their Prolog names."""

from __future__ import annotations

from collections.abc import Callable

from ...logic.lists import appendo, membero
from ...logic.permutations import selecto
from ...logic.relations import Outcome, Predicate, Primitive
from ..names import Indicator
from ..syntax.nodes import Node, indicator_of

BUILTINS: dict[Indicator, Predicate] = {}
HELPERS: dict[Indicator, Predicate] = {}  # what only the library uses
SYSTEM: set[Indicator] = set()  # those that a rule file may not define anew, as in SWI-Prolog


AWAITING = frozenset(
    {
        "append",
        "length",
        "same_length",
        "is_list",
        "nth0",
        "nth1",
        "reverse",
        "numlist",
        "begun_",
        "listed_",
        "rows_",
        "columns_",
    }
)


class Builtin(Primitive):
    """A relation written in Python, under a name that Python need not know."""

    at_once = True

    def __init__(self, function: Callable[..., Outcome], name: str) -> None:
        super().__init__(function, name)
        self.awaits = name in AWAITING  # what it takes to tell are lists, and its answers do not hang on their elements
        self.parameters = tuple(parameter.capitalize() for parameter in self.parameters)


def builtin(
    name: str, system: bool = False, doc: str = "", parameters: tuple[str, ...] | None = None
) -> Callable[[Callable[..., Outcome]], Callable[..., Outcome]]:
    """Make a function as for `primitive` the relation `name`, which every text may use.

    Its docstring and parameters show in help, unless `doc` and `parameters` are given.
    """

    def decorate(function: Callable[..., Outcome]) -> Callable[..., Outcome]:
        made = Builtin(function, name)
        made.__doc__ = doc or made.__doc__
        if parameters is not None:
            made.parameters, made.arity = parameters, len(parameters)
        key = (name, len(made.parameters))
        BUILTINS[key] = made
        if system:
            SYSTEM.add(key)
        return function

    return decorate


def helper(name: str) -> Callable[[Callable[..., Outcome]], Callable[..., Outcome]]:
    """Make a function as for `primitive` the relation `name`, which only the library uses."""

    def decorate(function: Callable[..., Outcome]) -> Callable[..., Outcome]:
        made = Builtin(function, name)
        HELPERS[name, len(made.parameters)] = made
        return function

    return decorate


for _name, _same, _parameters, _doc in (
    ("member", membero, ("X", "List"), "X is an element of List, once for each place where it is."),
    ("append", appendo, ("Front", "Back", "List"), "List is Front followed by Back."),
    ("select", selecto, ("X", "List", "Rest"), "Taking X once out of List leaves Rest."),
):
    builtin(_name, doc=_doc, parameters=_parameters)(_same.function)


def searches_itself(goal: Node) -> bool:
    """Whether a goal asks a builtin relation that finds its answers in Python; others return a goal that does.

    An error in such a goal is told in the name of the relation.
    """
    key = indicator_of(goal)
    function = getattr(BUILTINS.get(key), "function", None) if key is not None else None
    return function is not None and function.__annotations__.get("return") != "Goal"
