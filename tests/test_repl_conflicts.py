"""The constraints that `whynot` and `why` name are to blame: with them it is so, and without any of them it is not."""

from __future__ import annotations

import io
import re
from itertools import product
from random import Random

import pytest

from logicpuzzles import ask, load
from logicpuzzles.errors import PuzzleError
from logicpuzzles.repl.answering import Plain
from logicpuzzles.repl.session import Session

FILE = """
ordered([X, Y]) :- [X, Y] ins 1..3, X #< Y.
large([X, Y]) :- X + Y #> 5.
far(X) :- X #< 2 ; X #> 8.
both(L) :- ordered(L), L = [A, _], A #\\= 9, large(L).
chain([_]).
chain([X, Y | Rest]) :- X #< Y, chain([Y | Rest]).
"""
EMPTIED = [  # a goal, and how many goals are named
    ("X in 1..5, X #> 3, X #< 2", 2),
    ("X #> 3, Y in 0..9, X + Y #= 5, Y #> 4", 3),
    ("X in 1..3, member(X, [4, 5])", 2),
    ("X in 1..3, Z = 2, Y in 4..6, X = Y", 3),
    ("X in 1..9, X #\\= 2, X in 2..3, X #\\= 3", 3),
    ("X in 1..3, X #\\= 2, Y #> 7, X #\\= 1, dif(X, 3)", 4),
    ("both(L)", 3),
    ("ordered(L), L = [X, Y], Y #< 2", 3),
    ("Xs = [A, B, C], Xs ins 1..2, A #< 9, all_different(Xs), label(Xs)", 3),
    ("length(L, 5), L ins 1..4, chain(L)", 5),
    ("B #<==> (X #> 3), X in 0..2, B #= 1", 3),
    ("sum([X, Y], #=, 9), X in 0..4, Y #< 5", 3),
    ("member(X, [1, 2]), Y in 3..4, Y #= X", 2),
    ("X in 2..8, far(X)", 2),
    ("X in 0..9, member(Y, [1, 2]), \\+ Y = 3, far(X), X #> 2, X #< 8", 2),
    ("X in 0..9, \\+ X = 10, (3 > 4 -> Y = X ; true), X #> 4, X #< 4", 2),
    ("X in 1..1, f(X, Z) = f(Y, Y), member(W, [4]), Z #> W", 2),
    ("[X, Y] ins 0..1, maplist(#<(0), [X, Y]), P = g(Y), g(Q) = P, Q = 0", 2),
]
ALTERNATIVES = re.compile(r"member\(X, \[1, 2|far")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    found = tmp_path_factory.mktemp("constraints") / "constraints.pl"
    found.write_text(FILE)
    return load(found)


def said(text, rulefile=None):
    """What the session says to `text`."""
    out = io.StringIO()
    files = {} if rulefile is None else {rulefile.name: rulefile}
    session = Session(lambda line: print(line, file=out), seconds=60, files=files)
    Plain(session, io.StringIO(text), out).run()
    return out.getvalue()


def blamed(text):
    """The goals that `whynot` names, without their places."""
    return [re.sub(r"^\S+\.pl:\d+:\d+: ", "", line[4:]) for line in text.splitlines() if line.startswith("    ")]


def require_fewest(goals, holds):
    """All of `goals` together do not hold, and without any of them the others do."""
    assert not holds(goals)
    for number in range(len(goals)):
        assert holds([*goals[:number], *goals[number + 1 :]]), (goals, number)


@pytest.mark.parametrize(("goal", "size"), EMPTIED)
def test_the_goals_that_leave_no_value_are_the_fewest(file, goal, size):
    text = said(f"whynot(({goal})).", file)
    these = "Where it gets furthest, these" if ALTERNATIVES.search(goal) else "These"
    assert re.search(rf"^  {these} (leave no value for \w+|cannot hold together):$", text, re.MULTILINE), text
    goals = blamed(text)
    assert len(goals) == size, text

    def holds(some):
        """Also where a domain is missing at label: it does not fail."""
        try:
            return ask(", ".join(some), file).first() is not None
        except PuzzleError as error:
            return "needs a finite domain" in str(error)

    require_fewest(goals, holds)


def test_places_are_told_where_goals_stand_in_a_file(file):
    lines = [line.strip() for line in said("whynot(both(L)).", file).splitlines() if line.startswith("    ")]
    assert [line.split(":")[1] for line in lines] == ["2", "2", "3"]


@pytest.mark.parametrize("seed", range(12))
def test_random_constraints_that_fail_by_propagation(seed):
    """The goals that are named are unsatisfiable by trying all values, and the fewest such."""
    random = Random(seed)
    names = ("X", "Y", "Z")
    while True:
        goals = [f"[{', '.join(names)}] ins 0..3"]
        for _ in range(5):
            left, right = random.sample(names, 2)
            sign = random.choice(("#<", "#=", "#\\=", "#=<"))
            goals.append(random.choice((f"{left} {sign} {right}", f"{left} + {right} {sign} {random.randint(0, 6)}")))
        if ask(", ".join(goals)).first() is None:
            break
    found = blamed(said(f"whynot(({', '.join(goals)}))."))
    assert found

    def holds(some):
        """By the values alone: the domains are those that the first goal gives, or wider ones."""
        texts = [one.replace("#=<", "<=").replace("#\\=", "!=").replace("#=", "==").replace("#", "") for one in some]
        tests = [text for text in texts if " ins " not in text]
        span = range(4) if len(tests) < len(texts) else range(-12, 13)
        return any(
            all(eval(test, {}, dict(zip(names, row, strict=True))) for test in tests) for row in product(span, repeat=3)
        )

    assert not holds(found)
    for number in range(len(found)):
        rest = [*found[:number], *found[number + 1 :]]
        assert not rest or ask(", ".join(rest)).first() is not None  # for propagation, which tells


def test_what_constraints_have_determined_follows_from_the_fewest(file):
    for goal in ("X in 1..5, Z #> 2, X #> 4", "X + Y #= 5, [X, Y] ins 1..4, X #> 3", "ordered([2, Y])"):
        text = said(f"why(({goal})).", file)
        found = re.findall(r"^(\w+) = (\d+) follows from (.*)\.$", text, re.MULTILINE)
        assert found, text
        for name, value, listed in found:
            goals = re.split(r"(?<=[^\]]), (?=[\[\w])(?![^\[]*\])| and ", listed)
            other = f"{name} #\\= {value}"
            require_fewest(goals, lambda some, other=other: ask(", ".join([*some, other])).first() is not None)


def test_values_that_were_given_follow_from_nothing():
    assert "follows" not in said("why((X = 3, X in 1..5, Y in 1..2)).")
    assert "follows" not in said("why((member(X, [1, 2]), X #> 1)).")
