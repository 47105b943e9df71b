"""The engine learning: the same solutions as compiled where it learns, and every nogood follows from the model."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import groupby, product
from typing import Any

import constraint as library
import pytest
from scale import scale

from logicpuzzles import Circuit, GlobalCardinality, Limits, Model, Problem, Regular, load
from logicpuzzles.endings import Exhausted, Stopped
from logicpuzzles.models import learning
from logicpuzzles.models.compiled import CompiledSearch
from logicpuzzles.models.kernels import layout, memory
from logicpuzzles.models.learning import LearningSearch
from logicpuzzles.models.packed import Packed, record
from logicpuzzles.search.budget import Budget

_WORD = 0xFFFFFFFFFFFFFFFF


def dense(seed: int) -> Problem:
    """A problem with more constraints than most values of its variables survive, in one word or several."""
    draw = random.Random(seed)
    n, d = draw.randint(5, 9), draw.randint(3, 5)
    top = draw.choice([d + 1, d + 1, d + 1, d + 1, 100])
    problem = Problem()
    for v in range(n):
        problem.addVariable(v, sorted(draw.sample(range(top), d)))
    for _ in range(n + draw.randint(-1, 3)):
        scope = draw.sample(range(n), draw.randint(2, 4))
        problem.addConstraint(*one(draw, scope, d, top))
    return problem


def one(draw: random.Random, scope: list[int], d: int, top: int) -> tuple[Any, list[int]]:
    """A constraint that many values satisfy."""
    kind = draw.choice(["different", "sum", "sum", "function", "function", "some", "product", "distance", "rare"])
    middle, n = top // 2, len(scope)
    if kind == "sum":
        factors = [draw.choice([-2, -1, 1, 1, 2, 3]) for _ in scope]
        cls, slack = draw.choice([(library.MaxSumConstraint, middle), (library.MinSumConstraint, -middle)])
        return cls(sum(factors) * middle + slack // 2, factors), scope
    if kind == "function":
        m = draw.randint(3, 6)
        wanted = draw.randrange(m)
        return lambda *x: (7 * sum(i * y for i, y in enumerate(x)) + x[0] * x[-1]) % m != wanted, scope[:3]
    if kind == "some":
        cls = draw.choice([library.SomeInSetConstraint, library.SomeNotInSetConstraint])
        return cls(draw.sample(range(top), top // 2), draw.randint(1, n - 1), False), scope
    if kind == "product":
        return library.MaxProdConstraint(draw.randint(middle, top) ** min(n, 3)), scope[:3]
    if kind == "distance":
        return lambda x, y: abs(x - y) != 1, scope[:2]
    if kind == "different":
        return library.AllDifferentConstraint(), scope[: draw.randint(2, 3)]
    rare = draw.choice(["equal", "circuit", "exact", "asked"])
    if rare == "equal" and top < 20:
        return library.AllEqualConstraint(), scope[:2]
    if rare == "circuit" and top < 20:
        return Circuit(list(range(n))), scope
    if rare == "exact":
        return library.ExactSumConstraint(draw.randint(middle, n * middle)), scope
    return lambda *x: len(set(map(repr, x))) + sum(x) != middle, scope


def test_the_solutions_are_those_of_compiled() -> None:
    """On models with many conflicts."""
    for seed in range(scale(100, 20_000)):
        packed = Model(lambda seed=seed: dense(seed)).reading.packed
        found = [row for row in LearningSearch(packed, {}, Budget()).rows() if row is not None]
        assert len(set(found)) == len(found), seed
        assert set(found) == {row for row in CompiledSearch(packed, {}, Budget()).rows() if row is not None}, seed


def nogoods(search: LearningSearch, begin: int) -> Iterator[list[tuple[int, int]]]:
    """The literals of each nogood in the pool from the address `begin` on: a word and its mask."""
    n, r = begin, search.r
    while n < r[memory.USED]:
        yield [(r[i], r[i + 1]) for i in range(n + memory.LITERALS, r[n + memory.STOP], 2)]
        n = r[n + memory.STOP]


def words(packed: Packed, bits: Any) -> dict[int, int]:
    """The words of a solution, by address."""
    found = {}
    for i, k in enumerate(bits):
        first, end = packed.t[record(i) + layout.FIRST], packed.t[record(i) + layout.END]
        for w, at in enumerate(range(first, end, layout.STRIDE)):
            found[at] = 1 << (k & 63) if k >> 6 == w else 0
    return found


def check_nogoods(packed: Packed) -> int:
    """Compare what is learned with the solutions that are still to come; how many nogoods were compared."""
    n_variables = len(packed.order)
    flat = [list(part) for part in CompiledSearch(packed, {}, Budget()).slices(256)]
    rows = [tuple(part[i : i + n_variables]) for part in flat for i in range(0, len(part), n_variables)]
    left = {row: words(packed, row) for row in rows}
    search = LearningSearch(packed, {}, Stepwise())
    seen = n = 0
    for part in search.slices(1):
        for i in range(0, len(part), n_variables):
            del left[tuple(part[i : i + n_variables])]
        for literals in nogoods(search, seen or search.r[memory.POOL]):
            n += 1
            assert not any(all(s[at] & ~mask & _WORD == 0 for at, mask in literals) for s in left.values())
        seen = search.r[memory.USED]
    assert not left
    return n


class Stepwise(Budget):
    """A budget whose slices are one decision long."""

    def __init__(self) -> None:
        super().__init__(work=1)

    def tick(self, *args: Any, **named: Any) -> None:
        super().tick(*args, **named)
        self.work = 1


def test_nogoods_follow_from_the_model() -> None:
    """No solution that is still to come violates one: those of random models."""
    for seed in range(1000, scale(1020, 4000)):
        packed = Model(lambda seed=seed: dense(seed)).reading.packed
        if packed is not None and len(packed.order) <= 9:  # no auxiliary variables, whose values compiled leaves open
            check_nogoods(packed)


def intervals() -> Problem:
    """A series of eight notes whose seven intervals differ."""
    problem = Problem()
    problem.addVariables(range(8), range(8))
    problem.addVariables("abcdefg", range(1, 8))
    problem.addConstraint(library.AllDifferentConstraint(), list(range(8)))
    problem.addConstraint(library.AllDifferentConstraint(), "abcdefg")
    for i, name in enumerate("abcdefg"):
        problem.addConstraint(lambda x, y, d: abs(x - y) == d, [i, i + 1, name])
    return problem


def halves() -> Problem:
    """The numbers from 1 to 16 in two halves with the same sum, and the same sum of squares."""
    problem = Problem()
    numbers = list(range(1, 17))
    problem.addVariables(numbers, [0, 1])
    for power in range(3):
        factors = [i**power for i in numbers]
        problem.addConstraint(library.ExactSumConstraint(sum(factors) // 2, factors), numbers)
    return problem


def few() -> Problem:
    """Seven numbers, each of which many sets have few of."""
    problem = Problem()
    problem.addVariables(range(7), range(4))
    for a, b, c in ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)):
        problem.addConstraint(library.SomeInSetConstraint([a % 4, b % 3], 2, True), [a, b, c])
        problem.addConstraint(lambda x, y, z: x * y + z != 5 and x + y != z, [c, a, b])
    return problem


def lines(seed: int) -> Problem:
    """A square of cells, each line of which shows its runs of full cells, or how many are full."""
    draw, n = random.Random(seed), 6 + seed % 3
    full = [[draw.random() < 0.4 for _ in range(n)] for _ in range(n)]
    problem = Problem()
    problem.addVariables([(i, j) for i in range(n) for j in range(n)], [0, 1])
    for i in range(n):
        for scope in ([(i, j) for j in range(n)], [(j, i) for j in range(n)]):
            runs = [sum(1 for _ in part) for is_full, part in groupby(full[a][b] for a, b in scope) if is_full]
            if draw.random() < 0.15:
                problem.addConstraint(GlobalCardinality({1: sum(runs)}), scope)
            else:
                problem.addConstraint(Regular("0*" + "0+".join(f"1{{{k}}}" for k in runs) + "0*"), scope)
    return problem


def squares(seed: int) -> Problem:
    """A Latin square of order 6 with diagonals that differ, and some sums."""
    draw = random.Random(seed)
    problem = Problem()
    problem.addVariables([(i, j) for i in range(6) for j in range(6)], range(6))
    for i in range(6):
        problem.addConstraint(library.AllDifferentConstraint(), [(i, j) for j in range(6)])
        problem.addConstraint(library.AllDifferentConstraint(), [(j, i) for j in range(6)])
    problem.addConstraint(library.AllDifferentConstraint(), [(i, (2 * i + 1) % 6) for i in range(3)])
    for _ in range(10):
        a, b, c = (tuple(draw.choices(range(6), k=2)) for _ in range(3))
        problem.addConstraint(library.ExactSumConstraint(draw.randint(5, 9)), list({a, b, c}))
    return problem


@pytest.mark.parametrize(
    ("build", "least"),
    [(intervals, 100), (halves, 50), (few, 0), (lambda: queens(7), 10), (partial(lines, 17), 50)]
    + [(partial(lines, seed), 0) for seed in range(scale(12, 300))]
    + [(partial(squares, seed), 0) for seed in range(scale(6, 100))],
)
def test_nogoods_of_puzzles_follow_from_them(build: Any, least: int) -> None:
    """The same for models with many conflicts: at least so many nogoods are compared."""
    packed = Model(build).reading.packed
    if packed is not None:
        assert len(packed.order) <= 64
        assert check_nogoods(packed) >= least
    else:
        assert not least


def queens(n: int) -> Problem:
    """The problem of `n` queens."""
    built: Problem = load("queens", n=n).model.build()
    return built


def test_slices_change_nothing() -> None:
    """Paused after every decision, a search finds the same in the same order; and so twice."""
    packed = load("queens", n=7).model.reading.packed
    assert packed is not None
    expected = list(LearningSearch(packed, {}, Budget()).rows())
    solutions = [row for row in expected if row is not None]
    assert len(solutions) == 40
    assert [row for row in LearningSearch(packed, {}, Stepwise()).rows() if row is not None] == solutions
    assert [row for row in LearningSearch(packed, {}, Budget()).rows() if row is not None] == solutions


def test_nogoods_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for few nogoods, again and again, all solutions are found once, and the arrays grow as they must."""
    monkeypatch.setattr(learning, "_MOST", 20)
    monkeypatch.setattr(learning, "_POOL", 64)
    model = load("magic_square", order=4).model
    search = LearningSearch(model.reading.packed, {}, Budget())
    assert search.count() == 880
    assert search.r[memory.LEARNED] < search.r[memory.CONFLICTS] / 4


def pigeons() -> Problem:
    """Ten pigeons in nine holes, a pair at a time: nothing but search finds out."""
    problem = Problem()
    problem.addVariables(range(10), range(9))
    for a, b in product(range(10), repeat=2):
        if a < b:
            problem.addConstraint(lambda x, y: x != y, [a, b])
    return problem


def test_limits() -> None:
    """Limits of nodes and memory stop it, and say so."""
    model = Model(pigeons)
    ending = model.solve(engine="learning", limits=Limits(nodes=50))
    assert isinstance(ending, Stopped)
    assert "50 nodes" in ending.reason
    assert ending.nodes == 50
    ending = model.solve(engine="learning", limits=Limits(memory=150_000))
    assert isinstance(ending, Stopped)
    assert "memory" in ending.reason


def test_given_values_and_auxiliary_variables() -> None:
    """Solutions that differ in auxiliary variables only count once; a search can begin with values given."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("abcd", range(4))
        problem.addConstraint(library.AllDifferentConstraint(), "abcd")
        return problem

    model = Model(build, arguments="ab")
    assert model.count(engine="learning") == 12
    assert model.count({"a": 1}, engine="learning") == 3
    assert isinstance(model.solve({"a": 1, "b": 1}, engine="learning"), Exhausted)
