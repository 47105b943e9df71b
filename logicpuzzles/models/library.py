"""python-constraint, imported without the pools of threads and processes that only its parallel solver starts.

To import those takes longer than all else of it. Its constraints, solvers and base classes have their names here too,
so that a program need not import it by itself.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_POOLS = "concurrent.futures"


class _Later(ModuleType):
    """Stands for a module while another one imports functions or classes from it that it only calls much later."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *given, **named: getattr(import_module(self.__name__), name)(*given, **named)


if not {"constraint", _POOLS} & sys.modules.keys():
    sys.modules[_POOLS] = _Later(_POOLS)
    try:
        import_module("constraint")
    finally:
        del sys.modules[_POOLS]

from constraint import (  # noqa: E402  after its pools are put off
    AllDifferentConstraint,
    AllEqualConstraint,
    BacktrackingSolver,
    Constraint,
    Domain,
    ExactProdConstraint,
    ExactSumConstraint,
    FunctionConstraint,
    InSetConstraint,
    MaxProdConstraint,
    MaxSumConstraint,
    MinConflictsSolver,
    MinProdConstraint,
    MinSumConstraint,
    NotInSetConstraint,
    OptimizedBacktrackingSolver,
    ParallelSolver,
    RecursiveBacktrackingSolver,
    Solver,
    SomeInSetConstraint,
    SomeNotInSetConstraint,
    Unassigned,
    Variable,
    VariableExactProdConstraint,
    VariableExactSumConstraint,
    VariableMaxProdConstraint,
    VariableMaxSumConstraint,
    VariableMinProdConstraint,
    VariableMinSumConstraint,
)

__all__ = [
    "AllDifferentConstraint",
    "AllEqualConstraint",
    "BacktrackingSolver",
    "Constraint",
    "Domain",
    "ExactProdConstraint",
    "ExactSumConstraint",
    "FunctionConstraint",
    "InSetConstraint",
    "MaxProdConstraint",
    "MaxSumConstraint",
    "MinConflictsSolver",
    "MinProdConstraint",
    "MinSumConstraint",
    "NotInSetConstraint",
    "OptimizedBacktrackingSolver",
    "ParallelSolver",
    "RecursiveBacktrackingSolver",
    "Solver",
    "SomeInSetConstraint",
    "SomeNotInSetConstraint",
    "Unassigned",
    "Variable",
    "VariableExactProdConstraint",
    "VariableExactSumConstraint",
    "VariableMaxProdConstraint",
    "VariableMaxSumConstraint",
    "VariableMinProdConstraint",
    "VariableMinSumConstraint",
]
