"""Operations that a kernel does by the type of an argument: one loop, compiled for each type of moves that it is given.

An operation is declared as a function without a body beside the loop, and implemented beside each type. The bodies are
put into the loop as they stand: a call with many arrays is slower, because numba counts references to each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, TypeVar

from numba.extending import overload

Body = TypeVar("Body", bound=Callable[..., Any])


def implement(operation: Callable[..., Any], kind: type) -> Callable[[Body], Body]:
    """Decorates what kernels do for `operation` where its first argument is a `kind`, a named tuple."""

    def decorate(body: Body) -> Body:
        def choose(*types: Any) -> Body | None:
            return body if getattr(types[0], "instance_class", None) is kind else None

        choose.__signature__ = signature(body)  # type: ignore[attr-defined]  # numba wants it to be that of the body
        overload(operation, inline="always")(choose)
        return body

    return decorate
