"""Calls that are sent to a worker as bytes, and their answers: what was returned, or what was raised."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import lru_cache
from time import perf_counter
from typing import Any

from .. import __version__
from ..errors import PuzzleError, Several, defect
from ..integers import any_length

Answers = tuple[list[Any], float]  # replies, and the seconds that they took
LONG = 1 << 20  # bytes of a function from which on a worker keeps no more than one, and is best sent it once
_DONE, _RAISED = "done", "raised"
_OURS = f"{__package__.partition('.')[0]}."  # how the names of our modules begin


def packed(what: object, place: str = "workers") -> bytes:
    """`what`, pickled to be sent to a worker.

    Raises
    ------
    PuzzleError
        It cannot be pickled.
    """
    try:
        return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    except Exception as problem:  # whatever an object does when it is pickled
        hint = "ask without workers, or by threads, which share their memory"
        said, got = "this cannot be sent to another process", f"{type(problem).__name__}: {problem}"
        raise PuzzleError(said, place=place, expected="what can be pickled", got=got, hint=hint) from None


def answer(version: str, work: bytes, items: list[bytes], lasting: float, place: str = "workers") -> Answers:
    """The answers of the first items, as `opened` reads them: of all that are begun within `lasting` seconds.

    This never raises, so what does is the fault of the worker. A package of another version than that of who asks
    refuses.
    """

    def one(item: bytes) -> bytes:
        function, given = _read(work, item)
        with any_length():
            return packed((_DONE, function(given)))

    if version != __version__:
        said, hint = "this worker has another version of logicpuzzles", "install the same version everywhere"
        problem = PuzzleError(said, place=place, expected=version, got=__version__, hint=hint)
        return [pickle.dumps((_RAISED, problem))], 0.0
    return _answers(one, items, lasting, lambda problem: packed((_RAISED, sendable(problem))))


def answer_here(work: Callable[[Any], Any], items: list[Any], lasting: float) -> Answers:
    """The same where memory is shared: nothing is pickled."""
    return _answers(lambda item: (_DONE, work(item)), items, lasting, lambda problem: (_RAISED, problem))


def _answers(
    one: Callable[[Any], Any], items: list[Any], lasting: float, raised: Callable[[BaseException], Any]
) -> Answers:
    began, replies = perf_counter(), list[Any]()
    for item in items:
        try:
            replies.append(one(item))
        except BaseException as problem:
            replies.append(raised(problem))
            break  # nobody asks for what is behind it
        if perf_counter() - began > lasting:
            break
    return replies, perf_counter() - began


def _read(work: bytes, item: bytes) -> tuple[Callable[[Any], Any], Any]:
    try:
        return _work(work), pickle.loads(item)
    except Exception as problem:
        said, hint = "a worker cannot read what it was sent", "have it in a module that workers can import"
        raise PuzzleError(said, place="workers", got=problem, hint=hint) from problem


def _work(work: bytes) -> Callable[[Any], Any]:
    """The function, read once for many items."""
    made: Callable[[Any], Any] = (_long if len(work) > LONG else _short)(work)
    return made


_short, _long = lru_cache(maxsize=4)(pickle.loads), lru_cache(maxsize=1)(pickle.loads)


def opened(reply: Any) -> Any:
    """The result that `reply` holds.

    Raises
    ------
    Exception
        What the call raised.
    """
    kind, what = pickle.loads(reply) if isinstance(reply, bytes) else reply
    if kind == _RAISED:
        raise what
    return what


def sendable(problem: BaseException) -> BaseException:
    """`problem` as it can be sent: a `PuzzleError` without what a pickle may not hold, such as its cause."""
    if isinstance(problem, PuzzleError):
        return plain(problem)
    try:
        if type(pickle.loads(pickle.dumps(problem))) is type(problem):
            return problem
    except Exception:  # whatever an exception of a rule file does when it is pickled
        pass
    return PuzzleError(defect(problem))


def plain(error: PuzzleError) -> PuzzleError:
    """`error` without what a pickle may not hold, such as the exception of a rule file that it comes from."""
    kind = next(filter(_is_sent, type(error).__mro__))
    got = None if error.got is None else str(error.got)
    made: PuzzleError = PuzzleError.__new__(kind, str(error))
    fields = {name: getattr(error, name) for name in ("problem", "place", "expected", "hint", "excerpt")}
    made.__dict__.update(fields, got=got)
    if isinstance(error, Several):
        made.__dict__.update(errors=tuple(map(plain, error.errors)), more=error.more)
    return made


def _is_sent(kind: Any) -> bool:
    """Whether errors of this class can be made elsewhere: it is the package's, and public, and has no more fields."""
    is_public = kind.__module__.startswith(_OURS) and not kind.__name__.startswith("_")
    return is_public and kind.__init__ is PuzzleError.__init__
