"""Whether a program states constraints over integers: else a relation of it that is called `model` is none."""

from __future__ import annotations

from .code.clauses import Clauses
from .predicates.integers import NAMES
from .program import Program
from .syntax.nodes import Constant, indicator_of, walk

_CONSTRAINTS = frozenset((name, int(arity)) for name, _, arity in (one.rpartition("/") for one in NAMES.split()))


def has_constraints(program: Program) -> bool:
    """Whether a goal over integers stands in a clause of the program, and no relation of its own has that name."""
    named = {name for name, _ in program.predicates}
    constraints = {key for key in _CONSTRAINTS if key[0] not in named}
    called = {name for name, _ in constraints}  # as in maplist(all_distinct, Rows)
    clauses = (clause for p in program.predicates.values() if isinstance(p, Clauses) for clause in p.clauses)
    nodes = (node for clause in clauses if clause.node is not None for node in walk(clause.node))
    return any(node.value in called if type(node) is Constant else indicator_of(node) in constraints for node in nodes)
