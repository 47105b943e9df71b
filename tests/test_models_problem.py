"""What cannot be posted is said at once, with the line; a problem of python-constraint's own goes too."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import constraint as library
import pytest

from logicpuzzles import Circuit, Model, Problem, PuzzleError


def line() -> int:
    """The number of the caller's line."""
    frame = inspect.currentframe()
    assert frame is not None
    assert frame.f_back is not None
    return frame.f_back.f_lineno


def problem_of(*names: str) -> Problem:
    """A problem over the numbers 1 to 3."""
    problem = Problem()
    problem.addVariables(names, [1, 2, 3])
    return problem


WRONG: list[tuple[str, Callable[[Problem], Any], str]] = [
    ("empty domain", lambda p: p.addVariable("c", []), "the domain of c is empty; expected one value or more"),
    ("twice", lambda p: p.addVariable("a", [1]), "there is a variable 'a' already"),
    ("equal values", lambda p: p.addVariable("c", [1, True]), "holds 1 and True, which Python treats as equal"),
    ("lists", lambda p: p.addVariable("c", [[1], [2]]), "not a collection of hashable values"),
    ("no domain", lambda p: p.addVariable("c", 3), "not a collection of hashable values"),
    ("no domain of several", lambda p: p.addVariables("cd", 3), "not a collection of hashable values"),
    ("a name", lambda p: p.addVariable(["c"], [1]), "a value that cannot be hashed in the name of a variable"),
    ("names", lambda p: p.addVariables(3, [1]), "these are no variables; expected names, such as"),
    ("text", lambda p: p.addConstraint("a < < b"), "column 5: this is no formula"),
    ("text about nothing", lambda p: p.addConstraint("1 < 2"), "the text of a constraint names no variable"),
    ("texts", lambda p: p.addConstraint(["a < b", "a.x"]), "column 1: this is not taken in a formula"),
    ("no texts", lambda p: p.addConstraint([]), "this is not a constraint"),
    ("code", lambda p: p.addConstraint(library.CompilableFunctionConstraint("a < b")), "would be run as code"),
    ("number", lambda p: p.addConstraint(3), "this is not a constraint"),
    ("class", lambda p: p.addConstraint(library.AllDifferentConstraint), "Next: write AllDifferentConstraint(...)"),
    ("on none", lambda p: p.addConstraint(lambda: True, []), "the constraint is on no variables"),
    ("arguments", lambda p: p.addConstraint(lambda a: a, ["a", "b"]), "expected 1 variable, got 2"),
    ("multipliers", lambda p: p.addConstraint(library.ExactSumConstraint(3, [1]), ["a", "b"]), "differ in number"),
    ("factor", lambda p: p.addConstraint(library.ExactSumConstraint(3, ["x"]), ["a"]), "a multiplier is no number"),
    ("places", lambda p: p.addConstraint(Circuit([1, 1]), ["a", "b"]), "a circuit needs its places, each once"),
]


@pytest.mark.parametrize(("name", "post", "message"), WRONG, ids=[name for name, *_ in WRONG])
def test_wrong_posts(name: str, post: Callable[[Problem], Any], message: str) -> None:
    """One message, with the line of this file that posted it."""
    with pytest.raises(PuzzleError) as caught:
        post(problem_of("a", "b"))
    assert message in str(caught.value)
    assert caught.value.place is not None
    assert caught.value.place.startswith(f"{__file__}:")


UNKNOWN: list[tuple[str, Callable[[Problem], Any], str]] = [
    ("unknown", lambda p: p.addConstraint(lambda a, x: a < x, ["a", "house"]), "unknown variable 'house'"),
    ("close", lambda p: (p.addVariable("road", [1]), p.addConstraint(lambda x: x, ["rod"])), "did you mean road?"),
    ("target", lambda p: p.addConstraint(library.VariableExactSumConstraint("z", ["a"])), "unknown variable 'z'"),
    ("in text", lambda p: p.addConstraint("a < house"), "column 5: there is no variable house"),
    ("arguments", lambda p: p.addConstraint(lambda a: a, ["a", "house"]), "unknown variable 'house'"),
]


