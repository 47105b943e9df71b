"""Results that are computed once for an object and forgotten with it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Owner = TypeVar("Owner")
Rest = ParamSpec("Rest")
T = TypeVar("T")


def memo(make: Callable[Concatenate[Owner, Rest], T]) -> Callable[Concatenate[Owner, Rest], T]:
    """`make`, memoized: its result is computed once for the same arguments.

    Results are kept in the first argument itself, as a cached property is; the others are compared.
    (functools.cache would keep all arguments for ever, and hash the first: rules are slow to hash and to compare.)
    """

    @wraps(make)
    def kept(owner: Owner, /, *args: Rest.args, **named: Rest.kwargs) -> T:
        return once(owner, (make, args, *sorted(named.items())), lambda: make(owner, *args, **named))

    return kept


def once(owner: object, key: Hashable, make: Callable[[], T]) -> T:
    """The result of `make`, computed once for this owner and key; where the decorator does not fit."""
    known = remembered(owner)
    if key not in known:
        known[key] = make()
    return known[key]  # type: ignore[no-any-return]


def remembered(owner: object) -> dict[Hashable, Any]:
    """The results for `owner`, kept in the object itself, so that results that refer to it are freed with it."""
    return vars(owner).setdefault("_memo", {})  # type: ignore[no-any-return]
