"""The command line: what it prints, its exit codes, and one message for each wrong input."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pexpect
import pytest

from logicpuzzles.search import STRATEGIES, plan

SEVEN = "7 2 1 5 6 1 2 7 4 3 1 2 5 6 2 5 7 4 3 1 5 2 6 7 4 3 1 5 2 6 7 4 3 2 6 7"
KEYS = [
    "status",
    "reason",
    "length",
    "cost",
    "moves",
    "states",
    "gap",
    "nodes",
    "limits",
    "seconds",
    "strategy",
    "engine",
    "bound",
    "groups",
    "groups_of",
    "proof",
    "why",
]
HEAD = "from logicpuzzles import Puzzle, Relation, eq, lall, load, ntho, relation, seto, swapo, var\n"


def answered(cli, *args, code=0):
    found, out, err = cli(*args)
    assert (found, err) == (code, "")
    return out


def object_of(cli, *args, code=0):
    return json.loads(answered(cli, *args, "--json", code=code))


# -- solve ---------------------------------------------------------------------------------------


def test_the_hardest_7_puzzle_is_solved_with_its_boards(cli):
    """The figures are those of the 7 puzzle's facts: 36 moves, lower bound 16, limits 16 to 36."""
    out = answered(cli, "solve", "seven")
    head, moves, *_ = out.split("\n")
    assert (head, moves) == ("Solved in 36 moves:", SEVEN)
    assert "\n32: 4     33: 3     34: 2     35: 6     36: 7\n1 3 . 4   1 . 3 4   1 2 3 4   1 2 3 4   1 2 3 4\n" in out
    assert "\nbound   16 at the start, from the distance table\nlimits  16..36\nnodes   120,262\n" in out
    assert max(map(len, out.split("\n"))) <= 80


def test_the_6_puzzle_is_drawn_as_a_hexagon(cli):
    assert "\nstart   1: 1    2: 3 " in answered(cli, "solve", "six")
    assert "\n 4 6     4 6     4 6 " in answered(cli, "solve", "six")
    assert "\n5 1 3   5 . 3   5 3 . " in answered(cli, "solve", "six")


def test_json_has_every_key_and_null_for_what_is_absent(cli, monkeypatch):
    for patience in ("HAND_OVER", "NUMPY_IS_THERE"):  # on a slow machine a kernel would take over
        monkeypatch.setattr(plan, patience, 60.0)
    solved = object_of(cli, "solve", "six")
    assert list(solved) == KEYS
    assert solved["status"] == "solved"
    assert solved["reason"] is None
    assert solved["length"] == 15
    assert solved["moves"] == [1, 3, 1, 2, 5, 3, 6, 1, 2, 5, 6, 4, 1, 2, 5]
    assert solved["states"][0] == [4, 6, 5, 1, 3, 2, 0]
    assert solved["states"][-1] == [1, 2, 3, 4, 5, 6, 0]
    assert len(solved["states"]) == 16
    assert [limit for limit, _ in solved["limits"]] == [10, 11, 12, 13, 14, 15]
    assert sum(nodes for _, nodes in solved["limits"]) == solved["nodes"]
    assert (solved["strategy"], solved["engine"], solved["bound"]) == ("ida", "rules", "distance")
    assert solved["seconds"] > 0


def test_json_of_a_proof_that_there_is_no_solution(cli):
    found = object_of(cli, "solve", "seven", "--goal", "1,2,3,4,5,7,6,0", code=1)
    assert list(found) == KEYS
    assert found["status"] == "exhausted"
    assert "odd permutation" in found["reason"]
    assert {key: found[key] for key in ("length", "moves", "states", "limits")} == dict.fromkeys(
        ("length", "moves", "states", "limits")
    )


def test_breadth_first_has_no_limits_and_no_bound(cli):
    found = object_of(cli, "solve", "oshidori", "--strategy", "bfs")
    assert (found["length"], found["nodes"], found["limits"], found["bound"]) == (4, 64, None, None)
    assert found["moves"] == [3, 5, 1, 6]


def test_labels_that_are_tuples_become_lists(cli):
    assert object_of(cli, "solve", "blocks")["moves"] == [
        ["red", "y"], ["blue", "red"], ["green", "z"], ["blue", "green"], ["red", "blue"],
    ]  # fmt: skip


