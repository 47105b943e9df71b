"""Queries in Prolog syntax, and rule files as text, beside SWI-Prolog where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from logicpuzzles import load
from logicpuzzles.rulefile.finding import find
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source
from logicpuzzles.text.tabled.tabling import Tabled

from .harness import Row, best, once

SWIPL = shutil.which("swipl")
CLAUSES = """
app([], L, L).
app([H | T], L, [H | R]) :- app(T, L, R).
nrev([], []).
nrev([H | T], R) :- nrev(T, S), app(S, [H], R).
count(N, N).
count(I, N) :- I < N, J is I + 1, count(J, N).
run(N) :- numlist(1, N, L), nrev(L, _).
:- table path/2.
path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).
"""


def rows() -> Iterator[Row]:
    """The figures of queries, then those of reading and starting."""
    text = CLAUSES + facts("small", 10_000) + facts("edge", 2_000)
    program = Program(Source(text, "bench.pl"), common_names())

    def row(name: str, query: str, expected: int, target: float | None = None) -> Row:
        def asked() -> None:
            for predicate in program.predicates.values():
                if isinstance(predicate, Tabled):
                    predicate.tables.clear()
            assert Query.read(query, program.names).count() == expected

        return Row(name, best(asked, 3), "s", "SWI-Prolog", theirs(text, query), target)

    yield row("append(X, Y, [1, 2, 3]), 4 answers", "append(X, Y, [1, 2, 3])", 4, 0.005)
    yield row("all 10,000 answers of a fact query", "small(X, Y)", 10_000, 0.3)
    yield row("member over 10,000 elements, all answers", "numlist(1, 10000, L), member(X, L)", 10_000, 1)
    yield row("member over 10,000 elements, the last", "numlist(1, 10000, L), memberchk(10000, L)", 1)
    yield row("a recursion 100,000 deep", "count(0, 100000)", 1)
    yield row("naive reverse of 100 elements, 5,151 calls", "run(100)", 1)
    yield row("a tabled path along 2,000 edges", "path(0, X)", 2_000)
    large = facts("large", 100_000)
    seconds = once(lambda: Program(Source(large, "large.pl"), common_names()))
    many = Program(Source(large, "large.pl"), common_names())
    bound = Query.read("large(77777, Y)", many.names)
    yield Row("one fact of 100,000, the second argument", best(lambda: bound.count(), 50), "s", target=0.001)
    yield Row("reading 100,000 facts", seconds)
    zebra = load("zebra.pl")
    source = find("zebra.pl").read_text()
    solved = best(lambda: zebra.ask("zebra(X)").count(), 3)
    yield Row("the zebra puzzle, all answers", solved, "s", "SWI-Prolog", theirs(source, "zebra(X)"), 2)
    yield Row("reading and compiling seven.pl", best(lambda: load("seven.pl").puzzle.rewriting, 3))
    yield Row("a session: start, read six, end of input", best(session, 3), target=0.5)


def facts(name: str, number: int) -> str:
    """So many facts, each leading to the next number."""
    return "".join(f"{name}({n}, {n + 1}).\n" for n in range(number))


def session() -> None:
    """A session without input."""
    subprocess.run([sys.executable, "-m", "logicpuzzles", "repl", "six"], input=b"", check=True, capture_output=True)


def theirs(text: str, query: str, times: int = 3) -> float | None:
    """The best of some times (s) that SWI-Prolog takes for all answers; None where it is not installed."""
    if SWIPL is None:
        return None
    return min(timed(text, f"between(1, {times}, _)", query))


def timed(text: str, each: str, query: str) -> list[float]:
    """The times (s) that SWI-Prolog takes for all answers of a query, for each answer of the goal `each`."""
    measured = f"statistics(cputime, T0), (({query}), fail ; true), statistics(cputime, T1), T is T1 - T0"
    goal = f"forall({each}, (abolish_all_tables, {measured}, writeln(T)))"
    with TemporaryDirectory() as folder:
        file = Path(folder) / "bench.pl"
        file.write_text(text)
        command = [SWIPL or "swipl", "-q", "-f", "none", "-s", str(file), "-g", goal, "-t", "halt"]
        shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return list(map(float, shown.split()))
