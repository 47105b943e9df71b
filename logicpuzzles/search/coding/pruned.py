"""A program whose searches never make a redundant sequence of moves: its rules remember what came before them.

After a rule, those that would end a redundant pair are left out. For longer sequences a rule has to know the rule
before it too; so it has copies, one for each rule before it that matters, and a search takes the copy of the rule that
it comes from. To whoever reads the program these are rules like others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ...memo import memo
from ...rewriting.program import Program
from ...rewriting.values import Numbers
from ..problem import SearchProblem
from .move_pruning import ROOT
from .redundancy import Redundancy

MOST_STEPS = 1 << 18  # pairs of rules, with copies, that may be looked at

Context = tuple[int, ...]  # the rules before that matter, the last one last


class PrunedProgram(Program):
    """`program` without the sequences `cut`.

    Attributes
    ----------
    contexts
        For each rule, by its number here, the rule that it is and before it the rule that it must come after, if any.
    """

    remembers = True

    def __init__(self, program: Program, redundancy: Redundancy, pairs: list[Context]) -> None:
        vars(self).update({name: value for name, value in vars(program).items() if name != "_memo"})
        self.redundancy = redundancy
        # In the order of the rules that they are, so that clause order is the order of the numbers.
        self.contexts = sorted([*pairs, *((number,) for number in range(len(program.rules)))], key=lambda c: (c[-1], c))
        self.numbers = {context: number for number, context in enumerate(self.contexts)}
        self.rules = [program.rules[self.original(number)] for number in range(len(self.contexts))]
        self.wanderers = tuple(
            replace(wanderer, steps=tuple(wanderer.steps[context[-1]] for context in self.contexts))
            for wanderer in program.wanderers
        )

    def original(self, number: int) -> int:
        """The number that a rule has in the program without copies."""
        return self.contexts[number][-1]

    def may_follow(self, before: int, number: int) -> bool:
        """Whether a rule, as this copy, may come right after another one; at the start `before` is -1."""
        rules = () if before == ROOT else self.contexts[before]
        then = self.original(number)
        copy = self.numbers.get((*rules[-1:], then), self.numbers[(then,)])
        return copy == number and not self.redundancy.is_cut(rules, then)


@memo
def pruned(program: Program, blanks: tuple[int, ...], start: Numbers, strictly: bool) -> PrunedProgram | None:
    """`program` without redundant sequences; None where there are none, or too many rules to look at.

    Parameters
    ----------
    blanks, start, strictly
        As for `Redundancy`.
    """
    n_rules = len(program.rules)
    if n_rules * n_rules > MOST_STEPS:
        return None
    redundancy = Redundancy(program, blanks, start, strictly)
    if not any(map(redundancy.is_new, redundancy.found)):
        return None
    ends = Counter(sequence[:2] for sequence in redundancy.found if len(sequence) > 2)
    room = max(0, MOST_STEPS // n_rules - n_rules)
    return PrunedProgram(program, redundancy, [pair for pair, _ in ends.most_common(room)])


def without_redundancy(problem: SearchProblem, strictly: bool) -> SearchProblem | None:
    """`problem` without redundant sequences of moves; None where there are none, or where it does not matter."""
    if problem.rewriting is None or problem.exact is not None:
        return None
    program = problem.program
    start = program.values.encode(problem.start)
    found = pruned(program, program.blanks(problem.start), start, strictly)
    return None if found is None else problem.over(found)