WRITTEN = [
    ("1,2,3,4,5,6,7,0",),
    ("1, 2, 3, 4, 5, 6, 7, 0",),
    ("[1,2,3,4,5,6,7,0]",),
    ("(1 2 3 4 5 6 7 0)",),
    ("1", "2", "3", "4", "5", "6", "7", "0"),
    ("1 2 3 4 5 6 7 .",),
    ("1 2 3 4\n5 6 7 .",),
    ("12345670",),
    ("1234567.",),
]


@pytest.mark.parametrize("start", WRITTEN)
def test_a_state_can_be_written_in_several_ways(cli, start):
    assert object_of(cli, "solve", "seven", *start)["states"] == [[1, 2, 3, 4, 5, 6, 7, 0]]


def test_words_are_values_too(cli):
    out = object_of(cli, "solve", "blocks", "blue, green, z", "--goal", "['blue', \"green\" z]")
    assert out["length"] == 0


def test_a_goal_of_ones_own_is_searched_with_a_derived_bound(cli):
    found = object_of(cli, "solve", "seven", "--goal", "1,2,3,0,5,6,7,4", "--strategy", "ida", "--verify")
    assert found["bound"] == "derived"
    assert found["states"][-1] == [1, 2, 3, 0, 5, 6, 7, 4]


def test_where_deepening_was_only_a_guess_other_strategies_are_named(cli):
    far = ("solve", "fifteen", "--goal", "1,2,3,4,5,6,7,8,9,10,11,12,13,0,14,15")
    _, out, _ = cli(*far, "--limit-nodes", "2,100,000")
    assert out.endswith("\nnext    another strategy may be faster: --strategy astar\n")
    assert "next  " not in cli(*far, "--strategy", "ida", "--limit-nodes", "100")[1]  # it was asked for
    assert "next  " not in cli("solve", "fifteen", "--limit-nodes", "100")[1]  # the distance table is proved


def test_parameters_of_the_rule_file_are_options(cli):
    found = object_of(cli, "solve", "sliding", "--rows", "2", "--cols", "3")
    assert len(found["states"][0]) == 6
    _, out, _ = cli("solve", "sliding", "--help")
    assert "--rows INTEGER" in out
    assert "[default: 3]" in out
    closed = answered(cli, "solve", "knights_tour", "--closed", code=1)
    assert closed.startswith("No solution: ")


ASKED = [(name, engine) for name, strategy in STRATEGIES.items() for engine in strategy.engines]


@pytest.mark.parametrize(("strategy", "engine"), ASKED)
def test_every_strategy_and_engine_is_offered_and_verified(cli, strategy, engine):
    out = answered(cli, "solve", "six", "1,5,2,6,3,4,0", "--strategy", strategy, "--engine", engine, "--verify")
    assert out.startswith("Solved in 11 moves:\n" if STRATEGIES[strategy].shortest else "Solved in ")
    assert f"; {strategy}, engine {engine}\n" in out
    assert out.endswith("checked each move is one of the relation's own\n")


def test_boards_can_be_left_out_or_all_drawn(cli):
    """The knight's tour of 5 rows has 24 boards of 7 lines: its middle is left out unless asked for."""
    tour = ("solve", "knights_tour", "--rows", "5", "--cols", "5")
    some, none, everything = (answered(cli, *tour, "--boards", how) for how in ("some", "none", "all"))
    assert "rows left out; --boards all shows them)" not in none + everything
    assert "\nstart " not in none
    assert everything.partition("\nnodes")[0].count(": ") == 24
    assert none.count("\n") < some.count("\n") <= everything.count("\n")


def test_a_start_that_is_a_goal_needs_no_moves(cli):
    assert answered(cli, "solve", "six", "1234560").startswith("Solved in 0 moves: the start is a goal.\n")


# -- looking -------------------------------------------------------------------------------------


def test_list_names_every_shipped_file_with_its_first_line(cli):
    out = answered(cli, "list")
    for name in ["six", "seven", "eight", "fifteen", "sliding", "blocks", "oshidori", "knights_tour"]:
        assert f"\n  {name} " in f"\n{out}"
    assert max(map(len, out.split("\n"))) <= 80


