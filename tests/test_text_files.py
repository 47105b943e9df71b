"""Rule files in Prolog text: what they may hold, what they declare, and what is refused at its line and column."""

from __future__ import annotations

import textwrap

import pytest

from logicpuzzles import _NAMES, PuzzleError, ask, load
from logicpuzzles.rulefile.rulebook import prepare
from logicpuzzles.text import refusals
from logicpuzzles.text.library import common_names
from logicpuzzles.text.plunit import cases_in
from logicpuzzles.text.predicates import CONTROLS
from logicpuzzles.text.program import Program
from logicpuzzles.text.syntax.lexical import Source

COUNT = """
% Count up to three.
%
% Representation: one cell, the number.

% Counting on by Step gives After.
count(Step, [N], [M]) :- member(Step, [1, 2]), M is N + Step, M =< 3.

start([0]).
goal([3]).
"""


def program(text):
    return Program(Source(textwrap.dedent(text), "my.pl"), common_names())


def written(folder, text, name="my.pl"):
    file = folder / name
    file.write_text(textwrap.dedent(text))
    return file


def test_facts_and_clauses_become_relations(tmp_path):
    rules = load(written(tmp_path, "likes(ann, bob). liked(X) :- likes(_, X).\n% Two.\np(1). p(1, 2). go."))
    assert list(rules.relations) == ["likes", "liked", "p", "p/2", "go"]
    assert rules.kind == ""
    assert [answer["X"] for answer in rules.ask("liked(X)")] == ["bob"]
    assert rules.ask("p(X), p(X, Y), go").first() == {"X": 1, "Y": 2}
    assert rules.p.__doc__ == "Two."


def test_a_move_relation_with_start_and_goal_is_a_puzzle(tmp_path):
    rules = load(written(tmp_path, ":- puzzle(count).\n" + COUNT))
    assert rules.kind == "puzzle"
    assert rules.puzzle.start == (0,)
    assert rules.puzzle.goal == (3,)
    ending = rules.puzzle.solve()
    assert ending.moves == (1, 2)
    rules.puzzle.check(ending)
    assert rules.ask("path([0], Moves)").first() == {"Moves": (1, 2)}
    assert rules.relations["count"].__doc__ == "Counting on by Step gives After."


def test_a_fact_names_the_move_relation_too(tmp_path):
    assert load(written(tmp_path, COUNT + "puzzle(count).")).puzzle.move.name == "count"
    assert load(written(tmp_path, COUNT.replace("count(", "move("))).puzzle.move.name == "move"
    assert load(written(tmp_path, COUNT)).kind == ""


def test_all_parts_of_a_puzzle_are_taken(tmp_path):
    text = """
    move(swap, [A, B, C], [B, A, C]).
    move(turn, [A, B, C], [C, A, B]).
    start(S) :- member(X, [1, 2]), S = [X, 0, 3].
    goal([3, _, 1]).
    distance(0, [0, 0, 0]).
    distance(1, [0, 0, 0]).
    distance(3, [0, 0, 0]).
    valid(S) :- permutation([0, 1, 3], S).
    values([0, 1, 3]).
    layout([[0, 1], [2]]).
    symbol(0, '.').
    """
    puzzle = load(written(tmp_path, text)).puzzle
    assert puzzle.start == (1, 0, 3)
    assert puzzle.goal.name == "goal"
    assert puzzle.picture == "0 1\n2"
    assert puzzle.symbols == {0: "."}
    assert puzzle.distance.name == "distance"
    assert puzzle.valid.name == "valid"
    assert puzzle.solve().length == 2
    several = load(written(tmp_path, text.replace("goal([3, _, 1]).", "goal([3, 0, 1]). goal([0, 3, 1]).")))
    assert several.puzzle.goal == [(3, 0, 1), (0, 3, 1)]
    drawn = load(written(tmp_path, text.replace("layout([[0, 1], [2]])", "picture(' 0\\n1 2')")))
    assert drawn.puzzle.picture == " 0\n1 2"


