"""Fair disjunction: the answers of several goals in turn, so that one with infinitely many hides no other."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from .goal import spelled
from .goals import Goal, GoalLike, goalify
from .resolver import PAUSED, Continuation, Machine
from .substitution import FAIL
from .terms import VARIABLES


@dataclass(frozen=True, slots=True)
class Interleave(Goal):
    """At least one goal holds; their answers in turn.

    Each goal runs on a machine of its own. Where one of them ends in an `Interleave` again, its machine hands the new
    goals over instead of running them, so that a relation may call itself through this goal to any depth.
    """

    goals: tuple[Goal, ...]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        if not self.goals:
            return FAIL
        if type(machine) is Branch and rest is None:
            machine.spawned = Turns(Branch(machine, goal) for goal in self.goals)
            machine.pause = True
            return FAIL
        return machine.branch(self._answers(machine), rest)

    def __repr__(self) -> str:
        return spelled("interleave", self.goals)

    def _answers(self, machine: Machine) -> Iterator[None]:
        mark = len(machine.trail)
        for branch in answers_in_turn(Turns(Branch(machine, goal) for goal in self.goals)):
            if branch.tell(machine, mark):
                yield
            machine.undo(mark)


class Branch(Machine):
    """A machine that starts from another's bindings and constraints to prove `goal`."""

    def __init__(self, parent: Machine, goal: Goal) -> None:
        super().__init__(parent.watchdog)
        self.bindings, self.watched, self.trail = dict(parent.bindings), dict(parent.watched), list(parent.trail)
        self.floor, self.allowed, self.scope, self.assumed = parent.floor, parent.allowed, parent.scope, parent.assumed
        self.universal, self.tracer = parent.universal, parent.tracer
        self.found = self.answers(goal)
        self.spawned: Turns | None = None

    def tell(self, machine: Machine, mark: int) -> bool:
        """Carry this answer to `machine`, whose trail had the length `mark` at the start; False if they conflict."""
        machine.foreign |= self.foreign
        for entry in self.trail[mark:]:
            if type(entry) in VARIABLES and not machine.unify(entry, self.walk(entry)):
                return False
        known = {id(constraint.root) for _, constraint in machine.waiting()}
        new = {id(c): c for _, c in self.waiting() if id(c.root) not in known}
        return all(constraint.attempt(machine) for constraint in new.values())


class Turns(deque["Turns | Branch"]):
    """Parts that take turns; in a `Row` they come one after another."""


class Row(Turns):
    """Each part is asked for all its answers before the next."""


def answers_in_turn(turns: Turns) -> Iterator[Branch]:
    """For each answer, the branch below `turns` that has it."""
    while turns:
        path = [turns]
        while not isinstance(part := path[-1][0], Branch):
            path.append(part)
        event = next(part.found, FAIL)
        if event is PAUSED and part.spawned is not None:
            path[-1][0] = Row((part.spawned, part)) if part.choices else part.spawned
            part.spawned = None
        elif event is FAIL:
            path[-1].popleft()
        elif event is not PAUSED:
            for group in path:
                if type(group) is Turns:
                    group.rotate(-1)
            yield part
        while len(path) > 1 and len(path[-1]) < 2:  # the last part of a group takes its place
            group = path.pop()
            place = next(i for i, part in enumerate(path[-1]) if part is group)
            if group:
                path[-1][place] = group[0]
            else:
                del path[-1][place]


def interleave(*goals: GoalLike) -> Goal:
    """At least one goal holds; answers in turn (kanren's fair order), for goals with infinitely many."""
    return Interleave(tuple(map(goalify, goals)))
