"""Hard models beside CP-SAT with one worker, each in CP-SAT's own constraints, written as its manual advises.

Both are given the model once, and then search it again and again: reading it is not measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, groupby
from math import inf
from random import Random
from time import process_time
from typing import Any

from constraint import AllDifferentConstraint, ExactSumConstraint, InSetConstraint, MaxSumConstraint
from ortools.sat.python import cp_model

from logicpuzzles import Element, GlobalCardinality, Limits, Model, Problem, Regular

from .harness import Row

PATIENCE = 10.0  # seconds for either
ENGINES = ("compiled", "learning", "auto")


class Counter(cp_model.CpSolverSolutionCallback):
    """Counts the solutions."""

    def __init__(self) -> None:
        super().__init__()
        self.found = 0

    def on_solution_callback(self) -> None:
        self.found += 1


def theirs(native: Any, counted: bool) -> tuple[int, float]:
    """How many solutions CP-SAT finds, all or one, and the processor time it takes, the less of several times."""
    best = inf
    for _ in range(5):
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = counted
        solver.parameters.max_time_in_seconds = PATIENCE
        began = process_time()
        solver.solve(native, counter)
        took = process_time() - began
        best = min(best, took)
        if took > 1:
            break
    return counter.found, best


def ours(model: Model, engine: str, counted: bool) -> tuple[int, float]:
    """The same for an engine of ours."""
    best = inf
    for _ in range(5):
        began = process_time()
        solutions = model.solutions(engine=engine, workers=1, limits=Limits(seconds=PATIENCE))
        found = sum(1 for _ in solutions) if counted else int(next(solutions, None) is not None)
        took = process_time() - began
        best = min(best, took if solutions.ending is None or solutions.ending.status != "stopped" else inf)
        if took > 1:
            break
    return found, best


def quasigroups(n: int) -> tuple[Problem, Any]:
    """Idempotent quasigroups with (a * b) * (b * a) = a, up to most symmetries: QG3 of CSPLib 3."""
    problem, native = Problem(), cp_model.CpModel()
    cells = list(combinations_of(n))
    x = {}
    for a, b in cells:
        domain = [a] if a == b else [k for k in range(n) if b < n - 1 or k >= a - 1]
        problem.addVariable((a, b), domain)
        x[a, b] = native.new_int_var_from_domain(cp_model.Domain.from_values(domain), "")
    for a in range(n):
        for line in ([(a, b) for b in range(n)], [(b, a) for b in range(n)]):
            problem.addConstraint(AllDifferentConstraint(), line)
            native.add_all_different([x[c] for c in line])
    for a, b in cells:
        problem.addVariable(("is", a, b), [a])
        problem.addConstraint(Element(shape=(n, n)), [(a, b), (b, a), *cells, ("is", a, b)])
        native.add_element(n * x[a, b] + x[b, a], [x[c] for c in cells], a)
    return problem, native


def combinations_of(n: int) -> Iterator[tuple[int, int]]:
    """The cells of a square, row by row."""
    return ((a, b) for a in range(n) for b in range(n))


def golfers(groups: int, size: int, weeks: int) -> tuple[Problem, Any]:
    """Social golfers: groups in which any two play together at most once; CSPLib 10."""
    problem, native = Problem(), cp_model.CpModel()
    players = range(groups * size)
    x, y = {}, {}
    for w in range(weeks):
        for i in players:
            fixed = [i // size] if w == 0 else [i] if i < size else list(range(groups))
            problem.addVariable((w, i), fixed)
            for g in range(groups):
                y[w, i, g] = native.new_bool_var("")
                if g not in fixed:
                    native.add(y[w, i, g] == 0)
            x[w, i] = [y[w, i, g] for g in range(groups)]
            native.add_exactly_one(x[w, i])
        problem.addConstraint(GlobalCardinality(dict.fromkeys(range(groups), size)), [(w, i) for i in players])
        for g in range(groups):
            native.add(sum(y[w, i, g] for i in players) == size)
    for i, j in combinations(players, 2):
        met = []
        for w in range(weeks):
            problem.addVariable(("met", w, i, j), [0, 1])
            problem.addConstraint(lambda a, b, m: (a == b) == (m == 1), [(w, i), (w, j), ("met", w, i, j)])
            meeting = native.new_bool_var("")
            for g in range(groups):
                native.add_bool_or([~y[w, i, g], ~y[w, j, g], meeting])
            met.append(meeting)
        problem.addConstraint(MaxSumConstraint(1), [("met", w, i, j) for w in range(weeks)])
        native.add_at_most_one(met)
    problem.arguments = [(w, i) for w in range(weeks) for i in players]
    return problem, native


def partition(n: int) -> tuple[Problem, Any]:
    """The numbers 1 to n in halves of the same size, sum, and sum of squares: CSPLib 49."""
    problem, native = Problem(), cp_model.CpModel()
    numbers = range(1, n + 1)
    problem.addVariables(numbers, [0, 1])
    x = [native.new_bool_var("") for _ in numbers]
    for power in range(3):
        factors = [i**power for i in numbers]
        problem.addConstraint(ExactSumConstraint(sum(factors) // 2, factors), list(numbers))
        native.add(sum(f * y for f, y in zip(factors, x, strict=True)) == sum(factors) // 2)
    problem.addConstraint(InSetConstraint([1]), [1])
    native.add(x[0] == 1)
    return problem, native


def magic_series(n: int) -> tuple[Problem, Any]:
    """Number i is how often i is in the series: CSPLib 19."""
    problem, native = Problem(), cp_model.CpModel()
    problem.addVariables(range(n), range(n))
    problem.addVariables([("copy", i) for i in range(n)], range(n))
    x = [native.new_int_var(0, n - 1, "") for _ in range(n)]
    for i in range(n):
        problem.addConstraint(lambda a, b: a == b, [i, ("copy", i)])
    problem.addConstraint(GlobalCardinality(list(range(n))), [*range(n), *(("copy", i) for i in range(n))])
    problem.addConstraint(ExactSumConstraint(n), list(range(n)))
    problem.addConstraint(ExactSumConstraint(n, list(range(n))), list(range(n)))
    for k in range(n):
        equal = []
        for i in range(n):
            b = native.new_bool_var("")
            native.add(x[i] == k).only_enforce_if(b)
            native.add(x[i] != k).only_enforce_if(~b)
            equal.append(b)
        native.add(sum(equal) == x[k])
    native.add(sum(x) == n)
    native.add(sum(i * y for i, y in enumerate(x)) == n)
    return problem, native


def intervals(n: int) -> tuple[Problem, Any]:
    """A series of all notes with all intervals: CSPLib 7."""
    problem, native = Problem(), cp_model.CpModel()
    problem.addVariables(range(n), range(n))
    x = [native.new_int_var(0, n - 1, "") for _ in range(n)]
    apart = [native.new_int_var(1, n - 1, "") for _ in range(n - 1)]
    for i, d in enumerate(apart):
        problem.addVariable(("apart", i), range(1, n))
        problem.addConstraint(lambda a, b, c: abs(a - b) == c, [i, i + 1, ("apart", i)])
        native.add_abs_equality(d, x[i + 1] - x[i])
    problem.addConstraint(AllDifferentConstraint(), list(range(n)))
    problem.addConstraint(AllDifferentConstraint(), [("apart", i) for i in range(n - 1)])
    native.add_all_different(x)
    native.add_all_different(apart)
    problem.arguments = list(range(n))
    return problem, native


def triples(n: int) -> tuple[Problem, Any]:
    """Steiner triples of n points: any two are in one of the sets of three, which are in order; CSPLib 44."""
    problem, native = Problem(), cp_model.CpModel()
    sets, points = range(n * (n - 1) // 6), range(n)
    x = {(i, p): native.new_bool_var("") for i in sets for p in points}
    problem.addVariables(list(x), [0, 1])
    for i in sets:
        problem.addConstraint(ExactSumConstraint(3), [(i, p) for p in points])
        native.add(sum(x[i, p] for p in points) == 3)
    for p, q in combinations(points, 2):
        both = []
        for i in sets:
            problem.addVariable(("both", i, p, q), [0, 1])
            problem.addConstraint(lambda a, b, c: (a and b) == c, [(i, p), (i, q), ("both", i, p, q)])
            b = native.new_bool_var("")
            native.add_bool_or([~x[i, p], ~x[i, q], b])
            native.add_implication(b, x[i, p])
            native.add_implication(b, x[i, q])
            both.append(b)
        problem.addConstraint(ExactSumConstraint(1), [("both", i, p, q) for i in sets])
        native.add_exactly_one(both)
    for i in sets[1:]:
        scope = [(j, p) for j in (i - 1, i) for p in points]
        factors = [2**p for p in points] + [-(2**p) for p in points]
        problem.addConstraint(MaxSumConstraint(-1, factors), scope)
        native.add(sum(f * x[cell] for f, cell in zip(factors, scope, strict=True)) <= -1)
    problem.arguments = list(x)
    return problem, native


def nonogram(seed: int, n: int = 20, share: float = 0.4) -> tuple[Problem, Any]:
    """A square of cells, some of them full, of which the lengths of the runs in each line are told: CSPLib 12."""
    draw = Random(seed)
    full = [[draw.random() < share for _ in range(n)] for _ in range(n)]
    problem, native = Problem(), cp_model.CpModel()
    x = {(i, j): native.new_bool_var("") for i in range(n) for j in range(n)}
    problem.addVariables(list(x), [0, 1])
    for i in range(n):
        across, down = [(i, j) for j in range(n)], [(j, i) for j in range(n)]
        for line, cells in ((across, full[i]), (down, [row[i] for row in full])):
            runs = [sum(1 for _ in part) for is_full, part in groupby(cells) if is_full]
            problem.addConstraint(Regular("0*" + "0+".join(f"1{{{k}}}" for k in runs) + "0*"), line)
            native.add_automaton([x[c] for c in line], *automaton(runs))
    return problem, native


def automaton(runs: list[int]) -> tuple[int, list[int], list[tuple[int, int, int]]]:
    """The start, the last states and the transitions of an automaton for a line with such runs."""
    arcs, state = [(0, 0, 0)], 0
    for number, k in enumerate(runs):
        if number:
            arcs += [(state, 0, state + 1), (state + 1, 0, state + 1)]
            state += 1
        arcs += [(state + i, 1, state + i + 1) for i in range(k)]
        state += k
    if not runs:
        return 0, [0], arcs
    return 0, [state, state + 1], [*arcs, (state, 0, state + 1), (state + 1, 0, state + 1)]


MODELS: dict[str, tuple[Callable[[], tuple[Problem, Any]], int, bool]] = {
    "QG3.8": (lambda: quasigroups(8), 18, True),
    "social golfers 5-3-5": (lambda: golfers(5, 3, 5), 1, False),
    "partition of 48": (lambda: partition(48), 1, False),
    "magic series 30": (lambda: magic_series(30), 1, True),
    "all-interval series 12": (lambda: intervals(12), 1, False),
    "all-interval series 9, all": (lambda: intervals(9), 120, True),
    **{f"nonogram 20x20, number {i}": (partial(nonogram, i), 1, False) for i in range(4)},
    "Steiner triples 7, all": (lambda: triples(7), 30, True),
    "Steiner triples 9, all": (lambda: triples(9), 840, True),
}


def rows() -> Iterator[Row]:
    """Each model by each engine, beside CP-SAT."""
    for name, (make, n, counted) in MODELS.items():
        problem, native = make()
        model = Model(lambda built=problem: built, arguments=getattr(problem, "arguments", None))
        found, reference = theirs(native, counted)
        expect(found, n, name)
        for engine in ENGINES:
            found, seconds = ours(model, engine, counted)
            if seconds < inf:
                expect(found, n, name)
            yield Row(f"{name}, {engine}", seconds, "s", "CP-SAT", reference, reference)


def expect(found: int, right: int, name: str) -> None:
    """Insist on the known number."""
    if found != right:
        raise AssertionError(f"{name}: {found} where {right} is right")
