"""Symmetries of rules: each found one is one, none is missed, and shipped puzzles have the known ones."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random

import pytest
from boards import gap_rules, grid
from hypothesis import given, settings
from hypothesis import strategies as st
from random_rules import guards
from scale import scale
from small_rules import Case, case, goals_of, pattern

from logicpuzzles.rewriting.colouring import Graph
from logicpuzzles.rewriting.normal import MOST, normal
from logicpuzzles.rewriting.numbered import Guards, NumberedRule
from logicpuzzles.rewriting.program import Program, program_of
from logicpuzzles.rewriting.rewrite import Among, Cell, Differs, Equals, Pattern, Rewriting, Rule, Same, pattern_of
from logicpuzzles.rewriting.symmetry import BUDGET, Symmetries, Symmetry, _families, _Search, symmetries
from logicpuzzles.rewriting.united import united
from logicpuzzles.rewriting.values import members
from logicpuzzles.rulefile.rulebook import load

Numbers = tuple[int, ...]
Move = tuple[Numbers, Numbers, int]  # before, after, cost


def states_of(program: Program) -> list[Numbers]:
    return list(product(*map(members, program.domains)))


def holds(guards: Guards, state: Numbers) -> bool:
    """Whether `state` satisfies the guards, read plainly."""
    n_cells = len(state)
    inside = all(bits >> state[cell] & 1 for cell, bits in guards.allowed.items())
    value = [*state, *range(1000)]  # a virtual cell holds its number
    assert len(value) == n_cells + 1000
    return inside and all(
        all(value[a] == value[b] for a, b in test.pairs)
        if test.equal
        else any(value[a] != value[b] for a, b in test.pairs)
        for test in guards.tests
    )


def moves_of(program: Program, rule: NumberedRule) -> frozenset[Move]:
    """Every move of one rule."""
    found = set()
    for state in states_of(program):
        if holds(rule.guards, state):
            value = [*state, *range(1000)]
            found.add((state, tuple(value[source] for source in rule.sources), rule.cost))
    return frozenset(found)


def image_of(symmetry: Symmetry, moves: frozenset[Move]) -> frozenset[Move]:
    return frozenset((symmetry.image(before), symmetry.image(after), cost) for before, after, cost in moves)


def every(program: Program) -> list[Symmetry]:
    """All permutations of the cells and of the values that some cell holds."""
    held = list(members(program.held))
    found = []
    for cells in permutations(range(program.n_cells)):
        for images in permutations(held):
            values = list(range(len(program.values)))
            for number, image in zip(held, images, strict=True):
                values[number] = image
            found.append(Symmetry(cells, tuple(values)))
    return found


def keeps_domains(program: Program, symmetry: Symmetry) -> bool:
    """Whether what the cells may hold is mapped onto itself."""
    return all(
        sum(1 << symmetry.values[v] for v in members(domain)) == program.domains[symmetry.cells[cell]]
        for cell, domain in enumerate(program.domains)
    )


def compared(rewriting: Rewriting, goals: list[Pattern]) -> Symmetries:
    """The symmetries found, compared with all: those of each rule are among them, those of all moves are the most."""
    program = program_of(rewriting, goals=goals)
    wanted = program.goals(goals)
    found = symmetries(program, wanted)
    by_rule = {moves for rule in program.rules if rule and (moves := moves_of(program, rule))}
    moves = frozenset(move for some in by_rule for move in some)
    by_goal = {frozenset(s for s in states_of(program) if holds(goal, s)) for goal in wanted} - {frozenset()}
    goal_states = frozenset(state for some in by_goal for state in some)
    of_rules, of_moves = set(), set()
    families = _families(program, [wanted])
    assert families is not None
    search = _Search(Graph(program.n_cells, len(program.values), program.held, families), families, BUDGET)
    for symmetry in every(program):
        points = (*symmetry.cells, *(program.n_cells + number for number in symmetry.values))
        assert search._is_symmetry(points) == (symmetry in found.elements)  # the proof by itself, of all renamings
        if not keeps_domains(program, symmetry):
            continue
        if image_of(symmetry, moves) == moves and frozenset(map(symmetry.image, goal_states)) == goal_states:
            of_moves.add(symmetry)
            if {image_of(symmetry, some) for some in by_rule} == by_rule and {
                frozenset(map(symmetry.image, some)) for some in by_goal
            } == by_goal:
                of_rules.add(symmetry)
    assert found.complete
    assert found.listed
    assert len(set(found.elements)) == found.order
    assert of_rules <= set(found.elements) <= of_moves
    assert set(found.generators) <= set(found.elements)
    return found


def small(seed: int) -> Case | None:
    made = case(seed, most_states=100)
    n_cells, n_values = made.rewriting.n_cells, len({repr(v) for d in made.rewriting.domains for v in d})
    return made if n_cells <= 4 and n_values <= 3 else None


@pytest.mark.parametrize("first", range(0, 40, 20))
def test_random_rules_have_the_symmetries_that_brute_force_finds(first: int) -> None:
    """No symmetry of the rules is missed, and none is given that all moves and goals do not have."""
    for seed in range(first, first + 20):
        made = small(seed)
        if made is not None:
            compared(made.rewriting, goals_of(Random(seed), made, made.states[0]))


def closed(rules: list[Rule], cells: tuple[int, ...], values: tuple[int, ...]) -> tuple[Rule, ...]:
    """The rules with all their images under one renaming of cells and values."""

    def cell(c: int) -> int:
        return cells[c]

    def source(s: object) -> object:
        return Cell(cells[s.index]) if isinstance(s, Cell) else values[s]  # type: ignore[index]

    def guard(g: object) -> object:
        if isinstance(g, Equals):
            return Equals(cell(g.cell), values[g.value])
        if isinstance(g, Among):
            return Among(cell(g.cell), tuple(values[v] for v in g.values))
        if isinstance(g, Same):
            return Same(cell(g.cell), cell(g.other))
        assert isinstance(g, Differs)
        return Differs(tuple((Cell(cell(a.index)), source(b)) for a, b in g.pairs))

    found = dict.fromkeys(rules)
    queue = list(rules)
    for rule in queue:
        effect = [None] * len(rule.effect)
        for to, what in enumerate(rule.effect):
            effect[cells[to]] = source(what)
        image = Rule(tuple(map(guard, rule.guards)), tuple(effect), rule.label, rule.cost)  # type: ignore[arg-type]
        if image not in found:
            found[image] = None
            queue.append(image)
    return tuple(found)


@st.composite
def symmetric(draw: st.DrawFn) -> tuple[Rewriting, Symmetry]:
    """Random rules made symmetric under a random renaming."""
    n_cells, n_values = draw(st.integers(2, 4)), draw(st.integers(2, 3))
    cells = tuple(draw(st.permutations(range(n_cells))))
    values = tuple(draw(st.permutations(range(n_values))))
    constants = tuple(range(n_values))
    source = st.one_of(st.integers(0, n_cells - 1).map(Cell), st.sampled_from(constants))
    rules = []
    for _ in range(draw(st.integers(1, 3))):
        changed = draw(st.dictionaries(st.integers(0, n_cells - 1), source, max_size=2))
        effect = tuple(changed.get(cell, Cell(cell)) for cell in range(n_cells))
        needed = tuple(draw(st.lists(guards(n_cells, constants), max_size=3)))
        rules.append(Rule(needed, effect, "go", draw(st.integers(1, 2))))
    made = closed(rules, cells, values)
    return Rewriting(n_cells, made, (constants,) * n_cells), Symmetry(cells, values)


@settings(max_examples=scale(12, 1000))
@given(symmetric())
def test_rules_made_symmetric_have_that_symmetry(made: tuple[Rewriting, Symmetry]) -> None:
    """A renaming under which the rules are closed is found, whatever their guards are."""
    rewriting, symmetry = made
    found = compared(rewriting, [])
    numbering = program_of(rewriting).values
    order = [numbering.get(value) for value in range(len(symmetry.values))]
    values = list(range(len(numbering)))
    for value, number in enumerate(order):
        assert number is not None
        values[number] = order[symmetry.values[value]] or 0
    assert Symmetry(symmetry.cells, tuple(values)) in found.elements


def _apart(one: int, other: int) -> Differs:
    return Differs(((Cell(one), Cell(other)),))


def test_a_table_read_at_the_image() -> None:
    """The sum of the rows of a symmetry over a state is that of the rows over its image."""
    random = Random(3)
    symmetry = Symmetry((2, 0, 1, 3), (1, 2, 0))
    rows = [[random.randrange(9) for _ in range(4)] for _ in range(3)]
    there = symmetry.rows(rows)
    for state in product(range(3), repeat=4):
        image = symmetry.image(state)
        assert sum(there[v][c] for c, v in enumerate(state)) == sum(rows[v][c] for c, v in enumerate(image))


SHIPPED = {"six": 2, "seven": 1, "eight": 2, "fifteen": 2, "hanoi": 2, "river": 2, "jugs": 1, "oshidori": 1}


@cache
def shipped(name: str) -> tuple[Program, Symmetries]:
    puzzle = load(name).puzzle
    patterns = puzzle.patterns()
    program = program_of(puzzle.rewriting, goals=patterns)
    return program, symmetries(program, program.goals(patterns))


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_puzzles(name: str) -> None:
    """The boards whose blank ends in a corner have the reflection in its diagonal, where that is one of the board."""
    program, found = shipped(name)
    assert (found.order, found.complete) == (SHIPPED[name], True)
    if name in ("eight", "fifteen"):
        side = 3 if name == "eight" else 4
        assert found.elements[1].cells == tuple(side * c + r for r in range(side) for c in range(side))
    if name == "hanoi":  # the pegs that are not the goal
        values = program.values
        a, b, c = (values.get(peg) for peg in "abc")
        assert found.elements[1].values[a] == b
        assert found.elements[1].values[c] == c


def pressing(side: int) -> Rewriting:
    """Lights out: a press changes a light and those beside it; a rule for each way they may be."""
    rules = []
    for cell, beside in grid(side, side).items():
        cells = sorted([cell, *beside])
        for held in product((0, 1), repeat=len(cells)):
            after = dict(zip(cells, (1 - v for v in held), strict=True))
            effect = tuple(after.get(c, Cell(c)) for c in range(side * side))
            rules.append(Rule(tuple(map(Equals, cells, held)), effect, cell))
    return Rewriting(side * side, tuple(rules), ((0, 1),) * (side * side))


def test_lights_out_has_those_of_the_square() -> None:
    """All lights off is kept by the eight symmetries of the board; without it, on and off may change places too."""
    rewriting = pressing(5)
    program = program_of(rewriting)
    goals = program.goals([pattern_of((0,) * 25)])
    assert symmetries(program, goals).order == 8
    assert symmetries(program).order == 16


def test_pegs_that_are_alike() -> None:
    """Values that no rule names may change places in every way; of more than 1,000 symmetries a subgroup is listed."""
    rewriting = gap_rules(grid(1, 3), range(9))
    program = program_of(rewriting)
    found = symmetries(program)
    assert found.order == 2 * 40320
    assert found.complete
    assert not found.listed
    assert 100 <= len(found.elements) <= 1000
    assert len(found.generators) < 20
    elements = set(found.elements)
    for one in found.elements[:10]:
        for other in found.elements[-10:]:  # it is a group
            cells = tuple(one.cells[c] for c in other.cells)
            assert Symmetry(cells, tuple(one.values[v] for v in other.values)) in elements


def test_cells_that_may_hold_other_values_are_not_symmetric() -> None:
    """What each cell may hold is kept, even where no rule looks at it."""
    found = symmetries(program_of(Rewriting(3, (), ((0, 1), (0, 1), (0, 1, 2)))))
    assert found.order == 2 * 2
    assert all(one.cells[2] == 2 and one.values[2] == 2 for one in found.elements)


def test_costs_tell_rules_apart() -> None:
    """A move that costs more is not symmetric to one that costs less."""
    made = gap_rules(grid(1, 3))
    assert symmetries(program_of(made)).order == 4
    dear = tuple(Rule(r.guards, r.effect, r.label, 1 + (n == 0)) for n, r in enumerate(made.rules))
    assert symmetries(program_of(Rewriting(3, dear, made.domains))).order == 2


def test_a_search_that_may_look_at_little_gives_a_group() -> None:
    """What is found within a budget is said to be incomplete, and is a group of symmetries all the same."""
    rewriting = gap_rules(grid(3, 3))
    program = program_of(rewriting)
    goals = program.goals([pattern_of((*range(1, 9), 0))])
    whole = set(symmetries(program, goals).elements)
    for budget in (0, 100, 1_000, 5_000):
        found = symmetries(program, goals, budget=budget)
        assert set(found.elements) <= whole
        assert found.order == len(found.elements)
        assert found.complete or found.order <= 2
    assert not symmetries(program, goals, budget=0).complete


@settings(max_examples=scale(25, 1000))
@given(st.integers(0, 10_000))
def test_guards_with_the_same_form_hold_in_the_same_states(seed: int) -> None:
    """And those that hold in the same states have the same form."""
    random = Random(seed)
    n_cells, values = random.randint(1, 4), (0, 1, 2)[: random.randint(2, 3)]
    domains = tuple(tuple(random.sample(values, random.randint(1, len(values)))) for _ in range(n_cells))
    rewriting = Rewriting(n_cells, (), domains)
    forms: dict[frozenset[Numbers], object] = {}
    for _ in range(40):
        program = program_of(rewriting, values)
        guards = program.guards(pattern(random, n_cells, values, 4))
        states = frozenset(state for state in states_of(program) if holds(guards, state))
        form = normal(program.domains, guards)
        assert (form is None) == (not states)
        assert forms.setdefault(states, form) == form
    assert len(set(forms.values())) == len(forms)


SAME_MEANING: list[tuple[list[Pattern], list[Pattern]]] = [
    ([(_apart(0, 1), _apart(1, 2))], [(Same(0, 2), _apart(1, 2))]),  # of two values, what differs from the same
    ([(Differs(((Cell(0), Cell(1)), (Cell(2), 0))), Differs(((Cell(0), Cell(1)), (Cell(2), 1))))], [(_apart(0, 1),)]),
    ([(Same(0, 1),), (_apart(0, 1), Equals(2, 0))], [(Equals(2, 0),), (Same(0, 1), Equals(2, 1))]),
    ([(Equals(0, 0),), (Equals(0, 1), Equals(1, 1))], [(Equals(1, 1),), (Equals(0, 0), Equals(1, 0))]),
]


@pytest.mark.parametrize(("one", "other"), SAME_MEANING)
def test_patterns_that_mean_the_same(one: list[Pattern], other: list[Pattern]) -> None:
    """However guards share out the states, and however equal cells are said to be so."""
    program = program_of(Rewriting(3, (), ((0, 1),) * 3), (0, 1))
    forms = []
    for patterns in (one, other):
        made = [normal(program.domains, program.guards(pattern)) for pattern in patterns]
        forms.append(set(united(program.domains, [form for form in made if form is not None], MOST)))
    assert forms[0] == forms[1]


def test_patterns_that_do_not_mean_the_same() -> None:
    """Cells that must be the same are not forgotten where several patterns are taken together."""
    program = program_of(Rewriting(3, (), ((0, 1),) * 3), (0, 1))
    pair = [(Same(0, 1),), (Equals(0, 0), Equals(1, 0), Equals(2, 0))]
    made = [normal(program.domains, program.guards(pattern)) for pattern in pair]
    (form,) = united(program.domains, [form for form in made if form is not None], MOST)
    assert form == made[0]
