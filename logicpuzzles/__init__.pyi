"""What the package offers, for type checkers; `__init__.py` imports it when it is first used."""

from .batches.many import solve_many
from .drawing.regions import regions
from .drawing.scene import Arrow, Cell, Mark, Scene
from .drawing.stacks import stacks, towers
from .drawing.tours import tour
from .endings import Assignment, Ending, Exhausted, Path, Solved, Stopped
from .errors import LimitReached, NeedsValue, PuzzleError, Refusal
from .games.api import Game
from .limits import Limits
from .logic.answers import Constrained, run
from .logic.arithmetic import add, gt, gte, lt, lte, mul, sub
from .logic.between import betweeno
from .logic.compatible import Var, applyo, arguments, operator, reify, term, unifiable, unifiable_with_term, unify
from .logic.control import findall, identical, ifte, naf, once, project
from .logic.facts import Relation, fact, facts
from .logic.goals import Goal, conde, eq, fail, fresh, lall, lany, neq, succeed
from .logic.integers.api import (
    all_different,
    all_distinct,
    automaton,
    chain,
    circuit,
    cumulative,
    disjoint2,
    domain,
    element,
    expr,
    global_cardinality,
    greatest,
    label,
    least,
    lex_chain,
    tuples_in,
    zcompare,
)
from .logic.integers.boolean_api import sat, sat_count, taut, weighted_maximum
from .logic.interleaving import interleave
from .logic.kinds import isinstanceo, typeo
from .logic.lists import appendo, conso, heado, itero, lengtho, membero, nullo, tailo
from .logic.permutations import permuteo, permuteq, rembero, selecto
from .logic.positions import ntho, seto, swapo
from .logic.relations import Predicate, relation
from .logic.terms import Term, cons, isvar, var, vars
from .models.constraints.allowed import Table
from .models.constraints.cardinality import GlobalCardinality
from .models.constraints.circuit import Circuit
from .models.constraints.connected import Connected
from .models.constraints.counting import Count
from .models.constraints.cover import Cover
from .models.constraints.cumulative import Cumulative
from .models.constraints.element import Element
from .models.constraints.inverse import Inverse
from .models.constraints.lexicographic import LexLess
from .models.constraints.no_overlap import NoOverlap
from .models.constraints.regular import Regular
from .models.constraints.truths import AtMostOne, ExactlyOne, Xor
from .models.library import (
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
from .models.model import Model
from .models.order import Order
from .models.problem import Problem
from .puzzles.puzzle import Puzzle
from .rulefile.grid import Grid
from .rulefile.rulebook import RuleFile, available, load
from .rulefile.typed import loads
from .text.namespaces import ask

__version__: str

def load_ipython_extension(shell: object) -> None: ...
def unload_ipython_extension(shell: object) -> None: ...

LANGUAGES: dict[str, tuple[str, str]]
QUERIES: str

__all__ = [
    "AllDifferentConstraint",
    "AllEqualConstraint",
    "Arrow",
    "Assignment",
    "AtMostOne",
    "BacktrackingSolver",
    "Cell",
    "Circuit",
    "Connected",
    "Constrained",
    "Constraint",
    "Count",
    "Cover",
    "Cumulative",
    "Domain",
    "Element",
    "Ending",
    "ExactProdConstraint",
    "ExactSumConstraint",
    "ExactlyOne",
    "Exhausted",
    "FunctionConstraint",
    "Game",
    "GlobalCardinality",
    "Goal",
    "Grid",
    "InSetConstraint",
    "Inverse",
    "LexLess",
    "LimitReached",
    "Limits",
    "Mark",
    "MaxProdConstraint",
    "MaxSumConstraint",
    "MinConflictsSolver",
    "MinProdConstraint",
    "MinSumConstraint",
    "Model",
    "NeedsValue",
    "NoOverlap",
    "NotInSetConstraint",
    "OptimizedBacktrackingSolver",
    "Order",
    "ParallelSolver",
    "Path",
    "Predicate",
    "Problem",
    "Puzzle",
    "PuzzleError",
    "RecursiveBacktrackingSolver",
    "Refusal",
    "Regular",
    "Relation",
    "RuleFile",
    "Scene",
    "Solved",
    "Solver",
    "SomeInSetConstraint",
    "SomeNotInSetConstraint",
    "Stopped",
    "Table",
    "Term",
    "Unassigned",
    "Var",
    "Variable",
    "VariableExactProdConstraint",
    "VariableExactSumConstraint",
    "VariableMaxProdConstraint",
    "VariableMaxSumConstraint",
    "VariableMinProdConstraint",
    "VariableMinSumConstraint",
    "Xor",
    "add",
    "all_different",
    "all_distinct",
    "appendo",
    "applyo",
    "arguments",
    "ask",
    "automaton",
    "chain",
    "available",
    "betweeno",
    "circuit",
    "conde",
    "cons",
    "conso",
    "cumulative",
    "disjoint2",
    "domain",
    "element",
    "eq",
    "expr",
    "fact",
    "facts",
    "fail",
    "findall",
    "fresh",
    "global_cardinality",
    "greatest",
    "gt",
    "gte",
    "heado",
    "identical",
    "ifte",
    "interleave",
    "isinstanceo",
    "isvar",
    "itero",
    "label",
    "lall",
    "lany",
    "least",
    "lengtho",
    "lex_chain",
    "load",
    "loads",
    "lt",
    "lte",
    "membero",
    "mul",
    "naf",
    "neq",
    "ntho",
    "nullo",
    "once",
    "operator",
    "permuteo",
    "permuteq",
    "project",
    "regions",
    "reify",
    "relation",
    "rembero",
    "run",
    "sat",
    "sat_count",
    "selecto",
    "seto",
    "solve_many",
    "stacks",
    "sub",
    "succeed",
    "swapo",
    "tailo",
    "taut",
    "term",
    "tour",
    "towers",
    "tuples_in",
    "typeo",
    "unifiable",
    "unifiable_with_term",
    "unify",
    "var",
    "vars",
    "weighted_maximum",
    "zcompare",
]
