"""Python's errors in rule files, with the name that was probably meant."""

from __future__ import annotations

import builtins
import re
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from inspect import signature
from types import CodeType, FrameType
from typing import Any

from .errors import PuzzleError
from .integers import as_text
from .wording import did_you_mean

_NOT_IN = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
LOOPING = "write @relation above the function that calls itself: its body is then built step by step, when it is asked"
MANY = 50  # calls of one function within each other that nobody writes on purpose
_UNEXPECTED = re.compile(r"(\w+)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w+)'")


def one_line(error: BaseException) -> str:
    """The error on one line, as Python words it, without names that only Python itself uses."""
    if isinstance(error, ImportError) and (found := _NOT_IN.search(str(error))):
        return f"{found[2]} has no {found[1]}"
    return f"{type(error).__name__}: {as_text(error)}".replace(".__init__()", "()")


def suggestion_for(error: BaseException) -> str | None:
    """The next step where `error` comes from a name that does not exist; None elsewhere."""
    if isinstance(error, NameError) and error.name:
        return _nearest(error.name, {*_names(error), *vars(builtins)})
    if isinstance(error, RecursionError):
        return LOOPING
    if isinstance(error, ImportError) and (found := _NOT_IN.search(str(error))):
        return _nearest(found[1], getattr(sys.modules.get(found[2]), "__all__", ()))
    if isinstance(error, TypeError) and (found := _UNEXPECTED.search(str(error))):
        return _nearest(found[2], _parameters(error, found[1]))
    return None


def endless(error: RecursionError) -> Exception:
    """The message for a function that calls itself while its goal is built, forever; `error` where there is none.

    It is called as deep as Python lets anyone call, so it takes room for itself.
    """
    room = sys.getrecursionlimit()
    sys.setrecursionlimit(room + 200)
    try:
        place = _calling_itself(sys._getframe(1))
        if place is None:
            return error
        return PuzzleError("this function calls itself without end while its goal is built", place=place, hint=LOOPING)
    finally:
        with suppress(RecursionError):  # Python refuses where no room is left: then the room stays
            sys.setrecursionlimit(room)


def _calling_itself(frame: FrameType | None) -> str | None:
    """The file, line and name of the function from outside of this package that has been called most, of many calls."""
    calls: Counter[CodeType] = Counter()
    while frame is not None:
        if not frame.f_globals.get("__name__", "").startswith(f"{__package__}."):
            calls[frame.f_code] += 1
        frame = frame.f_back
    code, number = max(calls.items(), key=lambda call: call[1], default=(None, 0))
    return f"{code.co_filename}:{code.co_firstlineno}: {code.co_name}" if code is not None and number > MANY else None


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
