"""Truth values: sat is complete, and what remains says the same; counts and maxima are those of brute force."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from re import findall

import pytest
from boolean_programs import Maker, random_formulas, solutions
from hypothesis import given, settings
from hypothesis import strategies as st
from integer_answers import rows, texts

from logicpuzzles import (
    PuzzleError,
    Term,
    ask,
    expr,
    label,
    load,
    run,
    sat,
    sat_count,
    taut,
    vars,
    weighted_maximum,
)  # fmt: skip
from logicpuzzles.logic.integers import labelling
from logicpuzzles.logic.integers.diagrams import FALSE, TRUE, Diagrams, both, either, one_of_two

NAMES = "ABCDE"
SEEDS = st.integers(0, 10**6)


def stated(formulas):
    return ", ".join(f"sat({text})" for text in formulas)


def projected(found, names, own):
    """The rows over `names` as rows over those of `own`, each once."""
    places = [names.index(name) for name in own]
    return sorted({tuple(row[place] for place in places) for row in found})


# -- diagrams --------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(SEEDS, st.lists(st.integers(-3, 3), min_size=4, max_size=4))
def test_what_is_read_off_a_diagram_is_that_of_a_table(seed, weights):
    random, to = Random(seed), Diagrams()
    functions = [to.variable(level) for level in (0, 2, 5, 9)]
    truths = [lambda row, place=place: row[place] for place in range(4)]
    for _ in range(random.randint(1, 8)):
        operator, of = random.choice([(both, min), (either, max), (one_of_two, lambda a, b: a ^ b)])
        i, j = random.randrange(len(functions)), random.randrange(len(functions))
        functions.append(to.apply(operator, functions[i], functions[j]))
        truths.append(lambda row, one=truths[i], two=truths[j], of=of: of(one(row), two(row)))
    f, truth, levels = functions[-1], truths[-1], [0, 2, 5, 9]
    table = [row for row in solutions(NAMES[:4], []) if truth(row)]
    assert to.count(f, levels) == len(table)
    assert (f == TRUE, f == FALSE) == (len(table) == 16, not table)
    best = to.best(f, dict(zip(levels, weights, strict=True)))
    sums = [sum(w for w, value in zip(weights, row, strict=True) if value) for row in table]
    if not table:
        assert best is None
        return
    assert best[0] == max(sums)
    assert list(best[1]) == [row for row, total in zip(table, sums, strict=True) if total == max(sums)]
    found = to.consequences(f)
    for place, level in enumerate(levels):
        assert bool(found.zeros >> level & 1) == all(row[place] == 0 for row in table)
        assert bool(found.ones >> level & 1) == all(row[place] == 1 for row in table)
        for other in range(place):
            are_equal = any(bits >> level & 1 and bits >> levels[other] & 1 for bits in found.classes)
            varies = len({row[place] for row in table}) == 2
            assert are_equal == (varies and all(row[place] == row[other] for row in table))


# -- sat -------------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(SEEDS)
def test_sat_fails_binds_and_joins_at_once_all_that_follows(seed):
    formulas, truths = random_formulas(seed)
    expected = solutions(NAMES, truths)
    listed = f"L = [{', '.join(NAMES)}]"
    found = list(ask(f"{stated(formulas)}, {listed}"))
    assert len(found) == bool(expected)
    if not expected:
        return
    values = found[0]["L"]
    for place, value in enumerate(values):
        taken = {row[place] for row in expected}
        assert value == taken.pop() if len(taken) == 1 else not isinstance(value, int)
    for one, two in combinations(range(len(NAMES)), 2):
        if not isinstance(values[one], int) and not isinstance(values[two], int):
            assert (values[one] is values[two]) == all(row[one] == row[two] for row in expected)


@settings(max_examples=150)
@given(SEEDS)
def test_what_remains_can_be_pasted_and_says_the_same(seed):
    formulas, truths = random_formulas(seed)
    expected = solutions(NAMES, truths)
    found = list(ask(stated(formulas)))
    if found:
        label = f"labeling([{', '.join(NAMES)}])"
        assert sorted(rows(f"{found[0]}, {label}", NAMES)) == expected
        assert sorted(rows(f"{stated(formulas)}, {label}", NAMES)) == expected
        again = str(ask(str(found[0])).first())
        assert sorted(rows(f"{again}, {label}", NAMES)) == expected


@settings(max_examples=60)
@given(SEEDS)
def test_an_atom_stands_for_both_values(seed):
    names = [*"ABC", "p", "q"]
    formulas, truths = random_formulas(seed, names)
    every = solutions(["p", "q"], [])
    met = solutions(names, truths)
    possible = all(any(row[3:] == atoms for row in met) for atoms in every)
    found = list(ask(f"{stated(formulas)}, L = [A, B, C]"))
    assert bool(found) == possible
    known = solutions("ABC", [lambda v: all((v["A"], v["B"], v["C"], *atoms) in met for atoms in every)])
    query = f"{stated(formulas)}, labeling([A, B, C])"
    if {"p", "q"} & {value for answer in found for value in answer["L"] if isinstance(value, str)}:
        with pytest.raises(PuzzleError, match="labeling takes unknowns"):  # one is an atom, as SWI-Prolog says too
            rows(query, "ABC")
    else:
        assert sorted(rows(query, "ABC")) == known


@settings(max_examples=80)
@given(SEEDS)
def test_taut_and_sat_count_are_those_of_brute_force(seed):
    formulas, truths = random_formulas(seed, "ABCD")
    random = Random(seed)
    text, truth = Maker(random, random.sample("ABCD", 3)).expression(2)
    expected = solutions("ABCD", truths)
    kept = [row for row in expected if truth(dict(zip("ABCD", row, strict=True)))]
    found = [answer["T"] for answer in ask(f"{stated(formulas)}, taut({text}, T)")]
    assert found == ([] if not expected or 0 < len(kept) < len(expected) else [int(bool(kept))])
    own = [name for name in "ABCD" if name in text]
    counted = [answer["N"] for answer in ask(f"{stated(formulas)}, sat_count({text}, N)")]
    n_quantified = len(set(findall(r"Q\d+", text)))  # which count too, as in SWI-Prolog
    assert counted == ([len(projected(kept, "ABCD", own)) << n_quantified] if expected else [])


@settings(max_examples=60)
@given(SEEDS, st.lists(st.integers(-3, 3), min_size=3, max_size=3))
def test_weighted_maximum_is_that_of_brute_force(seed, weights):
    formulas, truths = random_formulas(seed, "ABCD")
    found = projected(solutions("ABCD", truths), "ABCD", "DAC")
    sums = [sum(w for w, value in zip(weights, row, strict=True) if value) for row in found]
    expected = sorted((*row, total) for row, total in zip(found, sums, strict=True) if total == max(sums))
    query = f"{stated(formulas)}, weighted_maximum({weights}, [D, A, C], M)"
    assert sorted(rows(query, "DACM")) == expected


@settings(max_examples=60)
@given(SEEDS)
def test_truth_values_are_integers(seed):
    """What is known of one by the other constraints counts, and the other way round."""
    formulas, truths = random_formulas(seed, "ABC")
    expected = [row for row in solutions("ABC", truths) if row[0] + 2 * row[1] != 1 + row[2]]
    for query in (
        f"{stated(formulas)}, [A, B, C] ins 0..1, A + 2*B #\\= 1 + C, label([A, B, C])",
        f"[A, B, C] ins 0..1, A + 2*B #\\= 1 + C, {stated(formulas)}, labeling([], [A, B, C])",
    ):
        assert rows(query, "ABC") == expected


def test_label_by_the_engine_gives_the_same(monkeypatch, tmp_path):
    monkeypatch.setattr(labelling, "patience", lambda: 0)
    for seed in range(40):
        formulas, truths = random_formulas(seed)
        expected = solutions(NAMES, truths)
        label = f"label([{', '.join(NAMES)}])"
        assert rows(f"{stated(formulas)}, [{', '.join(NAMES)}] ins 0..1, {label}", NAMES) == expected
    atoms = "sat(A+B), sat(B+p), [A, C] ins 0..1, label([A, B, C])"
    assert rows(atoms, "ABC") == [(0, 1, 0), (0, 1, 1), (1, 1, 0), (1, 1, 1)]


@pytest.mark.parametrize("seed", range(40))
def test_a_model_of_formulas_has_the_solutions_of_brute_force(seed, tmp_path):
    formulas, truths = random_formulas(seed)
    expected = solutions(NAMES, truths)
    listed = f"[{', '.join(NAMES)}]"
    label = f"label({listed})" if seed % 2 else f"labeling({listed})"
    body = f"{stated(formulas)}, {listed} ins 0..1, {label}"
    (tmp_path / "made.pl").write_text(f"model({listed}) :- {body}.\n")
    model = load(tmp_path / "made.pl").model
    found = [tuple(solution[name] for name in NAMES) for solution in model.solutions()]
    assert found == rows(body, NAMES)
    assert sorted(found) == expected
    assert model.count() == len(expected)
    assert sorted(tuple(s[name] for name in NAMES) for s in model.solutions(engine="reference")) == expected


# -- what is known of large ones -------------------------------------------------------------------


def test_independent_sets_of_a_ring_of_a_hundred():
    # the Lucas number L(100), by D. E. Knuth, The Art of Computer Programming 4A, 7.1.4
    names = [f"X{place}" for place in range(100)]
    apart = ", ".join(f"sat(~({one} * {two}))" for one, two in zip(names, [*names[1:], names[0]], strict=True))
    (answer,) = ask(f"{apart}, sat_count(+[1, {', '.join(names)}], N)")
    assert answer["N"] == 792070839848372253127
    best = f"weighted_maximum([{', '.join(['1'] * 100)}], [{', '.join(names)}], M)"
    assert [found["M"] for found in ask(f"{apart}, {best}")] == [50, 50]


def test_six_pigeons_have_no_five_holes():
    each = ", ".join(f"sat(card([1], [{', '.join(f'P{i}{j}' for j in range(5))}]))" for i in range(6))
    one = ", ".join(f"sat(card([0-1], [{', '.join(f'P{i}{j}' for i in range(6))}]))" for j in range(5))
    assert texts(f"{each}, {one}") == []


def test_deep_expressions_are_bounded_by_memory_alone():
    assert texts(f"sat({'~ ' * 3000}X)") == ["X = 1"]
    assert texts(f"sat({'+'.join(['X'] * 3000)})") == ["X = 1"]
    assert texts(f"sat({'(' * 1500}X{'*1+Y)' * 1500}), Y = 0") == ["X = 1, Y = 0"]


# -- answers and messages --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "answers"),
    [
        ("sat(X+Y)", ["sat(X+Y)"]),
        ("sat(X+Y+Z), X = 0", ["X = 0, sat(Y+Z)"]),
        ("sat(X =:= Y), sat(Z#Y)", ["Y = X, sat(Z#X)"]),
        ("sat(card([1-2], [X, Y, Z])), X = 1", ["X = 1, sat(card([0-1], [Y, Z]))"]),
        ("sat(card([0, 2-3], [X, Y, Z, W])), X = 1, W = 0", ["X = 1, W = 0, sat(card([1-2], [Y, Z]))"]),
        ("sat(X+Y), sat(Y+X), sat(X+Y+Z)", ["Z in 0..1, sat(X+Y)"]),
        ("sat(X =:= Y*Z)", ["sat(X =:= Y*Z)"]),
        ("sat(~(X*Y))", ["sat(~ (X*Y))"]),
        ("sat(X#a)", ["sat(X#a)"]),
        ("sat(X =:= a)", ["X = a"]),
        ("sat(X^(X*Y + Z))", ["X in 0..1, sat(_A^(_A*Y+Z))"]),
        ("sat(X+Y), sat(X#Z), fd_degree(X, D), fd_degree(Y, E)", ["D = 2, E = 1, sat(X#Z), sat(X+Y)"]),
        ("X in 0..1, sat(X+Y), X #= 0", ["X = 0, Y = 1"]),
        ("X in 1..5, sat(X =< Y)", ["X = 1, Y = 1"]),
        ("sat(X+Y), X #> 5", []),
        ("sat(X+Y), \\+ sat(Y+X)", []),
        ("sat(X+Y), \\+ sat(~X * ~Y)", ["sat(X+Y)"]),
        ("sat(X*Y), ( taut(X, 1) -> Z = yes ; Z = no )", ["X = 1, Y = 1, Z = yes"]),
        ("sat(X+Y), findall(X-Y, labeling([X, Y]), L)", ["L = [0-1, 1-0, 1-1], sat(X+Y)"]),
        ("sat(X+Y), dif(X, 0)", ["dif(X, 0), sat(X+Y)"]),
        ("sat(X+Y), member(X, [0, 1])", ["X = 0, Y = 1", "X = 1, Y in 0..1"]),
        ("weighted_maximum([], [], M)", ["M = 0"]),
        ("weighted_maximum([2, 1], [A, 1], M)", ["A = 1, M = 3"]),
    ],
)
def test_answers(query, answers):
    assert texts(query) == answers


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("sat(X + 2)", "sat takes Boolean expressions; expected 0, 1, unknowns, atoms, ~ + * #"),
        ("sat(X + f(Y))", "got f(Y)"),
        ("sat(1^X)", "got 1^X"),
        ("sat(card([a], [X]))", "card in sat takes numbers; expected integers and ranges, such as card([0, 2-4]"),
        ("sat(card([N], [X]))", "sat needs a value for N"),
        ("sat(+[X | Y])", "sat needs a value for Y"),
        ("sat(X + Y), X = f(a)", "sat takes truth values; expected 0, 1 or an atom, got f(a)"),
        ("labeling([2])", "labeling takes unknowns, 0 and 1, got 2"),
        ("weighted_maximum([a], [X], M)", "weighted_maximum takes integers, got 'a'"),
        ("sat(X + Y), \\+ sat(X)", "sat inside \\+ needs a value for X"),
        ("sat(X + Y), \\+ taut(X, _)", "taut inside \\+ needs a value for X"),
        ("sat(X + Y), \\+ sat_count(X, 1)", "sat_count inside \\+ needs a value for X"),
    ],
)
def test_what_goes_wrong_is_told(query, wanted):
    with pytest.raises(PuzzleError) as error:
        texts(query)
    assert wanted in str(error.value)


# -- in Python -------------------------------------------------------------------------------------


def test_formulas_in_python_are_those_in_text():
    a, b, c, n = vars(4)
    for formula, truth in [
        (expr(a) & b, lambda x, y: x and y),
        (expr(a) | ~expr(b), lambda x, y: x or not y),
        (expr(a) ^ b, lambda x, y: x != y),
        ((~expr(a)).implies(b), lambda x, y: x or y),
        ((expr(a) | b).iff(a), lambda x, y: (x or y) == x),
        (Term("card", ((1,), (a, b))), lambda x, y: x + y == 1),
    ]:
        found = [row for row in product((0, 1), repeat=2) if truth(*row)]
        assert sorted(run(0, (a, b), sat(formula), label([a, b]))) == found
        assert run(0, n, sat_count(formula, n)) == (len(found),)
    assert run(0, c, sat(expr(a).implies(b)), sat(expr(b).implies(c)), sat(a)) == (1,)
    assert run(0, n, sat(expr(a) & b), taut(expr(a) ^ b, n)) == (0,)
    assert run(0, (a, b, n), sat(expr(a) ^ b), weighted_maximum([2, 3], [a, b], n)) == ((0, 1, 3),)
    assert [str(one) for one in run(1, a, sat(expr(a) | b))[0].others] != []
