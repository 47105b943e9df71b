"""The border to kanren: its goals as leaves inside ours, ours inside its, constraints carried across."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import kanren.core
from kanren.constraints import ConstrainedState, ConstraintStore, DisequalityStore
from unification import Var, unify

from ..errors import NeedsValue, PuzzleError, raised_by
from .goal import KanrenState
from .goals import Goal, Neq, place_of
from .resolver import Continuation, Machine
from .substitution import Substitution
from .terms import VARIABLES, AnyTerm


def in_turn(streams: Iterable[Iterable[Any]]) -> Iterator[Any]:
    """The values of several streams in turn, in the order in which `toolz.interleave` gives them.

    That one nests another C iterator for each stream that ends, and then runs for long where neither a limit nor
    Ctrl-C can end it.
    """
    turns: deque[Iterator[Any]] = deque()

    def next_of(turn: Iterator[Any]) -> Iterator[Any]:
        for value in islice(turn, 1):
            yield value
            turns.append(turn)

    for stream in streams:
        yield from next_of(iter(stream))
    while turns:
        yield from next_of(turns.popleft())


vars(kanren.core)["interleave"] = in_turn


class PrefixStore(ConstraintStore):
    """Our disequalities in a kanren state, as prefixes, none of which may come to hold entirely."""

    op_str = "neq"

    def __init__(self, prefixes: tuple[tuple[tuple[Any, Any], ...], ...] = ()) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.prefixes = prefixes

    def copy(self) -> PrefixStore:
        return PrefixStore(self.prefixes)

    def pre_unify_check(self, lvar_map: KanrenState, lvar: Var = None, value: AnyTerm = None) -> bool:
        return True

    def post_unify_check(
        self, lvar_map: KanrenState, lvar: Var | None = None, value: AnyTerm = None, old_state: KanrenState = None
    ) -> bool:
        machine = Machine()
        machine.assume(lvar_map.items())
        return all(Neq(prefix).prefix(machine) != () for prefix in self.prefixes)

    def constraints_str(self, lvar: Var) -> str:
        held = [p for p in self.prefixes if any(lvar is left or lvar is right for left, right in p)]
        return f"{self.op_str} {held}" if held else ""


@dataclass(frozen=True, slots=True)
class Foreign(Goal):
    """A kanren goal, a function from a state to states, as a leaf."""

    goal: Callable[[Any], Iterator[Any]]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        machine.foreign = True
        return machine.branch(self._states(machine), rest)

    def _states(self, machine: Machine) -> Iterator[None]:
        mark = len(machine.trail)
        lists = Substitution()  # makes tuples of the lists that only our resolver knows
        known = {variable: lists.reify(value) for variable, value in machine.bound()}
        for state in self._given(dict(known)):
            added = [pair for pair in _data(state).items() if pair[0] not in known]
            if all(machine.unify(variable, value) for variable, value in added) and all(
                Neq(prefix).attempt(machine) for prefix in _prefixes(state)
            ):
                yield
            machine.undo(mark)

    def _given(self, state: KanrenState) -> Iterator[Any]:
        """The states that kanren's goal gives."""
        try:
            yield from self.goal(state)
        except NeedsValue as need:
            need.is_spent = True  # the iterators inside kanren's goals are read once
            raise
        except PuzzleError:
            raise
        except Exception as error:
            raise raised_by(
                error,
                f"{type(error).__name__}: {error}",
                place=place_of(self.goal, getattr(self.goal, "__name__", "goal")),
                hint="a function that stands as a goal is kanren's: it takes a state and gives states",
            ) from error


def _data(state: KanrenState) -> Mapping[Var, AnyTerm]:
    return state.data if isinstance(state, ConstrainedState) else state


def _prefixes(state: KanrenState) -> Iterator[tuple[tuple[Any, Any], ...]]:
    """The disequalities in a kanren state, whoever stated them."""
    for kind, store in getattr(state, "constraints", {}).items():
        if kind is PrefixStore:
            yield from store.prefixes
        elif kind is DisequalityStore:
            yield from (((v, other),) for v, others in store.lvar_constraints.items() for other in others)
        else:
            raise PuzzleError(
                f"kanren's constraint {store.op_str or kind.__name__} cannot be carried over",
                hint="write it with the goals of logicpuzzles, such as its own isinstanceo",
            )


def kanren_states(goal: Goal, state: KanrenState) -> Iterator[Any]:
    """The kanren states that extend `state` and in which `goal` holds, lazily."""
    machine = Machine()
    machine.assume(_data(state).items())
    for prefix in _prefixes(state):
        if not Neq(prefix).attempt(machine):
            return
    mark = len(machine.trail)
    for _ in machine.answers(goal):
        found = state
        for variable in machine.trail[mark:]:
            if type(variable) in VARIABLES:
                found = unify(variable, machine.reify(variable), found)
                if found is False:
                    break
        else:
            yield _with_disequalities(found, machine)


def _with_disequalities(state: KanrenState, machine: Machine) -> KanrenState:
    for variable, constraint in machine.waiting():
        if not isinstance(constraint, Neq):
            raise constraint.needs(variable, "a goal of kanren")
    waiting = {id(c.root): c for _, c in machine.waiting() if isinstance(c, Neq)}
    prefixes = tuple(prefix for c in waiting.values() if (prefix := c.prefix(machine)))
    if not prefixes:
        return state
    copied: Any = state.copy() if isinstance(state, ConstrainedState) else ConstrainedState(state)  # type: ignore[no-untyped-call]
    copied.constraints[PrefixStore] = PrefixStore(prefixes)
    return copied
