"""The command that asks: answers, JSON, limits, and what is told when something is wrong."""

from __future__ import annotations

import io
import json

import pytest

from logicpuzzles.cli import run


def told(capsys, *args):
    """The exit code, standard output and standard error of a command."""
    code = run(["query", *args])
    out, err = capsys.readouterr()
    return code, out, err


def test_answers_are_printed_a_line_each(capsys):
    assert told(capsys, "seven", "neighbor(0, X)") == (0, "X = 1\nX = 4\n", "")
    assert told(capsys, "append(X, _, [1, 2])") == (0, "X = []\nX = [1]\nX = [1, 2]\n", "")
    assert told(capsys, "seven", "neighbor(0, 1).") == (0, "true\n", "")
    assert told(capsys, "seven", "neighbor(0, 7)") == (1, "false\n", "")


def test_several_rule_files(capsys):
    assert told(capsys, "six", "seven", "six:neighbor(0, X), seven:neighbor(X, 0)")[1] == "X = 1\n"
    assert told(capsys, "six", "seven", "maplist(six:neighbor(0), [X]), G = start(S), seven:G, S = [0 | _]")[0] == 0
    code, out, err = told(capsys, "six", "seven", "neighbor(0, X)")
    assert (code, out) == (2, "")
    assert "neighbor/2 is in six and in seven" in err
    assert "six:neighbor(...) or seven:neighbor(...)" in err


def test_files_of_the_same_name_are_not_mixed_up(capsys, tmp_path):
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "same.pl").write_text(f"p({number}).\n")
    one, two = (str(tmp_path / number / "same.pl") for number in "12")
    assert told(capsys, one, one, "p(X)") == (0, "X = 1\n", "")
    code, out, err = told(capsys, one, two, "p(X)")
    assert (code, out) == (2, "")
    assert "two rule files are called same, got " in err
    assert all(file in err.replace("\n", "") for file in ("1/same.pl", "2/same.pl"))


def test_what_is_no_query_and_what_is_one_too_many(capsys):
    code, out, err = told(capsys, "seven")
    assert (code, out, err) == (2, "", "Error: the query is missing. Next: logicpuzzles query seven 'goal'\n")
    code, out, err = told(capsys, "seven", "neighbor(0, X)", "neighbor(1, X)")
    assert (code, out) == (2, "")
    assert err.startswith(
        "Error: there is no rule file 'neighbor(0, X)'. Next: this looks like a query: one stands behind"
    )
    code, out, err = told(capsys, "seven", "neighbor(0, X). neighbor(1, X).")
    assert (code, out) == (2, "")
    assert "query:1:17: a query is one sentence; here another begins" in err
    assert "Next: ask them one by one, or all of a file with `logicpuzzles query --file`" in err


def test_a_limit_on_answers_and_counting(capsys):
    assert told(capsys, "length(L, N)", "--limit", "2") == (0, "L = [], N = 0\nL = [_A], N = 1\n", "")
    assert told(capsys, "six", "neighbor(X, Y)", "--count") == (0, "24\n", "")
    assert told(capsys, "six", "neighbor(9, Y)", "--count") == (1, "0\n", "")
    assert told(capsys, "length(L, N)", "--count", "--limit", "1,000") == (0, "1000\n", "")


def test_a_limit_on_time(capsys):
    code, out, err = told(capsys, "length(L, N), N > 1, N < 3 ; length(L, N), N < 0", "--seconds", "0.3")
    assert (code, out) == (3, "L = [_A, _B], N = 2\n") or code == 3
    assert err.startswith(
        "Stopped: the query was stopped after 0.3 seconds. Next: ask for less, allow more seconds, or "
    )
    assert told(capsys, "length(L, N), N < 0", "--seconds", "0.2", "--count")[0] == 3


def test_a_limit_on_memory(capsys, tmp_path):
    file = tmp_path / "grow.pl"
    file.write_text("grow(L) :- grow([x, x, x, x, x, x, x, x | L]).\n")
    code, out, err = told(capsys, str(file), "grow([])", "--limit-memory", "50MB")
    assert (code, out) == (3, "")
    problem, hint = "it has taken 50,000,000 bytes of memory", "ask for less, or allow more memory"
    assert err == f"Stopped: the query was stopped: {problem}. Next: {hint}\n"


def test_json_has_integers_of_any_length(capsys):
    code, out, _ = told(capsys, "X is 10 ** 5000, Y = f(X)", "--json")
    digits = "1" + "0" * 5000
    assert code == 0
    assert f'{{"X": {digits}, "Y": {{"name": "f", "args": [{digits}]}}}}' in out


def test_json_does_not_hold_what_is_nested_too_deep(capsys):
    deep = "[" * 5_000 + "]" * 5_000
    code, out, _ = told(capsys, f"X = 1 ; X = {deep}", "--json")
    made = json.loads(out)
    assert (code, made["status"], made["reason"]) == (3, "stopped", "an answer is nested too deep for JSON")
    assert made["answers"] == [{"values": {"X": 1}, "unequal": []}]
    assert told(capsys, f"X = {deep}", "--json", "--count")[0] == 0
    assert told(capsys, f"X = {deep}") == (0, f"X = {deep}\n", "")


