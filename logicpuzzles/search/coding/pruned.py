"""A program whose searches never make a redundant sequence of moves: its rules remember what came before them.

Which redundant sequences have begun is the state of an automaton: the longest end of the moves so far with which one of
them begins. So a rule has copies, one for each of these, and a search takes the copy that the automaton goes to. To
whoever reads the program these are rules like others.

Source: A. V. Aho and M. J. Corasick, Efficient string matching, CACM 18, 1975; for searching, L. Taylor and R. E. Korf,
Pruning duplicate nodes in depth-first search, AAAI 1993.
"""

from __future__ import annotations

from dataclasses import replace

from ...memo import memo
from ...rewriting.program import Program
from ...rewriting.values import Numbers
from ..goal_states import exact
from ..problem import SearchProblem
from .move_pruning import ROOT, by_rules
from .redundancy import Redundancy, Sequence

MOST_PAIRS = 1 << 18  # pairs of rules that may be looked at
MOST_STEPS = 1 << 14  # pairs of copies of which the second may follow the first: what a search reads fits the cache


class PrunedProgram(Program):
    """`program` without redundant sequences.

    Attributes
    ----------
    base
        `program`.
    contexts
        For each rule, by its number here, the sequence that it ends: the last number is that of the rule in `base`.

    Parameters
    ----------
    begun
        Sequences of two rules or more of which copies are made; with each, those that it begins with.
    """

    def __init__(self, program: Program, redundancy: Redundancy, begun: set[Sequence]) -> None:
        vars(self).update({name: value for name, value in vars(program).items() if name != "_memo"})
        self.base, self.redundancy = program, redundancy
        # In the order of the rules that they are, so that clause order is the order of the numbers.
        self.contexts = sorted([*begun, *((number,) for number in range(len(program.rules)))], key=lambda c: (c[-1], c))
        self.numbers = {context: number for number, context in enumerate(self.contexts)}
        self.rules = [program.rules[self.original(number)] for number in range(len(self.contexts))]
        self.wanderers = tuple(
            replace(wanderer, steps=tuple(wanderer.steps[context[-1]] for context in self.contexts))
            for wanderer in program.wanderers
        )

    def original(self, number: int) -> int:
        """The number that a rule has in the program without copies."""
        return self.contexts[number][-1]

    def copy_after(self, before: int, number: int) -> int | None:
        """The copy of a rule that may come right after another one; at the start `before` is -1."""
        rules = () if before == ROOT else self.contexts[before]
        if self.redundancy.is_cut(rules, number):
            return None
        longest = (*rules, number)
        return next(found for begin in range(len(longest)) if (found := self.numbers.get(longest[begin:])) is not None)


@memo
def pruned(
    program: Program, blanks: tuple[int, ...], start: Numbers, strictly: bool, looks: int
) -> PrunedProgram | None:
    """`program` without redundant sequences; None where there are none, or too many rules to look at.

    Parameters
    ----------
    blanks, start, strictly, looks
        As for `Redundancy`.
    """
    if len(program.rules) ** 2 > MOST_PAIRS:
        return None
    redundancy = Redundancy(program, blanks, start, strictly, looks)
    if not any(map(redundancy.is_new, redundancy.found)):
        return None
    rules = by_rules(program, blanks)
    n_rules = len(program.rules)
    n_steps = sum(len(rules.after(number)) for number in range(n_rules))
    begun: set[Sequence] = set()
    for sequence in sorted(redundancy.found, key=lambda sequence: (len(sequence), sequence)):
        begun.update(sequence[:length] for length in range(2, len(sequence)))
        if len(begun) * n_steps > MOST_STEPS * n_rules:
            break
    return PrunedProgram(program, redundancy, begun)


def without_redundancy(problem: SearchProblem, strictly: bool, looks: int) -> SearchProblem | None:
    """`problem` without redundant sequences of moves; None where there are none, or where it does not matter.

    Parameters
    ----------
    strictly, looks
        As for `Redundancy`.
    """
    if problem.rewriting is None or problem.exact is not None:
        return None
    program = problem.program
    found = pruned(program, program.blanks(problem.start), walked_from(problem), strictly, looks)
    return None if found is None else problem.over(found)


def walked_from(problem: SearchProblem) -> Numbers:
    """Where to look for sequences: at the goal if it may be reached, so that all starts have them in common."""
    values = problem.program.values
    start = values.encode(problem.start)
    goal = exact(problem.goals[0], len(start)) if len(problem.goals) == 1 else None
    if goal is None or not problem.program.permutes or any(values.get(value) is None for value in goal):
        return start
    numbers = values.encode(goal)
    return numbers if sorted(numbers) == sorted(start) else start