def test_show_tells_relations_parameters_and_boards(cli):
    out = answered(cli, "show", "sliding", "--rows", "2")
    assert "--rows  an integer; default 3" in out
    assert "  move_piece(piece, before, after)\n" in out
    assert "\n  neighbor/2 " in out
    assert out.endswith("\nstart   goal\n. 5 4   1 2 3\n3 2 1   4 5 .\n")


def test_check_tells_what_was_found_and_proved(cli):
    out = answered(cli, "check", "seven")
    for part in (
        "declares a puzzle",
        "  neighbor/2 ",
        "  move_piece/3 ",
        "  cells    8; each holds one of 0, 1, 2, 3, 4, 5, 6, 7\n",
        "  rules    20 rewrite rules from move_piece in ",
        "  blank    0 wanders",
        "  inverse  20 rules backwards; a move takes back every move\n",
        "  alike    none: no symmetry of rules and goal\n",
        "  bound    the distance table; 0 on the goal; no rule lowers it by more than 1:\n",
        "  start    reaches the goal in 36 moves\n",
    ):
        assert part in out
    assert max(map(len, out.split("\n"))) <= 80


def test_check_says_when_the_start_cannot_reach_the_goal(cli, tmp_path):
    text = HEAD + "seven = load('seven')\npuzzle = Puzzle(move=seven.move_piece, start=(1, 2, 3, 4, 5, 7, 6, 0),"
    (tmp_path / "odd.py").write_text(f"{text} goal=seven.puzzle.goal)\n")
    out = answered(cli, "check", "./odd.py", code=1)
    assert "  start    does not reach the goal: " in out


def test_check_points_at_what_kanren_gets_wrong(cli, tmp_path):
    (tmp_path / "plain.py").write_text(
        "from kanren import Relation, eq, fact, lall\nimport kanren.constraints\nfrom logicpuzzles import Puzzle\n\n"
        "step = Relation('step')\nfact(step, 0, 1)\nfact(step, 1, 2)\n\n\n"
        "def move(label, before, after):\n"
        "    now, then = before[0], after[0]\n"
        "    return lall(step(now, then), kanren.constraints.neq(now, then), eq(label, then))\n\n\n"
        "puzzle = Puzzle(move=move, start=(0,), goal=(2,))\n"
    )
    out = answered(cli, "check", "./plain.py")
    assert "kanren   plain.py:1: kanren's Relation forgets the disequalities in force" in out
    assert "kanren   plain.py:12: kanren's neq leaks from one branch into another" in out
    assert "reaches the goal in 2 moves" in out


def test_listing_prints_the_rules_as_clauses(cli):
    lines = answered(cli, "listing", "seven").splitlines()
    assert len(lines) == 20
    assert lines[0] == "move_piece(C1, [0, C1, C2, C3, C4, C5, C6, C7], [C1, 0, C2, C3, C4, C5, C6, C7])."
    assert len(answered(cli, "listing", "blocks").splitlines()) == 15
    oshidori = answered(cli, "listing", "oshidori").splitlines()
    assert len(oshidori) == 30
    assert all(line.endswith("'_').") for line in oshidori)


def test_a_relation_that_does_not_compile_is_checked_listed_and_solved_all_the_same(cli, tmp_path):
    (tmp_path / "wide.py").write_text(
        HEAD + "step = Relation.pairs('step', {n: [n + 1] for n in range(200)})\n\n\n@relation\n"
        "def count(label, before, after):\n    return lall(step(before[0], label), eq(after, (label,)))\n\n\n"
        "puzzle = Puzzle(move=count, start=(0,), goal=(150,), values=range(201))\n"
    )
    assert "  rules    none: a cell of count has more than 64 values" in answered(cli, "check", "./wide.py")
    assert answered(cli, "listing", "./wide.py", code=1).startswith("No rewrite rules: a cell of count has")
    assert object_of(cli, "solve", "./wide.py")["length"] == 150


# -- wrong input ---------------------------------------------------------------------------------

