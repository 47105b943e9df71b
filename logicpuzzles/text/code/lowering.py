"""The goals of a text as what the query machine takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ...errors import PuzzleError
from ...logic.internal import IN
from ...logic.machine.clauses import (
    Begin,
    Clause,
    Collect,
    Compare,
    Cut,
    Differ,
    Either,
    Enclosed,
    Equal,
    IfThenElse,
    Invoke,
    Kind,
    Never,
    Same,
    Step,
    Unsupported,
    Value,
    once,
)  # fmt: skip
from ...logic.machine.codes import (
    ATOM,
    BIG,
    COMPOUND,
    FRACTION,
    INT,
    LIST,
)  # fmt: skip
from ...logic.machine.symbols import COMPARISONS
from ...logic.terms import VARIABLES, AnyTerm, Term, var
from ..directives import IDLE_GOALS
from ..names import Indicator, Namespace
from ..predicates.aggregates import aggregate, is_unknown
from ..syntax.lexical import Sentence
from ..syntax.nodes import Compound, Constant, Node, Unknown, conjuncts, flattened, indicator_of, term_of, unknowns
from .aggregating import AGGREGATES, Aggregation
from .compiler import DEEPEST, closures_of, find, is_elsewhere
from .frames import Layout
from .grammar import described
from .instructions import Origin
from .internal_names import hidden
from .scopes import inside, outside

ORDERS = {name: order for order, (_, name) in COMPARISONS.items()}
KINDS = {  # the tags of each kind of term; 8 stands for the empty list
    ("atom", 1): 1 << ATOM,
    ("integer", 1): 1 << INT | 1 << BIG,
    ("number", 1): 1 << INT | 1 << BIG | FRACTION,
    ("rational", 1): 1 << INT | 1 << BIG | FRACTION,
    ("atomic", 1): 1 << ATOM | 1 << INT | 1 << BIG | 1 << 8 | FRACTION,
    ("compound", 1): 1 << COMPOUND | 1 << LIST,
    ("callable", 1): 1 << ATOM | 1 << COMPOUND | 1 << LIST,
}


class CallN:
    """The predicate call/N of a goal and `extra` arguments."""

    def __init__(self, extra: int) -> None:
        self.arity, self.extra = extra + 1, extra

    def lowered(self) -> int:
        return self.extra


CALLS = [CallN(extra) for extra in range(9)]


class Lowering:
    """Lowers the goals of one sentence."""

    def __init__(self, sentence: Sentence, names: Namespace, visible: set[str]) -> None:
        self.sentence, self.names, self.visible = sentence, names, visible
        self.variables: dict[str, Any] = {}
        self.hidden: dict[Any, str] = {}  # the name of each variable that belongs to the inside of a goal
        self.layout = Layout()
        self.depth = 0
        self.barrier: Any = None  # the variable to which the cuts that were met commit

    def cutting(self, node: Node, seen: set[str]) -> tuple[list[Step], Any]:
        """The same as `body`, and the variable to which the cuts in it commit; None where there is none."""
        outer, self.barrier = self.barrier, None
        try:
            return self.body(node, seen), self.barrier
        finally:
            self.barrier = outer

    def enclosed(self, node: Node, seen: set[str]) -> list[Step]:
        """The same as `body`, whose cuts reach no further."""
        made, barrier = self.cutting(node, seen)
        return made if barrier is None else [Begin(barrier), *made]

    def hide(self, names: Sequence[str]) -> dict[str, Any]:
        """Forget the variables of these names, and give them; None for one that was not met."""
        found = {name: self.variables.pop(name, None) for name in names}
        self.hidden.update((variable, name) for name, variable in found.items() if variable is not None)
        return found

    def terms(self, nodes: Sequence[Node]) -> tuple[AnyTerm, ...]:
        return tuple(term_of(node, self.variables) for node in nodes)

    def body(self, node: Node, seen: set[str]) -> list[Step]:
        """The goals of `node`; `seen` grows by the variables that they meet."""
        if self.depth > DEEPEST:
            raise Unsupported(f"more than {DEEPEST} goals within goals")
        self.depth += 1
        made = [step for goal in conjuncts(node) for step in self.goal(goal, seen)]
        self.depth -= 1
        return made

    def goal(self, node: Node, seen: set[str]) -> list[Step]:
        node = described(node, self.sentence)
        key = indicator_of(node)
        if type(node) is Unknown or type(node) is Constant and type(node.value) in VARIABLES:
            made = [self.call([node], node)]
        elif key is None:
            raise Unsupported("a goal")
        elif key[0] == "call" and node.args:
            is_known = len(node.args) == 1 and type(node.args[0]) is Compound
            made = self.known_call(node, seen) if is_known else [self.call(node.args, node)]
        elif self.names.is_control(key):
            made = self.control(key, node, seen)
        else:
            made = [self.invoke(key, node)]
        seen.update(outside(node))
        return made

    def origin(self, node: Node) -> Origin:
        return Origin(self.sentence, node, self.layout)

    def call(self, nodes: Sequence[Node], at: Node) -> Step:
        goal, *extra = self.terms(nodes)
        if len(extra) >= len(CALLS):
            raise Unsupported("a call of many arguments")
        return Invoke(CALLS[len(extra)], (Term(IN, (self.names, goal)), *extra), self.origin(at))

    def known_call(self, node: Node, seen: set[str]) -> list[Step]:
        """The goal of a call that is written out."""
        before = self.met(node.args, outside(node.args[0]), seen)
        made, barrier = self.cutting(node.args[0], seen)
        return made if barrier is None else [*before, Enclosed(made, barrier, self.origin(node))]

    def invoke(self, key: Indicator, node: Node) -> Step:
        args, origin = self.terms(node.args), self.origin(node)
        if key in KINDS:
            return Kind(KINDS[key], args[0], origin, key[0])
        if key in (("==", 2), ("\\==", 2)):
            return Same(args[0], args[1], origin, key[0] != "==")
        try:
            predicate = find(self.names, key)
        except PuzzleError:
            raise Unsupported("an error") from None
        closures = closures_of(predicate)
        args = tuple(Term(IN, (self.names, arg)) if n in closures else arg for n, arg in enumerate(args))
        return Invoke(predicate, args, origin, is_elsewhere(predicate) and not origin.is_library)

    # -- control constructs ------------------------------------------------------------------------

    def control(self, key: Indicator, node: Node, seen: set[str]) -> list[Step]:
        name, args, origin = key[0], node.args, self.origin(node)
        if name in ("true", "otherwise") or key in IDLE_GOALS:
            return []
        if name in ("fail", "false"):
            return [Never()]
        if name == "!":
            self.barrier = var() if self.barrier is None else self.barrier
            return [Cut(self.barrier, origin)]
        if name == ",":
            return self.body(node, seen)
        if name == ";":
            return self.disjunction(flattened(node, ";"), origin, seen)
        if name == "->":
            return [*self.conditional(node, origin, seen)([Never()])]
        if name == "ignore":
            always = Compound("->", [args[0], Constant("true", node.at)], node.at)
            return [*self.conditional(always, origin, seen)([])]
        if name in ("\\+", "not"):
            before, (body,) = self.inside(args, seen)
            return [*before, IfThenElse(body, [Never()], [], origin, name)]
        if name == "forall":
            denied = Compound("\\+", [args[1]], args[1].at)
            before, (first, second) = self.inside([args[0], denied], seen)
            *made, denial = second
            assert isinstance(denial, IfThenElse)
            never = replace(denial, name=name)  # nobody has written `\\+`
            return [*before, IfThenElse([*first, *made, never], [Never()], [], origin, name)]
        if name == "findall":
            return self.collect(args[0], args[1], self.terms(args[2:])[0], origin, seen)
        if name == "aggregate_all":
            if is_unknown(args[0]):
                asked = Compound(hidden("aggregate_all", "aggregate_", self.names), args, node.at)
                return [self.invoke((asked.name, 3), asked)]
            return self.aggregate(args, origin, seen)
        if name == "once":
            before = self.met(args, outside(args[0]), seen)
            body, barrier = self.cutting(args[0], set(seen))
            return [*before, once(body, origin, barrier)]
        if name == ":":
            return self.qualified(args, seen)
        if len(args) != 2:
            raise Unsupported(name)
        left, right = self.terms(args)
        if name == "=":
            return [Equal(left, right, origin)]
        if name in ("\\=", "dif"):
            return [Differ(left, right, origin)]
        if self.names.dialect.is_exact:
            raise Unsupported("exact quotients")
        if name == "is":
            return [Value(left, right, origin)]
        if name in ORDERS:
            return [Compare(left, right, origin, ORDERS[name])]
        raise Unsupported(name)

    def qualified(self, args: Sequence[Node], seen: set[str]) -> list[Step]:
        outer = self.names
        try:
            self.names = outer.within(args[0].value)  # type: ignore[attr-defined]
            return self.body(args[1], seen)
        finally:
            self.names = outer

    def disjunction(self, alternatives: Sequence[Node], origin: Origin, seen: set[str]) -> list[Step]:
        made: list[Any] = []
        for alternative in alternatives:
            if indicator_of(alternative) == ("*->", 2):
                raise Unsupported("*->")
            if indicator_of(alternative) == ("->", 2) and alternative is not alternatives[-1]:
                made.append(self.conditional(alternative, origin, seen))
            else:
                made.append(self.body(alternative, set(seen)))
        row: list[list[Step]] = [made.pop()]
        for one in reversed(made):
            if callable(one):
                row = [one(row[0] if len(row) == 1 else [Either(row)])]
            else:
                row.insert(0, one)
        return row[0] if len(row) == 1 else [Either(row)]

    def conditional(self, node: Node, origin: Origin, seen: set[str]) -> Callable[[list[Step]], list[Step]]:
        """The function that makes ``Condition -> Then`` of what holds otherwise."""
        condition, goal = node.args
        own = [name for name in unknowns(condition) if name not in seen]
        outer = self.hide(own)
        first = self.enclosed(condition, set(seen))
        mine = self.hide(own)
        self.variables.update((name, known) for name, known in outer.items() if known is not None)
        after = [
            Equal(self.variables.setdefault(name, var()), known) for name, known in mine.items() if known is not None
        ]
        second = self.body(goal, seen | set(unknowns(condition)))
        return lambda otherwise: [IfThenElse(first, [*after, *second], otherwise, origin)]

    def met(self, goals: Sequence[Node], names: set[str], seen: set[str]) -> list[Step]:
        """Goals that make those of `names` that `goals` would be the first to meet, so that they are older."""
        first = [name for name in unknowns(*goals) if name in names and name not in seen]
        return [Equal(known, known) for known in (self.variables.setdefault(name, var()) for name in first)]

    def inside(
        self, goals: Sequence[Node], seen: set[str], also: Sequence[Node] = ()
    ) -> tuple[list[Step], list[list[Step]]]:
        """The goals inside an opaque one, whose own variables are others; and what makes those of the outside."""
        before = self.met([*goals, *also], self.visible, seen)
        own, visible = inside([*goals, *also], self.visible)
        outer, self.visible = self.visible, visible
        hidden = self.hide(own)
        met = seen | outer  # what is first met in here and belongs to the outside is an unknown of the outside
        made = [self.enclosed(goal, met) for goal in goals]
        self.template = self.terms(also[0].args) if also else ()
        self.hide(own)
        self.variables.update((name, known) for name, known in hidden.items() if known is not None)
        self.visible = outer
        return before, made

    def collect(
        self, template: Node, goal: Node, results: AnyTerm, origin: Origin, seen: set[str], name: str = "findall"
    ) -> list[Step]:
        before, (body,) = self.inside([goal], seen, also=[Compound("template", [template], template.at)])
        return [*before, Collect(self.template[0], body, results, origin, name)]

    def aggregate(self, args: Sequence[Node], origin: Origin, seen: set[str]) -> list[Step]:
        template, collect = aggregate(args[0], self.sentence)
        (results,) = self.terms(args[2:])
        if collect is tuple:
            return self.collect(template, args[1], results, origin, seen, "aggregate_all")
        found = var()
        made = self.collect(template, args[1], found, origin, seen, "aggregate_all")
        number = AGGREGATES[indicator_of(args[0])]  # type: ignore[index] # `aggregate` has looked at it
        return [*made, Invoke(Aggregation(collect, number), (found, results), origin, True)]


def clause_of(head: Node, body: Node | None, sentence: Sentence, names: Namespace) -> Clause:
    """One clause of a text; `names` is what names mean in its body."""
    met = set(unknowns(head))
    lowering = Lowering(sentence, names, met | (outside(body) if body is not None else set()))
    args = lowering.terms(head.args)
    return Clause(args, lowering.body(body, met) if body is not None else [], lowering.barrier)
