"""Proofs of what was not proved goal by goal: answers from a table, and paths from a search."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from ..endings import State
from ..errors import PuzzleError
from ..logic.answers import run
from ..logic.goals import Goal
from ..logic.relations import Predicate, Primitive, Rule
from ..logic.resolver import Continuation, Machine
from ..logic.termdict import TermDict
from ..logic.terms import AnyTerm, Term, var
from ..puzzles.declaration import Declaration
from ..puzzles.relations import Offered
from ..text.code.clauses import Clauses
from ..text.code.scopes import OPAQUE
from ..text.tabled.tabling import Tabled
from ..text.tabled.variants import variant_key
from ..watchdog import Watchdog
from .proofs import Proof, Tracer

SECONDS = 2.0
TRIES = 1000  # proofs of tabled goals that are looked at
DEEPEST = 60  # tabled goals within tabled goals


def unfold(tree: Proof) -> None:
    """Put below each tabled goal of `tree` the clause that it follows from, and below a path its moves.

    Where that takes long, the goal stays without.
    """
    with Watchdog(SECONDS, what="unfolding a proof") as watchdog:
        try:
            _Unfolding(watchdog).is_well_founded(tree, frozenset())
        except PuzzleError:
            return


@dataclass(frozen=True)
class _Body(Goal):
    """The clauses of a tabled relation, asked as if they were not tabled."""

    predicate: Tabled
    args: tuple[AnyTerm, ...]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return Clauses.invoke(self.predicate, machine, self.args, rest)


class _Unfolding:
    def __init__(self, watchdog: Watchdog) -> None:
        self.watchdog, self.tries = watchdog, TRIES

    def is_well_founded(self, tree: Proof, above: frozenset[Hashable]) -> bool:
        """Unfold what is below; False if something there rests on a goal `above`, and so on itself."""
        todo = list(reversed(tree.below))
        while todo:
            proof = todo.pop()
            predicate = proof.predicate
            if isinstance(predicate, Tabled):
                if not self._unfold(proof, predicate, above):
                    return False
                continue
            puzzle = _puzzle(predicate)
            if puzzle is not None:
                proof.below = _moves(proof, puzzle) or _calls(proof, puzzle.move)
            if proof.key not in OPAQUE:
                todo += reversed(proof.below)
        return True

    def _unfold(self, proof: Proof, predicate: Tabled, above: frozenset[Hashable]) -> bool:
        term = proof.term
        args = term.args if type(term) is Term else ()
        key = (predicate, variant_key(args)[0])
        if key in above:
            return False
        if len(above) >= DEEPEST or proof.machine.unknowns(args):
            return True
        machine, tracer = Machine(self.watchdog.check), Tracer()
        machine.tracer = tracer.enter
        for _ in machine.answers(_Body(predicate, args)):  # in which other tabled goals are answered from tables
            tree = tracer.tree(machine)
            self.tries -= 1
            if self.tries < 0:
                return True
            if self.is_well_founded(tree, above | {key}):
                proof.below = tree.below
                return True
        return False


def _puzzle(predicate: Predicate | None) -> Declaration | None:
    """The declaration of the puzzle that offers `predicate`, if that is path or walk."""
    if not isinstance(predicate, Primitive | Rule) or predicate.name not in ("path", "walk"):
        return None
    offered = getattr(predicate.function, "__self__", None)
    return offered.declared if isinstance(offered, Offered) else None


def _calls(proof: Proof, predicate: Predicate) -> list[Proof]:
    """The calls of `predicate` that `proof` rests on."""
    found, todo = [], list(reversed(proof.below))
    while todo:
        below = todo.pop()
        if below.predicate is predicate:
            found.append(below)
        else:
            todo += reversed(below.below)
    return found


def _moves(proof: Proof, puzzle: Declaration) -> list[Proof]:
    """The moves of a path that a search has found, each from the state before it to the state after it."""
    if proof.below:
        return []
    start, *goal, labels = proof.term.args
    states = [start, *_states(puzzle, start, labels, goal[0] if goal else None)]
    terms = [Term(puzzle.move.name, step) for step in zip(labels, states, states[1:], strict=False)]
    return [Proof(proof.machine, term) for term in terms]


def _states(puzzle: Declaration, start: State, labels: tuple[AnyTerm, ...], goal: State | None) -> list[State]:
    """The states that moves with these labels lead through from `start` to a goal; a label may fit several moves."""
    before: list[TermDict[State]] = []
    reached = [start]
    for label in labels:
        step: TermDict[State] = TermDict()
        following: list[State] = []
        for state in reached:
            after = var()
            for found in run(0, after, puzzle.move(label, state, after)):
                if found not in step:
                    step[found] = state
                    following.append(found)
        before.append(step)
        reached = following
    ends = [state for state in reached if puzzle.is_goal(state, puzzle.goal if goal is None else goal)]
    states = ends[:1]
    while states and len(states) < len(labels):
        states.insert(0, before[-len(states)][states[0]])
    return states