def test_the_shipped_seven_compiles_to_the_rules_of_its_python_twin():
    text, python = load("seven.pl").puzzle, load("seven").puzzle
    assert text.rewriting.rules == python.rewriting.rules
    assert text.rewriting == python.rewriting
    assert text.table == python.table
    assert (text.start, text.goal, text.picture, text.symbols) == (
        python.start,
        python.goal,
        python.picture,
        python.symbols,
    )


# moves of the shortest solution; the river's and the jugs' are the classic ones
SOLVED = [
    ("seven.pl", "rules", 36),
    ("river", "rules", 7),
    ("river", "relational", 7),
    ("hanoi", "rules", 15),
    ("jugs", "rules", 7),
    ("jugs", "relational", 7),
]


@pytest.mark.parametrize(("name", "engine", "length"), SOLVED)
def test_the_shipped_puzzles_are_solved(name, engine, length):
    puzzle = load(name).puzzle
    ending = puzzle.solve(engine=engine)
    assert ending.length == length
    puzzle.check(ending)


# states that the start reaches, and shortest solutions: the river has two (the wolf or the cabbage goes first), and
# each jug's contents tell 16 states apart; every arrangement of four discs on three pegs, 3 ** 4, can be reached
@pytest.mark.parametrize(("name", "states", "ways"), [("river", 10, 2), ("hanoi", 81, 1), ("jugs", 16, 1)])
def test_the_shipped_puzzles_have_the_known_states_and_solutions(name, states, ways):
    puzzle = load(name).puzzle
    assert puzzle.explore(from_start=True).count == states
    assert len(list(puzzle.shortest())) == ways


BACKWARDS = [
    ("jugs", "move(Label, Before, [5, 0, 3])", "walk(Before, [5, 0, 3], [Label])"),
    ("jugs", "start(S), move(_, S, T), move(Label, Before, T)", "start(S), move(_, S, T), walk(Before, T, [Label])"),
    ("jugs", "findall(B, move(_, B, [8, 0, 0]), Before)", "findall(B, walk(B, [8, 0, 0], [_]), Before)"),
    ("hanoi", "Label = _, move(Label, Before, [c, c, c, a]), fail", "walk(Before, [c, c, c, a], [Label]), fail"),
]


@pytest.mark.parametrize(("name", "move", "walk"), BACKWARDS)
def test_a_move_that_cannot_be_asked_backwards_names_the_relation_that_can(name, move, walk):
    rules = load(name)
    with pytest.raises(PuzzleError, match=r"Next: walk\(Before, After, \[Label\]\) asks move from an unknown state"):
        rules.ask(move).first()
    assert (rules.ask(walk).first() is None) == walk.endswith("fail")


def test_only_a_move_from_an_unknown_state_is_told_so():
    rules = load("jugs")
    for text in ("start(S), move(_, S, [X | _]), X > Y", "jug(_, _, Size), Size > Y"):
        with pytest.raises(PuzzleError, match="ask what gives it one before this goal"):
            rules.ask(text).first()


def test_a_walk_of_the_file_is_not_named_instead(tmp_path):
    text = "move(up, [X], [Y]) :- Y is X + 1. start([0]). goal([3]). values([0, 1, 2, 3])."
    for more, hint in (("", "walk(Before, After, [Label])"), (" walk(1, 2, 3).", "such as member or between")):
        with pytest.raises(PuzzleError) as error:
            load(written(tmp_path, text + more)).ask("move(L, B, [2])").first()
        assert hint in error.value.hint


def test_walk_gives_the_moves_backwards_that_the_clauses_give_forwards():
    rules = load("jugs")
    forwards = {(a["B"], a["L"], a["T"]) for a in rules.ask("reachable(B), move(L, B, T)")}
    backwards = {(a["B"], a["L"], a["T"]) for a in rules.ask("reachable(T), walk(B, T, [L]), reachable(B)")}
    assert forwards == backwards
    assert len(forwards) > 100


def test_the_zebra_puzzle():
    zebra = load("zebra.pl")
    assert [answer["X"] for answer in zebra.ask("zebra(X)")] == ["japanese"]
    assert [answer["X"] for answer in zebra.ask("water(X)")] == ["norwegian"]


