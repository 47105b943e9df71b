"""What the clauses of the library leave to Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ...logic.facts import renamed
from ...logic.internal import IN
from ...logic.lists import is_open, opened
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm, Term
from ...wording import counted
from ..code.compiler import within
from ..code.scopes import COLLECTORS, CONNECTIVES, OPAQUE
from ..names import Namespace
from .builtins import helper
from .terms import unfit


@helper("unfit_")
def _unfit(machine: Machine, goal: AnyTerm, wanted: AnyTerm, term: AnyTerm) -> bool:
    """Goal takes what is Wanted, and Term is none."""
    raise unfit(machine, term, goal, wanted)


@helper("listed_")
def _listed(machine: Machine, goal: AnyTerm, items: AnyTerm) -> bool:
    """Items is a list, or may become one; Goal takes nothing else."""
    rest = opened(machine, items)[1]
    if not is_open(rest) and rest != ():
        raise unfit(machine, machine.walk(items), goal, "a list")
    return True


@helper("assoc_")
def _assoc(machine: Machine, goal: AnyTerm, assoc: AnyTerm) -> bool:
    """Assoc is an assoc as far as its root tells, or may become one; Goal takes nothing else."""
    is_tree = type(assoc) is Term and (assoc.name, len(assoc.args)) == ("t", 5)
    if type(assoc) not in VARIABLES and assoc != "t" and not is_tree:
        raise unfit(machine, assoc, goal, "an assoc")
    return True


@helper("rows_")
def _rows(machine: Machine, rows: AnyTerm) -> bool:
    """Rows is a list of lists. Needs their ends."""
    elements, rest = opened(machine, rows)
    if rest == ():
        ends = ((row, opened(machine, row)[1]) for row in elements)
        rows, rest = next(((row, end) for row, end in ends if end != ()), (rows, rest))
    if is_open(rest):
        raise NeedsValue(rest, "transpose", is_error=True)
    if rest != ():
        raise unfit(machine, machine.walk(rows), "transpose", "a list of lists")
    return True


@helper("columns_")
def _columns(machine: Machine, rows: AnyTerm, columns: AnyTerm) -> bool:
    """Columns are those of the list of lists Rows."""
    known = [opened(machine, row)[0] for row in opened(machine, rows)[0]]
    return len(set(map(len, known))) < 2 and machine.unify(columns, tuple(zip(*known, strict=True)))


@helper("lambda_")
def _lambda(machine: Machine, params: AnyTerm, goal: AnyTerm, given: AnyTerm, made: AnyTerm) -> bool:
    """Made is the goal of a lambda of these Params and Goal, called with the terms Given."""
    names, goal = within(machine, Namespace({}), machine.walk(goal))
    params, goal = machine.reify(params), machine.reify(goal)
    shared: AnyTerm = ()
    if type(params) is Term and params.name == "/" and len(params.args) == 2:
        shared, params = params.args
    if type(params) in VARIABLES or not isinstance(params, tuple):
        raise unfit(machine, params, ">>", "a list of parameters")
    free = set(machine.unknowns(shared))
    own = [unknown for unknown in machine.unknowns(params) if unknown not in free]
    for unknown in machine.unknowns(goal):
        if unknown not in free and unknown not in own:
            raise NeedsValue(unknown, ">>")
    if len(given) < len(params):
        raise PuzzleError("this lambda is called with too few arguments", expected=counted(len(params), "argument"))
    params, goal = renamed((params, goal), own)
    extra = tuple(given[len(params) :])
    body = Term("call", (Term(IN, (names, goal)), *extra))
    return machine.unify(made, Term(",", (Term("=", (params, tuple(given[: len(params)]))), body)))


@helper("free_")
def _free(machine: Machine, template: AnyTerm, goal: AnyTerm, shared: AnyTerm, bound: AnyTerm, plain: AnyTerm) -> bool:
    """What bagof needs to know of a Goal: the unknowns that are Shared with the rest, those that are Bound by ``^``,
    and the Plain goal behind them.
    """
    names, goal = within(machine, Namespace({}), machine.walk(goal))
    bindings: list[AnyTerm] = []
    while type(goal) is Term and (goal.name, len(goal.args)) == ("^", 2):
        bindings.append(machine.reify(goal.args[0]))
        names, goal = within(machine, names, machine.walk(goal.args[1]))
    if type(goal) in VARIABLES:
        raise NeedsValue(goal, "call", is_error=True)
    inside = set(machine.unknowns((machine.reify(template), *bindings)))
    free = dict.fromkeys(unknown for unknown in _outside(machine, goal) if unknown not in inside)
    told = (tuple(free), tuple(bindings), Term(IN, (names, goal)))
    return machine.unify((shared, bound, plain), told)


def _outside(machine: Machine, goal: AnyTerm) -> Iterator[Any]:
    """The unknowns of a goal but those that stand inside of goals such as ``\\+`` alone."""
    stack = [goal]
    while stack:
        part = machine.walk(stack.pop())
        key = (part.name, len(part.args)) if type(part) is Term else None
        outer: Iterable[int] | None = OPAQUE.get(key) if key is not None else None
        if key in COLLECTORS:
            template, inner, result = part.args
            own = set(machine.unknowns(machine.reify(template)))
            while type(inner := machine.walk(inner)) is Term and (inner.name, len(inner.args)) == ("^", 2):
                own.update(machine.unknowns(machine.reify(inner.args[0])))
                inner = inner.args[1]
            yield from machine.unknowns(machine.reify(result))
            yield from (unknown for unknown in _outside(machine, inner) if unknown not in own)
        elif key in CONNECTIVES:
            stack.extend(reversed(part.args))
        elif outer is not None:
            yield from machine.unknowns(machine.reify(tuple(part.args[number] for number in outer)))
        else:
            yield from machine.unknowns(machine.reify(part))
