"""What phrase asks of its lists before a grammar sees them."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import PuzzleError
from ...logic.balls import error_term
from ...logic.lists import is_open
from ...logic.relations import Outcome, Predicate, Primitive
from ...logic.resolver import Machine
from ...logic.terms import WHOLE, AnyTerm, Cons
from ..syntax.nodes import Compound, Constant, Listed, Node
from .anonymous import Anonymous
from .given import Given

LIST_OF_CODES = "a text as a list of codes stands in back quotes: phrase(greeting, `hello`)"


def begun(machine: Machine, items: AnyTerm) -> Outcome:
    """Items begins as a list, or may come to."""
    items = machine.walk(items)
    if is_open(items) or type(items) in WHOLE or type(items) is Cons:
        return True
    hint = LIST_OF_CODES if isinstance(items, str) else None
    value = machine.reify(items)
    ball = error_term("type_error", "list", value)
    raise PuzzleError("phrase takes a list", got=Given(value), hint=hint, ball=ball)


class _Begun(Anonymous):
    """The name of that relation in a clause."""

    def predicate(self, arity: int) -> Predicate:
        return BEGINS


BEGINS = Primitive(begun, "phrase")
BEGINS.awaits = True
BEGUN = _Begun("phrase takes a list")


def checked(goal: Node, lists: Sequence[Node]) -> Node:
    """`goal` after the check of its `lists`, but for those that are written out."""
    for one in reversed(lists):
        if type(one) is not Listed and not (type(one) is Constant and one.value == ()):
            goal = Compound(",", [Compound(BEGUN, [one], goal.at), goal], goal.at)
    return goal
