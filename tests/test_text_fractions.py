"""Fractions in texts: written, read, compared and computed, as Python's `fractions` and SWI-Prolog do."""

from __future__ import annotations

import json
import operator
from fractions import Fraction
from math import ceil, floor

import pytest
import swi
from hypothesis import given
from hypothesis import strategies as st
from scale import scale

from logicpuzzles import eq, load, lt, run, var
from logicpuzzles.cli.running import run as run_command
from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.notation import read, readable
from logicpuzzles.logic.order import compare
from logicpuzzles.logic.terms import Term
from logicpuzzles.logic.writer import write
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source, one_sentence
from logicpuzzles.text.syntax.nodes import term_of
from logicpuzzles.text.syntax.parser import parse

FLAG = ":- set_prolog_flag(prefer_rationals, true).\n"


def names(text):
    return Program(Source(text, "p.pl"), common_names()).names


PLAIN, EXACT = names("p(1)."), names(FLAG + "p(1).")


def answers(text, query, engine="auto"):
    return [str(answer) for answer in Query.read(query, names(text), engine=engine)]


def value(expression, known=PLAIN, engine="reference"):
    """The value of an expression; the problem where it has none."""
    try:
        return Query.read(f"X is {expression}", known, engine=engine).first()["X"]
    except PuzzleError as error:
        return error.problem


MAKE = """
make([N-E], T, E) :- N =:= T.
make(L, T, E) :- select(A-X, L, L1), select(B-Y, L1, L2), calc(A-X, B-Y, R), make([R | L2], T, E).
calc(A-X, B-Y, C-(X + Y)) :- C is A + B.
calc(A-X, B-Y, C-(X - Y)) :- C is A - B.
calc(A-X, B-Y, C-(X * Y)) :- C is A * B.
calc(A-X, B-Y, C-(X / Y)) :- B =\\= 0, C is A {division} B.
"""


@pytest.mark.parametrize("text", [FLAG + MAKE.format(division="/"), MAKE.format(division="rdiv")], ids=["/", "rdiv"])
def test_24_is_made_of_3_3_8_8_with_fractions_on_the_way(text):
    found = Query.read("make([3-3, 3-3, 8-8, 8-8], 24, E)", names(text)).first()
    assert str(found) == "E = 8/(3-8/3)"


def test_without_the_flag_a_quotient_that_is_not_whole_is_an_error():
    with pytest.raises(PuzzleError, match="the quotient is not an integer, got 14 / 8") as error:
        answers(MAKE.format(division="/"), "make([3-3, 3-3, 8-8, 8-8], 24, E)")
    assert "rdiv for a fraction" in error.value.hint


@pytest.mark.parametrize("engine", ["reference", "auto"])
def test_the_flag_holds_for_the_whole_file_and_for_what_is_called(engine):
    text = "half(X, Y) :- Y is X / 2.\nsame(X) :- X =:= 2 / 4.\n" + FLAG + "of(E, V) :- call(is(V, E)).\n"
    assert answers(text, "half(1, X)", engine) == ["X = 1r2"]
    assert answers(text, "half(4, X)", engine) == ["X = 2"]
    assert answers(text, "same(1r2)", engine) == ["true"]
    assert answers(text, "of(1 / 3 + 1 / 6, V)", engine) == ["V = 1r2"]
    assert answers(text, "maplist([X, Y]>>(Y is X / 2), [1, 2, 3], L)", engine) == ["L = [1r2, 1, 3r2]"]
    assert answers(text, "Y is X / 2, X = 3", engine) == ["Y = 3r2, X = 3"]
    assert answers(text, "X is 2 ** -1, Y is 2 ^ -2, Z is 2 ** 3", engine) == ["X = 1r2, Y = 1r4, Z = 8"]
    assert answers(FLAG.replace("true", "false") + "p(1).", "X is 4 / 2", engine) == ["X = 2"]


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_fractions_are_found_and_kept_by_both_machines(engine):
    text = "p(1r2, a). p(1, b). p(3r2, c). q(1r2). q(X) :- X = 2. q(3r2) :- true. r(F, X, Y) :- Y is F * X."
    assert answers(text, "p(2r4, X)", engine) == ["X = a"]
    assert answers(text, "p(X, _), X > 1", engine) == ["X = 3r2"]
    assert answers(text, "q(3r2)", engine) == ["true"]
    assert answers(text, "p(X, c), r(2r3, X, Y)", engine) == ["X = 3r2, Y = 1"]
    assert answers(text, "r(1r3, 7, Y), Z is Y rdiv 2, Z < Y", engine) == ["Y = 7r3, Z = 7r6"]
    assert answers(text, "msort([2, 1r2, 1, a, f(1), [], 3r2], L)", engine) == ["L = [1r2, 1, 3r2, 2, [], a, f(1)]"]
    assert answers(text, "sort(0, @>=, [1, 1r2, 2, 3r2], L)", engine) == ["L = [2, 3r2, 1, 1r2]"]
    assert answers(text, "setof(X-Y, p(X, Y), L)", engine) == ["L = [1r2-a, 1-b, 3r2-c]"]
    assert answers(text, "findall(X, p(X, _), L), sum_list(L, S)", engine) == ["L = [1r2, 1, 3r2], S = 3"]
    assert answers(text, "dif(X, 1r2), p(X, Y)", engine) == ["X = 1, Y = b", "X = 3r2, Y = c"]
    assert answers(text, "compare(O, 1, 1r2), compare(P, 1r2, 1)", engine) == ["O = (>), P = (<)"]


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_both_machines_know_what_kind_of_term_a_fraction_is(engine):
    kinds = ["number", "rational", "atomic", "integer", "atom", "compound", "callable", "is_list"]
    text = "".join(f"kind(X, {kind}) :- {kind}(X).\nkind(X, no({kind})) :- \\+ {kind}(X).\n" for kind in kinds)
    found = [answer["K"] for answer in Query.read("kind(1r2, K)", names(text), engine=engine)]
    assert found == [kind if kind in ("number", "rational", "atomic") else Term("no", (kind,)) for kind in kinds]


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("1r3 mod 2", "mod takes integers"),
        ("msb(1r3)", "msb takes integers"),
        ("2 ** 1r2", "the power is not a fraction"),
        ("(-4) ** 1r2", "the power is not a fraction"),
        ("1r3 / 0", "division by zero"),
        ("1 rdiv 0", "division by zero"),
        ("0 ** -1r2", "division by zero: a negative power of 0"),
        ("1r3 ** 1000000", "the power is too large"),
        ("1r3 ** (10 ** 30)", "the power is too large"),
        ("(1 << 200000) rdiv 3", "the fraction is too large"),
        ("1r3 + (1 << 200000)", "the fraction is too large"),
    ],
)
def test_what_has_no_value_is_told(expression, problem):
    assert value(expression) == problem


