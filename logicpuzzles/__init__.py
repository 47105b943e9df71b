"""A workbench where a puzzle is written as relations: ask them, search with them, compile them by asking.

Rule files import from here kanren's vocabulary, made sound, and what declares a puzzle.

PYTEST_DONT_REWRITE: the package holds a plugin of pytest, which would else warn wherever it is imported before.
"""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

# By module; `__init__.pyi` says the same to type checkers. Each is imported when it is first used, so that
# `import logicpuzzles` takes no time and Ctrl-C during it leaves no traceback.
_NAMES = {
    "drawing.picture": "towers",
    "endings": "Assignment Ending Exhausted Path Solved Stopped",
    "errors": "LimitReached NeedsValue PuzzleError Refusal",
    "games.game": "Game",
    "logic.answers": "Constrained run",
    "logic.arithmetic": "add gt gte lt lte mul sub",
    "logic.between": "betweeno",
    "logic.control": "findall identical ifte naf once project",
    "logic.facts": "Relation fact facts",
    "logic.goals": "Goal conde eq fail fresh lall lany neq succeed",
    "logic.interleaving": "interleave",
    "logic.lists": "appendo conso heado itero lengtho membero nullo tailo",
    "logic.orders": "permuteo rembero selecto",
    "logic.positions": "ntho seto swapo",
    "logic.relations": "Predicate relation",
    "logic.terms": "Term cons isvar var vars",
    "models.circuit": "Circuit",
    "models.model": "Model",
    "models.problem": "Problem",
    "puzzles.puzzle": "Puzzle",
    "rulefile.grid": "Grid",
    "rulefile.rulebook": "RuleFile available load",
    "search.limits": "Limits",
    "text.book": "ask",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
