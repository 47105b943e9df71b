"""Which constraints over integers leave an unknown no value, or one: the fewest of those that were posted.

A query is run while what it posts is noted. The constraints that stood at the goal that got furthest are then asked
again, in smaller and smaller parts (QuickXplain: U. Junker, 2004); what propagation has bound is left open in them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..conflict_sets import quickxplain
from ..errors import LimitReached, PuzzleError
from ..logic.goal import Goal
from ..logic.substitution import Substitution
from ..logic.terms import VARIABLES, AnyTerm, Term
from ..logic.writer import Names, write
from ..text.code.instructions import At
from ..text.query import Query
from ..text.running import Run
from ..text.syntax.nodes import Compound, Node, is_anonymous, unknowns
from ..text.traced import key_of, term_of_goal
from .recording import EQUAL, SEARCHING, Notes, Recorder, place_of
from .renaming import Fresh, joined, node_of

if TYPE_CHECKING:
    from .bodies import Body

PATIENCE = 1.0  # seconds for one question on the way
MOST = 500  # constraints of which the fewest are sought
MOST_TOLD = 12  # unknowns inside of one value for which that is done


@dataclass(frozen=True)
class Posted:
    """A goal with the unknowns that propagation has bound, and where it stands; None in what was typed."""

    goal: Node
    place: str | None


def are_there() -> bool:
    """Whether any constraint over integers was posted since the program began."""
    return "logicpuzzles.logic.integers.propagation" in sys.modules


class _Reading:
    """Reads goals that ran as goals of a query, with the unknowns that `bindings` and the equations `notes` leave.

    `candidates` are the constraints of `notes`, in order. Unknowns that are so in an answer too, `values` of the
    variables, are called by their `names` there, others by `fresh` ones.
    """

    def __init__(
        self,
        run: Run,
        bindings: dict[Any, Any],
        notes: Notes,
        fresh: Fresh,
        values: Mapping[str, AnyTerm],
        names: Names,
    ) -> None:
        self.known = Substitution()
        self.known.bindings = bindings
        noted = []
        while notes:
            noted.append((notes[0], notes[3]))
            notes = notes[1]
        posted = [one for one in reversed(noted) if not self._equated(one[0])]
        self.names: dict[AnyTerm, str] = {}
        self.fresh = fresh
        slots = run.query.layout.slots
        for name, slot in slots.items():
            value = self.known.walk(run.frame[slot])
            if type(value) in VARIABLES and not is_anonymous(name):
                self.names.setdefault(value, name)
        for name, value in values.items():
            self._align(self.known.reify(run.frame[slots[name]]), value, names)
        self.candidates = [self.read(*one) for one in posted]

    def _align(self, open_: AnyTerm, value: AnyTerm, names: Names) -> None:
        """Call the unknowns of a term as in `value`, which is the same but for what constraints have bound."""
        if type(open_) in VARIABLES:
            if value in names:
                self.names.setdefault(open_, names[value])
        elif type(open_) is tuple and type(value) is tuple:
            for pair in zip(open_, value, strict=False):
                self._align(*pair, names)
        elif type(open_) is Term and type(value) is Term:
            self._align(open_.args, value.args, names)

    def _equated(self, goal: Goal) -> bool:
        """Let an equation hold between what constraints leave unknown; False for what is none."""
        if key_of(goal) != EQUAL:
            return False
        term = term_of_goal(goal)
        assert type(term) is Term
        self.known.equate(*term.args)
        return True

    def read(self, goal: Goal, place: str | None) -> Posted:
        """`goal` as a goal of a query."""
        term = self.known.reify(term_of_goal(goal))
        for unknown in self.known.unknowns(term):
            if unknown not in self.names:
                self.names[unknown] = next(self.fresh)
        return Posted(node_of(term, 0, self.names), place)


@dataclass
class Conflict:
    """Goals that do not hold together; `unknown` is the one for which no value is left.

    `is_one` tells that there are other ways to prove the query, which fail too; `is_least` that it takes each goal.
    """

    goals: list[Posted]
    unknown: str | None
    is_one: bool
    is_least: bool


def conflict(body: Body, seconds: float, fresh: Fresh, before: Mapping[str, AnyTerm], names: Names) -> Conflict | None:
    """The constraints for which `body` fails; None where it is not known to fail for constraints.

    Unknowns are called as in the answer `before` of its first goals, in which they have `names`.
    """
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
    reading = _Reading(run, bindings, notes, fresh, before, names)
    failing = reading.read(last, place_of(last) if isinstance(last, At) else recorder.place)
    asking = _Asking(body, end)
    found = _fewest(reading.candidates, lambda some: asking.fails([*some, failing]))
    if not found:
        return None
    goals = [*found, failing]
    return Conflict(goals, asking.emptied(goals), recorder.has_alternatives, not asking.is_cut)


def reasons(
    body: Body, run: Run, recorder: Recorder, seconds: float, names: Names
) -> Iterator[tuple[str, str, list[Posted]]]:
    """At an answer of `run`: each variable that constraints have given a value, with it and the fewest that do.

    A list or a compound may be one: some of its parts have got their values so.

    The unknowns of the answer have `names`.
    """
    recorder.settled(run.machine)
    slots = run.query.layout.slots
    values = {name: run.machine.reify(run.frame[slots[name]]) for name in run.query.variables}
    named = {unknown: f"@{name}" if name[0] == "_" else name for unknown, name in names.items()}
    fresh = Fresh(body.goal, names.values())
    reading = _Reading(run, recorder.effects.plain(run.machine), recorder.notes["last"], fresh, values, named)
    asking = _Asking(body, perf_counter() + seconds)
    for name, value in values.items():
        open_ = reading.known.reify(run.frame[slots[name]])
        bound = dict(_bound(open_, value))
        if type(open_) not in VARIABLES:  # what has a name is told of by that
            bound = {unknown: number for unknown, number in bound.items() if reading.names.get(unknown) not in values}
        needed: list[Posted] = []
        for unknown, number in bound.items() if len(bound) <= MOST_TOLD else ():
            goal = Compound("#\\=", [node_of(unknown, 0, reading.names), node_of(number, 0, {})], 0)
            other = Posted(goal, None)
            found = _fewest(reading.candidates, lambda some, other=other: asking.fails([*some, other]))  # type: ignore[misc]
            needed += found
            if not found or asking.is_cut:
                needed = []
                break
        if needed:
            yield name, write(value, names, 699), [one for one in reading.candidates if one in needed]


def _bound(open_: AnyTerm, value: AnyTerm) -> Iterator[tuple[AnyTerm, int]]:
    """The unknowns of a term with the integers that stand in their place in `value`."""
    if type(open_) in VARIABLES:
        if type(value) is int:
            yield open_, value
    elif type(open_) is tuple and type(value) is tuple:
        for pair in zip(open_, value, strict=False):
            yield from _bound(*pair)
    elif type(open_) is Term and type(value) is Term:
        yield from _bound(open_.args, value.args)


class _Asking:
    """Asks goals in the place of `body`, until `end`."""

    def __init__(self, body: Body, end: float) -> None:
        self.body, self.end = body, end
        self.is_cut = False  # whether a question was given up

    def _query(self, goals: Sequence[Posted], engine: str) -> Query:
        seconds = max(0.01, min(PATIENCE, self.end - perf_counter()))
        return Query(joined([one.goal for one in goals]), self.body.sentence, self.body.names, seconds, engine=engine)

    def fails(self, goals: Sequence[Posted]) -> bool:
        """Whether it is sure that goals do not hold together."""
        try:
            if perf_counter() < self.end:
                return self._query(goals, "auto").first() is None
            self.is_cut = True
        except LimitReached:
            self.is_cut = True
        except PuzzleError:
            pass
        return False

    def emptied(self, goals: Sequence[Posted]) -> str | None:
        """The unknown for which goals that fail leave no value: where the last has but one, it is that.

        None where it takes a search, or the bounds of several, to see that they fail.
        """
        if len(only := unknowns(goals[-1].goal)) == 1:
            return next(iter(only))
        if any(isinstance(one.goal, Compound) and one.goal.name in SEARCHING for one in goals):
            return None
        recorder = Recorder()
        run = self._query(goals, "reference").run(recorder.enter)
        with suppress(PuzzleError):
            next(run, None)
        slots = run.query.layout.slots
        return next((name for name, slot in slots.items() if run.frame[slot] is recorder.effects.emptied), None)


def _fewest(candidates: Sequence[Posted], fails: Callable[[list[Posted]], bool]) -> list[Posted]:
    """Some of `candidates` with which something fails, and without any of which it would not; none: it does without."""
    if not candidates or len(candidates) > MOST or not fails([*candidates]):
        return []
    return quickxplain(candidates, fails)
