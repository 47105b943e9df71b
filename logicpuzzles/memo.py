"""What is worked out once for an object and forgotten with it."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

_known: dict[int, tuple[weakref.ref[Any], dict[Hashable, Any]]] = {}


def remembered(owner: object) -> dict[Hashable, Any]:
    """A dictionary that lives as long as `owner` does.

    It belongs to the very object: rules are slow to hash and to compare.
    """
    key = id(owner)
    entry = _known.get(key)
    if entry is None or entry[0]() is not owner:
        forget = _known.pop  # bound here: when the interpreter ends, module names go before the last objects do
        entry = _known[key] = (weakref.ref(owner, lambda _: forget(key, None)), {})
    return entry[1]


def once(owner: object, key: Hashable, make: Callable[[], T]) -> T:
    """What `make` gives the first time for this owner and key."""
    known = remembered(owner)
    if key not in known:
        known[key] = make()
    return known[key]  # type: ignore[no-any-return]
