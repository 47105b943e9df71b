"""Whatever is public is represented in a line that tells what it is: no addresses, no tables written out."""

from __future__ import annotations

from collections.abc import Callable
from inspect import isclass, isfunction
from typing import Any

import constraint
import pytest

import logicpuzzles
from logicpuzzles import (
    Arrow,
    Cell,
    Circuit,
    Connected,
    Count,
    Cover,
    Cumulative,
    Element,
    ExactlyOne,
    Game,
    GlobalCardinality,
    Grid,
    Inverse,
    LexLess,
    Limits,
    Mark,
    Model,
    NoOverlap,
    Order,
    Problem,
    Puzzle,
    Regular,
    Relation,
    Scene,
    Table,
    Term,
    Xor,
    ask,
    conde,
    eq,
    expr,
    fact,
    findall,
    fresh,
    ifte,
    interleave,
    lall,
    load,
    loads,
    membero,
    naf,
    neq,
    once,
    project,
    relation,
    run,
    succeed,
    var,
)
from logicpuzzles.endings import Assignment, Counted, Exhausted, Path, Solved, Stopped
from logicpuzzles.games.play import Deduction, Guesser, Keeper
from logicpuzzles.rulefile.rulebook import prepare

x, y = var("x"), var("y")
TINY = Game([0, 1, 2], lambda secret, guess: secret == guess, solved=True)
ONES = "11" * 200


@relation
def step(label: Any, before: Any, after: Any) -> Any:
    """Swap the two cells."""
    return lall(eq(label, "swap"), *[eq(before[0], after[1]), eq(before[1], after[0])])


def swapping(start: tuple[Any, ...]) -> Puzzle:
    """A puzzle of two cells."""
    return Puzzle(step, start, start[::-1])


def build() -> Problem:
    """Two variables."""
    problem = Problem()
    problem.addVariables("ab", [1, 2])
    problem.addConstraint(lambda a, b: a < b, "ab")
    return problem


