"""Functions that raise: whichever engine is asked, no answer depends on what they would have said."""

from __future__ import annotations

from itertools import product
from typing import Any

import constraint as library
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import FUZZ

from logicpuzzles import Model, Problem, PuzzleError
from logicpuzzles.endings import Assignment, Exhausted
from logicpuzzles.models.constraints import computed, functions, user_functions
from logicpuzzles.models.engines import ENGINES

ENGINE = pytest.mark.parametrize("engine", ["auto", *ENGINES])
SIZE = 3
Row = tuple[int, ...]
Said = dict[Row, Any]  # what a function gives for the values of its variables: a truth, or an exception


def posed(constraints: list[tuple[str, Said]], names: str = "abc", **options: Any) -> Model:
    """A model with functions that are given by what they say."""

    def function(said: Said) -> Any:
        def says(*values: int) -> Any:
            told = said[values]
            if isinstance(told, Exception):
                raise told
            return told

        return says

    def build() -> Problem:
        problem = Problem()
        problem.addVariables(names, range(SIZE))
        for scope, said in constraints:
            problem.addConstraint(function(said), list(scope))
        return problem

    return Model(build, **options)


def sorts(constraints: list[tuple[str, Said]], names: str) -> tuple[list[Row], list[Row]]:
    """The solutions, and the values that might be some if a function said more, by brute force."""
    rows, open_ = [], []
    for row in product(range(SIZE), repeat=len(names)):
        told = [said[tuple(row[names.index(v)] for v in scope)] for scope, said in constraints]
        if all(one is True for one in told):
            rows.append(row)
        elif all(one is True or isinstance(one, Exception) for one in told):
            open_.append(row)
    return rows, open_


@st.composite
def problems(draw: st.DrawFn) -> list[tuple[str, Said]]:
    """Constraints of which some raise; also for values that others forbid."""
    found = []
    for scope in draw(st.lists(st.sampled_from(["a", "ab", "bc", "ca", "abc"]), min_size=1, max_size=3)):
        says = st.sampled_from([True, True, True, False, False, ZeroDivisionError("none")])
        rows = list(product(range(SIZE), repeat=len(scope)))
        found.append(
            (scope, dict(zip(rows, draw(st.lists(says, min_size=len(rows), max_size=len(rows))), strict=True)))
        )
    return found


def outcome(ask: Any) -> Any:
    """What is answered; None for the error of a function."""
    try:
        return ask()
    except PuzzleError as error:
        if "raises ZeroDivisionError: none" not in error.problem or error.place is None:
            raise
        return None


@ENGINE
@pytest.mark.parametrize("most", [functions.MOST_ROWS, 1])
@given(constraints=problems(), best=st.booleans(), only=st.booleans())
@settings(max_examples=400 if FUZZ else 12, deadline=None)
def test_no_answer_depends_on_what_a_function_that_raises_would_say(
    engine: str, most: int, constraints: list[tuple[str, Said]], best: bool, only: bool
) -> None:
    """Against brute force: by tables, and by functions that the engine asks; also where solutions differ in a alone."""
    rows, open_ = sorts(constraints, "abc")
    main = 1 if only else 3
    solved = {row[:main] for row in rows}
    is_open = any(row[:main] not in solved for row in open_)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(functions, "MOST_ROWS", most)
        model = posed(constraints, arguments="abc"[:main])
        first = outcome(lambda: model.solve(engine=engine))
        if rows:
            assert isinstance(first, Assignment)
            assert tuple(first.values.values()) in solved
        else:
            assert first is None if is_open else isinstance(first, Exhausted)
        assert outcome(lambda: model.count(engine=engine)) == (None if is_open else len(solved))
        found: list[Row] = []
        given = model.solutions(engine=engine, as_tuples=True)
        told = outcome(lambda: found.extend(given) or True)
        assert (told is None, sorted(found)) == (is_open, sorted(solved))
        assert next(given, None) is None
        if best:
            aimed = posed(constraints, arguments="abc"[:main], minimize="a + 2 * b - c")
            check_best(aimed, engine, rows, open_)


def check_best(model: Model, engine: str, rows: list[Row], open_: list[Row]) -> None:
    """The best is told where no values that might be a solution are better."""
    worth = {row: row[0] + 2 * row[1] - row[2] for row in [*rows, *open_]}
    least = min((worth[row] for row in rows), default=99)
    ending = outcome(lambda: model.solve(engine=engine))
    if any(worth[row] < least for row in open_):
        assert ending is None
    elif rows:
        assert (ending.objective, ending.gap) == (least, 0)
    else:
        assert isinstance(ending, Exhausted)


