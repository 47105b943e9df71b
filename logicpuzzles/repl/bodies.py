"""What a goal rests on: the bodies of the clauses, or of the Python function, that define its relation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..logic.goals import All, AnyOf, Eq, Goal, Neq
from ..logic.relations import Call, Predicate, Rule
from ..logic.resolver import Machine
from ..logic.substitution import FAIL
from ..logic.terms import AnyTerm, Term
from ..text.code.clauses import Clauses
from ..text.names import Indicator, Namespace
from ..text.query import Query
from ..text.syntax.lexical import Sentence
from ..text.syntax.nodes import Compound, Constant, Node, indicator_of, term_of, unknowns
from ..text.syntax.parser import parse
from .renaming import Fresh, instantiated, joined, letters, named, node_of, renamed


@dataclass(frozen=True)
class Body:
    """A goal that another one rests on, what names mean in it, and where it is written."""

    goal: Node
    sentence: Sentence
    names: Namespace
    place: str


def bodies(
    predicate: Predicate, goal: Node, names: Namespace, sentence: Sentence, fresh: Fresh, seconds: float
) -> list[Body]:
    """What `goal`, which calls `predicate`, may rest on; `names` are those of the file of `predicate`."""
    if isinstance(predicate, Clauses):
        return list(_clauses(predicate, goal, names, fresh, seconds))
    return _built(predicate, goal, names, sentence) if isinstance(predicate, Rule) else []


def _clauses(predicate: Clauses, goal: Node, names: Namespace, fresh: Fresh, seconds: float) -> Iterator[Body]:
    """The bodies of the clauses whose heads fit `goal`, with what it tells of their variables."""
    for clause in predicate.clauses:
        whole = renamed(parse(clause.sentence), {*unknowns(goal), *(f"@{name}" for name in fresh.used)})
        fresh.note(whole)
        if indicator_of(whole) == (":-", 2):
            head, body = whole.args
            found = Query(Compound("=", [goal, head], head.at), clause.sentence, names, seconds).first()
            if found is not None:
                yield Body(
                    instantiated(body, found, named(found, fresh)), clause.sentence, names, clause.sentence.place(0)
                )


def _built(predicate: Rule, goal: Node, names: Namespace, sentence: Sentence) -> list[Body]:
    """The goal that the function of `predicate` builds; nothing if it is not made of relations alone."""
    variables: dict[str, AnyTerm] = {}
    term = term_of(goal, variables)
    machine = Machine()
    made = predicate.invoke(machine, term.args if type(term) is Term else (), None)
    if made is FAIL:
        return []
    reading = _Reading(machine, {machine.walk(v): name for name, v in variables.items()})
    alternatives = [reading.node(one) for one in _alternatives(made[0])]
    known = Namespace(reading.predicates, names)
    place = predicate.place.rpartition(": ")[0]
    return [Body(one, sentence, known, place) for one in alternatives if one is not None]


def _alternatives(goal: Goal) -> list[Goal]:
    while isinstance(goal, All) and len(goal.goals) == 1:
        (goal,) = goal.goals
    return list(goal.goals) if isinstance(goal, AnyOf) else [goal]


@dataclass
class _Reading:
    """Reads goals that Python code has built."""

    machine: Machine
    names: dict[AnyTerm, str]
    predicates: dict[Indicator, Predicate] = field(default_factory=dict)

    def node(self, goal: Goal) -> Node | None:
        """`goal` as if it had been read; None where it cannot be."""
        if isinstance(goal, All | AnyOf):
            read = [self.node(one) for one in goal.goals]
            below = [one for one in read if one is not None]
            if not below:
                return Constant("true" if isinstance(goal, All) else "fail", 0)
            if len(below) < len(read):
                return None
            return joined(below, "," if isinstance(goal, All) else ";")
        if isinstance(goal, Eq):
            return Compound("=", [self._term(goal.left), self._term(goal.right)], 0)
        if isinstance(goal, Neq):
            left, right = (self._term(tuple(sides)) for sides in zip(*goal.pairs, strict=True))
            if len(goal.pairs) == 1:
                (left,), (right,) = left.items, right.items  # type: ignore[attr-defined]
            return Compound("dif", [left, right], 0)
        return self._call(goal) if isinstance(goal, Call) else None

    def _call(self, goal: Call) -> Node | None:
        key = (goal.predicate.name, len(goal.args))
        if self.predicates.setdefault(key, goal.predicate) is not goal.predicate:
            return None
        args = [self._term(arg) for arg in goal.args]
        return Compound(key[0], args, 0) if args else Constant(key[0], 0)

    def _term(self, term: AnyTerm) -> Node:
        value = self.machine.reify(term)
        for unknown in self.machine.unknowns(value):
            if unknown not in self.names:
                self.names[unknown] = next(letters(self.names.values()))
        return node_of(value, 0, self.names)
