"""Goals that are known only while a query runs, as the query machine takes them."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import PuzzleError
from ...logic.internal import IN
from ...logic.machine.clauses import Auxiliary, Callee, Clause, Invoke, Unsupported
from ...logic.machine.codes import CONSTRUCTS
from ...logic.resolver import Machine
from ...logic.terms import AnyTerm, Term, vars
from ..names import Namespace
from ..syntax.lexical import Sentence, Source
from ..syntax.nodes import Node
from .anonymous import Anonymous
from .compiler import closures_of, node_of
from .instructions import Origin
from .lowering import CALLS, Lowering


class Late(Origin):
    """A goal of a term that was made at run time: it has no place, and only the resolver tells an error in it."""

    __slots__ = ()


def require_place(*origins: Origin | None) -> None:
    """Raise `Unsupported` where an error stands in a goal that was made at run time."""
    if any(isinstance(origin, Late) for origin in origins):
        raise Unsupported("an error in a goal that was made at run time")


class LateLowering(Lowering):
    """Lowers a goal that was made at run time, whose variables are all from outside."""

    def __init__(self, names: Namespace) -> None:
        super().__init__(Sentence(Source("", "goal"), "", 0), names, set())

    def origin(self, node: Node) -> Origin:
        return Late(self.sentence, node, self.layout)


def shaped(names: Namespace, goal: AnyTerm, args: Sequence[AnyTerm]) -> Auxiliary:
    """The predicate of `args` that is `goal`.

    Raises
    ------
    Unsupported
        It is an error, which the resolver tells.
    """
    try:
        body = LateLowering(names).enclosed(node_of(Machine(), goal), set())
    except PuzzleError:
        raise Unsupported("an error") from None
    return Auxiliary(len(args), [Clause(tuple(args), body)])


def resolve(names: Namespace, name: str, arity: int) -> Callee | None:
    """The predicate that call/N calls; None where the machine cannot."""
    args = vars(arity)
    goal = Term(name, args) if args else name
    if name == "call" and args:
        body = [Invoke(CALLS[arity - 1], (Term(IN, (names, args[0])), *args[1:]))]
    elif (name, arity) in CONSTRUCTS and names.is_control((name, arity)):
        # once more: with its goals known, it may be compiled as a whole
        body = [Invoke(CALLS[0], (Term(IN, (names, goal)),))]
    elif names.is_control((name, arity)):
        return shaped(names, goal, args)
    else:
        predicate = name.predicate(arity) if isinstance(name, Anonymous) else names.find(name, arity)
        if predicate is None or not (closures := closures_of(predicate)):
            return predicate
        wrapped = tuple(Term(IN, (names, arg)) if n in closures else arg for n, arg in enumerate(args))
        body = [Invoke(predicate, wrapped)]
    return Auxiliary(arity, [Clause(args, body)])
