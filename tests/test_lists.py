"""Every relation over lists in every direction, against its definition on ground lists; order, laziness, length."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from instances import check, first, shown
from scale import scale

from logicpuzzles import (
    appendo,
    betweeno,
    conde,
    conso,
    eq,
    heado,
    itero,
    lengtho,
    membero,
    neq,
    ntho,
    nullo,
    permuteo,
    permuteq,
    relation,
    rembero,
    run,
    selecto,
    seto,
    succeed,
    swapo,
    tailo,
    var,
    vars,
)
from logicpuzzles.logic.terms import cons
from logicpuzzles.text.tabled.variants import variant_key

ITEMS = (0, "a")
LISTS = tuple(items for size in range(4) for items in product(ITEMS, repeat=size))
NUMBERS = range(-1, 4)
KINDS = {"item": ITEMS, "list": LISTS, "number": NUMBERS}
UNKNOWNS = {kind: vars(4) for kind in KINDS}
UNIVERSE = {variable: KINDS[kind] for kind, variables in UNKNOWNS.items() for variable in variables}


def removed(item: Any, items: tuple[Any, ...]) -> tuple[Any, ...]:
    """`items` without the first `item`."""
    where = items.index(item) if item in items else len(items)
    return items[:where] + items[where + 1 :]


def exchanged(one: int, two: int, items: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """`items` with two elements exchanged; None where there are no such places."""
    if not (0 <= one < len(items) and 0 <= two < len(items)):
        return None
    cells = list(items)
    cells[one], cells[two] = cells[two], cells[one]
    return tuple(cells)


GOALS: list[tuple[Callable[..., Any], Callable[..., int], str]] = [
    (conso, lambda head, tail, items: (head, *tail) == items, "item list list"),
    (heado, lambda head, items: items[:1] == (head,), "item list"),
    (tailo, lambda tail, items: bool(items) and items[1:] == tail, "list list"),
    (nullo, lambda items: items == (), "list"),
    (itero, lambda items: True, "list"),
    (membero, lambda item, items: items.count(item), "item list"),
    (appendo, lambda front, back, items: front + back == items, "list list list"),
    (lengtho, lambda items, size: len(items) == size, "list number"),
    (ntho, lambda index, items, item: 0 <= index < len(items) and items[index] == item, "number list item"),
    (
        selecto,
        lambda item, items, others: sum(
            items[i] == item and items[:i] + items[i + 1 :] == others for i in range(len(items))
        ),
        "item list list",
    ),
    (rembero, lambda item, items, others: removed(item, items) == others, "item list list"),
    (permuteo, lambda items, ordered: [*permutations(items)].count(ordered), "list list"),
    (swapo, lambda one, two, before, after: exchanged(one, two, before) == after, "number number list list"),
    (
        seto,
        lambda index, before, item, after: (
            0 <= index < len(before) and (*before[:index], item, *before[index + 1 :]) == after
        ),
        "number list item list",
    ),
    (betweeno, lambda low, high, number: low <= number <= high, "number number number"),
]
DIRECTIONS = [
    pytest.param(goal, holds, kinds.split(), known, id=f"{goal.__name__ if goal is conso else goal.name}-{known}")
    for goal, holds, kinds in GOALS
    for known in map("".join, product("+-", repeat=len(kinds.split())))
]


@pytest.mark.parametrize(("goal", "holds", "kinds", "known"), DIRECTIONS)
@settings(max_examples=scale(6, 300))
@given(data=st.data())
def test_every_direction(
    goal: Callable[..., Any], holds: Callable[..., int], kinds: list[str], known: str, data: st.DataObject
) -> None:
    """With each argument known (+) or unknown (-), the answers are those of the definition, as often as it holds."""
    args = [
        data.draw(st.sampled_from(KINDS[kind])) if sign == "+" else UNKNOWNS[kind][number]
        for number, (kind, sign) in enumerate(zip(kinds, known, strict=True))
    ]
    check(goal, holds, args, UNIVERSE, 160)


@st.composite
def partly_known(draw: st.DrawFn, kind: str) -> Any:
    """A term of a kind: known, unknown (perhaps one that is met elsewhere too), or a list with unknowns in it."""
    unknowns = st.sampled_from(UNKNOWNS[kind])
    if kind != "list":
        return draw(st.one_of(st.sampled_from(KINDS[kind]), unknowns))
    items = draw(st.lists(partly_known("item"), max_size=2))
    return cons(*items, draw(st.one_of(st.just(()), unknowns))) if items else draw(st.one_of(st.just(()), unknowns))


@pytest.mark.parametrize(("goal", "holds", "kinds"), [(goal, holds, kinds.split()) for goal, holds, kinds in GOALS])
@settings(max_examples=scale(6, 300))
@given(data=st.data())
def test_partly_known(
    goal: Callable[..., Any], holds: Callable[..., int], kinds: list[str], data: st.DataObject
) -> None:
    """The same where lists are known in part, and where one unknown stands in several places."""
    args = [data.draw(partly_known(kind)) for kind in kinds]
    check(goal, holds, args, UNIVERSE, 160)


x, y, z, rest = vars(4)


@pytest.mark.parametrize(
    ("goal", "template", "expected"),
    [
        (membero(x, (3, 1, 3)), x, ["3", "1", "3"]),
        (membero(1, x), x, ["[1 | _0]", "[_0, 1 | _1]", "[_0, _1, 1 | _2]", "[_0, _1, _2, 1 | _3]"]),
        (appendo(x, y, (1, 2)), (x, y), ["((), (1, 2))", "((1,), (2,))", "((1, 2), ())"]),
        (appendo(x, (9,), y), y, ["(9,)", "(_0, 9)", "(_0, _1, 9)", "(_0, _1, _2, 9)"]),
        (appendo((1,), x, y), (x, y), ["(_0, [1 | _0])"]),
        (lengtho(x, y), (x, y), ["((), 0)", "((_0,), 1)", "((_0, _1), 2)", "((_0, _1, _2), 3)"]),
        (ntho(x, ("a", "b"), y), (x, y), ["(0, 'a')", "(1, 'b')"]),
        (ntho(1, x, "b"), x, ["[_0, 'b' | _1]"]),
        (selecto(x, (1, 2, 3), y), (x, y), ["(1, (2, 3))", "(2, (1, 3))", "(3, (1, 2))"]),
        (selecto(1, x, (2, 3)), x, ["(1, 2, 3)", "(2, 1, 3)", "(2, 3, 1)"]),
        (rembero(1, (2, 1, 1), x), x, ["(2, 1)"]),
        (rembero(x, (1, 2), y), (x, y), ["(1, (2,))", "(2, (1,))", "(_0, (1, 2)) with _0 != 1, _0 != 2"]),
        (permuteo((1, 2, 3), x), x, ["(1, 2, 3)", "(1, 3, 2)", "(2, 1, 3)", "(2, 3, 1)"]),
        (permuteo(x, (1, 2)), x, ["(1, 2)", "(2, 1)"]),
        (swapo(0, x, ("a", "b", "c"), y), y, ["('a', 'b', 'c')", "('b', 'a', 'c')", "('c', 'b', 'a')"]),
        (swapo(0, 1, x, ("a", "b")), x, ["('b', 'a')"]),
        (seto(1, ("a", "b"), x, y), (x, y), ["(_0, ('a', _0))"]),
        (seto(x, ("a", "b"), "c", ("a", "c")), x, ["1"]),
        (betweeno(1, 3, x), x, ["1", "2", "3"]),
        (betweeno(1, x, 2), x, ["2", "3", "4", "5"]),
        (betweeno(x, 3, 2), x, ["2", "1", "0", "-1"]),
        (betweeno(3, x, 2), x, []),
        (conso(1, (2,), x), x, ["(1, 2)"]),
        (conso(x, y, (1, 2)), (x, y), ["(1, (2,))"]),
        (heado(x, (1, 2)), x, ["1"]),
        (tailo(x, [1, 2]), x, ["(2,)"]),
        (itero(x), x, ["()", "(_0,)", "(_0, _1)", "(_0, _1, _2)"]),
        (membero((1, x), ((1, 2), (3, 4), (1, 5))), x, ["2", "5"]),
    ],
)
def test_answers_in_order(goal: Any, template: Any, expected: list[str]) -> None:
    """The first four answers, in order."""
    assert shown(run(4, template, goal)) == expected


@pytest.mark.parametrize(
    "goal",
    [
        membero(1, 5),
        membero(1, cons(2, 5)),
        appendo(7, x, y),
        appendo((1,), (2,), 7),
        lengtho(7, x),
        lengtho((1,), "a"),
        lengtho(x, -1),
        ntho("a", (1, 2), x),
        ntho(-1, (1, 2), x),
        ntho(True, (1, 2), x),
        ntho(0, "abc", x),
        selecto(1, 7, x),
        permuteo((1, 2), (1,)),
        permuteo(7, x),
        swapo(0, 2, (1, 2), x),
        swapo(-1, 0, x, y),
        swapo("a", 0, x, y),
        seto(2, (1, 2), x, y),
        seto(0, 7, 1, x),
        itero(7),
        itero(cons(1, 7)),
        conso(1, x, ()),
    ],
)
def test_no_such_list(goal: Any) -> None:
    """What is no list, or too short, has no answer, and the search for one ends."""
    assert run(0, x, goal) == ()


N = 10_000
LONG = tuple(range(N))


def test_long_lists() -> None:
    """Lists of 100,000 elements: an element, the length, a position, an end, a change."""
    assert run(0, x, membero(x, LONG)) == LONG
    assert run(0, True, membero(N - 1, LONG)) == (True,)
    assert run(1, x, lengtho(LONG, x)) == (N,)
    assert len(run(1, x, lengtho(x, N))[0]) == N
    assert run(0, x, ntho(N - 1, LONG, x)) == (N - 1,)
    assert run(1, x, ntho(x, LONG, N - 1)) == (N - 1,)
    assert run(0, x, appendo(LONG, (1,), x)) == ((*LONG, 1),)
    assert run(0, x, appendo(LONG, x, (*LONG, 1, 2))) == ((1, 2),)
    assert run(0, x, seto(N - 1, LONG, "a", x)) == ((*LONG[:-1], "a"),)
    assert run(1, x, selecto(0, LONG, x)) == (LONG[1:],)
    assert run(0, x, selecto(N - 1, LONG, x)) == (LONG[:-1],)
    assert run(0, (x, y), appendo(x, (y,), LONG)) == ((LONG[:-1], N - 1),)


def test_selecting_ends_where_what_stays_cannot() -> None:
    """Of two open lists that begin differently the first element is the only one to take."""
    assert shown(run(0, (x, y), selecto(x, cons(1, y), cons(2, z)))) == ["(1, [2 | _0])"]
    assert shown(run(0, y, selecto(x, cons(1, 2), y))) == ["2"]


@relation
def joined(front, back, items):
    """`items` is `front` followed by `back`, as one writes it by hand."""
    head, tail, more = vars(3)
    return conde(
        [eq(front, ()), eq(back, items)],
        [conso(head, tail, front), conso(head, more, items), joined(tail, back, more)],
    )


@relation
def numbered(items, size):
    """`items` has as many elements as `size`, a list too."""
    tail, smaller = vars(2)
    return conde(
        [eq(items, ()), eq(size, ())], [conso(var(), tail, items), conso(1, smaller, size), numbered(tail, smaller)]
    )


@pytest.mark.parametrize("items", [LONG, vars(N)], ids=["known", "unknown"])
def test_recursion_over_long_lists(items: Any) -> None:
    """A relation that calls itself for each of 10,000 elements, known or not."""
    ((made,),) = run(1, (x,), joined(items, (1,), x))
    assert made == (*items, 1)
    ((made,),) = run(1, (x,), joined(x, (1,), (*items, 1)))
    assert made == items
    ((made,),) = run(1, (x,), numbered(items, x))
    assert made == (1,) * N


def test_lazy() -> None:
    """Only what is asked for is computed."""
    found = run(None, x, membero("a", x))
    assert shown(islice(found, 2)) == ["['a' | _0]", "[_0, 'a' | _1]"]
    assert len(run(5, (x, y, z), appendo(x, y, z))) == 5
    assert run(3, x, betweeno(0, y, x)) == (0, 0, 1)


@pytest.mark.parametrize(
    "goal", [swapo(y, z, cons(x, x, rest), cons(0, "a", rest)), seto(y, cons(x, rest), 1, cons(0, x))]
)
def test_every_change_that_is_tried_counts_as_a_step(goal: Any) -> None:
    """Lists that have no change into each other, whatever their length: the search can be ended between two tries."""
    assert first(1, x, goal) == []


def test_open_lists_carry_conditions() -> None:
    """A disequality on an element of a list that is not known yet is kept until it is."""
    head = var()
    assert run(0, x, conso(head, rest, x), neq(head, 1), membero(x, ((1, 2), (3,)))) == ((3,),)


def random_permutations(rng):
    """Permutations asked one after another, of few unknowns that they share."""
    unknowns = [var() for _ in range(4)]
    elements = [*unknowns, *unknowns, 1, 2, 3, 1, (1,), (unknowns[0], 2)]
    sizes = [rng.randrange(1, 5) for _ in range(rng.randrange(2, 4))]
    lists = [[tuple(rng.choices(elements, k=size + (rng.random() < 0.1))) for _ in range(2)] for size in sizes]
    if rng.random() < 0.2:
        lists[-1][1] = var()
    return tuple(unknowns), lists


@pytest.mark.parametrize("seed", range(scale(60, 1_000)))
def test_permutations_that_look_ahead_answer_as_one_after_another(seed):
    """`succeed` between them keeps each from looking at the next."""
    unknowns, lists = random_permutations(Random(seed))
    goals = [permuteq(*pair) for pair in lists]
    apart = [goal for one in goals for goal in (one, succeed)]
    assert comparable(run(0, unknowns, *goals)) == comparable(run(0, unknowns, *apart))


def comparable(answers):
    """Answers with the names of unknowns in their order, so that they can be compared."""
    return [variant_key(getattr(answer, "value", answer))[0] for answer in answers]


LINE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_a_sudoku_of_permutations_is_solved():
    """Rows, columns and boxes (Wikipedia's example): tried row by row, it would take years."""
    cells = [var() if digit == "0" else int(digit) for digit in LINE]
    groups = [cells[9 * row : 9 * row + 9] for row in range(9)] + [cells[column::9] for column in range(9)]
    groups += [
        [cells[27 * a + 9 * i + 3 * b + j] for i in range(3) for j in range(3)] for a in range(3) for b in range(3)
    ]
    goals = [permuteq(tuple(group), tuple(range(1, 10))) for group in groups]
    assert run(1, tuple(cells), *goals) == (tuple(map(int, SOLVED)),)