SIX = load("six").puzzle
OF_CLASSES: dict[str, tuple[object, str]] = {  # an object of each public class, and its representation
    "Arrow": (Arrow(0, 2), "Arrow(start=0, end=2)"),
    "Assignment": (Assignment(values={"S": 9, 2: "red"}), "<Assignment: S = 9, 2 = 'red'>"),
    "AtMostOne": (logicpuzzles.AtMostOne(3), "<AtMostOne value=3>"),
    "Cell": (Cell(0, 1, 2, 3, "3"), "Cell(row=0, column=1, width=2, value=3, label='3', at=None)"),
    "Circuit": (Circuit(), "<Circuit>"),
    "Connected": (Connected("land", size=3), "<Connected values={'land'} size=3>"),
    "Constrained": (run(0, x, neq(x, 2))[0], "~x with ~x != 2"),
    "Count": (Count(1, 2), "<Count value=1 n=2>"),
    "Cover": (Cover([[1, 2], [3]]), ""),
    "Cumulative": (Cumulative([1, 2], [1, 1], 2), "<Cumulative durations=[1, 2] demands=[1, 1] capacity=2>"),
    "Element": (Element([5, 7]), "<Element array=[5, 7] first=0>"),
    "Ending": (Counted(count=1234), "<Counted: 1,234 solutions>"),
    "ExactlyOne": (ExactlyOne(), "<ExactlyOne value=1>"),
    "Exhausted": (Exhausted(reason="an invariant"), "<Exhausted: an invariant>"),
    "Game": (TINY, "<game of 3 secrets>"),
    "GlobalCardinality": (GlobalCardinality({1: 2}), "<GlobalCardinality bounds={1: 2} values=[1] closed=False>"),
    "Goal": (eq(x, 1), "eq(~x, 1)"),
    "Grid": (Grid("1."), "((1, None),)"),
    "Inverse": (Inverse(), "<Inverse>"),
    "LexLess": (LexLess(), "<LexLess strict=True>"),
    "Limits": (Limits(seconds=3), "Limits(seconds=3)"),
    "Mark": (Mark(0, 1, "|"), "Mark(row=0, column=1, text='|')"),
    "Model": (Model(build), "<model build>"),
    "NoOverlap": (NoOverlap([1, 2]), "<NoOverlap lengths=[(1,), (2,)] n_sides=1>"),
    "Order": (Order("ab"), "Order(variables='ab', selection='leftmost', descending=False, best=())"),
    "Path": (Path(moves=(3, "up"), states=((1,), (2,), (3,))), "<Path: 2 moves: 3, 'up'>"),
    "Predicate": (membero, "<primitive membero(item, items)>"),
    "Problem": (build(), "<Problem: 2 variables, 1 constraint>"),
    "Puzzle": (swapping((1, 2)), "<puzzle of 2 cells: step from [1, 2]>"),
    "Regular": (Regular("a*"), ""),
    "Relation": (Relation("next", 2), "<relation next/2>"),
    "RuleFile": (load("sliding", rows=2, cols=3), "load('sliding', rows=2, cols=3)"),
    "Scene": (Scene((Cell(0, 0, 1, 1, "1"),)), "<Scene of 1 cell and 0 marks>"),
    "Solved": (Solved(), "<Solved: solved>"),
    "Stopped": (Stopped(reason="the limit of 3 nodes was reached"), "<Stopped: the limit of 3 nodes was reached>"),
    "Table": (Table([(1, 2)]), "<Table given=[(1, 2)] allowed=True>"),
    "Term": (Term("at", (1, x)), "at(1, ~x)"),
    "Var": (x, "~x"),
    "Xor": (Xor(), "<Xor>"),
}  # fmt: skip
OTHERS: dict[str, tuple[Callable[[], object], str]] = {  # what methods give, and goals
    "a loaded puzzle": (lambda: SIX, "load('six').puzzle"),
    "a loaded model": (lambda: load("queens", n=5).model, "load('queens', n=5).model"),
    "a loaded game": (lambda: load("mastermind").game, "load('mastermind').game"),
    "a text": (lambda: loads("p(1)."), "loads('p(1).', 'rules')"),
    "prepared": (lambda: prepare("six"), "prepare('six')"),
    "rules": (lambda: SIX.rewriting, "<Rewriting: 24 rules over 7 cells>"),
    "a bound": (
        SIX.bound,
        "<Bound distance: 0 on the goal; no rule lowers it by more than 1: 24 rules x 6 rows checked>",
    ),
    "a search problem": (SIX.problem, "<SearchProblem from [4, 6, 5, 1, 3, 2, 0]>"),
    "compiled": (lambda: SIX.compiled, "<compiled puzzle of 7 cells: move_piece from [4, 6, 5, 1, 3, 2, 0]>"),
    "a space": (lambda: SIX.space, "<space of the puzzle of 7 cells: move_piece from [4, 6, 5, 1, 3, 2, 0]>"),
    "a declaration": (lambda: SIX.declaration, "<puzzle of 7 cells: move_piece from [4, 6, 5, 1, 3, 2, 0]>"),
    "an exploration": (SIX.explore, "<Exploration: 5,040 states, the hardest of depth 15>"),
    "a table": (lambda: SIX.explore().table, "<depths of 5,040 states, 0 to 15>"),  # type: ignore[union-attr]
    "orbits": (lambda: SIX.explore(up_to_symmetry=True).orbits, "<Orbits: 2,544 orbits under 2 symmetries>"),  # type: ignore[union-attr]
    "unexplored": (
        lambda: SIX.explore(limits=Limits(nodes=9)),
        "<Unexplored: the limit of 9 nodes was reached; all 4 states of depth 1 or less are counted>",
    ),
    "several relations": (lambda: load("six").path, "<relations path/2, path/3, path/4>"),
    "a query": (lambda: ask("member(X, [1])"), "<query member(X, [1])>"),
    "answers": (
        lambda: iter(ask("member(X, [1])")),
        "<answers of <query member(X, [1])>, found by the reference engine>",
    ),
    "an answer": (lambda: ask("member(X, [1])").first(), "<answer X = 1>"),
    "solutions": (lambda: Model(build).solutions(), "<Solutions: 0 given out; more may follow>"),
    "a count": (lambda: Model(build).tally(), "(1, <Exhausted: the only solution was found>)"),
    "a reading": (lambda: Model(build).reading, "<Reading: 2 variables, 1 constraint>"),
    "a contradiction": (
        lambda: Model(build).explain({"a": 2}),
        "<Contradiction of 1 constraint: function, with 1 value given>",
    ),
    "an explored game": (lambda: TINY.explore("first"), "<Explored: 3 secrets, 2 questions on average, 3 at worst>"),
    "a tree": (lambda: TINY.explore("first").tree, "<Node: guess 0, 2 answers>"),
    "a leaf": (lambda: TINY.explore("first").tree.after[True], "<Node: secret 0>"),
    "a deduction": (lambda: Deduction.begin(TINY), "<Deduction: 0 turns, 3 secrets left>"),
    "a keeper": (lambda: Keeper(TINY, 1), "Keeper(<game of 3 secrets>)"),
    "a guesser": (lambda: Guesser(TINY), "Guesser(<game of 3 secrets>, 'entropy')"),
    "lall": (lambda: lall(eq(x, 1), neq(y, 2)), "lall(eq(~x, 1), neq(~y, 2))"),
    "conde": (lambda: conde([eq(x, 1)]), "lany(lall(eq(~x, 1)))"),
    "many": (lambda: lall(*[succeed] * 99), f"lall({'succeed, ' * 6}...)"),
    "control": (lambda: ifte(naf(eq(x, 1)), once(eq(x, 2)), succeed), "ifte(naf(eq(~x, 1)), once(eq(~x, 2)), succeed)"),
    "findall": (lambda: findall(x, eq(x, 1), y), "findall(~x, eq(~x, 1), ~y)"),
    "interleave": (lambda: interleave(eq(x, 1)), "interleave(eq(~x, 1))"),
    "a sum": (lambda: logicpuzzles.add(1, x, y), "add(1, ~x, ~y)"),
    "a condition": (lambda: expr(x) + 1 == 3, "<condition _x+1 #= 3>"),
    "sets": (lambda: Connected({"d", "b", "a", "c"}), "<Connected values={'a', 'b', 'c', 'd'}>"),
    "a long path": (lambda: Path(moves=tuple(range(99)), states=()), ""),
    "long values": (lambda: Assignment(values={"a": ONES, "b": ONES, "c": 3}), ""),
    "a long reason": (lambda: Stopped(reason=ONES), ""),
    "a long start": (lambda: swapping((ONES, 2)), ""),
    "large tables": (lambda: Table([(n, n) for n in range(1000)]), ""),
    "controls": (
        lambda: Stopped(reason="\x1b[2J\n"),
        "<Stopped: \N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}>",
    ),
    "fresh": (lambda: fresh(build), "fresh(build)"),
    "project": (lambda: project((x,), build), "project(~x, build)"),
}  # fmt: skip
ERRORS = {"LimitReached", "NeedsValue", "PuzzleError", "Refusal"}  # exceptions, represented by Python


