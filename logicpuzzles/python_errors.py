"""Python's errors in rule files, with the name that was probably meant."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterable
from inspect import signature
from typing import Any

from .integers import as_text
from .wording import did_you_mean

_NOT_IN = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_UNEXPECTED = re.compile(r"(\w+)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w+)'")


def told(error: BaseException) -> str:
    """The error on one line, as Python words it, without names that only Python itself uses."""
    if isinstance(error, ImportError) and (found := _NOT_IN.search(str(error))):
        return f"{found[2]} has no {found[1]}"
    return f"{type(error).__name__}: {as_text(error)}".replace(".__init__()", "()")


def meant(error: BaseException) -> str | None:
    """The next step where `error` comes from a name that does not exist; None elsewhere."""
    if isinstance(error, NameError) and error.name:
        return _nearest(error.name, {*_names(error), *vars(builtins)})
    if isinstance(error, ImportError) and (found := _NOT_IN.search(str(error))):
        return _nearest(found[1], getattr(sys.modules.get(found[2]), "__all__", ()))
    if isinstance(error, TypeError) and (found := _UNEXPECTED.search(str(error))):
        return _nearest(found[2], _parameters(error, found[1]))
    return None


def _nearest(name: str, known: Iterable[str]) -> str | None:
    names = sorted(known)
    listed = f"there are {', '.join(names)}" if 0 < len(names) <= 20 else None
    return did_you_mean(name, names) or listed


def _parameters(error: BaseException, name: str) -> set[str]:
    """The parameters of what was called `name` where `error` was raised."""
    called = _names(error).get(name)
    try:
        return set(signature(called).parameters) if callable(called) else set()
    except ValueError:
        return set()


def _names(error: BaseException) -> dict[str, Any]:
    """The names in the frame that raised `error`, with their values."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_globals | trace.tb_frame.f_locals if trace else {}
