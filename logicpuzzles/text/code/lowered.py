"""What the query machine takes for a relation of a text, and for a query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import PuzzleError
from ...logic.machine.clauses import Clause, Rows, Unsupported
from ...logic.terms import AnyTerm
from ..names import Namespace
from ..syntax.lexical import Sentence
from ..syntax.nodes import Node, Unknown, term_of
from .clauses import Clause as Stated
from .clauses import Clauses
from .lowering import Lowering, clause_of
from .scopes import outside


def clauses_of(predicate: Clauses) -> Sequence[Clause] | Rows | None:
    """The clauses of a relation; None for a tabled one, which only the resolver runs.

    On the machine, tabling would take three things: answers that outlive backtracking, for each call, kept beside the
    heap as `kernels.interning` keeps ground terms, their unknowns numbered; an operation whose choice reads them one
    after the other; and environments and choices that stay while a call waits for answers of its own, so that both
    stacks become trees (the frozen stacks of K. Sagonas and T. Swift, 1998).
    """
    if type(predicate) is not Clauses:
        return None
    if all(clause.node is None for clause in predicate.clauses):
        return Rows([_row(clause) for clause in predicate.clauses], False)
    try:
        return [clause_of(clause.head, clause.node, clause.sentence, clause.names) for clause in predicate.clauses]
    except PuzzleError:
        raise Unsupported("an error") from None


def _row(clause: Stated) -> tuple[AnyTerm, ...]:
    """The arguments of a fact of a text."""
    variables: dict[str, Any] = {}
    return tuple(term_of(arg, variables) for arg in clause.head.args)


class Question:
    """A query as a predicate of its variables."""

    def __init__(self, sentence: Sentence, node: Node, names: Namespace, variables: Sequence[str]) -> None:
        lowering = Lowering(sentence, names, outside(node))
        args = lowering.terms([Unknown(name, 0) for name in variables])
        self.arity = len(args)
        self.clauses = [Clause(args, lowering.enclosed(node, set()))]
        self.own = lowering.hidden

    def lowered(self) -> list[Clause]:
        return self.clauses
