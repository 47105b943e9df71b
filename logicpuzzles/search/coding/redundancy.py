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
state of a walk through the space: a sequence that nothing replaces there is not redundant.

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
LOOKS = 1 << 15  # sequences of each length that are looked at in the states of the walk
QUIET = 12  # states of the walk one after the other in which nothing new was seen, before it ends
MOST_STEPS = 4096  # of the walk
MOST = 1 << 12  # sequences of each length that are settled
TRIES = 8  # sequences that may replace another, of which a proof is asked

Sequence = tuple[int, ...]  # numbers of rules


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

    Attributes
    ----------
    found
        The redundant sequences; none is a part of another.
    """

    def __init__(self, program: Program, blanks: tuple[int, ...], start: Numbers, strictly: bool) -> None:
        self.program, self.pruning = program, pruning_of(program, blanks)
        self.successors = successors_of(program, blanks)
        self.dear = all(rule.cost for rule in program.rules if rule)
        self.strictly = strictly or not self.dear
        self.found: set[Sequence] = set()
        self.composed = lru_cache(maxsize=1 << 14)(self._composed)
        self.states = list(self._walk(start + self.successors.tail))
        self._look(1)
        if not self.strictly:
            self.found |= self._exchanged()
        for length in range(2, LONGEST + 1):
            self._look(length)

    def _exchanged(self) -> set[Sequence]:
        """The pairs of rules with no cell in common, the later rule first: the other way round is as good."""
        touched = [None if rule is None else touched_cells(rule) for rule in self.program.rules]
        return {
            (later, number)
            for later, cells in enumerate(touched)
            for number, others in enumerate(touched[:later])
            if cells is not None and others is not None and not cells & others
        }

    def _after(self, state: Numbers) -> list[tuple[int, Numbers]]:
        return [(rule, after) for after, rule, _ in self.successors.after(state, ROOT)]

    def _walk(self, start: Numbers) -> Iterator[Numbers]:
        """Different states that can be reached, in an order that is always the same and looks like chance."""
        state, seed, seen = start, 1, {start}
        yield start
        for _ in range(MOST_STEPS):
            seed = seed * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1  # D. Knuth, MMIX
            moves = self._after(state)
            state = moves[(seed >> 33) % len(moves)][1] if moves else start
            if state not in seen:
                seen.add(state)
                yield state
            if len(seen) > LOOKS // 64:
                break

    def _look(self, length: int) -> None:
        """Settle the sequences of this many rules."""
        settled: set[Sequence] = set()
        looks = quiet = 0
        for state in self.states:
            before = len(settled)
            leading: dict[Numbers, list[tuple[int, Sequence]]] = {}  # by state after, the sequences with their costs
            for cost, sequence, after in self._sequences(state, length):
                leading.setdefault(after, []).append((cost, sequence))
                looks += 1
            for several in leading.values():
                several.sort()
                for place, (cost, sequence) in enumerate(several):
                    if len(sequence) == length and sequence not in settled:
                        settled.add(sequence)
                        if place and self._is_redundant(cost, sequence, several[:place]):
                            self.found.add(sequence)
            quiet = 0 if len(settled) > before else quiet + 1
            if looks > LOOKS or len(settled) > MOST or quiet == QUIET:
                break

    def _sequences(self, state: Numbers, length: int) -> Iterator[tuple[int, Sequence, Numbers]]:
        """Up to `length` rules that can be applied to `state`, without redundant parts: cost, rules, state after."""
        level: list[tuple[int, Sequence, Numbers]] = [(0, (), state)]
        yield from level
        for _ in range(length):
            level = [
                (cost + rule.cost, (*sequence, number), following)
                for cost, sequence, after in level
                for number, following in self._after(after)
                if (rule := self.program.rules[number]) and not self.is_cut(sequence, number)
            ]
            yield from level

    def is_cut(self, sequence: Sequence, number: int) -> bool:
        """Whether `number` after `sequence` ends a redundant sequence."""
        longer = (*sequence, number)[-LONGEST:]
        return any(longer[begin:] in self.found for begin in range(len(longer)))

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
