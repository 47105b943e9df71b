"""Modes of tabling: for each call, a relation keeps one answer, whose moded arguments are joined answer by answer.

``:- table path(_, _, min).`` keeps the least third argument for each pair of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ...logic.arithmetic import Unknown, evaluate
from ...logic.goals import Goal
from ...logic.order import compare
from ...logic.resolver import Machine
from ...logic.terms import AnyTerm, Term, var
from ...logic.writer import write
from ..code.compiler import called, find
from ..names import Indicator, Namespace
from ..syntax.lexical import Sentence
from ..syntax.nodes import Constant, Node, indicator_of
from ..syntax.nodes import Unknown as Variable

Join = Callable[[Machine, AnyTerm, AnyTerm], AnyTerm]  # of what is known with what is new
INDEXED = frozenset({"index", "+"})
ANY_MODE = "_, index, min, max, first, last, sum, lattice(name/3) or po(name/2)"


def indicated(name: str, arity: int | None) -> str:
    """A relation as directives name it.

    >>> indicated("path", 3), indicated("<", 2)
    ('path/3', '(<)/2')
    """
    return write(Term("/", (name, arity)))


def _sum(machine: Machine, known: AnyTerm, new: AnyTerm) -> AnyTerm:
    try:
        return evaluate(machine, Term("+", (known, new)), "sum")
    except Unknown as unknown:
        raise NeedsValue(unknown.variable, "sum") from None


JOINS: dict[str, Join] = {
    "min": lambda machine, known, new: known if compare(known, new, "min") < 0 else new,
    "max": lambda machine, known, new: known if compare(known, new, "max") > 0 else new,
    "first": lambda machine, known, new: known,
    "-": lambda machine, known, new: known,
    "last": lambda machine, known, new: new,
    "sum": _sum,
}
_NAMED = {"lattice": 3, "po": 2}  # how many arguments the relations have that these modes name


class NotJoined(Exception):
    """The relation of a lattice has no answer: the new answer does not count."""


class Mode:
    """How one argument of a tabled relation is joined; `relation` is what `lattice` or `po` names."""

    def __init__(self, name: str, relation: Indicator | None, node: Node, sentence: Sentence) -> None:
        self.name, self.relation, self.node, self.sentence = name, relation, node, sentence

    def __str__(self) -> str:
        return self.name if self.relation is None else f"{self.name}({indicated(*self.relation)})"

    def join(self, names: Namespace) -> Join:
        """The function that joins two values.

        Raises
        ------
        PuzzleError
            The relation that the mode names is not there.
        """
        if self.relation is None:
            return JOINS[self.name]
        name, arity = self.relation
        if not names.is_control(self.relation):
            try:
                find(names, self.relation)
            except PuzzleError as error:
                raise self.sentence.error(error.problem, self.node.at, hint=error.hint) from None
        return _better(names, name) if arity == 2 else _least_bound(names, name)


def modes_of(node: Node, sentence: Sentence) -> tuple[Mode | None, ...]:
    """For each argument of a directive such as ``table path(_, _, min)`` its mode, None for one that tells calls apart.

    Raises
    ------
    PuzzleError
        An argument is no mode.
    """
    return tuple(_mode(arg, sentence) for arg in node.args)


def _mode(node: Node, sentence: Sentence) -> Mode | None:
    key = indicator_of(node)
    if type(node) is Variable or key is not None and key[1] == 0 and key[0] in INDEXED:
        return None
    if key is not None and key[1] == 0 and key[0] in JOINS:
        return Mode(key[0], None, node, sentence)
    if key is None or key[1] != 1 or key[0] not in _NAMED:
        raise sentence.error("this is not a mode of tabling", node.at, ANY_MODE)
    relation, arity = node.args[0], _NAMED[key[0]]
    named = indicator_of(relation)
    if named == ("/", 2):
        name, size = (arg.value if type(arg) is Constant else None for arg in relation.args)
        named = (name, size) if isinstance(name, str) and type(size) is int else None
    elif named is not None and named[1] == 0:
        named = (named[0], arity)
    if named is None or named[1] != arity:
        problem = f"{key[0]} takes a relation of {arity} arguments"
        raise sentence.error(problem, relation.at, f"such as {key[0]}(name/{arity})")
    return Mode(key[0], named, relation, sentence)


def _answer(machine: Machine, names: Namespace, name: str, args: tuple[AnyTerm, ...]) -> Machine | None:
    """A machine at the first answer of a goal; None if there is none."""
    inner = Machine(machine.watchdog)
    try:
        goal: Goal = called(inner, names, name, args)
        return inner if next(inner.answers(goal), inner) is not inner else None
    finally:
        machine.inferences += inner.inferences


def _better(names: Namespace, name: str) -> Join:
    def join(machine: Machine, known: AnyTerm, new: AnyTerm) -> AnyTerm:
        return known if _answer(machine, names, name, (known, new)) is None else new

    return join


def _least_bound(names: Namespace, name: str) -> Join:
    def join(machine: Machine, known: AnyTerm, new: AnyTerm) -> AnyTerm:
        joined: Any = var()
        found = _answer(machine, names, name, (known, new, joined))
        if found is None:
            raise NotJoined
        return found.reify(joined)

    return join