REFUSED = [
    ("p :- consult(other).", "my.pl:1:6: `consult` is not part of the language", "side by side"),
    ("p :- shell(ls).", "my.pl:1:6: `shell` is not part of the language", "run nothing"),
    ("p :- q(X), aggregate(count, r(X, Y), L).\nq(1). r(1, 2).", "my.pl:1:12: `aggregate` is not", "aggregate_all"),
    ("a --> b.", "my.pl:1:7: there is no relation b/2", None),
    ("a, b --> c.", "my.pl:1:4: only a list can be pushed back", None),
    ('"a" --> "c".', "my.pl:1:1: this is no head of a grammar", None),
    ("[a] --> c.", "my.pl:1:1: this is no head of a grammar", None),
    ("a --> 3.", "my.pl:1:7: this is no body of a grammar", None),
    ("a --> " + "\\+ " * 200 + "[].", "more than 100 goals within goals", None),
    ("!.", "my.pl:1:1: !/0 is part of the language", "another name"),
    ("p(X) :- open(f, read, X).", "my.pl:1:9: `open` is not part of the language", "state it as facts"),
    ("p(X) :- getenv(home, X).", "my.pl:1:9: `getenv` is not part of the language", "run nothing outside"),
    ("p(X) :- call_cleanup(X, true).", "my.pl:1:9: `call_cleanup` is not part of the language", "catch(Goal, Ball"),
    ("p(X) :- duplicate_term(X, _).", "my.pl:1:9: `duplicate_term` is not part of the language", "with `=` and dif"),
    ("p(X) :- frozen(X, p(X)).", "my.pl:1:9: `frozen` is not part of the language", "shown with the answer"),
    ("p(X) :- text_concat(a, b, X).", "my.pl:1:9: `text_concat` is not part of the language", "texts are atoms"),
    ("p(X) :- clause(p(X), _).", "my.pl:1:9: `clause` is not part of the language", "listing(name/N)"),
    ("p :- trace.", "my.pl:1:6: `trace` is not part of the language", "whynot(Goal)"),
    ("p(X) :- X = 1.5.", "1:13: numbers are integers and fractions", "tenths, cents or the like as whole numbers"),
    ("p(`text).", "my.pl:1:3: the back quote is not closed on its line", None),
    ("p(X) :- lists:last(X, 1).", "my.pl:1:14: no rule file lists is loaded", "load it too, or leave `lists:` out"),
    ("lists:p(1).", "my.pl:1:6: this is no clause", None),
    ("p(X) :- X = point{x: 1}.", "an operator or a comma is missing before `{`", "a list such as [a, b]"),
    (":- op(1201, xfx, ===).", "my.pl:1:7: an operator has a priority", "0 to 1200"),
    (":- op(700, xf, likes).", "my.pl:1:12: an operator has a type", "write name(X)"),
    (":- op(700, xfx, [likes, ',']).", "my.pl:1:17: this cannot be an operator", "such as likes"),
    (":- op(700, xfx, X).", "my.pl:1:17: this cannot be an operator", "such as likes"),
    ("p :- op(700, xfx, likes).", "my.pl:1:6: `op` is not part of the language", "as a directive"),
    ("p :- a likes b.\n:- op(700, xfx, likes).", "my.pl:1:8: an operator or a comma is missing", None),
    (":- begin_tests(a, []).\n:- end_tests(a).", "my.pl:1:4: this directive is not known", "takes the name alone"),
    ('"hello".', "my.pl:1:1: this is no clause", "a comment begins with %"),
    ('p.\n"hello" :- p.', "my.pl:2:1: this is no clause", "a comment begins with %"),
    (":- .", "my.pl:1:1: this is no clause", None),
    (":- write(hello).", "my.pl:1:4: this directive is not known", "runs nothing when it is loaded"),
    (":- include(other).", "my.pl:1:4: this directive is not known", "logicpuzzles query one two"),
    (":- [other].", "my.pl:1:4: this directive is not known", "logicpuzzles query one two"),
    (":- set_prolog_flag(double_quotes, text).", "this directive is not known", "atom, codes or chars"),
    (":- set_prolog_flag(occurs_check, false).", "this directive is not known", "leave it out"),
    (":- ensure_loaded(other).", "my.pl:1:4: this directive is not known", "logicpuzzles query one two"),
    (":- begin_tests(p, [setup(q)]).", "my.pl:1:4: this directive is not known", "takes the name alone"),
    ("p :- use_module(other).", "my.pl:1:6: `use_module` is not part of the language", "logicpuzzles query one two"),
    (":- use_module(other).", "this directive is not known", None),
    (":- use_module(lists).", "this directive is not known", "if the library is meant, write library(lists)"),
    (":- use_module(library(list)).", "this directive is not known", "did you mean library(lists)?"),
    (":- use_module(library(X)).", "this directive is not known", "side by side"),
    (":- use_module(library(chr)).", "this directive is not known", "write the rules as clauses"),
    ("p(X) :- X # 3.", "`#` is not part of the language", "a constraint is written as in X #= 3"),
    ("p(X) :- ~ q(X).\nq(1).", "`~` is not part of the language", "a negation is written \\+ Goal"),
    ("p :- use_module(library(clpr), []).", "`use_module` is not part of the language", "use_module(library(clpfd))"),
    (":- ensure_loaded(library(zzqqxx)).", "this directive is not known", "there is no such library"),
    (":- use_module(library(lists), foo).", "this directive is not known", "side by side"),
    (":- dynamic([p/1, q]).", "my.pl:1:18: a name with its number of arguments is missing", None),
    (":- module(m, [p/1, op(700, xfx, 3)]).", "my.pl:1:33: this cannot be an operator", "such as likes"),
    (":- table p.", "my.pl:1:10: a name with its number of arguments is missing", None),
    (":- table p/1000000000.", "my.pl:1:11: a name with its number of arguments is missing", None),
    (":- dynamic p/ -1.", "my.pl:1:13: a name with its number of arguments is missing", None),
    (":- table p/2 as subsumptive.", "an operator or a comma is missing before `as`", None),
    (":- table path.", "my.pl:1:10: a name with its number of arguments is missing", None),
    ("?- p.", "my.pl:1:1: a query has no place in a rule file", "make it a test"),
    ("p :- nope(1).", "my.pl:1:6: there is no relation nope/1", None),
    ("neighbor(1, 2). p(X) :- neighbour(1, X).", "there is no relation neighbour/2", "did you mean neighbor/2?"),
    (
        "append(X, Y) :- append(X, Y, [1]).\np :- q(1, 2).\nq(1).",
        "there is no relation q/2",
        "q exists with 1 argument",
    ),
    ("X :- p.", "my.pl:1:1: this is no clause", None),
    ("3 :- p.", "this is no clause", None),
    ("[a].", "this is no clause", None),
    ("a, b.", "my.pl:1:2: this is no clause", None),
    ("X = 1.", "=/2 is part of the language", "another name"),
    ("length(a, b).", "length/2 is part of the language", "another name"),
    ("p :- 3.", "my.pl:1:6: this is not a goal", None),
    ("p :- q(.", "`(` is not closed", None),
    ("p :- q\n", "my.pl:1:1: the sentence that begins here has no end", "full stop"),
    ("p.\nq :- r\ns :- t.", "an operator or a comma is missing before `s`", "the clause before may lack its full stop"),
    (":- begin_tests(a).\ntest(x).\n", "the tests a have no end", None),
    (":- end_tests(a).\n", "no tests a are open", None),
    ("p :- " + "\\+ " * 200 + "q.\nq.", "more than 100 goals within goals", None),
    ("p :- " + "(" * 300 + "q ; r" + ", q) ; r" * 300 + ".\nq. r.", "more than 100 goals within goals", None),
]


