"""Searches over states, by strategy and by engine; every one ends in exactly one of the three endings.

What is named here is imported when it is first used: models need the budget of a search alone.
"""

from __future__ import annotations

from importlib import import_module

_NAMES = {
    "plan": "first_choice",
    "problem": "SearchProblem",
    "solving": "INTERRUPTED Limits Reached Solutions count ended solve",
    "strategies": "ALL_SOLUTIONS ANY ENGINES STRATEGIES",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found