def test_json(capsys):
    code, out, _ = told(capsys, "six", "neighbor(0, X)", "--json", "--limit", "2", "--engine", "reference")
    made = json.loads(out)
    assert code == 0
    assert made.pop("seconds") >= 0
    assert made == {
        "query": "neighbor(0, X)",
        "status": "answered",
        "reason": None,
        "engine": "reference",
        "count": 2,
        "complete": False,
        "answers": [{"values": {"X": 1}, "unequal": []}, {"values": {"X": 2}, "unequal": []}],
    }
    made = json.loads(told(capsys, "X = [a, f(Y, 'b c')], Z = [1 | T], dif(Y, T)", "--json", "--engine", "kernel")[1])
    assert (made["complete"], made["engine"]) == (True, "kernel")
    assert made["answers"] == [
        {
            "values": {
                "X": ["a", {"name": "f", "args": [{"unknown": "Y"}, "b c"]}],
                "Y": {"unknown": "Y"},
                "Z": {"first": [1], "rest": {"unknown": "T"}},
                "T": {"unknown": "T"},
            },
            "unequal": [[[{"unknown": "T"}, {"unknown": "Y"}]]],
        }
    ]
    code, out, _ = told(capsys, "fail", "--json")
    assert (code, json.loads(out)["status"]) == (1, "none")
    code, out, _ = told(capsys, "length(L, N), N < 0", "--json", "--seconds", "0.2")
    assert (code, json.loads(out)["status"]) == (3, "stopped")
    assert "was stopped after" in json.loads(out)["reason"]
    assert json.loads(told(capsys, "member(X, [1, 2])", "--json", "--count")[1])["answers"] is None


def test_queries_from_a_file_or_standard_input(capsys, tmp_path, monkeypatch):
    file = tmp_path / "queries.pl"
    file.write_text("% first\nneighbor(0, X), X > 2.\n?- neighbor(0,\n  9).\n")
    expected = "?- neighbor(0, X), X > 2.\nX = 3\n?- neighbor(0,\n  9.\nfalse\n".replace("9.", "9).")
    assert told(capsys, "six", "--file", str(file)) == (1, expected, "")
    monkeypatch.setattr("sys.stdin", io.StringIO("neighbor(0, X), X > 2.\n"))
    assert told(capsys, "six", "-") == (0, "?- neighbor(0, X), X > 2.\nX = 3\n", "")
    monkeypatch.setattr("sys.stdin", io.StringIO("X = 1. X = 2.\n"))
    lines = told(capsys, "-", "--json")[1].splitlines()
    assert [json.loads(line)["answers"][0]["values"]["X"] for line in lines] == [1, 2]


SEVERAL = (
    'X = 1, write(one).\nX is foo + 1.\nX = 2\n. foo(. member(X, []). length(L, N), N < 0. nothing(X). X = 3. X = "'
)


def test_a_wrong_query_keeps_none_of_the_others_from_being_asked(capsys, monkeypatch):
    """Each line has its answers or its message, in order; the highest exit code is that of all."""
    monkeypatch.setattr("sys.stdin", io.StringIO(SEVERAL))
    code, out, err = told(capsys, "-", "--seconds", "3")
    queries = (
        "X = 1, write(one)",
        "X is foo + 1",
        "X = 2",
        "foo(",
        "member(X, [])",
        "length(L, N), N < 0",
        "nothing(X)",
    )
    answers = ("one\nX = 1\n", "", "X = 2\n", "", "false\n", "", "", "X = 3\n")
    asked = [f"?- {query}.\n{answer}" for query, answer in zip((*queries, "X = 3"), answers, strict=True)]
    assert (code, out) == (3, "".join(asked))
    said = [line.partition(": ")[2] for line in err.splitlines() if line.startswith(("Error: ", "Stopped: "))]
    assert [line.partition(": ")[0] for line in said[:2]] == ["standard input:2:3", "standard input:4:6"]
    assert said[2].startswith("the query was stopped after 3 seconds")
    assert said[3:] == [
        "standard input:4:45: there is no relation nothing/1",
        "standard input:4:68: the string is not closed on its line",
    ]


def test_so_is_each_an_object(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(SEVERAL))
    code, out, _ = told(capsys, "-", "--seconds", "3", "--json")
    made = [json.loads(line) for line in out.splitlines()]
    statuses = ["answered", "wrong", "answered", "wrong", "none", "stopped", "wrong", "answered", "wrong"]
    assert (code, [one["status"] for one in made]) == (3, statuses)
    assert all(one.keys() >= made[2].keys() for one in made)
    assert made[0]["answers"][0]["printed"] == "one"
    assert made[1]["reason"].startswith("standard input:2:3: is takes integers and arithmetic, got 'foo'")


