"""Puzzles in Prolog text that recur, grow or ask for what is not there: each ends with one message, in bounded time."""

from __future__ import annotations

import pytest

from logicpuzzles import ask, load
from logicpuzzles.cli import run
from logicpuzzles.errors import LimitReached, PuzzleError
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.reader import read
from logicpuzzles.text.syntax.lexical import Source

GOAL = "start([0]). goal([1]). "
MOVE = "move(a, [0], [1]). "
DEEP = "deep(0, X, X). deep(N, X, Y) :- N > 0, M is N - 1, deep(M, s(X), Y). "


@pytest.fixture(autouse=True)
def short_limits(monkeypatch):
    monkeypatch.setattr("logicpuzzles.puzzles.relation_answers.SECONDS", 0.3)
    monkeypatch.setattr("logicpuzzles.puzzles.compiling.PATIENCE", 0.3)


def solved(text):
    """The solution of a puzzle, checked against its relation."""
    puzzle = read(text, "my.pl").declare()
    path = puzzle.solve(puzzle.start)
    if path.status == "stopped":
        raise PuzzleError(path.reason)
    puzzle.check(path)
    return path


MESSAGES = [
    (GOAL + "move(A, B, C) :- move(A, B, C).", "my.pl:1:24: asking move was stopped after 0.3 seconds"),
    (GOAL + "move(a, [X], [Y]) :- between(1, inf, Y), Y < X.", "my.pl:1:24: asking move was stopped"),
    (
        GOAL + "move(a, [X], [Y]) :- numlist(1, 9999999, [X, Y | _]), X > Y ; move(a, [X], [Y]).",
        "asking move was stopped",
    ),
    (GOAL + MOVE + "valid(X) :- valid(X).", "my.pl:1:43: asking valid was stopped after 0.3 seconds"),
    (GOAL + MOVE + "distance(X, Y) :- distance(X, Y).", "my.pl:1:43: asking distance was stopped after 0.3 seconds"),
    ("start([0]). goal(X) :- goal(X). " + MOVE, "my.pl:1:13: asking goal was stopped after 0.3 seconds"),
    (GOAL + MOVE + "valid([X]) :- Z \\== X.", "my.pl:1:59: \\== needs a value. Next: give it one before this goal"),
    (GOAL + MOVE + "distance(V, R) :- V > 0, R = [0].", "my.pl:1:63: > needs a value"),
    (GOAL + MOVE + "distance(V, [0]) :- dif(V, 3).", "my.pl:1:43: a row leaves something open, got [_"),
    (GOAL + MOVE + "distance(0, [N]) :- N is 10 ** 5000. distance(1, [0]).", "a number has more than 1000 digits"),
    (GOAL + "move(a, [X], [Y]) :- Z > X, Y = Z.", "my.pl:1:47: > needs a value"),
    (GOAL + "move(A, [0], [1]) :- \\+ A = 3.", "my.pl:1:50: \\+ needs a value"),
    ("start([0]). goal([X]) :- Z \\== X. " + MOVE, "my.pl:1:28: \\== needs a value"),
    (GOAL + "move(_, [0], [1]).", "move leaves a cell or the label open after [0], got _"),
    (GOAL + "move(a, [0], [X]) :- dif(X, 3).", "move leaves a cell or the label open after [0], got a, [_"),
    (
        GOAL + DEEP + "move(X, [0], [1]) :- deep(300, a, X).",
        "leads to what is no state: a value is nested more than 100",
    ),
    (
        GOAL + DEEP + "move(a, [0], [X]) :- deep(300, a, X).",
        "leads to what is no state: a value is nested more than 100",
    ),
    (GOAL + "move(a, [X], [Y]) :- Y is 10 ** 5000 + X.", "a number has more than 1000 digits"),
    (GOAL + "move(N, [0], [1]) :- N is 10 ** 5000.", "a number has more than 1000 digits"),
]


@pytest.mark.parametrize(("text", "message"), MESSAGES)
def test_what_finds_no_end_or_no_value_is_told_with_its_place(text, message):
    with pytest.raises(PuzzleError) as error:
        solved(text)
    assert message in str(error.value)
    assert "my.pl" in str(error.value)


def test_a_goal_that_cannot_be_compiled_is_tested_state_by_state(monkeypatch):
    monkeypatch.setattr("logicpuzzles.puzzles.relation_answers.SECONDS", 60)  # each test ends, on a busy machine too
    path = solved("start([0]). goal(S) :- test(S). test([N]) :- N > 2. test(S) :- S = [a | S]. "
                  "move(a, [X], [Y]) :- member(X, [0, 1, 2]), Y is X + 1.")  # fmt: skip
    assert path.moves == ("a", "a", "a")
    assert solved("start([0]). goal([1]). goal([X]) :- deep(2000, a, X). " + DEEP + MOVE).moves == ("a",)
    endless = "start([0]). goal([1]). goal([2 | S]) :- grow(S). grow(S) :- grow([x | S]). move(a, [0], [1])."
    assert solved(endless).moves == ("a",)


