"""Wrong input over all commands: one clear message each, exit code 2, nothing on standard output, no traceback."""

from __future__ import annotations

import shlex

import pytest

from logicpuzzles import Grid, Limits, Model, PuzzleError, ask, load
from logicpuzzles.cli import run

MODEL = "from constraint import Problem\nfrom logicpuzzles.models.model import Model\n\n\ndef build():\n"
MODEL += "    problem = Problem()\n    {}\n    return problem\n\n\nmodel = Model(build)\n"
FILES: dict[str, str | bytes] = {
    "words.txt": "1 2 3",
    "empty.py": "",
    "binary.py": bytes(range(256)),
    "nul.py": b"x = 1\0\n",
    "latin.py": b"# caf\xe9\nx = 1\n",
    "exit.py": "import sys\nsys.exit(3)\n",
    "number.py": "puzzle = 3\n",
    "kind.py": "from logicpuzzles import Puzzle\npuzzle = Puzzle\n",
    "missing.py": "import nothing_like_this\n",
    "endless.py": "def f():\n    return f()\nf()\n",
    "no_relation.py": "from logicpuzzles import Puzzle\npuzzle = Puzzle(move=3, start=(1,), goal=(2,))\n",
    "no_cells.py": "from logicpuzzles import Puzzle\npuzzle = Puzzle(move=lambda a, b, c: None, start=(), goal=())\n",
    "symbols.py": "from logicpuzzles import Puzzle\npuzzle = Puzzle(lambda a, b, c: None, (1,), (1,), symbols=3)\n",
    "order.py": "from logicpuzzles import Puzzle\npuzzle = Puzzle(lambda a, b, c: None, (1,), (1,), order='most')\n",
    "no_start.py": "from logicpuzzles import Puzzle\npuzzle = Puzzle(move=lambda a, b, c: None)\n",
    "empty.pl": "",
    "brackets.pl": "start([1,2).\n",
    "binary.pl": bytes(range(256)),
    "model.py": MODEL.format("problem.addVariables('xy', [1, 2])"),
    "raises.py": MODEL.format("problem.addVariable('x', [1]); problem.addConstraint(lambda x: x // 0, 'x')"),
    "unknown.py": MODEL.format("problem.addVariable('x', [1]); problem.addConstraint(lambda y: y, 'y')"),
    "no_domain.py": MODEL.format("problem.addVariable('x', [])"),
    "no_problem.py": MODEL.format("return 3"),
}
DECLARED = "from logicpuzzles import Puzzle, eq, lall, swapo\n\n\ndef move(label, before, after):\n"
DECLARED += "    return lall(eq(label, 0), swapo(0, 1, before, after))\n\n\n"
DECLARED += "puzzle = Puzzle(**{{'move': move, 'start': (1, 2), 'goal': (2, 1), {}}})\n"
FILES |= {
    "list.py": DECLARED.format("'start': ([1], 2)"),
    "values.py": DECLARED.format("'values': (1, 3)"),
    "values_goal.py": DECLARED.format("'values': (1, 2), 'goal': (2, 3)"),
    "values_number.py": DECLARED.format("'values': 3"),
    "distance.py": DECLARED.format("'distance': 3"),
    "picture.py": DECLARED.format("'picture': 7"),
    "picture_fails.py": DECLARED.format("'picture': lambda state: state[9]"),
    "import_name.py": "from logicpuzzles import nthoo\n",
    "keyword.py": DECLARED.format("'begin': 3"),
    "misspelt.py": DECLARED.format("'start': strat"),
    "body.py": DECLARED.format("").replace("swapo(0", "swappo(0"),
    "pairs.py": "from logicpuzzles import Relation\nbeside = Relation.pairs('beside', [(0, 1)])\n",
    "row.py": "from logicpuzzles import Relation\nbeside = Relation.pairs('beside', {0: 1})\n",
    "picture_none.py": DECLARED.format("'picture': lambda state: None"),
}
OF_SIX = "expected 7 as in [4, 6, 5, 1, 3, 2, 0]"
WRONG = [
    # commands and options
    ("frob", "No such command 'frob'."),
    ("sovle six", "No such command 'sovle'."),
    ("--frob", "No such option '--frob'."),
    ("solve six --frob", "No such option '--frob'."),
    ("solve six --json=yes", "Option '--json' does not take a value."),
    ("solve six --boards few", "Invalid value for '--boards': 'few' is not one of "),
    ("solve six --engine prolog", "Invalid value for '--engine': 'prolog' is not one of "),
    ("solve six --all --count", "--all and --count exclude each other. Next: "),
    ("explore six 1,2,3", "Got unexpected extra argument (1,2,3)"),
    ("explore six --depth 3", "No such option '--depth'."),
    ("deal six 3", "Got unexpected extra argument (3)"),
    ("check six seven", "Got unexpected extra argument (seven)"),
    ("show six --json", "No such option '--json'."),
    ("list --all", "No such option '--all'."),
    *((command, "Missing argument 'NAME'.") for command in ("solve", "explore", "deal", "check", "show", "listing")),
    # numbers
    *(
        (f"{command} {option} {value}", f"Invalid value for '{option}': ")
        for command, option, values in (
            ("solve six", "--limit-nodes", ("-1", "0", "many", "1.5", "9" * 30)),
            ("solve six", "--limit-seconds", ("-1", "0", "soon", "nan", "inf")),
            ("explore six", "--limit-memory", ("-5MB", "0", "lots", "5XB", "MB")),
            ("explore six", "--hardest", ("-1", "x", "1e3")),
            ("deal six", "--depth", ("-1", "x", "9" * 30)),
            ("deal six", "--seed", ("-1", "x")),
        )
        for value in values
    ),
    ("deal six --depth 16", "--depth: no state is so far away; expected 0 to 15, got 16\n"),
    # names and files
    ("solve ''", "there is no rule file ''. Next: `logicpuzzles list` tells which there are"),
    ("solve sx", "there is no rule file 'sx'. Next: did you mean six?\n"),
    ("explore Seven", "there is no rule file 'Seven'. Next: did you mean seven?\n"),
    ("deal ./no/such.py", "there is no rule file './no/such.py'."),
    ("solve words.txt", "words.txt: this is no rule file; expected a file whose name ends in "),
    ("solve folder.py", "folder.py: this is no rule file; "),
    ("solve /dev/null", "/dev/null: this is no rule file; "),
    ("solve empty.py", "empty.py: the rule file declares no puzzle; expected puzzle = Puzzle(move="),
    ("check binary.py", "binary.py:2: the file is not text in UTF-8\n"),
    ("solve nul.py", "nul.py:1: this is not Python: "),
    ("show latin.py", "latin.py:1: the file is not text in UTF-8\n"),
    ("solve exit.py", "exit.py:2: the rule file leaves Python. Next: a rule file only states what is true\n"),
    ("solve number.py", "number.py: the rule file declares no puzzle; "),
    ("solve kind.py", "kind.py: the rule file declares no puzzle; "),
    ("explore missing.py", "missing.py:1: ModuleNotFoundError: No module named 'nothing_like_this'. Next: "),
    ("solve endless.py", "endless.py:2: RecursionError: "),
    ("solve no_relation.py", "no_relation.py:2: move: this is no relation; expected a relation move("),
    ("solve no_cells.py", "no_cells.py:2: start: this is no state; expected a tuple with one value a cell, got "),
    ("solve symbols.py", 'symbols.py:2: symbols: these are no symbols; expected such as {0: "."}, got 3\n'),
    ("solve order.py", "order.py:2: order: there is no such order; expected \"fewest\" or None, got 'most'\n"),
    ("solve list.py", "list.py:8: start: this is no state: a value can change; tuples are lists that cannot, got ([1"),
    ("solve values.py", "values.py:8: start: position 1 cannot hold 2; expected one of 1, 3, got [1, 2]\n"),
    ("check values_goal.py", "values_goal.py:8: goal: position 1 cannot hold 3; expected one of 1, 2, got [2, 3]\n"),
    ("solve values_number.py", "values_number.py:8: values: these are no values; expected such as range(9), got 3\n"),
    ("solve distance.py", "distance.py:8: distance: this is no table; expected facts, as Relation.rows gives them, "),
    ("solve import_name.py", "import_name.py:1: logicpuzzles has no nthoo. Next: did you mean ntho?\n"),
    (
        "solve keyword.py",
        "keyword.py:8: TypeError: Puzzle() got an unexpected keyword argument 'begin'. Next: ",
    ),
    ("solve misspelt.py", "misspelt.py:8: NameError: name 'strat' is not defined. Next: did you mean "),
    ("solve body.py", "body.py:5: move: NameError: name 'swappo' is not defined. Next: did you mean swapo?\n"),
    (
        "solve pairs.py",
        "pairs.py:2: the facts of beside are not a mapping; expected such as {0: (1, 3), 1: (0,)}, got ",
    ),
    ("solve row.py", "row.py:2: the facts of beside for 0 are not a row; expected a tuple such as (1, 3), got 1\n"),
    ("show picture.py", "picture.py:8: picture: this is no picture; expected text or a function of a state, got 7\n"),
    ("show picture_fails.py", "picture_fails.py:8: the picture fails: IndexError: tuple index out of range\n"),
    ("show picture_none.py", "picture_none.py:8: the picture is no text; expected a str, got None\n"),
    ("solve no_start.py", "no_start.py:2: TypeError: "),
    ("solve empty.pl", "empty.pl: "),
    ("explore empty.pl", "empty.pl: "),
    ("solve brackets.pl", "brackets.pl:1:11: "),
    ("solve binary.pl", "binary.pl:2: the file is not text in UTF-8\n"),
    # states
    ("solve six ''", f"START: 0 cells; {OF_SIX}, got []\n"),
    ("solve six ,", f"START: 0 cells; {OF_SIX}, got []\n"),
    ("solve six 1 2 3", f"START: 3 cells; {OF_SIX}, got [1, 2, 3]\n"),
    ("solve six seven", "START: 5 characters; expected 7, one a cell, or values with commas, got seven\n"),
    ("solve six 1,2,3,4,5,6,7", "START: there is no piece 7; expected each of [1, 2, 3, 4, 5, 6, 0] once, "),
    ("solve six 1.0,2,3,4,5,6,0", "START: there is no piece '1.0'; "),
    ("solve six True,2,3,4,5,6,0", "START: there is no piece 'True'; "),
    ("solve six [1,2],3,4,5,6,0,7", "START: there is no piece [1, 2]; "),
    ("solve six -- -1,2,3,4,5,6,0", "START: there is no piece -1; "),
    ("solve six '1,2,3,4,5,6,(0'", "START: '(' is not closed\n    1,2,3,4,5,6,(0\n"),
    ("solve six '1,2,3,4,5,6,0)'", "START: ')' closes nothing\n    1,2,3,4,5,6,0)\n"),
    ("solve six --goal ''", f"--goal: 0 cells; {OF_SIX}, got []\n"),
    ("solve six --goal 1,1,1,1,1,1,1", "--goal: piece 1 is there once too often, at position 1; "),
    ("solve blocks purple,y,z", "START: position 0 cannot hold purple; expected one of blue, green, x, y, z, "),
    ("solve blocks red,x,y", "START: position 0 cannot hold red; "),
    ("solve blocks blue,red,x", "START: [blue, red, x] is not possible; "),
    ("solve blocks x,y,y", "START: [x, y, y] is not possible; "),
    ("solve oshidori b,b,b,b,w,w,_,_", "START: piece b is there once too often, at position 3; "),
    # strategies and engines that do not fit
    ("solve six --strategy astar --engine relational", "{rules}/six.py: engine: "),
    ("solve six --all --strategy astar", "{rules}/six.py: strategy astar does not give all solutions; expected "),
    ("solve six --engine cp-sat", "--engine: cp-sat is for models; expected one of auto, relational, "),
    # parameters
    ("query sliding --set row=2 start(S)", "--set: there is no parameter row; expected rows, cols. Next: did you "),
    ("query six --set n=2 start(S)", "--set: there is no parameter n; expected no parameters\n"),
    ("solve sliding --rows 0", "{rules}/sliding.py:"),
    ("solve sliding --rows 2.5", "{rules}/sliding.py: parameter rows has a wrong value; expected an integer, "),
    ("solve sliding --rows", "Option '--rows' requires an argument."),
    ("solve knights_tour --rows 0", "{rules}/knights_tour.py:"),
    ("explore knights_tour --start 12", "{rules}/knights_tour.py:"),
    # kinds that do not fit
    ("solve mastermind", "mastermind: a game is not solved by this command. Next: logicpuzzles play mastermind\n"),
    ("play six --guesser me", "six: --guesser is for deduction games. Next: leave it out\n"),
    ("play empty.pl", "empty.pl: the rule file declares no puzzle; "),
    ("deal mastermind", "mastermind: a game has no states to deal. Next: logicpuzzles play mastermind\n"),
    ("explore six --strategy entropy", "six: --strategy is for deduction games. Next: leave it out\n"),
    ("explore model.py", "model.py: a model has no states to explore. Next: logicpuzzles solve model.py\n"),
    ("listing model.py", "model.py: a model has no rewrite rules. Next: logicpuzzles solve model.py\n"),
    # models
    ("solve model.py 1", "START: a model has no start, got 1. Next: leave it out; this model has no parameters"),
    ("solve model.py --foo", "No such option '--foo'.\nNext: logicpuzzles solve model.py --help\n"),
    ("solve model.py --goal 1", "--goal: a model has no goal, got 1. Next: leave it out\n"),
    ("solve model.py --limit-cost 3", "--limit-cost: the solutions of a model cost nothing, got 3. Next: leave it out"),
    ("solve model.py --strategy ida", "--strategy: a model has no strategy, got ida. Next: leave it out\n"),
    ("solve model.py --engine rules", "--engine: rules is for puzzles with moves; expected one of auto, compiled, "),
    ("solve raises.py", "raises.py"),
    ("solve unknown.py", "unknown.py"),
    ("solve no_domain.py", "no_domain.py"),
    ("solve no_problem.py", "no_problem.py:5: the model does not build a problem; expected a Problem, got 3\n"),
]