@pytest.mark.parametrize(("name", "post", "message"), UNKNOWN, ids=[name for name, *_ in UNKNOWN])
def test_unknown_variables(name: str, post: Callable[[Problem], Any], message: str) -> None:
    """A variable may be added after a constraint on it; what is unknown in the end is told with the line."""
    problem = problem_of("a", "b")
    post(problem)
    with pytest.raises(PuzzleError) as caught:
        problem.getSolutions()
    assert message in str(caught.value)
    assert caught.value.place is not None
    assert caught.value.place.startswith(f"{__file__}:")


def test_errors_are_those_of_the_library() -> None:
    """What catches the errors of python-constraint catches these; they can be copied and told from each other."""
    problem = problem_of("a", "b")
    for post in (
        lambda: problem.addVariable("a", [1]),
        lambda: problem.addVariable("c", []),
        lambda: problem.addConstraint(3),
    ):
        with pytest.raises(ValueError, match="there is|is empty|not a constraint") as caught:
            post()
        assert isinstance(caught.value, PuzzleError)
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(ValueError, match="there is no variable house"):
        Model(lambda: plain("a < house")).solve()
    problem.addConstraint(lambda a, x: a < x, ["a", "x"])
    with pytest.raises(KeyError) as unknown:
        problem.getSolutions()
    assert isinstance(unknown.value, PuzzleError)
    assert str(unknown.value).endswith("Next: add the variable first")


def test_text() -> None:
    """Texts, a list of them, and constraints before their variables, as python-constraint has them."""
    texts = ["a + 1 < b", "c == 'red' or a * b == 3", "a != b != 2", "1 < 2 < b"]
    problem, library_problem = Problem(), library.Problem()
    for one in (problem, library_problem):
        one.addConstraint(texts)
        one.addConstraint("b - a <= 5")
        one.addConstraint(lambda b, a: b % 3 == a % 3 or a == 1, ["b", "a"])
        one.addVariables("ab", range(1, 8))
        one.addVariable("c", ["red", "green"])
    expected = [
        {"a": a, "b": b, "c": c}
        for a in range(1, 8)
        for b in range(1, 8)
        for c in ("red", "green")
        if a + 1 < b and (c == "red" or a * b == 3) and a != b != 2 < b and b - a <= 5 and (b % 3 == a % 3 or a == 1)
    ]
    assert sorted(problem.getSolutions(), key=str) == sorted(expected, key=str)
    assert sorted(Model(lambda: library_problem).solutions(), key=str) == sorted(expected, key=str)
    assert all(place == f"{__file__}:{test_text.__code__.co_firstlineno + 5}" for place in problem.places[:3])


def test_text_is_never_run() -> None:
    """No name but those of variables and a few functions means anything in it."""
    for text in ("__import__('os').getcwd() == a", "a.__class__ == a", "(lambda: a)() == 1", "open('x') == a"):
        with pytest.raises(PuzzleError, match="column"):
            problem_of("a").addConstraint(text)


class Shades(library.Domain):
    """A domain of a class of its own."""


class Increasing(library.Constraint):
    """The values increase."""

    def __call__(
        self, variables: Any, domains: Any, assignments: Any, forwardcheck: bool = False, _unassigned: Any = None
    ) -> bool:
        known = [assignments[v] for v in variables if v in assignments]
        return all(x < y for x, y in pairwise(known))


def test_subclasses_of_the_library() -> None:
    """Domains and constraints of other classes, posted before their variables."""
    problem = Problem()
    problem.addConstraint(Increasing(), ["a", "b", "c"])
    for name in "abc":
        problem.addVariable(name, Shades([3, 1, 2]))
    assert problem.getSolutions() == [{"a": 1, "b": 2, "c": 3}]


def test_the_line_of_each_constraint_is_kept() -> None:
    """`places` has the line that posted each constraint."""
    problem = problem_of("a", "b")
    problem.addConstraint(lambda a, b: a < b)
    here = line() - 1
    assert problem.places == [f"{__file__}:{here}"]


def test_wrong_when_read() -> None:
    """What only shows when all variables are known is said when the model is used."""

    def build() -> Problem:
        problem = problem_of("a")
        problem.addVariable("colour", ["red"])
        problem.addConstraint(library.ExactSumConstraint(3))
        return problem

    with pytest.raises(PuzzleError, match="a sum or product is on colour, which may be 'red'; expected numbers only"):
        Model(build).solve()