@pytest.mark.parametrize(
    ("text", "at", "problem"),
    [
        ("X = 1r0", 5, "the denominator of a fraction is 0"),
        (f"X = 1r{'3' * 40_000}", 5, "the fraction is too large"),
        (f"X = {'3' * 40_000}r7", 5, "the fraction is too large"),
        ("X = 1.5", 5, "numbers are integers and"),
    ],
)
def test_what_is_no_fraction_is_told_where_it_stands(text, at, problem):
    with pytest.raises(PuzzleError, match=problem) as error:
        Query.read(text, PLAIN)
    assert error.value.place == f"query:1:{at}"


def test_a_fraction_of_python_is_a_constant_that_matches_by_type_and_value():
    x = var()
    assert run(0, x, eq(x, Fraction(1, 2))) == (Fraction(1, 2),)
    assert run(0, x, eq(Fraction(1, 2), 0.5)) == run(0, x, eq(Fraction(2), 2)) == ()
    assert run(0, x, eq((x, Fraction(1, 2)), (3, Fraction(2, 4)))) == (3,)
    with pytest.raises(PuzzleError, match="lt takes integers"):
        run(0, x, lt(Fraction(1, 2), 1))


def test_fractions_may_stand_in_the_cells_of_a_puzzle(tmp_path):
    file = tmp_path / "halves.pl"
    file.write_text(
        "move(add, [A, B], [C, B]) :- A < 2, C is A + 1r2.\n"
        "move(shift, [A, B], [C, D]) :- A >= 3r2, C is A - 3r2, D is B + 1r3, D < 2.\n"
        "start([0, 0]). goal([1r2, 2r3]).\n"
    )
    puzzle = load(str(file)).puzzle
    solution = puzzle.solve()
    assert (len(solution.moves), solution.states[-1]) == (9, (Fraction(1, 2), Fraction(2, 3)))
    state = read("1r2 2r6")
    assert state == (Fraction(1, 2), Fraction(1, 3))
    assert read(readable(state)) == state
    assert len(puzzle.solve(state).moves) == 4
    assert read(readable(("1r2", "x1r2"))) == ("1r2", "x1r2")


# -- random expressions, against Python's fractions and SWI-Prolog --------------------------------------------------

FRACTIONS = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 9))


def divided(left, right):
    return Fraction(left) / right


def power(base, exponent):
    if exponent.denominator != 1 or abs(exponent) > 6:
        raise OverflowError
    return Fraction(base) ** int(exponent)


def rounded(number):
    return floor(number + Fraction(1, 2)) if number >= 0 else -floor(-number + Fraction(1, 2))


BINARY = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": divided,
    "rdiv": divided,
    "**": power,
    "^": power,
    "min": min,
    "max": max,
}
UNARY = {
    "-": operator.neg,
    "abs": abs,
    "sign": lambda a: (a > 0) - (a < 0),
    "floor": floor,
    "ceiling": ceil,
    "round": rounded,
    "integer": rounded,
    "truncate": int,
    "numerator": lambda a: Fraction(a).numerator,
    "denominator": lambda a: Fraction(a).denominator,
    "rational": Fraction,
    "rationalize": Fraction,
}


