"""Symmetries: permutations of the cells and of the values that map the rules onto themselves, and goals onto goals.

A symmetry maps a state with the value v in the cell c to one with the value `values[v]` in the cell `cells[c]`. Labels
do not count. Where all rules are mapped to rules with the same cost, and goals to goals, a state and its image are as
far from a goal, by as many paths.

They are searched for as automorphisms of a graph, by singling out cells and values until the colours of all others
follow (B. McKay, Practical graph isomorphism, 1981): one for each place that the first can be mapped to, then one for
each place of the second while the first stays, and so on. These generate all; their number is the product.

What is claimed: each symmetry given was applied to the normal forms of all rules and patterns, and gave the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from .normal import MOST, Normal, Renaming, normal
from .numbered import Guards
from .program import Program
from .united import united

if TYPE_CHECKING:
    from .colouring import Colours, Graph

MOST_LISTED = 1000  # elements of a group that are listed
BUDGET = 50_000_000  # edges of the graph to look at, about a second
MOST_FORMS = 1_000_000  # cells of all rules and patterns together, above which none is looked for
MOST_COMBINATIONS = 2_000_000  # of values in disequalities that are joined, for all rules together

Points: TypeAlias = tuple[int, ...]  # a permutation of the cells and, after them, of the values
Family: TypeAlias = frozenset[Normal]


@dataclass(frozen=True)
class Symmetry:
    """The cell that each cell goes to, and the value that each value becomes, by number."""

    cells: tuple[int, ...]
    values: tuple[int, ...]

    def image(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """The state that a state with these numbers is mapped to."""
        found = [0] * len(self.cells)
        for cell, number in enumerate(numbers):
            found[self.cells[cell]] = self.values[number]
        return tuple(found)

    def rows(self, rows: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
        """A table by value and cell, read at the image: its sum over a state is that of `rows` over the image."""
        return tuple(tuple(rows[value][cell] for cell in self.cells) for value in self.values)


@dataclass(frozen=True)
class Symmetries:
    """A group of symmetries.

    Attributes
    ----------
    generators
        Symmetries that generate the group.
    order
        How many there are in all, the identity included.
    elements
        All of them, the identity first; of more than 1,000, those of a subgroup.
    complete
        Whether there are no more, up to what normal forms tell; False where looking for them took too long.
    """

    generators: tuple[Symmetry, ...]
    order: int
    elements: tuple[Symmetry, ...]
    complete: bool

    def __repr__(self) -> str:
        return f"<Symmetries: {self.order:,} in all>"

    @property
    def listed(self) -> bool:
        """Whether `elements` has them all."""
        return self.order == len(self.elements)


def symmetries(program: Program, *kept: Sequence[Guards], budget: int = BUDGET) -> Symmetries:
    """The symmetries of the rules that map each family of patterns onto itself, as a set.

    Parameters
    ----------
    kept
        Families of patterns, such as the goals; none for the symmetries of the rules alone.
    budget
        Edges of the graph to look at; what is found by then is a group as well.
    """
    n_values = len(program.values)
    families = _families(program, kept)
    if families is None:
        return trivial(program)
    from .colouring import Graph  # here: it needs numpy

    search = _Search(Graph(program.n_cells, n_values, program.held, families), families, budget)
    complete = search.run()
    return search.group(complete)


def trivial(program: Program) -> Symmetries:
    """The identity alone, where others are not looked for."""
    same = Symmetry(tuple(range(program.n_cells)), tuple(range(len(program.values))))
    return Symmetries((), 1, (same,), complete=False)


def _families(program: Program, kept: Sequence[Sequence[Guards]]) -> list[Family] | None:
    """The normal forms of the domains, the rules and the patterns; None where these are too many."""
    rules = [rule for rule in program.rules if rule]
    if (len(rules) + sum(map(len, kept))) * program.n_cells > MOST_FORMS:
        return None
    domains = program.domains
    most = min(MOST, MOST_COMBINATIONS // (len(rules) + 1))
    everything = [program.held] * program.n_cells
    inside = normal(everything, Guards(dict(enumerate(domains)), ()))
    made = [normal(domains, rule.guards, rule.sources, rule.cost, most) for rule in rules]
    families = [made, *([normal(domains, pattern, most=most) for pattern in each] for each in kept)]
    known = [frozenset(united(domains, filter(None, family), most)) for family in families]
    return [frozenset(filter(None, [inside])), *known]


class _Search:
    """The generators, from the symmetries that keep most cells and values to those that keep none."""

    def __init__(self, graph: Graph, families: Sequence[Family], budget: int) -> None:
        self.graph, self.families, self.budget = graph, families, budget
        self.n_points = graph.n_points
        self.base: list[int] = []  # the points that are singled out, one after the other
        self.left: list[Colours] = [graph.refine(graph.colours)]  # the colours before each, and after the last
        self.found: list[Points] = []
        self.orbits: list[dict[int, Points]] = []  # by level from the last: where its point goes, each by a symmetry

    def run(self) -> bool:
        """Find generators; whether these generate all symmetries."""
        while (point := self._next()) is not None:
            self.left.append(self.graph.single_out(self.left[-1], point, len(self.base)))
            self.base.append(point)
            if self._is_spent():
                return False
        for level in reversed(range(len(self.base))):
            complete = self._level(level)
            self.orbits.append(self._orbit(self.base[level], self.found))
            if not complete:
                return False
        return True

    def _is_spent(self) -> bool:
        return self.graph.steps > self.budget

    def _classes(self, colours: Colours) -> dict[int, list[int]]:
        classes: dict[int, list[int]] = {}
        for point, colour in enumerate(colours[: self.n_points].tolist()):
            classes.setdefault(colour, []).append(point)
        return classes

    def _next(self) -> int | None:
        """A point of the smallest set of several with the same colour; None where all are told apart."""
        several = [points for points in self._classes(self.left[-1]).values() if len(points) > 1]
        return min(several, key=lambda points: (len(points), points))[0] if several else None

    def _level(self, level: int) -> bool:
        """Add generators that keep the points before `level` and map the one there; whether they are all."""
        point = self.base[level]
        colours = self.left[level]
        tried = set(self._orbit(point, self.found))
        for other in self._classes(colours)[int(colours[point])]:
            if other in tried:
                continue
            made = next(self._mapped(level, other), None)
            if self._is_spent() and made is None:
                return False
            if made is not None:
                self.found.append(made)
                tried |= self._orbit(point, self.found).keys()
            else:
                tried |= self._orbit(other, self.found).keys()  # where one cannot go, nor can its images
        return True

    def _mapped(self, level: int, other: int) -> Iterator[Points]:
        """The symmetries that keep the points before `level` and map the one there to `other`."""
        stack = [(self.left[level], iter([other]))]
        while stack:
            colours, choices = stack[-1]
            choice = next(choices, None)
            if choice is None:
                stack.pop()
                continue
            if self._is_spent():
                return
            depth = level + len(stack)  # how many points of the base are mapped now
            made = self.graph.single_out(colours, choice, depth - 1)
            if not self._alike(made, self.left[depth]):
                continue
            if depth == len(self.base):
                if (points := self._read(made)) is not None:
                    yield points
            else:
                wanted = int(self.left[depth][self.base[depth]])
                stack.append((made, iter(self._classes(made).get(wanted, ()))))

    def _alike(self, one: Colours, other: Colours) -> bool:
        from .colouring import kinds

        return kinds(one) == kinds(other)

    def _read(self, colours: Colours) -> Points | None:
        """The symmetry that maps each point to the one whose colour it had; None where it is none."""
        at = {colour: point for point, colour in enumerate(colours[: self.n_points].tolist())}
        last = self.left[-1][: self.n_points].tolist()
        if len(at) < self.n_points or any(colour not in at for colour in last):
            return None
        points = tuple(at[colour] for colour in last)
        return points if self._is_symmetry(points) else None

    def _is_symmetry(self, points: Points) -> bool:
        """Whether the rules and each family of patterns are mapped onto themselves: the proof."""
        renaming = self._renaming(points)
        if any(cell >= self.graph.n_cells for cell in renaming.cells):
            return False
        return all(frozenset(map(renaming.normal, family)) == family for family in self.families)

    def _renaming(self, points: Points) -> Renaming:
        n_cells = self.graph.n_cells
        return Renaming(points[:n_cells], tuple(point - n_cells for point in points[n_cells:]))

    def _orbit(self, point: int, generators: Sequence[Points]) -> dict[int, Points]:
        """The points that `point` is mapped to, each with a symmetry that does so."""
        found = {point: tuple(range(self.n_points))}
        queue = [point]
        for here in queue:
            for generator in generators:
                if generator[here] not in found:
                    found[generator[here]] = tuple(generator[to] for to in found[here])
                    queue.append(generator[here])
        return found

    def group(self, complete: bool) -> Symmetries:
        """The group of what is found."""
        order, elements = 1, [tuple(range(self.n_points))]
        for orbit in self.orbits:
            if len(elements) == order and order * len(orbit) <= MOST_LISTED:
                elements = [tuple(by[to] for to in element) for by in orbit.values() for element in elements]
            order *= len(orbit)
        made = [Symmetry(tuple(r.cells), tuple(r.values)) for r in map(self._renaming, [*elements, *self.found])]
        return Symmetries(tuple(made[len(elements) :]), order, tuple(made[: len(elements)]), complete)