@pytest.mark.parametrize(("text", "problem", "hint"), REFUSED)
def test_what_has_no_place_in_a_rule_file_is_refused(text, problem, hint):
    with pytest.raises(PuzzleError) as error:
        program(text)
    assert problem in str(error.value)
    assert hint is None or hint in str(error.value)
    assert error.value.place.startswith("my.pl:")
    assert error.value.excerpt is not None


DEEP = " deep(0, X, X). deep(N, X, Y) :- N > 0, M is N - 1, deep(M, s(X), Y)."
PLAIN = "move(a, [0], [1]). start([0]). goal([1])."
DECLARATIONS = [
    (":- puzzle(count). start([0]). goal([1]).", "the move relation count/3 is missing"),
    ("move(a, [X], [X]). start([0]).", "the puzzle has no goal"),
    ("move(a, [X], [X]). goal([0]).", "the puzzle has no start"),
    ("move(a, [X], [X]). start(X) :- fail, X = [1]. goal([0]).", "start/1 gives no state"),
    ("move(a, [X], [X]). start([_]). goal([0]).", "start/1 gives no state"),
    ("move(a, [X], [X]). start(0). goal([0]).", "my.pl:1:20: start/1 gives no state; expected a list"),
    ("move(a, [X], [X]). start([]). goal([]).", "my.pl:1:20: start/1 gives no state; expected a list"),
    ("move(a, [X], [X]). start([0]).\ngoal(1).", "my.pl:2:1: goal/1 gives no state; expected a list"),
    ("move(a, [X], [X]). start(S) :- dif(S, [1]). goal([0]).", "start/1 gives no state; expected values, without"),
    ("start([X]) :- deep(150, a, X). goal([0]). move(a, [X], [X])." + DEEP, "start/1: a value is nested more than 100"),
    ("start([X]) :- X is 10 ** 1000. goal([0]). move(a, [X], [X]).", "a number has more than 1000 digits"),
    ("move(a, [X], [X]). start([0]). goal([0, 1]).", "start and goal have different numbers of cells"),
    ("move(a, [X], [X]). start([0]). goal([0]). picture('0 1').", "position 1 of the picture is no cell"),
    ("move(a, [X], [X]). start(S) :- \\+ S = 1. goal([0]).", "needs a value"),
    ("move(a, [X], [X]). start(S) :- start(S). goal([0]).", "my.pl:1:20: asking start was stopped after"),
    (f"{PLAIN}\npicture(X) :- picture(X).", "my.pl:2:1: asking picture was stopped after"),
    (f"{PLAIN}\nlayout(5).", "my.pl:2:1: layout/1 gives no layout; expected the numbers of the cells row by row"),
    (f"{PLAIN}\nlayout([[X]]).", "my.pl:2:1: layout/1 gives no layout; expected values, without unknowns"),
    (f"{PLAIN}\nlayout([[0, 1]]).", "my.pl:2:1: picture: position 1 of the picture is no cell"),
    (
        f"{PLAIN}\npicture('{'0 ' * 100_000}').",
        "my.pl:2:1: picture: the picture is too large; expected at most 100,000",
    ),
    (f"{PLAIN}\npicture('{'9' * 5000}').", "picture: a number in the picture is no cell"),
    (f"{PLAIN}\npicture('0 \\xf0005\\').", "picture: a character of the picture cannot be drawn"),
    (f"{PLAIN}\nvalues(5).", "my.pl:2:1: values/1 gives no values; expected the list of what a cell may hold"),
    (f"{PLAIN}\nvalues(1, [0]).", "my.pl:2:1: values/2 gives no values; expected one list for each cell"),
    (f"{PLAIN}\nvalues(a, [0]).", "my.pl:2:1: values/2 gives no values; expected one list for each cell"),
    (f"{PLAIN}\nvalues([0]).\nvalues(0, [0]).", "my.pl:3:1: there are values/1 and values/2; expected one of them"),
    (f"{PLAIN}\npicture('0').\nlayout([[0]]).", "my.pl:3:1: there are picture/1 and layout/1; expected one of them"),
    (f"{PLAIN}\nvalues(0, x).", "my.pl:2:1: values/2 gives no values; expected a list for each cell"),
    (f"{PLAIN}\nsymbol(X, y).", "my.pl:2:1: symbol/2 gives no symbol; expected values, without unknowns"),
    ("start([0]). goal([1]). puzzle(count).", "the move relation count/3 is missing"),
    ("start([0]). goal([1]). m(a,[0],[1]). n(a,[0],[1]).\npuzzle(m). puzzle(n).", "my.pl:2:1: several move relations"),
]


