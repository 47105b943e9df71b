"""Values as text, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.notation import plain, read
from logicpuzzles.logic.terms import Term, cons, var
from logicpuzzles.logic.writer import write

READ = [
    ("0,7,2,1,4,3,6,5", (0, 7, 2, 1, 4, 3, 6, 5)),
    ("0 7 2 1 4 3 6 5", (0, 7, 2, 1, 4, 3, 6, 5)),
    ("[0, 7, 2, 1, 4, 3, 6, 5]", (0, 7, 2, 1, 4, 3, 6, 5)),
    ("(0,7,2)", (0, 7, 2)),
    ("0 7 2 1\n4 3 6 5", (0, 7, 2, 1, 4, 3, 6, 5)),
    ("red,on blue", ("red", "on", "blue")),
    ("'two words' \"a 'quote'\"", ("two words", "a 'quote'")),
    (r"'it''s' 'a\nb' 'back\\slash'", ("it's", "a\nb", "back\\slash")),
    ("-1 +2 3.5 x-1", (-1, 2, "3.5", "x-1")),
    ("on(red, at(x)) f()", (Term("on", ("red", Term("at", ("x",)))), Term("f", ()))),
    ("on (red)", ("on", ("red",))),
    ("1(2)", (1, (2,))),
    ("[[1, 2], []]", ((1, 2), ())),
    ("_ . #", ("_", ".", "#")),
    ("", ()),
    (" ", ()),
    ("[]", ()),
]


@pytest.mark.parametrize(("text", "values"), READ)
def test_values_are_read(text, values):
    assert read(text) == values


WRONG = [
    ("[0,1", "START: '[' is not closed\n    [0,1\n    ^"),
    ("0,1]", "START: ']' closes nothing\n    0,1]\n       ^"),
    ("[0)", "START: ')' closes nothing\n    [0)\n      ^"),
    ("0 'red", "START: the quote is not closed\n    0 'red\n      ^"),
    ("9" * 1001, "START: the number has more than 1000 digits\n    " + "9" * 72 + "\n    ^"),
    ("[" * 101, "START: more than 100 brackets are open\n    " + "[" * 72 + "\n    " + " " * 71 + "^"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_text_is_refused_with_a_caret_under_the_spot(text, message):
    with pytest.raises(PuzzleError) as error:
        read(text, "START")
    assert str(error.value) == message


def test_unknowns_and_open_lists_are_written_in_query_syntax():
    assert write(cons(1, 2, var("Rest"))) == "[1, 2 | _Rest]"


constants = st.integers() | st.text(max_size=5)
terms = st.recursive(
    constants,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple)
        | st.builds(Term, st.from_regex(r"[a-z]\w{0,3}", fullmatch=True).filter(str.isascii), st.tuples(inner))
    ),
    max_leaves=6,
)


@given(terms)
def test_what_is_written_reads_back(value):
    assert read(f"[{write(value)}, end]") == (value, "end")


@given(st.text(alphabet="01a[](),'\"\\ \n.", max_size=30))
def test_any_text_is_read_or_refused(text):
    """No other exception than the documented one; what was read stays the same when written and read again."""
    try:
        values = read(text)
    except PuzzleError:
        return
    assert read(f"[{', '.join(map(write, values))}]") == values


def test_a_quoted_word_may_name_a_compound():
    assert read("'two words'(1, .(2))") == (Term("two words", (1, Term(".", (2,)))),)
    assert read(f"[{write(Term('.', ()))}, 'a' (1)]") == (Term(".", ()), "a", (1,))


def test_values_for_the_eye_have_no_quotes():
    assert plain((("red", "two words"), 1, Term("at", ("x",)))) == "[red two words] 1 at(x)"
    assert plain(("ann", "bob")) == "ann bob"


def test_lists_within_a_list_are_told_apart():
    assert plain(((0, 1), (0, 2))) == "[0 1] [0 2]"
    assert plain(((0, 1, 0), 2)) == "[0 1 0] 2"
    assert plain((1, (), ((2,), "x"))) == "1 [] [[2] x]"
    assert plain(()) == ""
