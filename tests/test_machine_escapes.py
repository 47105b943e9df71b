"""Goals that the resolver runs for the kernel."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from random_prolog import Writer
from scale import FUZZ
from test_machine_programs import told

from logicpuzzles.errors import LimitReached, PuzzleError
from logicpuzzles.logic.arithmetic import Evaluation
from logicpuzzles.logic.control import ifte
from logicpuzzles.logic.goals import Goal, conde, eq, lall, neq
from logicpuzzles.logic.relations import Primitive
from logicpuzzles.logic.terms import AnyTerm, Term, cons, vars
from logicpuzzles.text.kernel import KernelRun
from logicpuzzles.text.library import common_names
from logicpuzzles.text.names import Namespace
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

TEXT = """
:- table known/1.
known(1). known(2). known(3).
found(L) :- numlist(1, 300000, _), known(A), numlist(1, 300000, _), L = [A].
"""


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_a_goal_with_more_answers_keeps_its_unknowns_where_the_heap_is_collected(engine):
    """What the list before the goal leaves on the heap is gone when the next answer is asked for."""
    text = TEXT if engine == "kernel" else TEXT.replace("300000", "30")
    names = Program(Source(text, "text"), common_names()).names
    query = Query.read("found(L)", names, engine=engine)
    assert [answer["L"] for answer in query] == [(1,), (2,), (3,)]


class Escaping(Writer):
    """Random programs that call relations written in Python, `odd0` to `odd3`, in place of the list library."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.python = {(f"odd{number}", 3): self._relation(f"odd{number}") for number in range(4)}

    def _listed(self) -> str:
        return f"odd{self._called(4)}({self._terms(3, 1)})"

    def _relation(self, name: str) -> Primitive:
        seed = self.random.random()

        def relation(_: Any, one: AnyTerm, two: AnyTerm, three: AnyTerm) -> Goal:
            return Goals(Random(seed), [one, two, three, *vars(2)]).goal(2)

        return Primitive(relation, name)


class Goals:
    """Random goals on some terms."""

    def __init__(self, random: Random, terms: list[AnyTerm]) -> None:
        self.random, self.terms = random, terms

    def term(self, depth: int = 1) -> AnyTerm:
        kind = self.random.random()
        if kind < 0.6 or not depth:
            return self.random.choice(self.terms)
        if kind < 0.75:
            return self.random.choice((1, 2, "a", (), 1 << 60))
        one, two = self.term(depth - 1), self.term(depth - 1)
        return self.random.choice((Term("f", (one, two)), (one, two), (one,), cons(one, two)))

    def goal(self, depth: int) -> Goal:
        kind = self.random.random()
        if kind < 0.25 or not depth and kind < 0.5:
            return eq(self.term(), self.term())
        if kind < 0.5 or not depth and kind < 0.9:
            return neq(self.term(), self.term())
        if kind < 0.6 or not depth:
            return Evaluation(None, self.term(0), Term("+", (self.term(0), 1)), "is")
        one, two = self.goal(depth - 1), self.goal(depth - 1)
        return conde([one], [two]) if kind < 0.75 else ifte(one, two, self.goal(0)) if kind < 0.8 else lall(one, two)


def test_several_conditions_of_a_relation_in_python_wait_on_one_unknown():
    """Both for one that the query knows and for one that only the answer makes known."""

    def relation(_: Any, one: AnyTerm, other: AnyTerm) -> Goal:
        (made,) = vars(1)
        return lall(eq(other, (made,)), *(neq(unknown, value) for unknown in (one, made) for value in ("a", "b")))

    names = Namespace({("odd", 2): Primitive(relation, "odd")}, common_names())
    for asked in ("odd(X, Y)", "odd(X, [b])", "odd(X, Y), Y = [Z], Z = c, X = d", "odd(X, Y), \\+ odd(X, [a])"):
        expected = told(Query.read(asked, names, engine="reference"))
        assert told(Query.read(asked, names, engine="kernel")) == expected


@pytest.mark.parametrize("number", range(10 if FUZZ else 2))
def test_random_relations_in_python(number):
    """Their answers, with the unknowns that they make and what waits on these, come back as the resolver has them."""
    compared = 0
    for seed in range(number * 50, (number + 1) * 50):
        written = Escaping(seed)
        try:
            names = Program(Source(written.text, "program"), Namespace(written.python, common_names())).names
            expected = told(Query.read(written.query, names, seconds=1, engine="reference"))
        except (PuzzleError, LimitReached):
            continue
        found = told(Query.read(written.query, names, engine="kernel"))
        assert found == expected, f"seed {seed}\n{written.text}\n?- {written.query}."
        compared += 1
    assert compared > 25


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ("sub_atom(abcdef, 2, 2, A, S)", 0),
        ("sub_atom(abcdef, B, 2, 0, S)", 0),
        ("sub_atom(abcdef, B, L, A, cd)", 0),
        ("sub_atom(abab, 2, L, A, ab)", 0),
        ("sub_atom(abab, B, L, A, ab)", 1),
        ("sub_atom(abc, B, 2, A, S)", 1),
    ],
)
def test_a_relation_in_python_that_has_one_answer_leaves_no_choice(asked, left):
    """So a loop that takes texts apart keeps nothing of the steps behind it."""
    run = KernelRun(Query.read(asked, common_names()), lambda: False)
    next(run.answers())
    assert len(run.run.waiting) == left
