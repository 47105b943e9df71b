"""The propagation kernel: in slices of any size, over domains of several words, asking Python about functions."""

from __future__ import annotations

from typing import Any

import pytest
from constraint import AllDifferentConstraint, AllEqualConstraint, ExactSumConstraint, SomeInSetConstraint

from logicpuzzles import Assignment, Circuit, Limits, Model, Problem, PuzzleError, load
from logicpuzzles.models import compiled, query
from logicpuzzles.models.kernels import layout
from logicpuzzles.models.loading import call
from logicpuzzles.models.packed import record
from logicpuzzles.models.reading import Reading
from logicpuzzles.search import budget


def pythagoras() -> Problem:
    """Sides of right-angled triangles, by a function that is neither linear nor small."""
    problem = Problem()
    problem.addVariables("abc", range(1, 31))
    problem.addConstraint(lambda a, b: a < b, "ab")
    problem.addConstraint(lambda a, b, c: a * a + b * b == c * c, "abc")
    return problem


TRIANGLES = {(a, b, c) for a in range(1, 31) for b in range(a + 1, 31) for c in range(1, 31) if a * a + b * b == c * c}


def wide() -> Problem:
    """A permutation of 70 words and numbers, all but five of them fixed, with a word among the first three."""
    values = [*range(66), "w", "x", "y", "z"]
    problem = Problem()
    problem.addVariables(range(70), values)
    problem.addConstraint(AllDifferentConstraint())
    for v in range(5, 70):
        problem.addConstraint(lambda value, own=values[v - 5]: value == own, [v])
    problem.addConstraint(SomeInSetConstraint(["w", "x", "y"], 2, True), [0, 1, 2])
    return problem


def test_functions_are_asked_as_their_variables_become_bound() -> None:
    """Every solution of a function over many values is found."""
    assert {tuple(s.values()) for s in Model(pythagoras).solutions()} == TRIANGLES
    assert Model(pythagoras).count() == len(TRIANGLES)


def test_functions_that_raise_are_noticed_by_a_count() -> None:
    """The engine counts by itself while none does; one that raises where no solution is does not matter."""

    def build(where: int) -> Problem:
        problem = Problem()
        problem.addVariables("abc", range(1, 31))
        problem.addConstraint(lambda a, b, c: a * a + b * b == c * c and (a != where or 1 // 0))
        problem.addConstraint(lambda a, b: a < b, "ab")
        return problem

    assert Model(lambda: build(29)).count() == len(TRIANGLES)
    with pytest.raises(PuzzleError, match="raises ZeroDivisionError"):
        Model(lambda: build(3)).count()


def test_several_words() -> None:
    """A permutation of more than 64 values of any kind: the five that are free are 65 and the words."""
    found = [tuple(s[v] for v in range(5)) for s in Model(wide).solutions()]
    assert len(set(found)) == len(found) == 3 * 2 * 6 * 2  # two of three words, 65 or z, in any order; then the rest
    assert all(sorted(map(str, s)) == ["65", "w", "x", "y", "z"] for s in found)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("queens", {"n": 70}), ("knights_circuit", {"rows": 10, "cols": 10}), ("magic_square", {"order": 9})],
)
def test_large_puzzles(name: str, parameters: dict[str, Any]) -> None:
    """Domains of several words under each kind of constraint of the shipped models; solutions are checked."""
    ending = load(name, **parameters).model.solve()
    assert isinstance(ending, Assignment)


def test_equal_over_several_words() -> None:
    """All-equal and a sum over wide domains with gaps."""
    problem = Problem()
    problem.addVariable("a", range(0, 600, 3))
    problem.addVariable("b", range(0, 600, 5))
    problem.addVariable("c", range(0, 600, 7))
    problem.addConstraint(AllEqualConstraint(), "ab")
    problem.addConstraint(ExactSumConstraint(0, [1, 1, -2]), "abc")
    assert [s["a"] for s in problem.getSolutions()] == list(range(0, 600, 105))


class Slow(compiled.Budget):
    """A budget whose slices are one decision long."""

    def tick(self, *args: Any, **named: Any) -> None:
        super().tick(*args, **named)
        self.work = 1


@pytest.mark.parametrize(
    "make",
    [
        pythagoras,
        wide,
        lambda: load("magic_square", corners=False).model.build(),
        lambda: load("queens", n=6).model.build(),
        lambda: load("knights_circuit", rows=5, cols=6).model.build(),
    ],
)
def test_slices_change_nothing(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paused after every decision, a search gives the same solutions in the same order."""
    whole = Model(make).solutions()
    expected = list(whole)
    monkeypatch.setattr(query, "Budget", lambda *args, **named: Slow(*args, **{**named, "work": 1}))
    sliced = Model(make).solutions()
    assert list(sliced) == expected
    assert sliced.nodes == whole.nodes


def test_slices_change_nothing_after_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A random choice is made once, also where the search pauses before it."""
    whole = load("pentominoes").model.solve()
    monkeypatch.setattr(query, "Budget", lambda *args, **named: Slow(*args, **{**named, "work": 1}))
    sliced = load("pentominoes").model.solve()
    assert isinstance(whole, Assignment)
    assert isinstance(sliced, Assignment)
    assert whole.nodes > 250  # decisions before the first restart
    assert (sliced.values, sliced.nodes) == (whole.values, whole.nodes)


def test_variables_in_more_constraints_are_tried_first() -> None:
    """Before any contradiction, the weight of a variable is one more than the number of constraints on it."""
    problem = Problem()
    problem.addVariables("abcd", range(5))
    for scope in ("ab", "ac", "ad", "abc"):
        problem.addConstraint(AllDifferentConstraint(), scope)
    packed = Reading.of(problem, None).packed
    assert packed is not None
    assert [packed.s[packed.t[record(v) + layout.BLAME]] for v in range(4)] == [5, 3, 3, 2]


def test_slices_stay_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of a slice is fitted to 50 ms of the kernel's time, whatever the taker of solutions spends between."""
    clock, slices = [0.0], []
    each = 5e-5  # seconds a decision

    def timed(entry: str, cells: Any, *rest: int) -> int:
        s = cells[1]
        before = s[layout.NODES]
        code = call(entry, cells, *rest)
        slices.append((s[layout.NODES] - before) * each)
        clock[0] += slices[-1]
        return code

    monkeypatch.setattr(compiled, "call", timed)
    monkeypatch.setattr(compiled, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(budget, "perf_counter", lambda: clock[0])
    for _ in load("magic_square", order=5).model.solutions(limits=Limits(nodes=50_000)):
        clock[0] += 1
    assert clock[0] > 10
    assert max(slices) < 0.2


def test_a_circuit_over_words() -> None:
    """Places may be anything; one that no one can leave to has no round trip."""
    problem = Problem()
    problem.addVariables(["a", "b", "c"], ["x", "y", "z", "nowhere"])
    problem.addConstraint(Circuit(["x", "y", "z"]))
    assert [tuple(s.values()) for s in problem.getSolutions()] == [("y", "z", "x"), ("z", "x", "y")]
    problem.addConstraint(lambda a, b, c: "x" not in (b, c), ["a", "b", "c"])
    assert problem.getSolutions() == []


def test_several_rounds_are_no_circuit() -> None:
    """Successors that are known from the start must form one round trip, not two."""
    for after, n in (([1, 0, 3, 2], 0), ([1, 2, 3, 0], 1), ([0, 1, 2, 3], 0)):
        problem = Problem()
        for place, value in enumerate(after):
            problem.addVariable(place, [value])
        problem.addConstraint(Circuit())
        assert Model(lambda built=problem: built).count() == n