def in_a_line(shown: object) -> str:
    """Its representation, which has no address and is short."""
    text = repr(shown)
    assert " at 0x" not in text or isfunction(shown)
    assert "\n" not in text
    assert len(text) <= 160
    return text


def test_every_public_class_is_in_the_table() -> None:
    """So that a new one has a representation; python-constraint's own classes are as they are."""
    public = {name: getattr(logicpuzzles, name) for name in logicpuzzles.__all__}
    own = {name for name, value in public.items() if isclass(value) and value.__module__.split(".")[0] != "constraint"}
    assert own - ERRORS == set(OF_CLASSES)
    for name, value in public.items():
        if not isclass(value):
            in_a_line(value)
        if name in OF_CLASSES:
            assert isinstance(OF_CLASSES[name][0], value)


@pytest.mark.parametrize("name", OF_CLASSES)
def test_objects_of_public_classes(name: str) -> None:
    """What each is, in a line."""
    shown, expected = OF_CLASSES[name]
    assert in_a_line(shown) == (expected or in_a_line(shown))


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_handed_out(name: str) -> None:
    """What each is, in a line."""
    make, expected = OTHERS[name]
    text = in_a_line(make())
    assert text == (expected or text)


@pytest.mark.parametrize("text", ["load('six').puzzle", "load('queens', n=5).model", "load('mastermind').game"])
def test_what_is_loaded_can_be_loaded_again(text: str) -> None:
    """The representation is what gives the same again; a copy with another objective is not that."""
    again = eval(text)
    assert repr(again) == text
    if isinstance(again, Model):
        assert repr(again.aiming("1")) == "<model queens>"
    if isinstance(again, Puzzle):
        assert again.declaration.start == SIX.start


def test_facts_stay_facts() -> None:
    """A table of facts does not write them out."""
    table = Relation("edge", 2)
    fact(table, 1, 2)
    assert repr(table) == "<relation edge/2>"
    assert isinstance(constraint.AllDifferentConstraint(), constraint.Constraint)
