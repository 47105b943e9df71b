"""Records: what `dataclasses` promises of frozen classes, in less time; and python-constraint without its pools."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from typing import Any, ClassVar

import pytest

from logicpuzzles.records import frozen, names, replace


@frozen()
class Point:
    x: int
    y: int = 0
    kind: ClassVar[str] = "point"

    @property
    def total(self) -> int:
        return self.x + self.y


@frozen()
class Solid(Point):
    z: int = 7


@frozen(kw_only=True, repr=False)
class Named:
    name: str = "a"
    of: tuple[int, ...]

    def __repr__(self) -> str:
        return self.name


@frozen(eq=False)
class Single:
    x: int


@frozen()
class Checked:
    x: int

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError(self.x)


@dataclasses.dataclass(frozen=True)
class PointOfPython:
    x: int
    y: int = 0


def test_a_record_is_made_compared_and_shown_as_a_dataclass_is():
    ours, theirs = Point(1), PointOfPython(1)
    assert repr(ours) == repr(theirs).replace("PointOfPython", "Point")
    assert (Point(1), Point(x=1, y=0), hash(Point(1))) == (ours, ours, hash(ours))
    assert Point(1) != Point(2)
    assert Solid(1) != Point(1)
    assert Solid(1, 2, 3) == Solid(1, z=3, y=2)
    assert ours != theirs
    assert ours.__eq__(theirs) is NotImplemented
    assert inspect.signature(Point) == inspect.Signature(
        [
            inspect.Parameter("x", inspect.Parameter.POSITIONAL_OR_KEYWORD),
            inspect.Parameter("y", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=0),
        ]
    )
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


@pytest.mark.parametrize("wrong", [(), (1, 2, 3)])
def test_fields_that_are_too_few_or_too_many_are_refused(wrong: tuple[int, ...]):
    with pytest.raises(TypeError, match=r"Point.__init__\(\)"):
        Point(*wrong)


def test_fields_given_by_name_alone_may_follow_those_with_defaults():
    assert (Named(of=(1,)).name, Named(name="b", of=()).of, repr(Named(of=()))) == ("a", (), "a")
    with pytest.raises(TypeError):
        Named("b", of=())  # type: ignore[misc]


def test_a_record_is_frozen():
    point: Any = Point(1)
    for change in (lambda: setattr(point, "x", 2), lambda: setattr(point, "w", 2), lambda: delattr(point, "x")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()


def test_a_class_derived_from_a_record_may_have_attributes_of_its_own():
    class Derived(Point):
        pass

    derived: Any = Derived(1, 2)
    derived.more = 3
    assert (derived.more, derived.total) == (3, 3)
    del derived.more
    with pytest.raises(dataclasses.FrozenInstanceError):
        derived.x = 3


def test_records_without_equality_are_compared_by_identity():
    one = Single(1)
    assert one == one != Single(1)
    assert len({one, Single(1)}) == 2


def test_what_a_record_does_when_it_was_made_is_done():
    assert Checked(3).x == 3
    with pytest.raises(ValueError, match="-1"):
        Checked(-1)


def test_copies_and_pickles_are_equal():
    for point in (Point(1, 2), Solid(1, 2, 3)):
        assert copy.copy(point) == copy.deepcopy(point) == pickle.loads(pickle.dumps(point)) == point


def test_other_values_of_some_fields():
    assert replace(Solid(1), y=5) == dataclasses.replace(Solid(1), y=5) == Solid(1, 5)
    assert names(Solid) == names(Solid(1)) == ("x", "y", "z")
    with pytest.raises(TypeError):
        replace(Point(1), w=1)


def test_dataclasses_take_a_record_for_one_of_theirs():
    assert dataclasses.is_dataclass(Solid)
    assert [field.name for field in dataclasses.fields(Solid)] == ["x", "y", "z"]
    assert dataclasses.asdict(Solid(1)) == {"x": 1, "y": 0, "z": 7}

    @dataclasses.dataclass(frozen=True)
    class Further(Point):
        w: int = 9

    assert Further(1, 2, 3) == Further(x=1, y=2, w=3)


# What a model's process does without: each takes as long to import as a small model to solve.
UNNEEDED = {"dataclasses", "inspect", "pickle", "tempfile", "hashlib", "json", "platform", "logging",
            "multiprocessing", "socket", "fractions", "numpy", "numba", "kanren"}  # fmt: skip
MODEL = """
import sys
from logicpuzzles import AllDifferentConstraint, ExactSumConstraint, Problem
problem = Problem()
problem.addVariables("abc", range(1, 10))
problem.addConstraint(AllDifferentConstraint())
problem.addConstraint(lambda a, b: a < b, "ab")
print(len(problem.getSolutions()), *sorted(set(sys.argv[1:]) & sys.modules.keys()))
"""


def ran(script: str, *args: str) -> str:
    done = subprocess.run([sys.executable, "-c", script, *args], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_small_model_imports_little():
    from logicpuzzles.models.loading import library

    library.load()  # where it must be compiled first, that takes another process
    assert ran(MODEL, *UNNEEDED) == "252"


def test_the_parallel_solver_finds_its_pools_when_it_starts_them():
    script = """
import logicpuzzles
logicpuzzles.Model
import constraint
for by_processes in (False, True):
    problem = constraint.Problem(constraint.ParallelSolver(process_mode=by_processes))
    problem.addVariables("ab", [1, 2, 3])
    problem.addConstraint("a < b")
    print(len(problem.getSolutions()), end=" ")
from concurrent.futures import Future, ThreadPoolExecutor
print(issubclass(ThreadPoolExecutor, object), Future.__module__)
"""
    assert ran(script) == "3 3 True concurrent.futures._base"
