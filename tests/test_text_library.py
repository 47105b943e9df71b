"""What the library adds, in every direction, answered as SWI-Prolog 9.0.4 answered when it was recorded.

`library.txt` has the queries, each with SWI-Prolog's answers as it wrote them: a line for each, or `error`. A line
`here:` tells what differs on purpose. `control.txt` has those of control constructs that the kernel leaves to the
resolver. `python tests/test_text_library.py` asks SWI-Prolog anew.
"""

from __future__ import annotations

from itertools import islice, product
from pathlib import Path
from random import Random

import pytest
import swi
from hypothesis import given, settings, strategies
from scale import scale
from test_text_directions import QUERIES as OTHERS
from test_text_directions import agree, queries

from logicpuzzles.errors import LimitReached, PuzzleError
from logicpuzzles.logic.substitution import Substitution
from logicpuzzles.logic.terms import Cons, Term, var
from logicpuzzles.logic.writer import atom
from logicpuzzles.text.library import common_names
from logicpuzzles.text.predicates.integers import NAMES as OVER_INTEGERS
from logicpuzzles.text.predicates.printing import PRINTING
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source, one_sentence
from logicpuzzles.text.syntax.nodes import indicator_of, term_of, unknowns, walk
from logicpuzzles.text.syntax.parser import parse

RECORD, CONTROL = (Path(__file__).with_name(name) for name in ("library.txt", "control.txt"))
FACTS = Path(__file__).with_name("library_clauses.pl").read_text(encoding="utf-8")
OWN = r"""
:- use_module(library(clpfd), [transpose/2]).
:- use_module(library(yall)).
if_(C, T, E) :- call(C, B), ( B == true -> call(T) ; B == false -> call(E) ).
=(X, Y, T) :- ( X == Y -> T = true ; X \= Y -> T = false ; T = true, X = Y ; T = false, dif(X, Y) ).
dif(X, Y, T) :- =(X, Y, S), ( S == true -> T = false ; T = true ).
','(A, B, T) :- if_(A, call(B, T), T = false).
';'(A, B, T) :- if_(A, T = true, call(B, T)).
memberd_t(_, [], false).
memberd_t(E, [X | Xs], T) :- if_(E = X, T = true, memberd_t(E, Xs, T)).
memberd(E, Xs) :- memberd_t(E, Xs, true).
tfilter(_, [], []).
tfilter(C, [E | Es], Fs) :- if_(call(C, E), Fs = [E | Gs], Fs = Gs), tfilter(C, Es, Gs).
tpartition(_, [], [], []).
tpartition(P, [X | Xs], Ts, Fs) :-
    if_(call(P, X), (Ts = [X | Ts0], Fs = Fs0), (Ts = Ts0, Fs = [X | Fs0])),
    tpartition(P, Xs, Ts0, Fs0).
"""
NAMES = Program(Source(FACTS, "facts.pl"), common_names()).names
REIFIED = {(",", 3), (";", 3), ("=", 3), ("dif", 3), ("if_", 3), ("memberd", 2), ("memberd_t", 3), ("tfilter", 3)} | {
    *[("tpartition", 4)],
    *((name, int(arity)) for name, _, arity in (one.rpartition("/") for one in OVER_INTEGERS.split())),
}
MOST = 8  # answers that are compared


def recorded(file):
    """The queries, each with the lines of SWI-Prolog's answers and those of what differs here."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("?- "):
            found.append((line[3:], [], []))
        elif line.startswith("here: "):
            found[-1][2].append(line[6:])
        elif line and line[0] != "%":
            found[-1][1].append(line)
    return found


QUERIES, CONSTRUCTS = recorded(RECORD), recorded(CONTROL)


def terms(lines):
    """What lines of answers say."""
    if lines in (["error"], ["needs a value"]):
        return "error"
    return [term_of(parse(one_sentence(line)), {}) for line in lines if line != "no"]


def ours(text, engine, seconds=60):
    try:
        found = Query.read(text, NAMES, seconds, engine=engine)
        names = [name for name in unknowns(parse(one_sentence(text))) if name[0] != "_"]  # those of lambdas too
        return [tuple(answer[n] if n in answer else var() for n in names) for answer in islice(found, MOST)]
    except LimitReached:
        return "endless"
    except PuzzleError as error:
        if "the kernel cannot answer" in str(error):  # it leaves errors to the resolver
            return "left"
        return "needs a value" if "needs a value" in str(error) else "error"


def differs(text, theirs, here, engine, left=None):
    """What is wrong with the answers of an engine; None where they are as recorded, or added to those `left`."""
    found, expected = ours(text, engine), terms(here or theirs)
    if found == "left":
        if left is not None:
            left.append(text)
        return None
    if here == ["needs a value"] and found != "needs a value":
        return f"{text}\nours: {found}\nexpected: {here}"
    found = "error" if found == "needs a value" else found
    return None if agree(found, expected) else f"{text}\nours: {found}\nexpected: {expected}"


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_the_library_answers_as_recorded(engine):
    left = []
    different = [wrong for query in QUERIES if (wrong := differs(*query, engine, left)) is not None]
    assert not different, "\n".join(different)
    assert len(QUERIES) > 1200
    errors = {text for text, theirs, _ in QUERIES if theirs == ["error"]}  # which the kernel leaves to the resolver
    assert len(set(left) - errors) < 25, "\n".join(left)


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_control_constructs_answer_as_recorded(engine):
    different = [wrong for query in CONSTRUCTS if (wrong := differs(*query, engine)) is not None]
    assert not different, "\n".join(different)


def asked_there(queries, folder):
    """The lines of SWI-Prolog's answers."""
    file = folder / "facts.pl"
    file.write_text(FACTS + OWN)
    return swi.lines(file, queries, folder, MOST, warns=True)


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
def test_swi_prolog_answers_as_recorded(tmp_path):
    found = asked_there([text for text, _, _ in (*QUERIES, *CONSTRUCTS)], tmp_path)
    for (text, lines, _), now in zip((*QUERIES, *CONSTRUCTS), found, strict=True):
        assert agree(terms(lines), terms(now)), text


