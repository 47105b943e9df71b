"""Whatever text a stranger sends: it is a rule file, or one documented error; nothing crashes, hangs or runs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from scale import scale
from strangers import PUZZLES, fragments, mutated, noise, reworded, shipped

from logicpuzzles.errors import LimitReached, PuzzleError
from logicpuzzles.puzzles.puzzle import Puzzle
from logicpuzzles.rulefile.diagnosis import diagnosis
from logicpuzzles.rulefile.rulebook import Prepared, load
from logicpuzzles.text import plunit
from logicpuzzles.text.library import common_names
from logicpuzzles.text.names import Namespace
from logicpuzzles.text.namespaces import JointNamespace
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.reader import read
from logicpuzzles.text.syntax.lexical import Source, one_sentence, sentences
from logicpuzzles.text.syntax.parser import parse

INPUTS = scale(2_000, 100_000)  # in all, over the tests of this file

QUERIES = (
    "append(X, Y, [1, 2, 3]), \\+ member(2, X).",
    "findall(X-Y, (member(X, [a]), Y = 1), L), length(L, N).",
    "( X = 1 -> Y is X + 1 ; Y = f(_) ), dif(X, Y), forall(member(Z, [1]), Z > 0).",
    "maplist(succ, [1], L).",
)


@pytest.fixture(autouse=True)
def short_limits(monkeypatch):
    monkeypatch.setattr("logicpuzzles.text.declaration.SECONDS", 0.05)
    monkeypatch.setattr("logicpuzzles.puzzles.relation_answers.SECONDS", 0.05)
    monkeypatch.setattr("logicpuzzles.puzzles.compiling.PATIENCE", 0.1)
    monkeypatch.setattr("logicpuzzles.rulefile.diagnosis.PATIENCE", 0.05)


def tried(call, *args):
    """What `call` returns; None where it raises what the documentation says it may raise."""
    try:
        return call(*args)
    except PuzzleError as error:
        problem, told = error.problem, str(error)
    assert problem
    assert len(told) < 2_000
    return None


def test_noise_is_no_rule_file():
    rng = random.Random(1)
    for _ in range(INPUTS * 3 // 10):
        text = noise(rng)
        assert len(text) < 2_000
        tried(lambda text=text: [parse(sentence) for sentence in sentences(Source(text, "f.pl"))])
        contents = tried(read, text, "f.pl")
        if contents is not None:
            tried(contents.declare)


def test_mutated_sentences_are_read_or_refused():
    rng = random.Random(2)
    loaded = 0
    for _ in range(INPUTS // 4):
        contents = tried(read, mutated(rng.choice(fragments()), rng), "f.pl")
        if contents is not None:
            loaded += 1
            tried(contents.declare)
    assert loaded > INPUTS // 100


def test_rule_files_with_other_words_are_puzzles_or_refused():
    """Whatever they declare is compiled, bounded, solved and drawn, or told to be wrong."""
    rng = random.Random(4)
    declared = compiled = told = 0
    for _ in range(INPUTS // 10):
        text = reworded(rng.choice((*PUZZLES * 4, *shipped())), rng)
        contents = tried(read, text, "f.pl")
        rulefile = contents and tried(Prepared("f", Path("f.pl"), (0, 0), contents).build)
        if rulefile is None or rulefile.kind != "puzzle":
            continue
        declared += 1
        compiled += bool(tried(lambda rulefile=rulefile: rulefile.puzzle.refusal is None))
        told += tried(lambda rulefile=rulefile: list(diagnosis(rulefile))) is not None
        tried(rulefile.puzzle.draw, rulefile.puzzle.start)
    assert declared > INPUTS // 50
    assert compiled > INPUTS // 100
    assert told > INPUTS // 100


def test_files_of_other_bytes_and_their_tests_are_run_or_refused(tmp_path):
    rng = random.Random(5)
    file, ran = tmp_path / "f.pl", 0
    for _ in range(INPUTS // 5):
        text = bytearray(rng.choice((PUZZLES[1], reworded(PUZZLES[1], rng), mutated(PUZZLES[1], rng))).encode())
        for _ in range(rng.randrange(3)):
            text[rng.randrange(len(text))] = rng.choice((0, 10, 13, 32, 46, 127, 128, 195, 255, rng.randrange(256)))
        file.write_bytes(text)
        tried(load, file)
        for case in tried(lambda: list(plunit.cases_in(file))) or ():
            outcome = case.run(0.05)
            ran += 1
            assert outcome.problem is None or 0 < len(outcome.problem) < 2_000
    assert ran > INPUTS // 20


def test_mutated_queries_are_answered_or_refused():
    rng = random.Random(3)
    names = JointNamespace([])
    answered = 0
    for _ in range(INPUTS // 5):
        text = mutated(rng.choice(QUERIES), rng)
        query = tried(Query.read, text, names, 0.05, 500_000_000)
        if query is not None:
            answer = tried(query.first)
            answered += answer is not None
            if answer is not None:
                assert tried(lambda answer=answer: parse(one_sentence(str(answer)))) is not None
    assert answered > INPUTS // 200


HOSTILE = [
    "p(" * 50_000,
    "p(" * 20_000 + "a" + ")" * 20_000 + ".",
    "p([" + "[" * 20_000 + "]" * 20_000 + "]).",
    "p :- " + "(" * 20_000 + "q" + ")" * 20_000 + ". q.",
    "p :- " + "q, " * 20_000 + "q. q.",
    "p :- " + "q ; " * 5_000 + "q. q.",
    "p :- " + "( q -> " * 2_000 + "q" + " ; q )" * 2_000 + ". q.",
    "p :- " + "\\+ " * 20_000 + "q. q.",
    "p(X) :- X is " + "1 + " * 20_000 + "1.",
    "p(X) :- X is " + "- " * 20_000 + "1.",
    "p(X) :- X is " + "1 + (" * 5_000 + "X" + ")" * 5_000 + ".",
    "p(" + "X, " * 5_000 + "X).",
    "p(" + ", ".join(f"X{n}" for n in range(5_000)) + ") :- q(" + ", ".join(f"X{n}" for n in range(5_000)) + ").",
    "p([" + ", ".join(f"X{n}" for n in range(5_000)) + " | T]).",
    "'" * 50_001,
    "/*" * 50_000,
    "%" * 50_000,
    "." * 50_000,
    "a" * 100_000 + ".",
    "p(" + "9" * 400_000 + ").",
    "p('" + "\\" * 50_001,
    "p(X) :- " + "X = " * 20_000 + "1.",
    "\n" * 100_000 + "p(",
    "p.\n" * 3_000,
    "".join(f"p{n} :- p{n + 1}.\n" for n in range(1_000)) + "p1000.",
    "\ufeffp.",
    "\ud800",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: f"{text[:12]!r}.. {len(text)}")
def test_deep_long_and_unended_texts(text):
    contents = tried(read, text, "f.pl")
    if contents is not None:
        tried(contents.declare)


RUNAWAY = [
    "start(S) :- start(S). goal([1]). move(a, [X], [X]).",
    "start(S) :- length(S, N), N < 0. goal([1]). move(a, [X], [X]).",
    "start([X]) :- grow([], X). grow(L, X) :- grow([L | L], X). goal([1]). move(a, [X], [X]).",
    "start([X]) :- twice(a, X). twice(T, X) :- twice(f(T, T), X). goal([1]). move(a, [X], [X]).",
    "start([X]) :- big(2, X). big(N, X) :- M is N * N, big(M, X). goal([1]). move(a, [X], [X]).",
    "start(S) :- findall(X, between(1, inf, X), S). goal([1]). move(a, [X], [X]).",
    "start(S) :- numlist(1, 9000000, S), fail. goal([1]). move(a, [X], [X]).",
    ":- table start/1. start([X]) :- start([Y]), X is Y + 1. start([0]). goal([1]). move(a, [X], [X]).",
]


@pytest.mark.parametrize("text", RUNAWAY)
def test_what_a_declaration_runs_is_limited(text):
    contents = read(text, "f.pl")
    with pytest.raises(PuzzleError):
        contents.declare()


def test_a_term_that_shares_its_parts_without_end_is_no_answer():
    text = "run(X) :- step(0, a, X). step(60, X, X). step(N, T, X) :- N < 60, M is N + 1, step(M, f(T, T), X)."
    names = Namespace(Program(Source(text, "f.pl"), common_names()).predicates, common_names())
    with pytest.raises(LimitReached):
        Query.read("run(X)", names, 1.0, 800_000_000).first()


def _asked(text: str, query: str) -> None:
    """Read a text, and ask; a goal that prints is told only then."""
    Query.read(query, Namespace(Program(Source(text, "f.pl"), common_names()).predicates, common_names())).first()


def test_nothing_of_python_can_be_named():
    for name in ("eval", "exec", "open", "input", "import", "'__import__'", "os", "system", "'os.system'", "read"):
        with pytest.raises(PuzzleError, match="there is no relation|is not part of the language"):
            _asked(f"p(X) :- {name}(X).", "p(a)")
        with pytest.raises(PuzzleError, match="there is no relation|is not part of the language"):
            Query.read(f"X = {name}(a), call(X)", JointNamespace([])).first()


def test_a_puzzle_is_all_that_a_text_can_declare():
    made = read("start([0]). goal([1]). move(go, [N], [M]) :- M is N + 1, M < 3.", "f.pl").declare()
    assert type(made) is Puzzle
