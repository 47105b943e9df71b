"""Goals that print: what they print is that of SWI-Prolog, once and in order, whichever machine answers.

Where a goal is compiled, stated as a model or a part of a puzzle it may not print, nor change the database.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from random import Random

import pytest
import swi
from click.testing import CliRunner

from logicpuzzles import load
from logicpuzzles.cli.commands import logicpuzzles
from logicpuzzles.errors import PuzzleError
from logicpuzzles.repl.answering import take
from logicpuzzles.repl.session import Session
from logicpuzzles.text.library import common_names
from logicpuzzles.text.namespaces import ask
from logicpuzzles.text.predicates.printing import PRINTING
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source, one_sentence
from logicpuzzles.text.syntax.nodes import indicator_of, walk
from logicpuzzles.text.syntax.parser import parse

TEXT = """
p(1). p(2). p(3).
show([]) :- nl.
show([X | Xs]) :- write(X), tab(1), show(Xs).
every(N) :- between(1, N, X), X mod 1000 =:= 0, write(X), nl, fail.
every(_).
"""
NAMES = Program(Source(TEXT, "printing.pl"), common_names()).names
ENGINES = ("reference", "kernel", "auto")

# What they print is what SWI-Prolog prints, but for the names of unknowns.
QUERIES = r"""
write(hello), nl, writeln('two words'), print('two words'), nl, writeq(['A', b, "c"]), nl
write(f(x, [1, 2 | T], g(Y))), nl, write([]), write({}), write('[]'), nl
write((a :- b, c ; d -> e)), nl, writeq((:- a)), nl, writeq([(a :- b), (c, d), (e ; f)]), nl
write(1 - (-1)), nl, write(- (1)), nl, write(- a), nl, write(1 - (2 - 3)), nl, write(1 - 2 - 3), nl, write(-(-(1))), nl
write(2 ** -1), nl, write(2 * (3 + 4)), nl, write((a , b)), nl, write(X is 1 + 2 * 3), nl, write(\+ a), nl
writeq(f(:-, +, ',')), nl, writeq(- (1)), nl, writeq(1 = (:-)), nl, writeq({a, b}), nl, writeq('\n'), nl
write_canonical(f(X, Y, X, 'A b')), nl, write_canonical([a, 'B' | T]), nl
write_term('A b', [quoted(true)]), nl, write_term('A b', []), nl
write(user_output, a), nl(user_output), writeln(user_output, b), print(user_output, c), tab(user_output, 2)
tab(2 + 1), write(x), tab(0), put_char(y), put_char(user_output, '\n'), writeq(user_output, 'Z')
write_canonical(user_output, 'Z'), write_term(user_output, 'Z', []), flush_output, flush_output(user_output), nl
portray_clause(f(X, 'A', X)), portray_clause(user_output, g(_))
portray_clause((a(X) :- b(X, [1, Y]), c = Y, d + 1))
X is 1 rdiv 3, format("~w ~q ~p ~a ~f ~2f ~0f ~30f ~e ~3e ~g~n", [X, X, X, X, X, X, X, X, X, X, X])
X is -7 rdiv 2, format("~w ~q ~p ~a ~f ~2f ~0f ~30f ~e ~3e ~g~n", [X, X, X, X, X, X, X, X, X, X, X])
X is (10 ** 400 + 1) rdiv 3, format("~3e ~0e~n", [X, X]), Y is 1 rdiv 7 ** 500, format("~3e ~10e ~3f~n", [Y, Y, Y])
Y is 10 ** 400, format("~2e~n", [Y])
format("hello~n"), format("~w and ~q~n", ['A b', 'A b']), format("~a~n", [abc]), format("~p~n", ['A'])
format("~w", hello), nl, format("no arguments~n", []), format("~~ ~w~n", [[a, b]])
format("~d ~D ~2d ~0d~n", [1234567, 1234567, 1234567, 5]), format("~2d ~3d~n", [5, -5]), format("~D~n", [-1234])
format("~8r ~16r ~16R ~2r~n", [64, 255, 255, -5]), format("~c~c~n", [104, 105]), format("~3c~n", [120])
format("~s ~s~n", ["abc", [104, 105]]), format("~i~w~n", [a, b]), format("~*c~n", [3, 46]), format("~`-t~30|~n")
format("~w~t~10|~w~n", [ab, cd]), format("~t~w~10|~w~n", [ab, cd]), format("~t~w~t~11|~w~n", [ab, cd])
format("~w~30|~w~n", [a, b]), format("~t~d~6|~t~d~12|~n", [12, 345]), format("~`.t~w~10+~w~10+x~n", [ab, c])
format("ab~tcd~3|~w~n", [x]), format("~2e ~3f ~0f ~g~n", [12, 3, 7, 2]), format("~2n"), format("~w~+~w~+~n", [a, b])
X is 2 rdiv 3, format("~2f ~0f ~5f ~w~n", [X, X, -1 rdiv 8, X])
format(user_output, "~w~n", [x]), format(atom(A), "~w-~w", [a, 'B c']), writeq(A), nl
format(codes(C), "ab", []), write(C), nl, format(chars(C2), "~w", [xy]), write(C2), nl
p(X), write(X), nl, X > 1
forall(p(X), (write(X), nl)), findall(Y, (p(Y), write(Y)), L), nl
show([a, b, c]), \+ \+ (write(inside), nl), ( p(X), X > 1 -> write(X) ; write(none) ), nl
p(X), write(X), fail ; nl
""".strip().split("\n")


def printed(text, engine, names=NAMES):
    """What a query prints; its answers follow."""
    found = []
    answers = [dict(answer) for answer in Query.read(text, names, engine=engine, write=found.append)]
    return "".join(found), answers


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_what_is_printed_is_that_of_swi_prolog(engine, tmp_path):
    file = tmp_path / "printing.pl"
    file.write_text(TEXT)
    for text in QUERIES:
        done = swi.run(f"consult('{file}'), forall(({text}), true), halt")
        ours = printed(text, engine)[0]
        theirs, ours = (re.sub(r"\b_\w+", "_", one) for one in (done.stdout, ours))
        assert ours == theirs.replace('"c"', "c"), text  # a text is an atom here


def test_what_shows_output_at_once_prints_nothing():
    assert printed("ttyflush, ttyflush(user_output), flush_output", "kernel") == ("", [{}])


def test_every_relation_that_prints_is_compared():
    asked = {indicator_of(node) for text in QUERIES for node in walk(parse(one_sentence(text)))}
    assert PRINTING - asked == {("ttyflush", 0), ("ttyflush", 1)}  # the second is not in SWI-Prolog


@pytest.mark.parametrize("engine", ENGINES)
def test_what_one_machine_has_printed_the_next_does_not_print_again(engine):
    """`auto` begins with the resolver; the other machine takes over in the middle, from the beginning."""
    text, answers = printed("every(50000), write(done), nl", engine)
    assert text.split() == [str(n) for n in range(1000, 50001, 1000)] + ["done"]
    assert answers == [{}]


def test_where_the_other_machine_gives_up_each_text_is_printed_once():
    query = "every(50000), copy_term(f(Y, Z), T), write(done), nl"
    assert printed(query, "auto")[0] == printed(query, "reference")[0]
    assert printed(query, "auto")[0].count("done") == 1


def random_program(rng):
    """Clauses that print on the way, without recursion."""
    goals = [
        "p(X)",
        "write(X)",
        "nl",
        "X > 1",
        "\\+ X = 2",
        "once(p(Y))",
        "write(f(X))",
        "!",
        "fail",
        "( write(a) ; write(b) )",
    ]
    goals += ["( X = 1 -> write(one) ; write(other) )", "forall(p(Z), write(Z))", "findall(Z, (p(Z), write(Z)), _)"]
    lines = ["p(1).", "p(2).", "p(3)."]
    for number in range(6):
        for _ in range(2):
            below = [f"q{rng.randrange(number)}(X)"] if number else []
            body = [rng.choice(goals + below * 4) for _ in range(rng.randrange(1, 5))]
            lines.append(f"q{number}(X) :- p(X), {', '.join(body)}.")
    return "\n".join(lines) + "\n"


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
def test_random_programs_print_the_same_there_and_by_either_machine(tmp_path):
    compared = 0
    for seed in range(12):
        text = random_program(Random(seed))
        file = tmp_path / f"random_{seed}.pl"
        file.write_text(text)
        names = Program(Source(text, file.name), common_names()).names
        goals = [f"( q{n}(X), write(answer(X)), nl, fail ; true )" for n in range(6)]
        theirs = swi.run(f"style_check(-singleton), consult('{file}'), {', '.join(goals)}, halt").stdout
        for engine in ("reference", "kernel"):
            ours = "".join(printed(goal, engine, names)[0] for goal in goals)
            assert ours == theirs, f"{engine} in\n{text}"
        compared += len(theirs)
    assert compared > 1000


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("write(user_error, x)", "write takes the stream user_output alone, got user_error"),
        ("nl('/tmp/file')", "nl takes the stream user_output alone, got '/tmp/file'"),
        ("format('/tmp/file', 'x', [])", "format takes the stream user_output alone"),
        ("tab(a)", "tab takes integers and arithmetic"),
        ("tab(X)", "tab needs a value for X"),
        ("tab(10 ** 10)", "that is too wide"),
        ("format('~2147483648c', [120])", "that is too wide"),
        ("put_char(ab)", "put_char takes a character, got ab"),
        ("format('~d', [a])", "format takes an integer for this directive, got a"),
        ("format('~d', [1r3])", "format takes an integer for this directive, got 1r3"),
        ("format('~c', [1r3])", "format takes an integer for this directive, got 1r3"),
        ("format('~a', [f(x)])", "format takes an atom for ~a, got f(x)"),
        ("format('~w ~w', [a])", "format has fewer arguments than directives"),
        ("format('~w', [a, b])", "format has more arguments than directives"),
        ("format('~y', [a])", "format does not know the directive ~y"),
        ("format('a~', [])", "the text ends within a directive"),
        ("format(X, [])", "format needs a value for X"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_told_by_both_machines_and_nothing_is_printed(query, message):
    for engine in ("reference", "kernel"):
        found = []
        with pytest.raises(PuzzleError, match=re.escape(message)):
            Query.read(query, NAMES, engine=engine, write=found.append).first()
        assert not found


def test_what_steers_a_terminal_is_not_printed():
    assert printed(r"write('red\e[2J'), put_char('\x1b\'), format('\u202Ex')", "reference")[0] == "red�[2J��x"


def test_ask_prints_to_standard_output_as_answers_are_found(capsys):
    answers = iter(ask("member(X, [1, 2]), write(X), nl"))
    assert next(answers)["X"] == 1
    assert capsys.readouterr().out == "1\n"
    assert next(answers)["X"] == 2
    assert capsys.readouterr().out == "2\n"


def said(args, text=None):
    done = CliRunner().invoke(logicpuzzles, args, input=text, standalone_mode=False)
    return done.output


def test_query_shows_output_and_answers_in_order():
    assert said(["query", "member(X, [1, 2]), write(got(X)), nl"]) == "got(1)\nX = 1\ngot(2)\nX = 2\n"
    assert said(["query", "member(X, [1, 2]), write(got(X)), X > 1"]) == "got(1)got(2)\nX = 2\n"
    assert said(["query", "write(a), fail"]) == "a\nfalse\n"
    assert said(["query", "--count", "member(X, [1, 2]), write(X)"]) == "12\n2\n"


def test_query_shows_what_was_printed_before_an_error():
    done = subprocess.run(
        [sys.executable, "-m", "logicpuzzles", "query", "write(a), X is foo + 1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "a\n")
    assert "is takes integers" in done.stderr


def test_json_has_what_was_printed_before_each_answer_and_after_the_last():
    made = json.loads(said(["query", "--json", "member(X, [1, 2, 3]), write(X), X < 3"]))
    assert [(answer["values"]["X"], answer["printed"]) for answer in made["answers"]] == [(1, "1"), (2, "2")]
    assert made["printed"] == "3"
    assert "printed" not in json.loads(said(["query", "--json", "X = 1"]))


def session_says(*lines):
    told = []
    session = Session(told.append)
    for line in lines:
        take(session, line, lambda shown: told.append(f"{shown} ;") or True, lambda shown: told.append(f"{shown}."))
    return told


def test_the_session_shows_what_belongs_to_an_answer_before_it():
    assert session_says("member(X, [1, 2]), write(X).") == ["1", "X = 1 ;", "2", "X = 2."]
    assert session_says("member(X, [1, 2, 3]), write(X), nl, X < 2.") == ["1", "X = 1.", "2", "3"]
    assert session_says("write(a), X is foo + 1.")[0] == "a"


FACTS = "start([1, 0]). goal([0, 1]).\n"
MOVE = "move(swap, [A, B], [B, A]).\n"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (FACTS + "move(swap, [A, B], [B, A]) :- write(A).", "2:31", "move/3 asks `write`, which prints"),
        (FACTS + "move(x, [A, B], [B, A]) :- note(A).\nnote(A) :- maplist(print, [A]).", "3:20", "move/3 asks `print`"),
        (FACTS + MOVE + "valid(S) :- \\+ \\+ (S = [_ | _], nl).", "3:33", "valid/1 asks `nl`, which prints"),
        (FACTS + MOVE + "cost(_, 1) :- findall(x, writeln(x), _).", "3:26", "cost/2 asks `writeln`, which prints"),
        ("start([1, 0]).\ngoal(S) :- S = [0 | _], format('~w', [S]).\n" + MOVE, "2:25", "goal/1 asks `format`"),
        (FACTS + "move(swap, [A, B], [B, A]) :- assertz(seen(A)).", "2:31", "move/3 asks `assertz`, which"),
        ("model([X]) :- X in 1..3, write(X), label([X]).", "1:26", "model/1 asks `write`, which prints"),
        ("model([X]) :- X in 1..3, retract(p(X)), label([X]).", "1:26", "model/1 asks `retract`"),
    ],
)  # fmt: skip
def test_what_is_compiled_may_not_print_nor_change_the_database(tmp_path, text, place, message):
    file = tmp_path / "rules.pl"
    file.write_text(text)
    with pytest.raises(PuzzleError) as raised:
        load(file)
    assert f"rules.pl:{place}: " in str(raised.value)
    assert message in str(raised.value)
    assert "Next: " in str(raised.value)


def test_a_term_that_only_looks_like_a_goal_is_none(tmp_path):
    file = tmp_path / "rules.pl"
    file.write_text(
        FACTS + "move(write(A), [A, B], [B, A]) :- member(write(A), [write(1), write(0)]), X = write(A), X = X.\n"
    )
    assert load(file).puzzle.solve().length == 1


CHANGING = """
:- dynamic seen/1.
reach(X, Y) :- edge(X, Y).
edge(a, b).
remember(X) :- assertz(seen(X)), nb_setval(last, X).
forget(X) :- retract(seen(X)), retractall(other(_)), abolish(p/1).
tell(X) :- write(X), nl, b_setval(v, X).
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_file_that_changes_the_database_loads_and_says_why_not_where_that_is_asked(tmp_path, engine):
    file = tmp_path / "seen.pl"
    file.write_text(CHANGING)
    rules = load(file)
    assert [warning.split(": ", 1)[1].split(" ")[0] for warning in rules.warnings] == [
        *("`assertz`", "`nb_setval`", "`retract`", "`retractall`", "`abolish`", "`b_setval`"),
    ]
    assert [dict(answer) for answer in ask("reach(a, X)", rules, engine=engine)] == [{"X": "b"}]
    assert ask("seen(X)", rules, engine=engine).first() is None
    with pytest.raises(PuzzleError) as raised:
        ask("remember(a)", rules, engine=engine if engine != "kernel" else "auto").first()
    assert "seen.pl:5:16: `assertz` is not part of the language" in str(raised.value)
    assert "Next: a rule file states what is true once and for all; give what changes as an argument" in str(
        raised.value
    )


def test_of_several_mistakes_those_that_a_file_may_have_are_not_told(tmp_path):
    file = tmp_path / "wrong.pl"
    file.write_text("p(X) :- write(X), assertz(q(X)).\nr(X) :- nothing(X).\n")
    with pytest.raises(PuzzleError) as raised:
        load(file)
    assert "there is no relation nothing/1" in str(raised.value)
    assert "assertz" not in str(raised.value)


def test_a_relation_that_prints_says_so_where_no_query_asks_it(tmp_path):
    from logicpuzzles import run, var

    file = tmp_path / "prints.pl"
    file.write_text("p(X) :- write(X), X = 1.\n")
    x = var()
    with pytest.raises(PuzzleError, match="`write` prints, which only a query does"):
        run(1, x, load(file).p(x))