SIX = f'{HEAD}six = load("six")\nrows = {{v: r for v, r in six.distance}}\n'
MADE = "puzzle = Puzzle(move=six.move_piece, start=six.puzzle.start, goal=six.puzzle.goal, distance=distance)\n"
MOVE = HEAD + "\n\n@relation\ndef move({}):\n    {}\n\n\npuzzle = Puzzle(move=move, start=(1, 2), goal=(2, 1))\n"
FILES = {
    "no_puzzle.py": "x = 1\n",
    "syntax.py": "puzzle = Puzzle(\n",
    "raising.py": "\nraise ValueError('three')\n",
    "arity.py": MOVE.format("before, after", "return eq(before, after)"),
    "no_goal.py": MOVE.format("label, before, after", "eq(before, after)"),
    "failing.py": MOVE.format("label, before, after", "return eq(before[5], after)"),
    "open.py": MOVE.format("label, before, after", "return eq(label, 1)"),
    "missing_row.py": f"{SIX}del rows[4]\ndistance = Relation.rows('distance', rows)\n{MADE}",
    "too_far.py": f"{SIX}rows[3] = (2, 1, 0, 2, 2, 1, 2)\ndistance = Relation.rows('distance', rows)\n{MADE}",
    "not_zero.py": f"{SIX}rows[3] = (9,) * 7\ndistance = Relation.rows('distance', rows)\n{MADE}",
    "short_row.py": f"{SIX}rows[3] = (9,)\ndistance = Relation.rows('distance', rows)\n{MADE}",
    "picture.py": MOVE.format("label, before, after", "return eq(label, 1)").replace("goal=", "picture='0 1 2', goal="),
    "goals.py": MOVE.format("label, before, after", "return eq(label, 1)").replace("(2, 1)", "(2, 1, 0)"),
    "goal.txt": "",
}
OF_SIX = "[4, 6, 5, 1, 3, 2, 0]"
WRONG = [
    # arguments
    ("frob", "No such command 'frob'.\nNext: logicpuzzles --help"),
    ("solve", "Missing argument 'NAME'.\nNext: logicpuzzles solve --help"),
    ("solve --rows 3 sliding", "No such option '--rows'.\nNext: logicpuzzles solve --help"),
    ("solve six --rows 3", "No such option '--rows'.\nNext: logicpuzzles solve six --help"),
    ("solve six --strategy magic", "Invalid value for '--strategy': 'magic' is not one of "),
    ("solve six --engine prolog", "Invalid value for '--engine': 'prolog' is not one of "),
    ("solve six --goal", "Option '--goal' requires an argument.\nNext: logicpuzzles --help"),
    ("list six", "Got unexpected extra argument (six)\nNext: logicpuzzles list --help"),
    # names
    ("solve sevn", "there is no rule file 'sevn'. Next: did you mean seven?"),
    ("show ./no_puzle.py", "there is no rule file './no_puzle.py'. Next: did you mean no_puzzle.py?"),
    ("check goal.txt", "goal.txt: this is no rule file; expected a file whose name ends in "),
    # states
    ("solve six 12345678", "START: 8 characters; expected 7, one a cell, or values with commas, got 12345678"),
    ("solve oshidori bwbwbwb__", "START: 9 characters; expected 8, one a cell, or values with commas, got bwbwbwb__"),
    ("solve six --goal 123", "--goal: 3 characters; expected 7, one a cell, or values with commas, got 123"),
    ("solve six 1,2,3", f"START: 3 cells; expected 7 as in {OF_SIX}, got [1, 2, 3]"),
    (
        "solve six 1,2,3,4,5,6,6",
        "START: piece 6 is there once too often, at position 6; expected each of [1, 2, 3, 4, 5, 6, 0] once, "
        "got [1, 2, 3, 4, 5, 6, 6]. Next: 0 is missing",
    ),
    ("solve six 1,2,3,4,5,6,x", "START: there is no piece x; expected each of [1, 2, 3, 4, 5, 6, 0] once, "),
    ("solve six --goal 1", f"--goal: 1 cell; expected 7 as in {OF_SIX}, got [1]"),
    ("solve six 1,[2", "START: '[' is not closed\n    1,[2\n      ^"),
    ("solve six 'red", "START: the quote is not closed\n    'red\n    ^"),
    ("solve oshidori b,w,b,w,b,w,_,x", "START: there is no piece x; expected the pieces of "),
    # parameters
    ("solve sliding --rows x", "{rules}/sliding.py: parameter rows has a wrong value; expected an integer, got 'x'"),
    ("solve sliding --rows 1 --cols 2", "{rules}/sliding.py:"),
    ("solve knights_tour --start 99", "{rules}/knights_tour.py:"),
    # rule files
    ("solve no_puzzle.py", "no_puzzle.py: the rule file declares no puzzle; expected puzzle = Puzzle(move="),
    ("check syntax.py", f"syntax.py:1: this is not Python: '(' was never closed\n    puzzle = Puzzle(\n{' ' * 19}^"),
    ("show raising.py", "raising.py:2: ValueError: three"),
    (
        "solve arity.py",
        "arity.py:4: move: move has 2 parameters; expected 3: move(label, before, after), got move(before, after)",
    ),
    (
        "check no_goal.py",
        "no_goal.py:4: move: no goal was returned; expected a goal such as eq(x, y) or lall(...), got None. "
        "Next: end the relation with `return lall(...)`",
    ),
    ("solve failing.py", "failing.py:6: move: IndexError: tuple index out of range. Next: "),
    ("solve open.py", "open.py:4: move: move leaves a cell or the label open after [1, 2], "),
    ("solve missing_row.py", "missing_row.py: distance: the row of 4 is missing; expected "),
    ("check too_far.py", "too_far.py: distance: "),
    ("solve not_zero.py", "not_zero.py: distance: the row of 3, position 2, "),
    ("solve short_row.py", "short_row.py: distance: the row of 3 has the wrong length; expected 7 numbers, got 1"),
    ("solve picture.py", "picture.py:9: picture: position 2 of the picture is no cell; expected the positions 0 to 1"),
    ("solve goals.py", "goals.py:9: goal: start and goal have different numbers of cells; "),
]


