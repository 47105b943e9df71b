"""Tabled relations: they end on left recursion and cycles, and give every answer once."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from scale import scale

from logicpuzzles.errors import LimitReached, PuzzleError
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source


def names(text):
    return Program(Source(text, "p.pl"), common_names()).names


def answers(text, query, **limits):
    return [str(answer) for answer in Query.read(query, names(text), **limits)]


CYCLE = """
edge(a, b). edge(b, c). edge(c, a). edge(c, d).
:- table path/2.
"""
LEFT = "path(X, Y) :- edge(X, Y). path(X, Y) :- path(X, Z), edge(Z, Y).\n"
RIGHT = "path(X, Y) :- edge(X, Y). path(X, Y) :- edge(X, Z), path(Z, Y).\n"
DOUBLE = "path(X, Y) :- path(X, Z), path(Z, Y). path(X, Y) :- edge(X, Y)."


@pytest.mark.parametrize("clauses", [LEFT, RIGHT, DOUBLE])
def test_every_answer_comes_once(clauses):
    found = answers(CYCLE + clauses, "path(X, Y)")
    assert len(found) == len(set(found)) == 12
    assert sorted(answers(CYCLE + clauses, "path(c, X)")) == ["X = a", "X = b", "X = c", "X = d"]
    assert answers(CYCLE + clauses, "path(d, X)") == []
    assert answers(CYCLE + clauses, "path(a, d)") == ["true"]


def test_answers_come_in_the_order_of_their_discovery():
    assert answers(CYCLE + LEFT, "path(a, X)") == ["X = b", "X = c", "X = a", "X = d"]


def test_two_relations_may_call_each_other():
    text = """
    :- table even/1, odd/1.
    next(0, 1). next(1, 2). next(2, 3). next(3, 0).
    even(0).
    even(X) :- odd(Y), next(Y, X).
    odd(X) :- even(Y), next(Y, X).
    """
    assert answers(text, "even(X)") == ["X = 0", "X = 2"]
    assert answers(text, "odd(X)") == ["X = 1", "X = 3"]


def test_a_table_may_hold_what_is_unknown():
    text = ":- table same/2. same(X, X). same(X, f(Y)) :- same(X, Y), fail. same(a, _)."
    assert answers(text, "same(P, Q)") == ["Q = P", "P = a"]
    assert answers(text, "same(b, Q)") == ["Q = b"]
    waits = ":- table other/2. other(X, Y) :- dif(X, Y). other(X, Y) :- other(Y, X)."
    assert answers(waits, "other(X, b), member(X, [a, b])") == ["X = a"]
    assert answers(waits, "dif(X, 1), other(X, Y)") == ["dif(X, 1), dif(Y, X)"]


def test_a_call_under_a_condition_is_filtered_by_it():
    assert answers(CYCLE + LEFT, "dif(X, b), dif(X, c), path(a, X)") == ["X = a", "X = d"]


def test_a_table_loses_no_constraint_over_integers():
    text = ":- table next/2, above/2, some/1. next(X, Y) :- X in 1..3, Y #= X + 1. above(X, Y) :- X #> Y. "
    text += "some(X) :- member(X, [1, 2]), Z #> X."
    with pytest.raises(PuzzleError, match="#= inside the table of next needs a value for A"):
        answers(text, "next(A, B)")
    with pytest.raises(PuzzleError, match="#> inside the table of above needs a value for B"):
        answers(text, "above(3, B)")
    assert answers(text, "next(2, B)") == ["B = 3"]
    assert answers(text, "next(A, 3)") == ["A = 2"]
    assert answers(text, "member(A, [1, 2]), above(A, 1)") == ["A = 2"]
    assert answers(text, "some(X)") == ["X = 1", "X = 2"]  # there is always such a Z
    assert answers(text, "X #> 1, some(X)") == ["X = 2"]


WIN = """
:- table win/1.
win(X) :- move(X, Y), \\+ win(Y).
"""


def test_negation_waits_for_the_table_to_be_complete():
    moves = "move(1, 2). move(2, 3). move(3, 4). move(1, 3). move(5, 5) :- fail."
    assert sorted(answers(WIN + moves, "win(X)")) == ["X = 1", "X = 3"]


def test_negation_through_a_long_chain():
    size = scale(150, 1500)
    moves = "".join(f"move({n}, {n + 1}). " for n in range(size))
    assert answers(WIN + moves, f"win({size - 1})") == ["true"]
    assert answers(WIN + moves, "win(0)") == (["true"] if size % 2 else [])


def test_what_rests_on_its_own_negation_is_refused():
    with pytest.raises(PuzzleError, match="win/1 depends on itself through a negation or a cut"):
        answers(WIN + "move(1, 2). move(2, 1).", "win(X)")


def test_what_is_won_in_any_case_is_told_though_moves_go_round():
    """Random games, some of whose positions are neither won nor lost: the moves can go on for ever."""
    told = 0
    for seed in range(scale(60, 600)):
        rng = random.Random(seed)
        moves = {(rng.randrange(6), rng.randrange(6)) for _ in range(rng.randrange(4, 12))}
        text = WIN + "move(9, 9) :- fail. " + "".join(f"move({one}, {two}). " for one, two in sorted(moves))
        won, lost = _won_and_lost(moves)
        for position in range(6):
            if position in won or position in lost:
                found = _answers_or_none(text, f"win({position})")
                assert found in (["true"] if position in won else [], None), (text, position)
                told += found is not None
        if len(won | lost) == 6:
            assert sorted(answers(text, "win(X)")) == [f"X = {position}" for position in sorted(won)]
    assert told > 200


def _won_and_lost(moves):
    """The positions from which a player can force the end, and those from which the other can."""
    won, lost = set(), set()
    while True:
        more_lost = {p for p in range(6) if all(two in won for one, two in moves if one == p)}
        more_won = {one for one, two in moves if two in lost}
        if more_lost <= lost and more_won <= won:
            return won, lost
        lost |= more_lost
        won |= more_won


def _answers_or_none(text, query):
    """The answers; None where the query rests on a position that is neither won nor lost."""
    try:
        return answers(text, query)
    except PuzzleError as error:
        return (
            None
            if error.problem == "win/1 depends on itself through a negation or a cut: it cannot be decided"
            else str(error)
        )


def test_a_call_without_unknowns_ends_with_its_answer():
    """Were it not so, the second clause would be tried for ever."""
    text = ":- table p/1, q/1. p(1). p(_) :- from(0). from(N) :- M is N + 1, from(M). q(X) :- p(X), from(X). q(1)."
    assert answers(text, "p(1)", seconds=5) == ["true"]


def test_a_table_that_is_not_involved_does_not_hold_negation_up():
    text = """
    :- table p/1, q/1, r/1, s/1.
    p(X) :- q(X), r(X).
    q(1). q(2). q(X) :- p(X), fail.
    r(X) :- \\+ s(X).
    s(X) :- t(X), u(X).
    t(1). u(1).
    """
    assert answers(text, "p(X)") == ["X = 2"]


def test_collecting_over_a_table():
    text = CYCLE + LEFT + "reach(X, L) :- findall(Y, path(X, Y), L). far(X) :- forall(path(X, Y), dif(X, Y)).\n"
    assert answers(text, "reach(c, L)") == ["L = [a, d, b, c]"]
    assert answers(text, "far(a)") == []
    assert answers(text, "far(d)") == ["true"]
    tabled = text + ":- table count/2, first/2. count(X, N) :- aggregate_all(count, path(X, _), N). "
    tabled += "first(X, Y) :- once(path(X, Y)). first(X, none) :- \\+ path(X, _)."
    assert answers(tabled, "count(a, N)") == ["N = 4"]
    assert answers(tabled, "member(X, [a, d]), first(X, Y)") == ["X = a, Y = b", "X = d, Y = none"]


def test_an_unknown_that_needs_a_value_is_named_from_outside():
    text = ":- table p/1, q/1. p(X) :- q(X). q(X) :- \\+ X = 1. q(2)."
    with pytest.raises(PuzzleError, match="needs a value for Who"):
        answers(text, "p(Who)")
    assert answers(text, "p(2)") == ["true"]


def test_a_long_chain_takes_linear_time():
    size = scale(2_000, 20_000)
    text = ":- table path/2. " + "".join(f"edge({n}, {n + 1}). " for n in range(size)) + LEFT
    query = Query.read("path(0, X)", names(text), seconds=scale(20, 200))
    assert query.count() == size
    assert query.count() == size  # from the table


def test_depth_of_mutual_calls_is_bounded_by_memory():
    size = scale(3_000, 30_000)
    text = ":- table down/1. down(0). down(N) :- N > 0, M is N - 1, down(M)."
    assert answers(text, f"down({size})") == ["true"]


def test_limits_hold_and_leave_no_half_table_behind():
    known = names(":- table nat/1. nat(0). nat(N) :- nat(M), N is M + 1.")
    for _ in range(2):
        with pytest.raises(LimitReached):
            Query.read("nat(X)", known, seconds=0.3).first()


def test_random_programs_agree_with_the_least_model():
    """Random positive programs over a small domain, against naive iteration to the fixpoint."""
    for seed in range(scale(60, 600)):
        rng = random.Random(seed)
        clauses, rules = _random_rules(rng)
        text = ":- table p/2, q/2. e(9, 9). p(9, 9). q(9, 9). " + " ".join(clauses)
        known = names(text)
        for name in ("p", "q"):
            query = Query.read(f"{name}(X, Y)", known)
            found = [(answer["X"], answer["Y"]) for answer in query]
            assert len(found) == len(set(found))
            assert set(found) == _model(rules)[name], text


def _random_rules(rng):
    """Facts of e, and clauses ``p(X, Y) :- a(..), b(..)`` over the variables X, Y and Z, as text and as data."""
    rules = [(("e", (9, 9)), []), (("p", (9, 9)), []), (("q", (9, 9)), [])]
    rules += [(("e", (rng.randrange(4), rng.randrange(4))), []) for _ in range(rng.randrange(2, 7))]
    for _ in range(rng.randrange(2, 6)):
        body = [(rng.choice("pqe"), (rng.choice("XYZ"), rng.choice("XYZ"))) for _ in range(rng.randrange(1, 4))]
        seen = [name for _, args in body for name in args]
        rules.append(((rng.choice("pq"), (rng.choice(seen), rng.choice(seen))), body))
    clauses = []
    for head, body in rules[3:]:
        goals = ", ".join(f"{name}({one}, {two})" for name, (one, two) in body)
        clauses.append(f"{head[0]}({head[1][0]}, {head[1][1]})" + (f" :- {goals}." if body else "."))
    return clauses, rules


def _model(rules):
    known = {name: set() for name in "pqe"}
    while True:
        new = [(head[0], fact) for head, body in rules for fact in _consequences(head, body, known)]
        if all(fact in known[name] for name, fact in new):
            return known
        for name, fact in new:
            known[name].add(fact)


def _consequences(head, body, known):
    bindings = [{}]
    for name, args in body:
        bindings = [
            merged
            for binding in bindings
            for fact in known[name]
            if (merged := _merged(binding, dict(zip(args, fact, strict=True)), args, fact)) is not None
        ]
    return [tuple(binding.get(arg, arg) for arg in head[1]) for binding in bindings]


def _merged(binding, more, args, fact):
    if any(more[arg] != value for arg, value in zip(args, fact, strict=True)):
        return None
    return {**binding, **more} if all(binding.get(k, v) == v for k, v in more.items()) else None


def test_the_first_answers_of_an_outer_goal_are_lazy():
    text = CYCLE + LEFT + "from(N, N). from(N, M) :- K is N + 1, from(K, M)."
    query = Query.read("path(a, X), from(0, N)", names(text))
    assert [answer["N"] for answer in islice(query, 3)] == [0, 1, 2]
