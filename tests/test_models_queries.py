"""A long search inside a query: limits hold, answers are shown while it runs, nothing is proved by stopping."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from constraint import Constraint
from hypothesis import given, settings
from hypothesis import strategies as st
from random_problems import RandomProblem, problems
from scale import scale

from logicpuzzles import LimitReached, Model, Problem, eq, load, neq, run, vars
from logicpuzzles.search import budget
from logicpuzzles.text.names import Namespace
from logicpuzzles.text.query import Query

RULES = Path(__file__).parent.parent / "rules"


class Undecided(Constraint):  # type: ignore[misc]
    """A constraint class of a user's own, which never holds."""

    def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: bool = False) -> bool:
        return len(assignments) < len(variables)


def crowded(constraint: Any) -> Problem:
    """More pigeons than holes, told in a way that takes forever to see; with none at all if `first` is 0."""
    problem = Problem()
    problem.addVariable("first", [0, 1])
    problem.addVariables(range(14), range(13))
    for i in range(14):
        for j in range(i):
            problem.addConstraint(lambda first, a, b: first == 0 or a != b, ["first", i, j])
    problem.addConstraint(*constraint)
    return problem


LONG: list[tuple[str, Callable[[], Problem]]] = [
    ("compiled", lambda: crowded((lambda a: True, [0]))),
    ("reference", lambda: crowded((Undecided(), None))),
]


@pytest.mark.parametrize(("engine", "build"), LONG, ids=[name for name, _ in LONG])
def test_the_limits_of_a_query_hold_during_a_search(engine: str, build: Callable[[], Problem]) -> None:
    """Also in a thread, where no timer looks."""
    model = Model(build, arguments=["first"], name="crowded")
    assert model.solutions({"first": 1}).engine == engine
    raised: list[BaseException] = []

    def work() -> None:
        try:
            asked(model, "crowded(1)", seconds=0.5).first()
        except BaseException as error:
            raised.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join(300)
    assert not thread.is_alive()
    assert isinstance(raised[0], LimitReached)


def asked(model: Model, query: str, seconds: float) -> Query:
    """A query over the relation of a model."""
    relation = model.relation
    return Query.read(query, Namespace({(relation.name, relation.arity): relation}), seconds)


def test_looking_ahead_does_not_wait_for_a_long_search() -> None:
    """An answer can be shown before it is known whether another follows."""
    model = Model(LONG[0][1], arguments=["first"], name="crowded")
    answers = asked(model, "crowded(X)", seconds=60).run()
    assert next(answers)["X"] == 0
    assert answers.look() is None
    quick = asked(load(RULES / "send_more.py").model, "send_more(S, _, _, _, _, _, _, _)", seconds=60).run()
    assert next(quick)["S"] == 9
    assert quick.look() is False


def test_no_memory_is_not_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is stopped because it takes too much memory is an error, not the end of the answers."""
    monkeypatch.setattr(budget, "half_of_free_memory", lambda: 1000)
    monkeypatch.setattr(budget, "SMALL", 0)
    unknowns = vars(8)
    with pytest.raises(LimitReached, match="the default limit of 1,000 bytes of memory was reached"):
        run(0, unknowns, load(RULES / "queens.py").queens(*unknowns))


@settings(max_examples=scale(80, 1500))
@given(problem=problems(), data=st.data())
def test_answers_agree_with_brute_force(problem: RandomProblem, data: st.DataObject) -> None:
    """Terms of any kind, unknowns that stand twice, disequalities before and after: the rows that fit, each once."""
    names = list(problem.domains)
    unknowns = vars(len(names))
    values = [x for domain in problem.domains.values() for x in domain[:3]] + [True, 1.0, "elsewhere", ("t", 1)]
    term = st.one_of(st.sampled_from(unknowns), st.sampled_from(unknowns), st.sampled_from(values))
    terms = tuple(data.draw(term) for _ in names)
    pairs = data.draw(st.lists(st.tuples(st.sampled_from(unknowns), term), max_size=3))
    before = data.draw(st.integers(0, len(pairs)))
    conditions = [neq(one, other) for one, other in pairs]
    found = run(0, terms, *conditions[:before], Model(problem.build)(*terms), *conditions[before:])
    expected = [run(0, terms, eq(terms, row), *conditions) for row in problem.brute_force()]
    assert sorted(map(repr, map(shown, found))) == sorted(repr(shown(one)) for rows in expected for one in rows)


def shown(answer: Any) -> Any:
    """An answer without the unknowns that are in no term."""
    return getattr(answer, "value", answer)
