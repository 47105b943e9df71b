"""Which constraints over integers leave an unknown no value, or one: the fewest of those that were posted.

A query is run while what it posts is noted. The constraints that stood at the goal that got furthest are then asked
again, in smaller and smaller parts (QuickXplain: U. Junker, 2004); what propagation has bound is left open in them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..errors import PuzzleError
from ..logic.goal import Goal
from ..logic.resolver import Continuation, Machine
from ..logic.substitution import Substitution
from ..logic.terms import VARIABLES, AnyTerm
from ..logic.writer import fresh_names
from ..text.code.instructions import At
from ..text.predicates.integers import Constraining
from ..text.query import Query
from ..text.running import Run
from ..text.syntax.nodes import Compound, Node, unknowns
from ..text.traced import is_in_library, predicate_of, term_of_goal
from .effects import Effects
from .renaming import joined, node_of

if TYPE_CHECKING:
    from .bodies import Body

PATIENCE = 0.5  # seconds for one question on the way
MOST_COPIED = 500  # states of the search that are looked at more closely
MOST = 500  # constraints of which the fewest are sought
_SEARCHING = frozenset({"label", "labeling", "indomain"})
_Notes = tuple[()] | tuple[Goal, "_Notes", int]  # a constraint, those before it, and how many they are in all


@dataclass(frozen=True)
class Posted:
    """A goal with the unknowns that propagation has bound, and where it stands; None in what was typed."""

    goal: Node
    place: str | None


def are_there() -> bool:
    """Whether any constraint over integers was posted since the program began."""
    return "logicpuzzles.logic.integers.propagation" in sys.modules


class Recorder:
    """Notes the constraints that a run posts, until they are undone; `enter` is its tracer.

    Where it `looks`, it keeps how things stood at the goal before which most of them were posted.
    """

    def __init__(self, looks: bool = True) -> None:
        self.notes: dict[str, _Notes] = {"last": ()}
        self.effects = Effects()
        self.posting: int | None = None  # the length of the trail when the goal before was called, a constraint
        self.size, self.left = -1, MOST_COPIED if looks else 0
        self.furthest: tuple[_Notes, Goal, dict[Any, Any]] | None = None

    def enter(self, machine: Machine, goal: Goal, rest: Continuation) -> Continuation:
        """Note `goal` where it is a constraint, and how things stand where none has got further."""
        self.settled(machine)
        if is_in_library(goal):
            return rest
        last = self.notes["last"]
        size = last[2] if last else 0
        if self.left and size >= self.size:
            self.size, self.left = size, self.left - 1
            self.furthest = (last, goal, self.effects.plain(machine))
        if isinstance(predicate_of(goal), Constraining):
            if machine.propagation is None:
                from .noticing import Noticing  # which loads the constraints, as the goal does

                machine.propagation = Noticing(machine, self.effects)
            machine.trail.append((self.notes, "last", last))
            self.notes["last"] = (goal, last, size + 1)
            self.posting = len(machine.trail)
        return rest

    def settled(self, machine: Machine) -> None:
        """Note what the constraint that was called last has bound."""
        if self.posting is not None:
            self.effects.bind(machine, self.posting)
            self.posting = None

    def posted(self) -> list[Goal]:
        """The constraints that stand now, in order."""
        return list(_listed(self.notes["last"]))[::-1]


def _listed(notes: _Notes) -> Iterator[Goal]:
    while notes:
        yield notes[0]
        notes = notes[1]


class _Reading:
    """Reads goals that ran as goals of a query, with the unknowns that `bindings` leave."""

    def __init__(self, run: Run, bindings: dict[Any, Any]) -> None:
        self.known = Substitution()
        self.known.bindings = bindings
        self.names: dict[AnyTerm, str] = {}
        self.fresh = fresh_names(())
        for name, slot in run.query.layout.slots.items():
            value = self.known.walk(run.frame[slot])
            if type(value) in VARIABLES:
                self.names.setdefault(value, name)

    def read(self, goal: Goal, machine: Machine) -> Posted:
        """`goal` with its place."""
        term = self.known.reify(goal.term() if isinstance(goal, At) else machine.reify(term_of_goal(goal)))
        for unknown in self.known.unknowns(term):
            if unknown not in self.names:
                self.names[unknown] = f"@{next(self.fresh)}"
        place = goal.instruction.origin.place if isinstance(goal, At) else None
        place = None if place is None or place.startswith("query:") else place
        return Posted(node_of(term, 0, self.names), place)


@dataclass
class Conflict:
    """Goals that do not hold together, each of which it takes; `unknown` is the one for which no value is left."""

    goals: list[Posted]
    unknown: str | None


def conflict(body: Body, seconds: float) -> Conflict | None:
    """The constraints for which `body` fails; None where it is not known to fail for constraints."""
    if not are_there():
        return None
    end = perf_counter() + seconds
    recorder = Recorder()
    query = Query(body.goal, body.sentence, body.names, seconds, engine="reference")
    run = query.run(recorder.enter)
    with suppress(PuzzleError):
        if next(run, None) is not None:
            return None
    if recorder.furthest is None:
        return None
    notes, last, bindings = recorder.furthest
    reading = _Reading(run, bindings)
    candidates = [reading.read(goal, run.machine) for goal in list(_listed(notes))[::-1]]
    failing = reading.read(last, run.machine)
    asking = _Asking(body, end)
    found = _fewest(candidates, lambda some: asking.fails([*some, failing]))
    if not found:
        return None
    goals = [*found, failing]
    return Conflict(goals, asking.emptied(goals))


def reasons(body: Body, run: Run, recorder: Recorder, seconds: float) -> Iterator[tuple[str, AnyTerm, list[Posted]]]:
    """At an answer of `run`: each variable that constraints have given a value, with it and the fewest that do."""
    recorder.settled(run.machine)
    reading = _Reading(run, recorder.effects.plain(run.machine))
    candidates = [reading.read(goal, run.machine) for goal in recorder.posted()]
    asking = _Asking(body, perf_counter() + seconds)
    for name in run.query.variables:
        open_, value = (one.walk(run.frame[run.query.layout.slots[name]]) for one in (reading.known, run.machine))
        if type(open_) in VARIABLES and type(value) is int:
            other = Posted(Compound("#\\=", [node_of(open_, 0, reading.names), node_of(value, 0, {})], 0), None)
            found = _fewest(candidates, lambda some, other=other: asking.fails([*some, other]))  # type: ignore[misc]
            if found:
                yield name, value, found


class _Asking:
    """Asks goals in the place of `body`, until `end`."""

    def __init__(self, body: Body, end: float) -> None:
        self.body, self.end = body, end

    def _query(self, goals: Sequence[Posted], engine: str) -> Query:
        seconds = max(0.01, min(PATIENCE, self.end - perf_counter()))
        return Query(joined([one.goal for one in goals]), self.body.sentence, self.body.names, seconds, engine=engine)

    def fails(self, goals: Sequence[Posted]) -> bool:
        """Whether it is sure that goals do not hold together."""
        try:
            return perf_counter() < self.end and self._query(goals, "auto").first() is None
        except PuzzleError:
            return False

    def emptied(self, goals: Sequence[Posted]) -> str | None:
        """The unknown for which goals that fail leave no value: where the last has but one, it is that.

        None where it takes a search, or the bounds of several, to see that they fail.
        """
        if len(only := unknowns(goals[-1].goal)) == 1:
            return next(iter(only))
        if any(isinstance(one.goal, Compound) and one.goal.name in _SEARCHING for one in goals):
            return None
        recorder = Recorder()
        run = self._query(goals, "reference").run(recorder.enter)
        with suppress(PuzzleError):
            next(run, None)
        slots = run.query.layout.slots
        return next((name for name, slot in slots.items() if run.frame[slot] is recorder.effects.emptied), None)


def _fewest(candidates: Sequence[Posted], fails: Callable[[list[Posted]], bool]) -> list[Posted]:
    """Some of `candidates` with which something fails, and without any of which it would not; none: it does without."""
    if not candidates or len(candidates) > MOST or fails([]) or not fails([*candidates]):
        return []

    def explain(fixed: list[Posted], is_new: bool, some: Sequence[Posted]) -> list[Posted]:
        if is_new and fails(fixed):
            return []
        if len(some) == 1:
            return [*some]
        half = len(some) // 2
        first, second = some[:half], some[half:]
        later = explain([*fixed, *first], True, second)
        return [*explain([*fixed, *later], bool(later), first), *later]

    return explain([], False, candidates)
