"""Rules and patterns over numbered values: what the successors in plain Python and the kernels are both made from.

A constant is the virtual cell ``n_cells + number``, which always holds that number; so a source and the other side of
a disequality are just cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...rewriting.rewrite import Among, Cell, Differs, Equals, Pattern, Rewriting, Rule, Same
from .codes import Codes


class Test(NamedTuple):
    """The two cells of the one pair are the same (`equal`), or else: in at least one of the pairs they differ."""

    equal: bool
    pairs: tuple[tuple[int, int], ...]


class Guards(NamedTuple):
    """A conjunction of guards.

    Attributes
    ----------
    allowed
        By cell, where not every value will do: the set of numbers that it may hold, as bits.
    tests
        What relates cells to each other.
    """

    allowed: dict[int, int]
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class CodedRule:
    """A rule over numbered values; `sources` has the cell, real or virtual, that each cell's value comes from."""

    guards: Guards
    sources: tuple[int, ...]


def code_rules(rewriting: Rewriting, codes: Codes) -> list[CodedRule | None]:
    """Every rule over the numbers of `codes`; None for a rule that can never apply."""
    return [code_rule(rule, codes, rewriting.n_cells) for rule in rewriting.rules]


def code_rule(rule: Rule, codes: Codes, n_cells: int) -> CodedRule | None:
    """`rule` over the numbers of `codes`; None if it can never apply.

    A constant that the effect puts into the cell that a guard proves to hold it already counts as that cell, kept.
    """
    guards = code_guards(rule.guards, codes, n_cells)
    if guards is None:
        return None
    sources = []
    for cell, source in enumerate(rule.effect):
        if type(source) is Cell:
            sources.append(source.index)
        else:
            number = codes.add(source)
            sources.append(cell if guards.allowed.get(cell) == 1 << number else n_cells + number)
    return CodedRule(guards, tuple(sources))


def code_guards(pattern: Pattern, codes: Codes, n_cells: int) -> Guards | None:
    """`pattern` over the numbers of `codes`; None if no state over them can match."""
    allowed: dict[int, int] = {}
    tests: list[Test] = []
    everything = (1 << len(codes)) - 1
    for guard in pattern:
        if isinstance(guard, Equals | Among):
            values = guard.values if isinstance(guard, Among) else (guard.value,)
            bits = sum(1 << n for n in {codes.get(v) for v in values} - {None} if n is not None)
            allowed[guard.cell] = allowed.get(guard.cell, everything) & bits
        elif type(guard) is Same and guard.cell != guard.other:
            tests.append(Test(True, ((guard.cell, guard.other),)))
        elif type(guard) is Differs:
            pairs = differing(guard, codes, n_cells)
            if pairs is None:
                continue
            if len(pairs) == 1 and pairs[0][1] >= n_cells:
                cell, constant = pairs[0]
                allowed[cell] = allowed.get(cell, everything) & ~(1 << constant - n_cells)
            elif pairs:
                tests.append(Test(False, pairs))
            else:
                return None
    return Guards(allowed, tuple(tests)) if all(allowed.values()) else None


def differing(guard: Differs, codes: Codes, n_cells: int) -> tuple[tuple[int, int], ...] | None:
    """The pairs of which one must differ, without those that never do; None if one always does."""
    pairs = []
    for cell, other in guard.pairs:
        if type(other) is Cell:
            if other.index != cell.index:
                pairs.append((cell.index, other.index))
        elif (number := codes.get(other)) is None:
            return None
        else:
            pairs.append((cell.index, n_cells + number))
    return tuple(pairs)


def changes(sources: Sequence[int]) -> list[int]:
    """The cells whose value comes from elsewhere."""
    return [cell for cell, source in enumerate(sources) if source != cell]


def exchange(rule: CodedRule) -> tuple[int, int, int] | None:
    """The cell of a known value, the cell that it changes places with, and the value, if `rule` does just that."""
    cells, n_cells = changes(rule.sources), len(rule.sources)
    for gap, other in (cells, cells[::-1]) if len(cells) == 2 else ():
        bits = rule.guards.allowed.get(gap, 0)
        blank = bits.bit_length() - 1
        if bits.bit_count() == 1 and rule.sources[gap] == other and rule.sources[other] in (gap, n_cells + blank):
            return gap, other, blank
    return None
