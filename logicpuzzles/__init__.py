"""A workbench where a puzzle is written as relations: ask them, search with them, compile them by asking.

Rule files import from here kanren's vocabulary, made sound, and what declares a puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .drawing.picture import towers
from .endings import Assignment, Ending, Exhausted, Path, Solved, Stopped
from .errors import LimitReached, NeedsValue, PuzzleError, Refusal
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
from .puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from .games.game import Game
    from .models.circuit import Circuit
    from .models.model import Model
    from .models.problem import Problem
    from .rulefile.grid import Grid
    from .rulefile.rulebook import RuleFile, available, load
    from .search.task import Limits
    from .text.book import ask

__version__ = "0.1.0"

_LAZY = {
    "Circuit": "models.circuit",
    "Game": "games.game",
    "Grid": "rulefile.grid",
    "Model": "models.model",
    "Problem": "models.problem",
    "Limits": "search.task",
    "RuleFile": "rulefile.rulebook",
    "ask": "text.book",
    "available": "rulefile.rulebook",
    "load": "rulefile.rulebook",
}  # imported when first used, so that `import logicpuzzles` is quick


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_LAZY[name]}", __name__), name)


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