def test_a_relation_without_moves_leaves_the_start_where_it_is():
    """Growing the state is no move: a state keeps its number of cells."""
    for move in ("move(a, [X], [Y]) :- fail, X = Y.", "move(a, S, [x | S])."):
        ending = read(GOAL + move, "my.pl").declare().solve((0,))
        assert ending.reason == "no move is possible from any state: the relation has no answer"


def test_declarations_may_be_clauses():
    puzzle = read(
        GOAL + "mv(a, [0], [1]). puzzle(X) :- X = mv. values(L) :- numlist(0, 8, L). "
        "picture(P) :- member(P, ['here 0']). symbol(X, Y) :- member(X-Y, [0-x, 1-'#']).",
        "my.pl",
    ).declare()
    assert puzzle.move.name == "mv"
    assert puzzle.domains == (tuple(range(9)),)
    assert puzzle.picture == "here 0"
    assert puzzle.symbols == {0: "x", 1: "#"}
    several = read("start([a, b]). goal([b, a]). move(m, [X, Y], [Y, X]). values(C, [a, b]) :- between(0, 1, C).", "")
    assert several.declare().domains == (("a", "b"), ("a", "b"))


def test_a_control_character_reaches_no_terminal(tmp_path):
    """Neither as it is, nor from what stands for it inside quotes."""
    with pytest.raises(PuzzleError, match="my.pl:2:6: a control character has no place in a rule file"):
        read("p.\n% one\x1b[2J\nq.", "my.pl")
    puzzle = read(
        "start(['a\\x1b\\']). goal([b]). move('\\x9b\\', ['a\\x1b\\'], [b]). symbol(b, '\\a').", "my.pl"
    ).declare()
    file = tmp_path / "escape.pl"
    file.write_text("p('\\x1b\\').")
    told = [puzzle.draw(puzzle.start), puzzle.draw(puzzle.goal), str(load(file).ask("p(X)").first())]
    assert all(text.isprintable() for text in told)


def test_a_limit_of_the_command_line_holds_for_compiling_too(tmp_path, capsys, monkeypatch):
    """Then it is stopped by a limit, not wrong."""
    monkeypatch.setattr("logicpuzzles.puzzles.compiling.PATIENCE", 5.0)
    monkeypatch.chdir(tmp_path)
    endless = ("start([0]). goal(X) :- goal(X). " + MOVE, GOAL + "move(A, B, C) :- move(A, B, C).")
    for number, text in enumerate(endless):
        (tmp_path / f"endless{number}.pl").write_text(text)
        for command in (["solve"], ["solve", "--count"], ["explore"]):
            assert run([*command, f"./endless{number}.pl", "--limit-seconds", "0.2"]) == 3
            told = capsys.readouterr()
            assert "Stopped: " in told.out + told.err