@pytest.mark.parametrize(("text", "problem"), DECLARATIONS)
def test_a_wrong_declaration_is_told_with_the_file(tmp_path, monkeypatch, text, problem):
    monkeypatch.setattr("logicpuzzles.text.declaration.SECONDS", 0.2)
    with pytest.raises(PuzzleError) as error:
        load(written(tmp_path, text))
    assert problem in str(error.value)
    assert "my.pl" in str(error.value)


def test_nothing_is_both_refused_and_known():
    refused = {name for name, hint in refusals.REFUSED.items() if hint}
    assert len(refused) > 150
    assert not refused & {name for name, _ in common_names().known()}


def test_every_goal_of_python_is_told_under_its_prolog_name():
    """But for those that the two share, and what is no goal."""
    names = {name for name, _ in (*common_names().known(), *CONTROLS)} | set(refusals.REFUSED)
    for module in ("arithmetic", "between", "control", "goals", "interleaving", "lists", "permutations", "positions"):
        goals = [name for name in _NAMES[f"logic.{module}"].split() if name != "Goal"]
        assert not set(goals) - names


def test_what_may_be_a_slip_is_a_warning():
    warnings = program("p(X, Y) :- q(X).\nq(1).\np(2, 3).\nr(_, _Unused).").warnings
    assert warnings == ["my.pl:1:6: Y stands only once", "my.pl:3:1: clauses of p/2 do not stand together"]
    clauses = "p(X, Y) :- q(X).\nq(1).\np(2, 3).\n:- style_check(+singleton).\nr(Z)."
    for quiet in (
        ":- style_check([-singleton, -discontiguous]).\n",
        ":- style_check(-singleton). :- discontiguous p/2.\n",
    ):
        assert program(quiet + clauses).warnings == ["my.pl:6:3: Z stands only once"]
    assert program("p(A, B, C, D, E, F).").warnings == ["my.pl:1:3: A and B and C and D and 2 more stand only once"]


