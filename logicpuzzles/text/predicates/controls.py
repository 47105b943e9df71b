"""Control constructs, which are compiled instead of called: connectives, negation, findall, equality, arithmetic."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ...logic.arithmetic import Evaluation, Unknown
from ...logic.catching import CATCH, Catch
from ...logic.control import FindAll, IfThenElse, Once
from ...logic.counted import CALL_NTH, FINDNSOLS, CallNth, FindNSols
from ...logic.frozen import FREEZE, WHEN, freeze
from ...logic.goals import All, Eq, Goal, Neq, fail, succeed
from ...logic.resolver import Continuation, Machine
from ...logic.softly import SOFT_CUT, SoftCut
from ...logic.terms import VARIABLES, AnyTerm
from ..code.compiler import Compiler, control
from ..code.cuts import Cut
from ..code.frames import Frame, compiled
from ..code.instructions import At, Check, Either, Instruction, Made, Origin, caller_of
from ..code.internal_names import hidden
from ..code.opaque import Ending, Opaque
from ..code.scopes import CONDITIONALS
from ..directives import IDLE_GOALS, changes_nothing, instead_of
from ..syntax.nodes import Compound, Constant, Node, flattened, indicator_of, unknowns
from .aggregates import aggregate, is_unknown
from .terms import unfit

Conditional = Callable[[Sequence[Instruction]], Instruction]
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "=<": operator.le,
    ">=": operator.ge,
    "=:=": operator.eq,
    "=\\=": operator.ne,
}


@control(("true", 0), ("otherwise", 0), ("fail", 0), ("false", 0))
def truth(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """It is true; or false."""
    return _always(origin, node.name in ("true", "otherwise"))


@control(("!", 0))
def cut(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """Commits to the clause and to what was chosen in it so far; in call/N, `\\+` and the like to what is inside."""
    assert compiler.barrier is not None
    return Cut(origin, compiler.barrier, not compiler.more)


@control(*IDLE_GOALS)
def for_others(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """It only matters to other Prolog systems."""
    if not changes_nothing(node):
        raise compiler.sentence.error(f"`{node.name}` is not part of the language", node.at, hint=instead_of(node))
    return _always(origin, True)


def _always(origin: Origin, truth: bool) -> Instruction:
    return Check(origin, lambda machine, frame: truth)


@control((",", 2))
def conjunction(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """Both goals hold, from left to right."""
    return Either(origin, [compiler.chain(node, seen)])


@control((";", 2))
def disjunction(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """At least one goal holds; after ``Condition -> Then`` the rest is what holds otherwise."""
    *alternatives, last = flattened(node, ";")
    made: list[Instruction | Conditional] = []
    for alternative in alternatives:
        is_conditional = indicator_of(alternative) in CONDITIONALS
        make = _conditional(compiler, origin, alternative, seen) if is_conditional else None
        made.append(make or compiler.chain(alternative, set(seen)))
    row = [compiler.chain(last, set(seen))]  # from the last on: there may be very many
    for one in reversed(made):
        if isinstance(one, Instruction):
            row.append(one)
        else:
            row = [one(row[::-1])]
    return row[0] if len(row) == 1 else Either(origin, row[::-1])


@control(("->", 2))
def then(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The second goal holds for the first answer of the first; no if it has none."""
    return _conditional(compiler, origin, node, seen)([_always(origin, False)])