# Those of truth values are tried in test_booleans.py.
BOOLEANS = ("sat(X)", "labeling([X])", "taut(X, T)", "sat_count(X, N)", "weighted_maximum([1], [X], M)")


def test_every_relation_of_the_library_is_asked():
    asked = {indicator_of(node) for text, _, _ in (*QUERIES, *CONSTRUCTS) for node in walk(parse(one_sentence(text)))}
    asked |= {
        indicator_of(node)
        for text in (*OTHERS, *queries("integer_queries.txt"), *BOOLEANS)
        for node in walk(parse(one_sentence(text)))
    }
    assert set(common_names().known()) - asked - PRINTING == {(">>", 1)}  # what a lambda asks of the unknowns in it


def random_queries(rng):
    """Texts taken apart, and assocs that grow and shrink."""
    for _ in range(40):
        text, ends, pad = ("".join(rng.choices(letters, k=rng.randrange(most))) for letters, most in TEXTS)
        yield f'split_string("{text}", "{ends}", "{pad}", L)'
        yield f"sub_atom('{text}', B, {rng.randrange(3)}, A, S)"
        yield f"atomic_list_concat(L, '{ends or 'a'}', '{text}')"
        keys = [rng.randrange(30) for _ in range(rng.randrange(1, 24))]
        grown = f"foldl([K, A, B]>>put_assoc(K, A, x, B), {keys}, t, T0)"
        gone = rng.sample(keys, rng.randrange(len(keys)))
        yield f"{grown}, foldl([K, A, B]>>( del_assoc(K, A, _, C) -> B = C ; B = A ), {gone}, T0, T)"
        yield f"findall(K-x, ( member(K, {keys}), K > 3 ), Ps), sort(Ps, Qs), list_to_assoc(Qs, T)"
        goal = rng.choice(["member(X-Y, {})", "(member(X-Y, {}), X < 3)", "X^member(X-Y, {})", "Y^member(X-Y, {})"])
        pairs = [f"{rng.randrange(4)}-{rng.choice('abc')}" for _ in range(rng.randrange(7))]
        yield f"{rng.choice(['bagof', 'setof'])}({rng.choice('XY')}, {goal.format('[' + ', '.join(pairs) + ']')}, L)"


TERMS = (
    "X",
    "1",
    "-1",
    "a",
    "[]",
    "[b]",
    "[a, b]",
    "[a | Y]",
    "f(a)",
    "f(Y)",
    "[1, 2]",
    "[c | d]",
    "a-1",
    "[a-1]",
    "t",
)
# What calls the terms it is given, or finds no end there; what prints is compared in `test_text_printing`.
LEFT_OUT = {"phrase", "call_dcg", "bagof", "setof", "^", ">>", "transpose_pairs"}
# An error here, where SWI-Prolog fails or takes what is no list, text or number as it comes.
STRICTER = {
    *(
        "=..",
        "atom_number",
        "atom_string",
        "char_type",
        "intersection",
        "max_list",
        "min_list",
        "nth1",
        "proper_length",
    ),
    *("ord_add_element", "ord_del_element", "ord_subset", "ord_subtract", "sort", "string_chars", "string_codes"),
    *("string_to_atom", "subset", "subtract", "union", "flatten"),
}
OTHERWISE = {
    "ord_intersection",
    "number_string",
    "ord_memberchk",
    "split_string",
    "ord_union",
}  # of what is no such set or text


