"""Exact covers, schedules and parts that hang together beside CP-SAT's own models of the same, with one worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from constraint import MaxSumConstraint

from logicpuzzles import Connected, Cover, Model, NoOverlap, Problem, load

from .harness import Row, best, once
from .models import expect

PATIENCE = 10.0  # seconds for CP-SAT; the rest of its time is reckoned from the share of solutions it found
Square = tuple[int, int]
Placements = Mapping[str, list[tuple[Square, ...]]]


def rows() -> Iterator[Row]:
    """The figures of pentominoes in both statements, and of the others."""
    for statement in (as_options, as_pieces):
        told = "options 0 or 1" if statement is as_options else "piece = placement"
        large, narrow = statement(placements(6, 10)), statement(placements(3, 20))
        first = best(lambda m=large: expect(m.solve().status, "solved"))  # type: ignore[misc]
        reference = best(lambda: pentominoes(placements(6, 10), 1), 3)
        yield Row(f"pentominoes 6x10, {told}: first", first, "s", "CP-SAT", reference, reference)
        both = best(lambda m=narrow: expect(len(list(m.solutions(workers=1))), 4))  # type: ignore[misc]
        reference = best(lambda: pentominoes(placements(3, 20), 4), 3)
        yield Row(f"pentominoes 3x20, {told}: both, mirrored", both, "s", "CP-SAT", reference, reference)
        whole = once(lambda m=large: expect(m.count(workers=1), 2339))  # type: ignore[misc]
        yield Row(f"pentominoes 6x10, {told}: all 2339", whole, "s", "CP-SAT", all_of_cp_sat(), 20)
    yield from squares()
    yield from shop()
    yield from shapes()


def placements(height: int, width: int) -> Placements:
    """Where each piece can lie; the cross in a quarter of the board only, so that turned boards are one."""
    domains = load("pentominoes", rows=height, cols=width).model.reading.domains
    found = {piece: list(places) for piece, places in domains.items()}
    found["X"] = [place for place in found["X"] if is_in_quarter(place, height, width)]
    return found


def is_in_quarter(place: tuple[Square, ...], height: int, width: int) -> bool:
    """Whether the cross has its middle in the upper left."""
    y, x = place[2]
    return 2 * y < height and 2 * x < width


def as_options(where: Placements) -> Model:
    """A variable for each placement."""
    options = [(piece, place) for piece, places in where.items() for place in places]

    def build() -> Problem:
        problem = Problem()
        problem.addVariables(options, [0, 1])
        problem.addConstraint(Cover([(piece, *place) for piece, place in options]))
        return problem

    return Model(build)


def as_pieces(where: Placements) -> Model:
    """A variable for each piece."""
    squares = {square for places in where.values() for place in places for square in place}

    def build() -> Problem:
        problem = Problem()
        for piece, places in where.items():
            problem.addVariable(piece, places)
        problem.addConstraint(Cover(items=squares))
        return problem

    return Model(build)


def pentominoes(where: Placements, n: int) -> float:
    """CP-SAT with a literal for each placement: seconds for `n` solutions, reckoned from those it found in time."""

    def state(model: Any) -> None:
        covering: dict[Square, list[Any]] = {}
        for places in where.values():
            literals = [model.new_bool_var("") for _ in places]
            model.add_exactly_one(literals)
            for literal, place in zip(literals, places, strict=True):
                for square in place:
                    covering.setdefault(square, []).append(literal)
        for literals in covering.values():
            model.add_exactly_one(literals)

    return cp_sat(state, n)


def all_of_cp_sat() -> float:
    """Seconds for all solutions of 6 by 10."""
    return pentominoes(placements(6, 10), 2339)


def cp_sat(state: Callable[[Any], None], n: int) -> float:
    """Seconds of CP-SAT for `n` solutions of what `state` posts, reckoned from those it found in time."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    state(model)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = PATIENCE
    solver.parameters.enumerate_all_solutions = n > 1

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    counter = Counter()
    seconds = once(lambda: solver.solve(model, counter))
    return seconds * n / max(counter.found, 1) if n > 1 else seconds


SIDES = (18, 15, 14, 10, 9, 8, 7, 4, 1)  # of the squares in a rectangle of 32 by 33, Z. Moron (1925)


