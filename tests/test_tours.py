"""Tours read off the rules: what they call a move, an end and hopeless, against brute force over small graphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest
from boards import effect, knight
from scale import scale

from logicpuzzles.endings import State
from logicpuzzles.rewriting.rewrite import Among, Equals, Pattern, Rewriting, Rule, matches
from logicpuzzles.search import SearchProblem
from logicpuzzles.search.coding.tour import Tour, tour_of

CASES = scale(300, 20_000)
WALKER, FREE, LEFT, STONE = "w", "f", "x", "s"


class Graph:
    """A random directed graph that a walker must tour, starting anywhere; some cells are taken from the start."""

    def __init__(self, number: int) -> None:
        random = Random(number)
        self.random = random
        n = random.randint(2, 6)
        pairs = [(a, b) for a, b in product(range(n), repeat=2) if a != b]
        self.edges = random.sample(pairs, random.randint(1, len(pairs)))
        values = random.sample([WALKER, FREE, LEFT, STONE], 4)  # so that each has any number
        rules = [Rule((Equals(a, WALKER), Equals(b, FREE)), effect(n, {a: LEFT, b: WALKER}), b) for a, b in self.edges]
        self.rewriting = Rewriting(n, tuple(rules), (tuple(values),) * n)
        at = random.choice([a for a, _ in self.edges])
        taken = {c for c in range(n) if random.random() < 0.15} - {b for a, b in self.edges if a == at}
        others = {c: random.choice((LEFT, STONE)) for c in taken}
        self.start: State = tuple(WALKER if c == at else others.get(c, FREE) for c in range(n))
        self.to_enter = {b for _, b in self.edges if self.start[b] == FREE}
        self.entered: Pattern = tuple(Among(c, (WALKER, LEFT)) for c in sorted(self.to_enter))

    def goals(self) -> tuple[Pattern, ...]:
        """Every cell entered; or that and the walker in one of some cells, or something left or not in others."""
        n, random = self.rewriting.n_cells, self.random
        if random.random() < 0.4:
            return (self.entered,)
        if random.random() < 0.2:
            return ((*self.entered, Among(random.randrange(n), random.choice([(LEFT, STONE), (WALKER, FREE)]))),)
        return tuple((*self.entered, Equals(end, WALKER)) for end in random.sample(range(n), random.randint(1, n)))

    def states(self) -> Iterator[tuple[State, int, int]]:
        """Every state that is reached, with the walker's cell and the cells left to enter as bits."""
        seen, stack = {self.start}, [self.start]
        while stack:
            state = stack.pop()
            yield state, state.index(WALKER), sum(1 << c for c in self.to_enter if state[c] == FREE)
            new = [after for _, after in self.rewriting.successors(state) if after not in seen]
            seen.update(new)
            stack += new

    def is_solvable(self, state: State, goals: Sequence[Pattern]) -> bool:
        """Whether a goal can be reached from `state`."""
        return any(matches(goal, state) for goal in goals) or any(
            self.is_solvable(after, goals) for _, after in self.rewriting.successors(state)
        )


def is_stuck(graph: Graph, tour: Tour, cell: int, free: int) -> bool:
    """Whether no free cell can be the last, or one cannot be entered, or others must be last than one that can be."""
    left = {c for c in graph.to_enter if free >> c & 1}
    last = set()
    for c in left:
        before = {a for a, b in graph.edges if b == c and a in left | {cell}}
        after = {b for a, b in graph.edges if a == c and b in left}
        if not before:
            return True
        if not any(a != b for a, b in product(before, after)):
            last.add(c)
    ends = {c for c in left if tour.ends >> c & 1}
    return bool(left) and (not ends or len(last) > 1 or not last <= ends)


def test_tours_are_those_of_the_rules() -> None:
    """In every state the moves and the goals are those of the rules, and what is hopeless has no solution."""
    n_hopeless = 0
    for number in range(CASES):
        graph = Graph(number)
        goals = graph.goals()
        tour = tour_of(SearchProblem.of(graph.rewriting, graph.start, goals))
        assert tour is not None
        rules = list(enumerate(graph.rewriting.rules))
        for state, cell, free in graph.states():
            moves = [(rule.label, number) for number, rule in rules if rule.applies(state)]
            assert [step for step in tour.steps[cell] if free >> step[0] & 1] == moves, number
            is_goal = any(matches(goal, state) for goal in goals)
            assert is_goal == (not free and bool(tour.ends >> cell & 1)), (number, state)
            hopeless = tour.hopeless(cell, free)
            assert hopeless == is_stuck(graph, tour, cell, free), (number, state)
            assert not (hopeless and graph.is_solvable(state, goals)), (number, state)
            n_hopeless += hopeless
        into, out_of = (
            [sum({1 << e[1 - side] for e in graph.edges if e[side] == c and e[1] in graph.to_enter}) for c in cells]
            for side, cells in ((1, range(len(graph.start))), (0, range(len(graph.start))))
        )
        assert (list(tour.into), list(tour.out_of)) == (into, out_of), number
    assert n_hopeless > CASES


@pytest.mark.parametrize(
    "goal",
    [(Among(1, (WALKER, LEFT)),), (Among(1, (WALKER, LEFT)), Among(2, (WALKER, FREE)))],
    ids=["one cell need not be entered", "one cell may be left out"],
)
def test_what_need_not_enter_every_cell_is_no_tour(goal: Pattern) -> None:
    """A goal that a state with a free cell satisfies."""
    edges = [(0, 1), (1, 2), (2, 1)]
    rules = [Rule((Equals(a, WALKER), Equals(b, FREE)), effect(3, {a: LEFT, b: WALKER}), b) for a, b in edges]
    rewriting = Rewriting(3, tuple(rules), ((WALKER, FREE, LEFT),) * 3)
    assert tour_of(SearchProblem.of(rewriting, (WALKER, FREE, FREE), [goal])) is None


@pytest.mark.parametrize(
    ("guards", "change"),
    [
        ((Equals(0, WALKER), Equals(1, LEFT)), {0: LEFT, 1: WALKER}),
        ((Equals(0, WALKER), Equals(1, FREE)), {0: FREE, 1: WALKER}),
        ((Equals(0, WALKER), Equals(1, FREE), Equals(2, LEFT)), {0: LEFT, 1: WALKER}),
        ((Equals(0, WALKER), Equals(1, FREE)), {0: LEFT, 1: WALKER, 2: LEFT}),
    ],
    ids=["enters what was left", "leaves a free cell", "asks for a third cell", "changes a third cell"],
)
def test_rules_that_do_more_than_enter_are_no_tour(guards: Pattern, change: dict[int, str]) -> None:
    """Each cell is entered once at most, and entering it depends on nothing else."""
    edges = [(1, 2), (2, 0)]
    rules = [Rule((Equals(a, WALKER), Equals(b, FREE)), effect(3, {a: LEFT, b: WALKER}), b) for a, b in edges]
    rules.append(Rule(guards, effect(3, change), 1))
    rewriting = Rewriting(3, tuple(rules), ((WALKER, FREE, LEFT),) * 3)
    goal = tuple(Among(c, (WALKER, LEFT)) for c in range(3))
    assert tour_of(SearchProblem.of(rewriting, (WALKER, FREE, FREE), [goal])) is None


def test_the_knight_tours() -> None:
    """From every square the knight of the board of 3 rows of 4 has a tour to look for, open and closed."""
    for square in range(12):
        for closed in (False, True):
            tour = tour_of(knight(3, 4, square, closed))
            assert tour is not None
            assert (tour.start, tour.free) == (square, (1 << 12) - 1 - (1 << square))