def ill_fitting_queries(rng, most):
    """Every relation of arguments that fit and of others, at most so many of each."""
    own = {key for row in (REIFIED, PRINTING) for key in row}
    for name, arity in sorted(set(common_names().known()) - own):
        if arity < 5 and name not in LEFT_OUT and not name.startswith(("maplist", "foldl")):
            rows = list(product(TERMS, repeat=arity)) if len(TERMS) ** arity <= most else []
            for row in rows or [rng.choices(TERMS, k=arity) for _ in range(most)]:
                yield f"{atom(name)}({', '.join(row)})"


def ill_fitting(text, theirs, engine):
    """What is wrong with our answer; None where it is as there, or differs on purpose."""
    found, expected = ours(text, engine, 1), terms(theirs or ["no"])
    name = text.partition("(")[0].strip("'").replace("\\\\", "\\")
    has_unknowns = "X" in text or "Y" in text
    allowed = (
        found == "left"
        or agree("error" if found == "needs a value" else found, expected)
        or "@(" in str(theirs)  # a term that holds itself
        or found in ("needs a value", "endless")
        and has_unknowns
        or expected == "error"
        and found != "error"
        and has_unknowns  # it is asked in more directions here
        or found == "error"
        and name in STRICTER
        or name in OTHERWISE
    )
    return None if allowed else f"{text}\nours: {found}\ntheirs: {theirs}"


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_arguments_that_do_not_fit_are_answered_as_in_swi_prolog(engine, tmp_path):
    queries = list(ill_fitting_queries(Random(11), scale(12, 200)))
    limited = "call_with_inference_limit({}, 50000, _R), ( _R == inference_limit_exceeded -> throw(endless) ; true )"
    caught = f"catch(( {limited} ), endless, ( writeln(endless), fail ))"
    found = asked_there([caught.format(text) for text in queries], tmp_path)
    ended = [(text, lines) for text, lines in zip(queries, found, strict=True) if "endless" not in lines]
    wrong = [one for text, lines in ended if (one := ill_fitting(text, lines, engine))]
    assert not wrong, "\n".join(wrong)
    assert sum(lines == ["error"] for lines in found) > 300


KINDS = ("atom", "integer", "number", "atomic", "compound", "callable", "is_list", "ground")
SOME_TERMS = strategies.recursive(
    strategies.sampled_from(["a", "'b c'", "[]", "0", "-7", "12345678901234567890", "{}", "+"]),
    lambda inner: strategies.one_of(
        strategies.lists(inner, min_size=1, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        strategies.tuples(inner, inner).map(lambda pair: f"[{pair[0]} | {pair[1]}]"),
        strategies.lists(inner, min_size=1, max_size=2).map(lambda args: f"f({', '.join(args)})"),
        strategies.tuples(inner, inner).map(lambda pair: f"({pair[0]}) - ({pair[1]})"),
    ),
    max_leaves=6,
)


def kinds_of(term):
    """The type tests that hold of a term without unknowns, by what the standard says of it."""
    cell, constant = (
        isinstance(term, Cons) or isinstance(term, tuple) and term != (),
        isinstance(term, str) or term == (),
    )
    held = {"ground"}
    held |= {"integer", "number", "atomic"} if isinstance(term, int) else set()
    held |= {"atomic"} if constant else {"compound", "callable"} if cell or isinstance(term, Term) else set()
    held |= {"atom", "callable"} if isinstance(term, str) else set()
    return held | ({"is_list"} if isinstance(term, tuple) else set())


@given(SOME_TERMS)
@settings(max_examples=scale(60, 1_000), deadline=None)
def test_type_tests_hold_of_random_terms_as_the_standard_says(text):
    held = kinds_of(Substitution().reify(term_of(parse(one_sentence(text)), {})))
    for engine in ("reference", "kernel"):
        assert {kind for kind in KINDS if ours(f"{kind}({text})", engine) == [()]} == held, engine


TEXTS = (("ab ,/", 9), (" ,/", 3), (" ,/", 3))


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_random_queries_answer_as_in_swi_prolog(engine, tmp_path):
    queries = list(random_queries(Random(7)))
    for text, lines in zip(queries, asked_there(queries, tmp_path), strict=True):
        wrong = differs(text, lines or ["no"], [], engine, [])
        assert wrong is None, wrong


def record(file):
    """Ask SWI-Prolog, and write its answers between the queries of `file`, if they are others; `here:` stays."""
    import tempfile

    before = recorded(file)
    with tempfile.TemporaryDirectory() as folder:
        now = asked_there([text for text, _, _ in before], Path(folder))
    found = (
        lines if lines and agree(terms(lines), terms(new)) else new or ["no"]
        for (_, lines, _), new in zip(before, now, strict=True)
    )
    made = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("?- "):
            made += [line, *next(found)]
        elif not line or line[0] == "%" or line.startswith("here: "):
            made.append(line)
    file.write_text("\n".join(made) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record(RECORD)
    record(CONTROL)