def test_a_circuit_that_leads_nowhere() -> None:
    """Variables a and b whose values 1, 2, 3 stand for neither: whoever wrote it forgot to say what they stand for."""

    def build() -> Problem:
        problem = problem_of("a", "b")
        problem.addConstraint(Circuit())
        return problem

    with pytest.raises(PuzzleError) as caught:
        Model(build).solve()
    assert str(caught.value) == (
        f"{__file__}:{build.__code__.co_firstlineno + 2}: no value of the variables of a circuit is one of them; "
        "expected some of a, b, got 1, 2, 3. Next: name what the values stand for, a place for each variable in order, "
        "as in Circuit([0, 1, 2])"
    )


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: None, "the model does not build a problem; expected a Problem, got None"),
        (Problem, "the problem has no variables"),
        (lambda: plain("a < c"), "column 5: there is no variable c"),
        (lambda: plain(lambda x: x, ["z"]), "unknown variable 'z'"),
    ],
)
def test_wrong_builds(build: Callable[[], Any], message: str) -> None:
    """What is built must be a problem with variables; python-constraint's own is checked when it is read."""
    with pytest.raises(PuzzleError) as caught:
        Model(build).solve()
    assert message in str(caught.value)


def plain(*constraint: Any) -> library.Problem:
    """A problem of python-constraint's own."""
    problem = library.Problem()
    problem.addVariables(["a", "b"], [1, 2, 3])
    problem.addConstraint(*constraint)
    return problem


def test_a_problem_of_the_library_goes_too() -> None:
    """It has no lines, and the same solutions."""
    model = Model(lambda: plain(lambda a, b: a + b == 3, ["a", "b"]))
    assert list(model.solutions()) == [{"a": 1, "b": 2}, {"a": 2, "b": 1}]
    assert model.reading.posted[0].place is None


def test_solving_twice_and_adding_between() -> None:
    """The problem's own methods lose nothing, whatever was asked before."""
    problem = problem_of("a", "b", "c")
    problem.addConstraint(library.AllDifferentConstraint())
    first = problem.getSolution()
    everything = problem.getSolutions()
    assert first in everything
    assert len(everything) == 6
    problem.addConstraint(lambda a: a > 1, ["a"])
    assert all(solution["a"] > 1 for solution in problem.getSolutions())
    one, other = problem.getSolutionIter(), problem.getSolutionIter()
    assert [next(one), next(other), next(one), next(other)] == [s for s in problem.getSolutions()[:2] for _ in "12"]


def test_domain_values_count_once_and_sets_are_ordered() -> None:
    """A value that is there twice is one; the members of a set come in order."""
    problem = Problem()
    problem.addVariable("a", [2, 1, 2])
    problem.addVariable("b", {"y", "x"})
    assert len(problem.getSolutions()) == 4
    assert [solution["b"] for solution in problem.getSolutions()[:2]] == ["x", "y"]


class EvenSum(library.Constraint):  # type: ignore[misc]
    """A constraint class of a user's own."""

    def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: bool = False) -> bool:
        values = [assignments[v] for v in variables if v in assignments]
        return len(values) < len(variables) or sum(values) % 2 == 0


def own_class() -> Problem:
    """A problem with a constraint of a class that the kernel does not know."""
    problem = problem_of("a", "b")
    problem.addConstraint(EvenSum(), ["a", "b"])
    return problem


def test_a_class_of_ones_own_goes_to_the_reference_engine() -> None:
    """`auto` names the engine that it fell back to; `compiled` says what it does not take."""
    model = Model(own_class)
    assert model.solve().engine == "reference"
    assert model.count() == 5
    with pytest.raises(PuzzleError, match=r"EvenSum\(a, b\) is of a class that only the engine reference takes"):
        model.solve(engine="compiled")
    with pytest.raises(PuzzleError, match="there is no such engine; expected auto, compiled"):
        model.solve(engine="fast")


class SmallProduct(library.MaxProdConstraint):  # type: ignore[misc]
    """A class of a user's own that works as the library's, whose solver would lose solutions of it."""


@pytest.mark.parametrize("engine", ["compiled", "reference", "cp-sat"])
def test_a_class_that_only_has_another_name(engine: str) -> None:
    """It is taken for what it derives from, without the losses of that."""
    problem = Problem()
    problem.addVariables("ab", [2])
    problem.addVariable("c", [0, 1])
    problem.addConstraint(SmallProduct(3))
    solutions = list(Model(lambda: problem).solutions(engine=engine))
    assert solutions == [{"a": 2, "b": 2, "c": 0}]


