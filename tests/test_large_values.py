"""Numbers and texts that would take all the time or memory are refused before any work, and writing counts as work."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles import Problem
from logicpuzzles.errors import PuzzleError
from logicpuzzles.integers import LONGEST, any_length, read_integer, read_radix, write_integer
from logicpuzzles.models.draw import filled, scene_of
from logicpuzzles.models.formulas import MOST_BITS, formula
from logicpuzzles.models.model import Model
from logicpuzzles.text.answer import Answer


@given(st.integers(0, 40_000), st.integers(-3, 3), st.booleans(), st.sampled_from([2, 10]))
def test_digits_are_those_that_python_writes(exponent, beside, is_negative, base):
    """Around powers of two and of ten, where the halves of a number begin with zeros."""
    value = (base ** (exponent // (1 if base == 2 else 4)) + beside) * (-1 if is_negative else 1)
    with any_length():
        assert write_integer(value) == str(value)
    assert read_integer(write_integer(value)) == value


@given(st.binary(min_size=1700, max_size=3000))
def test_the_digits_of_any_number(content):
    value = int.from_bytes(content, "big")
    with any_length():
        assert write_integer(value) == str(value)


@pytest.mark.parametrize(("mark", "base"), [("x", 16), ("o", 8), ("b", 2)])
def test_a_number_of_another_radix_has_no_more_digits_than_a_decimal_one(mark, base):
    """The largest power of two with so many decimal digits is 2 ** 1,328,771, by 10 ** 400,000 = 2 ** 1,328,771.24."""
    most = {16: 332_192, 8: 442_923, 2: 1_328_771}[base]
    largest = "1" + "0" * (most - 1)
    assert read_radix(f"0{mark}{largest}") == base ** (most - 1)
    assert read_radix(f"0{mark}{'0' * 500_000}1") == 1
    with pytest.raises(ValueError, match="the number has more than 400,000 digits"):
        read_radix(f"0{mark}{largest}0")
    assert LONGEST == 400_000


def test_a_file_with_such_a_number_gets_one_message(cli, tmp_path):
    path = tmp_path / "it.pl"
    path.write_text(f"f(0x{'f' * 1_000_000}).\n")
    code, out, err = cli("query", str(path), "f(X)")
    assert (code, out) == (2, "")
    assert "it.pl:1:3: the number has more than 400,000 digits" in err
    assert len(err) < 1000


TOO_LARGE = [
    ("((((A**64)**64)**64)**64)**64 > 5", 2, "a power is too large; expected at most 65,536 bits"),
    ("A**65 > 5", 2, "a power is larger than 64 factors"),
    ("len('ab' * A) > 5", 60_000, "what is repeated becomes too long; expected at most 100,000 parts"),
    ("len(A * (1, 2)) > 5", 60_000, "what is repeated becomes too long; expected at most 100,000 parts"),
]


@pytest.mark.parametrize(("text", "value", "said"), TOO_LARGE)
def test_a_formula_computes_nothing_too_large(text, value, said):
    """Neither alone nor in a model."""
    with pytest.raises(PuzzleError, match=said):
        formula(text, ["A"])(value)
    problem = Problem()
    problem.addVariable("A", [value])
    problem.addConstraint(text)
    with pytest.raises(PuzzleError, match=said):
        Model(lambda: problem).solve()


def test_a_formula_computes_what_is_not():
    """With the values of Python."""
    assert formula("((A**64)**64)", ["A"])(3) == 3**4096
    assert formula("'ab' * A", ["A"])(3) == "ababab"
    assert formula("A * B", ["A", "B"])(7, 6) == 42
    assert formula("A ** B", ["A", "B"])(1, 60) == 1
    assert formula("A ** B", ["A", "B"])(2**1000, 64) == 2**64_000 < 2**MOST_BITS


@pytest.mark.parametrize("form", ["9999999999", ">1000", "01000", ".1000f", "x>1000", "5.1000", "," + "9" * 5000])
def test_the_fields_of_a_picture_have_a_bounded_width(form):
    """Python would make the text at once, in one step that nothing can stop."""
    with pytest.raises(PuzzleError, match="is too wide; expected fewer than 1,000 columns"):
        filled(f"{{A:{form}}}", {"A": 3})
    with pytest.raises(PuzzleError, match="is too wide"):
        scene_of(f"{{A:{form}}}", {"A": 3})


def test_a_field_may_be_wide():
    (cell,) = (cell for cell in filled("{A:999}", {"A": 3}).cells)
    assert (cell.width, cell.label.strip()) == (999, "3")


def test_a_picture_in_a_text_model_has_a_bounded_width(cli, tmp_path):
    path = tmp_path / "it.pl"
    path.write_text(
        ":- use_module(library(clpfd)).\nmodel([A]) :- A in 1..3, label([A]).\npicture('{A:9999999999}').\n"
    )
    code, _, err = cli("solve", str(path))
    assert code == 2
    assert "the field {A} is too wide" in err


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_writing_an_answer_counts_towards_the_limits(cli, monkeypatch, more):
    """It takes longer than finding it, where it is a long list or a long number."""

    def for_ever(*_):
        while True:
            pass

    monkeypatch.setattr(Answer, "__str__", for_ever)
    monkeypatch.setattr("logicpuzzles.cli.query._answer", for_ever)
    code, out, err = cli("query", "seven", "neighbor(0, X)", "--limit-seconds", "0.5", *more)
    assert code == 3
    assert "stopped after 0.5 seconds" in out + err


def test_python_itself_still_has_its_limit():
    assert sys.get_int_max_str_digits() == 4300