def test_directives_that_matter_to_others_are_let_pass():
    made = program(
        """
        :- module(mine, [p/1]).
        :- use_module(library(lists)).
        :- set_prolog_flag(double_quotes, atom).
        :- discontiguous p/1.
        :- dynamic seldom/1.
        p(X) :- seldom(X).
        """
    )
    assert made.names.find("seldom", 1) is not None
    assert made.names.find("p", 1) is not None


OPERATORS = """
:- module(likes, [likes/2, op(600, xfy, &)]).
:- op(700, xfx, [likes, hates]).
:- op(200, fy, not_).
:- op(0, xfx, in).
:- dynamic([seldom/1, often//1]).
:- set_prolog_flag(double_quotes, codes).
ann likes bob & cat & "c".
in(not_ dan, 1).
:- begin_tests(likes).
test(one, X == bob) :- ann likes X & _.
test(two, all(X == [a & b])) :- X = (a & b).
test(three, X == (a & c)) :- X = (a & b).
:- end_tests(likes).
"""


def test_queries_have_the_operators_of_their_files(tmp_path):
    """All those of all the files; of those with the same name that of the last; texts in quotes are as in any query."""
    likes = load(written(tmp_path, OPERATORS, "likes.pl"))
    (answer,) = likes.ask("X likes Y, in(Z, 1)")
    assert str(answer) == "X = ann, Y = bob & cat & [99], Z = not_ dan"
    assert [str(answer) for answer in likes.ask(str(answer))] == [str(answer)]
    rules = load(written(tmp_path, ":- op(800, xfx, likes). :- op(750, xfx, ~>). rule(a ~> b).", "rules.pl"))
    for files, name in [((likes, rules), "likes"), ((rules, likes), "~>")]:
        found = ask('rule(R), X likes _, Y = (c likes a ~> d), T = "t"', *files).first()
        assert str(found) == "R = (a ~> b), X = ann, Y = (c likes a ~> d), T = t"
        assert found["Y"].name == name
    with pytest.raises(PuzzleError, match="`~>` is no operator"):
        likes.ask("X = (a ~> b)")
    problems = [case.run().problem for case in cases_in(likes.file)]
    assert problems == [None, None, "X == a & c does not hold: X = a & b"]


