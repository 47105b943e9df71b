"""Random small rule sets of every kind, from a seed, and brute force over all their states.

A proof is attacked by very many small cases: a case has few enough states to follow every move from each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

from logicpuzzles.endings import State
from logicpuzzles.logic.terms import Term
from logicpuzzles.rewriting.reach import reached
from logicpuzzles.rewriting.rewrite import Among, Cell, Differs, Equals, Guard, Pattern, Rewriting, Rule, Same

POOLS: tuple[tuple[Any, ...], ...] = (
    (0, 1),
    (0, 1, 2),
    (-2, 0, 3),
    (0, 1, 2, 3),
    ("_", "a", "b"),
    (True, 1, 0),
    (1.0, 1, "b", -1),
    (Term("on", (1,)), (1, 2), 0),
)


def key(term: Any) -> str:
    """Equal just for terms that are the same: 1, True and 1.0 are three."""
    return repr(term)


class Case:
    """A rule set, all states over its domains, and what follows what."""

    def __init__(self, rewriting: Rewriting) -> None:
        self.rewriting = rewriting
        self.states: list[State] = self.over(rewriting.domains)

    @staticmethod
    def over(domains: Sequence[Sequence[Any]]) -> list[State]:
        """Every state over these domains."""
        return list(product(*domains))

    @cached_property
    def after(self) -> dict[str, list[State]]:
        """By the key of a state, the states one move later."""
        return {key(state): [after for _, after in self.rewriting.successors(state)] for state in self.states}

    def reached(self, start: State) -> dict[str, int]:
        """The depth of every state that can be reached from `start`, by its key."""
        depths, queue = {key(start): 0}, [start]
        for state in queue:
            for after in self.after[key(state)]:
                if key(after) not in depths:
                    depths[key(after)] = depths[key(state)] + 1
                    queue.append(after)
        return depths

    def to_goal(self, is_goal: Callable[[State], bool]) -> dict[str, int]:
        """The fewest moves to a goal from every state that can reach one, by its key."""
        before: dict[str, list[State]] = {}
        for state in self.states:
            for after in self.after[key(state)]:
                before.setdefault(key(after), []).append(state)
        queue = [state for state in self.states if is_goal(state)]
        depths = {key(state): 0 for state in queue}
        for state in queue:
            for earlier in before.get(key(state), ()):
                if key(earlier) not in depths:
                    depths[key(earlier)] = depths[key(state)] + 1
                    queue.append(earlier)
        return depths

    def arrangements(self, state: State) -> list[State]:
        """The states with the same values, each as often."""
        wanted = sorted(map(key, state))
        return [other for other in self.states if sorted(map(key, other)) == wanted]


def guard(random: Random, n_cells: int, values: Sequence[Any]) -> Guard:
    """A guard of any kind."""
    cell, other = random.randrange(n_cells), random.randrange(n_cells)
    kind = random.randrange(6)
    if kind < 2:
        return Equals(cell, random.choice(values))
    if kind == 2:
        return Among(cell, tuple(random.sample(values, random.randint(1, len(values)))))
    if kind == 3:
        return Same(cell, other)
    pairs = []
    for _ in range(random.choice((1, 1, 2))):
        side = Cell(random.randrange(n_cells)) if random.random() < 0.5 else random.choice(values)
        pairs.append((Cell(random.randrange(n_cells)), side))
    return Differs(tuple(pairs))


def pattern(random: Random, n_cells: int, values: Sequence[Any], most: int = 3) -> Pattern:
    """A conjunction of up to `most` guards."""
    return tuple(guard(random, n_cells, values) for _ in range(random.randint(0, most)))


def any_rule(random: Random, n_cells: int, values: Sequence[Any]) -> Rule:
    """Up to three cells become constants or copies of others; guards of every kind."""
    effect: list[Any] = list(map(Cell, range(n_cells)))
    for cell in random.sample(range(n_cells), random.randint(1, min(3, n_cells))):
        effect[cell] = Cell(random.randrange(n_cells)) if random.random() < 0.5 else random.choice(values)
    return Rule(pattern(random, n_cells, values, 2), tuple(effect), random.choice(("go", Cell(0), (Cell(0), 1))))


def permuting_rule(random: Random, n_cells: int, values: Sequence[Any]) -> Rule:
    """The values of some cells change places; a cell that a guard fixes may be written as its constant."""
    moved = random.sample(range(n_cells), random.randint(2, min(3, n_cells)))
    sources = dict(zip(moved, moved[1:] + moved[:1], strict=True))
    guards = [g for g in pattern(random, n_cells, values, 2) if type(g) is not Same or random.random() < 0.3]
    fixed = {g.cell: g.value for g in guards if type(g) is Equals}
    effect = [
        fixed[s] if s in fixed and random.random() < 0.5 else Cell(s)
        for s in (sources.get(cell, cell) for cell in range(n_cells))
    ]
    return Rule(tuple(guards), tuple(effect), "turn")


def slides(random: Random, n_cells: int, values: Sequence[Any]) -> list[Rule]:
    """Boards on which pieces slide into a blank, or past one piece as well; there may be several kinds of blank."""
    blanks = random.sample(values, random.choice((1, 1, 2)))
    rules = []
    edges = [(a, b) for a in range(n_cells) for b in range(a)]
    for one, two in random.sample(edges, min(len(edges), random.randint(2, n_cells))):
        for gap, other in ((one, two), (two, one)):
            blank = random.choice(blanks)
            guards: list[Guard] = [Equals(gap, blank)]
            if random.random() < 0.2:
                guards.append(Differs(((Cell(other), blank),)))
            effect: list[Any] = list(map(Cell, range(n_cells)))
            effect[gap], effect[other] = Cell(other), random.choice((blank, Cell(gap)))
            rules.append(Rule(tuple(guards), tuple(effect), Cell(other)))
    return rules


def counting_rule(random: Random, n_cells: int, values: Sequence[Any]) -> Rule:
    """What cells hold is named before and after: values are used up, made, and wander."""
    cells = random.sample(range(n_cells), random.randint(1, min(3, n_cells)))
    effect: list[Any] = list(map(Cell, range(n_cells)))
    guards: list[Guard] = []
    for cell in cells:
        guards.append(Equals(cell, random.choice(values)))
        effect[cell] = random.choice(values)
    return Rule(tuple(guards), tuple(effect), cells[0])


def walks(random: Random, n_cells: int, values: Sequence[Any]) -> list[Rule]:
    """A walker leaves something behind and enters cells that are free; now and then it splits, or leaves a copy."""
    walker, free, behind = (random.choice(values) for _ in range(3)) if random.random() < 0.2 else (
        *random.sample(values, 2), random.choice(values))  # fmt: skip
    rules = []
    pairs = [(a, b) for a in range(n_cells) for b in range(n_cells) if a != b]
    if random.random() < 0.5:  # only between cells of different colours
        pairs = [(a, b) for a, b in pairs if (a + b) % 2]
    for one, two in random.sample(pairs, random.randint(1, len(pairs))):
        effect: list[Any] = list(map(Cell, range(n_cells)))
        effect[two], effect[one] = walker, walker if random.random() < 0.05 else behind
        rules.append(Rule((Equals(one, walker), Equals(two, free)), tuple(effect), two))
    return rules


def case(seed: int, most_states: int = 300) -> Case:
    """The case of this number."""
    random = Random(seed)
    values = random.choice(POOLS)
    n_cells = random.randint(1 if seed % 7 == 0 else 2, 5)
    while len(values) ** n_cells > most_states:
        n_cells -= 1
    kind = random.randrange(8)
    n_rules = random.randint(1, 5)
    if n_cells == 1 or kind < 2:
        rules = [any_rule(random, n_cells, values) for _ in range(n_rules)]
    elif kind < 4:
        rules = [permuting_rule(random, n_cells, values) for _ in range(n_rules)]
    elif kind == 4:
        rules = slides(random, n_cells, values)
    elif kind == 5:
        rules = [counting_rule(random, n_cells, values) for _ in range(n_rules)]
    elif kind == 6:
        rules = walks(random, n_cells, values)
    else:
        makers = (any_rule, permuting_rule, counting_rule)
        rules = [random.choice(makers)(random, n_cells, values) for _ in range(n_rules)]
    domains = tuple(values for _ in range(n_cells))
    if random.random() < 0.3:  # a cell holds what the states and the rules lead to, as compiled relations have it
        domains = tuple(tuple(random.sample(values, random.randint(1, len(values)))) for _ in range(n_cells))
        domains = reached(domains, rules)
    return Case(Rewriting(n_cells, tuple(rules), domains))


def steady_case(seed: int) -> Case:
    """Every move uses up one free cell, and moves others about; now and then a rule does something else as well."""
    random = Random(seed)
    free, used, third = random.sample((0, 1, 2, "a", True), 3)
    n_cells, values = random.randint(2, 4), (free, used, third)
    rules = []
    for _ in range(random.randint(1, 5)):
        cell, *others = random.sample(range(n_cells), n_cells)
        effect: list[Any] = list(map(Cell, range(n_cells)))
        effect[cell] = used
        guards: list[Guard] = [Equals(cell, free)]
        if random.random() < 0.15:  # whether the count changes depends on the state
            guards = [Among(cell, (free, third))] if random.random() < 0.5 else [Differs(((Cell(cell), third),))]
        if len(others) > 1 and random.random() < 0.5:
            effect[others[0]], effect[others[1]] = Cell(others[1]), Cell(others[0])
        if random.random() < 0.1:
            effect[others[0]] = random.choice((used, Cell(cell)))
        guards += pattern(random, n_cells, values, 1)
        rules.append(Rule(tuple(guards), tuple(effect), "use"))
    return Case(Rewriting(n_cells, tuple(rules), (values,) * n_cells))


def goals_of(random: Random, made: Case, start: State) -> list[Pattern]:
    """One or several goals: states, nearly all of one, or any patterns."""
    found = []
    values = [value for domain in made.rewriting.domains for value in domain]
    for _ in range(random.choice((1, 1, 1, 2))):
        kind = random.randrange(4)
        if kind == 0:
            found.append(pattern(random, made.rewriting.n_cells, values))
            continue
        state = random.choice(made.states if kind == 1 else made.arrangements(start))
        cells: Sequence[int] = range(len(state))
        if kind == 3:
            cells = random.sample(cells, random.randint(1, len(state)))
        found.append(tuple(Equals(cell, state[cell]) for cell in cells))
    return found


def cases(first: int, count: int) -> Iterator[Case]:
    """The cases of `count` numbers from `first` on."""
    return map(case, range(first, first + count))