def messages(ask: Any) -> set[str]:
    """What all engines tell."""
    found = set()
    for engine in ("auto", *ENGINES):
        with pytest.raises(PuzzleError) as caught:
            ask(engine)
        found.add(str(caught.value))
    return found


def test_the_message_is_the_same_from_every_engine() -> None:
    """It names the constraint, the line, the values and the exception."""

    def quotient(a: int, b: int) -> bool:
        return a // b == 1

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", range(5))
        problem.addConstraint(lambda a: a > 1, "a")
        problem.addConstraint(quotient, "ab")
        return problem

    line = build.__code__.co_firstlineno + 4
    assert messages(lambda engine: Model(build).count(engine=engine)) == {
        f"{__file__}:{line}: the constraint quotient raises ZeroDivisionError: integer division or modulo by zero, "
        "got a = 2, b = 0. Next: let it return True or False for all values of the domains"
    }


def test_the_message_for_text_shows_it() -> None:
    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", range(5))
        problem.addConstraint("a // b == 7")
        return problem

    (told,) = messages(lambda engine: Model(build).solve(engine=engine))
    assert "the constraint a // b == 7 raises ZeroDivisionError" in told


def test_a_function_that_always_raises_is_told_at_once() -> None:
    """Of one over many values all would have to be tried to know that none is a solution."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables(range(14), range(14))
        problem.addConstraint(lambda *values: sum(values) == unknown)  # type: ignore[name-defined]  # noqa: F821
        return problem

    for model in (Model(build), Model(build, minimize=lambda *values: values[0])):
        (told,) = messages(lambda engine, model=model: model.solve(engine=engine))
        assert "raises NameError: name 'unknown' is not defined" in told
        assert len(messages(lambda engine, model=model: model.count(engine=engine))) == 1


class Late(library.Constraint):
    """A class that only the engine reference takes."""

    def __call__(self, variables: Any, domains: Any, assignments: dict[str, int], *_: Any) -> bool:
        return len(assignments) < 2 or 1 // assignments["a"] > 5


class Early(library.Constraint):
    """One that raises before the search."""

    def preProcess(self, *_: Any) -> None:  # noqa: N802  the library's name
        raise KeyError("what")

    def __call__(self, *_: Any) -> bool:
        return True


@pytest.mark.parametrize(
    ("posted", "problem"),
    [
        (Late(), r"py:\d+: the constraint Late raises ZeroDivisionError: .* by zero, got a = 0, b = 1. Next"),
        (Early(), r"py:\d+: the constraint Early raises KeyError: 'what'. Next"),
    ],
)
def test_a_class_of_ones_own_that_raises_is_told_too(posted: library.Constraint, problem: str) -> None:
    def build() -> Problem:
        made = Problem()
        made.addVariables("ab", range(2))
        made.addConstraint(posted)
        return made

    for ask in (Model(build).solve, Model(build).count, Model(build).explain):
        with pytest.raises(PuzzleError, match=problem):
            ask()


NUMBERS = st.sampled_from(["a", "b", "c", "0", "2", "-1"])
FORMULAS = st.builds(
    "{} {} {}".format,
    st.recursive(
        NUMBERS, lambda part: st.builds("({} {} {})".format, part, st.sampled_from(["+", "*", "//", "%", "/"]), part)
    ),
    st.sampled_from(["==", "<", "!="]),
    NUMBERS,
)


@given(texts=st.lists(FORMULAS.filter(lambda text: any(v in text for v in "abc")), min_size=1, max_size=2))
@settings(max_examples=300 if FUZZ else 40, deadline=None)
def test_formulas_that_the_kernel_works_out_raise_as_python_does(texts: list[str]) -> None:
    """Division by zero is found by the engines that propagate formulas, as by those that ask them."""
    code = [eval(f"lambda a, b, c: bool({text})") for text in texts]
    said: list[tuple[str, Said]] = []
    for function in code:
        told: Said = {}
        for row in product(range(SIZE), repeat=3):
            try:
                told[row] = function(*row)
            except ZeroDivisionError as error:
                told[row] = error
        said.append(("abc", told))
    rows, open_ = sorts(said, "abc")

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("abc", range(SIZE))
        for function in code:
            problem.addConstraint(function, "abc")
        return problem

    for most in (functions.MOST_ROWS, 1):
        with pytest.MonkeyPatch.context() as patched:
            for module in (functions, user_functions, computed):
                patched.setattr(module, "MOST_ROWS", most, raising=False)
            for engine in ("auto", "compiled", "learning"):
                try:
                    n: int | None = Model(build).count(engine=engine)
                except PuzzleError as error:
                    assert "raises ZeroDivisionError" in error.problem  # noqa: PT017  what is counted is the point
                    n = None
                assert n == (None if open_ else len(rows))
