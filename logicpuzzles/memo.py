"""What is worked out once for an object and forgotten with it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Owner = TypeVar("Owner")
Rest = ParamSpec("Rest")
T = TypeVar("T")


def memo(make: Callable[Concatenate[Owner, Rest], T]) -> Callable[Concatenate[Owner, Rest], T]:
    """`make`, which works out only once what it gives for the same arguments.

    What it gives is kept with the first argument, the very object, as a cached property is; the others are compared.
    (functools.cache would keep all arguments for ever, and hash the first: rules are slow to hash and to compare.)
    """

    @wraps(make)
    def kept(owner: Owner, /, *args: Rest.args, **named: Rest.kwargs) -> T:
        return once(owner, (make, args, *sorted(named.items())), lambda: make(owner, *args, **named))

    return kept


def once(owner: object, key: Hashable, make: Callable[[], T]) -> T:
    """What `make` gives the first time for this owner and key; for what a decorator cannot say."""
    known = remembered(owner)
    if key not in known:
        known[key] = make()
    return known[key]  # type: ignore[no-any-return]


def remembered(owner: object) -> dict[Hashable, Any]:
    """What is kept for `owner`: in the object itself, so that what refers to it is forgotten with it too."""
    return vars(owner).setdefault("_memo", {})  # type: ignore[no-any-return]
