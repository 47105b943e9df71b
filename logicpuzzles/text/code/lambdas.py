"""Lambdas: ``[X, Y]>>Goal``, ``{Free}/[X]>>Goal``, ``{Free}/Goal`` and ``\\X^Goal`` become relations of their own.

The variables that stand in lambdas only are a lambda's own, fresh at each call, and so are those that stand otherwise
only inside of a goal such as `\\+` that does not hold the lambda. A variable that stands elsewhere in the clause too is
the clause's: it must have a value when the lambda is called, unless it is shared, as those in Free
are and all but the parameters of ``\\X^Goal``. (SWI-Prolog copies it while it has none, and never sees its value.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress, count
from typing import Any

from ...errors import PuzzleError
from ...logic.relations import Predicate
from ...logic.terms import AnyTerm, Term, var
from ...wording import counted
from ..names import Namespace
from ..syntax.lexical import Sentence
from ..syntax.nodes import Compound, Constant, Listed, Node, Unknown, indicator_of, parts, term_of, unknowns, walk
from .anonymous import Anonymous
from .clauses import Clause, Clauses
from .compiler import Compiler
from .deleting import with_patterns
from .grammar import PHRASES, Grammar, is_construct, lists_of
from .phrase_check import checked
from .scopes import CONNECTIVES, OPAQUE, outside

_ARITHMETIC = frozenset({"is", "<", ">", "=<", ">=", "=:=", "=\\=", "#=", "#\\=", "#<", "#>", "#=<", "#>="})
_numbers = count(1)


@dataclass(frozen=True)
class Parts:
    """What a lambda is made of: whether its variables are shared, all of them or those of `free`.

    `lists` are those that a body of a grammar is asked of.
    """

    free: dict[str, None]
    params: Sequence[Node]
    body: Node
    shares: bool = False
    lists: Sequence[Node] = ()


class Lifted(Anonymous):
    """The name of the relation that a lambda is; its first argument is the list of the clause's variables in it."""

    node: Node
    parts: Parts
    outer: tuple[str, ...]
    sentence: Sentence
    names: Namespace
    made: dict[int, Predicate]

    def predicate(self, arity: int) -> Predicate:
        """The relation with so many arguments; those behind the parameters are added to the goal.

        Raises
        ------
        PuzzleError
            There are fewer than the parameters.
        """
        if arity not in self.made:
            self.made[arity] = self._make(arity)
        return self.made[arity]

    def _make(self, arity: int) -> Predicate:
        params, at = self.parts.params, self.node.at
        extra = [Unknown(f"_@more{n}", at) for n in range(arity - 1 - len(params))]
        if arity - 1 < len(params):
            wanted = counted(len(params), "argument")
            raise PuzzleError("this lambda is called with too few arguments", expected=wanted, got=arity - 1)
        body = Compound("call", [self.parts.body, *extra], at) if extra else self.parts.body
        given = _listed([Unknown(name, at) for name in self.outer], at)
        if self.parts.lists:
            body = Grammar(self.sentence).goal(body, *params)
        wanted_known = [] if self.parts.shares else [name for name in self.outer if name not in self.parts.free]
        if wanted_known:
            if set(wanted_known) & set(unknowns(*params)):  # they must have a value before they meet an argument
                args = [Unknown(f"_@arg{n}", at) for n in range(len(params))]
                for arg, param in zip(args, params, strict=True):
                    body = Compound(",", [Compound("=", [arg, param], at), body], at)
                params = args
            known = Compound(">>", [_listed([Unknown(name, at) for name in wanted_known], at)], at)
            body = Compound(",", [known, body], at)
        head = Compound(self, [given, *params, *extra], at)
        body = lifted(body, self.sentence, self.names, head)
        clause, met = Clause(head, self.sentence), set(unknowns(head))
        compiler = Compiler(self.sentence, clause.layout, self.names, met | outside(body))
        clause.barrier = compiler.enclose(body)
        clause.close(compiler.chain(body, met))
        clause.node, clause.names = body, self.names
        made = Clauses(self, arity)
        made.clauses.append(clause)
        return made

    def written(self, args: Sequence[AnyTerm]) -> tuple[AnyTerm, dict[Any, str]]:
        """The lambda as it was read, with the values of the clause's variables, and the names of its own."""
        own = {name: var() for name in unknowns(self.node) if name not in self.outer}
        known = dict(zip(self.outer, args[0], strict=True))
        if self.parts.lists:
            body = term_of(self.parts.body, {**known, **own})
            return Term("phrase", (body, *args[1:])), {variable: name for name, variable in own.items()}
        made = term_of(self.node, {**known, **own})
        if len(args) > 1:  # as a goal
            made = Term("call", (made, *args[1:]))
        return made, {variable: name for name, variable in own.items()}