@pytest.mark.parametrize(("line", "message"), WRONG, ids=[line for line, _ in WRONG])
def test_wrong_input_gets_one_message_and_exit_code_2(cli, tmp_path, line, message):
    from logicpuzzles.rulefile.finding import shipped

    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    code, out, err = cli(*line.split(" "))
    assert code == 2
    assert out == "" or line.startswith("check")
    told = message.replace("{rules}", str(shipped()))
    assert err == f"Error: {told}\n" or (told.endswith((" ", ":", "(move=")) and err.startswith(f"Error: {told}"))
    assert err.count("Error: ") == 1 + told.count("Error: ")


# -- as a process --------------------------------------------------------------------------------


def command(*args, **more):
    return subprocess.run([sys.executable, "-m", "logicpuzzles", *args], capture_output=True, text=True, **more)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["solve", "six"], 0),
        (["solve", "seven", "12345760"], 1),
        (["solve", "sevn"], 2),
        (["--help"], 0),
        (["--version"], 0),
        (["list"], 0),
    ],
)
def test_the_process_ends_with_the_exit_code(args, code):
    done = command(*args, timeout=300)
    assert done.returncode == code
    assert bool(done.stderr) == (code == 2)


def test_a_long_search_tells_its_progress_on_a_terminal_only():
    child = pexpect.spawn(
        sys.executable, ["-m", "logicpuzzles", "solve", "fifteen", "--strategy", "iddfs"], encoding="utf-8", timeout=300
    )
    child.expect(r"limit [0-9]+: [0-9,]+ states")
    child.sendintr()
    child.expect("Stopped with Ctrl-C.")
    child.expect(pexpect.EOF)
    child.wait()
    child.close()
    assert child.exitstatus == 130


COMMANDS = [
    ["solve", "six", "--json"],
    ["solve", "blocks", "--json", "--engine", "relational"],
    ["solve", "oshidori", "--json"],
    ["listing", "blocks"],
    ["listing", "oshidori"],
    ["show", "knights_tour"],
    ["list"],
]


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_answers_do_not_depend_on_the_hash_seed(args):
    first, second = (
        command(*args, check=True, timeout=300, env=os.environ | {"PYTHONHASHSEED": seed}).stdout for seed in ("1", "2")
    )
    if "--json" in args:
        first, second = ({**json.loads(text), "seconds": None} for text in (first, second))
    assert first == second
