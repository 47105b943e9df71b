"""The query syntax: what is read, what is written, and how a slip is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scale import scale

from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.operators import INFIX, PREFIX
from logicpuzzles.logic.substitution import Substitution
from logicpuzzles.logic.terms import Cons, Term, Variable, cons, var
from logicpuzzles.logic.writer import write
from logicpuzzles.text.syntax.lexical import Source, one_sentence, sentences
from logicpuzzles.text.syntax.nodes import term_of
from logicpuzzles.text.syntax.parser import parse


def read(text):
    return term_of(parse(one_sentence(text)), {})


def t(name, *args):
    return Term(name, args)


READ = [
    ("a", "a"),
    ("7", 7),
    ("-7", -7),
    ("- 7", t("-", 7)),
    ("-(7)", t("-", 7)),
    ("a - 7", t("-", "a", 7)),
    ("a-7", t("-", "a", 7)),
    ("a - -7", t("-", "a", -7)),
    ("0x1F", 31),
    ("0b101", 5),
    ("0o17", 15),
    ("0'a", 97),
    ("0'''", 39),
    ("0'\\n", 10),
    ("'two words'", "two words"),
    ("'it''s'", "it's"),
    ("'it\\'s'", "it's"),
    ('"a\\nb"', "a\nb"),
    ("'\\x41\\\\101\\'", "AA"),
    ("'\\u00e9\\U0001F600\\e\\s\\101b'", "é😀\x1b Ab"),
    ("0'\\u0041", 65),
    ("[1_000_000, -1_0]", (1_000_000, -10)),
    ("[]", ()),
    ("'[]'", "[]"),
    ("[1, [2], a]", (1, (2,), "a")),
    ("[1 | [2, 3]]", (1, 2, 3)),
    ("house(red, 1)", t("house", "red", 1)),
    ("'my house'(1)", t("my house", 1)),
    ("a :- b, c", t(":-", "a", t(",", "b", "c"))),
    ("a ; b -> c ; d", t(";", "a", t(";", t("->", "b", "c"), "d"))),
    ("1 + 2 * 3 - 4", t("-", t("+", 1, t("*", 2, 3)), 4)),
    ("1 - (2 - 3)", t("-", 1, t("-", 2, 3))),
    ("2 ^ 3 ^ 4", t("^", 2, t("^", 3, 4))),
    ("2 ** -1", t("**", 2, -1)),
    ("- a + b", t("+", t("-", "a"), "b")),
    ("\\+ a = b", t("\\+", t("=", "a", "b"))),
    ("\\+ \\+ a", t("\\+", t("\\+", "a"))),
    ("\\+ (a, b)", t("\\+", t(",", "a", "b"))),
    ("\\+(a, b)", t("\\+", "a", "b")),
    ("=(a, b)", t("=", "a", "b")),
    ("[+, -, *]", ("+", "-", "*")),
    ("f(+)", t("f", "+")),
    ("mod = is", t("=", "mod", "is")),
    ("- = +", t("=", "-", "+")),
    ("(= \\== =)", t("\\==", "=", "=")),
    ("f(a ; b -> c, d)", t("f", t(";", "a", t("->", "b", "c")), "d")),
    ("[a ; b]", (t(";", "a", "b"),)),
    ("7 mod 2", t("mod", 7, 2)),
    (":- table p/2, q/1", t(":-", t("table", t(",", t("/", "p", 2), t("/", "q", 1))))),
    ("table", "table"),
    ("table(1)", t("table", 1)),
    ("a % comment\n", "a"),
    ("/* comment */ a /**/", "a"),
    ("seven:neighbor(0, 1)", t(":", "seven", t("neighbor", 0, 1))),
    ("größe", "größe"),
    ("!", "!"),
    ("f(a,(b:-c))", t("f", "a", t(":-", "b", "c"))),
]


@pytest.mark.parametrize(("text", "term"), READ)
def test_text_is_read_as_in_prolog(text, term):
    assert read(text) == term
    assert read(text + ".") == term


def test_a_variable_is_the_same_wherever_its_name_stands_but_the_underscore():
    first, second, third, fourth = read("[X, _, X, _]")
    assert first is third
    assert len({first, second, fourth}) == 3
    rest = read("[a, B | C]")
    assert type(rest) is Cons
    assert isinstance(rest.rest(), Variable)
    assert isinstance(read("Ärger"), Variable)


WRONG = [
    ("a = b = c", 7, "`=` does not fit what stands beside it"),
    ("f(a :- b :- c)", 10, "`:-` does not fit what stands beside it"),
    ("foo (x)", 5, "an operator or a comma is missing before `(`"),
    ("foo bar", 5, "an operator or a comma is missing before `bar`"),
    ("f(a", 2, "`(` is not closed"),
    ("f([a)", 5, "`)` does not close `[`"),
    ("a)", 2, "`)` closes nothing"),
    ("f(,a)", 3, "a term is missing here, got `,`"),
    ("a,", 3, "something is missing before the end"),
    ("X =", 4, "something is missing before the end"),
    ("[a|b|c]", 5, "an operator or a comma is missing before `|`"),
    ("f()", 3, "a term is missing here, got `)`"),
    ("X = 1.5", 5, "numbers are integers and fractions"),
    ("X = 12ab", 5, "a term is missing here, got `12ab`"),
    ("X=-1", 2, "`=-` is no operator"),
    ("X != 3", 3, "`!=` is no operator"),
    ("X <= 3", 3, "`<=` is no operator"),
    ("{a", 1, "`{` is not closed"),
    ("a}", 2, "`}` closes nothing"),
    ("x{a}", 2, "an operator or a comma is missing before `{`"),
    ("X = `a", 5, "the back quote is not closed on its line"),
    ("X = 'abc", 5, "the quote is not closed on its line"),
    ('X = "abc', 5, "the string is not closed on its line"),
    ("a /* b", 3, "the comment is not closed"),
    ("", 1, "the query is empty"),
    (" . ", 1, "the query is empty"),
    ("a. b.", 4, "a query is one sentence; here another begins"),
    ("'\\x110000\\'", 2, "there is no such character"),
    ("X = 'a\\ud800'", 7, "there is no such character"),
    ("X = 'a\\qb'", 7, "`\\q` stands for no character"),
    ("X = 0'\\\n", 5, "a character is missing after `0'`"),
    ("% nothing", 1, "the query is empty"),
    ("X = 1_", 5, "a term is missing here, got `1_`"),
    ("X = = 3", 5, "a term is missing here, got `=`"),
    ("9" * 400_001, 1, "the number has more than 400,000 digits"),
    ("X = 'a' 'b'", 9, "an operator or a comma is missing before `'b'`"),
    ("X = 0'", 5, "a character is missing after `0'`"),
    ("X0'", 3, "the quote is not closed on its line"),
    ("'\\q' b", 2, "`\\q` stands for no character"),
    ("f(a = b = c]", 9, "`=` does not fit what stands beside it"),
    ("(a = b = c]", 11, "`]` does not close `(`"),
]


@pytest.mark.parametrize(("text", "column", "problem"), WRONG)
def test_a_slip_is_told_with_its_column_and_a_caret(text, column, problem):
    with pytest.raises(PuzzleError) as error:
        read(text)
    assert error.value.problem == problem.split(", got ")[0]
    assert error.value.place == f"query:1:{column}"
    *_, line, caret = error.value.excerpt.split("\n")
    if column < 40:
        assert caret.index("^") == 4 + column - 1
        assert line.strip() == text[:72].strip()


HINTS = [
    ("# comment\na.", "a comment begins with %"),
    ("// comment\na.", "a comment begins with %"),
    ("-- comment\na.", "a comment begins with %"),
    ("; comment\na.", "a comment begins with %"),
    ("a, # comment\nb.", "a comment begins with %"),
    ("a -- b.", "put a space between `-` and `-`"),
    ("not parent(X)", "a negation is written `\\+ Goal` or not(Goal)"),
    ("a, not b", "a negation is written `\\+ Goal` or not(Goal)"),
    ("ann likes bob", "a relation stands before what it holds of: likes(X, Y)"),
    ("for x in [1, 2]", "each of some values is X in member(X, List), or in between(Low, High, X)"),
    ("neighbor[0]", "what a relation holds of stands in round brackets: ( )"),
    ("a\nlikes b", "the clause before may lack its full stop"),
    ("if X = 1 then a", "a condition is written (Condition -> Then ; Else)"),
    ("a if b", "`if` is written `:-`"),
    ("a <- b", "put a space between `<` and `-`; `if` is written `:-`"),
    ("X := 1", "equal is written `=`, and the value of an expression `is`"),
    ("X || Y", "`or` is written `;`"),
    ("f([a|b], c|d)", "`or` is written `;`"),
    ("[a|b|c]", "one term follows the bar: the rest of the list"),
    ("[a|b, c]", "one term follows the bar: the rest of the list"),
    ("f()", "a relation without arguments is written without brackets"),
    ("X = 1st", "a name begins with a small letter; any other text stands in single quotes"),
    ("X = x{a}", "write a list such as [a, b], or a compound such as f(a)"),
    ("X ≠ 1", "different is written `\\=` or dif(X, Y)"),
    ("X = “a”", "a text stands in straight quotes: ' '"),
]


@pytest.mark.parametrize(("text", "hint"), HINTS)
def test_a_slip_that_other_languages_suggest_is_told_with_what_to_write(text, hint):
    with pytest.raises(PuzzleError) as error:
        read(text)
    assert error.value.hint == hint


CARETS = [
    ("X = '日本', Y = )", "    X = '日本', Y = )", " " * 20 + "^"),  # each of the two is two columns wide
    ("X = 'e\u0301', )", "    X = 'e\u0301', )", " " * 13 + "^"),  # the accent has no column of its own
    ("X = 1,\n\tY = )", "     Y = )", " " * 9 + "^"),  # a tab is shown as one space
]


@pytest.mark.parametrize(("text", "line", "caret"), CARETS)
def test_the_caret_stands_under_the_column_that_a_terminal_shows(text, line, caret):
    with pytest.raises(PuzzleError) as error:
        read(text)
    assert error.value.excerpt.split("\n") == [line, caret]


def test_the_line_is_counted_too():
    source = Source("a.\n% b.\nb :- c,\n  d e.\n", "my.pl")
    with pytest.raises(PuzzleError, match=r"my\.pl:4:5: an operator or a comma is missing before `e`"):
        list(map(parse, sentences(source)))


def test_sentences_end_with_a_full_stop_and_white_space():
    text = "a(0'.). b('.').% c.\nc(\"/* . \").\nd(x,/* . */'%').e.\n"
    assert [s.text for s in sentences(Source(text, ""))] == ["a(0'.)", "b('.')", 'c("/* . ")', "d(x,/* . */'%').e"]
    with pytest.raises(PuzzleError, match=r"x:2:1: the sentence that begins here has no end"):
        list(sentences(Source("a.\nb", "x")))


def test_the_comment_above_a_clause_is_kept():
    text = "% The file.\n\n%! One.\n%  Two.\na. % not\nb.\n/* Three.\n * Four. */\nc.\n\n% Five.\n\nd.\n"
    assert [s.comment for s in sentences(Source(text, ""))] == ["One.\n Two.", "", "Three.\nFour.", ""]


WRITTEN = [
    ("a", "a"),
    ("'A b'", "'A b'"),
    ("'it\\'s\\n'", "'it\\'s\\n'"),
    ("1-2-3", "1-2-3"),
    ("1-(2-3)", "1-(2-3)"),
    ("1- -3", "1- -3"),
    ("-(1)", "- 1"),
    ("- a", "-a"),
    ("-(-(1))", "- - 1"),
    ("-(-1)", "- -1"),
    ("-(2)^2", "(- 2)^2"),
    ("-(2^2)", "- 2^2"),
    ("-((a+b)^2)", "- (a+b)^2"),
    ("(- a)*b - - 1", "-a*b- - 1"),
    ("[- X, -[], +1]", "[-_, -[], + 1]"),
    ("2* -3^2", "2* -3^2"),
    ("(a:-b,c)", "(a :- b, c)"),
    ("f((a,b))", "f((a, b))"),
    ("[a|b]", "[a | b]"),
    ("\\+a", "\\+ a"),
    ("\\+ (a,b)", "\\+ (a, b)"),
    ("X=[]", "_ = []"),
    ("a:b", "a:b"),
    ("(a->b;c)", "(a -> b ; c)"),
    ("7 mod 2", "7 mod 2"),
    ("+", "+"),
    (
        "f(-, [#=, ->|;], {+}, @(a, b), ';'(a), '!'(b), '{}'(c, d))",
        "f(-, [#=, -> | ;], {+}, @(a, b), ';'(a), '!'(b), '{}'(c, d))",
    ),
    ("- (-) - (+)", "- (-)-(+)"),
    ("((:- ) :- (mod), a)", "((:-) :- (mod), a)"),
    ("[is, 'é', 'Éa', '日本', '.', '=..', '/*', '\\\\']", "[is, é, 'Éa', 日本, '.', =.., '/*', \\]"),
    ("f((a;b))", "f((a ; b))"),
    ("'\\e[1m\\x00a0\\'", "'\\x1b\\[1m\\xa0\\'"),
]


@pytest.mark.parametrize(("text", "written"), WRITTEN)
def test_terms_are_written_to_be_read_again(text, written):
    variables = {}
    term = term_of(parse(one_sentence(text)), variables)
    assert write(term, dict.fromkeys(variables.values(), "_")) == written


ATOMS = st.one_of(st.sampled_from(["a", "b c", "[]", "Ab", "_", "", "is", "mod", "table", "it's"]), st.text(max_size=3))
NAMES = st.one_of(ATOMS, st.sampled_from(sorted({*INFIX, *PREFIX})))


def compounds(inside):
    args = st.lists(inside, min_size=1, max_size=3)
    return st.one_of(
        st.builds(lambda name, args: Term(name, tuple(args)), NAMES, args),
        st.lists(inside, max_size=3).map(tuple),
        st.builds(lambda items, rest: cons(*items, rest), args, st.sampled_from(["end", var()])),
    )


LEAVES = st.one_of(st.integers(), ATOMS, st.sampled_from(["+", "-", ",", "|", "!"]))
TERMS = st.recursive(LEAVES, compounds, max_leaves=12)


def is_variant(one, two):
    """Whether two terms are the same but for the names of variables."""
    substitution = Substitution()
    return substitution.equate(one, two) and all(
        isinstance(value, Variable) for value in substitution.bindings.values()
    )


@given(TERMS)
def test_what_is_written_is_read_back(term):
    assert is_variant(read(f"p({write(term)})"), Term("p", (term,)))
    assert is_variant(read(write(term, highest=1200)), term)


def test_depth_and_length_are_bounded_by_memory_alone():
    size = scale(20_000, 100_000)
    for text in ("f(" * size + "a" + ")" * size, "[" * size + "]" * size, "(" * size + "a" + ")" * size):
        parse(one_sentence(text))
    deep = read("f(" * size + "a" + ")" * size)
    assert write(deep) == "f(" * size + "a" + ")" * size
    assert len(read("[" + "a, " * size + "a]")) == size + 1
    assert write(read("\\+ " * size + "a")).count("\\+") == size
    assert write(read("a, " * size + "a"), highest=1200).count("a") == size + 1


def test_numbers_may_be_long():
    digits = "7" * 9_001
    assert write(read(digits)) == digits
    assert write(read(f"-{digits}")) == f"-{digits}"
    assert read(digits) % 10**9 == 777777777
