"""Results that are computed once for an object and forgotten with it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Owner = TypeVar("Owner")
Rest = ParamSpec("Rest")
T = TypeVar("T")
Method = Callable[Concatenate[Owner, Rest], T]


def memo_by(key: Callable[[tuple[Any, ...]], Hashable]) -> Callable[[Method[Owner, Rest, T]], Method[Owner, Rest, T]]:
    """A decorator as `memo` that compares arguments by their `key`."""

    def memoized(make: Method[Owner, Rest, T]) -> Method[Owner, Rest, T]:
        @wraps(make)
        def kept(owner: Owner, /, *args: Rest.args, **named: Rest.kwargs) -> T:
            known = vars(owner).setdefault("_memo", {})
            asked = (make, key(args), *sorted(named.items()))
            if asked not in known:
                known[asked] = make(owner, *args, **named)
            return known[asked]  # type: ignore[no-any-return]

        return kept

    return memoized


def memo(make: Method[Owner, Rest, T]) -> Method[Owner, Rest, T]:
    """`make`, memoized: its result is computed once for the same arguments.

    Results are kept in the first argument itself, as a cached property is, so that results that refer to it are freed
    with it; the others are compared.
    (functools.cache would keep all arguments for ever, and hash the first: rules are slow to hash and to compare.)
    """
    return memo_by(tuple)(make)
