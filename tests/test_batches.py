"""Many instances: each as it is solved alone, in order, by one worker or two; files of starts; results gone on with."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import count, islice

import pytest

from logicpuzzles import Limits, PuzzleError, load, loads, solve_many
from logicpuzzles.batches.many import instances_of, outcomes
from logicpuzzles.batches.summary import Summary
from logicpuzzles.batches.task import Settings, Task
from logicpuzzles.workers.here import Here


def rows(text):
    return [json.loads(line) for line in text.splitlines()]


def without_time(found):
    return [{name: value for name, value in row.items() if name != "seconds"} for row in found]


@pytest.fixture(scope="module")
def small():
    return load("sliding", rows=2, cols=3)


@pytest.fixture(scope="module")
def dealt(small):
    """States of the 5 puzzle, the last of which cannot be solved."""
    found = small.puzzle.explore()
    states = [found.deal(depth, seed) for depth in (0, 3, 12, 20) for seed in range(3)]
    a, b, *_ = (value for value in states[0] if value)
    return [*states, tuple({a: b, b: a}.get(value, value) for value in states[0])]


def test_each_ends_as_it_does_alone_with_one_worker_and_with_two(small, dealt):
    alone = [small.puzzle.solve(state) for state in dealt]
    assert {ending.status for ending in alone} == {"solved", "exhausted"}
    for workers in (None, 2):
        together = list(solve_many(small, dealt, workers=workers))
        assert [(e.status, e.nodes, getattr(e, "moves", None)) for e in together] == [
            (e.status, e.nodes, getattr(e, "moves", None)) for e in alone
        ]


def test_it_is_lazy():
    six = load("six")
    taken = []

    def endless():
        for number in count():
            taken.append(number)
            yield six.puzzle.start

    assert [ending.length for ending in islice(solve_many(six, endless()), 2)] == [15, 15]
    assert taken == [0, 1]


def test_the_endings_know_how_their_boards_look():
    six = load("six")
    (ending,) = solve_many(six, [six.puzzle.start])
    assert ending.draw() == six.puzzle.solve().draw()


def test_names_with_values_give_parameters_goals_and_variables():
    sliding = load("sliding")
    given = [{"rows": 2, "cols": 3, "start": (5, 0, 1, 3, 4, 2)}, {"rows": "3", "cols": "3"}]
    found = list(solve_many(sliding, given))
    assert [len(e.states[0]) for e in found] == [6, 9]
    model = load("send_more")
    letters = {"S": 9}, {"S": "9", "M": "1"}, {"S": 1}
    assert [e.status for e in solve_many(model, letters)] == ["solved", "solved", "exhausted"]


def test_what_is_wrong_is_told_with_its_number():
    with pytest.raises(PuzzleError, match=r"^instance 2: START|^instance 2: start"):
        list(solve_many(load("seven"), [(0, 1, 2, 3, 4, 5, 6, 7), (0, 1)]))
    with pytest.raises(PuzzleError, match=r"instance 1: there is no parameter stat; .*did you mean start"):
        list(solve_many(load("seven"), [{"stat": (0, 1, 2, 3, 4, 5, 6, 7)}]))
    with pytest.raises(PuzzleError, match="only puzzles and models are solved"):
        solve_many(loads("likes(wallace, cheese)."), [])
    with pytest.raises(PuzzleError, match="this is no rule file"):
        solve_many("seven", [])


def test_limits_are_those_of_each(small, dealt):
    found = list(solve_many(small, dealt[-5:-1], limits=Limits(nodes=5), bound="none"))
    assert {ending.status for ending in found} == {"stopped"}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((), "it is not told what to solve. Next: --starts FILE"),
        (("--starts", "nowhere.txt"), "--starts: nowhere.txt cannot be read: No such file or directory"),
        (("--deal", 2, "--starts", "x"), "--starts and --deal exclude each other"),
        (("--starts", "-", "--depth", 2), "--depth: it is for --deal, got 2"),
        (("--deal", 2, "--depth", 99), "no state has the depth 99; expected 0 to 36, got 99"),
        (("--deal", 1, "--to", "/"), "--to"),
    ],
)
def test_bad_input_gets_one_message(cli, given, told):
    code, _, err = cli("batch", "seven", *given)
    assert (code, err.count("\n")) == (2, 1)
    assert told in err


def test_dealt_states_have_the_depth_that_is_asked_for(cli):
    dealing = "batch", "seven", "--deal", 4, "--depth", 9, "--seed", 5
    (code, out, _), (_, again, _) = cli(*dealing), cli(*dealing)
    assert code == 0
    assert [row["length"] for row in rows(out)] == [9] * 4
    assert without_time(rows(again)) == without_time(rows(out))


def test_results_are_gone_on_with_after_the_last_whole_line(cli, starts, tmp_path):
    states = "\n".join(" ".join(map(str, state)) for state in load("seven").puzzle.explore().table.states(9)) + "\n"
    file, to, whole = starts(states), tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    batch = "batch", "seven", "--starts", file, "--engine", "rules"  # no kernel, which is compiled sooner or later
    assert cli(*batch, "--to", whole)[0] == 0
    expected = whole.read_text()
    for at in (0, 1, len(expected) // 2, expected.index("\n") + 1, len(expected) - 1):
        to.write_text(expected[:at])
        code, out, err = cli(*batch, "--to", to)
        assert code == 0
        assert without_time(rows(to.read_text())) == without_time(rows(expected))
        kept = expected[:at].count("\n")
        assert to.read_text().startswith("".join(expected.splitlines(keepends=True)[:kept]))
        assert (f"has the results of {kept}" in err) == (kept > 0)
        assert out.splitlines()[0] == f"instances {expected.count(chr(10))} solved"  # of all, not of the rest


def test_results_of_something_else_are_left_alone(cli, starts, tmp_path):
    file, to = starts("07214365\n"), tmp_path / "out.jsonl"
    cli("batch", "seven", "--starts", file, "--to", to)
    before = to.read_text()
    for given, told in (
        (("--starts", file, "--limit-nodes", 9), "line 1 is of another batch"),
        (("--starts", starts("01234567\n", "o.txt")), "line 1 is the result of something else than"),
        (("--starts", starts("", "empty.txt")), "it has 1 result, and there are 0 instances"),
    ):
        code, _, err = cli("batch", "seven", *given, "--to", to)
        assert (code, to.read_text()) == (2, before)
        assert told in err
    for other in ("not a result\n", "a note without an end", '{"batch": "", "given": 1}\n'):
        to.write_text(other)
        assert "line 1 is no result" in cli("batch", "seven", "--starts", file, "--to", to)[2]
        assert to.read_text() == other
    assert "it is no ordinary file" in cli("batch", "seven", "--starts", file, "--to", os.devnull)[2]


def test_a_rule_file_that_was_moved_or_written_again_is_the_same(cli, tmp_path):
    """What counts is what it says, and what it imports from its folder says."""
    (tmp_path / "pkg").mkdir()
    here, there = tmp_path / "mine.py", tmp_path / "pkg" / "mine.py"
    text = load("six").file.read_text()
    batch = "--deal", 1, "--depth", 5, "--to", tmp_path / "out.jsonl"
    here.write_text(text)
    assert cli("batch", here, *batch)[0] == 0
    here.write_text(text)
    os.utime(here, (1, 1))
    there.write_text(text)
    for file in here, there:
        assert "has the results of 1 instance;" in cli("batch", file, *batch)[2]
    here.write_text(text + "\n# changed\n")
    assert "another batch: of other rules" in cli("batch", here, *batch)[2]


def test_a_killed_batch_goes_on_and_repeats_nothing(tmp_path):
    """By SIGKILL, at whatever line it was, three times; then to the end."""
    to = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "logicpuzzles", "batch", "seven", "--deal", "400", "--depth", "20", "--to", to]
    for lines in (1, 100, 200):
        run = subprocess.Popen([*command, "--workers", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while run.poll() is None and (not to.exists() or to.read_bytes().count(b"\n") < lines):
            time.sleep(0.01)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    subprocess.run(command, check=True, capture_output=True)
    found = rows(to.read_text())
    assert [row["number"] for row in found] == list(range(1, 401))
    assert {row["length"] for row in found} == {20}


def test_a_summary_adds_up():
    summary = Summary()
    for row in (
        {"status": "solved", "length": 3, "nodes": 10, "seconds": 0.5},
        {"status": "solved", "length": 5, "nodes": 20, "seconds": 1.5},
        {"status": "exhausted", "nodes": 1, "seconds": 0.0},
    ):
        summary.add(row)
    assert summary.code == 1
    assert summary.pairs(2.5) == [
        ("instances", "2 solved, 1 without a solution"),
        ("length", "3 to 5, mean 4, median 4, 8 in all"),
        ("nodes", "1 to 20, mean 10.33, median 10, 31 in all"),
        ("time", "2 s of searching, at most 1.5 s for one; 2.5 s by the clock"),
    ]
    assert Summary().pairs() == [("instances", "none")]


def test_where_the_first_needed_tables_the_others_begin_with_them(small, dealt):
    """So that their nodes do not depend on which worker has tables already; also when a run goes on."""
    task = Task(small)
    assert task.after("distance") is task
    assert task.after("patterns").settings.bound == "derived"
    chosen = Task(small, Settings(bound="none"))
    assert chosen.after("patterns") is chosen
    going_on = outcomes(task, instances_of(small, dealt[-3:-1]), Here(), "patterns")
    assert [outcome.ending.bound for outcome in going_on] == ["patterns"] * 2
    begun = outcomes(task, instances_of(small, dealt[-3:-1]), Here())
    assert [outcome.ending.bound for outcome in begun] == ["distance"] * 2
