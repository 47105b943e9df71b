"""What a relation may not do that is compiled, a model or a part of a puzzle: print, or change the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .code.clauses import Clauses
from .code.compiler import closures_of
from .code.scopes import COLLECTORS, CONNECTIVES, OPAQUE
from .names import Indicator
from .predicates.printing import PRINTING
from .program import Program
from .refusals import REFUSED, TOLERATED
from .syntax.nodes import Constant, Node, indicator_of

INSTEAD = "leave it out there, and print what is found by a relation of its own"


def require_no_effects(program: Program, keys: Iterable[Indicator]) -> None:
    """Raise `PuzzleError` where one of these relations, or one that it asks, prints or changes the database."""
    for key in keys:
        todo, seen = [key], {key}
        while todo:
            relation = program.predicates.get(todo.pop())
            for clause in relation.clauses if isinstance(relation, Clauses) else ():
                for goal, (name, arity) in _calls(clause.node, program):
                    if (does := _effect(program, name, arity)) is not None:
                        problem = f"{key[0]}/{key[1]} asks `{name}`, which {does}"
                        hint = INSTEAD if (name, arity) in PRINTING else REFUSED[name]
                        raise clause.sentence.error(
                            problem, goal.at, "a relation that only states what is true", hint=hint
                        )
                    if (name, arity) not in seen:
                        seen.add((name, arity))
                        todo.append((name, arity))


def _effect(program: Program, name: str, arity: int) -> str | None:
    """What a goal does besides being true; None for nothing."""
    if (name, arity) in program.predicates:
        return None
    if (name, arity) in PRINTING:
        return "prints"
    return "is not part of the language" if name in TOLERATED and program.names.find(name, arity) is None else None


def _calls(body: Node | None, program: Program) -> Iterator[tuple[Node, Indicator]]:
    """The relations that a body asks, with where they stand; those of goals such as findall and maplist too."""
    stack = [] if body is None else [(body, 0)]
    while stack:
        node, more = stack.pop()  # a goal, to which so many arguments are added when it is called
        key = indicator_of(node)
        if key is None:
            continue
        name, arity = key
        if type(node) is Constant or more:
            yield node, (name, arity + more)
            continue
        if key in COLLECTORS or key in OPAQUE or key in CONNECTIVES or key == ("^", 2):
            outside = OPAQUE.get(key, (0, 2) if key in COLLECTORS else (0,) if name == "^" else ())
            places = [n for n in range(arity) if n not in outside]
            if name in ("findall", "aggregate_all"):
                places = [1]
            stack.extend((node.args[n], 0) for n in places)
            continue
        if name == "call":
            stack.append((node.args[0], arity - 1))
            continue
        yield node, key
        predicate = program.names.find(*key)
        for place in () if predicate is None else closures_of(predicate):
            for size in range(arity + 2):  # what is called with how many arguments only the relation knows
                stack.append((node.args[place], size))