@control((SOFT_CUT, 2))
def soft_cut(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The second goal holds for an answer of the first; before `;`, the rest counts if the first has none."""
    return _conditional(compiler, origin, node, seen)([_always(origin, False)])


@control((CATCH, 3))
def catch(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The goal; where it raises an error that is the second, the third instead."""
    goal, ball, recovery = node.args
    names = [name for name in unknowns(goal) if name not in seen]
    own, term = compiler.own(names), compiler.layout.build(ball)
    first, second = compiler.body(goal, set(seen), names), compiler.body(recovery, set(seen))
    return Opaque(origin, lambda _, frame: Catch(At(first, frame), term(frame), At(second, frame), own(frame)))


@control((FREEZE, 2), (WHEN, 2))
def waiting(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """Asks the second goal once the first has a value; with `when`, once nonvar(X), ground(Term) or ?=(X, Y) holds."""
    first, goal = node.args
    condition = Compound("nonvar", [first], first.at) if node.name == FREEZE else first
    built, shown = compiler.layout.build(condition), compiler.layout.build(goal)
    chain = compiler.body(goal, set(seen))

    def holds(machine: Machine, frame: Frame) -> bool:
        return freeze(machine, node.name, built(frame), At(chain, frame), shown(frame), origin.place)

    return Check(origin, holds, False)


@control(("ignore", 1))
def ignore(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The first answer of the goal, or true if it has none."""
    always = Compound("->", [node.args[0], Constant("true", node.at)], node.at)
    return _conditional(compiler, origin, always, seen)([_always(origin, True)])


def _conditional(compiler: Compiler, origin: Origin, node: Node, seen: set[str]) -> Conditional:
    """The function that makes ``Condition -> Then``, or ``Condition *-> Then``, of what holds otherwise.

    A variable that nothing has met before the condition is unknown to the outside: the condition may bind it.
    """
    condition, goal = node.args
    names = [name for name in unknowns(condition) if name not in seen]
    own, met = compiler.own(names), set(seen)
    first, second = compiler.body(condition, met, names), compiler.chain(goal, met | set(unknowns(condition)))

    def otherwise(row: Sequence[Instruction]) -> Instruction:
        third = row[0] if len(row) == 1 else Either(origin, row)
        if node.name == SOFT_CUT:  # type: ignore[attr-defined] # one of `CONDITIONALS`
            return Opaque(
                origin, lambda _, frame: SoftCut(At(first, frame), At(second, frame), At(third, frame), own(frame))
            )
        return Opaque(
            origin, lambda _, frame: IfThenElse(At(first, frame), At(second, frame), At(third, frame), own(frame), "->")
        )

    return otherwise


@control(("\\+", 1), ("not", 1))
def negation(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The goal has no answer."""
    (chain,), own = compiler.inside(node.args, seen)
    return _Denial(origin, chain, own, node.name)


class _Denial(Opaque):
    """The goal `chain` has no answer; `name` is what messages call the negation."""

    __slots__ = ("name",)

    def __init__(self, origin: Origin, chain: Instruction, own: Callable[[Frame], Any], name: str) -> None:
        super().__init__(origin, lambda _, frame: IfThenElse(At(chain, frame), fail, succeed, own(frame), self.name))
        self.name = name


@control(("forall", 2))
def forall(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """For each answer of the first goal the second holds."""
    condition, action = node.args
    denied = Compound("\\+", [action], action.at)
    (first, second), own = compiler.inside([condition, denied], seen)
    assert isinstance(second, _Denial)
    second.name = "forall"  # nobody has written `\+`
    return Opaque(
        origin,
        lambda _, frame: IfThenElse(All((At(first, frame), At(second, frame))), fail, succeed, own(frame), "forall"),
    )


@control(("findall", 3))
def findall(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The third is the list of the first for every answer of the second."""
    return _collect(compiler, origin, node.args, tuple, seen)


@control((FINDNSOLS, 4))
def findnsols(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The fourth is a list of the second for the next answers of the third, as many as the first says."""
    number, template, goal, results = node.args
    (chain,), own = compiler.inside([goal], seen, also=[Compound("template", [template], template.at)])
    count, value, result = (compiler.layout.build(part) for part in (number, template, results))

    def make(machine: Machine, frame: Frame) -> Goal:
        mine, most = own(frame), _number(machine, count(frame), FINDNSOLS, 0)
        if not most:
            return Eq(result(frame), ())
        return FindNSols(most, value(frame), At(chain, frame), result(frame), mine)

    return Made(origin, make)


@control((CALL_NTH, 2))
def call_nth(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The answer of the goal with this number, counted from 1; for an unknown, each answer with its number."""
    goal, number = node.args
    names = [name for name in unknowns(goal) if name not in seen]
    own, count = compiler.own(names), compiler.layout.build(number)
    chain = compiler.body(goal, set(seen), names)

    def make(machine: Machine, frame: Frame) -> Goal:
        term = machine.walk(count(frame))
        known = None if type(term) in VARIABLES else _number(machine, term, CALL_NTH, 1)
        if known is None and machine.is_any(term):
            raise NeedsValue(term, CALL_NTH)
        return CallNth(At(chain, frame), known, term, own(frame))

    return Opaque(origin, make)


def _number(machine: Machine, term: AnyTerm, goal: str, least: int) -> int:
    """A number of answers, of at least `least`."""
    value = machine.walk(term)
    if type(value) is not int or value < least:
        raise unfit(machine, value, goal, "numbers of at least 1" if least else "numbers of at least 0")
    return value


@control(("aggregate_all", 3))
def aggregate_all(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The third is the count, sum(X), max(X), min(X), bag(X) or set(X) over every answer of the second."""
    if is_unknown(node.args[0]):
        return compiler.invoke(origin, (hidden("aggregate_all", "aggregate_", compiler.names), 3), node.args)
    template, collect = aggregate(node.args[0], compiler.sentence)
    return _collect(compiler, origin, [template, *node.args[1:]], collect, seen)


@dataclass(frozen=True, slots=True)
class _FindAll(FindAll):
    """One whose errors are told with the place of the goal."""

    origin: Origin | None = None

    def caller(self, rest: Continuation) -> Continuation:
        mark = caller_of(rest) if self.origin is not None and self.origin.is_library else None
        return None if mark is None else (mark, None)

    def delivery(self, found: list[Any], rest: Continuation) -> Goal:
        assert self.origin is not None
        return Ending(FindAll.delivery(self, found, rest), self.origin, rest)


def _collect(
    compiler: Compiler, origin: Origin, nodes: Sequence[Node], collect: Callable[[list[AnyTerm]], Any], seen: set[str]
) -> Instruction:
    template, goal, results = nodes
    name = origin.node.name if type(origin.node) is Compound else "findall"
    (chain,), own = compiler.inside([goal], seen, also=[Compound("template", [template], template.at)])
    value, result = compiler.layout.build(template), compiler.layout.build(results)

    def collected(found: list[AnyTerm]) -> AnyTerm:
        try:
            return collect(found)
        except PuzzleError as error:
            raise origin.error(error) from None
        except NeedsValue as need:
            need.place = origin.place
            raise

    def find_all(_: Machine, frame: Frame) -> FindAll:
        mine = own(frame)
        return _FindAll(value(frame), At(chain, frame), result(frame), collected, mine, name, origin)

    return Opaque(origin, find_all)


@control(("once", 1))
def once(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The first answer of the goal only."""
    chain = compiler.body(node.args[0], set(seen))
    return Opaque(origin, lambda machine, frame: Once(At(chain, frame)))


@control((":", 2))
def qualified(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The goal holds in the rule file that stands before the colon."""
    file, goal = node.args
    if type(file) is not Constant or not isinstance(file.value, str):
        raise compiler.sentence.error("the name of a rule file is missing before the colon", file.at)
    outer = compiler.names
    try:
        compiler.names = outer.within(file.value)
        return Either(origin, [compiler.chain(goal, seen)])
    except PuzzleError as error:
        raise origin.error(error) from None
    finally:
        compiler.names = outer


@control(("=", 2), ("\\=", 2), ("dif", 2))
def equation(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """With `=` both are the same term; with `dif` and `\\=` they differ, whatever their unknowns become."""
    left, right = map(compiler.layout.build, node.args)
    if node.name == "=":
        return Check(origin, lambda machine, frame: machine.unify(left(frame), right(frame)))
    return Check(origin, lambda machine, frame: Neq(((left(frame), right(frame)),)).attempt(machine), False)


@control(("is", 2))
def evaluation(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The left is the value of the expression on the right."""
    left, right = map(compiler.layout.build, node.args)
    is_exact = compiler.names.dialect.is_exact
    value = compiled(node.args[1], compiler.layout, "is", is_exact)

    def holds(machine: Machine, frame: Frame) -> bool:
        try:
            return machine.unify(left(frame), value(machine, frame))
        except Unknown:
            return Evaluation(None, left(frame), right(frame), "is", origin.place, is_exact).attempt(machine)

    return Check(origin, holds)


@control(*((name, 2) for name in COMPARISONS))
def comparison(compiler: Compiler, origin: Origin, node: Compound, seen: set[str]) -> Instruction:
    """The values of both expressions stand in this order."""
    left, right = map(compiler.layout.build, node.args)
    is_exact = compiler.names.dialect.is_exact
    one, two = (compiled(arg, compiler.layout, node.name, is_exact) for arg in node.args)
    name, test = node.name, COMPARISONS[node.name]

    def holds(machine: Machine, frame: Frame) -> bool:
        try:
            return test(one(machine, frame), two(machine, frame))
        except Unknown:
            return Evaluation(test, left(frame), right(frame), name, origin.place, is_exact).attempt(machine)

    return Check(origin, holds)
