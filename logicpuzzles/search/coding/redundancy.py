"""Sequences of moves that lead where cheaper or earlier ones lead, found by composing rules.

A sequence B is redundant where a sequence A comes before it in a fixed order of all sequences, can be made wherever B
can, and leads from there to the same state. The order: the cheaper one comes first; of equally cheap ones, the one
whose rule stands earlier where they first differ.

Why a search that never makes a redundant sequence still meets the first best solution, the first in clause order of
the cheapest: suppose that this solution P has a redundant part B, so P = XBY. With the A of B, XAY is a solution too,
as A ends where B ends. If A is cheaper than B, XAY is cheaper than P, which was a cheapest one. If they cost the same,
neither is the beginning of the other, since every rule costs something (where one costs nothing, only cheaper ones are
taken for A); so XAY differs from P first where A differs from B, and comes before P in clause order, where P was the
first of the cheapest. Both cannot be: P has no redundant part. It does not matter whether A has redundant parts of its
own, nor how many sequences are left out: the argument looks at P alone. It rests on one order for all: leaving out
either of two sequences that replace each other, as chance has it, can lose all solutions.

As P comes to no state twice, where every rule costs something, B is asked only about states from which it comes to none
twice. P is the first of all sequences of moves; a search with a table of the states it has met goes on from the first
sequence that came to a state, which may be just the one that must not be made there: such searches try every move. And
where all cheapest solutions are wanted, only what is dearer than its A is left out, as then no cheapest solution has a
redundant part.

Proofs would be asked of very many pairs. So they are asked only of sequences that lead to the same state from some
state of a walk through the space: a sequence that nothing replaces there is not redundant. Where the rule before
decides every guard, as for a sliding puzzle, states in which the same rules apply have the same sequences, and one of
them will do. The sequences grow until so many were looked at; which they are never depends on the clock.

Source: N. Burch and R. C. Holte, Automatic move pruning revisited, SoCS 2012; R. C. Holte and N. Burch, Automatic move
pruning for single-agent search, AI Communications 27, 2014.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, pairwise

from ...rewriting.composing import Composed, meeting_no_state_twice, no_rules, then
from ...rewriting.numbered import NumberedRule
from ...rewriting.program import Program
from ...rewriting.values import Numbers
from .move_pruning import ROOT, pruning_of
from .successors import successors_of

LONGEST = 3  # rules of a sequence
LONGEST_DECIDED = 24  # and where the rule before decides every guard
QUIET = 12  # states of the walk one after the other in which nothing new was seen, before it ends
MOST_STEPS = 4096  # of the walk
MOST_STATES = 512
PROOF = 8  # looks that a proof takes as long as
TRIES = 8  # sequences that may replace another, of which a proof is asked

Sequence = tuple[int, ...]  # numbers of rules
Reached = tuple[int, Sequence, Numbers]  # what rules cost, the rules, and the state after them


class Tree:
    """The sequences that can be made from a state, without those known to be redundant, as long as they have grown.

    Attributes
    ----------
    level
        The longest ones.
    length
        Of these.
    leading
        By state after, the costs and rules of all sequences that lead there.
    """

    def __init__(self, state: Numbers) -> None:
        self.level: list[Reached] = [(0, (), state)]
        self.length = 0
        self.leading: dict[Numbers, list[tuple[int, Sequence]]] = {state: [(0, ())]}


class Redundancy:
    """The redundant sequences of a program.

    Parameters
    ----------
    blanks
        The wanderers that the states hold just once.
    start
        Where the walk begins, in numbers.
    strictly
        Whether only a cheaper sequence may replace another.
    looks
        About how many sequences to look at.

    Attributes
    ----------
    found
        The redundant sequences.
    lengths
        How many rules they have, in descending order.
    """

    def __init__(self, program: Program, blanks: tuple[int, ...], start: Numbers, strictly: bool, looks: int) -> None:
        self.program, self.pruning = program, pruning_of(program, blanks)
        self.successors = successors_of(program, blanks)
        self.dear = all(rule.cost for rule in program.rules if rule)
        self.strictly, self.looks = strictly or not self.dear, looks
        self.found: set[Sequence] = set()
        self.lengths: list[int] = []
        self.composed = lru_cache(maxsize=1 << 14)(self._composed)
        self.is_decided = self.pruning.decides()
        self.trees = [Tree(state) for state in self._walk(start + self.successors.tail)]
        self._look(1)
        if not self.strictly:
            self._note(self._exchanged())
        for length in range(2, (LONGEST_DECIDED if self.is_decided else LONGEST) + 1):
            if not self._look(length):
                break

    def _note(self, sequences: set[Sequence]) -> None:
        self.found |= sequences
        self.lengths = sorted({*self.lengths, *map(len, sequences)}, reverse=True)

    def _exchanged(self) -> set[Sequence]:
        """The pairs of rules with no cell in common, the later rule first: the other way round is as good."""
        touched = [None if rule is None else touched_cells(rule) for rule in self.program.rules]
        return {
            (later, number)
            for later, cells in enumerate(touched)
            for number, others in enumerate(touched[:later])
            if cells is not None and others is not None and not cells & others and self._may_follow(later, number)
        }

    def _may_follow(self, before: int, number: int) -> bool:
        return self.pruning.cell is not None or any(step.rule == number for step in self.pruning.after(before))

    def _walk(self, start: Numbers) -> Iterator[Numbers]:
        """Different states that can be reached, in an order that is always the same and looks like chance.

        Where the rule before decides every guard, states in which different rules apply.
        """
        state, seed, seen = start, 1, set()
        for _ in range(MOST_STEPS):
            moves = self.successors.after(state, ROOT)
            key = tuple(rule for _, rule, _ in moves) if self.is_decided else state
            if key not in seen:
                seen.add(key)
                yield state
            if len(seen) > MOST_STATES:
                break
            seed = seed * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1  # D. Knuth, MMIX
            state = moves[(seed >> 33) % len(moves)][0] if moves else start

    def _look(self, length: int) -> bool:
        """Settle the sequences of this many rules; whether all were looked at that have to be."""
        settled: set[Sequence] = set()
        quiet = 0
        for tree in self.trees:
            before = len(settled)
            while tree.length < length:
                if self.looks < len(tree.level):
                    return False
                self._grow(tree)
            for cost, sequence, after in tree.level:
                if sequence not in settled:
                    settled.add(sequence)
                    others = [other for other in tree.leading[after] if other < (cost, sequence)]
                    if others:
                        self.looks -= PROOF
                        if self._is_redundant(cost, sequence, sorted(others)):
                            self._note({sequence})
            quiet = 0 if len(settled) > before else quiet + 1
            if quiet == QUIET and not self.is_decided:
                break
        return len(settled) > 0

    def _grow(self, tree: Tree) -> None:
        """Make the sequences of a tree longer by one rule."""
        rules, level = self.program.rules, tree.level
        tree.level = [
            (cost + rule.cost, (*sequence, number), following)
            for cost, sequence, after in level
            if sequence not in self.found
            for following, number, _ in self.successors.after(after, sequence[-1] if sequence else ROOT)
            if (rule := rules[number]) and not self.is_cut(sequence, number)
        ]
        tree.length += 1
        self.looks -= len(tree.level)
        for cost, sequence, after in tree.level:
            tree.leading.setdefault(after, []).append((cost, sequence))

    def is_cut(self, sequence: Sequence, number: int) -> bool:
        """Whether `number` after `sequence` ends a redundant sequence."""
        longer = (*sequence, number)
        return any(longer[-length:] in self.found for length in self.lengths)

    def is_new(self, sequence: Sequence) -> bool:
        """Whether more is left out with a redundant sequence than moves straight back, which no search makes."""
        back = [self.composed(pair) for pair in pairwise(sequence)]
        stay = self.composed(())
        assert stay is not None
        return self.composed(sequence) is not None and not any(two is not None and stay.replaces(two) for two in back)

    def _is_redundant(self, cost: int, sequence: Sequence, others: list[tuple[int, Sequence]]) -> bool:
        """Whether one of `others`, which come before `sequence`, is proved to replace it."""
        steps = [self.composed(sequence[:length]) for length in range(len(sequence) + 1)]
        cheaper = (other for other_cost, other in others if other_cost < cost or not self.strictly)
        found = [other for other in map(self.composed, islice(cheaper, TRIES)) if other is not None]
        last = steps[-1]
        if last is None or any(other.replaces(last) for other in found):
            return True
        if not self.dear or len(sequence) == 1:
            return False
        # A cheapest solution comes to no state twice, where every rule costs something.
        once = meeting_no_state_twice([step for step in steps if step is not None])
        return once is None or any(other.replaces(once) for other in found)

    def _composed(self, sequence: Sequence) -> Composed | None:
        if not sequence:
            everything = self.pruning.everything
            n_values = everything.bit_length()
            return no_rules(
                self.program.n_cells, [everything] * self.program.n_cells + [1 << n for n in range(n_values)]
            )
        first, rule = self.composed(sequence[:-1]), self.program.rules[sequence[-1]]
        assert rule is not None
        return None if first is None else then(first, rule, self.pruning.facts_before(sequence[-1]))


def touched_cells(rule: NumberedRule) -> int:
    """The cells that a rule looks at, copies or changes, as bits."""
    n_cells, moved = len(rule.sources), rule.moved()
    touched = {*rule.guards.cells(n_cells), *moved, *(rule.sources[cell] for cell in moved)}
    return sum(1 << cell for cell in touched if cell < n_cells)