def test_the_table_is_long_and_has_no_line_twice():
    assert len({line for line, _ in WRONG}) == len(WRONG) >= 60


@pytest.mark.parametrize(("line", "message"), WRONG, ids=[line for line, _ in WRONG])
def test_wrong_input_gets_one_message_and_exit_code_2(capsys, tmp_path, monkeypatch, line, message):
    from logicpuzzles.rulefile.finding import shipped

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LOGICPUZZLES_PATH", raising=False)
    for name, text in FILES.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    (tmp_path / "folder.py").mkdir()
    code = run(shlex.split(line))
    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    assert told.err.startswith("Error: " + message.replace("{rules}", str(shipped())))
    assert sum(text.startswith("Error: ") for text in told.err.split("\n")) == 1
    assert "Traceback" not in told.err


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: load(3), "this names no rule file; expected a name or a path, got 3"),
        (lambda: load("six").ask(3), "this is no query; expected text such as "),
        (lambda: ask(None, "six"), "this is no query; expected text such as "),
        (lambda: load("six").puzzle.draw((1, 2)), "this is no state; expected 7 cells, got [1, 2]"),
        (lambda: Grid(3), "this is no grid; expected text, a file, or a list of rows, got 3"),
        (lambda: Model(3).solve(), "a model takes a function that builds a problem, got 3"),
    ],
)
def test_wrong_values_in_python_are_told_as_on_the_command_line(call, message):
    with pytest.raises(PuzzleError) as raised:
        call()
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: Limits(seconds="3"), "Limits: seconds: this is not a limit; expected a number of seconds, 0 or more"),
        (lambda: Limits(seconds=float("nan")), "Limits: seconds: this is not a limit; expected a number of seconds"),
        (lambda: Limits(-1), "Limits: nodes: this is not a limit; expected a whole number, 0 or more, or None, got -1"),
        (lambda: Limits(memory=1.5), "Limits: memory: this is not a limit; expected a whole number of bytes"),
        (lambda: load("six").puzzle.solve(limits=3), "limits: these are not limits; expected Limits(...), got 3"),
        (lambda: load("six").puzzle.explore(limits=3), "limits: these are not limits"),
        (lambda: load("send_more").model.solve(limits=3), "limits: these are not limits"),
        (lambda: load("send_more").model.explain(limits=3), "limits: these are not limits"),
        (lambda: load("coins").game.explore("first", limits=3), "limits: these are not limits"),
        (lambda: load("coins").game.explore("optimum", limits=3), "limits: these are not limits"),
    ],
)
def test_limits_are_looked_at_where_they_are_made_and_where_they_are_given(made, message):
    with pytest.raises(PuzzleError) as caught:
        made()
    assert str(caught.value).startswith(message)