def squares() -> Iterator[Row]:
    """The squared rectangle, all positions."""

    def build() -> Problem:
        problem = Problem()
        for side in SIDES:
            problem.addVariable(("x", side), range(33 - side))
            problem.addVariable(("y", side), range(34 - side))
        problem.addConstraint(NoOverlap([(side, side) for side in SIDES]))
        return problem

    def state(model: Any) -> None:
        xs = [model.new_int_var(0, 32 - side, "") for side in SIDES]
        ys = [model.new_int_var(0, 33 - side, "") for side in SIDES]
        across = [model.new_fixed_size_interval_var(x, side, "") for x, side in zip(xs, SIDES, strict=True)]
        down = [model.new_fixed_size_interval_var(y, side, "") for y, side in zip(ys, SIDES, strict=True)]
        model.add_no_overlap_2d(across, down)
        model.add_cumulative(across, SIDES, 33)
        model.add_cumulative(down, SIDES, 32)

    model = Model(build)
    ours = best(lambda: expect(model.count(workers=1), 4), 3)
    yield Row("nine squares in 32x33, all positions", ours, "s", "CP-SAT", cp_sat(state, 4), 1.0)


# Of each job the machine and the duration of each of its tasks, in order: H. Fisher and G. L. Thompson (1963).
SHOP = """
2 1 0 3 1 6 3 7 5 3 4 6
1 8 2 5 4 10 5 10 0 10 3 4
2 5 3 4 5 8 0 9 1 1 4 7
1 5 0 5 2 5 3 3 4 8 5 9
2 9 1 3 4 5 5 4 0 3 3 1
1 3 3 3 5 9 0 10 4 4 2 1
"""
LATEST = 100


def shop() -> Iterator[Row]:
    """The shortest schedule of six jobs on six machines, which takes 55."""
    lines = [list(map(int, line.split())) for line in SHOP.split("\n") if line]
    jobs = [list(zip(line[::2], line[1::2], strict=True)) for line in lines]

    def build() -> Problem:
        problem = Problem()
        problem.addVariable("end", range(LATEST))
        machines: dict[int, list[tuple[Any, int]]] = {}
        for j, job in enumerate(jobs):
            names = [*((j, k) for k in range(len(job))), "end"]
            problem.addVariables(names[:-1], range(LATEST))
            for name, after, (machine, duration) in zip(names, names[1:], job, strict=False):
                machines.setdefault(machine, []).append((name, duration))
                problem.addConstraint(MaxSumConstraint(-duration, [1, -1]), [name, after])
        for tasks in machines.values():
            problem.addConstraint(NoOverlap([duration for _, duration in tasks]), [name for name, _ in tasks])
        return problem

    def state(model: Any) -> None:
        end = model.new_int_var(0, LATEST, "")
        machines: dict[int, list[Any]] = {}
        for job in jobs:
            before: Any = 0
            for machine, duration in job:
                start = model.new_int_var(0, LATEST, "")
                model.add(start >= before)
                machines.setdefault(machine, []).append(model.new_fixed_size_interval_var(start, duration, ""))
                before = start + duration
            model.add(end >= before)
        for intervals in machines.values():
            model.add_no_overlap(intervals)
        model.minimize(end)

    model = Model(build, minimize="end")

    def ours() -> None:
        found = model.solve()
        expect(found.status == "solved" and found.values["end"], 55)

    reference = min(cp_sat(state, 1) for _ in range(3))
    yield Row("the 6x6 job shop, optimum 55 proved", best(ours), "s", "CP-SAT", reference, reference)


def shapes() -> Iterator[Row]:
    """Nurikabe, and the parts of a grid that hang together."""
    model = load("nurikabe").model
    yield Row("nurikabe 8x8, the only one", best(lambda: expect(model.count(), 1)), "s", target=0.05)
    cells = [(y, x) for y in range(4) for x in range(4)]

    def build() -> Problem:
        problem = Problem()
        problem.addVariables(cells, [0, 1])
        problem.addConstraint(Connected(1))
        return problem

    grid = Model(build)
    yield Row("connected parts of 4x4, counted: 11507", best(lambda: expect(grid.count(), 11507), 3), "s", target=0.2)
