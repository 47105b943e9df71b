"""A workbench where a puzzle is written as relations: ask them, search with them, compile them by asking.

Rule files import kanren's vocabulary, made sound, and the declarations of puzzles from here.

PYTEST_DONT_REWRITE: the package holds a pytest plugin, and pytest would warn where the package is already imported.
"""

from __future__ import annotations

import sys
from importlib import import_module

__version__ = "0.2.0"

# By module; `__init__.pyi` says the same to type checkers. Each is imported on first use, so that
# `import logicpuzzles` takes no time and Ctrl-C during it leaves no traceback.
_NAMES = {
    "batches.many": "solve_many",
    "drawing.regions": "regions",
    "drawing.scene": "Arrow Cell Mark Scene",
    "drawing.stacks": "stacks towers",
    "drawing.tours": "tour",
    "endings": "Assignment Ending Exhausted Path Solved Stopped",
    "errors": "LimitReached NeedsValue PuzzleError Refusal",
    "games.api": "Game",
    "logic.answers": "Constrained run",
    "logic.arithmetic": "add gt gte lt lte mul sub",
    "logic.between": "betweeno",
    "logic.compatible": "Var applyo arguments operator reify term unifiable unifiable_with_term unify",
    "logic.control": "findall identical ifte naf once project",
    "logic.facts": "Relation fact facts",
    "logic.goals": "Goal conde eq fail fresh lall lany neq succeed",
    "logic.integers.api": "all_different all_distinct automaton chain circuit cumulative disjoint2 domain element expr "
    "global_cardinality greatest label least lex_chain tuples_in zcompare",
    "logic.integers.boolean_api": "sat sat_count taut weighted_maximum",
    "logic.interleaving": "interleave",
    "logic.kinds": "isinstanceo typeo",
    "logic.lists": "appendo conso heado itero lengtho membero nullo tailo",
    "logic.permutations": "permuteo permuteq rembero selecto",
    "logic.positions": "ntho seto swapo",
    "logic.relations": "Predicate relation",
    "logic.terms": "Term cons isvar var vars",
    "models.constraints.allowed": "Table",
    "models.constraints.cardinality": "GlobalCardinality",
    "models.constraints.circuit": "Circuit",
    "models.constraints.connected": "Connected",
    "models.constraints.counting": "Count",
    "models.constraints.cover": "Cover",
    "models.constraints.cumulative": "Cumulative",
    "models.constraints.element": "Element",
    "models.constraints.inverse": "Inverse",
    "models.constraints.lexicographic": "LexLess",
    "models.constraints.no_overlap": "NoOverlap",
    "models.constraints.regular": "Regular",
    "models.constraints.truths": "AtMostOne ExactlyOne Xor",
    "models.library": "AllDifferentConstraint AllEqualConstraint BacktrackingSolver Constraint Domain "
    "ExactProdConstraint ExactSumConstraint FunctionConstraint InSetConstraint MaxProdConstraint MaxSumConstraint "
    "MinConflictsSolver MinProdConstraint MinSumConstraint NotInSetConstraint OptimizedBacktrackingSolver "
    "ParallelSolver RecursiveBacktrackingSolver Solver SomeInSetConstraint SomeNotInSetConstraint Unassigned Variable "
    "VariableExactProdConstraint VariableExactSumConstraint VariableMaxProdConstraint VariableMaxSumConstraint "
    "VariableMinProdConstraint VariableMinSumConstraint",
    "models.model": "Model",
    "models.order": "Order",
    "models.problem": "Problem",
    "puzzles.puzzle": "Puzzle",
    "rulefile.grid": "Grid",
    "rulefile.rulebook": "RuleFile available load",
    "rulefile.typed": "loads",
    "limits": "Limits",
    "text.namespaces": "ask",
}
# By suffix, the modules that outline and read rule files; of files with the same name, the first suffix wins.
# The table stands here because `rulefile` lies below the packages of its languages.
LANGUAGES = {".py": ("rulefile.pyoutline", "rulefile.pyrules"), ".pl": ("text.outline", "text.reader")}
QUERIES = "text.namespaces"  # the module whose `ask` asks over rule files
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = sorted(_HOMES)

# Names of kanren that are missing here, by the next step.
_ABSENT = {
    "write var() or vars(n)": "variables",
    "write a relation with @relation: its body is built when it is run": "Zzz",
    "write lall": "lconj lconj_seq",
    "write lany": "ldisj ldisj_seq",
    "from kanren.core import {}: its goals stand among ours": "dbgo ground_order ifa",
    "from kanren.graph import {}: its goals stand among ours": "eq_length map_anyo mapo reduceo term_walko walko",
    "from kanren.assoccomm import {}: its goals stand among ours": "associative associative_app commutative "
    "eq_assoc eq_assoc_args eq_assoccomm eq_comm",
    "states are not seen here; read the answers of run": "ConstrainedState ConstrainedVar DisequalityStore",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        for step, names in _ABSENT.items():
            if name in names.split():
                raise _absent(f"{__name__} has no {name}. Next: {step.format(name)}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found


def _absent(message: str) -> Exception:
    """An ImportError during an import, which loses the message of any other; else what `hasattr` expects."""
    importing = sys._getframe(2).f_globals.get("__name__") == "importlib._bootstrap"
    return ImportError(message) if importing else AttributeError(message)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def load_ipython_extension(shell: object) -> None:
    """What IPython calls at `%load_ext logicpuzzles`: it has the magics `%%rules`, `%%ask` and `%ask` then."""
    import_module(".notebook.extension", __name__).load(shell)


def unload_ipython_extension(shell: object) -> None:
    """What IPython calls at `%unload_ext logicpuzzles`."""
    import_module(".notebook.extension", __name__).unload(shell)
