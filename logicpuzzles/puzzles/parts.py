"""The parts of a puzzle's declaration, each made what it must be, or refused with what was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Literal, cast

from ..drawing.looks import Looks, looks
from ..endings import State, Value
from ..errors import Given, PuzzleError, must_be
from ..integers import represented
from ..logic.goals import GoalLike
from ..logic.notation import unwieldy
from ..logic.relations import Outcome, Predicate, Primitive, Rule
from ..logic.resolver import Machine
from ..logic.termdict import is_among
from ..logic.terms import FLAT, AnyTerm, vars
from ..logic.writer import write
from ..rewriting.reach import Domains
from ..wording import counted
from .costs import WithoutCost

if TYPE_CHECKING:
    from ..logic.machine.clauses import Clause, Step

RelationLike = Predicate | Callable[..., GoalLike]
GoalsLike = Iterable[Value] | Iterable[State] | RelationLike
Goals = State | Sequence[State] | Predicate
Order = Literal["fewest"] | None


def listed(goal: Goals) -> Sequence[State]:
    """The goal states of a goal; none of a relation."""
    if isinstance(goal, Predicate):
        return ()
    return [goal] if isinstance(goal, tuple) else goal


def as_goal(goal: GoalsLike, start: State) -> Goals:
    """A goal as a state, a list of states with as many cells as `start`, or a relation."""
    if isinstance(goal, Predicate) or callable(goal):
        return as_relation(goal, 1, "goal", "goal(state)")
    several = goal if isinstance(goal, list) and goal and isinstance(goal[0], tuple | list) else [goal]
    states = [as_state(one, "goal") for one in several]
    for state in states:
        if len(state) != len(start):
            raise PuzzleError(
                "start and goal have different numbers of cells",
                place="goal",
                expected=f"{counted(len(start), 'cell')}, as in the start {write(start)}",
                got=f"{len(state)}: {write(state)}",
            )
    return states[0] if len(states) == 1 else states


def as_state(values: Given, place: str) -> State:
    """`values` as a tuple."""
    state = tuple(must_be(Iterable, values, "this is no state", place=place, expected="a tuple with one value a cell"))
    reason = unwieldy(state)
    if reason is not None:
        raise PuzzleError(f"this is no state: {reason}", place=place, got=represented(values))
    return state


def as_order(given: Given) -> Order:
    """In which order an exhaustive search tries moves."""
    if given not in (None, "fewest"):
        raise PuzzleError("there is no such order", place="order", expected='"fewest" or None', got=represented(given))
    return cast(Order, given)


def as_domains(values: Given, start: State, goal: Goals) -> Domains | None:
    """The values of each cell: the same for all, unless a list has some for each; start and goal hold no others."""
    if values is None:
        return None
    must_be(Iterable, values, "these are no values", place="values", expected="such as range(9)")
    domains = (tuple(values),) * len(start)
    if isinstance(values, list) and values and all(isinstance(v, Iterable) and not isinstance(v, str) for v in values):
        if len(values) != len(start):
            raise PuzzleError(
                "they do not fit the cells", place="values", expected=f"{len(start)} lists", got=len(values)
            )
        domains = tuple(map(tuple, values))
    require_within(start, domains, "start")
    for state in listed(goal):
        require_within(state, domains, "goal")
    return domains


def as_looks(
    colours: Mapping[Value, str] | None,
    shapes: Mapping[Value, str] | None,
    start: State,
    goal: Goals,
    domains: Domains | None,
) -> Looks:
    """The looks of what the cells may hold, as far as that is declared."""
    distinct = {id(domain): domain for domain in domains or ()}.values()
    return looks(colours, shapes, chain(start, *listed(goal), *distinct))


def require_within(state: State, domains: Sequence[Sequence[Value]], place: str) -> None:
    """Raise `PuzzleError` if a cell of `state` holds what is not in its domain."""
    for cell, (value, domain) in enumerate(zip(state, domains, strict=True)):
        if not is_among(value, domain):
            named = sorted(domain) if all(type(one) is int for one in domain) else domain
            shown = ", ".join(map(write, named[:12])) + (", ..." if len(domain) > 12 else "")
            raise PuzzleError(
                f"position {cell} cannot hold {write(value)}", place=place, expected=f"one of {shown}", got=write(state)
            )


def is_within(state: State, domains: Sequence[Sequence[Value]]) -> bool:
    """Whether every cell of `state` holds what is in its domain."""
    return all(map(is_among, state, domains))


class Allowed(Primitive):
    """That every cell of a state which is known holds what is in its domain."""

    def __init__(self, function: Callable[..., Outcome], domains: Sequence[Sequence[Value]]) -> None:
        super().__init__(function)
        self.domains = domains

    def lowered(self) -> list[Clause] | None:
        """The same as clauses, for constants; None where a cell may hold other terms."""
        from ..logic.machine.clauses import Clause  # here: only what lasts needs it

        if not all(type(value) in FLAT for domain in self.domains for value in domain):
            return None
        cells = vars(len(self.domains))
        return [Clause((cells,), list(map(_within, cells, self.domains)))]


def _within(cell: AnyTerm, domain: Sequence[Value]) -> Step:
    """The step that a cell holds one of these constants, if it is known."""
    from ..logic.machine.clauses import Auxiliary, Clause, IfThenElse, Invoke, Kind
    from ..logic.machine.codes import ATOM, BIG, COMPOUND, FRACTION, INT, LIST, OPEN
    from ..logic.machine.library import InPython

    within = Invoke(Auxiliary(1, [Clause((value,)) for value in domain]), (cell,))
    inside = Invoke(InPython("values", 1, lambda term: allowed([domain])((term,))), (cell,))
    is_term = IfThenElse([Kind(1 << LIST | 1 << COMPOUND | OPEN, cell)], [inside], [])
    return IfThenElse([Kind(1 << INT | 1 << ATOM | 1 << BIG | 1 << 8 | FRACTION | OPEN, cell)], [within], [is_term])


def allowed(domains: Sequence[Sequence[Value]]) -> Predicate:
    """The relation that every cell of a state which is known holds what is in its domain."""

    def values(machine: Machine, state: AnyTerm) -> bool:
        known = machine.reify(state)
        return not isinstance(known, tuple) or all(
            machine.unknowns(value) or is_among(value, domain) for value, domain in zip(known, domains, strict=False)
        )

    return Allowed(values, domains)


def as_moves(given: Given) -> Predicate:
    """`given` as the relation of moves, with three places, or four with what they cost."""
    four = getattr(given, "arity", None) if isinstance(given, Predicate) else _n_parameters(given)
    if four == 4:
        return as_relation(given, 4, "move", "move(label, before, after, n)")
    return as_relation(given, 3, "move", "move(label, before, after)")


def _n_parameters(given: Given) -> int | None:
    return None if not callable(given) else Rule(given).arity


def with_cost(move: Predicate, cost: Given) -> tuple[Predicate, Predicate | None]:
    """The moves as a relation of three places, and the relation that says what they cost; None where each costs 1."""
    if move.arity == 4:
        if cost is not None:
            problem, hint = "what moves cost is said twice", f"{move.name} has four places: leave cost out"
            raise PuzzleError(problem, place="cost", hint=hint)
        return WithoutCost(move), move
    return move, None if cost is None else as_relation(cost, 2, "cost", "cost(label, n)")


def as_relation(given: Given, arity: int, place: str, usage: str) -> Predicate:
    """`given` as a relation with `arity` parameters."""
    if not isinstance(given, Predicate):
        given = Rule(must_be(Callable, given, "this is no relation", place=place, expected=f"a relation {usage}"))
    assert isinstance(given, Predicate)
    if given.arity not in (arity, None):
        raise PuzzleError(
            f"{given.name} has {given.arity} parameters",
            place=getattr(given, "place", place),
            expected=f"{arity}: {usage}",
            got=f"{given.name}({', '.join(given.parameters)})" if given.parameters else None,
        )
    return given
