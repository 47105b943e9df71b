"""Grammars: what ``-->`` states as a clause over lists, and what a body of a grammar is as a goal.

A nonterminal has two more arguments: the list before it, and what is left of it behind it. ``a --> [x], b.`` becomes
``a([x | L], R) :- b(L, R).``
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from ...logic.terms import VARIABLES, Cons, Term
from ..syntax.lexical import Sentence
from ..syntax.nodes import Compound, Constant, Listed, Node, Unknown, codes_of, conjuncts, indicator_of
from .phrase_check import checked
from .scopes import BAR, CONDITIONALS

DEEPEST = 100  # bodies within bodies
NONTERMINAL = "a nonterminal, a list of what stands there, or {Goal}"
PHRASES = frozenset({("phrase", 2), ("phrase", 3), ("call_dcg", 3)})
_CONSTRUCTS = CONDITIONALS | {(",", 2), (";", 2), BAR, ("\\+", 1), ("{}", 1), ("!", 0), (":", 2)}
_CONNECTIVES = CONDITIONALS | {(";", 2), BAR}


def described(node: Node, sentence: Sentence) -> Node:
    """A goal; where it asks a nonterminal or a text by `phrase`, what that is; with `;` where it has a bar."""
    key = indicator_of(node)
    if key == BAR:
        return Compound(";", node.args, node.at)
    if key not in PHRASES:
        return node
    grammar = Grammar(sentence)
    body = node.args[0]
    asked = indicator_of(body)
    is_plain = asked is not None and not is_construct(body) and asked[0] != "call"
    if not is_plain and grammar.literal(body) is None:
        return node
    lists = lists_of(node)
    return checked(grammar.goal(body, *lists), lists)


def lists_of(node: Node) -> Sequence[Node]:
    """The list before, and what is left of it, of a goal that asks a body of a grammar."""
    return node.args[1:] if len(node.args) == 3 else [node.args[1], Constant((), node.at)]


def is_construct(body: Node) -> bool:
    """Whether a body has bodies in it."""
    return indicator_of(body) in _CONSTRUCTS


class Grammar:
    """Translates the bodies in one sentence."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self._names: Iterator[int] = count()
        self._depth = 0

    def fresh(self, at: int) -> Unknown:
        """A variable of its own."""
        return Unknown(f"_@{next(self._names)}", at)

    def rule(self, node: Node) -> tuple[Node, Node | None]:
        """The head and the body of the clause that ``Head --> Body`` states; no body for a fact.

        Raises
        ------
        PuzzleError
            The head is no nonterminal, or the body no body of a grammar.
        """
        head, body = node.args
        pushback = None
        if indicator_of(head) == (",", 2):
            head, pushback = head.args
        key = indicator_of(head)
        if (
            key is None
            or self.literal(head) is not None
            or key in _CONNECTIVES
            or key[0] in ("\\+", "!", "{}", "call", ":")
        ):
            raise self.sentence.error("this is no head of a grammar", head.at, "a nonterminal such as word(X)")
        first, last = self.fresh(head.at), self.fresh(head.at)
        front, behind = conjuncts(body), last if pushback is None else self.fresh(head.at)
        before: Node = first
        literal = None if pushback is not None and len(front) == 1 else self.literal(front[0])
        if literal is not None and len(front) > 1:  # in the head, where it tells clauses apart
            rest = self.fresh(front[0].at)
            before, first, front = _listed(literal, rest, front[0].at), rest, front[1:]
        elif literal is not None:
            return _nonterminal(head, _listed(literal, last, front[0].at), last), None
        goals = self._goals(front, first, behind)
        if pushback is not None:
            taken = self.literal(pushback)
            if taken is None:
                raise self.sentence.error("only a list can be pushed back", pushback.at, "such as [x]")
            goals.append(_equal(last, _listed(taken, behind, pushback.at), pushback.at))
        return _nonterminal(head, before, last), _conjunction(goals, node.at)

    def goal(self, body: Node, first: Node, last: Node) -> Node:
        """The goal that `body` is, of the list `first` and what is left behind it, `last`.

        Raises
        ------
        PuzzleError
            It is no body of a grammar.
        """
        if self._depth > DEEPEST:
            raise self.sentence.error(f"more than {DEEPEST} goals within goals", body.at)
        self._depth += 1
        made = _conjunction(self._goals(conjuncts(body), first, last), body.at)
        self._depth -= 1
        return made

    def _goals(self, parts: Sequence[Node], first: Node, last: Node) -> list[Node]:
        made: list[Node] = []
        for number, part in enumerate(parts):
            is_last = number == len(parts) - 1
            if (key := indicator_of(part)) in (("{}", 1), ("!", 0)):  # they take nothing
                made.append(part.args[0] if key == ("{}", 1) else part)
                if is_last:
                    made.append(_equal(first, last, part.at))
                continue
            following: Node = last if is_last else self.fresh(part.at)
            made.append(self._goal(part, first, following))
            first = following
        return made

    def _goal(self, part: Node, first: Node, last: Node) -> Node:
        key, at = indicator_of(part), part.at
        literal = self.literal(part)
        if literal is not None or key == ("{}", 0):
            return _equal(first, _listed(literal or [], last, at), at)
        if type(part) is Listed or type(part) is Constant and type(part.value) is Cons:  # its end is not known
            return Compound("append", [part, last, first], at)
        if type(part) is Unknown or type(part) is Constant and type(part.value) in (*VARIABLES, Term):
            return Compound("phrase", [part, first, last], at)
        if key is None:
            raise self.sentence.error("this is no body of a grammar", at, NONTERMINAL)
        if key in _CONNECTIVES:
            if key in CONDITIONALS:
                middle = self.fresh(at)
                goals = [self.goal(part.args[0], first, middle), self.goal(part.args[1], middle, last)]
                return Compound(key[0], goals, at)
            return Compound(";", [self.goal(arg, first, last) for arg in part.args], at)
        if key == ("\\+", 1):
            denied = Compound("\\+", [self.goal(part.args[0], first, self.fresh(at))], at)
            return Compound(",", [denied, _equal(first, last, at)], at)
        if key == (":", 2):
            return Compound(":", [part.args[0], self._goal(part.args[1], first, last)], at)
        return _nonterminal(part, first, last)

    def literal(self, part: Node) -> Sequence[Node] | None:
        """The elements of a list or a text that stands in a body; None for anything else."""
        if type(part) is Listed and part.rest is None:
            return part.items
        if type(part) is Constant and part.value == ():
            return []
        if type(part) is Constant and type(part.value) is tuple:
            return [Constant(item, part.at) for item in part.value]
        if type(part) is Constant and type(part.value) is str and self.sentence.text[part.at : part.at + 1] == '"':
            codes = codes_of(part.value, part.at)
            return codes.items if type(codes) is Listed else []
        return None


def _listed(items: Sequence[Node], rest: Node, at: int) -> Node:
    return Listed(items, rest, at) if items else rest


def _nonterminal(node: Node, first: Node, last: Node) -> Compound:
    key = indicator_of(node)
    assert key is not None
    return Compound(key[0], [*node.args, first, last], node.at)


def _equal(left: Node, right: Node, at: int) -> Node:
    return Compound("=", [left, right], at)


def _conjunction(goals: Sequence[Node], at: int) -> Node:
    made = goals[-1]
    for goal in reversed(goals[:-1]):
        made = Compound(",", [goal, made], at)
    return made
