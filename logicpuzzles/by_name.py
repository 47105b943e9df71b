"""What is named and not imported, because it stands above its caller or takes time to load: found when it is used."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def entry(path: str) -> Callable[..., Any]:
    """What stands at "module:name" of this package.

    >>> entry("wording:counted")(2, "move")
    '2 moves'
    """
    module, _, name = path.partition(":")
    found: Callable[..., Any] = import_module(f".{module}", __package__)  # type: ignore[assignment]
    for part in name.split("."):
        found = getattr(found, part)
    return found
