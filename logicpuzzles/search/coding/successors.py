"""Successors in plain Python, fast: states are tuples of numbers, and each rule is a few prepared calls.

A state carries after its cells the constants that rules write, so that every effect is one `operator.itemgetter`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from ...endings import State
from ...memo import memo
from ...proofs.bounds import Rows, delta
from ...rewriting.lookup import LEAST, Lookup
from ...rewriting.numbered import Guards, NumberedRule, Test
from ...rewriting.program import Program
from ...rewriting.values import Numbers, members
from .move_pruning import Step, pruning_of

Check = Callable[[Numbers], bool]
Successor = tuple[Numbers, int, int]  # the state after, the rule, what the rule adds to the sum of the table


class Move(NamedTuple):
    """A prepared rule: whether it applies (None: always), the state after, and what it adds to the table's sum."""

    applies: Check | None
    after: Callable[[Numbers], Numbers]
    rule: int
    constant: int
    terms: tuple[tuple[int, tuple[int, ...]], ...]


Known = tuple[list[Move], Callable[[Numbers], Iterator[int]] | None]  # moves, and what looks up which to try


class Successors:
    """The moves from states of numbers; `rows` is the table whose sum is followed, or None."""

    def __init__(self, program: Program, blanks: tuple[int, ...], rows: Rows | None = None) -> None:
        self.program, self.rows = program, rows
        self.pruning = pruning_of(program, blanks)
        self.cell = self.pruning.cell
        n_cells = program.n_cells
        self.sources = [real_sources(rule) if rule else () for rule in program.rules]
        written = sorted({source for sources in self.sources for source in sources if source >= n_cells})
        # An itemgetter of one index gives a bare value: a state of one cell gets a constant that nobody reads.
        self.constants = written or ([n_cells] if n_cells == 1 else [])
        self.tail = tuple(source - n_cells for source in self.constants)
        self.moves: dict[int, Known] = {}
        self.whole: dict[int, Move] = {}

    def encode(self, state: State) -> Numbers:
        """The numbers of `state` with the constants after them."""
        return self.program.values.encode(state) + self.tail

    def after(self, state: Numbers, rule: int) -> list[Successor]:
        """The states that follow `state`, which `rule` (or `ROOT`) led to, in clause order.

        Moves that surely lead straight back to the state before are left out.
        """
        key = rule if self.cell is None else state[self.cell]
        known = self.moves.get(key)
        if known is None:
            known = self.moves[key] = self._moves(self.pruning.after(key))
        moves, lookup = known
        found = []
        for applies, after, number, gain, terms in moves if lookup is None else map(moves.__getitem__, lookup(state)):
            if applies is None or applies(state):
                for cell, by_value in terms:
                    gain += by_value[state[cell]]
                found.append((after(state), number, gain))
        return found

    def _moves(self, steps: Sequence[Step]) -> Known:
        """The moves of `steps`; where they are many, also what looks up those that may apply in a state."""
        if len(steps) < LEAST:
            return [self._move(step.rule, step.guards) for step in steps], None
        allowed = [{cell: list(members(bits)) for cell, bits in step.guards.allowed.items()} for step in steps]
        moves = [self._move(step.rule, Guards({}, step.guards.tests)) for step in steps]
        return moves, Lookup(allowed).matching

    def _move(self, number: int, guards: Guards) -> Move:
        """The move of a rule under `guards`, shared after different rules where these are all of its own."""
        rule = self.program.rules[number]
        assert rule is not None
        is_whole = guards is rule.guards
        if is_whole and number in self.whole:
            return self.whole[number]
        n_cells = self.program.n_cells
        place = {source: n_cells + k for k, source in enumerate(self.constants)}
        sources = [place.get(source, source) for source in self.sources[number]]
        after = itemgetter(*sources, *range(n_cells, n_cells + len(self.constants)))
        constant, terms = delta(rule, self.rows) if self.rows else (0, ())
        move = Move(check(guards, n_cells), after, number, constant, terms)
        if is_whole:
            self.whole[number] = move
        return move

    def goal(self, patterns: Iterable[Any]) -> Check:
        """Whether a state of numbers matches one of `patterns`."""
        n_cells, coded = self.program.n_cells, self.program.goals(patterns)
        states = [state for guards in coded if (state := only_state(guards, n_cells)) is not None]
        if len(states) < len(coded):
            checks = [check(guards, n_cells) for guards in coded]
            return lambda state: any(holds is None or holds(state) for holds in checks)
        if len(states) == 1:
            return (states[0] + self.tail).__eq__
        return {state + self.tail for state in states}.__contains__


def real_sources(rule: NumberedRule) -> list[int]:
    """The sources of `rule`, with a cell in the place of a constant that a guard finds in that cell."""
    holds = {len(rule.sources) + number: cell for cell, number in rule.guards.fixed().items()}
    return [holds.get(source, source) for source in rule.sources]


def only_state(guards: Guards, n_cells: int) -> Numbers | None:
    """The one state that `guards` allow, if they fix every cell and test nothing else; else None."""
    fixed = guards.fixed()
    return None if guards.tests or len(fixed) < n_cells else tuple(fixed[cell] for cell in range(n_cells))


def check(guards: Guards, n_cells: int) -> Check | None:
    """A function that tells whether `guards` hold in a state of numbers; None if they always do."""
    fixed = guards.fixed()
    exact, loose = list(fixed.items()), [(cell, bits) for cell, bits in guards.allowed.items() if cell not in fixed]
    tests = [related(test, n_cells) for test in guards.tests]
    if not (loose or tests):
        return equals(exact)
    first = equals(exact) or (lambda _: True)
    if not tests:
        return lambda state: first(state) and all(bits >> state[cell] & 1 for cell, bits in loose)
    return lambda state: (
        first(state) and all(bits >> state[cell] & 1 for cell, bits in loose) and all(test(state) for test in tests)
    )


def equals(cells: Sequence[tuple[int, int]]) -> Check | None:
    """A function that tells whether these cells hold these values; None for no cells."""
    if not cells:
        return None
    if len(cells) == 1:
        ((cell, value),) = cells
        return lambda state: state[cell] == value
    pick, values = itemgetter(*(cell for cell, _ in cells)), tuple(value for _, value in cells)
    return lambda state: pick(state) == values


def related(test: Test, n_cells: int) -> Check:
    """A function that tells whether `test` holds."""
    if test.equal:
        ((cell, other),) = test.pairs
        return lambda state: state[cell] == state[other]
    cells = [(a, b) for a, b in test.pairs if b < n_cells]
    constants = [(a, b - n_cells) for a, b in test.pairs if b >= n_cells]
    return lambda state: any(state[a] != state[b] for a, b in cells) or any(state[a] != v for a, v in constants)


successors_of = memo(Successors)
