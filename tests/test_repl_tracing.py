"""Queries followed step by step: the ports are SWI-Prolog's, and following changes no answer."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

import pytest
from random_prolog import Writer
from swi import SWIPL, run

from logicpuzzles import ask
from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.writer import write
from logicpuzzles.rulefile.rulebook import load
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.stepping import Aborted
from logicpuzzles.text.syntax.lexical import Source

PROGRAM = """
p(X) :- q(X), r(X).
p(9).
q(1). q(2). q(3).
r(X) :- X > 1.
s(X) :- ( q(X), X > 2 -> true ; X = 0 ).
e(X) :- ( q(9) -> true ; X = 0 ), q(1).
n(X) :- \\+ q(9), X = 1.
m(X) :- \\+ q(1), X = 1.
u(X) :- q(X) ; r(X).
v(X) :- q(X), X > 1, !.
v(8).
k(X) :- q(X), !, X > 5.
k(7).
w(L) :- findall(X, q(X), L).
o(X) :- q(X), once(r(X)).
app([], L, L).
app([H | T], L, [H | R]) :- app(T, L, R).
count(N, N).
count(I, N) :- I < N, J is I + 1, count(J, N).
call_it(G) :- G, r(2).
every :- forall(q(X), q(X)), q(2).
z(1).
some :- forall(q(X), z(X)) ; q(3).
maybe :- ignore(q(9)), ignore(q(1)), q(2).
one(X, Y) :- q(X), q(Y), X < Y, Y > 2.
"""
QUERIES = (
    "p(X)", "p(3)", "s(3)", "s(1)", "e(X)", "n(X)", "m(X)", "u(2)", "v(X)", "k(X)", "w(L)", "o(X)",
    "app([a], [b], Z)", "count(0, 2)", "one(X, Y)", "q(X), X > 1, r(X)", "q(X) ; r(5)", "fail ; p(1)", "every", "some",
    "maybe",
)  # fmt: skip
PORT = re.compile(r"\^?\s*(Call|Exit|Redo|Fail): \((\d+)\) (.*)")


def told(port):
    """A port as a line that both systems write alike but for depths."""
    text = f"{port.name.capitalize()} {write(port.term, highest=999)}"
    return re.sub(r"\b_\w*|\b[A-Z]\b|\s|user:", "", text), port.depth


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    found = tmp_path_factory.mktemp("traced") / "traced.pl"
    found.write_text(PROGRAM)
    return found


@pytest.mark.skipif(SWIPL is None, reason="SWI-Prolog is not installed")
def test_the_ports_are_those_of_swi_prolog(file):
    """All of them, of all answers, with the same goals in the same depth; inside of findall it counts its own too."""
    steps = "".join(f"writeln(user_error, next), findall(x, ({query}), _), " for query in QUERIES)
    said = run(f"consult('{file}'), leash(-all), trace, {steps} notrace, halt").stderr
    blocks, top = [], 0
    for line in said.splitlines():
        found = PORT.search(line)
        if line == "next":
            blocks.append([])
        elif found is not None and blocks and "writeln" not in line and "notrace" not in line:
            blocks[-1].append(found.groups())
    assert len(blocks) == len(QUERIES)
    rulefile = load(file)
    for query, block in zip(QUERIES, blocks, strict=True):
        (_, outer, _), *inner, _ = block  # the call and the exit of findall
        top = min(int(depth) for _, depth, _ in inner) - 1
        assert top >= int(outer)
        expected = []
        for name, depth, goal in inner:
            text = re.sub(r"\b_\w*|\b[A-Z]\b|\s|user:", "", f"{name} {goal}")
            expected.append((text, int(depth) - top))
        ports = []
        for _ in rulefile.ask(query).trace(lambda port, ports=ports: ports.append(told(port))):
            pass
        if query in ("w(L)",):
            expected, ports = [text for text, _ in expected], [text for text, _ in ports]
        assert ports == expected, query


def answers(query, watch=None):
    """The first answers of a query, or what is wrong with it."""
    found = []
    try:
        for answer in islice(query.run() if watch is None else query.trace(watch), 30):
            found.append(str(answer))
    except PuzzleError as error:
        found.append(str(error))
    return found


@pytest.mark.parametrize("seed", range(60))
def test_following_a_query_changes_no_answer(seed):
    """Whatever is skipped and leapt over; and the ports of a goal come in an order that there can be."""
    made = Writer(seed, cuts=0.15)
    names = Program(Source(made.text, "random"), common_names()).names
    random, seen = Random(seed), []

    def watch(port):
        seen.append(port)
        return random.choice(("creep", "creep", "creep", "skip", "leap"))

    query = Query.read(made.query, names, seconds=20, engine="reference")
    plain = answers(query)
    ports = []
    assert answers(query, ports.append) == plain
    assert answers(query, watch) == plain
    depth = 0
    for port in ports:
        assert 1 <= port.depth <= depth + 1 if port.name == "call" else port.depth >= 1
        depth = port.depth if port.name in ("call", "redo") else port.depth - 1
    calls = sum(port.name == "call" for port in ports)
    assert sum(port.name == "fail" for port in ports) <= calls
    assert [port.relation for port in seen[:1]] == [port.relation for port in ports[:1]]


def test_a_goal_may_be_retried_made_to_fail_and_given_up(file):
    rulefile, said = load(file), []

    def watch(*commands):
        left = list(commands)
        said.clear()

        def step(port):
            said.append(told(port)[0])
            return left.pop(0) if left else "creep"

        return step

    query = rulefile.ask("q(X), r(X)")
    assert [found["X"] for found in query.trace(watch("creep", "retry"))] == [2, 3]
    assert said[:3] == ["Callq()", "Exitq(1)", "Callq()"]
    for number, port in ((6, "Redoq()"), (7, "Exitq(2)")):
        assert [found["X"] for found in query.trace(watch(*["creep"] * number, "fail"))] == []
        assert said[number:] == [port]
    assert [found["X"] for found in query.trace(watch("fail"))] == []
    run = query.trace(watch(*["creep"] * 8, "abort"))
    with pytest.raises(Aborted):
        list(run)
    with pytest.raises(PuzzleError, match="there is no command 'step'"):
        list(query.trace(watch("step")))


def test_only_some_ports_and_relations_are_shown(file):
    said = []
    list(load(file).ask("p(X)").trace(lambda port: said.append(told(port)[0]), visible=("exit",), spied={("r", 1)}))
    assert said == ["Exitr(2)", "Exitr(3)"]
    said.clear()
    list(load(file).ask("p(X)").trace(lambda port: said.append(told(port)[0]), spied={("r", 1), ("p", 1)}))
    assert said == ["Callp()", "Callr(1)", "Failr(1)", "Callr(2)", "Exitr(2)", "Exitp(2)", "Callr(3)", "Exitr(3)",
                    "Exitp(3)", "Redop()", "Exitp(9)"]  # fmt: skip


def test_the_compiled_machine_leaves_what_is_followed_to_the_resolver():
    said = []
    query = ask("numlist(1, 3, L), member(X, L)", engine="kernel")
    assert [found["X"] for found in query.trace(said.append)] == [1, 2, 3]
    assert [port.relation for port in said if port.name == "redo"] == [("member", 2)] * 2
