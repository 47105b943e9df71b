"""A workbench where a puzzle is written as relations: ask them, search with them, compile them by asking.

Rule files import from here kanren's vocabulary, made sound, and what declares a puzzle.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which takes ten times as long to import as all else here
if TYPE_CHECKING:
    from typing import Any

    from .drawing.picture import towers
    from .endings import Assignment, Ending, Exhausted, Path, Solved, Stopped
    from .errors import LimitReached, NeedsValue, PuzzleError, Refusal
    from .games.game import Game
    from .logic.answers import Constrained, run
    from .logic.arithmetic import add, gt, gte, lt, lte, mul, sub
    from .logic.between import betweeno
    from .logic.control import findall, identical, ifte, naf, once, project
    from .logic.facts import Relation, fact, facts
    from .logic.goals import Goal, conde, eq, fail, fresh, lall, lany, neq, succeed
    from .logic.interleaving import interleave
    from .logic.lists import appendo, conso, heado, itero, lengtho, membero, nullo, tailo
    from .logic.orders import permuteo, rembero, selecto
    from .logic.positions import ntho, seto, swapo
    from .logic.relations import Predicate, relation
    from .logic.terms import Term, cons, isvar, var, vars
    from .models.circuit import Circuit
    from .models.model import Model
    from .models.problem import Problem
    from .puzzles.puzzle import Puzzle
    from .rulefile.grid import Grid
    from .rulefile.rulebook import RuleFile, available, load
    from .search.task import Limits
    from .text.book import ask

__version__ = "0.1.0"

# Imported when first used, so that `import logicpuzzles` takes no time and Ctrl-C during it leaves no traceback.
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
    "search.task": "Limits",
    "text.book": "ask",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    return found


__all__ = [
    "Assignment",
    "Circuit",
    "Constrained",
    "Ending",
    "Exhausted",
    "Game",
    "Goal",
    "Grid",
    "LimitReached",
    "Limits",
    "Model",
    "NeedsValue",
    "Path",
    "Predicate",
    "Problem",
    "Puzzle",
    "PuzzleError",
    "Refusal",
    "Relation",
    "RuleFile",
    "Solved",
    "Stopped",
    "Term",
    "add",
    "appendo",
    "ask",
    "available",
    "betweeno",
    "conde",
    "cons",
    "conso",
    "eq",
    "fact",
    "facts",
    "fail",
    "findall",
    "fresh",
    "gt",
    "gte",
    "heado",
    "identical",
    "ifte",
    "interleave",
    "isvar",
    "itero",
    "lall",
    "lany",
    "lengtho",
    "load",
    "lt",
    "lte",
    "membero",
    "mul",
    "naf",
    "neq",
    "ntho",
    "nullo",
    "once",
    "permuteo",
    "project",
    "rembero",
    "relation",
    "run",
    "selecto",
    "seto",
    "sub",
    "succeed",
    "swapo",
    "tailo",
    "towers",
    "var",
    "vars",
]
