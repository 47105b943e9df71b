"""Relations written in Python as clauses for the query machine: the function is called once, on unknowns.

The goal that it returns is what the machine runs. Calls stay calls, so each relation is lowered once, however it
recurs. A function that looks at its arguments in Python, or returns goals of kinds that only Python runs, is not
lowered: Python runs it as before, and the machine goes on with its answers.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from types import CellType, CodeType, FunctionType
from typing import Any

from ..errors import NeedsValue, PuzzleError
from .arithmetic import Compare as Comparison
from .arithmetic import Evaluation, Operation, Product, Sum
from .control import FindAll, Identical, IfThenElse, Once
from .goals import All, AnyOf, Eq, Fresh, Goal, Neq, Stream, _n_parameters, goalify, make
from .machine import clauses as steps
from .machine.clauses import Clause, Step
from .machine.library import INTEGER, InPython
from .machine.parts import occurrences, terms_of, with_head
from .machine.symbols import COMPARISONS
from .relations import Call, Rule
from .terms import AnyTerm, Term, var, vars

DEEPEST, MOST = 100, 20_000  # goals within goals, and goals of one relation
ORDERS: dict[Any, int] = {test: order for order, (test, _) in COMPARISONS.items()}
LOOKS = frozenset(  # what tells a function of an unknown more than that it is one, without an error
    {"isinstance", "issubclass", "type", "isvar", "callable", "id", "hash", "repr", "get", "getattr", "setdefault"}
)


class NotLowered(Exception):
    """A goal that only Python can run."""


def clauses_of(rule: Rule) -> list[Clause] | None:
    """The clauses of a relation; None where only Python can run it."""
    if looks(rule.function):
        return None
    args = [vars(size) if size is not None else vars(1)[0] for size in rule.shape]
    try:
        lowering = Lowering(args)
        body = lowering.body(make(rule.function, *args, name=rule.name), 0)
    except (NotLowered, NeedsValue, RecursionError):
        return None
    except PuzzleError as error:
        if type(error) is not PuzzleError:
            raise
        return None
    head = tuple([lowering.named(arg) for arg in args])
    opened = [steps.Equal(name, arg) for name, arg in zip(head, args, strict=True) if name is not arg]
    if len(body) == 1 and isinstance(body[0], steps.Either) and not opened:
        return [with_head(head, alternative) for alternative in body[0].bodies]
    return [Clause(head, [*opened, *body])]


def body_of(goal: Goal) -> list[Step]:
    """The goals of a body.

    Raises
    ------
    NotLowered
        Only Python can run them.
    """
    return Lowering().body(goal, 0)


def looks(function: object, seen: frozenset[Any] = frozenset()) -> bool:
    """Whether a function may tell unknowns from values where no error stops it; as far as its code tells."""
    if type(function) is not FunctionType or function in seen:
        return False
    names = {name: function.__globals__.get(name) for name in _names(function.__code__)}
    if None in names:
        return True
    held = [cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell)]
    return any(
        looks(other, seen | {function})
        for other in (*names.values(), *held)
        if type(other) is FunctionType and not other.__module__.startswith(f"{__package__.partition('.')[0]}.logic")
    )


def _is_filled(cell: CellType) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _names(code: CodeType) -> Iterable[Any]:
    """The names that code uses; None where it looks at what a value is."""
    identity = any(one.opname == "IS_OP" or one.opname.endswith("NONE") for one in dis.get_instructions(code))
    if identity or not LOOKS.isdisjoint(code.co_names):
        yield None
    yield from code.co_names
    for inner in code.co_consts:
        if type(inner) is CodeType:
            yield from _names(inner)


class Lowering:
    """Lowers the goal of one relation.

    Attributes
    ----------
    fresh
        The unknowns that were made where they are used.
    """

    def __init__(self, args: Sequence[AnyTerm] = ()) -> None:
        self.fresh: set[Any] = set()
        self.left = MOST
        self.names = {id(arg): var() for arg in args if type(arg) is tuple}  # arguments that are opened into unknowns

    def named(self, term: AnyTerm) -> AnyTerm:
        """The unknown that an opened argument is bound to, by which it need not be built again; else the term."""
        return self.names.get(id(term), term) if type(term) is tuple else term

    def body(self, goal: Goal, depth: int) -> list[Step]:
        """The steps of a goal."""
        self.left -= 1
        if depth > DEEPEST or self.left < 0:
            raise NotLowered("many goals")
        kind = type(goal)
        if kind not in _LOWERED:
            raise NotLowered(kind.__name__)
        made: list[Step] = _LOWERED[kind](self, goal, depth + 1)
        return made

    def all(self, goal: All, depth: int) -> list[Step]:
        return [step for part in goal.goals for step in self.body(part, depth)]

    def any(self, goal: AnyOf, depth: int) -> list[Step]:
        return _either([self.body(part, depth) for part in goal.goals])

    def stream(self, goal: Stream, depth: int) -> list[Step]:
        parts = list(islice(goal.goals, MOST + 1))
        if goal.start or goal.read or len(parts) > MOST:
            raise NotLowered("a stream")
        return _either([self.body(goalify(part), depth) for part in parts])

    def build(self, goal: Fresh, depth: int) -> list[Step]:
        if looks(goal.build):
            raise NotLowered("fresh")
        unknowns = vars(_n_parameters(goal.build))
        self.fresh.update(unknowns)
        return self.body(make(goal.build, *unknowns, name="fresh"), depth)

    def equal(self, goal: Eq, _: int) -> list[Step]:
        return [steps.Equal(self.named(goal.left), self.named(goal.right))]

    def differ(self, goal: Neq, _: int) -> list[Step]:
        left, right = zip(*goal.pairs, strict=True)
        return [steps.Differ(left[0], right[0]) if len(left) == 1 else steps.Differ(left, right)]

    def call(self, goal: Call, _: int) -> list[Step]:
        if goal.predicate.arity is None:
            raise NotLowered(goal.predicate.name)
        return [steps.Invoke(goal.predicate, tuple([self.named(arg) for arg in goal.args]))]

    def identical(self, goal: Identical, _: int) -> list[Step]:
        return [steps.Same(goal.left, goal.right, None, goal.negated)]

    # -- arithmetic --------------------------------------------------------------------------------

    def operation(self, goal: Operation, _: int) -> list[Step]:
        left, right, total = goal.terms
        name, place = goal.name, goal.place
        kind: Any = type(goal)
        otherwise: list[Step] = [
            steps.Invoke(InPython(name, 3, lambda *terms: kind(*terms, name, place)), goal.terms)
        ]  # fmt: skip
        if kind is Sum:
            subtracted = _if_integers((total, right), [steps.Value(left, Term("-", (total, right)))], otherwise)
            otherwise = _if_integers((total, left), [steps.Value(right, Term("-", (total, left)))], subtracted)
        symbol = "+" if kind is Sum else "*"
        return _if_integers((left, right), [steps.Value(total, Term(symbol, (left, right)))], otherwise)

    def comparison(self, goal: Comparison, _: int) -> list[Step]:
        test, name, place = goal.test, goal.name, goal.place
        kind: Any = Comparison
        otherwise: list[Step] = [
            steps.Invoke(InPython(name, 2, lambda *terms: kind(test, *terms, name, place)), goal.terms)
        ]
        holds = steps.Compare(goal.left, goal.right, None, ORDERS[goal.test])
        return _if_integers(goal.terms, [holds], otherwise)

    def evaluation(self, goal: Evaluation, _: int) -> list[Step]:
        if goal.test is None:
            return [steps.Value(goal.left, goal.right)]
        return [steps.Compare(goal.left, goal.right, None, ORDERS[goal.test])]

    # -- goals that look at what is known now --------------------------------------------------------

    def once(self, goal: Once, depth: int) -> list[Step]:
        return [steps.once(self.body(goal.goal, depth))]

    def if_then_else(self, goal: IfThenElse, depth: int) -> list[Step]:
        condition = self.body(goal.condition, depth)
        outer = self.outer(condition, goal.own)
        then, otherwise = self.body(goal.then, depth), self.body(goal.otherwise, depth)
        return [*outer, steps.IfThenElse(condition, then, otherwise, None, goal.name)]

    def find_all(self, goal: FindAll, depth: int) -> list[Step]:
        if goal.collect is not tuple:
            raise NotLowered("a collection")
        body = self.body(goal.goal, depth)
        outer = self.outer(body, goal.own.union(occurrences([goal.template])))
        return [*outer, steps.Collect(goal.template, body, goal.results, None, goal.name)]

    def outer(self, body: Sequence[Step], own: Iterable[Any]) -> list[Step]:
        """Goals that meet the unknowns of a body that do not belong to it, so that they are older."""
        mine = self.fresh.union(own)
        met = occurrences([term for step in body for term in terms_of(step)])
        return [steps.Equal(v, v) for v in met if v not in mine]


def _either(bodies: list[list[Step]]) -> list[Step]:
    if not bodies:
        return [steps.Never()]
    return bodies[0] if len(bodies) == 1 else [steps.Either(bodies)]


def _if_integers(terms: Sequence[AnyTerm], then: list[Step], otherwise: list[Step]) -> list[Step]:
    """`then` where all terms are known integers."""
    tests = [steps.Kind(INTEGER, term) for term in terms if type(term) is not int]
    return [steps.IfThenElse(tests, then, otherwise)] if tests else then


_LOWERED: dict[type[Goal], Callable[..., list[Step]]] = {
    All: Lowering.all,
    AnyOf: Lowering.any,
    Stream: Lowering.stream,
    Fresh: Lowering.build,
    Eq: Lowering.equal,
    Neq: Lowering.differ,
    Call: Lowering.call,
    Identical: Lowering.identical,
    Sum: Lowering.operation,
    Product: Lowering.operation,
    Comparison: Lowering.comparison,
    Evaluation: Lowering.evaluation,
    Once: Lowering.once,
    IfThenElse: Lowering.if_then_else,
    FindAll: Lowering.find_all,
}