def lifted(body: Node, sentence: Sentence, names: Namespace, head: Node | None = None) -> Node:
    """`body`, of a clause with this head or of a query, with its lambdas lifted out."""
    body = with_patterns(body, names, head)
    if not any(parts_of(node) is not None for node in walk(body)):
        return body
    outer = set(unknowns(head)) if head is not None else set()
    outer |= _outside(body)
    if head is None:  # an answer of a query shows what stands in a grammar's body too
        asked = [made.body for node in walk(body) if (made := parts_of(node)) is not None and made.lists]
        outer |= {name for name in _outside(*asked, are_goals=False) if name[0] != "_"}
    return _without(body, sentence, names, outer)


def parts_of(node: Node) -> Parts | None:
    """What a lambda is made of; None for any other term."""
    key = indicator_of(node)
    if key == (">>", 2):
        params, free = node.args[0], None
        if indicator_of(params) == ("/", 2):
            free, params = params.args
        items = _items(params)
        return (
            None
            if items is None or free is not None and not _is_free(free)
            else Parts(_free(free), items, node.args[1])
        )
    if key == ("/", 2) and _is_free(node.args[0]):
        return Parts(_free(node.args[0]), (), node.args[1])
    if key == ("\\", 1) and indicator_of(node.args[0]) == ("^", 2):
        found, body = [], node.args[0]
        while indicator_of(body) == ("^", 2):
            found.append(body.args[0])
            body = body.args[1]
        return Parts({}, found, body, shares=True)
    if key in PHRASES and is_construct(node.args[0]):
        lists = [Unknown("_@first", node.at), Unknown("_@last", node.at)]
        return Parts({}, lists, node.args[0], True, lists_of(node))
    return None


def _items(node: Node) -> Sequence[Node] | None:
    if type(node) is Listed and node.rest is None:
        return node.items
    return () if type(node) is Constant and node.value == () else None


def _is_free(node: Node) -> bool:
    return indicator_of(node) in (("{}", 1), ("{}", 0))


def _free(node: Node | None) -> dict[str, None]:
    return {} if node is None else unknowns(node)


def _outside(*goals: Node, are_goals: bool = True) -> set[str]:
    """The variables that stand elsewhere than in lambdas and inside opaque goals."""
    found: set[str] = set()
    stack = [(goal, are_goals) for goal in goals]
    while stack:
        node, is_goal = stack.pop()
        made = parts_of(node)
        key = indicator_of(node)
        if made is not None:
            found.update(made.free)
            stack.extend((one, False) for one in made.lists)
            if made.shares and not made.lists:
                found |= set(unknowns(node)) - set(unknowns(*made.params))
        elif type(node) is Unknown:
            found.add(node.name)
        elif is_goal and key in OPAQUE:
            stack.extend((node.args[number], False) for number in OPAQUE[key])
        else:
            stack.extend((part, is_goal and key in CONNECTIVES) for part in parts(node))
    return found


def _without(node: Node, sentence: Sentence, names: Namespace, outer: set[str]) -> Node:
    """`node` with its lambdas replaced; built without recursion."""
    todo: list[Any] = [(node, True, outer)]
    done: list[Node] = []
    while todo:
        part, *scope = todo.pop()
        if len(scope) == 1:
            made, (size,) = part, scope
            below = done[len(done) - size :]
            del done[len(done) - size :]
            if type(made) is Compound:
                done.append(Compound(made.name, below, made.at))
            else:
                done.append(
                    Listed(below, None, made.at) if made.rest is None else Listed(below[:-1], below[-1], made.at)
                )
            continue
        is_goal, outer = scope
        found, key = parts_of(part), indicator_of(part)
        if found is not None:
            done.append(_lift(part, found, sentence, names, outer))
        elif type(part) in (Compound, Listed) and not (type(part) is Compound and part.name in _ARITHMETIC):
            below = list(parts(part))
            todo.append((part, len(below)))
            if is_goal and key in OPAQUE:  # what stands in there belongs to the lambdas in there too
                is_inside = [number not in OPAQUE[key] for number in range(len(below))]
                inner = outer | _outside(*compress(below, is_inside))
                lower = [(arg, here, inner if here else outer) for arg, here in zip(below, is_inside, strict=True)]
            else:
                lower = [(arg, is_goal and key in CONNECTIVES, outer) for arg in below]
            todo.extend(reversed(lower))
        else:
            done.append(part)
    return done[0]


def _lift(node: Node, found: Parts, sentence: Sentence, names: Namespace, outer: set[str]) -> Node:
    name = Lifted(f"lambda {next(_numbers)}")
    name.node, name.parts, name.sentence, name.names, name.made = node, found, sentence, names, {}
    name.outer = tuple(one for one in unknowns(found.body if found.lists else node) if one in outer)
    lists = [_without(one, sentence, names, outer) for one in found.lists]
    made = Compound(name, [_listed([Unknown(one, node.at) for one in name.outer], node.at), *lists], node.at)
    return checked(made, lists)


def _listed(items: Sequence[Node], at: int) -> Node:
    return Listed(items, None, at) if items else Constant((), at)
