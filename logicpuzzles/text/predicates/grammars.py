"""Bodies of grammars that are known only when they are asked."""

from __future__ import annotations

from ...errors import NeedsValue, PuzzleError
from ...logic.balls import error_term
from ...logic.internal import IN
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm, Term
from ..code.compiler import node_of, within
from ..code.given import Given
from ..code.grammar import Grammar
from ..code.phrase_check import begun
from ..names import Namespace
from ..syntax.lexical import Sentence, Source
from ..syntax.nodes import Constant, term_of
from .builtins import helper

helper("begun_")(begun)


@helper("grammar_")
def _grammar(machine: Machine, body: AnyTerm, first: AnyTerm, last: AnyTerm, goal: AnyTerm) -> bool:
    """Goal is what Body is, of the list First and what is left behind it, Last."""
    names, body = within(machine, Namespace({}), body)
    if type(body) in VARIABLES:
        raise NeedsValue(body, "phrase", is_error=True)
    grammar = Grammar(Sentence(Source("", "goal"), "", 0))
    try:
        made = grammar.goal(node_of(machine, body), Constant(first, 0), Constant(last, 0))
    except PuzzleError as error:
        value = machine.reify(body)
        got, ball = Given(value), error_term("type_error", "callable", value)
        raise PuzzleError(error.problem, expected=error.expected, got=got, hint=error.hint, ball=ball) from None
    return machine.unify(goal, Term(IN, (names, term_of(made, {}))))
