"""The choice of what answers a query: as an option, in Python, in a session; and what `auto` makes of it."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from weakref import ref

import pytest

from logicpuzzles import PuzzleError, ask, load
from logicpuzzles.repl.answering import take
from logicpuzzles.repl.session import Session
from logicpuzzles.text import engines
from logicpuzzles.text.engines import ENGINES
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

LASTS = "numlist(1, 60, L), findall(A-B, append(A, B, L), All), between(1, 3000, N), N >= 3000, length(All, K)"


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_the_same_answers(engine):
    assert [answer["X"] for answer in ask("neighbor(0, X), X \\= 4", "seven", engine=engine)] == [1]
    assert load("seven").ask("neighbor(0, X)", engine=engine).count() == 2


def test_an_engine_that_there_is_not_is_refused(cli):
    with pytest.raises(PuzzleError, match="there is no engine 'compiled'; expected one of auto, kernel, reference"):
        ask("true", engine="compiled")
    code, out, err = cli("query", "--engine", "compiled", "true")
    assert (code, out) == (2, "")
    assert "'compiled' is not one of 'auto', 'kernel', 'reference'" in err


@pytest.mark.parametrize(("engine", "runs"), [("reference", "reference"), ("kernel", "kernel")])
def test_json_tells_the_engine(engine, runs, quiet):
    code, out = quiet("query", "--json", "--engine", engine, "member(X, [1, 2])")
    assert code == 0
    assert json.loads(out)["engine"] == runs


def test_auto_turns_to_the_kernel_where_a_query_lasts(monkeypatch):
    ask("true", engine="kernel").first()  # it is in memory
    run = ask(LASTS).run()
    assert next(run)["K"] == 61
    assert run.engine == "kernel"
    assert run.inferences > engines.LOADED
    run = ask("member(X, [1, 2])").run()
    assert next(run)["X"] == 1
    assert run.engine == "reference"


def test_a_query_that_is_traced_stays_on_the_resolver():
    run = ask(LASTS, engine="kernel").run(lambda machine, goal, rest: rest)
    assert next(run)["K"] == 61
    assert run.engine == "reference"


def test_what_the_kernel_cannot_answer_is_one_message(monkeypatch, cli):
    from logicpuzzles.logic.machine.clauses import Unsupported
    from logicpuzzles.text import kernel

    def unsupported(*_):
        raise Unsupported("a goal that only Python knows")

    monkeypatch.setattr(kernel, "question_of", unsupported)
    expected = "engine: the kernel cannot answer this query: a goal that only Python knows. Next: use engine auto"
    with pytest.raises(PuzzleError) as caught:
        ask("true", engine="kernel").first()
    assert str(caught.value) == expected
    assert cli("query", "--engine", "kernel", "true") == (2, "", f"Error: {expected}\n")
    assert ask(LASTS).first()["K"] == 61


def test_the_session_has_the_engine_that_it_was_started_with():
    told = []
    session = Session(told.append, engine="kernel")
    take(session, "time(member(X, [1, 2])).", lambda shown: False, told.append)
    assert [type(line) for line in told] == [str] * len(told)
    assert "inference" in told[0]


def test_a_query_goes_on_with_the_resolver_while_another_process_compiles(monkeypatch):
    told = []
    monkeypatch.setattr("logicpuzzles.logic.machine.loading.is_compiled", lambda: False)
    query = ask(LASTS)
    query.progress = told.append
    run = query.run()
    run._threshold = 0
    assert next(run)["K"] == 61
    assert run.engine == "reference"
    assert told == ["compiling the kernel, which is done once on a machine and goes on"]


def test_a_short_query_needs_neither_llvm_nor_numpy():
    code = (
        "import sys; from logicpuzzles.cli import run; run(['query', 'seven', 'neighbor(0, X)']);"
        "print(sorted({'llvmlite', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "X = 1\nX = 4\n[]\n"


def test_what_was_compiled_goes_with_its_rule_file(tmp_path):
    """A session that loads files again and again does not grow."""
    path = tmp_path / "counted.pl"
    path.write_text("count(0).\ncount(N) :- N > 0, M is N - 1, count(M).\nsmall(X) :- count(X).\n")
    run = ask("member(G, [small(2), (small(1), count(0))]), G", load(path), engine="kernel").run()
    assert sum(1 for _ in run) == 2
    image, names = ref(run._kernel.run.image), ref(run.query.names)
    del run
    gc.collect()
    assert image() is names() is None


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("query", "got"),
    [
        ("p(X)", "foo(Y)"),
        ("r(A)", "f(Z, _W, _A)"),
        ("v(f(Q))", "f(f(Q), R)"),
        ("Y = f([_ | T]), X = Y, atom_length(X, L)", "f([_A | T])"),
        ("L = [1, Y], atom_length(f(L, Y), X)", "f([1, Y], Y)"),
        ("atom_length(f(Y, Z, Y, _), X)", "f(Y, Z, Y, _A)"),
        ("foldl([A, B, C] >> (C is foo(A, Z)), [Q], 0, R)", "foo(A, Z)"),
    ],
)
def test_an_error_calls_unknowns_as_the_text_does(engine, query, got):
    """The clause that the goal stands in, then the query; what has no name gets a letter."""
    text = (
        "p(X) :- X is foo(Y), q(Y). r(Z) :- atom_length(f(Z, _W, _), _). v(X) :- atom_length(f(X, R), _), q(R). q(_)."
    )
    with pytest.raises(PuzzleError) as caught:
        Query.read(query, Program(Source(text, "my.pl"), common_names()).names, engine=engine).first()
    assert caught.value.got == got
