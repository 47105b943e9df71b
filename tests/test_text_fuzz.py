"""Whatever text a stranger sends: it is a rule file, or one documented error; nothing crashes, hangs or runs."""

from __future__ import annotations

import random
from functools import cache

import pytest
from scale import scale

from logicpuzzles.errors import LimitReached, PuzzleError
from logicpuzzles.puzzles.puzzle import Puzzle
from logicpuzzles.rulefile.finding import available, source
from logicpuzzles.text.asking import Query
from logicpuzzles.text.book import names_of
from logicpuzzles.text.names import Names
from logicpuzzles.text.predicates.common import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.reader import read
from logicpuzzles.text.syntax.grammar import one_sentence, parse
from logicpuzzles.text.syntax.lexical import Source, sentences

INPUTS = scale(5_000, 100_000)  # in all, over the tests of this file
CHARACTERS = "aXz_09 .,;|()[]{}'\"`\\+-*/^<>=~:?@#&$!%\n\té∀\0\x7f"
WORDS = (
    "p", "X", "_", "0", "-1", "99999999999999999999", "[", "]", "(", ")", "{", "}", ",", "|", ".", ". ", ":-", "?-",
    "-->", "->", ";", "\\+", "=", "\\=", "==", "is", "mod", "**", "!", "'a b'", '"text"', "0'a", "0x1f", "%", "/*",
    "*/", "\n", " ", "table", "dynamic", "findall", "call", "append(",
    "member(X, ", "start(", "goal(", "move(", "[H|T]", "test(",
    ":- begin_tests(a).", ":- end_tests(a).", ":- table p/1.", ":- puzzle(p).", "p(X) :- p(X).", "between(1, inf, X)",
    "length(L, N)", "X is 2 ** 9999", "'\\x41\\'", "'\\z'", "0'", "\\", "aggregate_all(count, ", "copy_term(",
    "assertz(",
)  # fmt: skip

QUERIES = (
    "append(X, Y, [1, 2, 3]), \\+ member(2, X).",
    "findall(X-Y, (member(X, [a]), Y = 1), L), length(L, N).",
    "( X = 1 -> Y is X + 1 ; Y = f(_) ), dif(X, Y), forall(member(Z, [1]), Z > 0).",
    "maplist(succ, [1], L).",
)


@pytest.fixture(autouse=True)
def short_limits(monkeypatch):
    monkeypatch.setattr("logicpuzzles.text.declaration.SECONDS", 0.05)


@cache
def fragments():
    """Sentences of the shipped rule files, each with the one after it."""
    texts = [source(path) for path in available().values() if path.suffix == ".pl"]
    found = [text[s.start : s.start + len(s.text) + 1] for text in texts for s in sentences(Source(text, ""))]
    return [f"{one}\n{two}\n" for one, two in zip(found, found[1:], strict=False)]


def mutated(text: str, rng: random.Random) -> str:
    """`text` with a few characters or words put in, left out, doubled or exchanged."""
    for _ in range(rng.randrange(1, 4)):
        at, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + 12)
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + rng.choice(WORDS) + text[at:]
        elif kind == 1:
            text = text[:at] + rng.choice(CHARACTERS) + text[at + 1 :]
        elif kind == 2:
            text = text[:at] + text[end:]
        elif kind == 3:
            text = text[:end] + text[at:end] + text[end:]
        else:
            text = text[:at] + "".join(rng.sample(text[at:end], end - at)) + text[end:]
    return text


def noise(rng: random.Random) -> str:
    return "".join(rng.choice(WORDS if rng.random() < 0.7 else CHARACTERS) for _ in range(rng.randrange(1, 25)))


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
    for _ in range(INPUTS * 2 // 5):
        text = noise(rng)
        assert len(text) < 2_000
        tried(lambda text=text: [parse(sentence) for sentence in sentences(Source(text, "f.pl"))])
        contents = tried(read, text, "f.pl")
        if contents is not None:
            tried(contents.declare)


def test_mutated_rule_files_load_or_are_refused():
    rng = random.Random(2)
    loaded = declared = 0
    for _ in range(INPUTS * 2 // 5):
        text = mutated(rng.choice(fragments()), rng)
        contents = tried(read, text, "f.pl")
        if contents is not None:
            loaded += 1
            declared += tried(contents.declare) is not None
    assert loaded > INPUTS // 50


def test_mutated_queries_are_answered_or_refused():
    rng = random.Random(3)
    names = names_of([])
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
    names = Names(Program(Source(text, "f.pl"), common_names()).predicates, common_names())
    with pytest.raises(LimitReached):
        Query.read("run(X)", names, 1.0, 800_000_000).first()


def test_nothing_of_python_can_be_named():
    for name in ("eval", "exec", "open", "print", "import", "'__import__'", "os", "system", "'os.system'", "read"):
        with pytest.raises(PuzzleError, match="there is no relation|is not part of the language"):
            read(f"p(X) :- {name}(X).", "f.pl")
        with pytest.raises(PuzzleError, match="there is no relation|is not part of the language"):
            Query.read(f"X = {name}(a), call(X)", names_of([])).first()


def test_a_puzzle_is_all_that_a_text_can_declare():
    made = read("start([0]). goal([1]). move(go, [N], [M]) :- M is N + 1, M < 3.", "f.pl").declare()
    assert type(made) is Puzzle
