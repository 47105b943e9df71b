"""label, labeling and indomain: every value that unknowns with finite domains can have, by trying them.

The answers come in the order that the options say: by default the leftmost unknown first, its values ascending.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import Any

from unification import Var

from ...background import is_loaded
from ...by_name import entry
from ...errors import NeedsValue, PuzzleError
from ...integers import represented
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .domains import elements
from .expressions import compare, require_expression
from .propagation import Propagation, propagation
from .registry import ENGINE, constraint
from .sets import Integers, interval, single

# Propagators that plain search runs before the compiled engine takes over: about as long as that takes to be there.
HAND_OVER = 3_000  # the engine is to be loaded
LOADED = 150
LOOKED_AT = 64  # unknowns that are compared in about the time of a propagator

Choice = tuple[Var, Integers]  # an unknown, and what it is narrowed to
Level = tuple[int, Iterator[Choice], int]  # the trail before, what is left to try, and how many were known
_OPTIONS: dict[str, str] = {  # and what each is about: only one of a kind may be given
    **dict.fromkeys(("leftmost", "ff", "ffc", "min", "max"), "selection"),
    **dict.fromkeys(("up", "down"), "order"),
    **dict.fromkeys(("step", "enum", "bisect"), "branching"),
}


@dataclass
class Plan:
    """What the options of labeling say.

    Attributes
    ----------
    selection
        Which unknown is next: "leftmost"; "ff", with the fewest values; "ffc", of these that with most constraints;
        "min" and "max", with the least or the greatest value.
    order
        Of its values: "up" or "down".
    branching
        "step": one value, or another and perhaps another unknown; "enum": each value; "bisect": halves.
    best
        For each expression to be made least or greatest first, it and the order of its values.
    """

    selection: str = "leftmost"
    order: str = "up"
    branching: str = "step"
    best: list[tuple[AnyTerm, str]] = field(default_factory=list)

    def select(self, on: Propagation, unknowns: Sequence[AnyTerm], first: int) -> tuple[Var | None, int]:
        """The unknown that is next, None where all are known; and how many from the first on are known.

        `first` is how many are known to be so.
        """
        walk = on.walk
        if self.selection == "leftmost":
            for place in range(first, len(unknowns)):
                term = walk(unknowns[place])
                if type(term) in VARIABLES:
                    return term, place
            return None, len(unknowns)
        left = [term for term in map(walk, unknowns) if type(term) in VARIABLES]
        on.machine.tick(len(left) // LOOKED_AT)
        return min(left, key=_PREFERENCES[self.selection](on), default=None), 0

    def choices(self, on: Propagation, unknown: Var) -> Iterator[Choice]:
        """What is tried for an unknown, one after the other."""
        domain, is_up = on.domain(unknown), self.order == "up"
        if self.branching == "bisect":
            total = int(domain.low) + int(domain.high)
            middle = abs(total) // 2 if total > 0 else -(abs(total) // 2)  # as SWI-Prolog halves: towards 0
            middle -= middle == domain.high
            halves = (interval(-inf, middle), interval(middle + 1, inf))
            return iter([(unknown, half) for half in (halves if is_up else halves[::-1])])
        if self.branching == "step" and self.selection != "leftmost":
            first = single(int(domain.low if is_up else domain.high))
            return iter([(unknown, first), (unknown, ~first)])
        return ((unknown, single(value)) for value in (domain if is_up else reversed(domain)))


_PREFERENCES: dict[str, Callable[[Propagation], Callable[[Var], Any]]] = {
    "ff": lambda on: lambda unknown: on.domain(unknown).size,
    "ffc": lambda on: lambda unknown: (on.domain(unknown).size, -on.degree(unknown)),
    "min": lambda on: lambda unknown: on.domain(unknown).low,
    "max": lambda on: lambda unknown: -on.domain(unknown).high,
}


def plan_of(machine: Machine, options: AnyTerm) -> Plan:
    """What a list of options says.

    Raises
    ------
    PuzzleError
        There is no such option, or it contradicts another.
    NeedsValue
        One is unknown.
    """
    plan, given = Plan(), {}
    for option in elements(machine, options, "labeling"):
        if type(option) in VARIABLES:
            raise NeedsValue(option, "labeling")
        if type(option) is Term and option.name in ("min", "max") and len(option.args) == 1:
            require_expression(machine, option.args[0], f"{option.name}(...) in labeling")
            plan.best.append((option.args[0], "up" if option.name == "min" else "down"))
            continue
        kind = _OPTIONS.get(option) if isinstance(option, str) else None
        if kind is None or kind in given:
            got = represented(option) if isinstance(option, str) else machine.reify(option)
            problem = "labeling has no such option" if kind is None else f"labeling takes one option for the {kind}"
            raise PuzzleError(problem, expected=f"{', '.join(_OPTIONS)}, min(Expr), max(Expr)", got=got)
        given[kind] = option
        setattr(plan, kind, option)
    return plan


def require_finite(on: Propagation, unknowns: Sequence[AnyTerm], goal: str) -> None:
    """Raise `NeedsValue` for an unknown without a finite domain."""
    for term in map(on.walk, unknowns):
        if type(term) in VARIABLES and not on.domain(term).is_finite:
            need = NeedsValue(term, goal)
            need.what, need.hint = "a finite domain", "state one before this goal, such as {name} in 1..9"
            raise need


def search(machine: Machine, unknowns: Sequence[AnyTerm], plan: Plan) -> Iterator[None]:
    """Bind the unknowns, which have finite domains, to every answer in turn.

    By plain search first; the compiled engine takes over where that lasts, and leaves out the answers that were given.
    """
    on, mark = propagation(machine), len(machine.trail)
    given: list[tuple[AnyTerm, ...]] = []
    work, left = 0, None if machine.is_reference else patience()
    stack: list[Level] = []
    unknown, known = plan.select(on, unknowns, 0)
    while True:
        if unknown is None:
            given.append(tuple(map(on.walk, unknowns)) if left is not None else ())
            yield
        else:
            stack.append((len(machine.trail), plan.choices(on, unknown), known))
        before = machine.inferences
        if not _advance(machine, stack):
            return
        unknown, known = plan.select(on, unknowns, stack[-1][2])
        work += machine.inferences - before
        if left is not None and work >= left:
            machine.undo(mark)
            engine: Iterator[None] | None = entry("models.labelling:answers")(machine, unknowns, plan, given)
            if engine is not None:
                yield from engine
                return
            yield from islice(search_plainly(machine, unknowns, plan), len(given), None)
            return


def search_plainly(
    machine: Machine, unknowns: Sequence[AnyTerm], plan: Plan, may_follow: Callable[[], bool] | None = None
) -> Iterator[None]:
    """The same, by plain search only; `may_follow` tells whether an answer may follow of the choices made so far."""
    on = propagation(machine)
    stack: list[Level] = []
    unknown, known = plan.select(on, unknowns, 0)
    while True:
        if unknown is None:
            yield
        else:
            stack.append((len(machine.trail), plan.choices(on, unknown), known))
        if not _advance(machine, stack, may_follow):
            return
        unknown, known = plan.select(on, unknowns, stack[-1][2])


def patience() -> int:
    """The propagators that plain search runs before the compiled engine takes over."""
    if is_loaded(ENGINE):
        return LOADED
    return HAND_OVER


def _advance(machine: Machine, stack: list[Level], may_follow: Callable[[], bool] | None = None) -> bool:
    """Make the next choice that does not contradict; False if there is none."""
    on = propagation(machine)
    while stack:
        mark, choices, _ = stack[-1]
        machine.undo(mark)
        for choice in choices:
            machine.tick()
            settles = on.settle(lambda choice=choice: on.narrow(*choice))  # type: ignore[misc]
            if settles and (may_follow is None or may_follow()):
                return True
            machine.undo(mark)
        stack.pop()
    return False


def _tried(on: Propagation, answers: Iterator[None]) -> Iterator[None]:
    """The answers; `on` knows that values are tried, but for what follows the first: that may last by itself."""
    on.labelling += 1
    for number, _ in enumerate(answers):
        try:
            on.labelling -= number == 0
            yield
        except GeneratorExit:
            on.labelling -= number > 0
            raise
        on.labelling += number == 0
    on.labelling -= 1


def labelled(machine: Machine, unknowns: Sequence[AnyTerm], plan: Plan, goal: str) -> Iterator[None]:
    """Every answer for the unknowns in turn, in the order of the plan; `NeedsValue` where one has no finite domain."""
    return _tried(propagation(machine), _checked(machine, unknowns, plan, goal))


def _checked(machine: Machine, unknowns: Sequence[AnyTerm], plan: Plan, goal: str) -> Iterator[None]:
    on = propagation(machine)
    for term in unknowns:
        if type(term) not in VARIABLES:
            on.number(term, goal)
    on.goal = goal
    require_finite(on, unknowns, goal)
    best: list[AnyTerm] = []
    for expression, _ in plan.best:
        best.append(on.unknown())
        if not compare(on, "#=", best[-1], expression):
            return
        on.goal = goal
        if not on.domain(best[-1]).is_finite:  # for want of one that the expression is about
            require_finite(on, [*machine.unknowns(expression), best[-1]], goal)
    for _ in _nested(machine, [*zip(best, plan.best, strict=True)], unknowns, plan):
        if on.booleans is None or all(type(on.walk(term)) is int for term in unknowns):  # none became an atom
            yield


def _nested(machine: Machine, best: list[Any], unknowns: Sequence[AnyTerm], plan: Plan) -> Iterator[None]:
    """Search by the expressions to be made best, each within the one before, and at last by the unknowns."""
    if not best:
        yield from search(machine, unknowns, plan)
        return
    (term, (_, order)), *rest = best
    for _ in search(machine, [term], Plan(order=order, branching="bisect")):
        yield from _nested(machine, rest, unknowns, plan)


def _at_once(machine: Machine, xs: AnyTerm, plan: Plan, goal: str) -> Iterator[None] | None:
    """The answers where constraints are deferred, by the compiled engine if that is there."""
    if machine.is_reference or not is_loaded(ENGINE):
        return None
    terms = elements(machine, xs, goal)
    for term in terms:
        if type(term) not in VARIABLES:
            propagation(machine).number(term, goal)
    on = propagation(machine)
    on.labelling += 1
    found: Iterator[None] | None = entry("models.posted:answers")(machine, terms, plan)
    on.labelling -= 1
    return None if found is None else _tried(on, found)


def _label_at_once(machine: Machine, xs: AnyTerm) -> Iterator[None] | None:
    return _at_once(machine, xs, Plan(), "label")


def _labeling_at_once(machine: Machine, options: AnyTerm, xs: AnyTerm) -> Iterator[None] | None:
    return _at_once(machine, xs, plan_of(machine, options), "labeling")


@constraint("label", engine=_label_at_once)
def _label(machine: Machine, xs: AnyTerm) -> Iterator[None]:
    """Every answer for the unknowns of the list Xs in turn, the leftmost first, its values ascending."""
    return labelled(machine, elements(machine, xs, "label"), Plan(), "label")


@constraint("labeling", engine=_labeling_at_once)
def _labeling(machine: Machine, options: AnyTerm, xs: AnyTerm) -> Iterator[None]:
    """The same, in the order that Options say: leftmost, ff, ffc, min or max; up or down; step, enum or bisect; \
and min(Expr) or max(Expr), least or greatest first."""
    return labelled(machine, elements(machine, xs, "labeling"), plan_of(machine, options), "labeling")


@constraint("indomain")
def _indomain(machine: Machine, x: AnyTerm) -> Iterator[None]:
    """Every value that is left for X in turn, ascending."""
    return labelled(machine, [x], Plan(), "indomain")
