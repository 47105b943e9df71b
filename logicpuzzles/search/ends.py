"""The two ends of a search: the rules forwards and backwards, and the states to start from."""

from __future__ import annotations

from collections.abc import Sequence

from ..endings import Path, State
from ..errors import PuzzleError, Refusal
from ..rewriting.inverse import inverse, inverse_size
from ..rewriting.rewrite import Rewriting, resolve
from .coding.program import Program, program_of
from .goals import goal_states, matching_states
from .problem import SearchProblem
from .space import solution


def worth_reversing(problem: SearchProblem, most_goals: int) -> bool:
    """Whether both ends may well be searched: there are goals, not too many, and rules backwards that forget little."""
    rewriting = problem.rewriting
    if rewriting is None or problem.test is not None or inverse_size(rewriting) > 4 * len(rewriting.rules) + 256:
        return False
    return 0 < len(matching_states(problem.goals, rewriting, problem.start, most_goals)) <= most_goals


class Ends:
    """Both ends of a problem: the rules forwards and backwards over the same numbers, and the states to start from.

    Raises
    ------
    PuzzleError
        If the moves cannot be run backwards, or the goal states cannot be listed.
    """

    def __init__(self, problem: SearchProblem) -> None:
        if problem.rewriting is None:
            raise PuzzleError(
                "the moves did not compile to rewrite rules, so they cannot be run backwards",
                place="strategy bidirectional",
                hint="choose another strategy",
            )
        try:
            self.rewritings: tuple[Rewriting, Rewriting] = problem.rewriting, inverse(problem.rewriting)
        except Refusal as refusal:
            raise PuzzleError(str(refusal), place="strategy bidirectional", hint="choose another strategy") from None
        self.problem = problem
        forwards = program_of(problem.rewriting, problem.start)
        backwards = forwards.once("backwards", lambda: Program(self.rewritings[1], forwards.codes))
        number = forwards.codes.get
        # A goal with a value that no reachable state holds is no place to start from.
        self.goals = [goal for goal in goal_states(problem) if all(number(value) is not None for value in goal)]
        self.programs = forwards, backwards
        single = [set(backwards.blanks(goal)) for goal in self.goals]
        self.blanks = forwards.blanks(problem.start), tuple(sorted(set.intersection(*single))) if single else ()

    def path(self, vias: Sequence[int], goal: State, vias_back: Sequence[int]) -> Path:
        """The solution along the rules `vias` from the start and the inverse rules `vias_back` from `goal`."""
        states, moves = [self.problem.start], []
        for via in vias:
            rule = self.rewritings[0].rules[via]
            moves.append(resolve(rule.label, states[-1]))
            states.append(rule.apply(states[-1]))
        back, labels = [goal], []
        for via in vias_back:
            rule = self.rewritings[1].rules[via]
            labels.append(resolve(rule.label, back[-1]))
            back.append(rule.apply(back[-1]))
        return solution(self.problem, [*moves, *labels[::-1]], [*states, *back[-2::-1]], bounded=False)