def test_the_exit_code_is_2_where_one_of_several_is_wrong_and_another_has_no_answer(capsys, monkeypatch):
    for text in ("fail. foo(1). X = 1.", "foo(1). fail."):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert told(capsys, "-")[0] == 2


def test_parameters_of_the_rule_file(capsys):
    asked = ("sliding", "--set", "rows=2", "--set", "cols=2", "start(S), length(S, N)")
    assert told(capsys, *asked)[1].endswith("N = 4\n")


def test_text_that_is_none_is_refused(capsys, tmp_path, monkeypatch):
    file = tmp_path / "queries.pl"
    file.write_bytes(b"\xef\xbb\xbfX = 1.\n")
    assert told(capsys, "--file", str(file)) == (0, "?- X = 1.\nX = 1\n", "")
    file.write_bytes(b"X = 1.\n\xff")
    assert told(capsys, "--file", str(file)) == (2, "", f"Error: {file}: this is no text in UTF-8\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("X = 1.\n\udcff"))
    assert told(capsys, "-") == (2, "", "Error: standard input: this is no text in UTF-8\n")


WRONG = [
    (["a :- b"], "this is a clause, not a query"),
    (["X = 1", "--seconds", "0"], "'0' is no time"),
    (["X = 1", "--limit-seconds", "nan"], "'nan' is no time"),
    (["X = 1", "--limit-memory", "much"], "'much' is no size"),
    ([], "the query is missing"),
    (["seven"], "the query is missing"),
    (["sevn", "neighbor(0, X)"], "did you mean seven?"),
    (["seven", "neighbor(0 X)"], "an operator or a comma is missing before `X`"),
    (["seven", "neighbour(0, X)"], "did you mean neighbor/2?"),
    (["seven", "move(P, S, T)"], "did you mean move_piece/3?"),
    (["seven", "not neighbor(0, 7)"], "a negation is written `\\+ Goal` or not(Goal)"),
    (["seven", "maplist(1:neighbor, [0], [X])"], "the name of a rule file is missing before the colon"),
    (["seven", "sevn:neighbor(0, X)"], "did you mean seven:?"),
    (["seven", "eight:neighbor(0, X)"], "no rule file eight is loaded"),
    (["seven", "neighbor(0)"], "neighbor exists with 2 arguments"),
    (["seven", "X < 3"], "< needs a value for X"),
    (["seven", "a. b."], "here another begins"),
    (["sliding", "--set", "rows", "start(S)"], "a parameter needs a value"),
    (["sliding", "--set", "rows=x", "start(S)"], "rows"),
    (["seven", "neighbor(0, X)", "--limit", "0"], "--limit"),
    (["seven", "--file", "nothing.pl"], "nothing.pl"),
]


@pytest.mark.parametrize(("args", "problem"), WRONG)
def test_what_is_wrong_is_one_message(capsys, args, problem):
    code, out, err = told(capsys, *args)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert problem in err
    assert "Traceback" not in err


def test_what_may_be_slips_in_a_file_is_told_beside_the_answers(capsys, tmp_path):
    """As `check` tells it: variables that stand once, and clauses that do not stand together; once for each file."""
    file = tmp_path / "slips.pl"
    file.write_text("p(1).\nq(X, Y).\np(2).\n")
    code, out, err = told(capsys, str(file), str(file), "p(X)", "--json")
    assert (code, json.loads(out)["count"]) == (0, 2)
    warnings = [line.split("slips.pl:")[1] for line in err.splitlines()]
    assert all(line.startswith("Warning: ") for line in err.splitlines())
    assert warnings == ["2:3: X and Y stand only once", "3:1: clauses of p/1 do not stand together"]
    run(["check", str(file)])
    checked = " ".join(capsys.readouterr().out.split())
    assert all(warning in checked for warning in warnings)


PAIRS = """
start([a-1, b-2, c-3]).
goal([c-3, b-2, a-1]).
move(X-Y, [X, Y, Z], [Y, X, Z]).
move(X-Y, [Z, X, Y], [Z, Y, X]).
"""


def test_states_and_labels_are_written_with_operators(capsys, monkeypatch, tmp_path):
    """As answers are; and a state is read as it is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pairs.pl").write_text(PAIRS)
    assert run(["solve", "./pairs.pl"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Solved in 3 moves:\na-1-(b-2) a-1-(c-3) b-2-(c-3)\n")
    assert "\nstart         a-1 b-2 c-3\n1: a-1-(b-2)  b-2 a-1 c-3\n" in out
    for start in ("b-2 a-1 c-3", "[b-2, a-1, c-3]", "[-(b, 2), '-'(a, 1), c-3]"):
        assert run(["solve", "./pairs.pl", start]) == 0
        assert capsys.readouterr().out.startswith("Solved in 2 moves:\na-1-(c-3) b-2-(c-3)\n")
    assert run(["solve", "./pairs.pl", "b-2 a-1 d-3"]) == 2
    assert "there is no piece 'd-3'; expected each of [c-3, b-2, a-1] once" in capsys.readouterr().err
