"""Methods that kernels call: one loop, compiled for each type of moves that it is given.

A loop declares in a protocol what it asks of its moves, and named tuples of arrays answer, each in its own way. Their
methods are put into the loop as they stand: a call with many arrays is slower, because numba counts references to each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import isfunction
from typing import Any, TypeVar

from numba.core.types import BaseNamedTuple
from numba.extending import overload_method

Kind = TypeVar("Kind", bound=type)
_defaults: dict[str, Callable[..., Any]] = {}  # of methods that may be left out
_OPTIONS: Any = {"inline": "always", "strict": False}  # not strict: each type may name the arguments as it likes


def inlined(kind: Kind) -> Kind:
    """Decorates a named tuple whose methods kernels call."""
    for name, method in vars(kind).items():
        if isfunction(method) and not name.startswith("_"):
            _declare(name)
    return kind


def optional(default: Callable[..., Any]) -> Callable[..., Any]:
    """Let kernels call the method of this name of any named tuple; `default` stands for it where it is left out."""
    _defaults[default.__name__] = default
    _declare(default.__name__)
    return default


@cache
def _declare(name: str) -> None:
    """Let kernels call the method `name` of any named tuple that has one."""

    @overload_method(BaseNamedTuple, name, **_OPTIONS)
    def choose(moves: Any, *arguments: Any) -> Any:
        return getattr(moves.instance_class, name, _defaults.get(name))