@pytest.mark.parametrize("engine", ["compiled", "reference", "cp-sat"])
def test_a_function_that_raises(engine: str) -> None:
    """It is an error when a solution of all other constraints needs it, with its line and values; else not."""

    def build(lowest: int) -> Problem:
        problem = Problem()
        problem.addVariables(["a", "b"], [0, 1, 2])
        problem.addConstraint(lambda a: a >= lowest, ["a"])
        problem.addConstraint(lambda a, b: b % a == 0, ["a", "b"])
        return problem

    assert Model(lambda: build(1)).count(engine=engine) == 5
    with pytest.raises(PuzzleError) as caught:
        list(Model(lambda: build(0)).solutions(engine=engine))
    assert "raises ZeroDivisionError" in str(caught.value)
    assert "got a = 0, b = " in str(caught.value)
    assert caught.value.place == f"{__file__}:{build.__code__.co_firstlineno + 4}"
    with pytest.raises(PuzzleError, match="raises ZeroDivisionError"):
        Model(lambda: build(0)).count(engine=engine)


@pytest.mark.parametrize(("wanted", "exact"), [(Fraction(2), True), (Fraction(3, 2), False)])
def test_how_many_belong_to_a_set_may_be_a_fraction(wanted: Fraction, exact: bool) -> None:
    """It is compared as Python compares it."""
    problem = Problem()
    problem.addVariables("abc", range(3))
    problem.addConstraint(library.SomeInSetConstraint({1, 2}, wanted, exact), "abc")
    found = sorted(tuple(solution.values()) for solution in problem.getSolutions())
    counts = {row: sum(value > 0 for value in row) for row in product(range(3), repeat=3)}
    assert found == sorted(row for row, n in counts.items() if (n == wanted if exact else n >= wanted))


@pytest.mark.parametrize(("apart", "count"), [(3e-11, 1), (-3e-11, 1), (3e-10, 0), (-3e-10, 0)])
def test_sums_of_fractions_are_compared_by_ten_digits(apart, count):
    """As python-constraint compares them, where it does not remove values before without rounding."""

    def build():
        problem = Problem()
        problem.addVariable("a", [0.1])
        problem.addVariable("b", [0.2 + apart])
        problem.addConstraint(library.ExactSumConstraint(0.3), ["a", "b"])
        return problem

    assert Model(build).count() == count


def test_a_list_is_no_value_of_a_variable_that_holds_a_tuple():
    """What cannot be hashed is in no domain."""

    def build():
        problem = Problem()
        problem.addVariable("a", [((1,),), ((2,),)])
        return problem

    model = Model(build)
    assert [model.count(given={"a": value}) for value in (((1,),), [(1,)], [[1]])] == [1, 0, 0]


SOLVERS = "Backtracking", "OptimizedBacktracking", "RecursiveBacktracking", "MinConflicts", "Parallel"
OWN_CLASS = """
class Less(FunctionConstraint):
    def __init__(self):
        super().__init__(lambda a, b: a < b)

class Double(Constraint):
    def __call__(self, variables, domains, assignments, forwardcheck=False, _unassigned=Unassigned):
        known = [assignments.get(name, _unassigned) for name in variables]
        return _unassigned in known or known[0] * 2 == known[1]

problem = Problem(SOLVER())
problem.addVariable("a", [1, 2, 3])
problem.addVariable("b", Domain([4, 5, 6]))
problem.addConstraint(Double(), ("a", "b"))
problem.addConstraint(Less(), ("a", "b"))
found = problem.getSolutions()
solver = problem.getSolver()
"""


@pytest.mark.filterwarnings("ignore:.*ParallelSolver")  # python-constraint says that it is slow
@pytest.mark.parametrize("imported", ["*", "Constraint, Domain, FunctionConstraint, Problem, SOLVER, Unassigned"])
@pytest.mark.parametrize("solver", SOLVERS)
def test_programs_that_name_a_solver(solver: str, imported: str) -> None:
    """With `constraint` changed to `logicpuzzles` they give all solutions, which are these by hand."""
    names: dict[str, Any] = {}
    text = f"from logicpuzzles import {imported}\n{OWN_CLASS}".replace("SOLVER", f"{solver}Solver")
    exec(text, names)
    assert sorted(names["found"], key=lambda found: found["a"]) == [{"a": 2, "b": 4}, {"a": 3, "b": 6}]
    assert isinstance(names["solver"], getattr(library, f"{solver}Solver"))
