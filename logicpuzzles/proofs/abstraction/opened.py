"""Rules over some of the cells whose moves need not be listed one by one.

A rule that brings values in from cells that are not kept, and takes others out to such cells, is a rule for each of
them forwards, and one for each of both backwards: in 8 of the 21 cells of a pocket cube a turn is up to 6**8 of them.
But if it tests no cells against each other and copies nothing, the states before a state are a product: what it carries
from cell to cell is known, and each cell whose value it takes out may have held anything that the guards allow.

What is claimed: run backwards, these rules have the same moves as those of `rules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from ...rewriting.numbered import NumberedRule
from ...rewriting.program import Program
from ...rewriting.values import members
from .numbering import Numbering
from .pattern import Kept, classes_of, narrowed


@dataclass(frozen=True)
class Opened:
    """A rule over what a pattern of cells keeps.

    Attributes
    ----------
    carried
        For each kept cell after a move, the kept cell before that its class comes from; -1 where that is not kept.
    after
        For each kept cell, the classes that it may hold after a move, as bits.
    before
        For each kept cell whose class is not carried on, the classes that it may hold before, as bits.
    """

    carried: tuple[int, ...]
    after: tuple[int, ...]
    before: dict[int, int]
    cost: int

    @property
    def n_open(self) -> int:
        """How many states are before one to which a move leads."""
        return prod(bits.bit_count() for bits in self.before.values())


def opened(program: Program, held: Sequence[int], pattern: Kept, made: Numbering) -> tuple[Opened, ...] | None:
    """The rules over `pattern`; None where some rule does not allow it, or a digit tells of more than one cell."""
    if any(len({cell for cell, _ in digit.choices}) > 1 for digit in made.digits):
        return None
    found = []
    for rule, known in _applying(program, held, pattern):
        one = _opened(rule, known, pattern)
        if one is None:
            return None
        found.append(one)
    return tuple(found)


def moves_and_rules(program: Program, held: Sequence[int], pattern: Kept) -> tuple[float, int]:
    """About how many moves lead to a state of `pattern`, and at most how many rules backwards list them one by one."""

    def count(bits: int) -> int:
        return classes_of(pattern, bits).bit_count()

    moves, n_rules = 0.0, 0
    for rule, known in _applying(program, held, pattern):
        sources = {rule.sources[cell] for cell in pattern.cells}
        entering = prod(count(known[cell]) for cell in sources - pattern.among if cell < len(held))
        moves += entering * prod(count(known[cell]) / count(held[cell]) for cell in pattern.cells)
        n_rules += entering * prod(count(known[cell]) for cell in pattern.among - sources)
    return moves, n_rules


def _applying(program: Program, held: Sequence[int], pattern: Kept) -> Iterator[tuple[NumberedRule, list[int]]]:
    """The rules that change a kept cell, each with what the cells may hold where it applies."""
    for rule in filter(None, program.rules):
        known = narrowed(rule, held)
        if known is not None and not pattern.among.isdisjoint(rule.moved()):
            yield rule, known


def _opened(rule: NumberedRule, known: Sequence[int], pattern: Kept) -> Opened | None:
    """The rule over the pattern; None if it tests cells against each other, or copies one."""
    n_cells = len(known)
    sources = [rule.sources[cell] for cell in pattern.cells]
    real = [source for source in sources if source < n_cells]
    if rule.guards.tests or len(set(real)) < len(real):
        return None
    place = {cell: number for number, cell in enumerate(pattern.cells)}
    after = (1 << source - n_cells if source >= n_cells else known[source] for source in sources)
    return Opened(
        tuple(place.get(source, -1) for source in sources),
        tuple(classes_of(pattern, bits) for bits in after),
        {place[cell]: classes_of(pattern, known[cell]) for cell in pattern.cells if cell not in real},
        rule.cost,
    )


def offsets(rule: Opened, made: Numbering) -> list[int]:
    """What the cells that are open before a move add to the number of the state there, for each way to fill them."""
    found = [0]
    for cell, bits in rule.before.items():
        found = [number + int(made.rows[class_, cell]) for number in found for class_ in members(bits)]
    return found