def of_two(name, left, right):
    (one, first), (two, second) = left, right
    text = f"{name}({one}, {two})" if name in ("min", "max") else f"({one}) {name} ({two})"
    return text, applied(BINARY[name], first, second)


def of_one(name, inner):
    return f"{name}({inner[0]})", applied(UNARY[name], inner[1])


def text_of(number):
    number = Fraction(number)
    return str(number.numerator) if number.denominator == 1 else f"{number.numerator}r{number.denominator}"


def applied(function, *numbers):
    """The value; an exception in place of one, or of an operand."""
    wrong = next((number for number in numbers if isinstance(number, Exception)), None)
    try:
        return wrong or function(*map(Fraction, numbers))
    except (ZeroDivisionError, OverflowError) as error:
        return error


EXPRESSIONS = st.recursive(
    FRACTIONS.map(lambda number: (text_of(number), number)),
    lambda inner: st.one_of(
        st.builds(of_two, st.sampled_from(sorted(BINARY)), inner, inner),
        st.builds(of_one, st.sampled_from(sorted(UNARY)), inner),
    ),
    max_leaves=8,
)


@given(EXPRESSIONS)
def test_random_expressions_have_the_value_of_python(expression):
    text, expected = expression
    found = value(text, EXACT)
    if isinstance(expected, ZeroDivisionError):
        assert found.startswith("division by zero"), text
    elif not isinstance(expected, OverflowError):
        assert found == expected, text
        assert type(found) is (int if Fraction(expected).denominator == 1 else Fraction), text


@given(EXPRESSIONS)
def test_both_machines_compute_alike(expression):
    text = expression[0].replace("/", "rdiv")
    assert value(text, engine="kernel") == value(text), text


@given(st.one_of(FRACTIONS, st.integers()), st.one_of(FRACTIONS, st.integers()))
def test_order_comparison_and_writing_agree(left, right):
    left, right = (int(n) if n == int(n) else n for n in (left, right))
    texts = [write(left), write(right)]
    assert [term_of(parse(one_sentence(text)), {}) for text in texts] == [left, right]
    order = (left > right) - (left < right)
    assert compare(left, right, "compare") == order
    assert Query.read(f"{texts[0]} < {texts[1]}", PLAIN).count() == (order < 0)
    assert Query.read(f"{texts[0]} =:= {texts[1]}", PLAIN).count() == (order == 0)
    assert Query.read(f"{texts[0]} @> {texts[1]}", PLAIN).count() == (order > 0)
    for name in ("-", "+", "^", "rdiv", "f"):
        term = Term(name, (left, Term(name, (right, left))))
        assert term_of(parse(one_sentence(write(term))), {}) == term


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
def test_random_expressions_have_the_value_of_swi_prolog(tmp_path):
    file, queries, expected = tmp_path / "exact.pl", [], []

    @given(EXPRESSIONS)
    def draw(expression):
        if not isinstance(expression[1], OverflowError):
            queries.append(f"X is {expression[0]}")
            expected.append(value(expression[0], EXACT))

    draw()
    del queries[scale(150, 3000) :], expected[scale(150, 3000) :]
    file.write_text(FLAG)
    for query, ours, theirs in zip(queries, expected, swi.answers(file, queries, tmp_path), strict=True):
        assert theirs == ("error" if isinstance(ours, str) else [(ours,)]), query


@pytest.mark.parametrize(
    ("goal", "thrown"),
    [
        ("_ is 1r3 mod 2", "type_error(integer, 1r3)"),
        ("_ is msb(1r3)", "type_error(integer, 1r3)"),
        ("_ is 1 << 1r2", "type_error(integer, 1r2)"),
        ("_ is 1r3 / 0", "evaluation_error(zero_divisor)"),
        ("_ is 1 rdiv 0", "evaluation_error(zero_divisor)"),
        ("_ is 0 ** -1r2", "evaluation_error(zero_divisor)"),
        ("_ is (-4) ** 1r2", "evaluation_error(undefined)"),
        ("_ is 1r2 + foo", "type_error(evaluable, foo/0)"),
        ("length(_, 1r2)", "type_error(integer, 1r2)"),
    ],
)
def test_errors_of_fractions_are_thrown_as_in_swi_prolog(goal, thrown):
    assert answers("p(1).", f"catch({goal}, error(Thrown, _), true)") == [f"Thrown = {thrown}"]


def test_json_tells_the_parts_of_a_fraction(capsys):
    assert run_command(["query", "six", "X = f(1r2, [-1r3])", "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)["answers"]
    half, third = ({"numerator": above, "denominator": below} for above, below in ((1, 2), (-1, 3)))
    assert answer["values"] == {"X": {"name": "f", "args": [half, [third]]}}