def test_a_file_may_define_what_the_library_has():
    made = program("last(X, [X]). member(X, s(X)). p(X) :- member(X, s(1)), last(X, [1]).")
    assert made.predicates.keys() == {("last", 2), ("member", 2), ("p", 1)}


def test_a_fact_stated_twice_gives_two_answers_as_in_prolog(tmp_path):
    assert [a["X"] for a in load(written(tmp_path, "p(1). p(2). p(1).")).ask("p(X)")] == [1, 2, 1]
    assert load(written(tmp_path, "start([0]). goal([1]). goal([1]). move(a, [0], [1]).")).puzzle.solve().length == 1


def test_several_files_are_asked_at_once(tmp_path):
    one = load(written(tmp_path, "p(1). q(1). only(one).", "one.pl"))
    two = load(written(tmp_path, "p(2). q(1).", "two.pl"))
    assert [answer["X"] for answer in ask("one:p(X) ; two:p(X)", one, two)] == [1, 2]
    assert ask("only(X)", one, two).first() == {"X": "one"}
    assert ask("\\+ one:p(2), two:(p(X), q(Y))", one, two).first() == {"X": 2, "Y": 1}
    with pytest.raises(PuzzleError, match=r"p/1 is in one and in two"):
        ask("p(X)", one, two)
    with pytest.raises(PuzzleError, match="no rule file three is loaded"):
        ask("three:p(X)", one, two)
    with pytest.raises(PuzzleError, match="there is no relation r/1"):
        ask("one:r(X)", one, two)


def test_python_files_are_asked_in_the_same_language():
    assert [answer["X"] for answer in ask("neighbor(3, X)", "six")] == [0, 1, 2, 4, 5, 6]
    assert ask("start(S), move_piece(P, S, T), goal(T)", "six").first() is None
    hardest = [answer["S"] for answer in ask("hardest(S, 15)", "six")]
    assert len(hardest) == 24
    centre = [answer["S"] for answer in ask("depth(S, 15), nth0(3, S, 4)", "six")]
    assert sorted(centre) == sorted(state for state in hardest if state[3] == 4)
    assert ask("move_piece(P, B, [1, 2, 3, 4, 5, 6, 0])", "six").count() == 3


def test_a_model_is_a_relation_over_its_variables():
    """The only solution is 9567 + 1085 = 10652; eight queens with the first in the corner have four."""
    assert ask("send_more(9, E, N, D, 1, 0, R, Y)", "send_more").first() == {"E": 5, "N": 6, "D": 7, "R": 8, "Y": 2}
    assert ask("send_more(S, E, N, D, M, O, R, Y), M > 1", "send_more").first() is None
    assert ask("send_more(a, E, N, D, M, O, R, Y)", "send_more").first() is None
    assert ask("queens(1, B, C, D, E, F, G, H), B > 4", "queens").count() == 4
    assert ask("member(B, [5, 6]), queens(1, B, _, _, _, _, _, _)", "queens").count() == 2


def test_a_query_may_mix_files_with_text(tmp_path):
    mine = load(written(tmp_path, "corner(0). corner(1). corner(5). corner(6)."))
    assert ask("corner(X), neighbor(X, Y), corner(Y)", mine, "six").count() == 4


def test_names_with_documentation_are_listed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, COUNT)
    assert prepare("./my.pl").contents.doc.splitlines()[0] == "Count up to three."


def test_reload_reads_the_text_again(tmp_path):
    file = written(tmp_path, "p(1).")
    rules = load(file)
    written(tmp_path, "p(1). p(2). ")
    assert rules.changed
    assert rules.reload().ask("p(X)").count() == 2
    written(tmp_path, "p(1). p(")
    with pytest.raises(PuzzleError):
        rules.reload()
    assert rules.ask("p(X)").count() == 2