def test_check_tells_what_may_be_a_slip(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.pl").write_text(GOAL + "\nmove(a, [X], [1]) :- member(Y, [1]).\n")
    assert run(["check", "./my.pl"]) == 0
    assert "  warning  my.pl:2:10: X and Y stand only once\n" in capsys.readouterr().out


@pytest.mark.parametrize("goal", ["call(G, 1)", "G", "call(G)", "maplist(G, [1])", "findall(X, call(G, X), _)"])
@pytest.mark.parametrize("term", ["'$in'(x, foo)", "'$in'(x)", "'$in'", "'$in'([], true)", "'$in'(1, member)"])
def test_what_the_engine_calls_its_own_cannot_be_named(goal, term):
    with pytest.raises(PuzzleError, match=r"there is no relation \$in/"):
        ask(f"G = {term}, {goal}").first()


def test_there_is_a_warning_where_the_moves_have_another_name():
    assert read(GOAL + "step(a, [0], [1]).", "my.pl").warnings == (
        "my.pl:1:1: there is a start and a goal, but no move/3 and no puzzle(name)",
    )
    with pytest.raises(PuzzleError, match="my.pl:2:4: the move relation is already named: m"):
        read(":- puzzle(m).\n:- puzzle(n).", "my.pl")


def test_there_is_a_warning_where_some_moves_have_costs_and_others_have_none():
    assert read(GOAL + "\nmove(a, [0], [1], 2).\nmove(b, [1], [0]).", "my.pl").warnings == (
        "my.pl:2:1: the moves are those of move/3, which cost 1 each. "
        "Next: let every clause have the fourth place, or name one of them otherwise",
    )


def test_reading_is_limited(monkeypatch):
    monkeypatch.setattr("logicpuzzles.text.reader.SECONDS", 0.05)
    for text in ("p(X, [X]).\n" * 100_000, f"p({'f(X, 1), ' * 100_000}a).", "p :- " + "q, " * 100_000 + "q. q."):
        with pytest.raises(LimitReached, match=r"^reading my.pl was stopped after 0.05 seconds. Next: state less"):
            read(text, "my.pl")


def test_slips_without_number_are_told_once_for_all():
    """Each costs a look for its line, so that very many would take for ever."""
    warnings = read("p(X).\n" * 1_000, "my.pl").warnings
    assert warnings[99:] == ("my.pl:100:3: X stands only once", "my.pl: 900 more like these")


def test_alternatives_without_number_keep_their_order():
    text = "; ".join(f"X = {n}, X > 1 -> Y = {n}" if n % 3 == 0 else f"Y = {n}" for n in range(5_000))
    found = [answer["Y"] for answer in ask(f"X = 3, ( {text} ; Y = last )")]
    assert found == [1, 2, 3]
    assert ask(" ; ".join(f"X = {n}" for n in range(20_000))).count() == 20_000


def test_a_symbol_without_end_is_shown_to_some_length():
    with pytest.raises(PuzzleError, match=r"^my.pl:1:3: `[*/]{40}` is no operator\n"):
        read("p " + "*/" * 100_000 + " q.", "my.pl")


def test_a_comment_without_end_is_shown_to_some_length():
    contents = read("%" + "a" * 1_000_000 + "\np(1).", "my.pl")
    assert len(contents.doc) < 20_000
    assert len(contents.relations["p"].__doc__) < 20_000


def test_the_order_of_tabled_relations_does_not_depend_on_the_hash_seed():
    names = [f"p{n}" for n in range(50)]
    relations = read(f":- table {', '.join(f'{name}/1' for name in names)}.", "my.pl").relations
    assert list(relations) == names


def test_a_link_to_a_file_of_another_name_is_read(tmp_path, monkeypatch):
    """Such as package managers make: what it is called tells what it is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stored").write_text("p(1).")
    (tmp_path / "mine.pl").symlink_to("stored")
    assert load("./mine.pl").ask("p(X)").count() == 1
    (tmp_path / "stored").write_text("p(1")
    with pytest.raises(PuzzleError, match="^mine.pl:1:1: "):
        load("./mine.pl")
    for name, target in (("gone.pl", "nowhere"), ("loop.pl", "loop.pl"), ("folder.pl", ".")):
        (tmp_path / name).symlink_to(target)
        with pytest.raises(PuzzleError, match=r"there is no rule file|this is no rule file"):
            load(f"./{name}")


CLIMB = "climb(X) :- X #> Y, climb(Y). nots(0, C, C). nots(N, C, D) :- N > 0, M is N - 1, nots(M, #\\ C, D)."
POSTED = "state fewer constraints, on fewer unknowns, let what calls itself come to an end, or allow more seconds"
LABELLED = "label in another order, as labeling([ff], Xs) does, state tighter domains, or allow more seconds"
LARGE = "length(L, 40), L ins 0..1000000, sum(L, #=, S)"


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("climb(X)", POSTED),
        ("length(L, 1000000), L ins 0..9", POSTED),
        ("length(L, 3000), L ins 1..2999, all_distinct(L)", POSTED),
        (f"{LARGE}, label(L), S #> 39999999", LABELLED),
        ("length(L, 10), L ins 0..9, foldl([A, B, C] >> (C #= A * B), L, 1, P), label(L), P #> 9 ^ 10", LABELLED),
        ("member(X, L), X = 1, fail", "let what calls itself come to an end: `:- table name/N.` does"),
    ],
)
def test_a_limit_says_what_to_do_about_constraints(query, hint):
    names = Program(Source(CLIMB, "my.pl"), common_names()).names
    seconds = 0.5 if hint == LABELLED else 0.15  # the first answer is to be there by then
    with pytest.raises(LimitReached, match=rf"^the query was stopped after {seconds} seconds\. Next: ") as error:
        Query.read(query, names, seconds=seconds).count()
    assert error.value.hint.endswith(hint)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("numlist(1, 100000, L), sum(L, #=, S), L = [_ | _]", "5000050000"),
        ("nots(3000, X #> 3, C), S #<==> C, X = 4", "1"),
        ("nots(3001, X #> 3, C), S #<==> C, X = 4", "0"),
        ("length(L, 4000), L ins 0..9, label(L), sum(L, #=, S)", "0"),
        ("numlist(1, 30000, L), all_distinct([S | L]), S #< 1, S #> -1", "0"),
        ("findall([X, Y], (between(1, 5000, X), Y is X * X), L), tuples_in([[S, 400]], L)", "20"),
        ("S in 0..1000000000000000000000000000000, S #= S ^ S, S #> 0, label([S])", "1"),
    ],
)
def test_much_that_is_plain_is_answered(query, expected):
    names = Program(Source(CLIMB, "my.pl"), common_names()).names
    assert str(Query.read(query, names).first()["S"]) == expected
